/* SPDX-License-Identifier: MIT
 *
 * Numbers of 64 bits at the ends of their range, where one more or one less is no number: what a comparison with
 * an end teaches, against the comparison itself on the numbers around both ends.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "numbers/num.h"

/* Around the ends, read as unsigned and as signed. */
static const uint64_t ends[] = {0,
                                1,
                                2,
                                (uint64_t)INT64_MAX - 1,
                                (uint64_t)INT64_MAX,
                                (uint64_t)INT64_MIN,
                                (uint64_t)INT64_MIN + 1,
                                UINT64_MAX - 1,
                                UINT64_MAX};
enum { ENDS = sizeof ends / sizeof ends[0] };

static bool holds(uint64_t a, uint64_t b, scan_cmp c, bool is_signed)
{
    const bool below = is_signed ? (int64_t)a < (int64_t)b : a < b;
    switch (c) {
    case SCAN_EQ:
        return a == b;
    case SCAN_NE:
        return a != b;
    case SCAN_LT:
        return below;
    case SCAN_LE:
        return below || a == b;
    case SCAN_GT:
        return !below && a != b;
    default:
        return !below;
    }
}

/* Of any number and of each range: those for which the comparison holds stay; where it holds for none, all do. Of
 * any number, where it holds for some, those at the ends for which it does not are gone. */
static void test_assume(void **state)
{
    (void)state;
    int gone = 0;
    for (int bounds = 0; bounds <= ENDS * ENDS; bounds++) {
        const uint64_t from = ends[bounds / ENDS % ENDS], to = ends[bounds % ENDS];
        const bool any = bounds == ENDS * ENDS;
        if (!any && from > to) {
            continue;
        }
        const scan_num a = any ? scan_num_top(64) : scan_num_range(from, to, 64);
        for (int b = 0; b < ENDS; b++) {
            for (int c = SCAN_EQ; c <= SCAN_GE; c++) {
                for (int s = 0; s < 2; s++) {
                    const scan_num r =
                        scan_num_assume(a, scan_num_const(ends[b], 64), (scan_cmp)c, s == 1, 64);
                    int held = 0, left = 0;
                    for (int m = 0; m < ENDS; m++) {
                        if (!scan_num_contains(a, ends[m], 64)) {
                            assert_false(scan_num_contains(r, ends[m], 64));
                            continue;
                        }
                        const bool in = scan_num_contains(r, ends[m], 64);
                        const bool is = holds(ends[m], ends[b], (scan_cmp)c, s == 1);
                        assert_true(in || !is);
                        held += is;
                        left += in;
                    }
                    assert_true(left > 0);
                    if (held == 0) { /* the ends of a range are among those looked at */
                        assert_true(scan_num_equal(r, a));
                    }
                    if (any && held > 0 && c != SCAN_NE) {
                        assert_int_equal(left, held);
                        gone += ENDS - left;
                    }
                }
            }
        }
    }
    assert_true(gone > 0);
}

/* An even number from 1 on is not less than 2: that its bits leave none there shows at the end alone. */
static void test_assume_between(void **state)
{
    (void)state;
    for (int s = 0; s < 2; s++) {
        const scan_num even = scan_num_known(0, 14, 8);
        const scan_num from1 = scan_num_assume(even, scan_num_const(1, 8), SCAN_GE, s == 1, 8);
        assert_false(scan_num_contains(from1, 0, 8));
        assert_true(scan_num_contains(from1, 2, 8));
        const scan_num none = scan_num_assume(from1, scan_num_const(2, 8), SCAN_LT, s == 1, 8);
        assert_true(scan_num_equal(none, from1));
        const scan_num two = scan_num_assume(from1, scan_num_const(3, 8), SCAN_LT, s == 1, 8);
        assert_true(scan_num_contains(two, 2, 8));
        assert_false(scan_num_contains(two, 4, 8));
    }
}

