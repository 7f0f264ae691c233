/* SPDX-License-Identifier: MIT
 *
 * What the operations on numbers say, to the bit and to the end: against the least bits and the least ranges, each by
 * itself, that hold the results of all members (hulls.h), which then tell each other what they hold.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "hulls.h"

enum { CASES = 2500, OUT_OF_RANGE = 1000 };

static void assert_same(scan_num have, scan_num want)
{
    assert_int_equal(have.value, want.value);
    assert_int_equal(have.mask, want.mask);
    assert_int_equal(have.umin, want.umin);
    assert_int_equal(have.umax, want.umax);
    assert_int_equal(have.smin, want.smin);
    assert_int_equal(have.smax, want.smax);
}

static scan_num agreed(scan_num a, int w)
{
    assert_true(agree(&a, w));
    return a;
}

/* The operation on whole numbers. */
typedef int whole(int a, int b);

/* Those bits that the results have, modulo 2^w, for members by their bits. */
static void set_bits(scan_num *r, whole *f, scan_num a, scan_num b, int w)
{
    const values as = with_bits(a, w), bs = with_bits(b, w);
    values set = 0;
    for (int x = 0; x < count_of(w); x++) {
        for (int y = 0; (as >> x & 1) && y < count_of(w); y++) {
            set |= bs >> y & 1 ? 1u << (f(x, y) & (count_of(w) - 1)) : 0;
        }
    }
    r->value = hull(set, w).value;
    r->mask = hull(set, w).mask;
}

/* The range of the results for members by their range; all values where a result is beyond w bits. */
static void set_unsigned(scan_num *r, whole *f, scan_num a, scan_num b, int w)
{
    int lo = OUT_OF_RANGE, hi = -OUT_OF_RANGE;
    for (int x = (int)a.umin; x <= (int)a.umax; x++) {
        for (int y = (int)b.umin; y <= (int)b.umax; y++) {
            const int z = f(x, y);
            lo = z < lo ? z : lo;
            hi = z > hi ? z : hi;
        }
    }
    if (lo >= 0 && hi < count_of(w)) {
        r->umin = (uint64_t)lo;
        r->umax = (uint64_t)hi;
    }
}

static void set_signed(scan_num *r, whole *f, scan_num a, scan_num b, int w)
{
    int lo = OUT_OF_RANGE, hi = -OUT_OF_RANGE;
    for (int x = (int)a.smin; x <= (int)a.smax; x++) {
        for (int y = (int)b.smin; y <= (int)b.smax; y++) {
            const int z = f(x, y);
            lo = z < lo ? z : lo;
            hi = z > hi ? z : hi;
        }
    }
    if (lo >= -count_of(w) / 2 && hi < count_of(w) / 2) {
        r->smin = lo;
        r->smax = hi;
    }
}

typedef scan_num operation(scan_num a, scan_num b, int w);

/* For 1 to 4 bits. */
static void compare(operation *have, operation *want)
{
    rng r = rng_start();
    for (int i = 0; i < CASES; i++) {
        const int w = 1 + i % 4;
        const scan_num a = some_number(&r, w), b = some_number(&r, w);
        assert_same(have(a, b, w), want(a, b, w));
    }
}

static int plus(int a, int b)
{
    return a + b;
}

static int minus(int a, int b)
{
    return a - b;
}

static int times(int a, int b)
{
    return a * b;
}

static scan_num in_all_ways(whole *f, scan_num a, scan_num b, int w)
{
    scan_num r = any_number(w);
    set_bits(&r, f, a, b, w);
    set_unsigned(&r, f, a, b, w);
    set_signed(&r, f, a, b, w);
    return agreed(r, w);
}

static scan_num want_add(scan_num a, scan_num b, int w)
{
    return in_all_ways(plus, a, b, w);
}

static scan_num want_sub(scan_num a, scan_num b, int w)
{
    return in_all_ways(minus, a, b, w);
}

static void test_add(void **state)
{
    (void)state;
    compare(scan_num_add, want_add);
}

static void test_sub(void **state)
{
    (void)state;
    compare(scan_num_sub, want_sub);
}

static scan_num have_not(scan_num a, scan_num b, int w)
{
    (void)b;
    return scan_num_not(a, w);
}

static scan_num want_not(scan_num a, scan_num b, int w)
{
    b = hull(1u << (count_of(w) - 1), w);
    return in_all_ways(minus, b, a, w);
}

static void test_not(void **state)
{
    (void)state;
    compare(have_not, want_not);
}

