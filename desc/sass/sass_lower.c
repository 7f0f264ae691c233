/* SPDX-License-Identifier: MIT
 *
 * From a machine instruction to what it does to its registers.
 */
#include "sass.h"

/* Closes the list of registers: those that the operands from `from` on read. */
static bool reads(sass *p, scan_insn *in, int from)
{
    for (int i = from; i < p->n_op; i++) {
        const sass_operand *o = &p->op[i];
        if ((o->kind == SASS_O_REG || o->kind == SASS_O_PRED || o->kind == SASS_O_MEM) &&
            o->reg != SCAN_NO_REG) {
            in->n_read++;
            if (!scan_add_ref(p->f, o->reg)) {
                return sass_full(p);
            }
        }
    }
    return true;
}

static bool is_dst(const sass_operand *o)
{
    return o->kind == SASS_O_REG || o->kind == SASS_O_ZERO;
}

static bool is_pred(const sass_operand *o)
{
    return o->kind == SASS_O_PRED || o->kind == SASS_O_TRUE;
}

/* Is this one of the registers of its file, so many after `first`? */
static bool in_file(uint32_t first, uint32_t reg)
{
    return first < SASS_UR ? reg < SASS_UR : reg < SASS_P;
}

/* Leading predicates, a register of n parts, predicates again: all of them become unknown. */
static bool lower_result(sass *p, int n)
{
    scan_insn *in = sass_emit(p, SCAN_OP_TOP, 0);
    int i = 0;
    bool good = in != NULL;
    for (; good && i < p->n_op && is_pred(&p->op[i]); i++) {
        good = p->op[i].kind == SASS_O_TRUE || sass_write(p, in, p->op[i].reg);
    }
    if (good && n > 0 && i < p->n_op && is_dst(&p->op[i])) {
        const uint32_t first = p->op[i].reg;
        for (uint32_t k = 0; good && p->op[i].kind == SASS_O_REG && k < (uint32_t)n; k++) {
            good = !in_file(first, first + k) || sass_write(p, in, first + k);
        }
        i++;
        for (; good && i < p->n_op - 1 && p->op[i].kind == SASS_O_PRED && !p->op[i].inverted; i++) {
            good = sass_write(p, in, p->op[i].reg);
        }
    }
    return good && reads(p, in, i);
}

/* How many registers the result takes, by the suffixes; `one` where they say nothing. */
static int result_regs(const sass *p, int one)
{
    return sass_has(p, "128") || sass_has(p, "x4")   ? 4
           : sass_has(p, "64") || sass_has(p, "F64") ? (one > 2 ? one : 2)
           : sass_has(p, "WIDE")                     ? 2
                                                     : one;
}

/* An operand as a source of 32 bits; false for one whose value cannot be followed. */
static bool source(sass *p, const sass_operand *o, scan_src *out)
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

/* dst = op(operands `from`...), `n` of them; what cannot be followed is a result of unknown value.
 * NULL: lowered already, or the arena is full. */
static scan_insn *simple(sass *p, scan_op op, int dst, int from, int n)
{
    scan_src src[3];
    bool good = dst < p->n_op && is_dst(&p->op[dst]) && from + n <= p->n_op;
    for (int i = 0; good && i < n; i++) {
        good = source(p, &p->op[from + i], &src[i]);
    }
    if (!good) {
        lower_result(p, result_regs(p, 1));
        return NULL;
    }
    scan_insn *in = sass_emit(p, op, 32);
    if (!in) {
        return NULL;
    }
    for (int i = 0; i < n; i++) {
        in->src[i] = src[i];
    }
    if (p->op[dst].kind == SASS_O_REG) {
        in->dst = p->op[dst].reg;
        sass_write(p, in, in->dst);
    }
    return in;
}

/* An instruction on scratch and other registers, all named already. */
static scan_insn *helper(sass *p, scan_op op, int width, uint32_t dst, scan_src a, scan_src b,
                         scan_src c)
{
    scan_insn *in = sass_emit(p, op, width);
    if (!in || (dst != SCAN_NO_REG && !sass_write(p, in, dst))) {
        return NULL;
    }
    in->dst = dst;
    in->src[0] = a;
    in->src[1] = b;
    in->src[2] = c;
    return in;
}

static bool status(const sass *p)
{
    return p->status == WGD_OK;
}

