/* SPDX-License-Identifier: MIT
 *
 * What the lowering of any machine instruction is made of: its sources, its results, the registers that
 * it reads, 64-bit numbers in two registers.
 */
#include "sass_forms.h"

bool sass_reads(sass *p, scan_insn *in, int from)
{
    for (int i = from; i < p->n_op; i++) {
        const sass_operand *o = &p->op[i];
        if ((o->kind == SASS_O_REG || o->kind == SASS_O_PRED || o->kind == SASS_O_MEM) &&
            o->reg != SCAN_NO_REG) {
            in->n_read++;
            sass_ref(p, o->reg);
        }
    }
    return sass_good(p);
}

static bool is_dst(const sass_operand *o)
{
    return o->kind == SASS_O_REG || o->kind == SASS_O_ZERO;
}

bool sass_is_pred(const sass_operand *o)
{
    return o->kind == SASS_O_PRED || o->kind == SASS_O_TRUE;
}

bool sass_in_file(uint32_t first, uint32_t reg)
{
    return first < SASS_UR ? reg < SASS_UR : reg < SASS_P;
}

bool sass_result(sass *p, int n)
{
    scan_insn *in = sass_emit(p, SCAN_OP_TOP, 0);
    int i = 0;
    for (; i < p->n_op && sass_is_pred(&p->op[i]); i++) {
        if (p->op[i].kind == SASS_O_PRED) {
            sass_write(p, in, p->op[i].reg);
        }
    }
    if (n > 0 && i < p->n_op && is_dst(&p->op[i])) {
        const uint32_t first = p->op[i].reg;
        for (uint32_t k = 0; p->op[i].kind == SASS_O_REG && k < (uint32_t)n; k++) {
            if (sass_in_file(first, first + k)) {
                sass_write(p, in, first + k);
            }
        }
        i++;
        for (; i < p->n_op - 1 && p->op[i].kind == SASS_O_PRED && !p->op[i].inverted; i++) {
            sass_write(p, in, p->op[i].reg);
        }
    }
    return sass_reads(p, in, i);
}

/* Does a suffix say 64 bits of the result? F2I names the type that it makes, I2F the one that it takes. */
static bool is_64(const sass *p)
{
    return sass_has(p, "64") || sass_has(p, "F64") ||
           (sass_mod_is(p, 0, "F2I") && (sass_has(p, "S64") || sass_has(p, "U64")));
}

int sass_result_regs(const sass *p, int one)
{
    return sass_has(p, "128") || sass_has(p, "x4") ? 4 : one == 1 && is_64(p) ? 2 : one;
}

bool sass_source(sass *p, const sass_operand *o, scan_src *out)
{
    memset(out, 0, sizeof *out);
    out->reg = SCAN_NO_REG;
    out->flags = (uint8_t)((o->minus ? SCAN_NEG : 0) | (o->inverted ? SCAN_NOT : 0));
    if (o->absolute) {
        return false;
    }
    switch (o->kind) {
    case SASS_O_REG:
        out->kind = SCAN_REG;
        out->reg = o->reg;
        return !memchr(o->s, '.', o->len) || memcmp(o->s + o->len - 6, ".reuse", 6) == 0;
    case SASS_O_PRED:
        out->kind = SCAN_REG;
        out->reg = o->reg;
        return true;
    case SASS_O_ZERO:
        out->kind = SCAN_IMM;
        return true;
    case SASS_O_TRUE:
        out->kind = SCAN_IMM;
        out->imm = o->inverted ? 0 : 1;
        out->flags = 0;
        return true;
    case SASS_O_IMM:
        out->kind = SCAN_IMM;
        out->imm = o->imm;
        return true;
    case SASS_O_CONST:
        out->kind = SCAN_SYM;
        out->reg = scan_add_sym(p->f, o->s, o->len, SCAN_SYM_PARAM, 0);
        if (out->reg == SCAN_NO_REG) {
            return sass_full(p);
        }
        p->f->sym[out->reg].width = 32;
        return true;
    default:
        return false;
    }
}

scan_insn *sass_simple(sass *p, scan_op op, int dst, int from, int n)
{
    scan_src src[3];
    bool good = from + n <= p->n_op && is_dst(&p->op[dst]);
    for (int i = 0; good && i < n; i++) {
        good = sass_source(p, &p->op[from + i], &src[i]);
    }
    if (!good) {
        sass_result(p, sass_result_regs(p, 1));
        return NULL;
    }
    scan_insn *in = sass_emit(p, op, 32);
    for (int i = 0; i < n; i++) {
        in->src[i] = src[i];
    }
    if (p->op[dst].kind == SASS_O_REG) {
        in->dst = p->op[dst].reg;
        sass_write(p, in, in->dst);
    }
    return in;
}

scan_insn *sass_helper(sass *p, scan_op op, int width, uint32_t dst, scan_src a, scan_src b,
                       scan_src c)
{
    scan_insn *in = sass_emit(p, op, width);
    sass_write(p, in, dst);
    in->dst = dst;
    in->src[0] = a;
    in->src[1] = b;
    in->src[2] = c;
    return in;
}

bool sass_good(const sass *p)
{
    return p->status == WGD_OK;
}

bool sass_close(sass *p, scan_insn *in, int from)
{
    return in ? sass_reads(p, in, from) : sass_good(p);
}

bool sass_pair(sass *p, const sass_operand *o, uint32_t scratch, scan_src *out)
{
    if (!sass_source(p, o, out)) {
        return false;
    }
    if (out->kind != SCAN_REG) {
        return out->kind == SCAN_IMM;
    }
    if (o->inverted || !sass_in_file(o->reg, o->reg + 1)) {
        return false;
    }
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    scan_insn *in = sass_helper(p, SCAN_OP_CONCAT, 64, scratch, scan_src_reg(o->reg),
                                scan_src_reg(o->reg + 1), none);
    in->sw = 32;
    out->reg = scratch;
    return true;
}

bool sass_unpair(sass *p, uint32_t scratch)
{
    const uint32_t dst = p->op[0].reg;
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    const scan_src from = scan_src_reg(scratch);
    scan_insn *in = sass_helper(p, SCAN_OP_CVT, 32, dst, from, none, none);
    in->sw = 64;
    if (sass_in_file(dst, dst + 1)) {
        in = sass_helper(p, SCAN_OP_BFE, 64, dst + 1, from, scan_src_imm(32), scan_src_imm(32));
    }
    return sass_reads(p, in, 1);
}
