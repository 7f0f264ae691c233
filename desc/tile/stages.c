/* SPDX-License-Identifier: MIT
 *
 * A ring of copies of a tile: starts, and the steps between its blocks and stages.
 */
#include "base/never.h"
#include "wgd_stages.h"

static wgd_advance advance(const wgd_ring *ring, bool along_k)
{
    wgd_advance a;
    a.blocks = along_k ? ring->blocks_k : ring->blocks_mn;
    a.step = 0;
    a.constant = true;
    a.jump_at = 0;
    a.jump_step = 0;
    int64_t last = ring->offset(ring->tile, 0, 0);
    for (int b = 1; b < a.blocks && a.constant; b++) {
        const int64_t here = ring->offset(ring->tile, along_k ? 0 : b, along_k ? b : 0);
        const int64_t step = (here - last) / 16;
        if (b == 1) {
            a.step = step;
        } else if (step != a.step) {
            a.constant = false;
            a.jump_at = b;
            a.jump_step = step;
        }
        last = here;
    }
    return a;
}

int64_t wgd_advance_bytes(const wgd_advance *a, int i)
{
    const int period = a->constant ? a->blocks : a->jump_at;
    const int64_t jump = (period - 1) * a->step + a->jump_step;
    return 16 * (i % period * a->step + i / period * jump);
}

int64_t wgd_stage_start(const wgd_ring *ring, const wgd_stages *st, int s)
{
    return ring->start + s * st->stage_bytes;
}

/* The first block of stage s whose start does not fit, in the order of the fields. */
static void carry_in(const wgd_ring *ring, wgd_stages *st, int s)
{
    /* There is one: find_carry saw it. */
    for (int i = 0; ALWAYS(i < ring->blocks_mn); i++) {
        for (int j = 0; j < ring->blocks_k; j++) {
            const int64_t at = wgd_stage_start(ring, st, s) + ring->offset(ring->tile, i, j);
            if (at >= WGD_SMEM_WINDOW) {
                st->carry_stage = s;
                st->carry_mn = i;
                st->carry_k = j;
                st->carry_start = at;
                return;
            }
        }
    }
}

/* Stages rise, so the block furthest from the start is the first to leave the window: one look at
 * all blocks finds the stage. */
static void find_carry(const wgd_ring *ring, wgd_stages *st)
{
    int64_t furthest = 0;
    for (int i = 0; i < ring->blocks_mn; i++) {
        for (int j = 0; j < ring->blocks_k; j++) {
            const int64_t off = ring->offset(ring->tile, i, j);
            furthest = off > furthest ? off : furthest;
        }
    }
    int s = 0;
    while (s < st->stages && wgd_stage_start(ring, st, s) + furthest < WGD_SMEM_WINDOW) {
        s++;
    }
    st->carries = s < st->stages;
    if (st->carries) {
        carry_in(ring, st, s);
    }
}

wgd_status wgd_stages_plan(const wgd_ring *ring, int64_t stages, wgd_stages *out, wgd_diag *diag)
{
    if (stages < 1 || stages > WGD_STAGES_MAX) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "stages", NULL, stages, "1 to 1024", NULL);
    }
    out->stages = (int)stages;
    out->stage_bytes = (ring->bytes + ring->alignment - 1) / ring->alignment * ring->alignment;
    out->stage_step = out->stage_bytes / 16;
    out->k = advance(ring, true);
    out->mn = advance(ring, false);
    out->carry_stage = out->carry_mn = out->carry_k = 0;
    out->carry_start = 0;
    find_carry(ring, out);
    return WGD_OK;
}
