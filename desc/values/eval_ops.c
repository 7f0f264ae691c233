/* SPDX-License-Identifier: MIT
 *
 * What each instruction of the intermediate form makes of the values of its sources.
 */
#include "value.h"

/* a - b, where both are the same symbol and a constant, is known. */
static bool same_symbol(const scan_val *a, const scan_val *b)
{
    return a->sym != 0 && a->sym == b->sym;
}

/* The carry out of a + b + c + carry. */
static scan_num carry_out(scan_num a, scan_num b, scan_num c, scan_num carry, int w)
{
    const uint64_t most = scan_bits(w);
    uint64_t lo = 0, hi = 0;
    bool lo_over = false, hi_over = false;
    const scan_num parts[4] = {a, b, c, carry};
    for (int i = 0; i < 4; i++) {
        lo_over = lo_over || lo > most - parts[i].umin;
        hi_over = hi_over || hi > most - parts[i].umax;
        lo = (lo + parts[i].umin) & most;
        hi = (hi + parts[i].umax) & most;
    }
    return lo_over ? scan_num_const(1, 1) : hi_over ? scan_num_top(1) : scan_num_const(0, 1);
}

static scan_val eval_add(scan_run *r, uint32_t at, const scan_insn *in, scan_val s[3])
{
    const int w = in->width;
    scan_val carry = scan_plain(scan_num_const(0, 1));
    if (in->carry != SCAN_NO_REG) {
        const scan_src c = {SCAN_REG, in->flags & SCAN_FLAG_CARRY_NOT ? SCAN_NOT : 0, in->carry, 0};
        carry = scan_read(r, c, 1);
    }
    if (in->dst2 != SCAN_NO_REG) {
        const bool known = !(in->flags & SCAN_FLAG_BORROW);
        scan_write(r, at, in->dst2,
                   scan_plain(known ? carry_out(s[0].num, s[1].num, s[2].num, carry.num, w)
                                    : scan_num_top(1)),
                   1);
    }
    /* x - y: the sources were read with their signs; the symbols without. */
    if (in->src[1].flags == SCAN_NEG && in->src[2].kind == SCAN_NONE && in->carry == SCAN_NO_REG &&
        in->src[0].flags == 0) {
        scan_src y = in->src[1];
        y.flags = 0;
        const scan_val b = scan_read(r, y, w);
        if (same_symbol(&s[0], &b)) {
            return scan_plain(scan_num_const(s[0].off - b.off, w));
        }
        scan_val v = scan_plain(scan_num_sub(s[0].num, b.num, w));
        if (scan_is_const(&b)) {
            v.sym = s[0].sym;
            v.off = (s[0].off - b.num.value) & scan_bits(w);
        }
        return v;
    }
    const scan_val c = scan_plain(scan_num_zext(carry.num, 1, w));
    return scan_add_val(scan_add_val(scan_add_val(s[0], s[1], w), s[2], w), c, w);
}

/* Sources of sw bits are extended to the width of the result first (mul.wide). */
static scan_val eval_mul(scan_run *r, const scan_insn *in, scan_val s[3])
{
    const int w = in->width;
    scan_val a = s[0], b = s[1];
    if (in->sw != 0) {
        a = scan_resize(r, scan_read(r, in->src[0], in->sw), in->sw, w,
                        in->flags & SCAN_FLAG_SIGNED);
        b = scan_resize(r, scan_read(r, in->src[1], in->sw), in->sw, w,
                        in->flags & SCAN_FLAG_SIGNED);
    }
    scan_val p = scan_plain(scan_num_mul(a.num, b.num, w));
    if (scan_is_const(&a) && a.num.value == 1) {
        p = b;
    } else if (scan_is_const(&b) && b.num.value == 1) {
        p = a;
    }
    p = scan_add_val(p, s[2], w);
    if (in->carry != SCAN_NO_REG) {
        const scan_src c = {SCAN_REG, in->flags & SCAN_FLAG_CARRY_NOT ? SCAN_NOT : 0, in->carry, 0};
        p = scan_add_val(p, scan_resize(r, scan_read(r, c, 1), 1, w, false), w);
    }
    return p;
}

/* What the table does with one operand x where the others have these bits: keeps x there? */
static uint64_t keeps(unsigned lut, int which, const scan_val s[3])
{
    uint64_t kept = 0;
    for (unsigned others = 0; others < 4; others++) {
        uint64_t here = UINT64_MAX;
        unsigned index = 0, bit = 0;
        for (int i = 0; i < 3; i++) {
            if (i != which) {
                const bool one = (others >> bit++ & 1) != 0;
                here &= one ? s[i].num.value : ~s[i].num.value;
                index |= one ? 4u >> i : 0;
            }
        }
        const unsigned x = 4u >> which;
        if ((lut >> (index | x) & 1) && !(lut >> index & 1)) {
            kept |= here;
        }
    }
    return kept;
}

