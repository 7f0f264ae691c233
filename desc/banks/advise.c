/* SPDX-License-Identifier: MIT
 *
 * The search for an arrangement without conflicts: plain, swizzled, permuted, padded.
 */
#include "arrangement.h"

/* Evaluates the arrangement as the next candidate. */
static wgd_status try_one(const wgd_arrangement *a, const wgd_bank_use *uses, int n_uses,
                          wgd_bank_advice *out, wgd_diag *diag)
{
    wgd_bank_candidate *c = &out->candidate[out->count];
    c->arrangement = *a;
    c->extra_bytes = (int64_t)a->rows * a->pad_bytes;
    c->conflicts = 0;
    for (int i = 0; i < n_uses; i++) {
        const wgd_status s = wgd_bank_tile(a, &uses[i], &c->total[i], diag);
        if (s != WGD_OK) {
            return s;
        }
        c->conflicts += c->total[i].conflicts;
    }
    if (c->conflicts == 0 && out->best < 0) {
        out->best = out->count;
    }
    out->count++;
    return WGD_OK;
}

static wgd_status try_swizzles(wgd_arrangement a, const wgd_bank_use *uses, int n_uses,
                               wgd_bank_advice *out, wgd_diag *diag)
{
    wgd_status s = WGD_OK;
    const int chunks = wgd_log2(a.row_bytes / WGD_BANK_CHUNK);
    a.kind = WGD_ARRANGE_SWIZZLED;
    a.sw.m = 4;
    /* The row bits above the chunk bits, but never bits within one row of banks. */
    a.sw.s = (int8_t)(chunks > 3 ? chunks : 3);
    for (a.sw.b = 1; s == WGD_OK && a.sw.b <= 3 && a.sw.b <= chunks; a.sw.b++) {
        s = try_one(&a, uses, n_uses, out, diag);
    }
    return s;
}

static wgd_status try_padding(wgd_arrangement a, const wgd_bank_use *uses, int n_uses,
                              wgd_bank_advice *out, wgd_diag *diag)
{
    int step = 4;
    for (int i = 0; i < n_uses; i++) {
        const int bytes = wgd_access_bytes(uses[i].access);
        step = bytes > step ? bytes : step;
    }
    wgd_status s = WGD_OK;
    bool clean = false;
    a.kind = WGD_ARRANGE_PADDED;
    for (a.pad_bytes = step; s == WGD_OK && !clean && a.pad_bytes <= WGD_BANK_ROW;
         a.pad_bytes += step) {
        s = try_one(&a, uses, n_uses, out, diag);
        clean = s == WGD_OK && out->candidate[out->count - 1].conflicts == 0;
    }
    /* A padded tile that no longer fits shared memory is no candidate. */
    return s == WGD_ERR_RANGE ? WGD_OK : s;
}

wgd_status wgd_bank_advise(const wgd_arrangement *tile, const wgd_bank_use *uses, int n_uses,
                           wgd_bank_advice *out, wgd_diag *diag)
{
    wgd_arrangement a = *tile;
    wgd_status s = WGD_OK;
    out->count = 0;
    out->best = -1;
    if (a.kind == WGD_ARRANGE_LAYOUT) {
        s = try_one(&a, uses, n_uses, out, diag);
    }
    a.kind = WGD_ARRANGE_PLAIN;
    a.pad_bytes = 0;
    if (s == WGD_OK) {
        s = try_one(&a, uses, n_uses, out, diag);
    }
    const int bytes = a.row_bytes;
    if (s == WGD_OK && bytes > WGD_BANK_CHUNK && (bytes & (bytes - 1)) == 0) {
        s = try_swizzles(a, uses, n_uses, out, diag);
    }
    if (s == WGD_OK && bytes > WGD_BANK_CHUNK &&
        (bytes % WGD_BANK_ROW == 0 || WGD_BANK_ROW % bytes == 0)) {
        a.kind = WGD_ARRANGE_PERMUTED;
        s = try_one(&a, uses, n_uses, out, diag);
    }
    return s == WGD_OK ? try_padding(a, uses, n_uses, out, diag) : s;
}
