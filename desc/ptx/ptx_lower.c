/* SPDX-License-Identifier: MIT
 *
 * From a PTX instruction to what it does to its registers. The table has every instruction of the
 * PTX ISA: one that is not in it is counted as unknown, and writes its first operand.
 */
#include "ptx_reader.h"

typedef enum ptx_form {
    F_RESULT, /* writes its first operand, nothing is known of the value */
    F_NONE,   /* writes no register */
    F_MOV,
    F_ADD,
    F_MUL,
    F_LOGIC,
    F_LOP3,
    F_SHIFT,
    F_SHF,
    F_BFE,
    F_BFI,
    F_CVT,
    F_CVTA,
    F_SELP,
    F_SETP,
    F_MINMAX,
    F_DIVREM,
    F_PRMT,
    F_NEG,
    F_COUNT, /* a number of bits or a bit's place: small */
    F_LD,
    F_ST,
    F_BRA,
    F_BRX,
    F_EXIT,
    F_CALL,
    F_FENCE,
    F_WGMMA
} ptx_form;

static const struct {
    const char *name;
    uint8_t form;
} table[] = {
    /* sorted by name */
    {"abs", F_RESULT},
    {"activemask", F_RESULT},
    {"add", F_ADD},
    {"addc", F_ADD},
    {"alloca", F_RESULT},
    {"and", F_LOGIC},
    {"applypriority", F_NONE},
    {"atom", F_RESULT},
    {"bar", F_NONE},
    {"barrier", F_NONE},
    {"bfe", F_BFE},
    {"bfi", F_BFI},
    {"bfind", F_RESULT},
    {"bmsk", F_RESULT},
    {"bra", F_BRA},
    {"brev", F_RESULT},
    {"brkpt", F_NONE},
    {"brx", F_BRX},
    {"call", F_CALL},
    {"clusterlaunchcontrol", F_RESULT},
    {"clz", F_COUNT},
    {"cnot", F_RESULT},
    {"copysign", F_RESULT},
    {"cos", F_RESULT},
    {"cp", F_NONE},
    {"createpolicy", F_RESULT},
    {"cvt", F_CVT},
    {"cvta", F_CVTA},
    {"discard", F_NONE},
    {"div", F_DIVREM},
    {"dp2a", F_RESULT},
    {"dp4a", F_RESULT},
    {"elect", F_RESULT},
    {"ex2", F_RESULT},
    {"exit", F_EXIT},
    {"fence", F_FENCE},
    {"fma", F_RESULT},
    {"fns", F_RESULT},
    {"getctarank", F_RESULT},
    {"griddepcontrol", F_NONE},
    {"isspacep", F_RESULT},
    {"istypep", F_RESULT},
    {"ld", F_LD},
    {"ldmatrix", F_RESULT},
    {"ldu", F_RESULT},
    {"lg2", F_RESULT},
    {"lop3", F_LOP3},
    {"mad", F_MUL},
    {"mad24", F_RESULT},
    {"madc", F_RESULT},
    {"mapa", F_RESULT},
    {"match", F_RESULT},
    {"max", F_MINMAX},
    {"mbarrier", F_RESULT},
    {"membar", F_NONE},
    {"min", F_MINMAX},
    {"mma", F_RESULT},
    {"mov", F_MOV},
    {"movmatrix", F_RESULT},
    {"mul", F_MUL},
    {"mul24", F_RESULT},
    {"multimem", F_RESULT},
    {"nanosleep", F_NONE},
    {"neg", F_NEG},
    {"not", F_LOGIC},
    {"or", F_LOGIC},
    {"pmevent", F_NONE},
    {"popc", F_COUNT},
    {"prefetch", F_NONE},
    {"prefetchu", F_NONE},
    {"prmt", F_PRMT},
    {"rcp", F_RESULT},
    {"red", F_NONE},
    {"redux", F_RESULT},
    {"rem", F_DIVREM},
    {"ret", F_EXIT},
    {"rsqrt", F_RESULT},
    {"sad", F_RESULT},
    {"selp", F_SELP},
    {"set", F_RESULT},
    {"setmaxnreg", F_NONE},
    {"setp", F_SETP},
    {"shf", F_SHF},
    {"shfl", F_RESULT},
    {"shl", F_SHIFT},
    {"shr", F_SHIFT},
    {"sin", F_RESULT},
    {"slct", F_RESULT},
    {"sqrt", F_RESULT},
    {"st", F_ST},
    {"stackrestore", F_NONE},
    {"stacksave", F_RESULT},
    {"stmatrix", F_ST},
    {"sub", F_ADD},
    {"subc", F_RESULT},
    {"suld", F_RESULT},
    {"suq", F_RESULT},
    {"sured", F_NONE},
    {"sust", F_NONE},
    {"szext", F_RESULT},
    {"tanh", F_RESULT},
    {"tcgen05", F_RESULT},
    {"tensormap", F_NONE},
    {"testp", F_RESULT},
    {"tex", F_RESULT},
    {"tld4", F_RESULT},
    {"trap", F_EXIT},
    {"txq", F_RESULT},
    {"vabsdiff", F_RESULT},
    {"vabsdiff2", F_RESULT},
    {"vabsdiff4", F_RESULT},
    {"vadd", F_RESULT},
    {"vadd2", F_RESULT},
    {"vadd4", F_RESULT},
    {"vavrg2", F_RESULT},
    {"vavrg4", F_RESULT},
    {"vmad", F_RESULT},
    {"vmax", F_RESULT},
    {"vmax2", F_RESULT},
    {"vmax4", F_RESULT},
    {"vmin", F_RESULT},
    {"vmin2", F_RESULT},
    {"vmin4", F_RESULT},
    {"vote", F_RESULT},
    {"vset", F_RESULT},
    {"vset2", F_RESULT},
    {"vset4", F_RESULT},
    {"vshl", F_RESULT},
    {"vshr", F_RESULT},
    {"vsub", F_RESULT},
    {"vsub2", F_RESULT},
    {"vsub4", F_RESULT},
    {"wgmma", F_WGMMA},
    {"wmma", F_RESULT},
    {"xor", F_LOGIC},
};

