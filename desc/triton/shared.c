/* SPDX-License-Identifier: MIT
 *
 * The layouts of tensors in shared memory, by the bits of the offset in elements. */
#include "build.h"

#include "base/never.h"

static int32_t number(const wgd_triton_attr *a, wgd_triton_field f)
{
    return a->field[f].v[0];
}

/* The shape of one block's part. */
static void part_of(const wgd_triton_attr *a, const int64_t *shape, int rank, int64_t *part,
                    tri_build *b)
{
    wgd_triton_layout blocks;
    tri_build c = tri_begin(&blocks, WGD_TRITON_SHARED, rank);
    tri_cluster(a, shape, &c);
    b->why = c.why;
    b->got = c.got;
    for (int d = 0; d < rank; d++) {
        part[d] = shape[d] / blocks.shape[d];
    }
}

/* Rows of a power of two, whose groups of vec elements are XORed with the row: row / perPhase
 * modulo maxPhase. */
static wgd_status swizzled(const wgd_triton_attr *a, const int64_t *shape, wgd_triton_layout *out,
                           wgd_diag *diag)
{
    const int64_t vec = number(a, WGD_TRITON_F_VEC), per = number(a, WGD_TRITON_F_PER_PHASE);
    const int64_t phases = number(a, WGD_TRITON_F_MAX_PHASE);
    int64_t part[WGD_TRITON_RANK];
    int order[WGD_TRITON_RANK];
    tri_build b = tri_begin(out, WGD_TRITON_SHARED, a->rank);
    if (!tri_order(a, order)) {
        return tri_refuse(diag, "order is no order of the dimensions",
                          number(a, WGD_TRITON_F_ORDER), "each dimension once");
    }
    if (vec < 1 || per < 1 || phases < 1) {
        return tri_refuse(diag, "vec, perPhase and maxPhase count from 1", 0, "at least 1");
    }
    part_of(a, shape, a->rank, part, &b);
    if (b.why) { /* the part may be empty then */
        return tri_end(&b, diag);
    }
    tri_grow(&b, TRI_OFFSET, order[0], part[order[0]]);
    const int64_t cols = part[order[0]], rows = a->rank > 1 ? part[order[1]] : 1;
    for (int64_t row = 1; row < rows; row *= 2) {
        int32_t v[WGD_TRITON_RANK] = {0};
        v[order[1]] = (int32_t)row;
        v[order[0]] = (int32_t)(vec * (row / per % phases) % cols);
        tri_basis(&b, TRI_OFFSET, v);
    }
    tri_finish(&b, a, shape, order);
    /* A part is of powers of two and has at most 2^30 elements: there are bits enough. */
    return ALWAYS(b.why == NULL) ? WGD_OK : tri_end(&b, diag);
}

/* ---- what TMA writes and wgmma reads -------------------------------------------------------- */

enum { ROWS_OF_ATOM = 8, BOX_MAX = 256 };

static bool is_fp4(const wgd_triton_attr *a)
{
    return a->field[WGD_TRITON_F_FP4_PADDED].n > 0 && number(a, WGD_TRITON_F_FP4_PADDED);
}

/* The box of one TMA copy: no side longer than 256, and the contiguous one as long as the swizzle.
 * In elements of the tensor, two of which lie in a byte of fp4 (fp4Padded). */
static void box_of(const wgd_triton_attr *a, const int64_t *part, int rank, int64_t *box)
{
    const int inner = number(a, WGD_TRITON_F_TRANSPOSED) ? 0 : rank - 1;
    const int64_t swizzle = number(a, WGD_TRITON_F_SWIZZLING_BYTE_WIDTH);
    for (int d = 0; d < rank; d++) {
        box[d] = part[d] < BOX_MAX ? part[d] : BOX_MAX;
    }
    if (swizzle != 0) {
        box[inner] = 8 * swizzle / number(a, WGD_TRITON_F_ELEMENT_BIT_WIDTH) / (is_fp4(a) ? 2 : 1);
    }
}

/* An offset in a row, as the column of the element there. Of fp4 with padding every other 8 elements
 * of an offset's 16 are no elements; they repeat the 8 before: with Triton whatever the element's width is. */
static int64_t column(int64_t offset, bool fp4)
{
    return fp4 ? offset / 16 * 8 + offset % 8 : offset;
}

/* A place (row, column) in the box seen as a matrix of `cols` columns, as coordinates of the
 * tensor: the dimensions are the digits of row * cols + column, the contiguous one the lowest. */
static void spread(int64_t row, int64_t col, int64_t cols, const int64_t *box, const int *order,
                   int rank, int32_t *v)
{
    int64_t at = (row << wgd_log2(cols)) | col;
    for (int i = 0; i < rank; i++) {
        const int d = order[i];
        v[d] = (int32_t)(at & (box[d] - 1));
        at >>= wgd_log2(box[d]);
    }
}

/* Rows of the swizzle's width, whose pieces of 16 bytes are XORed with the row over the rows that share
 * 128 bytes. */
