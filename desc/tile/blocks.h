/* SPDX-License-Identifier: MIT
 *
 * Internal: cutting a tile into the blocks of one instruction, as make_fragment_A does.
 */
#ifndef WGD_TILE_BLOCKS_H
#define WGD_TILE_BLOCKS_H

#include "wgd_layout.h"

/* A tile in elements of `bits`, cut into blocks of block_mn x block_k elements and recast to 128-bit
 * units: (block, MN blocks, K blocks). What the algebra refuses is refused. */
wgd_status wgd_blocks_cut(const wgd_layout *tile, int bits, int64_t block_mn, int64_t block_k,
                          wgd_layout *cut_u128, wgd_diag *diag);
/* The way from block to block, in 16-byte units: (1, MN blocks, K blocks). */
void wgd_blocks_iterator(const wgd_layout *cut_u128, wgd_layout *iterator);

#endif
