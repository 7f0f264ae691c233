/* SPDX-License-Identifier: MIT
 *
 * The words of PTX, one after the other.
 */
#include "lex.h"

#include <string.h>

void scan_lex_start(scan_lex *l, const char *text, size_t len, uint32_t line)
{
    memset(l, 0, sizeof *l);
    l->text = l->at = l->line_start = text;
    l->end = text + len;
    l->line = line;
}

/* The class of a character: 0 none, 1 may begin a word, 2 a digit, 3 blank, 4 punctuation. */
static int class_of(char c)
{
    switch (c) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case '\f':
    case '\v':
        return 3;
    case '_':
    case '$':
    case '%':
    case '.':
        return 1;
    default:
        break;
    }
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        return 1;
    }
    if (c >= '0' && c <= '9') {
        return 2;
    }
    return c > ' ' && c < 0x7f && c != '`' && c != '\\' && c != '#' ? 4 : 0;
}

static void new_line(scan_lex *l)
{
    l->line++;
    l->line_start = l->at + 1;
}

/* Over the block comment at l->at; false when it has no end. */
static bool skip_block(scan_lex *l)
{
    for (l->at += 2; l->at + 1 < l->end; l->at++) {
        if (l->at[0] == '*' && l->at[1] == '/') {
            l->at += 2;
            return true;
        }
        if (*l->at == '\n') {
            new_line(l);
        }
    }
    l->at = l->end;
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
        } else if (class_of(c) == 3) {
            l->at++;
        } else if (c == '/' && l->at + 1 < l->end && l->at[1] == '/') {
            const char *nl = memchr(l->at, '\n', (size_t)(l->end - l->at));
            l->at = nl ? nl : l->end;
        } else if (c == '/' && l->at + 1 < l->end && l->at[1] == '*') {
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
    const char *p = l->at + 1;
    while (p < l->end) {
        const int k = class_of(*p);
        /* C++ templates are mangled away, but names with @ occur in SASS and ::  in directives. */
        if (k != 1 && k != 2 && !(p[0] == ':' && p + 1 < l->end && p[1] == ':') &&
            !(p[0] == ':' && p[-1] == ':')) {
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
    if (p[0] == '0' && p + 1 < l->end) {
        const char k = p[1];
        const bool hex = k == 'x' || k == 'X' || k == 'f' || k == 'F' || k == 'd' || k == 'D';
        base = hex ? 16 : k == 'b' || k == 'B' ? 2 : 8;
        p += hex || base == 2 ? 2 : 0;
    }
    while (p < l->end) {
        const int d = scan_hex_digit(*p);
        if (d < 0 || (unsigned)d >= base) {
            break;
        }
        v = v * base + (unsigned)d;
        p++;
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
        p += *p == '\\' && p + 1 < l->end && p[1] != '\n' ? 2 : 1;
    }
    const bool closed = p < l->end && *p == '"';
    l->tok = closed ? SCAN_T_STRING : SCAN_T_BAD;
    l->len = (size_t)(p - l->at) + (closed ? 1 : 0);
    l->at += l->len;
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
    if (k == 1) {
        take_word(l);
    } else if (k == 2) {
        take_number(l);
    } else if (*l->at == '"') {
        take_string(l);
    } else {
        l->tok = k == 4 ? SCAN_T_PUNCT : SCAN_T_BAD;
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
