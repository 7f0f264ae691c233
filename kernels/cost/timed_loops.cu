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

// A loop that the row has not.
template <int N, uint32_t FORM, int CHAINS> struct loop {
    static constexpr int registers = 0;
};
#include COST_LOOPS

// Beside these other warps load or copy: dense, both operands K-major, one chain, of the row that
// says so. The rest is compiled without that, in half of the time.
WGD_HD constexpr bool traffic_beside(uint32_t form, int chains)
{
    return row_traffic && (form & ~(uint32_t)COST_A_IN_REGS) == 0 && chains == 1;
}

// As many threads as the registers allow, so that nothing is spilled.
constexpr int threads_for(int registers)
{
    return registers + 40 <= 128 ? 512 : registers + 40 <= 168 ? 384 : 256;
}
template <int N, int CHAINS>
constexpr int most_threads = threads_for(loop<N, 0, CHAINS>::registers);

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

template <int N, uint32_t FORM, int CHAINS>
__device__ __forceinline__ void run_loop(const cost_job &job, bool random, long long *stamps)
{
    uint32_t a[4] = {};
    if constexpr (FORM & COST_A_IN_REGS) {
        for (uint32_t q = 0; q < 4; q++) {
            a[q] = random ? wgv_mix(4 * threadIdx.x + q) & 0xbfbfbfbfu : 0u;
        }
    }
    loop<N, FORM, CHAINS>::run(job.words[blockIdx.x], a, job.rounds, stamps, job.sink);
}

// The loop of the form that the job names. One kernel for each form takes twice as long to compile.
template <int N, int CHAINS, uint32_t FORM = 0>
__device__ __forceinline__ void run_form(const cost_job &job, bool random, long long *stamps)
{
    if constexpr (loop<N, FORM, CHAINS>::registers > 0) {
        if (job.form == FORM) {
            run_loop<N, FORM, CHAINS>(job, random, stamps);
            return;
        }
    }
    if constexpr (FORM + 1 < COST_FORMS) {
        run_form<N, CHAINS, FORM + 1>(job, random, stamps);
    }
}

template <int N, int CHAINS>
__global__ void __launch_bounds__(most_threads<N, CHAINS>)
    cost_kernel(const __grid_constant__ cost_job job)
{
    const uint32_t group = threadIdx.x / 128;
    cost_times *out = &job.times[blockIdx.x];
    const bool random = job.random[blockIdx.x];
    fill(job.data_to, random);
    volatile uint32_t *over = reinterpret_cast<uint32_t *>(smem + job.data_to);
    *over = 0;
    ptx_fence_async_proxy();
    __syncthreads();
    if (group >= job.warpgroups) {
        if constexpr (traffic_beside(0, CHAINS)) {
            if (job.traffic == COST_LOADS) {
                traffic_of_loads(job, smem, out);
            } else {
                traffic_of_copies(job, smem, out);
            }
        }
        return;
    }
    asm volatile("bar.sync 1, %0;" ::"r"(128 * job.warpgroups) : "memory");
    run_form<N, CHAINS>(job, random,
                        job.stamped && threadIdx.x % 128 == 0 ? out->at[group] : nullptr);
    *over = 1;
}

} // namespace

#define COST_NAME_OF(row) cost_row_##row
#define COST_NAME(row)    COST_NAME_OF(row)

std::vector<cost_kernel_entry> COST_NAME(WGV_ROW)()
{
    return {
#define X(n, form, chains)                                                                         \
    {WGV_ROW,                                                                                      \
     n,                                                                                            \
     form,                                                                                         \
     chains,                                                                                       \
     traffic_beside(form, chains),                                                                 \
     most_threads<n, chains>,                                                                      \
     (const void *)cost_kernel<n, chains>},
        COST_LIST
#undef X
    };
}

} // namespace wgv
