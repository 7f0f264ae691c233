/* SPDX-License-Identifier: MIT
 *
 * LaTeX with TikZ: a document of its own, whose page is the picture, or the tikzpicture alone to be
 * put into another document. One unit is 1bp, y grows downwards; whole numbers only.
 */
#include "draw_vector.h"

#include <string.h>

enum { CHAR_W = 6, LINE_H = 12, PAD = 4, TEX_CELLS_MAX = 4096 };

static void escaped(buf *out, const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const char c = s[i];
        if (c == '\\') {
            buf_str(out, "\\textbackslash{}");
        } else if (c == '^') {
            buf_str(out, "\\textasciicircum{}");
        } else if (strchr("{}$&#_%", c)) {
            buf_char(out, '\\');
            buf_char(out, c);
        } else if (c == ' ') {
            buf_str(out, "\\ ");
        } else {
            buf_char(out, c); /* a model's text is ASCII */
        }
    }
}

static void point(buf *out, int x, int y)
{
    buf_char(out, '(');
    buf_i64(out, x);
    buf_char(out, ',');
    buf_i64(out, y);
    buf_char(out, ')');
}

static void color(buf *out, const char *name, uint32_t rgb)
{
    buf_str(out, "\\definecolor{wgd");
    buf_str(out, name);
    buf_str(out, "}{RGB}{");
    buf_i64(out, rgb >> 16 & 255);
    buf_char(out, ',');
    buf_i64(out, rgb >> 8 & 255);
    buf_char(out, ',');
    buf_i64(out, rgb & 255);
    buf_str(out, "}%\n");
}

static void picture_begin(buf *out, const draw_pic *p, int w, int h)
{
    (void)p;
    color(out, "LBO", 0xa04000);
    color(out, "SBO", 0x005a8c);
    for (int i = 0; i < DRAW_SHADES; i++) {
        const char name[] = {'s', (char)('0' + i), '\0'};
        color(out, name, draw_tint[i]);
    }
    buf_str(out, "\\begin{tikzpicture}[x=1bp,y=-1bp,\n"
                 "  wgd cell/.style={draw=black!40,line width=.4bp},\n"
                 "  wgd mark/.style={draw=black,line width=1.2bp},\n"
                 "  wgd dim/.style={opacity=.4},\n"
                 "  wgd atom/.style={line width=.6bp},\n"
                 "  wgd block/.style={line width=1.8bp},\n"
                 "  wgd arrow/.style={line width=1bp,->},\n"
                 "  wgd text/.style={inner sep=0pt,outer sep=0pt,"
                 "font=\\fontsize{9}{11}\\selectfont\\ttfamily}]\n"
                 "\\useasboundingbox (0,0) rectangle ");
    point(out, w, h);
    buf_str(out, ";\n");
}

static void shade_name(buf *out, int shade)
{
    if (shade == DRAW_PLAIN) {
        buf_str(out, "white");
    } else {
        buf_str(out, "wgds");
        buf_i64(out, shade);
    }
}

static void box(buf *out, const char *style, int shade, int x, int y, int w, int h)
{
    buf_str(out, "\\path[");
    buf_str(out, style);
    buf_str(out, ",fill=");
    shade_name(out, shade);
    buf_str(out, "] ");
    point(out, x, y);
    buf_str(out, " rectangle ");
    point(out, x + w, y + h);
    buf_str(out, ";\n");
}

static void node(buf *out, const char *style, const char *anchor, int x, int y, const char *s,
                 size_t len)
{
    buf_str(out, "\\node[");
    buf_str(out, style);
    buf_str(out, ",anchor=base");
    buf_str(out, anchor);
    buf_str(out, "] at ");
    point(out, x, y);
    buf_str(out, " {");
    escaped(out, s, len);
    buf_str(out, "};\n");
}

static void picture_cell(buf *out, const draw_pic *p, int row, int col, int x, int y, int w, int h)
{
    const draw_cell *cell = draw_at(p, row, col);
    const char *style = cell->mark ? "wgd mark" : cell->dim ? "wgd cell,wgd dim" : "wgd cell";
    buf_str(out, "% cell ");
    buf_i64(out, row);
    buf_char(out, ' ');
    buf_i64(out, col);
    buf_char(out, '\n');
    box(out, style, cell->shade, x, y, w, h);
    for (int i = 0; i < DRAW_LINES; i++) {
        const size_t len = strlen(cell->line[i]);
        if (len > 0) {
            node(out, cell->dim ? "wgd text,wgd dim" : "wgd text", "", x + w / 2,
                 y + PAD / 2 + (i + 1) * LINE_H - LINE_H / 4, cell->line[i], len);
        }
    }
}

