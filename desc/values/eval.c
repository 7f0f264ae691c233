/* SPDX-License-Identifier: MIT
 *
 * One instruction, run over the values of the registers, and what it is remembered to have computed from.
 */
#include "value.h"

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

/* Code that is not seen: nothing is known of the registers of the machine after it. */
static void forget_all(scan_run *r)
{
    for (uint32_t i = 0; i < r->n_slot; i++) {
        r->cur[i] = scan_plain(scan_num_top(r->f->reg[r->slot_reg[i]].width));
    }
}

void scan_eval(scan_run *r, uint32_t at)
{
    const scan_insn *in = &r->f->insn[at];
    if (in->op == SCAN_OP_WGMMA) {
        eval_wgmma(r, in);
        return;
    }
    if (in->op == SCAN_OP_CALL) { /* of machine code: in PTX it writes nothing that matters */
        forget_all(r);
        return;
    }
    if (in->op == SCAN_OP_ST_SHARED) {
        const scan_val base = scan_read(r, in->src[0], 32);
        r->store[r->live_of[at]] = scan_add_val(base, scan_read(r, in->src[1], 32), 32);
        return;
    }
    if (in->dst != SCAN_NO_REG && in->width > 0 && in->width <= 64) {
        scan_val s[3];
        for (int i = 0; i < 3; i++) {
            s[i] = scan_read(r, in->src[i], in->width);
        }
        const scan_val v = scan_compute(r, at, in, s);
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
