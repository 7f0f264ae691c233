/* SPDX-License-Identifier: MIT
 *
 * A fragment of tensor memory as a picture.
 */
#include "tmem_picture.h"

static void put_element(char *text, int row, int col)
{
    wgd_text t = wgd_text_into(text, DRAW_TEXT);
    wgd_put_i64(&t, row);
    wgd_put_char(&t, ',');
    wgd_put_i64(&t, col);
    wgd_text_end(&t);
}

static void put_heads(draw_pic *p, const wgd_tmem *t)
{
    buf *title = draw_head(p);
    buf_str(title, "tensor memory: ");
    buf_str(title, wgd_tmem_what_name(t->spec.what));
    buf_str(title, ", ");
    buf_str(title, wgd_tmem_what_text(t->spec.what));
    buf_str(title, ", ");
    buf_str(title, wgd_frag_type_name((wgd_frag_type)t->spec.type));
    buf *layout = draw_head(p);
    buf_layout(layout, &t->layout, WGD_FMT_PLAIN);
    buf_str(draw_head(p),
            "rows are lanes, columns are columns; a cell of 32 bits shows the row and "
            "column of its first element");
    buf_str(draw_head(p), "documented, not measured");
}

wgd_status tmem_picture(draw_pic *p, const wgd_tmem *t, wgd_diag *diag)
{
    const wgd_status st = draw_pic_init(p, WGD_TMEM_LANES, t->columns, diag);
    if (st != WGD_OK) {
        return st;
    }
    p->corner = "lane \\ column";
    draw_number_shades(p, "shade: row / 16 mod 8");
    for (int lane = 0; lane < WGD_TMEM_LANES; lane++) {
        for (int c = 0; c < t->columns; c++) {
            int row, col;
            if (wgd_tmem_at(t, lane, c, 0, &row, &col)) {
                draw_cell *cell = draw_at(p, lane, c);
                cell->shade = (int8_t)(row / 16 % DRAW_SHADES);
                put_element(cell->line[0], row, col);
            }
        }
    }
    draw_number_axes(p, 1, 1);
    draw_rule_rows(p, 32, DRAW_RULE_ATOM);
    draw_rule_cols(p, 8, DRAW_RULE_ATOM);
    put_heads(p, t);
    return WGD_OK;
}

static void draw_load(draw_pic *p, const wgd_ldst *op)
{
    p->lines = 2;
    draw_number_shades(p, "shade: thread mod 8");
    for (int t = 0; t < 32; t++) {
        for (int r = 0; r < op->registers; r++) {
            for (int half = 0; half < (op->pack16 ? 2 : 1); half++) {
                const wgd_tmem_place at = wgd_ldst_at(op, t, r, half);
                draw_cell *cell = draw_at(p, at.lane, at.column);
                cell->shade = (int8_t)(t % DRAW_SHADES);
                draw_name(cell->line[0], 'T', t);
                draw_name(cell->line[1], 'R', r);
            }
        }
    }
}

static void draw_copy(draw_pic *p, const wgd_ldst *op)
{
    draw_number_shades(p, "shade: row mod 8");
    for (int row = 0; row < op->lanes; row++) {
        for (int c = 0; c < op->copies; c++) {
            for (int column = 0; column < op->columns; column++) {
                draw_cell *cell = draw_at(p, wgd_cp_lane(op, row, c), column);
                cell->shade = (int8_t)(row % DRAW_SHADES);
                draw_name(cell->line[0], 'r', row);
            }
        }
    }
}

wgd_status ldst_picture(draw_pic *p, const wgd_ldst *op, wgd_diag *diag)
{
    const bool copy = op->op == WGD_LDST_CP;
    char name[64];
    const wgd_status st = draw_pic_init(p, copy ? WGD_TMEM_LANES : op->lanes, op->columns, diag);
    if (st != WGD_OK) {
        return st;
    }
    wgd_text t = wgd_text_into(name, sizeof name);
    wgd_put_ldst(&t, op);
    wgd_text_end(&t);
    buf_str(draw_head(p), name);
    buf_str(draw_head(p), copy ? "a cell of 32 bits shows the row of shared memory that it gets"
                               : "a cell of 32 bits shows T the thread, R its register");
    buf_str(draw_head(p), "documented, not measured");
    p->corner = "lane \\ column";
    draw_number_axes(p, 1, 1);
    draw_rule_rows(p, 8, DRAW_RULE_ATOM);
    draw_rule_cols(p, 8, DRAW_RULE_ATOM);
    if (copy) {
        draw_copy(p, op);
    } else {
        draw_load(p, op);
    }
    return WGD_OK;
}
