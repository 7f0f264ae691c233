/* SPDX-License-Identifier: MIT
 *
 * PTX instructions that compute: sums, products, bits, shifts, comparisons, choices.
 */
#include "ptx_forms.h"

bool ptx_add(ptx *p)
{
    const bool subtract = ptx_mod_is(p, 0, "sub");
    const bool carry_out = ptx_has(p, "cc");
    const bool carry_in = ptx_mod_is(p, 0, "addc");
    const bool plain = !ptx_has(p, "sat");
    scan_insn *in = ptx_simple(p, SCAN_OP_ADD, plain ? ptx_integer_width(ptx_last_mod(p)) : 0, 2);
    if (!in) {
        return ptx_good(p);
    }
    if (subtract) {
        in->src[1].flags ^= SCAN_NEG;
        in->flags |= SCAN_FLAG_BORROW;
    }
    if (carry_in) {
        in->carry = ptx_carry(p);
    }
    if (carry_out) {
        in->dst2 = ptx_carry(p);
        /* A written register stands before those that are read. */
        in->n_read = 0;
        p->f->n_ref = in->refs + in->n_write;
        ptx_write(p, in, in->dst2);
        ptx_reads(p, in, 1);
    }
    return ptx_good(p);
}

bool ptx_mul(ptx *p)
{
    const int sources = ptx_mod_is(p, 0, "mad") ? 3 : 2;
    const bool wide = ptx_has(p, "wide"), lo = ptx_has(p, "lo");
    const int width = ptx_integer_width(ptx_last_mod(p));
    const bool good = ((wide && width <= 32) || lo) && !ptx_has(p, "cc");
    scan_insn *in = ptx_simple(p, SCAN_OP_MUL, good ? (wide ? 2 * width : width) : 0, sources);
    if (!in) {
        return ptx_good(p);
    }
    in->sw = wide ? (uint8_t)width : 0;
    in->flags |= ptx_last_mod(p).s[0] == 's' ? SCAN_FLAG_SIGNED : 0;
    return true;
}

bool ptx_logic(ptx *p)
{
    const bool is_not = ptx_mod_is(p, 0, "not");
    scan_insn *in = ptx_simple(p, SCAN_OP_LOP3, ptx_integer_width(ptx_last_mod(p)), is_not ? 1 : 2);
    if (!in) {
        return ptx_good(p);
    }
    in->arg = is_not ? 0x0f : ptx_mod_is(p, 0, "and") ? 0xc0 : ptx_mod_is(p, 0, "or") ? 0xfc : 0x3c;
    return true;
}

static bool constant(const ptx_operand *o)
{
    return o->kind == PTX_O_SRC && o->src.kind == SCAN_IMM;
}

bool ptx_lop3(ptx *p)
{
    /* With .and or .or there are a predicate behind, and a pair of results. */
    const bool good = p->n_op == 5 && constant(&p->op[4]) && p->op[0].pair == SCAN_NO_REG;
    scan_insn *in = ptx_simple(p, SCAN_OP_LOP3, good ? 32 : 0, 3);
    if (in) {
        in->arg = (uint8_t)p->op[4].src.imm;
    }
    return ptx_good(p);
}

bool ptx_shf(ptx *p)
{
    const bool good = p->n_op == 4 && constant(&p->op[3]);
    scan_insn *in = ptx_simple(p, SCAN_OP_FUNNEL, good ? 32 : 0, 3);
    if (!in) {
        return ptx_good(p);
    }
    const bool left = ptx_has(p, "l"), wrap = ptx_has(p, "wrap");
    const scan_src high = in->src[1];
    const uint64_t by = in->src[2].imm;
    in->src[1] = scan_src_imm(wrap ? by & 31 : by > 32 ? 32 : by);
    in->src[2] = high;
    in->flags |= left ? SCAN_FLAG_LEFT | SCAN_FLAG_HIGH : 0;
    return true;
}

