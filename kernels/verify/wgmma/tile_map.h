/* SPDX-License-Identifier: MIT
 *
 * A tile's layout in shared memory, flattened for kernels: where each unit lies. This comes from
 * the layout alone and knows nothing of descriptors or of the fetch rule, which it is held against.
 */
#ifndef WGV_TILE_MAP_H
#define WGV_TILE_MAP_H

#include "wgd_status.h"

enum { WGV_MAX_LEAVES = 4 };

/* The offset of unit (r, c), r along MN and c along K, is the sum of coordinate times stride over
 * the leaves of both modes, leaf 0 running fastest. A unit is an element, or a byte of eight b1.
 * The swizzle XORs `bits` bits at `to + shift` of the byte address into those at `to`. */
typedef struct wgv_tile_map {
    uint32_t start;          /* absolute shared address */
    uint32_t swizzle_origin; /* the swizzle counts addresses from here: 0 but for phased tiles */
    uint32_t unit_bytes;
    uint32_t rows, cols; /* units */
    uint32_t leaves[2];  /* of the MN mode, of the K mode */
    uint32_t shape[2][WGV_MAX_LEAVES];
    uint32_t stride[2][WGV_MAX_LEAVES];
    uint32_t swizzle_bits, swizzle_to, swizzle_shift;
} wgv_tile_map;

/* One mode's part of the offset, in units. */
WGD_HD static inline uint32_t wgv_mode_offset(const wgv_tile_map *t, int mode, uint32_t x)
{
    uint32_t offset = 0;
    for (uint32_t l = 0; l < t->leaves[mode]; l++) {
        const uint32_t rest = x / t->shape[mode][l];
        const uint32_t last = l + 1 == t->leaves[mode];
        offset += (last ? x : x - rest * t->shape[mode][l]) * t->stride[mode][l];
        x = rest;
    }
    return offset;
}

/* Where unit (r, c) would lie without a swizzle: what descriptors are made from. */
WGD_HD static inline uint32_t wgv_tile_plain(const wgv_tile_map *t, uint32_t r, uint32_t c)
{
    return t->start + (wgv_mode_offset(t, 0, r) + wgv_mode_offset(t, 1, c)) * t->unit_bytes;
}

/* The absolute shared address of unit (r, c). */
WGD_HD static inline uint32_t wgv_tile_address(const wgv_tile_map *t, uint32_t r, uint32_t c)
{
    const uint32_t a = wgv_tile_plain(t, r, c) - t->swizzle_origin;
    const uint32_t mask = (1u << t->swizzle_bits) - 1;
    return (a ^ ((a >> (t->swizzle_to + t->swizzle_shift)) & mask) << t->swizzle_to) +
           t->swizzle_origin;
}

#endif
