/* SPDX-License-Identifier: MIT
 *
 * Which instructions and registers a descriptor depends on, and which registers need one value only.
 */
#include "value_run.h"

/* The instructions that write a register, at slice.def[first]. */
typedef struct writers {
    uint32_t first, n;
} writers;

typedef struct slice {
    scan_run *r;
    writers *of; /* by register */
    uint32_t *def;
    uint32_t *todo;
    size_t n_todo;
    bool *reg_in, *insn_in;
} slice;

static void list_writers(slice *s)
{
    const scan_func *f = s->r->f;
    s->of = scan_alloc(s->r->arena, f->n_reg, sizeof *s->of);
    s->def = scan_alloc(s->r->arena, f->n_ref, sizeof *s->def);
    if (s->r->arena->full) {
        return;
    }
    for (size_t i = 0; i < f->n_insn; i++) {
        for (uint32_t w = 0; w < f->insn[i].n_write; w++) {
            s->of[f->ref[f->insn[i].refs + w]].n++;
        }
    }
    uint32_t end = 0;
    for (size_t reg = 0; reg < f->n_reg; reg++) {
        end += s->of[reg].n;
        s->of[reg].first = end; /* moves to the first as they are put in */
    }
    for (size_t i = 0; i < f->n_insn; i++) {
        for (uint32_t w = 0; w < f->insn[i].n_write; w++) {
            s->def[--s->of[f->ref[f->insn[i].refs + w]].first] = (uint32_t)i;
        }
    }
}

static void want_reg(slice *s, uint32_t reg)
{
    if (reg != SCAN_NO_REG && !s->reg_in[reg]) {
        s->reg_in[reg] = true;
        s->todo[s->n_todo++] = reg;
    }
}

static void want(slice *s, scan_src src)
{
    if (src.kind == SCAN_REG) {
        want_reg(s, src.reg);
    }
}

/* Not of a wgmma, which is in from the start with what its descriptors need. */
static void want_sources(slice *s, const scan_insn *in)
{
    want_reg(s, in->guard);
    if (in->op == SCAN_OP_TOP) {
        return;
    }
    want_reg(s, in->carry);
    for (int i = 0; i < 3; i++) {
        want(s, in->src[i]);
    }
}

/* Everything that what is wanted is computed from. */
static void close_over(slice *s)
{
    const scan_func *f = s->r->f;
    for (size_t i = 0; i < f->n_gmma; i++) {
        const scan_gmma *g = &f->gmma[i];
        want(s, g->a);
        want(s, g->b);
        want(s, g->a_hi);
        want(s, g->b_hi);
        want(s, g->scale_d);
        s->insn_in[g->insn] = true;
    }
    /* The rule that asks where a store goes is for PTX. */
    for (size_t i = 0; i < f->n_insn && !f->sass; i++) {
        if (f->insn[i].op == SCAN_OP_ST_SHARED) {
            want(s, f->insn[i].src[0]);
            s->insn_in[i] = true;
        }
    }
    while (s->n_todo > 0) {
        const writers of = s->of[s->todo[--s->n_todo]];
        for (uint32_t k = 0; k < of.n; k++) {
            const uint32_t def = s->def[of.first + k];
            if (!s->insn_in[def]) {
                s->insn_in[def] = true;
                want_sources(s, &f->insn[def]);
            }
        }
    }
}

/* Is register reg, written by instruction `def` alone, written before instruction `use`? */
static bool comes_after(const scan_run *r, uint32_t def, uint32_t use)
{
    const uint32_t from = r->flow->block_of[def], to = r->flow->block_of[use];
    if (r->flow->block[to].order == UINT32_MAX) {
        return true; /* never runs */
    }
    if (r->flow->block[from].order == UINT32_MAX) {
        return false;
    }
    return from == to ? def < use : scan_dominates(r->flow, from, to);
}

/* Strikes the register off that instruction i reads before it is written. */
static void check_use(const slice *s, bool *single, scan_src src, uint32_t i)
{
    if (src.kind == SCAN_REG && src.reg != SCAN_NO_REG && single[src.reg]) {
        single[src.reg] = comes_after(s->r, s->def[s->of[src.reg].first], i);
    }
}

