/* SPDX-License-Identifier: MIT
 *
 * Internal: a division that rounds up.
 */
#ifndef WGD_CEIL_DIV_H
#define WGD_CEIL_DIV_H

#include <stdint.h>

/* For a >= 0 and b > 0; (a + b - 1) / b could overflow. */
static inline int64_t ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

#endif
