/* SPDX-License-Identifier: MIT
 *
 * Attributes to layouts, and layouts to CuTe's world and back. */
#include "build.h"

#include "base/never.h"
#include "wgd_text.h"

enum { LANE_BITS = 5, SHAPE_MAX = 1 << 30 };

const char *wgd_triton_in_name(wgd_triton_space space, int i)
{
    static const char *const names[][WGD_TRITON_INS] = {
        {"register", "lane", "warp", "block"}, {"offset", "block", "", ""}, {"row", "col", "", ""}};
    return names[space][i];
}

static wgd_triton_space space_of(const wgd_triton_attr *a)
{
    switch (a->kind) {
    case WGD_TRITON_SWIZZLED_SHARED:
    case WGD_TRITON_NVMMA_SHARED:
    case WGD_TRITON_SHARED_LINEAR:
        return WGD_TRITON_SHARED;
    case WGD_TRITON_TMEM:
    case WGD_TRITON_TMEM_SCALES:
        return WGD_TRITON_TENSOR;
    default:
        return WGD_TRITON_REGISTERS;
    }
}

static wgd_status check_size(const int64_t *shape, int rank, wgd_diag *diag)
{
    int64_t size = 1;
    for (int d = 0; d < rank; d++) {
        if (shape[d] < 1 || shape[d] > SHAPE_MAX || (shape[d] & (shape[d] - 1)) != 0) {
            return wgd_fail_num(diag, WGD_ERR_DOMAIN, "shape",
                                "a dimension of the tensor is no power of two", shape[d],
                                "powers of two up to 2^30", "Triton's tensors are padded to them");
        }
        size *= shape[d];
        if (size > SHAPE_MAX) {
            return wgd_fail_num(diag, WGD_ERR_LIMIT, "shape", "the tensor is too large", size,
                                "at most 2^30 elements", "");
        }
    }
    return WGD_OK;
}

static wgd_status check_shape(const wgd_triton_attr *a, const int64_t *shape, int rank,
                              wgd_diag *diag)
{
    const bool linear = a->kind == WGD_TRITON_LINEAR || a->kind == WGD_TRITON_SHARED_LINEAR;
    if (rank == 0 && linear && a->rank > 0 && a->wraps == 0) {
        return WGD_OK;
    }
    if (rank < 1 || rank > WGD_TRITON_RANK) {
        return wgd_fail(diag, WGD_ERR_VALUE, "shape", "the layout needs a shape",
                        rank == 0 ? NULL : "more than 5 dimensions",
                        "the shape of the tensor, as 128x64",
                        "give the type, tensor<128x64xf16, #ttg...>, or the shape behind the "
                        "attribute");
    }
    return check_size(shape, rank, diag);
}

static wgd_status of_shape(const wgd_triton_attr *a, const int64_t *shape, int rank,
                           wgd_triton_layout *out, wgd_diag *diag)
{
    switch (space_of(a)) {
    case WGD_TRITON_SHARED:
        return tri_shared(a, shape, rank, out, diag);
    case WGD_TRITON_TENSOR:
        return tri_tensor(a, shape, rank, out, diag);
    default:
        return tri_registers(a, 0, shape, rank, out, diag);
    }
}

wgd_status wgd_triton_layout_of(const wgd_triton_attr *a, const int64_t *shape, int rank,
                                wgd_triton_layout *out, wgd_diag *diag)
{
    wgd_status s = check_shape(a, shape, rank, diag);
    if (s != WGD_OK) {
        return s;
    }
    if (rank > 0) {
        return of_shape(a, shape, rank, out, diag);
    }
    s = of_shape(a, NULL, a->rank, out, diag);
    return s == WGD_OK ? check_size(out->shape, out->rank, diag) : s;
}

