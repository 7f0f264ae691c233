/* SPDX-License-Identifier: MIT
 *
 * A kernel that uses all of an emitted CUDA header for tcgen05 (named by HEADER, prefix gemm);
 * emit_tcgen05.t compiles it and counts the instructions.
 */
#include HEADER

__global__ void kernel(const __grid_constant__ CUtensorMap map_a,
                       const __grid_constant__ CUtensorMap map_b)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    const uint32_t start = (uint32_t)__cvta_generic_to_shared(smem);
    gemm_tmem_alloc(gemm_tmem_slot(start));
    gemm_tmem_relinquish();
    gemm_fence_before();
    __syncthreads();
    gemm_fence_after();
    const uint32_t tmem = *(const uint32_t *)(smem + GEMM_TMEM_ADDRESS_OFFSET);
    if (threadIdx.x == 0) {
        gemm_a_load(start, 1, &map_a, 64, 32, gemm_full(start, 1));
        gemm_b_load(start, 1, &map_b, 64, 32, gemm_full(start, 1));
#ifdef GEMM_VEC
        gemm_a_load_factors(start, 1, &map_a, 128, 0, gemm_full(start, 1));
        gemm_b_load_factors(start, 1, &map_b, 64, 0, gemm_full(start, 1));
        gemm_multiply(tmem, 0, start, 1, 1, 64);
#else
        gemm_multiply(tmem, 0, start, 1, 1);
#endif
        gemm_commit(gemm_empty(start, 1));
        gemm_commit(gemm_acc_full(start, 0));
    }
    __syncthreads();
    gemm_tmem_free(tmem);
}

static_assert(GEMM_A_BYTES + GEMM_B_BYTES <= GEMM_EXPECT_BYTES, "the barrier counts them");

CUresult maps(CUtensorMap *a, CUtensorMap *b, void *data)
{
#ifdef GEMM_VEC
    if (gemm_a_factor_map(a, data, 4096, 2048) != CUDA_SUCCESS ||
        gemm_b_factor_map(b, data, 4096, 2048) != CUDA_SUCCESS) {
        return CUDA_ERROR_INVALID_VALUE;
    }
#endif
    const CUresult r = gemm_a_tensor_map(a, data, 4096, 2048, 4096);
    return r != CUDA_SUCCESS ? r : gemm_b_tensor_map(b, data, 4096, 2048, 4096);
}
