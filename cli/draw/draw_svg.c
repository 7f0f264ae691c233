/* SPDX-License-Identifier: MIT
 *
 * SVG: whole numbers only, no scripts, no fonts to load. Every cell is a group with id
 * cell-ROW-COL and the classes "cell" and "s0".."s7", so that a style sheet can restyle it. Widths
 * are computed for a monospaced font of 0.62 em; textLength keeps a wider font inside its cell.
 */
#include "draw_vector.h"
#include "io/xml.h"

#include <string.h>

enum { FONT = 12, CHAR_W = 8, LINE_H = 16, PAD = 6 };

static void attr(buf *out, const char *name, int v)
{
    buf_char(out, ' ');
    buf_str(out, name);
    buf_str(out, "=\"");
    buf_i64(out, v);
    buf_char(out, '"');
}

static void put_style(buf *out)
{
    buf_str(out, "<style>\n"
                 "text{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
                 "font-size:12px;fill:#000}\n"
                 ".title,.axis,.key{font-weight:bold}\n"
                 ".cell text{text-anchor:middle}\n"
                 ".cell rect{stroke:#999;stroke-width:1}\n"
                 ".cell.mark rect{stroke:#000;stroke-width:3}\n"
                 ".cell.dim{opacity:.4}\n"
                 ".atom{stroke:#000;stroke-width:1}\n"
                 ".block{stroke:#000;stroke-width:3}\n"
                 ".arrow path{fill:none;stroke:#000;stroke-width:2}\n"
                 ".arrow polygon{fill:#000}\n"
                 ".LBO path{stroke:#a04000}.LBO polygon,.LBO text{fill:#a04000}\n"
                 ".SBO path{stroke:#005a8c}.SBO polygon,.SBO text{fill:#005a8c}\n"
                 ".paper,.plain rect{fill:#fff}\n");
    for (int i = 0; i < DRAW_SHADES; i++) {
        static const char hex[] = "0123456789abcdef";
        buf_str(out, ".s");
        buf_i64(out, i);
        buf_str(out, " rect{fill:#");
        for (int shift = 20; shift >= 0; shift -= 4) {
            buf_char(out, hex[draw_tint[i] >> shift & 15]);
        }
        buf_str(out, "}\n");
    }
    buf_str(out, "</style>\n");
}