static void check_uses(const slice *s, bool *single)
{
    const scan_func *f = s->r->f;
    for (uint32_t i = 0; i < f->n_insn; i++) {
        const scan_insn *in = &f->insn[i];
        if (!s->insn_in[i]) {
            continue;
        }
        if (in->op == SCAN_OP_WGMMA) {
            const scan_gmma *g = &f->gmma[in->src[0].reg];
            check_use(s, single, g->a, i);
            check_use(s, single, g->b, i);
            check_use(s, single, g->a_hi, i);
            check_use(s, single, g->b_hi, i);
            check_use(s, single, g->scale_d, i);
        } else {
            check_use(s, single, in->src[0], i);
            check_use(s, single, in->src[1], i);
            check_use(s, single, in->src[2], i);
        }
        check_use(s, single, scan_src_reg(in->guard), i);
        check_use(s, single, scan_src_reg(in->carry), i);
    }
}

/* Is it written in one place, which always runs, and by what computes? */
static bool written_once(const slice *s, uint32_t reg)
{
    if (s->of[reg].n != 1) { /* none: there is nothing at `first` */
        return false;
    }
    const scan_insn *in = &s->r->f->insn[s->def[s->of[reg].first]];
    return in->guard == SCAN_NO_REG && in->op != SCAN_OP_WGMMA;
}

static void give_slots(const slice *s)
{
    scan_run *r = s->r;
    const scan_func *f = r->f;
    bool *single = scan_alloc(r->arena, f->n_reg, sizeof *single);
    r->slot = scan_alloc(r->arena, f->n_reg, sizeof *r->slot);
    r->slot_reg = scan_alloc(r->arena, f->n_reg, sizeof *r->slot_reg);
    if (r->arena->full) {
        return;
    }
    for (uint32_t reg = 0; reg < f->n_reg; reg++) {
        single[reg] = s->reg_in[reg] && written_once(s, reg);
    }
    check_uses(s, single);
    for (uint32_t reg = 0; reg < f->n_reg; reg++) {
        if (!s->reg_in[reg]) {
            r->slot[reg] = UINT32_MAX;
        } else if (single[reg]) {
            r->slot[reg] = r->n_single++ | SCAN_SINGLE;
        } else {
            r->slot_reg[r->n_slot] = reg;
            r->slot[reg] = r->n_slot++;
        }
    }
}

static void list_live(const slice *s)
{
    scan_run *r = s->r;
    const scan_func *f = r->f;
    r->live = scan_alloc(r->arena, f->n_insn, sizeof *r->live);
    r->live_of = scan_alloc(r->arena, f->n_insn, sizeof *r->live_of);
    r->live_first = scan_alloc(r->arena, r->flow->n_block + 1, sizeof *r->live_first);
    if (r->arena->full) {
        return;
    }
    for (uint32_t b = 0; b < r->flow->n_block; b++) {
        r->live_first[b] = (uint32_t)r->n_live;
        for (uint32_t i = r->flow->block[b].first; i < r->flow->block[b].end; i++) {
            /* A call of unknown code may write any register of the machine. */
            const bool call = f->sass && f->insn[i].op == SCAN_OP_CALL;
            r->live_of[i] = s->insn_in[i] || call ? (uint32_t)r->n_live : UINT32_MAX;
            if (s->insn_in[i] || call) {
                r->live[r->n_live++] = i;
            }
        }
    }
    r->live_first[r->flow->n_block] = (uint32_t)r->n_live;
}

bool scan_slice(scan_run *r)
{
    slice s = {.r = r};
    s.todo = scan_alloc(r->arena, r->f->n_reg, sizeof *s.todo);
    s.reg_in = scan_alloc(r->arena, r->f->n_reg, sizeof *s.reg_in);
    s.insn_in = scan_alloc(r->arena, r->f->n_insn, sizeof *s.insn_in);
    list_writers(&s);
    if (r->arena->full) {
        return false;
    }
    close_over(&s);
    give_slots(&s);
    list_live(&s);
    return !r->arena->full;
}
