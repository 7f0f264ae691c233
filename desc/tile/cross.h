/* SPDX-License-Identifier: MIT
 *
 * Internal: blocks of 96 elements of packed fp4 (sm_103), 48 bytes of K each in rows of 128, so that
 * some begin in one swizzle row and end in the next. Their LBO is the absolute address of the chunk
 * of K that holds the end of the block (documented; as the K=96 instructions of CUTLASS form it).
 */
#ifndef WGD_TILE_CROSS_H
#define WGD_TILE_CROSS_H

#include "wgd_tile.h"

static inline bool wgd_tile_crosses_rows(const wgd_tile *t)
{
    return t->k_bytes == WGD_K_BYTES_96;
}

/* Refuses what such a tile cannot be, and gives its descriptor the absolute LBO. */
wgd_status wgd_tile_cross(wgd_tile *t, wgd_diag *diag);
/* wgd_tile_block_offset and wgd_tile_block_desc of such a tile. */
int64_t wgd_tile_cross_offset(const wgd_tile *t, int i, int j);
uint64_t wgd_tile_cross_desc(const wgd_tile *t, int i, int j);

#endif
