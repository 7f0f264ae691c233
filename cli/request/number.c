/* SPDX-License-Identifier: MIT
 *
 * Numbers as people type them, read whole or refused.
 */
#include "number.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* The digit, in any base up to 16; INT_MAX of what is none. */
static int digit_of(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : INT_MAX;
}

static bool is_hex(const char *s, size_t len)
{
    return len > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
}

static wgd_status magnitude(const char *s, size_t len, unsigned base, uint64_t *out)
{
    bool fits = true;
    uint64_t v = 0;
    for (size_t i = 0; i < len; i++) {
        const unsigned d = (unsigned)digit_of(s[i]);
        if (d >= base) {
            return WGD_ERR_SYNTAX;
        }
        fits = fits && v <= (UINT64_MAX - d) / base;
        v = v * base + d;
    }
    *out = v;
    return len == 0 ? WGD_ERR_SYNTAX : fits ? WGD_OK : WGD_ERR_OVERFLOW;
}

wgd_status number_i64(const char *s, size_t len, int64_t *out)
{
    const char sign = len > 0 ? s[0] : '\0';
    if (sign == '-' || sign == '+') {
        s++;
        len--;
    }
    const bool hex = is_hex(s, len);
    uint64_t v;
    const wgd_status st = magnitude(hex ? s + 2 : s, hex ? len - 2 : len, hex ? 16 : 10, &v);
    if (st != WGD_OK) {
        return st;
    }
    if (v > (uint64_t)INT64_MAX) {
        return WGD_ERR_OVERFLOW;
    }
    *out = sign == '-' ? -(int64_t)v : (int64_t)v;
    return WGD_OK;
}

wgd_status number_bytes(const char *s, size_t len, int64_t *out)
{
    static const char *const units[] = {"k", "kb", "kib"};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        const size_t n = strlen(units[i]);
        if (len > n && strncasecmp(s + len - n, units[i], n) == 0) {
            const wgd_status st = number_i64(s, len - n, out);
            return st == WGD_OK && __builtin_mul_overflow(*out, 1024, out) ? WGD_ERR_OVERFLOW : st;
        }
    }
    return number_i64(s, len, out);
}

/* The word without blanks around it, what ends a list's item or a statement, and a suffix of C. */
static size_t trim_word(const char **s, size_t len)
{
    while (len > 0 && (**s == ' ' || **s == '\t')) {
        (*s)++;
        len--;
    }
    while (len > 0 && strchr(" \t\r,;", (*s)[len - 1])) {
        len--;
    }
    for (int i = 0; i < 3 && len > 1 && strchr("uUlL", (*s)[len - 1]); i++) {
        len--;
    }
    return len;
}

/* The digits without what parts them, which stands between two of them; 0 when that is not so or there
 * are more than cap. */
static size_t word_digits(const char *s, size_t len, char *out, size_t cap)
{
    size_t n = 0;
    bool part = true; /* nothing may be parted from what stands before the first */
    for (size_t i = 0; i < len; i++) {
        const bool before = part;
        part = s[i] == '\'' || s[i] == '_';
        if (part ? before : n == cap) {
            return 0;
        }
        if (!part) {
            out[n++] = s[i];
        }
    }
    return part ? 0 : n;
}

wgd_status number_word(const char *s, size_t len, uint64_t *out, word_doubt *doubt)
{
    enum { MOST = 64, FULL = 16 };
    char digits[MOST];
    bool decimal = true;
    len = trim_word(&s, len);
    const bool prefix = is_hex(s, len);
    const size_t n = word_digits(prefix ? s + 2 : s, prefix ? len - 2 : len, digits, MOST);
    for (size_t i = 0; i < n; i++) {
        decimal = decimal && digits[i] >= '0' && digits[i] <= '9';
    }
    const bool hex = prefix || n == FULL || (n == FULL - 1 && !decimal);
    *doubt = !prefix && n == FULL && decimal ? WORD_HEX_OR_DECIMAL
             : n == FULL - 1                 ? (hex ? WORD_15_DIGITS : WORD_15_DECIMAL)
                                             : WORD_CLEAR;
    return magnitude(digits, n, hex ? 16 : 10, out);
}

static const struct {
    const char *text, *hint;
} doubts[] = {
    [WORD_CLEAR] = {NULL, NULL},
    [WORD_HEX_OR_DECIMAL] = {"16 digits without 0x could be hexadecimal or decimal: taken as "
                             "hexadecimal",
                             "write 0x before it; a 0 before it makes it decimal"},
    [WORD_15_DIGITS] = {"15 hexadecimal digits: a full word has 16, and this one sets bits that no "
                        "field has",
                        "was a digit lost when it was copied?"},
    [WORD_15_DECIMAL] = {"15 digits without 0x could be a hexadecimal word that lost one: taken as "
                         "decimal",
                         "a hexadecimal word has 16 digits, or 0x before it"},
};

const char *word_doubt_text(word_doubt d)
{
    return doubts[d].text;
}

const char *word_doubt_hint(word_doubt d)
{
    return doubts[d].hint;
}
