// SPDX-License-Identifier: MIT
//
// What the four examples share: the instruction, the descriptor, where the accumulators belong; and
// on the host the inputs and the comparison.
#pragma once

#include <cuda_fp16.h>

#include <cstdio>
#include <cstdlib>

#include "wgd_desc.h"

constexpr int M = 64, N = 32, K = 16; // one wgmma.m64n32k16

// ---- device ------------------------------------------------------------------------------------

// D = A * B with both operands in shared memory.
template <int TRANS_A, int TRANS_B>
__device__ void wgmma_m64n32k16(float (&d)[16], uint64_t desc_a, uint64_t desc_b)
{
    asm volatile("{\n"
                 "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16\n"
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15},\n"
                 "%16, %17,  0,  1, 1,  %18, %19;\n" // scale-d, scale-a, scale-b, trans-a, trans-b
                 "}\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                   "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
                   "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15])
                 : "l"(desc_a), "l"(desc_b), "n"(TRANS_A), "n"(TRANS_B));
}

// D = A * B with A in registers, B in shared memory.
template <int TRANS_B>
__device__ void wgmma_m64n32k16(float (&d)[16], const uint32_t (&a)[4], uint64_t desc_b)
{
    asm volatile("{\n"
                 "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16\n"
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15},\n"
                 "{%16, %17, %18, %19}, %20,  0,  1, 1,  %21;\n" // scale-d, scales, trans-b
                 "}\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                   "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
                   "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(desc_b), "n"(TRANS_B));
}

// The descriptor of a tile that is aligned to its swizzle pattern; LBO and SBO in units of 16
// bytes.
__device__ inline uint64_t make_desc(const void *tile, unsigned lbo, unsigned sbo,
                                     wgd_swizzle_mode mode)
{
    wgd_desc d;
    d.start = (uint16_t)(__cvta_generic_to_shared(tile) / 16);
    d.lbo = (uint16_t)lbo;
    d.sbo = (uint16_t)sbo;
    d.base_offset = 0; // the tile is aligned to its swizzle pattern
    d.swizzle = mode;
    d.lbo_absolute = false;
    return wgd_desc_encode(d);
}

// Where the accumulators of this thread belong: eight columns of D at a time.
__device__ inline void store_d(float *out, const float (&d)[16])
{
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
    const int col = threadIdx.x % 4 * 2;
    for (int i = 0; i < 16; i++) {
        out[(row + i / 2 % 2 * 8) * N + col + i / 4 * 8 + i % 2] = d[i];
    }
}

// ---- host --------------------------------------------------------------------------------------

#define CUDA_TRY(call)                                                                             \
    do {                                                                                           \
        const cudaError_t e_ = (call);                                                             \
        if (e_ != cudaSuccess) {                                                                   \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); \
            exit(3);                                                                               \
        }                                                                                          \
    } while (0)

// Exit status 77 where the examples cannot run: wgmma exists on compute capability 9.0 only.
inline void need_hopper()
{
    int count = 0;
    cudaDeviceProp p = {};
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0 ||
        cudaGetDeviceProperties(&p, 0) != cudaSuccess || p.major != 9 || p.minor != 0) {
        fprintf(stderr, "no usable GPU: wgmma needs compute capability 9.0\n");
        exit(77);
    }
}

// Small integers: products and sums of them are exact, so results can be compared for equality.
inline int a_value(int m, int k)
{
    return (m * 3 + k * 5) % 11 - 5;
}

inline int b_value(int n, int k)
{
    return (n * 7 + k * 2) % 13 - 6;
}

using kernel = void (*)(const half *a, const half *b, float *d, unsigned long long *descs);

// Runs a kernel (one warpgroup) on A (M x K) and B (N x K), both row by row, prints the descriptors
// it used and compares D (M x N) with the host. Returns the exit status of the program.
inline int run_example(const char *what, kernel k)
{
    need_hopper();
    half a[M * K], b[N * K];
    for (int i = 0; i < M * K; i++) {
        a[i] = __float2half((float)a_value(i / K, i % K));
    }
    for (int i = 0; i < N * K; i++) {
        b[i] = __float2half((float)b_value(i / K, i % K));
    }
    half *da, *db;
    float *dd, d[M * N];
    unsigned long long *ddesc, desc[2];
    CUDA_TRY(cudaMalloc(&da, sizeof a));
    CUDA_TRY(cudaMalloc(&db, sizeof b));
    CUDA_TRY(cudaMalloc(&dd, sizeof d));
    CUDA_TRY(cudaMalloc(&ddesc, sizeof desc));
    CUDA_TRY(cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemset(dd, 0xff, sizeof d)); // NaN, should the kernel leave something out
    k<<<1, 128>>>(da, db, dd, ddesc);
    CUDA_TRY(cudaGetLastError());
    CUDA_TRY(cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost));
    CUDA_TRY(cudaMemcpy(desc, ddesc, sizeof desc, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < M * N; i++) {
        int want = 0;
        for (int j = 0; j < K; j++) {
            want += a_value(i / N, j) * b_value(i % N, j);
        }
        if (d[i] != (float)want && wrong++ == 0) {
            printf("D(%d, %d) is %g, should be %d\n", i / N, i % N, (double)d[i], want);
        }
    }
    printf("%s\n", what);
    if (desc[0]) {
        printf("descriptor of A  0x%016llx\n", desc[0]);
    }
    printf("descriptor of B  0x%016llx\n", desc[1]);
    printf("D(0, 0..3) =     %g %g %g %g\n", (double)d[0], (double)d[1], (double)d[2],
           (double)d[3]);
    printf("%s: %d of %d elements right\n", wrong ? "FAILED" : "ok", M * N - wrong, M * N);
    CUDA_TRY(cudaFree(da));
    CUDA_TRY(cudaFree(db));
    CUDA_TRY(cudaFree(dd));
    CUDA_TRY(cudaFree(ddesc));
    return wrong ? 1 : 0;
}
