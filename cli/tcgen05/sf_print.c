/* SPDX-License-Identifier: MIT
 *
 * Scale factors as text and as JSON.
 */
#include "sf_print.h"

#include "tmem_print.h"

static const char basis[] = "basis: documented, not measured\n";

static void label(buf *out, const char *text)
{
    buf_str(out, "  ");
    buf_left(out, text, 11);
}

static void text_layout(buf *out, const char *name, const wgd_layout *l)
{
    label(out, name);
    buf_layout(out, l, WGD_FMT_PLAIN);
    buf_char(out, '\n');
}

static void put_pair(buf *out, int64_t a, int64_t b)
{
    buf_char(out, '(');
    buf_i64(out, a);
    buf_char(out, ',');
    buf_i64(out, b);
    buf_char(out, ')');
}

/* ---- global memory -------------------------------------------------------------------------- */

static void text_head(buf *out, const wgd_sf *s)
{
    buf_str(out, wgd_sf_operand_name(s->operand));
    buf_str(out, ", a factor for every ");
    buf_i64(out, s->vec);
    buf_str(out, s->mn_major ? " along the rows\n" : " along the columns\n");
    label(out, "matrix");
    buf_i64(out, s->rows);
    buf_str(out, " x ");
    buf_i64(out, s->cols);
    buf_str(out, ", ");
    buf_i64(out, s->batch);
    buf_str(out, s->batch == 1 ? " matrix\n" : " matrices\n");
    label(out, "blocks");
    buf_i64(out, s->blocks[0]);
    buf_str(out, " x ");
    buf_i64(out, s->blocks[1]);
    buf_str(out, " of 128 x 4 factors, 512 bytes each\n");
    label(out, "bytes");
    buf_i64(out, s->bytes);
    buf_char(out, '\n');
    text_layout(out, "block", &s->atom);
    text_layout(out, "layout", &s->layout);
}

static void text_byte(buf *out, const wgd_sf *s, int64_t byte)
{
    int64_t row, col, matrix;
    buf_str(out, "byte ");
    buf_i64(out, byte);
    if (!wgd_sf_find(s, byte, &row, &col, &matrix)) {
        buf_str(out, " is padding\n");
        return;
    }
    buf_str(out, " scales ");
    put_pair(out, row, col);
    buf_str(out, s->mn_major ? " and the rows behind it, " : " and the columns behind it, ");
    buf_i64(out, s->vec);
    buf_str(out, " elements");
    if (s->batch > 1) {
        buf_str(out, " of matrix ");
        buf_i64(out, matrix);
    }
    buf_char(out, '\n');
}

void sf_text(buf *out, const wgd_sf *s, const sf_query *q)
{
    if (q->element) {
        put_pair(out, q->row, q->col);
        buf_str(out, "  byte ");
        buf_i64(out, wgd_sf_at(s, q->row, q->col, 0));
        buf_char(out, '\n');
    }
    if (q->at) {
        text_byte(out, s, q->byte);
    }
    if (!q->element && !q->at) {
        text_head(out, s);
    }
    buf_str(out, basis);
}

static void json_byte(buf *out, const wgd_sf *s, int64_t byte)
{
    int64_t row, col, matrix;
    const bool used = wgd_sf_find(s, byte, &row, &col, &matrix);
    json_open(out, "scales", '{');
    json_int(out, "byte", byte);
    json_bool(out, "padding", !used);
    if (used) {
        json_pair(out, "element", row, col);
        json_int(out, "matrix", matrix);
    }
    json_close(out, '}');
}

void sf_json(buf *out, const wgd_sf *s, const sf_query *q)
{
    json_str(out, "operand", wgd_sf_operand_name(s->operand));
    json_int(out, "vec", s->vec);
    json_str(out, "sf_major", s->mn_major ? "mn" : "k");
    json_pair(out, "shape", s->rows, s->cols);
    json_int(out, "matrices", s->batch);
    json_pair(out, "blocks", s->blocks[0], s->blocks[1]);
    json_int(out, "bytes", s->bytes);
    json_layout(out, "atom", &s->atom);
    json_layout(out, "layout", &s->layout);
    if (q->element) {
        json_pair(out, "element", q->row, q->col);
        json_int(out, "byte", wgd_sf_at(s, q->row, q->col, 0));
    }
    if (q->at) {
        json_byte(out, s, q->byte);
    }
}

/* ---- a stage -------------------------------------------------------------------------------- */

void sf_stage_text(buf *out, const wgd_sf_stage *s, uint32_t start)
{
    buf_str(out, wgd_sf_operand_name(s->operand));
    buf_str(out, " of a stage, kind ");
    buf_str(out, wgd_umma_kind_name(s->kind));
    buf_str(out, ", ");
    buf_i64(out, s->nsf);
    buf_str(out, s->nsf == 1 ? " factor of a row in an instruction\n"
                             : " factors of a row in an instruction\n");
    label(out, "shared");
    buf_i64(out, s->bytes);
    buf_str(out, " bytes\n");
    text_layout(out, "layout", &s->layout);
    label(out, "tensor");
    buf_i64(out, s->tmem.columns);
    buf_str(out, " columns\n");
    text_layout(out, "layout", &s->tmem.layout);
    buf_str(out, "\n  tcgen05.cp.cta_group::");
    buf_i64(out, s->cta_group);
    buf_str(out, ".32x128b.warpx4\n     i  column   descriptor\n");
    for (int i = 0; i < s->copies; i++) {
        int column;
        const uint64_t word = wgd_sf_copy(s, i, start, &column);
        buf_right_i64(out, i, 6);
        buf_right_i64(out, column, 8);
        buf_str(out, "   ");
        buf_word(out, word);
        buf_char(out, '\n');
    }
    buf_str(out, basis);
}

static void json_dims(buf *out, const char *key, const int dims[3])
{
    json_open(out, key, '[');
    for (int i = 0; i < 3; i++) {
        json_int(out, NULL, dims[i]);
    }
    json_close(out, ']');
}

void sf_stage_json(buf *out, const wgd_sf_stage *s, uint32_t start)
{
    const int tile[] = {s->mma[0], s->mma[1], s->k};
    json_str(out, "operand", wgd_sf_operand_name(s->operand));
    json_str(out, "kind", wgd_umma_kind_name(s->kind));
    json_int(out, "cta_group", s->cta_group);
    json_int(out, "vec", s->vec);
    json_dims(out, "mma", s->mma);
    json_dims(out, "tile", tile);
    json_int(out, "nsf", s->nsf);
    json_open(out, "smem", '{');
    json_layout(out, "layout", &s->layout);
    json_int(out, "bytes", s->bytes);
    json_addr(out, "start", start);
    json_close(out, '}');
    json_open(out, "tmem", '{');
    json_layout(out, "layout", &s->tmem.layout);
    json_int(out, "columns", s->tmem.columns);
    json_int(out, "allocate", wgd_tmem_alloc_columns(s->tmem.columns));
    json_close(out, '}');
    json_str(out, "instruction",
             s->cta_group == 2 ? "tcgen05.cp.cta_group::2.32x128b.warpx4"
                               : "tcgen05.cp.cta_group::1.32x128b.warpx4");
    json_open(out, "copies", '[');
    for (int i = 0; i < s->copies; i++) {
        int column;
        const uint64_t word = wgd_sf_copy(s, i, start, &column);
        json_open(out, NULL, '{');
        json_int(out, "index", i);
        json_word(out, "descriptor", word);
        tmem_json_address(out, "tmem", 0, column);
        json_close(out, '}');
    }
    json_close(out, ']');
}
