/* SPDX-License-Identifier: MIT
 *
 * Version 3 on the host: which instance, which order, how many blocks, and the launch.
 */
#include <math.h>

#include "common/device.h"
#include "gemm/kernel_table.h"
#include "kernel.cuh"
#include "wgd_problem.h"

/* Blocks of a cluster. */
static int cluster_size(const gemm_v3_instance &x, const gemm_launch &launch)
{
    return x.cm * x.cn * (launch.tuning.in_memory ? 1 : launch.split);
}

/* Lets a kernel of an instance have its shared memory and clusters of more than 8 blocks. */
static void allow(const gemm_v3_instance &x, const void *function)
{
    wgv::cuda_check(
        cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, x.smem_bytes),
        "this instance of version 3 does not fit the device");
    wgv::cuda_check(
        cudaFuncSetAttribute(function, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
        "clusters of more than 8 blocks");
}

/* What the device says; it is the same for every instance, each of which takes a whole SM. */
static int ask_clusters(const gemm_v3_instance &x, int size)
{
    cudaLaunchAttribute cluster = wgv::clusters_of(size);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)size);
    config.blockDim = dim3((unsigned)x.threads);
    config.dynamicSmemBytes = (size_t)x.smem_bytes;
    config.attrs = &cluster;
    config.numAttrs = 1;
    int clusters = 0;
    wgv::cuda_check(cudaOccupancyMaxActiveClusters(&clusters, x.function, &config),
                    "how many clusters the device runs");
    return clusters;
}

/* The timed GPU that the current device is like: by its device memory, 4.9 TB/s of an H200 and 3.4 of an H100, as its
 * clock and width say. */
static wgd_gpu gpu_like()
{
    int device, khz, bits;
    CUDA_TRY(cudaGetDevice(&device));
    CUDA_TRY(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, device));
    CUDA_TRY(cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, device));
    return 2e3 * khz * bits / 8 > 4.1e12 ? WGD_H200 : WGD_H100;
}

/* The device as the rule wants it, with the clusters of each size that it says it runs at once. */
static const wgd_problem_device &this_device()
{
    static const wgd_problem_device device = [] {
        static_assert((int)WGD_PROBLEM_CLUSTER_MAX >= (int)GEMM_V3_MOST_SPLIT,
                      "every size that is launched is asked for");
        wgd_problem_device d = {gpu_like(), {0}};
        allow(*gemm_v3_instances()[0], gemm_v3_instances()[0]->function);
        for (int size = 1; size <= WGD_PROBLEM_CLUSTER_MAX; size++) {
            d.clusters[size] = ask_clusters(*gemm_v3_instances()[0], size);
        }
        return d;
    }();
    return device;
}

int gemm_clusters_at_once(int size)
{
    return (int)this_device().clusters[size];
}

static wgd_problem_tile tile_of(const gemm_v3_instance &x)
{
    return {x.tm, x.tn, x.cm, x.cn, x.stages, 0, x.turned};
}

static int takes(const gemm_v3_instance &x, const gemm_problem &p)
{
    return x.dtype == p.dtype && x.a_major == p.a_major && x.b_major == p.b_major;
}

/* The instance that takes least, and in which way, by the rule that 'wgdesc plan --problem' chooses by. */
static const gemm_v3_instance &choose(const gemm_problem &p, wgd_problem_way *way)
{
    const int64_t sizes[3] = {p.m, p.n, p.k};
    int64_t least = INT64_MAX;
    const gemm_v3_instance *best = NULL;
    for (const gemm_v3_instance *x : gemm_v3_instances()) {
        if (!takes(*x, p)) {
            continue;
        }
        const wgd_problem_tile tile = tile_of(*x);
        wgd_problem_way its = {1, false, x->tn};
        const int64_t time =
            wgd_problem_best(&tile, sizes, x->bk, x->b_major == WGD_MAJOR_K, &this_device(), &its);
        if (best == NULL || time < least) {
            least = time;
            best = x;
            *way = its;
        }
    }
    if (best == NULL) {
        throw wgv::failure(wgv::EXIT_USAGE, "version 3 has no instance for these types");
    }
    return *best;
}

