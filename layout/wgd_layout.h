/* SPDX-License-Identifier: MIT
 *
 * A run-time layout algebra with the semantics of CuTe (CUTLASS 4.x, static integers).
 *
 * A tuple is an integer or a list of tuples. A layout is a pair of congruent tuples, shape:stride,
 * and maps a coordinate to the inner product of the coordinate with the strides. Mode 0 runs
 * fastest (colexicographic order). Everything is a fixed-capacity value: no function allocates, and
 * every limit is checked and refused with a wgd_status, never wrapped.
 *
 * Limits: WGD_MAX_LEAVES integers in a tuple, WGD_MAX_NODES nodes (integers and lists),
 * WGD_MAX_DEPTH nested lists; every number, size and reachable offset fits an int64_t.
 * Shapes are >= 1; strides lie above -2^63. The parsers and the algebra only make such layouts; a
 * caller who fills a struct by hand keeps to it (the algebra refuses what it would stumble over,
 * the evaluators do not look).
 *
 * Outputs may alias inputs in every function below. After a failure an output has no meaning.
 */
#ifndef WGD_LAYOUT_H
#define WGD_LAYOUT_H

#include <stdbool.h>

#include "wgd_status.h"
#include "wgd_text.h"

WGD_API_BEGIN

enum { WGD_MAX_LEAVES = 64, WGD_MAX_NODES = 128, WGD_MAX_DEPTH = 16 };

/* ---- tuples --------------------------------------------------------------------------------- */

/* Preorder: node[i] is WGD_LEAF for an integer (the next one of leaf[]), else the number of
 * children of a list. "()" is {n_nodes 1, n_leaves 0, node {0}}; "7" is {1, 1, {WGD_LEAF}, {7}}.
 * Only the first n_nodes / n_leaves entries have meaning; the rest may be uninitialised. */
enum { WGD_LEAF = 0xff };
typedef struct wgd_tuple {
    uint8_t n_nodes, n_leaves;
    uint8_t node[WGD_MAX_NODES];
    int64_t leaf[WGD_MAX_LEAVES];
} wgd_tuple;

wgd_tuple wgd_tuple_int(int64_t v);
/* (v[0], ..., v[n-1]); n <= WGD_MAX_LEAVES, else the tuple is "()". */
wgd_tuple wgd_tuple_of(const int64_t *v, int n);
/* The same in place, which spares the copy of a whole tuple. v must not lie in *t. */
void wgd_tuple_set(wgd_tuple *t, const int64_t *v, int n);
bool wgd_tuple_is_leaf(const wgd_tuple *t);
/* Number of top-level modes: 1 for an integer, the number of children for a list. */
int wgd_tuple_rank(const wgd_tuple *t);
/* Nesting: 0 for an integer, 1 for a flat list. */
int wgd_tuple_depth(const wgd_tuple *t);
/* The i-th top-level mode (mode 0 of an integer is itself). ERR_DOMAIN outside 0 <= i < rank. */
wgd_status wgd_tuple_mode(const wgd_tuple *t, int i, wgd_tuple *out);
/* One more item at the end of a list. ERR_DOMAIN when `list` is an integer, ERR_LIMIT when it is
 * full or would be nested too deep. */
wgd_status wgd_tuple_append(wgd_tuple *list, const wgd_tuple *child);
/* The same parentheses; and the same numbers too. */
bool wgd_tuple_congruent(const wgd_tuple *a, const wgd_tuple *b);
bool wgd_tuple_equal(const wgd_tuple *a, const wgd_tuple *b);
/* Product of all integers, 1 for "()"; ERR_OVERFLOW. */
wgd_status wgd_tuple_product(const wgd_tuple *t, int64_t *out);

/* ---- layouts -------------------------------------------------------------------------------- */

/* stride shares shape's structure: stride[i] belongs to shape.leaf[i]. */
typedef struct wgd_layout {
    wgd_tuple shape;
    int64_t stride[WGD_MAX_LEAVES];
} wgd_layout;

