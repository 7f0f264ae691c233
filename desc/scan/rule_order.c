/* SPDX-License-Identifier: MIT
 *
 * Rules about the order of things: fences, groups and waits (PTX ISA, "Asynchronous Warpgroup Level
 * Matrix Instructions"). A small data-flow analysis: at each block, what can be in flight.
 *
 * Machine code has the same in other words: WARPGROUP.ARRIVE is the fence, gsb0 on the last wgmma of
 * a group the commit, WARPGROUP.DEPBAR the wait. Not looked at there: stores (ptxas may have proved
 * more about them than is seen here), writes to A in registers (what guards them is not known), and
 * C7515, which is about what ptxas will do.
 */
#include "scan_report.h"

/* What holds where a block begins, as numbers of which the greater holds where two paths meet, 0 where none is known to
 * lead: not fenced; a store to shared memory without a fence since, its instruction + 1; then of each group of
 * accumulators the wgmma at work, UINT32_MAX less the commits since, 0 for none; and that another instruction has written
 * it since its wgmma: instruction + 1. */
enum { UNFENCED, STORE, FACTS };

typedef struct order {
    scan_report *r;
    uint32_t *group; /* by register: accumulators that belong together; UINT32_MAX */
    uint32_t *a_of;  /* by register: the group whose wgmma reads A from it; UINT32_MAX */
    uint32_t *last;  /* by group: the wgmma at work */
    bool *def_said;
    uint32_t n_group, n_fact;
    uint32_t *now, *in;     /* facts; those at the begin of each block */
    uint32_t *flight, *def; /* in now, by group */
    uint32_t insn;
    bool report, changed;
    bool never_said;
} order;

/* Registers that one wgmma writes are one group, and groups that share a register are one. */
static void make_groups(order *o)
{
    const scan_func *f = o->r->f;
    memset(o->group, 0xff, f->n_reg * sizeof *o->group);
    memset(o->a_of, 0xff, f->n_reg * sizeof *o->a_of);
    for (size_t i = 0; i < f->n_gmma; i++) {
        const scan_gmma *g = &f->gmma[i];
        uint32_t id = UINT32_MAX;
        for (uint32_t k = 0; k < g->n_acc && id == UINT32_MAX; k++) {
            id = o->group[f->ref[g->acc + k]];
        }
        id = id == UINT32_MAX ? o->n_group++ : id;
        for (uint32_t k = 0; k < g->n_acc; k++) {
            o->group[f->ref[g->acc + k]] = id;
        }
        for (uint32_t k = 0; k < g->n_areg; k++) {
            o->a_of[f->ref[g->areg + k]] = id;
        }
    }
}

static wgd_scan_finding *say_at(order *o, wgd_scan_rule rule, int i, const char *text)
{
    wgd_scan_finding *f = scan_find_at(o->r, rule, o->insn, i);
    const char *const pieces[] = {text, NULL};
    scan_say(f, pieces);
    return f;
}

static bool in_flight(const order *o, uint32_t group)
{
    return group != UINT32_MAX && o->flight[group] != 0;
}

/* Registers that an instruction other than wgmma writes and reads. */
static void touch(order *o, const scan_insn *in)
{
    bool read = false, written = false;
    uint32_t at = UINT32_MAX;
    for (uint32_t k = 0; k < (uint32_t)in->n_write + in->n_read; k++) {
        const uint32_t reg = o->r->f->ref[in->refs + k];
        const uint32_t group = o->group[reg], a = o->a_of[reg];
        const bool writes = k < in->n_write;
        if (writes && group != UINT32_MAX && !in_flight(o, group)) {
            o->def[group] = o->insn + 1;
        }
        if (in_flight(o, group) || (writes && !o->r->f->sass && in_flight(o, a))) {
            at = in_flight(o, group) ? group : a;
            written = written || writes;
            read = read || !writes;
        }
    }
    if (o->report && written) {
        say_at(o, WGD_SCAN_SERIALIZED, (int)o->last[at],
               "this instruction writes registers of a wgmma that has not been waited for");
    } else if (o->report && read) {
        say_at(o, WGD_SCAN_ACC_TOUCHED, (int)o->last[at],
               "this instruction reads accumulators of a wgmma that has not been waited for");
    }
}