/* The row of the table, or -1. */
static int find_form(ptx_piece name)
{
    size_t lo = 0, hi = sizeof table / sizeof table[0];
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        const size_t len = strlen(table[mid].name);
        int c = memcmp(name.s, table[mid].name, len < name.len ? len : name.len);
        c = c != 0 ? c : name.len < len ? -1 : name.len > len ? 1 : 0;
        if (c == 0) {
            return table[mid].form;
        }
        if (c < 0) {
            hi = mid;
        } else {
            lo = mid + 1;
        }
    }
    return -1;
}

/* Writes what the first operand names; the value is not known. */
static bool lower_result(ptx *p)
{
    scan_insn *in = ptx_emit(p, SCAN_OP_TOP, 0);
    bool good = in != NULL;
    int from = 0;
    if (good && p->n_op > 0) {
        const ptx_operand *o = &p->op[0];
        from = 1;
        if (o->kind == PTX_O_VEC) {
            for (int v = 0; v < o->count && good; v++) {
                good = ptx_write(p, in, p->vec[o->first + v].reg);
            }
        } else if (o->kind == PTX_O_REG) {
            good = ptx_write(p, in, o->src.reg) && ptx_write(p, in, o->pair);
        } else {
            good = ptx_write(p, in, o->pair);
            from = o->kind == PTX_O_OTHER ? 1 : 0;
        }
    }
    return good && ptx_reads(p, in, from);
}

static bool lower_none(ptx *p)
{
    scan_insn *in = ptx_emit(p, SCAN_OP_TOP, 0);
    return in && ptx_reads(p, in, 0);
}

static ptx_piece last_mod(const ptx *p)
{
    return p->mod[p->n_mod - 1];
}

/* The width of the integer type at the end of the name; 0: not an integer of up to 64 bits. */
static int integer_width(ptx_piece t)
{
    const int w = ptx_type_width(t);
    const bool plain = t.len >= 2 && (t.s[0] == 'b' || t.s[0] == 'u' || t.s[0] == 's') &&
                       scan_is_digit(t.s[1]) && !memchr(t.s, 'x', t.len);
    return plain && w <= 64 ? w : SCAN_EQ_WORD(t.s, t.len, "pred") ? 1 : 0;
}

/* Is the operand something that eval can read? */
static bool readable(const ptx_operand *o)
{
    return o->kind == PTX_O_REG || o->kind == PTX_O_SRC;
}

/* dst = op(operands 1...); what does not look like that is a result of unknown value. NULL: it has
 * been lowered, or the arena is full. */
