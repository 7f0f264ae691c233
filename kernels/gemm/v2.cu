/* SPDX-License-Identifier: MIT
 *
 * GEMM version 2: tensor cores fed by the copy engine, one stage. One thread asks for both tiles,
 * everyone waits for them, the warpgroups multiply with m64n64k16, everyone waits, and again. What
 * hides the waits is other blocks on the same multiprocessor.
 */
#include <cuda_bf16.h>

#include "common/device.h"
#include "kernel_table.h"
#include "tile_plan.cuh"
#include "wgmma_ptx.cuh"

namespace
{

/* A block computes TM x TN, a warpgroup 64 rows of it as TN / 64 instructions. */
template <int TM_, int TN_> struct config {
    static constexpr int TM = TM_, TN = TN_, N_BLOCKS = TN / 64;
    static constexpr int THREADS = 128 * (TM / WGD_INST_M);
    using type = gemm_type_plan<WGD_BF16>;
    using a_plan = gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, TM>;
    using b_plan = gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, TN>;
    static constexpr int SMEM_BYTES = a_plan::BYTES + b_plan::BYTES + GEMM_ATOM_BYTES;
};

/* Stores one 64 x 64 block of accumulators straight from registers: a thread holds, for each 8
 * columns, two neighbours in row lane / 4 of its warp's 16 rows and two in the row 8 further down.
 */
__device__ void store_block(const float (&acc)[32], __nv_bfloat16 *c, int64_t ldc, int m, int n,
                            int rows, int cols)
{
    const int lane = threadIdx.x % 32;
    const int row = m + threadIdx.x % 128 / 32 * 16 + lane / 4;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const int r = row + i % 2 * 8;
        const int col = n + i / 2 * 8 + lane % 4 * 2;
        if (r < rows && col + 1 < cols) {
            *(uint32_t *)&c[r * ldc + col] = ptx_pack_bf16(acc[2 * i], acc[2 * i + 1]);
        } else if (r < rows && col < cols) {
            c[r * ldc + col] = __float2bfloat16(acc[2 * i]);
        }
    }
}

template <class CFG>
__global__ void __launch_bounds__(CFG::THREADS)
    gemm_v2(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
            __nv_bfloat16 *c, int64_t ldc, int rows, int cols, int k_steps, gemm_raster raster)
{
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    extern __shared__ uint8_t raw[];
    __shared__ uint64_t full_word;
    const uint32_t smem_a =
        (ptx_smem_address(raw) + GEMM_ATOM_BYTES - 1) & ~(uint32_t)(GEMM_ATOM_BYTES - 1);
    const uint32_t smem_b = smem_a + CFG::a_plan::BYTES;
    const uint32_t full = ptx_smem_address(&full_word);
    const gemm_tile tile = gemm_raster_at(raster, blockIdx.x);
    const int m = tile.m * CFG::TM, n = tile.n * CFG::TN;
    const int warpgroup = __shfl_sync(0xffffffffu, threadIdx.x / 128, 0);

    if (threadIdx.x == 0) {
        ptx_mbarrier_init(full, 1);
        ptx_fence_mbarrier_init();
    }
    __syncthreads();

    const uint64_t desc_a =
        gemm_desc<typename CFG::a_plan>(smem_a) + warpgroup * CFG::a_plan::MN_STEP;
    const uint64_t desc_b = gemm_desc<typename CFG::b_plan>(smem_b);
    float acc[CFG::N_BLOCKS][32];
    for (int i = 0; i < k_steps; i++) {
        if (threadIdx.x == 0) {
            const int k = i * CFG::type::BK;
            ptx_mbarrier_arrive_expect(full, CFG::a_plan::BYTES + CFG::b_plan::BYTES);
            ptx_load_2d(smem_a, &map_a, k, m, full);
            ptx_load_2d(smem_b, &map_b, k, n, full);
        }
        ptx_mbarrier_wait(full, i & 1);
        wgmma_fence();
#pragma unroll
        for (int kb = 0; kb < CFG::type::K_BLOCKS; kb++) {
#pragma unroll
            for (int nb = 0; nb < CFG::N_BLOCKS; nb++) {
                wgmma<WGD_BF16, 64, WGD_MAJOR_K, WGD_MAJOR_K>(
                    acc[nb], desc_a + kb * CFG::a_plan::K_STEP,
                    desc_b + kb * CFG::b_plan::K_STEP + nb * CFG::b_plan::MN_STEP, i | kb);
            }
        }
        wgmma_commit();
        wgmma_wait<0>();
        __syncthreads(); /* the next copy overwrites what all warps have now read */
    }
#pragma unroll
    for (int nb = 0; nb < CFG::N_BLOCKS; nb++) {
        wgmma_touch(acc[nb]);
        store_block(acc[nb], c, ldc, m + warpgroup * WGD_INST_M, n + nb * 64, rows, cols);
    }
#endif
}

template <class CFG> void prepare(gemm_launch &launch)
{
    const gemm_problem &p = launch.problem;
    launch.raster =
        gemm_raster_of(gemm_ceil_div(p.m, CFG::TM), gemm_ceil_div(p.n, CFG::TN), 2048 / CFG::TM);
    launch.blocks = (unsigned)launch.raster.tiles_m * (unsigned)launch.raster.tiles_n;
    launch.map_a = gemm_tensor_map(p.dtype, p.a, p.k, p.m, p.lda, CFG::a_plan::BOX_INNER, CFG::TM);
    launch.map_b = gemm_tensor_map(p.dtype, p.b, p.k, p.n, p.ldb, CFG::b_plan::BOX_INNER, CFG::TN);
}

template <class CFG> void run(const gemm_launch &launch, cudaStream_t stream)
{
    const gemm_problem &p = launch.problem;
    gemm_v2<CFG><<<launch.blocks, CFG::THREADS, CFG::SMEM_BYTES, stream>>>(
        launch.map_a, launch.map_b, (__nv_bfloat16 *)p.c, p.ldc, (int)p.m, (int)p.n,
        gemm_ceil_div(p.k, CFG::type::BK), launch.raster);
    wgv::cuda_check(cudaGetLastError(), "version 2 did not start");
}

using notes = config<64, 64>;
using wide = config<128, 128>;

} // namespace

void gemm_v2_prepare(const gemm_kernel &, gemm_launch &launch)
{
    prepare<notes>(launch);
}

void gemm_v2_run(const gemm_launch &launch, cudaStream_t stream)
{
    run<notes>(launch, stream);
}

void gemm_v2_wide_prepare(const gemm_kernel &, gemm_launch &launch)
{
    prepare<wide>(launch);
}

void gemm_v2_wide_run(const gemm_launch &launch, cudaStream_t stream)
{
    run<wide>(launch, stream);
}
