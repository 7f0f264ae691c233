/* SPDX-License-Identifier: MIT
 *
 * The layouts of tensors in registers. */
#include "build.h"

static const int32_t *list_of(const wgd_triton_attr *a, wgd_triton_field f)
{
    return a->field[f].v;
}

/* The dimensions from the last to the first: rows run along the last one. Columns first when the
 * last two, which there are, are swapped. */
static void matrix_order(int rank, bool row_major, int *order)
{
    for (int i = 0; i < rank; i++) {
        order[i] = rank - 1 - i;
    }
    if (!row_major) {
        order[0] = rank - 2;
        order[1] = rank - 1;
    }
}

static wgd_status bad_order(wgd_diag *diag)
{
    return tri_refuse(diag, "order is no order of the dimensions", 0, "each dimension once");
}

/* ---- blocked -------------------------------------------------------------------------------- */

static wgd_status blocked(const wgd_triton_attr *a, const int64_t *shape, wgd_triton_layout *out,
                          wgd_diag *diag)
{
    int order[WGD_TRITON_RANK];
    tri_build b = tri_begin(out, WGD_TRITON_REGISTERS, a->rank);
    if (!tri_order(a, order)) {
        return bad_order(diag);
    }
    tri_grow_all(&b, TRI_REGISTER, list_of(a, WGD_TRITON_F_SIZE_PER_THREAD), order);
    tri_grow_all(&b, TRI_LANE, list_of(a, WGD_TRITON_F_THREADS_PER_WARP), order);
    tri_grow_all(&b, TRI_WARP, list_of(a, WGD_TRITON_F_WARPS_PER_CTA), order);
    tri_finish(&b, a, shape, order);
    return tri_end(&b, diag);
}

/* ---- tensor cores --------------------------------------------------------------------------- */

/* One instruction's matrix, outer x inner: k_width elements and 4 lanes along the inner dimension,
 * 8 lanes along the outer one, then registers over so many of these pieces along the outer and the
 * inner one (PTX ISA, "Matrix Fragments for mma.m16n8k16"; wgmma's warps hold the same). */
static void instruction(tri_build *b, int outer, int64_t down, int inner, int64_t along,
                        int k_width)
{
    tri_grow(b, TRI_REGISTER, inner, k_width);
    tri_grow(b, TRI_LANE, inner, 4);
    tri_grow(b, TRI_LANE, outer, 8);
    tri_grow(b, TRI_REGISTER, outer, down);
    tri_grow(b, TRI_REGISTER, inner, along);
}

/* The matrix of one warp: 16 x N of wgmma's m64nNk16 (version 3), or the whole of mma.sync (2). */
static wgd_status mma_shape(const wgd_triton_attr *a, int64_t *m, int64_t *n, wgd_diag *diag)
{
    const wgd_triton_value *v = &a->field[WGD_TRITON_F_INSTR_SHAPE];
    const int version = list_of(a, WGD_TRITON_F_VERSION_MAJOR)[0];
    if (version != 2 && version != 3) {
        return tri_refuse(diag, "no tensor core of this version has such a layout", version,
                          "versionMajor 2 (mma.sync) or 3 (wgmma)");
    }
    /* Version 3 says M, N, K; version 2 M and N, with a 1 for a batch before or a K behind. */
    const int at = version == 2 && v->n == 3 && v->v[0] == 1 ? 1 : 0;
    if (v->n < (version == 3 ? 3 : 2) || v->n > 3 || v->v[at] % 8 != 0 || v->v[at + 1] % 8 != 0 ||
        v->v[at] == 0 || v->v[at + 1] == 0) {
        return tri_refuse(diag, "not the shape of an instruction", v->n > at ? v->v[at] : 0,
                          version == 3 ? "instrShape = [16, N, K]" : "instrShape = [16, 8]");
    }
    *m = v->v[at];
    *n = v->v[at + 1];
    return WGD_OK;
}

static bool hopper(const wgd_triton_attr *a)
{
    return list_of(a, WGD_TRITON_F_VERSION_MAJOR)[0] == 3;
}

