/* SPDX-License-Identifier: MIT
 *
 * Accumulators as the A of a next wgmma, without leaving the registers: attention's second product.
 *
 * A thread of a quad, q, holds columns 2q, 2q + 1, 2q + 8, ... of its rows in the accumulator, and E
 * neighbours along K, from Eq on, then from 4E on, in A (E elements a register). Its columns in order
 * become its k in order. With two elements a register these are the same columns; with four of a byte
 * K is permuted within the slice, which the product does not mind when the rows of B are too.
 */
#include "base/never.h"
#include "wgd_frag.h"

enum { QUAD = 4 };

/* The value of C that value v of A of slice 0 is, and the column that k is. */
static void deal(const wgd_frag *a, wgd_frag_chain *out)
{
    const int e = 32 / wgd_frag_type_bits(a->type);
    for (int k = 0; k < a->cols; k++) {
        const int i = k % e, q = k / e % QUAD, h = k / e / QUAD, m = i + e * h;
        out->column[k] = m % 2 + 2 * q + 8 * (m / 2);
        out->permuted = out->permuted || out->column[k] != k;
    }
    for (int v = 0; v < a->values; v++) {
        const int i = v % e, half = v / e % 2, h = v / e / 2, m = i + e * h;
        out->from[v] = m % 2 + 2 * (half + 2 * (m / 2));
    }
}

/* Every value of every thread, by composing the two layouts: the element of A, its k as a column, is
 * the element of C. */
static bool holds(const wgd_frag *c, wgd_frag_chain *ch)
{
    const wgd_frag *a = &ch->a;
    ch->proved = 0;
    for (int t = 0; t < c->threads; t++) {
        for (int s = 0; s < ch->slices; s++) {
            for (int v = 0; v < a->values; v++) {
                const int at = wgd_frag_at(a, t % a->threads, v);
                const int row = at % a->rows + t / a->threads * a->rows;
                const int col = ch->column[at / a->rows] + s * a->cols;
                const int held = wgd_frag_at(c, t, ch->from[v] + s * a->values);
                if (NEVER(held != row + c->rows * col)) { /* this is the proof */
                    return false;
                }
                ch->proved++;
            }
        }
    }
    return true;
}

wgd_status wgd_frag_chain_make(const wgd_frag *c, const char *dtype, wgd_frag_chain *out,
                               wgd_diag *diag)
{
    wgd_frag_op op;
    const int groups = c->warpgroups > 0 ? c->warpgroups : 1;
    if (c->op.family != WGD_FRAG_WGMMA || c->operand == WGD_FRAG_OPERAND_A ||
        c->operand == WGD_FRAG_OPERAND_E || c->rows != c->op.m * groups ||
        c->threads != 128 * groups) {
        return wgd_fail(diag, WGD_ERR_VALUE, "operand",
                        "only accumulators of 64 rows for each warpgroup become an A", NULL,
                        "d of a wgmma, or a tile whose warpgroups have 64 rows each", "");
    }
    int type = WGD_FRAG_TYPE_NONE;
    wgd_status s = wgd_frag_type_parse(dtype, &type, diag);
    if (s != WGD_OK) {
        return s;
    }
    const int bits = wgd_frag_type_bits((wgd_frag_type)type);
    if (bits != 8 && bits != 16) {
        return wgd_fail(diag, WGD_ERR_DTYPE, "dtype", "accumulators are not fed on as this type",
                        dtype, "f16, bf16, e4m3, e5m2, s8 or u8", "");
    }
    (void)wgd_frag_op_parse(bits == 16 ? "m64n8k16" : "m64n8k32", &op, NULL); /* there are both */
    s = wgd_frag_op_types(&op, dtype, NULL, diag);
    if (s != WGD_OK) {
        return s;
    }
    (void)wgd_frag_make(&op, WGD_FRAG_OPERAND_A, &out->a, NULL); /* and both have an A */
    if (c->cols % op.k != 0) {
        return wgd_fail_num(diag, WGD_ERR_TILE, "shape",
                            "the columns are not whole instructions along K", c->cols,
                            bits == 8 ? "a multiple of 32" : "a multiple of 16", "");
    }
    out->slices = c->cols / op.k;
    out->permuted = false;
    deal(&out->a, out);
    const bool proved = holds(c, out);
    if (NEVER(!proved)) { /* accumulators and A are dealt alike, whatever their N */
        return wgd_fail(diag, WGD_ERR_INTERNAL, "", NULL, NULL, NULL, NULL);
    }
    return WGD_OK;
}
