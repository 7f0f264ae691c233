/* SPDX-License-Identifier: MIT
 *
 * A descriptor's start as an address. The start is bits 4-17 of a shared address, so all of it is
 * arithmetic modulo 2^18: masks of 14 bits, the number of the block in the cluster (from bit 24 up)
 * and the start of the shared window fall away by themselves.
 */
#include "scan_report.h"

enum { DEPTH_MAX = 24, ADDRESS_BITS = 18 };

static int64_t wrap(int64_t v)
{
    return scan_signed((uint64_t)v, ADDRESS_BITS);
}

/* times, modulo 2^18, is not 0. */
static void add_term(scan_place *p, uint32_t sym, int64_t times)
{
    for (int i = 0; i < p->n; i++) {
        if (p->sym[i] == sym) {
            p->times[i] = wrap(p->times[i] + times);
            if (p->times[i] == 0) {
                p->n--;
                p->sym[i] = p->sym[p->n];
                p->times[i] = p->times[p->n];
            }
            return;
        }
    }
    if (p->n == SCAN_TERMS_MAX) {
        p->known = false;
        return;
    }
    p->sym[p->n] = sym;
    p->times[p->n++] = wrap(times);
}

static void expand(const scan_run *r, scan_place *p, uint32_t sym, uint64_t off, int64_t times,
                   int depth);

static void operand(const scan_run *r, scan_place *p, const scan_site *s, int i, int64_t times,
                    int depth)
{
    expand(r, p, s->sym[i], s->off[i], times, depth);
}

/* The bits of an operand of w bits that can be set. */
static uint64_t bits_of(const scan_run *r, const scan_site *s, int i, int w)
{
    scan_num n = scan_num_const(s->off[i], 64);
    if (s->sym[i] != 0) {
        n = scan_num_add(scan_sym_num(r, s->sym[i]), n, 64);
    }
    return (n.value | n.mask) & scan_bits(w);
}

/* x & mask: the same, as far as it is a matter of the low 18 bits and of whole units of 16? */
static bool mask_is_free(uint64_t mask, int64_t times)
{
    if (times < 0) {
        return false;
    }
    for (int b = 0; b < ADDRESS_BITS; b++) {
        const uint64_t bit = (uint64_t)times << b;
        if (bit >= 16 && (bit & scan_bits(ADDRESS_BITS)) != 0 && (mask >> b & 1) == 0) {
            return false;
        }
    }
    return true;
}

/* x >> by: times / 2^by of x, less what is shifted out; that is below 16 bytes, or nothing. */
static bool shift_right(const scan_run *r, scan_place *p, const scan_site *s, uint64_t by, int w,
                        int64_t times, int depth)
{
    if (by >= ADDRESS_BITS || times % (INT64_C(1) << by) != 0) {
        return false;
    }
    const uint64_t lost = bits_of(r, s, 0, w) & scan_bits((int)by);
    const int64_t part = times >> by, most = (part < 0 ? -part : part) * (int64_t)lost;
    if (most >= 16) {
        return false;
    }
    operand(r, p, s, 0, part, depth);
    return true;
}

/* An or, or an xor, of two operands: of three the third is 0. */
static bool is_or(const scan_insn *in, const scan_site *s)
{
    if (in->arg == 0xfe) {
        return s->known[2] && s->sym[2] == 0 && s->off[2] == 0;
    }
    return in->arg == 0xfc || in->arg == 0x3c;
}

static bool expand_logic(const scan_run *r, scan_place *p, const scan_insn *in, const scan_site *s,
                         int64_t times, int depth)
{
    if (!s->known[0] || !s->known[1]) {
        return false;
    }
    if (is_or(in, s) && (bits_of(r, s, 0, in->width) & bits_of(r, s, 1, in->width)) == 0) {
        operand(r, p, s, 0, times, depth);
        operand(r, p, s, 1, times, depth);
        return true;
    }
    const int k = s->sym[0] == 0 ? 0 : s->sym[1] == 0 ? 1 : -1;
    if (in->arg == 0xc0 && k >= 0 && mask_is_free(s->off[k], times)) {
        operand(r, p, s, 1 - k, times, depth);
        return true;
    }
    return false;
}

