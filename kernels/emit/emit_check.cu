/* SPDX-License-Identifier: MIT
 *
 * A whole GEMM out of one header of 'wgdesc emit --lang cuda' (named by HEADER, prefix gemm): its
 * tensor maps, copies, descriptors and instruction on the GPU, compared with the host at a size
 * that the tile does not divide. The operands are small integers, so that every sum is exact. A lies in
 * shared memory, or goes through registers, or is made there; it may be 2:4 sparse: the header tells.
 *
 *   ELEMENT_A, ELEMENT_B  names of the element types, as in "f16"
 *   RESULT                type of an accumulator
 */
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "common/device.h"
#include "common/numbers.h"
#include "common/program.h"
#include "gemm/copy_ptx.cuh"
#include "verify/wgmma/fragments.h"
#include "verify/wgmma/inputs.h"

typedef CUresult (*encode_tiled)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                                 const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
                                 const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                                 CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
static encode_tiled encode;
#define GEMM_ENCODE_TILED encode
#include HEADER

/* What of A a header may have: a tile in shared memory, fragments in registers, metadata. */
#ifndef GEMM_A_BYTES
#define GEMM_A_MN_MAJOR 0
#endif
#ifdef GEMM_SPARSE
enum { K_PER_STORED = 2, PICK_SEED = 3 };
#else
enum { K_PER_STORED = 1 };
#endif

/* M, N and K of the product; K of A as it is stored. Lines of every operand are multiples of 16 bytes. */
enum { M = 296, N = 200, K = 528 + 16 * (K_PER_STORED - 1), A_K = K / K_PER_STORED };

static __device__ void load_stage(uint32_t start, uint32_t stage, const CUtensorMap *a,
                                  const CUtensorMap *b, int m, int n, int k)
{
    const uint32_t full = gemm_full(start, stage);
    ptx_mbarrier_arrive_expect(full, GEMM_EXPECT_BYTES);
#ifdef GEMM_A_BYTES
    gemm_a_load(start, stage, a, m, k / K_PER_STORED, full);
#endif
    gemm_b_load(start, stage, b, n, k, full);
}

#if defined(GEMM_A_REGISTERS) && !defined(GEMM_A_BYTES)
/* What a kernel that computes A would have: its fragments, straight from the tensor. Block (m, k) is of
 * this warpgroup; zeros outside. */
static __device__ void make_fragments(uint32_t (&a)[GEMM_M_BLOCKS][GEMM_K_BLOCKS][GEMM_A_REGISTERS],
                                      const uint8_t *tensor, int m, int k)
{
    const int bytes = 32 / GEMM_A_INST_K; /* of an element: a fragment has 32 bytes of K */
    for (int j = 0; j < GEMM_K_BLOCKS; j++) {
        for (int i = 0; i < GEMM_M_BLOCKS; i++) {
            for (int r = 0; r < GEMM_A_REGISTERS; r++) {
                const int row = m + i * GEMM_INST_M + gemm_a_register_row(threadIdx.x % 128, r);
                const int col = k + j * GEMM_A_INST_K + gemm_a_register_k(threadIdx.x % 128, r);
                a[i][j][r] = row < M && col < A_K
                                 ? *(const uint32_t *)(tensor + (row * A_K + col) * bytes)
                                 : 0;
            }
        }
    }
}
#endif

#ifdef GEMM_SPARSE
/* The metadata of the blocks from row m and element k of K on; nothing where they are not read. */
static __device__ void make_metadata(uint32_t (&metadata)[GEMM_M_BLOCKS][GEMM_K_BLOCKS],
                                     wgd_dtype type, int m, int k)
{
    const uint32_t thread = threadIdx.x % 128, group_k = 2 * wgv_group_stored(type);
    for (int i = 0; i < GEMM_M_BLOCKS; i++) {
        for (int j = 0; j < GEMM_K_BLOCKS; j++) {
            metadata[i][j] = 0;
            for (uint32_t q = 0; q < 8 && wgv_meta_counts(type, thread, GEMM_SPARSE_SELECTOR);
                 q++) {
                const uint32_t row = m + i * GEMM_INST_M + wgv_meta_row(type, thread, q);
                const uint32_t group =
                    (k + j * GEMM_INST_K) / group_k + wgv_meta_group(type, thread, q);
                metadata[i][j] |= wgv_pick(PICK_SEED, type, row, group) << (4 * q);
            }
        }
    }
}
#endif

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
                     [[maybe_unused]] const uint8_t *tensor_a, [[maybe_unused]] wgd_dtype type_a,
                     RESULT *c)
{
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    extern __shared__ __align__(1024) unsigned char raw[];
    const uint32_t start = (ptx_smem_address(raw) + GEMM_SMEM_ALIGNMENT - 1) / GEMM_SMEM_ALIGNMENT *
                           GEMM_SMEM_ALIGNMENT;
    const int steps = (K + GEMM_TILE_K - 1) / GEMM_TILE_K;
    const int m = blockIdx.x * GEMM_TILE_M, n = blockIdx.y * GEMM_TILE_N;
    const uint32_t warpgroup = threadIdx.x / 128;
    if (threadIdx.x == 0) {
        for (uint32_t s = 0; s < GEMM_STAGES; s++) {
            ptx_mbarrier_init(gemm_full(start, s), 1);
        }
        ptx_fence_mbarrier_init();
        for (int i = 0; i < GEMM_STAGES && i < steps; i++) {
            load_stage(start, i, &a, &b, m, n, i * GEMM_TILE_K);
        }
    }
    __syncthreads();
    const int rows = GEMM_SPLIT_N ? 0 : warpgroup * GEMM_M_BLOCKS * GEMM_INST_M;
    const int cols = GEMM_SPLIT_N ? warpgroup * GEMM_N_BLOCKS * GEMM_INST_N : 0;
    RESULT d[GEMM_M_BLOCKS][GEMM_N_BLOCKS][GEMM_INST_ACCUMULATORS] = {};
    for (int i = 0; i < steps; i++) {
        const uint32_t stage = i % GEMM_STAGES;
        ptx_mbarrier_wait(gemm_full(start, stage), i / GEMM_STAGES % 2);
#ifdef GEMM_A_REGISTERS
        uint32_t fragments[GEMM_M_BLOCKS][GEMM_K_BLOCKS][GEMM_A_REGISTERS];
#ifdef GEMM_A_BYTES
        gemm_a_registers(fragments, start, stage, warpgroup);
#else
        make_fragments(fragments, tensor_a, m + rows, i * GEMM_TILE_K / K_PER_STORED);
#endif
#endif
#ifdef GEMM_SPARSE
        uint32_t metadata[GEMM_M_BLOCKS][GEMM_K_BLOCKS];
        make_metadata(metadata, type_a, m + rows, i * GEMM_TILE_K);
#endif
        gemm_multiply(d,
#ifdef GEMM_A_REGISTERS
                      fragments,
#endif
#ifdef GEMM_SPARSE
                      metadata,
#endif
                      start, stage, warpgroup, i);
        gemm_wgmma_wait<0>();
        __syncthreads();
        if (threadIdx.x == 0 && i + GEMM_STAGES < steps) {
            load_stage(start, stage, &a, &b, m, n, (i + GEMM_STAGES) * GEMM_TILE_K);
        }
    }
    for (int i = 0; i < GEMM_M_BLOCKS; i++) {
        for (int j = 0; j < GEMM_N_BLOCKS; j++) {
            store(c, d[i][j], m + rows + i * GEMM_INST_M, n + cols + j * GEMM_INST_N);
        }
    }
#endif
}

