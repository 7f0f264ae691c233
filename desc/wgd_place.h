/* SPDX-License-Identifier: MIT
 *
 * Where the elements of a tile lie in shared memory: a layout and the byte address it starts at,
 * turned into the address of each element of one instruction's block. The solver and the checker
 * compare this with what the fetch rule reads.
 *
 * Three forms of a layout, after what stands before it:
 *   L                        element offset x lies at  start + x
 *   Sw o smem_ptr[Nb] o L    at  Sw(start + x): the swizzle acts on the absolute byte address, as
 *                            TMA, CuTe tensors in shared memory and the instructions do
 *   Sw o off o L             at  start + Sw(off + x): the swizzle acts on the element offset, so
 *                            the pattern begins at the start, wherever that is
 * Everything is counted in bits here, so that b1 needs no special case.
 */
#ifndef WGD_PLACE_H
#define WGD_PLACE_H

#include "wgd_fetch.h"
#include "wgd_layout.h"
#include "wgd_slice.h"

WGD_API_BEGIN

/* The largest block of any instruction: 256 rows, and 256 K elements of b1. */
enum { WGD_BLOCK_MN_MAX = 256, WGD_BLOCK_K_MAX = 256 };
/* Blocks of one tile. 2^18 bytes hold 1024 of the smallest. */
enum { WGD_BLOCKS_MAX = 4096 };

typedef struct wgd_place {
    wgd_composed layout;     /* two top-level modes, (MN, K), in elements */
    int64_t start;           /* byte address of the layout's offset 0 */
    int64_t mn, k;           /* extents of the tile, in elements; of a slice those of the slice */
    wgd_slice slice;         /* which part of the tile; whole unless wgd_place_cut was asked */
    int64_t tile_mn, tile_k; /* extents of the whole tile */
    int bits;                /* of one element */
    int mn_leaves;           /* how many of the layout's leaves belong to MN */
    int64_t before;          /* bits added before the swizzle, and after it */
    int64_t after;
    wgd_swizzle sw; /* on bit addresses; b is 0 for none */
} wgd_place;

/* Checks a layout of elements of `dtype` at byte address `start` and prepares it. Refuses, naming
 * the field: layout (not two modes, another element width in smem_ptr, offsets beyond 2^32 bytes or
 * below address 0, a bad swizzle), start (negative, or 2^18 and more). */
wgd_status wgd_place_make(const wgd_composed *layout, wgd_dtype dtype, int64_t start,
                          wgd_place *out, wgd_diag *diag);

/* Leaves of the tile only a slice: mn and k become those of the slice, and blocks are counted from its
 * first element. What wgd_slice_check refuses is refused; the whole tile is left as it is. */
wgd_status wgd_place_cut(wgd_place *p, const wgd_slice *slice, wgd_diag *diag);

/* Bytes from the lowest element of the tile, slice or not, to the end of the highest, before the
 * swizzle. */
int64_t wgd_place_bytes(const wgd_place *p);

/* The swizzle mode whose pattern the layout carries (WGD_SWZ_NONE for none); false when it has a
 * swizzle that the words of the architecture do not know. */
bool wgd_place_mode(const wgd_place *p, wgd_arch arch, wgd_swizzle_mode *out);

/* The same strides under the pattern of a mode, on absolute byte addresses, as TMA stores them:
 * Sw<B,M,S> o smem_ptr[Nb] o L, or L alone for WGD_SWZ_NONE. */
void wgd_place_through(wgd_composed *layout, wgd_swizzle_mode mode, wgd_dtype dtype);

/* The direction in which consecutive elements run: MN where only those along MN follow one another,
 * else K. The tile has at least 2 x 2 elements. */
wgd_major wgd_place_major(const wgd_place *p);

/* Two elements that lie at one place: (mn[0], k[0]) and, row by row behind it, (mn[1], k[1]). */
typedef struct wgd_alias {
    int64_t mn[2], k[2];
} wgd_alias;

/* Finds the first element of the tile, row by row, that lies where one before it does, which may be read and must
 * not be written; false where every element has its own place. A swizzle permutes places, so it changes nothing. The
 * whole tile is looked at, of a slice too: it is the tile that is written. */
bool wgd_place_alias(const wgd_place *p, wgd_alias *out);

/* Blocks of `rd` in the tile along MN and K. ERR_TILE where they do not divide it,
 * ERR_LIMIT for more than WGD_BLOCKS_MAX of them. */
wgd_status wgd_place_blocks(const wgd_place *p, wgd_read rd, int *mn_blocks, int *k_blocks,
                            wgd_diag *diag);

/* The addresses of one block: element (r, k) lies at bit
 * after + Sw(before + mn_off[r] + k_off[k]). */
typedef struct wgd_block {
    wgd_read read;
    int mn, k, bits;
    int64_t before, after;
    wgd_swizzle sw;
    int64_t mn_off[WGD_BLOCK_MN_MAX], k_off[WGD_BLOCK_K_MAX];
} wgd_block;

/* Block (i, j) of the tile. The caller has checked the read and the indices. */
void wgd_block_make(const wgd_place *p, wgd_read rd, int i, int j, wgd_block *out);
/* The bit address of element (r, k) of the block. */
int64_t wgd_block_bit(const wgd_block *b, int r, int k);

/* Why a block is not made of the aligned 16-byte pieces that are fetched. */
typedef enum wgd_gap_kind {
    WGD_GAP_NONE,
    WGD_GAP_ALIGN, /* a piece does not begin at a multiple of 16 bytes */
    WGD_GAP_RUN,   /* an element does not follow the one before it in its piece */
    WGD_GAP_RANGE  /* an address does not fit 32 bits */
} wgd_gap_kind;
typedef struct wgd_gap {
    wgd_gap_kind kind;
    int mn, k; /* the first element at fault, row by row */
} wgd_gap;

/* The byte addresses of the block's 16-byte pieces in the order of wgd_fetch_chunks, after checking
 * that every element of every piece is in its place. Returns the number of pieces, or 0 with *gap
 * filled. */
size_t wgd_block_chunks(const wgd_block *b, uint32_t out[WGD_FETCH_CHUNKS_MAX], wgd_gap *gap);

WGD_API_END

#endif
