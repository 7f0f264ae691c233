/* SPDX-License-Identifier: MIT
 *
 * What SVG and LaTeX share: where everything of a picture lies on the sheet.
 */
#include "draw_vector.h"

#include <string.h>

typedef struct plan {
    buf *out;
    const draw_pic *p;
    const vector_ops *ops;
    vector_metrics m;
    int cell_w, cell_h;
    int x0, y0;         /* top left of the grid */
    int head_h;         /* height of the lines above */
    int lane_x, lane_y; /* lanes of the vertical and of the horizontal arrow */
    int w, h;           /* of the whole picture */
} plan;

static int text_w(const plan *g, size_t chars)
{
    return (int)chars * g->m.char_w;
}

/* Room for an arrow beside the labels. */
static int lane(const plan *g)
{
    return 2 * g->m.pad + g->m.line_h / 2;
}

/* The arrow that runs that way: a picture has one at most. */
static const draw_arrow *arrow_of(const draw_pic *p, bool vertical)
{
    for (int i = 0; i < p->n_arrows; i++) {
        if (draw_is_vertical(&p->arrow[i]) == vertical) {
            return &p->arrow[i];
        }
    }
    return NULL;
}

static int label_w(const plan *g, const draw_arrow *a)
{
    return text_w(g, strlen(a->label));
}

static int legend_entry_w(const plan *g)
{
    size_t w = 0;
    for (int i = 0; i < DRAW_SHADES; i++) {
        const size_t len = strlen(g->p->shade_text[i]);
        w = len > w ? len : w;
    }
    return text_w(g, w) + g->m.line_h + 3 * g->m.pad;
}

static int legend_columns(const plan *g)
{
    const int fit = (g->w - 2 * g->m.line_h) / legend_entry_w(g);
    return fit > DRAW_SHADES ? DRAW_SHADES : fit; /* make_plan sees to one at least */
}

static int legend_entries(const draw_pic *p)
{
    int n = 0;
    for (int i = 0; i < DRAW_SHADES; i++) {
        n += p->shade_text[i][0] != '\0';
    }
    return n;
}

static void make_plan(plan *g)
{
    const draw_pic *p = g->p;
    const int edge = g->m.line_h;
    const int labels = draw_label_width(p->row_label, p->rows);
    const int text = draw_max(draw_text_width(p), draw_label_width(p->col_label, p->cols));
    g->cell_w = text * g->m.char_w + 2 * g->m.pad;
    g->cell_h = p->lines * g->m.line_h + g->m.pad;

    const draw_arrow *down = arrow_of(p, true), *across = arrow_of(p, false);
    const int left_arrows = down ? label_w(g, down) + lane(g) + edge : 0;
    const int axis_w = text_w(g, (size_t)draw_max((int)strlen(p->corner), labels)) + 2 * g->m.pad;
    g->lane_x = edge + left_arrows;
    g->x0 = g->lane_x + axis_w;

    g->head_h = edge / 2 + p->n_heads * (g->m.line_h + 2);
    const int flat_h = across ? g->m.line_h + lane(g) : 0;
    g->lane_y = g->head_h + edge / 2 + flat_h;
    g->y0 = g->lane_y + g->m.line_h + 2 * g->m.pad;

    g->w = g->x0 + p->cols * g->cell_w + edge;
    for (int i = 0; i < p->n_heads; i++) {
        g->w = draw_max(g->w, text_w(g, p->head[i].len) + 2 * edge);
    }
    if (across) {
        g->w = draw_max(g->w, g->x0 + across->col0 * g->cell_w + label_w(g, across) + edge);
    }
    g->h = g->y0 + p->rows * g->cell_h + edge;
    if (p->shade_title) {
        g->w = draw_max(g->w,
                        draw_max(text_w(g, strlen(p->shade_title)), legend_entry_w(g)) + 2 * edge);
        const int columns = legend_columns(g);
        const int rows = (legend_entries(p) + columns - 1) / columns;
        g->h += (rows + 1) * (g->m.line_h + g->m.pad) + g->m.pad;
    }
}

static void put_text(const plan *g, vector_text kind, vector_anchor anchor, int x, int y,
                     const char *s)
{
    if (s[0] != '\0') {
        g->ops->text(g->out, kind, anchor, x, y, s, strlen(s));
    }
}

/* A base line this far above the bottom of a line centres digits and capitals in it. */
static int drop(const plan *g)
{
    return g->m.line_h / 4;
}

static void put_heads(const plan *g)
{
    for (int i = 0; i < g->p->n_heads; i++) {
        const buf *head = &g->p->head[i];
        const int y = g->m.line_h / 2 + (i + 1) * (g->m.line_h + 2) - drop(g);
        g->ops->text(g->out, i == 0 ? VECTOR_TITLE : VECTOR_NOTE, VECTOR_START, g->m.line_h, y,
                     head->data, head->len);
    }
}

