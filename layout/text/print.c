/* SPDX-License-Identifier: MIT
 *
 * Layouts as text. */
#include "algebra/lay.h"

static void put_int(wgd_text *t, int64_t v, wgd_format f)
{
    if (f == WGD_FMT_CUTE) {
        wgd_put_char(t, '_');
    }
    wgd_put_i64(t, v);
}

/* The structure of `shape` with the numbers leaf[]. */
static void put_nodes(wgd_text *t, const wgd_tuple *shape, const int64_t *leaf, wgd_format f)
{
    uint8_t left[WGD_MAX_NODES]; /* items still to come of each open list */
    int open = 0, n = 0;
    for (int i = 0; i < shape->n_nodes; i++) {
        if (shape->node[i] == WGD_LEAF) {
            put_int(t, leaf[n++], f);
            if (open > 0) {
                left[open - 1]--;
            }
        } else {
            wgd_put_char(t, '(');
            left[open++] = shape->node[i];
        }
        while (open > 0 && left[open - 1] == 0) {
            wgd_put_char(t, ')');
            open--;
            if (open > 0) {
                left[open - 1]--;
            }
        }
        const bool opened = shape->node[i] != WGD_LEAF && shape->node[i] != 0;
        if (open > 0 && !opened) {
            wgd_put_char(t, ',');
        }
    }
}

void wgd_put_tuple(wgd_text *t, const wgd_tuple *v, wgd_format f)
{
    put_nodes(t, v, v->leaf, f);
}

void wgd_put_layout(wgd_text *t, const wgd_layout *l, wgd_format f)
{
    put_nodes(t, &l->shape, l->shape.leaf, f);
    wgd_put_char(t, ':');
    put_nodes(t, &l->shape, l->stride, f);
}

void lay_put_swizzle(wgd_text *t, wgd_swizzle sw)
{
    wgd_put_str(t, "Sw<");
    wgd_put_i64(t, sw.b);
    wgd_put_char(t, ',');
    wgd_put_i64(t, sw.m);
    wgd_put_char(t, ',');
    wgd_put_i64(t, sw.s);
    wgd_put_char(t, '>');
}

void wgd_put_composed(wgd_text *t, const wgd_composed *c, wgd_format f)
{
    if (c->kind != WGD_PLAIN) {
        lay_put_swizzle(t, c->sw);
        wgd_put_str(t, " o ");
        if (c->kind == WGD_SMEM_PTR) {
            wgd_put_str(t, "smem_ptr[");
            wgd_put_i64(t, c->elem_bits);
            wgd_put_str(t, f == WGD_FMT_CUTE ? "b](unset)" : "b]");
        } else {
            put_int(t, c->offset, f);
        }
        wgd_put_str(t, " o ");
    }
    wgd_put_layout(t, &c->layout, f);
}

size_t wgd_tuple_snprintf(char *buf, size_t cap, const wgd_tuple *t, wgd_format f)
{
    wgd_text w = wgd_text_into(buf, cap);
    wgd_put_tuple(&w, t, f);
    return wgd_text_end(&w);
}

size_t wgd_layout_snprintf(char *buf, size_t cap, const wgd_layout *l, wgd_format f)
{
    wgd_text w = wgd_text_into(buf, cap);
    wgd_put_layout(&w, l, f);
    return wgd_text_end(&w);
}

size_t wgd_composed_snprintf(char *buf, size_t cap, const wgd_composed *c, wgd_format f)
{
    wgd_text w = wgd_text_into(buf, cap);
    wgd_put_composed(&w, c, f);
    return wgd_text_end(&w);
}

enum { GOT_MAX = 96 };

wgd_status lay_fail_tuple(wgd_diag *diag, wgd_status s, const char *field, const char *what,
                          const wgd_tuple *got, const char *want, const char *hint)
{
    char text[GOT_MAX];
    if (diag) {
        wgd_tuple_snprintf(text, sizeof text, got, WGD_FMT_PLAIN);
    }
    return wgd_fail(diag, s, field, what, diag ? text : NULL, want, hint);
}

wgd_status lay_fail_layout(wgd_diag *diag, wgd_status s, const char *field, const char *what,
                           const wgd_layout *got, const char *want, const char *hint)
{
    char text[GOT_MAX];
    if (diag) {
        wgd_layout_snprintf(text, sizeof text, got, WGD_FMT_PLAIN);
    }
    return wgd_fail(diag, s, field, what, diag ? text : NULL, want, hint);
}
