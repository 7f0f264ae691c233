// SPDX-License-Identifier: MIT
//
// Accumulators as A of a next wgmma, by the code that 'wgdesc copy --as-a' writes. B is a unit matrix
// whose k are taken in the order that the code names, so that the product is the accumulators again:
// a value that went to the wrong register, or a k to the wrong column, shows.
#include <cuda_runtime.h>

#include "common/ptx.cuh"
#include "epilogue_case.h"

#include "epilogue/chain_bf16.cuh"
#include "epilogue/chain_e4m3.cuh"
#include "epilogue/chain_f16.cuh"

namespace wgv
{
namespace
{

enum { VALUES = CHAIN_N / 2 };

#define D8(i)                                                                                      \
    "+f"(o[i]), "+f"(o[i + 1]), "+f"(o[i + 2]), "+f"(o[i + 3]), "+f"(o[i + 4]), "+f"(o[i + 5]),    \
        "+f"(o[i + 6]), "+f"(o[i + 7])
// o += A * B, 64 columns of o.
#define MULTIPLY(NAME, OPCODE, TRANS)                                                              \
    __device__ __forceinline__ void NAME(float(&o)[VALUES], const uint32_t(&a)[4], uint64_t b)     \
    {                                                                                              \
        asm volatile(OPCODE " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, "  \
                            "%15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, "    \
                            "%28, %29, %30, %31}, {%32, %33, %34, %35}, %36, 1, 1, 1" TRANS ";"    \
                     : D8(0), D8(8), D8(16), D8(24)                                                \
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));                        \
    }
MULTIPLY(multiply_f16, "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16", ", 0")
MULTIPLY(multiply_bf16, "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16", ", 0")
MULTIPLY(multiply_e4m3, "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3", "")

// B(n, k) of all slices, K-major, a row of 64 elements swizzled as wide as it is: 1 where k is column n.
template <int BYTES>
__device__ void unit_matrix(unsigned char *b, int n, int k, int column, int one)
{
    const uint32_t at = (n * CHAIN_N + k) * BYTES;
    const uint32_t mask = CHAIN_N * BYTES == 128 ? 7 : 3;
    unsigned char *const p = b + (at ^ (at >> 7 & mask) << 4);
    for (int i = 0; i < BYTES; i++) {
        p[i] = static_cast<unsigned char>(column == n ? one >> (8 * i) : 0);
    }
}

} // namespace

#define CHAIN_BODY(TYPE, UPPER, BYTES, ONE)                                                        \
    extern __shared__ __align__(1024) unsigned char raw[];                                         \
    const uint32_t window = ptx_smem_address(raw), start = (window + 1023) / 1024 * 1024;          \
    constexpr int K = CHAIN_N / UPPER##_A_SLICES;                                                  \
    const int t = static_cast<int>(threadIdx.x);                                                   \
    for (int i = t; i < CHAIN_N * CHAIN_N; i += 128) {                                             \
        const int k = i % CHAIN_N;                                                                 \
        const int column = static_cast<int>(TYPE##_a_column(k % K)) + k / K * K;                   \
        unit_matrix<BYTES>(raw + (start - window), i / CHAIN_N, k, column, ONE);                   \
    }                                                                                              \
    ptx_fence_async_proxy();                                                                       \
    __syncthreads();                                                                               \
    float d[VALUES], o[VALUES];                                                                    \
    for (int v = 0; v < VALUES; v++) {                                                             \
        const int row = t / 32 * 16 + t % 32 / 4 + v / 2 % 2 * 8;                                  \
        d[v] = static_cast<float>(epilogue_value(round, row, v / 4 * 8 + t % 4 * 2 + v % 2));      \
        o[v] = 0;                                                                                  \
    }

#define CHAIN_KERNEL(TYPE, UPPER, BYTES, ONE, MULTIPLY_BY)                                         \
    __global__ void __launch_bounds__(128) TYPE##_kernel(uint64_t b, int round, uint32_t *faults)  \
    {                                                                                              \
        CHAIN_BODY(TYPE, UPPER, BYTES, ONE)                                                        \
        uint32_t a[UPPER##_A_SLICES][UPPER##_A_REGISTERS];                                         \
        _Pragma("unroll") for (int s = 0; s < UPPER##_A_SLICES; s++)                               \
        {                                                                                          \
            TYPE##_a_slice(d, s, a[s]);                                                            \
        }                                                                                          \
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                    \
        _Pragma("unroll") for (int s = 0; s < UPPER##_A_SLICES; s++)                               \
        {                                                                                          \
            MULTIPLY_BY(o, a[s], b | ((start + s * K * BYTES) >> 4 & 0x3fff));                     \
        }                                                                                          \
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");                             \
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");                             \
        uint32_t wrong = 0;                                                                        \
        _Pragma("unroll") for (int v = 0; v < VALUES; v++)                                         \
        {                                                                                          \
            asm volatile("" : "+f"(o[v])::"memory");                                               \
            wrong += o[v] != d[v];                                                                 \
        }                                                                                          \
        if (wrong > 0) {                                                                           \
            atomicAdd(faults, wrong);                                                              \
        }                                                                                          \
    }

CHAIN_KERNEL(chain_f16, CHAIN_F16, 2, 0x3c00, multiply_f16)
CHAIN_KERNEL(chain_bf16, CHAIN_BF16, 2, 0x3f80, multiply_bf16)
CHAIN_KERNEL(chain_e4m3, CHAIN_E4M3, 1, 0x38, multiply_e4m3)

std::vector<chain_case> chain_cases()
{
    return {{"chain/f16", reinterpret_cast<const void *>(chain_f16_kernel), 16},
            {"chain/bf16", reinterpret_cast<const void *>(chain_bf16_kernel), 16},
            {"chain/e4m3", reinterpret_cast<const void *>(chain_e4m3_kernel), 8}};
}

} // namespace wgv
