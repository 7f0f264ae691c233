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

/* What is stored in the unit. */
WGD_HD static inline uint32_t wgv_code(wgd_dtype t, uint32_t pass, uint32_t unit)
{
    const uint32_t digit = wgv_code_digit(t, pass, unit);
    switch (t) {
    case WGD_F16:
        return 0x3c00u + digit;
    case WGD_BF16:
        return 0x3f80u + digit;
    case WGD_TF32:
        return 0x30000000u + (digit << 13); /* tf32 has the upper 19 bits of a float */
    case WGD_E4M3:
    case WGD_E5M2:
        return 0x20u + digit;
    case WGD_S8:
    case WGD_U8:
        return 1u + digit;
    default:
        return wgv_mix(unit) & 0xffu;
    }
}

/* The accumulator (f32 or s32) that a stored pattern, times one, comes out as. For b1, the bit
 * `bit` of the byte. */
WGD_HD static inline uint32_t wgv_code_result(wgd_dtype t, uint32_t code, uint32_t bit)
{
    switch (t) {
    case WGD_F16:
        return (code << 13) + (112u << 23);
    case WGD_BF16:
        return code << 16;
    case WGD_TF32:
        return code;
    case WGD_E4M3:
        return (code << 20) + (120u << 23);
    case WGD_E5M2:
        return (code << 21) + (112u << 23);
    case WGD_S8:
    case WGD_U8:
        return code;
    default:
        return code >> bit & 1u;
    }
}

/* The digit that comes out as this accumulator, or -1 when no digit does. Not for b1. */
WGD_HD static inline int32_t wgv_code_decode(wgd_dtype t, uint32_t result)
{
    const uint32_t step = t == WGD_F16 || t == WGD_TF32 ? 13u
                          : t == WGD_BF16               ? 16u
                          : t == WGD_E4M3               ? 20u
                          : t == WGD_E5M2               ? 21u
                                                        : 0u;
    const uint32_t zero = wgv_code_result(t, wgv_code(t, 0, 0), 0);
    const uint32_t digit = (result - zero) >> step;
    const bool exact = digit << step == result - zero && digit >> wgv_code_digit_bits(t) == 0;
    return exact ? (int32_t)digit : -1;
}

#endif
