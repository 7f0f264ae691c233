/* SPDX-License-Identifier: MIT
 *
 * Values: what is known of a number, with a symbol and a distance from it; read as sources of an
 * instruction, and written as its results.
 */
#include "value.h"

scan_val scan_plain(scan_num n)
{
    const scan_val v = {n, 0, 0, true};
    return v;
}

bool scan_is_const(const scan_val *v)
{
    return v->num.mask == 0;
}

int scan_sym_width(const scan_run *r, uint32_t sym)
{
    if (scan_sym_is_named(r, sym)) {
        return r->f->sym[sym - 1].width;
    }
    if (scan_sym_is_site(r, sym)) {
        return r->f->reg[r->f->insn[scan_site_insn(r, sym)].dst].width;
    }
    const uint32_t phi = sym - (uint32_t)(r->f->n_sym + 1 + r->f->n_insn);
    return r->f->reg[r->slot_reg[phi % r->n_slot]].width;
}

/* A shared address is below 2^18, with the number of the block in the cluster from bit 24 up, as the
 * machine code forms it. */
static scan_num named_num(const scan_sym *s)
{
    const uint64_t low = s->align - 1;
    if (s->kind == SCAN_SYM_SHARED) {
        return scan_num_known(0, UINT64_C(0xff03ffff) & ~low, 32);
    }
    return scan_num_known(0, s->kind == SCAN_SYM_PARAM ? UINT64_MAX : ~low, s->width);
}

scan_num scan_sym_num(const scan_run *r, uint32_t sym)
{
    if (scan_sym_is_named(r, sym)) {
        return named_num(&r->f->sym[sym - 1]);
    }
    if (scan_sym_is_site(r, sym)) {
        return r->site[r->live_of[scan_site_insn(r, sym)]].num;
    }
    const uint32_t phi = sym - (uint32_t)(r->f->n_sym + 1 + r->f->n_insn);
    return r->in[phi].num;
}

scan_val scan_resize(const scan_run *r, scan_val v, int from, int w, bool is_signed)
{
    if (w == from) {
        return v;
    }
    if (w < from) {
        v.num = scan_num_trunc(v.num, w);
        v.off &= scan_bits(w);
        return v;
    }
    /* symbol + off is the same number in more bits where the sum has not wrapped. */
    const uint64_t most = scan_bits(from);
    const bool minus = v.off > most >> 1;
    const bool whole =
        v.sym != 0 && scan_sym_width(r, v.sym) <= from &&
        (minus ? v.num.umax <= most - (((most - v.off) + 1) & most) : v.num.umin >= v.off);
    const bool same_sign = !is_signed || v.num.smin >= 0;
    v.num = is_signed ? scan_num_sext(v.num, from, w) : scan_num_zext(v.num, from, w);
    if (whole && same_sign) {
        v.off = minus ? (uint64_t)scan_signed(v.off, from) & scan_bits(w) : v.off;
    } else {
        v.sym = 0;
        v.off = 0;
    }
    return v;
}

static scan_val read_reg(const scan_run *r, uint32_t reg, int w)
{
    const int width = r->f->reg[reg].width;
    const uint32_t slot = r->slot[reg];
    if (slot == UINT32_MAX || width > 64) {
        return scan_plain(scan_num_top(w));
    }
    scan_val v = slot & SCAN_SINGLE ? r->single[slot & ~SCAN_SINGLE] : r->cur[slot];
    if (!v.defined) {
        /* Nothing has come here yet; in the end, a register that nobody has written. */
        v = scan_plain(scan_num_top(width));
    }
    return scan_resize(r, v, width, w, false);
}

static scan_val invert(scan_val v, uint8_t flags, int w)
{
    if (flags & SCAN_NEG) {
        v = scan_plain(scan_num_sub(scan_num_const(0, w), v.num, w));
    }
    if (flags & SCAN_NOT) {
        v = scan_plain(scan_num_not(v.num, w));
    }
    return v;
}

scan_val scan_read(scan_run *r, scan_src s, int w)
{
    if (s.kind == SCAN_REG) {
        const scan_val v = read_reg(r, s.reg, w);
        return s.flags ? invert(v, s.flags, w) : v;
    }
    if (s.kind == SCAN_SYM) {
        const scan_sym *sym = &r->f->sym[s.reg];
        scan_val v = {scan_sym_num(r, scan_sym_named(s.reg)), 0, scan_sym_named(s.reg), true};
        v = scan_resize(r, v, sym->width, w, false);
        v.num = scan_num_add(v.num, scan_num_const(s.imm, w), w);
        v.off = (v.off + s.imm) & scan_bits(w);
        return s.flags ? invert(v, s.flags, w) : v;
    }
    return invert(scan_plain(scan_num_const(s.kind == SCAN_IMM ? s.imm : 0, w)), s.flags, w);
}

scan_val scan_add_val(scan_val a, scan_val b, int w)
{
    scan_val v = scan_plain(scan_num_add(a.num, b.num, w));
    if (scan_is_const(&b)) {
        v.sym = a.sym;
        v.off = (a.off + b.num.value) & scan_bits(w);
    } else if (scan_is_const(&a)) {
        v.sym = b.sym;
        v.off = (b.off + a.num.value) & scan_bits(w);
    }
    return v;
}

scan_val scan_join_vals(scan_val a, scan_val b)
{
    scan_val v = scan_plain(scan_num_join(a.num, b.num));
    if (a.sym == b.sym && a.off == b.off) {
        v.sym = a.sym;
        v.off = a.off;
    }
    return v;
}

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
static void note_result(scan_run *r, uint32_t insn, const scan_val *v)
{
    scan_site *site = &r->site[r->live_of[insn]];
    const scan_num num = site->seen ? scan_num_join(site->num, v->num) : v->num;
    if (!site->seen || !scan_num_equal(num, site->num)) {
        site->seen = true;
        site->num = num;
        r->changed = true;
    }
}

/* Of one symbol the distance is the same: where another came, the symbol is the instruction's own, without any. */
static bool same_val(const scan_val *a, const scan_val *b)
{
    return a->defined == b->defined && a->sym == b->sym && scan_num_equal(a->num, b->num);
}

void scan_write(scan_run *r, uint32_t insn, uint32_t reg, scan_val v, int w)
{
    const uint32_t slot = r->slot[reg];
    if (slot == UINT32_MAX || r->f->reg[reg].width > 64) {
        return;
    }
    const int width = r->f->reg[reg].width;
    const scan_insn *in = &r->f->insn[insn];
    v = scan_resize(r, v, w, width, false);
    scan_val *at = slot & SCAN_SINGLE ? &r->single[slot & ~SCAN_SINGLE] : &r->cur[slot];
    const bool primary = reg == in->dst;
    if (!(slot & SCAN_SINGLE)) {
        if (in->guard != SCAN_NO_REG && at->defined) {
            v = scan_join_vals(v, *at);
        }
        *at = primary ? named(r, insn, v) : v;
        if (primary) {
            note_result(r, insn, at);
        }
        return;
    }
    scan_val next = primary ? named(r, insn, v) : v;
    if (at->defined) {
        const scan_num num = r->sweeps > WIDEN_SWEEPS ? scan_num_widen(at->num, next.num, width)
                                                      : scan_num_join(at->num, next.num);
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
        note_result(r, insn, at);
    }
}
