/* SPDX-License-Identifier: MIT
 *
 * M and N of tcgen05.mma. CUTLASS's operations are followed, whose assertions are tighter than PTX's
 * table for A in tensor memory, for i8, for f8f6f4 with B MN-major and for its sparse form.
 */
#include "kinds.h"

#include "base/never.h"

enum {
    TF32 = 1 << WGD_UMMA_TF32,
    F16 = 1 << WGD_UMMA_F16,
    I8 = 1 << WGD_UMMA_I8,
    F8 = 1 << WGD_UMMA_F8F6F4,
    MX8 = 1 << WGD_UMMA_MXF8F6F4,
    MX4 = 1 << WGD_UMMA_MXF4 | 1 << WGD_UMMA_MXF4NVF4,
    PLAIN = TF32 | F16 | I8 | F8
};

/* What an instruction must be for a row to speak of it. */
enum { ANY = 0, WS = 1 << 0, TMEM = 1 << 1, SPARSE = 1 << 2, B_MN = 1 << 3, K96 = 1 << 4 };

enum { DOUBLING = 0, MS = 3 };

typedef struct shape_row {
    int kinds, cta_group, needs;
    int m[MS];
    int step;     /* N is a multiple of it; DOUBLING: 64, 128 or 256 */
    int low_step; /* the same for the least M */
    int more[2];  /* further N, or 0 */
} shape_row;

/* The one table of shapes: the first row that fits counts. */
static const shape_row rows[] = {
    {PLAIN, 1, WS, {32, 64, 128}, DOUBLING, DOUBLING, {0}},
    {I8, 1, ANY, {64, 128}, 16, 16, {8}},
    {I8, 2, ANY, {128, 256}, 32, 32, {0}},
    {F8, 1, B_MN, {64, 128}, 16, 16, {0}},
    {TF32 | F16 | F8, 1, TMEM, {64, 128}, 16, 8, {0}},
    {F8, 1, SPARSE, {64, 128}, 16, 8, {0}},
    {TF32 | F16 | F8, 1, ANY, {64, 128}, 8, 8, {0}},
    {F8, 2, B_MN, {128, 256}, 32, 32, {0}},
    {TF32 | F16 | F8, 2, TMEM, {128, 256}, 32, 32, {0}},
    {F8, 2, SPARSE, {128, 256}, 32, 32, {0}},
    {TF32 | F16 | F8, 2, ANY, {128, 256}, 16, 16, {0}},
    {MX4, 1, K96, {128}, 16, 16, {0}},
    {MX8 | MX4, 1, ANY, {128}, 8, 8, {0}},
    {MX8, 2, ANY, {256}, 16, 16, {0}},
    {MX4, 2, ANY, {128, 256}, 16, 16, {0}},
};

/* PTX ISA, table "Various combinations of .kind and shapes", its sparse .ws apart. */
static const shape_row ptx_rows[] = {
    {PLAIN, 1, WS, {32, 64, 128}, DOUBLING, DOUBLING, {0}},
    {I8, 1, ANY, {64, 128}, 16, 16, {8, 24}},
    {I8, 2, ANY, {128, 256}, 32, 32, {0}},
    {TF32 | F16 | F8, 1, ANY, {64, 128}, 8, 8, {0}},
    {TF32 | F16 | F8, 2, ANY, {128, 256}, 16, 16, {0}},
    {MX8 | MX4, 1, ANY, {128}, 8, 8, {0}},
    {MX8 | MX4, 2, SPARSE, {256}, 16, 16, {0}},
    {MX8 | MX4, 2, ANY, {128, 256}, 16, 16, {0}},
};

static int traits_of(const wgd_umma_op *op)
{
    return (op->ws ? WS : 0) | (op->a_tmem ? TMEM : 0) | (op->sparse ? SPARSE : 0) |
           (op->b_major == WGD_MAJOR_MN ? B_MN : 0) | (op->k == 96 ? K96 : 0);
}

static const shape_row *find(const shape_row *table, size_t n, const wgd_umma_op *op)
{
    const int traits = traits_of(op);
    for (size_t i = 0; i < n; i++) {
        const shape_row *r = &table[i];
        if (r->kinds >> op->kind & 1 && r->cta_group == op->cta_group &&
            (r->needs & traits) == r->needs) {
            return r;
        }
    }
    return NULL;
}

static const shape_row *ptx_row(const wgd_umma_op *op)
{
    return find(ptx_rows, sizeof ptx_rows / sizeof ptx_rows[0], op);
}