/* shape:stride, and (m,n):(sm,sn). Shapes of at least 1: the caller has checked. */
wgd_layout wgd_layout_1d(int64_t shape, int64_t stride);
wgd_layout wgd_layout_2d(int64_t m, int64_t n, int64_t sm, int64_t sn);
/* The same in place (see wgd_tuple_set). */
void wgd_layout_set_1d(wgd_layout *out, int64_t shape, int64_t stride);
void wgd_layout_set_2d(wgd_layout *out, int64_t m, int64_t n, int64_t sm, int64_t sn);
/* ERR_NOT_CONGRUENT, ERR_DOMAIN (a shape below 1), ERR_OVERFLOW (the size or an offset). */
wgd_status wgd_layout_make(const wgd_tuple *shape, const wgd_tuple *stride, wgd_layout *out,
                           wgd_diag *diag);
/* Compact column-major layout of a shape: strides 1, s0, s0*s1, ..., and 0 for a mode of size 1. */
wgd_status wgd_layout_compact(const wgd_tuple *shape, wgd_layout *out, wgd_diag *diag);
/* Compact layout whose strides grow in the order of the keys in `order`. A key may stand for a
 * whole sub-shape, which is then compact in itself; ERR_NOT_CONGRUENT where keys and shape do not
 * fit. */
wgd_status wgd_layout_ordered(const wgd_tuple *shape, const wgd_tuple *order, wgd_layout *out,
                              wgd_diag *diag);
/* The strides with the structure of the shape. */
wgd_tuple wgd_layout_stride(const wgd_layout *l);

/* Of the shape: see wgd_tuple_rank, wgd_tuple_depth, wgd_tuple_mode. */
int wgd_layout_rank(const wgd_layout *l);
int wgd_layout_depth(const wgd_layout *l);
wgd_status wgd_layout_mode(const wgd_layout *l, int i, wgd_layout *out);
/* Appends m as a further top-level mode; start from wgd_layout_empty() or wgd_layout_clear().
 * Errors as of wgd_tuple_append. Size and offsets of the whole are not checked until an operation
 * reads it.
 */
wgd_layout wgd_layout_empty(void);
void wgd_layout_clear(wgd_layout *out);
wgd_status wgd_layout_append(wgd_layout *list, const wgd_layout *m);
/* Appends the i-th top-level mode of l; list is not l. ERR_DOMAIN outside 0 <= i < rank. */
wgd_status wgd_layout_append_mode(wgd_layout *list, const wgd_layout *l, int i);
/* Product of the shape of the i-th top-level mode; ERR_DOMAIN outside 0 <= i < rank. */
wgd_status wgd_layout_mode_size(const wgd_layout *l, int i, int64_t *out);
/* Product of the shape; ERR_OVERFLOW. */
wgd_status wgd_layout_size(const wgd_layout *l, int64_t *out);
/* One more than the greatest offset (strides by absolute value, as CuTe); ERR_OVERFLOW. */
wgd_status wgd_layout_cosize(const wgd_layout *l, int64_t *out);
/* The same structure, shapes and strides (not: the same function). */
bool wgd_layout_equal(const wgd_layout *a, const wgd_layout *b);
/* The offset of linear index i (colexicographic); i beyond the size extends the last mode. Nothing
 * is checked: wgd_layout_crd2idx with an integer does the same and refuses what does not fit. */
int64_t wgd_layout_at(const wgd_layout *l, int64_t i);
/* The offset of a coordinate: congruent to shape, or coarser (an integer stands for a sub-tuple).
 * Coordinates outside the shape are taken as they are, as in CuTe. ERR_NOT_CONGRUENT, ERR_OVERFLOW.
 */
wgd_status wgd_layout_crd2idx(const wgd_layout *l, const wgd_tuple *crd, int64_t *out,
                              wgd_diag *diag);
/* The coordinate, congruent to `shape`, of a linear index; ERR_DOMAIN outside 0 <= idx < size. */
wgd_status wgd_idx2crd(int64_t idx, const wgd_tuple *shape, wgd_tuple *out, wgd_diag *diag);
/* The same with an index that is itself a tuple: each of its integers is split over the sub-tuple
 * of the shape that it stands for. */
wgd_status wgd_idx2crd_by(const wgd_tuple *idx, const wgd_tuple *shape, wgd_tuple *out,
                          wgd_diag *diag);
