/* SPDX-License-Identifier: MIT
 *
 * Layouts: making, appending, sizes, modes.
 */
#include "lay.h"

void wgd_layout_set_1d(wgd_layout *out, int64_t shape, int64_t stride)
{
    lay_clear(out);
    (void)lay_leaf(out, shape, stride, NULL);
}

void wgd_layout_set_2d(wgd_layout *out, int64_t m, int64_t n, int64_t sm, int64_t sn)
{
    lay_clear(out);
    (void)lay_open(out, 2, NULL);
    (void)lay_leaf(out, m, sm, NULL);
    (void)lay_leaf(out, n, sn, NULL);
}

void wgd_layout_clear(wgd_layout *out)
{
    lay_clear(out);
    (void)lay_open(out, 0, NULL);
}

wgd_layout wgd_layout_1d(int64_t shape, int64_t stride)
{
    wgd_layout l;
    wgd_layout_set_1d(&l, shape, stride);
    return l;
}

wgd_layout wgd_layout_2d(int64_t m, int64_t n, int64_t sm, int64_t sn)
{
    wgd_layout l;
    wgd_layout_set_2d(&l, m, n, sm, sn);
    return l;
}

wgd_layout wgd_layout_empty(void)
{
    wgd_layout l;
    wgd_layout_clear(&l);
    return l;
}

wgd_status lay_fail_limit(wgd_diag *diag)
{
    return wgd_fail(diag, WGD_ERR_LIMIT, "", "the result has too many modes or is nested too deep",
                    NULL, "at most 64 modes, 128 nodes and 16 levels", NULL);
}

bool lay_reach(const lay_view *v, int64_t *out)
{
    int64_t sum = 0;
    for (int i = v->from.leaf; i < v->to.leaf; i++) {
        const int64_t d = v->l->stride[i];
        int64_t step;
        if (d == INT64_MIN || !lay_mul(v->l->shape.leaf[i] - 1, d < 0 ? -d : d, &step) ||
            __builtin_add_overflow(sum, step, &sum)) {
            return false;
        }
    }
    if (sum == INT64_MAX) { /* the cosize is one more */
        return false;
    }
    *out = sum;
    return true;
}

wgd_status lay_check(const wgd_layout *l, wgd_diag *diag)
{
    const lay_view v = lay_whole(l);
    int64_t unused;
    for (int i = 0; i < l->shape.n_leaves; i++) {
        if (l->shape.leaf[i] < 1) {
            return wgd_fail_num(diag, WGD_ERR_DOMAIN, "shape", "a mode has no elements",
                                l->shape.leaf[i], "at least 1", "");
        }
    }
    if (!lay_product(l->shape.leaf, 0, l->shape.n_leaves, &unused) || !lay_reach(&v, &unused)) {
        return wgd_fail(diag, WGD_ERR_OVERFLOW, "", "the layout's size or an offset does not fit",
                        NULL, NULL, NULL);
    }
    if (lay_deeper_than(&l->shape, WGD_MAX_DEPTH)) {
        return lay_fail_limit(diag);
    }
    return WGD_OK;
}

wgd_status lay_finish(const wgd_layout *result, wgd_layout *out, wgd_diag *diag)
{
    const wgd_status s = lay_check(result, diag);
    if (s == WGD_OK) {
        lay_copy(out, result);
    }
    return s;
}

wgd_status wgd_layout_make(const wgd_tuple *shape, const wgd_tuple *stride, wgd_layout *out,
                           wgd_diag *diag)
{
    wgd_layout l;
    if (!wgd_tuple_congruent(shape, stride)) {
        return lay_fail_tuple(diag, WGD_ERR_NOT_CONGRUENT, "stride", NULL, stride,
                              "the same parentheses as the shape", NULL);
    }
    lay_tuple_copy(&l.shape, shape);
    lay_copy_leaves(l.stride, stride->leaf, stride->n_leaves);
    return lay_finish(&l, out, diag);
}

/* Strides of the leaves [from, to) of a shape, compact from `step` on. A mode of one element has
 * stride 0, as in CuTe. Returns the step behind them in *end. */
static bool compact_run(wgd_layout *l, int from, int to, int64_t step, int64_t *end)
{
    bool fits = true;
    for (int i = from; i < to; i++) {
        const int64_t s = l->shape.leaf[i];
        l->stride[i] = s == 1 ? 0 : step;
        fits = lay_mul(step, s, &step) && fits;
    }
    *end = step;
    return fits;
}

wgd_status wgd_layout_compact(const wgd_tuple *shape, wgd_layout *out, wgd_diag *diag)
{
    wgd_layout l;
    int64_t end;
    lay_tuple_copy(&l.shape, shape);
    if (!compact_run(&l, 0, l.shape.n_leaves, 1, &end)) {
        return lay_fail_tuple(diag, WGD_ERR_OVERFLOW, "shape", "the size of the shape does not fit",
                              shape, NULL, NULL);
    }
    return lay_finish(&l, out, diag);
}

