/* SPDX-License-Identifier: MIT
 *
 * Blocks, dominators and loops.
 */
#include "flow.h"

static bool ends_block(const scan_insn *in)
{
    return in->op == SCAN_OP_BRANCH || in->op == SCAN_OP_EXIT;
}

/* Splits the instructions into blocks. */
static void split(const scan_func *f, scan_arena *a, scan_flow *fl)
{
    bool *leader = scan_alloc(a, f->n_insn + 1, sizeof *leader); /* a label may stand at the end */
    fl->block_of = scan_alloc(a, f->n_insn, sizeof *fl->block_of);
    if (a->full) {
        return;
    }
    for (size_t i = 0; i < f->n_label; i++) {
        if (f->label[i].insn != UINT32_MAX) {
            leader[f->label[i].insn] = true;
        }
    }
    uint32_t last = 0;
    for (uint32_t i = 1; i < f->n_insn; i++) {
        last += leader[i] || ends_block(&f->insn[i - 1]);
        fl->block_of[i] = last;
    }
    fl->block = scan_alloc(a, last + 1, sizeof *fl->block);
    if (!fl->block) {
        return;
    }
    fl->n_block = last + 1;
    for (uint32_t i = 0; i < f->n_insn; i++) {
        scan_block *b = &fl->block[fl->block_of[i]];
        b->end = i + 1;
        b->order = b->idom = UINT32_MAX;
    }
    for (uint32_t i = 1; i < fl->n_block; i++) {
        fl->block[i].first = fl->block[i - 1].end;
    }
    fl->block[0].idom = 0;
}

/* Where there is no room for it, the arena remembers that. */
static void add_succ(scan_arena *a, scan_flow *fl, scan_block *b, uint32_t to)
{
    uint32_t *at = scan_grow(a, fl->succ, fl->n_succ, &fl->cap_succ, sizeof *fl->succ);
    if (at) {
        fl->succ = at;
        fl->succ[fl->n_succ++] = to;
        b->n_succ++;
    }
}

/* To the block of a label, which may also stand behind the last or nowhere. */
static void add_label(const scan_func *f, scan_arena *a, scan_flow *fl, scan_block *b, size_t label)
{
    const uint32_t to = f->label[label].insn;
    if (to < f->n_insn) {
        add_succ(a, fl, b, fl->block_of[to]);
    }
}

/* Where block i goes on to. */
static void connect(const scan_func *f, scan_arena *a, scan_flow *fl, uint32_t i)
{
    scan_block *b = &fl->block[i];
    const scan_insn *last = &f->insn[b->end - 1];
    b->succ = (uint32_t)fl->n_succ;
    if (last->op == SCAN_OP_BRANCH && last->src[0].reg != SCAN_ANY_LABEL) {
        add_label(f, a, fl, b, last->src[0].reg);
    } else if (last->op == SCAN_OP_BRANCH) {
        for (size_t l = 0; l < f->n_label; l++) {
            add_label(f, a, fl, b, l);
        }
    }
    const bool always = ends_block(last) && last->guard == SCAN_NO_REG;
    if (!always && i + 1 < fl->n_block) {
        add_succ(a, fl, b, i + 1);
    }
}

/* Depth first from block 0, without recursion; fills rpo and order. */
static void order(scan_arena *a, scan_flow *fl)
{
    const uint32_t n = fl->n_block;
    uint32_t *stack = scan_alloc(a, n, sizeof *stack);
    uint32_t *next = scan_alloc(a, n, sizeof *next);
    uint32_t *post = scan_alloc(a, n, sizeof *post);
    bool *seen = scan_alloc(a, n, sizeof *seen);
    fl->rpo = scan_alloc(a, n, sizeof *fl->rpo);
    if (!stack || !next || !post || !seen || !fl->rpo) {
        return;
    }
    uint32_t depth = 1, done = 0; /* block 0 */
    seen[0] = true;
    while (depth > 0) {
        const uint32_t b = stack[depth - 1];
        if (next[b] < fl->block[b].n_succ) {
            const uint32_t to = fl->succ[fl->block[b].succ + next[b]++];
            if (!seen[to]) {
                seen[to] = true;
                stack[depth++] = to;
            }
        } else {
            post[done++] = b;
            depth--;
        }
    }
    for (uint32_t i = 0; i < done; i++) {
        fl->rpo[i] = post[done - 1 - i];
        fl->block[fl->rpo[i]].order = i;
    }
    fl->n_rpo = done;
}

static uint32_t meet(const scan_flow *fl, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (fl->block[a].order > fl->block[b].order) {
            a = fl->block[a].idom;
        }
        while (fl->block[b].order > fl->block[a].order) {
            b = fl->block[b].idom;
        }
    }
    return a;
}

