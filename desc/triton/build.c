/* SPDX-License-Identifier: MIT
 *
 * Layouts put together piece by piece.
 */
#include "build.h"

#include <string.h>

tri_build tri_begin(wgd_triton_layout *l, wgd_triton_space space, int rank)
{
    const tri_build b = {.l = l};
    memset(l->in, 0, sizeof l->in);
    l->space = space;
    l->rank = rank;
    l->ins = space == WGD_TRITON_REGISTERS ? 4 : 2;
    for (int d = 0; d < rank; d++) {
        l->shape[d] = 1;
    }
    return b;
}

static void failed(tri_build *b, const char *why, int64_t got)
{
    if (!b->why) {
        b->why = why;
        b->got = got;
    }
}

static bool is_power_of_two(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

/* A new basis, which is of zeros, or NULL. */
static int32_t *push(tri_build *b, int in)
{
    wgd_triton_bases *to = &b->l->in[in];
    if (to->n == WGD_TRITON_BASES) {
        failed(b, "more than 32 bits of one index", to->n);
    }
    if (b->why) {
        return NULL;
    }
    return to->v[to->n++];
}

void tri_grow(tri_build *b, int in, int dim, int64_t n)
{
    if (!is_power_of_two(n)) {
        failed(b, "a size of the layout is no power of two", n);
    }
    for (; !b->why && n > 1; n /= 2) {
        int32_t *v = push(b, in);
        if (!v) {
            return;
        }
        if (b->l->shape[dim] > INT64_C(1) << 29) {
            failed(b, "the layout is too large", b->l->shape[dim]);
            return;
        }
        v[dim] = (int32_t)b->l->shape[dim];
        b->l->shape[dim] *= 2;
    }
}

void tri_repeat(tri_build *b, int in, int64_t n)
{
    if (!is_power_of_two(n)) {
        failed(b, "a size of the layout is no power of two", n);
    }
    for (; !b->why && n > 1; n /= 2) {
        (void)push(b, in);
    }
}

void tri_basis(tri_build *b, int in, const int32_t *v)
{
    int32_t *to = push(b, in);
    for (int d = 0; to && d < b->l->rank; d++) {
        to[d] = v[d];
        while (b->l->shape[d] <= v[d]) {
            b->l->shape[d] *= 2;
        }
    }
}

void tri_grow_all(tri_build *b, int in, const int32_t *n, const int *order)
{
    for (int i = 0; i < b->l->rank; i++) {
        tri_grow(b, in, order[i], n[order[i]]);
    }
}

void tri_fill(tri_build *b, int in, const int64_t *shape, const int *order)
{
    for (int i = 0; i < b->l->rank; i++) {
        while (!b->why && b->l->shape[order[i]] < shape[order[i]]) {
            tri_grow(b, in, order[i], 2);
        }
    }
}

void tri_clip(tri_build *b, const int64_t *shape)
{
    for (int d = 0; d < b->l->rank; d++) {
        for (int in = 0; in < b->l->ins; in++) {
            for (int k = 0; k < b->l->in[in].n; k++) {
                b->l->in[in].v[k][d] &= (int32_t)(shape[d] - 1);
            }
        }
        while (b->l->shape[d] > shape[d]) {
            b->l->shape[d] /= 2;
        }
    }
}

/* As older versions wrote a cluster: so many blocks along each dimension, that share the tensor or
 * hold the same. */
static void cluster_by_counts(const wgd_triton_attr *a, tri_build *b, int in)
{
    const wgd_triton_value *ctas = &a->field[WGD_TRITON_F_CTAS_PER_CGA];
    const wgd_triton_value *split = &a->field[WGD_TRITON_F_CTA_SPLIT_NUM];
    const wgd_triton_value *order = &a->field[WGD_TRITON_F_CTA_ORDER];
    for (int i = 0; i < ctas->n; i++) {
        const int d = order->n > 0 ? order->v[i] : ctas->n - 1 - i;
        if (d < 0 || d >= b->l->rank) {
            failed(b, "CTAOrder is no order of the dimensions", d);
            return;
        }
        const int32_t shared = split->n > 0 ? split->v[d] : ctas->v[d];
        tri_grow(b, in, d, shared);
        if (shared <= 0 || ctas->v[d] % shared != 0) {
            failed(b, "CTASplitNum does not divide CTAsPerCGA", shared);
            return;
        }
        tri_repeat(b, in, ctas->v[d] / shared);
    }
}

void tri_cluster(const wgd_triton_attr *a, const int64_t *shape, tri_build *b)
{
    const int in = b->l->ins - 1;
    if (a->field[WGD_TRITON_F_CTAS_PER_CGA].n > b->l->rank) {
        failed(b, "CTAsPerCGA is for another number of dimensions",
               a->field[WGD_TRITON_F_CTAS_PER_CGA].n);
        return;
    }
    cluster_by_counts(a, b, in);
    for (int k = 0; k < a->cga.n; k++) {
        tri_basis(b, in, a->cga.v[k]);
    }
    tri_clip(b, shape);
}

void tri_finish(tri_build *b, const wgd_triton_attr *a, const int64_t *shape, const int *order)
{
    wgd_triton_layout blocks;
    tri_build c = tri_begin(&blocks, b->l->space, b->l->rank);
    int64_t part[WGD_TRITON_RANK];
    tri_cluster(a, shape, &c);
    if (c.why) {
        failed(b, c.why, c.got);
        return;
    }
    for (int d = 0; d < b->l->rank; d++) {
        part[d] = shape[d] / blocks.shape[d];
    }
    tri_fill(b, TRI_REGISTER, part, order);
    tri_clip(b, part);
    /* The blocks' own bits, behind all that one block covers. */
    const wgd_triton_bases *from = &blocks.in[blocks.ins - 1];
    for (int k = 0; !b->why && k < from->n; k++) {
        int32_t v[WGD_TRITON_RANK];
        for (int d = 0; d < b->l->rank; d++) {
            v[d] = (int32_t)(from->v[k][d] * part[d]);
        }
        tri_basis(b, b->l->ins - 1, v);
    }
}

bool tri_order(const wgd_triton_attr *a, int *order)
{
    const wgd_triton_value *given = &a->field[WGD_TRITON_F_ORDER];
    bool seen[WGD_TRITON_RANK] = {false};
    for (int i = 0; i < a->rank; i++) {
        const int d = given->v[i];
        if (d < 0 || d >= a->rank || seen[d]) {
            return false;
        }
        seen[d] = true;
        order[i] = d;
    }
    return a->rank > 0;
}

wgd_status tri_refuse(wgd_diag *diag, const char *what, int64_t got, const char *want)
{
    return wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout", what, got, want,
                        "Triton refuses this too, or has no linear layout for it");
}

wgd_status tri_end(const tri_build *b, wgd_diag *diag)
{
    return b->why ? tri_refuse(diag, b->why, b->got, "powers of two") : WGD_OK;
}
