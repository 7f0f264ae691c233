/* SPDX-License-Identifier: MIT
 *
 * Two words of which one is read by nothing: they are the same where they are one word of one architecture, and what
 * matters is what makes it no word. PTX ISA, tcgen05's matrix descriptor: version 0b001 at bit 46, layout type at 61.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "wgdesc.h"

/* PTX ISA, tcgen05's matrix descriptor: 0b001 at bit 46; swizzle 1 at bit 61 is that of 32-byte atoms, which is for
 * MN-major tf32. */
static void test_undefined(void **state)
{
    (void)state;
    const uint64_t word = UINT64_C(1) << 61 | UINT64_C(1) << 46 | UINT64_C(64) << 32;
    const wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM100, 0};
    wgd_diff d;
    wgd_diff_words(word, word, rd, &d);
    assert_true(d.same);
    wgd_diff_words(word, word + 64, rd, &d);
    assert_false(d.same);
    wgd_diff_across(word, word, rd, WGD_SM100, &d);
    assert_true(d.same);
    wgd_diff_across(word, word, rd, WGD_SM90, &d);
    assert_false(d.same);
}

static uint64_t word_of(uint64_t start, uint64_t version, uint64_t type)
{
    return start | UINT64_C(1) << 16 | UINT64_C(64) << 32 | version << 46 | type << 61;
}

static void check(const wgd_field_diff *d, wgd_field f, uint64_t a, uint64_t b, bool matters)
{
    assert_int_equal(d->field, f);
    assert_true(d->a == a && d->b == b && d->read);
    assert_int_equal(d->matters, matters);
}

static void test_no_word(void **state)
{
    (void)state;
    const wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM100, 0};
    const uint64_t good = word_of(64, 1, 2), other = word_of(65, 0, 3);
    wgd_diff d;
    wgd_diff_words(good, word_of(64, 0, 2), rd, &d);
    assert_true(d.n == 1 && !d.same);
    check(&d.field[0], WGD_FIELD_VERSION, 1, 0, true);
    for (int way = 0; way < 2; way++) {
        const uint64_t a = way ? other : good, b = way ? good : other;
        wgd_diff_words(a, b, rd, &d);
        assert_true(d.n == 3 && !d.same);
        check(&d.field[0], WGD_FIELD_START, a & 0x3fff, b & 0x3fff, false);
        check(&d.field[1], WGD_FIELD_LAYOUT_TYPE, a >> 61, b >> 61, true);
        check(&d.field[2], WGD_FIELD_VERSION, a >> 46 & 7, b >> 46 & 7, true);
    }
}

/* Words that differ in all that sm_103's have, over all reads: those of the one that is a word, which are all of tcgen05
 * but for MN-major tf32, read through another swizzle. */
static void test_all_fields(void **state)
{
    (void)state;
    const uint64_t a = UINT64_C(1) | 1 << 16 | UINT64_C(1) << 32 | UINT64_C(1) << 46 |
                       UINT64_C(1) << 49 | UINT64_C(2) << 61;
    const uint64_t b = UINT64_C(2) | 2 << 16 | UINT64_C(2) << 32 | UINT64_C(2) << 49 |
                       UINT64_C(1) << 52 | UINT64_C(1) << 60 | UINT64_C(4) << 61;
    wgd_diff_all all;
    wgd_diff_all_reads(a, b, WGD_SM103, &all);
    assert_int_equal(all.any.n, WGD_FIELD_COUNT);
    for (int i = 0; i < WGD_FIELD_COUNT; i++) {
        assert_int_equal(all.any.field[i].field, i);
    }
    assert_true(all.same == 0 && !all.any.same);
    int reads = 0;
    wgd_read rd = wgd_read_first(WGD_SM103);
    do {
        reads += rd.dtype != WGD_TF32 || rd.major == WGD_MAJOR_K;
    } while (wgd_read_next(&rd));
    assert_int_equal(all.reads, reads);
}

/* One block through words of two architectures: the same bits but for tcgen05's version. */
static void test_across(void **state)
{
    (void)state;
    const uint64_t hopper = UINT64_C(0x4000004000010040), blackwell = hopper | UINT64_C(1) << 46;
    const wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    wgd_diff d;
    wgd_diff_across(hopper, blackwell, rd, WGD_SM100, &d);
    assert_true(d.same && d.n == 0);
    wgd_diff_across(hopper, blackwell + 1, rd, WGD_SM100, &d);
    assert_true(!d.same && d.n == 1);
    check(&d.field[0], WGD_FIELD_START, 64, 65, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undefined),
        cmocka_unit_test(test_no_word),
        cmocka_unit_test(test_all_fields),
        cmocka_unit_test(test_across),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
