// SPDX-License-Identifier: MIT
//
// The map kernel: which byte feeds each element? Shared memory holds its own index (map_codes.h)
// and is multiplied by the identity, so that every accumulator is one element of the operand as
// wgmma fetched it. It is compared on the spot with what the fetch rule of the library says.
#pragma once

#include "verify/wgmma/fragments.h"
#include "map_codes.h"
#include "map_job.h"
#include "map_random.h"
#include "verify/wgmma/call.cuh"

namespace wgv
{

// The identity in the type of the operand: one, as a stored unit; and bit `bit` of a byte for b1.
__device__ inline uint32_t unit_one(wgd_dtype t, uint32_t bit)
{
    return t == WGD_B1 ? 1u << bit : wgv_element_bits(t, 1);
}

// Columns of K that one product can tell apart: D has 64 rows.
__device__ inline uint32_t columns_at_once(wgd_read rd)
{
    return wgd_read_k(rd) < 64 ? (uint32_t)wgd_read_k(rd) : 64u;
}

// ---- B is recovered: A selects column m % columns of B into row m of D -------------------------

// In the sparse form the column is one of a group of four: the stored slot that can hold it, and
// the metadata that names it. A column that is the last of its group takes slot 1, the others slot
// 0.
__device__ inline uint32_t select_slot(wgd_dtype t, uint32_t column)
{
    if (t == WGD_TF32) {
        return column / 2;
    }
    return column / 4 * 2 + (column % 4 == 3);
}

__device__ inline uint32_t select_nibble(wgd_dtype t, uint32_t column)
{
    if (t == WGD_TF32) {
        return column % 2 ? 0xeu : 0x4u;
    }
    return column % 4 == 3 ? 0xcu : (0xcu | column % 4); // (0,3), or (column, 3)
}

__device__ inline uint32_t selector_register(wgd_dtype t, bool sparse, uint32_t columns,
                                             uint32_t from, uint32_t thread, uint32_t q)
{
    const uint32_t column = from + wgv_frag_row(thread, q % 2) % columns;
    const uint32_t slot = sparse ? select_slot(t, column) : column;
    const uint32_t bytes = wgv_unit_bytes(t);
    const uint32_t unit = t == WGD_B1 ? slot / 8 : slot;
    const uint32_t first = wgv_frag_a_byte(thread, q) / bytes;
    if (unit < first || unit >= first + 4 / bytes) {
        return 0;
    }
    return unit_one(t, slot % 8) << (8 * bytes * (unit - first));
}

__device__ inline uint32_t selector_metadata(wgd_dtype t, uint32_t columns, uint32_t thread)
{
    uint32_t meta = 0;
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t column = wgv_meta_row(t, thread, i) % columns;
        const uint32_t group = wgv_meta_group(t, thread, i);
        const bool here = column / (t == WGD_TF32 ? 2 : 4) == group;
        meta |= (here ? select_nibble(t, column) : 0x4u) << (4 * i);
    }
    return meta;
}

// Calls f with the mode of a descriptor as a constant: the rule then folds to a few shifts and adds,
// where it would divide by the width of a row that is not known. The modes of wgmma alone: tcgen05's
// would be code that never runs. All threads of a warpgroup have the same descriptor.
template <class F> __device__ inline uint32_t with_mode_known(wgd_desc desc, F f)
{
    const auto as = [&](wgd_swizzle_mode mode) {
        desc.swizzle = mode;
        return f(desc);
    };
    switch (desc.swizzle) {
    case WGD_SWZ_NONE:
        return as(WGD_SWZ_NONE);
    case WGD_SWZ_32B:
        return as(WGD_SWZ_32B);
    case WGD_SWZ_64B:
        return as(WGD_SWZ_64B);
    default:
        return as(WGD_SWZ_128B);
    }
}

// The stored code that element (r, k) should come out with.
__device__ inline uint32_t expected(wgd_desc desc, wgd_read rd, uint32_t pass, uint32_t r,
                                    uint32_t k)
{
    const uint32_t unit = wgd_fetch_byte(desc, rd, r, k) / wgv_unit_bytes(rd.dtype);
    return wgv_code_result(rd.dtype, wgv_code(rd.dtype, pass, unit), k % 8);
}

// The groups of eight columns of D that compare_b reads in this thread, as bits of `keep`.
__device__ inline uint32_t needed_by_b(uint32_t columns, uint32_t thread)
{
    const uint32_t copies = 64 / columns;
    uint32_t keep = 0;
    for (uint32_t half = 0; half < 2; half++) {
        for (uint32_t eight = wgv_frag_row(thread, half) / columns; eight < 8; eight += copies) {
            keep |= 1u << eight % 4;
        }
    }
    return keep;
}

// Row m of D holds column m % columns of B. There are 64 / columns copies of it; each takes its
// share of the rows of B. Calls f(row of B, column of B, the accumulators of that row and the next)
// for those of this thread. Four at a time: they come from memory.
template <class F>
__device__ inline void for_each_of_b(wgd_read rd, uint32_t from, uint32_t thread, const uint32_t *d,
                                     F f)
{
    const uint32_t columns = columns_at_once(rd), copies = 64 / columns;
    const uint32_t eight_columns = wgv_frag_d_at(WGD_ACC_F32, 0, 4); // in registers
    for (uint32_t half = 0; half < 2; half++) {
        const uint32_t m = wgv_frag_row(thread, half), first = m / columns;
        const uint32_t *at = d + eight_columns * first + 2 * half;
#pragma unroll 4
        for (uint32_t eight = first; eight < (uint32_t)rd.mn / 8; eight += copies) {
            f(eight * 8 + thread % 4 * 2, from + m % columns, *reinterpret_cast<const uint2 *>(at));
            at += eight_columns * copies;
        }
    }
}