/* Rows of a band that make the tiles in flight about square, in elements. */
static int square_group(const gemm_v3_instance &x, int clusters, int tiles_m)
{
    const double rows = sqrt((double)clusters * (x.tn * x.cn) / (x.tm * x.cm));
    const int group = (int)(rows + 0.5);
    return group < 1 ? 1 : group > tiles_m ? tiles_m : group;
}

/* The turned product, C^T = B^T * A^T, with C as it is stored. */
static gemm_problem turn(const gemm_problem &p)
{
    gemm_problem t = p;
    t.a_major = p.b_major;
    t.b_major = p.a_major;
    t.m = p.n;
    t.n = p.m;
    t.a = p.b;
    t.b = p.a;
    t.lda = p.ldb;
    t.ldb = p.lda;
    return t;
}

/* Rows and columns of C, and those of its columns that are whole chunks of 16 bytes. */
struct c_size {
    int64_t rows, cols, whole_cols;
};

static c_size c_size_of(const gemm_launch &launch)
{
    const gemm_problem &p = launch.problem;
    const bool turned = launch.instance->turned;
    const int64_t each = 16 / gemm_out_bytes(p.dtype), cols = turned ? p.m : p.n;
    return {turned ? p.n : p.m, cols, cols / each * each};
}

/* How much of device memory L2 takes at once: where large operands are read along a long K for a few rows, the step after
 * the one that is asked for, too. On an H100 that takes 1.4 % less, on an H200 as often more; and more where K ends in the
 * middle of two steps (docs/gemm-notes.md, `promotion`). */
static CUtensorMapL2promotion promotion_of(const gemm_launch &launch)
{
    enum { FEW_ROWS = 128, LONG_K_BYTES = 2048, TWO_LINES = 256, LARGE_BYTES = 30 << 20 };
    const gemm_problem &p = launch.problem;
    const int64_t k_bytes = p.k * wgd_dtype_bits(p.dtype) / 8;
    const bool along_k = p.a_major == WGD_MAJOR_K && p.b_major == WGD_MAJOR_K;
    const bool gains = this_device().gpu == WGD_H100 && along_k &&
                       c_size_of(launch).rows <= FEW_ROWS && k_bytes >= LONG_K_BYTES &&
                       k_bytes % TWO_LINES == 0 && (p.m + p.n) * k_bytes > LARGE_BYTES;
    return gains ? CU_TENSOR_MAP_L2_PROMOTION_L2_256B : CU_TENSOR_MAP_L2_PROMOTION_L2_128B;
}

/* The tensor maps of A, B and C. */
static void make_maps(gemm_launch &launch)
{
    const gemm_problem &p = launch.problem;
    const gemm_v3_instance &x = *launch.instance;
    const int line = 128 * 8 / wgd_dtype_get(p.dtype)->bits;
    const bool ak = p.a_major == WGD_MAJOR_K, bk = p.b_major == WGD_MAJOR_K;
    const CUtensorMapL2promotion promotion = promotion_of(launch);
    launch.map_a = gemm_tensor_map(p.dtype, p.a, ak ? p.k : p.m, ak ? p.m : p.k, p.lda, line,
                                   ak ? launch.height / x.cn : x.bk, promotion);
    launch.map_b = gemm_tensor_map(p.dtype, p.b, bk ? p.k : p.n, bk ? p.n : p.k, p.ldb, line,
                                   bk ? launch.width / x.cm : x.bk, promotion);
    /* Whole chunks of 16 bytes; of a C that has none, what is not written. */
    const int bytes = gemm_out_bytes(p.dtype);
    const c_size c = c_size_of(launch);
    launch.map_c = gemm_tensor_map(
        gemm_out_type(p.dtype), p.c, c.whole_cols == 0 ? 16 / bytes : c.whole_cols, c.rows, p.ldc,
        GEMM_ROW_BYTES / bytes, x.turned ? (int)GEMM_TURNED_ROWS : (int)GEMM_WARP_ROWS);
}

/* The blocks that share a tile: as many as are asked for, each with a step of K at least. */
static int split_of(const gemm_v3_instance &x, const gemm_launch &launch)
{
    const int asked = launch.tuning.split, steps = gemm_ceil_div(launch.problem.k, x.bk);
    const int most = launch.tuning.in_memory ? INT32_MAX : x.cm * x.cn > 1 ? 1 : GEMM_V3_MOST_SPLIT;
    if (asked > most) {
        throw wgv::failure(wgv::EXIT_USAGE, "so many blocks cannot share a tile", "split",
                           std::to_string(asked), "at most " + std::to_string(most));
    }
    return asked < 1 ? 1 : asked < steps ? asked : steps;
}

