/* SPDX-License-Identifier: MIT
 *
 * What the proof of the layout algebra puts in place of the compiler's built-in functions. Each gives every answer that
 * the real one can give, and perhaps more: what holds of them holds of it. prove_ctz and prove_clz ask for what theirs
 * need.
 */
#ifndef WGD_PROVE_MODELS_H
#define WGD_PROVE_MODELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "__fc_builtin.h"

static inline int64_t any_from(int64_t least)
{
    return Frama_C_long_long_interval(least, INT64_MAX);
}

static inline int64_t any_number(void)
{
    return any_from(INT64_MIN);
}

static inline bool perhaps(void)
{
    return Frama_C_interval(0, 1) != 0;
}

/* A product that fits has the sign of its factors; one that does not is cut to any number. */
static inline bool prove_mul(int64_t a, int64_t b, int64_t *out)
{
    if (a == 0 || b == 0) {
        *out = 0;
        return false;
    }
    if (perhaps()) {
        *out = any_number();
        return true;
    }
    *out = (a > 0) == (b > 0) ? any_from(1) : Frama_C_long_long_interval(INT64_MIN, -1);
    return false;
}

static inline bool prove_add(int64_t a, int64_t b, int64_t *out)
{
    if (perhaps()) {
        *out = any_number();
        return true;
    }
    *out = a >= 0 && b >= 0 ? any_from(a > b ? a : b) : any_number();
    return false;
}

static inline bool prove_sub(int64_t a, int64_t b, int64_t *out)
{
    (void)a;
    (void)b;
    *out = any_number();
    return perhaps();
}

static inline int prove_ctz(uint64_t x)
{
    int most = 63;
    /*@ assert ctz_of_none: x != 0; */
    /*@ loop unroll 64; */
    while (most > 0 && x >> most == 0) {
        most--;
    }
    return Frama_C_interval(0, most);
}

static inline int prove_clz(uint64_t x)
{
    int least = 0;
    /*@ assert clz_of_none: x != 0; */
    /*@ loop unroll 64; */
    while (least < 63 && x >> (63 - least) == 0) {
        least++;
    }
    return Frama_C_interval(least, 63);
}

#define __builtin_mul_overflow prove_mul
#define __builtin_add_overflow prove_add
#define __builtin_sub_overflow prove_sub
#define __builtin_ctzll        prove_ctz
#define __builtin_clzll        prove_clz
/* Nothing that only one compiler understands. */
#undef __GNUC__

#endif