/* Which column of K stored column c of row r is. */
static int logical_column([[maybe_unused]] wgd_dtype type, [[maybe_unused]] int r, int c,
                          bool sparse)
{
#ifdef GEMM_SPARSE
    if (sparse) {
        return wgv_logical_k(type, c, wgv_pick(PICK_SEED, type, r, c / wgv_group_stored(type)));
    }
#endif
    return sparse ? -1 : c;
}

/* An operand of `rows` x K: values, zeros where a sparse one has none, and what is stored as the tensor
 * in memory. */
struct operand {
    wgd_dtype type = WGD_F16;
    std::vector<int> value;
    std::vector<uint8_t> bytes;

    operand(int rows, const char *name, bool mn_major, bool sparse, uint32_t seed) : value(rows * K)
    {
        if (wgd_dtype_parse(name, &type, NULL) != WGD_OK) {
            throw wgv::failure(wgv::EXIT_ERROR, std::string(name) + " is no element type");
        }
        const int es = wgd_dtype_bits(type) / 8, stored = sparse ? K / 2 : K;
        bytes.resize((size_t)rows * stored * es);
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < stored; c++) {
                seed = seed * 1664525u + 1013904223u;
                const int v = type == WGD_U8 ? (int)(seed >> 24) % 3 : (int)(seed >> 24) % 5 - 2;
                value[r * K + logical_column(type, r, c, sparse)] = v;
                const uint32_t word = wgv_element_bits(type, v);
                const size_t at = mn_major ? (size_t)c * rows + r : (size_t)r * stored + c;
                memcpy(&bytes[at * es], &word, es);
            }
        }
    }
};

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

/* The product on the device. */
static std::vector<RESULT> multiply(const operand &a, const operand &b)
{
    encode = (encode_tiled)wgv::driver_function("cuTensorMapEncodeTiled");
    const wgv::device_array<uint8_t> in_a(a.bytes), in_b(b.bytes);
    const wgv::device_array<RESULT> out(std::vector<RESULT>(M * N, (RESULT)-1));
    CUtensorMap map_a = {}, map_b;
    if (encode == NULL ||
#ifdef GEMM_A_BYTES
        gemm_a_tensor_map(&map_a, in_a.get(), M, A_K, GEMM_A_MN_MAJOR ? M : A_K) != CUDA_SUCCESS ||
#endif
        gemm_b_tensor_map(&map_b, in_b.get(), N, K, GEMM_B_MN_MAJOR ? N : K) != CUDA_SUCCESS) {
        throw wgv::failure(wgv::EXIT_ERROR, "cuTensorMapEncodeTiled refuses the map");
    }
    const int bytes = GEMM_SMEM_BYTES + GEMM_SMEM_ALIGNMENT;
    wgv::allow_smem((const void *)gemm, bytes);
    const dim3 grid((M + GEMM_TILE_M - 1) / GEMM_TILE_M, (N + GEMM_TILE_N - 1) / GEMM_TILE_N);
    gemm<<<grid, 128 * GEMM_WARPGROUPS, bytes>>>(map_a, map_b, in_a.get(), a.type, out.get());
    CUDA_TRY(cudaGetLastError());
    wgv::wait_for_device();
    return out.read();
}

static int run(int, char **)
{
    wgv::open_device();
    const operand a(M, ELEMENT_A, GEMM_A_MN_MAJOR != 0, K_PER_STORED == 2, 1),
        b(N, ELEMENT_B, GEMM_B_MN_MAJOR != 0, false, 2);
    const long wrong = compare(a, b, multiply(a, b));
    printf("%s: %ld of %d results differ\n", HEADER, wrong, M * N);
    return wrong != 0 ? wgv::EXIT_MISMATCH : wgv::EXIT_RIGHT;
}

int main(int argc, char **argv)
{
    return wgv::run_program({"emit-check", "", run}, argc, argv);
}
