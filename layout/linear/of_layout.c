/* SPDX-License-Identifier: MIT
 *
 * From a layout to its map. An offset is a sum of strides; the sum is an XOR for every index if and
 * only if no two of the summands 1*d, 2*d, 4*d, ... of all modes have a bit in common. */
#include "wgd_linear.h"

static void put_mode(wgd_text *t, const wgd_layout *l, int leaf)
{
    wgd_put_i64(t, l->shape.leaf[leaf]);
    wgd_put_char(t, ':');
    wgd_put_i64(t, l->stride[leaf]);
}

/* One mode at fault, or two (the second is -1 where there is none); modes count from 0 as if the
 * layout were flat. */
static wgd_status refuse(const wgd_layout *l, int leaf, int other, const char *why,
                         const char *want, wgd_diag *diag)
{
    char got[96];
    wgd_text t = wgd_text_into(got, sizeof got);
    wgd_put_str(&t, "mode ");
    wgd_put_i64(&t, leaf);
    wgd_put_str(&t, ", ");
    put_mode(&t, l, leaf);
    if (other >= 0) {
        wgd_put_str(&t, ", and mode ");
        wgd_put_i64(&t, other);
        wgd_put_str(&t, ", ");
        put_mode(&t, l, other);
    }
    wgd_text_end(&t);
    return wgd_fail(diag, WGD_ERR_DOMAIN, "layout", why, got, want,
                    "a linear layout has sizes that are powers of two, and offsets that combine by "
                    "XOR");
}

static bool is_power_of_two(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

static wgd_status check_mode(const wgd_layout *l, int leaf, wgd_diag *diag)
{
    if (!is_power_of_two(l->shape.leaf[leaf])) {
        return refuse(l, leaf, -1, "not linear: the size of a mode is no power of two",
                      "a power of two", diag);
    }
    if (l->shape.leaf[leaf] > 1 && l->stride[leaf] < 0) {
        return refuse(l, leaf, -1, "not linear: a stride is negative", "at least 0", diag);
    }
    return WGD_OK;
}

/* The leaf that bit k of the map comes from is leaf_of[k]. */
static wgd_status no_carry(const wgd_layout *l, const wgd_linear *m, const int *leaf_of,
                           wgd_diag *diag)
{
    for (int k = 1; k < m->bits; k++) {
        for (int j = 0; j < k; j++) {
            if ((m->basis[j] & m->basis[k]) == 0) {
                continue;
            }
            const bool same = leaf_of[j] == leaf_of[k];
            return refuse(l, leaf_of[j], same ? -1 : leaf_of[k],
                          same ? "not linear: the steps of a mode carry into each other"
                               : "not linear: two modes carry into each other",
                          "strides whose multiples have no bit in common", diag);
        }
    }
    return WGD_OK;
}

static wgd_status of_plain(const wgd_layout *l, wgd_linear *out, wgd_diag *diag)
{
    int leaf_of[WGD_LINEAR_BITS];
    int64_t cosize;
    wgd_status s = wgd_layout_cosize(l, &cosize);
    if (s != WGD_OK || cosize > INT64_C(1) << WGD_LINEAR_BITS) {
        return wgd_fail(diag, WGD_ERR_OVERFLOW, "layout", "an offset is too large", NULL,
                        "offsets below 2^62", NULL);
    }
    out->bits = 0;
    for (int leaf = 0; s == WGD_OK && leaf < l->shape.n_leaves; leaf++) {
        s = check_mode(l, leaf, diag);
        for (int64_t step = 1; s == WGD_OK && step < l->shape.leaf[leaf]; step *= 2) {
            if (out->bits == WGD_LINEAR_BITS) {
                return wgd_fail(diag, WGD_ERR_LIMIT, "layout", "the layout is too large", NULL,
                                "at most 2^62 indices", NULL);
            }
            leaf_of[out->bits] = leaf;
            out->basis[out->bits++] = (uint64_t)(step * l->stride[leaf]);
        }
    }
    return s == WGD_OK ? no_carry(l, out, leaf_of, diag) : s;
}

wgd_status wgd_linear_of_layout(const wgd_composed *c, wgd_linear *out, wgd_diag *diag)
{
    wgd_composed e;
    wgd_status s = wgd_position_independent(c, &e, diag);
    if (s == WGD_OK && e.offset != 0) {
        s = wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout",
                         "not linear: the offset moves index 0 away from 0", e.offset, "offset 0",
                         "leave the offset out, and add it to the address");
    }
    if (s == WGD_OK) {
        s = of_plain(&e.layout, out, diag);
    }
    if (s == WGD_OK && e.kind == WGD_SWIZZLED) {
        for (int k = 0; k < out->bits; k++) {
            /* A swizzle moves bits below 2^62 to others there. */
            out->basis[k] = (uint64_t)wgd_swizzle_apply(e.sw, (int64_t)out->basis[k]);
        }
    }
    return s;
}
