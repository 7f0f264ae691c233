/* SPDX-License-Identifier: MIT
 *
 * Values that flow through a function: over a fork and together again, round a loop, and into what a wgmma reads; each
 * worked out by hand. In exactly as much memory as that takes, and in less.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "values/value_run.h"

enum { INSNS = 48, REGS = 8, LABELS = 3, GMMAS = 4, ARENA = 1 << 16 };
enum { SHARED = 1, OTHER = 2 }; /* the symbols that are named */

static scan_insn insn[INSNS];
static scan_label label[LABELS];
static scan_reg regs[REGS];
static scan_gmma gmma[GMMAS];
static scan_sym sym[2];
static uint32_t ref[INSNS];
static char memory[ARENA + 64];
static scan_func f;
static scan_flow flow;
static scan_arena arena;
static scan_run run;

static int start(void **state)
{
    (void)state;
    memset(&f, 0, sizeof f);
    memset(gmma, 0, sizeof gmma);
    const scan_sym shared = {"a", 1, SCAN_SYM_SHARED, 128, -1, 0, 32},
                   other = {"b", 1, SCAN_SYM_PARAM, 1, -1, 0, 32};
    sym[0] = shared;
    sym[1] = other;
    f.insn = insn;
    f.label = label;
    f.reg = regs;
    f.n_reg = REGS;
    f.sym = sym;
    f.n_sym = 2;
    f.gmma = gmma;
    f.ref = ref;
    for (int i = 0; i < REGS; i++) {
        regs[i].width = i < 6 ? 32 : 1; /* 6 and 7 are predicates */
    }
    return 0;
}

static scan_insn *emit(scan_op op, uint32_t dst)
{
    scan_insn *in = &insn[f.n_insn++];
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    memset(in, 0, sizeof *in);
    in->op = (uint8_t)op;
    in->width = 32;
    in->dst = dst;
    in->dst2 = in->guard = in->carry = SCAN_NO_REG;
    in->src[0] = in->src[1] = in->src[2] = none;
    in->refs = (uint32_t)f.n_ref;
    if (dst != SCAN_NO_REG) {
        in->n_write = 1;
        ref[f.n_ref++] = dst;
    }
    return in;
}

static void set(uint32_t dst, scan_src s)
{
    emit(SCAN_OP_MOV, dst)->src[0] = s;
}

static scan_src address(uint32_t i)
{
    const scan_src s = {SCAN_SYM, 0, i - 1, 0};
    return s;
}

static void add(uint32_t dst, uint32_t reg, uint64_t n)
{
    scan_insn *in = emit(SCAN_OP_ADD, dst);
    in->src[0] = scan_src_reg(reg);
    in->src[1] = scan_src_imm(n);
}

static void multiply(uint32_t a, uint32_t b)
{
    scan_gmma *g = &gmma[f.n_gmma];
    g->insn = (uint32_t)f.n_insn;
    g->a_shared = true;
    g->a = scan_src_reg(a);
    g->b = scan_src_reg(b);
    g->scale_d = scan_src_imm(1);
    emit(SCAN_OP_WGMMA, SCAN_NO_REG)->src[0].reg = (uint32_t)f.n_gmma++;
}

static void branch(uint32_t to, uint32_t guard)
{
    scan_insn *in = emit(SCAN_OP_BRANCH, SCAN_NO_REG);
    in->src[0].reg = to;
    in->guard = guard;
}

static void here(uint32_t l)
{
    label[l].insn = (uint32_t)f.n_insn;
    f.n_label = l + 1 > f.n_label ? l + 1 : f.n_label;
}

static void analyse(size_t cap)
{
    memset(memory, 0xab, sizeof memory);
    memset(&run, 0, sizeof run);
    const scan_arena fresh = {memory, cap, 0, false};
    arena = fresh;
    run.f = &f;
    run.flow = &flow;
    run.arena = &arena;
    assert_true(scan_flow_build(&f, &arena, &flow));
    assert_true(scan_slice(&run));
}

static void follow(void)
{
    analyse(ARENA);
    assert_true(scan_fix(&run));
    assert_false(run.changed);
}

/* A register when a block begins. */
static scan_val at(uint32_t block, uint32_t reg)
{
    assert_true(run.slot[reg] < run.n_slot);
    return run.in[block * run.n_slot + run.slot[reg]];
}

static uint32_t phi(uint32_t block, uint32_t reg)
{
    return scan_sym_phi(&run, block, run.slot[reg]);
}

static void is(scan_val v, uint32_t symbol, uint64_t off)
{
    assert_true(v.defined);
    assert_int_equal(v.sym, symbol);
    assert_int_equal(v.off, off);
}