__device__ inline uint32_t compare_b(wgd_desc desc, wgd_read rd, uint32_t pass, uint32_t from,
                                     uint32_t thread, const uint32_t *d, uint32_t &compared)
{
    uint32_t wrong = 0;
    for_each_of_b(rd, from, thread, d, [&](uint32_t r, uint32_t k, uint2 got) {
        wrong += got.x != expected(desc, rd, pass, r, k);
        wrong += got.y != expected(desc, rd, pass, r + 1, k);
        compared += 2;
    });
    return wrong;
}

// ---- A is recovered: D = A times the identity, N = K of the stored A ---------------------------

// Row n of the identity operand: a one in the column that stored column n of A multiplies.
__device__ inline void write_identity(uint32_t address, wgd_dtype t, bool sparse, uint32_t n)
{
    unsigned char *identity = smem + (address - ptx_smem_address(smem));
    const uint32_t bytes = wgv_unit_bytes(t);
    for (uint32_t row = threadIdx.x; row < n; row += blockDim.x) {
        // metadata 0x4: stored columns 0, 1 are logical 0, 1 of four; tf32: 0 of two
        const uint32_t column = sparse ? wgv_logical_k(t, row, 0x4u) : row;
        const uint32_t byte = t == WGD_B1 ? column / 8 : column * bytes;
        // K-major, no swizzle: 16-byte columns, each n rows high
        unsigned char *at = identity + (byte / 16 * n + row) * 16 + byte % 16;
        const uint32_t one = unit_one(t, column % 8);
        for (uint32_t i = 0; i < bytes; i++) {
            at[i] = (unsigned char)(one >> (8 * i));
        }
    }
}

__device__ inline uint64_t identity_word(uint32_t address, uint32_t n)
{
    wgd_desc d;
    d.start = (uint16_t)(address / 16);
    d.lbo = (uint16_t)n;
    d.sbo = 8;
    d.base_offset = 0;
    d.swizzle = WGD_SWZ_NONE;
    d.lbo_absolute = false;
    return wgd_desc_encode(d);
}

// Calls f(row of A, column of A, its accumulator) for those of this thread.
template <class F>
__device__ inline void for_each_of_a(wgd_read rd, uint32_t thread, const uint32_t *d, F f)
{
    for (uint32_t reg = 0; reg < (uint32_t)wgd_read_k(rd) / 2; reg++) {
        f(wgv_frag_row(thread, reg / 2 % 2), wgv_frag_d_col(thread, reg),
          d + wgv_frag_d_at(WGD_ACC_F32, 0, reg));
    }
}

__device__ inline uint32_t compare_a(wgd_desc desc, wgd_read rd, uint32_t pass, uint32_t thread,
                                     const uint32_t *d, uint32_t &compared)
{
    uint32_t wrong = 0;
    for_each_of_a(rd, thread, d, [&](uint32_t r, uint32_t k, const uint32_t *got) {
        wrong += *got != expected(desc, rd, pass, r, k);
        compared++;
    });
    return wrong;
}

// ---- both --------------------------------------------------------------------------------------

// One descriptor in full, for the host.
__device__ inline void dump_element(const map_job &job, wgd_read rd, uint32_t pass, uint32_t r,
                                    uint32_t k, uint32_t got)
{
    job.dump[(pass * (uint32_t)rd.mn + r) * (uint32_t)wgd_read_k(rd) + k] = got;
}

__device__ inline void dump_a(const map_job &job, wgd_read rd, uint32_t pass, uint32_t thread,
                              const uint32_t *d)
{
    for_each_of_a(rd, thread, d, [&](uint32_t r, uint32_t k, const uint32_t *got) {
        dump_element(job, rd, pass, r, k, *got);
    });
}

__device__ inline void dump_b(const map_job &job, wgd_read rd, uint32_t pass, uint32_t from,
                              uint32_t thread, const uint32_t *d)
{
    for_each_of_b(rd, from, thread, d, [&](uint32_t r, uint32_t k, uint2 got) {
        dump_element(job, rd, pass, r, k, got.x);
        dump_element(job, rd, pass, r + 1, k, got.y);
    });
}

__device__ inline void write_codes(const map_job &job, wgd_dtype t, uint32_t pass)
{
    const uint32_t base = ptx_smem_address(smem);
    const uint32_t bytes = wgv_unit_bytes(t);
    for (uint32_t at = job.window_from + 4 * threadIdx.x; at < job.window_to;
         at += 4 * blockDim.x) {
        uint32_t word = 0;
        for (uint32_t u = 0; u < 4 / bytes; u++) {
            word |= wgv_code(t, pass, at / bytes + u) << (8 * bytes * u);
        }
        *reinterpret_cast<uint32_t *>(smem + (at - base)) = word;
    }
}

// Shared memory for one pass: the identity, zeros around it, and the coded window.
__device__ inline void write_window(const map_job &job, wgd_read rd, uint32_t pass)
{
    __syncthreads(); // nobody still multiplies
    smem_fill(job.window_to, job.window_to + IDENTITY_BYTES, 0);
    write_codes(job, rd.dtype, pass);
    __syncthreads();
    if (rd.operand == WGD_OPERAND_A) {
        write_identity(job.window_to, rd.dtype, rd.sparse, (uint32_t)wgd_read_k(rd));
    }
    ptx_fence_async_proxy();
    __syncthreads();
}

} // namespace wgv
