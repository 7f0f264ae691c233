/* SPDX-License-Identifier: MIT
 *
 * A whole GEMM out of one header of 'wgdesc emit --lang cuda' (named by HEADER, prefix gemm): its
 * tensor maps, copies, descriptors and instruction on the GPU, compared with the host at a size
 * that the tile does not divide. The operands are small integers, so that every sum is exact.
 *
 *   ELEMENT_A, ELEMENT_B  names of the element types, as in "f16"
 *   RESULT                type of an accumulator
 *
 * Exit status: 0 equal, 1 different, 3 CUDA error, 77 no GPU of compute capability 9.0.
 */
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "wgd_dtype.h"

typedef CUresult (*encode_tiled)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                                 const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
                                 const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                                 CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
static encode_tiled encode;
#define GEMM_ENCODE_TILED encode
#include HEADER

/* M, N and K of the product. Lines of every operand are multiples of 16 bytes. */
enum { M = 296, N = 200, K = 528 };

static __device__ void barrier_wait(uint32_t barrier, uint32_t parity)
{
    asm volatile("{\n"
                 ".reg .pred done;\n"
                 "again:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 "@!done bra again;\n"
                 "}" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}

static __device__ void load_stage(uint32_t start, uint32_t stage, const CUtensorMap *a,
                                  const CUtensorMap *b, int m, int n, int k)
{
    const uint32_t full = gemm_full(start, stage);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(full),
                 "r"(GEMM_EXPECT_BYTES)
                 : "memory");
    gemm_a_load(start, stage, a, m, k, full);
    gemm_b_load(start, stage, b, n, k, full);
}

/* Result i of a thread in the 64 x INST_N of one instruction: PTX ISA, "Register Fragments". */
static __device__ void store(RESULT *c, const RESULT (&d)[GEMM_INST_ACCUMULATORS], int m, int n)
{
    const int thread = threadIdx.x % 128;
    for (int i = 0; i < GEMM_INST_ACCUMULATORS; i++) {
        const int row = m + thread / 32 * 16 + thread % 32 / 4 + i / 2 % 2 * 8;
        const int col = n + i / 4 * 8 + thread % 4 * 2 + i % 2;
        if (row < M && col < N) {
            c[row * N + col] = d[i];
        }
    }
}

/* One block for each tile of C; thread 0 keeps the ring full, all warpgroups multiply. */
__global__ void gemm(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                     RESULT *c)
{
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    extern __shared__ __align__(1024) unsigned char raw[];
    const uint32_t start = ((uint32_t)__cvta_generic_to_shared(raw) + GEMM_SMEM_ALIGNMENT - 1) /
                           GEMM_SMEM_ALIGNMENT * GEMM_SMEM_ALIGNMENT;
    const int steps = (K + GEMM_TILE_K - 1) / GEMM_TILE_K;
    const int m = blockIdx.x * GEMM_TILE_M, n = blockIdx.y * GEMM_TILE_N;
    const uint32_t warpgroup = threadIdx.x / 128;
    if (threadIdx.x == 0) {
        for (uint32_t s = 0; s < GEMM_STAGES; s++) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(gemm_full(start, s))
                         : "memory");
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        for (int i = 0; i < GEMM_STAGES && i < steps; i++) {
            load_stage(start, i, &a, &b, m, n, i * GEMM_TILE_K);
        }
    }
    __syncthreads();
    RESULT d[GEMM_M_BLOCKS][GEMM_N_BLOCKS][GEMM_INST_ACCUMULATORS] = {};
    for (int i = 0; i < steps; i++) {
        const uint32_t stage = i % GEMM_STAGES;
        barrier_wait(gemm_full(start, stage), i / GEMM_STAGES % 2);
        gemm_multiply(d, start, stage, warpgroup, i);
        gemm_wgmma_wait<0>();
        __syncthreads();
        if (threadIdx.x == 0 && i + GEMM_STAGES < steps) {
            load_stage(start, stage, &a, &b, m, n, (i + GEMM_STAGES) * GEMM_TILE_K);
        }
    }
    const int rows = GEMM_SPLIT_N ? 0 : warpgroup * GEMM_M_BLOCKS * GEMM_INST_M;
    const int cols = GEMM_SPLIT_N ? warpgroup * GEMM_N_BLOCKS * GEMM_INST_N : 0;
    for (int i = 0; i < GEMM_M_BLOCKS; i++) {
        for (int j = 0; j < GEMM_N_BLOCKS; j++) {
            store(c, d[i][j], m + rows + i * GEMM_INST_M, n + cols + j * GEMM_INST_N);
        }
    }
#endif
}

