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
        cmocka_unit_test(test_assume),          cmocka_unit_test(test_assume_between),
        cmocka_unit_test(test_assume_readings), cmocka_unit_test(test_contains),
        cmocka_unit_test(test_insert_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
