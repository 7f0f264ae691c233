/* SPDX-License-Identifier: MIT
 *
 * The tables of the rule that chooses a tile for a product: the tiles, and what was fitted to their times.
 */
#include "problem_fit.h"

#include <stddef.h>

#include "base/ceil_div.h"

/* What a tile takes besides what its size says. */
typedef struct fitted_tile {
    wgd_problem_tile tile; /* stages: the most beside the panels of C of 8 KB of each warpgroup */
    int step_cycles[WGD_GPU_COUNT]; /* a stage of 128 bytes of K where the tensor cores bind */
} fitted_tile;

/* As kernels/gemm/v3 has them for bf16. A tile of 64 rows has one warpgroup of consumers, others two. */
static const fitted_tile tiles[WGD_PROBLEM_CANDIDATES] = {
    {{128, 256, 2, 1, 4, 32768}, {1092, 1013}}, {{128, 256, 1, 2, 4, 32768}, {1548, 1004}},
    {{128, 256, 1, 1, 4, 32768}, {1088, 1008}}, {{128, 192, 2, 1, 5, 16384}, {831, 767}},
    {{128, 192, 1, 1, 5, 16384}, {872, 905}},   {{128, 128, 2, 1, 6, 32768}, {645, 567}},
    {{128, 128, 1, 2, 6, 32768}, {631, 546}},   {{128, 128, 1, 1, 6, 32768}, {592, 574}},
    {{128, 160, 1, 1, 5, 16384}, {723, 661}},   {{128, 144, 2, 2, 6, 16384}, {818, 656}},
    {{128, 144, 1, 2, 6, 16384}, {634, 579}},   {{128, 144, 1, 1, 6, 16384}, {635, 573}},
    {{128, 96, 1, 1, 7, 16384}, {505, 482}},    {{128, 80, 1, 1, 8, 16384}, {704, 390}},
    {{64, 160, 2, 1, 7, 8192}, {461, 531}},     {{64, 96, 2, 1, 10, 8192}, {287, 282}},
    {{256, 128, 1, 2, 4, 32768}, {1284, 1008}}, {{128, 64, 2, 1, 8, 16384}, {303, 376}},
    {{128, 64, 1, 2, 8, 16384}, {363, 329}},    {{128, 64, 1, 1, 8, 16384}, {325, 348}},
    {{64, 256, 1, 1, 5, 8192}, {744, 776}},     {{64, 192, 2, 1, 6, 8192}, {538, 531}},
    {{64, 192, 1, 1, 6, 8192}, {572, 614}},     {{64, 128, 2, 1, 8, 16384}, {364, 369}},
    {{64, 128, 1, 2, 8, 16384}, {324, 271}},    {{64, 128, 1, 1, 8, 16384}, {338, 431}},
    {{64, 64, 2, 1, 11, 8192}, {279, 205}},     {{64, 64, 1, 2, 11, 8192}, {232, 199}},
    {{64, 64, 1, 1, 11, 8192}, {237, 203}},
};

wgd_problem_tile wgd_problem_tile_at(int i)
{
    return tiles[i].tile;
}

const wgd_problem_fit *wgd_problem_fit_of(wgd_gpu gpu)
{
#define H200(name, h200, h100) .name = (h200),
#define H100(name, h200, h100) .name = (h100),
    static const wgd_problem_fit fits[WGD_GPU_COUNT] = {
        [WGD_H200] = {WGD_PROBLEM_FIT(H200)},
        [WGD_H100] = {WGD_PROBLEM_FIT(H100)},
    };
#undef H200
#undef H100
    return &fits[gpu];
}

static bool same_size(const wgd_problem_tile *a, const wgd_problem_tile *b)
{
    return a->m == b->m && a->n == b->n;
}

/* The row of a tile; NULL where it has none. */
static const fitted_tile *row_of(const wgd_problem_tile *t)
{
    for (size_t i = 0; i < WGD_PROBLEM_CANDIDATES; i++) {
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
    for (const fitted_tile *x = tiles; x < tiles + WGD_PROBLEM_CANDIDATES; x++) {
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