static scan_insn *simple(ptx *p, scan_op op, int width, int sources)
{
    bool good = p->n_op >= sources + 1 && p->op[0].kind == PTX_O_REG && width > 0;
    for (int i = 1; good && i <= sources; i++) {
        good = readable(&p->op[i]);
    }
    if (!good) {
        lower_result(p);
        return NULL;
    }
    scan_insn *in = ptx_emit(p, op, width);
    if (!in) {
        return NULL;
    }
    in->dst = p->op[0].src.reg;
    for (int i = 0; i < sources && i < 3; i++) {
        in->src[i] = p->op[i + 1].src;
    }
    if (!ptx_write(p, in, in->dst) || !ptx_reads(p, in, 1)) {
        return NULL;
    }
    return in;
}

/* "mov.b64 %rd1, {%r1, %r2};" */
static bool lower_pack(ptx *p)
{
    const ptx_operand *o = &p->op[1];
    const int width = integer_width(last_mod(p));
    if (o->count != 2 || p->op[0].kind != PTX_O_REG || width < 16) {
        return lower_result(p);
    }
    scan_insn *in = ptx_emit(p, SCAN_OP_CONCAT, width);
    if (!in) {
        return false;
    }
    in->dst = p->op[0].src.reg;
    in->sw = (uint8_t)(width / 2);
    in->src[0] = p->vec[o->first];
    in->src[1] = p->vec[o->first + 1];
    return ptx_write(p, in, in->dst) && ptx_reads(p, in, 1);
}

/* "mov.b64 {%r1, %r2}, %rd1;": two instructions. */
static bool lower_unpack(ptx *p)
{
    const ptx_operand *o = &p->op[0];
    const int width = integer_width(last_mod(p));
    if (o->count != 2 || !readable(&p->op[1]) || width < 16) {
        return lower_result(p);
    }
    const scan_src from = p->op[1].src;
    for (int half = 0; half < 2; half++) {
        const uint32_t dst = p->vec[o->first + half].reg;
        if (dst == SCAN_NO_REG) {
            continue;
        }
        scan_insn *in = ptx_emit(p, half ? SCAN_OP_BFE : SCAN_OP_CVT, half ? width : width / 2);
        if (!in) {
            return false;
        }
        in->dst = dst;
        in->sw = (uint8_t)width;
        in->src[0] = from;
        in->src[1] = scan_src_imm((uint64_t)(width / 2));
        in->src[2] = scan_src_imm((uint64_t)(width / 2));
        if (!ptx_write(p, in, dst) || !ptx_reads(p, in, 1)) {
            return false;
        }
    }
    return true;
}

static bool lower_mov(ptx *p)
{
    if (p->n_op == 2 && p->op[1].kind == PTX_O_VEC) {
        return lower_pack(p);
    }
    if (p->n_op == 2 && p->op[0].kind == PTX_O_VEC) {
        return lower_unpack(p);
    }
    if (p->n_op == 2 && p->op[0].kind == PTX_O_REG && p->op[1].special && p->op[1].src.imm > 0) {
        scan_insn *in = ptx_emit(p, SCAN_OP_RANGE, ptx_type_width(last_mod(p)));
        if (!in) {
            return false;
        }
        in->dst = p->op[0].src.reg;
        in->src[0] = scan_src_imm(p->op[1].src.imm);
        return ptx_write(p, in, in->dst);
    }
    const int width = ptx_type_width(last_mod(p));
    simple(p, SCAN_OP_MOV, width <= 64 ? width : 0, 1);
    return p->status == WGD_OK;
}

/* The register of the carry flag. */
static uint32_t carry_reg(ptx *p)
{
    if (p->carry == SCAN_NO_REG) {
        p->carry = scan_add_reg(p->f, 1);
    }
    return p->carry;
}

static bool lower_add(ptx *p)
{
    const bool subtract = ptx_mod_is(p, 0, "sub");
    const bool carry_out = ptx_has(p, "cc");
    const bool carry_in = ptx_mod_is(p, 0, "addc");
    const bool plain = !ptx_has(p, "sat");
    scan_insn *in = simple(p, SCAN_OP_ADD, plain ? integer_width(last_mod(p)) : 0, 2);
    if (!in) {
        return p->status == WGD_OK;
    }
    if (subtract) {
        in->src[1].flags ^= SCAN_NEG;
        in->flags |= SCAN_FLAG_BORROW;
    }
    if (carry_in) {
        in->carry = carry_reg(p);
    }
    if (carry_out) {
        in->dst2 = carry_reg(p);
        /* A written register stands before those that are read. */
        in->n_read = 0;
        p->f->n_ref = in->refs + in->n_write;
        return ptx_write(p, in, in->dst2) && ptx_reads(p, in, 1);
    }
    return true;
}

