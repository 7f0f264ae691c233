/* SPDX-License-Identifier: MIT
 *
 * What is known of a number (desc/numbers/num.h) by another principle: bits and ranges are sets of values, all of which
 * are looked at, and what a set tells is the least that holds all of its members. For at most 4 bits.
 */
#ifndef TEST_HULLS_H
#define TEST_HULLS_H

#include <stdbool.h>
#include <stdint.h>

#include "numbers/num.h"
#include "rng.h"

/* Bit v: the value v is a member. */
typedef uint32_t values;

/* All of w bits. */
static inline int count_of(int w)
{
    return 1 << w;
}

static inline int as_signed(int v, int w)
{
    return v >= count_of(w) / 2 ? v - count_of(w) : v;
}

static inline values with_bits(scan_num a, int w)
{
    values set = 0;
    for (int v = 0; v < count_of(w); v++) {
        set |= (((uint64_t)v ^ a.value) & ~a.mask) == 0 ? 1u << v : 0;
    }
    return set;
}

static inline values between(scan_num a, int w)
{
    values set = 0;
    for (int v = 0; v < count_of(w); v++) {
        set |= (uint64_t)v >= a.umin && (uint64_t)v <= a.umax ? 1u << v : 0;
    }
    return set;
}

static inline values between_signed(scan_num a, int w)
{
    values set = 0;
    for (int v = 0; v < count_of(w); v++) {
        set |= as_signed(v, w) >= a.smin && as_signed(v, w) <= a.smax ? 1u << v : 0;
    }
    return set;
}

/* No value, and it takes values in. */
static inline scan_num no_number(void)
{
    const scan_num none = {UINT64_MAX, 0, UINT64_MAX, 0, INT64_MAX, INT64_MIN};
    return none;
}

/* The least number that holds these values. */
static inline scan_num hull(values set, int w)
{
    scan_num r = no_number();
    uint64_t ones = 0;
    for (int v = 0; v < count_of(w); v++) {
        if (set >> v & 1) {
            const int s = as_signed(v, w);
            ones |= (uint64_t)v;
            r.value &= (uint64_t)v;
            r.umin = (uint64_t)v < r.umin ? (uint64_t)v : r.umin;
            r.umax = (uint64_t)v > r.umax ? (uint64_t)v : r.umax;
            r.smin = s < r.smin ? s : r.smin;
            r.smax = s > r.smax ? s : r.smax;
        }
    }
    r.mask = ones & ~r.value;
    return r;
}

static inline scan_num any_number(int w)
{
    return hull(UINT32_MAX >> (32 - count_of(w)), w);
}

static inline void meet_unsigned(scan_num *a, scan_num b)
{
    a->umin = b.umin > a->umin ? b.umin : a->umin;
    a->umax = b.umax < a->umax ? b.umax : a->umax;
}

static inline void meet_signed(scan_num *a, scan_num b)
{
    a->smin = b.smin > a->smin ? b.smin : a->smin;
    a->smax = b.smax < a->smax ? b.smax : a->smax;
}

/* One after another, each is told what the others hold: the ranges by the bits, the signed range by the unsigned one,
 * that by the signed one, the bits by the unsigned range. False where nothing is left. */
static inline bool agree(scan_num *a, int w)
{
    const scan_num bits = hull(with_bits(*a, w), w);
    meet_unsigned(a, bits);
    meet_signed(a, bits);
    meet_signed(a, hull(between(*a, w), w));
    if (between(*a, w) == 0 || between_signed(*a, w) == 0) {
        return false;
    }
    meet_unsigned(a, hull(between_signed(*a, w), w));
    if (between(*a, w) == 0) {
        return false;
    }
    const scan_num range = hull(between(*a, w), w);
    const values both = with_bits(*a, w) & with_bits(range, w);
    if (both == 0) {
        return false;
    }
    a->value = hull(both, w).value;
    a->mask = hull(both, w).mask;
    return true;
}

/* A number of w bits of which something is known, or nothing, with a member; mostly one whose bits and ranges agree. */
static inline scan_num some_number(rng *r, int w)
{
    for (;;) {
        scan_num a = any_number(w);
        const int n = count_of(w), x = rng_below(r, n), y = rng_below(r, n), kind = rng_below(r, 8);
        if (kind & 1) {
            a.mask = (uint64_t)rng_below(r, n);
            a.value = (uint64_t)rng_below(r, n) & ~a.mask;
        }
        if (kind & 2) {
            a.umin = (uint64_t)(x < y ? x : y);
            a.umax = (uint64_t)(x < y ? y : x);
        }
        if (kind & 4) {
            const int s = rng_below(r, n) - n / 2, t = rng_below(r, n) - n / 2;
            a.smin = s < t ? s : t;
            a.smax = s < t ? t : s;
        }
        if (kind == 0 && x % 2) {
            a = hull(1u << y, w);
        }
        scan_num told = a;
        if ((with_bits(a, w) & between(a, w) & between_signed(a, w)) && agree(&told, w)) {
            return rng_below(r, 4) ? told : a;
        }
    }
}

#endif