static bool close_reads(sass *p, scan_insn *in, int from)
{
    return in ? reads(p, in, from) : status(p);
}

/* The place of the first source behind the result and its carries. */
static int after_carries(const sass *p)
{
    int i = 1;
    while (i < p->n_op && is_pred(&p->op[i])) {
        i++;
    }
    return i;
}

/* Takes the carries of an addition: one out at most, one in at most. */
static bool carries(sass *p, int first, int last, uint32_t *out, const sass_operand **in)
{
    *out = SCAN_NO_REG;
    *in = NULL;
    for (int i = 1; i < first; i++) {
        if (p->op[i].kind == SASS_O_PRED) {
            if (*out != SCAN_NO_REG) {
                return false;
            }
            *out = p->op[i].reg;
        }
    }
    for (int i = last; i < p->n_op; i++) {
        const sass_operand *o = &p->op[i];
        if (!is_pred(o)) {
            return false;
        }
        if (o->kind == SASS_O_TRUE && o->inverted) {
            continue; /* no carry */
        }
        if (*in || o->kind == SASS_O_TRUE) {
            return false;
        }
        *in = o;
    }
    return true;
}

/* IADD3, UIADD3, with .X and .64; VIADD. */
static bool lower_add64(sass *p);
static bool lower_add(sass *p, int sources)
{
    if (sass_has(p, "64")) {
        return lower_add64(p);
    }
    const int first = after_carries(p);
    uint32_t out = SCAN_NO_REG;
    const sass_operand *carry = NULL;
    const bool x = sass_has(p, "X");
    if (!carries(p, first, first + sources, &out, &carry) || (x && !carry && p->n_op > first + 3)) {
        /* a second carry, or a carry that is always there: not followed */
        const bool no_carry = x && !carry && out == SCAN_NO_REG;
        if (!no_carry) {
            return lower_result(p, 1);
        }
    }
    scan_insn *in = simple(p, SCAN_OP_ADD, 0, first, sources);
    if (!in) {
        return status(p);
    }
    for (int i = 0; i < sources; i++) {
        const bool negated = (in->src[i].flags & (SCAN_NEG | SCAN_NOT)) != 0;
        in->flags |= negated ? SCAN_FLAG_BORROW : 0;
    }
    if (out != SCAN_NO_REG) {
        in->dst2 = out;
        if (!sass_write(p, in, out)) {
            return false;
        }
    }
    if (carry) {
        in->carry = carry->reg;
        in->flags |= carry->inverted ? SCAN_FLAG_CARRY_NOT : 0;
    }
    return close_reads(p, in, first);
}

/* A 64-bit number in two registers, or one written out, as a source. */
static bool pair(sass *p, const sass_operand *o, uint32_t scratch, scan_src *out)
{
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    if (o->kind != SASS_O_REG) {
        return source(p, o, out) && out->kind == SCAN_IMM;
    }
    scan_insn *in = helper(p, SCAN_OP_CONCAT, 64, scratch, scan_src_reg(o->reg),
                           scan_src_reg(o->reg + 1), none);
    if (!in) {
        return false;
    }
    in->sw = 32;
    *out = scan_src_reg(scratch);
    out->flags = o->minus ? SCAN_NEG : 0;
    return !o->inverted && in_file(o->reg, o->reg + 1);
}

/* The halves of a 64-bit scratch register to two registers. */
static bool unpair(sass *p, uint32_t dst, uint32_t scratch)
{
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    const scan_src from = scan_src_reg(scratch);
    scan_insn *in = helper(p, SCAN_OP_CVT, 32, dst, from, none, none);
    if (!in || !in_file(dst, dst + 1)) {
        return status(p);
    }
    in->sw = 64;
    return helper(p, SCAN_OP_BFE, 64, dst + 1, from, scan_src_imm(32), scan_src_imm(32)) != NULL;
}

/* UIADD3.64 UR20, UR8, -UR14, URZ */
static bool lower_add64(sass *p)
{
    scan_src src[3];
    const bool plain = p->n_op == 4 && p->op[0].kind == SASS_O_REG;
    bool good = plain;
    for (uint32_t i = 0; good && i < 3; i++) {
        good = pair(p, &p->op[i + 1], SASS_TMP_64 + i, &src[i]);
    }
    if (!good) {
        return status(p) && lower_result(p, 2);
    }
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    const bool two = src[2].kind == SCAN_IMM && src[2].imm == 0;
    return helper(p, SCAN_OP_ADD, 64, SASS_TMP_64 + 3, src[0], src[1], two ? none : src[2]) &&
           unpair(p, p->op[0].reg, SASS_TMP_64 + 3);
}

