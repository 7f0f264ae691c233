/* SPDX-License-Identifier: MIT
 *
 * Which tile for a whole product? The rule by which the GEMMs of kernels/ choose theirs, and what each
 * tile would take: rounds of tiles over the SMs, stages of K, cycles.
 *
 * A block computes one tile after the other; the tiles of a round run at once, one on each SM. Where
 * they are fewer than the SMs, several blocks share the K of a tile and add their parts up. A stage takes
 * what binds it: the tensor cores, L2, device memory, or the latency of what is under way; a tile besides
 * that its first loads and its epilogue. The constants were fitted to the times of the bf16 GEMMs of kernels/gemm on
 * an H200 and on an H100 (docs/gemm-notes.md). For other types they are a model.
 */
#ifndef WGD_PROBLEM_H
#define WGD_PROBLEM_H

#include "wgd_plan.h"

WGD_API_BEGIN

enum {
    WGD_PROBLEM_CANDIDATES = 61,        /* tiles that are tried */
    WGD_PROBLEM_SMS = 132,              /* of all GPUs below */
    WGD_PROBLEM_SMS_MAX = 1024,         /* that can be asked for */
    WGD_PROBLEM_TILES_MAX = 1 << 30,    /* of C, which a launch can count */
    WGD_PROBLEM_CLUSTER_MAX = 16,       /* blocks of a cluster; more than 8 must be asked for */
    WGD_PROBLEM_SPLIT_MAX = 32,         /* blocks that share the K of a tile */
    WGD_PROBLEM_LONG_WALK = 16000,      /* stages of K of a block in all its rounds: tiles apart */
    WGD_PROBLEM_L2_BYTES_PER_CYCLE = 64 /* that L2 gives one SM, nominally; the rule has a fit */
};

/* The GPUs that products were timed on; the first where none is asked for. */
#define WGD_GPUS(X)                                                                                \
    X(H200, "h200", "H200")                                                                        \
    X(H100, "h100", "H100 SXM")
#define WGD_X(sym, name, text) WGD_##sym,
typedef enum wgd_gpu { WGD_GPUS(WGD_X) WGD_GPU_COUNT } wgd_gpu;
#undef WGD_X
/* "h100", and "H100 SXM"; of one of them. */
const char *wgd_gpu_name(wgd_gpu gpu);
const char *wgd_gpu_text(wgd_gpu gpu);

/* A device: whose times its own are like, and how many clusters of each size it runs at once, clusters[1] to
 * clusters[WGD_PROBLEM_CLUSTER_MAX], where a block takes an SM. */
typedef struct wgd_problem_device {
    wgd_gpu gpu;
    int64_t clusters[WGD_PROBLEM_CLUSTER_MAX + 1];
} wgd_problem_device;

/* The tile of a block and the cluster of blocks that share their loads. */
typedef struct wgd_problem_tile {
    int64_t m, n;             /* elements of C */
    int cluster_m, cluster_n; /* blocks of a cluster along M and N */
    int stages;               /* at most; 0: as many as fit, 4 where no plan says how many */
    int64_t reserve_bytes;    /* that the epilogue brings C to shared memory in */
    /* It is a tile of the turned product, C^T = B^T * A^T: its m rows are columns of C, its n columns rows of C, its A is
     * the product's B. Rows come in steps of 64 and columns in steps of 8, so that few ragged rows of C fit columns better.
     * Only C is stored as it is, which takes an epilogue that turns the tile. */
    bool turned;
} wgd_problem_tile;

/* How the blocks are dealt to the tiles. */
typedef struct wgd_problem_way {
    int split; /* blocks that share the K of a tile, 1 to WGD_PROBLEM_SPLIT_MAX */
    bool
        in_memory; /* they add up through memory that stays in L2, not in one another's shared memory as
                     * a cluster */
    int64_t width; /* columns that a tile has: n, or fewer, a multiple of 8 */
} wgd_problem_way;

