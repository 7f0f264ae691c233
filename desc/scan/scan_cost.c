/* SPDX-License-Identifier: MIT
 *
 * What a main loop costs: the law of wgd_cost.h, added up over its wgmma.
 */
#include "wgd_cost.h"
#include "wgd_scan.h"

bool wgd_scan_loop_cost(const wgd_scan_kernel *k, int loop, wgd_scan_loop *out)
{
    *out = (wgd_scan_loop){.loop = loop};
    for (size_t i = 0; i < k->n_wgmma; i++) {
        const wgd_scan_wgmma *w = &k->wgmma[i];
        if (w->loop != loop || !w->reached) {
            continue;
        }
        const wgd_cost_query q = {.a = w->a_type,
                                  .b = w->b_type,
                                  .acc = w->d,
                                  .n = w->n,
                                  .a_in_registers = !w->op[0].shared,
                                  .sparse = w->sparse};
        wgd_cost c;
        if (!w->types_known || wgd_cost_of(&q, &c, NULL) != WGD_OK) {
            return false;
        }
        out->wgmma++;
        out->cycles += c.cycles;
        out->tensor_cycles += c.tensor_cycles;
        out->shared_cycles += c.shared_cycles;
        out->shared_bytes += c.shared_bytes;
        out->peak_cycles += w->n / 2;
    }
    out->bound = out->shared_cycles > out->tensor_cycles ? WGD_COST_SHARED : WGD_COST_TENSOR;
    return out->wgmma > 0;
}
