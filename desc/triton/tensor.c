/* SPDX-License-Identifier: MIT
 *
 * The layouts of Blackwell's tensor memory, 128 lanes (rows) of columns. A zero basis of the rows
 * says that 16 lanes of every 32 hold nothing, or that warps hold the same. */
#include "build.h"

static int32_t number(const wgd_triton_attr *a, wgd_triton_field f, int32_t dflt)
{
    return a->field[f].n > 0 ? a->field[f].v[0] : dflt;
}

/* The accumulator of an M of 64 leaves the upper half of each warp's 32 lanes to the next such
 * block, down or along; that of 128 fills them (PTX ISA, "Data path layout"). */
static void one_block(const wgd_triton_attr *a, int64_t block_m, const int64_t *shape, tri_build *b)
{
    const int64_t want = number(a, WGD_TRITON_F_BLOCK_N, 1);
    const int64_t block_n = want < shape[1] ? want : shape[1];
    tri_repeat(b, TRI_COL, number(a, WGD_TRITON_F_COL_STRIDE, 1));
    tri_grow(b, TRI_ROW, 0, block_m == 64 ? 16 : 128);
    tri_grow(b, TRI_COL, 1, block_n);
    if (block_m == 64 && !b->why) {
        const int32_t down[] = {64, 0}, along[] = {0, (int32_t)block_n}, none[] = {0, 0};
        const int32_t quarter[] = {16, 0}, half[] = {32, 0};
        tri_basis(b, TRI_ROW, shape[0] > block_m ? down : shape[1] > block_n ? along : none);
        tri_basis(b, TRI_ROW, quarter);
        tri_basis(b, TRI_ROW, half);
    }
    for (int d = 0; d < 2; d++) {
        if (!b->why && shape[d] < b->l->shape[d]) {
            b->why = "the tensor is smaller than the block of the instruction";
            b->got = shape[d];
        }
        tri_grow(b, TRI_COL, d, shape[d] / (b->why ? 1 : b->l->shape[d]));
    }
}

/* Pairs of blocks with an M of 64 each lie as the transpose of the halves: the last bit of the
 * lanes and that of the columns change places. */
static void swap_last(wgd_triton_layout *l)
{
    int32_t *row = l->in[TRI_ROW].v[l->in[TRI_ROW].n - 1];
    int32_t *col = l->in[TRI_COL].v[l->in[TRI_COL].n - 1];
    for (int d = 0; d < 2; d++) {
        const int32_t v = row[d];
        row[d] = col[d];
        col[d] = v;
    }
}

static wgd_status accumulators(const wgd_triton_attr *a, const int64_t *shape,
                               wgd_triton_layout *out, wgd_diag *diag)
{
    int64_t block_m = number(a, WGD_TRITON_F_BLOCK_M, 0);
    int64_t split_m = number(a, WGD_TRITON_F_CTA_SPLIT_M, 1);
    const int64_t split_n = number(a, WGD_TRITON_F_CTA_SPLIT_N, 1);
    const bool pair = split_m > 1 && block_m == 64 && number(a, WGD_TRITON_F_TWO_CTAS, 0);
    if (block_m != 64 && block_m != 128) {
        return tri_refuse(diag, "no instruction has this M", block_m, "blockM 64 or 128");
    }
    block_m *= pair ? 2 : 1;
    split_m /= pair ? 2 : 1;
    if (split_m < 1 || split_n < 1 || split_m > shape[0] || split_n > shape[1]) {
        return tri_refuse(diag, "the cluster splits the tensor into more parts than it has",
                          split_m, "CTASplitM and CTASplitN up to the shape");
    }
    const int64_t part[] = {shape[0] / split_m, shape[1] / split_n};
    tri_build b = tri_begin(out, WGD_TRITON_TENSOR, 2);
    one_block(a, block_m, part, &b);
    tri_grow(&b, TRI_COL, 0, split_m);
    if (pair && !b.why && out->in[TRI_COL].n > 0) {
        swap_last(out);
    }
    tri_grow(&b, TRI_COL, 1, split_n);
    return tri_end(&b, diag);
}

/* Scale factors: 32 rows, the same for each warp, four columns, then the next 32 rows. */
static wgd_status scales(const wgd_triton_attr *a, const int64_t *shape, wgd_triton_layout *out,
                         wgd_diag *diag)
{
    const int64_t split_m = number(a, WGD_TRITON_F_CTA_SPLIT_M, 1);
    const int64_t split_n = number(a, WGD_TRITON_F_CTA_SPLIT_N, 1);
    if (split_m < 1 || split_n < 1 || split_m > shape[0] || split_n > shape[1]) {
        return tri_refuse(diag, "the cluster splits the tensor into more parts than it has",
                          split_m, "CTASplitM and CTASplitN up to the shape");
    }
    const int64_t part[] = {shape[0] / split_m, shape[1] / split_n};
    tri_build b = tri_begin(out, WGD_TRITON_TENSOR, 2);
    tri_grow(&b, TRI_ROW, 0, 32);
    tri_repeat(&b, TRI_ROW, 4);
    tri_grow(&b, TRI_COL, 1, 4);
    tri_grow(&b, TRI_COL, 0, 2);
    for (int d = 0; d < 2; d++) {
        tri_grow(&b, TRI_COL, d, part[d] > out->shape[d] ? part[d] / out->shape[d] : 1);
    }
    tri_clip(&b, part);
    tri_grow(&b, TRI_COL, 0, split_m);
    tri_grow(&b, TRI_COL, 1, split_n);
    return tri_end(&b, diag);
}

wgd_status tri_tensor(const wgd_triton_attr *a, const int64_t *shape, int rank,
                      wgd_triton_layout *out, wgd_diag *diag)
{
    if (rank != 2 || a->wraps > 0) {
        return tri_refuse(diag, "tensor memory holds matrices", rank, "two dimensions");
    }
    return a->kind == WGD_TRITON_TMEM ? accumulators(a, shape, out, diag)
                                      : scales(a, shape, out, diag);
}
