// SPDX-License-Identifier: MIT
//
// How the harness calls wgmma. The calls themselves are generated from the instruction table
// (gen_calls.c), one struct wgmma<N, A_IN_REGS, SPARSE> for each variant of a row:
//
//     wgmma<64, false, false>::apply<wgmma_imm<...>>(d, a, b, scale_d, meta, keep);
//
// apply() is a whole instruction, right by construction: it loads the accumulator fragment from
// memory, orders those register writes with wgmma.fence, issues wgmma.mma_async, commits and waits
// for the group, and stores the fragment back. Keeping the accumulators in memory costs nothing
// here (correctness is measured, not speed) and makes 2,600 variants compile in seconds. For the
// usual form with accumulators in registers see examples/.
//
// Shared memory written by ordinary stores must be made visible to wgmma, which reads through the
// async proxy: ptx_fence_async_proxy() in every writing thread, then a barrier.
#pragma once

#include <cstdint>

#include "common/ptx.cuh"
#include "wgd_desc.h"
#include "wgd_fetch.h"
#include "wgd_inst.h"

namespace wgv
{

// Operand A: a descriptor, or the four registers of a fragment.
struct wgmma_a {
    uint64_t desc;
    uint32_t reg[4];
};

// The immediates of the instruction: negation (1 or -1), transposes, sparsity selector.
template <int SCALE_A, int SCALE_B, int TRANS_A, int TRANS_B, int SP_SEL> struct wgmma_imm {
    static constexpr int scale_a = SCALE_A, scale_b = SCALE_B;
    static constexpr int trans_a = TRANS_A, trans_b = TRANS_B;
    static constexpr int sp_sel = SP_SEL;
};

// Which accumulators a call moves: bit 4, load them all before (so that scale-d 0 is seen to ignore
// them); bits 0 to 3, store those of every fourth group of eight columns of D.
constexpr uint32_t KEEP_ALL = 0x1f, KEEP_OUTPUT = 0x0f;

// The dynamic shared memory of every kernel here. None has static shared memory, so that its
// address is the same in all of them and the host can compute descriptors for it.
extern __shared__ __align__(1024) unsigned char smem[];

// 16-byte stores over [from, to), both multiples of 16 and absolute shared addresses.
__device__ inline void smem_fill(uint32_t from, uint32_t to, uint32_t word)
{
    const uint32_t base = ptx_smem_address(smem);
    for (uint32_t at = from + threadIdx.x * 16; at < to; at += blockDim.x * 16) {
        *reinterpret_cast<uint4 *>(smem + (at - base)) = make_uint4(word, word, word, word);
    }
}

} // namespace wgv
