/* SPDX-License-Identifier: MIT
 *
 * Numbers as people type them, read whole or refused.
 */
#include "number.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
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
    const bool negative = len > 0 && s[0] == '-';
    if (len > 0 && (s[0] == '-' || s[0] == '+')) {
        s++;
        len--;
    }
    const bool hex = is_hex(s, len);
    uint64_t v = 0;
    const wgd_status st = magnitude(hex ? s + 2 : s, hex ? len - 2 : len, hex ? 16 : 10, &v);
    if (st != WGD_OK) {
        return st;
    }
    if (v > (uint64_t)INT64_MAX) {
        return WGD_ERR_OVERFLOW;
    }
    *out = negative ? -(int64_t)v : (int64_t)v;
    return WGD_OK;
}

wgd_status number_bytes(const char *s, size_t len, int64_t *out)
{
    static const char *const units[] = {"k", "kb", "kib"};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        const size_t n = strlen(units[i]);
        if (len > n && strncasecmp(s + len - n, units[i], n) == 0) {
            const wgd_status st = number_i64(s, len - n, out);
            return st == WGD_OK && __builtin_mul_overflow(*out, 1024, out) ? WGD_ERR_RANGE : st;
        }
    }
    return number_i64(s, len, out);
}

wgd_status number_word(const char *s, size_t len, uint64_t *out)
{
    if (!is_hex(s, len)) {
        return WGD_ERR_SYNTAX;
    }
    return magnitude(s + 2, len - 2, 16, out);
}
