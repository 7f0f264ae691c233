/* SPDX-License-Identifier: MIT
 *
 * Small integers as bit patterns of the types that wgmma reads and writes, on the host and in
 * kernels. Everything the harness multiplies is a small integer, so that every product and sum is
 * exact in every accumulator and results can be compared bit for bit.
 */
#ifndef WGV_NUMBERS_H
#define WGV_NUMBERS_H

#include "wgd_dtype.h"
#include "wgd_inst.h"

/* Bits of v in a binary float with that many exponent and mantissa bits. |v| must need no more than
 * man_bits + 1 significant bits, and fit the exponent. */
WGD_HD static inline uint32_t wgv_float_bits(int32_t v, int exp_bits, int man_bits)
{
    if (v == 0) {
        return 0;
    }
    const uint32_t magnitude = v < 0 ? 0u - (uint32_t)v : (uint32_t)v;
    int e = 0;
    while (magnitude >> (e + 1)) {
        e++;
    }
    const uint32_t fraction = magnitude ^ (1u << e);
    const uint32_t mantissa =
        e <= man_bits ? fraction << (man_bits - e) : fraction >> (e - man_bits);
    const uint32_t exponent = (uint32_t)(e + (1 << (exp_bits - 1)) - 1);
    const uint32_t sign = v < 0 ? 1u : 0u;
    return sign << (exp_bits + man_bits) | exponent << man_bits | mantissa;
}

/* The floats among the element types: bits of the exponent and of the mantissa, as stored. tf32 is
 * stored as an f32. */
#define WGV_FLOATS(X)                                                                              \
    X(F16, 5, 10)                                                                                  \
    X(BF16, 8, 7)                                                                                  \
    X(TF32, 8, 23)                                                                                 \
    X(E4M3, 4, 3)                                                                                  \
    X(E5M2, 5, 2)

/* Bits of the exponent of a float, and of its mantissa. */
WGD_HD static inline int wgv_exp_bits(wgd_dtype t)
{
#define WGV_X(type, exp_bits, man_bits) t == WGD_##type ? exp_bits:
    return WGV_FLOATS(WGV_X) 0;
#undef WGV_X
}

WGD_HD static inline int wgv_man_bits(wgd_dtype t)
{
#define WGV_X(type, exp_bits, man_bits) t == WGD_##type ? man_bits:
    return WGV_FLOATS(WGV_X) 0;
#undef WGV_X
}

/* v as an element in shared memory. b1 is stored eight to a byte: v is then the byte. */
WGD_HD static inline uint32_t wgv_element_bits(wgd_dtype t, int32_t v)
{
    return wgd_dtype_integer(t) ? (uint32_t)v & 0xffu
                                : wgv_float_bits(v, wgv_exp_bits(t), wgv_man_bits(t));
}

/* v as an accumulator. */
WGD_HD static inline uint32_t wgv_acc_bits(wgd_acc acc, int32_t v)
{
    return acc == WGD_ACC_F16   ? wgv_element_bits(WGD_F16, v)
           : acc == WGD_ACC_F32 ? wgv_float_bits(v, 8, 23)
                                : (uint32_t)v;
}

/* Bytes of one stored unit: an element, or eight of b1. */
WGD_HD static inline uint32_t wgv_unit_bytes(wgd_dtype t)
{
    const int bits = wgd_dtype_bits(t);
    return bits < 8 ? 1u : (uint32_t)bits / 8;
}

#endif
