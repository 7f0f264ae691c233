/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of layout/ and by nothing else; not installed.
 *
 * Three ideas keep the algebra fast without a heap: only the used entries of a tuple are ever
 * copied; a mode is looked at in place through a view; and what has no structure to keep (the
 * coalesced operand of a composition, a complement, an inverse) is a flat run of modes.
 */
#ifndef WGD_LAYOUT_INTERNAL_H
#define WGD_LAYOUT_INTERNAL_H

#include "base/ceil_div.h"
#include "wgd_layout.h"

static inline int64_t lay_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* log2 of a power of two, else -1. */
static inline int lay_log2_exact(int64_t n)
{
    return (n & (n - 1)) == 0 ? __builtin_ctzll((unsigned long long)n) : -1;
}

static inline bool lay_mul(int64_t a, int64_t b, int64_t *out)
{
    return !__builtin_mul_overflow(a, b, out);
}

/* Stands in loops that copy a handful of entries: without it gcc makes them calls of memcpy or
 * "rep movs", whose start costs more than the copy, and forces results through the stack. */
#if defined(__GNUC__)
#define LAY_SHORT_LOOP __asm__ volatile("" ::: "memory")
#else
#define LAY_SHORT_LOOP ((void)0)
#endif

static inline void lay_copy_nodes(uint8_t *to, const uint8_t *from, int n)
{
    for (int i = 0; i < n; i++) {
        to[i] = from[i];
        LAY_SHORT_LOOP;
    }
}

static inline void lay_copy_leaves(int64_t *to, const int64_t *from, int n)
{
    for (int i = 0; i < n; i++) {
        to[i] = from[i];
        LAY_SHORT_LOOP;
    }
}

/* ---- views ---------------------------------------------------------------------------------- */

/* A place in a tuple: the next node and the next leaf. */
typedef struct lay_pos {
    int node, leaf;
} lay_pos;

/* The place behind the subtree that begins at p. */
static inline lay_pos lay_skip(const wgd_tuple *t, lay_pos p)
{
    int pending = 1;
    while (pending > 0) {
        const int n = t->node[p.node++];
        if (n == WGD_LEAF) {
            p.leaf++;
            pending--;
        } else {
            pending += n - 1;
        }
    }
    return p;
}

/* A subtree of a layout. */
typedef struct lay_view {
    const wgd_layout *l;
    lay_pos from, to;
} lay_view;

static inline lay_view lay_whole(const wgd_layout *l)
{
    const lay_view v = {l, {0, 0}, {l->shape.n_nodes, l->shape.n_leaves}};
    return v;
}

static inline bool lay_view_is_leaf(const lay_view *v)
{
    return v->l->shape.node[v->from.node] == WGD_LEAF;
}

static inline int lay_view_rank(const lay_view *v)
{
    const int n = v->l->shape.node[v->from.node];
    return n == WGD_LEAF ? 1 : n;
}

static inline int lay_view_leaves(const lay_view *v)
{
    return v->to.leaf - v->from.leaf;
}

/* Where the first mode of a view begins: an integer is its own only mode. */
static inline lay_pos lay_first(const lay_view *v)
{
    lay_pos p = v->from;
    p.node += lay_view_is_leaf(v) ? 0 : 1;
    return p;
}

/* The mode of v that begins at *p; moves *p behind it. */
static inline lay_view lay_next(const lay_view *v, lay_pos *p)
{
    lay_view mode = {v->l, *p, lay_skip(&v->l->shape, *p)};
    *p = mode.to;
    return mode;
}

/* ---- building ------------------------------------------------------------------------------- */

/* Layouts are built in preorder: lay_open(children), then the children. */
static inline void lay_clear(wgd_layout *o)
{
    o->shape.n_nodes = 0;
    o->shape.n_leaves = 0;
}

wgd_status lay_fail_limit(wgd_diag *diag);

static inline wgd_status lay_open(wgd_layout *o, int children, wgd_diag *diag)
{
    if (o->shape.n_nodes >= WGD_MAX_NODES) {
        return lay_fail_limit(diag);
    }
    o->shape.node[o->shape.n_nodes++] = (uint8_t)children;
    return WGD_OK;
}

static inline wgd_status lay_leaf(wgd_layout *o, int64_t shape, int64_t stride, wgd_diag *diag)
{
    const int n = o->shape.n_leaves;
    if (o->shape.n_nodes >= WGD_MAX_NODES || n >= WGD_MAX_LEAVES) {
        return lay_fail_limit(diag);
    }
    o->shape.node[o->shape.n_nodes++] = WGD_LEAF;
    o->shape.leaf[n] = shape;
    o->stride[n] = stride;
    o->shape.n_leaves = (uint8_t)(n + 1);
    return WGD_OK;
}

