/* SPDX-License-Identifier: MIT
 *
 * A growable byte buffer: every answer is built here and written in one go, so that a failure
 * leaves nothing half printed. The first allocation that fails sets `failed`; everything after it
 * is dropped, and whoever sends the buffer checks the flag once.
 */
#ifndef CLI_BUF_H
#define CLI_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "wgd_layout.h"

typedef struct buf {
    char *data;
    size_t len, cap;
    bool failed;
} buf;

void buf_free(buf *b);
/* buf_room's slow path: makes the buffer larger. */
char *buf_grow(buf *b, size_t n);

/* Room for n more bytes at data + len; NULL when there is no memory. */
static inline char *buf_room(buf *b, size_t n)
{
    return n <= b->cap - b->len && !b->failed ? b->data + b->len : buf_grow(b, n);
}

static inline void buf_char(buf *b, char c)
{
    char *at = buf_room(b, 1);
    if (at) {
        *at = c;
        b->len++;
    }
}

static inline void buf_mem(buf *b, const char *s, size_t n)
{
    char *at = n > 0 ? buf_room(b, n) : NULL;
    if (at) {
        memcpy(at, s, n);
        b->len += n;
    }
}

/* What it holds: len bytes, and no NUL behind them. */
static inline const char *buf_text(const buf *b)
{
    return b->data ? b->data : "";
}

void buf_str(buf *b, const char *s);
void buf_i64(buf *b, int64_t v);
/* "0x" and at least `digits` lower-case digits. */
void buf_hex(buf *b, uint64_t v, int digits);
/* An address, as few digits as it has; a descriptor, all 16; a word of 32 bits, all 8. */
void buf_addr(buf *b, uint64_t v);
void buf_word(buf *b, uint64_t v);
void buf_word32(buf *b, uint32_t v);
/* n blanks; none when n <= 0. */
void buf_pad(buf *b, int n);
/* s, then blanks up to `width` characters; or the blanks first. */
void buf_left(buf *b, const char *s, int width);
void buf_right_i64(buf *b, int64_t v, int width);
/* n / unit with a digit for each zero of the unit, 10 or 100 or so; n is not negative. */
void buf_right_fraction(buf *b, int64_t n, int64_t unit, int width);
void buf_layout(buf *b, const wgd_layout *l, wgd_format f);
void buf_composed(buf *b, const wgd_composed *c, wgd_format f);
void buf_tuple(buf *b, const wgd_tuple *t, wgd_format f);

#endif
