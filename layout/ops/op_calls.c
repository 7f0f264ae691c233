/* SPDX-License-Identifier: MIT
 *
 * The operations that are more than one call of a library function.
 */
#include "op_calls.h"

/* ---- results -------------------------------------------------------------------------------- */

static wgd_status give_num(wgd_layout_result *out, int64_t v)
{
    out->kind = WGD_ARG_INT;
    out->u.num = v;
    return WGD_OK;
}

wgd_layout *lay_give_layout(wgd_layout_result *out)
{
    out->kind = WGD_ARG_LAYOUT;
    lay_plain(&out->u.layout);
    return &out->u.layout.layout;
}

static wgd_tuple *give_tuple(wgd_layout_result *out)
{
    out->kind = WGD_ARG_TUPLE;
    return &out->u.tuple;
}

/* ---- operations whose operands need a look -------------------------------------------------- */

/* The mode of a layout that a path (1,0) or 1 names: mode 0 of mode 1. */
static wgd_status mode_at(const wgd_layout *l, const wgd_layout_arg *a, int n, int path,
                          wgd_layout *out, wgd_diag *diag)
{
    lay_copy(out, l);
    if (n <= path) {
        return WGD_OK;
    }
    const wgd_tuple *p = &a[path].u.tuple;
    for (int i = 0; i < p->n_leaves; i++) {
        const int64_t k = p->leaf[i];
        if (k < 0 || k > WGD_MAX_NODES || wgd_layout_mode(out, (int)k, out) != WGD_OK) {
            return lay_fail_tuple(diag, WGD_ERR_DOMAIN, "mode", "the layout has no such mode", p,
                                  "each index less than the rank at its level", "");
        }
    }
    return WGD_OK;
}

static wgd_status shape_of(const wgd_layout_arg *a, wgd_layout *out, wgd_diag *diag)
{
    if (a->kind == WGD_ARG_TUPLE) {
        return wgd_layout_compact(&a->u.tuple, out, diag);
    }
    lay_copy(out, &a->u.layout.layout);
    return WGD_OK;
}

wgd_status lay_op_size(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    wgd_layout l;
    wgd_status s = shape_of(&a[0], &l, diag);
    if (s == WGD_OK) {
        s = mode_at(&l, a, n, 1, &l, diag);
    }
    (void)give_num(out, 0);
    return s == WGD_OK ? wgd_layout_size(&l, &out->u.num) : s;
}

wgd_status lay_op_cosize(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    wgd_layout l;
    const wgd_status s = mode_at(&a[0].u.layout.layout, a, n, 1, &l, diag);
    (void)give_num(out, 0);
    return s == WGD_OK ? wgd_layout_cosize(&l, &out->u.num) : s;
}

static const wgd_tuple *tuple_of(const wgd_layout_arg *a)
{
    return a->kind == WGD_ARG_TUPLE ? &a->u.tuple : &a->u.layout.layout.shape;
}

wgd_status lay_op_rank(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    (void)diag;
    return give_num(out, wgd_tuple_rank(tuple_of(&a[0])));
}

wgd_status lay_op_depth(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    (void)diag;
    return give_num(out, wgd_tuple_depth(tuple_of(&a[0])));
}

wgd_status lay_op_flatten(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    if (a[0].kind == WGD_ARG_LAYOUT) {
        return wgd_flatten(&a[0].u.layout.layout, lay_give_layout(out), diag);
    }
    const wgd_tuple *t = &a[0].u.tuple;
    *give_tuple(out) =
        wgd_tuple_is_leaf(t) ? wgd_tuple_int(t->leaf[0]) : wgd_tuple_of(t->leaf, t->n_leaves);
    return WGD_OK;
}

wgd_status lay_op_eval(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    (void)give_num(out, 0);
    return wgd_composed_crd2idx(&a[1].u.layout, &a[0].u.tuple, &out->u.num, diag);
}

/* The layout and the coordinate in either order; without a coordinate, the layout itself, for its
 * values. */
wgd_status lay_op_eval_any(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    const int l = a[0].kind == WGD_ARG_LAYOUT ? 0 : n - 1;
    if (a[l].kind != WGD_ARG_LAYOUT || (n == 2 && a[1 - l].kind != WGD_ARG_TUPLE)) {
        return wgd_fail(diag, WGD_ERR_DOMAIN, "layout", "one argument must be a layout", NULL,
                        "a layout and a coordinate", "a layout has a colon: (8,4):(4,1)");
    }
    if (n == 1) {
        out->kind = WGD_ARG_LAYOUT;
        out->u.layout = a[0].u.layout;
        return WGD_OK;
    }
    (void)give_num(out, 0);
    return wgd_composed_crd2idx(&a[l].u.layout, &a[1 - l].u.tuple, &out->u.num, diag);
}

wgd_status lay_op_idx2crd(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    return wgd_idx2crd_by(&a[0].u.tuple, tuple_of(&a[1]), give_tuple(out), diag);
}

wgd_status lay_op_coalesce(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    const wgd_layout *l = &a[0].u.layout.layout;
    return n == 1 ? wgd_coalesce(l, lay_give_layout(out), diag)
                  : wgd_coalesce_by(l, &a[1].u.tuple, lay_give_layout(out), diag);
}

