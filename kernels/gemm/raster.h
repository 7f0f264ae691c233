/* SPDX-License-Identifier: MIT
 *
 * The order in which a persistent grid walks the output tiles. Tiles are numbered so that those
 * that run at the same time form a block as square as `group` makes it: its lines of A and B are
 * then read from device memory once and found in L2 by the others.
 */
#ifndef WGV_GEMM_RASTER_H
#define WGV_GEMM_RASTER_H

#include "wgd_status.h"

typedef struct gemm_raster {
    int tiles_m, tiles_n; /* of clusters */
    int group;            /* rows of tiles in one band */
} gemm_raster;

typedef struct gemm_tile {
    int m, n;
} gemm_tile;

/* Tile number t, 0 <= t < tiles_m * tiles_n: bands of `group` rows; inside a band column by column,
 * to the right in even bands and back in odd ones, so that a band starts where the last one ended.
 */
WGD_HD static inline gemm_tile gemm_raster_at(gemm_raster r, int t)
{
    const int band_tiles = r.group * r.tiles_n;
    const int band = t / band_tiles;
    const int in_band = t - band * band_tiles;
    const int first = band * r.group;
    const int rows = r.tiles_m - first < r.group ? r.tiles_m - first : r.group;
    const int column = in_band / rows;
    gemm_tile out;
    out.m = first + (in_band - column * rows);
    out.n = band % 2 == 0 ? column : r.tiles_n - 1 - column;
    return out;
}

#endif
