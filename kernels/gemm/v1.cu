/* SPDX-License-Identifier: MIT
 *
 * GEMM version 1: CUDA cores only. A block computes 128 x 128, a warp 64 x 64 of it as 2 x 2 pieces
 * of 32 x 32, a thread 8 x 4 of each piece. Operands are widened to f32 on their way into shared
 * memory, once for each element rather than once for each use.
 */
#include <cuda_bf16.h>

#include "common/device.h"
#include "kernel_table.h"

namespace
{

constexpr int BM = 128, BN = 128, BK = 16; /* of the block */
constexpr int WM = 64, WN = 64;            /* of a warp */
constexpr int TM = 8, TN = 4;              /* of a thread, in one piece */
constexpr int PIECES_M = 2, PIECES_N = 2;  /* pieces of a warp */
constexpr int PM = WM / PIECES_M, PN = WN / PIECES_N;
constexpr int THREADS = 32 * (BM / WM) * (BN / WN);
constexpr int CHUNK = 8; /* bf16 in one 16-byte load */
static_assert(PM / TM * (PN / TN) == 32, "a warp covers a piece");
static_assert(BM == THREADS && BN == THREADS, "a thread brings one line of each operand");

struct operand {
    const __nv_bfloat16 *data;
    int64_t pitch;
    int lines, k;
};

/* Brings line `line` of K-major elements k..k+BK-1 into column `column` of tile[BK][BM], zeros
 * beyond the edges. A pitch is a multiple of 16 bytes, so a chunk that begins inside a line stays
 * inside its pitch. Neighbouring threads bring neighbouring lines: the stores conflict with no
 * other. */
__device__ void bring(float (*tile)[BM], int column, operand x, int line, int k)
{
#pragma unroll
    for (int c = 0; c < BK; c += CHUNK) {
        uint4 raw = make_uint4(0, 0, 0, 0);
        if (line < x.lines && k + c < x.k) {
            raw = *(const uint4 *)(x.data + line * x.pitch + k + c);
        }
        const __nv_bfloat16 *v = (const __nv_bfloat16 *)&raw;
#pragma unroll
        for (int i = 0; i < CHUNK; i++) {
            tile[c + i][column] = k + c + i < x.k ? __bfloat162float(v[i]) : 0.0f;
        }
    }
}

/* Reads `count` consecutive floats, four at a time. */
template <int COUNT> __device__ void read_line(float *to, const float *from)
{
#pragma unroll
    for (int i = 0; i < COUNT; i += 4) {
        *(float4 *)(to + i) = *(const float4 *)(from + i);
    }
}

__global__ void __launch_bounds__(THREADS)
    gemm_v1(operand a, operand b, __nv_bfloat16 *c, int64_t ldc, gemm_raster raster)
{
    __shared__ __align__(16) float tile_a[BK][BM], tile_b[BK][BN];
    const gemm_tile tile = gemm_raster_at(raster, blockIdx.x);
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    /* This thread's first row and column inside the block; pieces add PM and PN. */
    const int row = warp / (BN / WN) * WM + lane / (PN / TN) * TM;
    const int col = warp % (BN / WN) * WN + lane % (PN / TN) * TN;
    float acc[PIECES_M * TM][PIECES_N * TN] = {};

    for (int k = 0; k < a.k; k += BK) {
        bring(tile_a, threadIdx.x, a, tile.m * BM + threadIdx.x, k);
        bring(tile_b, threadIdx.x, b, tile.n * BN + threadIdx.x, k);
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < BK; kk++) {
            float reg_a[PIECES_M * TM], reg_b[PIECES_N * TN];
#pragma unroll
            for (int p = 0; p < PIECES_M; p++) {
                read_line<TM>(&reg_a[p * TM], &tile_a[kk][row + p * PM]);
            }
#pragma unroll
            for (int p = 0; p < PIECES_N; p++) {
                read_line<TN>(&reg_b[p * TN], &tile_b[kk][col + p * PN]);
            }
#pragma unroll
            for (int i = 0; i < PIECES_M * TM; i++) {
#pragma unroll
                for (int j = 0; j < PIECES_N * TN; j++) {
                    acc[i][j] += reg_a[i] * reg_b[j];
                }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < PIECES_M * TM; i++) {
        const int64_t m = tile.m * BM + row + i / TM * PM + i % TM;
#pragma unroll
        for (int j = 0; j < PIECES_N * TN; j++) {
            const int n = tile.n * BN + col + j / TN * PN + j % TN;
            if (m < a.lines && n < b.lines) {
                c[m * ldc + n] = __float2bfloat16(acc[i][j]);
            }
        }
    }
}

operand operand_of(const void *data, int64_t pitch, int64_t lines, int64_t k)
{
    operand x;
    x.data = (const __nv_bfloat16 *)data;
    x.pitch = pitch;
    x.lines = (int)lines;
    x.k = (int)k;
    return x;
}

} // namespace

void gemm_v1_prepare(const gemm_kernel &, gemm_launch &launch)
{
    launch.raster =
        gemm_raster_of(gemm_ceil_div(launch.problem.m, BM), gemm_ceil_div(launch.problem.n, BN), 8);
    launch.blocks = (unsigned)launch.raster.tiles_m * (unsigned)launch.raster.tiles_n;
}

void gemm_v1_run(const gemm_launch &launch, cudaStream_t stream)
{
    const gemm_problem &p = launch.problem;
    gemm_v1<<<launch.blocks, THREADS, 0, stream>>>(operand_of(p.a, p.lda, p.m, p.k),
                                                   operand_of(p.b, p.ldb, p.n, p.k),
                                                   (__nv_bfloat16 *)p.c, p.ldc, launch.raster);
    wgv::cuda_check(cudaGetLastError(), "version 1 did not start");
}
