/* SPDX-License-Identifier: MIT
 *
 * Divides: a layout split into what a tiler selects and what is left. */
#include "internal.h"

wgd_status lay_divide(const lay_view *a, const lay_view *b, wgd_layout *o, wgd_diag *diag)
{
    lay_flat f, rest;
    wgd_status s = lay_coalesce(a, &f, diag);
    if (s == WGD_OK) {
        s = lay_complement(b, f.s, f.n, &rest, diag);
    }
    if (s == WGD_OK && lay_view_leaves(a) > 0 && a->l->shape.leaf[a->to.leaf - 1] == 1) {
        s = lay_coalesce_extended(a, &f, diag);
    }
    if (s == WGD_OK) {
        s = lay_open(o, 2, diag);
    }
    if (s == WGD_OK) {
        s = lay_compose(&f, b, o, diag);
    }
    return s == WGD_OK ? lay_compose_flat(&f, &rest, o, diag) : s;
}

static const lay_by divide_by = {lay_divide, 0, false};

wgd_status wgd_logical_divide(const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                              wgd_diag *diag)
{
    const lay_view va = lay_whole(a), vb = lay_whole(b);
    wgd_layout r;
    lay_clear(&r);
    const wgd_status s = lay_divide(&va, &vb, &r, diag);
    return s == WGD_OK ? lay_finish(&r, out, diag) : s;
}

wgd_status wgd_logical_divide_by(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                                 wgd_diag *diag)
{
    const lay_view va = lay_whole(a);
    wgd_layout r;
    lay_clear(&r);
    const wgd_status s = lay_apply_tiler(&divide_by, &va, b, &r, diag);
    return s == WGD_OK ? lay_finish(&r, out, diag) : s;
}

static wgd_status divide_and_gather(const wgd_layout *a, const wgd_tiler *b, lay_gather how,
                                    wgd_layout *out, wgd_diag *diag)
{
    const lay_view va = lay_whole(a);
    wgd_layout r;
    lay_clear(&r);
    const wgd_status s = lay_apply_tiler(&divide_by, &va, b, &r, diag);
    return s == WGD_OK ? lay_gather_tiles(&r, b, how, out, diag) : s;
}

wgd_status wgd_zipped_divide(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                             wgd_diag *diag)
{
    return divide_and_gather(a, b, LAY_ZIPPED, out, diag);
}

wgd_status wgd_tiled_divide(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                            wgd_diag *diag)
{
    return divide_and_gather(a, b, LAY_TILED, out, diag);
}

wgd_status wgd_flat_divide(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out, wgd_diag *diag)
{
    return divide_and_gather(a, b, LAY_FLAT, out, diag);
}
