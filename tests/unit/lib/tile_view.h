/* SPDX-License-Identifier: MIT
 *
 * A tile as a test sees it: where each element lies, walked leaf by leaf and not by the library.
 */
#ifndef TILE_VIEW_H
#define TILE_VIEW_H

#include "wgdesc.h"

enum { TILE_VIEW_MAX = 4096 };

/* Offsets of each coordinate, in elements. */
typedef struct tile_view {
    wgd_composed layout;
    int64_t mn, k, start;
    int64_t mn_off[TILE_VIEW_MAX], k_off[TILE_VIEW_MAX];
    int bits;
} tile_view;

void tile_view_of(tile_view *v, const wgd_composed *layout, int64_t start, wgd_dtype dtype);

/* The byte that holds element (mn, k) of the tile: of a layout tagged with smem_ptr or plain. */
int64_t tile_view_byte(const tile_view *v, int64_t mn, int64_t k);

/* Every word of every solution reads its block of the slice, element by element. */
void tile_view_check_words(const tile_view *v, const wgd_solve_query *q, const wgd_solve *s);

#endif