/* A long multiplication: what the known bits make, and a row for each bit of a that is or may be set, of the bits that b
 * leaves open and, where that bit of a is open, of all that b has; the rows are added as numbers of which no bit is
 * known to be set. */
static scan_num want_mul(scan_num a, scan_num b, int w)
{
    const uint64_t all = (uint64_t)count_of(w) - 1;
    scan_num r = any_number(w), rows = {0, 0, 0, 0, 0, 0}, known = rows;
    for (int i = 0; i < w; i++) {
        const uint64_t open = a.mask >> i & 1 ? b.value | b.mask : a.value >> i & 1 ? b.mask : 0;
        const scan_num row = {0, open << i & all, 0, 0, 0, 0};
        set_bits(&rows, plus, rows, row, w);
    }
    known.value = a.value * b.value & all;
    set_bits(&r, plus, known, rows, w);
    set_unsigned(&r, times, a, b, w);
    set_signed(&r, times, a, b, w);
    return agreed(r, w);
}

static void test_mul(void **state)
{
    (void)state;
    compare(scan_num_mul, want_mul);
}

static int and_of(int a, int b)
{
    return a & b;
}

static int or_of(int a, int b)
{
    return a | b;
}

static int xor_of(int a, int b)
{
    return a ^ b;
}

static scan_num of_bits(whole *f, scan_num a, scan_num b, int w)
{
    scan_num r = any_number(w);
    set_bits(&r, f, a, b, w);
    return agreed(r, w);
}

static scan_num want_and(scan_num a, scan_num b, int w)
{
    scan_num r = of_bits(and_of, a, b, w);
    r.umax = r.umax > a.umax ? a.umax : r.umax;
    r.umax = r.umax > b.umax ? b.umax : r.umax;
    return agreed(r, w);
}

static scan_num want_or(scan_num a, scan_num b, int w)
{
    scan_num r = of_bits(or_of, a, b, w);
    r.umin = r.umin < a.umin ? a.umin : r.umin;
    r.umin = r.umin < b.umin ? b.umin : r.umin;
    return agreed(r, w);
}

static scan_num want_xor(scan_num a, scan_num b, int w)
{
    return of_bits(xor_of, a, b, w);
}

static void test_bit_functions(void **state)
{
    (void)state;
    compare(scan_num_and, want_and);
    compare(scan_num_or, want_or);
    compare(scan_num_xor, want_xor);
}

/* Every table, for three bits: bit i of the result is the table's at bits i of the operands. */
static void test_lop3(void **state)
{
    (void)state;
    enum { W = 3 };
    rng r = rng_start();
    for (unsigned i = 0; i < 1024; i++) {
        const unsigned lut = i % 256;
        const scan_num n[3] = {some_number(&r, W), some_number(&r, W), some_number(&r, W)};
        scan_num want = any_number(W);
        want.value = want.mask = 0;
        for (int bit = 0; bit < W; bit++) {
            bool can[2] = {false, false};
            for (unsigned at = 0; at < 8; at++) {
                bool is = true;
                for (int o = 0; o < 3; o++) {
                    const bool set = at >> (2 - o) & 1;
                    is = is && ((n[o].mask >> bit & 1) || (n[o].value >> bit & 1) == set);
                }
                can[lut >> at & 1] |= is;
            }
            want.value |= can[1] && !can[0] ? UINT64_C(1) << bit : 0;
            want.mask |= can[1] && can[0] ? UINT64_C(1) << bit : 0;
        }
        assert_same(scan_num_lop3(n[0], n[1], n[2], lut, W), agreed(want, W));
    }
}

/* By y, which is at most the width. */
static int left(int x, int y)
{
    return x << y;
}

static int right(int x, int y)
{
    return x >= 0 ? x >> y : -1 - ((-1 - x) >> y);
}

static scan_num amount(int by)
{
    const scan_num n = {(uint64_t)by, 0, (uint64_t)by, (uint64_t)by, by, by};
    return n;
}

static scan_num shifted_left(scan_num a, int by, int w)
{
    scan_num r = any_number(w), b = amount(by);
    values set = 0;
    for (int x = 0; x < count_of(w); x++) {
        set |= with_bits(a, w) >> x & 1 ? 1u << (left(x, by) & (count_of(w) - 1)) : 0;
    }
    r.value = hull(set, w).value;
    r.mask = hull(set, w).mask;
    set_unsigned(&r, left, a, b, w);
    return agreed(r, w);
}

