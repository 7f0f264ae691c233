/* SPDX-License-Identifier: MIT
 *
 * What each instruction of the intermediate form makes of the values of its sources.
 */
#include "value_run.h"

static scan_val plain(scan_num n)
{
    const scan_val v = {n, 0, 0, true};
    return v;
}

static bool is_const(const scan_val *v)
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
        const uint32_t at = r->live_of[scan_site_insn(r, sym)];
        return at == UINT32_MAX ? scan_num_top(scan_sym_width(r, sym)) : r->site[at].num;
    }
    const uint32_t phi = sym - (uint32_t)(r->f->n_sym + 1 + r->f->n_insn);
    return r->in[phi].num;
}

/* v made w bits wide, `from` bits wide before. */
static scan_val resize(const scan_run *r, scan_val v, int from, int w, bool is_signed)
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
        return plain(scan_num_top(w));
    }
    scan_val v = slot & SCAN_SINGLE ? r->single[slot & ~SCAN_SINGLE] : r->cur[slot];
    if (!v.defined) {
        /* Nothing has come here yet; in the end, a register that nobody has written. */
        v = plain(scan_num_top(width));
    }
    return resize(r, v, width, w, false);
}

static scan_val invert(scan_val v, uint8_t flags, int w)
{
    if (flags & SCAN_NEG) {
        v = plain(scan_num_sub(scan_num_const(0, w), v.num, w));
    }
    if (flags & SCAN_NOT) {
        v = plain(scan_num_not(v.num, w));
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
        v = resize(r, v, sym->width, w, false);
        v.num = scan_num_add(v.num, scan_num_const(s.imm, w), w);
        v.off = (v.off + s.imm) & scan_bits(w);
        return s.flags ? invert(v, s.flags, w) : v;
    }
    return invert(plain(scan_num_const(s.kind == SCAN_IMM ? s.imm : 0, w)), s.flags, w);
}

static scan_val add_val(scan_val a, scan_val b, int w)
{
    scan_val v = plain(scan_num_add(a.num, b.num, w));
    if (is_const(&b)) {
        v.sym = a.sym;
        v.off = (a.off + b.num.value) & scan_bits(w);
    } else if (is_const(&a)) {
        v.sym = b.sym;
        v.off = (b.off + a.num.value) & scan_bits(w);
    }
    return v;
}

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
    scan_val carry = plain(scan_num_const(0, 1));
    if (in->carry != SCAN_NO_REG) {
        const scan_src c = {SCAN_REG, in->flags & SCAN_FLAG_CARRY_NOT ? SCAN_NOT : 0, in->carry, 0};
        carry = scan_read(r, c, 1);
    }
    if (in->dst2 != SCAN_NO_REG) {
        const bool known = !(in->flags & SCAN_FLAG_BORROW);
        scan_write(
            r, at, in->dst2,
            plain(known ? carry_out(s[0].num, s[1].num, s[2].num, carry.num, w) : scan_num_top(1)),
            1);
    }
    /* x - y: the sources were read with their signs; the symbols without. */
    if (in->src[1].flags == SCAN_NEG && in->src[2].kind == SCAN_NONE && in->carry == SCAN_NO_REG &&
        in->src[0].flags == 0) {
        scan_src y = in->src[1];
        y.flags = 0;
        const scan_val b = scan_read(r, y, w);
        if (same_symbol(&s[0], &b)) {
            return plain(scan_num_const(s[0].off - b.off, w));
        }
        scan_val v = plain(scan_num_sub(s[0].num, b.num, w));
        if (is_const(&b)) {
            v.sym = s[0].sym;
            v.off = (s[0].off - b.num.value) & scan_bits(w);
        }
        return v;
    }
    const scan_val c = plain(scan_num_zext(carry.num, 1, w));
    return add_val(add_val(add_val(s[0], s[1], w), s[2], w), c, w);
}

