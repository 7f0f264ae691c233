/* SPDX-License-Identifier: MIT
 *
 * The search for an arrangement without conflicts: plain, swizzled, permuted, padded.
 */
#include "advise.h"

#include "arrangement.h"

typedef struct trials {
    const wgd_bank_use *uses;
    int n_uses;
    wgd_candidate_fn *each;
    void *to;
    wgd_diag *diag;
} trials;

/* Evaluates the arrangement as the next candidate; *clean says whether it has no conflicts. */
static wgd_status try_one(const trials *t, const wgd_arrangement *a, bool *clean)
{
    wgd_bank_candidate c;
    c.arrangement = *a;
    c.extra_bytes = (int64_t)a->rows * a->pad_bytes;
    c.conflicts = 0;
    for (int i = 0; i < t->n_uses; i++) {
        const wgd_status s = wgd_bank_tile(a, &t->uses[i], &c.total[i], t->diag);
        if (s != WGD_OK) {
            return s;
        }
        c.conflicts += c.total[i].conflicts;
    }
    *clean = c.conflicts == 0;
    t->each(t->to, &c);
    return WGD_OK;
}

static wgd_status try_swizzles(const trials *t, wgd_arrangement a)
{
    wgd_status s = WGD_OK;
    bool clean;
    const int chunks = wgd_log2(a.row_bytes / WGD_BANK_CHUNK);
    a.kind = WGD_ARRANGE_SWIZZLED;
    a.sw.m = 4;
    /* The row bits above the chunk bits, but never bits within one row of banks. */
    a.sw.s = (int8_t)(chunks > 3 ? chunks : 3);
    for (a.sw.b = 1; s == WGD_OK && a.sw.b <= 3 && a.sw.b <= chunks; a.sw.b++) {
        s = try_one(t, &a, &clean);
    }
    return s;
}

/* What moves the chunks of a row, and costs no memory. */
static wgd_status try_moved(const trials *t, wgd_arrangement a)
{
    const int bytes = a.row_bytes;
    bool clean;
    wgd_status s = (bytes & (bytes - 1)) == 0 ? try_swizzles(t, a) : WGD_OK;
    if (s == WGD_OK && (bytes % WGD_BANK_ROW == 0 || WGD_BANK_ROW % bytes == 0)) {
        a.kind = WGD_ARRANGE_PERMUTED;
        s = try_one(t, &a, &clean);
    }
    return s;
}

static wgd_status try_padding(const trials *t, wgd_arrangement a)
{
    int step = 4;
    for (int i = 0; i < t->n_uses; i++) {
        const int bytes = wgd_access_bytes(t->uses[i].access);
        step = bytes > step ? bytes : step;
    }
    wgd_status s = WGD_OK;
    bool clean = false;
    a.kind = WGD_ARRANGE_PADDED;
    for (a.pad_bytes = step; s == WGD_OK && !clean && a.pad_bytes <= WGD_BANK_ROW;
         a.pad_bytes += step) {
        s = try_one(t, &a, &clean);
    }
    /* A padded tile that no longer fits shared memory is no candidate. */
    return s == WGD_ERR_RANGE ? WGD_OK : s;
}

wgd_status wgd_bank_candidates(const wgd_arrangement *tile, const wgd_bank_use *uses, int n_uses,
                               wgd_candidate_fn *each, void *to, wgd_diag *diag)
{
    const trials t = {uses, n_uses, each, to, diag};
    wgd_arrangement a = *tile;
    wgd_status s = WGD_OK;
    bool clean;
    if (a.kind == WGD_ARRANGE_LAYOUT) {
        s = try_one(&t, &a, &clean);
    }
    a.kind = WGD_ARRANGE_PLAIN;
    a.pad_bytes = 0;
    if (s == WGD_OK) {
        s = try_one(&t, &a, &clean);
    }
    if (s == WGD_OK && a.row_bytes > WGD_BANK_CHUNK) {
        s = try_moved(&t, a);
    }
    return s == WGD_OK ? try_padding(&t, a) : s;
}

static void keep(void *to, const wgd_bank_candidate *c)
{
    wgd_bank_advice *out = to;
    if (c->conflicts == 0 && out->best < 0) {
        out->best = out->count;
    }
    out->candidate[out->count++] = *c;
}

wgd_status wgd_bank_advise(const wgd_arrangement *tile, const wgd_bank_use *uses, int n_uses,
                           wgd_bank_advice *out, wgd_diag *diag)
{
    out->count = 0;
    out->best = -1;
    return wgd_bank_candidates(tile, uses, n_uses, keep, out, diag);
}
