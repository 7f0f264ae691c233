/* SPDX-License-Identifier: MIT
 *
 * A layout in shared memory, from the options that give one.
 */
#include "place_args.h"

#include "any_layout.h"
#include "base/never.h"
#include "error/cli_status.h"
#include "tile_args.h"

static bool given(const request *rq, option_id o)
{
    return rq->v[o].given;
}

/* Triton's B is K x N in its type; the solver's is N x K. */
static void transpose(wgd_composed *c)
{
    wgd_layout t = wgd_layout_empty();
    if (wgd_layout_rank(&c->layout) == 2) {
        (void)wgd_layout_append_mode(&t, &c->layout, 1); /* as many modes as there were */
        (void)wgd_layout_append_mode(&t, &c->layout, 0);
        c->layout = t;
    }
}

/* --layout from Triton's IR, which may say the type of the elements and may need --shape. */
static wgd_status layout_from_triton(const request *rq, answer *a, wgd_solve_query *q,
                                     wgd_composed *out, wgd_diag *diag)
{
    any_layout l;
    wgd_status st = any_layout_shared(rq, a, &l, diag);
    if (st == WGD_OK) {
        st = any_layout_dtype(rq, &l, &q->dtype, diag);
    }
    if (st == WGD_OK) {
        *out = l.layout;
        if (l.type.elem_bits > 0 && q->operand == WGD_OPERAND_B) {
            transpose(out);
        }
    }
    return st;
}

static wgd_status layout_from_text(const request *rq, const char *text, size_t len, answer *a,
                                   wgd_solve_query *q, pasted_layout *out, wgd_diag *diag)
{
    static const option_id other[] = {OPTION_strides, OPTION_pitch, OPTION_shape};
    const bool triton = wgd_triton_looks(text, len);
    for (int i = 0; i < (triton ? 2 : 3); i++) {
        if (given(rq, other[i])) {
            return cli_fail(diag, CLI_ERR_USAGE, option_table[other[i]].name,
                            "the layout is given twice", NULL,
                            "either --layout, or --shape with --strides or --pitch", "");
        }
    }
    if (triton) {
        return layout_from_triton(rq, a, q, &out->tile, diag);
    }
    const wgd_status st = pasted_layout_read(text, len, q->dtype, out, diag);
    if (st != WGD_OK) {
        if (diag->pos >= 0) {
            a->fault_text = text;
            a->fault_len = len;
        }
        diag->field = "layout";
    }
    return st;
}

/* The pitch in bytes as a stride in elements. */
static wgd_status stride_of_pitch(const request *rq, int64_t *out, wgd_diag *diag)
{
    const int bits = wgd_dtype_bits((wgd_dtype)rq->v[OPTION_dtype].u.choice);
    const int64_t bytes = rq->v[OPTION_pitch].u.num;
    if (bytes > INT64_MAX / 8 || bytes * 8 % bits != 0) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "pitch",
                            "the pitch is not a whole number of elements", bytes,
                            "a multiple of the element's bytes", "");
    }
    *out = bytes * 8 / bits;
    return WGD_OK;
}

static wgd_status layout_from_strides(const request *rq, wgd_composed *out, wgd_diag *diag)
{
    const bool pitch = given(rq, OPTION_pitch);
    if (!given(rq, OPTION_shape) || pitch == given(rq, OPTION_strides)) {
        if (pitch && given(rq, OPTION_strides)) {
            return cli_fail(diag, CLI_ERR_USAGE, "strides", "the layout is given twice", NULL,
                            "either --strides or --pitch", "");
        }
        return request_missing(rq->cmd, given(rq, OPTION_shape) ? OPTION_strides : OPTION_layout,
                               "for example --layout 'Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)', "
                               "or --shape 64x64 --pitch 128 --swizzle 128B",
                               diag);
    }
    const int64_t *shape = rq->v[OPTION_shape].u.dim;
    if (shape[0] < 1 || shape[1] < 1) {
        return wgd_fail_num(diag, WGD_ERR_TILE, "shape", "a tile has at least one element",
                            shape[0] < 1 ? shape[0] : shape[1], "MN x K", "for example 64x16");
    }
    int64_t stride[] = {rq->v[OPTION_strides].u.dim[0], rq->v[OPTION_strides].u.dim[1]};
    if (pitch) {
        const bool mn = given(rq, OPTION_major) && rq->v[OPTION_major].u.choice == WGD_MAJOR_MN;
        const wgd_status st = stride_of_pitch(rq, &stride[mn], diag);
        if (st != WGD_OK) {
            return st;
        }
        stride[!mn] = 1;
    }
    const wgd_layout l = wgd_layout_2d(shape[0], shape[1], stride[0], stride[1]);
    *out = wgd_composed_plain(&l);
    return WGD_OK;
}

/* --shape, --swizzle and --major with neither --strides nor --pitch: the tile that desc describes. */
static bool asks_for_tile(const request *rq)
{
    return given(rq, OPTION_shape) && given(rq, OPTION_swizzle) && given(rq, OPTION_major) &&
           !given(rq, OPTION_strides) && !given(rq, OPTION_pitch);
}

static wgd_status layout_from_tile(const request *rq, wgd_composed *out, wgd_diag *diag)
{
    wgd_tile t;
    wgd_tile_query q;
    if (!place_sliced(rq)) {
        const wgd_status st = tile_from_args(rq, &t, diag);
        if (st == WGD_OK) {
            *out = t.smem;
        }
        return st;
    }
    const wgd_status st = tile_query_from_args(rq, &q, diag); /* blocks divide the slice, not it */
    if (NEVER(st != WGD_OK)) {                                /* the block and N were read before */
        return st;
    }
    return wgd_tile_layout(&q, out, diag);
}

