/* SPDX-License-Identifier: MIT
 *
 * One instruction, run over the values of the registers: what it reads, what it writes, what it is
 * remembered to have computed from.
 */
#include "value.h"

/* A value without a symbol that is no constant is "what this instruction gave". */
static scan_val named(const scan_run *r, uint32_t at, scan_val v)
{
    if (scan_is_const(&v)) {
        v.sym = 0;
        v.off = 0;
    } else if (v.sym == 0) {
        v.sym = scan_sym_site(r, at);
        v.off = 0;
    }
    return v;
}

/* As in fix.c, with the rounds before a block is first reached. */
enum { WIDEN_SWEEPS = 24 };

/* The symbol of an instruction is what its register holds behind it, also when it did not run. */
static void note_result(scan_run *r, uint32_t insn, const scan_val *v, int w)
{
    scan_site *site = &r->site[r->live_of[insn]];
    const scan_num num = site->seen ? scan_num_join(site->num, v->num, w) : v->num;
    if (!site->seen || !scan_num_equal(num, site->num)) {
        site->seen = true;
        site->num = num;
        r->changed = true;
    }
}

static bool same_val(const scan_val *a, const scan_val *b)
{
    return a->defined == b->defined && a->sym == b->sym && a->off == b->off &&
           scan_num_equal(a->num, b->num);
}

void scan_write(scan_run *r, uint32_t insn, uint32_t reg, scan_val v, int w)
{
    const uint32_t slot = reg == SCAN_NO_REG ? UINT32_MAX : r->slot[reg];
    const int width = slot == UINT32_MAX ? 0 : r->f->reg[reg].width;
    if (slot == UINT32_MAX || width > 64) {
        return;
    }
    const scan_insn *in = &r->f->insn[insn];
    v = scan_resize(r, v, w, width, false);
    scan_val *at = slot & SCAN_SINGLE ? &r->single[slot & ~SCAN_SINGLE] : &r->cur[slot];
    const bool primary = reg == in->dst;
    if (!(slot & SCAN_SINGLE)) {
        if (in->guard != SCAN_NO_REG && at->defined) {
            v = scan_join_vals(v, *at, width);
        }
        *at = primary ? named(r, insn, v) : v;
        if (primary) {
            note_result(r, insn, at, width);
        }
        return;
    }
    scan_val next = primary ? named(r, insn, v) : v;
    if (at->defined) {
        const scan_num num = r->sweeps > WIDEN_SWEEPS ? scan_num_widen(at->num, next.num, width)
                                                      : scan_num_join(at->num, next.num, width);
        const bool same = at->sym == next.sym && at->off == next.off;
        next.num = num;
        next.sym = same ? next.sym : 0;
        next.off = same ? next.off : 0;
        next = primary ? named(r, insn, next) : next;
    }
    if (!same_val(at, &next)) {
        r->changed = true;
        *at = next;
    }
    if (primary) {
        note_result(r, insn, at, width);
    }
}

/* Remembers what the instruction computed from. */
static void record(scan_run *r, uint32_t at, const scan_val s[3])
{
    const scan_insn *in = &r->f->insn[at];
    scan_site *site = &r->site[r->live_of[at]];
    scan_site now;
    memset(&now, 0, sizeof now);
    now.described = in->guard == SCAN_NO_REG;
    now.seen = site->seen;
    now.num = site->num;
    for (int i = 0; i < 3; i++) {
        now.off[i] = scan_is_const(&s[i]) ? s[i].num.value : s[i].off;
        now.sym[i] = scan_is_const(&s[i]) ? 0 : s[i].sym;
        now.known[i] = s[i].sym != 0 || scan_is_const(&s[i]);
    }
    if (memcmp(&now, site, sizeof now) != 0) {
        r->changed = true;
        *site = now;
    }
}

static void eval_wgmma(scan_run *r, const scan_insn *in)
{
    const uint32_t row = in->src[0].reg;
    const scan_gmma *g = &r->f->gmma[row];
    for (int o = 0; o < 2; o++) {
        const scan_src lo = o ? g->b : g->a, hi = o ? g->b_hi : g->a_hi;
        if (o == 0 && !g->a_shared) {
            continue;
        }
        if (hi.kind == SCAN_NONE) {
            r->gmma[row][o] = scan_read(r, lo, 64);
        } else {
            scan_insn pair = *in;
            pair.width = 64;
            pair.sw = 32;
            pair.src[0] = lo;
            pair.src[1] = hi;
            r->gmma[row][o] = scan_concat_words(r, &pair);
        }
    }
    const scan_val p = scan_read(r, g->scale_d, 1);
    r->scale_d[row] = scan_is_const(&p) ? (p.num.value ? 2 : 1) : 3;
}

/* Code that is not seen: nothing is known of the registers after it. */
static void forget_all(scan_run *r, uint32_t at)
{
    for (uint32_t i = 0; i < r->n_slot; i++) {
        const int w = r->f->reg[r->slot_reg[i]].width;
        r->cur[i] = scan_plain(scan_num_top(w <= 64 ? w : 64));
    }
    (void)at;
}

void scan_eval(scan_run *r, uint32_t at)
{
    const scan_insn *in = &r->f->insn[at];
    if (in->op == SCAN_OP_WGMMA) {
        eval_wgmma(r, in);
        return;
    }
    if (in->op == SCAN_OP_CALL && r->f->sass) {
        forget_all(r, at);
        return;
    }
    if (in->op == SCAN_OP_ST_SHARED) {
        const scan_val base = scan_read(r, in->src[0], 32);
        r->store[r->live_of[at]] = scan_add_val(base, scan_read(r, in->src[1], 32), 32);
        return;
    }
    scan_val v = scan_plain(scan_num_top(in->width ? in->width : 64));
    if (in->dst != SCAN_NO_REG && in->width > 0 && in->width <= 64) {
        scan_val s[3];
        for (int i = 0; i < 3; i++) {
            s[i] = scan_read(r, in->src[i], in->width);
        }
        v = scan_compute(r, at, in, s);
        for (int i = 0; i < 3; i++) {
            if (in->src[i].flags == SCAN_NEG) { /* remembered without its sign */
                scan_src plus = in->src[i];
                plus.flags = 0;
                s[i] = scan_read(r, plus, in->width);
            }
        }
        record(r, at, s);
        scan_write(r, at, in->dst, v, in->width);
    }
    for (uint32_t i = 0; i < in->n_write; i++) {
        const uint32_t reg = r->f->ref[in->refs + i];
        if (reg != in->dst && reg != in->dst2 && r->slot[reg] != UINT32_MAX) {
            const int w = r->f->reg[reg].width;
            scan_write(r, at, reg, scan_plain(scan_num_top(w <= 64 ? w : 64)), w);
        }
    }
}
