/* SPDX-License-Identifier: MIT
 *
 * From a tile in shared memory to the descriptors of its instruction blocks, by the steps of CuTe's
 * make_gmma_desc, for tcgen05 make_umma_desc: swizzle atom -> tile_to_shape -> the instruction's block -> recast to 128 bits ->
 * canonical divide -> LBO, SBO, layout type; and the iterator over the blocks.
 */
#ifndef WGD_TILE_H
#define WGD_TILE_H

#include "wgd_desc.h"
#include "wgd_inst.h"
#include "wgd_layout.h"

WGD_API_BEGIN

/* The swizzle atom as CuTe defines it, in elements of the type: Sw<B,4,3> o smem_ptr[Nb] o
 * (8,W):(W,1) for K-major, (W,8):(1,W) for MN-major; of 128B_32B Sw<2,5,2> and 4 lines. They exist
 * also where no instruction can read the result; bits may be 1, 4, 8, 16 or 32. */
wgd_status wgd_atom(int bits, wgd_major major, wgd_swizzle_mode mode, wgd_composed *out,
                    wgd_diag *diag);

/* What is asked. */
typedef struct wgd_tile_query {
    wgd_dtype dtype;
    wgd_operand operand;
    wgd_major major;
    wgd_swizzle_mode swizzle;
    int64_t mn, k;    /* the tile in shared memory, in elements */
    int64_t n;        /* operand b: N of the instruction, 0 = the tile's MN; operand a: 0 */
    int64_t order[2]; /* tile_to_shape order of (MN, K): {1,2} MN first, {2,1} K first */
    int64_t start;    /* byte address of the tile in shared memory */
    bool sparse;      /* the .sp form: a block of B is twice as deep; A is stored compressed */
    wgd_arch arch;
    /* The instruction's M or N, and its K, in elements; 0 the default: for wgmma 64 or n, for tcgen05
     * of a 128 (64 where the tile is no multiple of that), of b n; 32 bytes of K, 64 of sparse B. For
     * A of a sparse instruction K may be given as the instruction counts it, zeros included (64
     * bytes' worth): then k of the tile counts them too. */
    int64_t block[2];
} wgd_tile_query;

/* {f16, a, k, none, 0x0, n 0, order 1,2, start 0, dense, sm90, block 0x0} */
wgd_tile_query wgd_tile_query_default(void);

/* What is answered. Byte counts unless the name says otherwise. */
typedef struct wgd_tile {
    wgd_tile_query query;    /* n filled in; k as stored */
    wgd_desc desc;           /* of block (0, 0) */
    bool lbo_used, sbo_used; /* read by the hardware for this block? */
    bool transpose;          /* of the instruction: 1 for MN-major */
    int block_mn, block_k;   /* elements of one instruction's block */
    int k_bytes;             /* of wgd_read */
    int blocks_mn, blocks_k;
    int64_t bytes;          /* of the tile */
    int alignment;          /* that the tile's start needs */
    wgd_composed smem;      /* the tile's layout, in elements */
    wgd_composed smem_u128; /* in 128-bit units */
    wgd_layout block_u128;  /* one block, in 128-bit units */
    wgd_layout canonical;   /* divided by the canonical tiler */
    wgd_layout iterator;    /* (1, mn blocks, k blocks) -> 16-byte units */
    /* Blocks of 96 elements of K (sm_103) lie across swizzle rows and are no layout of their own: then
     * block_u128, canonical and the iterator are in steps of a whole row of 256 elements. */
} wgd_tile;

/* The layout of the whole tile alone, with no word about blocks: for a slice of it. *q becomes as it is
 * stored. Refuses what wgd_tile_describe refuses, but for n and block. */
wgd_status wgd_tile_layout(wgd_tile_query *q, wgd_composed *smem, wgd_diag *diag);

/* A smaller instruction that reads the tile of q as it is stored: the greatest N (of operand a of
 * tcgen05 M) below `rows` with which wgd_tile_describe succeeds; 0 where there is none. */
int wgd_tile_smaller(const wgd_tile_query *q, int64_t rows);

/* Refusals name the field: arch, dtype, major, swizzle, shape, n, block, order, start. */
wgd_status wgd_tile_describe(const wgd_tile_query *q, wgd_tile *out, wgd_diag *diag);
/* Offset of block (i, j) from the tile's start, in bytes. The caller has checked the indices. */
int64_t wgd_tile_block_offset(const wgd_tile *t, int i, int j);
/* The descriptor word of block (i, j). */
uint64_t wgd_tile_block_desc(const wgd_tile *t, int i, int j);
/* How the instruction reads a block of this tile. */
wgd_read wgd_tile_read(const wgd_tile *t);

/* The last steps alone, for a hand-made block: `block` is the composed layout of one instruction's
 * block in 128-bit units. Fills *canonical, and lbo, sbo (16-byte units) and swizzle of *desc.
 * Refuses with ERR_NO_DESC what the static assertions of make_gmma_desc, for tcgen05 make_umma_desc,
 * refuse; the latter do not look at the K of a block. */
wgd_status wgd_canonical_desc(const wgd_composed *block_u128, wgd_major major, int bits,
                              wgd_arch arch, wgd_layout *canonical, wgd_desc *desc, wgd_diag *diag);

WGD_API_END

#endif
