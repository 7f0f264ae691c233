// SPDX-License-Identifier: MIT
//
// One access of one warp to shared memory, and no other: what the hardware counts for this kernel
// is that access. The asm is volatile, and its results reach global memory.
#include "bank_probe.h"

namespace wgv
{
namespace
{

__device__ void load_matrices(int access, uint32_t at, uint32_t *r)
{
    if (access == WGD_ACCESS_LDMATRIX_X1) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(at));
    } else if (access == WGD_ACCESS_LDMATRIX_X2) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                     : "=r"(r[0]), "=r"(r[1])
                     : "r"(at));
    } else {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(at));
    }
}

__device__ void store_matrices(int access, uint32_t at, const uint32_t *r)
{
    if (access == WGD_ACCESS_STMATRIX_X1) {
        asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(r[0]));
    } else if (access == WGD_ACCESS_STMATRIX_X2) {
        asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(at),
                     "r"(r[0]), "r"(r[1]));
    } else {
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
                     "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]));
    }
}

__device__ void load_or_store(int access, uint32_t at, uint32_t *r)
{
    switch (access) {
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
    const uint32_t at =
        static_cast<uint32_t>(__cvta_generic_to_shared(smem)) + job.lanes.addr[lane];
    uint32_t r[4] = {lane, lane, lane, lane};
    if (job.access >= WGD_ACCESS_STMATRIX_X1) {
        store_matrices(job.access, at, r);
    } else if (job.access >= WGD_ACCESS_LDMATRIX_X1) {
        load_matrices(job.access, at, r);
    } else if (job.lanes.active >> lane & 1) {
        load_or_store(job.access, at, r);
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
