/* SPDX-License-Identifier: MIT
 *
 * Machine instructions that add and multiply: IADD3, UIADD3, LEA, IMAD, with their carries.
 */
#include "sass_forms.h"

/* The place of the first source behind the result and its carry; 0 where there are two carries, or no source. */
static int after_carry(const sass *p, uint32_t *out)
{
    *out = SCAN_NO_REG;
    for (int i = 1; i < p->n_op; i++) {
        const sass_kind kind = p->op[i].kind;
        if (kind == SASS_O_PRED && *out == SCAN_NO_REG) {
            *out = p->op[i].reg;
        } else if (kind != SASS_O_TRUE) {
            return kind == SASS_O_PRED ? 0 : i;
        }
    }
    return 0;
}

/* The carry that comes in, among the operands from `from` on: NULL for none. False for more, and for one that is always
 * there. */
static bool carry_in(const sass *p, int from, const sass_operand **in)
{
    *in = NULL;
    for (int i = from; i < p->n_op; i++) {
        const sass_operand *o = &p->op[i];
        if (o->kind == SASS_O_TRUE && o->inverted) {
            continue; /* no carry */
        }
        if (*in || o->kind != SASS_O_PRED) {
            return false;
        }
        *in = o;
    }
    return true;
}

/* UIADD3.64 UR20, UR8, -UR14, URZ */
static bool lower_add64(sass *p)
{
    scan_src src[3];
    bool good = p->n_op == 4 && p->op[0].kind == SASS_O_REG;
    for (uint32_t i = 0; good && i < 3; i++) {
        good = sass_pair(p, &p->op[i + 1], SASS_TMP_64 + i, &src[i]);
    }
    if (!good) {
        return sass_result(p, 2);
    }
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    const bool two = src[2].kind == SCAN_IMM && src[2].imm == 0;
    sass_helper(p, SCAN_OP_ADD, 64, SASS_TMP_64 + 3, src[0], src[1], two ? none : src[2]);
    return sass_unpair(p, SASS_TMP_64 + 3);
}

/* IADD3, UIADD3, with .X and .64; VIADD. */
bool sass_add(sass *p, int sources)
{
    if (sass_has(p, "64")) {
        return lower_add64(p);
    }
    uint32_t out;
    const sass_operand *carry;
    const int first = after_carry(p, &out);
    if (first == 0 || !carry_in(p, first + sources, &carry)) {
        return sass_result(p, 1);
    }
    scan_insn *in = sass_simple(p, SCAN_OP_ADD, 0, first, sources);
    if (!in) {
        return sass_good(p);
    }
    in->flags |= in->src[0].flags || in->src[1].flags || in->src[2].flags ? SCAN_FLAG_BORROW : 0;
    if (out != SCAN_NO_REG) {
        in->dst2 = out;
        sass_write(p, in, out);
    }
    if (carry) {
        in->carry = carry->reg;
        in->flags |= carry->inverted ? SCAN_FLAG_CARRY_NOT : 0;
    }
    return sass_close(p, in, first);
}

/* LEA d, a, b, s: (a << s) + b. LEA.HI d, a, b, c, s: ({c, a} >> (32 - s)) + b. */
bool sass_lea(sass *p)
{
    uint32_t out;
    const int first = after_carry(p, &out);
    const bool high = sass_has(p, "HI"), sext = sass_has(p, "SX32");
    const int shift = first + (high && !sext ? 3 : 2);
    scan_src a, b, c = scan_src_imm(0);
    const bool good = first > 0 && shift + 1 == p->n_op && p->op[shift].kind == SASS_O_IMM &&
                      p->op[shift].imm < 32 && p->op[0].kind == SASS_O_REG &&
                      sass_source(p, &p->op[first], &a) && sass_source(p, &p->op[first + 1], &b) &&
                      (!high || (a.flags == 0 && (sext || sass_source(p, &p->op[first + 2], &c))));
    if (!good) {
        return sass_result(p, 1);
    }
    const uint64_t by = p->op[shift].imm;
    const bool no_high = c.kind == SCAN_IMM && c.imm == 0;
    const scan_op op = !high ? SCAN_OP_SHL : no_high ? SCAN_OP_SHR : SCAN_OP_FUNNEL;
    scan_insn *t = sass_helper(p, op, 32, SASS_TMP, a, scan_src_imm(high ? 32 - by : by),
                               high ? c : scan_src_imm(0));
    t->flags |= sext ? SCAN_FLAG_SIGNED : 0;
    scan_insn *in =
        sass_helper(p, SCAN_OP_ADD, 32, p->op[0].reg, scan_src_reg(SASS_TMP), b, scan_src_imm(0));
    if (out != SCAN_NO_REG) {
        in->dst2 = out; /* the carry of the sum */
        in->flags |= a.flags || b.flags ? SCAN_FLAG_BORROW : 0;
        sass_write(p, in, out);
    }
    return sass_close(p, in, first);
}

/* IMAD.WIDE d, a, b, c: 64 bits. */
static bool lower_mad_wide(sass *p)
{
    scan_src a, b, c;
    const bool good = p->n_op == 4 && p->op[0].kind == SASS_O_REG &&
                      sass_source(p, &p->op[1], &a) && sass_source(p, &p->op[2], &b) &&
                      sass_pair(p, &p->op[3], SASS_TMP_64, &c);
    /* What a number of 32 bits has above them in such a sum was not seen. */
    if (!good || (c.kind == SCAN_IMM && c.imm > INT32_MAX)) {
        return sass_result(p, 2);
    }
    scan_insn *in = sass_helper(p, SCAN_OP_MUL, 64, SASS_TMP_64 + 1, a, b, c);
    in->sw = 32;
    in->flags |= sass_has(p, "U32") ? 0 : SCAN_FLAG_SIGNED;
    return sass_unpair(p, SASS_TMP_64 + 1);
}

bool sass_mad(sass *p)
{
    if (sass_has(p, "WIDE")) {
        return lower_mad_wide(p);
    }
    const sass_operand *carry;
    if (sass_has(p, "HI") || !carry_in(p, 4, &carry)) {
        return sass_result(p, 1);
    }
    scan_insn *in = sass_simple(p, SCAN_OP_MUL, 0, 1, 3);
    if (in && carry) {
        in->carry = carry->reg;
        in->flags |= carry->inverted ? SCAN_FLAG_CARRY_NOT : 0;
    }
    return sass_close(p, in, 1);
}