static void picture_swatch(buf *out, int shade, int x, int y, int w, int h)
{
    box(out, "wgd cell", shade, x, y, w, h);
}

static void picture_rule(buf *out, draw_rule weight, int x0, int y0, int x1, int y1)
{
    buf_str(out, weight == DRAW_RULE_BLOCK ? "\\draw[wgd block] " : "\\draw[wgd atom] ");
    point(out, x0, y0);
    buf_str(out, " -- ");
    point(out, x1, y1);
    buf_str(out, ";\n");
}

static void picture_text(buf *out, vector_text kind, vector_anchor anchor, int x, int y,
                         const char *s, size_t len)
{
    (void)kind;
    static const char *const anchor_of[] = {" west", "", " east"};
    node(out, "wgd text", anchor_of[anchor], x, y, s, len);
}

static void picture_arrow(buf *out, const draw_arrow *a, const int xy[8], int lx, int ly,
                          vector_anchor anchor)
{
    buf_str(out, "\\draw[wgd arrow,wgd");
    buf_str(out, a->name);
    buf_str(out, "] ");
    for (int i = 0; i < 4; i++) {
        buf_str(out, i == 0 ? "" : " -- ");
        point(out, xy[2 * i], xy[2 * i + 1]);
    }
    buf_str(out, ";\n\\begin{scope}[wgd");
    buf_str(out, a->name);
    buf_str(out, "]\n");
    picture_text(out, VECTOR_KEY, anchor, lx, ly, a->label, strlen(a->label));
    buf_str(out, "\\end{scope}\n");
}

static void picture_end(buf *out)
{
    buf_str(out, "\\end{tikzpicture}%\n");
}

static void document_begin(buf *out, const draw_pic *p, int w, int h)
{
    buf_str(out, "\\documentclass{article}\n"
                 "\\usepackage{tikz}\n"
                 "\\usepackage[margin=0bp,paperwidth=");
    buf_i64(out, w);
    buf_str(out, "bp,paperheight=");
    buf_i64(out, h + LINE_H);
    buf_str(out, "bp]{geometry}\n"
                 "\\pagestyle{empty}\n"
                 "\\setlength{\\parindent}{0pt}\n"
                 "\\setlength{\\topskip}{0pt}\n"
                 "\\begin{document}\n");
    picture_begin(out, p, w, h);
}

static void document_end(buf *out)
{
    picture_end(out);
    buf_str(out, "\\end{document}\n");
}

/* TeX holds the whole page in memory; beyond this many cells it may run out of it. */
static wgd_status check_size(const draw_pic *p, wgd_diag *diag)
{
    const int64_t cells = (int64_t)p->rows * p->cols;
    if (cells <= TEX_CELLS_MAX) {
        return WGD_OK;
    }
    return wgd_fail_num(diag, WGD_ERR_LIMIT, "format", "too many cells for TeX", cells,
                        "at most 4096 cells", "draw chunks (--unit chunk), or an SVG");
}

wgd_status draw_put_latex(buf *out, const draw_pic *p, const draw_style *style, wgd_diag *diag)
{
    static const vector_ops ops = {{CHAR_W, LINE_H, PAD}, document_begin, picture_cell,
                                   picture_swatch,        picture_rule,   picture_text,
                                   picture_arrow,         document_end};
    (void)style;
    const wgd_status s = check_size(p, diag);
    if (s == WGD_OK) {
        vector_draw(out, p, &ops);
    }
    return s;
}

wgd_status draw_put_latex_fragment(buf *out, const draw_pic *p, const draw_style *style,
                                   wgd_diag *diag)
{
    static const vector_ops ops = {{CHAR_W, LINE_H, PAD}, picture_begin, picture_cell,
                                   picture_swatch,        picture_rule,  picture_text,
                                   picture_arrow,         picture_end};
    (void)style;
    const wgd_status s = check_size(p, diag);
    if (s == WGD_OK) {
        buf_str(out, "% needs \\usepackage{tikz} in the preamble\n");
        vector_draw(out, p, &ops);
    }
    return s;
}
