/* SPDX-License-Identifier: MIT
 *
 * The layouts of Blackwell's tensor memory, 128 lanes (rows) of columns. A zero basis of the rows
 * says that 16 lanes of every 32 hold nothing, or that warps hold the same. */
#include "build.h"

#include <string.h>

static int32_t number(const wgd_triton_attr *a, wgd_triton_field f, int32_t dflt)
{
    return a->field[f].n > 0 ? a->field[f].v[0] : dflt;
}

static const int rows_first[] = {0, 1};

/* The accumulator of an M of 64 leaves the upper half of each warp's 32 lanes to the next such
 * block, down or along; that of 128 fills them (PTX ISA, "Data path layout"). */
static void one_block(const wgd_triton_attr *a, bool half, const int64_t *shape, tri_build *b)
{
    const int64_t want = a->field[WGD_TRITON_F_BLOCK_N].v[0];
    const int64_t block_n = want < shape[1] ? want : shape[1];
    tri_repeat(b, TRI_COL, number(a, WGD_TRITON_F_COL_STRIDE, 1));
    tri_grow(b, TRI_ROW, 0, half ? 16 : 128);
    tri_grow(b, TRI_COL, 1, block_n);
    if (b->why) {
        return;
    }
    if (half) {
        const int32_t down[] = {64, 0}, along[] = {0, (int32_t)block_n}, none[] = {0, 0};
        const int32_t quarter[] = {16, 0}, second[] = {32, 0};
        tri_basis(b, TRI_ROW, shape[0] > down[0] ? down : shape[1] > block_n ? along : none);
        tri_basis(b, TRI_ROW, quarter);
        tri_basis(b, TRI_ROW, second);
    }
    if (shape[0] < b->l->shape[0]) {
        b->why = "the tensor is smaller than the block of the instruction";
        b->got = shape[0];
        return;
    }
    tri_fill(b, TRI_COL, shape, rows_first);
}

/* Pairs of blocks with an M of 64 each lie as the transpose of the halves: the last bit of the
 * lanes and that of the columns change places. */
static void swap_last(wgd_triton_layout *l)
{
    int32_t *row = l->in[TRI_ROW].v[l->in[TRI_ROW].n - 1];
    int32_t *col = l->in[TRI_COL].v[l->in[TRI_COL].n - 1];
    int32_t was[WGD_TRITON_RANK];
    memcpy(was, row, sizeof was);
    memcpy(row, col, sizeof was);
    memcpy(col, was, sizeof was);
}

/* One block's part of the tensor in a cluster of split[0] x split[1]. */
static wgd_status split_up(const int64_t *shape, const int64_t *split, int64_t *part,
                           wgd_diag *diag)
{
    for (int d = 0; d < 2; d++) {
        if (split[d] < 1 || split[d] > shape[d]) {
            return tri_refuse(diag, "the cluster splits the tensor into more parts than it has",
                              split[d], "CTASplitM and CTASplitN from 1 up to the shape");
        }
        part[d] = shape[d] / split[d];
    }
    return WGD_OK;
}

static wgd_status accumulators(const wgd_triton_attr *a, const int64_t *shape,
                               wgd_triton_layout *out, wgd_diag *diag)
{
    const int64_t block_m = a->field[WGD_TRITON_F_BLOCK_M].v[0];
    int64_t part[WGD_TRITON_RANK],
        split[] = {number(a, WGD_TRITON_F_CTA_SPLIT_M, 1), number(a, WGD_TRITON_F_CTA_SPLIT_N, 1)};
    const bool pair = split[0] > 1 && block_m == 64 && number(a, WGD_TRITON_F_TWO_CTAS, 0);
    if (block_m != 64 && block_m != 128) {
        return tri_refuse(diag, "no instruction has this M", block_m, "blockM 64 or 128");
    }
    split[0] /= pair ? 2 : 1;
    const wgd_status s = split_up(shape, split, part, diag);
    if (s != WGD_OK) {
        return s;
    }
    tri_build b = tri_begin(out, WGD_TRITON_TENSOR, 2);
    one_block(a, block_m == 64 && !pair, part, &b);
    tri_grow(&b, TRI_COL, 0, split[0]);
    if (pair && !b.why && out->in[TRI_COL].n > 0) {
        swap_last(out);
    }
    tri_grow(&b, TRI_COL, 1, split[1]);
    return tri_end(&b, diag);
}

/* Scale factors: 32 rows, the same for each warp, four columns, then the next 32 rows. */
static wgd_status scales(const wgd_triton_attr *a, const int64_t *shape, wgd_triton_layout *out,
                         wgd_diag *diag)
{
    int64_t part[WGD_TRITON_RANK];
    const int64_t split[] = {number(a, WGD_TRITON_F_CTA_SPLIT_M, 1),
                             number(a, WGD_TRITON_F_CTA_SPLIT_N, 1)};
    const wgd_status s = split_up(shape, split, part, diag);
    if (s != WGD_OK) {
        return s;
    }
    tri_build b = tri_begin(out, WGD_TRITON_TENSOR, 2);
    tri_grow(&b, TRI_ROW, 0, 32);
    tri_repeat(&b, TRI_ROW, 4);
    tri_grow(&b, TRI_COL, 1, 4);
    tri_grow(&b, TRI_COL, 0, 2);
    tri_fill(&b, TRI_COL, part, rows_first);
    tri_clip(&b, part);
    tri_grow(&b, TRI_COL, 0, split[0]);
    tri_grow(&b, TRI_COL, 1, split[1]);
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
