/* SPDX-License-Identifier: MIT
 *
 * Internal: what is known of a number that a kernel computes. Which bits are known (a tristate
 * number: value holds the known ones, mask marks the unknown bits) and in which range it lies, read
 * as unsigned and as signed. Every operation is sound: the result contains whatever the machine's
 * operation makes of any members of the operands (tests/unit/numbers tries them all).
 *
 * Numbers are w bits wide, 1 <= w <= 64. value, mask, umin and umax have no bit above w; smin and
 * smax are sign-extended. value & mask == 0.
 */
#ifndef SCAN_NUM_H
#define SCAN_NUM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct scan_num {
    uint64_t value, mask;
    uint64_t umin, umax;
    int64_t smin, smax;
} scan_num;

/* The bits of a w-bit number. */
static inline uint64_t scan_bits(int w)
{
    return w >= 64 ? UINT64_MAX : (UINT64_C(1) << w) - 1;
}

/* A w-bit number read as signed. */
static inline int64_t scan_signed(uint64_t v, int w)
{
    const uint64_t all = scan_bits(w), sign = (all >> 1) + 1;
    return (int64_t)(((v & all) ^ sign) - sign);
}

static inline uint64_t scan_lesser(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t scan_greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline int64_t scan_lesser_signed(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t scan_greater_signed(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline bool scan_num_is_const(scan_num a)
{
    return a.mask == 0;
}

static inline bool scan_num_equal(scan_num a, scan_num b)
{
    return a.value == b.value && a.mask == b.mask && a.umin == b.umin && a.umax == b.umax &&
           a.smin == b.smin && a.smax == b.smax;
}

scan_num scan_num_top(int w);
scan_num scan_num_const(uint64_t v, int w);
/* The known bits, which are those of value but for the unknown ones, and any range; the same with ranges that agree. */
scan_num scan_num_bits(uint64_t value, uint64_t unknown, int w);
scan_num scan_num_known(uint64_t value, uint64_t unknown, int w);
/* umin..umax. */
scan_num scan_num_range(uint64_t umin, uint64_t umax, int w);
bool scan_num_contains(scan_num a, uint64_t v, int w);
/* Lets bits and ranges tell each other what they know; false when no number is left. */
bool scan_num_tighten(scan_num *a, int w);

/* The least upper bound. Here, since scan spends most of its time on it (desc/values/fix.c). */
static inline scan_num scan_num_join(scan_num a, scan_num b)
{
    const uint64_t mask = a.mask | b.mask | (a.value ^ b.value);
    scan_num r = {a.value & ~mask,
                  mask,
                  scan_lesser(a.umin, b.umin),
                  scan_greater(a.umax, b.umax),
                  scan_lesser_signed(a.smin, b.smin),
                  scan_greater_signed(a.smax, b.smax)};
    return r;
}
/* The same, made to end soon: a bound that still moves goes to the end of its byte. */
scan_num scan_num_widen(scan_num before, scan_num now, int w);

scan_num scan_num_add(scan_num a, scan_num b, int w);
scan_num scan_num_sub(scan_num a, scan_num b, int w);
scan_num scan_num_mul(scan_num a, scan_num b, int w);
scan_num scan_num_and(scan_num a, scan_num b, int w);
scan_num scan_num_or(scan_num a, scan_num b, int w);
scan_num scan_num_xor(scan_num a, scan_num b, int w);
scan_num scan_num_not(scan_num a, int w);
/* The bit function of three operands whose table is lut, bit 4a + 2b + c (PTX ISA, "lop3"). */
scan_num scan_num_lop3(scan_num a, scan_num b, scan_num c, unsigned lut, int w);
/* Shifts by a number that is read as unsigned; w and more shifts everything out (PTX ISA). */
scan_num scan_num_shl(scan_num a, scan_num by, int w);
scan_num scan_num_shr(scan_num a, scan_num by, int w);
scan_num scan_num_sar(scan_num a, scan_num by, int w);
scan_num scan_num_udiv(scan_num a, scan_num b, int w);
scan_num scan_num_urem(scan_num a, scan_num b, int w);
scan_num scan_num_umin(scan_num a, scan_num b, int w);
scan_num scan_num_umax(scan_num a, scan_num b, int w);
scan_num scan_num_smin(scan_num a, scan_num b, int w);
scan_num scan_num_smax(scan_num a, scan_num b, int w);
/* The low `to` bits; or `from` bits made `to` bits wide. */
scan_num scan_num_trunc(scan_num a, int to);
scan_num scan_num_zext(scan_num a, int from, int to);
scan_num scan_num_sext(scan_num a, int from, int to);
/* hi above the low `low` bits. */
scan_num scan_num_concat(scan_num lo, int low, scan_num hi, int high);
/* `len` bits from bit `pos`, the rest 0, or the sign; and the insertion of len bits of f into a at
 * pos. pos and len are constants below 256; what lies beyond w reads as 0, or the sign (PTX ISA, "bfe",
 * "bfi"). */
scan_num scan_num_bfe(scan_num a, unsigned pos, unsigned len, bool is_signed, int w);
scan_num scan_num_bfi(scan_num f, scan_num a, unsigned pos, unsigned len, int w);

/* Comparisons: which of false (1) and true (2) can be, OR-ed. */
typedef enum scan_cmp { SCAN_EQ, SCAN_NE, SCAN_LT, SCAN_LE, SCAN_GT, SCAN_GE } scan_cmp;
unsigned scan_num_compare(scan_num a, scan_num b, scan_cmp c, bool is_signed, int w);
/* The comparison that holds when c does not. */
scan_cmp scan_cmp_not(scan_cmp c);
/* a where it is known that (a c b), as far as the ends of b's ranges say; a itself where they leave nothing. */
scan_num scan_num_assume(scan_num a, scan_num b, scan_cmp c, bool is_signed, int w);

#endif
