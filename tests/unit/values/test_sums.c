/* SPDX-License-Identifier: MIT
 *
 * What sums and products of the intermediate form make of numbers that are known: what the machine makes of them, by the
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

/* add of three numbers and a carry, which may be inverted; what is carried out. */
static void sums(void **state)
{
    (void)state;
    static const int widths[] = {8, 32, 64};
    for (int k = 0; k < 300; k++) {
        const int w = widths[k % 3];
        const uint64_t a = any(w), b = any(w), c = any(w), cy = rng_next(&r) >> 63;
        const bool has = k / 6 % 2, inverted = k / 12 % 2, borrow = k / 24 % 5 == 0;
        scan_insn *in = &one_insn[2];
        in->op = SCAN_OP_ADD;
        in->width = (uint8_t)w;
        in->src[0] = one_put(0, w, one_const(a, w));
        in->src[1] = one_put(1, w, one_const(b, w));
        in->src[2] = one_put(2, w, one_const(c, w));
        one_put(3, 1, one_const(cy, 1));
        in->carry = has ? 3 : SCAN_NO_REG;
        in->flags = (uint8_t)((inverted ? SCAN_FLAG_CARRY_NOT : SCAN_FLAG_SIGNED) |
                              (borrow ? SCAN_FLAG_BORROW : 0));
        in->dst = 5;
        in->dst2 = 4;
        one_put(4, 1, one_const(0, 1));
        const uint64_t x = has ? (inverted ? 1 - cy : cy) : 0;
        uint64_t sum = a;
        bool over = __builtin_add_overflow(sum, b, &sum);
        over = __builtin_add_overflow(sum, c, &sum) || over;
        over = __builtin_add_overflow(sum, x, &sum) || over;
        const scan_val v = one_result(2);
        is_const(v, sum & scan_bits(w));
        assert_int_equal(v.sym, 0);
        if (borrow) {
            is_plain(one_cur[4], scan_num_top(1));
        } else {
            is_const(one_cur[4], over || sum > scan_bits(w));
        }
    }
}

/* What is carried out of any members of ranges: never, always, or now and then. */
static void carries(void **state)
{
    (void)state;
    for (int k = 0; k < 300; k++) {
        const int w = 4;
        uint64_t lo = 0, hi = 0, end[4][2];
        for (int i = 0; i < 4; i++) {
            const uint64_t most = i < 3 ? 15 : 1, x = rng_next(&r) & most, y = rng_next(&r) & most;
            end[i][0] = x < y ? x : y;
            end[i][1] = x < y ? y : x;
            lo += end[i][0];
            hi += end[i][1];
            one_put((uint32_t)i, i < 3 ? w : 1, one_range(end[i][0], end[i][1], i < 3 ? w : 1));
        }
        scan_insn *in = &one_insn[0];
        in->op = SCAN_OP_ADD;
        in->width = (uint8_t)w;
        in->src[0] = scan_src_reg(0);
        in->src[1] = scan_src_reg(1);
        in->src[2] = scan_src_reg(2);
        in->carry = 3;
        in->dst2 = 4;
        one_put(4, 1, one_const(0, 1));
        (void)one_result(0);
        is_plain(one_cur[4], lo > 15   ? scan_num_const(1, 1)
                             : hi > 15 ? scan_num_top(1)
                                       : scan_num_const(0, 1));
    }
}

