/* SPDX-License-Identifier: MIT
 *
 * What there is to show of a tile's descriptors.
 */
#include "desc_view.h"

static int64_t tile_offset(const void *tile, int i, int j)
{
    return wgd_tile_block_offset(tile, i, j);
}

static uint64_t tile_word(const void *tile, int i, int j)
{
    return wgd_tile_block_desc(tile, i, j);
}

desc_view desc_view_of(const wgd_tile *t)
{
    return (desc_view){
        .cmd = "desc",
        .query = t->query,
        .has_order = true,
        .desc = t->desc,
        .lbo_used = t->lbo_used,
        .sbo_used = t->sbo_used,
        .block_mn = t->block_mn,
        .block_k = t->block_k,
        .blocks_mn = t->blocks_mn,
        .blocks_k = t->blocks_k,
        .bytes = t->bytes,
        .alignment = t->alignment,
        .smem = &t->smem,
        .smem_u128 = &t->smem_u128,
        .block_u128 = &t->block_u128,
        .canonical = &t->canonical,
        .iterator = &t->iterator,
        .offset = tile_offset,
        .word = tile_word,
        .tile = t,
    };
}

uint64_t desc_view_word(const desc_view *v, int i, int j)
{
    return v->word(v->tile, i, j);
}

wgd_ring desc_view_ring(const desc_view *v)
{
    return (wgd_ring){v->desc.start * 16, v->bytes,  v->alignment, v->blocks_mn,
                      v->blocks_k,        v->offset, v->tile};
}

wgd_status desc_view_stages(const request *rq, desc_view *v, wgd_stages *st, wgd_diag *diag)
{
    if (!rq->v[OPTION_copies].given) {
        return WGD_OK;
    }
    if (v->desc.lbo_absolute) {
        return wgd_fail(diag, WGD_ERR_VALUE, "stages",
                        "where LBO is an address it changes with the stage: there is no one step",
                        NULL, "no stages, or another K than 96",
                        "ask for each stage's start by itself");
    }
    const wgd_ring ring = desc_view_ring(v);
    v->stages = st;
    return wgd_stages_plan(&ring, rq->v[OPTION_copies].u.num, st, diag);
}
