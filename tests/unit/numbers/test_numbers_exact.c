/* SPDX-License-Identifier: MIT
 *
 * What the numbers of the scan (desc/numbers/num.h) say beyond being right: of constants the constant, of a
 * range or of known bits with a constant the very bits and ends that the results have, found by trying every member. Of
 * three and four bits, so that it takes no time; that nothing is left out, in all widths, is test_numbers.c's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "numbers/num.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

typedef uint64_t on_members(uint64_t a, uint64_t b, int w);

static uint64_t add(uint64_t a, uint64_t b, int w)
{
    return (a + b) & scan_bits(w);
}
static uint64_t sub(uint64_t a, uint64_t b, int w)
{
    return (a - b) & scan_bits(w);
}
static uint64_t mul(uint64_t a, uint64_t b, int w)
{
    return a * b & scan_bits(w);
}
static uint64_t and_(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a & b;
}
static uint64_t or_(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a | b;
}
static uint64_t xor_(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a ^ b;
}
static uint64_t shl(uint64_t a, uint64_t b, int w)
{
    return b >= (uint64_t)w ? 0 : a << b & scan_bits(w);
}
static uint64_t shr(uint64_t a, uint64_t b, int w)
{
    return b >= (uint64_t)w ? 0 : a >> b;
}
static uint64_t sar(uint64_t a, uint64_t b, int w)
{
    for (uint64_t i = 0; i < b && i < (uint64_t)w; i++) {
        a = a >> 1 | (a & UINT64_C(1) << (w - 1));
    }
    return a;
}
static uint64_t umin(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a < b ? a : b;
}
static uint64_t umax(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a > b ? a : b;
}
static uint64_t smin(uint64_t a, uint64_t b, int w)
{
    return scan_signed(a, w) < scan_signed(b, w) ? a : b;
}
static uint64_t smax(uint64_t a, uint64_t b, int w)
{
    return scan_signed(a, w) > scan_signed(b, w) ? a : b;
}
static uint64_t udiv(uint64_t a, uint64_t b, int w)
{
    (void)w;
    return a / b;
}

/* What is exact, of a constant, of known bits and of a range, with a constant. */
enum { BITS = 1, ENDS = 2, ALL = BITS | ENDS };

typedef struct {
    scan_num (*number)(scan_num a, scan_num b, int w);
    on_members *member;
    int of_bits, of_range;
} operation;

static const operation operations[] = {
    {scan_num_add, add, BITS, 0},      {scan_num_sub, sub, BITS, 0},
    {scan_num_mul, mul, 0, 0},         {scan_num_and, and_, ALL, BITS},
    {scan_num_or, or_, ALL, BITS},     {scan_num_xor, xor_, ALL, BITS},
    {scan_num_shl, shl, ALL, BITS},    {scan_num_shr, shr, ALL, ALL},
    {scan_num_sar, sar, ALL, BITS},    {scan_num_umin, umin, ENDS, ENDS},
    {scan_num_umax, umax, ENDS, ENDS}, {scan_num_smin, smin, ENDS, ENDS},
    {scan_num_smax, smax, ENDS, ENDS}, {scan_num_udiv, udiv, 0, ENDS},
};

/* The least number that holds all results of members of a with c. */
static scan_num least(const operation *o, scan_num a, uint64_t c, int w)
{
    scan_num r = {UINT64_MAX, 0, UINT64_MAX, 0, INT64_MAX, INT64_MIN};
    uint64_t ones = 0;
    for (uint64_t v = 0; v <= scan_bits(w); v++) {
        if (!scan_num_contains(a, v, w)) {
            continue;
        }
        const uint64_t x = o->member(v, c, w);
        const int64_t s = scan_signed(x, w);
        ones |= x;
        r.value &= x;
        r.umin = x < r.umin ? x : r.umin;
        r.umax = x > r.umax ? x : r.umax;
        r.smin = s < r.smin ? s : r.smin;
        r.smax = s > r.smax ? s : r.smax;
    }
    r.mask = ones & ~r.value;
    return r;
}

