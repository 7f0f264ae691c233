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

/* What moves the chunks of a row, and costs no memory. Where plain rows can be accessed so can these: a vector is in one
 * chunk, and each chunk has another's place. */
static void try_moved(const trials *t, wgd_arrangement a)
{
    const int bytes = a.row_bytes, chunks = wgd_log2(bytes / WGD_BANK_CHUNK);
    bool clean;
    if ((bytes & (bytes - 1)) == 0) {
        a.kind = WGD_ARRANGE_SWIZZLED;
        a.sw.m = 4;
        /* The row bits above the chunk bits, but never bits within one row of banks. */
        a.sw.s = (int8_t)(chunks > 3 ? chunks : 3);
        for (a.sw.b = 1; a.sw.b <= 3 && a.sw.b <= chunks; a.sw.b++) {
            (void)try_one(t, &a, &clean);
        }
    }
    if (bytes % WGD_BANK_ROW == 0 || WGD_BANK_ROW % bytes == 0) {
        a.kind = WGD_ARRANGE_PERMUTED;
        (void)try_one(t, &a, &clean);
    }
}

/* Until it is clean. A padded tile that no longer fits shared memory is no candidate. */
static void try_padding(const trials *t, wgd_arrangement a)
{
    int step = 4;
    for (int i = 0; i < t->n_uses; i++) {
        const int bytes = wgd_access_bytes(t->uses[i].access);
        step = bytes > step ? bytes : step;
    }
    bool clean = false;
    a.kind = WGD_ARRANGE_PADDED;
    for (a.pad_bytes = step; !clean && a.pad_bytes <= WGD_BANK_ROW; a.pad_bytes += step) {
        if (try_one(t, &a, &clean) != WGD_OK) {
            return;
        }
    }
}

wgd_status wgd_bank_candidates(const wgd_arrangement *tile, const wgd_bank_use *uses, int n_uses,
                               wgd_candidate_fn *each, void *to, wgd_diag *diag)
{
    trials t = {uses, n_uses, each, to, diag};
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
    if (s != WGD_OK) {
        return s;
    }
    t.diag = NULL; /* what is refused from here on is no candidate, and no error */
    if (a.row_bytes > WGD_BANK_CHUNK) {
        try_moved(&t, a);
    }
    try_padding(&t, a);
    return WGD_OK;
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
