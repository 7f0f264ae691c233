/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3: tiles dealt by multiprocessor. Blocks sit where there was room, in no order; but what several
 * multiprocessors of one group (those that can be of one cluster) ask for at the same time, L2 sends once
 * (docs/gemm-notes.md). So a block that starts claims a place among those of its group, and those are neighbouring
 * tiles. All claims are in one 64-bit word, a byte for each group: how often one was asked for. Where blocks have many
 * tiles, they also walk K in step (pace.cuh).
 */
#ifndef WGV_GEMM_V3_CLAIMS_H
#define WGV_GEMM_V3_CLAIMS_H

#include <stdint.h>

#include "gemm/raster.h"

/* Groups: a byte of the word each. Multiprocessors: an H200 has 132 of 144. */
enum { GEMM_V3_GROUPS = 8, GEMM_V3_MOST_SMS = 144 };

/* Whose place is which. */
enum gemm_v3_places {
    GEMM_V3_BY_NUMBER,
    GEMM_V3_CLAIMED,        /* one round of tiles */
    GEMM_V3_CLAIMED_IN_STEP /* many rounds, in blocks of tiles, and blocks wait for one another */
};

/* Those blocks: two of them are a group's. 4 x 4 met no more often in L2, and brought more from device memory
 * (docs/gemm-notes.md). */
enum { GEMM_V3_BLOCK_M = 4, GEMM_V3_BLOCK_N = 2 };

/* In device memory, and 0 between launches. */
struct gemm_v3_counters {
    unsigned long long asked; /* the last to claim clears it */
    /* pace.cuh: how often a block began some steps, and the blocks that are through. */
    uint32_t begun, through;
};

/* What the host tells a launch, as parameters: read from memory, a block's group took as long as its claim. */
struct gemm_v3_claims {
    gemm_v3_counters *counters;      /* NULL: nothing is claimed, a block's place is its number */
    unsigned long long places;       /* of each group, a byte each as in `asked` */
    uint8_t group[GEMM_V3_MOST_SMS]; /* of each multiprocessor, as %smid numbers them */
};

/* Byte g of `asked` or `places`. */
WGD_HD static inline int gemm_v3_of_group(unsigned long long word, int g)
{
    return (int)(word >> (8 * g)) & 255;
}

/* Claims for launches of so many blocks, which all run at once, of one stream: launches of another would claim the same
 * places. None where the blocks are more than the device's multiprocessors. */
gemm_v3_claims gemm_v3_claims_for(int blocks);

/* Rows of a band of tiles, 1 to tiles_m, with which groups of so many places each ask L2 for least: tiles of tile_m x
 * tile_n of C. */
int gemm_v3_claimed_band(unsigned long long places, int tiles_m, int tiles_n, int tile_m,
                         int tile_n);

#endif