/* LEA d, a, b, s: (a << s) + b. LEA.HI d, a, b, c, s: ({c, a} >> (32 - s)) + b. */
static bool lower_lea(sass *p)
{
    const int first = after_carries(p);
    const bool high = sass_has(p, "HI"), sext = sass_has(p, "SX32");
    const int shift = first + (high && !sext ? 3 : 2);
    scan_src a, b, c = scan_src_imm(0);
    const bool good = !sass_has(p, "X") && shift < p->n_op && p->op[shift].kind == SASS_O_IMM &&
                      p->op[shift].imm < 32 && shift + 1 == p->n_op &&
                      p->op[0].kind == SASS_O_REG && source(p, &p->op[first], &a) &&
                      source(p, &p->op[first + 1], &b) &&
                      (!high || sext || source(p, &p->op[first + 2], &c));
    if (!good) {
        return lower_result(p, 1);
    }
    const uint64_t by = p->op[shift].imm;
    const bool no_high = c.kind == SCAN_IMM && c.imm == 0;
    const scan_op op = !high ? SCAN_OP_SHL : no_high ? SCAN_OP_SHR : SCAN_OP_FUNNEL;
    scan_insn *t = helper(p, op, 32, SASS_TMP, a, scan_src_imm(high ? 32 - by : by),
                          high ? c : scan_src_imm(0));
    if (!t) {
        return false;
    }
    t->flags |= sext ? SCAN_FLAG_SIGNED : 0;
    scan_insn *in =
        helper(p, SCAN_OP_ADD, 32, p->op[0].reg, scan_src_reg(SASS_TMP), b, scan_src_imm(0));
    uint32_t out = SCAN_NO_REG;
    for (int i = 1; i < first; i++) {
        out = p->op[i].kind == SASS_O_PRED ? p->op[i].reg : out;
    }
    if (in && out != SCAN_NO_REG) {
        in->dst2 = out; /* the carry of the sum */
        in->flags |= b.flags ? SCAN_FLAG_BORROW : 0;
        if (!sass_write(p, in, out)) {
            return false;
        }
    }
    return close_reads(p, in, first);
}

/* LOP3.LUT [P,] d, a, b, c, table, P */
static bool lower_lop3(sass *p)
{
    const int n = p->n_op, dst = n - 6;
    const bool good =
        n >= 6 && dst <= 1 && p->op[n - 2].kind == SASS_O_IMM && is_pred(&p->op[n - 1]);
    if (!good) {
        return lower_result(p, 1);
    }
    scan_insn *in = simple(p, SCAN_OP_LOP3, dst, dst + 1, 3);
    if (!in) {
        return status(p);
    }
    in->arg = (uint8_t)p->op[n - 2].imm;
    if (dst == 1 && p->op[0].kind == SASS_O_PRED && !sass_write(p, in, p->op[0].reg)) {
        return false;
    }
    return close_reads(p, in, dst + 1);
}