/* Immediate dominators (Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm"). */
static void dominators(scan_flow *fl)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < fl->n_rpo; i++) {
            const uint32_t from = fl->rpo[i];
            for (uint32_t s = 0; s < fl->block[from].n_succ; s++) {
                scan_block *to = &fl->block[fl->succ[fl->block[from].succ + s]];
                const uint32_t dom = to->idom == UINT32_MAX ? from : meet(fl, to->idom, from);
                changed = changed || dom != to->idom;
                to->idom = dom;
            }
        }
    }
}

bool scan_dominates(const scan_flow *fl, uint32_t a, uint32_t b)
{
    while (fl->block[b].order > fl->block[a].order) {
        b = fl->block[b].idom;
    }
    return a == b;
}

/* The reached blocks from which each goes on. */
static void predecessors(scan_arena *a, scan_flow *fl)
{
    fl->pred = scan_alloc(a, fl->n_succ, sizeof *fl->pred);
    if (a->full) {
        return;
    }
    for (uint32_t i = 0; i < fl->n_rpo; i++) {
        const scan_block *from = &fl->block[fl->rpo[i]];
        for (uint32_t s = 0; s < from->n_succ; s++) {
            fl->block[fl->succ[from->succ + s]].n_pred++;
        }
    }
    uint32_t end = 0;
    for (uint32_t b = 0; b < fl->n_block; b++) {
        end += fl->block[b].n_pred;
        fl->block[b].pred = end; /* moves to the first as they are put in */
    }
    for (uint32_t i = 0; i < fl->n_rpo; i++) {
        const scan_block *from = &fl->block[fl->rpo[i]];
        for (uint32_t s = 0; s < from->n_succ; s++) {
            fl->pred[--fl->block[fl->succ[from->succ + s]].pred] = fl->rpo[i];
        }
    }
}

/* Puts b into the set; was it not in it? */
static bool put(uint64_t *set, uint32_t b)
{
    const bool fresh = !scan_has(set, b);
    set[b / 64] |= UINT64_C(1) << (b % 64);
    return fresh;
}

/* Marks the blocks that can run between head and the jump back from `tail`. Where head does not
 * dominate tail the loop has several entries: then everything is marked. */
static void mark_body(scan_flow *fl, uint64_t *row, uint32_t head, uint32_t tail, uint32_t *stack)
{
    if (!scan_dominates(fl, head, tail)) {
        memset(row, 0xff, fl->words * sizeof *row);
        return;
    }
    put(row, head);
    stack[0] = tail;
    uint32_t depth = put(row, tail);
    while (depth > 0) {
        const scan_block *b = &fl->block[stack[--depth]];
        for (uint32_t i = 0; i < b->n_pred; i++) {
            const uint32_t from = fl->pred[b->pred + i];
            if (put(row, from)) {
                stack[depth++] = from;
            }
        }
    }
}

static void loops(scan_arena *a, scan_flow *fl)
{
    for (uint32_t i = 0; i < fl->n_rpo; i++) {
        const uint32_t from = fl->rpo[i];
        for (uint32_t s = 0; s < fl->block[from].n_succ; s++) {
            const uint32_t to = fl->succ[fl->block[from].succ + s];
            if (scan_goes_back(fl, from, to) && fl->block[to].loop == 0) {
                fl->block[to].loop = ++fl->n_loop;
            }
        }
    }
    fl->words = (fl->n_block + 63) / 64;
    fl->body = scan_alloc(a, fl->n_loop * fl->words, sizeof *fl->body);
    uint32_t *stack = scan_alloc(a, fl->n_block, sizeof *stack);
    if (a->full) {
        return;
    }
    for (uint32_t i = 0; i < fl->n_rpo; i++) {
        const uint32_t from = fl->rpo[i];
        for (uint32_t s = 0; s < fl->block[from].n_succ; s++) {
            const uint32_t to = fl->succ[fl->block[from].succ + s];
            if (scan_goes_back(fl, from, to)) {
                mark_body(fl, fl->body + (fl->block[to].loop - 1) * fl->words, to, from, stack);
            }
        }
    }
}

/* Where the arena is full the steps behind find nothing to do. */
bool scan_flow_build(const scan_func *f, scan_arena *a, scan_flow *fl)
{
    memset(fl, 0, sizeof *fl);
    split(f, a, fl);
    if (!fl->block) {
        return false;
    }
    for (uint32_t i = 0; i < fl->n_block; i++) {
        connect(f, a, fl, i);
    }
    order(a, fl);
    dominators(fl);
    predecessors(a, fl);
    loops(a, fl);
    return !a->full;
}
