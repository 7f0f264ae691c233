/* SPDX-License-Identifier: MIT
 *
 * The PTX that more than one folder needs, one instruction in each function: addresses, the fence
 * of the async proxy, matrices between shared memory and registers. What only the GEMM kernels need
 * is in gemm/copy_ptx.cuh.
 */
#ifndef WGV_PTX_CUH
#define WGV_PTX_CUH

#include <stdint.h>

#define PTX_INLINE __device__ __forceinline__

/* The 32-bit shared-memory address of a generic one. */
PTX_INLINE uint32_t ptx_smem_address(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

/* Orders this thread's ordinary writes to shared memory before later reads through the async proxy,
 * which are those of wgmma and of the copy engine (PTX ISA, "Async proxy", fence.proxy.async). */
PTX_INLINE void ptx_fence_async_proxy()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* Turns an 8x8 matrix of 16-bit elements over the lanes of a warp: of a lane that has row l / 4, columns 2 (l % 4) and the
 * next, that column and row (PTX ISA, "movmatrix"). */
PTX_INLINE uint32_t ptx_movmatrix(uint32_t two)
{
    uint32_t r;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r) : "r"(two));
    return r;
}

/* ldmatrix and stmatrix in every form (PTX ISA, "ldmatrix", "stmatrix"): X matrices of 8x8 16-bit
 * elements, the registers of this lane in r; lanes 8i..8i+7 give the addresses of the rows of
 * matrix i in `at`. */
template <int X, bool TRANS> PTX_INLINE void ptx_ldmatrix(uint32_t at, uint32_t *r)
{
    if constexpr (X == 1 && !TRANS) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                     : "=r"(r[0])
                     : "r"(at)
                     : "memory");
    } else if constexpr (X == 1) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                     : "=r"(r[0])
                     : "r"(at)
                     : "memory");
    } else if constexpr (X == 2 && !TRANS) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                     : "=r"(r[0]), "=r"(r[1])
                     : "r"(at)
                     : "memory");
    } else if constexpr (X == 2) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                     : "=r"(r[0]), "=r"(r[1])
                     : "r"(at)
                     : "memory");
    } else if constexpr (!TRANS) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(at)
                     : "memory");
    } else {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(at)
                     : "memory");
    }
}

template <int X, bool TRANS> PTX_INLINE void ptx_stmatrix(uint32_t at, const uint32_t *r)
{
    if constexpr (X == 1 && !TRANS) {
        asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(r[0])
                     : "memory");
    } else if constexpr (X == 1) {
        asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(at),
                     "r"(r[0])
                     : "memory");
    } else if constexpr (X == 2 && !TRANS) {
        asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(at),
                     "r"(r[0]), "r"(r[1])
                     : "memory");
    } else if constexpr (X == 2) {
        asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(at),
                     "r"(r[0]), "r"(r[1])
                     : "memory");
    } else if constexpr (!TRANS) {
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
                     "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
                     : "memory");
    } else {
        asm volatile(
            "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
            "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
            : "memory");
    }
}

#endif
