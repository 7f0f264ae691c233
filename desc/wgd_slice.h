/* SPDX-License-Identifier: MIT
 *
 * A slice of a tile: the elements whose coordinates lie in a range along MN and in one along K, as a
 * warpgroup or a warp takes its part of a tile. In memory it is the tile's layout seen from an
 * offset, where the ranges cut the tile's modes so that it is a layout at all.
 *
 * The swizzle works on absolute addresses, so a slice keeps the tile's pattern wherever it begins:
 * whether a descriptor can say it is for the fetch rule to decide (wgd_solve.h takes a slice).
 */
#ifndef WGD_SLICE_H
#define WGD_SLICE_H

#include "wgd_layout.h"

WGD_API_BEGIN

/* Half-open, in elements: mn[0] <= MN < mn[1], k[0] <= K < k[1]. All four 0: the whole tile. */
typedef struct wgd_slice {
    int64_t mn[2], k[2];
} wgd_slice;

/* All four are 0. */
bool wgd_slice_whole(const wgd_slice *s);
/* ERR_VALUE, field "slice", unless it is whole or its ranges have at least one element and lie in a
 * tile of mn x k elements. */
wgd_status wgd_slice_check(const wgd_slice *s, int64_t mn, int64_t k, wgd_diag *diag);

/* The slice as a layout: element (r, c) of *out lies where element (mn[0] + r, k[0] + c) of the tile
 * does, *offset elements behind. The offset is to be added to the tile's start; of a swizzle on
 * element offsets (WGD_SWIZZLED) it is in *out already, and *offset is 0. The slice lies in the
 * tile, whose layout has the two modes (MN, K). False where the ranges cut the modes so that no
 * layout gives their offsets. */
bool wgd_slice_layout(const wgd_composed *tile, const wgd_slice *s, wgd_composed *out,
                      int64_t *offset);

WGD_API_END

#endif
