/* SPDX-License-Identifier: MIT
 *
 * The slices beside one that was solved, and the nearest to one that could not be.
 */
#include "pieces.h"

/* ---- steps ------------------------------------------------------------------------------------ */

/* Is every block of the place read with these fields but for the start? *start is that of the
 * first. */
static bool reads_all(const wgd_place *p, const wgd_solve *s, const wgd_solution *sol,
                      int64_t *start)
{
    wgd_pieces pieces;
    for (int b = 0; b < s->blocks_mn * s->blocks_k; b++) {
        wgd_desc d = sol->desc;
        if (!wgd_pieces_of(p, sol->read, b / s->blocks_k, b % s->blocks_k, &pieces)) {
            return false;
        }
        wgd_derive_moved(&pieces, &d);
        if (!wgd_prove(&pieces, d)) {
            return false;
        }
        *start = b == 0 ? d.start : *start;
    }
    return true;
}

static void add_start(wgd_advance *a, int i, int64_t here, int64_t last)
{
    const int64_t step = here - last;
    if (i == 1) {
        a->step = step;
    } else if (a->constant && step != a->step) {
        a->constant = false;
        a->jump_at = i;
        a->jump_step = step;
    }
}

void wgd_solve_steps(const wgd_solve_query *q, const wgd_solve *s, const wgd_solution *sol,
                     bool along_k, wgd_slice_steps *out)
{
    wgd_place p = s->place;
    const int64_t size = along_k ? p.k : p.mn, extent = along_k ? p.tile_k : p.tile_mn;
    const int64_t begin = along_k ? q->slice.k[0] : q->slice.mn[0];
    const int64_t count = (extent - begin % size) / size;
    const int64_t most = WGD_BLOCKS_MAX / (s->blocks_mn * s->blocks_k);
    const wgd_advance none = {(int)(count < most ? count : most), 0, true, 0, 0};
    int64_t last = 0, here = 0;
    out->index = begin / size < INT32_MAX ? (int)(begin / size) : INT32_MAX;
    out->all = none.blocks == count;
    out->to_next = none;
    out->said = 0;
    if (wgd_slice_whole(&q->slice)) {
        out->said = 1;
        return;
    }
    if (sol->desc.lbo_absolute) { /* then LBO, an address, is another in each slice */
        return;
    }
    for (int i = 0; i < none.blocks; i++) {
        wgd_slice at = q->slice;
        int64_t *range = along_k ? at.k : at.mn;
        range[0] = begin % size + i * size;
        range[1] = range[0] + size;
        (void)wgd_place_cut(&p, &at, NULL); /* it lies in the tile */
        if (!reads_all(&p, s, sol, &here)) {
            return;
        }
        if (i > 0) {
            add_start(&out->to_next, i, here, last);
        }
        last = here;
        out->said++;
    }
}

/* ---- the nearest ------------------------------------------------------------------------------ */

/* Where a slice might begin instead, and how long it might be, along one mode: from the nearest on. Each rounding but
 * the first moves it either further down or further up. */
enum { ROUNDINGS = 9, BEGINS_MAX = 2 + ROUNDINGS, SIZES_MAX = 2 };
typedef struct choices_along {
    int64_t begin[BEGINS_MAX], size[SIZES_MAX];
    int begins, sizes;
} choices_along;

static int64_t distance(int64_t a, int64_t b)
{
    return a < b ? b - a : a - b;
}

static void add(int64_t *list, int *n, int64_t value, int64_t near)
{
    int at = (*n)++;
    while (at > 0 && distance(list[at - 1], near) > distance(value, near)) {
        list[at] = list[at - 1];
        at--;
    }
    list[at] = value;
}

/* Powers of two times the block's K or a group of 8 rows: each pattern of the hardware is one. */
static choices_along choices_of(const int64_t range[2], int64_t block, int64_t unit)
{
    const int64_t size = range[1] - range[0], whole = size / block * block;
    int64_t low = range[0], high = range[0];
    choices_along c;
    c.begins = c.sizes = 0;
    add(c.begin, &c.begins, range[0], range[0]);
    for (int i = 0; i < ROUNDINGS; i++) {
        const int64_t to = unit << i, down = range[0] / to * to;
        if (down < low) { /* by as much as the last step up, or more */
            low = c.begin[c.begins++] = down;
        }
        if (down < range[0] && down + to > high) {
            high = down + to;
            add(c.begin, &c.begins, high, range[0]);
        }
    }
    add(c.size, &c.sizes, whole, size);
    if (whole < size) {
        add(c.size, &c.sizes, whole + block, size);
    }
    return c;
}

/* What has no element, or lies beyond the tile, is no slice; but for the whole tile. */
static bool try_slice(const wgd_solve_query *q, const wgd_slice *at, wgd_solution *sol)
{
    wgd_solve_query x = *q;
    wgd_solve s;
    x.slice = *at;
    if (wgd_slice_whole(at) || wgd_solve_layout(&x, &s, NULL) != WGD_OK) {
        return false;
    }
    *sol = s.solution[0];
    return true;
}

/* The rows and the K of an instruction's block; where the slice's own rows are no N, 8. */
static void block_of(const wgd_solve_query *q, const wgd_place *p, int64_t *mn, int64_t *k)
{
    const wgd_block_ask ask = {q->n, p->mn, q->block, "", ""};
    wgd_read rd = {q->dtype, q->operand, WGD_MAJOR_K, 0, q->sparse, q->arch, 0};
    const bool known = wgd_inst_block(&ask, &rd, NULL) == WGD_OK;
    *mn = known ? rd.mn : 8;
    *k = wgd_read_k(rd);
}

bool wgd_solve_nearest(const wgd_solve_query *q, wgd_slice *out, wgd_solution *sol)
{
    wgd_place p;
    int64_t block_mn, block_k, best = INT64_MAX;
    if (wgd_slice_whole(&q->slice) ||
        wgd_place_make(&q->layout, q->dtype, q->start, &p, NULL) != WGD_OK ||
        wgd_place_cut(&p, &q->slice, NULL) != WGD_OK) {
        return false;
    }
    block_of(q, &p, &block_mn, &block_k);
    const choices_along m = choices_of(q->slice.mn, block_mn, 8);
    const choices_along k = choices_of(q->slice.k, block_k, 8);
    for (int i = 0; i < m.begins * m.sizes * k.begins * k.sizes; i++) {
        const int64_t mn0 = m.begin[i % m.begins], mn_size = m.size[i / m.begins % m.sizes];
        const int64_t rest = i / m.begins / m.sizes;
        const int64_t k0 = k.begin[rest % k.begins], k_size = k.size[rest / k.begins];
        const wgd_slice at = {{mn0, mn0 + mn_size}, {k0, k0 + k_size}};
        const int64_t far = distance(mn0, q->slice.mn[0]) + distance(k0, q->slice.k[0]) +
                            distance(mn_size, p.mn) + distance(k_size, p.k);
        if (far < best && try_slice(q, &at, sol)) {
            best = far;
            *out = at;
        }
    }
    return best < INT64_MAX;
}