/* Columns of a tile: what is asked for, if the instance can have so many: the swizzle has rows of B in groups of 8. */
static int width_of(const gemm_v3_instance &x, const gemm_launch &launch)
{
    const int asked = launch.tuning.width ? launch.tuning.width : x.tn;
    if (asked > x.tn || (asked < x.tn && (asked % 8 || x.b_major != WGD_MAJOR_K))) {
        throw wgv::failure(wgv::EXIT_USAGE, "this instance has no tiles of so many columns",
                           "width", std::to_string(asked),
                           "a multiple of 8 up to " + std::to_string(x.tn) +
                               ", or that for B stored MN-major");
    }
    return asked;
}

/* Rows of A that a tile brings: a flexible instance leaves out those beyond M, in whole groups of 8 for each
 * block that brings its part. */
static int height_of(const gemm_v3_instance &x, const gemm_problem &p)
{
    const int unit = 8 * x.cn;
    return x.room == 0 || p.m >= x.tm ? x.tm : gemm_ceil_div(p.m, unit) * unit;
}

/* Stages of so many rows, and no more than asked for, or 0 where their number is fixed: the products of the last one must
 * not read beyond the room. */
static int stages_of(const gemm_v3_instance &x, const gemm_launch &launch)
{
    if (x.room == 0) {
        if (launch.tuning.stages) {
            throw wgv::failure(wgv::EXIT_USAGE, "the stages of this instance are fixed", "stages",
                               std::to_string(launch.tuning.stages), "tiles of 64 rows");
        }
        return 0;
    }
    const int row = GEMM_ROW_BYTES, beyond = (x.tn - launch.width) * row;
    const int asked = launch.tuning.stages, most = asked ? asked : (int)GEMM_V3_MOST_STAGES;
    const int fit = (x.room - beyond) / ((launch.height + launch.width) * row);
    return fit < most ? fit : most;
}

/* Memory for parts of tiles and a counter for each tile, for the launches of one stream: the kernel
 * leaves the counters as a later one wants them. */
struct workspace {
    static constexpr size_t PART_BYTES = 64u << 20, COUNTERS = 4096;
    wgv::device_array<unsigned char> parts{PART_BYTES};
    wgv::device_array<uint32_t> counters{std::vector<uint32_t>(COUNTERS)};
};

static const workspace &shared_workspace()
{
    static const workspace w;
    return w;
}

static void check_workspace(const gemm_v3_instance &x, const gemm_launch &launch, int64_t tiles)
{
    const size_t bytes = (size_t)tiles * (size_t)launch.split * (size_t)(x.tm * x.tn) * 4;
    if (bytes > workspace::PART_BYTES || (size_t)tiles > workspace::COUNTERS) {
        throw wgv::failure(wgv::EXIT_USAGE, "parts of tiles do not fit their memory", "split",
                           std::to_string(launch.split),
                           std::to_string(workspace::PART_BYTES) + " bytes in all");
    }
    shared_workspace(); /* not while launches are recorded */
}

/* Steps of K that are prefetched while the kernel before drains, as measured (docs/gemm-notes.md). All, up to AHEAD: where A
 * and B are a megabyte at most; and up to 12 MB, but for large tiles, where no block has more steps and lines start on a
 * sector of L2. Four, of blocks that share no operand, where A and B are 30 MB and most SMs have a block: L2 has little of
 * them then. Else two, of blocks that share nothing, where they have no more, and of large tiles without a cluster or in
 * clusters of four. Others gain nothing, or lose. */