/* Can a store there have written what operand k of wgmma i reads? Only places that are surely apart say no. */
static bool meets(const order *o, const scan_place *p, uint32_t i, int k)
{
    const wgd_scan_operand *op = &o->r->wgmma[i].op[k];
    const scan_place *at = &o->r->place[i][k];
    int64_t lo, hi;
    const bool other = p->known && at->known && p->base != 0 && at->base != 0 &&
                       p->base != at->base && op->base_bytes >= 0;
    const bool apart =
        p->base == at->base && op->place_known && op->span_known &&
        scan_place_range(o->r->run, p, &lo, &hi) &&
        (hi + 16 <= op->offset_min + op->span_begin || lo >= op->offset_max + op->span);
    return op->shared && !other && !apart;
}

static bool store_matters(const order *o, uint32_t insn, uint32_t i)
{
    const scan_run *run = o->r->run;
    const scan_place p = scan_place_of(run, &run->store[run->live_of[insn]], 1);
    return meets(o, &p, i, 0) || meets(o, &p, i, 1);
}

/* A wgmma reads what a store has written; said once. */
static void without_proxy_fence(order *o, uint32_t i)
{
    const uint32_t store = o->now[STORE];
    if (!o->report || o->r->f->sass || store == 0 || !store_matters(o, store - 1, i)) {
        return;
    }
    wgd_scan_finding *f = say_at(o, WGD_SCAN_PROXY_FENCE, (int)i, "");
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, "the st.shared of line ");
    wgd_put_u64(&t, o->r->f->insn[store - 1].line);
    wgd_put_str(&t, " reaches this wgmma with no fence.proxy.async between");
    wgd_text_end(&t);
    o->now[STORE] = 0;
}

static void wgmma(order *o, const scan_insn *in)
{
    const uint32_t i = in->src[0].reg;
    const scan_gmma *g = &o->r->f->gmma[i];
    if (o->report && o->now[UNFENCED] != 0) {
        say_at(
            o, WGD_SCAN_FENCE_MISSING, (int)i,
            "on some path from the start of the function no wgmma.fence comes before this wgmma");
    }
    without_proxy_fence(o, i);
    for (uint32_t k = 0; k < g->n_areg; k++) {
        const uint32_t other = o->group[o->r->f->ref[g->areg + k]];
        if (o->report && in_flight(o, other)) {
            say_at(o, WGD_SCAN_ACC_TOUCHED, (int)o->last[other],
                   "A of this wgmma are accumulators of one that has not been waited for");
            break;
        }
    }
    o->now[UNFENCED] = 0; /* one finding for a chain */
    if (g->n_acc > 0) {
        const uint32_t group = o->group[o->r->f->ref[g->acc]];
        o->flight[group] = UINT32_MAX;
        o->def[group] = 0;
        o->last[group] = i;
    }
}

static void leave(order *o)
{
    for (uint32_t g = 0; o->report && g < o->n_group && !o->never_said; g++) {
        if (in_flight(o, g)) {
            o->never_said = true;
            o->insn = o->r->f->gmma[o->last[g]].insn;
            say_at(o, WGD_SCAN_NEVER_WAITED, (int)o->last[g],
                   o->flight[g] == UINT32_MAX
                       ? "the function can end without a commit_group behind this wgmma"
                       : "the function can end without a wait_group for this wgmma");
        }
    }
}

static void call(order *o)
{
    for (uint32_t g = 0; o->report && g < o->n_group; g++) {
        if (in_flight(o, g)) {
            say_at(o, WGD_SCAN_SERIALIZED, (int)o->last[g],
                   "a function is called while a wgmma is in flight");
            return;
        }
    }
}

/* The end of a pipeline. What defines its accumulators on another path to here lies, for ptxas,
 * between its start and its end when it stands behind the wgmma in the text (C7515, measured with
 * ptxas 13.0: before the wgmma it does no harm). */
static void wait(order *o, const scan_insn *in)
{
    for (uint32_t g = 0; g < o->n_group; g++) {
        if (o->report && !o->r->f->sass && in_flight(o, g) && !o->def_said[g] &&
            o->def[g] > o->r->f->gmma[o->last[g]].insn) {
            o->def_said[g] = true;
            o->insn = o->def[g] - 1;
            say_at(o, WGD_SCAN_SERIALIZED, (int)o->last[g],
                   "this instruction defines accumulators on a path that joins the wgmma before "
                   "their wait (C7515)");
        }
        /* Where it is not known how many groups may be left, 0: nothing is said of what may be done. */
        if (UINT32_MAX - o->flight[g] > in->src[0].imm) {
            o->flight[g] = 0;
        }
    }
}

