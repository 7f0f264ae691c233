/* SPDX-License-Identifier: MIT
 *
 * Which instructions and registers a descriptor depends on, and which registers need one value only.
 */
#include "value_run.h"

typedef struct slice {
    scan_run *r;
    uint32_t *first, *def; /* the instructions that write register i: def[first[i]..first[i+1]) */
    uint32_t *todo;
    size_t n_todo;
    uint8_t *reg_in, *insn_in;
} slice;

static bool list_writers(slice *s)
{
    const scan_func *f = s->r->f;
    s->first = scan_alloc(s->r->arena, f->n_reg + 2, sizeof *s->first);
    s->def = scan_alloc(s->r->arena, f->n_ref + 1, sizeof *s->def);
    if (!s->first || !s->def) {
        return false;
    }
    for (size_t i = 0; i < f->n_insn; i++) {
        for (uint32_t w = 0; w < f->insn[i].n_write; w++) {
            s->first[f->ref[f->insn[i].refs + w] + 2]++;
        }
    }
    for (size_t i = 2; i < f->n_reg + 2; i++) {
        s->first[i] += s->first[i - 1];
    }
    for (size_t i = 0; i < f->n_insn; i++) {
        for (uint32_t w = 0; w < f->insn[i].n_write; w++) {
            s->def[s->first[f->ref[f->insn[i].refs + w] + 1]++] = (uint32_t)i;
        }
    }
    return true;
}

static void want_reg(slice *s, uint32_t reg)
{
    if (reg != SCAN_NO_REG && !s->reg_in[reg]) {
        s->reg_in[reg] = 1;
        s->todo[s->n_todo++] = reg;
    }
}

static void want(slice *s, scan_src src)
{
    if (src.kind == SCAN_REG) {
        want_reg(s, src.reg);
    }
}

static void want_sources(slice *s, const scan_insn *in)
{
    want_reg(s, in->guard);
    if (in->op == SCAN_OP_TOP || in->op == SCAN_OP_WGMMA) {
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
        s->insn_in[g->insn] = 1;
    }
    /* The rule that asks where a store goes is for PTX. */
    for (size_t i = 0; i < f->n_insn && !f->sass; i++) {
        if (f->insn[i].op == SCAN_OP_ST_SHARED) {
            want(s, f->insn[i].src[0]);
            s->insn_in[i] = 1;
        }
    }
    while (s->n_todo > 0) {
        const uint32_t reg = s->todo[--s->n_todo];
        for (uint32_t d = s->first[reg]; d < s->first[reg + 1]; d++) {
            if (!s->insn_in[s->def[d]]) {
                s->insn_in[s->def[d]] = 1;
                want_sources(s, &f->insn[s->def[d]]);
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

/* Strikes the registers off that are read before they are written. */
static void check_uses(slice *s, uint8_t *single)
{
    const scan_func *f = s->r->f;
    for (uint32_t i = 0; i < f->n_insn; i++) {
        if (!s->insn_in[i]) {
            continue;
        }
        const scan_insn *in = &f->insn[i];
        const scan_gmma *g = in->op == SCAN_OP_WGMMA ? &f->gmma[in->src[0].reg] : NULL;
        const scan_src none = {SCAN_NONE, 0, 0, 0};
        const scan_src src[7] = {g ? g->a : in->src[0],    g ? g->b : in->src[1],
                                 g ? g->a_hi : in->src[2], g ? g->b_hi : none,
                                 g ? g->scale_d : none,    scan_src_reg(in->guard),
                                 scan_src_reg(in->carry)};
        for (int k = 0; k < 7; k++) {
            const uint32_t reg = src[k].reg;
            if (src[k].kind == SCAN_REG && reg != SCAN_NO_REG && single[reg] &&
                !comes_after(s->r, s->def[s->first[reg]], i)) {
                single[reg] = 0;
            }
        }
    }
}

static bool give_slots(slice *s)
{
    scan_run *r = s->r;
    const scan_func *f = r->f;
    uint8_t *single = scan_alloc(r->arena, f->n_reg + 1, 1);
    r->slot = scan_alloc(r->arena, f->n_reg + 1, sizeof *r->slot);
    r->slot_reg = scan_alloc(r->arena, f->n_reg + 1, sizeof *r->slot_reg);
    if (!single || !r->slot || !r->slot_reg) {
        return false;
    }
    for (uint32_t reg = 0; reg < f->n_reg; reg++) {
        single[reg] = s->reg_in[reg] && s->first[reg + 1] - s->first[reg] == 1 &&
                      f->insn[s->def[s->first[reg]]].guard == SCAN_NO_REG &&
                      f->insn[s->def[s->first[reg]]].op != SCAN_OP_WGMMA;
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
    return true;
}

static bool list_live(slice *s)
{
    scan_run *r = s->r;
    const scan_func *f = r->f;
    r->live = scan_alloc(r->arena, f->n_insn + 1, sizeof *r->live);
    r->live_of = scan_alloc(r->arena, f->n_insn + 1, sizeof *r->live_of);
    r->live_first = scan_alloc(r->arena, r->flow->n_block + 1, sizeof *r->live_first);
    if (!r->live || !r->live_of || !r->live_first) {
        return false;
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
    return true;
}

bool scan_slice(scan_run *r)
{
    slice s = {.r = r};
    s.todo = scan_alloc(r->arena, r->f->n_reg + 1, sizeof *s.todo);
    s.reg_in = scan_alloc(r->arena, r->f->n_reg + 1, 1);
    s.insn_in = scan_alloc(r->arena, r->f->n_insn + 1, 1);
    if (!s.todo || !s.reg_in || !s.insn_in || !list_writers(&s)) {
        return false;
    }
    close_over(&s);
    return give_slots(&s) && list_live(&s);
}
