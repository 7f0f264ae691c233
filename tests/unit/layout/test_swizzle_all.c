/* SPDX-License-Identifier: MIT
 *
 * Every swizzle there is, on every offset there is: an involution that keeps what is not negative so.
 *
 * A swizzle is made of shifts, masks and XOR, so it is linear over GF(2): swizzle(x ^ y) = swizzle(x) ^ swizzle(y). What
 * holds for 0 and for each of the 63 bits alone holds for all 2^63 offsets. test_layout_swizzle.c looks at all offsets
 * of 20 bits one by one besides.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wgd_layout.h"

enum { BITS = 63 };

static int64_t on_bits(const int64_t *image, int64_t x)
{
    int64_t y = 0;
    for (int i = 0; i < BITS; i++) {
        y ^= x >> i & 1 ? image[i] : 0;
    }
    return y;
}

static void one_swizzle(wgd_swizzle sw)
{
    int64_t image[BITS];
    assert_true(wgd_swizzle_apply(sw, 0) == 0);
    for (int i = 0; i < BITS; i++) {
        image[i] = wgd_swizzle_apply(sw, INT64_C(1) << i);
        if (image[i] < 0) {
            fail_msg("Sw<%d,%d,%d> of bit %d is negative", sw.b, sw.m, sw.s, i);
        }
    }
    for (int i = 0; i < BITS; i++) {
        if (on_bits(image, image[i]) != INT64_C(1) << i) {
            fail_msg("Sw<%d,%d,%d> is no involution at bit %d", sw.b, sw.m, sw.s, i);
        }
    }
    /* It is linear: patterns of many bits. */
    uint64_t u = UINT64_C(0x123456789abcdef);
    for (int i = 0; i < 8; i++) {
        u ^= u << 13;
        u ^= u >> 7;
        const int64_t x = (int64_t)(u >> 1);
        if (wgd_swizzle_apply(sw, x) != on_bits(image, x)) {
            fail_msg("Sw<%d,%d,%d> is not linear at %lld", sw.b, sw.m, sw.s, (long long)x);
        }
    }
}

static void test_every_swizzle(void **state)
{
    long legal = 0;
    (void)state;
    for (int b = INT8_MIN; b <= INT8_MAX; b++) {
        for (int m = INT8_MIN; m <= INT8_MAX; m++) {
            for (int s = INT8_MIN; s <= INT8_MAX; s++) {
                const int by = s < 0 ? -s : s;
                const bool in = b >= 0 && m >= 0 && b <= by && m + b + by <= 62;
                const wgd_swizzle sw = {(int8_t)b, (int8_t)m, (int8_t)s};
                /* The check's own limits, and beyond them near by: a refusal costs a text. */
                if (!in && (b < -1 || m < -1 || b > 63 || m > 63 || by > 63)) {
                    continue;
                }
                assert_int_equal(wgd_swizzle_check(sw, NULL), in ? WGD_OK : WGD_ERR_VALUE);
                if (in) {
                    one_swizzle(sw);
                    legal++;
                }
            }
        }
    }
    print_message("# %ld swizzles\n", legal);
    assert_true(legal > 40000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_swizzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
