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
static bool split(const scan_func *f, scan_arena *a, scan_flow *fl)
{
    uint8_t *leader = scan_alloc(a, f->n_insn + 1, 1);
    fl->block_of = scan_alloc(a, f->n_insn + 1, sizeof *fl->block_of);
    if (!leader || !fl->block_of) {
        return false;
    }
    leader[0] = 1;
    for (size_t i = 0; i < f->n_label; i++) {
        if (f->label[i].insn < f->n_insn) {
            leader[f->label[i].insn] = 1;
        }
    }
    uint32_t n = 0;
    for (size_t i = 0; i < f->n_insn; i++) {
        leader[i + 1] = leader[i + 1] || ends_block(&f->insn[i]);
        n += leader[i];
    }
    fl->block = scan_alloc(a, n + 1, sizeof *fl->block);
    if (!fl->block) {
        return false;
    }
    for (uint32_t i = 0; i < f->n_insn; i++) {
        if (leader[i]) {
            fl->block[fl->n_block++].first = i;
        }
        fl->block[fl->n_block - 1].end = i + 1;
        fl->block_of[i] = fl->n_block - 1;
    }
    return true;
}

static bool add_succ(scan_arena *a, scan_flow *fl, scan_block *b, uint32_t to)
{
    uint32_t *at = scan_grow(a, fl->succ, fl->n_succ, &fl->cap_succ, sizeof *fl->succ);
    if (!at) {
        return false;
    }
    fl->succ = at;
    fl->succ[fl->n_succ++] = to;
    b->n_succ++;
    return true;
}

/* Where block i goes on to. */
static bool connect(const scan_func *f, scan_arena *a, scan_flow *fl, uint32_t i)
{
    scan_block *b = &fl->block[i];
    const scan_insn *last = &f->insn[b->end - 1];
    b->succ = (uint32_t)fl->n_succ;
    const bool always = ends_block(last) && last->guard == SCAN_NO_REG;
    if (last->op == SCAN_OP_BRANCH && last->src[0].reg != SCAN_ANY_LABEL) {
        const uint32_t to = f->label[last->src[0].reg].insn;
        if (to < f->n_insn && !add_succ(a, fl, b, fl->block_of[to])) {
            return false;
        }
    } else if (last->op == SCAN_OP_BRANCH) {
        for (size_t l = 0; l < f->n_label; l++) {
            if (f->label[l].insn < f->n_insn &&
                !add_succ(a, fl, b, fl->block_of[f->label[l].insn])) {
                return false;
            }
        }
    }
    return always || i + 1 >= fl->n_block || add_succ(a, fl, b, i + 1);
}