static void check(const operation *o, scan_num a, uint64_t c, int w, int exact)
{
    if (o->member == udiv && c == 0) {
        return;
    }
    const scan_num have = o->number(a, scan_num_const(c, w), w), want = least(o, a, c, w);
    if (exact & BITS) {
        assert_true(have.value == want.value && have.mask == want.mask);
    }
    if (exact & ENDS) {
        assert_true(have.umin == want.umin && have.umax == want.umax);
        assert_true(have.smin == want.smin && have.smax == want.smax);
    }
}

static void each(void (*fn)(const operation *o, uint64_t x, uint64_t c, int w))
{
    for (int w = 3; w <= 4; w++) {
        for (size_t i = 0; i < COUNT(operations); i++) {
            for (uint64_t x = 0; x <= scan_bits(w); x++) {
                for (uint64_t c = 0; c <= scan_bits(w); c++) {
                    fn(&operations[i], x, c, w);
                }
            }
        }
    }
}

static void of_constants(const operation *o, uint64_t x, uint64_t c, int w)
{
    check(o, scan_num_const(x, w), c, w, ALL);
}

static void of_known_bits(const operation *o, uint64_t x, uint64_t c, int w)
{
    for (uint64_t mask = 0; mask <= scan_bits(w); mask++) {
        if ((x & mask) == 0) {
            check(o, scan_num_known(x, mask, w), c, w, o->of_bits);
        }
    }
}

/* A range as unsigned; a sum and a difference have its ends where none of its members goes round. */
static void of_ranges(const operation *o, uint64_t x, uint64_t c, int w)
{
    for (uint64_t end = x; end <= scan_bits(w); end++) {
        const scan_num a = scan_num_range(x, end, w);
        check(o, a, c, w, o->of_range);
        const bool sums = o->member == add && end + c <= scan_bits(w);
        if (sums || (o->member == sub && x >= c)) {
            const scan_num r = o->number(a, scan_num_const(c, w), w);
            assert_true(r.umin == o->member(x, c, w) && r.umax == o->member(end, c, w));
        }
    }
}

static void constants(void **state)
{
    (void)state;
    each(of_constants);
}

static void known_bits(void **state)
{
    (void)state;
    each(of_known_bits);
}

static void ranges(void **state)
{
    (void)state;
    each(of_ranges);
}

/* What a comparison of a range with a constant can be: 2 true, 1 false. */
static bool holds(scan_cmp c, bool is_signed, uint64_t a, uint64_t b, int w)
{
    const int64_t x = is_signed ? scan_signed(a, w) : (int64_t)a;
    const int64_t y = is_signed ? scan_signed(b, w) : (int64_t)b;
    return c == SCAN_EQ   ? x == y
           : c == SCAN_NE ? x != y
           : c == SCAN_LT ? x < y
           : c == SCAN_LE ? x <= y
           : c == SCAN_GT ? x > y
                          : x >= y;
}

static void comparisons(void **state)
{
    (void)state;
    enum { W = 4 };
    static const scan_cmp all[] = {SCAN_EQ, SCAN_NE, SCAN_LT, SCAN_LE, SCAN_GT, SCAN_GE};
    for (int i = 0; i < 12; i++) {
        const scan_cmp c = all[i / 2];
        for (uint64_t x = 0; x < 1 << W; x++) {
            for (uint64_t y = x; y < 1 << W; y++) {
                for (uint64_t b = 0; b < 1 << W; b++) {
                    unsigned want = 0;
                    for (uint64_t v = x; v <= y; v++) {
                        want |= holds(c, i % 2 != 0, v, b, W) ? 2u : 1u;
                    }
                    const unsigned have = scan_num_compare(scan_num_range(x, y, W),
                                                           scan_num_const(b, W), c, i % 2 != 0, W);
                    assert_int_equal(have, want);
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),
        cmocka_unit_test(known_bits),
        cmocka_unit_test(ranges),
        cmocka_unit_test(comparisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
