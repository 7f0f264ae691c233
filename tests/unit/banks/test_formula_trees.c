/* SPDX-License-Identifier: MIT
 *
 * Formulas of addresses against trees: a random tree is written down with C's precedence, read, and its value is that
 * of the tree, or the fault of the first operation that has one. And what is refused, to the letter.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "refused.h"
#include "rng.h"
#include "wgd_banks.h"
#include "wgd_desc.h"

#define EXAMPLE "for example (t%16)*64 + t/16*8, with t the thread and i the step"
#define LIMIT   (INT64_C(1) << 31)

static wgd_diag d;

/* ---- trees ---------------------------------------------------------------------------------- */

typedef struct node {
    char op; /* of two operands; ~ of one; #, t, i of none */
    int64_t number;
    long at; /* in the text */
    const struct node *left, *right;
} node;

typedef struct grown {
    node of[40];
    int n;
    wgd_text text;
    rng *r;
} grown;

static node *grow(grown *g, int depth)
{
    static const char ops[] = "|^&<>+-*/%~", leaves[] = "#ti";
    node *n = &g->of[g->n++];
    memset(n, 0, sizeof *n);
    if (depth == 0 || rng_below(g->r, 4) == 0) {
        static const int64_t numbers[] = {0, 1, 2, 3, 7, 31, 32, 1000, 65536, LIMIT - 1, LIMIT};
        n->op = leaves[rng_below(g->r, 3)];
        n->number = n->op == '#' ? numbers[rng_below(g->r, 11)] : 0;
        return n;
    }
    n->op = ops[rng_below(g->r, 11)];
    n->left = grow(g, depth - 1);
    n->right = n->op == '~' ? NULL : grow(g, depth - 1);
    return n;
}

/* How tight it binds: C's table, from the loosest. */
static int binds(char op)
{
    static const char *const levels[] = {"|", "^", "&", "<>", "+-", "*/%", "~", "#ti"};
    int i = 0;
    while (!strchr(levels[i], op)) {
        i++;
    }
    return i;
}

static void write_blank(grown *g)
{
    static const char *const blanks[] = {"", "", "", " ", "\t", "  "};
    wgd_put_str(&g->text, blanks[rng_below(g->r, 6)]);
}

static void write_node(grown *g, node *n);

/* In parentheses where it binds looser than what is around it, or now and then. */
static void write_operand(grown *g, const node *n, int least)
{
    const bool closed = binds(n->op) < least || rng_below(g->r, 6) == 0;
    write_blank(g);
    if (closed) {
        wgd_put_char(&g->text, '(');
        write_blank(g);
    }
    write_node(g, (node *)(uintptr_t)n);
    write_blank(g);
    if (closed) {
        wgd_put_char(&g->text, ')');
        write_blank(g);
    }
}

static void write_node(grown *g, node *n)
{
    if (n->op == '~') {
        n->at = (long)g->text.need;
        wgd_put_char(&g->text, '-');
        write_operand(g, n->left, binds('~'));
    } else if (n->left) {
        write_operand(g, n->left, binds(n->op));
        n->at = (long)g->text.need;
        wgd_put_char(&g->text, n->op);
        wgd_put_str(&g->text, n->op == '<' ? "<" : n->op == '>' ? ">" : "");
        write_operand(g, n->right, binds(n->op) + 1);
    } else {
        n->at = (long)g->text.need;
        if (n->op == '#') {
            char hex[20];
            snprintf(hex, sizeof hex,
                     rng_below(g->r, 2)   ? "%lld"
                     : rng_below(g->r, 2) ? "0x%llx"
                                          : "0X%llX",
                     (long long)n->number);
            wgd_put_str(&g->text, hex);
        } else {
            wgd_put_char(&g->text, n->op);
        }
    }
}

/* ---- values --------------------------------------------------------------------------------- */

typedef struct value {
    wgd_status s;
    int64_t v;
    long at; /* of the fault */
} value;

static int64_t power(int64_t n)
{
    int64_t v = 1;
    while (n-- > 0) {
        v *= 2;
    }
    return v;
}

static value value_of(const node *n, int64_t t, int64_t i);

