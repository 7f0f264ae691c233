/* SPDX-License-Identifier: MIT
 *
 * Formulas of the thread index: what the library reads and computes is what another reader, by a
 * function for each level of C's operators and without postfix, reads and computes. An input that
 * begins with an odd byte is text as it is; another chooses characters that occur in formulas.
 */
#include <string.h>

#include "source.h"
#include "wgd_banks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT_MAX = 512, LEVELS = 6 };

/* ---- the other reader --------------------------------------------------------------------------- */

typedef struct other {
    const char *at;
    int64_t t, i;
    bool wrong;  /* no formula */
    bool failed; /* a formula without a value here */
} other;

static const char *const operators[LEVELS] = {"|", "^", "&", "<>", "+-", "*/%"};

static void spaces(other *o)
{
    o->at += strspn(o->at, " \t");
}

static int64_t within(other *o, int64_t v)
{
    const int64_t most = INT64_C(2147483648);
    o->failed = o->failed || v > most || v < -most;
    return o->failed ? 0 : v;
}

static int64_t level(other *o, int l);

static int64_t literal(other *o)
{
    const bool hex = o->at[0] == '0' && (o->at[1] == 'x' || o->at[1] == 'X');
    const char *const digits = hex ? "0123456789abcdefABCDEF" : "0123456789";
    o->at += hex ? 2 : 0;
    const size_t n = strspn(o->at, digits);
    char text[TEXT_MAX];
    o->wrong = o->wrong || n == 0;
    memcpy(text, o->at, n);
    text[n] = '\0';
    o->at += n;
    const unsigned long long v = strtoull(text, NULL, hex ? 16 : 10);
    o->wrong = o->wrong || v > UINT64_C(2147483648); /* strtoull ends at its greatest */
    return o->wrong ? 0 : (int64_t)v;
}

static int64_t unary(other *o)
{
    spaces(o);
    const char c = *o->at;
    int64_t v = 0;
    if (o->wrong) {
        return 0;
    }
    if (c == '-') {
        o->at++;
        return within(o, -unary(o));
    }
    if (c == '(') {
        o->at++;
        v = level(o, 0);
        o->wrong = o->wrong || *o->at != ')';
        o->at += !o->wrong;
        return v;
    }
    if (c >= '0' && c <= '9') {
        return literal(o);
    }
    if (c == 't' || c == 'i') {
        o->at++;
        const char next = *o->at;
        o->wrong = (next >= '0' && next <= '9') || (next >= 'a' && next <= 'z') ||
                   (next >= 'A' && next <= 'Z') || next == '_';
        return c == 't' ? o->t : o->i;
    }
    o->wrong = true;
    return 0;
}

static int64_t computed(other *o, char op, int64_t a, int64_t b)
{
    if (o->failed || ((op == '/' || op == '%') && b == 0) ||
        ((op == '<' || op == '>') && (a < 0 || b < 0 || b > 31))) {
        o->failed = true;
        return 0;
    }
    return within(o, op == '|'   ? (a | b)
                     : op == '^' ? (a ^ b)
                     : op == '&' ? (a & b)
                     : op == '<' ? a << b
                     : op == '>' ? a >> b
                     : op == '+' ? a + b
                     : op == '-' ? a - b
                     : op == '*' ? a * b
                     : op == '/' ? a / b
                                 : a % b);
}

static int64_t level(other *o, int l)
{
    if (l == LEVELS) {
        return unary(o);
    }
    int64_t v = level(o, l + 1);
    for (;;) {
        spaces(o);
        const char op = *o->at;
        if (o->wrong || op == '\0' || !strchr(operators[l], op)) {
            return v;
        }
        if ((op == '<' || op == '>') && o->at[1] != op) {
            return v; /* stays behind, as what does not belong there */
        }
        o->at += op == '<' || op == '>' ? 2 : 1;
        const int64_t b = level(o, l + 1);
        v = o->wrong ? 0 : computed(o, op, v, b);
    }
}

/* ---- both ------------------------------------------------------------------------------------------ */

static void compare(const char *text, const wgd_formula *f, wgd_status read, int64_t t, int64_t i)
{
    other o = {text, t, i, false, false};
    int64_t v = 0;
    wgd_diag diag;
    const int64_t want = level(&o, 0);
    o.wrong = o.wrong || *o.at != '\0';
    must(o.wrong == (read != WGD_OK));
    if (read != WGD_OK) {
        return;
    }
    const wgd_status s = wgd_formula_eval(f, t, i, &v, &diag);
    must(o.failed == (s != WGD_OK));
    must(s == WGD_OK ? v == want : diag.pos >= 0 && (size_t)diag.pos < strlen(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char marks[] = "0123456789titititi+-*/%^&|<>()  0x1f";
    char text[TEXT_MAX];
    wgd_formula f;
    wgd_diag diag;
    size_t n = 0;
    const bool as_is = size > 0 && data[0] % 2 == 1;
    for (size_t k = 1; k < size && n + 2 < TEXT_MAX; k++) {
        const char c = as_is ? (char)data[k] : marks[data[k] % (sizeof marks - 1)];
        text[n++] = c;
        if (!as_is && (c == '<' || c == '>')) {
            text[n++] = c;
        }
    }
    text[n] = '\0';
    const wgd_status s = wgd_formula_read(text, &f, &diag);
    if (s == WGD_ERR_LIMIT) {
        return 0; /* a formula, but too long or too deep */
    }
    must(s == WGD_OK || (diag.pos >= 0 && (size_t)diag.pos <= strlen(text)));
    compare(text, &f, s, 0, 0);
    compare(text, &f, s, 31, 1);
    compare(text, &f, s, 1023, 7);
    return 0;
}