wgd_status wgd_layout_ordered(const wgd_tuple *shape, const wgd_tuple *order, wgd_layout *out,
                              wgd_diag *diag)
{
    lay_run_of run[WGD_MAX_LEAVES];
    int64_t size[WGD_MAX_LEAVES];
    wgd_layout l;
    if (!lay_runs(shape, order, run)) {
        return lay_fail_tuple(diag, WGD_ERR_NOT_CONGRUENT, "order",
                              "the order does not have the structure of the shape", order,
                              "one key for each mode of the shape", "");
    }
    lay_tuple_copy(&l.shape, shape);
    const int n = order->n_leaves;
    bool fits = true;
    for (int i = 0; i < n; i++) {
        fits = lay_product(l.shape.leaf, run[i].from, run[i].to, &size[i]) && fits;
    }
    for (int i = 0; i < n && fits; i++) {
        int64_t step = 1;
        for (int j = 0; j < n; j++) {
            fits = (order->leaf[j] >= order->leaf[i] || lay_mul(step, size[j], &step)) && fits;
        }
        fits = fits && compact_run(&l, run[i].from, run[i].to, step, &step);
    }
    if (!fits) {
        return lay_fail_tuple(diag, WGD_ERR_OVERFLOW, "shape", "the size of the shape does not fit",
                              shape, NULL, NULL);
    }
    return lay_finish(&l, out, diag);
}

wgd_tuple wgd_layout_stride(const wgd_layout *l)
{
    wgd_tuple t;
    t.n_nodes = l->shape.n_nodes;
    t.n_leaves = l->shape.n_leaves;
    lay_copy_nodes(t.node, l->shape.node, t.n_nodes);
    lay_copy_leaves(t.leaf, l->stride, t.n_leaves);
    return t;
}

int wgd_layout_rank(const wgd_layout *l)
{
    return wgd_tuple_rank(&l->shape);
}

int wgd_layout_depth(const wgd_layout *l)
{
    return wgd_tuple_depth(&l->shape);
}

/* The i-th top-level mode in place; 0 <= i < rank. */
static lay_view mode_at(const wgd_layout *l, int i)
{
    const lay_view v = lay_whole(l);
    lay_pos p = lay_first(&v);
    for (; i > 0; i--) {
        p = lay_skip(&l->shape, p);
    }
    return lay_next(&v, &p);
}

wgd_status wgd_layout_mode(const wgd_layout *l, int i, wgd_layout *out)
{
    if (i < 0 || i >= wgd_layout_rank(l)) {
        return WGD_ERR_DOMAIN;
    }
    const lay_view m = mode_at(l, i);
    lay_clear(out);
    (void)lay_put(out, &m, NULL); /* also where out is l: a mode only moves down */
    return WGD_OK;
}

wgd_status wgd_layout_mode_size(const wgd_layout *l, int i, int64_t *out)
{
    if (i < 0 || i >= wgd_layout_rank(l)) {
        return WGD_ERR_DOMAIN;
    }
    const lay_view m = mode_at(l, i);
    return lay_product(l->shape.leaf, m.from.leaf, m.to.leaf, out) ? WGD_OK : WGD_ERR_OVERFLOW;
}

/* The caller has checked the depth. */
static wgd_status append_view(wgd_layout *list, const lay_view *v)
{
    if (wgd_tuple_is_leaf(&list->shape)) {
        return WGD_ERR_DOMAIN;
    }
    const wgd_status s = lay_put(list, v, NULL);
    if (s == WGD_OK) {
        list->shape.node[0]++;
    }
    return s;
}

wgd_status wgd_layout_append(wgd_layout *list, const wgd_layout *m)
{
    const lay_view v = lay_whole(m);
    return lay_deeper_than(&m->shape, WGD_MAX_DEPTH - 1) ? WGD_ERR_LIMIT : append_view(list, &v);
}

wgd_status wgd_layout_append_mode(wgd_layout *list, const wgd_layout *l, int i)
{
    if (i < 0 || i >= wgd_layout_rank(l)) {
        return WGD_ERR_DOMAIN;
    }
    const lay_view v = mode_at(l, i);
    return append_view(list, &v);
}

wgd_status wgd_layout_size(const wgd_layout *l, int64_t *out)
{
    return wgd_tuple_product(&l->shape, out);
}

wgd_status wgd_layout_cosize(const wgd_layout *l, int64_t *out)
{
    const lay_view v = lay_whole(l);
    int64_t far;
    if (!lay_reach(&v, &far)) {
        return WGD_ERR_OVERFLOW;
    }
    *out = far + 1;
    return WGD_OK;
}

bool wgd_layout_equal(const wgd_layout *a, const wgd_layout *b)
{
    if (!wgd_tuple_equal(&a->shape, &b->shape)) {
        return false;
    }
    for (int i = 0; i < a->shape.n_leaves; i++) {
        if (a->stride[i] != b->stride[i]) {
            return false;
        }
    }
    return true;
}