static void is_between(scan_val v, uint64_t least, uint64_t most)
{
    assert_true(v.defined);
    assert_int_equal(v.num.umin, least);
    assert_int_equal(v.num.umax, most);
}

/* ---- without a loop ------------------------------------------------------------------------- */

/* What is written once is looked at once more, and that is all. */
static void straight(void **state)
{
    (void)state;
    set(0, address(SHARED));
    add(1, 0, 48);
    multiply(0, 1);
    follow();
    assert_int_equal(run.n_single, 2);
    assert_int_equal(run.n_slot, 0);
    is(run.gmma[0][0], SHARED, 0);
    is(run.gmma[0][1], SHARED, 48);
    assert_int_equal(run.scale_d[0], 2);
    assert_int_equal(run.sweeps, 2);
}

/*  0: r0 = a, r1 = 5, r2 = a, r3 = a + 8, r4 = 9;  1, or not: r0 = b, r1 = 7, r2 = a, r3 = a + 24, r4 = 9, r5 = 3;  2 */
static void fork_of_two(void **state)
{
    (void)state;
    set(0, address(SHARED));
    set(1, scan_src_imm(5));
    set(2, address(SHARED));
    add(3, 2, 8);
    set(4, scan_src_imm(9));
    branch(0, 7);
    set(0, address(OTHER));
    set(1, scan_src_imm(7));
    set(2, address(SHARED));
    add(3, 2, 24);
    set(4, scan_src_imm(9));
    set(5, scan_src_imm(3));
    here(0);
    add(5, 5, 0); /* two are written, so that it has a slot */
    multiply(0, 1);
    multiply(2, 3);
    multiply(4, 5);
    follow();
    assert_int_equal(run.n_slot, 6);
    is(at(1, 0), SHARED, 0);
    is(at(2, 0), phi(2, 0), 0); /* one address or another */
    is(at(1, 1), 0, 0);
    is_between(at(1, 1), 5, 5);
    is(at(2, 1), phi(2, 1), 0);
    is_between(at(2, 1), 5, 7);
    is(at(2, 2), SHARED, 0);
    is(at(2, 3), phi(2, 3), 0); /* at another distance */
    is(at(2, 4), 0, 0);
    is_between(at(2, 4), 9, 9);
    assert_false(at(1, 5).defined);
    is(at(2, 5), 0, 0); /* what was not written is not read */
    is_between(at(2, 5), 3, 3);
    is(run.gmma[0][0], phi(2, 0), 0);
    is(run.gmma[1][1], phi(2, 3), 0);
    assert_int_equal(run.sweeps, 2);
}

/* Either way begins with what there was before both. */
static void two_ways(void **state)
{
    (void)state;
    set(0, address(SHARED));
    set(1, scan_src_imm(1));
    branch(0, 7);
    multiply(0, 1);
    add(0, 0, 16);
    add(1, 1, 1);
    branch(1, SCAN_NO_REG);
    here(0);
    multiply(0, 1);
    add(0, 0, 32);
    add(1, 1, 2);
    here(1);
    multiply(0, 1);
    follow();
    for (int i = 0; i < 2; i++) {
        is(run.gmma[i][0], SHARED, 0);
        is_between(run.gmma[i][1], 1, 1);
    }
    is(run.gmma[2][0], phi(3, 0), 0);
    is_between(run.gmma[2][1], 2, 3);
}

/* ---- loops ---------------------------------------------------------------------------------- */

/* An address that moves on by 32 bytes, and one 16 bytes behind it: their distance is known in every round, and the
 * address of the round before is none of this one. */
static void moving_on(void **state)
{
    (void)state;
    set(0, address(SHARED));
    set(2, address(SHARED));
    set(1, scan_src_imm(0)); /* so that it has a slot */
    here(0);
    multiply(0, 2);
    add(1, 0, 16);
    multiply(1, 2);
    add(2, 0, 8); /* of this round; it is read in the next */
    add(0, 0, 32);
    branch(0, 7);
    multiply(0, 2);
    follow();
    is(run.gmma[0][0], phi(1, 0), 0);
    is(run.gmma[1][0], phi(1, 0), 16);
    is(run.gmma[0][1], phi(1, 2), 0);
    is(run.gmma[1][1], phi(1, 2), 0);
    is(at(1, 0), phi(1, 0), 0);
    is(run.gmma[2][0], phi(2, 0), 0); /* of the first round, or of another */
    is(run.gmma[2][1], phi(2, 2), 0);
}

