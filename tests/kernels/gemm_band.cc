/* SPDX-License-Identifier: MIT
 *
 * The bands that groups of multiprocessors claim tiles in: the one that was fastest on a GPU (docs/gemm-notes.md, "Claims"),
 * and for many others that none sends less, counted tile by tile. Needs no GPU. Prints TAP.
 */
#include <stdio.h>
#include <string.h>

#include "gemm/v3/claims.h"

namespace
{

int count = 0, failed = 0;

void ok(bool right, const char *name, int got)
{
    printf("%s %d - %s\n", right ? "ok" : "not ok", ++count, name);
    if (!right) {
        printf("# got %d\n", got);
        failed++;
    }
}

/* Rows and columns of C that are sent: of each group the first, fifth, ninth ... of its tiles in a row or column. */
long sent(unsigned long long places, gemm_raster raster, int tile_m, int tile_n)
{
    long sum = 0;
    int place = 0;
    for (int g = 0; g < GEMM_V3_GROUPS; g++) {
        static int rows[64], columns[64];
        memset(rows, 0, sizeof rows);
        memset(columns, 0, sizeof columns);
        for (int i = gemm_v3_of_group(places, g); i > 0; i--) {
            const gemm_tile tile = gemm_raster_at(raster, place++);
            sum += rows[tile.m]++ % 4 == 0 ? tile_m : 0;
            sum += columns[tile.n]++ % 4 == 0 ? tile_n : 0;
        }
    }
    return sum;
}

/* Places of one round of so many tiles: as many for each of eight groups, the first ones more. */
unsigned long long even(int tiles)
{
    unsigned long long places = 0;
    for (int i = 0; i < tiles; i++) {
        places += 1ull << (8 * (i % GEMM_V3_GROUPS));
    }
    return places;
}

void check_least(int tiles_m, int tiles_n, int tile_m, int tile_n)
{
    const unsigned long long places = even(tiles_m * tiles_n);
    const int band = gemm_v3_claimed_band(places, tiles_m, tiles_n, tile_m, tile_n);
    bool least = band >= 1 && band <= tiles_m;
    for (int other = 1; least && other <= tiles_m; other++) {
        const long its = sent(places, gemm_raster_of(tiles_m, tiles_n, other), tile_m, tile_n);
        const long of_band = sent(places, gemm_raster_of(tiles_m, tiles_n, band), tile_m, tile_n);
        least = other < band ? its > of_band : its >= of_band; /* the first of equals */
    }
    char name[96];
    snprintf(name, sizeof name, "%d x %d tiles of %d x %d: no band sends less", tiles_m, tiles_n,
             tile_m, tile_n);
    ok(least, name, band);
}

} // namespace

int main(void)
{
    int band = gemm_v3_claimed_band(even(128), 16, 8, 64, 128);
    ok(band == 4, "1000 x 1000 of 64 x 128: bands of 4 rows", band);
    band = gemm_v3_claimed_band(even(128), 8, 16, 128, 64);
    ok(band == 4, "and of 128 x 64", band);
    for (int tiles_m = 4; tiles_m <= 33; tiles_m++) {
        check_least(tiles_m, 132 / tiles_m, 64, 128);
        check_least(tiles_m, 132 / tiles_m, 128, 192);
    }
    printf("1..%d\n", count);
    return failed > 0;
}
