/* SPDX-License-Identifier: MIT
 *
 * Complement, right inverse and left inverse: each sorts the modes by stride and walks up. */
#include "lay.h"

/* What is left of the cotarget above a run of `covered` elements: the mode-by-mode division of
 * CuTe's ceil_div(shape, int). */
static bool rest_of_cotarget(const int64_t *cotarget, int n, int64_t covered, int64_t *rest)
{
    bool fits = true;
    *rest = 1;
    for (int i = 0; i < n; i++) {
        const int64_t extent = cotarget[i];
        const int64_t left = covered == 1 ? extent : ceil_div(extent, covered);
        fits = lay_mul(*rest, left, rest) && fits;
        covered = covered <= extent ? 1 : ceil_div(covered, extent);
    }
    return fits;
}

static wgd_status fail_complement(wgd_diag *diag, const lay_view *v, wgd_status s, const char *what,
                                  const char *want)
{
    return lay_fail_layout(diag, s, "layout", what, v->l, want, "");
}

wgd_status lay_complement(const lay_view *v, const int64_t *cotarget, int n, lay_flat *out,
                          wgd_diag *diag)
{
    lay_flat f;
    int order[WGD_MAX_LEAVES];
    f.n = 0;
    for (int i = v->from.leaf; i < v->to.leaf; i++) {
        if (v->l->stride[i] < 0 || v->l->shape.leaf[i] < 1) {
            return fail_complement(diag, v, WGD_ERR_DOMAIN,
                                   "a complement needs strides that are not negative",
                                   "strides >= 0 and shapes >= 1");
        }
        if (v->l->stride[i] != 0) {
            lay_flat_push(&f, v->l->shape.leaf[i], v->l->stride[i]);
        }
    }
    for (int i = 0; i < n; i++) {
        if (cotarget[i] < 1) {
            return wgd_fail_num(diag, WGD_ERR_DOMAIN, "cotarget", "the cotarget has no elements",
                                cotarget[i], "at least 1", "");
        }
    }
    lay_order_by_stride(&f, order);
    int64_t covered = 1;
    out->n = 0;
    for (int i = 0; i < f.n; i++) {
        const int64_t s = f.s[order[i]], d = f.d[order[i]];
        if (d < covered) {
            return fail_complement(diag, v, WGD_ERR_DOMAIN,
                                   "the layout is not injective: it has no complement",
                                   "modes that do not overlap");
        }
        const int64_t gap = covered == 1 ? d : d / covered;
        lay_flat_push(out, gap, covered);
        if (!lay_mul(s, d, &covered)) {
            return fail_complement(diag, v, WGD_ERR_OVERFLOW,
                                   "the layout reaches too far for a complement", NULL);
        }
    }
    int64_t rest;
    if (!rest_of_cotarget(cotarget, n, covered, &rest)) {
        return wgd_fail(diag, WGD_ERR_OVERFLOW, "cotarget", "the cotarget does not fit", NULL, NULL,
                        NULL);
    }
    lay_flat_push(out, rest, covered);
    lay_flat_close(out);
    return WGD_OK;
}

static wgd_status complement_upto(const wgd_layout *l, const int64_t *cotarget, int n,
                                  wgd_layout *out, wgd_diag *diag)
{
    const lay_view v = lay_whole(l);
    lay_flat f;
    wgd_layout r;
    lay_clear(&r);
    const wgd_status s = lay_complement(&v, cotarget, n, &f, diag);
    if (s != WGD_OK) {
        return s;
    }
    lay_put_flat(&r, &f);
    return lay_finish(&r, out, diag);
}

wgd_status wgd_complement(const wgd_layout *l, int64_t cotarget, wgd_layout *out, wgd_diag *diag)
{
    return complement_upto(l, &cotarget, 1, out, diag);
}

wgd_status wgd_complement_shape(const wgd_layout *l, const wgd_tuple *cotarget, wgd_layout *out,
                                wgd_diag *diag)
{
    return complement_upto(l, cotarget->leaf, cotarget->n_leaves, out, diag);
}

/* The coalesced modes, sorted by stride, and the index at which each begins to count. */
typedef struct sorted_modes {
    lay_flat f;
    int order[WGD_MAX_LEAVES];
    int64_t weight[WGD_MAX_LEAVES];
} sorted_modes;

static wgd_status sort_modes(const wgd_layout *l, sorted_modes *m, wgd_diag *diag)
{
    const lay_view v = lay_whole(l);
    wgd_status s = lay_coalesce(&v, &m->f, diag);
    if (s != WGD_OK) {
        return s;
    }
    lay_order_by_stride(&m->f, m->order);
    int64_t weight = 1;
    for (int i = 0; i < m->f.n; i++) {
        m->weight[i] = weight;
        if (!lay_mul(weight, m->f.s[i], &weight)) {
            return lay_fail_layout(diag, WGD_ERR_OVERFLOW, "layout",
                                   "the size of the layout does not fit", l, NULL, NULL);
        }
    }
    return WGD_OK;
}

static wgd_status finish_flat(lay_flat *f, wgd_layout *out, wgd_diag *diag)
{
    wgd_layout r;
    lay_clear(&r);
    lay_flat_close(f);
    lay_put_flat(&r, f);
    return lay_finish(&r, out, diag);
}

wgd_status wgd_right_inverse(const wgd_layout *l, wgd_layout *out, wgd_diag *diag)
{
    sorted_modes m;
    lay_flat f;
    const wgd_status s = sort_modes(l, &m, diag);
    if (s != WGD_OK) {
        return s;
    }
    /* Only the modes that continue the run 0, 1, 2, ... of offsets have a place in it. */
    int64_t next = 1; /* a product of some of the extents, so that it fits as the size does */
    f.n = 0;
    for (int k = 0; k < m.f.n; k++) {
        const int i = m.order[k];
        if (m.f.d[i] == next) {
            lay_flat_push(&f, m.f.s[i], m.weight[i]);
            next *= m.f.s[i];
        }
    }
    return finish_flat(&f, out, diag);
}

wgd_status wgd_left_inverse(const wgd_layout *l, wgd_layout *out, wgd_diag *diag)
{
    sorted_modes m;
    lay_flat f;
    const wgd_status s = sort_modes(l, &m, diag);
    if (s != WGD_OK) {
        return s;
    }
    /* Each stride fills the gap below it with the stride of the mode before it (0 at first). */
    int64_t below = 1, weight = 0;
    f.n = 0;
    for (int k = 0; k < m.f.n; k++) {
        const int64_t d = m.f.d[m.order[k]];
        if (d < 0) {
            return lay_fail_layout(diag, WGD_ERR_DOMAIN, "layout",
                                   "a left inverse needs strides that are not negative", l,
                                   "strides >= 0", "");
        }
        if (d == 0) {
            continue;
        }
        if (d % below != 0) {
            return lay_fail_layout(diag, WGD_ERR_DIVISIBILITY, "layout",
                                   "each stride must be a multiple of the next smaller one", l,
                                   NULL, NULL);
        }
        lay_flat_push(&f, d / below, weight);
        below = d;
        weight = m.weight[m.order[k]];
    }
    lay_flat_push(&f, m.f.s[m.order[m.f.n - 1]], weight);
    return finish_flat(&f, out, diag);
}