static value combined(const node *n, int64_t a, int64_t b)
{
    const value zero = {WGD_ERR_DOMAIN, 0, n->at};
    const bool shift = n->op == '<' || n->op == '>';
    if (shift ? a < 0 || b < 0 || b >= 32 : b == 0 && (n->op == '/' || n->op == '%')) {
        return zero;
    }
    value v = {WGD_OK, 0, n->at};
    v.v = n->op == '|'   ? a | b
          : n->op == '^' ? a ^ b
          : n->op == '&' ? a & b
          : n->op == '<' ? a * power(b)
          : n->op == '>' ? a / power(b)
          : n->op == '+' ? a + b
          : n->op == '-' ? a - b
          : n->op == '*' ? a * b
          : n->op == '/' ? a / b
                         : a - a / b * b;
    v.s = v.v >= -LIMIT && v.v <= LIMIT ? WGD_OK : WGD_ERR_OVERFLOW;
    return v;
}

static value value_of(const node *n, int64_t t, int64_t i)
{
    if (!n->left) {
        value v = {WGD_OK, n->op == '#' ? n->number : n->op == 't' ? t : i, n->at};
        v.s = v.v >= -LIMIT && v.v <= LIMIT ? WGD_OK : WGD_ERR_OVERFLOW;
        return v;
    }
    value a = value_of(n->left, t, i);
    if (a.s != WGD_OK || !n->right) {
        a.v = -a.v;
        return a;
    }
    const value b = value_of(n->right, t, i);
    return b.s == WGD_OK ? combined(n, a.v, b.v) : b;
}

/* In postfix order, as it is read: what takes no number has 0. */
static void same_ops(const node *n, const wgd_formula *f, int *k)
{
    if (n->left) {
        same_ops(n->left, f, k);
    }
    if (n->right) {
        same_ops(n->right, f, k);
    }
    const wgd_formula_op *o = &f->op[(*k)++];
    assert_int_equal(o->op, n->op);
    assert_int_equal(o->at, n->at);
    assert_int_equal(o->number, n->number);
}

static void trees(void **state)
{
    (void)state;
    static const int64_t at[][2] = {{0, 0},  {5, 3},   {-1, 31},         {LIMIT, -LIMIT},
                                    {32, 1}, {-7, -2}, {LIMIT + 1, 100}, {3, -LIMIT - 1}};
    rng r = rng_start();
    int fine = 0, faults = 0;
    for (int k = rng_runs(400); k > 0; k--) {
        char text[400];
        wgd_formula f;
        grown g;
        g.n = 0;
        g.r = &r;
        g.text = wgd_text_into(text, sizeof text);
        node *root = grow(&g, 1 + rng_below(&r, 4));
        write_operand(&g, root, 0);
        wgd_text_end(&g.text);
        assert_int_equal(wgd_formula_read(text, &f, NULL), WGD_OK);
        assert_ptr_equal(f.text, text);
        assert_int_equal(f.n, g.n);
        int ops = 0;
        same_ops(root, &f, &ops);
        for (size_t c = 0; c < sizeof at / sizeof at[0]; c++) {
            const value want = value_of(root, at[c][0], at[c][1]);
            int64_t v = 0;
            d = unfilled();
            assert_int_equal(wgd_formula_eval(&f, at[c][0], at[c][1], &v, &d), want.s);
            assert_int_equal(want.s == WGD_OK ? v : d.pos, want.s == WGD_OK ? want.v : want.at);
            fine += want.s == WGD_OK;
            faults += want.s != WGD_OK;
        }
    }
    assert_true(32 * fine > fine + faults && 160 * faults > fine + faults);
}

/* ---- depth ---------------------------------------------------------------------------------- */

/* An operator has an expression to its right, a parenthesis and a minus one in it. 32 of them wait for each other. */
static void deepest(void **state)
{
    (void)state;
    static const struct {
        const char *head, *part;
        int times;
        const char *tail;
        wgd_status s;
    } of[] = {{"", "-", 31, "t*t", WGD_OK},
              {"", "-", 32, "t", WGD_ERR_LIMIT},
              {"", "(", 31, "t*t", WGD_ERR_LIMIT},
              {"", "(", 31, "t", WGD_ERR_SYNTAX}, /* it is not closed */
              {"1|2^3&", "0+(", 13, "1<<1+3", WGD_ERR_SYNTAX},
              {"1|2^3&", "0+(", 13, "1<<1+1*3", WGD_ERR_LIMIT}};
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        char text[200];
        wgd_formula f;
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_str(&t, of[i].head);
        for (int k = 0; k < of[i].times; k++) {
            wgd_put_str(&t, of[i].part);
        }
        wgd_put_str(&t, of[i].tail);
        wgd_text_end(&t);
        assert_int_equal(wgd_formula_read(text, &f, NULL), of[i].s);
    }
}

