/* SPDX-License-Identifier: MIT
 *
 * The steps of a derivation as text and JSON.
 */
#include "explain.h"

#include <string.h>

#include "base/never.h"

void explain_free(explanation *e)
{
    for (int i = 0; i < e->n; i++) {
        buf_free(&e->step[i].text);
        buf_free(&e->step[i].values);
    }
}

explain_step *explain_next(explanation *e, const char *id, const char *title, const char *section)
{
    explain_step *s = &e->step[e->n];
    e->n += ALWAYS(e->n < EXPLAIN_STEPS - 1); /* no derivation has as many steps */
    s->id = id;
    s->title = title;
    s->section = section;
    /* The members begin an object, so that the JSON writer knows that no comma is due. */
    buf_char(&s->values, '{');
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
    buf_addr(out, v);
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

/* The fields from bit 63 down; ignored or reserved ones have no name. */
typedef struct ruler_field {
    const char *name;
    int high, low;
} ruler_field;
static const ruler_field wgmma_fields[] = {
    {"layout type", 63, 62}, {"", 61, 52}, {"base offset", 51, 49}, {"", 48, 46},
    {"SBO", 45, 32},         {"", 31, 30}, {"LBO", 29, 16},         {"", 15, 14},
    {"start", 13, 0}};
static const ruler_field tcgen05_fields[] = {{"layout type", 63, 61},
                                             {"", 60, 53},
                                             {"LBO mode", 52, 52},
                                             {"base offset", 51, 49},
                                             {"version", 48, 46},
                                             {"SBO", 45, 32},
                                             {"", 31, 30},
                                             {"LBO", 29, 16},
                                             {"", 15, 14},
                                             {"start", 13, 0}};
enum {
    WGMMA_FIELDS = sizeof wgmma_fields / sizeof wgmma_fields[0],
    TCGEN05_FIELDS = sizeof tcgen05_fields / sizeof tcgen05_fields[0]
};

const explain_sections *explain_sections_of(wgd_arch arch)
{
    static const explain_sections wgmma = {
        "Asynchronous Warpgroup Level Matrix Shared Memory Layout", "Leading dimension byte offset",
        "Strides", "Matrix Descriptor Format", "wgmma.mma_async"};
    static const explain_sections tcgen05 = {"tcgen05 Shared Memory Layout and Swizzling",
                                             "Leading dimension byte offset or absolute "
                                             "address",
                                             "tcgen05 Canonical Layouts",
                                             "tcgen05 Shared memory descriptor", "tcgen05.mma"};
    return wgd_arch_tcgen05(arch) ? &tcgen05 : &wgmma;
}

static int longer(int a, size_t b)
{
    return a > (int)b ? a : (int)b;
}

static const char *field_name(const ruler_field *f)
{
    return f->name[0] ? f->name : "-";
}

static size_t put_range(char text[8], const ruler_field *f)
{
    wgd_text t = wgd_text_into(text, 8);
    wgd_put_i64(&t, f->high);
    if (f->low < f->high) {
        wgd_put_char(&t, '-');
        wgd_put_i64(&t, f->low);
    }
    return wgd_text_end(&t);
}

static int column_width(const ruler_field *f)
{
    char range[8];
    size_t name = 0;
    while (field_name(f)[name]) {
        name++;
    }
    return longer(longer(f->high - f->low + 1, name), put_range(range, f));
}

void explain_ruler(buf *out, uint64_t word, wgd_arch arch)
{
    const bool tcgen05 = wgd_arch_tcgen05(arch);
    const ruler_field *fields = tcgen05 ? tcgen05_fields : wgmma_fields;
    const int n = tcgen05 ? (int)TCGEN05_FIELDS : (int)WGMMA_FIELDS;
    for (int line = 0; line < 3; line++) {
        static const char *const heads[] = {"  bits  ", "  field ", "  value "};
        buf_str(out, heads[line]);
        for (int i = 0; i < n; i++) {
            char text[16];
            wgd_text t = wgd_text_into(text, sizeof text);
            if (line == 0) {
                put_range(text, &fields[i]);
            } else if (line == 1) {
                wgd_put_str(&t, field_name(&fields[i]));
                wgd_text_end(&t);
            } else {
                for (int b = fields[i].high; b >= fields[i].low; b--) {
                    wgd_put_char(&t, (word >> b & 1) ? '1' : '0');
                }
                wgd_text_end(&t);
            }
            buf_str(out, i > 0 ? "  " : "");
            if (i + 1 < n) {
                buf_left(out, text, column_width(&fields[i]));
            } else {
                buf_str(out, text);
            }
        }
        buf_char(out, '\n');
    }
}