bool place_sliced(const request *rq)
{
    return given(rq, OPTION_slice) ||
           (command_takes(rq->cmd, OPTION_inst) && block_index_given(rq));
}

/* What --slice leaves, and of that block I,J alone where the command shows no other. */
static wgd_status cut(const request *rq, wgd_solve_query *q, wgd_diag *diag)
{
    wgd_place p;
    int64_t index[2];
    q->slice = (wgd_slice){{0, 0}, {0, 0}};
    if (!place_sliced(rq)) {
        return WGD_OK;
    }
    wgd_status st = wgd_place_make(&q->layout, q->dtype, q->start, &p, diag);
    if (st == WGD_OK) {
        st = slice_from_args(rq, p.mn, p.k, &q->slice, diag);
    }
    if (st == WGD_OK && command_takes(rq->cmd, OPTION_inst) && block_index_given(rq)) {
        wgd_slice block = q->slice;
        block_index(rq, index);
        st = wgd_solve_block_slice(q, index[0], index[1], &block, diag);
        q->slice = block;
    }
    return st;
}

static wgd_status layout_from(const request *rq, const char *text, size_t len, answer *a,
                              wgd_solve_query *q, pasted_layout *pasted, wgd_diag *diag)
{
    const option_value *v = rq->v;
    *pasted = (pasted_layout){0};
    q->dtype = (wgd_dtype)v[OPTION_dtype].u.choice;
    q->operand = (wgd_operand)v[OPTION_operand].u.choice;
    q->sparse = v[OPTION_sparse].given && v[OPTION_sparse].u.flag;
    q->major = !given(rq, OPTION_major)                   ? WGD_WANT_ANY
               : v[OPTION_major].u.choice == WGD_MAJOR_MN ? WGD_WANT_MN
                                                          : WGD_WANT_K;
    q->arch = request_arch(rq);
    wgd_status st = block_from_args(rq, q->block, diag);
    if (st == WGD_OK) {
        st = n_from_args(rq, &q->n, diag);
    }
    if (st == WGD_OK) {
        st = text                ? layout_from_text(rq, text, len, a, q, pasted, diag)
             : asks_for_tile(rq) ? layout_from_tile(rq, &pasted->tile, diag)
                                 : layout_from_strides(rq, &pasted->tile, diag);
    }
    q->layout = pasted->tile;
    q->sparse = q->sparse || pasted->sparsity > 1;
    q->start = !given(rq, OPTION_start) && pasted->has_address
                   ? (int64_t)(pasted->address & (WGD_SMEM_WINDOW - 1))
                   : v[OPTION_start].u.num;
    if (st != WGD_OK || !given(rq, OPTION_swizzle) || (!text && asks_for_tile(rq))) {
        return st;
    }
    if (q->layout.kind != WGD_PLAIN) {
        return cli_fail(diag, CLI_ERR_USAGE, "swizzle", "the layout has a swizzle already", NULL,
                        "a layout without Sw<...>, or no --swizzle", "");
    }
    wgd_place_through(&q->layout, (wgd_swizzle_mode)v[OPTION_swizzle].u.choice, q->dtype);
    return WGD_OK;
}

static wgd_status query_from(const request *rq, const char *text, size_t len, answer *a,
                             wgd_solve_query *q, pasted_layout *pasted, wgd_diag *diag)
{
    const wgd_status st = layout_from(rq, text, len, a, q, pasted, diag);
    return st == WGD_OK ? cut(rq, q, diag) : st;
}

wgd_status place_query_from_args(const request *rq, answer *a, wgd_solve_query *q,
                                 pasted_layout *pasted, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_layout];
    return query_from(rq, v->given ? v->u.text.s : NULL, v->given ? v->u.text.len : 0, a, q, pasted,
                      diag);
}

wgd_status place_query_of_layout(const request *rq, const char *text, size_t len, answer *a,
                                 wgd_solve_query *q, pasted_layout *pasted, wgd_diag *diag)
{
    return query_from(rq, text, len, a, q, pasted, diag);
}

const char place_bytes_note[] =
    "the swizzle is read as one of byte addresses, as kernels of the CuTe DSL mean it\n";

bool place_as_bytes(const wgd_solve_query *q, wgd_solve_query *out)
{
    if (q->layout.kind != WGD_SWIZZLED || q->layout.sw.b == 0 || q->layout.offset != 0) {
        return false;
    }
    *out = *q;
    out->layout.kind = WGD_SMEM_PTR;
    out->layout.elem_bits = wgd_dtype_bits(q->dtype);
    return true;
}

wgd_solve_query place_copy(const wgd_solve_query *q, const pasted_layout *pasted, int64_t i)
{
    wgd_solve_query c = *q;
    const int64_t off = pasted_layout_copy(pasted, i);
    if (c.layout.kind == WGD_SWIZZLED) {
        c.layout.offset += off;
    } else {
        c.start += off * wgd_dtype_bits(q->dtype) / 8;
    }
    return c;
}

void place_notes(buf *out, const request *rq, const pasted_layout *pasted)
{
    if (pasted->has_address && !given(rq, OPTION_start)) {
        buf_str(out, "start ");
        buf_addr(out, pasted->address & (WGD_SMEM_WINDOW - 1));
        buf_str(out, ": the low 18 bits of the pointer ");
        buf_addr(out, pasted->address);
        buf_char(out, '\n');
    }
    if (pasted->sparsity > 1) {
        buf_str(out, "sparse: the layout counts ");
        buf_i64(out, pasted->sparsity);
        buf_str(out, " elements as one that is stored; here the stored ones are counted\n");
    }
}
