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

/* The nearest one before wgmma i, in its block, into the same accumulators. */
static bool nearest(const scan_report *r, size_t i, size_t *at)
{
    const scan_gmma *g = r->f->gmma;
    for (size_t k = i; k-- > 0 && r->flow->block_of[g[k].insn] == r->flow->block_of[g[i].insn];) {
        if (same_accumulators(r->f, &g[k], &g[i])) {
            *at = k;
            return true;
        }
    }
    return false;
}

static void step(scan_report *r, size_t from, size_t to, int o)
{
    wgd_scan_operand *op = &r->wgmma[to].op[o];
    int64_t apart;
    if (op->shared && r->wgmma[from].op[o].shared &&
        scan_place_apart(&r->place[from][o], &r->place[to][o], &apart) && apart % 16 == 0) {
        /* (Addresses that differ by less may or may not have the same start.) */
        op->step_known = true;
        op->step = apart;
    }
}

void scan_chain(scan_report *r, size_t i, int *chains)
{
    size_t before;
    if (!nearest(r, i, &before)) {
        r->wgmma[i].chain = (*chains)++;
        return;
    }
    r->wgmma[i].chain = r->wgmma[before].chain;
    step(r, before, i, 0);
    step(r, before, i, 1);
}
