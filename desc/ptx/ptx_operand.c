/* SPDX-License-Identifier: MIT
 *
 * The operands of a PTX instruction.
 */
#include "ptx_reader.h"

/* Special registers and the greatest value that each can have (PTX ISA, "Special Registers"; the
 * limits of compute capability 9.0). */
static const struct {
    const char *name;
    uint64_t most;
} specials[] = {
    {"%tid.x", 1023},          {"%tid.y", 1023},          {"%tid.z", 63},
    {"%ntid.x", 1024},         {"%ntid.y", 1024},         {"%ntid.z", 64},
    {"%laneid", 31},           {"%warpid", 63},           {"%nwarpid", 64},
    {"%ctaid.y", 65534},       {"%ctaid.z", 65534},       {"%cluster_ctarank", 15},
    {"%cluster_ctaid.x", 15},  {"%cluster_ctaid.y", 15},  {"%cluster_ctaid.z", 15},
    {"%cluster_nctarank", 16}, {"%cluster_nctaid.x", 16}, {"%cluster_nctaid.y", 16},
    {"%cluster_nctaid.z", 16},
};

static uint64_t special_most(ptx_piece name)
{
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
        if (scan_text_is(name.s, name.len, specials[i].name, strlen(specials[i].name))) {
            return specials[i].most;
        }
    }
    return 0;
}

/* Special registers that end in a digit, as undeclared ones do that somebody has forgotten. */
static bool special_numbered(ptx_piece name)
{
    static const char *const begins[] = {"%clock64", "%envreg", "%pm", "%reserved_smem_offset_"};
    bool found = false;
    for (size_t i = 0; i < sizeof begins / sizeof begins[0] && !found; i++) {
        const size_t n = strlen(begins[i]);
        found = name.len >= n && memcmp(name.s, begins[i], n) == 0;
    }
    return found;
}

/* A variable in shared memory, with what its declaration says. */
static bool shared_symbol(ptx *p, const ptx_shared *v, scan_src *out)
{
    const uint32_t sym = scan_add_sym(p->f, v->name.s, v->name.len, SCAN_SYM_SHARED, 0);
    if (sym == SCAN_NO_REG) {
        return ptx_full(p);
    }
    p->f->sym[sym].align = v->align;
    p->f->sym[sym].size = v->size;
    p->f->sym[sym].width = 32;
    out->kind = SCAN_SYM;
    out->reg = sym;
    return true;
}

/* A name: a register, a special register, a variable, a label or a function. */
static bool name_operand(ptx *p, ptx_operand *o)
{
    const ptx_piece name = ptx_token(p);
    uint32_t reg = SCAN_NO_REG;
    o->text = name;
    if (!ptx_register(p, name, &reg)) {
        return false;
    }
    o->src.reg = reg;
    if (reg != SCAN_NO_REG) {
        o->kind = PTX_O_REG;
        o->src.kind = SCAN_REG;
        scan_next(&p->lex);
        return true;
    }
    o->kind = PTX_O_OTHER;
    const scan_name *row = scan_table_find(&p->module, name.s, name.len);
    if (row) {
        o->kind = PTX_O_SRC;
        if (!shared_symbol(p, &p->shared[row->value], &o->src)) {
            return false;
        }
    } else if (name.s[0] == '%') {
        const bool vector = memchr(name.s, '.', name.len) != NULL;
        const bool known = vector || name.len < 3 || !scan_is_digit(name.s[name.len - 1]) ||
                           special_numbered(name);
        o->special = true;
        o->src.imm = special_most(name);
        if (!known) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "the register is not declared", name,
                            "a .reg directive before its use");
        }
    }
    scan_next(&p->lex);
    return true;
}

/* A number, maybe with a sign or in parentheses. */
static bool number_operand(ptx *p, ptx_operand *o)
{
    bool minus = false, inverted = false;
    while (scan_is(&p->lex, '-') || scan_is(&p->lex, '~') || scan_is(&p->lex, '+')) {
        minus = minus != scan_is(&p->lex, '-');
        inverted = inverted != scan_is(&p->lex, '~');
        scan_next(&p->lex);
    }
    if (p->lex.tok != SCAN_T_NUMBER) {
        return ptx_fail(p, WGD_ERR_SYNTAX, "this is no operand", ptx_token(p), "a number");
    }
    uint64_t v = p->lex.number;
    v = minus ? UINT64_C(0) - v : v;
    o->src = scan_src_imm(inverted ? ~v : v);
    o->kind = PTX_O_SRC;
    scan_next(&p->lex);
    return true;
}

