/* SPDX-License-Identifier: MIT
 *
 * What bits and ranges of a number tell each other, what two numbers have in common, what a comparison can be and what
 * it teaches: against the sets of values of hulls.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "hulls.h"

static void assert_same(scan_num have, scan_num want)
{
    assert_int_equal(have.value, want.value);
    assert_int_equal(have.mask, want.mask);
    assert_int_equal(have.umin, want.umin);
    assert_int_equal(have.umax, want.umax);
    assert_int_equal(have.smin, want.smin);
    assert_int_equal(have.smax, want.smax);
}

static void check_tighten(scan_num a, int w)
{
    scan_num have = a, want = a;
    const bool left = agree(&want, w);
    assert_int_equal(scan_num_tighten(&have, w), left);
    if (left) {
        assert_same(have, want);
    }
}

/* All bits and all ranges of two bits, also empty ones. */
static void test_tighten_all(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1u << 12; i++) {
        const scan_num a = {
            i & 3 & ~(i >> 2),     i >> 2 & 3, i >> 4 & 3, i >> 6 & 3, (int)(i >> 8 & 3) - 2,
            (int)(i >> 10 & 3) - 2};
        check_tighten(a, 2);
    }
}

static void test_tighten(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 4000; i++) {
        const int w = 1 + i % 4, n = count_of(w);
        scan_num a = some_number(&r, w);
        check_tighten(a, w);
        a.umin = (uint64_t)rng_below(&r, n);
        a.smax = rng_below(&r, n) - n / 2;
        check_tighten(a, w);
    }
}

static void test_made(void **state)
{
    (void)state;
    for (int w = 1; w <= 4; w++) {
        const uint64_t all = (uint64_t)count_of(w) - 1;
        assert_same(scan_num_top(w), any_number(w));
        for (unsigned i = 0; i < 256; i++) {
            const unsigned v = i % 16, m = i / 16;
            assert_same(scan_num_const(v, w), hull(1u << (v & all), w));
            scan_num want = any_number(w);
            want.mask = m & all;
            want.value = v & all & ~m;
            assert_same(scan_num_bits(v, m, w), want);
            agree(&want, w);
            assert_same(scan_num_known(v, m, w), want);
            want = any_number(w);
            want.umin = v & m & all;
            want.umax = v & all;
            agree(&want, w);
            assert_same(scan_num_range(v & m & all, v & all, w), want);
        }
    }
}

/* Each of the six numbers counts. */
static void test_equal(void **state)
{
    (void)state;
    const scan_num a = scan_num_top(8);
    scan_num b[6] = {a, a, a, a, a, a};
    assert_true(scan_num_equal(a, a));
    b[0].value++;
    b[1].mask--;
    b[2].umin++;
    b[3].umax--;
    b[4].smin++;
    b[5].smax--;
    for (int i = 0; i < 6; i++) {
        assert_false(scan_num_equal(a, b[i]));
        assert_false(scan_num_equal(b[i], a));
    }
}

static void test_join(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 2000; i++) {
        const int w = 1 + i % 4;
        const scan_num a = some_number(&r, w), b = some_number(&r, w);
        const scan_num bits = hull(with_bits(a, w) | with_bits(b, w), w);
        scan_num want = hull(between(a, w) | between(b, w), w);
        want.value = bits.value;
        want.mask = bits.mask;
        want.smin = hull(between_signed(a, w) | between_signed(b, w), w).smin;
        want.smax = hull(between_signed(a, w) | between_signed(b, w), w).smax;
        assert_same(scan_num_join(a, b), want);
    }
}

static bool holds(scan_cmp c, int x, int y)
{
    return c == SCAN_EQ   ? x == y
           : c == SCAN_NE ? x != y
           : c == SCAN_LT ? x < y
           : c == SCAN_LE ? x <= y
           : c == SCAN_GT ? x > y
                          : x >= y;
}

/* Can it hold, 2, or fail, 1, for members of two sets? */
static unsigned outcomes(scan_cmp c, bool is_signed, values a, values b, int w)
{
    unsigned r = 0;
    for (int x = 0; x < count_of(w); x++) {
        for (int y = 0; (a >> x & 1) && y < count_of(w); y++) {
            if (b >> y & 1) {
                r |= holds(c, is_signed ? as_signed(x, w) : x, is_signed ? as_signed(y, w) : y) ? 2
                                                                                                : 1;
            }
        }
    }
    return r;
}

/* Of an order the range that it reads decides; numbers are equal where nothing keeps them apart, and for sure where
 * both are one and the same. */
static unsigned want_compare(scan_num a, scan_num b, scan_cmp c, bool is_signed, int w)
{
    if (c != SCAN_EQ && c != SCAN_NE) {
        return is_signed ? outcomes(c, true, between_signed(a, w), between_signed(b, w), w)
                         : outcomes(c, false, between(a, w), between(b, w), w);
    }
    const bool meet = (with_bits(a, w) & with_bits(b, w)) && (between(a, w) & between(b, w)) &&
                      (between_signed(a, w) & between_signed(b, w));
    const bool differ = outcomes(SCAN_NE, false, with_bits(a, w), with_bits(b, w), w) & 2;
    return c == SCAN_EQ ? (meet ? 2u : 0u) | (differ ? 1u : 0u)
                        : (differ ? 2u : 0u) | (meet ? 1u : 0u);
}

