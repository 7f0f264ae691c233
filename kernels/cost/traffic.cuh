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

// One lane of each warp copies a round of job.copies times COST_COPY_BYTES at each turn, into shared
// memory of its own, which may belong to an operand: zeros are data like any. A round looks at shared
// memory three times, however much it copies; each look waits behind what wgmma reads.
__device__ inline void traffic_of_copies(const cost_job &job, const unsigned char *smem,
                                         cost_times *out)
{
    const uint32_t warp = threadIdx.x / 32 - 4 * job.warpgroups;
    if (threadIdx.x % 32 != 0) {
        return;
    }
    const uint32_t base = ptx_smem_address(smem), flag = base + job.data_to;
    const uint32_t bytes = job.copies * COST_COPY_BYTES;
    const uint32_t barriers = flag + 16 + warp * 8 * COST_ROUNDS,
                   to = base + warp * COST_ROUNDS * bytes;
    const char *source = static_cast<const char *>(job.source) + blockIdx.x * COST_SOURCE_BYTES;
    for (uint32_t i = 0; i < COST_ROUNDS; i++) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barriers + 8 * i) : "memory");
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    uint32_t rounds = 0;
    const uint32_t from = clock();
    uint32_t next = from;
    while (!is_over(flag)) {
        const uint32_t slot = rounds % COST_ROUNDS, barrier = barriers + 8 * slot;
        if (rounds >= COST_ROUNDS) {
            await_copy(barrier, (rounds / COST_ROUNDS - 1) % 2);
        }
        next_turn(next, job.period);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
                     "r"(bytes)
                     : "memory");
        const char *piece = source + rounds * bytes % COST_SOURCE_BYTES;
        for (uint32_t at = 0; at < bytes; at += COST_COPY_BYTES) {
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                         "[%0], [%1], %2, [%3];" ::"r"(to + slot * bytes + at),
                         "l"(piece + at), "r"(COST_COPY_BYTES), "r"(barrier)
                         : "memory");
        }
        rounds++;
    }
    for (uint32_t left = rounds < COST_ROUNDS ? 0 : rounds - COST_ROUNDS; left < rounds; left++) {
        await_copy(barriers + 8 * (left % COST_ROUNDS), left / COST_ROUNDS % 2);
    }
    traffic_report(warp, rounds * (bytes / 512), from, out);
}

} // namespace wgv