/* "[%rd1+16]", "[name]", "[%rd1, {%r1, %r2}]" */
static bool address_operand(ptx *p, ptx_operand *o)
{
    o->kind = PTX_O_ADDR;
    scan_next(&p->lex);
    if (p->lex.tok == SCAN_T_WORD) {
        ptx_operand base = *o;
        if (!name_operand(p, &base)) {
            return false;
        }
        o->src = base.src;
        o->text = base.text;
    }
    int depth = 1;
    bool minus = false, open = true;
    while (depth > 0) {
        if (p->lex.tok == SCAN_T_END || p->lex.tok == SCAN_T_BAD || scan_is(&p->lex, ';')) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "an address is not closed", ptx_token(p), "']'");
        }
        open = open && !scan_is(&p->lex, ','); /* what follows are coordinates */
        if (p->lex.tok == SCAN_T_NUMBER && open) {
            const int64_t v = (int64_t)(p->lex.number & 0xffffffff);
            o->offset += minus ? -v : v;
        }
        minus = scan_is(&p->lex, '-') || (minus && p->lex.tok != SCAN_T_NUMBER);
        depth += scan_is(&p->lex, '[') ? 1 : scan_is(&p->lex, ']') ? -1 : 0;
        scan_next(&p->lex);
    }
    return true;
}

/* "{%r1, %r2}", of registers and constants. */
static bool vector_operand(ptx *p, ptx_operand *o)
{
    o->kind = PTX_O_VEC;
    o->first = p->n_vec;
    scan_next(&p->lex);
    while (!scan_is(&p->lex, '}')) {
        ptx_operand e;
        memset(&e, 0, sizeof e);
        if (p->n_vec == PTX_VECTOR_MAX) {
            return ptx_fail(p, WGD_ERR_LIMIT, "the list of registers is too long", ptx_token(p),
                            "at most 512");
        }
        if (!(p->lex.tok == SCAN_T_WORD ? name_operand(p, &e) : number_operand(p, &e))) {
            return false;
        }
        p->vec[p->n_vec++] = e.src;
        o->count++;
        if (scan_is(&p->lex, ',')) {
            scan_next(&p->lex);
        } else if (!scan_is(&p->lex, '}')) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "a list of registers is not closed", ptx_token(p),
                            "',' or '}'");
        }
    }
    scan_next(&p->lex);
    return true;
}

/* Over "( ... )", the arguments of a call. */
static bool call_operand(ptx *p, ptx_operand *o)
{
    o->kind = PTX_O_OTHER;
    while (!scan_is(&p->lex, ')')) {
        if (p->lex.tok == SCAN_T_END || p->lex.tok == SCAN_T_BAD || scan_is(&p->lex, ';')) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "a list of arguments is not closed", ptx_token(p),
                            "')'");
        }
        scan_next(&p->lex);
    }
    scan_next(&p->lex);
    return true;
}

/* What may follow a name: "|q", "+4". */
static bool after_name(ptx *p, ptx_operand *o)
{
    if (scan_is(&p->lex, '|')) {
        scan_next(&p->lex);
        if (!ptx_register(p, ptx_token(p), &o->pair)) {
            return false;
        }
        scan_next(&p->lex);
    } else if (scan_is(&p->lex, '+') || scan_is(&p->lex, '-')) {
        const bool minus = scan_is(&p->lex, '-');
        scan_next(&p->lex);
        if (p->lex.tok != SCAN_T_NUMBER) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "this is no offset", ptx_token(p), "a number");
        }
        o->src.imm += minus ? UINT64_C(0) - p->lex.number : p->lex.number;
        scan_next(&p->lex);
    }
    return true;
}

static bool operand(ptx *p, ptx_operand *o)
{
    memset(o, 0, sizeof *o);
    o->pair = SCAN_NO_REG;
    o->src.reg = SCAN_NO_REG;
    bool inverted = false;
    if (scan_is(&p->lex, '!')) {
        inverted = true;
        scan_next(&p->lex);
    }
    bool good;
    if (p->lex.tok == SCAN_T_WORD) {
        good = name_operand(p, o) && after_name(p, o);
    } else if (scan_is(&p->lex, '[')) {
        good = address_operand(p, o);
    } else if (scan_is(&p->lex, '{')) {
        good = vector_operand(p, o);
    } else if (scan_is(&p->lex, '(')) {
        good = call_operand(p, o);
    } else {
        good = number_operand(p, o);
    }
    o->src.flags = inverted ? SCAN_NOT : 0;
    return good;
}

bool ptx_operands(ptx *p)
{
    p->n_op = 0;
    p->n_vec = 0;
    while (!scan_is(&p->lex, ';')) {
        ptx_operand extra;
        const bool keep = p->n_op < PTX_OPERANDS_MAX;
        if (!operand(p, keep ? &p->op[p->n_op] : &extra)) {
            return false;
        }
        p->n_op += keep ? 1 : 0;
        if (scan_is(&p->lex, ',')) {
            scan_next(&p->lex);
        } else if (!scan_is(&p->lex, ';')) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "an instruction is not closed", ptx_token(p),
                            "',' or ';'");
        }
    }
    return true; /* ptx_body passes over the ';' */
}
