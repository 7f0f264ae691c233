// SPDX-License-Identifier: MIT
//
// The timed loops of one row of the instruction table. Compiled once per row, with the loops that
// gen_cost wrote for it:  -DWGV_ROW=1 -DCOST_LOOPS='"loops_1.cuh"'
#include <cstring>

#include "common/ptx.cuh"
#include "cost_row.h"
#include "traffic.cuh"
#include "verify/wgmma/inputs.h"

namespace wgv
{
namespace
{

template <int N, int A_IN_REGS, int SPARSE, int TRANS_A, int TRANS_B, int CHAINS> struct loop;
#include COST_LOOPS

// Beside these other warps load or copy: dense, both operands K-major, one chain, of the row that
// says so. The rest is compiled without that, in half of the time.
template <int SPARSE, int TRANS_A, int TRANS_B, int CHAINS>
constexpr bool traffic_beside = row_traffic && !SPARSE && !TRANS_A && !TRANS_B && CHAINS == 1;

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
#pragma unroll 1
    for (uint32_t at = threadIdx.x * 4; at < bytes; at += blockDim.x * 4) {
        *reinterpret_cast<uint32_t *>(smem + at) = random ? wgv_mix(at + 1) & 0xbfbfbfbfu : 0u;
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
        if constexpr (traffic_beside<SPARSE, TRANS_A, TRANS_B, CHAINS>) {
            if (job.traffic == COST_LOADS) {
                traffic_of_loads(job, smem, out);
            } else {
                traffic_of_copies(job, smem, out);
            }
        } else {
            // None are launched. Without warps that go another way ptxas keeps the loop's counter
            // elsewhere: its machine code is to be that which was measured.
            while (!is_over(ptx_smem_address(smem) + job.data_to)) {
            }
        }
        return;
    }
    // The first run warms up.
    const uint64_t stamps = threadIdx.x % 128 == 0 ? (uint64_t)out->at[group] : 0;
    for (uint32_t run = 0; run < 2; run++) {
        asm volatile("bar.sync 1, %0;" ::"r"(128 * job.warpgroups) : "memory");
        timed::run(job.words[blockIdx.x], a, (run ? COST_STAMPS : 4) * COST_STAMP_ROUNDS,
                   reinterpret_cast<long long *>(run ? stamps : 0), job.sink);
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
     traffic_beside<sp, ta, tb, ch>,                                                               \
     threads_for(loop<n, a, sp, ta, tb, ch>::registers),                                           \
     (const void *)cost_kernel<n, a, sp, ta, tb, ch>},
        COST_LIST
#undef X
    };
}

} // namespace wgv