void wgd_put_triton_layout(wgd_text *t, const wgd_triton_layout *l)
{
    const bool shared = l->space == WGD_TRITON_SHARED;
    wgd_put_str(t, shared ? "#ttg.shared_linear<{" : "#ttg.linear<{");
    for (int i = 0; i < l->ins; i++) {
        if (shared && i > 0 && l->in[i].n == 0) {
            continue;
        }
        wgd_put_str(t, i > 0 ? ", " : "");
        wgd_put_str(t, wgd_triton_in_name(l->space, i));
        wgd_put_str(t, " = ");
        tri_put_bases(t, &l->in[i], l->rank);
    }
    wgd_put_str(t, shared ? "}, alignment = 16>" : "}>");
}

/* ---- to CuTe's world ------------------------------------------------------------------------ */

/* The colexicographic index: dimension 0 in the lowest bits. */
static uint64_t index_of(const wgd_triton_layout *l, const int32_t *v)
{
    uint64_t at = 0;
    int shift = 0;
    for (int d = 0; d < l->rank; d++) {
        at |= (uint64_t)v[d] << shift;
        shift += wgd_log2(l->shape[d]);
    }
    return at;
}

static wgd_status push_all(const wgd_triton_layout *l, int in, wgd_linear *out, wgd_diag *diag)
{
    for (int k = 0; k < l->in[in].n; k++) {
        if (out->bits == WGD_LINEAR_BITS) {
            return wgd_fail(diag, WGD_ERR_LIMIT, "layout", "the layout is too large", NULL,
                            "at most 62 bits of all indices", NULL);
        }
        out->basis[out->bits++] = index_of(l, l->in[in].v[k]);
    }
    return WGD_OK;
}

wgd_status wgd_triton_flat(const wgd_triton_layout *l, wgd_linear *out, wgd_diag *diag)
{
    out->bits = 0;
    for (int in = 0; in < l->ins; in++) {
        const wgd_status s = push_all(l, in, out, diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    return WGD_OK;
}

/* (row, column) -> offset: the inverse of what Triton has. */
static wgd_status map_of_shared(const wgd_triton_layout *l, wgd_linear *out, wgd_tuple *shape,
                                wgd_diag *diag)
{
    wgd_linear m;
    int elements = 0;
    for (int d = 0; d < l->rank; d++) {
        elements += wgd_log2(l->shape[d]);
    }
    const wgd_status s = wgd_triton_flat(l, &m, diag);
    if (s != WGD_OK) {
        return s;
    }
    if (l->in[TRI_SHARED_BLOCK].n > 0) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout",
                            "the tensor lies in several blocks' shared memory",
                            INT64_C(1) << l->in[TRI_SHARED_BLOCK].n, "one block",
                            "give the part of one block, without CGALayout");
    }
    if (m.bits != elements || wgd_linear_rank(&m) != elements) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout",
                            "not each offset has one element, and each element one offset", m.bits,
                            "as many bases of the offset as bits of the shape, independent",
                            "fp4Padded leaves offsets out");
    }
    *shape = l->rank == 1 ? wgd_tuple_int(l->shape[0]) : wgd_tuple_of(l->shape, l->rank);
    return wgd_linear_inverse(&m, out, diag);
}

