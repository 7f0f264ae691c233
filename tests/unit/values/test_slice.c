/* SPDX-License-Identifier: MIT
 *
 * What matters in random functions against its definition, found by asking again until nothing changes: the registers
 * that descriptors are computed from, the instructions that write them, and which have one value for the whole
 * function. In exactly as much memory as that takes, and in less.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rng.h"
#include "values/value_run.h"

enum { INSNS = 40, REGS = 14, LABELS = 6, GMMAS = 3, ARENA = 1 << 14 };

static scan_insn insn[INSNS];
static scan_label label[LABELS];
static scan_reg reg_of[REGS];
static scan_gmma gmma[GMMAS];
static uint32_t ref[INSNS * 3];
static char memory[ARENA + 64];

static scan_arena arena_of(size_t cap)
{
    memset(memory, 0xab, sizeof memory);
    const scan_arena a = {memory, cap, 0, false};
    return a;
}

/* ---- functions ------------------------------------------------------------------------------ */

static scan_src any_source(rng *r, uint32_t regs)
{
    scan_src s = {SCAN_NONE, 0, (uint32_t)rng_below(r, (int)regs), 3};
    s.kind = (uint8_t)(rng_below(r, 3) ? SCAN_REG : rng_below(r, 3));
    s.reg = s.kind == SCAN_REG && rng_below(r, 12) == 0 ? SCAN_NO_REG : s.reg;
    return s;
}

static uint32_t maybe(rng *r, int one_in, uint32_t regs)
{
    return rng_below(r, one_in) ? SCAN_NO_REG : (uint32_t)rng_below(r, (int)regs);
}

static scan_func random_function(rng *r)
{
    static const scan_op ops[] = {SCAN_OP_ADD,       SCAN_OP_MOV,  SCAN_OP_ADD,  SCAN_OP_SEL,
                                  SCAN_OP_TOP,       SCAN_OP_CALL, SCAN_OP_EXIT, SCAN_OP_BRANCH,
                                  SCAN_OP_ST_SHARED, SCAN_OP_RANGE};
    scan_func f;
    memset(&f, 0, sizeof f);
    f.insn = insn;
    f.label = label;
    f.reg = reg_of;
    f.gmma = gmma;
    f.ref = ref;
    f.n_insn = 2 + (size_t)rng_below(r, INSNS - 2);
    f.n_reg = 1 + (size_t)rng_below(r, REGS);
    f.n_label = LABELS;
    f.sass = rng_below(r, 3) == 0;
    const uint32_t regs = (uint32_t)f.n_reg;
    for (int i = 0; i < LABELS; i++) {
        label[i].insn = (uint32_t)rng_below(r, (int)f.n_insn + 1);
    }
    for (uint32_t i = 0; i < f.n_insn; i++) {
        scan_insn *in = &insn[i];
        memset(in, 0, sizeof *in);
        in->op = (uint8_t)ops[rng_below(r, 10)];
        in->flags = (uint8_t)rng_below(r, (int)regs);
        in->guard = maybe(r, 6, regs);
        in->carry = maybe(r, 6, regs);
        for (int k = 0; k < 3; k++) {
            in->src[k] = any_source(r, regs);
        }
        in->refs = (uint32_t)f.n_ref;
        in->n_write = (uint16_t)(rng_below(r, 3) ? 1 : rng_below(r, 3));
        for (int k = 0; k < in->n_write; k++) {
            ref[f.n_ref++] = (uint32_t)rng_below(r, (int)regs);
        }
        if (in->op == SCAN_OP_BRANCH) {
            in->src[0].kind = SCAN_NONE;
            in->src[0].reg = (uint32_t)rng_below(r, LABELS);
        } else if (f.n_gmma < GMMAS && rng_below(r, 8) == 0) {
            scan_gmma *g = &gmma[f.n_gmma];
            memset(g, 0, sizeof *g);
            in->op = SCAN_OP_WGMMA;
            in->src[0].kind = SCAN_NONE;
            in->src[0].reg = (uint32_t)f.n_gmma++;
            g->insn = i;
            g->a = any_source(r, regs);
            g->b = any_source(r, regs);
            g->a_hi = any_source(r, regs);
            g->b_hi = any_source(r, regs);
            g->scale_d = any_source(r, regs);
        }
    }
    return f;
}

/* ---- the definition ------------------------------------------------------------------------- */

