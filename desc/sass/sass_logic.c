/* SPDX-License-Identifier: MIT
 *
 * Machine instructions that choose, compare, shift and put bits together: LOP3, SHF, SGXT, ISETP, SEL,
 * IMNMX, PRMT.
 */
#include "sass_forms.h"

/* LOP3.LUT [P,] d, a, b, c, table, P */
bool sass_lop3(sass *p)
{
    const int n = p->n_op, dst = n - 6;
    const bool good =
        n >= 6 && dst <= 1 && p->op[n - 2].kind == SASS_O_IMM && sass_is_pred(&p->op[n - 1]);
    if (!good) {
        return sass_result(p, 1);
    }
    scan_insn *in = sass_simple(p, SCAN_OP_LOP3, dst, dst + 1, 3);
    if (!in) {
        return sass_good(p);
    }
    in->arg = (uint8_t)p->op[n - 2].imm;
    if (dst == 1 && p->op[0].kind == SASS_O_PRED) {
        sass_write(p, in, p->op[0].reg);
    }
    return sass_close(p, in, dst + 1);
}

/* SHF.{L,R}[.W].{U32,S32,U64,S64}[.HI] d, low, by, high */
bool sass_shf(sass *p)
{
    const bool left = sass_has(p, "L"), high = sass_has(p, "HI");
    const bool is_signed = sass_has(p, "S32") || sass_has(p, "S64");
    const bool wide = sass_has(p, "U64") || sass_has(p, "S64");
    if (p->n_op != 4) {
        return sass_result(p, 1);
    }
    scan_insn *in = sass_simple(p, SCAN_OP_FUNNEL, 0, 1, 3);
    if (!in) {
        return sass_good(p);
    }
    scan_src *lo = &in->src[0], *by = &in->src[1], *hi = &in->src[2];
    const bool no_lo = lo->kind == SCAN_IMM && lo->imm == 0;
    const bool no_hi = hi->kind == SCAN_IMM && hi->imm == 0;
    if (by->kind == SCAN_IMM) {
        const uint64_t most = wide ? 63 : 32;
        by->imm = sass_has(p, "W") ? by->imm & (wide ? 63 : 31) : by->imm > most ? most : by->imm;
    } else if (sass_has(p, "W")) {
        in->op = SCAN_OP_TOP;
    }
    in->flags |= (is_signed ? SCAN_FLAG_SIGNED : 0) | (high ? SCAN_FLAG_HIGH : 0) |
                 (left ? SCAN_FLAG_LEFT : 0);
    if (in->op == SCAN_OP_FUNNEL && !left && high && no_lo) {
        in->op = SCAN_OP_SHR;
        *lo = *hi;
        *hi = scan_src_imm(0);
    } else if (in->op == SCAN_OP_FUNNEL && !high && no_hi && (left || !is_signed)) {
        in->op = left ? SCAN_OP_SHL : SCAN_OP_SHR;
    }
    return sass_close(p, in, 1);
}

bool sass_sgxt(sass *p)
{
    scan_insn *in = sass_simple(p, SCAN_OP_BFE, 0, 1, 2);
    if (!in) {
        return sass_good(p);
    }
    in->sw = 32;
    in->op = in->src[1].kind == SCAN_IMM ? SCAN_OP_BFE : SCAN_OP_TOP;
    in->src[2] = in->src[1];
    in->src[1] = scan_src_imm(0);
    in->flags |= sass_has(p, "U32") ? 0 : SCAN_FLAG_SIGNED;
    return sass_close(p, in, 1);
}

/* NULL: none, or one that is always or never. */
static const uint8_t *comparison(const sass *p)
{
    static const struct {
        char name[3];
        uint8_t cmp;
    } names[] = {{"EQ", SCAN_EQ}, {"NE", SCAN_NE}, {"LT", SCAN_LT},
                 {"LE", SCAN_LE}, {"GT", SCAN_GT}, {"GE", SCAN_GE}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (sass_mod_is(p, 1, names[i].name)) {
            return &names[i].cmp;
        }
    }
    return NULL;
}

/* ISETP.GT[.U32].AND P0, P1, a, b, P2: P0 = (a > b) and P2, P1 = (not (a > b)) and P2. */
bool sass_setp(sass *p)
{
    const uint8_t *cmp = comparison(p);
    scan_src a, b;
    const bool good = cmp && p->n_op == 5 && sass_has(p, "AND") && !sass_has(p, "EX") &&
                      sass_is_pred(&p->op[1]) && p->op[4].kind == SASS_O_TRUE &&
                      !p->op[4].inverted && p->op[0].kind == SASS_O_PRED &&
                      sass_source(p, &p->op[2], &a) && sass_source(p, &p->op[3], &b);
    if (!good) {
        return sass_result(p, 0);
    }
    scan_insn *in = sass_helper(p, SCAN_OP_SETP, 1, p->op[0].reg, a, b, scan_src_imm(0));
    in->arg = *cmp;
    in->sw = 32;
    in->flags |= sass_has(p, "U32") ? 0 : SCAN_FLAG_SIGNED;
    if (p->op[1].kind == SASS_O_PRED) {
        in->dst2 = p->op[1].reg;
        sass_write(p, in, in->dst2);
    }
    return sass_reads(p, in, 2);
}

bool sass_sel(sass *p)
{
    return p->n_op == 4 ? sass_close(p, sass_simple(p, SCAN_OP_SEL, 0, 1, 3), 1)
                        : sass_result(p, 1);
}

/* IMNMX d, a, b, PT: the smaller; !PT: the larger. */
bool sass_minmax(sass *p)
{
    if (p->n_op != 4 || p->op[3].kind != SASS_O_TRUE) {
        return sass_result(p, 1);
    }
    scan_insn *in = sass_simple(p, p->op[3].inverted ? SCAN_OP_MAX : SCAN_OP_MIN, 0, 1, 2);
    if (in) {
        in->flags |= sass_has(p, "U32") ? 0 : SCAN_FLAG_SIGNED;
    }
    return sass_close(p, in, 1);
}

bool sass_prmt(sass *p)
{
    if (p->n_op != 4) {
        return sass_result(p, 1);
    }
    scan_insn *in = sass_simple(p, SCAN_OP_PRMT, 0, 1, 3);
    if (in) {
        const scan_src selector = in->src[1];
        in->src[1] = in->src[2];
        in->src[2] = selector;
    }
    return sass_close(p, in, 1);
}
