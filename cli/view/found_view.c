/* SPDX-License-Identifier: MIT
 *
 * The solver's answer in the terms of 'desc'.
 */
#include "found_view.h"

static int64_t found_offset(const void *tile, int i, int j)
{
    const found *f = tile;
    return wgd_solve_block_offset(f->s, f->sol, i, j);
}

static uint64_t found_word(const void *tile, int i, int j)
{
    const found *f = tile;
    return wgd_solve_block(f->s, f->sol, i, j);
}

static void set_query(desc_view *v, const wgd_solve_query *q, const found *f)
{
    v->query.dtype = q->dtype;
    v->query.operand = q->operand;
    v->query.major = f->sol->read.major;
    v->query.swizzle = f->sol->desc.swizzle;
    v->query.mn = f->s->place.tile_mn;
    v->query.k = f->s->place.tile_k;
    v->query.n = q->operand == WGD_OPERAND_B ? f->sol->read.mn : q->n;
    v->query.start = q->start;
    v->query.arch = q->arch;
}

desc_view found_view_of(const wgd_solve_query *q, found *f)
{
    const wgd_solution *sol = f->sol;
    const wgd_place *p = &f->s->place;
    const bool algebra = wgd_solve_algebra(f->s, sol, &f->layouts);
    desc_view v = {
        .cmd = "solve",
        .query = wgd_tile_query_default(),
        .desc = sol->desc,
        .lbo_used = (sol->reads & WGD_READS_LBO) != 0,
        .sbo_used = (sol->reads & WGD_READS_SBO) != 0,
        .block_mn = f->s->block_mn,
        .block_k = f->s->block_k,
        .blocks_mn = f->s->blocks_mn,
        .blocks_k = f->s->blocks_k,
        .bytes = wgd_place_bytes(p),
        .alignment = wgd_swizzle_alignment(sol->desc.swizzle),
        .smem = &p->layout,
        .smem_u128 = algebra ? &f->layouts.smem_u128 : NULL,
        .block_u128 = algebra ? &f->layouts.block_u128 : NULL,
        .canonical = algebra ? &f->layouts.canonical : NULL,
        .iterator = algebra ? &f->layouts.iterator : NULL,
        .offset = found_offset,
        .word = found_word,
        .tile = f,
    };
    set_query(&v, q, f);
    if (!wgd_slice_whole(&q->slice)) {
        f->slice = slice_view_of(q, f->s, sol);
        v.slice = &f->slice;
    }
    return v;
}
