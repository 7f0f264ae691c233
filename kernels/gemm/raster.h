/* SPDX-License-Identifier: MIT
 *
 * The order in which a persistent grid walks the output tiles. Tiles are numbered so that those
 * that run at the same time form a block as square as `group` makes it: its lines of A and B are
 * then read from device memory once and found in L2 by the others.
 */
#ifndef WGV_GEMM_RASTER_H
#define WGV_GEMM_RASTER_H

#include "divisor.h"

typedef struct gemm_raster {
    int tiles_m, tiles_n; /* of clusters */
    int group;            /* rows of tiles in one band */
    /* By the tiles of a band, and by the rows of one: of a whole one, and of the last. */
    gemm_divisor by_band, by_rows, by_last_rows;
} gemm_raster;

/* All at least 1, fewer than 2^30 tiles. A band has as many rows as there are, if fewer than are asked for. */
static inline gemm_raster gemm_raster_of(int tiles_m, int tiles_n, int group)
{
    const int rows = group < tiles_m ? group : tiles_m, last = tiles_m % rows;
    const gemm_raster r = {tiles_m,
                           tiles_n,
                           rows,
                           gemm_divisor_of(rows * tiles_n),
                           gemm_divisor_of(rows),
                           gemm_divisor_of(last ? last : rows)};
    return r;
}

typedef struct gemm_tile {
    int m, n;
} gemm_tile;

/* Tile number t, 0 <= t < tiles_m * tiles_n: bands of `group` rows; inside a band column by column,
 * to the right in even bands and back in odd ones, so that a band starts where the last one ended.
 */
WGD_HD static inline gemm_tile gemm_raster_at(gemm_raster r, int t)
{
    const int band_tiles = r.group * r.tiles_n;
    const int band = gemm_quotient(t, r.by_band);
    const int in_band = t - band * band_tiles;
    const int first = band * r.group, left = r.tiles_m - first;
    const int rows = left < r.group ? left : r.group;
    const int column = gemm_quotient(in_band, left < r.group ? r.by_last_rows : r.by_rows);
    gemm_tile out;
    out.m = first + (in_band - column * rows);
    out.n = band % 2 == 0 ? column : r.tiles_n - 1 - column;
    return out;
}

/* The same, but inside a band block by block: blocks of block_m x block_n tiles, from top to bottom in block_n columns, then
 * in the next ones; a block column by column. Those at the right and the bottom are what is left. */
WGD_HD static inline gemm_tile gemm_raster_in_blocks_at(gemm_raster r, int block_m, int block_n,
                                                        int t)
{
    const int band_tiles = r.group * r.tiles_n;
    const int band = gemm_quotient(t, r.by_band), first = band * r.group;
    const int rows = r.tiles_m - first < r.group ? r.tiles_m - first : r.group;
    const int in_band = t - band * band_tiles;
    const int strip = in_band / (rows * block_n), left = strip * block_n;
    const int columns = r.tiles_n - left < block_n ? r.tiles_n - left : block_n;
    const int in_strip = in_band - rows * left;
    const int block = in_strip / (block_m * columns), top = block * block_m;
    const int its_rows = rows - top < block_m ? rows - top : block_m;
    const int in_block = in_strip - top * columns;
    const int column = left + in_block / its_rows;
    gemm_tile out;
    out.m = first + top + in_block % its_rows;
    out.n = band % 2 == 0 ? column : r.tiles_n - 1 - column;
    return out;
}

#endif