/* What an instruction in the loop gave is another number in the next round; what one before it gave is not. */
static void results(void **state)
{
    (void)state;
    scan_insn *in = emit(SCAN_OP_RANGE, 3);
    in->src[0] = scan_src_imm(100);
    set(4, scan_src_reg(3));
    set(1, address(SHARED));
    here(0);
    add(4, 4, 0);
    emit(SCAN_OP_RANGE, 0)->src[0] = scan_src_imm(50);
    add(1, 1, 0);
    multiply(0, 1);
    multiply(1, 4);
    set(1, scan_src_reg(0));
    branch(0, 7);
    follow();
    const uint32_t of_loop = scan_sym_site(&run, 4);
    is(run.gmma[0][0], of_loop, 0);
    is(at(1, 1), phi(1, 1), 0);
    is(run.gmma[1][0], phi(1, 1), 0);
    is(at(1, 4), scan_sym_site(&run, 0), 0);
    is(run.gmma[1][1], scan_sym_site(&run, 0), 0);
}

/* What an instruction of the loop, or the loop's own register, gave is of the round before when the next begins; what is
 * named stays that. The loop begins with the function, or in its second block. */
static void rounds_from(uint32_t head)
{
    (void)start(NULL);
    if (head == 1) {
        set(5, scan_src_imm(1));
    }
    here(0);
    multiply(1, 2);
    multiply(3, 4);
    emit(SCAN_OP_RANGE, 0)->src[0] = scan_src_imm(50);
    add(2, 1, 4);
    add(1, 0, 8);
    set(3, address(SHARED));
    add(3, 3, 8);
    add(4, 0, 0);
    branch(0, 7);
    add(1, 1, 0);
    add(2, 2, 0);
    add(4, 4, 0);
    multiply(1, 2);
    multiply(3, 4);
    follow();
    is(at(head, 1), phi(head, 1), 0);
    is(at(head, 2), phi(head, 2), 0);
    is(at(head, 3), SHARED, 8);
    is(at(head, 4), phi(head, 4), 0);
}

static void rounds(void **state)
{
    (void)state;
    rounds_from(0);
    rounds_from(1);
}

/* The same behind other blocks: a register's symbol says of which block it is. */
static void rounds_behind_others(void **state)
{
    (void)state;
    set(0, address(SHARED));
    branch(0, 7);
    add(0, 0, 4);
    here(0);
    add(1, 0, 8);
    here(1);
    multiply(1, 2);
    add(2, 1, 4);
    add(1, 1, 32);
    branch(1, 7);
    add(2, 2, 0);
    multiply(1, 2);
    follow();
    is(at(2, 0), phi(2, 0), 0);
    is(at(3, 1), phi(3, 1), 0);
    is(at(3, 2), phi(3, 2), 0);
}

/* What a block's own register gave is of the round before, too, where the loop begins with that block. */
static void round_of_a_join(uint32_t reg, uint32_t made)
{
    (void)start(NULL);
    set(reg, address(SHARED));
    branch(0, 7);
    add(reg, reg, 4);
    here(0);
    multiply(reg, made);
    add(made, reg, 4);
    branch(0, 7);
    add(made, made, 0);
    multiply(reg, made);
    follow();
    is(at(2, reg), phi(2, reg), 0);
    is(at(2, made), phi(2, made), 0);
    is(at(3, made), phi(2, reg), 4);
}

static void rounds_of_a_join(void **state)
{
    (void)state;
    round_of_a_join(0, 2);
    round_of_a_join(2, 0);
}

/* Two numbers of one range are two numbers. */
static void alike(void **state)
{
    (void)state;
    emit(SCAN_OP_RANGE, 0)->src[0] = scan_src_imm(50);
    branch(0, 7);
    emit(SCAN_OP_RANGE, 0)->src[0] = scan_src_imm(50);
    here(0);
    multiply(0, 0);
    follow();
    is(at(1, 0), scan_sym_site(&run, 0), 0);
    is(at(2, 0), phi(2, 0), 0);
    is_between(at(2, 0), 0, 50);
}

/* Round an inner loop, which ends at its head, and back to the outer one: what no instruction sees on the way comes to
 * where it is read. */
static void round_two_loops(void **state)
{
    (void)state;
    set(0, address(SHARED));
    set(5, scan_src_imm(1));
    here(0);
    multiply(0, 5);
    here(1);
    branch(2, 7);
    set(5, scan_src_imm(2));
    branch(1, SCAN_NO_REG);
    here(2);
    branch(0, 7);
    follow();
    is_between(run.gmma[0][1], 1, 2);
}

/* The stage of a ring, 0 to n - 1, is found one by one up to 22; of a longer one the bound goes to the end of its byte. */
static void ring(uint64_t n)
{
    (void)start(NULL);
    set(0, scan_src_imm(0));
    set(1, address(SHARED));
    here(0);
    multiply(0, 1);
    add(2, 0, 1);
    scan_insn *in = emit(SCAN_OP_REM, 0);
    in->src[0] = scan_src_reg(2);
    in->src[1] = scan_src_imm(n);
    branch(0, 7);
    follow();
}

