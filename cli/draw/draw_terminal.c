/* SPDX-License-Identifier: MIT
 *
 * Pictures as text: Unicode box drawing or plain ASCII, colours as ANSI 256-colour backgrounds.
 * Compact on purpose: thin rules are not drawn, so that a row of cells is one row of the screen,
 * and lines appear only where an atom or a block ends.
 */
#include "draw.h"

#include <string.h>

typedef struct screen {
    buf *out;
    const draw_pic *p;
    const draw_style *style;
    int width;  /* of the text of a cell */
    int margin; /* columns before the grid: arrow labels, lanes, row labels */
    int labels; /* columns of the row labels */
} screen;

/* Where lines meet: the arms up, right, down and left, a digit each, 0 none, 1 light, 2 heavy; it is drawn as
 * U+2500 + code. Those that pictures have, whose borders are heavy; the last stands for all others. */
typedef struct box {
    uint16_t arms;
    uint8_t code;
} box;

static const box boxes[] = {
    {0x0202, 0x01}, {0x1010, 0x02}, {0x2020, 0x03}, {0x0110, 0x0c}, {0x0220, 0x0f}, {0x0022, 0x13},
    {0x2200, 0x17}, {0x2002, 0x1b}, {0x2120, 0x20}, {0x2220, 0x23}, {0x2021, 0x28}, {0x2022, 0x2b},
    {0x0111, 0x2c}, {0x0212, 0x2f}, {0x0222, 0x33}, {0x1202, 0x37}, {0x2202, 0x3b}, {0x1111, 0x3c},
    {0x1212, 0x3f}, {0x2121, 0x42}, {0x2222, 0x4b}, {0, 0x00}};

static void put_code(buf *out, unsigned code)
{
    buf_char(out, (char)(0xe0 | code >> 12));
    buf_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
    buf_char(out, (char)(0x80 | (code & 0x3f)));
}

static void put_box(const screen *s, int up, int right, int down, int left)
{
    if (!s->style->ascii) {
        const box *b = boxes;
        while (b->arms != 0 && b->arms != (up << 12 | right << 8 | down << 4 | left)) {
            b++;
        }
        put_code(s->out, 0x2500u + b->code);
    } else if (up + down == 0) {
        buf_char(s->out, right > 1 ? '=' : '-');
    } else if (right + left == 0) {
        buf_char(s->out, up > 1 ? '#' : '|');
    } else {
        buf_char(s->out, '+');
    }
}

/* The rows of the screen that picture row r takes: the rule before it, its first line of text and
 * the others. */
typedef enum lane_part { LANE_RULE, LANE_FIRST, LANE_OTHER } lane_part;

/* The part of the vertical arrows' lanes that stands there: the label where an arrow begins, its
 * shaft, its head where it ends. */
static void put_lanes(const screen *s, int r, lane_part part)
{
    const draw_pic *p = s->p;
    for (int i = 0; i < p->n_arrows; i++) {
        const draw_arrow *a = &p->arrow[i];
        if (!draw_is_vertical(a)) {
            continue;
        }
        const bool begins = r == a->row0 && part == LANE_FIRST;
        const bool shaft =
            part == LANE_OTHER ? r >= a->row0 && r < a->row1 : r > a->row0 && r <= a->row1;
        buf_left(s->out, begins ? a->label : "", (int)strlen(a->label) + 1);
        if (begins) {
            put_box(s, 0, 1, 1, 1);
        } else if (r == a->row1 && part == LANE_FIRST) {
            buf_str(s->out, s->style->ascii ? "v" : "\xe2\x96\xbc");
        } else if (shaft) {
            put_box(s, 1, 0, 1, 0);
        } else {
            buf_char(s->out, ' ');
        }
        buf_char(s->out, ' ');
    }
}

static int lanes_width(const draw_pic *p)
{
    int width = 0;
    for (int i = 0; i < p->n_arrows; i++) {
        width += draw_is_vertical(&p->arrow[i]) ? (int)strlen(p->arrow[i].label) + 3 : 0;
    }
    return width;
}

/* The row of the screen before picture row r, where a rule is drawn. */
static void put_rule_row(const screen *s, int r)
{
    const draw_pic *p = s->p;
    const int weight = p->row_rule[r];
    if (weight == DRAW_RULE_THIN) {
        return;
    }
    buf_pad(s->out, s->margin - lanes_width(p) - s->labels - 1);
    put_lanes(s, r, LANE_RULE);
    buf_pad(s->out, s->labels + 1);
    for (int c = 0; c <= p->cols; c++) {
        const int across = p->col_rule[c];
        if (across != DRAW_RULE_THIN) {
            put_box(s, r > 0 ? across : 0, c < p->cols ? weight : 0, r < p->rows ? across : 0,
                    c > 0 ? weight : 0);
        }
        const int run = c == p->cols ? 0 : s->width + 1 + (across != DRAW_RULE_THIN);
        for (int i = 0; i < run; i++) {
            put_box(s, 0, weight, 0, weight);
        }
    }
    buf_char(s->out, '\n');
}

/* The nearest colour of the 6 x 6 x 6 cube of the 256-colour palette, whose steps are 0, 95, 135, 175, 215 and 255. */
static int ansi_color(uint32_t rgb)
{
    int index = 16;
    for (int shift = 16, weight = 36; shift >= 0; shift -= 8, weight /= 6) {
        const int v = (int)(rgb >> shift & 0xff);
        index += weight * (v < 115 ? v / 48 : (v - 35) / 40);
    }
    return index;
}