static void put_axes(const plan *g)
{
    const draw_pic *p = g->p;
    const int below = g->y0 - g->m.pad - drop(g);
    put_text(g, VECTOR_AXIS, VECTOR_END, g->x0 - g->m.pad, below, p->corner);
    for (int c = 0; c < p->cols; c++) {
        put_text(g, VECTOR_NOTE, VECTOR_MIDDLE, g->x0 + c * g->cell_w + g->cell_w / 2, below,
                 p->col_label[c]);
    }
    for (int r = 0; r < p->rows; r++) {
        const int y = g->y0 + r * g->cell_h + (g->cell_h + g->m.line_h) / 2 - drop(g);
        put_text(g, VECTOR_NOTE, VECTOR_END, g->x0 - g->m.pad, y, p->row_label[r]);
    }
}

static void put_rules(const plan *g, draw_rule weight)
{
    const draw_pic *p = g->p;
    const int right = g->x0 + p->cols * g->cell_w, bottom = g->y0 + p->rows * g->cell_h;
    for (int r = 0; r <= p->rows; r++) {
        const int y = g->y0 + r * g->cell_h;
        if (p->row_rule[r] == weight) {
            g->ops->rule(g->out, weight, g->x0, y, right, y);
        }
    }
    for (int c = 0; c <= p->cols; c++) {
        const int x = g->x0 + c * g->cell_w;
        if (p->col_rule[c] == weight) {
            g->ops->rule(g->out, weight, x, g->y0, x, bottom);
        }
    }
}

/* The vertical arrow runs left of the row labels, the horizontal one above the column labels;
 * both leave and meet the grid at the corner where the cell's pattern starts. */
static void put_arrows(const plan *g)
{
    for (int i = 0; i < g->p->n_arrows; i++) {
        const draw_arrow *a = &g->p->arrow[i];
        const int inset = g->m.pad;
        if (draw_is_vertical(a)) {
            /* Near the row's upper border, so that the row labels stay clear. */
            const int x = g->lane_x - g->m.pad;
            const int y0 = g->y0 + a->row0 * g->cell_h + inset / 3;
            const int y1 = g->y0 + a->row1 * g->cell_h + inset / 3;
            const int xy[] = {g->x0, y0, x, y0, x, y1, g->x0, y1};
            g->ops->arrow(g->out, a, xy, x - g->m.pad, (y0 + y1) / 2 + drop(g), VECTOR_END);
        } else {
            const int y = g->lane_y - g->m.pad;
            const int x0 = g->x0 + a->col0 * g->cell_w + inset;
            const int x1 = g->x0 + a->col1 * g->cell_w + inset;
            const int xy[] = {x0, g->y0, x0, y, x1, y, x1, g->y0};
            g->ops->arrow(g->out, a, xy, x0, y - drop(g), VECTOR_START);
        }
    }
}

static void put_legend(const plan *g)
{
    const draw_pic *p = g->p;
    if (!p->shade_title) {
        return;
    }
    const int pitch = g->m.line_h + g->m.pad, columns = legend_columns(g);
    const int top = g->y0 + p->rows * g->cell_h + g->m.line_h / 2 + g->m.pad;
    put_text(g, VECTOR_KEY, VECTOR_START, g->m.line_h, top + g->m.line_h - drop(g), p->shade_title);
    int n = 0;
    for (int i = 0; i < DRAW_SHADES; i++) {
        if (p->shade_text[i][0] != '\0') {
            const int x = g->m.line_h + n % columns * legend_entry_w(g);
            const int y = top + pitch * (1 + n / columns);
            g->ops->swatch(g->out, i, x, y, g->m.line_h, g->m.line_h);
            put_text(g, VECTOR_NOTE, VECTOR_START, x + g->m.line_h + g->m.pad,
                     y + g->m.line_h - drop(g), p->shade_text[i]);
            n++;
        }
    }
}

void vector_draw(buf *out, const draw_pic *p, const vector_ops *ops)
{
    plan g = {.out = out, .p = p, .ops = ops, .m = ops->metrics};
    make_plan(&g);
    ops->begin(out, p, g.w, g.h);
    put_heads(&g);
    put_axes(&g);
    for (int r = 0; r < p->rows; r++) {
        for (int c = 0; c < p->cols; c++) {
            ops->cell(out, p, r, c, g.x0 + c * g.cell_w, g.y0 + r * g.cell_h, g.cell_w, g.cell_h);
        }
    }
    put_rules(&g, DRAW_RULE_ATOM);
    put_rules(&g, DRAW_RULE_BLOCK);
    put_arrows(&g);
    put_legend(&g);
    ops->end(out);
}
