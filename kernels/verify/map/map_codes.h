/* SPDX-License-Identifier: MIT
 *
 * Index-coded shared memory: every unit (an element, or a byte of eight b1) holds a number made
 * from its own address, so that a value which comes out of wgmma tells where it was read. An
 * address has more digits than a type can hold, so it is spelled over several passes:
 *
 *   tf32           one pass of 16 bits (4-byte units)
 *   f16, bf16      two passes of 9 bits (2-byte units)
 *   8-bit types    three passes of 6 bits
 *   b1             one pass of pseudo-random bits: a 16-byte chunk read from a wrong address agrees
 *                  by chance in all its 128 bits with probability 2^-128
 *
 * All patterns are positive normal numbers, so that value * 1 + 0 + ... is exact.
 */
#ifndef WGV_MAP_CODES_H
#define WGV_MAP_CODES_H

#include "verify/wgmma/inputs.h"

WGD_HD static inline uint32_t wgv_code_passes(wgd_dtype t)
{
    const int bits = wgd_dtype_bits(t);
    return bits == 16 ? 2u : bits == 8 ? 3u : 1u;
}

/* Bits of the unit index that one pass spells; 0 for b1, which spells none. */
WGD_HD static inline uint32_t wgv_code_digit_bits(wgd_dtype t)
{
    const int bits = wgd_dtype_bits(t);
    return bits == 32 ? 16u : bits == 16 ? 9u : bits == 8 ? 6u : 0u;
}

/* The digit of a unit index in a pass. */
WGD_HD static inline uint32_t wgv_code_digit(wgd_dtype t, uint32_t pass, uint32_t unit)
{
    const uint32_t bits = wgv_code_digit_bits(t);
    return unit >> (pass * bits) & ((1u << bits) - 1);
}

/* Where a digit lies in the pattern: tf32 has the upper 19 bits of a float. */
WGD_HD static inline uint32_t wgv_code_shift(wgd_dtype t)
{
    return t == WGD_TF32 ? 13u : 0u;
}

/* What is stored in the unit. */
WGD_HD static inline uint32_t wgv_code(wgd_dtype t, uint32_t pass, uint32_t unit)
{
    const uint32_t digit = wgv_code_digit(t, pass, unit);
    if (t == WGD_B1) {
        return wgv_mix(unit) & 0xffu;
    }
    const uint32_t first = wgd_dtype_bits(t) == 32   ? 0x30000000u
                           : wgd_dtype_bits(t) == 16 ? wgv_element_bits(t, 1)
                           : !wgd_dtype_integer(t)   ? 0x20u
                                                     : 1u;
    return first + (digit << wgv_code_shift(t));
}

/* The accumulator (f32 or s32) that a stored pattern, times one, comes out as. For b1, the bit
 * `bit` of the byte. */
WGD_HD static inline uint32_t wgv_code_result(wgd_dtype t, uint32_t code, uint32_t bit)
{
    if (t == WGD_B1) {
        return code >> bit & 1u;
    }
    if (wgd_dtype_integer(t)) {
        return code;
    }
    /* an f32 of the same exponent, which counts from another bias */
    const int bias = (1 << (wgv_exp_bits(t) - 1)) - 1;
    return (code << (23 - wgv_man_bits(t))) + ((uint32_t)(127 - bias) << 23);
}

/* The digit that comes out as this accumulator, or -1 when no digit does. Not for b1. */
WGD_HD static inline int32_t wgv_code_decode(wgd_dtype t, uint32_t result)
{
    const uint32_t step =
        wgv_code_shift(t) + (wgd_dtype_integer(t) ? 0u : 23u - (uint32_t)wgv_man_bits(t));
    const uint32_t zero = wgv_code_result(t, wgv_code(t, 0, 0), 0);
    const uint32_t digit = (result - zero) >> step;
    const bool exact = digit << step == result - zero && digit >> wgv_code_digit_bits(t) == 0;
    return exact ? (int32_t)digit : -1;
}

#endif