static int ahead_of(const gemm_v3_instance &x, const gemm_launch &launch)
{
    enum { AHEAD = 12, SECTOR_BITS = 256, MEGABYTE_BITS = 8 << 20 };
    const gemm_problem &p = launch.problem;
    const int64_t bits = wgd_dtype_bits(p.dtype), all = (p.m + p.n) * p.k * bits;
    const int64_t steps = ceil_div(ceil_div(p.k, x.bk), launch.split);
    const int cluster = x.cm * x.cn;
    const bool large = x.tm * x.tn >= 128 * 192, alone = cluster == 1;
    const bool sectors = p.lda * bits % SECTOR_BITS == 0 && p.ldb * bits % SECTOR_BITS == 0;
    if (!launch.tuning.dependent) {
        return 0;
    }
    if (all <= MEGABYTE_BITS ||
        (all <= 12 * MEGABYTE_BITS && !large && sectors && steps <= AHEAD)) {
        return AHEAD;
    }
    if (alone && all >= 30LL * MEGABYTE_BITS &&
        4 * (int)launch.blocks >= 3 * gemm_clusters_at_once(1)) {
        return 4;
    }
    if (launch.split > 1) {
        return 0;
    }
    return (alone && steps <= 2) || (large && (alone || cluster == 4)) ? 2 : 0;
}

/* So many, and division by them; none is none. */
static gemm_v3_ahead ahead_steps(int steps)
{
    return {steps, gemm_divisor_of(steps > 0 ? steps : 1)};
}

/* The rule's answer of this tile and way: of wgd_problem_pairs_of, wgd_problem_band_of. */
template <class ANSWER>
static ANSWER ask_rule(ANSWER (*rule)(const wgd_problem_tile *, const wgd_problem_way *,
                                      const int64_t[3], int64_t, const wgd_problem_device *),
                       const gemm_v3_instance &x, const gemm_launch &launch)
{
    const c_size c = c_size_of(launch); /* as the product was given: the rule turns it */
    const int64_t sizes[3] = {c.rows, c.cols, launch.problem.k};
    const wgd_problem_tile tile = tile_of(x);
    const wgd_problem_way way = {launch.split, launch.tuning.in_memory != 0, launch.width};
    return rule(&tile, &way, sizes, x.bk, &this_device());
}

/* Do the blocks of a launch walk over several rounds? */
static bool walks(const gemm_launch &launch)
{
    return launch.split == 1 && !launch.one_round;
}

/* Sums of f16 draw less power than the bf16 that the rule was timed with, and power is what blocks save that keep in step: here
 * they lose by it where it is not a very long walk (docs/gemm-notes.md, `in_step_types`). */
static bool loses_in_step(const gemm_v3_instance &x, const gemm_launch &launch)
{
    const int64_t tiles = (int64_t)launch.raster.tiles_m * launch.raster.tiles_n;
    const int64_t steps = ceil_div(launch.problem.k, x.bk);
    return x.dtype == WGD_F16 && walks(launch) &&
           ceil_div(tiles, gemm_clusters_at_once(1)) * steps < WGD_PROBLEM_LONG_WALK;
}

/* Neighbours that are put side by side, by launching two blocks as a cluster that share nothing in it: those that the
 * chooser counts with, unless that is turned off. */
static wgd_problem_pairs pairs_of(const gemm_v3_instance &x, const gemm_launch &launch)
{
    const bool shares_cluster = launch.split > 1 && !launch.tuning.in_memory;
    if (launch.tuning.pairs == 2) {
        if (x.claiming == NULL || shares_cluster) {
            throw wgv::failure(wgv::EXIT_USAGE, "no kernel here claims such tiles", "pairs", "2",
                               "0 or 1",
                               "claimed are tiles of 64x128, 128x128 and larger, without clusters");
        }
        return WGD_PROBLEM_PAIRS_GROUPS;
    }
    if (launch.tuning.pairs == 0 || loses_in_step(x, launch)) {
        return WGD_PROBLEM_PAIRS_NONE;
    }
    return ask_rule(wgd_problem_pairs_of, x, launch);
}

/* The kernel. */
static const void *function_of(const gemm_v3_instance &x, const gemm_launch &launch)
{
    return launch.pairs != WGD_PROBLEM_PAIRS_GROUPS ? x.function
           : walks(launch) && x.in_step != NULL     ? x.in_step
                                                    : x.claiming;
}

/* Rows of a band of clusters. */
static int band_of_clusters(const gemm_v3_instance &x, const gemm_launch &launch, int square)
{
    switch (ask_rule(wgd_problem_band_of, x, launch)) {
    case WGD_PROBLEM_BAND_ROW:
        return 1;
    case WGD_PROBLEM_BAND_COLUMN:
        return launch.raster.tiles_m;
    default:
        return square;
    }
}

