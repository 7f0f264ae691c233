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

/* Of which product a tile is there: as it is, turned, or both. */
enum { AS_IS = 1, TURNED = 2, BOTH = AS_IS | TURNED };

/* What a tile takes besides what its size says. */
typedef struct fitted_tile {
    wgd_problem_tile tile; /* stages: the most beside the panels of C of 8 KB of each warpgroup */
    /* A stage of 128 bytes of K where the tensor cores bind; WGD_PROBLEM_UNTIMED of a GPU that never ran the tile. */
    int64_t step_cycles[WGD_GPU_COUNT];
    int of;
} fitted_tile;

#define UNTIMED WGD_PROBLEM_UNTIMED
/* As kernels/gemm/v3 has them for bf16. A tile of 64 rows has one warpgroup of consumers, others two. */
WGD_PROBLEM_TABLE fitted_tile tiles[] = {
    {{128, 256, 2, 1, 4, 32768, false}, {1115, 1014}, AS_IS},
    {{128, 256, 1, 2, 4, 32768, false}, {1142, 1146}, AS_IS},
    {{128, 256, 1, 1, 4, 32768, false}, {1003, 1003}, AS_IS},
    {{128, 256, 1, 2, 4, 32768, false}, {1097, UNTIMED}, TURNED},
    {{128, 192, 2, 1, 5, 16384, false}, {848, 810}, BOTH},
    {{128, 192, 2, 2, 5, 16384, false}, {813, UNTIMED}, AS_IS},
    {{128, 192, 2, 4, 5, 16384, false}, {897, UNTIMED}, AS_IS},
    {{128, 192, 1, 1, 5, 16384, false}, {819, 854}, BOTH},
    {{128, 128, 2, 1, 6, 32768, false}, {611, 620}, AS_IS},
    {{128, 128, 1, 2, 6, 32768, false}, {544, 602}, BOTH},
    {{128, 128, 1, 4, 6, 32768, false}, {607, UNTIMED}, AS_IS},
    {{128, 128, 1, 1, 6, 32768, false}, {581, 594}, BOTH},
    {{128, 200, 4, 1, 5, 16384, false}, {815, 815}, AS_IS},
    {{128, 200, 2, 1, 5, 16384, false}, {852, UNTIMED}, AS_IS},
    {{128, 160, 4, 1, 5, 16384, false}, {750, UNTIMED}, TURNED},
    {{128, 160, 2, 1, 5, 16384, false}, {670, UNTIMED}, TURNED},
    {{128, 160, 1, 1, 5, 16384, false}, {771, 705}, BOTH},
    {{128, 144, 4, 1, 6, 16384, false}, {704, UNTIMED}, TURNED},
    {{128, 144, 2, 2, 6, 16384, false}, {690, 663}, BOTH},
    {{128, 144, 1, 2, 6, 16384, false}, {664, 627}, BOTH},
    {{128, 144, 1, 1, 6, 16384, false}, {614, 690}, AS_IS},
    {{128, 96, 1, 1, 7, 16384, false}, {444, 453}, AS_IS},
    {{128, 80, 1, 4, 8, 16384, false}, {340, UNTIMED}, TURNED},
    {{128, 80, 1, 1, 8, 16384, false}, {323, 486}, BOTH},
    {{64, 160, 2, 1, 7, 8192, false}, {432, 458}, AS_IS},
    {{64, 96, 2, 4, 10, 8192, false}, {289, UNTIMED}, TURNED},
    {{64, 96, 2, 2, 10, 8192, false}, {259, UNTIMED}, TURNED},
    {{64, 96, 2, 1, 10, 8192, false}, {278, 288}, BOTH},
    {{256, 128, 1, 2, 4, 32768, false}, {1172, 1112}, AS_IS},
    {{256, 112, 1, 2, 4, 16384, false}, {1191, 1096}, AS_IS},
    {{128, 64, 2, 1, 8, 16384, false}, {321, 396}, AS_IS},
    {{128, 64, 1, 2, 8, 16384, false}, {313, 380}, BOTH},
    {{128, 64, 1, 4, 8, 16384, false}, {302, UNTIMED}, AS_IS},
    {{128, 64, 1, 1, 8, 16384, false}, {261, 335}, AS_IS},
    {{64, 256, 1, 1, 5, 8192, false}, {654, 657}, AS_IS},
    {{64, 192, 2, 1, 6, 8192, false}, {537, 538}, AS_IS},
    {{64, 192, 1, 1, 6, 8192, false}, {484, 569}, AS_IS},
    {{64, 128, 4, 1, 8, 16384, false}, {402, UNTIMED}, AS_IS},
    {{64, 128, 2, 1, 8, 16384, false}, {380, 388}, AS_IS},
    {{64, 128, 1, 2, 8, 16384, false}, {250, 282}, AS_IS},
    {{64, 128, 1, 1, 8, 16384, false}, {307, 389}, BOTH},
    {{64, 64, 2, 4, 11, 8192, false}, {211, UNTIMED}, AS_IS},
    {{64, 64, 2, 2, 11, 8192, false}, {236, UNTIMED}, AS_IS},
    {{64, 64, 4, 1, 11, 8192, false}, {210, UNTIMED}, AS_IS},
    {{64, 64, 1, 4, 11, 8192, false}, {221, UNTIMED}, AS_IS},
    {{64, 64, 2, 1, 11, 8192, false}, {218, 236}, AS_IS},
    {{64, 64, 1, 2, 11, 8192, false}, {160, 159}, BOTH},
    {{64, 64, 1, 1, 11, 8192, false}, {140, 155}, BOTH},
};
#undef UNTIMED
enum { TILES = sizeof tiles / sizeof tiles[0] };

/* Is there such a tile of the product as it is, or of the turned one? */
static bool is_of(const fitted_tile *x, bool turned)
{
    return x->of & (turned ? TURNED : AS_IS);
}

wgd_problem_tile wgd_problem_tile_at(int i)
{
    for (int turned = 0; turned < 2; turned++) {
        for (const fitted_tile *x = tiles; x < tiles + TILES; x++) {
            if (is_of(x, turned) && i-- == 0) {
                wgd_problem_tile t = x->tile;
                t.turned = turned;
                return t;
            }
        }
    }
    return tiles[0].tile; /* no such i */
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

/* The row of a tile; NULL where it has none. */
static const fitted_tile *row_of(const wgd_problem_tile *t)
{
    for (const fitted_tile *x = tiles; x < tiles + TILES; x++) {
        if (same_size(&x->tile, t) && x->tile.cluster_m == t->cluster_m &&
            x->tile.cluster_n == t->cluster_n && is_of(x, t->turned)) {
            return x;
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
        if (same_size(&x->tile, t) && x->step_cycles[gpu] != WGD_PROBLEM_UNTIMED) {
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
