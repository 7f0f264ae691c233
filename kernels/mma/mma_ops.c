/* SPDX-License-Identifier: MIT
 *
 * The instructions that the mma.sync family runs.
 */
#include "mma_ops.h"

/* The other type that may stand beside this one in A and B, or the same where none may. */
static int partner_of(int type)
{
    switch (type) {
    case WGD_FRAG_S8:
        return WGD_FRAG_U8;
    case WGD_FRAG_U8:
        return WGD_FRAG_S8;
    case WGD_FRAG_E4M3:
        return WGD_FRAG_E5M2;
    case WGD_FRAG_E5M2:
        return WGD_FRAG_E4M3;
    default:
        return type;
    }
}

/* op with these types, if there is such an instruction; n grows with it. */
static void add(wgd_frag_op op, int b, const char *acc, wgd_frag_op *out, int *n)
{
    op.b = b;
    if (acc) {
        op.c = op.d = WGD_FRAG_TYPE_NONE;
    }
    if (wgd_frag_op_types(&op, 0, acc, 0) == WGD_OK) {
        if (*n < WGV_MMA_OPS_MAX) {
            out[*n] = op;
        }
        ++*n;
    }
}

int wgv_mma_ops(wgd_frag_op out[WGV_MMA_OPS_MAX])
{
    int n = 0;
    for (int i = 0; i < wgd_frag_op_count(); i++) {
        const wgd_frag_op op = wgd_frag_op_at(i);
        if (op.family != WGD_FRAG_MMA || !wgd_frag_op_measured(&op)) {
            continue;
        }
        for (int mixed = 0; mixed < (partner_of(op.a) != op.a ? 2 : 1); mixed++) {
            const int b = mixed ? partner_of(op.a) : op.a;
            add(op, b, 0, out, &n);
            if (op.d == WGD_FRAG_F32) {
                add(op, b, "f16", out, &n);
            }
        }
    }
    return n <= WGV_MMA_OPS_MAX ? n : 0;
}

void wgv_put_mma(wgd_text *t, const wgd_frag_op *op)
{
    const int types[] = {op->d, op->a, op->b, op->c};
    wgd_put_str(t, "m");
    wgd_put_i64(t, op->m);
    wgd_put_str(t, "n");
    wgd_put_i64(t, op->n);
    wgd_put_str(t, "k");
    wgd_put_i64(t, op->k);
    wgd_put_str(t, op->a_col ? ".col" : ".row");
    wgd_put_str(t, op->b_row ? ".row" : ".col");
    for (int i = 0; i < 4; i++) {
        wgd_put_char(t, '.');
        wgd_put_str(t, wgd_frag_type_name((wgd_frag_type)types[i]));
    }
}