/* Rows of a band of tiles: what was asked for; both of a pair, which are numbered one after the other; what groups share
 * most with; what clusters do. */
static int group_of(const gemm_v3_instance &x, const gemm_launch &launch, int clusters)
{
    const int square = square_group(x, clusters, launch.raster.tiles_m);
    if (launch.tuning.group > 0) {
        return launch.tuning.group;
    }
    if (function_of(x, launch) == x.in_step) {
        return gemm_ceil_div(square, GEMM_V3_BLOCK_M) * GEMM_V3_BLOCK_M; /* of whole blocks */
    }
    switch (launch.pairs) {
    case WGD_PROBLEM_PAIRS_M:
        return 2;
    case WGD_PROBLEM_PAIRS_N:
        return 1;
    case WGD_PROBLEM_PAIRS_GROUPS:
        return gemm_v3_claimed_band(launch.claims.places, launch.raster.tiles_m,
                                    launch.raster.tiles_n, x.tm, launch.width);
    default:
        return band_of_clusters(x, launch, square);
    }
}

/* Where the pairs are groups: their shares of so many blocks. */
static void deal_by_groups(const gemm_v3_instance &x, gemm_launch &launch, int blocks)
{
    launch.claims = {};
    if (launch.pairs == WGD_PROBLEM_PAIRS_GROUPS) {
        allow(x, function_of(x, launch));
        launch.claims = gemm_v3_claims_for(blocks);
        launch.pairs = launch.claims.counters == NULL ? WGD_PROBLEM_PAIRS_NONE : launch.pairs;
    }
}

void gemm_v3_prepare(const gemm_kernel &self, gemm_launch &launch)
{
    if (self.config == NULL) {
        wgd_problem_way way;
        launch.instance = &choose(launch.problem, &way);
        launch.tuning.split = way.split;
        launch.tuning.in_memory = way.in_memory;
        launch.tuning.width = (int)way.width;
        launch.tuning.snake = launch.tuning.dependent = 1;
    } else {
        launch.instance = (const gemm_v3_instance *)self.config;
    }
    const gemm_v3_instance &x = *launch.instance;
    if (x.turned) {
        launch.problem = turn(launch.problem);
    }
    const gemm_problem &p = launch.problem;
    allow(x, x.function);
    launch.split = split_of(x, launch);
    launch.width = width_of(x, launch);
    launch.height = height_of(x, p);
    launch.stages = stages_of(x, launch);
    const int clusters = gemm_clusters_at_once(cluster_size(x, launch));
    if (clusters == 0) {
        throw wgv::failure(wgv::EXIT_USAGE, "the device has no clusters of so many blocks", "split",
                           std::to_string(launch.split));
    }
    gemm_raster &r = launch.raster;
    r.tiles_m = gemm_ceil_div(p.m, x.tm * x.cm);
    r.tiles_n = gemm_ceil_div(p.n, launch.width * x.cn);
    /* As few clusters as finish in the same number of rounds: all of them stay in step, which is
     * what keeps their common lines in L2. */
    const int64_t tiles = (int64_t)r.tiles_m * r.tiles_n;
    if (tiles > INT32_MAX / 2) {
        throw wgv::failure(wgv::EXIT_USAGE, "too many output tiles", "m", std::to_string(tiles),
                           "below 2^30", "split the problem");
    }
    if (launch.split > 1 && launch.tuning.in_memory) {
        check_workspace(x, launch, tiles * x.cm * x.cn);
    }
    const int rounds = gemm_ceil_div(tiles, clusters);
    const int used = launch.split > 1 ? (int)tiles : gemm_ceil_div(tiles, rounds);
    launch.blocks = (unsigned)used * (unsigned)(x.cm * x.cn * launch.split);
    if (launch.tuning.ahead < 0) {
        launch.tuning.ahead = ahead_of(x, launch);
    }
    launch.one_round = tiles * (launch.tuning.in_memory ? launch.split : 1) <= clusters;
    launch.pairs = pairs_of(x, launch);
    deal_by_groups(x, launch, used * launch.split);
    r = gemm_raster_of(r.tiles_m, r.tiles_n,
                       group_of(x, launch, used < clusters ? used : clusters));
    make_maps(launch);
}