static bool lower_mul(ptx *p)
{
    const int sources = ptx_mod_is(p, 0, "mad") ? 3 : 2;
    const bool wide = ptx_has(p, "wide"), lo = ptx_has(p, "lo");
    const int width = integer_width(last_mod(p));
    const bool good = (wide && width <= 32) || lo;
    scan_insn *in = simple(p, SCAN_OP_MUL, good ? (wide ? 2 * width : width) : 0, sources);
    if (!in) {
        return p->status == WGD_OK;
    }
    in->sw = wide ? (uint8_t)width : 0;
    in->flags |= last_mod(p).s[0] == 's' ? SCAN_FLAG_SIGNED : 0;
    return true;
}

static bool lower_logic(ptx *p)
{
    const bool is_not = ptx_mod_is(p, 0, "not");
    scan_insn *in = simple(p, SCAN_OP_LOP3, integer_width(last_mod(p)), is_not ? 1 : 2);
    if (!in) {
        return p->status == WGD_OK;
    }
    in->arg = is_not ? 0x0f : ptx_mod_is(p, 0, "and") ? 0xc0 : ptx_mod_is(p, 0, "or") ? 0xfc : 0x3c;
    return true;
}

static bool lower_lop3(ptx *p)
{
    const bool good = p->n_op >= 5 && p->op[4].kind == PTX_O_SRC && p->op[4].src.kind == SCAN_IMM &&
                      p->op[0].pair == SCAN_NO_REG && !ptx_has(p, "BoolOp") && p->n_op == 5;
    scan_insn *in = simple(p, SCAN_OP_LOP3, good ? 32 : 0, 3);
    if (in) {
        in->arg = (uint8_t)p->op[4].src.imm;
    }
    return p->status == WGD_OK;
}

static bool lower_shf(ptx *p)
{
    const bool good = p->n_op == 4 && p->op[3].kind == PTX_O_SRC;
    scan_insn *in = simple(p, SCAN_OP_FUNNEL, good ? 32 : 0, 3);
    if (!in) {
        return p->status == WGD_OK;
    }
    const bool left = ptx_has(p, "l"), wrap = ptx_has(p, "wrap");
    const scan_src high = in->src[1];
    const uint64_t by = in->src[2].imm;
    in->src[1] = scan_src_imm(wrap ? by & 31 : by > 32 ? 32 : by);
    in->src[2] = high;
    in->flags |= left ? SCAN_FLAG_LEFT | SCAN_FLAG_HIGH : 0;
    return true;
}

static bool constant(const ptx_operand *o)
{
    return o->kind == PTX_O_SRC && o->src.kind == SCAN_IMM;
}

static bool lower_bfe(ptx *p)
{
    const bool good = p->n_op == 4 && constant(&p->op[2]) && constant(&p->op[3]);
    scan_insn *in = simple(p, SCAN_OP_BFE, good ? integer_width(last_mod(p)) : 0, 3);
    if (in) {
        in->sw = in->width;
        in->src[1].imm &= 0xff;
        in->src[2].imm &= 0xff;
        in->flags |= last_mod(p).s[0] == 's' ? SCAN_FLAG_SIGNED : 0;
    }
    return p->status == WGD_OK;
}

static bool lower_bfi(ptx *p)
{
    const bool good = p->n_op == 5 && constant(&p->op[3]) && constant(&p->op[4]);
    scan_insn *in = simple(p, SCAN_OP_BFI, good ? integer_width(last_mod(p)) : 0, 3);
    if (in) {
        in->src[2].imm &= 0xff;
        in->arg = (uint8_t)p->op[4].src.imm;
    }
    return p->status == WGD_OK;
}

static bool lower_cvt(ptx *p)
{
    const int to = integer_width(last_mod(p));
    const int wide = p->n_mod >= 3 ? integer_width(p->mod[p->n_mod - 2]) : 0;
    const bool good = to > 0 && wide > 0 && p->n_mod == 3;
    /* cvt.DST.SRC: the last type is the source's. */
    scan_insn *in = simple(p, SCAN_OP_CVT, good ? wide : 0, 1);
    if (in) {
        in->sw = (uint8_t)to;
        in->flags |= last_mod(p).s[0] == 's' ? SCAN_FLAG_SIGNED : 0;
    }
    return p->status == WGD_OK;
}

