/* SPDX-License-Identifier: MIT
 *
 * Why no boxes write a layout.
 */
#include "lines.h"

#include "wgd_fetch.h"

/* Lines of the box that a layout is compared with: after so many the pattern of a swizzle repeats. */
enum { LINES = 8 };

static void blame(wgd_tma_fit *f, const wgd_lines *x, int64_t c, int64_t l)
{
    const bool k_major = x->major == WGD_MAJOR_K;
    f->mn = k_major ? l : c * x->packed;
    f->k = k_major ? c * x->packed : l;
    f->byte = wgd_lines_bit(x->p, f->mn, f->k) / 8;
}

/* The first element that a dense box at the tile's first element would put elsewhere. */
static bool blame_box(wgd_tma_fit *f, const wgd_lines *x, int64_t inner)
{
    const int64_t origin = wgd_lines_byte(x, 0, 0);
    for (int64_t l = 0; l < x->l && l < LINES && origin >= 0; l++) {
        for (int64_t c = 0; c < inner; c++) {
            const int64_t dense = origin + (l * inner + c) * x->bytes;
            if (wgd_lines_byte(x, c, l) != dense) {
                blame(f, x, c, l);
                f->box_byte = wgd_fetch_swizzle((uint32_t)dense, x->mode, 0);
                return true;
            }
        }
    }
    return false;
}

void wgd_tma_explain(wgd_tma_fit *f, const wgd_lines *x)
{
    wgd_swizzle_mode own;
    const bool known = wgd_place_mode(x->p, f->map.query.tile.arch, &own);
    const int64_t run = wgd_lines_run(x), chunk = WGD_TMA_ALIGNMENT / x->bytes;
    const int64_t row = wgd_swizzle_row_bytes(x->mode) / x->bytes;
    int64_t box, rows;
    (void)wgd_lines_box(x, wgd_tma_box_limit(&f->map.query), &box, &rows);
    /* Without a swizzle a line is what runs; with one a row of it, as far as the tile goes. */
    const int64_t inner = box > 0 ? box : row < x->c ? row : x->c;
    if (blame_box(f, x, inner)) {
        f->why = !known ? WGD_TMA_MISFIT_PATTERN
                 : x->mode == WGD_SWZ_NONE && (run == 0 || run % chunk != 0) ? WGD_TMA_MISFIT_RUN
                                                                             : WGD_TMA_MISFIT_ROWS;
        return;
    }
    if (box == 0) {
        f->why = x->mode != WGD_SWZ_NONE ? WGD_TMA_MISFIT_WIDTH : WGD_TMA_MISFIT_RUN;
        blame(f, x, 0, 0);
    } else {
        int64_t c, l;
        f->why = WGD_TMA_MISFIT_ALIGN;
        (void)wgd_lines_astray(x, box, rows, &c, &l); /* of boxes that are none, one */
        blame(f, x, c, l);
    }
}
