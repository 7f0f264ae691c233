/* SPDX-License-Identifier: MIT
 *
 * A growing text.
 */
#include "buf.h"

#include "base/never.h"
#include "mem.h"

enum { FIRST_CAPACITY = 4096 };

void buf_free(buf *b)
{
    cli_free(b->data);
    *b = (buf){0};
}

char *buf_grow(buf *b, size_t n)
{
    if (b->failed) {
        return NULL;
    }
    size_t cap = b->cap ? b->cap : FIRST_CAPACITY;
    while (cap - b->len < n) {
        if (NEVER(cap > SIZE_MAX / 2)) { /* what is larger than that half was never given out */
            b->failed = true;
            return NULL;
        }
        cap *= 2;
    }
    char *data = cli_realloc(b->data, cap);
    if (!data) {
        b->failed = true;
        return NULL;
    }
    b->data = data;
    b->cap = cap;
    return data + b->len;
}

void buf_str(buf *b, const char *s)
{
    buf_mem(b, s, strlen(s));
}

void buf_i64(buf *b, int64_t v)
{
    char digits[24];
    wgd_text t = wgd_text_into(digits, sizeof digits);
    wgd_put_i64(&t, v);
    buf_mem(b, digits, t.need);
}

void buf_hex(buf *b, uint64_t v, int digits)
{
    char hex[24];
    wgd_text t = wgd_text_into(hex, sizeof hex);
    wgd_put_str(&t, "0x");
    wgd_put_hex(&t, v, digits);
    buf_mem(b, hex, t.need);
}

void buf_addr(buf *b, uint64_t v)
{
    buf_hex(b, v, 1);
}

void buf_word(buf *b, uint64_t v)
{
    buf_hex(b, v, 16);
}

void buf_word32(buf *b, uint32_t v)
{
    buf_hex(b, v, 8);
}

void buf_pad(buf *b, int n)
{
    for (int i = 0; i < n; i++) {
        buf_char(b, ' ');
    }
}

void buf_left(buf *b, const char *s, int width)
{
    const size_t len = strlen(s);
    buf_mem(b, s, len);
    buf_pad(b, width - (int)len);
}

void buf_right_i64(buf *b, int64_t v, int width)
{
    char digits[24];
    wgd_text t = wgd_text_into(digits, sizeof digits);
    wgd_put_i64(&t, v);
    buf_pad(b, width - (int)t.need);
    buf_mem(b, digits, t.need);
}

void buf_right_fraction(buf *b, int64_t n, int64_t unit, int width)
{
    char digits[48];
    wgd_text t = wgd_text_into(digits, sizeof digits);
    wgd_put_i64(&t, n / unit);
    wgd_put_char(&t, '.');
    for (int64_t u = unit / 10; u > 0; u /= 10) {
        wgd_put_i64(&t, n / u % 10);
    }
    buf_pad(b, width - (int)t.need);
    buf_mem(b, digits, t.need);
}

typedef enum printed { PRINTED_LAYOUT, PRINTED_COMPOSED, PRINTED_TUPLE } printed;

static size_t print_into(char *at, size_t room, printed what, const void *v, wgd_format f)
{
    switch (what) {
    case PRINTED_LAYOUT:
        return wgd_layout_snprintf(at, room, v, f);
    case PRINTED_COMPOSED:
        return wgd_composed_snprintf(at, room, v, f);
    default: /* PRINTED_TUPLE */
        return wgd_tuple_snprintf(at, room, v, f);
    }
}

/* The printers of the library say how much room they need; most texts fit at the first try. */
static void print(buf *b, printed what, const void *v, wgd_format f)
{
    size_t room = 512;
    for (char *at = buf_room(b, room); at; at = buf_room(b, room)) {
        const size_t need = print_into(at, room, what, v, f) + 1;
        if (need <= room) {
            b->len += need - 1;
            return;
        }
        room = need;
    }
}

void buf_layout(buf *b, const wgd_layout *l, wgd_format f)
{
    print(b, PRINTED_LAYOUT, l, f);
}

void buf_composed(buf *b, const wgd_composed *c, wgd_format f)
{
    print(b, PRINTED_COMPOSED, c, f);
}

void buf_tuple(buf *b, const wgd_tuple *t, wgd_format f)
{
    print(b, PRINTED_TUPLE, t, f);
}