/* SHF.{L,R}[.W].{U32,S32,U64,S64}[.HI] d, low, by, high */
static bool lower_shf(sass *p)
{
    const bool left = sass_has(p, "L"), high = sass_has(p, "HI");
    const bool is_signed = sass_has(p, "S32") || sass_has(p, "S64");
    const bool wide = sass_has(p, "U64") || sass_has(p, "S64");
    scan_insn *in = p->n_op == 4 ? simple(p, SCAN_OP_FUNNEL, 0, 1, 3) : NULL;
    if (!in) {
        return p->n_op == 4 ? status(p) : lower_result(p, 1);
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
    return close_reads(p, in, 1);
}

static bool lower_sgxt(sass *p)
{
    scan_insn *in = simple(p, SCAN_OP_BFE, 0, 1, 2);
    if (!in) {
        return status(p);
    }
    in->sw = 32;
    in->op = in->src[1].kind == SCAN_IMM ? SCAN_OP_BFE : SCAN_OP_TOP;
    in->src[2] = in->src[1];
    in->src[1] = scan_src_imm(0);
    in->flags |= sass_has(p, "U32") ? 0 : SCAN_FLAG_SIGNED;
    return close_reads(p, in, 1);
}

static int comparison(const sass *p)
{
    static const struct {
        char name[3];
        uint8_t cmp;
    } names[] = {{"EQ", SCAN_EQ}, {"NE", SCAN_NE}, {"LT", SCAN_LT},
                 {"LE", SCAN_LE}, {"GT", SCAN_GT}, {"GE", SCAN_GE}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (sass_mod_is(p, 1, names[i].name)) {
            return names[i].cmp;
        }
    }
    return -1;
}

/* ISETP.GT[.U32].AND P0, P1, a, b, P2: P0 = (a > b) and P2, P1 = (not (a > b)) and P2. */
static bool lower_setp(sass *p)
{
    const int cmp = comparison(p);
    scan_src a, b;
    const bool good = cmp >= 0 && p->n_op == 5 && sass_has(p, "AND") && !sass_has(p, "EX") &&
                      p->op[1].kind == SASS_O_TRUE && p->op[4].kind == SASS_O_TRUE &&
                      !p->op[4].inverted && p->op[0].kind == SASS_O_PRED &&
                      source(p, &p->op[2], &a) && source(p, &p->op[3], &b);
    if (!good) {
        return lower_result(p, 0);
    }
    scan_insn *in = helper(p, SCAN_OP_SETP, 1, p->op[0].reg, a, b, scan_src_imm(0));
    if (in) {
        in->arg = (uint8_t)cmp;
        in->sw = 32;
        in->flags |= sass_has(p, "U32") ? 0 : SCAN_FLAG_SIGNED;
    }
    return close_reads(p, in, 2);
}

/* IMAD.WIDE d, a, b, c: 64 bits. */
static bool lower_mad_wide(sass *p)
{
    scan_src a, b, c;
    const bool good = p->n_op == 4 && p->op[0].kind == SASS_O_REG && source(p, &p->op[1], &a) &&
                      source(p, &p->op[2], &b) && source(p, &p->op[3], &c) && c.flags == 0 &&
                      c.kind != SCAN_SYM;
    if (!good) {
        return lower_result(p, 2);
    }
    scan_src c_hi = c;
    c_hi.reg += c.kind == SCAN_REG ? 1 : 0;
    c_hi.imm = 0;
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    scan_insn *in = helper(p, SCAN_OP_CONCAT, 64, SASS_TMP_64, c, c_hi, none);
    if (!in) {
        return false;
    }
    in->sw = 32;
    in = helper(p, SCAN_OP_MUL, 64, SASS_TMP_64 + 1, a, b, scan_src_reg(SASS_TMP_64));
    if (!in) {
        return false;
    }
    in->sw = 32;
    in->flags |= sass_has(p, "U32") ? 0 : SCAN_FLAG_SIGNED;
    return unpair(p, p->op[0].reg, SASS_TMP_64 + 1) &&
           close_reads(p, &p->f->insn[p->f->n_insn - 1], 1);
}

static bool lower_mad(sass *p)
{
    if (sass_has(p, "WIDE")) {
        return lower_mad_wide(p);
    }
    const sass_operand *carry = NULL;
    uint32_t out = SCAN_NO_REG;
    if (sass_has(p, "HI") || p->n_op < 4 || is_pred(&p->op[1]) || !carries(p, 1, 4, &out, &carry)) {
        return lower_result(p, 1);
    }
    scan_insn *in = simple(p, SCAN_OP_MUL, 0, 1, 3);
    if (in && carry) {
        in->carry = carry->reg;
        in->flags |= carry->inverted ? SCAN_FLAG_CARRY_NOT : 0;
    }
    return close_reads(p, in, 1);
}

static bool lower_sel(sass *p)
{
    scan_insn *in = p->n_op == 4 ? simple(p, SCAN_OP_SEL, 0, 1, 3) : NULL;
    return in || p->n_op == 4 ? close_reads(p, in, 1) : lower_result(p, 1);
}

/* IMNMX d, a, b, PT: the smaller; !PT: the larger. */
static bool lower_minmax(sass *p)
{
    const bool good = p->n_op == 4 && p->op[3].kind == SASS_O_TRUE;
    scan_insn *in = good ? simple(p, p->op[3].inverted ? SCAN_OP_MAX : SCAN_OP_MIN, 0, 1, 2) : NULL;
    if (!good) {
        return lower_result(p, 1);
    }
    if (in) {
        in->flags |= sass_has(p, "U32") ? 0 : SCAN_FLAG_SIGNED;
    }
    return close_reads(p, in, 1);
}

static bool lower_prmt(sass *p)
{
    scan_insn *in = p->n_op == 4 ? simple(p, SCAN_OP_PRMT, 0, 1, 3) : NULL;
    if (in) {
        const scan_src selector = in->src[1];
        in->src[1] = in->src[2];
        in->src[2] = selector;
    }
    return in || p->n_op == 4 ? close_reads(p, in, 1) : lower_result(p, 1);
}

static bool lower_move(sass *p, scan_op op)
{
    /* MOV d, s [, 0xf] */
    scan_insn *in = p->n_op >= 2 ? simple(p, op, 0, 1, 1) : NULL;
    return in || p->n_op >= 2 ? close_reads(p, in, 1) : lower_result(p, 1);
}

/* Words of constant memory: they stay as long as the kernel runs. */
static bool lower_ldc(sass *p)
{
    const int n = result_regs(p, 1);
    const bool whole =
        p->n_mod == 1 || (p->n_mod == 2 && (sass_has(p, "64") || sass_has(p, "128")));
    if (p->n_op != 2 || p->op[1].kind != SASS_O_CONST || p->op[0].kind != SASS_O_REG || !whole) {
        return lower_result(p, n);
    }
    for (int i = 0; i < n; i++) {
        const uint32_t sym = scan_add_sym(p->f, p->op[1].s, p->op[1].len, SCAN_SYM_PARAM, 4 * i);
        if (sym == SCAN_NO_REG) {
            return sass_full(p);
        }
        p->f->sym[sym].width = 32;
        const scan_src s = {SCAN_SYM, 0, sym, 0};
        const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
        if (!in_file(p->op[0].reg, p->op[0].reg + (uint32_t)i) ||
            !helper(p, SCAN_OP_MOV, 32, p->op[0].reg + (uint32_t)i, s, none, none)) {
            return status(p);
        }
    }
    return true;
}

static bool lower_special(sass *p)
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
            return helper(p, SCAN_OP_RANGE, 32, p->op[0].reg, scan_src_imm(specials[i].most), none,
                          none) != NULL;
        }
    }
    return lower_result(p, 1);
}