/* Blocks that compute neighbouring tiles, and share neither their loads nor a tile, but sit side by side, so that L2
 * sends once what they ask for at the same time: two launched as a cluster, or all those of a group of SMs that can be
 * of one cluster, which claim their tiles when they start. */
typedef enum wgd_problem_pairs {
    WGD_PROBLEM_PAIRS_NONE,
    WGD_PROBLEM_PAIRS_M,     /* neighbours along M, which read the same B */
    WGD_PROBLEM_PAIRS_N,     /* along N, the same A */
    WGD_PROBLEM_PAIRS_GROUPS /* blocks of tiles, by claims */
} wgd_problem_pairs;

/* How clusters are numbered: in bands of so many rows, column by column. Those beside one another share what the blocks of
 * each do not, so that L2 sends that once to several of them. */
typedef enum wgd_problem_band {
    WGD_PROBLEM_BAND_SQUARE, /* so many that those that run at once are about a square */
    WGD_PROBLEM_BAND_ROW,    /* one: they share A */
    WGD_PROBLEM_BAND_COLUMN  /* all: they share B */
} wgd_problem_band;

/* The tiles that are tried, in this order: of those that take the same time the first is taken.
 * 0 <= i < WGD_PROBLEM_CANDIDATES. */
wgd_problem_tile wgd_problem_tile_at(int i);

/* A device of `sms` SMs like that GPU: the clusters that it said it runs at once with its 132, and as large a part of
 * that for another number. Devices of one kind differ by a cluster or two; one that is at hand can be asked
 * (cudaOccupancyMaxActiveClusters). sms is 0 to 2^31 - 1. */
wgd_problem_device wgd_problem_device_of(wgd_gpu gpu, int64_t sms);

/* The neighbours that the GEMMs of kernels/ put side by side, and the rule counts so: in one round of an even number of
 * tiles, several along M and N, with a K of some length; groups also in many rounds of long ones, but not of turned tiles, which
 * nobody claims. Along M and N of the tiles. Sizes as below; NONE where there is no such way, or the gpu is none of wgd_gpu. */
wgd_problem_pairs wgd_problem_pairs_of(const wgd_problem_tile *t, const wgd_problem_way *w,
                                       const int64_t problem[3], int64_t k,
                                       const wgd_problem_device *device);

/* The bands of the GEMMs of kernels/, which the rule counts with: not square where all clusters run at once, tiles are 128 x
 * 128 at most, and the blocks of a cluster share A, B or a tile; of these the operand with more lines counts. SQUARE where
 * there is no such way, or the gpu is none of wgd_gpu. */
wgd_problem_band wgd_problem_band_of(const wgd_problem_tile *t, const wgd_problem_way *w,
                                     const int64_t problem[3], int64_t k,
                                     const wgd_problem_device *device);

/* The rule: cycles of a product of problem[0] x problem[1] x problem[2] on tiles of t in way w, with k
 * elements of K, 128 bytes, in a stage and 16-bit results, on that device. Cycles are of 1500 MHz, about the clock of
 * both GPUs under load. Sizes are those of the product, also where the tile is turned. They and k are 1 to 2^31 - 1; INT64_MAX where there is no such way on the device, its gpu
 * is none or never ran this tile of the table, or the time does not fit. */
int64_t wgd_problem_time(const wgd_problem_tile *t, const wgd_problem_way *w,
                         const int64_t problem[3], int64_t k, const wgd_problem_device *device);

/* The way of tile t that takes least, by that rule, and its time. `narrow`: tiles may have fewer columns than
 * n, which takes a B that is stored K-major. INT64_MAX where there is none. */
int64_t wgd_problem_best(const wgd_problem_tile *t, const int64_t problem[3], int64_t k,
                         bool narrow, const wgd_problem_device *device, wgd_problem_way *w);

/* What binds while tiles are multiplied: the law's two, L2, device memory, or the latency of the stages that
 * are under way. */
