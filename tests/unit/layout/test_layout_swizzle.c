/* SPDX-License-Identifier: MIT
 *
 * Swizzles: over all (B,M,S) that fit 20 address bits, and behind layouts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "random_layout.h"

/* Bit by bit: bit M+k of the result is that of x, flipped where bit M+S+k of x is set; for S < 0
 * the upper bits are flipped by the lower ones. */
static int64_t naive_swizzle(wgd_swizzle sw, int64_t x)
{
    int64_t r = x;
    const int s = sw.s < 0 ? -sw.s : sw.s;
    for (int k = 0; k < sw.b; k++) {
        const int low = sw.m + k, high = sw.m + s + k;
        const int from = sw.s < 0 ? low : high, to = sw.s < 0 ? high : low;
        r ^= ((x >> from) & 1) << to;
    }
    return r;
}

/* An involution that stays below 2^bits is a bijection of those numbers. */
static void all_values(wgd_swizzle sw, int bits)
{
    const int64_t n = INT64_C(1) << bits;
    const int every = thin_out();
    for (int64_t x = 0; x < n; x += every) {
        const int64_t y = wgd_swizzle_apply(sw, x);
        if (y < 0 || y >= n || wgd_swizzle_apply(sw, y) != x) {
            fail_msg("Sw<%d,%d,%d> is no involution at %lld", sw.b, sw.m, sw.s, (long long)x);
        }
    }
    for (int64_t x = 0; x < n; x += 1 + x / 64) {
        assert_int_equal(wgd_swizzle_apply(sw, x), naive_swizzle(sw, x));
        assert_int_equal(wgd_swizzle_apply(sw, x + n * 5), naive_swizzle(sw, x) + n * 5);
    }
}

static void test_all(void **state)
{
    int count = 0;
    (void)state;
    for (int b = 0; 2 * b <= 20; b++) {
        for (int s = b; b + s <= 20; s++) {
            for (int m = 0; m + b + s <= 20; m++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    const wgd_swizzle sw = {(int8_t)b, (int8_t)m, (int8_t)(sign * s)};
                    assert_int_equal(wgd_swizzle_check(sw, NULL), WGD_OK);
                    all_values(sw, m + b + s);
                    count++;
                }
            }
        }
    }
    assert_int_equal(count, 2 * 946);
}

static void test_wide(void **state)
{
    static const wgd_swizzle wide[] = {{31, 0, 31}, {31, 0, -31}, {1, 60, 1}, {1, 0, 61}};
    (void)state;
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        assert_int_equal(wgd_swizzle_check(wide[i], NULL), WGD_OK);
        for (int64_t x = 1; x > 0 && x < INT64_MAX / 3; x = 3 * x + 1) {
            const int64_t y = wgd_swizzle_apply(wide[i], x);
            assert_int_equal(y, naive_swizzle(wide[i], x));
            assert_int_equal(wgd_swizzle_apply(wide[i], y), x);
        }
    }
}

static void test_refused(void **state)
{
    static const wgd_swizzle bad[] = {{-1, 0, 3}, {1, -1, 3}, {3, 0, 2},  {3, 0, -2},
                                      {1, 61, 1}, {0, 63, 0}, {0, 0, 63}, {32, 0, 31}};
    wgd_diag diag;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(wgd_swizzle_check(bad[i], &diag), WGD_ERR_VALUE);
        assert_string_equal(diag.field, "swizzle");
    }
}

/* ---- behind a layout ------------------------------------------------------------------------ */

static wgd_composed composed(wgd_compose_kind kind, wgd_swizzle sw, int64_t offset, int bits,
                             const wgd_layout *l)
{
    wgd_composed c = wgd_composed_plain(l);
    c.kind = kind;
    c.sw = sw;
    c.offset = offset;
    c.elem_bits = bits;
    return c;
}