/* Sources of sw bits are extended to the width of the result first (mul.wide). */
static scan_val eval_mul(scan_run *r, const scan_insn *in, scan_val s[3])
{
    const int w = in->width;
    scan_val a = s[0], b = s[1];
    if (in->sw != 0) {
        a = resize(r, scan_read(r, in->src[0], in->sw), in->sw, w, in->flags & SCAN_FLAG_SIGNED);
        b = resize(r, scan_read(r, in->src[1], in->sw), in->sw, w, in->flags & SCAN_FLAG_SIGNED);
    }
    scan_val p = plain(scan_num_mul(a.num, b.num, w));
    if (is_const(&a) && a.num.value == 1) {
        p = b;
    } else if (is_const(&b) && b.num.value == 1) {
        p = a;
    }
    p = add_val(p, s[2], w);
    if (in->carry != SCAN_NO_REG) {
        const scan_src c = {SCAN_REG, in->flags & SCAN_FLAG_CARRY_NOT ? SCAN_NOT : 0, in->carry, 0};
        p = add_val(p, resize(r, scan_read(r, c, 1), 1, w, false), w);
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
    scan_val v = plain(in->arg == 0xc0   ? scan_num_and(a, b, w)
                       : in->arg == 0xfc ? scan_num_or(a, b, w)
                                         : scan_num_lop3(a, b, c, in->arg, w));
    int which = -1;
    for (int i = 0; i < 3; i++) {
        if (!is_const(&s[i])) {
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
    if (!is_const(&s[1])) {
        return plain(scan_num_top(w));
    }
    scan_num both = scan_num_concat(s[0].num, w, s[2].num, w);
    const scan_num by = scan_num_const(s[1].num.value, 64);
    both = in->flags & SCAN_FLAG_LEFT     ? scan_num_shl(both, by, 2 * w)
           : in->flags & SCAN_FLAG_SIGNED ? scan_num_sar(both, by, 2 * w)
                                          : scan_num_shr(both, by, 2 * w);
    both = scan_num_bfe(both, high ? (unsigned)w : 0, (unsigned)w, false, 2 * w);
    return plain(scan_num_trunc(both, w));
}

static scan_val eval_concat(scan_run *r, const scan_insn *in, const scan_val s[3])
{
    const scan_val lo = resize(r, scan_read(r, in->src[0], in->sw), in->sw, in->width, false);
    const scan_val hi = scan_read(r, in->src[1], in->sw);
    (void)s;
    scan_val v =
        plain(scan_num_concat(scan_num_trunc(lo.num, in->sw), in->sw, hi.num, in->width - in->sw));
    if (is_const(&hi)) {
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
    if (v.sym == 0 || !scan_sym_is_site(r, v.sym) || v.off != 0) {
        return x.num;
    }
    const scan_insn *set = &r->f->insn[scan_site_insn(r, v.sym)];
    const scan_site *site = &r->site[r->live_of[scan_site_insn(r, v.sym)]];
    if (set->op != SCAN_OP_SETP || !site->described || set->sw != w || site->sym[0] != x.sym ||
        site->off[0] != x.off || site->sym[1] != 0 || !site->known[1] || !site->known[0]) {
        return x.num;
    }
    const bool is = truth != ((pred.flags & SCAN_NOT) != 0);
    const scan_cmp c = is ? (scan_cmp)set->arg : scan_cmp_not((scan_cmp)set->arg);
    return scan_num_assume(x.num, scan_num_const(site->off[1], w), c,
                           (set->flags & SCAN_FLAG_SIGNED) != 0, w);
}

static scan_val join_vals(scan_val a, scan_val b, int w)
{
    scan_val v = plain(scan_num_join(a.num, b.num, w));
    if (a.sym == b.sym && a.off == b.off) {
        v.sym = a.sym;
        v.off = a.off;
    }
    return v;
}

static scan_val eval_sel(scan_run *r, const scan_insn *in, const scan_val s[3])
{
    const scan_val p = scan_read(r, in->src[2], 1);
    if (is_const(&p)) {
        return p.num.value ? s[0] : s[1];
    }
    scan_val a = s[0], b = s[1];
    a.num = learn(r, in->src[2], true, a, in->width);
    b.num = learn(r, in->src[2], false, b, in->width);
    return join_vals(a, b, in->width);
}

static scan_val eval_setp(scan_run *r, const scan_insn *in, scan_val s[3])
{
    const bool is_signed = (in->flags & SCAN_FLAG_SIGNED) != 0;
    s[0] = scan_read(r, in->src[0], in->sw);
    s[1] = scan_read(r, in->src[1], in->sw);
    const unsigned may = scan_num_compare(s[0].num, s[1].num, (scan_cmp)in->arg, is_signed, in->sw);
    return plain(may == 1   ? scan_num_const(0, 1)
                 : may == 2 ? scan_num_const(1, 1)
                            : scan_num_top(1));
}

/* Bytes picked out of {b, a}; a selector with the sign bit repeats the sign. */
static scan_val eval_prmt(const scan_insn *in, const scan_val s[3])
{
    if (!is_const(&s[2])) {
        return plain(scan_num_top(in->width));
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
    return plain(scan_num_known(value, mask, in->width));
}

static scan_val eval_extremum(const scan_insn *in, const scan_val s[3])
{
    const bool is_signed = (in->flags & SCAN_FLAG_SIGNED) != 0;
    const int w = in->width;
    const scan_num a = s[0].num, b = s[1].num;
    if (in->op == SCAN_OP_MIN) {
        return plain(is_signed ? scan_num_smin(a, b, w) : scan_num_umin(a, b, w));
    }
    return plain(is_signed ? scan_num_smax(a, b, w) : scan_num_umax(a, b, w));
}

static scan_val eval_divrem(const scan_insn *in, const scan_val s[3])
{
    const int w = in->width;
    const bool negative =
        (in->flags & SCAN_FLAG_SIGNED) && (s[0].num.smin < 0 || s[1].num.smin < 0);
    if (negative) {
        return plain(scan_num_top(w));
    }
    return plain(in->op == SCAN_OP_DIV ? scan_num_udiv(s[0].num, s[1].num, w)
                                       : scan_num_urem(s[0].num, s[1].num, w));
}

static scan_val eval_shift(const scan_insn *in, const scan_val s[3])
{
    const int w = in->width;
    if (is_const(&s[1]) && s[1].num.value == 0) {
        return s[0];
    }
    return plain(in->op == SCAN_OP_SHL          ? scan_num_shl(s[0].num, s[1].num, w)
                 : in->flags & SCAN_FLAG_SIGNED ? scan_num_sar(s[0].num, s[1].num, w)
                                                : scan_num_shr(s[0].num, s[1].num, w));
}

static scan_val compute(scan_run *r, uint32_t at, const scan_insn *in, scan_val s[3])
{
    const int w = in->width;
    switch ((scan_op)in->op) {
    case SCAN_OP_RANGE:
        return plain(scan_num_range(0, in->src[0].imm, w));
    case SCAN_OP_MOV:
        return s[0];
    case SCAN_OP_UNIFY:
        return plain(s[0].num);
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
        return plain(scan_num_bfe(s[0].num, (unsigned)in->src[1].imm, (unsigned)in->src[2].imm,
                                  (in->flags & SCAN_FLAG_SIGNED) != 0, w));
    case SCAN_OP_BFI:
        return plain(scan_num_bfi(s[0].num, s[1].num, (unsigned)in->src[2].imm, in->arg, w));
    case SCAN_OP_CVT:
        return resize(r, scan_read(r, in->src[0], in->sw), in->sw, w,
                      (in->flags & SCAN_FLAG_SIGNED) != 0);
    case SCAN_OP_CONCAT:
        return eval_concat(r, in, s);
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
        return plain(scan_num_top(w));
    }
}

/* A value without a symbol that is no constant is "what this instruction gave". */
static scan_val named(const scan_run *r, uint32_t at, scan_val v)
{
    if (is_const(&v)) {
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
    v = resize(r, v, w, width, false);
    scan_val *at = slot & SCAN_SINGLE ? &r->single[slot & ~SCAN_SINGLE] : &r->cur[slot];
    const bool primary = reg == in->dst;
    if (!(slot & SCAN_SINGLE)) {
        if (in->guard != SCAN_NO_REG && at->defined) {
            v = join_vals(v, *at, width);
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
        now.off[i] = is_const(&s[i]) ? s[i].num.value : s[i].off;
        now.sym[i] = is_const(&s[i]) ? 0 : s[i].sym;
        now.known[i] = s[i].sym != 0 || is_const(&s[i]);
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
            r->gmma[row][o] = eval_concat(r, &pair, NULL);
        }
    }
    const scan_val p = scan_read(r, g->scale_d, 1);
    r->scale_d[row] = is_const(&p) ? (p.num.value ? 2 : 1) : 3;
}

/* Code that is not seen: nothing is known of the registers after it. */
static void forget_all(scan_run *r, uint32_t at)
{
    for (uint32_t i = 0; i < r->n_slot; i++) {
        const int w = r->f->reg[r->slot_reg[i]].width;
        r->cur[i] = plain(scan_num_top(w <= 64 ? w : 64));
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
        r->store[r->live_of[at]] = add_val(base, scan_read(r, in->src[1], 32), 32);
        return;
    }
    scan_val v = plain(scan_num_top(in->width ? in->width : 64));
    if (in->dst != SCAN_NO_REG && in->width > 0 && in->width <= 64) {
        scan_val s[3];
        for (int i = 0; i < 3; i++) {
            s[i] = scan_read(r, in->src[i], in->width);
        }
        v = compute(r, at, in, s);
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
            scan_write(r, at, reg, plain(scan_num_top(w <= 64 ? w : 64)), w);
        }
    }
}
