/* SPDX-License-Identifier: MIT
 *
 * A fragment of tensor memory as text and as JSON.
 */
#include "tmem_print.h"

#include "base/never.h"

static uint32_t address_of(int lane, int column)
{
    return (uint32_t)lane << 16 | (uint32_t)column;
}

void tmem_put_address(buf *out, int lane, int column)
{
    buf_word32(out, address_of(lane, column));
}

void tmem_json_address(buf *out, const char *key, int lane, int column)
{
    json_word32(out, key, address_of(lane, column));
}

static bool is_scales(const wgd_tmem *t)
{
    return t->spec.what == WGD_TMEM_SFA || t->spec.what == WGD_TMEM_SFB;
}

static bool is_acc(const wgd_tmem *t)
{
    return t->spec.what == WGD_TMEM_C || t->spec.what == WGD_TMEM_C_WS;
}

/* The bits that one element's value takes in its cell; an accumulator has the cell to itself. */
static int bits_of(const wgd_tmem *t, const wgd_tmem_place *p)
{
    return is_acc(t) ? wgd_frag_type_bits((wgd_frag_type)t->spec.type) : p->bits;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void text_place(buf *out, const wgd_tmem *t, wgd_tmem_place p)
{
    const int bits = bits_of(t, &p);
    buf_str(out, "lane ");
    buf_right_i64(out, p.lane, 3);
    buf_str(out, "  column ");
    buf_right_i64(out, p.column, 3);
    buf_str(out, "  ");
    tmem_put_address(out, p.lane, p.column);
    if (bits < 32) {
        buf_str(out, "  bit ");
        buf_i64(out, p.bit);
        buf_str(out, bits > 1 ? "-" : "");
        if (bits > 1) {
            buf_i64(out, p.bit + bits - 1);
        }
    }
    buf_char(out, '\n');
}

static void text_element(buf *out, const wgd_tmem *t, const tmem_query *q)
{
    for (int i = 0; i < t->copies; i++) {
        buf_char(out, '(');
        buf_i64(out, q->row);
        buf_char(out, ',');
        buf_i64(out, q->col);
        buf_str(out, ")  ");
        text_place(out, t, wgd_tmem_find(t, q->row, q->col, i));
    }
}

/* The values of one cell, low bits first. */
static void text_cell(buf *out, const wgd_tmem *t, const tmem_query *q)
{
    int row, col, found = 0;
    buf_str(out, "lane ");
    buf_i64(out, q->lane);
    buf_str(out, ", column ");
    buf_i64(out, q->column);
    buf_char(out, ':');
    for (int i = 0; i < 1 << t->shift; i++) {
        if (wgd_tmem_at(t, q->lane, q->column, i, &row, &col)) {
            buf_str(out, " (");
            buf_i64(out, row);
            buf_char(out, ',');
            buf_i64(out, col);
            buf_char(out, ')');
            found++;
        }
    }
    buf_str(out, found ? "\n" : " nothing\n");
}

static void text_line(buf *out, const char *label, int64_t value, const char *unit)
{
    buf_str(out, "  ");
    buf_left(out, label, 10);
    buf_i64(out, value);
    buf_str(out, unit);
    buf_char(out, '\n');
}

static void text_head(buf *out, const wgd_tmem *t)
{
    const wgd_tmem_spec *s = &t->spec;
    buf_str(out, wgd_tmem_what_name(s->what));
    buf_str(out, ", ");
    buf_str(out, wgd_tmem_what_text(s->what));
    buf_str(out, ", ");
    buf_str(out, wgd_frag_type_name((wgd_frag_type)s->type));
    buf_str(out, ", cta_group ");
    buf_i64(out, s->cta_group);
    if (s->alloc != WGD_TMEM_DEFAULT) {
        buf_str(out, ", ");
        buf_str(out, wgd_tmem_alloc_name(s->alloc));
    }
    buf_str(out, "\n  ");
    buf_left(out, "shape", 10);
    buf_i64(out, (int64_t)t->rows * s->tiles[0]);
    buf_str(out, " x ");
    buf_i64(out, (int64_t)t->cols * s->tiles[1]);
    buf_str(out, "\n  ");
    buf_left(out, "layout", 10);
    buf_layout(out, &t->layout, WGD_FMT_PLAIN);
    buf_str(out, "\n            ((row, column), tiles) -> lane << ");
    buf_i64(out, 16 + t->shift);
    buf_str(out, t->shift ? " | column << " : " | column");
    if (t->shift) {
        buf_i64(out, t->shift);
        buf_str(out, " | index");
    }
    buf_char(out, '\n');
    text_line(out, "lanes", t->lanes, " of 128");
    text_line(out, "columns", t->columns, "");
    text_line(out, "allocate", wgd_tmem_alloc_columns(t->columns), " columns");
    if (t->copies > 1) {
        text_line(out, "copies", t->copies, " of each element");
    }
}

/* A line for each 16 lanes: which rows lie there. */
static void text_table(buf *out, const wgd_tmem *t)
{
    buf_str(out, "\n  lanes      warp  rows and columns of the first and the last cell\n");
    for (int lane = 0; lane < WGD_TMEM_LANES; lane += 16) {
        int row[2], col[2];
        const bool first = wgd_tmem_at(t, lane, 0, 0, &row[0], &col[0]);
        const bool last = wgd_tmem_at(t, lane + 15, t->columns - 1, 0, &row[1], &col[1]);
        const bool used = first && ALWAYS(last); /* 16 lanes at a time, with the same columns */
        buf_str(out, "  ");
        buf_right_i64(out, lane, 3);
        buf_char(out, '-');
        buf_right_i64(out, lane + 15, 3);
        buf_right_i64(out, lane / 32, 7);
        buf_str(out, "   ");
        for (int i = 0; i < 2 && used; i++) {
            buf_char(out, '(');
            buf_i64(out, row[i]);
            buf_char(out, ',');
            buf_i64(out, col[i]);
            buf_str(out, i == 0 ? ") to " : ")");
        }
        buf_str(out, used ? "\n" : "not used\n");
    }
}

void tmem_text(buf *out, const wgd_tmem *t, const tmem_query *q)
{
    if (q->element) {
        text_element(out, t, q);
    }
    if (q->cell) {
        text_cell(out, t, q);
    }
    if (!q->element && !q->cell) {
        text_head(out, t);
        text_table(out, t);
    }
    buf_str(out, "basis: documented, not measured\n");
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_place(buf *out, const wgd_tmem *t, wgd_tmem_place p)
{
    json_int(out, "lane", p.lane);
    json_int(out, "column", p.column);
    json_int(out, "bit", p.bit);
    json_int(out, "bits", bits_of(t, &p));
    tmem_json_address(out, "address", p.lane, p.column);
}

static void json_element(buf *out, const wgd_tmem *t, const tmem_query *q)
{
    json_open(out, "element", '[');
    json_int(out, NULL, q->row);
    json_int(out, NULL, q->col);
    json_close(out, ']');
    json_place(out, t, wgd_tmem_find(t, q->row, q->col, 0));
    json_open(out, "places", '[');
    for (int i = 0; i < t->copies; i++) {
        json_open(out, NULL, '{');
        json_place(out, t, wgd_tmem_find(t, q->row, q->col, i));
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_cell(buf *out, const wgd_tmem *t, const tmem_query *q)
{
    json_open(out, "cell", '{');
    json_int(out, "lane", q->lane);
    json_int(out, "column", q->column);
    json_open(out, "elements", '[');
    for (int i = 0; i < 1 << t->shift; i++) {
        int row, col;
        if (wgd_tmem_at(t, q->lane, q->column, i, &row, &col)) {
            json_open(out, NULL, '[');
            json_int(out, NULL, row);
            json_int(out, NULL, col);
            json_close(out, ']');
        }
    }
    json_close(out, ']');
    json_close(out, '}');
}

static void json_spec(buf *out, const wgd_tmem *t)
{
    const wgd_tmem_spec *s = &t->spec;
    json_str(out, "what", wgd_tmem_what_name(s->what));
    json_int(out, "cta_group", s->cta_group);
    json_str(out, "dtype", wgd_frag_type_name((wgd_frag_type)s->type));
    if (s->alloc != WGD_TMEM_DEFAULT) {
        json_str(out, "alloc", wgd_tmem_alloc_name(s->alloc));
    } else {
        json_null(out, "alloc");
    }
    json_int(out, is_scales(t) ? "mn" : "m_sm", s->m);
    if (is_scales(t)) {
        json_int(out, "vec", s->vec);
        json_int(out, "nsf", s->nsf);
    } else {
        json_int(out, is_acc(t) ? "n_sm" : "k", s->n);
    }
    json_open(out, "tiles", '[');
    json_int(out, NULL, s->tiles[0]);
    json_int(out, NULL, s->tiles[1]);
    json_close(out, ']');
}

void tmem_json(buf *out, const wgd_tmem *t, const tmem_query *q)
{
    json_spec(out, t);
    json_int(out, "lanes", t->lanes);
    json_int(out, "columns", t->columns);
    json_int(out, "allocate", wgd_tmem_alloc_columns(t->columns));
    json_int(out, "copies", t->copies);
    json_layout(out, "layout", &t->layout);
    json_int(out, "offset_shift", t->shift);
    if (q->element) {
        json_element(out, t, q);
    }
    if (q->cell) {
        json_cell(out, t, q);
    }
}