/* Copies a subtree to the end of o, which is not the view's own layout. */
static inline wgd_status lay_put(wgd_layout *o, const lay_view *v, wgd_diag *diag)
{
    const int nodes = v->to.node - v->from.node, leaves = lay_view_leaves(v);
    const int node0 = o->shape.n_nodes, leaf0 = o->shape.n_leaves;
    if (node0 + nodes > WGD_MAX_NODES || leaf0 + leaves > WGD_MAX_LEAVES) {
        return lay_fail_limit(diag);
    }
    lay_copy_nodes(o->shape.node + node0, v->l->shape.node + v->from.node, nodes);
    lay_copy_leaves(o->shape.leaf + leaf0, v->l->shape.leaf + v->from.leaf, leaves);
    lay_copy_leaves(o->stride + leaf0, v->l->stride + v->from.leaf, leaves);
    o->shape.n_nodes = (uint8_t)(node0 + nodes);
    o->shape.n_leaves = (uint8_t)(leaf0 + leaves);
    return WGD_OK;
}

/* Copies the used entries. */
static inline void lay_copy(wgd_layout *o, const wgd_layout *l)
{
    if (o != l) {
        const lay_view v = lay_whole(l);
        lay_clear(o);
        (void)lay_put(o, &v, NULL);
    }
}

/* Where a result may be built: in *out, unless that is an operand (which is read while building).
 */
static inline wgd_layout *lay_begin(wgd_layout *out, const wgd_layout *a, const wgd_layout *b,
                                    wgd_layout *local)
{
    wgd_layout *r = out == a || out == b ? local : out;
    lay_clear(r);
    return r;
}

/* Checks a result (shapes >= 1, size, offsets and depth within the limits), then copies it out. */
wgd_status lay_finish(const wgd_layout *result, wgd_layout *out, wgd_diag *diag);
wgd_status lay_check(const wgd_layout *l, wgd_diag *diag);

/* Nested deeper than `limit`? A tuple's depth is at most the number of its lists, which is cheap.
 */
static inline bool lay_deeper_than(const wgd_tuple *t, int limit)
{
    return t->n_nodes - t->n_leaves > limit && wgd_tuple_depth(t) > limit;
}

/* The leaves [from, to) of a shape that one integer of a coarser tuple stands for. */
typedef struct lay_run_of {
    int from, to;
} lay_run_of;
/* Walks a shape and a tuple that has the shape's structure down to some level together; run[i]
 * belongs to the tuple's i-th integer. False where they do not fit. */
bool lay_runs(const wgd_tuple *shape, const wgd_tuple *coarse, lay_run_of *run);

/* Adds a child's nodes and leaves to the end of a tuple (no new list). */
wgd_status lay_tuple_put(wgd_tuple *o, const wgd_tuple *src, lay_pos from, lay_pos to);
static inline lay_pos lay_tuple_end(const wgd_tuple *t)
{
    const lay_pos p = {t->n_nodes, t->n_leaves};
    return p;
}
static inline void lay_tuple_copy(wgd_tuple *o, const wgd_tuple *t)
{
    const int nodes = t->n_nodes, leaves = t->n_leaves;
    o->n_nodes = (uint8_t)nodes;
    o->n_leaves = (uint8_t)leaves;
    lay_copy_nodes(o->node, t->node, nodes);
    lay_copy_leaves(o->leaf, t->leaf, leaves);
}
/* The same as lay_first for a tuple. */
static inline lay_pos lay_tuple_first(const wgd_tuple *t)
{
    const lay_pos p = {wgd_tuple_is_leaf(t) ? 0 : 1, 0};
    return p;
}
/* The sum of (shape - 1) * |stride|: no offset of the view lies further from 0; the cosize is one
 * more. False on overflow. */
bool lay_reach(const lay_view *v, int64_t *out);
/* Product of the leaves [from, to); false on overflow. */
bool lay_product(const int64_t *v, int from, int to, int64_t *out);

/* wgd_fail with a tuple or a layout as what was got. */
wgd_status lay_fail_tuple(wgd_diag *diag, wgd_status s, const char *field, const char *what,
                          const wgd_tuple *got, const char *want, const char *hint);
wgd_status lay_fail_layout(wgd_diag *diag, wgd_status s, const char *field, const char *what,
                           const wgd_layout *got, const char *want, const char *hint);

