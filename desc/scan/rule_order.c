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

enum { DONE = 255, OLDEST = 254 };

/* What holds where a block begins. Ages count the commits since the wgmma: 0 not committed. */
typedef struct order_state {
    bool seen;
    bool fenced;    /* on every path */
    uint32_t store; /* a store to shared memory without a fence since: instruction + 1 */
    uint8_t *age;   /* by group of accumulators; DONE: none in flight */
    uint32_t *def;  /* by group: another instruction has written it since its wgmma: number + 1 */
} order_state;

typedef struct order {
    scan_report *r;
    uint32_t *group; /* by register: accumulators that belong together; UINT32_MAX */
    uint32_t *a_of;  /* by register: the group whose wgmma reads A from it; UINT32_MAX */
    uint32_t *last;  /* by group: the wgmma at work */
    uint8_t *def_said;
    uint32_t n_group;
    order_state *in;
    order_state now;
    uint32_t insn;
    bool report, changed;
    bool never_said;
} order;

static uint32_t group_of(const order *o, const scan_gmma *g)
{
    return g->n_acc > 0 ? o->group[o->r->f->ref[g->acc]] : 0;
}

/* Registers that one wgmma writes are one group, and groups that share a register are one. */
static void make_groups(order *o)
{
    const scan_func *f = o->r->f;
    for (size_t i = 0; i < f->n_reg; i++) {
        o->group[i] = o->a_of[i] = UINT32_MAX;
    }
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
    return group != UINT32_MAX && o->now.age[group] != DONE;
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
        if (in_flight(o, group) || (writes && !o->r->f->sass && in_flight(o, a))) {
            at = in_flight(o, group) ? group : a;
            written = written || writes;
            read = read || !writes;
        }
    }
    for (uint32_t k = 0; k < in->n_write; k++) {
        const uint32_t group = o->group[o->r->f->ref[in->refs + k]];
        if (group != UINT32_MAX) {
            o->now.def[group] = o->insn + 1;
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

/* Can the store have written what wgmma i reads? Only places that are surely apart say no. */
static bool store_matters(const order *o, uint32_t insn, uint32_t i)
{
    const scan_run *run = o->r->run;
    const scan_val *v = &run->store[run->live_of[insn]];
    const scan_place p = scan_place_of(run, v->num.mask == 0 ? 0 : v->sym,
                                       v->num.mask == 0 ? v->num.value : v->off, 1);
    int64_t lo = 0, hi = 0;
    if (v->num.mask != 0 && v->sym == 0) {
        return true;
    }
    const bool bounded = scan_place_range(run, &p, &lo, &hi);
    for (int k = 0; k < 2; k++) {
        const wgd_scan_operand *op = &o->r->wgmma[i].op[k];
        if (!op->shared) {
            continue;
        }
        const uint32_t base = o->r->place[i][k].base;
        const bool other = p.known && o->r->place[i][k].known && base != 0 && p.base != 0 &&
                           base != p.base && op->base_bytes >= 0;
        const bool apart =
            bounded && op->place_known && op->span_known && base == p.base &&
            (hi + 16 <= op->offset_min + op->span_begin || lo >= op->offset_max + op->span);
        if (!other && !apart) {
            return true;
        }
    }
    return false;
}

static void wgmma(order *o, const scan_insn *in)
{
    const uint32_t i = in->src[0].reg;
    const scan_gmma *g = &o->r->f->gmma[i];
    const uint32_t group = group_of(o, g);
    if (o->report && !o->now.fenced) {
        say_at(
            o, WGD_SCAN_FENCE_MISSING, (int)i,
            "on some path from the start of the function no wgmma.fence comes before this wgmma");
    }
    if (o->report && !o->r->f->sass && o->now.store != 0 && store_matters(o, o->now.store - 1, i)) {
        wgd_scan_finding *f = say_at(o, WGD_SCAN_PROXY_FENCE, (int)i, "");
        wgd_text t = wgd_text_into(f->message, sizeof f->message);
        wgd_put_str(&t, "the st.shared of line ");
        wgd_put_u64(&t, o->r->f->insn[o->now.store - 1].line);
        wgd_put_str(&t, " reaches this wgmma with no fence.proxy.async between");
        wgd_text_end(&t);
        o->now.store = 0; /* said once */
    }
    for (uint32_t k = 0; k < g->n_areg; k++) {
        const uint32_t other = o->group[o->r->f->ref[g->areg + k]];
        if (o->report && in_flight(o, other)) {
            say_at(o, WGD_SCAN_ACC_TOUCHED, (int)o->last[other],
                   "A of this wgmma are accumulators of one that has not been waited for");
            break;
        }
    }
    o->now.fenced = true; /* one finding for a chain */
    o->now.age[group] = 0;
    o->now.def[group] = 0;
    o->last[group] = i;
}

static void leave(order *o)
{
    for (uint32_t g = 0; o->report && g < o->n_group && !o->never_said; g++) {
        if (o->now.age[g] != DONE) {
            o->never_said = true;
            o->insn = o->r->f->gmma[o->last[g]].insn;
            say_at(o, WGD_SCAN_NEVER_WAITED, (int)o->last[g],
                   o->now.age[g] == 0
                       ? "the function can end without a commit_group behind this wgmma"
                       : "the function can end without a wait_group for this wgmma");
        }
    }
}

static void call(order *o)
{
    for (uint32_t g = 0; o->report && g < o->n_group; g++) {
        if (o->now.age[g] != DONE) {
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
    order_state *s = &o->now;
    for (uint32_t g = 0; g < o->n_group; g++) {
        const bool over = s->age[g] >= 1 && s->age[g] != DONE && s->age[g] > in->src[0].imm;
        const uint32_t def = s->def[g];
        if (o->report && !o->r->f->sass && s->age[g] != DONE &&
            def > o->r->f->gmma[o->last[g]].insn && !o->def_said[g]) {
            o->def_said[g] = 1;
            o->insn = def - 1;
            say_at(o, WGD_SCAN_SERIALIZED, (int)o->last[g],
                   "this instruction defines accumulators on a path that joins the wgmma before "
                   "their wait (C7515)");
        }
        s->age[g] = over ? DONE : s->age[g];
    }
}

static void step(order *o, const scan_insn *in)
{
    order_state *s = &o->now;
    switch ((scan_op)in->op) {
    case SCAN_OP_WGMMA:
        wgmma(o, in);
        return;
    case SCAN_OP_FENCE:
        s->fenced = true;
        return;
    case SCAN_OP_COMMIT:
        for (uint32_t g = 0; g < o->n_group; g++) {
            s->age[g] = s->age[g] < OLDEST ? (uint8_t)(s->age[g] + 1) : s->age[g];
        }
        return;
    case SCAN_OP_WAIT:
        wait(o, in);
        return;
    case SCAN_OP_PROXY:
        s->store = 0;
        return;
    case SCAN_OP_EXIT:
        leave(o);
        return;
    case SCAN_OP_CALL:
        call(o);
        break;
    case SCAN_OP_ST_SHARED:
        s->store = s->store ? s->store : o->insn + 1;
        break;
    default:
        break;
    }
    touch(o, in);
}

/* What is in flight on some path is in flight; a fence has to be on every path. */
static void merge(order *o, uint32_t to)
{
    order_state *at = &o->in[to];
    const order_state *now = &o->now;
    if (!at->seen) {
        at->seen = o->changed = true;
        at->fenced = now->fenced;
        at->store = now->store;
        memcpy(at->age, now->age, o->n_group);
        memcpy(at->def, now->def, o->n_group * sizeof *at->def);
        return;
    }
    if (at->fenced && !now->fenced) {
        at->fenced = false;
        o->changed = true;
    }
    if (at->store == 0 && now->store != 0) {
        at->store = now->store;
        o->changed = true;
    }
    for (uint32_t g = 0; g < o->n_group; g++) {
        if (now->age[g] < at->age[g]) {
            at->age[g] = now->age[g];
            o->changed = true;
        }
        if (now->def[g] > at->def[g]) { /* the last one in the text */
            at->def[g] = now->def[g];
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
        const order_state *in = &o->in[fl->rpo[k]];
        o->now.fenced = in->fenced;
        o->now.store = in->store;
        memcpy(o->now.age, in->age, o->n_group);
        memcpy(o->now.def, in->def, o->n_group * sizeof *in->def);
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

static void order_of_all(scan_report *r)
{
    order o;
    memset(&o, 0, sizeof o);
    o.r = r;
    o.group = scan_alloc(r->arena, r->f->n_reg + 1, sizeof *o.group);
    o.a_of = scan_alloc(r->arena, r->f->n_reg + 1, sizeof *o.a_of);
    o.in = scan_alloc(r->arena, r->flow->n_block + 1, sizeof *o.in);
    if (r->arena->full) {
        return;
    }
    make_groups(&o);
    uint8_t *ages = scan_alloc(r->arena, (size_t)(r->flow->n_block + 1) * o.n_group + 1, 1);
    uint32_t *defs = scan_alloc(r->arena, (size_t)(r->flow->n_block + 1) * o.n_group + 1, 4);
    o.last = scan_alloc(r->arena, o.n_group + 1, sizeof *o.last);
    o.def_said = scan_alloc(r->arena, o.n_group + 1, 1);
    if (r->arena->full) {
        return;
    }
    memset(ages, DONE, (size_t)(r->flow->n_block + 1) * o.n_group + 1);
    for (uint32_t b = 0; b < r->flow->n_block; b++) {
        o.in[b].age = ages + (size_t)b * o.n_group;
        o.in[b].def = defs + (size_t)b * o.n_group;
    }
    o.now.age = ages + (size_t)r->flow->n_block * o.n_group;
    o.now.def = defs + (size_t)r->flow->n_block * o.n_group;
    o.in[0].seen = true;
    do {
        sweep(&o);
    } while (o.changed);
    o.report = true;
    sweep(&o);
}

/* Machine code has no C7515: a chain in which every wgmma is a group that is waited for before the next. */
static void sass_serialized(scan_report *r)
{
    for (size_t i = 0; i + 1 < r->f->n_gmma; i++) {
        const uint32_t from = r->f->gmma[i].insn, to = r->f->gmma[i + 1].insn;
        if (r->wgmma[i].chain != r->wgmma[i + 1].chain ||
            (i > 0 && r->wgmma[i - 1].chain == r->wgmma[i].chain)) {
            continue; /* said at the first of the chain */
        }
        for (uint32_t k = from; k < to; k++) {
            if (r->f->insn[k].op == SCAN_OP_WAIT && r->f->insn[k].src[0].imm == 0) {
                wgd_scan_finding *f = scan_find(r, WGD_SCAN_SERIALIZED, (int)i, -1);
                const char *const text[] = {
                    "this wgmma is waited for before the next of its chain begins", NULL};
                scan_say(f, text);
                break;
            }
        }
    }
}

void scan_rules_order(scan_report *r)
{
    order_of_all(r);
    if (r->f->sass) {
        sass_serialized(r);
    }
}
