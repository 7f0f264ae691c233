/* SPDX-License-Identifier: MIT
 *
 * Internal: the directions of a tile as the copy engine sees them.
 */
#ifndef WGD_TMA_INTERNAL_H
#define WGD_TMA_INTERNAL_H

#include "base/ceil_div.h"
#include "wgd_tma.h"

static inline bool wgd_tma_k_major(const wgd_tma *t)
{
    return t->query.tile.major == WGD_MAJOR_K;
}

/* Elements of the operand in one copied element: 8 for single bits and 2 for packed fp4, which travel
 * as bytes. */
static inline int64_t wgd_tma_packed_of(int bits)
{
    return ceil_div(8, bits);
}

static inline int64_t wgd_tma_packed(const wgd_tma *t)
{
    return wgd_tma_packed_of(wgd_dtype_bits(t->query.tile.dtype));
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

/* The greatest multiple of `step` that divides n and is at most `limit`; n is a multiple of step, and limit is no less
 * than it. */
int64_t wgd_tma_divisor(int64_t n, int64_t step, int64_t limit);
/* The tensor in global memory: fills in extents and line pitch that are not given, and checks them. Wants
 * the query alone. */
wgd_status wgd_tma_set_global(wgd_tma *t, wgd_diag *diag);
wgd_status wgd_tma_check_box_lines(const wgd_tma_query *q, wgd_diag *diag);
/* Dimension i of the view: of the tensor, the tile and the box. */
void wgd_tma_set_dim(wgd_tma *t, int i, int64_t dim, int64_t extent, int64_t box);
/* Boxes and bytes of one, from the view. */
void wgd_tma_count_boxes(wgd_tma *t);
/* Lines that a box may have: those that are asked for, and no more than any may. */
int64_t wgd_tma_box_limit(const wgd_tma_query *q);
/* Where box i begins in the view, 0 in dimensions that are none of its; 0 <= i < boxes. */
void wgd_tma_box_coordinate(const wgd_tma *t, int i, wgd_tma_box *b);

#endif