static void commit(order *o)
{
    for (uint32_t g = 0; g < o->n_group; g++) {
        o->flight[g] -= in_flight(o, g);
    }
}

static void step(order *o, const scan_insn *in)
{
    switch ((scan_op)in->op) {
    case SCAN_OP_WGMMA:
        wgmma(o, in);
        return;
    case SCAN_OP_FENCE:
        o->now[UNFENCED] = 0;
        return;
    case SCAN_OP_COMMIT:
        commit(o);
        return;
    case SCAN_OP_WAIT:
        wait(o, in);
        return;
    case SCAN_OP_PROXY:
        o->now[STORE] = 0;
        return;
    case SCAN_OP_EXIT:
        leave(o);
        return;
    case SCAN_OP_CALL:
        call(o); /* its registers are not read */
        return;
    case SCAN_OP_ST_SHARED:
        o->now[STORE] = o->now[STORE] ? o->now[STORE] : o->insn + 1;
        touch(o, in);
        return;
    default:
        touch(o, in);
    }
}

static uint32_t *facts_of(const order *o, uint32_t block)
{
    return o->in + (size_t)block * o->n_fact;
}

static void merge(order *o, uint32_t to)
{
    uint32_t *at = facts_of(o, to);
    for (uint32_t i = 0; i < o->n_fact; i++) {
        if (o->now[i] > at[i]) {
            at[i] = o->now[i];
            o->changed = true;
        }
    }
}

static void sweep(order *o)
{
    const scan_flow *fl = o->r->flow;
    o->changed = false;
    for (uint32_t k = 0; k < fl->n_rpo; k++) {
        const scan_block *b = &fl->block[fl->rpo[k]];
        memcpy(o->now, facts_of(o, fl->rpo[k]), o->n_fact * sizeof *o->now);
        for (uint32_t i = b->first; i < b->end; i++) {
            o->insn = i;
            step(o, &o->r->f->insn[i]);
        }
        if (b->n_succ == 0) {
            leave(o);
        }
        for (uint32_t s = 0; s < b->n_succ; s++) {
            merge(o, fl->succ[b->succ + s]);
        }
    }
}

static bool make_facts(order *o)
{
    scan_arena *a = o->r->arena;
    o->n_fact = FACTS + o->n_group + o->n_group;
    o->now = scan_alloc(a, o->n_fact, sizeof *o->now);
    o->in = scan_alloc(a, (size_t)o->r->flow->n_block * o->n_fact, sizeof *o->in);
    o->last = scan_alloc(a, o->n_group, sizeof *o->last);
    o->def_said = scan_alloc(a, o->n_group, sizeof *o->def_said);
    if (a->full) {
        return false;
    }
    o->flight = o->now + FACTS;
    o->def = o->flight + o->n_group;
    o->in[UNFENCED] = true; /* the first block */
    return true;
}

void scan_rules_order(scan_report *r)
{
    order o;
    memset(&o, 0, sizeof o);
    o.r = r;
    o.group = scan_alloc(r->arena, r->f->n_reg, sizeof *o.group);
    o.a_of = scan_alloc(r->arena, r->f->n_reg, sizeof *o.a_of);
    if (r->arena->full) {
        return;
    }
    make_groups(&o);
    if (!make_facts(&o)) {
        return;
    }
    do {
        sweep(&o);
    } while (o.changed);
    o.report = true;
    sweep(&o);
}

static bool waits_between(const scan_func *f, uint32_t from, uint32_t to)
{
    for (uint32_t k = from; k != to; k++) {
        const scan_src *left = &f->insn[k].src[0];
        if (f->insn[k].op == SCAN_OP_WAIT && left->kind == SCAN_IMM && left->imm == 0) {
            return true;
        }
    }
    return false;
}

/* Machine code has no C7515: a chain in which every wgmma is a group that is waited for before the next. Said of its
 * first. */
void scan_rules_serialized(scan_report *r, int before, int i, bool begins)
{
    if (begins && r->f->sass && r->wgmma[before].chain == r->wgmma[i].chain &&
        waits_between(r->f, r->f->gmma[before].insn, r->f->gmma[i].insn)) {
        wgd_scan_finding *f = scan_find_insn(r, WGD_SCAN_SERIALIZED, before);
        const char *const text[] = {"this wgmma is waited for before the next of its chain begins",
                                    NULL};
        scan_say(f, text);
    }
}
