/* SPDX-License-Identifier: MIT
 *
 * The steps of a derivation as text and JSON.
 */
#include "explain.h"

#include <string.h>

void explain_free(explanation *e)
{
    for (int i = 0; i < e->n; i++) {
        buf_free(&e->step[i].text);
        buf_free(&e->step[i].values);
    }
    e->n = 0;
}

explain_step *explain_next(explanation *e, const char *id, const char *title, const char *section)
{
    if (e->n < EXPLAIN_STEPS) {
        e->n++;
    }
    explain_step *s = &e->step[e->n - 1];
    s->id = id;
    s->title = title;
    s->section = section;
    /* The members begin an object, so that the JSON writer knows that no comma is due. */
    if (s->values.len == 0) {
        buf_char(&s->values, '{');
    }
    return s;
}

void say(buf *out, const char *s)
{
    buf_str(out, s);
}

void say_num(buf *out, int64_t v, const char *after)
{
    buf_i64(out, v);
    buf_str(out, after);
}

void say_hex(buf *out, uint64_t v, const char *after)
{
    buf_hex(out, v, 1);
    buf_str(out, after);
}

void say_size(buf *out, int64_t mn, int64_t k, const char *after)
{
    buf_i64(out, mn);
    buf_str(out, " x ");
    buf_i64(out, k);
    buf_str(out, after);
}

static void put_lines(buf *out, const buf *text)
{
    json_open(out, "text", '[');
    const char *at = text->data, *end = at + text->len;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        json_text(out, NULL, at, (size_t)(newline - at));
        at = newline + 1;
    }
    json_close(out, ']');
}

void explain_put_json(buf *out, explanation *e)
{
    json_open(out, "steps", '[');
    for (int i = 0; i < e->n; i++) {
        explain_step *s = &e->step[i];
        json_close(&s->values, '}');
        if (s->text.failed || s->values.failed) {
            out->failed = true;
            return;
        }
        json_open(out, NULL, '{');
        json_str(out, "step", s->id);
        json_str(out, "title", s->title);
        json_str(out, "section", s->section);
        put_lines(out, &s->text);
        json_raw(out, "values", s->values.data, s->values.len);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* The fields from bit 63 down; ignored ones have no name. */
static const struct {
    const char *name;
    int high, low;
} fields[] = {{"layout type", 63, 62}, {"", 61, 52}, {"base offset", 51, 49}, {"", 48, 46},
              {"SBO", 45, 32},         {"", 31, 30}, {"LBO", 29, 16},         {"", 15, 14},
              {"start", 13, 0}};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static int longer(int a, size_t b)
{
    return a > (int)b ? a : (int)b;
}

static const char *field_name(int i)
{
    return fields[i].name[0] ? fields[i].name : "-";
}

static size_t put_range(char text[8], int i)
{
    wgd_text t = wgd_text_into(text, 8);
    wgd_put_i64(&t, fields[i].high);
    wgd_put_char(&t, '-');
    wgd_put_i64(&t, fields[i].low);
    return wgd_text_end(&t);
}

static int column_width(int i)
{
    char range[8];
    size_t name = 0;
    while (field_name(i)[name]) {
        name++;
    }
    return longer(longer(fields[i].high - fields[i].low + 1, name), put_range(range, i));
}

void explain_ruler(buf *out, uint64_t word)
{
    for (int line = 0; line < 3; line++) {
        static const char *const heads[] = {"  bits  ", "  field ", "  value "};
        buf_str(out, heads[line]);
        for (int i = 0; i < FIELDS; i++) {
            char text[16];
            wgd_text t = wgd_text_into(text, sizeof text);
            if (line == 0) {
                put_range(text, i);
            } else if (line == 1) {
                wgd_put_str(&t, field_name(i));
                wgd_text_end(&t);
            } else {
                for (int b = fields[i].high; b >= fields[i].low; b--) {
                    wgd_put_char(&t, (word >> b & 1) ? '1' : '0');
                }
                wgd_text_end(&t);
            }
            buf_str(out, i > 0 ? "  " : "");
            if (i + 1 < FIELDS) {
                buf_left(out, text, column_width(i));
            } else {
                buf_str(out, text);
            }
        }
        buf_char(out, '\n');
    }
}
