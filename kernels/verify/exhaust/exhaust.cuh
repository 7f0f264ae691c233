// SPDX-License-Identifier: MIT
//
// The exhaustive kernels. Each 16-byte chunk of shared memory says which chunk it is, in each of
// its eight parts, and one product brings a part to each accumulator:
//
//   16-bit types   part j is element j; its bit pattern says 14 bits of chunk + 2048 j
//   tf32           part j is element j % 4, which says 16 bits of chunk + 8192 j
//   8-bit types    part j is elements 2j and 2j + 1, with three bits each, weighed 1 and 8:
//                  six bits of chunk + 1237 j, from bit 6 (j % 3) on
//   b1             part j is 32 bits, of which v are ones: v is five bits of chunk + 1237 (j % 4)
//
// so that the chunk that feeds each element is known after one product, and in which order its
// elements came. The accumulators stay in registers. The expected value is worked out from the
// address by the rule, stepping from group to group; wgd_fetch_byte is what it is held against on
// the host (test_exhaust).
#pragma once

#include "exhaust_job.h"
#include "verify/map/map.cuh"

namespace wgv
{

WGD_HD constexpr bool type_is_digits(wgd_dtype t)
{
    return t == WGD_E4M3 || t == WGD_E5M2 || t == WGD_S8 || t == WGD_U8 || t == WGD_B1;
}

// ---- what is in shared memory --------------------------------------------------------------------

// The number that part j of a chunk says, types of few bits.
__device__ inline uint32_t part_digit(wgd_dtype t, uint32_t chunk, uint32_t j)
{
    const uint32_t bits = t == WGD_B1 ? 5 : 6;
    j = t == WGD_B1 ? j % 4 : j;
    return (chunk + 1237 * j) >> (bits * (j % 3)) & ((1u << bits) - 1);
}

// Word w (0..3) of a chunk.
__device__ inline uint32_t chunk_word(wgd_dtype t, uint32_t chunk, uint32_t w)
{
    if (t == WGD_TF32) {
        return 0x30000000u + ((chunk + 8192 * w) << 13);
    }
    if (t == WGD_B1) {
        return (1u << part_digit(t, chunk, w)) - 1;
    }
    if (!type_is_digits(t)) {
        const uint32_t low = 0x0400u + chunk + 2048 * (2 * w);
        return low | (low + 2048) << 16;
    }
    uint32_t word = 0;
    for (uint32_t h = 0; h < 2; h++) {
        const uint32_t v = part_digit(t, chunk, 2 * w + h);
        word |=
            (wgv_element_bits(t, (int32_t)(v & 7u)) | wgv_element_bits(t, (int32_t)(v >> 3)) << 8)
            << (16 * h);
    }
    return word;
}

// What the accumulator of a part is: from the byte address of the chunk, with the constants of the
// part.
struct part_rule {
    uint32_t add, shift;
};

template <wgd_dtype T> __device__ inline part_rule rule_of(uint32_t j)
{
    if constexpr (T == WGD_F16) {
        return {((0x0400u + 2048 * j) << 13) + (112u << 23), 0};
    } else if constexpr (T == WGD_BF16) {
        return {(0x0400u + 2048 * j) << 16, 0};
    } else if constexpr (T == WGD_TF32) {
        return {0x30000000u + (8192 * (j % 4) << 13), 0};
    } else {
        j = T == WGD_B1 ? j % 4 : j;
        return {16 * 1237 * j, 4 + (T == WGD_B1 ? 5u : 6u) * (j % 3)};
    }
}

template <wgd_dtype T>
__device__ inline bool part_is(uint32_t got, uint32_t address, part_rule rule)
{
    if constexpr (!type_is_digits(T)) {
        return got == (address << (T == WGD_BF16 ? 12 : 9)) + rule.add;
    }
    const uint32_t v = (address + rule.add) >> rule.shift & (T == WGD_B1 ? 31u : 63u);
    if constexpr (T == WGD_E4M3 || T == WGD_E5M2) {
        // a whole number below 2^23, added to 2^23, stands in the lowest bits
        return __float_as_uint(__uint_as_float(got) + 8388608.0f) == (0x4b000000u | v);
    }
    return got == v;
}

// ---- the known operand ---------------------------------------------------------------------------

// First logical column of part j of chunk c.
__device__ inline uint32_t part_column(wgd_dtype t, uint32_t c, uint32_t j)
{
    return t == WGD_TF32            ? 4 * c + j % 4
           : t == WGD_B1            ? 128 * c + 32 * (j % 4)
           : wgd_dtype_bits(t) == 8 ? 16 * c + 2 * j
                                    : 8 * c + j;
}

// Row (c, j) of the known operand, the four bytes from `byte` on: ones where the part is. `slot` is
// where its first column is stored.
__device__ inline uint32_t part_weights(wgd_dtype t, uint32_t slot, uint32_t byte)
{
    if (t == WGD_B1) {
        return slot / 8 == byte ? ~0u : 0u;
    }
    const uint32_t bytes = wgv_unit_bytes(t), at = slot * bytes;
    if (at < byte || at >= byte + 4) {
        return 0;
    }
    const uint32_t one = wgv_element_bits(t, 1);
    return (bytes == 1 ? one | wgv_element_bits(t, 8) << 8 : one) << (8 * (at - byte));
}

// A in registers, for B: row m picks part m % 8 of chunk m / 8 % chunks.
template <wgd_dtype T, bool SPARSE> __device__ inline uint32_t picker(uint32_t m, uint32_t byte)
{
    const uint32_t column = part_column(T, m / 8 % (SPARSE ? 4 : 2), m % 8);
    const uint32_t slot = !SPARSE                  ? column
                          : wgd_dtype_bits(T) == 8 ? column / 4 * 2
                                                   : select_slot(T, column);
    return part_weights(T, slot, byte);
}

template <wgd_dtype T> __device__ inline uint32_t picker_metadata(uint32_t thread)
{
    uint32_t meta = 0;
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t m = wgv_meta_row(T, thread, i);
        const uint32_t column = part_column(T, m / 8 % 4, m % 8);
        const bool here = column / (T == WGD_TF32 ? 2 : 4) == wgv_meta_group(T, thread, i);
        const uint32_t nibble =
            wgd_dtype_bits(T) == 8 ? (column % 4 ? 0xeu : 0x4u) : select_nibble(T, column);
        meta |= (here ? nibble : 0x4u) << (4 * i);
    }
    return meta;
}

