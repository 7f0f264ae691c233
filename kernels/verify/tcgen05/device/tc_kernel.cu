// SPDX-License-Identifier: MIT
//
// The kernel that runs a tcgen05 program: it issues what the steps say and knows nothing of what the
// bytes mean. Compiled for sm_100a and sm_103a alone; documented and compiled, never run
// (docs/evidence).
#include "tc_job.h"

#include "common/ptx.cuh"

namespace wgv
{
namespace
{

// In this namespace, as it calls for tc_step.
#include "verify/tcgen05/device/calls_tc.cuh"

extern __shared__ __align__(1024) unsigned char tc_smem[];

PTX_INLINE uint32_t cluster_rank()
{
    uint32_t rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

// All threads of the CTA, or of the pair; what tcgen05 did before is done behind it (PTX ISA,
// "tcgen05.fence").
template <int CTA_GROUP> __device__ void wait_for_all()
{
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    if constexpr (CTA_GROUP == 2) {
        asm volatile("barrier.cluster.arrive.release.aligned;\n"
                     "barrier.cluster.wait.acquire.aligned;" ::
                         : "memory");
    } else {
        __syncthreads();
    }
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

template <int CTA_GROUP> __device__ uint32_t allocate(uint32_t slot)
{
    if (threadIdx.x < 32) {
        if constexpr (CTA_GROUP == 2) {
            asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], 512;\n"
                         "tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;" ::"r"(slot)
                         : "memory");
        } else {
            asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 512;\n"
                         "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::"r"(slot)
                         : "memory");
        }
    }
    wait_for_all<CTA_GROUP>();
    uint32_t base;
    asm volatile("ld.shared.b32 %0, [%1];" : "=r"(base) : "r"(slot) : "memory");
    return base;
}

template <int CTA_GROUP> __device__ void give_back(uint32_t base)
{
    wait_for_all<CTA_GROUP>();
    if (threadIdx.x < 32) {
        if constexpr (CTA_GROUP == 2) {
            asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, 512;" ::"r"(base));
        } else {
            asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 512;" ::"r"(base));
        }
    }
}

// What one thread issued arrives on the barrier of every CTA when it is done.
template <int CTA_GROUP> __device__ void commit(uint32_t barrier)
{
    if constexpr (CTA_GROUP == 2) {
        const uint16_t both = 3;
        asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::"
                     "cluster.b64 [%0], %1;" ::"r"(barrier),
                     "h"(both)
                     : "memory");
    } else {
        asm volatile(
            "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
                barrier)
            : "memory");
    }
}

// Until the barrier's phase is over. An instruction that never ends ends the kernel: each try waits
// for a while in hardware.
__device__ void wait_barrier(uint32_t barrier, uint32_t phase)
{
    constexpr uint32_t TRIES = 1u << 20;
    uint32_t done = 0;
    for (uint32_t i = 0; !done; i++) {
        asm volatile("{\n.reg .pred p;\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                     "selp.b32 %0, 1, 0, p;\n}\n"
                     : "=r"(done)
                     : "r"(barrier), "r"(phase)
                     : "memory");
        if (i == TRIES) {
            __trap();
        }
    }
}

// One thread of the first CTA issues; all wait until it is done.
template <int CTA_GROUP>
__device__ void issue(const tc_step &s, uint32_t base, uint32_t barrier, uint32_t &phase)
{
    if (threadIdx.x == 0 && (CTA_GROUP == 1 || cluster_rank() == 0)) {
        if (s.op == TC_COPY) {
            tc_copy<CTA_GROUP>(s.form, base + s.tmem, s.a);
        } else {
            tc_mma<CTA_GROUP>(s.form, s, base);
        }
        commit<CTA_GROUP>(barrier);
    }
    __syncwarp();
    wait_barrier(barrier, phase);
    phase ^= 1;
}

__device__ void move(const tc_job &job, const tc_step &s, uint32_t base, uint32_t cta)
{
    const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const uint32_t at = base + s.tmem + (32 * warp << 16);
    const uint32_t first = s.data + warp * s.registers * 32 + lane;
    if (s.op == TC_LOAD) {
        tc_load(s.form, at, job.out + cta * job.out_words + first);
    } else {
        tc_store(s.form, at, job.in + cta * job.in_words + first);
    }
}

__device__ void fill_shared(const tc_job &job, uint32_t cta, uint32_t barrier)
{
    const uint4 *from = reinterpret_cast<const uint4 *>(job.image + cta * job.image_bytes);
    for (uint32_t i = threadIdx.x; i < job.image_bytes / 16; i += blockDim.x) {
        reinterpret_cast<uint4 *>(tc_smem)[i] = from[i];
    }
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n"
                     "fence.mbarrier_init.release.cluster;" ::"r"(barrier)
                     : "memory");
    }
    ptx_fence_async_proxy();
}

template <int CTA_GROUP> __global__ void __launch_bounds__(128) tc_kernel(const tc_job job)
{
    const uint32_t cta = CTA_GROUP == 2 ? cluster_rank() : 0;
    const uint32_t window = ptx_smem_address(tc_smem);
    const uint32_t barrier = window + job.image_bytes, slot = barrier + 8;
    fill_shared(job, cta, barrier);
    if (threadIdx.x == 0) {
        job.window[cta] = window;
    }
    wait_for_all<CTA_GROUP>();
    const uint32_t base = allocate<CTA_GROUP>(slot);
    uint32_t phase = 0;
    for (uint32_t i = 0; i < job.count; i++) {
        const tc_step s = job.steps[i];
        if (s.op == TC_STORE || s.op == TC_LOAD) {
            move(job, s, base, cta);
        } else {
            issue<CTA_GROUP>(s, base, barrier, phase);
        }
        wait_for_all<CTA_GROUP>();
    }
    give_back<CTA_GROUP>(base);
}

} // namespace

const void *tc_kernel_at(int cta_group)
{
    return cta_group == 2 ? reinterpret_cast<const void *>(tc_kernel<2>)
                          : reinterpret_cast<const void *>(tc_kernel<1>);
}

} // namespace wgv
