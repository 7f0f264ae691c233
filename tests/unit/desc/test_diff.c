/* SPDX-License-Identifier: MIT
 *
 * Two words the same to the hardware? Against the map of every element, for random words.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "rule_layout.h"
#include "wgdesc.h"

static const wgd_read a_k_f16 = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};

/* "LBO is 0, 1 or 16 in the code I read: which one is right for 128B K-major?" All of them. */
static void test_lbo_0_1_16_for_128B_k_major(void **state)
{
    (void)state;
    static const uint64_t words[] = {UINT64_C(0x4000004000000040), UINT64_C(0x4000004000010040),
                                     UINT64_C(0x4000004000100040)};
    for (int i = 0; i < 3; i++) {
        wgd_diff d;
        wgd_diff_words(words[0], words[i], a_k_f16, &d);
        assert_true(d.same);
        assert_int_equal(d.n, i > 0);
        if (i > 0) {
            assert_int_equal(d.field[0].field, WGD_FIELD_LBO);
            assert_int_equal(d.field[0].b, i == 1 ? 1 : 16);
            assert_false(d.field[0].read);
            assert_false(d.field[0].matters);
        }
    }
}

static void test_fields_that_matter(void **state)
{
    (void)state;
    wgd_diff d;
    wgd_diff_words(UINT64_C(0x4000004000010040), UINT64_C(0x4000008000010040), a_k_f16, &d);
    assert_false(d.same);
    assert_int_equal(d.n, 1);
    assert_int_equal(d.field[0].field, WGD_FIELD_SBO);
    assert_true(d.field[0].read && d.field[0].matters);
    /* Ignored bits. */
    wgd_diff_words(UINT64_C(0x4000004000010040), UINT64_C(0x4000404000010040), a_k_f16, &d);
    assert_true(d.same);
    assert_int_equal(d.field[0].field, WGD_FIELD_IGNORED);
    assert_true(d.field[0].b == UINT64_C(0x0000400000000000));
    assert_false(d.field[0].read || d.field[0].matters);
}

/* Row 4 of the pattern and a start 64 bytes on are one and the same for two columns. */
static void test_two_fields_that_cancel(void **state)
{
    (void)state;
    wgd_diff d;
    wgd_diff_words(UINT64_C(0x4000004000010040), UINT64_C(0x4008004000010044), a_k_f16, &d);
    assert_true(d.same);
    assert_int_equal(d.n, 2);
    assert_true(d.field[0].read && d.field[0].matters && d.field[1].read && d.field[1].matters);
}

/* For a whole operand each verdict against the maps, element by element. */
static void test_against_maps(void **state)
{
    (void)state;
    rng r = rng_start();
    static uint32_t map_a[WGD_BLOCK_MN_MAX * WGD_BLOCK_K_MAX];
    static uint32_t map_b[WGD_BLOCK_MN_MAX * WGD_BLOCK_K_MAX];
    int same = 0;
    for (int n = 0; n < 4000; n++) {
        const wgd_read rd = random_read(&r);
        const uint64_t a = wgd_desc_encode(random_desc(&r));
        uint64_t b = a ^ UINT64_C(1) << rng_below(&r, 64);
        b = rng_below(&r, 2) ? b : b ^ UINT64_C(1) << rng_below(&r, 64);
        const size_t cap = sizeof map_a / sizeof map_a[0];
        assert_int_equal(wgd_fetch_map(a, rd, map_a, cap, NULL), WGD_OK);
        assert_int_equal(wgd_fetch_map(b, rd, map_b, cap, NULL), WGD_OK);
        const size_t bytes = sizeof map_a[0] * (size_t)rd.mn * (size_t)wgd_read_k(rd);
        wgd_diff d;
        wgd_diff_words(a, b, rd, &d);
        assert_int_equal(d.same, memcmp(map_a, map_b, bytes) == 0);
        bool any = false;
        for (int i = 0; i < d.n; i++) {
            any = any || d.field[i].matters;
            /* What nothing reads cannot matter. */
            assert_true(d.field[i].read || !d.field[i].matters);
        }
        assert_true(d.same || any);
        same += d.same;
    }
    assert_in_range(same, 400, 3600);
}

static void test_all_reads(void **state)
{
    (void)state;
    wgd_diff_all d;
    int reads = 0;
    wgd_read rd = wgd_read_first(WGD_SM90);
    do {
        assert_int_equal(wgd_read_check(rd, NULL), WGD_OK);
        reads++;
    } while (wgd_read_next(&rd));
    /* 16-bit: 2 types x 2 majors x dense/sparse x (A + 32 N); tf32 and 8-bit floats: 3 types x
     * dense/sparse x 33; s8, u8: 2 x 2 x (A + 18 N); b1: A + 18 N. */
    assert_int_equal(reads, 2 * 2 * 2 * 33 + 3 * 2 * 33 + 2 * 2 * 19 + 19);
    wgd_diff_all_reads(UINT64_C(0x4000004000010040), UINT64_C(0x4000004000000040), WGD_SM90, &d);
    assert_int_equal(d.reads, reads);
    /* LBO of the 128B swizzle: read by MN-major only, where the block has a second 64-element row.
     */
    assert_false(d.any.same);
    assert_int_equal(d.reads - d.same, 2 * 2 * (32 - 8));
    assert_true(d.any.field[0].read && d.any.field[0].matters);
    wgd_diff_all_reads(UINT64_C(0x4000004000010040), UINT64_C(0x4000004000010040), WGD_SM90, &d);
    assert_true(d.any.same);
    assert_int_equal(d.any.n, 0);
    /* Without swizzle nothing reads base_offset. */
    wgd_diff_all_reads(UINT64_C(0x0000004000010040), UINT64_C(0x000e004000010040), WGD_SM90, &d);
    assert_true(d.any.same);
    assert_string_equal(wgd_field_name(d.any.field[0].field), "base_offset");
    /* Words that stand for nothing: layout types 5 and 3 of tcgen05. */
    memset(&d, 0x55, sizeof d);
    wgd_diff_all_reads(UINT64_C(0xbd3e5d3931bffddc), UINT64_C(0x608654a75c705c50), WGD_SM103, &d);
    assert_int_equal(d.reads, 0);
    assert_int_equal(d.any.n, 0);
    assert_false(d.any.same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lbo_0_1_16_for_128B_k_major),
        cmocka_unit_test(test_fields_that_matter),
        cmocka_unit_test(test_two_fields_that_cancel),
        cmocka_unit_test(test_against_maps),
        cmocka_unit_test(test_all_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
