/* SPDX-License-Identifier: MIT
 *
 * The tables of the rule that chooses a tile for a product: the tiles, and what was fitted to their times.
 */
#include "problem_fit.h"

#include <stddef.h>

#include "base/ceil_div.h"

/* make gemm-fit, which looks for better ones, has tables that it can write to. */
#ifndef WGD_PROBLEM_TABLE
#define WGD_PROBLEM_TABLE static const
#endif

/* What a tile takes besides what its size says. */
typedef struct fitted_tile {
    wgd_problem_tile tile; /* stages: the most beside the panels of C of 8 KB of each warpgroup */
    int64_t step_cycles[WGD_GPU_COUNT]; /* a stage of 128 bytes of K where the tensor cores bind */
    bool turns;                         /* there is one of the turned product, too */
} fitted_tile;

/* As kernels/gemm/v3 has them for bf16. A tile of 64 rows has one warpgroup of consumers, others two. */
WGD_PROBLEM_TABLE fitted_tile tiles[] = {
    {{128, 256, 2, 1, 4, 32768, false}, {1062, 1014}, false},
    {{128, 256, 1, 2, 4, 32768, false}, {1162, 1146}, false},
    {{128, 256, 1, 1, 4, 32768, false}, {1003, 1003}, false},
    {{128, 192, 2, 1, 5, 16384, false}, {900, 810}, true},
    {{128, 192, 1, 1, 5, 16384, false}, {818, 854}, true},
    {{128, 128, 2, 1, 6, 32768, false}, {590, 620}, false},
    {{128, 128, 1, 2, 6, 32768, false}, {573, 602}, true},
    {{128, 128, 1, 1, 6, 32768, false}, {565, 594}, true},
    {{128, 200, 4, 1, 5, 16384, false}, {790, 815}, false},
    {{128, 160, 1, 1, 5, 16384, false}, {679, 705}, true},
    {{128, 144, 2, 2, 6, 16384, false}, {727, 663}, true},
    {{128, 144, 1, 2, 6, 16384, false}, {635, 627}, true},
    {{128, 144, 1, 1, 6, 16384, false}, {665, 690}, false},
    {{128, 96, 1, 1, 7, 16384, false}, {463, 453}, false},
    {{128, 80, 1, 1, 8, 16384, false}, {416, 486}, true},
    {{64, 160, 2, 1, 7, 8192, false}, {468, 458}, false},
    {{64, 96, 2, 1, 10, 8192, false}, {275, 288}, true},
    {{256, 128, 1, 2, 4, 32768, false}, {1219, 1112}, false},
    {{256, 112, 1, 2, 4, 16384, false}, {1217, 1096}, false},
    {{128, 64, 2, 1, 8, 16384, false}, {347, 396}, false},
    {{128, 64, 1, 2, 8, 16384, false}, {320, 380}, true},
    {{128, 64, 1, 1, 8, 16384, false}, {298, 335}, false},
    {{64, 256, 1, 1, 5, 8192, false}, {637, 657}, false},
    {{64, 192, 2, 1, 6, 8192, false}, {569, 538}, false},
    {{64, 192, 1, 1, 6, 8192, false}, {569, 569}, false},
    {{64, 128, 2, 1, 8, 16384, false}, {381, 388}, false},
    {{64, 128, 1, 2, 8, 16384, false}, {250, 282}, false},
    {{64, 128, 1, 1, 8, 16384, false}, {272, 389}, true},
    {{64, 64, 2, 1, 11, 8192, false}, {236, 236}, false},
    {{64, 64, 1, 2, 11, 8192, false}, {154, 159}, true},
    {{64, 64, 1, 1, 11, 8192, false}, {144, 155}, true},
};
enum { TILES = sizeof tiles / sizeof tiles[0] };

wgd_problem_tile wgd_problem_tile_at(int i)
{
    if (i < TILES) {
        return tiles[i].tile;
    }
    const fitted_tile *x = tiles;
    for (i -= TILES; i > 0 || !x->turns; x++) {
        i -= x->turns;
    }
    wgd_problem_tile turned = x->tile;
    turned.turned = true;
    return turned;
}

#define H200(name, h200, h100) .name = (h200),
#define H100(name, h200, h100) .name = (h100),
WGD_PROBLEM_TABLE wgd_problem_fit fits[WGD_GPU_COUNT] = {
    [WGD_H200] = {WGD_PROBLEM_FIT(H200)},
    [WGD_H100] = {WGD_PROBLEM_FIT(H100)},
};
#undef H200
#undef H100

const wgd_problem_fit *wgd_problem_fit_of(wgd_gpu gpu)
{
    return &fits[gpu];
}

static bool same_size(const wgd_problem_tile *a, const wgd_problem_tile *b)
{
    return a->m == b->m && a->n == b->n;
}

/* The row of a tile, turned or not; NULL where it has none. */
static const fitted_tile *row_of(const wgd_problem_tile *t)
{
    for (size_t i = 0; i < TILES; i++) {
        const wgd_problem_tile *row = &tiles[i].tile;
        if (same_size(row, t) && row->cluster_m == t->cluster_m && row->cluster_n == t->cluster_n) {
            return &tiles[i];
        }
    }
    return NULL;
}

int64_t wgd_problem_step_of(const wgd_problem_tile *t, wgd_gpu gpu)
{
    const fitted_tile *const row = row_of(t), *const first = &tiles[0];
    if (row) {
        return row->step_cycles[gpu];
    }
    int64_t step = ceil_div(t->m * t->n * first->step_cycles[gpu], first->tile.m * first->tile.n);
    for (const fitted_tile *x = tiles; x < tiles + TILES; x++) {
        if (same_size(&x->tile, t)) {
            step = x->step_cycles[gpu];
        }
    }
    return step;
}

wgd_problem_device wgd_problem_device_of(wgd_gpu gpu, int64_t sms)
{
    /* docs/evidence/gemm.json and gemm-h100.json, clusters_at_once: both GPUs say the same. */
    static const int said[WGD_PROBLEM_CLUSTER_MAX + 1] = {0, 132, 66, 39, 30, 22, 17, 15, 15,
                                                          9, 7,   7,  7,  7,  7,  7,  7};
    wgd_problem_device device;
    device.gpu = gpu;
    for (int i = 0; i <= WGD_PROBLEM_CLUSTER_MAX; i++) {
        device.clusters[i] = said[i] * sms / WGD_PROBLEM_SMS;
    }
    return device;
}