/* An or, and, xor that changes known bits only adds a constant: that keeps the symbol. */
static scan_val eval_lop3(const scan_insn *in, const scan_val s[3])
{
    const int w = in->width;
    const scan_num a = s[0].num, b = s[1].num, c = s[2].num;
    scan_val v = scan_plain(in->arg == 0xc0   ? scan_num_and(a, b, w)
                            : in->arg == 0xfc ? scan_num_or(a, b, w)
                                              : scan_num_lop3(a, b, c, in->arg, w));
    int which = -1;
    for (int i = 0; i < 3; i++) {
        if (!scan_is_const(&s[i])) {
            which = which == -1 ? i : -2;
        }
    }
    if (which >= 0 && s[which].sym != 0) {
        const scan_num x = s[which].num;
        if (v.num.mask == x.mask && (x.mask & ~keeps(in->arg, which, s)) == 0) {
            v.sym = s[which].sym;
            v.off = (s[which].off + v.num.value - x.value) & scan_bits(w);
        }
    }
    return v;
}

/* {hi, lo} shifted by a constant, and one half of it. */
static scan_val eval_funnel(const scan_insn *in, const scan_val s[3])
{
    const int w = in->width;
    const bool high = (in->flags & SCAN_FLAG_HIGH) != 0;
    if (!scan_is_const(&s[1])) {
        return scan_plain(scan_num_top(w));
    }
    scan_num both = scan_num_concat(s[0].num, w, s[2].num, w);
    const scan_num by = scan_num_const(s[1].num.value, 64);
    both = in->flags & SCAN_FLAG_LEFT     ? scan_num_shl(both, by, 2 * w)
           : in->flags & SCAN_FLAG_SIGNED ? scan_num_sar(both, by, 2 * w)
                                          : scan_num_shr(both, by, 2 * w);
    both = scan_num_bfe(both, high ? (unsigned)w : 0, (unsigned)w, false, 2 * w);
    return scan_plain(scan_num_trunc(both, w));
}

scan_val scan_concat_words(scan_run *r, const scan_insn *in)
{
    const scan_val lo = scan_resize(r, scan_read(r, in->src[0], in->sw), in->sw, in->width, false);
    const scan_val hi = scan_read(r, in->src[1], in->sw);
    scan_val v = scan_plain(
        scan_num_concat(scan_num_trunc(lo.num, in->sw), in->sw, hi.num, in->width - in->sw));
    if (scan_is_const(&hi)) {
        v.sym = lo.sym;
        v.off = lo.sym ? (lo.off + (hi.num.value << in->sw)) & scan_bits(in->width) : 0;
    }
    return v;
}

/* x, knowing that predicate src2 is `truth`, when it is the result of a comparison of x with a
 * constant. */
static scan_num learn(scan_run *r, scan_src pred, bool truth, scan_val x, int w)
{
    if (pred.kind != SCAN_REG || x.sym == 0) {
        return x.num;
    }
    scan_src p = pred;
    p.flags = 0;
    const scan_val v = scan_read(r, p, 1);
    if (!scan_sym_is_site(r, v.sym) || v.off != 0) {
        return x.num;
    }
    const scan_insn *set = &r->f->insn[scan_site_insn(r, v.sym)];
    const scan_site *site = &r->site[r->live_of[scan_site_insn(r, v.sym)]];
    if (set->op != SCAN_OP_SETP || !site->described || set->sw != w || site->sym[0] != x.sym ||
        site->off[0] != x.off || site->sym[1] != 0 || !site->known[1]) {
        return x.num;
    }
    const bool is = truth != ((pred.flags & SCAN_NOT) != 0);
    const scan_cmp c = is ? (scan_cmp)set->arg : scan_cmp_not((scan_cmp)set->arg);
    return scan_num_assume(x.num, scan_num_const(site->off[1], w), c,
                           (set->flags & SCAN_FLAG_SIGNED) != 0, w);
}

static scan_val eval_sel(scan_run *r, const scan_insn *in, const scan_val s[3])
{
    const scan_val p = scan_read(r, in->src[2], 1);
    if (scan_is_const(&p)) {
        return p.num.value ? s[0] : s[1];
    }
    scan_val a = s[0], b = s[1];
    a.num = learn(r, in->src[2], true, a, in->width);
    b.num = learn(r, in->src[2], false, b, in->width);
    return scan_join_vals(a, b);
}

static scan_val eval_setp(scan_run *r, const scan_insn *in, scan_val s[3])
{
    const bool is_signed = (in->flags & SCAN_FLAG_SIGNED) != 0;
    s[0] = scan_read(r, in->src[0], in->sw);
    s[1] = scan_read(r, in->src[1], in->sw);
    const unsigned may = scan_num_compare(s[0].num, s[1].num, (scan_cmp)in->arg, is_signed, in->sw);
    return scan_plain(may == 1   ? scan_num_const(0, 1)
                      : may == 2 ? scan_num_const(1, 1)
                                 : scan_num_top(1));
}