/* ---- what stands in front of a layout ------------------------------------------------------- */

/* Fills all but the layout: nothing in front. */
void lay_plain(wgd_composed *out);
/* A swizzle of no bits over an offset of 0 is no swizzle; CuTe drops it too. */
void lay_simplify(wgd_composed *c);
void lay_copy_composed(wgd_composed *out, const wgd_composed *c);
void lay_put_swizzle(wgd_text *t, wgd_swizzle sw);
/* new_bits : old_bits in lowest terms, up : down. */
wgd_status lay_recast_ratio(int64_t old_bits, int64_t new_bits, int64_t *up, int64_t *down,
                            wgd_diag *diag);
wgd_status lay_recast_swizzle(wgd_swizzle sw, int64_t old_bits, int64_t new_bits, wgd_swizzle *out,
                              wgd_diag *diag);

/* ---- flat runs of modes --------------------------------------------------------------------- */

/* Never empty: what has no modes left is 1:0. One entry more than a layout's leaves, because a
 * complement adds the rest. */
enum { LAY_FLAT_MAX = 2 * WGD_MAX_LEAVES + 2 };
typedef struct lay_flat {
    int n;
    int64_t s[LAY_FLAT_MAX], d[LAY_FLAT_MAX];
} lay_flat;

/* Adds a mode and merges it with the last one where the two are one run. f->n may be 0. */
static inline void lay_flat_push(lay_flat *f, int64_t s, int64_t d)
{
    int64_t end;
    if (s == 1) {
        return;
    }
    if (f->n > 0 && lay_mul(f->s[f->n - 1], f->d[f->n - 1], &end) && end == d &&
        lay_mul(f->s[f->n - 1], s, &end)) {
        f->s[f->n - 1] = end;
        return;
    }
    f->s[f->n] = s;
    f->d[f->n] = d;
    f->n++;
}

static inline void lay_flat_close(lay_flat *f)
{
    if (f->n == 0) {
        f->n = 1;
        f->s[0] = 1;
        f->d[0] = 0;
    }
}

/* Coalesces a view. Refuses shapes below 1 and strides of -2^63, which no parser lets through but
 * a caller's own struct may hold: everything behind it divides by shapes and negates strides. */
wgd_status lay_coalesce(const lay_view *v, lay_flat *out, wgd_diag *diag);
/* The same function beyond the size too: a last mode of size 1 still says how the layout goes on
 * (CuTe's coalesce_x), which is what the left operand of a composition needs. */
wgd_status lay_coalesce_extended(const lay_view *v, lay_flat *out, wgd_diag *diag);
/* An integer, or a list of the modes. Those are never more than what they were made of, so that there is
 * room. */
void lay_put_flat(wgd_layout *o, const lay_flat *f);
/* order[0..n) = the modes by ascending stride; equal strides keep their order. */
void lay_order_by_stride(const lay_flat *f, int *order);

/* ---- pieces of the algebra ------------------------------------------------------------------ */

/* Appends a(b) to o; a is coalesced (extended). */
wgd_status lay_compose(const lay_flat *a, const lay_view *b, wgd_layout *o, wgd_diag *diag);
wgd_status lay_compose_flat(const lay_flat *a, const lay_flat *b, wgd_layout *o, wgd_diag *diag);
/* Complement of a view up to a cotarget given as a list of extents. */
wgd_status lay_complement(const lay_view *v, const int64_t *cotarget, int n, lay_flat *out,
                          wgd_diag *diag);

/* What is done at the layouts of a tiler. */
typedef struct lay_by {
    wgd_status (*leaf)(const lay_view *a, const lay_view *b, wgd_layout *o, wgd_diag *diag);
    int64_t stride_of_one; /* the integer tiler 1 is 1:0 or 1:1 */
    bool drop_rest;        /* composition drops the modes that the tiler does not reach */
} lay_by;
/* How the two halves of every tiled mode are gathered: not, ((t..),(r..)), ((t..),r..), (t..,r..).
 */
typedef enum lay_gather { LAY_BY_MODE, LAY_ZIPPED, LAY_TILED, LAY_FLAT } lay_gather;
/* by->leaf(a, b), finished. */
wgd_status lay_run(const lay_by *by, const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                   wgd_diag *diag);
/* by->leaf at each layout of the tiler, gathered and finished. */
wgd_status lay_run_tiler(const lay_by *by, const wgd_layout *a, const wgd_tiler *t, lay_gather how,
                         wgd_layout *out, wgd_diag *diag);

#endif
