/* SPDX-License-Identifier: MIT
 *
 * A bit matrix cell by cell.
 */
#include "linear_picture.h"

#include "linear_print.h"

/* What the shades say: the first bit of a column is where the layout alone would put it, further ones
 * are XORed in. */
enum { SHADE_FIRST = 2, SHADE_XOR = 6 };

static void put_heads(draw_pic *p, const wgd_linear *m, const wgd_composed *c)
{
    buf *title = draw_head(p);
    if (c) {
        buf_composed(title, c, WGD_FMT_PLAIN);
    } else {
        buf_str(title, "a linear map");
    }
    linear_put_bases(draw_head(p), m);
    buf_str(draw_head(p), "column k is the value of index 2^k, a row is one bit of the value");
}

static void put_column(draw_pic *p, const wgd_linear *m, int k)
{
    bool first = true;
    for (int row = p->rows - 1; row >= 0; row--) {
        if ((m->basis[k] >> row & 1) != 0) {
            draw_cell *cell = draw_at(p, row, k);
            cell->shade = first ? SHADE_FIRST : SHADE_XOR;
            cell->line[0][0] = '1';
            first = false;
        }
    }
}

wgd_status linear_picture(draw_pic *p, const wgd_linear *m, const wgd_composed *c, wgd_diag *diag)
{
    const int rows = wgd_linear_out_bits(m);
    const wgd_status st = draw_pic_init(p, rows > 0 ? rows : 1, m->bits > 0 ? m->bits : 1, diag);
    if (st != WGD_OK) {
        return st;
    }
    p->corner = "value \\ index";
    for (int k = 0; k < m->bits; k++) {
        put_column(p, m, k);
    }
    draw_number_axes(p, 1, 1);
    put_heads(p, m, c);
    return WGD_OK;
}
