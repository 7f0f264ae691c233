/* SPDX-License-Identifier: MIT
 *
 * Formulas of the thread index, by precedence climbing. Every intermediate value stays within 2^31,
 * so that no product or shift can leave an int64_t.
 */
#include "wgd_banks.h"

#include "wgd_desc.h"
#include "wgd_text.h"

enum { DEPTH_MAX = 32, SHIFT_MAX = 31 };
static const int64_t value_max = INT64_C(1) << 31;

typedef struct parser {
    const char *text;
    size_t at;
    int depth;
    int64_t t, i;
    wgd_diag *diag;
} parser;

static wgd_status fault(const parser *p, wgd_status s, size_t at, const char *what,
                        const char *want)
{
    char got[32];
    wgd_text g = wgd_text_into(got, sizeof got);
    size_t k = at;
    for (; p->text[k] != '\0' && k < at + 16; k++) {
        wgd_put_char(&g, p->text[k]);
    }
    wgd_put_str(&g, p->text[k] != '\0' ? "..." : "");
    wgd_text_end(&g);
    wgd_fail(p->diag, s, "formula", what, g.need ? got : "the end", want,
             "for example (t%16)*64 + t/16*8, with t the thread and i the step");
    if (p->diag) {
        p->diag->pos = (long)at;
    }
    return s;
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

/* Operands are within value_max, so nothing here overflows an int64_t. */
static wgd_status apply(const parser *p, size_t at, int64_t a, int64_t b, int64_t *out)
{
    const char op = p->text[at];
    if ((op == '/' || op == '%') && b == 0) {
        return fault(p, WGD_ERR_DOMAIN, at, "division by zero", "a divisor other than 0");
    }
    if ((op == '<' || op == '>') && (b < 0 || b > SHIFT_MAX || a < 0)) {
        return fault(p, WGD_ERR_DOMAIN, at, "a shift out of range",
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
    case '/':
        *out = a / b;
        break;
    default:
        *out = a % b;
        break;
    }
    return *out > value_max || *out < -value_max
               ? fault(p, WGD_ERR_OVERFLOW, at, "a value leaves the range", "values up to 2^31")
               : WGD_OK;
}

static wgd_status number(parser *p, int64_t *out)
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
            return fault(p, WGD_ERR_OVERFLOW, start, "the number is too large",
                         "values up to 2^31");
        }
    }
    *out = v;
    return digits ? WGD_OK : fault(p, WGD_ERR_SYNTAX, start, "a digit is missing", "a number");
}

static wgd_status expression(parser *p, int least, int64_t *out);

static wgd_status parenthesis(parser *p, int64_t *out)
{
    const size_t open = p->at++;
    const wgd_status s = expression(p, 1, out);
    if (s != WGD_OK) {
        return s;
    }
    if (p->text[p->at] != ')') {
        return fault(p, WGD_ERR_SYNTAX, p->text[p->at] ? p->at : open,
                     "a parenthesis is not closed", "')'");
    }
    p->at++;
    return WGD_OK;
}

static wgd_status operand(parser *p, int64_t *out)
{
    skip_spaces(p);
    const char c = p->text[p->at];
    if (c == '(') {
        return parenthesis(p, out);
    }
    if (c == '-') {
        p->at++;
        /* binds tighter than every binary operator */
        const wgd_status s = expression(p, 7, out);
        *out = s == WGD_OK ? -*out : 0;
        return s;
    }
    if (c >= '0' && c <= '9') {
        return number(p, out);
    }
    const char next = c ? p->text[p->at + 1] : '\0';
    const bool word = (next | 32) >= 'a' && (next | 32) <= 'z';
    if ((c == 't' || c == 'i') && !word && next != '_' && !(next >= '0' && next <= '9')) {
        p->at++;
        *out = c == 't' ? p->t : p->i;
        return WGD_OK;
    }
    return fault(p, WGD_ERR_SYNTAX, p->at, "an operand is missing", "a number, t, i or '('");
}

/* Reads operators of at least this precedence; ends at the first character that fits nothing. */
static wgd_status expression(parser *p, int least, int64_t *out)
{
    if (++p->depth > DEPTH_MAX) {
        return fault(p, WGD_ERR_LIMIT, p->at, "nested too deep", "32 levels at most");
    }
    wgd_status s = operand(p, out);
    while (s == WGD_OK) {
        int len;
        skip_spaces(p);
        const size_t at = p->at;
        const int level = precedence(p, &len);
        if (level == 0 || level < least) {
            break;
        }
        p->at += (size_t)len;
        int64_t right = 0;
        s = expression(p, level + 1, &right);
        if (s == WGD_OK) {
            s = apply(p, at, *out, right, out);
        }
    }
    p->depth--;
    return s;
}

wgd_status wgd_formula_eval(const char *text, int64_t t, int64_t i, int64_t *out, wgd_diag *diag)
{
    parser p = {text, 0, 0, t, i, diag};
    int64_t v = 0;
    const wgd_status s = expression(&p, 1, &v);
    if (s != WGD_OK) {
        return s;
    }
    if (text[p.at] != '\0') {
        return fault(&p, WGD_ERR_SYNTAX, p.at, "this does not belong in a formula",
                     "an operator: + - * / % ^ & | << >>");
    }
    *out = v;
    return WGD_OK;
}

wgd_status wgd_bank_formula(const char *text, int unit_bytes, int64_t base, wgd_access access,
                            int warp, int step, wgd_bank_lanes *out, wgd_diag *diag)
{
    out->active = 0;
    for (int lane = 0; lane < wgd_access_lanes(access); lane++) {
        int64_t v = 0;
        const wgd_status s = wgd_formula_eval(text, WGD_WARP * warp + lane, step, &v, diag);
        if (s != WGD_OK) {
            return s;
        }
        const int64_t at = base + v * unit_bytes;
        if (at < 0 || at >= WGD_SMEM_WINDOW) {
            return wgd_fail_num(diag, WGD_ERR_RANGE, "formula",
                                "an address lies outside shared memory", at,
                                "a byte address from 0 to 262143", "");
        }
        out->active |= UINT32_C(1) << lane;
        out->addr[lane] = (uint32_t)at;
    }
    return WGD_OK;
}