static void svg_begin(buf *out, const draw_pic *p, int w, int h)
{
    buf_str(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    attr(out, "width", w);
    attr(out, "height", h);
    buf_str(out, " viewBox=\"0 0 ");
    buf_i64(out, w);
    buf_char(out, ' ');
    buf_i64(out, h);
    buf_str(out, "\">\n");
    buf_str(out, "<title>");
    put_xml(out, p->head[0].data, p->head[0].len);
    buf_str(out, "</title>\n");
    put_style(out);
    buf_str(out, "<rect class=\"paper\"");
    attr(out, "width", w);
    attr(out, "height", h);
    buf_str(out, "/>\n");
}

static void put_rect(buf *out, int x, int y, int w, int h)
{
    buf_str(out, "<rect");
    attr(out, "x", x);
    attr(out, "y", y);
    attr(out, "width", w);
    attr(out, "height", h);
    buf_str(out, "/>");
}

static void put_shade(buf *out, int shade)
{
    if (shade == DRAW_PLAIN) {
        buf_str(out, "plain");
    } else {
        buf_char(out, 's');
        buf_i64(out, shade);
    }
}

static void svg_cell(buf *out, const draw_pic *p, int row, int col, int x, int y, int w, int h)
{
    const draw_cell *cell = draw_at(p, row, col);
    buf_str(out, "<g id=\"cell-");
    buf_i64(out, row);
    buf_char(out, '-');
    buf_i64(out, col);
    buf_str(out, "\" class=\"cell ");
    put_shade(out, cell->shade);
    buf_str(out, cell->mark ? " mark" : "");
    buf_str(out, cell->dim ? " dim\">" : "\">");
    put_rect(out, x, y, w, h);
    for (int i = 0; i < DRAW_LINES; i++) {
        const size_t len = strlen(cell->line[i]);
        if (len > 0) {
            buf_str(out, "<text");
            attr(out, "x", x + w / 2);
            attr(out, "y", y + PAD / 2 + (i + 1) * LINE_H - LINE_H / 4);
            buf_char(out, '>');
            put_xml(out, cell->line[i], len);
            buf_str(out, "</text>");
        }
    }
    buf_str(out, "</g>\n");
}

static void svg_swatch(buf *out, int shade, int x, int y, int w, int h)
{
    buf_str(out, "<g class=\"");
    put_shade(out, shade);
    buf_str(out, "\">");
    put_rect(out, x, y, w, h);
    buf_str(out, "</g>\n");
}

static void svg_rule(buf *out, draw_rule weight, int x0, int y0, int x1, int y1)
{
    buf_str(out, weight == DRAW_RULE_BLOCK ? "<line class=\"block\"" : "<line class=\"atom\"");
    attr(out, "x1", x0);
    attr(out, "y1", y0);
    attr(out, "x2", x1);
    attr(out, "y2", y1);
    buf_str(out, "/>\n");
}

static void svg_text(buf *out, vector_text kind, vector_anchor anchor, int x, int y, const char *s,
                     size_t len)
{
    static const char *const class_of[] = {"title", "note", "axis", "key"};
    static const char *const anchor_of[] = {"start", "middle", "end"};
    buf_str(out, "<text class=\"");
    buf_str(out, class_of[kind]);
    buf_str(out, "\" text-anchor=\"");
    buf_str(out, anchor_of[anchor]);
    buf_char(out, '"');
    attr(out, "x", x);
    attr(out, "y", y);
    buf_str(out, " xml:space=\"preserve\">");
    put_xml(out, s, len);
    buf_str(out, "</text>\n");
}

/* The head of an arrow that ends at (x, y), having come from (fx, fy), above or left of it. */
static void put_head(buf *out, int fx, int fy, int x, int y)
{
    enum { LONG = 8, HALF = 4 };
    const int dx = x > fx ? -LONG : 0;
    const int dy = y > fy ? -LONG : 0;
    const int sx = dy != 0 ? HALF : 0, sy = dx != 0 ? HALF : 0;
    const int point[] = {x, y, x + dx + sx, y + dy + sy, x + dx - sx, y + dy - sy};
    buf_str(out, "<polygon points=\"");
    for (int i = 0; i < 6; i++) {
        buf_str(out, i == 0 ? "" : i % 2 ? "," : " ");
        buf_i64(out, point[i]);
    }
    buf_str(out, "\"/>");
}

static void svg_arrow(buf *out, const draw_arrow *a, const int xy[8], int lx, int ly,
                      vector_anchor anchor)
{
    buf_str(out, "<g class=\"arrow ");
    buf_str(out, a->name);
    buf_str(out, "\"><path d=\"");
    for (int i = 0; i < 8; i++) {
        buf_str(out, i == 0 ? "M" : i == 2 ? " L" : " ");
        buf_i64(out, xy[i]);
    }
    buf_str(out, "\"/>");
    put_head(out, xy[4], xy[5], xy[6], xy[7]);
    svg_text(out, VECTOR_KEY, anchor, lx, ly, a->label, strlen(a->label));
    buf_str(out, "</g>\n");
}

static void svg_end(buf *out)
{
    buf_str(out, "</svg>\n");
}

wgd_status draw_put_svg(buf *out, const draw_pic *p, const draw_style *style, wgd_diag *diag)
{
    (void)style;
    (void)diag;
    static const vector_ops ops = {{CHAR_W, LINE_H, PAD},
                                   svg_begin,
                                   svg_cell,
                                   svg_swatch,
                                   svg_rule,
                                   svg_text,
                                   svg_arrow,
                                   svg_end};
    vector_draw(out, p, &ops);
    return WGD_OK;
}
