/* SPDX-License-Identifier: MIT
 *
 * Formulas of the thread index: read once, by precedence climbing, into postfix; evaluated for each
 * thread in as many operations as there are. Every intermediate value stays within 2^31, so that no
 * product or shift can leave an int64_t.
 */
#include "wgd_banks.h"

#include "wgd_desc.h"
#include "wgd_text.h"

enum {
    DEPTH_MAX = 32,
    SHIFT_MAX = 31,
    /* Operations beside the operators, which are their own first character. */
    OP_NUMBER = '#',
    OP_MINUS = '~'
};
static const int64_t value_max = INT64_C(1) << 31;

typedef struct parser {
    const char *text;
    size_t at;
    int depth;
    wgd_formula *out;
    wgd_diag *diag;
} parser;

static wgd_status fault(const char *text, wgd_diag *diag, wgd_status s, size_t at, const char *what,
                        const char *want)
{
    char got[32];
    wgd_text g = wgd_text_into(got, sizeof got);
    size_t k = at;
    for (; text[k] != '\0' && k < at + 16; k++) {
        wgd_put_char(&g, text[k]);
    }
    wgd_put_str(&g, text[k] != '\0' ? "..." : "");
    wgd_text_end(&g);
    wgd_fail(diag, s, "formula", what, g.need ? got : "the end", want,
             "for example (t%16)*64 + t/16*8, with t the thread and i the step");
    if (diag) {
        diag->pos = (long)at;
    }
    return s;
}

/* ---- reading -------------------------------------------------------------------------------- */

static wgd_status refuse(const parser *p, wgd_status s, size_t at, const char *what,
                         const char *want)
{
    return fault(p->text, p->diag, s, at, what, want);
}

static wgd_status add(parser *p, char op, size_t at, int64_t value)
{
    if (p->out->n == WGD_FORMULA_OPS) {
        return refuse(p, WGD_ERR_LIMIT, at, "the formula is too long",
                      "at most 256 numbers, variables and operators");
    }
    wgd_formula_op *o = &p->out->op[p->out->n++];
    o->at = at;
    o->number = (uint32_t)value;
    o->op = op;
    return WGD_OK;
}

static void skip_spaces(parser *p)
{
    while (p->text[p->at] == ' ' || p->text[p->at] == '\t') {
        p->at++;
    }
}

/* C's precedence; 0 when no operator follows. *len is its length. */
static int precedence(const parser *p, int *len)
{
    const char *s = p->text + p->at;
    *len = 1;
    switch (*s) {
    case '|':
        return 1;
    case '^':
        return 2;
    case '&':
        return 3;
    case '<':
    case '>':
        *len = 2;
        return s[1] == s[0] ? 4 : 0;
    case '+':
    case '-':
        return 5;
    case '*':
    case '/':
    case '%':
        return 6;
    default:
        return 0;
    }
}

static wgd_status number(parser *p)
{
    const size_t start = p->at;
    const bool hex = p->text[p->at] == '0' && (p->text[p->at + 1] | 32) == 'x';
    int64_t v = 0;
    size_t digits = 0;
    p->at += hex ? 2 : 0;
    for (;; p->at++, digits++) {
        const char c = p->text[p->at], lower = (char)(c | 32);
        const int d = c >= '0' && c <= '9'                  ? c - '0'
                      : hex && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10
                                                            : -1;
        if (d < 0) {
            break;
        }
        v = v * (hex ? 16 : 10) + d;
        if (v > value_max) {
            return refuse(p, WGD_ERR_OVERFLOW, start, "the number is too large",
                          "values up to 2^31");
        }
    }
    return digits ? add(p, OP_NUMBER, start, v)
                  : refuse(p, WGD_ERR_SYNTAX, start, "a digit is missing", "a number");
}

static wgd_status expression(parser *p, int least);

static wgd_status parenthesis(parser *p)
{
    const size_t open = p->at++;
    const wgd_status s = expression(p, 1);
    if (s != WGD_OK) {
        return s;
    }
    if (p->text[p->at] != ')') {
        return refuse(p, WGD_ERR_SYNTAX, p->text[p->at] ? p->at : open,
                      "a parenthesis is not closed", "')'");
    }
    p->at++;
    return WGD_OK;
}

static wgd_status operand(parser *p)
{
    skip_spaces(p);
    const size_t at = p->at;
    const char c = p->text[at];
    if (c == '(') {
        return parenthesis(p);
    }
    if (c == '-') {
        p->at++;
        /* binds tighter than every binary operator */
        const wgd_status s = expression(p, 7);
        return s == WGD_OK ? add(p, OP_MINUS, at, 0) : s;
    }
    if (c >= '0' && c <= '9') {
        return number(p);
    }
    const char next = c ? p->text[at + 1] : '\0';
    const bool word = (next | 32) >= 'a' && (next | 32) <= 'z';
    if ((c == 't' || c == 'i') && !word && next != '_' && !(next >= '0' && next <= '9')) {
        p->at++;
        return add(p, c, at, 0);
    }
    return refuse(p, WGD_ERR_SYNTAX, at, "an operand is missing", "a number, t, i or '('");
}