/* The offset of (i, j), each a linear index into one of the two top-level modes (rank 2 needed).
 * The caller has checked i and j. */
int64_t wgd_layout_at2(const wgd_layout *l, int64_t i, int64_t j);

/* ---- algebra: each follows the CuTe function of the same name ------------------------------- */

/* What CuTe's static assertions refuse is refused here: ERR_DIVISIBILITY for its divisibility
 * conditions, ERR_DOMAIN for operands that the operation is not defined for (a layout that is not
 * injective, more modes in a tiler than in the layout, ...), ERR_NOT_CONGRUENT for structures that
 * do not fit. ERR_OVERFLOW and ERR_LIMIT when the result cannot be held. diag->field names the
 * operand: layout, tiler, shape, order, profile, cotarget, stride, n, old_bits, ... */

/* What a divide, product or composition is given as its second operand: a layout, an integer (n
 * stands for n:1), "keep this mode as it is", or a list of tilers, one for each mode. Preorder like
 * wgd_tuple: node[i] is the number of items of a list, or one of the three marks; modes holds the
 * n_modes layouts of the WGD_TILE_LAYOUT and WGD_TILE_SIZE nodes, one behind another in preorder
 * with no list around them: together they have WGD_MAX_LEAVES integers at most, as what they are for
 * has. Build one with the functions below or with wgd_parse_tiler. */
enum { WGD_MAX_TILER = 16, WGD_MAX_TILER_NODES = 32 };
enum { WGD_TILE_LAYOUT = 0xff, WGD_TILE_SIZE = 0xfe, WGD_TILE_KEEP = 0xfd };
typedef struct wgd_tiler {
    uint8_t n_nodes, n_modes;
    uint8_t node[WGD_MAX_TILER_NODES];
    wgd_layout modes;
} wgd_tiler;

/* One layout, one integer, one "keep", an empty list. */
void wgd_tiler_layout(wgd_tiler *t, const wgd_layout *l);
void wgd_tiler_size(wgd_tiler *t, int64_t n);
void wgd_tiler_keep(wgd_tiler *t);
void wgd_tiler_list(wgd_tiler *t);
/* Appends to a list: any tiler, or a layout. ERR_LIMIT when it does not fit. */
wgd_status wgd_tiler_append(wgd_tiler *list, const wgd_tiler *item);
wgd_status wgd_tiler_append_layout(wgd_tiler *list, const wgd_layout *l);
/* One integer for each leaf of a shape, as CuTe reads a Shape given as a tiler. */
wgd_status wgd_tiler_shape(wgd_tiler *t, const wgd_tuple *shape);

/* The same function with another structure: no nesting; as few modes as can be; the same for each
 * integer of a profile. */
wgd_status wgd_flatten(const wgd_layout *l, wgd_layout *out, wgd_diag *diag);
wgd_status wgd_coalesce(const wgd_layout *l, wgd_layout *out, wgd_diag *diag);
wgd_status wgd_coalesce_by(const wgd_layout *l, const wgd_tuple *profile, wgd_layout *out,
                           wgd_diag *diag);
/* a after b: result(i) = a(b(i)), with b's structure. By a tiler: mode by mode; modes of a that it
 * does not reach are dropped. */
wgd_status wgd_composition(const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                           wgd_diag *diag);
wgd_status wgd_composition_by(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                              wgd_diag *diag);
/* What fills the gaps of l up to the cotarget (>= 1); l has no negative strides. */
wgd_status wgd_complement(const wgd_layout *l, int64_t cotarget, wgd_layout *out, wgd_diag *diag);
/* The same with a shape as the cotarget: it is divided mode by mode, so that (3,5) is not 15. */
wgd_status wgd_complement_shape(const wgd_layout *l, const wgd_tuple *cotarget, wgd_layout *out,
                                wgd_diag *diag);
/* The largest R with l(R(i)) = i; an L with L(l(i)) = i where l is injective. */
wgd_status wgd_right_inverse(const wgd_layout *l, wgd_layout *out, wgd_diag *diag);
wgd_status wgd_left_inverse(const wgd_layout *l, wgd_layout *out, wgd_diag *diag);
/* Each tiled mode as (tile, rest); the forms gather these as ((tiles),(rests)), ((tiles),rest,...)
 * and (tile,...,rest,...). A mode that is kept stays whole in a logical divide or product; in the
 * gathered forms it must itself be a pair. */
