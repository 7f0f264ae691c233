/* SPDX-License-Identifier: MIT
 *
 * Internal: the directions of a tile as the copy engine sees them.
 */
#ifndef WGD_TMA_INTERNAL_H
#define WGD_TMA_INTERNAL_H

#include "wgd_tma.h"

static inline bool wgd_tma_k_major(const wgd_tma *t)
{
    return t->query.tile.major == WGD_MAJOR_K;
}

/* Elements of the operand in one copied element: 8 for single bits and 2 for packed fp4, which travel
 * as bytes. */
static inline int64_t wgd_tma_packed(const wgd_tma *t)
{
    const int bits = wgd_dtype_bits(t->query.tile.dtype);
    return bits < 8 ? 8 / bits : 1;
}

/* Lines of a group, as the atoms have them. */
static inline int64_t wgd_tma_group(const wgd_tma *t)
{
    return (int64_t)wgd_swizzle_lines(t->query.tile.swizzle);
}

/* Where the descriptors' layout has element (contiguous c, line l), in bytes from the tile's start,
 * before the swizzle. */
static inline int64_t wgd_tma_layout_byte(const wgd_tma *t, int64_t c, int64_t l)
{
    const wgd_layout *smem = &t->tile.smem.layout;
    const int64_t i = wgd_tma_k_major(t) ? wgd_layout_at2(smem, l, c) : wgd_layout_at2(smem, c, l);
    return i * wgd_dtype_bits(t->query.tile.dtype) / 8;
}

#endif
