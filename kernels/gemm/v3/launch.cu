/* SPDX-License-Identifier: MIT
 *
 * Version 3 on the host: which instance, which order, how many blocks, and the launch.
 */
#include <math.h>

#include "common/device.h"
#include "gemm/kernel_table.h"
#include "kernel.cuh"
#include "wgd_problem.h"

/* Clusters of this instance that the device runs at once. */
static int clusters_at_once(const gemm_v3_instance &x)
{
    cudaError_t e =
        cudaFuncSetAttribute(x.function, cudaFuncAttributeMaxDynamicSharedMemorySize, x.smem_bytes);
    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = (unsigned)(x.cm * x.cn);
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)(x.cm * x.cn));
    config.blockDim = dim3((unsigned)x.threads);
    config.dynamicSmemBytes = (size_t)x.smem_bytes;
    config.attrs = &cluster;
    config.numAttrs = 1;
    int clusters = 0;
    e = e != cudaSuccess ? e : cudaOccupancyMaxActiveClusters(&clusters, x.function, &config);
    if (e == cudaSuccess && clusters == 0) {
        e = cudaErrorLaunchOutOfResources;
    }
    wgv::cuda_check(e, "this instance of version 3 does not fit the device");
    return clusters;
}

static int takes(const gemm_v3_instance &x, const gemm_problem &p)
{
    return x.dtype == p.dtype && x.a_major == p.a_major && x.b_major == p.b_major;
}

/* Time of the problem on an instance, by the rule that 'wgdesc plan --problem' chooses by. */
static int64_t estimate(const gemm_v3_instance &x, const gemm_problem &p, int clusters)
{
    const wgd_problem_tile tile = {x.tm, x.tn, x.cm, x.cn, 0, 0};
    const int64_t sizes[3] = {p.m, p.n, p.k};
    return wgd_problem_time(&tile, sizes, x.bk, clusters);
}

static const gemm_v3_instance &choose(const gemm_problem &p)
{
    int64_t least = INT64_MAX;
    const gemm_v3_instance *best = NULL;
    for (int i = 0; i < gemm_v3_bf16_count + gemm_v3_forms_count; i++) {
        const gemm_v3_instance &x =
            i < gemm_v3_bf16_count ? gemm_v3_bf16[i] : gemm_v3_forms[i - gemm_v3_bf16_count];
        if (!takes(x, p)) {
            continue;
        }
        const int64_t time = estimate(x, p, clusters_at_once(x));
        if (best == NULL || time < least) {
            least = time;
            best = &x;
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

/* The tensor maps of A, B and C. */
static void make_maps(gemm_launch &launch)
{
    const gemm_problem &p = launch.problem;
    const gemm_v3_instance &x = *launch.instance;
    const int line = 128 * 8 / wgd_dtype_get(p.dtype)->bits;
    const bool ak = p.a_major == WGD_MAJOR_K, bk = p.b_major == WGD_MAJOR_K;
    launch.map_a = gemm_tensor_map(p.dtype, p.a, ak ? p.k : p.m, ak ? p.m : p.k, p.lda, line,
                                   ak ? x.box_a : x.bk);
    launch.map_b = gemm_tensor_map(p.dtype, p.b, bk ? p.k : p.n, bk ? p.n : p.k, p.ldb, line,
                                   bk ? x.box_b : x.bk);
    launch.map_c = gemm_tensor_map(WGD_BF16, p.c, p.n < 8 ? 8 : p.n / 8 * 8, p.m, p.ldc,
                                   GEMM_C_PANEL_COLS, WGD_INST_M);
}

void gemm_v3_prepare(const gemm_kernel &self, gemm_launch &launch)
{
    const gemm_problem &p = launch.problem;
    if (self.config == NULL) {
        launch.instance = &choose(p);
        launch.tuning.snake = launch.tuning.dependent = 1;
    } else {
        launch.instance = (const gemm_v3_instance *)self.config;
    }
    const gemm_v3_instance &x = *launch.instance;
    const int clusters = clusters_at_once(x);
    gemm_raster &r = launch.raster;
    r.tiles_m = gemm_ceil_div(p.m, x.tm * x.cm);
    r.tiles_n = gemm_ceil_div(p.n, x.tn * x.cn);
    /* As few clusters as finish in the same number of rounds: all of them stay in step, which is
     * what keeps their common lines in L2. */
    const int64_t tiles = (int64_t)r.tiles_m * r.tiles_n;
    if (tiles > INT32_MAX / 2) {
        throw wgv::failure(wgv::EXIT_USAGE, "too many output tiles", "m", std::to_string(tiles),
                           "below 2^30", "split the problem");
    }
    const int rounds = gemm_ceil_div(tiles, clusters);
    const int used = gemm_ceil_div(tiles, rounds);
    launch.blocks = (unsigned)(used < tiles ? used : (int)tiles) * (unsigned)(x.cm * x.cn);
    r.group = launch.tuning.group > 0 ? launch.tuning.group : square_group(x, used, r.tiles_m);
    make_maps(launch);
}

void gemm_v3_run(const gemm_launch &launch, cudaStream_t stream)
{
    const gemm_v3_instance &x = *launch.instance;
    gemm_v3_schedule sched;
    sched.raster = launch.raster;
    sched.k_steps = gemm_ceil_div(launch.problem.k, x.bk);
    sched.snake = launch.tuning.snake;
    sched.c = (__nv_bfloat16 *)launch.problem.c;
    sched.ldc = launch.problem.ldc;
    sched.rows = (int)launch.problem.m;
    sched.cols = (int)launch.problem.n;
    sched.whole_cols = sched.cols / 8 * 8;

    cudaLaunchAttribute attrs[2];
    attrs[0].id = cudaLaunchAttributeClusterDimension;
    attrs[0].val.clusterDim.x = (unsigned)(x.cm * x.cn);
    attrs[0].val.clusterDim.y = attrs[0].val.clusterDim.z = 1;
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
    wgv::cuda_check(cudaLaunchKernelExC(&config, x.function, args), "version 3 did not start");
}