/* CS2R R52, SRZ: two registers of zeros. */
static bool lower_cs2r(sass *p)
{
    const int n = sass_has(p, "32") ? 1 : 2;
    if (p->n_op != 2 || !SCAN_EQ_WORD(p->op[1].s, p->op[1].len, "SRZ") ||
        p->op[0].kind != SASS_O_REG) {
        return lower_result(p, n);
    }
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        if (!helper(p, SCAN_OP_MOV, 32, p->op[0].reg + i, scan_src_imm(0), none, none)) {
            return false;
        }
    }
    return true;
}

static bool lower_branch(sass *p, bool any)
{
    uint32_t label = SCAN_ANY_LABEL;
    const sass_operand *last = p->n_op > 0 ? &p->op[p->n_op - 1] : NULL;
    const bool named = last && (last->kind == SASS_O_LABEL || last->kind == SASS_O_IMM);
    if (!any && named && !sass_label(p, last->s, last->len, &label)) {
        return false;
    }
    scan_insn *in = sass_emit(p, SCAN_OP_BRANCH, 0);
    if (!in) {
        return false;
    }
    in->src[0].reg = label;
    /* A condition among the operands: it can also go on. */
    if (p->n_op > 1 && in->guard == SCAN_NO_REG) {
        in->guard = SASS_TMP_P + 1;
    }
    return reads(p, in, 0);
}

static bool lower_event(sass *p, scan_op op)
{
    scan_insn *in = sass_emit(p, op, 0);
    return in && reads(p, in, 0);
}

static bool lower_depbar(sass *p)
{
    scan_insn *in = sass_emit(p, SCAN_OP_WAIT, 0);
    if (in && p->n_op == 2 && p->op[1].kind == SASS_O_IMM) {
        in->src[0] = scan_src_imm(p->op[1].imm);
    }
    return in != NULL;
}

