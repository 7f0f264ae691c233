/* SPDX-License-Identifier: MIT
 *
 * The forms, found by asking the library for each combination of their parts.
 */
#include "tc_forms.h"

#include <stddef.h>

/* A load of a shape, if it has the repeat. */
static bool move_of(int shape, int repeat, bool pack16, wgd_ldst *out)
{
    char name[64];
    wgd_text t = wgd_text_into(name, sizeof name);
    wgd_put_str(&t, "tcgen05.ld.");
    wgd_put_str(&t, wgd_ldst_shape_name((wgd_ldst_shape)shape));
    wgd_put_str(&t, ".x");
    wgd_put_i64(&t, repeat);
    wgd_put_str(&t, pack16 ? ".pack::16b" : "");
    wgd_text_end(&t);
    return wgd_ldst_parse(name, out, NULL) == WGD_OK;
}

int wgv_tc_moves(wgd_ldst out[WGV_TC_MOVES_MAX])
{
    int n = 0;
    for (int i = 0; i < WGD_LDST_SHAPE_COUNT * 8 * 2; i++) {
        n += move_of(i / 16, 1 << i / 2 % 8, i % 2 != 0, &out[n]);
    }
    return n;
}

wgd_ldst wgv_tc_copy(int form, int cta_group)
{
    char name[64];
    wgd_ldst op = {WGD_LDST_CP, WGD_CP_128X256B, 0, 1, false, 0, 0, 0, 0, 0};
    wgd_text t = wgd_text_into(name, sizeof name);
    wgd_put_str(&t, cta_group == 2 ? "tcgen05.cp.cta_group::2." : "tcgen05.cp.cta_group::1.");
    wgd_put_str(&t, wgd_ldst_shape_name((wgd_ldst_shape)(WGD_LDST_SHAPE_COUNT + form)));
    wgd_text_end(&t);
    wgd_ldst_parse(name, &op, NULL);
    return op;
}

/* The smallest instruction of these traits. */
static bool mma_of(int kind, int cta_group, bool a_tmem, bool ws, int vec, wgd_umma_op *out)
{
    const wgd_umma_kind k = (wgd_umma_kind)kind;
    wgd_umma_op op = wgd_umma_op_of(k);
    op.cta_group = cta_group;
    op.a_tmem = a_tmem;
    op.ws = ws;
    op.vec = vec;
    op.m = wgd_umma_kind_scaled(k) ? 128 * cta_group : 64 * cta_group;
    op.n = 64;
    if (wgd_umma_kind_scaled(k) != (vec != 0) || wgd_umma_op_complete(&op, NULL) != WGD_OK) {
        return false;
    }
    *out = op;
    return true;
}

int wgv_tc_mmas(int cta_group, wgd_umma_op out[WGV_TC_MMAS_MAX])
{
    static const int vecs[] = {0, 16, 32};
    int n = 0;
    for (int kind = 0; kind < WGD_UMMA_KIND_COUNT; kind++) {
        for (int i = 0; i < 12; i++) {
            n += mma_of(kind, cta_group, i & 1, i & 2, vecs[i / 4], &out[n]);
        }
    }
    return n;
}

int wgv_tc_mma_form(const wgd_umma_op *op)
{
    wgd_umma_op all[WGV_TC_MMAS_MAX];
    const int n = wgv_tc_mmas(op->cta_group, all);
    for (int i = 0; i < n; i++) {
        const wgd_umma_op *x = &all[i];
        if (x->kind == op->kind && x->a_tmem == op->a_tmem && x->ws == op->ws &&
            x->vec == op->vec) {
            return i;
        }
    }
    return -1;
}