#define WGD_PROBLEM_BOUNDS(X)                                                                      \
    X(TENSOR, "tensor")                                                                            \
    X(SHARED, "shared")                                                                            \
    X(L2, "l2")                                                                                    \
    X(MEMORY, "memory")                                                                            \
    X(LATENCY, "latency")
#define WGD_X(sym, name) WGD_PROBLEM_##sym,
typedef enum wgd_problem_bound {
    WGD_PROBLEM_BOUNDS(WGD_X) WGD_PROBLEM_BOUND_COUNT
} wgd_problem_bound;
#undef WGD_X
const char *wgd_problem_bound_name(wgd_problem_bound b);

/* One tile for the product. Cycles are of the SM, from the first tile to the last; 0 for tcgen05, of
 * which nothing was measured. */
typedef struct wgd_problem_candidate {
    wgd_problem_tile tile;
    wgd_problem_way way;
    int64_t k;  /* elements of K in a stage */
    bool legal; /* there is a plan for it; else `why` */
    wgd_status why;
    char reason[128]; /* why not */
    int stages;       /* of the plan */
    wgd_problem_pairs
        pairs; /* as wgd_problem_pairs_of has them, and why in a few words; none for tcgen05 */
    const char *pairs_reason;
    /* Rows of clusters, or of tiles where there are none, in a band that is walked column by column: for pairs, and by
     * wgd_problem_band_of. 0: what makes a square of those that run at once, and claims and tcgen05. */
    int64_t band_rows;
    int64_t tiles_m, tiles_n; /* tiles along M and N, turned along N and M; whole clusters */
    int64_t at_once;       /* tiles that run at once: the SMs in whole clusters, over the split */
    int64_t rounds;        /* of tiles */
    int64_t steps;         /* stages of K of a block in a tile */
    int idle_permille;     /* of the SMs' time: those without a tile, and the last round */
    int padding_permille;  /* of the products: beyond M, N and K */
    int64_t law_cycles;    /* what the tensor cores and shared memory take, by the law */
    int64_t l2_cycles;     /* what L2 takes at its greatest rate */
    int64_t memory_cycles; /* what device memory takes to bring A and B and take C, once */
    int64_t cycles;        /* by the rule */
    wgd_problem_bound bound;
    int peak_permille; /* of the tensor peak of all SMs that the product reaches, by the rule */
} wgd_problem_candidate;

typedef struct wgd_problem_query {
    wgd_plan_query
        plan;    /* problem[] is given; m = n = k = 0: the tile is chosen, else it is that */
    int64_t sms; /* 1 to WGD_PROBLEM_SMS_MAX; 0: WGD_PROBLEM_SMS */
    wgd_gpu gpu; /* whose times they are; of no meaning for tcgen05 */
} wgd_problem_query;
/* Of a plan as wgd_plan_query_default has it, on an H200. */
wgd_problem_query wgd_problem_query_default(void);

typedef struct wgd_problem {
    int64_t size[3]; /* M, N, K */
    int64_t sms;
    wgd_gpu gpu;
    bool chosen_here; /* false: the tile was given */
    bool fitted;      /* the constants were fitted to this type and tile; else they are a model */
    wgd_problem_candidate candidate[WGD_PROBLEM_CANDIDATES];
    int candidates;      /* 1 where the tile was given */
    int chosen;          /* index of the one in use */
    int64_t peak_cycles; /* of the product at the tensor peak of all SMs; 0 for tcgen05 */
} wgd_problem;

/* Chooses the tile, or takes the one given, and plans it. Refusals are those of wgd_plan_make, and:
 * problem (a size below 1 or beyond 2^31 - 1, too many tiles, more cycles than fit), sms, gpu (none of wgd_gpu),
 * tile (none is given, and no rule chooses one for tcgen05; none of the candidates fits). */
wgd_status wgd_plan_problem(const wgd_problem_query *q, wgd_problem *out, wgd_plan *plan,
                            wgd_diag *diag);

WGD_API_END

#endif