static bool lower_store(sass *p)
{
    scan_insn *in = sass_emit(p, SCAN_OP_ST_SHARED, 32);
    if (in && p->n_op > 0 && p->op[0].kind == SASS_O_MEM && p->op[0].reg != SCAN_NO_REG) {
        in->src[0] = scan_src_reg(p->op[0].reg);
        in->src[1] = scan_src_imm(p->op[0].imm);
    }
    return in && reads(p, in, 0);
}

typedef enum sass_form {
    S_RESULT, /* `regs` registers, not followed */
    S_PRED,   /* predicates only */
    S_NONE,
    S_ADD3,
    S_ADD2,
    S_LEA,
    S_LOP3,
    S_SHF,
    S_SGXT,
    S_SETP,
    S_MAD,
    S_SEL,
    S_MINMAX,
    S_PRMT,
    S_MOV,
    S_R2UR,
    S_LDC,
    S_SPECIAL,
    S_CS2R,
    S_BRANCH,
    S_BRX,
    S_EXIT,
    S_CALL,
    S_GROUP, /* WARPGROUP.ARRIVE, WARPGROUP.DEPBAR */
    S_FENCE,
    S_STORE,
    S_GMMA
} sass_form;

static const struct {
    const char *name;
    uint8_t form, regs;
} table[] = {
    /* sorted by name */
    {"ACQBULK", S_NONE, 0},
    {"ARRIVES", S_NONE, 0},
    {"ATOM", S_RESULT, 1},
    {"ATOMG", S_RESULT, 1},
    {"ATOMS", S_RESULT, 1},
    {"B2R", S_RESULT, 1},
    {"BAR", S_NONE, 0},
    {"BGMMA", S_GMMA, 0},
    {"BMMA", S_RESULT, 4},
    {"BMOV", S_RESULT, 1},
    {"BMSK", S_RESULT, 1},
    {"BPT", S_NONE, 0},
    {"BRA", S_BRANCH, 0},
    {"BREAK", S_NONE, 0},
    {"BREV", S_RESULT, 1},
    {"BRX", S_BRX, 0},
    {"BRXU", S_BRX, 0},
    {"BSSY", S_NONE, 0},
    {"BSYNC", S_NONE, 0},
    {"CALL", S_CALL, 0},
    {"CCTL", S_NONE, 0},
    {"CCTLL", S_NONE, 0},
    {"CS2R", S_CS2R, 2},
    {"CS2UR", S_RESULT, 2},
    {"DADD", S_RESULT, 2},
    {"DEPBAR", S_NONE, 0},
    {"DFMA", S_RESULT, 2},
    {"DMMA", S_RESULT, 4},
    {"DMUL", S_RESULT, 2},
    {"DSETP", S_PRED, 0},
    {"ELECT", S_RESULT, 1},
    {"ENDCOLLECTIVE", S_NONE, 0},
    {"ERRBAR", S_NONE, 0},
    {"EXIT", S_EXIT, 0},
    {"F2F", S_RESULT, 1},
    {"F2FP", S_RESULT, 1},
    {"F2I", S_RESULT, 1},
    {"F2IP", S_RESULT, 1},
    {"FADD", S_RESULT, 1},
    {"FCHK", S_PRED, 0},
    {"FENCE", S_FENCE, 0},
    {"FFMA", S_RESULT, 1},
    {"FLO", S_RESULT, 1},
    {"FMNMX", S_RESULT, 1},
    {"FMUL", S_RESULT, 1},
    {"FRND", S_RESULT, 1},
    {"FSEL", S_RESULT, 1},
    {"FSET", S_RESULT, 1},
    {"FSETP", S_PRED, 0},
    {"FSWZADD", S_RESULT, 1},
    {"GETLMEMBASE", S_RESULT, 2},
    {"HADD2", S_RESULT, 1},
    {"HFMA2", S_RESULT, 1},
    {"HGMMA", S_GMMA, 0},
    {"HMMA", S_RESULT, 4},
    {"HMNMX2", S_RESULT, 1},
    {"HMUL2", S_RESULT, 1},
    {"HSET2", S_RESULT, 1},
    {"HSETP2", S_PRED, 0},
    {"I2F", S_RESULT, 1},
    {"I2FP", S_RESULT, 1},
    {"I2I", S_RESULT, 1},
    {"I2IP", S_RESULT, 1},
    {"IABS", S_RESULT, 1},
    {"IADD", S_ADD2, 1},
    {"IADD3", S_ADD3, 1},
    {"IDP", S_RESULT, 1},
    {"IDP4A", S_RESULT, 1},
    {"IGMMA", S_GMMA, 0},
    {"IMAD", S_MAD, 1},
    {"IMMA", S_RESULT, 4},
    {"IMNMX", S_MINMAX, 1},
    {"ISETP", S_SETP, 0},
    {"JMP", S_BRX, 0},
    {"JMX", S_BRX, 0},
    {"KILL", S_NONE, 0},
    {"LD", S_RESULT, 1},
    {"LDC", S_LDC, 1},
    {"LDG", S_RESULT, 1},
    {"LDGDEPBAR", S_NONE, 0},
    {"LDGMC", S_RESULT, 4},
    {"LDGSTS", S_NONE, 0},
    {"LDL", S_RESULT, 1},
    {"LDS", S_RESULT, 1},
    {"LDSM", S_RESULT, 4},
    {"LEA", S_LEA, 1},
    {"LEPC", S_RESULT, 2},
    {"LOP3", S_LOP3, 1},
    {"MATCH", S_RESULT, 1},
    {"MEMBAR", S_NONE, 0},
    {"MOV", S_MOV, 1},
    {"MOVM", S_RESULT, 1},
    {"MUFU", S_RESULT, 1},
    {"NANOSLEEP", S_NONE, 0},
    {"NOP", S_NONE, 0},
    {"P2R", S_RESULT, 1},
    {"PLOP3", S_PRED, 0},
    {"PMTRIG", S_NONE, 0},
    {"POPC", S_RESULT, 1},
    {"PREEXIT", S_NONE, 0},
    {"PRMT", S_PRMT, 1},
    {"QGMMA", S_GMMA, 0},
    {"QSPC", S_PRED, 0},
    {"R2P", S_PRED, 0},
    {"R2UR", S_R2UR, 1},
    {"RED", S_NONE, 0},
    {"REDG", S_NONE, 0},
    {"REDUX", S_RESULT, 1},
    {"RET", S_EXIT, 0},
    {"RPCMOV", S_RESULT, 2},
    {"RTT", S_EXIT, 0},
    {"S2R", S_SPECIAL, 1},
    {"S2UR", S_SPECIAL, 1},
    {"SEL", S_SEL, 1},
    {"SETCTAID", S_NONE, 0},
    {"SETLMEMBASE", S_NONE, 0},
    {"SGXT", S_SGXT, 1},
    {"SHF", S_SHF, 1},
    {"SHFL", S_RESULT, 1},
    {"SHL", S_RESULT, 1},
    {"SHR", S_RESULT, 1},
    {"ST", S_NONE, 0},
    {"STAS", S_NONE, 0},
    {"STG", S_NONE, 0},
    {"STL", S_NONE, 0},
    {"STS", S_STORE, 0},
    {"STSM", S_STORE, 0},
    {"SUATOM", S_RESULT, 1},
    {"SULD", S_RESULT, 4},
    {"SURED", S_NONE, 0},
    {"SUST", S_NONE, 0},
    {"SYNCS", S_RESULT, 2},
    {"TEX", S_RESULT, 4},
    {"TLD", S_RESULT, 4},
    {"TLD4", S_RESULT, 4},
    {"TXQ", S_RESULT, 4},
    {"UBLKCP", S_NONE, 0},
    {"UBLKPF", S_NONE, 0},
    {"UBLKRED", S_NONE, 0},
    {"UBMSK", S_RESULT, 1},
    {"UBREV", S_RESULT, 1},
    {"UCGABAR_ARV", S_NONE, 0},
    {"UCGABAR_WAIT", S_NONE, 0},
    {"UFLO", S_RESULT, 1},
    {"UIADD3", S_ADD3, 1},
    {"UIMAD", S_MAD, 1},
    {"UISETP", S_SETP, 0},
    {"ULDC", S_LDC, 1},
    {"ULEA", S_LEA, 1},
    {"ULEPC", S_RESULT, 2},
    {"ULOP", S_RESULT, 1},
    {"ULOP3", S_LOP3, 1},
    {"UMOV", S_MOV, 1},
    {"UP2UR", S_RESULT, 1},
    {"UPLOP3", S_PRED, 0},
    {"UPOPC", S_RESULT, 1},
    {"UPRMT", S_PRMT, 1},
    {"UR2UP", S_PRED, 0},
    {"USEL", S_SEL, 1},
    {"USETMAXREG", S_PRED, 0},
    {"USGXT", S_SGXT, 1},
    {"USHF", S_SHF, 1},
    {"USHL", S_RESULT, 1},
    {"USHR", S_RESULT, 1},
    {"UTMACCTL", S_NONE, 0},
    {"UTMACMDFLUSH", S_NONE, 0},
    {"UTMALDG", S_NONE, 0},
    {"UTMAPF", S_NONE, 0},
    {"UTMAREDG", S_NONE, 0},
    {"UTMASTG", S_NONE, 0},
    {"VABSDIFF", S_RESULT, 1},
    {"VABSDIFF4", S_RESULT, 1},
    {"VIADD", S_ADD2, 1},
    {"VIADDMNMX", S_RESULT, 1},
    {"VIMNMX", S_MINMAX, 1},
    {"VIMNMX3", S_RESULT, 1},
    {"VOTE", S_RESULT, 1},
    {"VOTEU", S_RESULT, 1},
    {"WARPGROUP", S_GROUP, 0},
    {"WARPGROUPSET", S_NONE, 0},
    {"WARPSYNC", S_NONE, 0},
    {"YIELD", S_NONE, 0},
};