/* Reads operators of at least this precedence, from 1; ends at the first character that fits nothing. */
static wgd_status expression(parser *p, int least)
{
    if (++p->depth > DEPTH_MAX) {
        return refuse(p, WGD_ERR_LIMIT, p->at, "nested too deep", "32 levels at most");
    }
    wgd_status s = operand(p);
    while (s == WGD_OK) {
        int len;
        skip_spaces(p);
        const size_t at = p->at;
        const int level = precedence(p, &len);
        if (level < least) {
            break;
        }
        p->at += (size_t)len;
        s = expression(p, level + 1);
        if (s == WGD_OK) {
            s = add(p, p->text[at], at, 0);
        }
    }
    p->depth--;
    return s;
}

wgd_status wgd_formula_read(const char *text, wgd_formula *out, wgd_diag *diag)
{
    parser p = {text, 0, 0, out, diag};
    out->text = text;
    out->n = 0;
    const wgd_status s = expression(&p, 1);
    if (s == WGD_OK && text[p.at] != '\0') {
        return refuse(&p, WGD_ERR_SYNTAX, p.at, "this does not belong in a formula",
                      "an operator: + - * / % ^ & | << >>");
    }
    return s;
}

/* ---- evaluating ----------------------------------------------------------------------------- */

static wgd_status within(const wgd_formula *f, const wgd_formula_op *o, int64_t v, wgd_diag *diag)
{
    return v > value_max || v < -value_max ? fault(f->text, diag, WGD_ERR_OVERFLOW, o->at,
                                                   "a value leaves the range", "values up to 2^31")
                                           : WGD_OK;
}

/* Operands are within value_max, so nothing here overflows an int64_t. */
static wgd_status apply(const wgd_formula *f, const wgd_formula_op *o, int64_t a, int64_t b,
                        int64_t *out, wgd_diag *diag)
{
    const char op = o->op;
    if ((op == '<' || op == '>') && (b < 0 || b > SHIFT_MAX || a < 0)) {
        return fault(f->text, diag, WGD_ERR_DOMAIN, o->at, "a shift out of range",
                     "a value that is not negative, shifted by 0 to 31");
    }
    switch (op) {
    case '|':
        *out = a | b;
        break;
    case '^':
        *out = a ^ b;
        break;
    case '&':
        *out = a & b;
        break;
    case '<':
        *out = a * (INT64_C(1) << b);
        break;
    case '>':
        *out = a / (INT64_C(1) << b);
        break;
    case '+':
        *out = a + b;
        break;
    case '-':
        *out = a - b;
        break;
    case '*':
        *out = a * b;
        break;
    default: /* '/' and '%' */
        if (b == 0) {
            return fault(f->text, diag, WGD_ERR_DOMAIN, o->at, "division by zero",
                         "a divisor other than 0");
        }
        *out = op == '/' ? a / b : a % b;
        break;
    }
    return within(f, o, *out, diag);
}

wgd_status wgd_formula_eval(const wgd_formula *f, int64_t t, int64_t i, int64_t *out,
                            wgd_diag *diag)
{
    /* A level of nesting, but for the innermost, leaves one value to its left. */
    int64_t stack[DEPTH_MAX] = {0};
    int n = 0;
    for (int k = 0; k < f->n; k++) {
        const wgd_formula_op *o = &f->op[k];
        wgd_status s = WGD_OK;
        switch (o->op) {
        case OP_NUMBER:
            stack[n++] = o->number;
            break;
        case 't':
        case 'i':
            stack[n] = o->op == 't' ? t : i;
            s = within(f, o, stack[n++], diag);
            break;
        case OP_MINUS:
            stack[n - 1] = -stack[n - 1];
            break;
        default:
            n--;
            s = apply(f, o, stack[n - 1], stack[n], &stack[n - 1], diag);
            break;
        }
        if (s != WGD_OK) {
            return s;
        }
    }
    *out = stack[0];
    return WGD_OK;
}

wgd_status wgd_bank_formula(const wgd_formula *f, int unit_bytes, int64_t base, wgd_access access,
                            int warp, int step, wgd_bank_lanes *out, wgd_diag *diag)
{
    const int lanes = wgd_access_lanes(access);
    for (int lane = 0; lane < lanes; lane++) {
        int64_t v = 0, at;
        const wgd_status s =
            wgd_formula_eval(f, INT64_C(1) * WGD_WARP * warp + lane, step, &v, diag);
        if (s != WGD_OK) {
            return s;
        }
        if (__builtin_add_overflow(base, v * unit_bytes, &at)) {
            return wgd_fail(diag, WGD_ERR_OVERFLOW, "formula", NULL, NULL, NULL, NULL);
        }
        if (at < 0 || at >= WGD_SMEM_WINDOW) {
            return wgd_fail_num(diag, WGD_ERR_RANGE, "formula",
                                "an address lies outside shared memory", at,
                                "a byte address from 0 to 262143", "");
        }
        out->addr[lane] = (uint32_t)at;
    }
    out->active = UINT32_MAX >> (WGD_WARP - lanes);
    return WGD_OK;
}