/* Between two readings: what is from 100 to 200 unsigned and from -50 on signed, is not negative; what is from -28 to
 * 100 signed and from 110 on unsigned, is not at most 120. */
static void test_assume_readings(void **state)
{
    (void)state;
    const scan_num u =
        scan_num_assume(scan_num_range(100, 200, 8), scan_num_const(0xce, 8), SCAN_GE, true, 8);
    assert_true(scan_num_contains(u, 100, 8));
    assert_false(scan_num_contains(u, 200, 8));
    assert_true(scan_num_equal(scan_num_assume(u, scan_num_const(0, 8), SCAN_LT, true, 8), u));
    scan_num s = scan_num_assume(scan_num_top(8), scan_num_const(0xe4, 8), SCAN_GE, true, 8);
    s = scan_num_assume(s, scan_num_const(100, 8), SCAN_LE, true, 8);
    s = scan_num_assume(s, scan_num_const(110, 8), SCAN_GE, false, 8);
    assert_true(scan_num_contains(s, 0xe4, 8));
    assert_false(scan_num_contains(s, 100, 8));
    assert_true(scan_num_equal(scan_num_assume(s, scan_num_const(120, 8), SCAN_LE, false, 8), s));
}

/* From 3 to 7 and, read as signed, from 0 to 3: it is 3, by its bits; that another is not 3 says nothing of that
 * other's 0. */
static void test_assume_not_one(void **state)
{
    (void)state;
    scan_num three = scan_num_top(3);
    three.umin = 3;
    three.smin = 0;
    three.smax = 3;
    assert_true(scan_num_tighten(&three, 3));
    assert_true(scan_num_is_const(three));
    const scan_num other = scan_num_assume(scan_num_range(0, 2, 3), three, SCAN_NE, false, 3);
    assert_true(scan_num_contains(other, 0, 3));
    const scan_num negative =
        scan_num_assume(scan_num_top(3), scan_num_const(0, 3), SCAN_LE, true, 3);
    assert_true(scan_num_contains(scan_num_assume(negative, three, SCAN_NE, false, 3), 0, 3));
}

typedef long double number; /* exact up to 2^64, and what is more stays more */

/* What numbers of any size make of the ends: results that fit stand, or nothing is known. */
static scan_num by_ends(scan_num a, scan_num b, char op)
{
    const number as[] = {(number)a.smin, (number)a.smax}, bs[] = {(number)b.smin, (number)b.smax};
    const number most = (number)a.umax, with = (number)b.umax;
    scan_num r = scan_num_top(64);
    number lo = 0, hi = 0;
    for (int i = 0; i < 4; i++) {
        const number x = as[i / 2], y = bs[i % 2];
        const number z = op == '+' ? x + y : op == '-' ? x - y : x * y;
        lo = i == 0 || z < lo ? z : lo;
        hi = i == 0 || z > hi ? z : hi;
    }
    if (lo >= (number)INT64_MIN && hi <= (number)INT64_MAX) {
        r.smin = (int64_t)lo;
        r.smax = (int64_t)hi;
    }
    if (op == '-' ? a.umin >= b.umax
                  : (op == '+' ? most + with : most * with) <= (number)UINT64_MAX) {
        r.umin = op == '+' ? a.umin + b.umin : op == '-' ? a.umin - b.umax : a.umin * b.umin;
        r.umax = op == '+' ? a.umax + b.umax : op == '-' ? a.umax - b.umin : a.umax * b.umax;
    }
    scan_num_tighten(&r, 64);
    return r;
}

static const int64_t lengths[] = {
    0, 1, 2, 3, INT64_C(1) << 31, INT64_C(3) << 31, INT64_C(1) << 32, INT64_C(1) << 62, INT64_MAX};
enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

