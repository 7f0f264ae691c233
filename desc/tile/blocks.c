/* SPDX-License-Identifier: MIT
 *
 * Cutting a tile into the blocks of one instruction, and the iterator over them.
 */
#include "blocks.h"

#include "base/never.h"

wgd_status wgd_blocks_cut(const wgd_layout *tile, int bits, int64_t block_mn, int64_t block_k,
                          wgd_layout *cut_u128, wgd_diag *diag)
{
    const int64_t block[] = {block_mn, block_k};
    wgd_tuple block_t;
    wgd_tiler tiler;
    wgd_tuple_set(&block_t, block, 2);
    (void)wgd_tiler_shape(&tiler, &block_t); /* a tuple of two always fits */
    const wgd_status s = wgd_tiled_divide(tile, &tiler, cut_u128, diag);
    if (NEVER(s != WGD_OK)) { /* who asks has seen that the tile is whole blocks */
        return s;
    }
    return wgd_recast(cut_u128, bits, 128, cut_u128, diag);
}

void wgd_blocks_iterator(const wgd_layout *cut_u128, wgd_layout *iterator)
{
    wgd_layout one;
    wgd_layout_set_1d(&one, 1, 0);
    wgd_layout_clear(iterator);
    /* Two modes of three, and one leaf for the block's at least one: what held the cut holds them. */
    (void)wgd_layout_append(iterator, &one);
    (void)wgd_layout_append_mode(iterator, cut_u128, 1);
    (void)wgd_layout_append_mode(iterator, cut_u128, 2);
}