wgd_status wgd_triton_map(const wgd_triton_layout *l, wgd_linear *out, wgd_tuple *shape,
                          wgd_diag *diag)
{
    if (l->space == WGD_TRITON_SHARED) {
        return map_of_shared(l, out, shape, diag);
    }
    /* The indices of the first mode, then that of the second. */
    static const int of_registers[WGD_TRITON_INS] = {TRI_LANE, TRI_WARP, TRI_CLUSTER, TRI_REGISTER};
    static const int of_tensor[WGD_TRITON_INS] = {TRI_ROW, TRI_COL};
    const int *order = l->space == WGD_TRITON_TENSOR ? of_tensor : of_registers;
    out->bits = 0;
    for (int i = 0; i < l->ins; i++) {
        const wgd_status s = push_all(l, order[i], out, diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    const int last = l->in[order[l->ins - 1]].n;
    const int64_t sizes[] = {INT64_C(1) << (out->bits - last), INT64_C(1) << last};
    *shape = wgd_tuple_of(sizes, 2);
    return WGD_OK;
}

wgd_status wgd_triton_to_composed(const wgd_triton_layout *l, wgd_composed *out, wgd_diag *diag)
{
    wgd_linear m;
    wgd_tuple shape;
    const wgd_status s = wgd_triton_map(l, &m, &shape, diag);
    return s == WGD_OK ? wgd_linear_to_layout(&m, &shape, out, diag) : s;
}

/* ---- and back ------------------------------------------------------------------------------- */

/* The coordinates of an index; false where it lies beyond the shape. */
static bool coordinates(const wgd_triton_layout *l, uint64_t at, int32_t *v)
{
    for (int d = 0; d < l->rank; d++) {
        v[d] = (int32_t)(at & (uint64_t)(l->shape[d] - 1));
        at >>= wgd_log2(l->shape[d]);
    }
    return at == 0;
}

static wgd_status add_basis(wgd_triton_layout *l, int in, uint64_t at, wgd_diag *diag)
{
    wgd_triton_bases *b = &l->in[in];
    if (b->n == WGD_TRITON_BASES) {
        return wgd_fail(diag, WGD_ERR_LIMIT, "layout", "the layout is too large", NULL,
                        "at most 32 bits of one index", NULL);
    }
    if (!coordinates(l, at, b->v[b->n])) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "shape",
                            "the layout has values that are no element of the shape", (int64_t)at,
                            "indices row + rows * column below the size of the tensor", "");
    }
    b->n++;
    return WGD_OK;
}

wgd_status wgd_triton_of_shared(const wgd_composed *c, wgd_triton_layout *out, wgd_diag *diag)
{
    wgd_linear m;
    const int rank = wgd_layout_rank(&c->layout);
    if (rank > WGD_TRITON_RANK) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "layout", "too many modes", rank,
                            "at most 5 at the top level", "");
    }
    (void)tri_begin(out, WGD_TRITON_SHARED, rank);
    wgd_status s = wgd_linear_of_layout(c, &m, diag);
    if (s != WGD_OK) {
        return s;
    }
    if (wgd_linear_rank(&m) != m.bits || wgd_linear_out_bits(&m) != m.bits) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout",
                            "the layout does not fill its offsets one to one", m.bits,
                            "each offset from 0 to the size once", "");
    }
    s = wgd_linear_inverse(&m, &m, diag);
    if (NEVER(s != WGD_OK)) { /* what is one to one has an inverse */
        return s;
    }
    for (int d = 0; d < rank; d++) {
        s = wgd_layout_mode_size(&c->layout, d, &out->shape[d]);
        if (NEVER(s != WGD_OK)) { /* the size of all modes was a number */
            return s;
        }
    }
    for (int k = 0; k < m.bits; k++) {
        s = add_basis(out, TRI_OFFSET, m.basis[k], diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    return WGD_OK;
}

wgd_status wgd_triton_of_threads(const wgd_composed *c, const int64_t *shape, int rank,
                                 wgd_triton_layout *out, wgd_diag *diag)
{
    wgd_linear m;
    int64_t threads;
    if (wgd_layout_rank(&c->layout) != 2) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout", "not a layout of threads and values",
                            wgd_layout_rank(&c->layout), "two modes, (thread, value)", "");
    }
    const wgd_triton_attr plain = {.kind = WGD_TRITON_BLOCKED};
    wgd_status s = check_shape(&plain, shape, rank, diag);
    if (s != WGD_OK) {
        return s;
    }
    s = wgd_linear_of_layout(c, &m, diag);
    if (s != WGD_OK) {
        return s;
    }
    s = wgd_layout_mode_size(&c->layout, 0, &threads);
    if (NEVER(s != WGD_OK)) { /* the size of both modes was a number */
        return s;
    }
    (void)tri_begin(out, WGD_TRITON_REGISTERS, rank);
    for (int d = 0; d < rank; d++) {
        out->shape[d] = shape[d];
    }
    const int first = wgd_log2(threads);
    for (int k = 0; k < m.bits; k++) {
        const int in = k >= first ? TRI_REGISTER : k < LANE_BITS ? TRI_LANE : TRI_WARP;
        s = add_basis(out, in, m.basis[k], diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    return WGD_OK;
}
