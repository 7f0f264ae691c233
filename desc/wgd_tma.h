/* SPDX-License-Identifier: MIT
 *
 * The copy engine (TMA): the parameters of cuTensorMapEncodeTiled that bring a tile from global
 * memory, the boxes it takes, and where each element lands in shared memory.
 *
 * Limits are those of the CUDA driver API, cuTensorMapEncodeTiled, with no interleave. A copy
 * writes its box dense, dimension 0 fastest, and swizzles the 16-byte chunks by the absolute
 * shared-memory address, as wgmma reads them. wgd_tma_prove compares the two for every element.
 *
 * "Contiguous" is the direction that is contiguous in memory (K for K-major, MN for MN-major), a
 * "line" is one run of it, and a "panel" is as much of a line as one swizzle row holds. The tensor
 * in global memory has the tile's major: the copy engine does not transpose.
 */
#ifndef WGD_TMA_H
#define WGD_TMA_H

#include "wgd_tile.h"

WGD_API_BEGIN

enum {
    WGD_TMA_RANK_MAX = 5,
    WGD_TMA_BOX_MAX = 256, /* elements of a box along one dimension */
    WGD_TMA_ELEMENT_STRIDE_MAX = 8,
    WGD_TMA_ALIGNMENT = 16,      /* of the global address, the strides and the box's lines */
    WGD_TMA_SMEM_ALIGNMENT = 128 /* of a box in shared memory */
};
#define WGD_TMA_DIM_MAX    (UINT64_C(1) << 32) /* elements of the tensor, inclusive */
#define WGD_TMA_STRIDE_MAX (UINT64_C(1) << 40) /* bytes, exclusive */

/* The data types that operands are copied as: symbol, CUtensorMapDataType value, bytes. */
#define WGD_TMA_TYPES(X)                                                                           \
    X(UINT8, 0, 1)                                                                                 \
    X(FLOAT16, 6, 2)                                                                               \
    X(BFLOAT16, 9, 2)                                                                              \
    X(FLOAT32, 7, 4)                                                                               \
    X(TFLOAT32, 11, 4)

typedef enum wgd_tma_type {
#define WGD_X(sym, val, bytes) WGD_TMA_##sym = val,
    WGD_TMA_TYPES(WGD_X)
#undef WGD_X
} wgd_tma_type;

/* "CU_TENSOR_MAP_DATA_TYPE_BFLOAT16"; NULL for no type of the table. */
const char *wgd_tma_type_name(wgd_tma_type t);
/* Bytes of one element; 0 for no type of the table. */
int wgd_tma_type_bytes(wgd_tma_type t);
/* The type an operand is copied as. 8-bit floats, integers and bits travel as bytes; TFLOAT32 is a
 * 32-bit copy (FLOAT32 moves the same bytes to the same places). */
wgd_tma_type wgd_tma_type_of(wgd_dtype t);
/* CUtensorMapSwizzle of a mode: none 0, 32B 1, 64B 2, 128B 3. Not the descriptor's numbers. */
int wgd_tma_swizzle_value(wgd_swizzle_mode m);
/* "CU_TENSOR_MAP_SWIZZLE_128B" */
const char *wgd_tma_swizzle_name(wgd_swizzle_mode m);

/* The arguments of one cuTensorMapEncodeTiled call; interleave is always NONE and out-of-bounds
 * elements are filled with zeros. Dimension 0 is the contiguous one. */
typedef struct wgd_tma_params {
    wgd_tma_type type;
    int rank;                                  /* 1..5 */
    uint64_t address;                          /* bytes; 0 when it is not known yet */
    uint64_t dim[WGD_TMA_RANK_MAX];            /* elements */
    uint64_t stride[WGD_TMA_RANK_MAX - 1];     /* bytes, of dimensions 1.. */
    uint32_t box[WGD_TMA_RANK_MAX];            /* elements */
    uint32_t element_stride[WGD_TMA_RANK_MAX]; /* 1..8 */
    wgd_swizzle_mode swizzle;
} wgd_tma_params;

/* Every limit of the call, each refused with the parameter's name as field: type, rank, address,
 * dim, stride, box, element_stride, swizzle. */
wgd_status wgd_tma_check(const wgd_tma_params *p, wgd_diag *diag);

/* What is asked. */
typedef struct wgd_tma_query {
    wgd_tile_query tile;         /* the tile in shared memory */
    int64_t global_mn, global_k; /* the tensor, in elements; 0 = the tile's */
    int64_t ld;                  /* elements between the starts of two lines; 0 = dense lines */
    uint64_t address;            /* byte address of the tensor in global memory, 0 = unknown */
    int64_t box_lines;           /* at most so many lines in a box, for multicast; 0 = most */
    bool one_box;                /* views the tensor with more dimensions so that one box is enough:
                                  * global extents must then be whole panels */
} wgd_tma_query;

wgd_tma_query wgd_tma_query_default(void);

/* What is answered. A view cuts the contiguous index c and the line index l into dimensions:
 *   rank 2   {c, l}
 *   rank 3   {c % panel, l, c / panel}
 *   rank 4   {c % panel, l % 8, c / panel, l / 8} */
typedef struct wgd_tma {
    wgd_tma_query query; /* defaults filled in */
    wgd_tile tile;
    wgd_tma_params params;
    int panel;                         /* copied elements in one panel */
    uint32_t extent[WGD_TMA_RANK_MAX]; /* of the tile in each dimension */
    uint32_t grid[WGD_TMA_RANK_MAX];   /* boxes in each dimension: extent / box */
    int boxes;
    int64_t box_bytes;
} wgd_tma;

/* Refuses what wgd_tile_describe and wgd_tma_check refuse; fields of the query: shape, swizzle, n,
 * order, start, global, ld, address, box-lines. */
wgd_status wgd_tma_describe(const wgd_tma_query *q, wgd_tma *out, wgd_diag *diag);

/* One copy: its coordinate relative to the tile's origin in the tensor, and where it goes. */
typedef struct wgd_tma_box {
    uint32_t at[WGD_TMA_RANK_MAX];
    int64_t offset; /* bytes from the tile's start in shared memory */
} wgd_tma_box;
/* Box i, 0 <= i < boxes; dimension 0 of the grid fastest. */
wgd_tma_box wgd_tma_box_at(const wgd_tma *t, int i);

/* Before the swizzle, element (contiguous c, line l) is stored at
 *   l / 8 * group + l % 8 * row + c's panel * panel_bytes + c's byte in the panel
 * with the row of the swizzle mode and these two, in bytes. */
int64_t wgd_tma_panel_bytes(const wgd_tma *t);
int64_t wgd_tma_group_bytes(const wgd_tma *t);

/* The absolute byte address where the copies put element (mn, k) of the tile. From the rule of the
 * copy engine alone: the box's destination, dense order within the box, the swizzle. */
uint32_t wgd_tma_write_byte(const wgd_tma *t, int64_t mn, int64_t k);
/* The absolute byte address where the instruction reads it: the descriptor of the element's block
 * and the fetch rule. */
uint32_t wgd_tile_read_byte(const wgd_tile *t, int64_t mn, int64_t k);

typedef struct wgd_tma_proof {
    bool equal;
    int64_t elements;       /* compared */
    int64_t mn, k;          /* the first element that differs, when not equal */
    uint32_t written, read; /* its addresses */
} wgd_tma_proof;
/* Compares the two for every element of the tile, by the chunks of 16 bytes in which both move them. */
wgd_tma_proof wgd_tma_prove(const wgd_tma *t);

WGD_API_END

#endif