static scan_num shifted_right(scan_num a, int by, int w)
{
    scan_num r = any_number(w);
    values set = 0;
    for (int x = 0; x < count_of(w); x++) {
        set |= with_bits(a, w) >> x & 1 ? 1u << right(x, by) : 0;
    }
    r.value = hull(set, w).value;
    r.mask = hull(set, w).mask;
    set_unsigned(&r, right, a, amount(by), w);
    return agreed(r, w);
}

static scan_num shifted_signed(scan_num a, int by, int w)
{
    scan_num r = any_number(w);
    values set = 0;
    for (int x = 0; x < count_of(w); x++) {
        const int to = right(as_signed(x, w), by) & (count_of(w) - 1);
        set |= with_bits(a, w) >> x & 1 ? 1u << to : 0;
    }
    r.value = hull(set, w).value;
    r.mask = hull(set, w).mask;
    set_signed(&r, right, a, amount(by), w);
    return agreed(r, w);
}

/* Joined over the amounts that b can be, of which those from w on are one; the least of its range is always tried. */
static scan_num by_amounts(scan_num (*f)(scan_num a, int by, int w), scan_num a, scan_num b, int w)
{
    scan_num r = no_number();
    bool first = true;
    for (int by = 0; by < count_of(w); by++) {
        const int y = by < w ? by : w;
        if (between(b, w) >> by & 1 && (y == w || first || (with_bits(b, w) >> by & 1))) {
            r = first ? f(a, y, w) : scan_num_join(r, f(a, y, w));
            first = false;
        }
    }
    return r;
}

static scan_num want_shl(scan_num a, scan_num b, int w)
{
    return by_amounts(shifted_left, a, b, w);
}

static scan_num want_shr(scan_num a, scan_num b, int w)
{
    return by_amounts(shifted_right, a, b, w);
}

static scan_num want_sar(scan_num a, scan_num b, int w)
{
    return by_amounts(shifted_signed, a, b, w);
}

static void test_shl(void **state)
{
    (void)state;
    compare(scan_num_shl, want_shl);
}

static void test_shr(void **state)
{
    (void)state;
    compare(scan_num_shr, want_shr);
}

static void test_sar(void **state)
{
    (void)state;
    compare(scan_num_sar, want_sar);
}

/* A field moves up to the top and down again; one that ends there or beyond goes down alone. */
static void test_extract(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 3000; i++) {
        const int w = 1 + i % 4, pos = rng_below(&r, w + 3), len = rng_below(&r, w + 3);
        const bool is_signed = rng_below(&r, 2);
        const scan_num a = some_number(&r, w);
        const int up = pos + len < w ? w - pos - len : 0, down = up + pos < w ? up + pos : w;
        const scan_num high = up > 0 ? shifted_left(a, up, w) : a;
        const scan_num want = len == 0    ? amount(0)
                              : is_signed ? shifted_signed(high, down, w)
                                          : shifted_right(high, down, w);
        assert_same(scan_num_bfe(a, (unsigned)pos, (unsigned)len, is_signed, w), want);
    }
}

/* Bits of the field from f, which moves up to it, and the others from a. */
static void test_insert(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 3000; i++) {
        const int w = 1 + i % 4, pos = rng_below(&r, w + 2), len = rng_below(&r, w + 3);
        const scan_num f = some_number(&r, w), a = some_number(&r, w);
        const scan_num moved = pos < w ? shifted_left(f, pos, w) : f;
        scan_num want = any_number(w);
        want.value = want.mask = 0;
        for (int bit = 0; bit < w; bit++) {
            const scan_num from = bit >= pos && bit < pos + len ? moved : a;
            want.value |= from.value & UINT64_C(1) << bit;
            want.mask |= from.mask & UINT64_C(1) << bit;
        }
        want = pos >= w || len == 0 ? a : agreed(want, w);
        assert_same(scan_num_bfi(f, a, (unsigned)pos, (unsigned)len, w), want);
    }
}

static int quotient(int a, int b)
{
    return a / b;
}

/* By 0 it may be anything. */
static scan_num want_udiv(scan_num a, scan_num b, int w)
{
    scan_num r = any_number(w);
    if (b.umin > 0) {
        set_unsigned(&r, quotient, a, b, w);
    }
    return agreed(r, w);
}

/* Below the divisor it is a itself; by a power of 2 its low bits; else below the greatest divisor, and no more than a. */
static scan_num want_urem(scan_num a, scan_num b, int w)
{
    scan_num r = any_number(w);
    if (b.umin == 0) {
        return r;
    }
    if (a.umax < b.umin) {
        return a;
    }
    if (b.mask == 0 && __builtin_popcountll(b.value) <= 1) {
        return want_and(a, hull(1u << ((b.value - 1) & ((unsigned)count_of(w) - 1)), w), w);
    }
    r.umin = 0;
    r.umax = b.umax - 1 > a.umax ? a.umax : b.umax - 1;
    return agreed(r, w);
}

