/* SPDX-License-Identifier: MIT
 *
 * Composition: (a o b)(c) = a(b(c)). */
#include "lay.h"

static wgd_status fail_stride(wgd_diag *diag, int64_t stride, int64_t extent)
{
    char want[64];
    wgd_text t = wgd_text_into(want, sizeof want);
    wgd_put_str(&t, "a multiple of ");
    wgd_put_i64(&t, extent);
    wgd_put_str(&t, " or less than it");
    wgd_text_end(&t);
    return wgd_fail_num(diag, WGD_ERR_DIVISIBILITY, "stride",
                        "a stride of the right layout does not step evenly through the left one",
                        stride, want, NULL);
}

static wgd_status fail_shape(wgd_diag *diag, int64_t shape, int64_t part)
{
    char want[64];
    wgd_text t = wgd_text_into(want, sizeof want);
    wgd_put_str(&t, "a multiple of ");
    wgd_put_i64(&t, part);
    wgd_text_end(&t);
    return wgd_fail_num(diag, WGD_ERR_DIVISIBILITY, "shape",
                        "a mode of the right layout does not cover whole modes of the left one",
                        shape, want, NULL);
}

static wgd_status fail_overflow(wgd_diag *diag)
{
    return wgd_fail(diag, WGD_ERR_OVERFLOW, "stride", "a stride of the result does not fit", NULL,
                    NULL, NULL);
}

/* Takes a mode of extent `extent` out of a step of `*step`: returns how many steps fit in it and
 * leaves in *step what the next mode sees. One division at most. 0 on a fault. */
static int64_t steps_within(int64_t extent, int64_t *step)
{
    const int64_t d = *step;
    if (d >= extent) {
        const int64_t whole = d / extent;
        *step = whole;
        return d % extent == 0 ? 1 : 0;
    }
    if (d > 0) {
        *step = 1;
        return d == 1 ? extent : ceil_div(extent, d);
    }
    *step = -ceil_div(-d, extent);
    return ceil_div(extent, -d);
}

/* a o (shape:stride): an integer, or a list where the mode spans several modes of a. */
static wgd_status compose_mode(const lay_flat *a, int64_t shape, int64_t stride, wgd_layout *o,
                               wgd_diag *diag)
{
    if (stride == 0) {
        return lay_leaf(o, shape, 0, diag);
    }
    const int first = o->shape.n_leaves;
    int n = first;
    int64_t step = stride, d;
    for (int i = 0; i + 1 < a->n; i++) {
        const int64_t before = step;
        const int64_t steps = steps_within(a->s[i], &step);
        if (steps == 0) {
            return fail_stride(diag, before, a->s[i]);
        }
        if (steps == 1 || shape == 1) {
            continue;
        }
        const int64_t part = lay_min(steps, shape);
        if (shape % part != 0) {
            return fail_shape(diag, shape, part);
        }
        if (!lay_mul(before, a->d[i], &d)) {
            return fail_overflow(diag);
        }
        if (n >= WGD_MAX_LEAVES) {
            return lay_fail_limit(diag);
        }
        o->shape.leaf[n] = part;
        o->stride[n++] = d;
        shape /= part;
    }
    if (n == first || shape != 1) {
        if (!lay_mul(step, a->d[a->n - 1], &d)) {
            return fail_overflow(diag);
        }
        if (n >= WGD_MAX_LEAVES) {
            return lay_fail_limit(diag);
        }
        o->shape.leaf[n] = shape;
        o->stride[n++] = d;
    }
    /* The leaves stand; now their nodes. */
    int node = o->shape.n_nodes;
    const bool list = n - first > 1;
    if (node + list + (n - first) > WGD_MAX_NODES) {
        return lay_fail_limit(diag);
    }
    if (list) {
        o->shape.node[node++] = (uint8_t)(n - first);
    }
    for (int i = first; i < n; i++) {
        o->shape.node[node++] = WGD_LEAF;
    }
    o->shape.n_nodes = (uint8_t)node;
    o->shape.n_leaves = (uint8_t)n;
    return WGD_OK;
}

wgd_status lay_compose(const lay_flat *a, const lay_view *b, wgd_layout *o, wgd_diag *diag)
{
    wgd_status s = WGD_OK;
    int leaf = b->from.leaf;
    for (int i = b->from.node; i < b->to.node && s == WGD_OK; i++) {
        if (b->l->shape.node[i] != WGD_LEAF) {
            s = lay_open(o, b->l->shape.node[i], diag);
            continue;
        }
        const int64_t shape = b->l->shape.leaf[leaf], stride = b->l->stride[leaf];
        if (shape < 1 || stride == INT64_MIN) {
            return lay_fail_layout(diag, WGD_ERR_DOMAIN, "layout", "not a layout", b->l,
                                   "shapes of at least 1 and strides above -2^63", "");
        }
        s = compose_mode(a, shape, stride, o, diag);
        leaf++;
    }
    return s;
}

wgd_status lay_compose_flat(const lay_flat *a, const lay_flat *b, wgd_layout *o, wgd_diag *diag)
{
    wgd_status s = b->n == 1 ? WGD_OK : lay_open(o, b->n, diag);
    for (int i = 0; i < b->n && s == WGD_OK; i++) {
        s = compose_mode(a, b->s[i], b->d[i], o, diag);
    }
    return s;
}

static wgd_status compose_views(const lay_view *a, const lay_view *b, wgd_layout *o, wgd_diag *diag)
{
    lay_flat f;
    const wgd_status s = lay_coalesce_extended(a, &f, diag);
    return s == WGD_OK ? lay_compose(&f, b, o, diag) : s;
}

static const lay_by compose_by = {compose_views, 1, true};

wgd_status wgd_composition(const wgd_layout *a, const wgd_layout *b, wgd_layout *out,
                           wgd_diag *diag)
{
    return lay_run(&compose_by, a, b, out, diag);
}

wgd_status wgd_composition_by(const wgd_layout *a, const wgd_tiler *b, wgd_layout *out,
                              wgd_diag *diag)
{
    return lay_run_tiler(&compose_by, a, b, LAY_BY_MODE, out, diag);
}
