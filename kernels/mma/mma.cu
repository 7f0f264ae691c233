// SPDX-License-Identifier: MIT
//
// Kernels that prove the register fragments of mma.sync, ldmatrix and stmatrix: they move whole
// registers and know nothing of what those hold. The host packs and unpacks them by the library's
// tables.
#include "mma_job.h"

#include "mma/calls_mma.cuh"
#include "common/ptx.cuh"

namespace wgv
{
namespace
{

__global__ void mma_kernel(mma_job job)
{
    const uint32_t p = blockIdx.x, lane = threadIdx.x;
    const char *in[3] = {reinterpret_cast<const char *>(job.a + p * job.words[0]),
                         reinterpret_cast<const char *>(job.b + p * job.words[1]),
                         reinterpret_cast<const char *>(job.c + p * job.words[2])};
    char *out = reinterpret_cast<char *>(job.d + p * job.words[3]);
    mma_call(job.which, in[0] + 4 * lane * job.lane_words[0], in[1] + 4 * lane * job.lane_words[1],
             in[2] + 4 * lane * job.lane_words[2], out + 4 * lane * job.lane_words[3]);
}

template <int X, bool TRANS> __device__ void move_matrices(bool store, uint32_t at, uint32_t *r)
{
    if (store) {
        ptx_stmatrix<X, TRANS>(at, r);
    } else {
        ptx_ldmatrix<X, TRANS>(at, r);
    }
}

__global__ void matrix_kernel(matrix_job job)
{
    __shared__ uint32_t image[MATRIX_IMAGE_WORDS];
    const uint32_t p = blockIdx.x, lane = threadIdx.x;
    uint32_t *global = job.image + p * MATRIX_IMAGE_WORDS;
    for (uint32_t i = lane; i < MATRIX_IMAGE_WORDS; i += 32) {
        image[i] = global[i];
    }
    uint32_t r[4] = {0, 0, 0, 0};
    uint32_t *registers = job.registers + p * 128 + lane;
    for (int i = 0; i < job.x && job.store; i++) {
        r[i] = registers[32 * i];
    }
    __syncwarp();
    const uint32_t at = ptx_smem_address(image) + job.address[p * 32 + lane];
    switch (2 * job.x + job.trans) {
    case 2:
        move_matrices<1, false>(job.store, at, r);
        break;
    case 3:
        move_matrices<1, true>(job.store, at, r);
        break;
    case 4:
        move_matrices<2, false>(job.store, at, r);
        break;
    case 5:
        move_matrices<2, true>(job.store, at, r);
        break;
    case 8:
        move_matrices<4, false>(job.store, at, r);
        break;
    default:
        move_matrices<4, true>(job.store, at, r);
        break;
    }
    __syncwarp();
    for (uint32_t i = lane; i < MATRIX_IMAGE_WORDS && job.store; i += 32) {
        global[i] = image[i];
    }
    for (int i = 0; i < job.x && !job.store; i++) {
        registers[32 * i] = r[i];
    }
}

} // namespace

const void *mma_kernel_at()
{
    return reinterpret_cast<const void *>(mma_kernel);
}

const void *matrix_kernel_at()
{
    return reinterpret_cast<const void *>(matrix_kernel);
}

} // namespace wgv
