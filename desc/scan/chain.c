/* SPDX-License-Identifier: MIT
 *
 * Chains: wgmma one after the other, in one block of the flow, into the same accumulators; and how
 * far each operand goes on from one to the next.
 */
#include "scan_report.h"

static bool same_accumulators(const scan_func *f, const scan_gmma *a, const scan_gmma *b)
{
    return a->n_acc == b->n_acc && a->n == b->n && a->k == b->k && a->n_acc > 0 &&
           f->ref[a->acc] == f->ref[b->acc];
}

static void step(scan_report *r, int from, int to, int o)
{
    wgd_scan_operand *op = &r->wgmma[to].op[o];
    int64_t apart = 0;
    if (op->shared && r->wgmma[from].op[o].shared &&
        scan_place_apart(&r->place[from][o], &r->place[to][o], &apart) && apart % 16 == 0) {
        /* (Addresses that differ by less may or may not have the same start.) */
        op->step_known = true;
        op->step = apart;
    }
}

void scan_chains(scan_report *r)
{
    int chains = 0;
    for (size_t i = 0; i < r->f->n_gmma; i++) {
        /* The nearest one before it into the same accumulators. */
        const uint32_t block = r->flow->block_of[r->f->gmma[i].insn];
        r->wgmma[i].chain = -1;
        for (size_t k = i; k-- > 0 && r->wgmma[i].chain < 0;) {
            if (r->flow->block_of[r->f->gmma[k].insn] != block) {
                break;
            }
            if (same_accumulators(r->f, &r->f->gmma[k], &r->f->gmma[i])) {
                r->wgmma[i].chain = r->wgmma[k].chain;
                step(r, (int)k, (int)i, 0);
                step(r, (int)k, (int)i, 1);
            }
        }
        if (r->wgmma[i].chain < 0) {
            r->wgmma[i].chain = chains++;
        }
    }
}