/* Depth first from block 0, without recursion; fills rpo and order. */
static bool order(scan_arena *a, scan_flow *fl)
{
    const uint32_t n = fl->n_block;
    uint32_t *stack = scan_alloc(a, n + 1, sizeof *stack);
    uint32_t *next = scan_alloc(a, n + 1, sizeof *next);
    uint32_t *post = scan_alloc(a, n + 1, sizeof *post);
    uint8_t *seen = scan_alloc(a, n + 1, 1);
    fl->rpo = scan_alloc(a, n + 1, sizeof *fl->rpo);
    if (!stack || !next || !post || !seen || !fl->rpo) {
        return false;
    }
    uint32_t depth = 0, done = 0;
    stack[depth++] = 0;
    seen[0] = 1;
    while (depth > 0) {
        const uint32_t b = stack[depth - 1];
        if (next[b] < fl->block[b].n_succ) {
            const uint32_t to = fl->succ[fl->block[b].succ + next[b]++];
            if (!seen[to]) {
                seen[to] = 1;
                stack[depth++] = to;
            }
        } else {
            post[done++] = b;
            depth--;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        fl->block[i].order = UINT32_MAX;
    }
    for (uint32_t i = 0; i < done; i++) {
        fl->rpo[i] = post[done - 1 - i];
        fl->block[fl->rpo[i]].order = i;
    }
    fl->n_rpo = done;
    return true;
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
    for (uint32_t i = 0; i < fl->n_block; i++) {
        fl->block[i].idom = UINT32_MAX;
    }
    fl->block[0].idom = 0;
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < fl->n_rpo; i++) {
            const uint32_t from = fl->rpo[i];
            for (uint32_t s = 0; s < fl->block[from].n_succ; s++) {
                scan_block *to = &fl->block[fl->succ[fl->block[from].succ + s]];
                if (to == fl->block) {
                    continue;
                }
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

/* Predecessor lists: first[b] .. first[b + 1]. */
static bool predecessors(scan_arena *a, const scan_flow *fl, uint32_t **first, uint32_t **pred)
{
    *first = scan_alloc(a, fl->n_block + 2, sizeof **first);
    *pred = scan_alloc(a, fl->n_succ + 1, sizeof **pred);
    if (!*first || !*pred) {
        return false;
    }
    for (uint32_t i = 0; i < fl->n_block; i++) {
        for (uint32_t s = 0; s < fl->block[i].n_succ; s++) {
            (*first)[fl->succ[fl->block[i].succ + s] + 2]++;
        }
    }
    for (uint32_t i = 2; i < fl->n_block + 2; i++) {
        (*first)[i] += (*first)[i - 1];
    }
    for (uint32_t i = 0; i < fl->n_block; i++) {
        for (uint32_t s = 0; s < fl->block[i].n_succ; s++) {
            (*pred)[(*first)[fl->succ[fl->block[i].succ + s] + 1]++] = i;
        }
    }
    return true;
}

/* Marks the blocks that can run between head and the jump back from `tail`. Where head does not
 * dominate tail the loop has several entries: then everything is marked. */
static void mark_body(scan_flow *fl, uint64_t *row, uint32_t head, uint32_t tail,
                      const uint32_t *first, const uint32_t *pred, uint32_t *stack)
{
    if (!scan_dominates(fl, head, tail)) {
        memset(row, 0xff, fl->words * sizeof *row);
        return;
    }
    uint32_t depth = 0;
    row[head / 64] |= UINT64_C(1) << (head % 64);
    stack[depth++] = tail;
    while (depth > 0) {
        const uint32_t b = stack[--depth];
        if ((row[b / 64] >> (b % 64) & 1) != 0) {
            continue;
        }
        row[b / 64] |= UINT64_C(1) << (b % 64);
        for (uint32_t i = first[b]; i < first[b + 1]; i++) {
            if (fl->block[pred[i]].order != UINT32_MAX &&
                (row[pred[i] / 64] >> (pred[i] % 64) & 1) == 0) {
                stack[depth++] = pred[i];
            }
        }
    }
}

static bool loops(scan_arena *a, scan_flow *fl)
{
    for (uint32_t i = 0; i < fl->n_rpo; i++) {
        const uint32_t from = fl->rpo[i];
        for (uint32_t s = 0; s < fl->block[from].n_succ; s++) {
            scan_block *to = &fl->block[fl->succ[fl->block[from].succ + s]];
            if (scan_goes_back(fl, from, (uint32_t)(to - fl->block)) && to->loop == 0) {
                to->loop = ++fl->n_loop;
            }
        }
    }
    fl->words = (fl->n_block + 63) / 64;
    uint32_t *first = NULL, *pred = NULL;
    fl->body = scan_alloc(a, fl->n_loop * fl->words + 1, sizeof *fl->body);
    uint32_t *stack = scan_alloc(a, fl->n_succ + fl->n_block + 1, sizeof *stack);
    if (!fl->body || !stack || !predecessors(a, fl, &first, &pred)) {
        return false;
    }
    for (uint32_t i = 0; i < fl->n_rpo; i++) {
        const uint32_t from = fl->rpo[i];
        for (uint32_t s = 0; s < fl->block[from].n_succ; s++) {
            const uint32_t to = fl->succ[fl->block[from].succ + s];
            if (scan_goes_back(fl, from, to)) {
                mark_body(fl, fl->body + (fl->block[to].loop - 1) * fl->words, to, from, first,
                          pred, stack);
            }
        }
    }
    return true;
}

bool scan_flow_build(const scan_func *f, scan_arena *a, scan_flow *fl)
{
    memset(fl, 0, sizeof *fl);
    if (!split(f, a, fl)) {
        return false;
    }
    for (uint32_t i = 0; i < fl->n_block; i++) {
        if (!connect(f, a, fl, i)) {
            return false;
        }
    }
    if (!order(a, fl)) {
        return false;
    }
    dominators(fl);
    return loops(a, fl);
}
