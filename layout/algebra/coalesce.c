/* SPDX-License-Identifier: MIT
 *
 * flatten, coalesce, group_modes: the same function with another structure. */
#include "lay.h"

/* The modes [from, to) of a view pushed onto an empty run. */
static wgd_status push_modes(const lay_view *v, lay_flat *out, wgd_diag *diag)
{
    out->n = 0;
    for (int i = v->from.leaf; i < v->to.leaf; i++) {
        const int64_t s = v->l->shape.leaf[i], d = v->l->stride[i];
        if (s < 1 || d == INT64_MIN) {
            return lay_fail_layout(diag, WGD_ERR_DOMAIN, "layout", "not a layout", v->l,
                                   "shapes of at least 1 and strides above -2^63", "");
        }
        lay_flat_push(out, s, d);
    }
    return WGD_OK;
}

wgd_status lay_coalesce(const lay_view *v, lay_flat *out, wgd_diag *diag)
{
    const wgd_status s = push_modes(v, out, diag);
    lay_flat_close(out);
    return s;
}

wgd_status lay_coalesce_extended(const lay_view *v, lay_flat *out, wgd_diag *diag)
{
    const wgd_status s = push_modes(v, out, diag);
    if (s == WGD_OK && lay_view_leaves(v) > 0 && v->l->shape.leaf[v->to.leaf - 1] == 1) {
        /* Any extent above 1 keeps the stride; nothing reads the last extent. */
        lay_flat_push(out, 2, v->l->stride[v->to.leaf - 1]);
    }
    lay_flat_close(out);
    return s;
}

void lay_put_flat(wgd_layout *o, const lay_flat *f)
{
    if (f->n != 1) {
        (void)lay_open(o, f->n, NULL);
    }
    for (int i = 0; i < f->n; i++) {
        (void)lay_leaf(o, f->s[i], f->d[i], NULL);
    }
}

void lay_order_by_stride(const lay_flat *f, int *order)
{
    for (int i = 0; i < f->n; i++) {
        int k = i;
        for (; k > 0 && f->d[order[k - 1]] > f->d[i]; k--) {
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
}

wgd_status wgd_flatten(const wgd_layout *l, wgd_layout *out, wgd_diag *diag)
{
    wgd_layout r;
    lay_clear(&r);
    /* No more nodes than l has: there is room. */
    if (!wgd_tuple_is_leaf(&l->shape)) {
        (void)lay_open(&r, l->shape.n_leaves, diag);
    }
    for (int i = 0; i < l->shape.n_leaves; i++) {
        (void)lay_leaf(&r, l->shape.leaf[i], l->stride[i], diag);
    }
    return lay_finish(&r, out, diag);
}

/* Appends a coalesced view. A layout without modes has nothing to merge and stays as it is. */
static wgd_status put_coalesced(const lay_view *v, wgd_layout *o, wgd_diag *diag)
{
    lay_flat f;
    if (lay_view_leaves(v) == 0) {
        return lay_put(o, v, diag);
    }
    const wgd_status s = lay_coalesce(v, &f, diag);
    if (s == WGD_OK) {
        lay_put_flat(o, &f);
    }
    return s;
}

wgd_status wgd_coalesce(const wgd_layout *l, wgd_layout *out, wgd_diag *diag)
{
    const lay_view v = lay_whole(l);
    wgd_layout r;
    lay_clear(&r);
    const wgd_status s = put_coalesced(&v, &r, diag);
    return s == WGD_OK ? lay_finish(&r, out, diag) : s;
}

/* Coalesces at the integers of the profile. Modes that the profile does not reach stay. Recursion
 * is bounded by the profile's depth. */
static wgd_status put_by_profile(const lay_view *v, const wgd_tuple *profile, int *node,
                                 wgd_layout *o, wgd_diag *diag)
{
    const int items = profile->node[(*node)++];
    if (items == WGD_LEAF) {
        return put_coalesced(v, o, diag);
    }
    const int rank = lay_view_rank(v);
    if (items > rank) {
        return lay_fail_tuple(diag, WGD_ERR_NOT_CONGRUENT, "profile",
                              "the profile has more modes than the layout", profile,
                              "at most as many modes as the layout", "");
    }
    wgd_status s = lay_open(o, rank, diag);
    lay_pos p = lay_first(v);
    for (int i = 0; i < rank && s == WGD_OK; i++) {
        const lay_view m = lay_next(v, &p);
        s = i < items ? put_by_profile(&m, profile, node, o, diag) : lay_put(o, &m, diag);
    }
    return s;
}

wgd_status wgd_coalesce_by(const wgd_layout *l, const wgd_tuple *profile, wgd_layout *out,
                           wgd_diag *diag)
{
    const lay_view v = lay_whole(l);
    wgd_layout r;
    int node = 0;
    lay_clear(&r);
    const wgd_status s = put_by_profile(&v, profile, &node, &r, diag);
    return s == WGD_OK ? lay_finish(&r, out, diag) : s;
}

wgd_status wgd_group_modes(const wgd_layout *l, int begin, int end, wgd_layout *out, wgd_diag *diag)
{
    const lay_view v = lay_whole(l);
    const int rank = lay_view_is_leaf(&v) ? 0 : lay_view_rank(&v);
    if (begin < 0 || end > rank || begin >= end) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, begin < 0 || begin >= rank ? "begin" : "end",
                            "no such modes to group", begin < 0 || begin >= rank ? begin : end,
                            "0 <= begin < end <= rank of the layout", "");
    }
    if (l->shape.n_nodes == WGD_MAX_NODES) { /* the new list is a node more */
        return lay_fail_limit(diag);
    }
    wgd_layout r;
    lay_clear(&r);
    (void)lay_open(&r, rank - (end - begin) + 1, diag);
    lay_pos p = lay_first(&v);
    for (int i = 0; i < rank; i++) {
        const lay_view m = lay_next(&v, &p);
        if (i == begin) {
            (void)lay_open(&r, end - begin, diag);
        }
        (void)lay_put(&r, &m, diag);
    }
    return lay_finish(&r, out, diag);
}
