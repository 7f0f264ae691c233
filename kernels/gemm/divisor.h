/* SPDX-License-Identifier: MIT
 *
 * Division by a number that is known before a kernel starts, as a multiplication and a shift: a GPU has no division, and
 * computes one in some forty instructions, each of which waits for the one before.
 */
#ifndef WGV_GEMM_DIVISOR_H
#define WGV_GEMM_DIVISOR_H

#include <stdint.h>

#include "wgd_status.h"

/* factor / 2^(31 + shift) is 1 / d, a little more at most. */
typedef struct gemm_divisor {
    uint32_t factor, shift;
} gemm_divisor;

/* By d, from 1 to 2^30. 2^(shift - 1) < d <= 2^shift, and the factor is (2^(31 + shift) + e) / d with e < d. So n < 2^31 times it
 * is n / d and n e / (d 2^(31 + shift)) more, less than 1 / d: too little to reach the next whole number. */
static inline gemm_divisor gemm_divisor_of(int d)
{
    uint32_t shift = 0;
    while (((int64_t)1 << shift) < d) {
        shift++;
    }
    const uint64_t scale = (uint64_t)1 << (31 + shift);
    const gemm_divisor by = {(uint32_t)((scale + (uint64_t)d - 1) / (uint64_t)d), shift};
    return by;
}

/* n / d, rounded down, of 0 <= n < 2^31. */
WGD_HD static inline int gemm_quotient(int n, gemm_divisor by)
{
    const uint64_t product = (uint64_t)(2 * (uint32_t)n) * by.factor;
    return (int)((uint32_t)(product >> 32) >> by.shift);
}

#endif
