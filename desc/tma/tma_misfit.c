/* SPDX-License-Identifier: MIT
 *
 * Why no boxes write a layout, and what could be written instead.
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

/* The first box that begins where none may. */
static void blame_start(wgd_tma_fit *f, const wgd_lines *x, int64_t inner)
{
    for (int64_t l = 0; l < x->l; l++) {
        for (int64_t c = 0; c < x->c; c += inner) {
            if (wgd_lines_byte(x, c, l) % WGD_TMA_SMEM_ALIGNMENT != 0) {
                blame(f, x, c, l);
                return;
            }
        }
    }
}

void wgd_tma_explain(wgd_tma_fit *f, const wgd_lines *x)
{
    wgd_swizzle_mode own;
    const bool known = wgd_place_mode(x->p, WGD_SM100, &own);
    const int64_t run = wgd_lines_run(x), chunk = WGD_TMA_ALIGNMENT / x->bytes;
    const int64_t row = wgd_swizzle_row_bytes(x->mode) / x->bytes;
    const int64_t pitch = wgd_lines_inner(x, run);
    /* Without a swizzle a line is what runs; with one a row of it, as far as the tile goes. */
    const int64_t inner = pitch > 0 ? pitch : row < x->c ? row : x->c;
    if (blame_box(f, x, inner)) {
        f->why = !known ? WGD_TMA_MISFIT_PATTERN
                 : x->mode == WGD_SWZ_NONE && (run == 0 || run % chunk != 0) ? WGD_TMA_MISFIT_RUN
                                                                             : WGD_TMA_MISFIT_ROWS;
        return;
    }
    if (pitch == 0) {
        f->why = x->mode != WGD_SWZ_NONE ? WGD_TMA_MISFIT_WIDTH : WGD_TMA_MISFIT_RUN;
        blame(f, x, 0, 0);
    } else {
        f->why = WGD_TMA_MISFIT_ALIGN;
        blame_start(f, x, inner);
    }
}

/* The next multiple of the alignment that every swizzle's pattern has. */
static int64_t next_aligned(int64_t start)
{
    const int64_t to = wgd_swizzle_alignment(WGD_SWZ_128B);
    return (start + to - 1) / to * to;
}

bool wgd_tma_fit_start(const wgd_tma_fit *f, int64_t *start)
{
    wgd_tma_query q = f->map.query;
    wgd_tma_fit moved;
    q.tile.start = next_aligned(q.tile.start);
    *start = q.tile.start;
    return q.tile.start != f->map.query.tile.start &&
           wgd_tma_fit_layout(&f->place.layout, &q, &moved, NULL) == WGD_OK && moved.fits;
}

/* The tile of these atoms, in the order that takes fewer boxes. */
static bool store_as(const wgd_tma_query *q, wgd_tma *out)
{
    wgd_tma_query ask = *q;
    wgd_tma t;
    bool found = false;
    for (int i = 0; i < 2; i++) {
        ask.tile.order[0] = 1 + i;
        ask.tile.order[1] = 2 - i;
        if (wgd_tma_describe(&ask, &t, NULL) == WGD_OK && (!found || t.boxes < out->boxes)) {
            *out = t;
            found = true;
        }
    }
    return found;
}

bool wgd_tma_fit_store(const wgd_tma_fit *f, wgd_tma *out)
{
    /* Its own swizzle first, then from the widest row down. */
    const wgd_swizzle_mode modes[] = {f->map.query.tile.swizzle, WGD_SWZ_128B, WGD_SWZ_64B,
                                      WGD_SWZ_32B, WGD_SWZ_NONE};
    wgd_tma_query q = f->map.query;
    q.tile.start = next_aligned(q.tile.start);
    q.tile.n = 0;
    for (int i = q.tile.swizzle == WGD_SWZ_NONE ? 1 : 0; i < 5; i++) {
        q.tile.swizzle = modes[i];
        if (store_as(&q, out)) {
            return true;
        }
    }
    return false;
}