typedef struct matter {
    bool reg[REGS], insn[INSNS], once[REGS];
    bool more;
} matter;

static void add(matter *m, scan_src s)
{
    if (s.kind == SCAN_REG && s.reg != SCAN_NO_REG && !m->reg[s.reg]) {
        m->reg[s.reg] = m->more = true;
    }
}

static bool writes(const scan_func *f, uint32_t i, uint32_t reg)
{
    for (uint32_t w = 0; w < f->insn[i].n_write; w++) {
        if (f->ref[f->insn[i].refs + w] == reg) {
            return true;
        }
    }
    return false;
}

/* What instruction i needs, so that its result is known. */
static void needs(const scan_func *f, matter *m, uint32_t i)
{
    const scan_insn *in = &f->insn[i];
    add(m, scan_src_reg(in->guard));
    if (in->op != SCAN_OP_TOP && in->op != SCAN_OP_WGMMA) {
        add(m, scan_src_reg(in->carry));
        for (int k = 0; k < 3; k++) {
            add(m, in->src[k]);
        }
    }
}

/* Its own sources, read where it runs. */
static int read_by(const scan_func *f, uint32_t i, scan_src *out)
{
    const scan_insn *in = &f->insn[i];
    const scan_gmma *g = in->op == SCAN_OP_WGMMA ? &f->gmma[in->src[0].reg] : NULL;
    int n = 0;
    out[n++] = scan_src_reg(in->guard);
    out[n++] = scan_src_reg(in->carry);
    out[n++] = g ? g->a : in->src[0];
    out[n++] = g ? g->b : in->src[1];
    out[n++] = g ? g->a_hi : in->src[2];
    if (g) {
        out[n++] = g->b_hi;
        out[n++] = g->scale_d;
    }
    return n;
}

static void find(const scan_func *f, matter *m)
{
    memset(m, 0, sizeof *m);
    m->more = true;
    bool stored[INSNS] = {false}, multiplied[INSNS] = {false};
    for (uint32_t i = 0; i < f->n_gmma; i++) {
        scan_src s[7];
        const int n = read_by(f, f->gmma[i].insn, s);
        multiplied[f->gmma[i].insn] = true;
        for (int k = 2; k < n; k++) {
            add(m, s[k]);
        }
    }
    for (uint32_t i = 0; i < f->n_insn && !f->sass; i++) {
        stored[i] = f->insn[i].op == SCAN_OP_ST_SHARED;
        if (stored[i]) {
            add(m, f->insn[i].src[0]);
        }
    }
    while (m->more) {
        m->more = false;
        for (uint32_t i = 0; i < f->n_insn; i++) {
            m->insn[i] = stored[i] || multiplied[i];
            for (uint32_t reg = 0; reg < f->n_reg; reg++) {
                if (m->reg[reg] && writes(f, i, reg) && !stored[i] && !multiplied[i]) {
                    m->insn[i] = true;
                    needs(f, m, i);
                }
            }
        }
    }
}

/* Can block b be reached from the first without going through block `without`? */
static bool reached(const scan_flow *fl, uint32_t b, uint32_t without)
{
    bool seen[INSNS] = {false};
    seen[0] = without != 0;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < fl->n_block; i++) {
            for (uint32_t s = 0; seen[i] && s < fl->block[i].n_succ; s++) {
                const uint32_t to = fl->succ[fl->block[i].succ + s];
                more = more || (!seen[to] && to != without);
                seen[to] = seen[to] || to != without;
            }
        }
    }
    return seen[b];
}

/* Has instruction `def` always run before `use`? */
static bool before(const scan_flow *fl, uint32_t def, uint32_t use)
{
    const uint32_t from = fl->block_of[def], to = fl->block_of[use];
    return !reached(fl, to, UINT32_MAX) || (from == to ? def < use : !reached(fl, to, from));
}