static void put_color(const screen *s, const draw_cell *cell)
{
    if (!s->style->color || cell->shade == DRAW_PLAIN) {
        return;
    }
    buf_str(s->out, cell->mark ? "\033[1;4;30;48;5;" : "\033[30;48;5;");
    buf_i64(s->out, ansi_color(draw_tint[cell->shade]));
    buf_char(s->out, 'm');
}

static void end_color(const screen *s, const draw_cell *cell)
{
    if (s->style->color && cell->shade != DRAW_PLAIN) {
        buf_str(s->out, "\033[0m");
    }
}

static void put_right(buf *out, const char *text, int width)
{
    buf_pad(out, width - (int)strlen(text));
    buf_str(out, text);
}

static void put_cells(const screen *s, int r, int line)
{
    const draw_pic *p = s->p;
    for (int c = 0; c <= p->cols; c++) {
        if (p->col_rule[c] != DRAW_RULE_THIN) {
            put_box(s, p->col_rule[c], 0, p->col_rule[c], 0);
        }
        if (c < p->cols) {
            const draw_cell *cell = draw_at(p, r, c);
            put_color(s, cell);
            put_right(s->out, cell->line[line], s->width + 1);
            buf_pad(s->out, p->col_rule[c + 1] != DRAW_RULE_THIN);
            end_color(s, cell);
        }
    }
    buf_char(s->out, '\n');
}

/* The screen column of the last character of column c's text; the rule before the first column is always there. */
static int text_end(const screen *s, int c)
{
    int x = s->margin + (c + 1) * (s->width + 1);
    for (int i = 1; i <= c; i++) {
        x += s->p->col_rule[i] != DRAW_RULE_THIN ? 2 : 0; /* a blank and the rule */
    }
    return x;
}

static void put_flat_arrow(const screen *s, const draw_arrow *a)
{
    const int x0 = text_end(s, a->col0), x1 = text_end(s, a->col1);
    buf_pad(s->out, x0);
    for (int x = x0; x < x1; x++) {
        put_box(s, 0, 1, x == x0, x > x0);
    }
    buf_str(s->out, s->style->ascii ? "> " : "\xe2\x96\xb6 ");
    buf_str(s->out, a->label);
    buf_char(s->out, '\n');
}

static void put_col_labels(const screen *s)
{
    const draw_pic *p = s->p;
    if (draw_label_width(p->col_label, p->cols) == 0) {
        return;
    }
    buf_pad(s->out, s->margin - (int)strlen(p->corner) - 1);
    buf_str(s->out, p->corner);
    buf_char(s->out, ' ');
    for (int c = 0; c < p->cols; c++) {
        buf_pad(s->out, p->col_rule[c] != DRAW_RULE_THIN);
        put_right(s->out, p->col_label[c], s->width + 1);
        buf_pad(s->out, c + 1 < p->cols && p->col_rule[c + 1] != DRAW_RULE_THIN);
    }
    buf_char(s->out, '\n');
}

static void put_legend(const screen *s)
{
    const draw_pic *p = s->p;
    if (!s->style->color || !p->shade_title) {
        return;
    }
    buf_str(s->out, p->shade_title);
    buf_char(s->out, ':');
    for (int i = 0; i < DRAW_SHADES; i++) {
        const draw_cell swatch = {.shade = (int8_t)i};
        if (p->shade_text[i][0] != '\0') {
            buf_char(s->out, ' ');
            put_color(s, &swatch);
            buf_char(s->out, ' ');
            buf_str(s->out, p->shade_text[i]);
            buf_char(s->out, ' ');
            end_color(s, &swatch);
        }
    }
    buf_char(s->out, '\n');
}

void draw_put_heads(buf *out, const draw_pic *p)
{
    for (int i = 0; i < p->n_heads; i++) {
        buf_mem(out, p->head[i].data, p->head[i].len);
        buf_char(out, '\n');
    }
    buf_char(out, '\n');
}

wgd_status draw_put_terminal(buf *out, const draw_pic *p, const draw_style *style, wgd_diag *diag)
{
    (void)diag;
    screen s = {.out = out, .p = p, .style = style};
    s.width = draw_max(draw_text_width(p), draw_label_width(p->col_label, p->cols));
    s.labels = draw_label_width(p->row_label, p->rows);
    const int lanes = lanes_width(p);
    s.margin = draw_max(lanes + s.labels, (int)strlen(p->corner)) + 1;
    draw_put_heads(out, p);
    for (int i = 0; i < p->n_arrows; i++) {
        if (!draw_is_vertical(&p->arrow[i])) {
            put_flat_arrow(&s, &p->arrow[i]);
        }
    }
    put_col_labels(&s);
    for (int r = 0; r < p->rows; r++) {
        put_rule_row(&s, r);
        for (int line = 0; line < p->lines; line++) {
            buf_pad(out, s.margin - lanes - s.labels - 1);
            put_lanes(&s, r, line == 0 ? LANE_FIRST : LANE_OTHER);
            put_right(out, line == 0 ? p->row_label[r] : "", s.labels);
            buf_char(out, ' ');
            put_cells(&s, r, line);
        }
    }
    put_rule_row(&s, p->rows);
    put_legend(&s);
    return WGD_OK;
}
