/* SPDX-License-Identifier: MIT
 *
 * All accesses of a use. Vectors that are whole by rule are looked up once, not element by element. In
 * a tile of rows they repeat, moved by a number of bytes that is the same for all lanes: the words fall
 * in other banks, but in as many, so one of them counts for all.
 */
#include "uses.h"

static int gcd(int a, int b)
{
    while (b != 0) {
        const int r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* ---- vectors that are known to be whole ----------------------------------------------------- */

static bool strides_fit(const wgd_layout *l, int from, int vec)
{
    for (int i = from; i < l->shape.n_leaves; i++) {
        if (l->shape.leaf[i] != 1 && l->stride[i] % vec != 0) {
            return false;
        }
    }
    return true;
}

/* Does the layout keep every vector of a row whole? What is not sure counts as no. */
static bool keeps_vectors(const wgd_arrangement *a, int vec)
{
    const wgd_composed *c = a->layout;
    const int inner = a->along_first ? 0 : 1;
    wgd_layout mode, runs;
    (void)wgd_layout_mode(&c->layout, inner, &mode); /* an arrangement has two modes, */
    (void)wgd_coalesce(&mode, &runs, NULL); /* which are short, and leave one leaf at least */
    if (runs.stride[0] != 1 || runs.shape.leaf[0] % vec != 0) {
        return false;
    }
    if (c->kind == WGD_PLAIN) {
        return true;
    }
    /* A swizzle moves whole vectors where they begin at their multiples and are within its unit. */
    const int unit = c->kind == WGD_SMEM_PTR ? a->elem_bits / 8 : 1;
    (void)wgd_layout_mode(&c->layout, 1 - inner, &mode);
    return c->offset % vec == 0 && (int64_t)vec * unit <= INT64_C(1) << c->sw.m &&
           strides_fit(&runs, 1, vec) && strides_fit(&mode, 0, vec);
}

/* Are the values of a vector neighbours in a row of the tile? The digits of a fragment's offsets do not
 * carry, so what holds for the values of one thread holds for all. */
static bool keeps_values(const wgd_arrangement *a, const use_plan *p)
{
    const int next = a->along_first ? 1 : p->frag.rows;
    for (int v = 0; v < p->frag.values; v += p->vec) {
        for (int j = 1; j < p->vec; j++) {
            if (wgd_frag_at(&p->frag, 0, v + j) != wgd_frag_at(&p->frag, 0, v) + j * next) {
                return false;
            }
        }
    }
    return true;
}

/* Of a layout of threads and values (the order tv) nothing is known beforehand. */
wgd_status wgd_use_plan_all(const wgd_arrangement *a, const wgd_bank_use *use, use_plan *p,
                            wgd_diag *diag)
{
    const wgd_status s = wgd_use_plan(a, use, p, diag);
    if (s == WGD_OK && p->checked && use->order != WGD_ORDER_TV) {
        p->checked = !((use->order != WGD_ORDER_FRAG || keeps_values(a, p)) &&
                       (a->kind != WGD_ARRANGE_LAYOUT || keeps_vectors(a, p->vec)));
    }
    return s;
}

/* ---- accesses that repeat ------------------------------------------------------------------- */

/* Rows after which an arrangement of rows repeats, moved as a whole: the swizzle and the rotation
 * look at three bits of the row, or of the 128-byte line that short rows share. 0: never. */
static int rows_to_repeat(const wgd_arrangement *a)
{
    switch (a->kind) {
    case WGD_ARRANGE_PLAIN:
    case WGD_ARRANGE_PADDED:
        return 1;
    case WGD_ARRANGE_SWIZZLED:
        return a->row_bytes < WGD_BANK_ROW ? 8 * WGD_BANK_ROW / a->row_bytes : 8;
    case WGD_ARRANGE_PERMUTED:
        return 8;
    default:
        return 0;
    }
}

/* The greatest address of a tile of rows is within shared memory: no step can be refused. */
static bool all_in_reach(const wgd_arrangement *a)
{
    return a->base + (int64_t)(a->rows - 1) * (a->row_bytes + a->pad_bytes) + a->row_bytes <=
           WGD_SMEM_WINDOW;
}

/* Does the next fragment, along or down, lie as this one does in a tile of rows? */
static bool fragments_repeat(const wgd_arrangement *a, const wgd_frag *f, int rows)
{
    const int along = f->cols * a->elem_bits / 8;
    const bool lines = a->kind == WGD_ARRANGE_SWIZZLED && a->row_bytes >= WGD_BANK_ROW &&
                       along % WGD_BANK_ROW == 0;
    return rows == 1 || (f->rows % rows == 0 && (along == a->row_bytes || lines));
}

/* Steps after which the accesses repeat; all of them where they do not. */
static int period_of(const wgd_arrangement *a, const wgd_bank_use *use, const use_plan *p)
{
    const int rows = rows_to_repeat(a);
    if (rows == 0 || !all_in_reach(a) || use->order == WGD_ORDER_TV) {
        return p->steps;
    }
    if (use->order == WGD_ORDER_FRAG) {
        return fragments_repeat(a, &p->frag, rows)
                   ? p->frag.threads / WGD_WARP * (p->frag.values / p->vec)
                   : p->steps;
    }
    if (use->order == WGD_ORDER_COPY) { /* until it starts at the same vector of such a row */
        const int shared = gcd(p->n_vec, p->lanes), down = p->lanes / shared;
        return p->n_vec / shared * (rows / gcd(rows, down));
    }
    if (use->order == WGD_ORDER_COLUMN) {
        const int shared = gcd(p->outer, p->lanes), along = p->lanes / shared;
        /* 128 bytes further along its row every swizzle does the same; a rotation does not. */
        const int line = WGD_BANK_ROW / wgd_access_bytes(use->access);
        const bool turns = a->kind == WGD_ARRANGE_SWIZZLED && a->row_bytes >= WGD_BANK_ROW;
        return rows == 1 ? p->outer / shared
               : turns   ? p->outer / shared * (line / gcd(line, along))
                         : p->steps;
    }
    return rows == 1 ? 1 : p->n_vec / p->block_c * (rows / gcd(rows, p->block_o));
}

static void add_times(wgd_bank_total *sum, const wgd_bank_result *r, int step, int times)
{
    sum->accesses += times;
    sum->phases += (int64_t)times * r->phases;
    sum->wavefronts += (int64_t)times * r->wavefronts;
    sum->conflicts += (int64_t)times * r->conflicts;
    if (r->worst > sum->worst) {
        sum->worst = r->worst;
        sum->worst_at = step;
    }
}

void wgd_bank_add(wgd_bank_total *sum, const wgd_bank_result *r)
{
    add_times(sum, r, (int)sum->accesses, 1);
}

wgd_status wgd_bank_tile(const wgd_arrangement *a, const wgd_bank_use *use, wgd_bank_total *out,
                         wgd_diag *diag)
{
    use_plan p;
    const wgd_status st = wgd_use_plan_all(a, use, &p, diag);
    const wgd_bank_total zero = {0, 0, 0, 0, 0, 0};
    *out = zero;
    if (st != WGD_OK) {
        return st;
    }
    const int period = period_of(a, use, &p), last = p.steps - 1;
    for (int step = 0; step < p.steps; step++) {
        wgd_bank_lanes lanes;
        wgd_bank_result r;
        if (step >= period && step < last) {
            step = last; /* it may be short of lanes */
        }
        wgd_status s = wgd_use_lanes(a, use, &p, step, &lanes, diag);
        if (s != WGD_OK) {
            return s;
        }
        s = wgd_banks_access(use->access, &lanes, &r, diag);
        if (s != WGD_OK) {
            return s;
        }
        add_times(out, &r, step, step == last ? 1 : (last - 1 - step) / period + 1);
    }
    return WGD_OK;
}