static void test_offset(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < rng_runs(2000); i++) {
        const wgd_layout l = random_layout(&r, 5, 128, 64);
        const wgd_swizzle sw = {(int8_t)rng_below(&r, 4), (int8_t)rng_below(&r, 6), 4};
        const wgd_composed c = composed(WGD_SWIZZLED, sw, rng_below(&r, 1000), 0, &l);
        int64_t v;
        for (int64_t k = 0; k < naive_size(&l); k++) {
            assert_int_equal(wgd_composed_at(&c, k, &v, NULL), WGD_OK);
            assert_int_equal(v, naive_swizzle(sw, c.offset + naive_at(&l, k)));
        }
    }
}

/* With smem_ptr the swizzle moves bytes: the value times the element's width is the swizzled byte
 * address. The position-independent form has the same values, and both recast to wider elements. */
static void test_pointer(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < rng_runs(2000); i++) {
        const int bits = 8 << rng_below(&r, 3);
        const wgd_swizzle sw = {(int8_t)rng_below(&r, 4), 4, 3};
        const wgd_layout l = random_layout(&r, 5, 128, 64);
        const wgd_composed c = composed(WGD_SMEM_PTR, sw, 0, bits, &l);
        wgd_composed p;
        int64_t v, w;
        assert_int_equal(wgd_position_independent(&c, &p, NULL), WGD_OK);
        for (int64_t k = 0; k < naive_size(&l); k++) {
            assert_int_equal(wgd_composed_at(&c, k, &v, NULL), WGD_OK);
            assert_int_equal(v * bits / 8, naive_swizzle(sw, naive_at(&l, k) * bits / 8));
            assert_int_equal(wgd_composed_at(&p, k, &w, NULL), WGD_OK);
            assert_int_equal(v, w);
        }
    }
}

/* Elements of less than a byte: Sw<B,4,3> on bytes is Sw<B,7,3> on bits. */
static void test_bits(void **state)
{
    const wgd_layout l = wgd_layout_1d(4096, 1);
    const wgd_swizzle sw = {3, 4, 3}, on_bits = {3, 7, 3};
    const wgd_composed c = composed(WGD_SMEM_PTR, sw, 0, 1, &l);
    int64_t v;
    (void)state;
    for (int64_t k = 0; k < 4096; k++) {
        assert_int_equal(wgd_composed_at(&c, k, &v, NULL), WGD_OK);
        assert_int_equal(v, naive_swizzle(on_bits, k));
    }
}

/* The left inverse of a swizzled permutation takes every value back to its index. */
static void test_inverse(void **state)
{
    (void)state;
    rng r = rng_start();
    int done = 0;
    for (int i = 0; i < rng_runs(20000); i++) {
        wgd_layout l = random_permutation(&r, 5, 1024);
        const wgd_swizzle sw = {(int8_t)rng_below(&r, 3), (int8_t)rng_below(&r, 3),
                                (int8_t)(2 + rng_below(&r, 3))};
        const wgd_composed c = composed(WGD_SWIZZLED, sw, 0, 0, &l);
        wgd_composed inv;
        int64_t v, back, size = naive_size(&l);
        bool powers = true;
        for (int k = 0; k < l.shape.n_leaves; k++) {
            powers = powers && (l.shape.leaf[k] & (l.shape.leaf[k] - 1)) == 0;
        }
        if (!powers || size < INT64_C(1) << (sw.m + sw.b + sw.s) ||
            wgd_left_inverse_composed(&c, &inv, NULL) != WGD_OK) {
            continue;
        }
        for (int64_t k = 0; k < size; k++) {
            assert_int_equal(wgd_composed_at(&c, k, &v, NULL), WGD_OK);
            assert_int_equal(wgd_composed_at(&inv, v, &back, NULL), WGD_OK);
            assert_int_equal(back, k);
        }
        done++;
    }
    assert_true(done > rng_runs(20000) / 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),     cmocka_unit_test(test_wide),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_offset),
        cmocka_unit_test(test_pointer), cmocka_unit_test(test_bits),
        cmocka_unit_test(test_inverse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