/* A value waits to the left of each level but those of parentheses: 28 of them in the innermost. */
static void most_values(void **state)
{
    (void)state;
    char text[300];
    wgd_formula f;
    wgd_text t = wgd_text_into(text, sizeof text);
    int levels = 1, closing = 0;
    for (; levels <= 25; levels += 6) { /* each of the six precedences, then a parenthesis */
        wgd_put_str(&t, "0|0^63&1<<0+1*(");
        levels++;
        closing++;
    }
    assert_int_equal(levels, 29);
    wgd_put_str(&t, "0|0^63&t");
    for (; closing > 0; closing--) {
        wgd_put_char(&t, ')');
    }
    wgd_text_end(&t);
    int64_t v = 0;
    assert_int_equal(wgd_formula_read(text, &f, NULL), WGD_OK);
    assert_int_equal(wgd_formula_eval(&f, 0, 0, &v, NULL), WGD_OK);
    /* Four times 1 << (what is in the parenthesis), and 63 & 0 in the innermost. */
    assert_int_equal(v, 63 & 1 << (63 & 1 << (63 & 1 << (63 & 1 << 0))));
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void refused(const char *text, wgd_status s, long pos, const char *what, const char *got,
                    const char *want)
{
    wgd_formula f;
    int64_t v;
    d = unfilled();
    wgd_status is = wgd_formula_read(text, &f, &d);
    is = is == WGD_OK ? wgd_formula_eval(&f, 40, -1, &v, &d) : is;
    assert_int_equal(is, s);
    assert_int_equal(d.pos, pos);
    d.pos = -1;
    said(&d, s, "formula", what, got, want);
    hinted(&d, EXAMPLE);
}

static void refusals(void **state)
{
    (void)state;
    static const char number[] = "a number, t, i or '('", big[] = "values up to 2^31",
                      ops[] = "an operator: + - * / % ^ & | << >>",
                      shift[] = "a value that is not negative, shifted by 0 to 31";
    refused("", WGD_ERR_SYNTAX, 0, "an operand is missing", "the end", number);
    refused("t + ", WGD_ERR_SYNTAX, 4, "an operand is missing", "the end", number);
    refused("t + *", WGD_ERR_SYNTAX, 4, "an operand is missing", "*", number);
    refused("1+(2*3", WGD_ERR_SYNTAX, 2, "a parenthesis is not closed", "(2*3", "')'");
    refused("1+(2*3 4", WGD_ERR_SYNTAX, 7, "a parenthesis is not closed", "4", "')'");
    refused("(t", WGD_ERR_SYNTAX, 0, "a parenthesis is not closed", "(t", "')'");
    refused("1)", WGD_ERR_SYNTAX, 1, "this does not belong in a formula", ")", ops);
    refused("1 < 2", WGD_ERR_SYNTAX, 2, "this does not belong in a formula", "< 2", ops);
    refused("1 <> 2", WGD_ERR_SYNTAX, 2, "this does not belong in a formula", "<> 2", ops);
    refused("1+0x", WGD_ERR_SYNTAX, 2, "a digit is missing", "0x", "a number");
    refused("1+0xg", WGD_ERR_SYNTAX, 2, "a digit is missing", "0xg", "a number");
    refused("1a", WGD_ERR_SYNTAX, 1, "this does not belong in a formula", "a", ops);
    refused("2147483649", WGD_ERR_OVERFLOW, 0, "the number is too large", "2147483649", big);
    refused("0x80000001", WGD_ERR_OVERFLOW, 0, "the number is too large", "0x80000001", big);
    refused("2 * 2147483648", WGD_ERR_OVERFLOW, 2, "a value leaves the range", "* 2147483648", big);
    refused("-2147483648 - 1", WGD_ERR_OVERFLOW, 12, "a value leaves the range", "- 1", big);
    refused("t / (t - 40)", WGD_ERR_DOMAIN, 2, "division by zero", "/ (t - 40)",
            "a divisor other than 0");
    refused("t << 32", WGD_ERR_DOMAIN, 2, "a shift out of range", "<< 32", shift);
    refused("t >> i", WGD_ERR_DOMAIN, 2, "a shift out of range", ">> i", shift);
    refused("i << 0", WGD_ERR_DOMAIN, 2, "a shift out of range", "<< 0", shift);
}

/* Sixteen characters are shown of what is there, and that there is more. */
static void shown(void **state)
{
    (void)state;
    refused("1 123456789012345", WGD_ERR_SYNTAX, 2, "this does not belong in a formula",
            "123456789012345", "an operator: + - * / % ^ & | << >>");
    refused("1 1234567890123456", WGD_ERR_SYNTAX, 2, "this does not belong in a formula",
            "1234567890123456", "an operator: + - * / % ^ & | << >>");
    refused("1 12345678901234567", WGD_ERR_SYNTAX, 2, "this does not belong in a formula",
            "1234567890123456...", "an operator: + - * / % ^ & | << >>");
}

/* t and i are no part of a word: what goes on like one is wrong from its begin, another character from there. */
static void after_a_variable(void **state)
{
    (void)state;
    for (int c = 1; c < 256; c++) {
        const char text[] = {c % 2 ? 't' : 'i', (char)c, '\0'};
        const bool word = (c < 128 && isalnum(c)) || c == '_';
        wgd_formula f;
        d = unfilled();
        const wgd_status s = wgd_formula_read(text, &f, &d);
        if (c == ' ' || c == '\t') {
            assert_int_equal(s, WGD_OK);
            continue;
        }
        assert_int_equal(s, WGD_ERR_SYNTAX);
        assert_int_equal(d.pos, word ? 0 : strchr("+-*/%^&|", c) ? 2 : 1);
    }
}

/* ---- the lanes ------------------------------------------------------------------------------ */

static void lanes(void **state)
{
    (void)state;
    static const wgd_access of[] = {WGD_ACCESS_LDMATRIX_X1, WGD_ACCESS_STMATRIX_X2, WGD_ACCESS_LD8};
    static const int count[] = {8, 16, 32};
    wgd_formula f;
    assert_int_equal(wgd_formula_read("t*3 + i", &f, NULL), WGD_OK);
    for (int k = 0; k < 3; k++) {
        wgd_bank_lanes l;
        memset(&l, 0x5a, sizeof l);
        assert_int_equal(wgd_bank_formula(&f, 2, 100, of[k], 5, 7, &l, NULL), WGD_OK);
        assert_int_equal(l.active, (UINT64_C(1) << count[k]) - 1);
        for (int lane = 0; lane < count[k]; lane++) {
            assert_int_equal(l.addr[lane], 100 + 2 * (3 * (5 * 32 + lane) + 7));
        }
    }
}

static void no_lanes(void **state)
{
    (void)state;
    wgd_formula f;
    wgd_bank_lanes l;
    assert_int_equal(wgd_formula_read("t", &f, NULL), WGD_OK);
    assert_int_equal(wgd_bank_formula(&f, 1, 262144 - 32, WGD_ACCESS_LD4, 0, 0, &l, NULL), WGD_OK);
    assert_int_equal(l.addr[31], 262143);
    d = unfilled();
    assert_int_equal(wgd_bank_formula(&f, 1, 262144 - 31, WGD_ACCESS_LD4, 0, 0, &l, &d),
                     WGD_ERR_RANGE);
    said(&d, WGD_ERR_RANGE, "formula", "an address lies outside shared memory", "262144",
         "a byte address from 0 to 262143");
    hinted(&d, "");
    d = unfilled();
    assert_int_equal(wgd_bank_formula(&f, 1, -1, WGD_ACCESS_LD4, 0, 0, &l, &d), WGD_ERR_RANGE);
    said(&d, WGD_ERR_RANGE, "formula", "an address lies outside shared memory", "-1",
         "a byte address from 0 to 262143");
    d = unfilled();
    assert_int_equal(wgd_formula_read("t+1", &f, NULL), WGD_OK);
    assert_int_equal(wgd_bank_formula(&f, 1, INT64_MAX, WGD_ACCESS_LD4, 0, 0, &l, &d),
                     WGD_ERR_OVERFLOW);
    assert_int_equal(d.status, WGD_ERR_OVERFLOW);
    assert_string_equal(d.field, "formula");
    assert_int_equal(wgd_formula_read("1/t", &f, NULL), WGD_OK);
    assert_int_equal(wgd_bank_formula(&f, 1, 0, WGD_ACCESS_LD4, 0, 0, &l, &d), WGD_ERR_DOMAIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees),    cmocka_unit_test(deepest),  cmocka_unit_test(most_values),
        cmocka_unit_test(refusals), cmocka_unit_test(shown),    cmocka_unit_test(after_a_variable),
        cmocka_unit_test(lanes),    cmocka_unit_test(no_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
