/* SPDX-License-Identifier: MIT
 *
 * The interactive page: page_data with the picture's title, its SVG for readers without scripts,
 * and the state that the page starts from.
 */
#include "draw_html.h"

#include <string.h>

#include "json/json_write.h"
#include "page/page_data.h"

/* Text in HTML. */
static void escaped(buf *out, const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '&' || s[i] == '<' || s[i] == '>') {
            buf_str(out, s[i] == '&' ? "&amp;" : s[i] == '<' ? "&lt;" : "&gt;");
        } else {
            buf_char(out, s[i]);
        }
    }
}

/* JSON inside a script element: "</script>" must not show, so '<' is written as an escape, which it
 * may be since it stands in strings only. */
static void put_state(buf *out, const buf *state)
{
    for (size_t i = 0; i < state->len; i++) {
        if (state->data[i] == '<') {
            buf_str(out, "\\u003c");
        } else {
            buf_char(out, state->data[i]);
        }
    }
}

/* The SVG without its XML declaration, which has no place inside HTML. */
static void put_svg(buf *out, const draw_pic *p, const draw_style *style, wgd_diag *diag)
{
    buf svg = {0};
    (void)draw_put_svg(&svg, p, style, diag);
    const char *at = svg.data ? memchr(svg.data, '\n', svg.len) : NULL;
    if (at) {
        buf_mem(out, at + 1, svg.len - (size_t)(at + 1 - svg.data));
    }
    out->failed |= svg.failed;
    buf_free(&svg);
}

static void put_mark(buf *out, const char *mark, size_t len, const draw_pic *p,
                     const draw_style *style, const buf *state, wgd_diag *diag)
{
    if (len == 7 && memcmp(mark, "@TITLE@", 7) == 0) {
        escaped(out, p->head[0].data ? p->head[0].data : "", p->head[0].len);
    } else if (len == 9 && memcmp(mark, "@PICTURE@", 9) == 0) {
        put_svg(out, p, style, diag);
    } else {
        put_state(out, state);
    }
}

wgd_status draw_html_state(buf *out, const draw_pic *p, const buf *state, const draw_style *style,
                           wgd_diag *diag)
{
    static const char *const marks[] = {"@TITLE@", "@PICTURE@", "@STATE@"};
    const char *page = (const char *)page_data;
    size_t from = 0;
    for (size_t i = 0; i < page_size; i++) {
        for (int m = 0; page[i] == '@' && m < 3; m++) {
            const size_t len = strlen(marks[m]);
            if (len <= page_size - i && memcmp(page + i, marks[m], len) == 0) {
                buf_mem(out, page + from, i - from);
                put_mark(out, marks[m], len, p, style, state, diag);
                from = i + len;
                i = from - 1;
                break;
            }
        }
    }
    buf_mem(out, page + from, page_size - from);
    out->failed |= state->failed;
    return WGD_OK;
}

static void put_strings(buf *state, const char *key, const draw_pic *p)
{
    json_open(state, key, '[');
    for (int i = 0; i < p->rows * p->cols; i++) {
        json_open(state, NULL, '[');
        for (int l = 0; l < p->lines; l++) {
            json_str(state, NULL, p->cell[i].line[l]);
        }
        json_close(state, ']');
    }
    json_close(state, ']');
}

static void put_labels(buf *state, const char *key, char (*label)[DRAW_LABEL], int n)
{
    json_open(state, key, '[');
    for (int i = 0; i < n; i++) {
        json_str(state, NULL, label[i]);
    }
    json_close(state, ']');
}

static void put_picture(buf *state, const draw_pic *p)
{
    json_open(state, NULL, '{');
    json_str(state, "kind", "picture");
    json_int(state, "rows", p->rows);
    json_int(state, "cols", p->cols);
    json_raw(state, "cell", "[1,1]", 5);
    json_raw(state, "atom", "[0,0]", 5);
    put_labels(state, "row_labels", p->row_label, p->rows);
    put_labels(state, "col_labels", p->col_label, p->cols);
    json_open(state, "shades", '[');
    for (int i = 0; i < p->rows * p->cols; i++) {
        json_int(state, NULL, p->cell[i].shade);
    }
    json_close(state, ']');
    json_open(state, "heads", '[');
    for (int i = 1; i < p->n_heads; i++) {
        json_text(state, NULL, p->head[i].data ? p->head[i].data : "", p->head[i].len);
    }
    json_close(state, ']');
    put_strings(state, "cells", p);
    json_close(state, '}');
}

wgd_status draw_put_html(buf *out, const draw_pic *p, const draw_style *style, wgd_diag *diag)
{
    buf state = {0};
    put_picture(&state, p);
    const wgd_status st = draw_html_state(out, p, &state, style, diag);
    buf_free(&state);
    return st;
}