// B in shared memory, for A: column n picks part n % 8 of chunk n / 8 of what is stored of A.
__device__ inline void write_known(uint32_t address, wgd_dtype t, bool sparse)
{
    const uint32_t base = ptx_smem_address(smem), row_bytes = sparse ? 64 : 32;
    for (uint32_t i = threadIdx.x; i < 16 * row_bytes / 4; i += blockDim.x) {
        const uint32_t n = i % 16, byte = i / 16 * 4;
        const uint32_t stored = part_column(t, n / 8, n % 8);
        const uint32_t column = sparse ? wgv_logical_k(t, stored, 0x4u) : stored;
        *reinterpret_cast<uint32_t *>(smem + (address - base) + (byte / 16 * 16 + n) * 16 +
                                      byte % 16) = part_weights(t, column, byte);
    }
}

// ---- the comparison ------------------------------------------------------------------------------

// The fields of a descriptor as the rule uses them, in bytes.
struct fetch_terms {
    uint32_t start, lbo, sbo, width, line_mask, line_offset;
};

__device__ inline fetch_terms terms_of(uint64_t word)
{
    const wgd_desc d = wgd_desc_decode(word);
    fetch_terms t;
    t.start = d.start * 16u;
    t.lbo = d.lbo * 16u;
    t.sbo = d.sbo * 16u;
    t.width = (uint32_t)wgd_swizzle_row_bytes(d.swizzle);
    t.line_mask = wgd_swizzle_row_mask(d.swizzle) << 4;
    t.line_offset = d.base_offset * 128u;
    return t;
}

__device__ inline uint32_t fetched(const fetch_terms &t, uint32_t a)
{
    return a ^ (((a - t.line_offset) >> 3) & t.line_mask);
}

// Offset of chunk c along the contiguous direction of a swizzled pattern, or of plain K-major.
__device__ inline uint32_t along(const fetch_terms &t, uint32_t c)
{
    const uint32_t per = t.width / 16;
    return (c & (per - 1)) * 16 + (c >> (31 - __clz((int)per))) * t.lbo;
}

// Accumulators of B, n columns, LEAST to WIDTH: each warp takes the groups of eight columns that are its
// share.
template <wgd_dtype T, int WIDTH, uint32_t LEAST, bool SPARSE, int TRANS, int COPY>
__device__ inline void compare_share(const uint32_t (&d)[WIDTH / 2], uint32_t n,
                                     const fetch_terms &t, uint32_t thread,
                                     const part_rule (&rule)[2], uint32_t &wrong)
{
    constexpr uint32_t COPIES = SPARSE ? 2 : 4;
    const uint32_t lane = thread % 32, warp = thread / 32;
    uint32_t at[2][2]; // by half, by e
    for (uint32_t half = 0; half < 2; half++) {
        const uint32_t eight = (2 * warp + half) % (SPARSE ? 4 : 2);
        for (uint32_t e = 0; e < 2; e++) {
            const uint32_t row = TRANS ? lane / 4 : lane % 4 * 2 + e;
            at[half][e] = t.start + row * t.width +
                          (!TRANS ? along(t, eight) : eight * (t.width == 16 ? t.lbo : t.sbo));
        }
    }
    for (uint32_t g = COPY; g < WIDTH / 8; g += COPIES) {
        if (g + 1 >= LEAST / 8 && 8 * g >= n) {
            break;
        }
        const uint32_t step = !TRANS || t.width == 16 ? g * t.sbo : along(t, g);
        for (uint32_t half = 0; half < 2; half++) {
            for (uint32_t e = 0; e < 2; e++) {
                const uint32_t a = fetched(t, at[half][e] + step);
                wrong += !part_is<T>(d[4 * g + 2 * half + e], a, rule[TRANS ? e : 0]);
            }
        }
    }
}

