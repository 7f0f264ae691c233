/* SPDX-License-Identifier: MIT
 *
 * What could be written by boxes instead of a layout that none write.
 */
#include "wgd_tma_fit.h"

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