/* The two readings by themselves, and no bit known: what 64 bits cannot hold in one is not known in that one. */
static void test_sums_that_overflow(void **state)
{
    (void)state;
    scan_num n[LENGTHS * 4];
    for (int i = 0; i < LENGTHS * 4; i++) {
        const int64_t from = lengths[i / 4], to = lengths[(i / 4 + i % 2) % LENGTHS];
        const int64_t lo = from < to ? from : to, hi = from < to ? to : from;
        const scan_num up = {0, UINT64_MAX, (uint64_t)lo, (uint64_t)hi, lo, hi};
        const scan_num down = {0,       UINT64_MAX,           ~(uint64_t)hi, ~(uint64_t)lo,
                               -1 - hi, lo % 2 ? lo : -1 - lo};
        n[i] = i % 4 < 2 ? up : down;
    }
    for (int i = 0; i < LENGTHS * LENGTHS * 16; i++) {
        const scan_num a = n[i % (LENGTHS * 4)], b = n[i / (LENGTHS * 4)];
        assert_true(scan_num_equal(scan_num_add(a, b, 64), by_ends(a, b, '+')));
        assert_true(scan_num_equal(scan_num_sub(a, b, 64), by_ends(a, b, '-')));
        assert_true(scan_num_equal(scan_num_mul(a, b, 64), by_ends(a, b, '*')));
    }
}

/* By 64 and more everything goes; of a number with a sign that is left. */
static void test_shifts_of_all(void **state)
{
    (void)state;
    static const uint64_t from[] = {0, 1, 0x1234, UINT64_C(1) << 63, UINT64_MAX};
    for (int i = 0; i < 5; i++) {
        const scan_num a = scan_num_const(from[i], 64);
        for (uint64_t by = 63; by < 67; by++) {
            const scan_num n = scan_num_const(by, 64);
            const uint64_t up = by == 63 ? from[i] << 63 : 0, down = by == 63 ? from[i] >> 63 : 0;
            const uint64_t sign = from[i] >> 63 ? UINT64_MAX : 0;
            assert_true(scan_num_equal(scan_num_shl(a, n, 64), scan_num_const(up, 64)));
            assert_true(scan_num_equal(scan_num_shr(a, n, 64), scan_num_const(down, 64)));
            assert_true(scan_num_equal(scan_num_sar(a, n, 64), scan_num_const(sign, 64)));
        }
    }
}

/* A value of more bits than the number has is none of its members, whatever its low bits are. */
static void test_contains(void **state)
{
    (void)state;
    for (int w = 1; w < 64; w++) {
        const scan_num any = scan_num_top(w), one = scan_num_const(1, w);
        assert_true(scan_num_contains(any, scan_bits(w), w));
        assert_false(scan_num_contains(any, UINT64_C(1) << w, w));
        assert_true(scan_num_contains(one, 1, w));
        assert_false(scan_num_contains(one, (UINT64_C(1) << w) + 1, w));
    }
}

/* A field that begins beyond the number changes nothing (PTX ISA, "bfi"); the last bit is a field. */
static void test_insert_beyond(void **state)
{
    (void)state;
    for (int w = 32; w <= 64; w += 32) {
        const scan_num a = scan_num_const(0x1234, w), f = scan_num_const(1, w);
        for (unsigned pos = (unsigned)w; pos < 256; pos++) {
            assert_true(scan_num_equal(scan_num_bfi(f, a, pos, 8, w), a));
        }
        const scan_num last = scan_num_bfi(f, a, (unsigned)w - 1, 8, w);
        assert_true(scan_num_is_const(last));
        assert_true(scan_num_contains(last, 0x1234 | UINT64_C(1) << (w - 1), w));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_assume),
        cmocka_unit_test(test_assume_between),
        cmocka_unit_test(test_assume_readings),
        cmocka_unit_test(test_contains),
        cmocka_unit_test(test_insert_beyond),
        cmocka_unit_test(test_assume_not_one),
        cmocka_unit_test(test_sums_that_overflow),
        cmocka_unit_test(test_shifts_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