static void rings(void **state)
{
    (void)state;
    ring(3);
    is_between(at(1, 0), 0, 2);
    is(at(1, 0), phi(1, 0), 0);
    ring(22);
    is_between(at(1, 0), 0, 21);
    ring(23);
    is_between(at(1, 0), 0, 255);
}

/* A number without end ends, too. */
static void endless(void **state)
{
    (void)state;
    set(0, scan_src_imm(0));
    here(0);
    multiply(0, 0);
    add(0, 0, 1);
    branch(0, 7);
    follow();
    is_between(at(1, 0), 0, UINT32_MAX);
    assert_in_range(run.sweeps, 22, 60);
}

/* ---- machine code --------------------------------------------------------------------------- */

/* Each register begins as a number of its own; of blocks that nothing comes to nothing is known. */
static void machine_code(void **state)
{
    (void)state;
    f.sass = true;
    for (int i = 0; i < 4; i++) {
        regs[i].width = 64;
    }
    add(2, 1, 4);
    insn[0].width = 64;
    multiply(0, 1);
    multiply(2, 3);
    emit(SCAN_OP_EXIT, SCAN_NO_REG);
    add(2, 2, 1);
    follow();
    assert_int_equal(run.n_slot, 4);
    for (uint32_t reg = 0; reg < 4; reg++) {
        is(at(0, reg), phi(0, reg), 0);
        is_between(at(0, reg), 0, UINT64_MAX);
        assert_false(at(1, reg).defined);
    }
    is(run.gmma[0][0], phi(0, 0), 0);
    is(run.gmma[1][0], phi(0, 1), 4);
    is(run.gmma[1][1], phi(0, 3), 0);
    f.sass = false;
    follow();
    assert_false(run.in[0].defined);
}

/* ---- memory --------------------------------------------------------------------------------- */

static size_t piece(size_t n, size_t size)
{
    return (n * size + 15) / 16 * 16;
}

/* Of each block the values of its slots, the values at hand, those that are written once, of
 * each instruction that matters two records, of each wgmma two words and a flag. */
static void memory_of_all(void **state)
{
    (void)state;
    for (int more = 0; more < 17; more++) {
        (void)start(NULL);
        set(0, address(SHARED));
        for (int i = 0; i < more; i++) {
            add(1 + (uint32_t)i % 3, 0, 1);
            branch(0, 7);
        }
        here(0);
        multiply(0, 1);
        if (more % 2) {
            multiply(2, 3);
        }
        analyse(ARENA);
        const size_t from = arena.used, blocks = flow.n_block,
                     need = piece(from, 1) + piece(blocks * run.n_slot, sizeof(scan_val)) +
                            piece(run.n_slot, sizeof(scan_val)) +
                            piece(run.n_single, sizeof(scan_val)) +
                            piece(run.n_live, sizeof(scan_site)) +
                            piece(run.n_live, sizeof(scan_val)) +
                            piece(f.n_gmma, 2 * sizeof(scan_val)) + piece(f.n_gmma, 1);
        for (size_t cap = piece(from, 1); cap < need; cap += 16) {
            analyse(ARENA);
            arena.cap = cap;
            assert_false(scan_fix(&run));
            assert_true(arena.full);
        }
        analyse(ARENA);
        assert_true(scan_fix(&run));
        assert_int_equal(piece(arena.used, 1), need);
    }
}

/* More blocks and slots than there are symbols for. */
static void too_many(void **state)
{
    (void)state;
    set(0, address(SHARED));
    multiply(0, 1);
    analyse(ARENA);
    run.n_slot = 1;
    flow.n_block = UINT32_MAX / 2;
    assert_false(scan_fix(&run));
    assert_true(arena.full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(straight, start),
        cmocka_unit_test_setup(fork_of_two, start),
        cmocka_unit_test_setup(two_ways, start),
        cmocka_unit_test_setup(moving_on, start),
        cmocka_unit_test_setup(results, start),
        cmocka_unit_test_setup(rings, start),
        cmocka_unit_test_setup(endless, start),
        cmocka_unit_test_setup(machine_code, start),
        cmocka_unit_test_setup(memory_of_all, start),
        cmocka_unit_test_setup(rounds, start),
        cmocka_unit_test_setup(rounds_behind_others, start),
        cmocka_unit_test_setup(alike, start),
        cmocka_unit_test_setup(rounds_of_a_join, start),
        cmocka_unit_test_setup(round_two_loops, start),
        cmocka_unit_test_setup(too_many, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