/* The bits of -2, -1, 0, 1, 2 in each type; u8 has no negative ones. */
static uint32_t bits_of(wgd_dtype type, int v)
{
    static const uint16_t f16[] = {0xc000, 0xbc00, 0, 0x3c00, 0x4000};
    static const uint8_t e4m3[] = {0xc0, 0xb8, 0, 0x38, 0x40}, e5m2[] = {0xc0, 0xbc, 0, 0x3c, 0x40};
    const float f = (float)v;
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    switch (type) {
    case WGD_F16:
        return f16[v + 2];
    case WGD_BF16:
        return word >> 16;
    case WGD_TF32:
        return word;
    case WGD_E4M3:
        return e4m3[v + 2];
    case WGD_E5M2:
        return e5m2[v + 2];
    default:
        return (uint8_t)v;
    }
}

/* An operand of `rows` x K: values, and the same as the tensor in memory. */
struct operand {
    std::vector<int> value;
    std::vector<uint8_t> bytes;

    operand(int rows, const char *name, bool mn_major, uint32_t seed) : value(rows * K)
    {
        wgd_dtype type = WGD_F16;
        if (wgd_dtype_parse(name, &type, NULL) != WGD_OK) {
            fprintf(stderr, "%s is no element type\n", name);
            exit(3);
        }
        const int es = wgd_dtype_bits(type) / 8;
        bytes.resize((size_t)rows * K * es);
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < K; k++) {
                seed = seed * 1664525u + 1013904223u;
                const int v = type == WGD_U8 ? (int)(seed >> 24) % 3 : (int)(seed >> 24) % 5 - 2;
                value[r * K + k] = v;
                const uint32_t word = bits_of(type, v);
                const size_t at = mn_major ? (size_t)k * rows + r : (size_t)r * K + k;
                memcpy(&bytes[at * es], &word, es);
            }
        }
    }
};

static void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
        exit(3);
    }
}

static void *upload(const std::vector<uint8_t> &bytes)
{
    void *p;
    check(cudaMalloc(&p, bytes.size()), "cudaMalloc");
    check(cudaMemcpy(p, bytes.data(), bytes.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
    return p;
}

static bool have_hopper()
{
    int major = 0, minor = 0;
    return cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess &&
           cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0) == cudaSuccess &&
           major == 9 && minor == 0;
}

static void find_encode()
{
    cudaDriverEntryPointQueryResult found;
    void *entry = NULL;
    check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000,
                                           cudaEnableDefault, &found),
          "cuTensorMapEncodeTiled");
    encode = (encode_tiled)entry;
}

static long compare(const operand &a, const operand &b, const std::vector<RESULT> &c)
{
    long wrong = 0;
    for (int m = 0; m < M; m++) {
        for (int n = 0; n < N; n++) {
            int want = 0;
            for (int k = 0; k < K; k++) {
                want += a.value[m * K + k] * b.value[n * K + k];
            }
            if (c[m * N + n] != (RESULT)want && wrong++ < 5) {
                printf("C(%d,%d) is %g, should be %d\n", m, n, (double)c[m * N + n], want);
            }
        }
    }
    return wrong;
}

int main()
{
    if (!have_hopper()) {
        printf("no GPU of compute capability 9.0\n");
        return 77;
    }
    find_encode();
    const operand a(M, ELEMENT_A, GEMM_A_MN_MAJOR != 0, 1),
        b(N, ELEMENT_B, GEMM_B_MN_MAJOR != 0, 2);
    std::vector<RESULT> c(M * N, (RESULT)-1);
    CUtensorMap map_a, map_b;
    if (gemm_a_tensor_map(&map_a, upload(a.bytes), M, K, GEMM_A_MN_MAJOR ? M : K) != CUDA_SUCCESS ||
        gemm_b_tensor_map(&map_b, upload(b.bytes), N, K, GEMM_B_MN_MAJOR ? N : K) != CUDA_SUCCESS) {
        fprintf(stderr, "cuTensorMapEncodeTiled refuses the map\n");
        return 3;
    }
    RESULT *out;
    check(cudaMalloc(&out, c.size() * sizeof(RESULT)), "cudaMalloc");
    const int bytes = GEMM_SMEM_BYTES + GEMM_SMEM_ALIGNMENT;
    check(cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
          "shared memory");
    const dim3 grid((M + GEMM_TILE_M - 1) / GEMM_TILE_M, (N + GEMM_TILE_N - 1) / GEMM_TILE_N);
    gemm<<<grid, 128 * GEMM_WARPGROUPS, bytes>>>(map_a, map_b, out);
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "kernel");
    check(cudaMemcpy(c.data(), out, c.size() * sizeof(RESULT), cudaMemcpyDeviceToHost),
          "copy back");
    const long wrong = compare(a, b, c);
    printf("%s: %ld of %d results differ\n", HEADER, wrong, M * N);
    return wrong != 0;
}