static bool has_m(const shape_row *r, int m)
{
    return m > 0 && (m == r->m[0] || m == r->m[1] || m == r->m[2]);
}

static bool has_n(const shape_row *r, int m, int n)
{
    if (n > 0 && (n == r->more[0] || n == r->more[1])) {
        return true;
    }
    if (r->step == DOUBLING) {
        return n == 64 || n == 128 || n == 256;
    }
    const int step = m == r->m[0] ? r->low_step : r->step;
    return n > 0 && n <= 256 && n % step == 0;
}

/* In 64 bits: what was asked for may be any int. */
static int64_t distance(int64_t a, int64_t b)
{
    return a < b ? b - a : a - b;
}

static wgd_status bad_m(const wgd_umma_op *op, const shape_row *r, wgd_diag *diag)
{
    char want[96], hint[192];
    wgd_text w = wgd_text_into(want, sizeof want);
    int near = r->m[0];
    for (int i = 0; i < MS && r->m[i]; i++) {
        wgd_put_str(&w, i ? " or " : "");
        wgd_put_i64(&w, r->m[i]);
        near = distance(r->m[i], op->m) < distance(near, op->m) ? r->m[i] : near;
    }
    wgd_text_end(&w);
    wgd_text h = wgd_text_into(hint, sizeof hint);
    wgd_put_str(&h, "the nearest legal is M = ");
    wgd_put_i64(&h, near);
    const shape_row *ptx = ptx_row(op);
    /* PTX's table, too, has a row for each kind and number of CTAs. */
    if (ALWAYS(ptx) && has_m(ptx, op->m)) {
        wgd_put_str(&h, "; PTX's table lists this M, CUTLASS's operation refuses it");
    }
    wgd_text_end(&h);
    return wgd_fail_num(diag, WGD_ERR_INST, "m", "no tcgen05.mma of this form has this M", op->m,
                        want, hint);
}

/* The N of the row that is nearest; the smaller of two. */
static int nearest_n(const shape_row *r, int m, int n)
{
    int best = 0;
    for (int i = 8; i <= 256; i += 8) {
        if (has_n(r, m, i) && (best == 0 || distance(i, n) < distance(best, n))) {
            best = i;
        }
    }
    return best;
}

static wgd_status bad_n(const wgd_umma_op *op, const shape_row *r, wgd_diag *diag)
{
    char want[96], hint[192];
    wgd_text w = wgd_text_into(want, sizeof want);
    const int step = op->m == r->m[0] ? r->low_step : r->step;
    if (r->step == DOUBLING) {
        wgd_put_str(&w, "64, 128 or 256");
    } else {
        if (r->more[0]) {
            wgd_put_i64(&w, r->more[0]);
            wgd_put_str(&w, ", or ");
        }
        wgd_put_i64(&w, step);
        wgd_put_str(&w, " to 256 in steps of ");
        wgd_put_i64(&w, step);
    }
    wgd_text_end(&w);
    wgd_text h = wgd_text_into(hint, sizeof hint);
    wgd_put_str(&h, "the nearest legal is N = ");
    wgd_put_i64(&h, nearest_n(r, op->m, op->n));
    const shape_row *ptx = ptx_row(op);
    /* As above. */
    if (ALWAYS(ptx) && has_m(ptx, op->m) && has_n(ptx, op->m, op->n)) {
        wgd_put_str(&h, "; PTX's table lists this N, CUTLASS's operation refuses it");
    }
    wgd_text_end(&h);
    return wgd_fail_num(diag, WGD_ERR_N, "n", "no tcgen05.mma of this form has this N", op->n, want,
                        hint);
}

wgd_status umma_shape_check(const wgd_umma_op *op, wgd_diag *diag)
{
    const shape_row *r = find(rows, sizeof rows / sizeof rows[0], op);
    if (NEVER(!r)) { /* each kind has a row for one CTA and for two, and .ws with two was refused */
        return wgd_fail(diag, WGD_ERR_INTERNAL, "kind", NULL, NULL, NULL, NULL);
    }
    if (!has_m(r, op->m)) {
        return bad_m(op, r, diag);
    }
    return has_n(r, op->m, op->n) ? WGD_OK : bad_n(op, r, diag);
}

bool umma_ptx_lists(const wgd_umma_op *op)
{
    const shape_row *r = ptx_row(op);
    if (op->ws && op->sparse && op->n == 256) {
        return false;
    }
    return r && has_m(r, op->m) && has_n(r, op->m, op->n);
}
