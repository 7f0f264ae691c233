/* SPDX-License-Identifier: MIT
 *
 * Triton's layouts: the attributes of its IR (#ttg.blocked<{...}>, #ttg.nvmma_shared<{...}>, ...),
 * the types that carry them, and the linear layout that each one is for a shape. Every layout of
 * Triton maps the bits of some hardware indices (register, lane, warp, block; offset, block; row,
 * col) to an element of the tensor; images combine by XOR, coordinate by coordinate.
 *
 *     wgd_triton_type t;
 *     wgd_triton_layout l;
 *     wgd_triton_parse("tensor<128x64xf16, #ttg.blocked<{...}>>", len, &t, &diag)
 *     wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &diag)
 *     wgd_triton_to_composed(&l, &composed, &diag)     as CuTe would write it
 *
 * The rules are those of Triton 3.x, checked against what it answers (tests/golden/triton).
 */
#ifndef WGD_TRITON_H
#define WGD_TRITON_H

#include "wgd_linear.h"

WGD_API_BEGIN

enum { WGD_TRITON_RANK = 5, WGD_TRITON_BASES = 32, WGD_TRITON_INS = 4, WGD_TRITON_WRAPS = 4 };

/* ---- attributes ----------------------------------------------------------------------------- */

/* The one table of attributes: symbol, name. The last two stand around another one
 * (wgd_triton_wrap); the kind of a wgd_triton_attr is one of the others. */
#define WGD_TRITON_KINDS(X)                                                                        \
    X(BLOCKED, "ttg.blocked")                                                                      \
    X(NVIDIA_MMA, "ttg.nvidia_mma")                                                                \
    X(LINEAR, "ttg.linear")                                                                        \
    X(SWIZZLED_SHARED, "ttg.swizzled_shared")                                                      \
    X(NVMMA_SHARED, "ttg.nvmma_shared")                                                            \
    X(SHARED_LINEAR, "ttg.shared_linear")                                                          \
    X(TMEM, "ttng.tensor_memory_encoding")                                                         \
    X(TMEM_SCALES, "ttng.tensor_memory_scales_encoding")                                           \
    X(DOT_OP, "ttg.dot_op")                                                                        \
    X(SLICE, "ttg.slice")

typedef enum wgd_triton_kind {
#define WGD_X(sym, name) WGD_TRITON_##sym,
    WGD_TRITON_KINDS(WGD_X)
#undef WGD_X
} wgd_triton_kind;
enum { WGD_TRITON_KIND_COUNT = 10 };
/* "ttg.blocked" */
const char *wgd_triton_kind_name(wgd_triton_kind k);

/* The one table of their fields: symbol, name, what a value is. */
#define WGD_TRITON_FIELDS(X)                                                                       \
    X(SIZE_PER_THREAD, "sizePerThread", LIST)                                                      \
    X(THREADS_PER_WARP, "threadsPerWarp", LIST)                                                    \
    X(WARPS_PER_CTA, "warpsPerCTA", LIST)                                                          \
    X(ORDER, "order", LIST)                                                                        \
    X(VERSION_MAJOR, "versionMajor", INT)                                                          \
    X(VERSION_MINOR, "versionMinor", INT)                                                          \
    X(INSTR_SHAPE, "instrShape", LIST)                                                             \
    X(VEC, "vec", INT)                                                                             \
    X(PER_PHASE, "perPhase", INT)                                                                  \
    X(MAX_PHASE, "maxPhase", INT)                                                                  \
    X(SWIZZLING_BYTE_WIDTH, "swizzlingByteWidth", INT)                                             \
    X(TRANSPOSED, "transposed", BOOL)                                                              \
    X(ELEMENT_BIT_WIDTH, "elementBitWidth", INT)                                                   \
    X(FP4_PADDED, "fp4Padded", BOOL)                                                               \
    X(OF_RANK, "rank", INT)                                                                        \
    X(BLOCK_M, "blockM", INT)                                                                      \
    X(BLOCK_N, "blockN", INT)                                                                      \
    X(COL_STRIDE, "colStride", INT)                                                                \
    X(UNPACKED, "unpacked", BOOL)                                                                  \
    X(CTA_SPLIT_M, "CTASplitM", INT)                                                               \
    X(CTA_SPLIT_N, "CTASplitN", INT)                                                               \
    X(TWO_CTAS, "twoCTAs", BOOL)                                                                   \
    X(CTAS_PER_CGA, "CTAsPerCGA", LIST)                                                            \
    X(CTA_SPLIT_NUM, "CTASplitNum", LIST)                                                          \
    X(CTA_ORDER, "CTAOrder", LIST)                                                                 \
    X(CGA_LAYOUT, "CGALayout", BASES)                                                              \
    X(ALIGNMENT, "alignment", INT)                                                                 \
    X(REGISTER, "register", BASES)                                                                 \
    X(LANE, "lane", BASES)                                                                         \
    X(WARP, "warp", BASES)                                                                         \
    X(OFFSET, "offset", BASES)                                                                     \
    X(BLOCK, "block", BASES)                                                                       \
    X(OP_IDX, "opIdx", INT)                                                                        \
    X(DIM, "dim", INT)                                                                             \
    X(PARENT, "parent", ATTR)                                                                      \
    X(K_WIDTH, "kWidth", INT)

typedef enum wgd_triton_field {
#define WGD_X(sym, name, value) WGD_TRITON_F_##sym,
    WGD_TRITON_FIELDS(WGD_X)
#undef WGD_X
} wgd_triton_field;
enum { WGD_TRITON_FIELD_COUNT = 36 };

/* A number (n = 1) or a list; n = 0 where the attribute has no such field. Of bases and attributes
 * n alone counts: they stand elsewhere. */
