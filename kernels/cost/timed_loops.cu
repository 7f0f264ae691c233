// SPDX-License-Identifier: MIT
//
// The timed loops of one row of the instruction table. Compiled once per row, with the loops that
// gen_cost wrote for it:  -DWGV_ROW=1 -DCOST_LOOPS='"loops_1.cuh"'
#include <cstring>

#include "common/ptx.cuh"
#include "cost_row.h"
#include "verify/wgmma/inputs.h"

namespace wgv
{
namespace
{

template <int N, int A_IN_REGS, int SPARSE, int TRANS_A, int TRANS_B, int CHAINS> struct loop;
#include COST_LOOPS

// As many threads as the registers allow, so that nothing is spilled.
constexpr int threads_for(int registers)
{
    return registers + 40 <= 128 ? 512 : registers + 40 <= 168 ? 384 : 256;
}

extern __shared__ __align__(1024) unsigned char smem[];

// Zeros, or numbers of every type that are finite and below 2: the second highest bit of each byte
// is clear. Random bits cost what any data costs; zeros are tried beside them.
__device__ void fill(uint32_t bytes, bool random)
{
    for (uint32_t at = threadIdx.x * 4; at < bytes; at += blockDim.x * 4) {
        *reinterpret_cast<uint32_t *>(smem + at) = random ? wgv_mix(at + 1) & 0xbfbfbfbfu : 0u;
    }
}

// Loads 512 bytes without a bank conflict every `period` cycles until the multiplying is over.
__device__ void traffic(const cost_job &job, uint32_t at_end, cost_times *out)
{
    const uint32_t warp = threadIdx.x / 32 - 4 * job.warpgroups, lane = threadIdx.x % 32;
    const uint32_t at = ptx_smem_address(smem) + lane * 16 + warp * 4096;
    const uint32_t flag = ptx_smem_address(smem) + at_end;
    uint32_t loads = 0, over = 0, keep = 0;
    const uint32_t from = clock();
    uint32_t next = from;
    while (!over) {
        for (uint32_t i = 0; i < 8; i++) {
            while ((int32_t)((uint32_t)clock() - next) < 0) {
            }
            next += job.period;
            uint32_t x, y, z, w;
            asm volatile("ld.volatile.shared.v4.b32 {%0,%1,%2,%3}, [%4];"
                         : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                         : "r"(at + i * 512));
            keep ^= x ^ y ^ z ^ w;
        }
        loads += 8;
        asm volatile("ld.volatile.shared.b32 %0, [%1];" : "=r"(over) : "r"(flag));
    }
    const uint32_t cycles = (uint32_t)clock() - from;
    if (lane == 0 && warp < 4) {
        out->loads[warp] = loads + (keep == 0x12345678u);
        out->load_cycles[warp] = cycles;
    }
}

template <int N, int A_IN_REGS, int SPARSE, int TRANS_A, int TRANS_B, int CHAINS>
__global__ void
__launch_bounds__(threads_for(loop<N, A_IN_REGS, SPARSE, TRANS_A, TRANS_B, CHAINS>::registers))
    cost_kernel(const __grid_constant__ cost_job job)
{
    using timed = loop<N, A_IN_REGS, SPARSE, TRANS_A, TRANS_B, CHAINS>;
    const uint32_t group = threadIdx.x / 128;
    cost_times *out = &job.times[blockIdx.x];
    const bool random = job.random[blockIdx.x];
    uint32_t a[4];
    for (uint32_t q = 0; q < 4; q++) {
        a[q] = random ? wgv_mix(4 * threadIdx.x + q) & 0xbfbfbfbfu : 0u;
    }
    fill(job.data_to, random);
    volatile uint32_t *over = reinterpret_cast<uint32_t *>(smem + job.data_to);
    *over = 0;
    ptx_fence_async_proxy();
    __syncthreads();
    if (group >= job.warpgroups) {
        traffic(job, job.data_to, out);
        return;
    }
    for (uint32_t run = 0; run < COST_TIMES + 1; run++) { // the first warms up
        asm volatile("bar.sync 1, %0;" ::"r"(128 * job.warpgroups) : "memory");
        const long long from = clock64();
        timed::run(job.words[blockIdx.x], a, run < 2 ? job.rounds : 2 * job.rounds, job.sink);
        const long long to = clock64();
        if (run && threadIdx.x % 128 == 0) {
            out->from[run - 1][group] = from;
            out->to[run - 1][group] = to;
        }
    }
    *over = 1;
}

} // namespace

#define COST_NAME_OF(row) cost_row_##row
#define COST_NAME(row)    COST_NAME_OF(row)

std::vector<cost_kernel_entry> COST_NAME(WGV_ROW)()
{
    return {
#define X(n, a, sp, ta, tb, ch)                                                                    \
    {WGV_ROW,                                                                                      \
     n,                                                                                            \
     a,                                                                                            \
     sp,                                                                                           \
     ta,                                                                                           \
     tb,                                                                                           \
     ch,                                                                                           \
     threads_for(loop<n, a, sp, ta, tb, ch>::registers),                                           \
     (const void *)cost_kernel<n, a, sp, ta, tb, ch>},
        COST_LIST
#undef X
    };
}

} // namespace wgv
