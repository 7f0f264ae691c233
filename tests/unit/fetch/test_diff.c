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

/* ---- field by field, from the bits of the words -------------------------------------------- */

/* PTX ISA, matrix descriptors of wgmma and of tcgen05: where the fields are. */
typedef struct {
    wgd_field field;
    int low, bits;
    unsigned archs; /* bits 1 << arch */
} place_of_field;

enum { SM90 = 1 << WGD_SM90, SM100 = 1 << WGD_SM100, SM103 = 1 << WGD_SM103 };

static const place_of_field places[] = {
    {WGD_FIELD_START, 0, 14, SM90 | SM100 | SM103},
    {WGD_FIELD_LBO, 16, 14, SM90 | SM100 | SM103},
    {WGD_FIELD_SBO, 32, 14, SM90 | SM100 | SM103},
    {WGD_FIELD_BASE_OFFSET, 49, 3, SM90 | SM100 | SM103},
    {WGD_FIELD_LAYOUT_TYPE, 62, 2, SM90},
    {WGD_FIELD_LAYOUT_TYPE, 61, 3, SM100 | SM103},
    {WGD_FIELD_VERSION, 46, 3, SM100 | SM103},
    {WGD_FIELD_LBO_MODE, 52, 1, SM103},
};

/* The difference that is about a field, or NULL. */
static const wgd_field_diff *found(const wgd_diff *d, wgd_field f)
{
    for (int i = 0; i < d->n; i++) {
        if (d->field[i].field == f) {
            return &d->field[i];
        }
    }
    return NULL;
}

static bool same_map(uint64_t a, uint64_t b, wgd_read rd)
{
    static uint32_t map_a[WGD_BLOCK_MN_MAX * WGD_BLOCK_K_MAX];
    static uint32_t map_b[WGD_BLOCK_MN_MAX * WGD_BLOCK_K_MAX];
    const size_t cap = sizeof map_a / sizeof map_a[0];
    assert_int_equal(wgd_fetch_map(a, rd, map_a, cap, NULL), WGD_OK);
    assert_int_equal(wgd_fetch_map(b, rd, map_b, cap, NULL), WGD_OK);
    return memcmp(map_a, map_b, sizeof map_a[0] * (size_t)rd.mn * (size_t)wgd_read_k(rd)) == 0;
}

static void check_fields(uint64_t a, uint64_t b, wgd_read rd)
{
    const bool defined =
        wgd_word_check(a, rd, NULL) == WGD_OK && wgd_word_check(b, rd, NULL) == WGD_OK;
    uint64_t ignored = UINT64_MAX;
    int differ = 0;
    wgd_diff d;
    wgd_diff_words(a, b, rd, &d);
    assert_int_equal(d.same, a == b || (defined && same_map(a, b, rd)));
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const place_of_field *p = &places[i];
        if ((p->archs >> rd.arch & 1) == 0) {
            continue;
        }
        const uint64_t mask = ((UINT64_C(1) << p->bits) - 1) << p->low;
        const wgd_field_diff *f = found(&d, p->field);
        ignored &= ~mask;
        differ += ((a ^ b) & mask) != 0;
        assert_int_equal(f != NULL, ((a ^ b) & mask) != 0);
        if (f) {
            assert_true(f->a == (a & mask) >> p->low && f->b == (b & mask) >> p->low);
        }
        if (f && defined) {
            assert_int_equal(f->matters, !same_map(a, (a & ~mask) | (b & mask), rd));
        }
    }
    const wgd_field_diff *f = found(&d, WGD_FIELD_IGNORED);
    assert_int_equal(f != NULL, ((a ^ b) & ignored) != 0);
    if (f) {
        assert_true(f->a == (a & ignored) && f->b == (b & ignored) && !f->read && !f->matters);
    }
    assert_int_equal(d.n, differ + (f != NULL));
}

static void test_fields_are_bits(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int n = 0; n < 1500; n++) {
        wgd_read rd = random_read(&r);
        wgd_desc d = random_desc(&r);
        rd.arch = (wgd_arch[]){WGD_SM90, WGD_SM100, WGD_SM103}[n % 3];
        d.lbo_absolute = rd.arch == WGD_SM103 && rng_below(&r, 2);
        if (wgd_read_check(rd, NULL) != WGD_OK) {
            continue;
        }
        const uint64_t a = wgd_desc_pack(d, rd.arch);
        const uint64_t b = a ^ UINT64_C(1) << rng_below(&r, 64);
        check_fields(a, b, rd);
        check_fields(b, b ^ UINT64_C(1) << rng_below(&r, 64), rd);
        check_fields(a, a, rd);
    }
}

/* All reads are each of them, one after the other. */
static void test_all_is_each(void **state)
{
    (void)state;
    static const uint64_t words[][2] = {
        {UINT64_C(0x4000004000010040), UINT64_C(0xc002404000010041)},
        {UINT64_C(0x4000404000010040), UINT64_C(0x4010404000020040)},
        {UINT64_C(0x2000004000010040), UINT64_C(0x4000404000010040)}};
    for (int i = 0; i < 9; i++) {
        const wgd_arch arch = (wgd_arch[]){WGD_SM90, WGD_SM100, WGD_SM103}[i % 3];
        const uint64_t a = words[i / 3][0], b = words[i / 3][1];
        bool matters[WGD_FIELD_COUNT] = {false}, read[WGD_FIELD_COUNT] = {false};
        int reads = 0, same = 0, n = 0;
        wgd_read rd = wgd_read_first(arch);
        do {
            wgd_diff one;
            if (wgd_word_check(a, rd, NULL) != WGD_OK && wgd_word_check(b, rd, NULL) != WGD_OK) {
                continue;
            }
            wgd_diff_words(a, b, rd, &one);
            reads++;
            same += one.same;
            n = one.n;
            for (int k = 0; k < one.n; k++) {
                matters[one.field[k].field] |= one.field[k].matters;
                read[one.field[k].field] |= one.field[k].read;
            }
        } while (wgd_read_next(&rd));
        wgd_diff_all all;
        wgd_diff_all_reads(a, b, arch, &all);
        assert_true(all.reads == reads && all.same == same && all.any.n == n);
        assert_int_equal(all.any.same, reads > 0 && same == reads);
        for (int k = 0; k < all.any.n; k++) {
            const wgd_field_diff *f = &all.any.field[k];
            assert_true(f->read == read[f->field] && f->matters == matters[f->field]);
        }
    }
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
        cmocka_unit_test(test_fields_are_bits),
        cmocka_unit_test(test_all_reads),
        cmocka_unit_test(test_all_is_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