static void test_divide(void **state)
{
    (void)state;
    compare(scan_num_udiv, want_udiv);
    compare(scan_num_urem, want_urem);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int greatest(int a, int b)
{
    return a > b ? a : b;
}

static scan_num want_umin(scan_num a, scan_num b, int w)
{
    scan_num r = scan_num_join(a, b);
    set_unsigned(&r, least, a, b, w);
    return agreed(r, w);
}

static scan_num want_umax(scan_num a, scan_num b, int w)
{
    scan_num r = scan_num_join(a, b);
    set_unsigned(&r, greatest, a, b, w);
    return agreed(r, w);
}

static scan_num want_smin(scan_num a, scan_num b, int w)
{
    scan_num r = scan_num_join(a, b);
    set_signed(&r, least, a, b, w);
    return agreed(r, w);
}

static scan_num want_smax(scan_num a, scan_num b, int w)
{
    scan_num r = scan_num_join(a, b);
    set_signed(&r, greatest, a, b, w);
    return agreed(r, w);
}

static void test_extrema(void **state)
{
    (void)state;
    compare(scan_num_umin, want_umin);
    compare(scan_num_umax, want_umax);
    compare(scan_num_smin, want_smin);
    compare(scan_num_smax, want_smax);
}

/* The low bits; a range stays where all of it has the same bits above them, and read as signed where it fits. */
static void test_trunc(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 4000; i++) {
        const int w = 1 + i % 4, to = 1 + rng_below(&r, w), n = count_of(to);
        const scan_num a = some_number(&r, w);
        scan_num want = any_number(to);
        want.value = a.value % (uint64_t)n;
        want.mask = a.mask % (uint64_t)n;
        if (a.umin / (uint64_t)n == a.umax / (uint64_t)n) {
            want.umin = a.umin % (uint64_t)n;
            want.umax = a.umax % (uint64_t)n;
        }
        if (a.smin >= -n / 2 && a.smax < n / 2) {
            want.smin = a.smin;
            want.smax = a.smax;
        }
        assert_same(scan_num_trunc(a, to), agreed(want, to));
    }
}

static void test_wider(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 4000; i++) {
        const int to = 1 + i % 4, w = 1 + rng_below(&r, to);
        const scan_num a = some_number(&r, w);
        scan_num want = any_number(to);
        values set = 0;
        meet_unsigned(&want, a);
        want.value = a.value;
        want.mask = a.mask;
        assert_same(scan_num_zext(a, w, to), agreed(want, to));
        for (int x = 0; x < count_of(w); x++) {
            set |= with_bits(a, w) >> x & 1 ? 1u << (as_signed(x, w) & (count_of(to) - 1)) : 0;
        }
        want = any_number(to);
        meet_signed(&want, a);
        want.value = hull(set, to).value;
        want.mask = hull(set, to).mask;
        assert_same(scan_num_sext(a, w, to), agreed(want, to));
    }
}

/* The bits side by side, those above by what their range tells, too; and the range of both. */
static void test_concat(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 4000; i++) {
        const int low = 1 + i % 3, high = 1 + rng_below(&r, 4 - low), w = low + high;
        const scan_num lo = some_number(&r, low), hi = some_number(&r, high);
        scan_num above = any_number(w), want = any_number(w);
        meet_unsigned(&above, hi);
        above.value = hi.value;
        above.mask = hi.mask;
        above = shifted_left(agreed(above, w), low, w);
        want.value = above.value | lo.value;
        want.mask = above.mask | lo.mask;
        want.umin = hi.umin * (uint64_t)count_of(low) + lo.umin;
        want.umax = hi.umax * (uint64_t)count_of(low) + lo.umax;
        assert_same(scan_num_concat(lo, low, hi, high), agreed(want, w));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add),           cmocka_unit_test(test_sub),
        cmocka_unit_test(test_not),           cmocka_unit_test(test_mul),
        cmocka_unit_test(test_bit_functions), cmocka_unit_test(test_lop3),
        cmocka_unit_test(test_shl),           cmocka_unit_test(test_shr),
        cmocka_unit_test(test_sar),           cmocka_unit_test(test_extract),
        cmocka_unit_test(test_insert),        cmocka_unit_test(test_divide),
        cmocka_unit_test(test_extrema),       cmocka_unit_test(test_trunc),
        cmocka_unit_test(test_wider),         cmocka_unit_test(test_concat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
