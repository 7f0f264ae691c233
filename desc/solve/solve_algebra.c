/* SPDX-License-Identifier: MIT
 *
 * A solution in the terms of make_gmma_desc and make_umma_desc, where the algebra reaches.
 */
#include "wgd_solve.h"
#include "base/never.h"
#include "tile/blocks.h"
#include "tile/canonical.h"

/* Does the iterator lead to the starts that the solver proved? Both count the same layout. */
static bool leads_there(const wgd_solve *s, const wgd_solution *sol, const wgd_layout *iterator)
{
    for (int i = 0; i < s->blocks_mn; i++) {
        for (int j = 0; j < s->blocks_k; j++) {
            const int64_t off = wgd_layout_at(iterator, (int64_t)j * s->blocks_mn + i);
            const int64_t proved = wgd_solve_block_offset(s, sol, i, j);
            if (NEVER(proved != off * 16)) { /* of one layout */
                return false;
            }
        }
    }
    return true;
}

bool wgd_solve_algebra(const wgd_solve *s, const wgd_solution *sol, wgd_solve_layouts *out)
{
    const wgd_place *p = &s->place;
    wgd_composed tile;
    wgd_swizzle_mode own;
    int64_t offset;
    if (!wgd_slice_layout(&p->layout, &p->slice, &tile, &offset) || tile.kind == WGD_SWIZZLED ||
        !wgd_place_mode(p, sol->read.arch, &own) || own != sol->desc.swizzle ||
        sol->desc.base_offset != 0 || sol->desc.lbo_absolute) {
        return false;
    }
    if (tile.kind == WGD_PLAIN) { /* make_gmma_desc wants the tag: Sw<0,4,3> o smem_ptr[Nb] */
        tile.kind = WGD_SMEM_PTR;
        tile.sw = wgd_swizzle_mode_get(WGD_SWZ_NONE)->sw;
        tile.elem_bits = p->bits;
    }
    wgd_layout cut;
    wgd_desc desc;
    if (wgd_recast_composed(&tile, p->bits, 128, &out->smem_u128, NULL) != WGD_OK) {
        return false;
    }
    wgd_status st =
        wgd_blocks_cut(&tile.layout, p->bits, sol->read.mn, wgd_read_k(sol->read), &cut, NULL);
    /* Rows that the proof found at the strides of a descriptor divide by its block, ... */
    if (NEVER(st != WGD_OK)) {
        return false;
    }
    (void)wgd_layout_mode(&cut, 0, &out->block_u128); /* there are three */
    st = wgd_canonical_of(own, &out->block_u128, sol->read.major, p->bits, sol->read.arch,
                          &out->canonical, &desc, NULL);
    if (NEVER(st != WGD_OK)) { /* are blocks of the canonical form, ... */
        return false;
    }
    wgd_blocks_iterator(&cut, &out->iterator);
    /* ... these strides are its fields and lead to its blocks. */
    if (NEVER(desc.lbo != sol->desc.lbo || desc.sbo != sol->desc.sbo)) {
        return false;
    }
    return leads_there(s, sol, &out->iterator);
}