/* Takes the result of one instruction apart; false: it is a term of its own. */
static bool expand_site(const scan_run *r, scan_place *p, const scan_insn *in, const scan_site *s,
                        int64_t times, int depth)
{
    switch ((scan_op)in->op) {
    case SCAN_OP_MOV:
    case SCAN_OP_UNIFY:
    case SCAN_OP_CVT:
    case SCAN_OP_CONCAT:
        operand(r, p, s, 0, times, depth); /* of what is not known that is nothing */
        return s->known[0];
    case SCAN_OP_ADD:
        if (!s->known[0] || !s->known[1] || !s->known[2] || in->carry != SCAN_NO_REG) {
            return false;
        }
        for (int i = 0; i < 3; i++) {
            operand(r, p, s, i, in->src[i].flags == SCAN_NEG ? -times : times, depth);
        }
        return true;
    case SCAN_OP_MUL: {
        const int k = s->sym[1] == 0 ? 1 : s->sym[0] == 0 ? 0 : -1;
        if (k < 0 || !s->known[0] || !s->known[1] || !s->known[2] || s->off[k] >> 18 != 0 ||
            in->carry != SCAN_NO_REG) {
            return false;
        }
        operand(r, p, s, 1 - k, wrap(times * (int64_t)s->off[k]), depth);
        operand(r, p, s, 2, times, depth);
        return true;
    }
    case SCAN_OP_SHL:
        if (!s->known[0] || !s->known[1] || s->sym[1] != 0 || s->off[1] > 18) {
            return false;
        }
        operand(r, p, s, 0, wrap(times * (INT64_C(1) << s->off[1])), depth);
        return true;
    case SCAN_OP_SHR:
        return s->known[0] && s->known[1] && s->sym[1] == 0 &&
               shift_right(r, p, s, s->off[1], in->width, times, depth);
    case SCAN_OP_BFE:
        return s->known[0] && !(in->flags & SCAN_FLAG_SIGNED) &&
               mask_is_free(scan_bits((int)in->src[2].imm), times) &&
               shift_right(r, p, s, in->src[1].imm, in->width, times, depth);
    case SCAN_OP_LOP3:
        return expand_logic(r, p, in, s, times, depth);
    default:
        return false;
    }
}

static void expand(const scan_run *r, scan_place *p, uint32_t sym, uint64_t off, int64_t times,
                   int depth)
{
    p->offset = wrap(p->offset + (int64_t)((uint64_t)times * off));
    if (sym == 0 || wrap(times) == 0) {
        return;
    }
    if (scan_sym_is_named(r, sym)) {
        if (r->f->sym[sym - 1].kind == SCAN_SYM_SHARED && times == 1 && p->base == 0) {
            p->base = sym;
        } else {
            add_term(p, sym, times);
        }
        return;
    }
    if (scan_sym_is_site(r, sym) && depth < DEPTH_MAX) {
        const uint32_t insn = scan_site_insn(r, sym);
        const scan_site *site = &r->site[r->live_of[insn]];
        if (site->described && expand_site(r, p, &r->f->insn[insn], site, times, depth + 1)) {
            return;
        }
    }
    add_term(p, sym, times);
}

scan_place scan_place_of(const scan_run *r, const scan_val *v, int64_t times)
{
    scan_place p;
    memset(&p, 0, sizeof p);
    p.known = scan_num_is_const(v->num) || v->sym != 0;
    if (scan_num_is_const(v->num)) {
        p.offset = wrap((int64_t)((uint64_t)times * v->num.value));
    } else {
        expand(r, &p, v->sym, v->off, times, 0);
    }
    return p;
}

bool scan_place_range(const scan_run *r, const scan_place *p, int64_t *lo, int64_t *hi)
{
    const int64_t most = INT64_C(1) << ADDRESS_BITS;
    *lo = *hi = p->offset;
    for (int i = 0; i < p->n; i++) {
        const scan_num n = scan_sym_num(r, p->sym[i]);
        if (n.umax > (uint64_t)most) {
            return false;
        }
        const int64_t a = p->times[i] * (int64_t)n.umin, b = p->times[i] * (int64_t)n.umax;
        *lo += a < b ? a : b;
        *hi += a < b ? b : a;
    }
    return p->known && *hi - *lo < most;
}

scan_num scan_place_bits(const scan_run *r, const scan_place *p)
{
    const uint64_t all = scan_bits(ADDRESS_BITS);
    scan_num sum = scan_num_const((uint64_t)p->offset, ADDRESS_BITS);
    for (int i = 0; i < p->n; i++) {
        const scan_num n = scan_sym_num(r, p->sym[i]);
        const scan_num times = scan_num_const((uint64_t)p->times[i], ADDRESS_BITS);
        const scan_num low = scan_num_bits(n.value & all, n.mask & all, ADDRESS_BITS);
        sum = scan_num_add(sum, scan_num_mul(low, times, ADDRESS_BITS), ADDRESS_BITS);
    }
    return p->known ? sum : scan_num_top(ADDRESS_BITS);
}

static bool has_term(const scan_place *p, uint32_t sym, int64_t times)
{
    bool found = false;
    for (int i = 0; i < p->n; i++) {
        found = found || (p->sym[i] == sym && p->times[i] == times);
    }
    return found;
}

bool scan_place_apart(const scan_place *a, const scan_place *b, int64_t *apart)
{
    bool same = a->known && b->known && a->base == b->base && a->n == b->n;
    for (int i = 0; i < a->n; i++) {
        same = same && has_term(b, a->sym[i], a->times[i]);
    }
    *apart = wrap(b->offset - a->offset);
    return same;
}