typedef struct wgd_triton_value {
    int n;
    int32_t v[WGD_TRITON_RANK];
} wgd_triton_value;

/* The coordinates that each bit of one hardware index stands for. */
typedef struct wgd_triton_bases {
    int n;
    int32_t v[WGD_TRITON_BASES][WGD_TRITON_RANK];
} wgd_triton_bases;

/* #ttg.slice<{dim, parent}> or #ttg.dot_op<{opIdx, parent, kWidth}> around the attribute. */
typedef struct wgd_triton_wrap {
    wgd_triton_kind kind;
    int arg;     /* dim or opIdx */
    int k_width; /* of a dot_op; 0 where it says none */
} wgd_triton_wrap;

typedef struct wgd_triton_attr {
    wgd_triton_kind kind;
    int rank; /* of the tensors that kind (without the wraps) is for; 0 where it fits any */
    wgd_triton_value field[WGD_TRITON_FIELD_COUNT];
    wgd_triton_bases in[WGD_TRITON_INS]; /* linear: register, lane, warp, block; shared_linear:
                                            offset, block */
    wgd_triton_bases cga;                /* CGALayout */
    int wraps;
    wgd_triton_wrap wrap[WGD_TRITON_WRAPS]; /* the outermost first */
} wgd_triton_attr;

/* What a text says: an attribute, and the type around it if there is one. */
typedef struct wgd_triton_type {
    wgd_triton_attr attr;
    int rank; /* 0: the text names no shape */
    int64_t shape[WGD_TRITON_RANK];
    int elem_bits;   /* 0: not said */
    char elem[16];   /* the element type's name, "f16"; "" where it is not said, or longer */
    int64_t buffers; /* of a memdesc with a leading dimension more than its attribute: how many such
                        tiles follow one another; else 1 */
} wgd_triton_type;

/* Does the text begin as one of Triton's does: '#', '!', '%' or "tensor<"? */
bool wgd_triton_looks(const char *text, size_t len);
/* Reads an attribute, one with a shape behind it ("#ttg.blocked<{...}> 128x64"), a definition
 * ("#blocked = #ttg.blocked<{...}>"), a type (tensor<128x64xf16, ATTR>, !ttg.memdesc<...>), or
 * lines of an IR dump: the last type with a layout in them counts, and #names are looked up among
 * the definitions in the text. Also takes the names of older versions (#triton_gpu...). diag->pos
 * points at the fault. */
wgd_status wgd_triton_parse(const char *text, size_t len, wgd_triton_type *out, wgd_diag *diag);
/* As Triton prints it. */
void wgd_put_triton_attr(wgd_text *t, const wgd_triton_attr *a);

/* ---- their layouts -------------------------------------------------------------------------- */

typedef enum wgd_triton_space {
    WGD_TRITON_REGISTERS, /* register, lane, warp, block */
    WGD_TRITON_SHARED,    /* offset (in elements), block */
    WGD_TRITON_TENSOR     /* row, col of tensor memory */
} wgd_triton_space;

typedef struct wgd_triton_layout {
    wgd_triton_space space;
    int rank;
    int64_t shape[WGD_TRITON_RANK]; /* powers of two */
    int ins;                        /* 4, 2, 2 by space */
    wgd_triton_bases in[WGD_TRITON_INS];
} wgd_triton_layout;

/* The layout of an attribute for a shape of powers of two, of at most 2^30 elements (ERR_DOMAIN, ERR_LIMIT); rank 0
 * takes the shape of the bases (linear kinds), which is held to the same. */
wgd_status wgd_triton_layout_of(const wgd_triton_attr *a, const int64_t *shape, int rank,
                                wgd_triton_layout *out, wgd_diag *diag);
/* "register", "offset", ... of the i-th index. */
const char *wgd_triton_in_name(wgd_triton_space space, int i);
/* As #ttg.linear<{...}>, or #ttg.shared_linear<{...}, alignment = 16>; tensor memory has no such
 * attribute and is written as the former with its own names. */
void wgd_put_triton_layout(wgd_text *t, const wgd_triton_layout *l);

/* ---- to and from CuTe's world --------------------------------------------------------------- */

/* From the bits of all indices, the first lowest, to the colexicographic index of the element (row
 * + rows * column). ERR_LIMIT beyond 62 bits. */
wgd_status wgd_triton_flat(const wgd_triton_layout *l, wgd_linear *out, wgd_diag *diag);
/* As wgdesc's commands take a layout, with the shape that it has. Of shared memory: (row, column) ->
 * offset in elements. Of registers: (thread, value) -> row + rows * column, threads = lanes, then
 * warps, then blocks. Of tensor memory: (lane, column) -> row + rows * column. ERR_DOMAIN where a
 * shared layout stores an element twice, or in several blocks. */
wgd_status wgd_triton_map(const wgd_triton_layout *l, wgd_linear *out, wgd_tuple *shape,
                          wgd_diag *diag);
/* The same as CuTe writes it; ERR_DOMAIN too where no single swizzle does it. */
wgd_status wgd_triton_to_composed(const wgd_triton_layout *l, wgd_composed *out, wgd_diag *diag);
/* The way back: a layout (row, column) -> offset as the shared layout of its shape; and a layout
 * (thread, value) -> index, warps of 32, as that of registers of a tensor of this shape. */
wgd_status wgd_triton_of_shared(const wgd_composed *c, wgd_triton_layout *out, wgd_diag *diag);
wgd_status wgd_triton_of_threads(const wgd_composed *c, const int64_t *shape, int rank,
                                 wgd_triton_layout *out, wgd_diag *diag);

WGD_API_END

#endif