static void test_compare(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 6000; i++) {
        const int w = 2 + i % 2;
        const scan_num a = some_number(&r, w), b = some_number(&r, w);
        const scan_cmp c = (scan_cmp)(i / 2 % 6);
        const bool is_signed = i / 12 % 2;
        assert_int_equal(scan_num_compare(a, b, c, is_signed, w),
                         want_compare(a, b, c, is_signed, w));
    }
    for (int c = SCAN_EQ; c <= SCAN_GE; c++) {
        for (int x = 0; x < 9; x++) {
            assert_true(holds((scan_cmp)c, x / 3, x % 3) !=
                        holds(scan_cmp_not((scan_cmp)c), x / 3, x % 3));
        }
    }
}

/* Those of a set that compare so with some of another. */
static values those(scan_cmp c, bool is_signed, values a, values b, int w)
{
    values r = 0;
    for (int x = 0; x < count_of(w); x++) {
        const values one = a & 1u << x;
        r |= one && (outcomes(c, is_signed, one, b, w) & 2) ? one : 0;
    }
    return r;
}

/* An order teaches the range that it reads, "equal" the unsigned one, "not equal" the ends of both where the other
 * number is one value. Where nothing can be so, nothing is learnt. */
static scan_num want_assume(scan_num a, scan_num b, scan_cmp c, bool is_signed, int w)
{
    scan_num r = a;
    values set = between(a, w), set_signed = between_signed(a, w);
    if (!(want_compare(a, b, c, is_signed, w) & 2)) {
        return a;
    }
    if (c == SCAN_EQ) {
        set &= between(b, w);
    } else if (c == SCAN_NE) {
        const values one = with_bits(b, w);
        set &= b.mask == 0 ? ~one : set;
        set_signed &= b.mask == 0 ? ~one : set_signed;
    } else if (is_signed) {
        set_signed = those(c, true, set_signed, between_signed(b, w), w);
    } else {
        set = those(c, false, set, between(b, w), w);
    }
    meet_unsigned(&r, hull(set, w));
    meet_signed(&r, hull(set_signed, w));
    return agree(&r, w) ? r : a;
}

static void test_assume(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 3000; i++) {
        const int w = 2 + i % 2;
        scan_num a = some_number(&r, w);
        const scan_num b = some_number(&r, w);
        agree(&a, w); /* as every number that an operation makes */
        const scan_cmp c = (scan_cmp)(i / 2 % 6);
        const bool is_signed = i / 12 % 2;
        assert_same(scan_num_assume(a, b, c, is_signed, w), want_assume(a, b, c, is_signed, w));
    }
}

/* The least 2^(8 i) - 1 that is not below v, and at most `most`. */
static int64_t end_of_byte(int64_t v, int64_t most)
{
    for (int i = 0; i < 8; i++) {
        const int64_t end = (INT64_C(1) << 8 * i) - 1;
        if (end >= v && end <= most) {
            return end;
        }
    }
    return most;
}

static scan_num want_widen(scan_num before, scan_num now, int w)
{
    const int64_t most = (int64_t)((UINT64_C(1) << (w - 1)) - 1);
    scan_num r = scan_num_join(before, now);
    if (now.umin < before.umin) {
        r.umin = 0;
    }
    if (now.umax > before.umax) {
        r.umax = (int64_t)now.umax < 0 ? UINT64_MAX
                                       : (uint64_t)end_of_byte((int64_t)now.umax, INT64_MAX);
        r.umax = r.umax < UINT64_MAX >> (64 - w) ? r.umax : UINT64_MAX >> (64 - w);
        r.umax = w == 64 && now.umax > INT64_MAX >> 7 ? UINT64_MAX : r.umax;
    }
    if (now.smin < before.smin) {
        r.smin = now.smin >= 0 ? 0 : -1 - end_of_byte(-1 - now.smin, most);
    }
    if (now.smax > before.smax) {
        r.smax = now.smax < 0 ? -1 : end_of_byte(now.smax, most);
    }
    return r;
}

/* A bound that moved goes to the end of its byte. */
static void test_widen(void **state)
{
    (void)state;
    static const int widths[] = {8, 9, 12, 32, 64};
    rng r = rng_start();
    for (int i = 0; i < 10000; i++) {
        const int w = widths[i % 5];
        scan_num n[2];
        for (int j = 0; j < 2; j++) {
            const uint64_t all = UINT64_MAX >> (64 - w);
            const uint64_t x = (rng_next(&r) & all) >> rng_below(&r, w);
            const uint64_t y = (rng_next(&r) & all) >> rng_below(&r, w);
            const uint64_t z = rng_below(&r, 2) ? ~x & all : x;
            n[j] = rng_below(&r, 3) ? scan_num_const(z, w)
                                    : scan_num_range(x < y ? x : y, x < y ? y : x, w);
        }
        assert_same(scan_num_widen(n[0], n[1], w), want_widen(n[0], n[1], w));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tighten_all), cmocka_unit_test(test_tighten),
        cmocka_unit_test(test_made),        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_join),        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_assume),      cmocka_unit_test(test_widen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
