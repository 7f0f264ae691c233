/* SPDX-License-Identifier: MIT
 *
 * What comparisons, conversions, moves, quotients and extremes of the intermediate form make of numbers that are known: what the machine makes of them, by the
 * definitions of the PTX ISA; of numbers that are not known, what all the members give; and of a symbol, when it is
 * still that symbol.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "any_number.h"
#include "one_insn.h"

static void extremes(void **state)
{
    (void)state;
    for (int k = 0; k < 200; k++) {
        const int w = k % 2 ? 32 : 64;
        const uint64_t a = any(w), b = any(w);
        const bool is_signed = k / 2 % 2, most = k / 4 % 2;
        scan_insn *in = &one_insn[0];
        in->op = most ? SCAN_OP_MAX : SCAN_OP_MIN;
        in->flags = is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH;
        in->width = (uint8_t)w;
        in->src[0] = one_put(0, w, one_const(a, w));
        in->src[1] = one_put(1, w, one_const(b, w));
        const bool first = is_signed ? scan_signed(a, w) < scan_signed(b, w) : a < b;
        is_const(one_result(0), first != most ? a : b);
    }
}

static void quotients(void **state)
{
    (void)state;
    for (int k = 0; k < 300; k++) {
        const int w = k % 2 ? 32 : 64;
        const uint64_t a = any(w), b = any(w) >> (k % 3 ? rng_below(&r, w) : 0);
        const bool is_signed = k / 2 % 2, rest = k / 4 % 2;
        if (b == 0) {
            continue; /* what the machine makes of it is another question */
        }
        scan_insn *in = &one_insn[0];
        in->op = rest ? SCAN_OP_REM : SCAN_OP_DIV;
        in->flags = is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH;
        in->width = (uint8_t)w;
        in->src[0] = one_put(0, w, one_const(a, w));
        in->src[1] = one_put(1, w, one_const(b, w));
        if (is_signed && (scan_signed(a, w) < 0 || scan_signed(b, w) < 0)) {
            is_plain(one_result(0), scan_num_top(w));
        } else if (rest) { /* one of those that there are */
            const scan_val v = one_result(0);
            assert_true(scan_num_contains(v.num, a % b, w));
            assert_true(v.num.umax == (a < b - 1 ? a : b - 1) || v.num.mask == 0);
        } else {
            is_const(one_result(0), a / b);
        }
    }
    scan_insn *in = &one_insn[0];
    in->op = SCAN_OP_DIV;
    in->width = 32;
    in->flags = SCAN_FLAG_SIGNED;
    in->src[0] = scan_src_imm(0); /* 0 has no sign */
    in->src[1] = scan_src_imm(3);
    is_const(one_result(0), 0);
}

static void comparisons(void **state)
{
    (void)state;
    for (int k = 0; k < 600; k++) {
        const int w = k % 2 ? 32 : 64;
        const uint64_t a = any(w), b = k % 5 ? any(w) : a;
        const bool is_signed = k / 2 % 2;
        const int64_t x = scan_signed(a, w), y = scan_signed(b, w);
        const bool less = is_signed ? x < y : a < b, more = is_signed ? x > y : a > b;
        const bool want[] = {a == b, a != b, less, !more, more, !less};
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_SETP;
        in->width = 1;
        in->sw = (uint8_t)w;
        in->flags = is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH;
        in->arg = (uint8_t)(k % 6);
        in->src[0] = one_put(0, w, one_const(a, w));
        in->src[1] = one_put(1, w, one_const(b, w));
        is_const(one_result(0), want[k % 6]);
    }
    scan_insn *in = &one_insn[0];
    in->arg = SCAN_LT;
    in->sw = 32;
    in->flags = 0;
    in->src[0] = one_put(0, 32, one_range(3, 9, 32));
    for (uint64_t b = 0; b < 14; b++) {
        in->src[1] = scan_src_imm(b);
        is_plain(one_result(0), b > 9    ? scan_num_const(1, 1)
                                : b <= 3 ? scan_num_const(0, 1)
                                         : scan_num_top(1));
    }
}

static void conversions(void **state)
{
    (void)state;
    static const int widths[] = {8, 16, 32, 64};
    for (int k = 0; k < 300; k++) {
        const int from = widths[k % 4], to = widths[k / 4 % 4];
        const bool is_signed = k / 16 % 2;
        const uint64_t a = any(from);
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_CVT;
        in->width = (uint8_t)to;
        in->sw = (uint8_t)from;
        in->flags = is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH;
        in->src[0] = one_put(0, from, one_const(a, from));
        is_const(one_result(0), (is_signed ? (uint64_t)scan_signed(a, from) : a) & scan_bits(to));
    }
    for (int k = 0; k < 50; k++) {
        const uint64_t lo = any(32), hi = any(32);
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_CONCAT;
        in->width = 64;
        in->sw = 32;
        in->src[0] = one_put(0, 32, one_const(lo, 32));
        in->src[1] = one_put(1, 32, one_const(hi, 32));
        is_const(one_result(0), hi << 32 | lo);
    }
}

/* An address of 32 bits with a known upper half is the symbol and that number. */
static void halves_of_symbols(void **state)
{
    (void)state;
    scan_insn *in = &one_insn[0];
    in->op = SCAN_OP_CONCAT;
    in->width = 64;
    in->sw = 32;
    in->src[0] = one_put(0, 32, one_symbol(scan_sym_named(0), 64, scan_num_range(64, 262144, 32)));
    in->src[1] = scan_src_imm(7);
    is_symbol(one_result(0), scan_sym_named(0), UINT64_C(7) << 32 | 64);
    in->src[1] = one_put(1, 32, one_range(0, 1, 32));
    scan_val v = one_result(0);
    is_symbol(v, 0, 0);
    assert_int_equal(v.num.umax, UINT64_C(1) << 32 | 262144);
    in->src[1] = one_put(1, 32, scan_plain(scan_num_top(32)));
    assert_int_equal(one_result(0).num.smin, INT64_MIN);
    in->src[0] = one_put(0, 32, one_range(0, 1, 32));
    in->src[1] = scan_src_imm(7);
    is_symbol(one_result(0), 0, 0);
    /* Of another block of the cluster: no number with a sign. */
    in->src[0] = one_put(
        0, 32, one_symbol(scan_sym_named(0), 64, scan_num_range(0x90000040, 0x90001000, 32)));
    is_symbol(one_result(0), scan_sym_named(0), UINT64_C(7) << 32 | 64);
}

static void moves(void **state)
{
    (void)state;
    const scan_num some = scan_num_range(3, 9, 32);
    scan_insn *in = &one_insn[0];
    in->src[0] = one_put(0, 32, one_symbol(2, 8, some));
    in->src[1] = scan_src_imm(1);
    in->op = SCAN_OP_MOV;
    scan_val v = one_result(0);
    is_num(v, some);
    is_symbol(v, 2, 8);
    in->op = SCAN_OP_UNIFY; /* of another thread: the number may be another of those */
    is_plain(one_result(0), some);
    in->op = SCAN_OP_RANGE;
    in->src[0] = scan_src_imm(1023);
    is_plain(one_result(0), scan_num_range(0, 1023, 32));
    in->op = SCAN_OP_TOP;
    is_plain(one_result(0), scan_num_top(32));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(extremes, any_start),
        cmocka_unit_test_setup(quotients, any_start),
        cmocka_unit_test_setup(comparisons, any_start),
        cmocka_unit_test_setup(conversions, any_start),
        cmocka_unit_test_setup(halves_of_symbols, any_start),
        cmocka_unit_test_setup(moves, any_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
