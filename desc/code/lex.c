/* SPDX-License-Identifier: MIT
 *
 * The words of PTX, one after the other.
 */
#include "lex.h"

#include <string.h>

void scan_lex_start(scan_lex *l, const char *text, size_t len, uint32_t line)
{
    memset(l, 0, sizeof *l);
    l->at = l->line_start = text;
    l->end = text + len;
    l->line = line;
}

enum { OTHER, WORD, DIGIT, BLANK, PUNCT }; /* WORD: may begin a word */

static int class_of(char c)
{
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
        return BLANK;
    }
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%' ||
        c == '.') {
        return WORD;
    }
    if (scan_is_digit(c)) {
        return DIGIT;
    }
    return c >= '!' && c <= '~' && c != '`' && c != '\\' && c != '#' ? PUNCT : OTHER;
}

/* Does c follow the character at p? */
static bool followed_by(const scan_lex *l, const char *p, char c)
{
    return p + 1 < l->end && p[1] == c;
}

static void new_line(scan_lex *l)
{
    l->line++;
    l->line_start = l->at + 1;
}

/* Over the block comment at l->at; false when it has no end. */
static bool skip_block(scan_lex *l)
{
    for (l->at += 2; l->at < l->end; l->at++) {
        if (*l->at == '*' && followed_by(l, l->at, '/')) {
            l->at += 2;
            return true;
        }
        if (*l->at == '\n') {
            new_line(l);
        }
    }
    return false;
}

/* Over blanks and comments; false for a comment without end. */
static bool skip_blank(scan_lex *l)
{
    while (l->at < l->end) {
        const char c = *l->at;
        if (c == '\n') {
            new_line(l);
            l->at++;
        } else if (class_of(c) == BLANK) {
            l->at++;
        } else if (c == '/' && followed_by(l, l->at, '/')) {
            const char *nl = memchr(l->at, '\n', (size_t)(l->end - l->at));
            l->at = nl ? nl : l->end;
        } else if (c == '/' && followed_by(l, l->at, '*')) {
            if (!skip_block(l)) {
                return false;
            }
        } else {
            break;
        }
    }
    return true;
}

static void take_word(scan_lex *l)
{
    const char *p = l->at;
    while (p < l->end) {
        const int k = class_of(*p);
        /* C++ templates are mangled away, but names with @ occur in SASS and ::  in directives. */
        if (k != WORD && k != DIGIT && !(*p == ':' && (followed_by(l, p, ':') || p[-1] == ':'))) {
            break;
        }
        p++;
    }
    l->tok = SCAN_T_WORD;
    l->len = (size_t)(p - l->at);
    l->at = p;
}

/* Decimal, 0x, 0 octal, 0b, and the bit patterns 0f and 0d; a trailing U. Decimal points and
 * exponents do not occur in what compilers write. */
static void take_number(scan_lex *l)
{
    const char *p = l->at;
    uint64_t v = 0;
    unsigned base = 10;
    if (*p == '0' && p + 1 < l->end) {
        const char k = p[1];
        const bool hex = k == 'x' || k == 'X' || k == 'f' || k == 'F' || k == 'd' || k == 'D';
        base = hex ? 16 : k == 'b' || k == 'B' ? 2 : 8;
        if (base != 8) {
            p += 2;
        }
    }
    for (; p < l->end; p++) {
        const unsigned d = (unsigned)scan_hex_digit(*p); /* none: more than any base */
        if (d >= base) {
            break;
        }
        v = v * base + d;
    }
    while (p < l->end && (*p == 'U' || *p == 'u' || *p == 'L')) {
        p++;
    }
    l->tok = SCAN_T_NUMBER;
    l->number = v;
    l->len = (size_t)(p - l->at);
    l->at = p;
}

static void take_string(scan_lex *l)
{
    const char *p = l->at + 1;
    while (p < l->end && *p != '"' && *p != '\n') {
        if (*p == '\\' && p + 1 < l->end && p[1] != '\n') {
            p++;
        }
        p++;
    }
    l->tok = SCAN_T_BAD;
    if (p < l->end && *p == '"') {
        l->tok = SCAN_T_STRING;
        p++;
    }
    l->len = (size_t)(p - l->at);
    l->at = p;
}

void scan_next(scan_lex *l)
{
    const bool closed = skip_blank(l);
    l->s = l->at;
    l->len = 0;
    l->tok_line = l->line;
    l->tok_column = (uint32_t)(l->at - l->line_start) + 1;
    if (!closed) {
        l->tok = SCAN_T_BAD;
        return;
    }
    if (l->at >= l->end) {
        l->tok = SCAN_T_END;
        return;
    }
    const int k = class_of(*l->at);
    if (k == WORD) {
        take_word(l);
    } else if (k == DIGIT) {
        take_number(l);
    } else if (*l->at == '"') {
        take_string(l);
    } else {
        l->tok = k == PUNCT ? SCAN_T_PUNCT : SCAN_T_BAD;
        l->len = 1;
        l->at++;
    }
}

void scan_skip_line(scan_lex *l)
{
    const char *nl = memchr(l->at, '\n', (size_t)(l->end - l->at));
    l->at = nl ? nl : l->end;
    scan_next(l);
}
