/* SPDX-License-Identifier: MIT
 *
 * The wgmma instruction of a plan, from the types.
 */
#include "plan_parts.h"
#include "wgd_text.h"

/* The accumulators that some instruction has for these operands, for a refusal. */
static int put_accs(wgd_text *t, wgd_dtype a, wgd_dtype b)
{
    int n = 0;
    for (int i = 0; i < WGD_ACC_COUNT; i++) {
        const wgd_acc acc = (wgd_acc)i;
        if (wgd_inst_find(a, b, acc) != NULL) {
            wgd_put_str(t, n++ == 0 ? "" : " or ");
            wgd_put_str(t, wgd_acc_name(acc));
        }
    }
    return n;
}

wgd_status wgd_plan_wgmma(wgd_plan *p, wgd_diag *diag)
{
    wgd_plan_query *q = &p->query;
    const wgd_dtype a = q->operand[0].dtype, b = q->operand[1].dtype;
    if (!q->acc_given) {
        q->acc = wgd_inst_find(a, b, WGD_ACC_F32) != NULL ? WGD_ACC_F32 : WGD_ACC_S32;
    }
    p->inst = wgd_inst_find(a, b, q->acc);
    if (p->inst != NULL && q->sparse && !p->inst->sparse) {
        char what[64];
        wgd_text w = wgd_text_into(what, sizeof what);
        wgd_put_str(&w, wgd_dtype_get(a)->name);
        wgd_put_str(&w, " has no sparse wgmma");
        wgd_text_end(&w);
        return wgd_fail(diag, WGD_ERR_INST, "sparse", what, "true", "false", NULL);
    }
    if (p->inst != NULL) {
        p->k_inst = wgd_dtype_k(a) * (q->sparse ? 2 : 1);
        return WGD_OK;
    }
    char want[128];
    wgd_text w = wgd_text_into(want, sizeof want);
    if (put_accs(&w, a, b) > 0) {
        wgd_text_end(&w);
        return wgd_fail(diag, WGD_ERR_INST, "acc",
                        "no wgmma multiplies these operands into this accumulator",
                        wgd_acc_name(q->acc), want, NULL);
    }
    wgd_put_str(&w, "a type that multiplies with ");
    wgd_put_str(&w, wgd_dtype_get(a)->name);
    wgd_text_end(&w);
    return wgd_fail(diag, WGD_ERR_INST, "b-dtype", "no wgmma multiplies these two types",
                    wgd_dtype_get(b)->name, want, NULL);
}