wgd_status wgd_logical_divide(const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                              wgd_diag *diag);
wgd_status wgd_logical_divide_by(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                                 wgd_diag *diag);
wgd_status wgd_zipped_divide(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                             wgd_diag *diag);
wgd_status wgd_tiled_divide(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                            wgd_diag *diag);
wgd_status wgd_flat_divide(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                           wgd_diag *diag);
/* The same with (block, how the block repeats). */
wgd_status wgd_logical_product(const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                               wgd_diag *diag);
wgd_status wgd_logical_product_by(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                                  wgd_diag *diag);
wgd_status wgd_zipped_product(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                              wgd_diag *diag);
wgd_status wgd_tiled_product(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                             wgd_diag *diag);
wgd_status wgd_flat_product(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                            wgd_diag *diag);
/* The block repeated along its own modes: as a whole, or with its elements interleaved. */
wgd_status wgd_blocked_product(const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                               wgd_diag *diag);
wgd_status wgd_raked_product(const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                             wgd_diag *diag);
/* The block repeated until it has the shape, mode by mode in the order of the keys: congruent to
 * the top level of shape, or NULL for 1,2,... */
wgd_status wgd_tile_to_shape(const wgd_layout *block, const wgd_tuple *shape,
                             const wgd_tuple *order, wgd_layout *out, wgd_diag *diag);
/* n >= 1 elements counted as one; one counted as n (which needs a mode of stride 1). */
wgd_status wgd_upcast(const wgd_layout *l, int64_t n, wgd_layout *out, wgd_diag *diag);
wgd_status wgd_downcast(const wgd_layout *l, int64_t n, wgd_layout *out, wgd_diag *diag);
/* upcast or downcast from old_bits to new_bits wide elements. */
wgd_status wgd_recast(const wgd_layout *l, int64_t old_bits, int64_t new_bits, wgd_layout *out,
                      wgd_diag *diag);
/* Modes [begin, end) become one mode. */
wgd_status wgd_group_modes(const wgd_layout *l, int begin, int end, wgd_layout *out,
                           wgd_diag *diag);

/* ---- swizzles and composed layouts ---------------------------------------------------------- */

/* Swizzle<B,M,S>: XOR the B bits at M+S into the B bits at M (S < 0: the other way round).
 * 0 <= B, 0 <= M, B <= |S|, M + B + |S| <= 62. B = 0 is the identity. */
typedef struct wgd_swizzle {
    int8_t b, m, s;
} wgd_swizzle;

wgd_status wgd_swizzle_check(wgd_swizzle sw, wgd_diag *diag);
/* x with the swizzle applied. The caller has checked sw. An involution on non-negative x. */
WGD_HD static inline int64_t wgd_swizzle_apply(wgd_swizzle sw, int64_t x)
{
    const uint64_t u = (uint64_t)x, bits = ((UINT64_C(1) << sw.b) - 1) << sw.m;
    return (int64_t)(sw.s >= 0 ? u ^ ((u >> sw.s) & bits) : u ^ ((u & bits) << -sw.s));
}

/* What stands before the layout: nothing, "Sw o offset o", or "Sw o smem_ptr[Nb] o". In the last
 * form the swizzle acts on byte addresses, in the second on the layout's own offsets. */
typedef enum wgd_compose_kind { WGD_PLAIN, WGD_SWIZZLED, WGD_SMEM_PTR } wgd_compose_kind;

typedef struct wgd_composed {
    wgd_compose_kind kind;
    wgd_swizzle sw;    /* WGD_SWIZZLED, WGD_SMEM_PTR */
    int64_t offset;    /* WGD_SWIZZLED: added before the swizzle; else 0 */
    int32_t elem_bits; /* WGD_SMEM_PTR: the N of smem_ptr[Nb]; else 0 */
    wgd_layout layout;
} wgd_composed;