/* How the blocks of a cluster share their loads. */
static gemm_v3_cluster cluster_of(const gemm_v3_instance &x, const gemm_launch &launch)
{
    unsigned along_n = 0; /* ranks are in the order of M */
    for (int i = 0; i < x.cn; i++) {
        along_n |= 1u << (i * x.cm);
    }
    gemm_v3_cluster c;
    c.m_bits = __builtin_ctz((unsigned)x.cm);
    c.n_bits = __builtin_ctz((unsigned)x.cn);
    c.a_rows = launch.height / x.cn;
    c.b_rows = launch.width / x.cm;
    c.a_sharers = (uint16_t)along_n;
    c.b_sharers = (uint16_t)((1u << x.cm) - 1);
    return c;
}

/* Where the last tile along M or N begins at most. Where at most half of its rows are inside, all its blocks ask for the same few
 * lines, which come one after the other: then it begins earlier, and computes what its neighbour does, too, to the same bits, as
 * both go through K in the same order: in one round. Below 16 steps that takes longer (docs/gemm-notes.md, Few lines). */
static int last_of(const gemm_launch &launch, int64_t size, int tile, int steps)
{
    enum { WHOLE_CHUNKS = 8, LONG_STEPS = 16 };
    const int64_t inside = size % tile;
    const bool moves = launch.one_round && steps >= LONG_STEPS && size > tile && 0 < inside &&
                       2 * inside <= tile && size % WHOLE_CHUNKS == 0;
    return moves ? (int)(size - tile) : INT32_MAX;
}

void gemm_v3_run(const gemm_launch &launch, cudaStream_t stream)
{
    const gemm_v3_instance &x = *launch.instance;
    gemm_v3_schedule sched;
    sched.raster = launch.raster;
    const int steps = gemm_ceil_div(launch.problem.k, x.bk);
    sched.k_steps = steps / launch.split;
    sched.k_more = steps % launch.split;
    sched.split = launch.split;
    sched.at_once = (int)launch.blocks / (x.cm * x.cn) / launch.split;
    sched.parts_apart = launch.tuning.in_memory && launch.one_round;
    sched.by_run = gemm_divisor_of(sched.parts_apart ? sched.at_once : sched.split);
    sched.share = gemm_ceil_div(x.quads, launch.split);
    sched.parts = NULL;
    sched.counters = NULL;
    if (launch.split > 1 && launch.tuning.in_memory) {
        sched.parts = (float *)shared_workspace().parts.get();
        sched.counters = shared_workspace().counters.get();
    }
    sched.width = launch.width;
    sched.height = launch.height;
    sched.stages = launch.stages;
    sched.last.m = last_of(launch, launch.problem.m, x.tm, sched.k_steps);
    sched.last.n = last_of(launch, launch.problem.n, launch.width, sched.k_steps);
    sched.cluster = cluster_of(x, launch);
    sched.snake = launch.tuning.snake;
    for (int more = 0; more < 2; more++) {
        const int most = sched.k_steps + more, ahead = launch.tuning.ahead;
        sched.ahead[more] = ahead_steps(ahead < most ? ahead : most);
    }
    sched.c = launch.problem.c;
    sched.ldc = launch.problem.ldc;
    const c_size c = c_size_of(launch);
    sched.rows = (int)c.rows;
    sched.cols = (int)c.cols;
    sched.whole_cols = (int)c.whole_cols;
    sched.claims = launch.claims;

    const bool two = launch.pairs == WGD_PROBLEM_PAIRS_M || launch.pairs == WGD_PROBLEM_PAIRS_N;
    cudaLaunchAttribute attrs[2];
    attrs[0] = wgv::clusters_of(two ? 2 : cluster_size(x, launch));
    attrs[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attrs[1].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(launch.blocks);
    config.blockDim = dim3((unsigned)x.threads);
    config.dynamicSmemBytes = (size_t)x.smem_bytes;
    config.stream = stream;
    config.attrs = attrs;
    config.numAttrs = launch.tuning.dependent ? 2 : 1;
    void *args[] = {(void *)&launch.map_a, (void *)&launch.map_b, (void *)&launch.map_c, &sched};
    wgv::cuda_check(cudaLaunchKernelExC(&config, function_of(x, launch), args),
                    "version 3 did not start");
}
