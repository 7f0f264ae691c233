// SPDX-License-Identifier: MIT
//
// The GEMM kernel: a block of 128 threads, one warpgroup, takes one job after another. It poisons
// shared memory, writes A and B through their layouts, multiplies block by block with the
// descriptors of the job, and compares every value with the host's reference, bit for bit.
#pragma once

#include "verify/wgmma/fragments.h"
#include "product_job.h"
#include "verify/wgmma/inputs.h"
#include "verify/wgmma/call.cuh"

namespace wgv
{

// All ones: a NaN in every float format, -1 and 255 as bytes.
constexpr uint32_t POISON = 0xffffffffu;

// Stores the tile unit by unit, each where the layout says.
static __device__ __noinline__ void write_tile(const product_job &job, const wgv_tile_map &t,
                                               wgv_matrix which, wgd_dtype type, wgd_acc acc)
{
    const uint32_t base = ptx_smem_address(smem);
    for (uint32_t e = threadIdx.x; e < t.rows * t.cols; e += blockDim.x) {
        const uint32_t r = e / t.cols;
        const uint32_t c = e % t.cols;
        const uint32_t bits = wgv_element_bits(type, wgv_input(job.seed, which, type, acc, r, c));
        unsigned char *at = smem + (wgv_tile_address(&t, r, c) - base);
        if (t.unit_bytes == 4) {
            *reinterpret_cast<uint32_t *>(at) = bits;
        } else if (t.unit_bytes == 2) {
            *reinterpret_cast<uint16_t *>(at) = (uint16_t)bits;
        } else {
            *at = (unsigned char)bits;
        }
    }
}

// Register q of the fragment of A for block row i, step k.
__device__ inline uint32_t a_register(const product_job &job, wgd_dtype type, wgd_acc acc,
                                      uint32_t i, uint32_t k, uint32_t q)
{
    const uint32_t bytes = wgv_unit_bytes(type);
    const uint32_t row = 64 * i + wgv_frag_row(threadIdx.x, q % 2);
    const uint32_t first = (32 * k + wgv_frag_a_byte(threadIdx.x, q)) / bytes;
    uint32_t reg = 0;
    for (uint32_t u = 0; u < 4 / bytes; u++) {
        const int32_t v = wgv_input(job.seed, WGV_A, type, acc, row, first + u);
        reg |= wgv_element_bits(type, v) << (8 * bytes * u);
    }
    return reg;
}

// This thread's metadata for block row i, step k; poison where the selector does not name it.
static __device__ __noinline__ uint32_t metadata(const product_job &job, wgd_dtype type, uint32_t i,
                                                 uint32_t k, uint32_t sp_sel)
{
    if (!wgv_meta_counts(type, threadIdx.x, sp_sel)) {
        return POISON;
    }
    const uint32_t groups = 32 / wgv_unit_bytes(type) / wgv_group_stored(type); // of a row and step
    uint32_t meta = 0;
    for (uint32_t nibble = 0; nibble < 8; nibble++) {
        const uint32_t row = 64 * i + wgv_meta_row(type, threadIdx.x, nibble);
        const uint32_t group = groups * k + wgv_meta_group(type, threadIdx.x, nibble);
        meta |= wgv_pick(job.seed, type, row, group) << (4 * nibble);
    }
    return meta;
}

// The second path to a descriptor: made here, from the fields of block (0, 0) and the layout.
static __device__ __noinline__ uint64_t device_word(const product_operand &o, uint32_t i,
                                                    uint32_t k)
{
    wgd_desc d = o.first;
    d.start = (uint16_t)(wgv_tile_plain(&o.tile, i * o.block_rows, k * o.block_cols) / 16);
    return wgd_desc_encode(d);
}

// Value r of this thread in the fragment at d: f16 accumulators lie two to a register.
__device__ inline uint32_t fragment_value(const uint32_t *d, wgd_acc acc, uint32_t r)
{
    if (acc == WGD_ACC_F16) {
        return d[wgv_frag_d_at(acc, 0, r / 2)] >> (16 * (r % 2)) & 0xffffu;
    }
    return d[wgv_frag_d_at(acc, 0, r)];
}

// Before the first step: poison, or the values that scale-d 1 adds to.
static __device__ __noinline__ void start_fragment(const product_job &job, wgd_acc acc, uint32_t i,
                                                   uint32_t j, uint32_t *d)
{
    const uint32_t per_reg = acc == WGD_ACC_F16 ? 2 : 1;
    for (uint32_t reg = 0; reg < job.n / 2 / per_reg; reg++) {
        uint32_t bits = job.scale_d ? 0 : POISON;
        for (uint32_t v = 0; v < per_reg && job.scale_d; v++) {
            const uint32_t r = reg * per_reg + v;
            const uint32_t m = 64 * i + wgv_frag_row(threadIdx.x, r / 2 % 2);
            const uint32_t n = job.n * j + wgv_frag_d_col(threadIdx.x, r);
            bits |= wgv_acc_bits(acc, wgv_input_c(job.seed, m, n)) << (16 * v);
        }
        d[wgv_frag_d_at(acc, 0, reg)] = bits;
    }
}

static __device__ __noinline__ void compare_fragment(const product_job &job, wgd_acc acc,
                                                     uint32_t i, uint32_t j, const uint32_t *d,
                                                     const uint32_t *want, product_result *out)
{
    uint32_t bad = 0;
    for (uint32_t r = 0; r < job.n / 2; r++) {
        const uint32_t m = 64 * i + wgv_frag_row(threadIdx.x, r / 2 % 2);
        const uint32_t n = job.n * j + wgv_frag_d_col(threadIdx.x, r);
        const uint32_t index = m * (job.n * job.blocks_n) + n;
        const uint32_t got = fragment_value(d, acc, r);
        if (got != want[job.want + index]) {
            atomicMin(&out->first, (unsigned long long)index << 32 | got);
            bad++;
        }
    }
    if (bad) {
        atomicAdd(&out->mismatches, bad);
    }
    atomicAdd(&out->compared, job.n / 2);
}

} // namespace wgv