static wgd_status accumulators(const wgd_triton_attr *a, const int64_t *shape,
                               wgd_triton_layout *out, wgd_diag *diag)
{
    int64_t m, n;
    int order[WGD_TRITON_RANK], warps[WGD_TRITON_RANK];
    const wgd_status s = mma_shape(a, &m, &n, diag);
    if (s != WGD_OK || a->rank < 2) {
        return s != WGD_OK ? s : tri_refuse(diag, "not a matrix", a->rank, "2 or more dimensions");
    }
    tri_build b = tri_begin(out, WGD_TRITON_REGISTERS, a->rank);
    matrix_order(a->rank, true, order);
    matrix_order(a->rank, !hopper(a), warps);
    instruction(&b, a->rank - 2, m / 8, a->rank - 1, n / 8, 2);
    tri_grow_all(&b, TRI_WARP, list_of(a, WGD_TRITON_F_WARPS_PER_CTA), warps);
    tri_finish(&b, a, shape, order);
    return tri_end(&b, diag);
}

/* ---- operands of a product ------------------------------------------------------------------ */

/* Lanes or warps of the product, of which those along K hold the same of an operand. */
static void grow_but_k(tri_build *b, int in, const int32_t *n, const int *order, int k)
{
    for (int i = 0; i < b->l->rank; i++) {
        if (order[i] == k) {
            tri_repeat(b, in, n[k]);
        } else {
            tri_grow(b, in, order[i], n[order[i]]);
        }
    }
}

/* Blocks of the cluster that split K of the product hold the same of an operand. */
static void share_k(wgd_triton_attr *a, int k)
{
    a->field[WGD_TRITON_F_CTA_SPLIT_NUM].v[k] = 1;
    for (int i = 0; i < a->cga.n; i++) {
        a->cga.v[i][k] = 0;
    }
}

static void mma_operand(const wgd_triton_attr *a, const wgd_triton_wrap *w, int k,
                        const int64_t *shape, tri_build *b)
{
    int order[WGD_TRITON_RANK], warps[WGD_TRITON_RANK];
    const bool is_a = w->arg == 0;
    const int mn = is_a ? a->rank - 2 : a->rank - 1;
    matrix_order(a->rank, is_a, order);
    matrix_order(a->rank, !hopper(a), warps);
    instruction(b, mn, is_a ? 2 : 1, k, 2, w->k_width);
    grow_but_k(b, TRI_WARP, list_of(a, WGD_TRITON_F_WARPS_PER_CTA), warps, k);
    tri_finish(b, a, shape, order);
}

/* Without tensor cores each thread holds all of K. */
static wgd_status fma_operand(const wgd_triton_attr *a, int k, const int64_t *shape, tri_build *b,
                              wgd_diag *diag)
{
    int order[WGD_TRITON_RANK];
    int32_t size[WGD_TRITON_RANK];
    if (!tri_order(a, order)) {
        return bad_order(diag);
    }
    for (int d = 0; d < a->rank; d++) {
        size[d] = d == k ? (int32_t)shape[d] : list_of(a, WGD_TRITON_F_SIZE_PER_THREAD)[d];
    }
    tri_grow_all(b, TRI_REGISTER, size, order);
    grow_but_k(b, TRI_LANE, list_of(a, WGD_TRITON_F_THREADS_PER_WARP), order, k);
    grow_but_k(b, TRI_WARP, list_of(a, WGD_TRITON_F_WARPS_PER_CTA), order, k);
    tri_finish(b, a, shape, order);
    return tri_end(b, diag);
}

static wgd_status operand(const wgd_triton_attr *given, const wgd_triton_wrap *w,
                          const int64_t *shape, wgd_triton_layout *out, wgd_diag *diag)
{
    wgd_triton_attr a = *given;
    const int k = w->arg == 0 ? a.rank - 1 : a.rank - 2;
    tri_build b = tri_begin(out, WGD_TRITON_REGISTERS, a.rank);
    if (a.rank < 2 || w->arg > 1) {
        return tri_refuse(diag, "not an operand of a product", w->arg, "opIdx 0 or 1, of a matrix");
    }
    share_k(&a, k);
    if (a.kind == WGD_TRITON_BLOCKED) {
        return fma_operand(&a, k, shape, &b, diag);
    }
    if (a.kind != WGD_TRITON_NVIDIA_MMA) {
        return tri_refuse(diag, "no product has this layout", 0, "parent nvidia_mma or blocked");
    }
    int64_t m, n;
    const wgd_status s = mma_shape(&a, &m, &n, diag);
    if (s != WGD_OK) {
        return s;
    }
    if (hopper(&a) && w->arg == 1) {
        return tri_refuse(diag, "wgmma reads B from shared memory", w->arg, "opIdx = 0");
    }
    if (w->k_width < 1) {
        return tri_refuse(diag, "the operand of a tensor core has a kWidth", w->k_width,
                          "1, 2, 4 or 8");
    }
    mma_operand(&a, w, k, shape, &b);
    return tri_end(&b, diag);
}

/* ---- linear --------------------------------------------------------------------------------- */

