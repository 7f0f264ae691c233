/* SPDX-License-Identifier: MIT
 *
 * JSON text, member by member.
 */
#include "json_write.h"

#include <string.h>

#include "io/utf8.h"

static void member(buf *b, const char *key)
{
    const char last = b->len > 0 ? b->data[b->len - 1] : '\n';
    if (last != '{' && last != '[' && last != '\n') {
        buf_char(b, ',');
    }
    if (key) {
        buf_char(b, '"');
        buf_str(b, key);
        buf_mem(b, "\":", 2);
    }
}

void json_open(buf *b, const char *key, char bracket)
{
    member(b, key);
    buf_char(b, bracket);
}

void json_close(buf *b, char bracket)
{
    buf_char(b, bracket);
}

void json_raw(buf *b, const char *key, const char *s, size_t len)
{
    member(b, key);
    buf_mem(b, s, len);
}

void json_null(buf *b, const char *key)
{
    json_raw(b, key, "null", 4);
}

void json_bool(buf *b, const char *key, bool v)
{
    json_raw(b, key, v ? "true" : "false", v ? 4 : 5);
}

void json_int(buf *b, const char *key, int64_t v)
{
    member(b, key);
    buf_i64(b, v);
}

static void escaped_char(buf *b, unsigned char c)
{
    switch (c) {
    case '"':
        buf_mem(b, "\\\"", 2);
        break;
    case '\\':
        buf_mem(b, "\\\\", 2);
        break;
    case '\n':
        buf_mem(b, "\\n", 2);
        break;
    case '\t':
        buf_mem(b, "\\t", 2);
        break;
    default: {
        char hex[] = "\\u0000";
        hex[4] = "0123456789abcdef"[c >> 4];
        hex[5] = "0123456789abcdef"[c & 15];
        buf_mem(b, hex, 6);
    }
    }
}

void json_text(buf *b, const char *key, const char *s, size_t len)
{
    member(b, key);
    buf_char(b, '"');
    size_t plain = 0;
    for (size_t i = 0; i < len;) {
        const unsigned char c = (unsigned char)s[i];
        const size_t step = utf8_length(s + i, len - i);
        if (step > 0 && c >= 0x20 && c != '"' && c != '\\' && c != 0x7f) {
            i += step;
            continue;
        }
        buf_mem(b, s + plain, i - plain);
        if (step > 0) {
            escaped_char(b, c);
        } else {
            buf_mem(b, "\\ufffd", 6);
        }
        plain = ++i;
    }
    buf_mem(b, s + plain, len - plain);
    buf_char(b, '"');
}

void json_take(buf *b, const char *key, buf *text)
{
    b->failed |= text->failed;
    json_text(b, key, buf_text(text), text->len);
    buf_free(text);
}

void json_str(buf *b, const char *key, const char *s)
{
    json_text(b, key, s, strlen(s));
}

static void json_hex(buf *b, const char *key, uint64_t v, int digits)
{
    json_open(b, key, '"');
    buf_hex(b, v, digits);
    json_close(b, '"');
}

void json_word(buf *b, const char *key, uint64_t v)
{
    json_hex(b, key, v, 16);
}

void json_word32(buf *b, const char *key, uint32_t v)
{
    json_hex(b, key, v, 8);
}

void json_addr(buf *b, const char *key, uint64_t v)
{
    json_hex(b, key, v, 1);
}

void json_layout(buf *b, const char *key, const wgd_layout *l)
{
    json_open(b, key, '"');
    buf_layout(b, l, WGD_FMT_PLAIN);
    json_close(b, '"');
}

void json_composed(buf *b, const char *key, const wgd_composed *c)
{
    json_open(b, key, '"');
    buf_composed(b, c, WGD_FMT_PLAIN);
    json_close(b, '"');
}

void json_pair(buf *out, const char *key, int64_t a, int64_t b)
{
    json_open(out, key, '[');
    json_int(out, NULL, a);
    json_int(out, NULL, b);
    json_close(out, ']');
}