/* A generic address is the shared one plus the start of the shared window, which lies at a multiple
 * of 2^24 (so the machine code computes it) and stays the same. Other spaces are of no interest. */
static bool lower_cvta(ptx *p)
{
    static const char window[] = "the shared window";
    const bool shared = ptx_has(p, "shared") || ptx_has(p, "shared::cta");
    scan_insn *in = simple(p, SCAN_OP_ADD, shared ? integer_width(last_mod(p)) : 0, 1);
    if (!in) {
        return p->status == WGD_OK;
    }
    const uint32_t sym = scan_add_sym(p->f, window, sizeof window - 1, SCAN_SYM_OTHER, 0);
    if (sym == SCAN_NO_REG) {
        return ptx_full(p);
    }
    p->f->sym[sym].align = 1u << 24;
    in->src[1].kind = SCAN_SYM;
    in->src[1].reg = sym;
    in->src[1].flags = ptx_has(p, "to") ? SCAN_NEG : 0;
    in->flags |= SCAN_FLAG_BORROW;
    return true;
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

static bool lower_setp(ptx *p)
{
    const int cmp = p->n_mod == 3 ? comparison(p->mod[1]) : -1;
    const int width = integer_width(last_mod(p));
    if (cmp < 0 || width <= 1 || p->n_op != 3 || p->op[0].pair != SCAN_NO_REG) {
        return lower_result(p);
    }
    scan_insn *in = simple(p, SCAN_OP_SETP, 1, 2);
    if (in) {
        in->arg = (uint8_t)cmp;
        in->sw = (uint8_t)width;
        in->flags |= last_mod(p).s[0] == 's' ? SCAN_FLAG_SIGNED : 0;
    }
    return p->status == WGD_OK;
}

static bool lower_ld(ptx *p)
{
    const int width = ptx_type_width(last_mod(p));
    const bool param = p->n_mod > 1 && p->mod[1].len >= 5 && memcmp(p->mod[1].s, "param", 5) == 0;
    if (!param || p->n_op != 2 || p->op[0].kind != PTX_O_REG || width == 0 || width > 64 ||
        p->op[1].kind != PTX_O_ADDR || p->op[1].src.kind != SCAN_NONE || !p->f->entry) {
        return lower_result(p);
    }
    const uint32_t sym =
        scan_add_sym(p->f, p->op[1].text.s, p->op[1].text.len, SCAN_SYM_PARAM, p->op[1].offset);
    scan_insn *in = sym == SCAN_NO_REG ? NULL : ptx_emit(p, SCAN_OP_MOV, width);
    if (!in) {
        return ptx_full(p);
    }
    /* Read twice with different widths, a parameter is two numbers. */
    if (p->f->sym[sym].align != 1 && p->f->sym[sym].width != width) {
        in->op = SCAN_OP_TOP;
    }
    p->f->sym[sym].align = 2;
    p->f->sym[sym].width = (uint8_t)width;
    in->dst = p->op[0].src.reg;
    in->src[0].kind = SCAN_SYM;
    in->src[0].reg = sym;
    return ptx_write(p, in, in->dst);
}

static bool lower_st(ptx *p)
{
    const bool shared = ptx_has(p, "shared") || ptx_has(p, "shared::cta");
    scan_insn *in = ptx_emit(p, shared ? SCAN_OP_ST_SHARED : SCAN_OP_TOP, 32);
    if (in && shared && p->n_op > 0) {
        in->src[0] = p->op[0].src;
        in->src[1] = scan_src_imm((uint64_t)p->op[0].offset);
    }
    return in && ptx_reads(p, in, 0);
}

static bool lower_bra(ptx *p)
{
    const ptx_operand *o = &p->op[0];
    uint32_t label = SCAN_NO_REG;
    if (p->n_op < 1 || o->text.s == NULL) {
        return ptx_fail(p, WGD_ERR_SYNTAX, "a branch has no target", p->mod[0], "a label");
    }
    if (!ptx_label(p, o->text, &label)) {
        return false;
    }
    p->f->label[label].line = p->f->label[label].line ? p->f->label[label].line : p->line;
    scan_insn *in = ptx_emit(p, SCAN_OP_BRANCH, 0);
    if (!in) {
        return false;
    }
    in->src[0].reg = label;
    return true;
}

static bool lower_event(ptx *p, scan_op op, uint32_t label)
{
    scan_insn *in = ptx_emit(p, op, 0);
    if (!in) {
        return false;
    }
    in->src[0].reg = label;
    return ptx_reads(p, in, 0);
}

static bool lower_selp(ptx *p)
{
    const int width = ptx_type_width(last_mod(p));
    simple(p, SCAN_OP_SEL, width <= 64 ? width : 0, 3);
    return p->status == WGD_OK;
}

static bool lower_signed(ptx *p, scan_op op, int sources)
{
    scan_insn *in = simple(p, op, ptx_has(p, "relu") ? 0 : integer_width(last_mod(p)), sources);
    if (in) {
        in->flags |= last_mod(p).s[0] == 's' ? SCAN_FLAG_SIGNED : 0;
    }
    return p->status == WGD_OK;
}

static bool lower_neg(ptx *p)
{
    scan_insn *in = simple(p, SCAN_OP_ADD, integer_width(last_mod(p)), 1);
    if (in) {
        in->src[0].flags ^= SCAN_NEG;
        in->flags |= SCAN_FLAG_BORROW;
    }
    return p->status == WGD_OK;
}

static bool lower_count(ptx *p)
{
    scan_insn *in = simple(p, SCAN_OP_RANGE, 32, 1);
    if (in) {
        in->src[0] = scan_src_imm(64);
    }
    return p->status == WGD_OK;
}

static bool lower_fence(ptx *p)
{
    const bool async = ptx_has(p, "proxy") && (ptx_has(p, "async") || ptx_has(p, "async::generic"));
    return lower_event(p, async ? SCAN_OP_PROXY : SCAN_OP_TOP, 0);
}

static bool lower_shift(ptx *p)
{
    return lower_signed(p, p->mod[0].s[2] == 'l' ? SCAN_OP_SHL : SCAN_OP_SHR, 2);
}

static bool lower_minmax(ptx *p)
{
    return lower_signed(p, p->mod[0].s[1] == 'i' ? SCAN_OP_MIN : SCAN_OP_MAX, 2);
}

static bool lower_divrem(ptx *p)
{
    return lower_signed(p, p->mod[0].s[0] == 'd' ? SCAN_OP_DIV : SCAN_OP_REM, 2);
}

/* The plain form; those with a mode count their bytes otherwise. */
static bool lower_prmt(ptx *p)
{
    return p->n_mod == 2 ? lower_signed(p, SCAN_OP_PRMT, 3) : lower_result(p);
}

static bool lower_brx(ptx *p)
{
    return lower_event(p, SCAN_OP_BRANCH, SCAN_ANY_LABEL);
}

static bool lower_exit(ptx *p)
{
    return lower_event(p, SCAN_OP_EXIT, 0);
}

static bool lower_call(ptx *p)
{
    return lower_event(p, SCAN_OP_CALL, 0);
}

typedef bool form_fn(ptx *p);
static form_fn *const forms[] = {
    [F_RESULT] = lower_result, [F_NONE] = lower_none,     [F_MOV] = lower_mov,
    [F_ADD] = lower_add,       [F_MUL] = lower_mul,       [F_LOGIC] = lower_logic,
    [F_LOP3] = lower_lop3,     [F_SHIFT] = lower_shift,   [F_SHF] = lower_shf,
    [F_BFE] = lower_bfe,       [F_BFI] = lower_bfi,       [F_CVT] = lower_cvt,
    [F_CVTA] = lower_cvta,     [F_SELP] = lower_selp,     [F_SETP] = lower_setp,
    [F_MINMAX] = lower_minmax, [F_DIVREM] = lower_divrem, [F_PRMT] = lower_prmt,
    [F_NEG] = lower_neg,       [F_COUNT] = lower_count,   [F_LD] = lower_ld,
    [F_ST] = lower_st,         [F_BRA] = lower_bra,       [F_BRX] = lower_brx,
    [F_EXIT] = lower_exit,     [F_CALL] = lower_call,     [F_FENCE] = lower_fence,
    [F_WGMMA] = ptx_wgmma,
};

bool ptx_lower(ptx *p)
{
    const int form = find_form(p->mod[0]);
    if (form < 0 && !scan_add_unknown(p->f)) {
        return ptx_full(p);
    }
    return forms[form < 0 ? F_RESULT : form](p);
}
