/* SPDX-License-Identifier: MIT */
#include "buf.h"

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
        if (cap > SIZE_MAX / 2) {
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

/* The printers of the library say how much room they need; most texts fit at the first try. */
enum { TEXT_ROOM = 512 };

void buf_layout(buf *b, const wgd_layout *l, wgd_format f)
{
    size_t need = TEXT_ROOM;
    for (char *at = buf_room(b, need); at; at = buf_room(b, need)) {
        const size_t room = need;
        need = wgd_layout_snprintf(at, room, l, f) + 1;
        if (need <= room) {
            b->len += need - 1;
            return;
        }
    }
}

void buf_composed(buf *b, const wgd_composed *c, wgd_format f)
{
    size_t need = TEXT_ROOM;
    for (char *at = buf_room(b, need); at; at = buf_room(b, need)) {
        const size_t room = need;
        need = wgd_composed_snprintf(at, room, c, f) + 1;
        if (need <= room) {
            b->len += need - 1;
            return;
        }
    }
}

void buf_tuple(buf *b, const wgd_tuple *t, wgd_format f)
{
    size_t need = TEXT_ROOM;
    for (char *at = buf_room(b, need); at; at = buf_room(b, need)) {
        const size_t room = need;
        need = wgd_tuple_snprintf(at, room, t, f) + 1;
        if (need <= room) {
            b->len += need - 1;
            return;
        }
    }
}
