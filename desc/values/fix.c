/* SPDX-License-Identifier: MIT
 *
 * Runs the blocks until nothing changes: what flows into a block is joined with what has flowed into
 * it before, and widened when a bound keeps moving.
 */
#include "value_run.h"

/* Rounds after which a bound that still moves is widened: more than a ring has stages, so that the
 * number of the stage is found exactly. After the last ones all numbers are given up: what has not
 * come to its place by then, as a bit that a loop shifts through a row of registers, is not followed. */
enum { WIDEN_AFTER = 21, GIVE_UP_AFTER = 400 };

/* The block that a symbol is computed in; UINT32_MAX for one that never changes. */
static uint32_t block_of_sym(const scan_run *r, uint32_t sym)
{
    if (sym == 0 || scan_sym_is_named(r, sym)) {
        return UINT32_MAX;
    }
    if (scan_sym_is_site(r, sym)) {
        return r->flow->block_of[scan_site_insn(r, sym)];
    }
    return (sym - (uint32_t)(r->f->n_sym + 1 + r->f->n_insn)) / r->n_slot;
}

/* Lets v flow into register slot `slot` at the start of block `to`, there with the symbol of that block if it is
 * renamed. Field by field, what has not changed left alone: most of scan's time passes here, and a copy of a whole
 * value waits for the stores of its fields. */
static void merge(scan_run *r, uint32_t to, uint32_t slot, const scan_val *v, bool renamed)
{
    scan_val *at = &r->in[(size_t)to * r->n_slot + slot];
    const int w = r->f->reg[r->slot_reg[slot]].width;
    const uint32_t phi = scan_sym_phi(r, to, slot);
    uint32_t sym = renamed ? phi : v->sym;
    uint64_t off = renamed ? 0 : v->off;
    scan_num num = v->num;
    if (at->defined) {
        num = r->sweeps > GIVE_UP_AFTER ? scan_num_top(w)
              : r->sweeps > WIDEN_AFTER ? scan_num_widen(at->num, num, w)
                                        : scan_num_join(at->num, num);
        if (at->sym != sym || at->off != off) {
            sym = phi;
            off = 0;
        }
    }
    if (sym == 0 &&
        num.mask != 0) { /* a constant has no symbol, and what has none has no distance */
        sym = phi;
    }
    /* Another distance alone is none: it has made the symbol that of the block. */
    if (!at->defined || at->sym != sym || !scan_num_equal(at->num, num)) {
        at->num = num;
        at->off = off;
        at->sym = sym;
        at->defined = true;
        r->changed = true;
    }
}

static void flow_to(scan_run *r, uint32_t from, uint32_t to)
{
    const bool back = scan_goes_back(r->flow, from, to);
    for (uint32_t slot = 0; slot < r->n_slot; slot++) {
        const scan_val *v = &r->cur[slot];
        const uint32_t at = back ? block_of_sym(r, v->sym) : UINT32_MAX;
        if (v->defined) {
            merge(r, to, slot, v, at != UINT32_MAX && scan_in_loop(r->flow, to, at));
        }
    }
}

static void run_block(scan_run *r, uint32_t b)
{
    memcpy(r->cur, r->in + (size_t)b * r->n_slot, r->n_slot * sizeof *r->cur);
    for (uint32_t i = r->live_first[b]; i < r->live_first[b + 1]; i++) {
        scan_eval(r, r->live[i]);
    }
    const scan_block *blk = &r->flow->block[b];
    for (uint32_t s = 0; s < blk->n_succ; s++) {
        flow_to(r, b, r->flow->succ[blk->succ + s]);
    }
}

static bool make_room(scan_run *r)
{
    const size_t blocks = r->flow->n_block, slots = r->n_slot;
    if (blocks > UINT32_MAX / 2 / (slots + 1)) {
        r->arena->full = true;
        return false;
    }
    r->in = scan_alloc(r->arena, blocks * slots, sizeof *r->in);
    r->cur = scan_alloc(r->arena, slots, sizeof *r->cur);
    r->single = scan_alloc(r->arena, r->n_single, sizeof *r->single);
    r->site = scan_alloc(r->arena, r->n_live, sizeof *r->site);
    r->store = scan_alloc(r->arena, r->n_live, sizeof *r->store);
    r->gmma = scan_alloc(r->arena, r->f->n_gmma, sizeof *r->gmma);
    r->scale_d = scan_alloc(r->arena, r->f->n_gmma, sizeof *r->scale_d);
    return !r->arena->full;
}

bool scan_fix(scan_run *r)
{
    if (!make_room(r)) {
        return false;
    }
    /* Nothing is known of the registers that a piece of machine code, or a function, starts with;
     * a PTX register that nobody has written has no value (reading it is not allowed). */
    for (uint32_t i = 0; r->f->sass && i < r->n_slot; i++) {
        const int w = r->f->reg[r->slot_reg[i]].width;
        scan_val v = {scan_num_top(w), 0, scan_sym_phi(r, 0, i), true};
        r->in[i] = v;
    }
    do {
        r->changed = false;
        r->sweeps++;
        for (uint32_t i = 0; i < r->flow->n_rpo; i++) {
            run_block(r, r->flow->rpo[i]);
        }
    } while (r->changed);
    return true;
}
