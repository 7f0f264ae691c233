/* SPDX-License-Identifier: MIT
 *
 * The tile of a plan: is it whole instructions?
 */
#include "plan_parts.h"
#include "wgd_text.h"

wgd_status wgd_plan_fail_tile(const wgd_plan_query *q, wgd_diag *diag, const char *what, int unit,
                              const char *along)
{
    char got[96], want[128];
    wgd_text g = wgd_text_into(got, sizeof got), w = wgd_text_into(want, sizeof want);
    wgd_put_i64(&g, q->m);
    wgd_put_char(&g, 'x');
    wgd_put_i64(&g, q->n);
    wgd_put_char(&g, 'x');
    wgd_put_i64(&g, q->k);
    wgd_text_end(&g);
    wgd_put_str(&w, unit > 1 ? "a multiple of " : "at least ");
    wgd_put_i64(&w, unit);
    wgd_put_str(&w, along);
    wgd_text_end(&w);
    const wgd_status s = wgd_fail(diag, WGD_ERR_TILE, "tile", what, got, want, NULL);
    return wgd_diag_hint(diag, s, WGD_HINT_TILE_MNK, 0, NULL);
}

/* M and N of tcgen05 are checked with the instruction, which has several. */
wgd_status wgd_plan_tile_check(const wgd_plan *p, wgd_diag *diag)
{
    const wgd_plan_query *q = &p->query;
    const int64_t most = INT64_C(8) * WGD_SMEM_WINDOW; /* elements of one bit */
    if (q->m < 1 || q->n < 1 || q->k < 1 || q->m > most || q->n > most || q->k > most) {
        return wgd_plan_fail_tile(q, diag, "not a tile of a block", 1,
                                  " each way, and a tile that fits shared memory");
    }
    if (!wgd_arch_tcgen05(q->arch) && q->m % WGD_INST_M != 0) {
        return wgd_plan_fail_tile(q, diag, "the tile's M is not a whole number of instructions",
                                  WGD_INST_M, " along M");
    }
    if (!wgd_arch_tcgen05(q->arch) && q->n % 8 != 0) {
        return wgd_plan_fail_tile(q, diag, "the tile's N is not a whole number of instructions", 8,
                                  " along N");
    }
    if (q->k % p->k_inst != 0) {
        return wgd_plan_fail_tile(q, diag, "the tile's K is not a whole number of instructions",
                                  p->k_inst, " along K");
    }
    return WGD_OK;
}
