/* SPDX-License-Identifier: MIT
 *
 * The instruction of a plan, by its name.
 */
#include "plan_print.h"

void plan_put_instruction(buf *out, const wgd_plan *p)
{
    if (wgd_arch_tcgen05(p->query.arch)) {
        char name[96];
        wgd_text t = wgd_text_into(name, sizeof name);
        wgd_put_umma_op(&t, &p->umma.op);
        wgd_text_end(&t);
        buf_str(out, name);
        return;
    }
    buf_str(out, p->query.sparse ? "wgmma.mma_async.sp.sync.aligned.m64n"
                                 : "wgmma.mma_async.sync.aligned.m64n");
    buf_i64(out, p->n_inst);
    buf_char(out, 'k');
    buf_i64(out, p->k_inst);
    buf_char(out, '.');
    buf_str(out, p->inst->ptx);
}

bool plan_scaled(const wgd_plan *p)
{
    return wgd_arch_tcgen05(p->query.arch) && wgd_umma_kind_scaled(p->umma.op.kind);
}
