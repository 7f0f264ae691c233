/* SPDX-License-Identifier: MIT
 *
 * Internal: the greatest common divisor.
 */
#ifndef WGD_GCD_H
#define WGD_GCD_H

#include <stdint.h>

/* For a >= 0 and b >= 0; of 0 and a number that number. */
static inline int64_t gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

#endif