static wgd_status swizzled_box(const wgd_triton_attr *a, const int64_t *box, const int *order,
                               int rank, tri_build *b, wgd_diag *diag)
{
    const int64_t bytes = number(a, WGD_TRITON_F_SWIZZLING_BYTE_WIDTH), cols = box[order[0]];
    const int64_t offsets = 8 * bytes / number(a, WGD_TRITON_F_ELEMENT_BIT_WIDTH);
    const int64_t pieces = bytes >> 4, piece = offsets / pieces, per = ROWS_OF_ATOM / pieces;
    int32_t v[WGD_TRITON_RANK];
    int64_t rows = 1;
    for (int i = 1; i < rank; i++) {
        rows *= box[order[i]];
    }
    if (rows < ROWS_OF_ATOM) {
        return tri_refuse(diag, "the tensor is smaller than the swizzle's atom", rows,
                          "at least 8 rows");
    }
    for (int64_t c = 1; c < offsets; c *= 2) {
        spread(0, column(c, is_fp4(a)), cols, box, order, rank, v);
        tri_basis(b, TRI_OFFSET, v);
    }
    for (int64_t r = 1; r < rows; r *= 2) {
        spread(r, column(piece * (r / per % pieces), is_fp4(a)), cols, box, order, rank, v);
        tri_basis(b, TRI_OFFSET, v);
    }
    return WGD_OK;
}

static wgd_status check_widths(const wgd_triton_attr *a, wgd_diag *diag)
{
    const int32_t w = number(a, WGD_TRITON_F_SWIZZLING_BYTE_WIDTH);
    const int32_t bits = number(a, WGD_TRITON_F_ELEMENT_BIT_WIDTH);
    if (w != 0 && w != 32 && w != 64 && w != 128) {
        return tri_refuse(diag, "no swizzle is that wide", w,
                          "swizzlingByteWidth 0, 32, 64 or 128");
    }
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
        return tri_refuse(diag, "no element is that wide", bits, "elementBitWidth 8, 16, 32 or 64");
    }
    return WGD_OK;
}

/* One box: as it is, or swizzled. */
static wgd_status put_box(const wgd_triton_attr *a, const int64_t *box, const int *order, int rank,
                          tri_build *b, wgd_diag *diag)
{
    if (number(a, WGD_TRITON_F_SWIZZLING_BYTE_WIDTH) != 0) {
        return swizzled_box(a, box, order, rank, b, diag);
    }
    for (int i = 0; i < rank; i++) {
        tri_grow(b, TRI_OFFSET, order[i], box[order[i]]);
    }
    return WGD_OK;
}

static wgd_status nvmma(const wgd_triton_attr *a, const int64_t *shape, int rank,
                        wgd_triton_layout *out, wgd_diag *diag)
{
    int64_t part[WGD_TRITON_RANK] = {0}, box[WGD_TRITON_RANK] = {0};
    int order[WGD_TRITON_RANK] = {0}, standard[WGD_TRITON_RANK];
    const bool transposed = number(a, WGD_TRITON_F_TRANSPOSED) != 0;
    tri_build b = tri_begin(out, WGD_TRITON_SHARED, rank);
    part_of(a, shape, rank, part, &b);
    if (b.why) { /* as above */
        return tri_end(&b, diag);
    }
    wgd_status s = check_widths(a, diag);
    if (s != WGD_OK) {
        return s;
    }
    /* The contiguous dimension first, then from the last to the first of the others. */
    for (int i = 0; i < rank; i++) {
        standard[i] = i;
        order[i] = !transposed ? rank - 1 - i : i == 0 ? 0 : rank - i;
    }
    box_of(a, part, rank, box);
    if (part[order[0]] < box[order[0]]) {
        return tri_refuse(diag, "the contiguous side is shorter than the swizzle", part[order[0]],
                          "at least swizzlingByteWidth bytes");
    }
    s = put_box(a, box, order, rank, &b, diag);
    if (s != WGD_OK) {
        return s;
    }
    tri_finish(&b, a, shape, standard);
    /* As above. */
    return ALWAYS(b.why == NULL) ? WGD_OK : tri_end(&b, diag);
}

/* ---- linear --------------------------------------------------------------------------------- */

static wgd_status linear(const wgd_triton_attr *a, const int64_t *shape, int rank,
                         wgd_triton_layout *out, wgd_diag *diag)
{
    tri_build b = tri_begin(out, WGD_TRITON_SHARED, rank);
    for (int in = 0; in < out->ins; in++) {
        for (int k = 0; k < a->in[in].n; k++) {
            tri_basis(&b, in, a->in[in].v[k]);
        }
    }
    for (int d = 0; shape && d < rank; d++) {
        if (out->shape[d] != shape[d]) {
            return tri_refuse(diag, "the bases cover another shape", out->shape[d],
                              "the shape of the tensor");
        }
    }
    return tri_end(&b, diag);
}

wgd_status tri_shared(const wgd_triton_attr *a, const int64_t *shape, int rank,
                      wgd_triton_layout *out, wgd_diag *diag)
{
    if (a->wraps > 0) {
        return tri_refuse(diag, "a layout of shared memory has no slices and operands", a->wraps,
                          "#ttg.slice and #ttg.dot_op of a layout of registers");
    }
    if (a->rank != 0 && a->rank != rank) {
        return tri_refuse(diag, "the layout is for another number of dimensions", rank,
                          "as many as the attribute has");
    }
    return a->kind == WGD_TRITON_SWIZZLED_SHARED ? swizzled(a, shape, out, diag)
           : a->kind == WGD_TRITON_NVMMA_SHARED  ? nvmma(a, shape, rank, out, diag)
                                                 : linear(a, shape, rank, out, diag);
}
