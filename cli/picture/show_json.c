/* SPDX-License-Identifier: MIT
 *
 * What a picture shows, as JSON.
 */
#include "show_json.h"

#include "slice/slice_print.h"

static void put_pair(buf *out, const char *key, int a, int b)
{
    json_open(out, key, '[');
    json_int(out, NULL, a);
    json_int(out, NULL, b);
    json_close(out, ']');
}

/* Extents in cells, null where the picture has no such thing. */
static void put_extent(buf *out, const char *key, int rows, int cols)
{
    if (rows > 0) {
        put_pair(out, key, rows, cols);
    } else {
        json_null(out, key);
    }
}

static void put_numbers(buf *out, const char *key, const show_grid *g, const int64_t *v)
{
    if (!v) {
        json_null(out, key);
        return;
    }
    json_open(out, key, '[');
    for (int r = 0; r < g->rows; r++) {
        json_open(out, NULL, '[');
        for (int c = 0; c < g->cols; c++) {
            json_int(out, NULL, v[(size_t)r * (size_t)g->cols + (size_t)c]);
        }
        json_close(out, ']');
    }
    json_close(out, ']');
}

static void put_arrows(buf *out, const draw_pic *p)
{
    json_open(out, "arrows", '[');
    for (int i = 0; i < p->n_arrows; i++) {
        const draw_arrow *a = &p->arrow[i];
        json_open(out, NULL, '{');
        json_str(out, "name", a->name);
        json_str(out, "label", a->label);
        put_pair(out, "from", a->row0, a->col0);
        put_pair(out, "to", a->row1, a->col1);
        json_close(out, '}');
    }
    json_close(out, ']');
}

void show_put_json(answer *a, const show_source *s, const show_grid *g, const draw_pic *p)
{
    buf *out = a->out;
    answer_begin(a, "show", true);
    json_str(out, "kind", show_kind_name(s->kind));
    json_str(out, "unit", g->unit == SHOW_CHUNK ? "chunk" : "element");
    const bool none = !wgd_slice_whole(&s->slice) && !s->solved;
    if ((s->kind == SHOW_TILE && !none) || s->kind == SHOW_MAP) {
        json_word(out, "descriptor", s->word);
    } else {
        json_null(out, "descriptor");
    }
    json_int(out, "rows", g->rows);
    json_int(out, "cols", g->cols);
    put_pair(out, "cell", g->row_step, g->col_step);
    if (!wgd_slice_whole(&s->slice)) {
        slice_json_ranges(out, "slice", &s->slice);
    }
    put_extent(out, "atom", g->atom_rows, g->atom_cols);
    put_extent(out, "core", g->core_rows, g->core_cols);
    put_extent(out, "block", g->block_rows, g->block_cols);
    put_arrows(out, p);
    put_numbers(out, "offsets", g, g->offset);
    put_numbers(out, "bytes", g, g->byte);
    answer_end(a);
}
