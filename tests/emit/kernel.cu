/* SPDX-License-Identifier: MIT
 *
 * A kernel that uses all of an emitted CUDA header (named by HEADER, prefix gemm); headers.t compiles
 * it and counts the instructions. RESULT is the type of an accumulator register; A_LOADED, A_COMPUTED
 * and SPARSE say what A is.
 */
#include HEADER

__global__ void kernel(const __grid_constant__ CUtensorMap map_a,
                       const __grid_constant__ CUtensorMap map_b, RESULT *out)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    const uint32_t start = (uint32_t)__cvta_generic_to_shared(smem);
    RESULT d[GEMM_M_BLOCKS][GEMM_N_BLOCKS][GEMM_INST_ACCUMULATORS] = {};
    if (threadIdx.x == 0) {
#ifndef A_COMPUTED
        gemm_a_load(start, 1, &map_a, 64, 32, gemm_full(start, 1));
#endif
        gemm_b_load(start, 1, &map_b, 64, 32, gemm_full(start, 1));
    }
#if defined(A_LOADED) || defined(A_COMPUTED)
    uint32_t a[GEMM_M_BLOCKS][GEMM_K_BLOCKS][GEMM_A_REGISTERS];
#endif
#ifdef A_LOADED
    gemm_a_registers(a, start, 1, threadIdx.x / 128);
#elif defined(A_COMPUTED)
    for (int i = 0; i < GEMM_M_BLOCKS * GEMM_K_BLOCKS * GEMM_A_REGISTERS; i++) {
        (&a[0][0][0])[i] = threadIdx.x * 4 + i;
    }
#endif
#ifdef SPARSE
    uint32_t metadata[GEMM_M_BLOCKS][GEMM_K_BLOCKS];
    for (int i = 0; i < GEMM_M_BLOCKS * GEMM_K_BLOCKS; i++) {
        (&metadata[0][0])[i] = 0x44444444;
    }
#endif
    gemm_multiply(d,
#if defined(A_LOADED) || defined(A_COMPUTED)
                  a,
#endif
#ifdef SPARSE
                  metadata,
#endif
                  start, 1, threadIdx.x / 128, 1);
    gemm_wgmma_wait<0>();
    RESULT *to = out + threadIdx.x * GEMM_ACCUMULATORS;
    for (int m = 0; m < GEMM_M_BLOCKS; m++) {
        for (int n = 0; n < GEMM_N_BLOCKS; n++) {
            for (int i = 0; i < GEMM_INST_ACCUMULATORS; i++) {
                *to++ = d[m][n][i];
            }
        }
    }
}

#ifdef A_COMPUTED
static_assert(gemm_b_plan::BYTES == GEMM_EXPECT_BYTES, "the type agrees");

CUresult maps(CUtensorMap *b, void *data)
{
    return gemm_b_tensor_map(b, data, 4096, 2048, 4096);
}
#else
static_assert(gemm_a_plan::BYTES + gemm_b_plan::BYTES == GEMM_EXPECT_BYTES, "the types agree");

CUresult maps(CUtensorMap *a, CUtensorMap *b, void *data)
{
    const CUresult r = gemm_a_tensor_map(a, data, 4096, 2048, 4096);
    return r != CUDA_SUCCESS ? r : gemm_b_tensor_map(b, data, 4096, 2048, 4096);
}
#endif
