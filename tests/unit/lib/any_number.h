/* SPDX-License-Identifier: MIT
 *
 * For tests of single instructions: numbers of any width, the ends of ranges often. Include after cmocka.h.
 */
#ifndef WGD_TEST_ANY_NUMBER_H
#define WGD_TEST_ANY_NUMBER_H

#include "one_insn.h"
#include "rng.h"

static rng r;

/* Before each test: the same numbers, whatever ran before. */
static inline int any_start(void **state)
{
    (void)state;
    one_start();
    r = rng_start();
    return 0;
}

static inline uint64_t any(int w)
{
    static const uint64_t ends[] = {
        0, 1, 2, UINT64_MAX, UINT64_C(1) << 31, UINT64_C(1) << 63, 0x7fffffff};
    return (rng_below(&r, 3) ? rng_next(&r) : ends[rng_below(&r, 7)]) & scan_bits(w);
}

#endif
