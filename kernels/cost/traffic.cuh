// SPDX-License-Identifier: MIT
//
// What other warps do to shared memory while wgmma reads it: loads of their own, or copies of the
// copy engine. Each goes on until the flag behind the data is set.
#pragma once

#include "common/ptx.cuh"
#include "cost_job.h"

namespace wgv
{

// Waits for the next turn: one every `period` cycles, counted from the first.
__device__ inline void next_turn(uint32_t &next, uint32_t period)
{
    while ((int32_t)((uint32_t)clock() - next) < 0) {
    }
    next += period;
}

__device__ inline uint32_t is_over(uint32_t flag)
{
    uint32_t over;
    asm volatile("ld.volatile.shared.b32 %0, [%1];" : "=r"(over) : "r"(flag));
    return over;
}

__device__ inline void traffic_report(uint32_t warp, uint32_t loaded, uint32_t from,
                                      cost_times *out)
{
    if (threadIdx.x % 32 == 0 && warp < 4) {
        out->loaded[warp] = loaded;
        out->load_cycles[warp] = (uint32_t)clock() - from;
    }
}

// Loads 512 bytes without a bank conflict at each turn.
__device__ inline void traffic_of_loads(const cost_job &job, const unsigned char *smem,
                                        cost_times *out)
{
    const uint32_t warp = threadIdx.x / 32 - 4 * job.warpgroups, lane = threadIdx.x % 32;
    const uint32_t at = ptx_smem_address(smem) + lane * 16 + warp * 4096;
    const uint32_t flag = ptx_smem_address(smem) + job.data_to;
    uint32_t loads = 0, keep = 0;
    const uint32_t from = clock();
    uint32_t next = from;
    do {
        for (uint32_t i = 0; i < 8; i++) {
            next_turn(next, job.period);
            uint32_t x, y, z, w;
            asm volatile("ld.volatile.shared.v4.b32 {%0,%1,%2,%3}, [%4];"
                         : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                         : "r"(at + i * 512));
            keep ^= x ^ y ^ z ^ w;
        }
        loads += 8;
    } while (!is_over(flag));
    traffic_report(warp, loads + (keep == 0x12345678u), from, out);
}

__device__ inline void await_copy(uint32_t barrier, uint32_t parity)
{
    asm volatile("{\n.reg .pred done;\n"
                 "AGAIN:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 "@!done bra AGAIN;\n}\n" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}

// One lane of each warp makes a copy at each turn, four in flight at most: into shared memory of its
// own, which may belong to an operand: zeros are data like any. A copy looks at shared memory three
// times, whatever its size, and each look waits behind what wgmma reads. The numbers are powers of two:
// with a product and a remainder in each turn wgmma was some percent slower, however little was copied.
__device__ inline void traffic_of_copies(const cost_job &job, const unsigned char *smem,
                                         cost_times *out)
{
    const uint32_t warp = threadIdx.x / 32 - 4 * job.warpgroups;
    if (threadIdx.x % 32 != 0) {
        return;
    }
    const uint32_t base = ptx_smem_address(smem), flag = base + job.data_to;
    const uint32_t barriers = flag + 16 + warp * 32, to = base + (warp * 4 << job.copy_shift);
    const char *source = static_cast<const char *>(job.source);
    for (uint32_t i = 0; i < 4; i++) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barriers + 8 * i) : "memory");
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    uint32_t copies = 0;
    const uint32_t from = clock();
    uint32_t next = from;
    while (!is_over(flag)) {
        const uint32_t slot = copies % 4, barrier = barriers + 8 * slot;
        if (copies >= 4) {
            await_copy(barrier, (copies / 4 - 1) % 2);
        }
        next_turn(next, job.period);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
                     "r"(1u << job.copy_shift)
                     : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1], %2, [%3];" ::"r"(to + (slot << job.copy_shift)),
                     "l"(source + (copies << job.copy_shift) % COST_SOURCE_BYTES),
                     "r"(1u << job.copy_shift), "r"(barrier)
                     : "memory");
        copies++;
    }
    for (uint32_t left = copies < 4 ? 0 : copies - 4; left < copies; left++) {
        await_copy(barriers + 8 * (left % 4), left / 4 % 2);
    }
    traffic_report(warp, copies << (job.copy_shift - 9), from, out);
}

} // namespace wgv
