/* SPDX-License-Identifier: MIT
 *
 * The bounded text writer.
 */
#include "wgd_text.h"

wgd_text wgd_text_into(char *buf, size_t cap)
{
    wgd_text t = {buf, cap, 0};
    return t;
}

void wgd_put_char(wgd_text *t, char c)
{
    if (t->need + 1 < t->cap) {
        t->buf[t->need] = c;
    }
    t->need++;
}

void wgd_put_mem(wgd_text *t, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        wgd_put_char(t, s[i]);
    }
}

void wgd_put_str(wgd_text *t, const char *s)
{
    while (*s) {
        wgd_put_char(t, *s++);
    }
}

void wgd_put_u64(wgd_text *t, uint64_t v)
{
    char digits[20];
    size_t n = sizeof digits;
    do {
        digits[--n] = (char)('0' + v % 10);
        v /= 10;
    } while (v != 0);
    wgd_put_mem(t, digits + n, sizeof digits - n);
}

void wgd_put_i64(wgd_text *t, int64_t v)
{
    if (v < 0) {
        wgd_put_char(t, '-');
    }
    /* The magnitude of INT64_MIN exists only as an unsigned number. */
    wgd_put_u64(t, v < 0 ? ~(uint64_t)v + 1 : (uint64_t)v);
}

void wgd_put_hex(wgd_text *t, uint64_t v, int digits)
{
    int n = 16;
    while (n > 1 && n > digits && (v >> (4 * (n - 1))) == 0) {
        n--;
    }
    while (n > 0) {
        wgd_put_char(t, "0123456789abcdef"[(v >> (4 * --n)) & 15]);
    }
}

size_t wgd_text_end(wgd_text *t)
{
    if (t->cap > 0) {
        t->buf[t->need < t->cap ? t->need : t->cap - 1] = '\0';
    }
    return t->need;
}
