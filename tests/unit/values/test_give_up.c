/* SPDX-License-Identifier: MIT
 *
 * A number that takes long to come to its place: a one that a loop shifts through a row of registers, one bit a round.
 * Round k brings it to bit k of the row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "values/value_run.h"

enum { ROW = 7, BITS = 64, ROUNDS = 400 };
enum {
    LOW = ROW,
    HIGH,
    SUM,
    AGAIN,
    REGS
}; /* what a round computes with, and the predicate that the loop goes on by */

static scan_insn insn[ROW * 6];
static scan_reg regs[REGS];
static uint32_t ref[ROW * 6];
static char memory[1 << 16];
static scan_func f;
static scan_flow flow;
static scan_run run;

static scan_insn *emit(scan_op op, uint32_t dst, scan_src a, scan_src b)
{
    scan_insn *in = &insn[f.n_insn++];
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    memset(in, 0, sizeof *in);
    in->op = (uint8_t)op;
    in->width = BITS;
    in->dst = dst;
    in->dst2 = in->guard = in->carry = SCAN_NO_REG;
    in->src[0] = a;
    in->src[1] = b;
    in->src[2] = none;
    in->refs = (uint32_t)f.n_ref;
    if (dst != SCAN_NO_REG) {
        in->n_write = 1;
        ref[f.n_ref++] = dst;
    }
    return in;
}

/* r = (r << 1 | the highest bit of the one before), from the last to the first; of the last register `kept` bits stay. */
static void one_round(uint32_t kept)
{
    const scan_src one = scan_src_imm(1);
    for (uint32_t i = ROW - 1; i > 0; i--) {
        emit(SCAN_OP_SHL, LOW, scan_src_reg(i), one);
        emit(SCAN_OP_SHR, HIGH, scan_src_reg(i - 1), scan_src_imm(BITS - 1));
        scan_insn *in = emit(SCAN_OP_LOP3, i, scan_src_reg(LOW), scan_src_reg(HIGH));
        in->src[2] = scan_src_imm(i + 1 == ROW ? (UINT64_C(1) << kept) - 1 : UINT64_MAX);
        in->arg = 0xa8; /* (a | b) & c */
    }
    emit(SCAN_OP_SHL, 0, scan_src_reg(0), one);
}

/* The last register as the loop begins. */
static scan_num last_of_row(uint32_t kept)
{
    static scan_label head;
    static scan_gmma gmma;
    static scan_arena arena;
    const scan_arena fresh = {memory, sizeof memory, 0, false};
    const scan_src none = scan_src_imm(0);
    memset(&f, 0, sizeof f);
    memset(&run, 0, sizeof run);
    memset(&gmma, 0, sizeof gmma);
    f.insn = insn;
    f.ref = ref;
    f.reg = regs;
    f.n_reg = REGS;
    f.label = &head;
    f.n_label = 1;
    f.gmma = &gmma;
    f.n_gmma = 1;
    for (int i = 0; i < REGS; i++) {
        regs[i].width = i == AGAIN ? 1 : BITS;
    }
    for (uint32_t i = 0; i < ROW; i++) {
        emit(SCAN_OP_MOV, i, scan_src_imm(i == 0), none);
    }
    head.insn = (uint32_t)f.n_insn;
    gmma.insn = head.insn;
    gmma.a_shared = true;
    gmma.a = gmma.b = scan_src_reg(ROW - 1);
    gmma.scale_d = scan_src_imm(1);
    emit(SCAN_OP_WGMMA, SCAN_NO_REG, none, none)->src[0].reg = 0;
    one_round(kept);
    scan_insn *again = emit(SCAN_OP_BRANCH, SCAN_NO_REG, none, none);
    again->src[0].reg = 0;
    again->guard = AGAIN;
    arena = fresh;
    run.f = &f;
    run.flow = &flow;
    run.arena = &arena;
    assert_true(scan_flow_build(&f, &arena, &flow));
    assert_true(scan_slice(&run));
    assert_true(scan_fix(&run));
    assert_false(run.changed);
    return run.in[run.n_slot + run.slot[ROW - 1]].num;
}

/* Behind the round that finds the last bit comes one in which what is computed from it changes, and one that changes
 * nothing. */
enum { LAST_KEPT = ROUNDS - (ROW - 1) * BITS - 1 };

static void found_in_time(void **state)
{
    (void)state;
    for (uint32_t kept = 1; kept <= LAST_KEPT; kept++) {
        const scan_num num = last_of_row(kept);
        assert_int_equal(run.sweeps, (ROW - 1) * BITS + kept + 1);
        assert_int_equal(num.value, 0);
        assert_int_equal(num.mask, (UINT64_C(1) << kept) - 1);
    }
}

/* One bit more, and the last round is one too late: nothing is known then, which is right, too. */
static void given_up(void **state)
{
    (void)state;
    for (uint32_t kept = LAST_KEPT + 1; kept < LAST_KEPT + 4; kept++) {
        assert_true(scan_num_equal(last_of_row(kept), scan_num_top(BITS)));
        assert_int_equal(run.sweeps, ROUNDS + 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_in_time),
        cmocka_unit_test(given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
