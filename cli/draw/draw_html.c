/* SPDX-License-Identifier: MIT
 *
 * The interactive page: page_data with the picture's title, its SVG for readers without scripts,
 * and the command line that the page starts from.
 */
#include "draw_html.h"

#include <string.h>

#include "io/xml.h"
#include "json/json_write.h"
#include "page/page_data.h"

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

static void put_mark(buf *out, const char *mark, const draw_pic *p, const draw_style *style,
                     const buf *state, wgd_diag *diag)
{
    if (mark[1] == 'T') {
        put_xml(out, p->head[0].data, p->head[0].len);
    } else if (mark[1] == 'P') {
        put_svg(out, p, style, diag);
    } else {
        put_state(out, state);
    }
}

wgd_status draw_html(buf *out, const draw_pic *p, const buf *state, const draw_style *style,
                     wgd_diag *diag)
{
    static const char *const marks[] = {"@TITLE@", "@PICTURE@", "@STATE@"};
    const char *page = (const char *)page_data;
    size_t from = 0;
    for (size_t i = 0; i < page_size; i++) {
        for (int m = 0; page[i] == '@' && m < 3; m++) {
            const size_t len = strlen(marks[m]);
            if (strncmp(page + i, marks[m], len) == 0) { /* the page ends in a newline */
                buf_mem(out, page + from, i - from);
                put_mark(out, marks[m], p, style, state, diag);
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
