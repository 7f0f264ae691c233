/* SPDX-License-Identifier: MIT
 *
 * A ring of copies of a tile, as a pipelined kernel keeps it: where each stage starts, and what a
 * kernel adds to the descriptor for the next k block, mn block and stage.
 */
#ifndef WGD_STAGES_H
#define WGD_STAGES_H

#include <stdbool.h>

#include "wgd_desc.h"

WGD_API_BEGIN

enum { WGD_STAGES_MAX = 1024 };

/* The tile that is repeated. `offset` gives the bytes from the tile's start to block (i, j)'s. */
typedef struct wgd_ring {
    int64_t start; /* byte address of stage 0 */
    int64_t bytes; /* of one tile */
    int alignment; /* of each stage's start, bytes: the swizzle pattern's */
    int blocks_mn, blocks_k;
    int64_t (*offset)(const void *tile, int i, int j);
    const void *tile;
} wgd_ring;

/* Steps from one block to the next, in 16-byte units. A tile wider than the swizzle atom has a jump
 * after each atom: the step is then not constant. */
typedef struct wgd_advance {
    int blocks;
    int64_t step;      /* block 0 to 1; 0 when there is one block */
    bool constant;     /* every step is that one */
    int jump_at;       /* else: the first block not reached by it */
    int64_t jump_step; /* and the step that reaches it */
} wgd_advance;
/* Bytes from block 0 to block i: whole jumps, then steps. */
int64_t wgd_advance_bytes(const wgd_advance *a, int i);

typedef struct wgd_stages {
    int stages;
    int64_t stage_bytes; /* the tile's bytes rounded up to the alignment */
    int64_t stage_step;  /* 16-byte units */
    wgd_advance k, mn;
    /* A start of 2^18 bytes and more does not fit the field: a 32-bit add on the low word of the
     * descriptor carries out of the 14 bits, into the ignored bits and from there into LBO. */
    bool carries;
    int carry_stage, carry_mn, carry_k; /* the first such block */
    int64_t carry_start;                /* its byte address */
} wgd_stages;

/* ERR_VALUE, field "stages", unless 1 <= stages <= WGD_STAGES_MAX. */
wgd_status wgd_stages_plan(const wgd_ring *ring, int64_t stages, wgd_stages *out, wgd_diag *diag);
/* Byte address of stage s. */
int64_t wgd_stage_start(const wgd_ring *ring, const wgd_stages *st, int s);

WGD_API_END

#endif
