/* SPDX-License-Identifier: MIT
 *
 * A solution in the terms of make_gmma_desc, where the algebra reaches.
 */
#include "wgd_solve.h"
#include "wgd_tile.h"

/* block and rest of a tile, in elements. */
static bool divide(const wgd_layout *tile, const wgd_read *rd, wgd_layout *block, wgd_layout *rest)
{
    const int64_t shape[2] = {rd->mn, wgd_read_k(*rd)};
    const wgd_tuple shape_t = wgd_tuple_of(shape, 2);
    wgd_tiler tiler;
    wgd_layout divided;
    return wgd_tiler_shape(&tiler, &shape_t) == WGD_OK &&
           wgd_zipped_divide(tile, &tiler, &divided, NULL) == WGD_OK &&
           wgd_layout_mode(&divided, 0, block) == WGD_OK &&
           wgd_layout_mode(&divided, 1, rest) == WGD_OK;
}

static bool make_iterator(const wgd_layout *rest, int bits, wgd_layout *out)
{
    const wgd_layout one = wgd_layout_1d(1, 0);
    *out = wgd_layout_empty();
    if (wgd_layout_append(out, &one) != WGD_OK) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        wgd_layout mode;
        if (wgd_layout_mode(rest, i, &mode) != WGD_OK ||
            wgd_recast(&mode, bits, 128, &mode, NULL) != WGD_OK ||
            wgd_layout_append(out, &mode) != WGD_OK) {
            return false;
        }
    }
    return true;
}

/* Does the iterator lead to the starts that the solver proved? */
static bool leads_there(const wgd_solve *s, const wgd_solution *sol, const wgd_layout *iterator)
{
    for (int i = 0; i < s->blocks_mn; i++) {
        for (int j = 0; j < s->blocks_k; j++) {
            const int64_t off = wgd_layout_at(iterator, (int64_t)j * s->blocks_mn + i);
            if (wgd_desc_decode(wgd_solve_block(s, sol, i, j)).start != sol->desc.start + off) {
                return false;
            }
        }
    }
    return true;
}

bool wgd_solve_algebra(const wgd_solve *s, const wgd_solution *sol, wgd_solve_layouts *out)
{
    const wgd_place *p = &s->place;
    wgd_composed tile = p->layout;
    wgd_swizzle_mode own;
    if (tile.kind == WGD_SWIZZLED || !wgd_place_mode(p, &own) || own != sol->desc.swizzle ||
        sol->desc.base_offset != 0) {
        return false;
    }
    if (tile.kind == WGD_PLAIN) { /* make_gmma_desc wants the tag: Sw<0,4,3> o smem_ptr[Nb] */
        tile.kind = WGD_SMEM_PTR;
        tile.sw.b = 0;
        tile.sw.m = 4;
        tile.sw.s = 3;
        tile.elem_bits = p->bits;
    }
    wgd_composed block = tile;
    wgd_layout rest;
    wgd_desc desc;
    if (!divide(&tile.layout, &sol->read, &block.layout, &rest) ||
        wgd_recast_composed(&tile, p->bits, 128, &out->smem_u128, NULL) != WGD_OK ||
        wgd_recast_composed(&block, p->bits, 128, &block, NULL) != WGD_OK ||
        wgd_canonical_desc(&block, sol->read.major, p->bits, &out->canonical, &desc, NULL) !=
            WGD_OK) {
        return false;
    }
    out->block_u128 = block.layout;
    return desc.lbo == sol->desc.lbo && desc.sbo == sol->desc.sbo &&
           make_iterator(&rest, p->bits, &out->iterator) && leads_there(s, sol, &out->iterator);
}