/* Bytes picked out of {b, a}; a selector with the sign bit repeats the sign. */
static scan_val eval_prmt(const scan_insn *in, const scan_val s[3])
{
    if (!scan_is_const(&s[2])) {
        return scan_plain(scan_num_top(in->width));
    }
    uint64_t value = 0, mask = 0;
    const uint64_t v = s[0].num.value | s[1].num.value << 32;
    const uint64_t m = s[0].num.mask | s[1].num.mask << 32;
    for (int i = 0; i < 4; i++) {
        const unsigned pick = (unsigned)(s[2].num.value >> (4 * i)) & 15;
        const unsigned from = 8 * (pick & 7);
        uint64_t byte = v >> from & 0xff, open = m >> from & 0xff;
        if (pick & 8) {
            byte = byte & 0x80 ? 0xff : 0;
            open = open & 0x80 ? 0xff : 0;
        }
        value |= byte << (8 * i);
        mask |= open << (8 * i);
    }
    return scan_plain(scan_num_known(value, mask, in->width));
}

static scan_val eval_extremum(const scan_insn *in, const scan_val s[3])
{
    const bool is_signed = (in->flags & SCAN_FLAG_SIGNED) != 0;
    const int w = in->width;
    const scan_num a = s[0].num, b = s[1].num;
    if (in->op == SCAN_OP_MIN) {
        return scan_plain(is_signed ? scan_num_smin(a, b, w) : scan_num_umin(a, b, w));
    }
    return scan_plain(is_signed ? scan_num_smax(a, b, w) : scan_num_umax(a, b, w));
}

static scan_val eval_divrem(const scan_insn *in, const scan_val s[3])
{
    const int w = in->width;
    const bool negative =
        (in->flags & SCAN_FLAG_SIGNED) && (s[0].num.smin < 0 || s[1].num.smin < 0);
    if (negative) {
        return scan_plain(scan_num_top(w));
    }
    return scan_plain(in->op == SCAN_OP_DIV ? scan_num_udiv(s[0].num, s[1].num, w)
                                            : scan_num_urem(s[0].num, s[1].num, w));
}

static scan_val eval_shift(const scan_insn *in, const scan_val s[3])
{
    const int w = in->width;
    if (scan_is_const(&s[1]) && s[1].num.value == 0) {
        return s[0];
    }
    return scan_plain(in->op == SCAN_OP_SHL          ? scan_num_shl(s[0].num, s[1].num, w)
                      : in->flags & SCAN_FLAG_SIGNED ? scan_num_sar(s[0].num, s[1].num, w)
                                                     : scan_num_shr(s[0].num, s[1].num, w));
}

scan_val scan_compute(scan_run *r, uint32_t at, const scan_insn *in, scan_val s[3])
{
    const int w = in->width;
    switch ((scan_op)in->op) {
    case SCAN_OP_RANGE:
        return scan_plain(scan_num_range(0, in->src[0].imm, w));
    case SCAN_OP_MOV:
        return s[0];
    case SCAN_OP_UNIFY:
        return scan_plain(s[0].num);
    case SCAN_OP_ADD:
        return eval_add(r, at, in, s);
    case SCAN_OP_MUL:
        return eval_mul(r, in, s);
    case SCAN_OP_LOP3:
        return eval_lop3(in, s);
    case SCAN_OP_SHL:
    case SCAN_OP_SHR:
        return eval_shift(in, s);
    case SCAN_OP_FUNNEL:
        return eval_funnel(in, s);
    case SCAN_OP_BFE:
        return scan_plain(scan_num_bfe(s[0].num, (unsigned)in->src[1].imm, (unsigned)in->src[2].imm,
                                       (in->flags & SCAN_FLAG_SIGNED) != 0, w));
    case SCAN_OP_BFI:
        return scan_plain(scan_num_bfi(s[0].num, s[1].num, (unsigned)in->src[2].imm, in->arg, w));
    case SCAN_OP_CVT:
        return scan_resize(r, scan_read(r, in->src[0], in->sw), in->sw, w,
                           (in->flags & SCAN_FLAG_SIGNED) != 0);
    case SCAN_OP_CONCAT:
        return scan_concat_words(r, in);
    case SCAN_OP_SEL:
        return eval_sel(r, in, s);
    case SCAN_OP_SETP:
        return eval_setp(r, in, s);
    case SCAN_OP_MIN:
    case SCAN_OP_MAX:
        return eval_extremum(in, s);
    case SCAN_OP_DIV:
    case SCAN_OP_REM:
        return eval_divrem(in, s);
    case SCAN_OP_PRMT:
        return eval_prmt(in, s);
    default:
        return scan_plain(scan_num_top(w));
    }
}
