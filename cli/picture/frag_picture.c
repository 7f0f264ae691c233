/* SPDX-License-Identifier: MIT
 *
 * The picture of a fragment: the lane and register of each element.
 */
#include "frag_picture.h"

static void put_heads(draw_pic *p, const wgd_frag *f, const char *operand)
{
    char name[64];
    wgd_text t = wgd_text_into(name, sizeof name);
    wgd_put_frag_op(&t, &f->op);
    wgd_text_end(&t);
    buf *title = draw_head(p);
    buf_str(title, name);
    buf_str(title, operand ? ", operand " : "");
    buf_str(title, operand ? operand : "");
    buf_str(title, ", ");
    buf_str(title, wgd_frag_type_name(f->type));
    buf *layout = draw_head(p);
    buf_layout(layout, &f->tv, WGD_FMT_PLAIN);
    buf_str(layout, "   (thread, value) -> row + rows * column");
    buf_str(draw_head(p), "a cell is an element: T its thread, V its value in the registers");
}

wgd_status frag_picture(draw_pic *p, const wgd_frag *f, const char *operand, wgd_diag *diag)
{
    const wgd_status st = draw_pic_init(p, f->rows, f->cols, diag);
    if (st != WGD_OK) {
        return st;
    }
    p->lines = 2;
    draw_number_shades(p, "shade: thread mod 8");
    for (int r = 0; r < f->rows; r++) {
        for (int c = 0; c < f->cols; c++) {
            const wgd_frag_slot s = wgd_frag_find(f, r, c, 0);
            draw_cell *cell = draw_at(p, r, c);
            cell->shade = (int8_t)(s.thread % DRAW_SHADES);
            draw_name(cell->line[0], 'T', s.thread);
            draw_name(cell->line[1], 'V', s.value);
        }
    }
    draw_number_axes(p, 1, 1);
    draw_rule_rows(p, 8, DRAW_RULE_ATOM);
    draw_rule_cols(p, 8, DRAW_RULE_ATOM);
    put_heads(p, f, operand);
    return WGD_OK;
}

void frag_point_at(draw_pic *p, const wgd_frag *f, int thread)
{
    for (int i = 0; i < p->rows * p->cols; i++) {
        p->cell[i].dim = true;
    }
    for (int v = 0; v < f->values; v++) {
        const int at = wgd_frag_at(f, thread, v);
        draw_cell *cell = draw_at(p, at % f->rows, at / f->rows);
        cell->dim = false;
        cell->mark = true;
    }
}
