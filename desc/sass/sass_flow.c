/* SPDX-License-Identifier: MIT
 *
 * Machine instructions that bring values in (MOV, LDC, S2R, CS2R), branch, wait and store.
 */
#include "sass_forms.h"

bool sass_move(sass *p, scan_op op)
{
    /* MOV d, s [, 0xf] */
    return sass_close(p, sass_simple(p, op, 0, 1, 1), 1);
}

/* Words of constant memory: they stay as long as the kernel runs. */
bool sass_ldc(sass *p)
{
    const int n = sass_result_regs(p, 1);
    const bool whole =
        p->n_mod == 1 || (p->n_mod == 2 && (sass_has(p, "64") || sass_has(p, "128")));
    if (p->n_op != 2 || p->op[1].kind != SASS_O_CONST || p->op[0].kind != SASS_O_REG || !whole) {
        return sass_result(p, n);
    }
    for (int i = 0; i < n && sass_in_file(p->op[0].reg, p->op[0].reg + (uint32_t)i); i++) {
        const uint32_t sym = scan_add_sym(p->f, p->op[1].s, p->op[1].len, SCAN_SYM_PARAM, 4 * i);
        if (sym == SCAN_NO_REG) {
            return sass_full(p);
        }
        p->f->sym[sym].width = 32;
        const scan_src s = {SCAN_SYM, 0, sym, 0};
        const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
        sass_helper(p, SCAN_OP_MOV, 32, p->op[0].reg + (uint32_t)i, s, none, none);
    }
    return sass_good(p);
}

bool sass_special(sass *p)
{
    static const struct {
        const char *name;
        uint64_t most;
    } specials[] = {{"SR_TID.X", 1023},   {"SR_TID.Y", 1023},   {"SR_TID.Z", 63},
                    {"SR_LANEID", 31},    {"SR_CgaCtaId", 255}, {"SR_CTAID.Y", 65534},
                    {"SR_CTAID.Z", 65534}};
    for (size_t i = 0; p->n_op == 2 && i < sizeof specials / sizeof specials[0]; i++) {
        const sass_operand *o = &p->op[1];
        if (scan_text_is(o->s, o->len, specials[i].name, strlen(specials[i].name)) &&
            p->op[0].kind == SASS_O_REG) {
            const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
            sass_helper(p, SCAN_OP_RANGE, 32, p->op[0].reg, scan_src_imm(specials[i].most), none,
                        none);
            return sass_good(p);
        }
    }
    return sass_result(p, 1);
}

/* CS2R R52, SRZ: two registers of zeros. */
bool sass_cs2r(sass *p)
{
    const int n = sass_has(p, "32") ? 1 : 2;
    if (p->n_op != 2 || !SCAN_EQ_WORD(p->op[1].s, p->op[1].len, "SRZ") ||
        p->op[0].kind != SASS_O_REG) {
        return sass_result(p, n);
    }
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    const uint32_t first = p->op[0].reg;
    for (uint32_t i = 0; i < (uint32_t)n && sass_in_file(first, first + i); i++) {
        sass_helper(p, SCAN_OP_MOV, 32, first + i, scan_src_imm(0), none, none);
    }
    return sass_good(p);
}

bool sass_branch(sass *p, bool any)
{
    uint32_t label = SCAN_ANY_LABEL;
    const sass_operand *last = p->n_op > 0 ? &p->op[p->n_op - 1] : NULL;
    const bool named = last && (last->kind == SASS_O_LABEL || last->kind == SASS_O_IMM);
    if (!any && named) {
        label = sass_label(p, last->s, last->len);
        if (label == SCAN_NO_REG) {
            return false;
        }
    }
    scan_insn *in = sass_emit(p, SCAN_OP_BRANCH, 0);
    in->src[0].reg = label;
    /* A condition among the operands: it can also go on. */
    if (p->n_op > 1) {
        in->guard = SASS_EITHER;
    }
    return sass_reads(p, in, 0);
}

bool sass_event(sass *p, scan_op op)
{
    return sass_reads(p, sass_emit(p, op, 0), 0);
}

bool sass_depbar(sass *p)
{
    scan_insn *in = sass_emit(p, SCAN_OP_WAIT, 0);
    if (p->n_op == 2 && p->op[1].kind == SASS_O_IMM) {
        in->src[0] = scan_src_imm(p->op[1].imm);
    }
    return sass_good(p);
}

bool sass_store(sass *p)
{
    scan_insn *in = sass_emit(p, SCAN_OP_ST_SHARED, 32);
    if (p->n_op > 0 && p->op[0].kind == SASS_O_MEM && p->op[0].reg != SCAN_NO_REG) {
        in->src[0] = scan_src_reg(p->op[0].reg);
        in->src[1] = scan_src_imm(p->op[0].imm);
    }
    return sass_reads(p, in, 0);
}