/* A symbol and what is known to be added, in any order; the difference of two that have one symbol. */
static void sums_of_symbols(void **state)
{
    (void)state;
    const scan_num some = scan_num_known(0, 0xfff0, 32);
    scan_insn *in = &one_insn[0];
    in->op = SCAN_OP_ADD;
    for (int at = 0; at < 3; at++) {
        for (int i = 0; i < 3; i++) {
            in->src[i] = i == at ? one_put(0, 32, one_symbol(2, 100, some))
                                 : scan_src_imm((uint64_t)(5 + i));
        }
        is_symbol(one_result(0), 2, 100 + 5 + 6 + 7 - 5 - (uint64_t)at);
    }
    in->src[0] = one_put(0, 32, one_symbol(2, 100, some));
    in->src[1] = one_put(1, 32, one_symbol(2, 30, some));
    in->src[2].kind = SCAN_NONE;
    is_symbol(one_result(0), 0, 0);
    in->src[1].flags = SCAN_NEG;
    scan_val v = one_result(0);
    is_const(v, 70);
    one_cur[1].sym = 3;
    v = one_result(0);
    is_plain(v, scan_num_sub(some, some, 32));
    one_cur[0].sym = one_cur[1].sym = 0;
    is_plain(one_result(0), scan_num_sub(some, some, 32));
    one_put(0, 32, one_symbol(1, 10, some));
    one_put(1, 32, one_symbol(1, 30, some));
    is_const(one_result(0), UINT32_MAX - 19);
    one_put(1, 32, one_const(40, 32));
    v = one_result(0);
    is_num(v, scan_num_sub(some, scan_num_const(40, 32), 32));
    is_symbol(v, 1, UINT32_MAX - 29);
    /* With a third number, a carry or another sign it is a sum of numbers. */
    one_put(1, 32, one_symbol(1, 30, some));
    in->src[2] = scan_src_imm(0);
    is_symbol(one_result(0), 0, 0);
    in->src[2].kind = SCAN_NONE;
    in->src[0].flags = SCAN_NEG;
    assert_int_not_equal(one_result(0).num.mask, 0);
    in->src[0].flags = 0;
    in->carry = 3;
    one_put(3, 1, one_const(0, 1));
    assert_int_not_equal(one_result(0).num.mask, 0);
}

static void products(void **state)
{
    (void)state;
    for (int k = 0; k < 300; k++) {
        const bool wide = k % 2, is_signed = k / 2 % 2, has = k / 4 % 2, inverted = k / 8 % 2;
        const int w = wide ? 64 : k % 3 ? 32 : 64, sw = wide ? 32 : w;
        const uint64_t a = any(sw), b = any(sw), c = any(w), cy = rng_next(&r) >> 63;
        scan_insn *in = &one_insn[1];
        in->op = SCAN_OP_MUL;
        in->width = (uint8_t)w;
        in->sw = wide ? 32 : 0;
        in->src[0] = one_put(0, sw, one_const(a, sw));
        in->src[1] = one_put(1, sw, one_const(b, sw));
        in->src[2] = one_put(2, w, one_const(c, w));
        one_put(3, 1, one_const(cy, 1));
        in->carry = has ? 3 : SCAN_NO_REG;
        in->flags = (uint8_t)((is_signed ? SCAN_FLAG_SIGNED : SCAN_FLAG_HIGH) |
                              (inverted ? SCAN_FLAG_CARRY_NOT : 0));
        const uint64_t x = is_signed && wide ? (uint64_t)(int64_t)(int32_t)a : a,
                       y = is_signed && wide ? (uint64_t)(int64_t)(int32_t)b : b,
                       z = has ? (inverted ? 1 - cy : cy) : 0;
        is_const(one_result(1), (x * y + c + z) & scan_bits(w));
    }
}

/* Once a symbol is that symbol, from either side; a multiple of it is not. */
static void products_of_symbols(void **state)
{
    (void)state;
    const scan_num some = scan_num_range(0, 1000, 32);
    scan_insn *in = &one_insn[0];
    in->op = SCAN_OP_MUL;
    in->src[2] = scan_src_imm(4);
    for (int side = 0; side < 2; side++) {
        in->src[side] = one_put(0, 32, one_symbol(2, 100, some));
        for (uint64_t times = 0; times < 3; times++) {
            in->src[1 - side] = scan_src_imm(times);
            const scan_val v = one_result(0);
            is_symbol(v, times == 1 ? 2 : 0, times == 1 ? 104 : v.off);
        }
    }
    in->src[0] = in->src[1] = one_put(0, 32, one_symbol(2, 100, some));
    assert_int_equal(one_result(0).sym, 0);
    /* A carry that has a name. */
    one_insn[4].dst = 5;
    one_reg[5].width = 1;
    one_put(3, 1, one_symbol(scan_sym_site(&one, 4), 0, scan_num_top(1)));
    in->src[0] = in->src[1] = in->src[2] = scan_src_imm(3);
    in->carry = 3;
    is_symbol(one_result(0), scan_sym_site(&one, 4), 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(sums, any_start),
        cmocka_unit_test_setup(carries, any_start),
        cmocka_unit_test_setup(sums_of_symbols, any_start),
        cmocka_unit_test_setup(products, any_start),
        cmocka_unit_test_setup(products_of_symbols, any_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
