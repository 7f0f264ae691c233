/* SPDX-License-Identifier: MIT
 *
 * All accesses of a use. Vectors that are whole by rule are looked up once, not element by element. In
 * a tile of rows they repeat, moved by a number of bytes that is the same for all lanes: the words fall
 * in other banks, but in as many, so one of them counts for all.
 */
#include "base/ceil_div.h"
#include "base/gcd.h"
#include "uses.h"

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

/* How many steps come to a multiple of n. */
static int64_t steps_to(int64_t n, int64_t step)
{
    return n / gcd(n, step);
}

static int64_t pitch_of(const wgd_arrangement *a)
{
    return (int64_t)a->row_bytes + a->pad_bytes;
}

/* A swizzle looks at the bits of an offset below this power of two, and changes no other. */
static int64_t unit_of(wgd_swizzle sw)
{
    return INT64_C(1) << (sw.b + sw.m + (sw.s < 0 ? -sw.s : sw.s));
}

/* So many rows down, and so many bytes along its rows, a tile of rows is the same again, moved as a whole. */
typedef struct repeat {
    int64_t rows, bytes;
} repeat;

static repeat repeat_of(const wgd_arrangement *a)
{
    repeat r = {1, 1};
    if (a->kind == WGD_ARRANGE_PERMUTED) { /* looks at three bits of the row, and turns it */
        r.rows = 8;
        r.bytes = a->row_bytes;
    } else if (a->kind == WGD_ARRANGE_SWIZZLED) {
        const wgd_swizzle sw = a->sw;
        r.rows = steps_to(unit_of(sw), pitch_of(a));
        /* Where the bits that are looked at are the same in all of a row it does not turn with them. */
        const bool same = sw.s > 0 && gcd(INT64_C(1) << (sw.m + sw.s), pitch_of(a)) == pitch_of(a);
        r.bytes = same ? INT64_C(1) << (sw.m + sw.b) : a->row_bytes;
    }
    return r;
}

/* The greatest address of a tile of rows is within shared memory. */
static bool all_in_reach(const wgd_arrangement *a)
{
    const int64_t unit = a->kind == WGD_ARRANGE_SWIZZLED ? unit_of(a->sw) : 1;
    const int64_t end = (a->rows - 1) * pitch_of(a) + a->row_bytes;
    return a->base + ceil_div(end, unit) * unit <= WGD_SMEM_WINDOW;
}

/* Can no step of a tile of rows be refused, if the first is not? */
static bool all_alike(const wgd_arrangement *a, wgd_access access)
{
    return pitch_of(a) % wgd_access_bytes(access) == 0 && all_in_reach(a);
}

int64_t wgd_use_period(const wgd_arrangement *a, const wgd_bank_use *use, const use_plan *p)
{
    if (a->kind == WGD_ARRANGE_LAYOUT || use->order == WGD_ORDER_TV || !all_alike(a, use->access)) {
        return p->steps;
    }
    const repeat r = repeat_of(a);
    const int bytes = wgd_access_bytes(use->access);
    if (use->order == WGD_ORDER_FRAG) {
        const int along = p->frag.cols * a->elem_bits / 8;
        return p->frag.rows % r.rows == 0 && along % r.bytes == 0
                   ? p->frag.threads / WGD_WARP * (p->frag.values / p->vec)
                   : p->steps;
    }
    if (use->order == WGD_ORDER_COPY) { /* until it starts at the same vector of such a row */
        const int64_t whole = steps_to(p->n_vec, p->lanes);
        return whole * steps_to(r.rows, whole * p->lanes / p->n_vec);
    }
    if (use->order == WGD_ORDER_COLUMN) {
        const int64_t whole = steps_to(p->outer, p->lanes);
        return whole * steps_to(r.bytes, whole * p->lanes / p->outer * bytes);
    }
    return p->block_o % r.rows == 0 && p->block_c * bytes % r.bytes == 0
               ? 1
               : p->n_vec / p->block_c * steps_to(r.rows, p->block_o);
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
    const int64_t period = wgd_use_period(a, use, &p);
    const int last = p.steps - 1;
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
        add_times(out, &r, step, step == last ? 1 : (int)((last - 1 - step) / period) + 1);
    }
    return WGD_OK;
}
