// SPDX-License-Identifier: MIT
//
// One access of one warp to shared memory, and no other: what the hardware counts for this kernel
// is that access. The asm is volatile, and its results reach global memory.
#include "bank_probe.h"

#include "common/ptx.cuh"

namespace wgv
{
namespace
{

__device__ void access_once(int access, uint32_t at, uint32_t *r)
{
    switch (access) {
    case WGD_ACCESS_LDMATRIX_X1:
        ptx_ldmatrix<1, false>(at, r);
        break;
    case WGD_ACCESS_LDMATRIX_X2:
        ptx_ldmatrix<2, false>(at, r);
        break;
    case WGD_ACCESS_LDMATRIX_X4:
        ptx_ldmatrix<4, false>(at, r);
        break;
    case WGD_ACCESS_STMATRIX_X1:
        ptx_stmatrix<1, false>(at, r);
        break;
    case WGD_ACCESS_STMATRIX_X2:
        ptx_stmatrix<2, false>(at, r);
        break;
    case WGD_ACCESS_STMATRIX_X4:
        ptx_stmatrix<4, false>(at, r);
        break;
    case WGD_ACCESS_LD4:
        asm volatile("ld.shared.b32 %0, [%1];" : "=r"(r[0]) : "r"(at));
        break;
    case WGD_ACCESS_LD8:
        asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(at));
        break;
    case WGD_ACCESS_LD16:
        asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(at));
        break;
    case WGD_ACCESS_ST4:
        asm volatile("st.shared.b32 [%0], %1;" ::"r"(at), "r"(r[0]));
        break;
    case WGD_ACCESS_ST8:
        asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(at), "r"(r[0]), "r"(r[1]));
        break;
    default:
        asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(r[0]), "r"(r[1]),
                     "r"(r[2]), "r"(r[3]));
        break;
    }
}

__global__ void probe_kernel(probe_job job)
{
    extern __shared__ __align__(1024) uint32_t smem[];
    const uint32_t lane = threadIdx.x;
    const uint32_t at = ptx_smem_address(smem) + job.lanes.addr[lane];
    uint32_t r[4] = {lane, lane, lane, lane};
    // Every lane of the warp must take part in a matrix access.
    if (job.access >= WGD_ACCESS_LDMATRIX_X1 || (job.lanes.active >> lane & 1) != 0) {
        access_once(job.access, at, r);
    }
    for (int i = 0; i < 4; i++) {
        job.sink[4 * lane + i] = r[i];
    }
}

} // namespace

const void *probe_kernel_at()
{
    return reinterpret_cast<const void *>(probe_kernel);
}

} // namespace wgv