template <wgd_dtype T, int WIDTH, uint32_t LEAST, bool SPARSE, int TRANS>
__device__ inline uint32_t compare_columns(const uint32_t (&d)[WIDTH / 2], uint32_t n,
                                           const fetch_terms &t, uint32_t thread,
                                           const part_rule (&rule)[2])
{
    uint32_t wrong = 0;
    const uint32_t copy = SPARSE ? thread / 64 : thread / 32;
    switch (copy) {
    case 0:
        compare_share<T, WIDTH, LEAST, SPARSE, TRANS, 0>(d, n, t, thread, rule, wrong);
        break;
    case 1:
        compare_share<T, WIDTH, LEAST, SPARSE, TRANS, 1>(d, n, t, thread, rule, wrong);
        break;
    case 2:
        compare_share<T, WIDTH, LEAST, SPARSE, TRANS, 2>(d, n, t, thread, rule, wrong);
        break;
    default:
        compare_share<T, WIDTH, LEAST, SPARSE, TRANS, 3>(d, n, t, thread, rule, wrong);
    }
    return wrong;
}

// Accumulators of A: eight of a thread, rows 16 warp + lane / 4 + 8 half.
template <wgd_dtype T, int TRANS>
__device__ inline uint32_t compare_rows(const uint32_t (&d)[8], const fetch_terms &t,
                                        uint32_t thread, const part_rule (&rule)[2])
{
    const uint32_t lane = thread % 32, warp = thread / 32;
    uint32_t wrong = 0;
    for (uint32_t g = 0; g < 2; g++) {
        for (uint32_t half = 0; half < 2; half++) {
            for (uint32_t e = 0; e < 2; e++) {
                const uint32_t row = TRANS ? lane % 4 * 2 + e : lane / 4;
                const uint32_t eight = 2 * warp + half;
                const uint32_t off = !TRANS          ? eight * t.sbo + along(t, g)
                                     : t.width == 16 ? eight * t.sbo + g * t.lbo
                                                     : along(t, eight) + g * t.sbo;
                const uint32_t a = fetched(t, t.start + row * t.width + off);
                wrong += !part_is<T>(d[4 * g + 2 * half + e], a, rule[TRANS ? 0 : e]);
            }
        }
    }
    return wrong;
}

// ---- the walk over the space -----------------------------------------------------------------------

// Calls f(word) for every descriptor of this warpgroup's share of the job; returns their number.
template <class F> __device__ inline uint64_t for_each_word(const exhaust_job &job, F f)
{
    const uint32_t groups = gridDim.x * (blockDim.x / 128);
    const uint32_t group = blockIdx.x * (blockDim.x / 128) + threadIdx.x / 128;
    const uint64_t all = (uint64_t)job.rows * job.runs;
    uint64_t words = 0;
    for (uint64_t run = (uint64_t)group * job.shards + job.shard; run < all;
         run += (uint64_t)groups * job.shards) {
        const uint32_t row = (uint32_t)(run / job.runs);
        const uint32_t from = (uint32_t)(run % job.runs) * EXHAUST_RUN;
        const uint32_t count = wgv_row_words(job.part, row);
        const uint32_t to = from + EXHAUST_RUN < count ? from + EXHAUST_RUN : count;
        for (uint32_t i = from; i < to; i++) {
            f(wgv_part_word(job.part, row, i));
            words++;
        }
    }
    return words;
}

__device__ inline void prepare_window(const exhaust_job &job, wgd_dtype t, wgd_operand op)
{
    const uint32_t base = ptx_smem_address(smem);
    for (uint32_t at = job.part.from * 16 + 4 * threadIdx.x; at < job.fill_to;
         at += 4 * blockDim.x) {
        *reinterpret_cast<uint32_t *>(smem + (at - base)) = chunk_word(t, at / 16, at / 4 % 4);
    }
    if (op == WGD_OPERAND_A) {
        write_known(job.fill_to, t, job.part.read.sparse);
    }
    ptx_fence_async_proxy();
    __syncthreads();
}

__device__ inline void add_up(const exhaust_job &job, uint64_t words, uint64_t compared,
                              uint64_t wrong)
{
    if (threadIdx.x % 128 == 0) {
        atomicAdd(&job.result->words, (unsigned long long)words);
    }
    atomicAdd(&job.result->compared, (unsigned long long)compared);
    if (wrong) {
        atomicAdd(&job.result->wrong, (unsigned long long)wrong);
    }
}

} // namespace wgv
