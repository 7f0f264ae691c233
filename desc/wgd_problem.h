/* SPDX-License-Identifier: MIT
 *
 * Which tile for a whole product? The rule by which the GEMMs of kernels/ choose theirs, and what each
 * tile would take: rounds of tiles over the SMs, stages of K, cycles.
 *
 * A block computes one tile after the other; the tiles of a round run at once, one on each SM. A tile
 * takes its stages of K and a fixed time, for its first loads and its epilogue. A stage costs at least
 * what the law of wgd_cost.h says; that smaller tiles cost more, since L2 brings more bytes for each
 * product, is a weight for each size of tile, fitted to the times of the bf16 GEMMs of kernels/gemm on
 * an H200 (docs/gemm-notes.md). For other types the weights are a model.
 */
#ifndef WGD_PROBLEM_H
#define WGD_PROBLEM_H

#include "wgd_plan.h"

WGD_API_BEGIN

enum {
    WGD_PROBLEM_CANDIDATES = 6,      /* tiles that are tried */
    WGD_PROBLEM_SMS = 132,           /* of an H100 SXM and an H200 */
    WGD_PROBLEM_SMS_MAX = 1024,      /* that can be asked for */
    WGD_PROBLEM_TILES_MAX = 1 << 30, /* of C, which a launch can count */
    WGD_PROBLEM_STEP_CYCLES =
        1024, /* of the tensor cores, for 128 x 256 outputs and 128 bytes of K */
    WGD_PROBLEM_L2_BYTES_PER_CYCLE = 64 /* that L2 gives one SM at most (docs/gemm-notes.md) */
};

/* The tile of a block and the cluster of blocks that share their loads. */
typedef struct wgd_problem_tile {
    int64_t m, n;             /* elements of C */
    int cluster_m, cluster_n; /* blocks of a cluster along M and N */
    int stages;               /* at most; 0: as many as fit */
    int64_t reserve_bytes;    /* that the epilogue brings C to shared memory in */
} wgd_problem_tile;

/* The tiles that are tried, in this order: of those that take the same time the first is taken.
 * 0 <= i < WGD_PROBLEM_CANDIDATES. */
wgd_problem_tile wgd_problem_tile_at(int i);

/* The rule: time of a product of problem[0] x problem[1] x problem[2] in thousandths of a step of
 * WGD_PROBLEM_STEP_CYCLES, on tiles of t with k elements of K, 128 bytes, in a stage, when the device
 * runs `at_once` clusters at once. All are at least 1; INT64_MAX where the time does not fit. */
int64_t wgd_problem_time(const wgd_problem_tile *t, const int64_t problem[3], int64_t k,
                         int64_t at_once);

/* What binds while tiles are multiplied: the law's two, or L2. */
#define WGD_PROBLEM_BOUNDS(X) X(TENSOR, "tensor") X(SHARED, "shared") X(L2, "l2")
#define WGD_X(sym, name)      WGD_PROBLEM_##sym,
typedef enum wgd_problem_bound {
    WGD_PROBLEM_BOUNDS(WGD_X) WGD_PROBLEM_BOUND_COUNT
} wgd_problem_bound;
#undef WGD_X
const char *wgd_problem_bound_name(wgd_problem_bound b);

/* One tile for the product. Cycles are of the SM, from the first tile to the last; 0 for tcgen05, of
 * which nothing was measured. */
typedef struct wgd_problem_candidate {
    wgd_problem_tile tile;
    int64_t k;  /* elements of K in a stage */
    bool legal; /* there is a plan for it; else `why` */
    wgd_status why;
    char reason[128];         /* why not */
    int stages;               /* of the plan */
    int64_t tiles_m, tiles_n; /* tiles along M and N, whole clusters */
    int64_t at_once;          /* tiles that run at once: the SMs in whole clusters */
    int64_t rounds;           /* of tiles */
    int64_t steps;            /* stages of K of a tile */
    int idle_permille;        /* of the SMs' time: those without a tile in the last round */
    int padding_permille;     /* of the products: beyond M, N and K */
    int64_t law_cycles;       /* what the tensor cores and shared memory take, by the law */
    int64_t l2_cycles;        /* what L2 takes at its greatest rate */
    int64_t cycles;           /* by the rule */
    int64_t even_cycles;      /* by the rule, were the stages of all tiles dealt evenly to the SMs
                                * (stream-K); what the parts cost to add up is not in it */
    wgd_problem_bound bound;
    int peak_permille; /* of the tensor peak of all SMs that the product reaches, by the rule */
} wgd_problem_candidate;

typedef struct wgd_problem_query {
    wgd_plan_query
        plan;    /* problem[] is given; m = n = k = 0: the tile is chosen, else it is that */
    int64_t sms; /* 1 to WGD_PROBLEM_SMS_MAX; 0: WGD_PROBLEM_SMS */
} wgd_problem_query;

typedef struct wgd_problem {
    int64_t size[3]; /* M, N, K */
    int64_t sms;
    bool chosen_here; /* false: the tile was given */
    bool fitted;      /* the weights were fitted to this type and tile; else they are a model */
    wgd_problem_candidate candidate[WGD_PROBLEM_CANDIDATES];
    int candidates;      /* 1 where the tile was given */
    int chosen;          /* index of the one in use */
    int64_t peak_cycles; /* of the product at the tensor peak of all SMs; 0 for tcgen05 */
} wgd_problem;

/* Chooses the tile, or takes the one given, and plans it. Refusals are those of wgd_plan_make, and:
 * problem (a size below 1 or beyond 2^31 - 1, too many tiles, more cycles than fit), sms, tile (none
 * is given, and no rule chooses one for tcgen05; none of the candidates fits). */
wgd_status wgd_plan_problem(const wgd_problem_query *q, wgd_problem *out, wgd_plan *plan,
                            wgd_diag *diag);

WGD_API_END

#endif