wgd_composed wgd_composed_plain(const wgd_layout *l);
/* The value at linear index i, in elements: the swizzle applied to offset + layout(i). With
 * WGD_SMEM_PTR the swizzle is first recast to elements (Sw<3,4,3> of 16-bit ones is Sw<3,3,3>);
 * ERR_DOMAIN when the recast does not exist. */
wgd_status wgd_composed_at(const wgd_composed *c, int64_t i, int64_t *out, wgd_diag *diag);
/* The same at a coordinate. */
wgd_status wgd_composed_crd2idx(const wgd_composed *c, const wgd_tuple *crd, int64_t *out,
                                wgd_diag *diag);
/* Recast of a composed layout: swizzle, tag, offset and layout together. For WGD_SMEM_PTR old_bits
 * must equal elem_bits. A swizzle whose B becomes 0 stays printed (Sw<0,4,3>) with smem_ptr and is
 * dropped with an offset of 0, as CuTe does. */
wgd_status wgd_recast_composed(const wgd_composed *c, int64_t old_bits, int64_t new_bits,
                               wgd_composed *out, wgd_diag *diag);
/* The element-typed form: Sw<3,4,3> o smem_ptr[16b] o L  becomes  Sw<3,3,3> o 0 o L
 * (as_position_independent_swizzle_layout). */
wgd_status wgd_position_independent(const wgd_composed *c, wgd_composed *out, wgd_diag *diag);

/* a o Sw as Sw' o a, where some Sw' does it; ERR_DOMAIN where none does. */
wgd_status wgd_compose_swizzle(const wgd_layout *a, wgd_swizzle sw, wgd_composed *out,
                               wgd_diag *diag);
/* The inverses of a layout behind a swizzle with offset 0: the swizzle moves to the other side.
 * ERR_DOMAIN with an offset or smem_ptr. */
wgd_status wgd_right_inverse_composed(const wgd_composed *c, wgd_composed *out, wgd_diag *diag);
wgd_status wgd_left_inverse_composed(const wgd_composed *c, wgd_composed *out, wgd_diag *diag);

/* ---- text ----------------------------------------------------------------------------------- */

/* WGD_FMT_PLAIN prints (8,64):(64,1) and smem_ptr[16b]; WGD_FMT_CUTE prints what CuTe prints for
 * static integers: (_8,_64):(_64,_1) and smem_ptr[16b](unset). */
typedef enum wgd_format { WGD_FMT_PLAIN, WGD_FMT_CUTE } wgd_format;

void wgd_put_tuple(wgd_text *t, const wgd_tuple *v, wgd_format f);
void wgd_put_layout(wgd_text *t, const wgd_layout *l, wgd_format f);
void wgd_put_composed(wgd_text *t, const wgd_composed *c, wgd_format f);
/* snprintf-style: return the length the whole text needs. */
size_t wgd_tuple_snprintf(char *buf, size_t cap, const wgd_tuple *t, wgd_format f);
size_t wgd_layout_snprintf(char *buf, size_t cap, const wgd_layout *l, wgd_format f);
size_t wgd_composed_snprintf(char *buf, size_t cap, const wgd_composed *c, wgd_format f);

/* Parsers read what CuTe prints: optional '_' before integers, spaces, Sw<B,M,S> or S<B,M,S>,
 * smem_ptr[16b](unset), smem_ptr16b, and the joins " o " and "_". The whole of text[0..len) must be
 * used. A layout without ":stride" is the compact column-major one. On failure diag->pos points at
 * the character at fault. */
wgd_status wgd_parse_tuple(const char *text, size_t len, wgd_tuple *out, wgd_diag *diag);
wgd_status wgd_parse_layout(const char *text, size_t len, wgd_layout *out, wgd_diag *diag);
wgd_status wgd_parse_composed(const char *text, size_t len, wgd_composed *out, wgd_diag *diag);
wgd_status wgd_parse_swizzle(const char *text, size_t len, wgd_swizzle *out, wgd_diag *diag);
/* A layout; '_' (keep); a list [3:1;_;4:1] or <3:1,_,4:1>, nested or not; or, without a colon, a
 * shape or an integer: (3,4) is <3:1,4:1>. */
wgd_status wgd_parse_tiler(const char *text, size_t len, wgd_tiler *out, wgd_diag *diag);

WGD_API_END

#endif
