/* SPDX-License-Identifier: MIT
 *
 * Two words through which a type is not read at all: they are the same where they are one word of one architecture.
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undefined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
