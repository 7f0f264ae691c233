/* SPDX-License-Identifier: MIT
 *
 * Divides: a layout split into what a tiler selects and what is left. */
#include "lay.h"

/* (a o b, a o complement(b)) */
static wgd_status divide(const lay_view *a, const lay_view *b, wgd_layout *o, wgd_diag *diag)
{
    lay_flat f, rest;
    wgd_status s = lay_coalesce(a, &f, diag);
    if (s == WGD_OK) {
        s = lay_complement(b, f.s, f.n, &rest, diag);
    }
    if (s == WGD_OK && lay_view_leaves(a) > 0 && a->l->shape.leaf[a->to.leaf - 1] == 1) {
        (void)lay_coalesce_extended(a, &f, diag); /* a coalesces, as has been seen */
    }
    if (s == WGD_OK) {
        s = lay_open(o, 2, diag);
    }
    if (s == WGD_OK) {
        s = lay_compose(&f, b, o, diag);
    }
    return s == WGD_OK ? lay_compose_flat(&f, &rest, o, diag) : s;
}

static const lay_by divide_by = {divide, 0, false};

wgd_status wgd_logical_divide(const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                              wgd_diag *diag)
{
    return lay_run(&divide_by, a, b, out, diag);
}

wgd_status wgd_logical_divide_by(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                                 wgd_diag *diag)
{
    return lay_run_tiler(&divide_by, a, b, LAY_BY_MODE, out, diag);
}

wgd_status wgd_zipped_divide(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                             wgd_diag *diag)
{
    return lay_run_tiler(&divide_by, a, b, LAY_ZIPPED, out, diag);
}

wgd_status wgd_tiled_divide(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                            wgd_diag *diag)
{
    return lay_run_tiler(&divide_by, a, b, LAY_TILED, out, diag);
}

wgd_status wgd_flat_divide(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out, wgd_diag *diag)
{
    return lay_run_tiler(&divide_by, a, b, LAY_FLAT, out, diag);
}