static bool once(const scan_func *f, const scan_flow *fl, const matter *m, uint32_t reg)
{
    uint32_t writers = 0, def = 0;
    for (uint32_t i = 0; i < f->n_insn; i++) {
        for (uint32_t w = 0; w < f->insn[i].n_write; w++) {
            if (f->ref[f->insn[i].refs + w] == reg) {
                writers++;
                def = i;
            }
        }
    }
    if (!m->reg[reg] || writers != 1 || f->insn[def].guard != SCAN_NO_REG ||
        f->insn[def].op == SCAN_OP_WGMMA) {
        return false;
    }
    for (uint32_t i = 0; i < f->n_insn; i++) {
        scan_src s[7];
        const int n = read_by(f, i, s);
        for (int k = 0; k < n && m->insn[i]; k++) {
            if (s[k].kind == SCAN_REG && s[k].reg == reg && !before(fl, def, i)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- compared ------------------------------------------------------------------------------- */

static void same_slots(const scan_func *f, const scan_flow *fl, const matter *m, const scan_run *r)
{
    uint32_t single = 0, slots = 0;
    for (uint32_t reg = 0; reg < f->n_reg; reg++) {
        const bool one = once(f, fl, m, reg);
        assert_int_equal(r->slot[reg], !m->reg[reg] ? UINT32_MAX
                                       : one        ? single | SCAN_SINGLE
                                                    : slots);
        if (m->reg[reg] && !one) {
            assert_int_equal(r->slot_reg[slots], reg);
        }
        single += one;
        slots += m->reg[reg] && !one;
    }
    assert_int_equal(r->n_single, single);
    assert_int_equal(r->n_slot, slots);
}

static void same_live(const scan_func *f, const scan_flow *fl, const matter *m, const scan_run *r)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->n_insn; i++) {
        if (i == fl->block[fl->block_of[i]].first) {
            assert_int_equal(r->live_first[fl->block_of[i]], n);
        }
        const bool live = m->insn[i] || (f->sass && f->insn[i].op == SCAN_OP_CALL);
        assert_int_equal(r->live_of[i], live ? n : UINT32_MAX);
        if (live) {
            assert_int_equal(r->live[n++], i);
        }
    }
    assert_int_equal(r->n_live, n);
    assert_int_equal(r->live_first[fl->n_block], n);
}

static size_t piece(size_t n, size_t size)
{
    return (n * size + 15) / 16 * 16;
}

/* Beside the flow: of each register its number on three lists, three marks less one, and who writes it, at two numbers;
 * of each instruction a mark and two numbers; the writers; and where each block begins and the last ends. */
static size_t memory_of(const scan_func *f, const scan_flow *fl)
{
    return 3 * piece(f->n_reg, 4) + 2 * piece(f->n_reg, 1) + piece(f->n_reg, 8) +
           piece(f->n_insn, 1) + 2 * piece(f->n_insn, 4) + piece(f->n_ref, 4) +
           piece(fl->n_block + 1, 4);
}

static void compare(const scan_func *f)
{
    matter m;
    scan_flow fl;
    scan_arena a = arena_of(ARENA);
    scan_run r;
    memset(&r, 0, sizeof r);
    r.f = f;
    r.flow = &fl;
    r.arena = &a;
    assert_true(scan_flow_build(f, &a, &fl));
    const size_t before_it = piece(a.used, 1);
    assert_true(scan_slice(&r));
    assert_int_equal(piece(a.used, 1) - before_it, memory_of(f, &fl));
    find(f, &m);
    same_slots(f, &fl, &m, &r);
    same_live(f, &fl, &m, &r);
}

static void random_functions(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = rng_runs(250); i > 0; i--) {
        const scan_func f = random_function(&r);
        compare(&f);
    }
}

static void more_functions(void **state)
{
    (void)state;
    rng r = {UINT64_C(88172645463325252), 0};
    for (int i = rng_runs(250); i > 0; i--) {
        const scan_func f = random_function(&r);
        compare(&f);
    }
}

static void too_little_memory(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 8; i++) {
        const scan_func f = random_function(&r);
        scan_flow fl;
        scan_arena a = arena_of(ARENA);
        assert_true(scan_flow_build(&f, &a, &fl));
        const size_t from = a.used, need = piece(from, 1) + memory_of(&f, &fl);
        for (size_t cap = from; cap + 16 <= need; cap += 16) {
            scan_run run;
            memset(&run, 0, sizeof run);
            run.f = &f;
            run.flow = &fl;
            run.arena = &a;
            a.cap = cap;
            a.used = from;
            a.full = false;
            memset(memory + cap, 0xab, 64);
            assert_false(scan_slice(&run));
            assert_true(a.full);
            assert_true(memory[cap] == (char)0xab);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_functions),
        cmocka_unit_test(more_functions),
        cmocka_unit_test(too_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
