/* SPDX-License-Identifier: MIT
 *
 * The numbers that a GEMM case multiplies, as functions of (seed, matrix, row, column): the kernel
 * and the host reference draw the same ones without copying them about.
 */
#ifndef WGV_INPUTS_H
#define WGV_INPUTS_H

#include "common/numbers.h"

typedef enum wgv_matrix { WGV_A = 0, WGV_B = 1, WGV_C = 2, WGV_PICK = 3 } wgv_matrix;

/* A well-mixed word of four numbers. */
WGD_HD static inline uint32_t wgv_mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

WGD_HD static inline uint32_t wgv_hash(uint64_t seed, uint32_t which, uint32_t r, uint32_t k)
{
    const uint32_t x = wgv_mix((uint32_t)seed ^ which * 0x9e3779b9u ^ r * 0x85ebca6bu);
    return wgv_mix(x + k * 0xc2b2ae35u + (uint32_t)(seed >> 32));
}

/* The greatest |value| of the inputs. It keeps every partial sum exact: f16 accumulators hold
 * integers up to 2048, and those of the 8-bit floats keep about 14 bits of a sum, whatever their
 * format. The longest sum of a case has 256 products (MAX_STEPS * 32). */
WGD_HD static inline int wgv_input_limit(wgd_dtype t, wgd_acc acc)
{
    if (acc == WGD_ACC_F16) {
        return 2;
    }
    return wgd_dtype_bits(t) == 8 && !wgd_dtype_integer(t) ? 4 : 8;
}

/* Element (r, k) of A or B, an integer; for b1, byte k of row r. */
WGD_HD static inline int32_t wgv_input(uint64_t seed, wgv_matrix which, wgd_dtype t, wgd_acc acc,
                                       uint32_t r, uint32_t k)
{
    const uint32_t h = wgv_hash(seed, (uint32_t)which, r, k) >> 8;
    if (wgd_dtype_integer(t)) {
        return (int32_t)(h & 0xffu) - (t == WGD_S8 ? 128 : 0);
    }
    const uint32_t limit = (uint32_t)wgv_input_limit(t, acc);
    return (int32_t)(h % (2 * limit + 1)) - (int32_t)limit;
}

/* Element (m, n) of the accumulator's first value, where scale-d is 1. */
WGD_HD static inline int32_t wgv_input_c(uint64_t seed, uint32_t m, uint32_t n)
{
    return (int32_t)(wgv_hash(seed, WGV_C, m, n) >> 8 & 0x3ffu) - 512;
}

/* Structured sparsity (PTX ISA, "Sparse matrix storage"): of each four logical elements of A two
 * are stored (of each two, one, for tf32), and four bits of metadata say which. Group g of row m
 * has stored elements 2g and 2g + 1, logical elements 4g to 4g + 3. The metadata nibble: */
WGD_HD static inline uint32_t wgv_pick(uint64_t seed, wgd_dtype t, uint32_t m, uint32_t g)
{
    const uint32_t h = wgv_hash(seed, WGV_PICK, m, g) >> 8;
    if (t == WGD_TF32) { /* counted in 16-bit halves: the first element, or the second */
        return h & 1u ? 0xeu : 0x4u;
    }
    const uint32_t pairs = 0xedc984; /* (2,3) (1,3) (0,3) (1,2) (0,2) (0,1), first index low */
    return pairs >> (h % 6 * 4) & 0xfu;
}

/* Logical column of stored column c in a row whose group has that nibble. */
WGD_HD static inline uint32_t wgv_logical_k(wgd_dtype t, uint32_t c, uint32_t nibble)
{
    if (t == WGD_TF32) {
        return 2 * c + (nibble == 0xeu ? 1 : 0);
    }
    return 4 * (c / 2) + (c % 2 ? nibble >> 2 : nibble & 3u);
}

/* Stored elements of a group. */
WGD_HD static inline uint32_t wgv_group_stored(wgd_dtype t)
{
    return t == WGD_TF32 ? 1u : 2u;
}

#endif
