/* SPDX-License-Identifier: MIT
 *
 * Internal: the words of PTX. Comments and blanks are passed over; every token knows its line and
 * column.
 */
#ifndef SCAN_LEX_H
#define SCAN_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum scan_tok {
    SCAN_T_END,
    SCAN_T_WORD,   /* a name, a directive or an instruction with its suffixes: letters, digits,
                      . _ $ %, not beginning with a digit */
    SCAN_T_NUMBER, /* an integer, or the bits of a floating-point constant */
    SCAN_T_STRING,
    SCAN_T_PUNCT, /* one character */
    SCAN_T_BAD    /* a character that has no place in PTX, or a string or comment without end */
} scan_tok;

typedef struct scan_lex {
    const char *at, *end;
    const char *line_start;
    uint32_t line;
    /* the current token */
    scan_tok tok;
    const char *s;
    size_t len;
    uint64_t number;
    uint32_t tok_line, tok_column; /* from 1 */
} scan_lex;

/* Before the first token: there is none yet, SCAN_T_END without letters, place or number. */
void scan_lex_start(scan_lex *l, const char *text, size_t len, uint32_t line);
/* Reads the next token. */
void scan_next(scan_lex *l);
/* To the first token of the next line, from wherever in this one the current token ends. */
void scan_skip_line(scan_lex *l);

static inline bool scan_is(const scan_lex *l, char c)
{
    return l->tok == SCAN_T_PUNCT && l->s[0] == c;
}

/* Is this text the literal w? */
#define SCAN_EQ_WORD(s, len, w) scan_text_is(s, len, w, sizeof(w) - 1)
static inline bool scan_text_is(const char *s, size_t len, const char *w, size_t w_len)
{
    if (len != w_len) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        if (s[i] != w[i]) {
            return false;
        }
    }
    return true;
}

static inline bool scan_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The value of a hexadecimal digit, or -1. */
static inline int scan_hex_digit(char c)
{
    return scan_is_digit(c)         ? c - '0'
           : (c >= 'a' && c <= 'f') ? c - 'a' + 10
           : (c >= 'A' && c <= 'F') ? c - 'A' + 10
                                    : -1;
}

#endif