/* The order in which the registers move through the dimensions, then those that they leave out. */
static void register_order(const wgd_triton_layout *l, int *order)
{
    bool seen[WGD_TRITON_RANK] = {false};
    int n = 0;
    for (int k = 0; k < l->in[TRI_REGISTER].n; k++) {
        for (int d = 0; d < l->rank; d++) {
            if (l->in[TRI_REGISTER].v[k][d] != 0 && !seen[d]) {
                seen[d] = true;
                order[n++] = d;
            }
        }
    }
    for (int d = l->rank - 1; d >= 0; d--) {
        if (!seen[d]) {
            order[n++] = d;
        }
    }
}

/* Registers that hold what another one holds are left out. */
static void drop_repeated(wgd_triton_bases *r, int rank)
{
    int n = 0;
    for (int k = 0; k < r->n; k++) {
        bool zero = true;
        for (int d = 0; d < rank; d++) {
            r->v[n][d] = r->v[k][d];
            zero = zero && r->v[k][d] == 0;
        }
        n += !zero;
    }
    r->n = n;
}

static wgd_status linear(const wgd_triton_attr *a, const int64_t *shape, int rank,
                         wgd_triton_layout *out, wgd_diag *diag)
{
    int order[WGD_TRITON_RANK];
    tri_build b = tri_begin(out, WGD_TRITON_REGISTERS, rank);
    for (int in = 0; in < WGD_TRITON_INS; in++) {
        for (int k = 0; k < a->in[in].n; k++) {
            tri_basis(&b, in, a->in[in].v[k]);
        }
    }
    bool larger = false;
    for (int d = 0; shape && d < rank; d++) {
        larger = larger || out->shape[d] > shape[d];
    }
    if (shape) {
        register_order(out, order);
        tri_fill(&b, TRI_REGISTER, shape, order);
        tri_clip(&b, shape);
        if (larger) {
            drop_repeated(&out->in[TRI_REGISTER], rank);
        }
    }
    return tri_end(&b, diag);
}

/* ---- slices --------------------------------------------------------------------------------- */

/* A tensor without one dimension of its parent: the parent's layout for a size of 1 there. */
static wgd_status sliced(const wgd_triton_attr *a, int wrap, const int64_t *shape, int rank,
                         wgd_triton_layout *out, wgd_diag *diag)
{
    int64_t of_parent[WGD_TRITON_RANK];
    const int dim = a->wrap[wrap].arg;
    if (dim > rank || rank == WGD_TRITON_RANK) {
        return tri_refuse(diag, "the parent has no such dimension", dim, "dim from 0 to the rank");
    }
    for (int d = 0; d <= rank; d++) {
        of_parent[d] = d < dim ? shape[d] : d == dim ? 1 : shape[d - 1];
    }
    const wgd_status s = tri_registers(a, wrap + 1, of_parent, rank + 1, out, diag);
    if (s != WGD_OK) {
        return s;
    }
    out->rank = rank;
    for (int d = dim; d < rank; d++) {
        out->shape[d] = out->shape[d + 1];
    }
    for (int in = 0; in < out->ins; in++) {
        for (int k = 0; k < out->in[in].n; k++) {
            for (int d = dim; d < rank; d++) {
                out->in[in].v[k][d] = out->in[in].v[k][d + 1];
            }
        }
    }
    drop_repeated(&out->in[TRI_REGISTER], rank);
    return WGD_OK;
}

wgd_status tri_registers(const wgd_triton_attr *a, int wrap, const int64_t *shape, int rank,
                         wgd_triton_layout *out, wgd_diag *diag)
{
    const wgd_triton_wrap *w = wrap < a->wraps ? &a->wrap[wrap] : NULL;
    if (w && w->kind == WGD_TRITON_SLICE) {
        return sliced(a, wrap, shape, rank, out, diag);
    }
    if (a->rank != 0 && a->rank != rank) {
        return tri_refuse(diag, "the layout is for another number of dimensions", rank,
                          "as many as the lists of the attribute have");
    }
    if (w) {
        return wrap + 1 < a->wraps ? tri_refuse(diag, "dot_op stands around another one", wrap,
                                                "parent = #ttg.nvidia_mma or #ttg.blocked")
                                   : operand(a, w, shape, out, diag);
    }
    return a->kind == WGD_TRITON_BLOCKED      ? blocked(a, shape, out, diag)
           : a->kind == WGD_TRITON_NVIDIA_MMA ? accumulators(a, shape, out, diag)
                                              : linear(a, shape, rank, out, diag);
}
