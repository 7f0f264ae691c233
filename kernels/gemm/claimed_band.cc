/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3: the bands of tiles with which groups of multiprocessors that claim them (v3/claims.h) share most.
 */
#include <map>
#include <utility>

#include "base/ceil_div.h"
#include "v3/claims.h"

/* Of what several of a group ask for at the same time L2 sends one for so many (measured, docs/gemm-notes.md). */
static constexpr int MEET_MOST = 4;

/* Rows and columns of C whose lines of A and B are sent, all groups together. Places beyond the tiles are of the next part
 * of K, and share nothing with those of another. */
static int64_t sent(unsigned long long places, const gemm_raster &raster, int tile_m, int tile_n)
{
    const int tiles = raster.tiles_m * raster.tiles_n;
    int64_t sum = 0;
    for (int g = 0, place = 0; g < GEMM_V3_GROUPS; g++) {
        /* How many tiles of the group are in each, of a part of K. */
        std::map<std::pair<int, int>, int> rows, columns;
        for (int i = 0; i < gemm_v3_of_group(places, g); i++, place++) {
            const gemm_tile tile = gemm_raster_at(raster, place % tiles);
            rows[{place / tiles, tile.m}]++;
            columns[{place / tiles, tile.n}]++;
        }
        for (const auto &row : rows) {
            sum += tile_m * ceil_div(row.second, MEET_MOST);
        }
        for (const auto &column : columns) {
            sum += tile_n * ceil_div(column.second, MEET_MOST);
        }
    }
    return sum;
}

int gemm_v3_claimed_band(unsigned long long places, int tiles_m, int tiles_n, int tile_m,
                         int tile_n)
{
    int best = 1;
    int64_t least = INT64_MAX;
    for (int group = 1; group <= tiles_m; group++) {
        const int64_t v = sent(places, gemm_raster_of(tiles_m, tiles_n, group), tile_m, tile_n);
        if (v < least) {
            least = v;
            best = group;
        }
    }
    return best;
}