static int find_row(const char *s, size_t len)
{
    size_t lo = 0, hi = sizeof table / sizeof table[0];
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        const size_t n = strlen(table[mid].name);
        int c = memcmp(s, table[mid].name, n < len ? n : len);
        c = c != 0 ? c : len < n ? -1 : len > n ? 1 : 0;
        if (c == 0) {
            return (int)mid;
        }
        if (c < 0) {
            hi = mid;
        } else {
            lo = mid + 1;
        }
    }
    return -1;
}

static bool lower_row(sass *p, sass_form form, int regs)
{
    switch (form) {
    case S_PRED:
        return lower_result(p, 0);
    case S_NONE:
        return lower_event(p, SCAN_OP_TOP);
    case S_ADD3:
        return lower_add(p, 3);
    case S_ADD2:
        return lower_add(p, 2);
    case S_LEA:
        return lower_lea(p);
    case S_LOP3:
        return lower_lop3(p);
    case S_SHF:
        return lower_shf(p);
    case S_SGXT:
        return lower_sgxt(p);
    case S_SETP:
        return lower_setp(p);
    case S_MAD:
        return lower_mad(p);
    case S_SEL:
        return lower_sel(p);
    case S_MINMAX:
        return lower_minmax(p);
    case S_PRMT:
        return lower_prmt(p);
    case S_MOV:
        return lower_move(p, SCAN_OP_MOV);
    case S_R2UR:
        return lower_move(p, SCAN_OP_UNIFY);
    case S_LDC:
        return lower_ldc(p);
    case S_SPECIAL:
        return lower_special(p);
    case S_CS2R:
        return lower_cs2r(p);
    case S_BRANCH:
    case S_BRX:
        return lower_branch(p, form == S_BRX);
    case S_EXIT:
        return lower_event(p, SCAN_OP_EXIT);
    case S_CALL:
        return lower_event(p, SCAN_OP_CALL);
    case S_GROUP:
        return sass_has(p, "ARRIVE") ? lower_event(p, SCAN_OP_FENCE) : lower_depbar(p);
    case S_FENCE:
        return lower_event(p, sass_has(p, "ASYNC") ? SCAN_OP_PROXY : SCAN_OP_TOP);
    case S_STORE:
        return lower_store(p);
    case S_GMMA:
        return sass_gmma(p);
    default:
        return lower_result(p, result_regs(p, regs));
    }
}

bool sass_lower(sass *p)
{
    if (p->n_mod == 0) {
        return true;
    }
    const int row = find_row(p->mod[0], p->mod_len[0]);
    if (row < 0) {
        /* An unknown name may write up to four registers. */
        return (scan_add_unknown(p->f) || sass_full(p)) && lower_result(p, 4);
    }
    return lower_row(p, (sass_form)table[row].form, table[row].regs);
}
