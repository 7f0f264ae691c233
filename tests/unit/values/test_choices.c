/* SPDX-License-Identifier: MIT
 *
 * What a comparison tells of the choice that follows it: of the number that was compared, what it can be on each side.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "one_insn.h"

enum { SET = 1, CHOOSE = 2 };

/* p = x < 10, of a number x that is named; y = p ? x : x + 100. */
static void choice(uint64_t lo, uint64_t hi)
{
    one_start();
    scan_insn *set = &one_insn[SET], *sel = &one_insn[CHOOSE];
    one_put(0, 32, one_symbol(2, 8, scan_num_range(lo, hi, 32)));
    one_put(1, 32, one_range(100, 200, 32));
    set->op = SCAN_OP_SETP;
    set->width = 1;
    set->sw = 32;
    set->arg = SCAN_LT;
    set->src[0] = scan_src_reg(0);
    set->src[1] = scan_src_imm(10);
    set->dst = 4;
    one_reg[4].width = 1;
    scan_eval(&one, SET);
    sel->op = SCAN_OP_SEL;
    sel->src[0] = scan_src_reg(0);
    sel->src[1] = scan_src_reg(1);
    sel->src[2] = scan_src_reg(4);
}

static void choices(void **state)
{
    (void)state;
    choice(0, 9);
    scan_val v = one_result(CHOOSE);
    is_num(v, scan_num_range(0, 9, 32));
    is_symbol(v, 2, 8);
    choice(10, 20);
    is_plain(one_result(CHOOSE), scan_num_range(100, 200, 32));
    choice(0, 1000); /* 0 to 9, or 100 to 200 */
    v = one_result(CHOOSE);
    assert_int_equal(v.num.umin, 0);
    assert_int_equal(v.num.umax, 200);
    is_symbol(v, 0, 0);
    one_insn[CHOOSE].src[2].flags = SCAN_NOT; /* 10 to 1000, or 100 to 200 */
    v = one_result(CHOOSE);
    assert_int_equal(v.num.umin, 10);
    assert_int_equal(v.num.umax, 1000);
    choice(0, 1000); /* the other way round: 100 to 200, or 10 to 1000 */
    one_insn[CHOOSE].src[0] = scan_src_reg(1);
    one_insn[CHOOSE].src[1] = scan_src_reg(0);
    v = one_result(CHOOSE);
    assert_int_equal(v.num.umin, 10);
    assert_int_equal(v.num.umax, 1000);
    one_insn[CHOOSE].src[2].flags = SCAN_NOT;
    v = one_result(CHOOSE);
    assert_int_equal(v.num.umin, 0);
    assert_int_equal(v.num.umax, 200);
}

/* Where one thing is otherwise the comparison tells nothing. */
static void choices_that_tell_nothing(void **state)
{
    (void)state;
    scan_val v;
    for (int what = 0; what < 12; what++) {
        choice(0, 1000);
        scan_insn *set = &one_insn[SET];
        scan_site *site = &one_site[SET];
        assert_true(site->described && site->known[1] && site->off[1] == 10 && site->sym[0] == 2);
        uint64_t most = 1000;
        switch (what) {
        case 0:
            one_cur[0].sym = 3; /* another number */
            break;
        case 1:
            one_cur[0].off = 9;
            break;
        case 2:
            one_cur[0].sym = 0;
            break;
        case 3:
            set->op = SCAN_OP_ADD;
            break;
        case 4:
            site->described = false; /* under a guard */
            break;
        case 5:
            set->sw = 64;
            break;
        case 6:
            site->sym[1] = 1; /* compared with what is not known */
            break;
        case 7:
            site->known[1] = false;
            break;
        case 8:
            one_cur[4].sym = scan_sym_named(0); /* no result */
            break;
        case 9:
            one_cur[4].off = 1;
            break;
        case 10:
            one_cur[4].sym = 0;
            break;
        default:
            set->flags = SCAN_FLAG_SIGNED; /* the same, of these numbers */
            most = 200;
            break;
        }
        v = one_result(CHOOSE);
        assert_int_equal(v.num.umin, 0);
        assert_int_equal(v.num.umax, most);
    }
    choice(0, 1000);
    one_insn[CHOOSE].src[2] = scan_src_imm(1);
    is_symbol(one_result(CHOOSE), 2, 8);
    one_insn[CHOOSE].src[2] = scan_src_imm(0);
    is_plain(one_result(CHOOSE), scan_num_range(100, 200, 32));
    choice(0, UINT32_MAX);
    v = one_result(CHOOSE);
    assert_int_equal(v.num.umin, 0);
    assert_int_equal(v.num.umax, 200);
    for (uint32_t sym = 0; sym < 2;
         sym++) { /* a number without a name may be another when it is chosen */
        choice(0, 1000);
        one_put(0, 32, one_symbol(sym, 0, scan_num_range(0, 1000, 32)));
        scan_eval(&one, SET);
        one_site[SET].known[0] = true;
        assert_int_equal(one_result(CHOOSE).num.umax, sym ? 200 : 1000);
    }
    choice(0, 1000); /* compared as signed: the negative are below 10, too */
    one_insn[SET].flags = SCAN_FLAG_SIGNED;
    one_put(0, 32, one_symbol(2, 8, scan_num_top(32)));
    scan_eval(&one, SET);
    assert_int_equal(one_result(CHOOSE).num.smin, INT32_MIN);
    assert_int_equal(one_result(CHOOSE).num.smax, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices),
        cmocka_unit_test(choices_that_tell_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