bool ptx_bfe(ptx *p)
{
    const bool good = p->n_op == 4 && constant(&p->op[2]) && constant(&p->op[3]);
    scan_insn *in = ptx_simple(p, SCAN_OP_BFE, good ? ptx_integer_width(ptx_last_mod(p)) : 0, 3);
    if (in) {
        in->sw = in->width;
        in->src[1].imm &= 0xff;
        in->src[2].imm &= 0xff;
        in->flags |= ptx_last_mod(p).s[0] == 's' ? SCAN_FLAG_SIGNED : 0;
    }
    return ptx_good(p);
}

bool ptx_bfi(ptx *p)
{
    const bool good = p->n_op == 5 && constant(&p->op[3]) && constant(&p->op[4]);
    scan_insn *in = ptx_simple(p, SCAN_OP_BFI, good ? ptx_integer_width(ptx_last_mod(p)) : 0, 3);
    if (in) {
        in->src[2].imm &= 0xff;
        in->arg = (uint8_t)p->op[4].src.imm;
    }
    return ptx_good(p);
}

static int comparison(ptx_piece c)
{
    static const struct {
        char name[4];
        uint8_t cmp;
    } names[] = {{"eq", SCAN_EQ}, {"ne", SCAN_NE}, {"lt", SCAN_LT}, {"le", SCAN_LE},
                 {"gt", SCAN_GT}, {"ge", SCAN_GE}, {"lo", SCAN_LT}, {"ls", SCAN_LE},
                 {"hi", SCAN_GT}, {"hs", SCAN_GE}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (scan_text_is(c.s, c.len, names[i].name, 2)) {
            return names[i].cmp;
        }
    }
    return -1;
}

bool ptx_setp(ptx *p)
{
    const int cmp = p->n_mod == 3 ? comparison(p->mod[1]) : -1;
    const int width = ptx_integer_width(ptx_last_mod(p));
    if (cmp < 0 || width <= 1 || p->n_op != 3 || p->op[0].pair != SCAN_NO_REG) {
        return ptx_result(p);
    }
    scan_insn *in = ptx_simple(p, SCAN_OP_SETP, 1, 2);
    if (in) {
        in->arg = (uint8_t)cmp;
        in->sw = (uint8_t)width;
        in->flags |= ptx_last_mod(p).s[0] == 's' ? SCAN_FLAG_SIGNED : 0;
    }
    return ptx_good(p);
}

bool ptx_selp(ptx *p)
{
    const int width = ptx_type_width(ptx_last_mod(p));
    ptx_simple(p, SCAN_OP_SEL, width <= 64 ? width : 0, 3);
    return ptx_good(p);
}

static bool lower_signed(ptx *p, scan_op op, int sources)
{
    scan_insn *in =
        ptx_simple(p, op, ptx_has(p, "relu") ? 0 : ptx_integer_width(ptx_last_mod(p)), sources);
    if (in) {
        in->flags |= ptx_last_mod(p).s[0] == 's' ? SCAN_FLAG_SIGNED : 0;
    }
    return ptx_good(p);
}

bool ptx_neg(ptx *p)
{
    scan_insn *in = ptx_simple(p, SCAN_OP_ADD, ptx_integer_width(ptx_last_mod(p)), 1);
    if (in) {
        in->src[0].flags ^= SCAN_NEG;
        in->flags |= SCAN_FLAG_BORROW;
    }
    return ptx_good(p);
}

bool ptx_count(ptx *p)
{
    scan_insn *in = ptx_simple(p, SCAN_OP_RANGE, 32, 1);
    if (in) {
        in->src[0] = scan_src_imm(64);
    }
    return ptx_good(p);
}

bool ptx_shift(ptx *p)
{
    return lower_signed(p, p->mod[0].s[2] == 'l' ? SCAN_OP_SHL : SCAN_OP_SHR, 2);
}

bool ptx_minmax(ptx *p)
{
    return lower_signed(p, p->mod[0].s[1] == 'i' ? SCAN_OP_MIN : SCAN_OP_MAX, 2);
}

bool ptx_divrem(ptx *p)
{
    return lower_signed(p, p->mod[0].s[0] == 'd' ? SCAN_OP_DIV : SCAN_OP_REM, 2);
}

/* The plain form; those with a mode count their bytes otherwise. */
bool ptx_prmt(ptx *p)
{
    return p->n_mod == 2 ? lower_signed(p, SCAN_OP_PRMT, 3) : ptx_result(p);
}
