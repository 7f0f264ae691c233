/* SPDX-License-Identifier: MIT
 *
 * A part of a tile: wgd_slice.h, with the solver of wgd_solve.h. It prints:
 *
 *   rows 64 to 127 lie 4096 elements behind the start: ((8,8),64):((64,512),1)
 *   word 0x4000004000010200, canonical 1
 *   slice 1 of 2; to the next add 512
 *   k 56 to 71: no descriptor; nearest k 48 to 63
 */
#include <wgdesc.h>

#include <stdio.h>
#include <string.h>

static wgd_solve_query query;
static wgd_solve solved;

static void put_slice(void)
{
    char text[128];
    wgd_composed sub;
    wgd_slice_steps steps;
    int64_t offset;
    if (!wgd_slice_layout(&query.layout, &query.slice, &sub, &offset) ||
        wgd_solve_layout(&query, &solved, NULL) != WGD_OK) {
        return;
    }
    wgd_layout_snprintf(text, sizeof text, &sub.layout, WGD_FMT_PLAIN);
    printf("rows 64 to 127 lie %d elements behind the start: %s\n", (int)offset, text);
    printf("word 0x%016llx, canonical %d\n",
           (unsigned long long)wgd_solve_block(&solved, &solved.solution[0], 0, 0),
           solved.solution[0].canonical);
    wgd_solve_steps(&query, &solved, &solved.solution[0], false, &steps);
    printf("slice %d of %d; to the next add %d\n", steps.index, steps.to_next.blocks,
           (int)steps.to_next.step);
}

int main(void)
{
    wgd_solution sol;
    wgd_slice nearest;
    wgd_tile_query tile = wgd_tile_query_default();
    tile.swizzle = WGD_SWZ_128B;
    tile.mn = 128;
    tile.k = 64;
    memset(&query, 0, sizeof query);
    query.major = WGD_WANT_K;
    query.slice.mn[0] = 64;
    query.slice.mn[1] = 128;
    query.slice.k[1] = 64;
    if (wgd_tile_layout(&tile, &query.layout, NULL) != WGD_OK) {
        return 1;
    }
    put_slice();
    tile.k = 128;
    if (wgd_tile_layout(&tile, &query.layout, NULL) != WGD_OK) {
        return 1;
    }
    query.slice.k[0] = 56;
    query.slice.k[1] = 72;
    if (wgd_solve_layout(&query, &solved, NULL) == WGD_ERR_NO_DESC &&
        wgd_solve_nearest(&query, &nearest, &sol)) {
        printf("k 56 to 71: no descriptor; nearest k %d to %d\n", (int)nearest.k[0],
               (int)nearest.k[1] - 1);
    }
    return 0;
}
