/* SPDX-License-Identifier: MIT
 *
 * Coordinates to offsets and back. */
#include "lay.h"

/* Colexicographic; what is left of i goes to the last leaf. Unsigned, so that an index far beyond
 * the size, which the interface leaves to the caller, cannot overflow a signed number. */
static uint64_t at_run(const wgd_layout *l, int from, int to, int64_t i)
{
    uint64_t sum = 0;
    for (int k = from; k < to; k++) {
        const int64_t s = l->shape.leaf[k];
        const int64_t c = k + 1 < to ? i % s : i;
        i /= s;
        sum += (uint64_t)c * (uint64_t)l->stride[k];
    }
    return sum;
}

int64_t wgd_layout_at(const wgd_layout *l, int64_t i)
{
    return (int64_t)at_run(l, 0, l->shape.n_leaves, i);
}

int64_t wgd_layout_at2(const wgd_layout *l, int64_t i, int64_t j)
{
    const lay_pos first = {1, 0};
    const int split = lay_skip(&l->shape, first).leaf;
    return (int64_t)(at_run(l, 0, split, i) + at_run(l, split, l->shape.n_leaves, j));
}

/* Adds the offset of linear index c into the leaves [from, to); false on overflow. */
static bool add_index(const wgd_layout *l, int from, int to, int64_t c, int64_t *sum)
{
    for (int k = from; k < to; k++) {
        const int64_t s = l->shape.leaf[k];
        const bool last = k + 1 == to;
        int64_t step;
        if (!lay_mul(last ? c : c % s, l->stride[k], &step) ||
            __builtin_add_overflow(*sum, step, sum)) {
            return false;
        }
        c /= s;
    }
    return true;
}

wgd_status wgd_layout_crd2idx(const wgd_layout *l, const wgd_tuple *crd, int64_t *out,
                              wgd_diag *diag)
{
    lay_run_of run[WGD_MAX_LEAVES];
    int64_t sum = 0;
    if (!lay_runs(&l->shape, crd, run)) {
        return lay_fail_tuple(diag, WGD_ERR_NOT_CONGRUENT, "coord",
                              "the coordinate does not fit the shape", crd,
                              "the parentheses of the shape, or an integer in place of a list", "");
    }
    for (int i = 0; i < crd->n_leaves; i++) {
        if (!add_index(l, run[i].from, run[i].to, crd->leaf[i], &sum)) {
            return lay_fail_tuple(diag, WGD_ERR_OVERFLOW, "coord", "the offset does not fit", crd,
                                  NULL, NULL);
        }
    }
    *out = sum;
    return WGD_OK;
}

/* Splits idx over the leaves [from, to) of crd, which hold the shape. */
static wgd_status split_index(wgd_tuple *crd, int from, int to, int64_t idx, wgd_diag *diag)
{
    int64_t size;
    for (int i = from; i < to; i++) {
        if (crd->leaf[i] < 1) {
            return wgd_fail_num(diag, WGD_ERR_DOMAIN, "shape", "a mode has no elements",
                                crd->leaf[i], "at least 1", "");
        }
    }
    if (!lay_product(crd->leaf, from, to, &size)) {
        return wgd_fail(diag, WGD_ERR_OVERFLOW, "shape", "the size of the shape does not fit", NULL,
                        NULL, NULL);
    }
    if (idx < 0 || idx >= size) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "index", "the index lies outside the shape", idx,
                            "0 <= index < size of the shape", "");
    }
    for (int i = from; i < to; i++) {
        const int64_t s = crd->leaf[i];
        crd->leaf[i] = idx % s;
        idx /= s;
    }
    return WGD_OK;
}

wgd_status wgd_idx2crd_by(const wgd_tuple *idx, const wgd_tuple *shape, wgd_tuple *out,
                          wgd_diag *diag)
{
    lay_run_of run[WGD_MAX_LEAVES];
    wgd_tuple crd;
    if (!lay_runs(shape, idx, run)) {
        return lay_fail_tuple(diag, WGD_ERR_NOT_CONGRUENT, "index",
                              "the index does not fit the shape", idx,
                              "an integer, or the parentheses of the shape", "");
    }
    lay_tuple_copy(&crd, shape);
    for (int i = 0; i < idx->n_leaves; i++) {
        const wgd_status s = split_index(&crd, run[i].from, run[i].to, idx->leaf[i], diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    lay_tuple_copy(out, &crd);
    return WGD_OK;
}

wgd_status wgd_idx2crd(int64_t idx, const wgd_tuple *shape, wgd_tuple *out, wgd_diag *diag)
{
    const wgd_tuple i = wgd_tuple_int(idx);
    return wgd_idx2crd_by(&i, shape, out, diag);
}