wgd_status lay_op_group_modes(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                              wgd_diag *diag)
{
    (void)n;
    const int64_t begin = a[1].u.num, end = a[2].u.num;
    const bool begin_ok = begin >= 0 && begin <= WGD_MAX_NODES;
    if (!begin_ok || end < 0 || end > WGD_MAX_NODES) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, begin_ok ? "end" : "begin",
                            "no such modes to group", begin_ok ? end : begin,
                            "0 <= begin < end <= rank of the layout", "");
    }
    return wgd_group_modes(&a[0].u.layout.layout, (int)begin, (int)end, lay_give_layout(out), diag);
}

wgd_status lay_op_ordered(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    return wgd_layout_ordered(&a[0].u.tuple, &a[1].u.tuple, lay_give_layout(out), diag);
}

wgd_status lay_op_complement(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    const wgd_layout *l = &a[0].u.layout.layout;
    if (n == 2) {
        return wgd_complement_shape(l, tuple_of(&a[1]), lay_give_layout(out), diag);
    }
    int64_t cosize;
    if (wgd_layout_cosize(l, &cosize) != WGD_OK) {
        return lay_fail_layout(diag, WGD_ERR_OVERFLOW, "layout", NULL, l, NULL, NULL);
    }
    return wgd_complement(l, cosize, lay_give_layout(out), diag);
}

wgd_status lay_op_tile_to_shape(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                                wgd_diag *diag)
{
    return wgd_tile_to_shape(&a[0].u.layout.layout, &a[1].u.tuple, n == 3 ? &a[2].u.tuple : NULL,
                             lay_give_layout(out), diag);
}

/* ---- recasts -------------------------------------------------------------------------------- */

static wgd_status give_recast(const wgd_composed *c, int64_t old_bits, int64_t new_bits,
                              wgd_layout_result *out, wgd_diag *diag)
{
    (void)lay_give_layout(out);
    return wgd_recast_composed(c, old_bits, new_bits, &out->u.layout, diag);
}

/* n old elements to one new one, or one to n. */
static wgd_status give_scaled(const wgd_composed *c, int64_t up, int64_t down,
                              wgd_layout_result *out, wgd_diag *diag)
{
    if (up < 1 || down < 1) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "n", NULL, up < 1 ? up : down, "at least 1", "");
    }
    if (c->kind == WGD_PLAIN) {
        return down == 1 ? wgd_upcast(&c->layout, up, lay_give_layout(out), diag)
                         : wgd_downcast(&c->layout, down, lay_give_layout(out), diag);
    }
    if (c->kind == WGD_SWIZZLED) {
        return give_recast(c, down, up, out, diag);
    }
    int64_t bits;
    if (c->elem_bits % down != 0 || !lay_mul(c->elem_bits / down, up, &bits)) {
        return wgd_fail_num(diag, WGD_ERR_DIVISIBILITY, "n",
                            "the element cannot be split or widened so", up > down ? up : down,
                            "a divisor of the element width", "");
    }
    return give_recast(c, c->elem_bits, bits, out, diag);
}

wgd_status lay_op_upcast(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    return give_scaled(&a[0].u.layout, a[1].u.num, 1, out, diag);
}

wgd_status lay_op_downcast(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    return give_scaled(&a[0].u.layout, 1, a[1].u.num, out, diag);
}

wgd_status lay_op_recast(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    return give_recast(&a[0].u.layout, a[1].u.num, a[2].u.num, out, diag);
}

/* Sw, offset, layout: the composed layout of the first three arguments. */
static wgd_status compose_swizzle(const wgd_layout_arg *a, wgd_composed *out, wgd_diag *diag)
{
    if (a[2].u.layout.kind != WGD_PLAIN) {
        return wgd_fail(diag, WGD_ERR_DOMAIN, "layout", "the layout has a swizzle already", NULL,
                        "a plain layout", "");
    }
    if (a[1].u.num < 0) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "offset", NULL, a[1].u.num, "at least 0", "");
    }
    const wgd_status s = wgd_swizzle_check(a[0].u.sw, diag);
    if (s == WGD_OK) {
        lay_copy_composed(out, &a[2].u.layout);
        out->kind = WGD_SWIZZLED;
        out->sw = a[0].u.sw;
        out->offset = a[1].u.num;
    }
    return s;
}

wgd_status lay_op_swizzle(const wgd_layout_arg *a, int n, wgd_layout_result *out, wgd_diag *diag)
{
    (void)n;
    (void)lay_give_layout(out);
    return compose_swizzle(a, &out->u.layout, diag);
}

wgd_status lay_op_upcast_swizzle(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                                 wgd_diag *diag)
{
    (void)n;
    wgd_composed c;
    const wgd_status s = compose_swizzle(a, &c, diag);
    return s == WGD_OK ? give_scaled(&c, a[3].u.num, 1, out, diag) : s;
}

wgd_status lay_op_downcast_swizzle(const wgd_layout_arg *a, int n, wgd_layout_result *out,
                                   wgd_diag *diag)
{
    (void)n;
    wgd_composed c;
    const wgd_status s = compose_swizzle(a, &c, diag);
    return s == WGD_OK ? give_scaled(&c, 1, a[3].u.num, out, diag) : s;
}
