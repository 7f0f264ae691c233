/* SPDX-License-Identifier: MIT
 *
 * The law of what a wgmma costs.
 */
#include "wgd_cost.h"

enum {
    K_BYTES = 32,     /* of K that a dense instruction multiplies */
    LEAST_DENSE = 13, /* cycles with A in registers, measured */
    LEAST_SPARSE_SHORT = 16 /* the same, sparse: two registers of accumulators or fewer a row */,
    LEAST_SPARSE = 18
};

static int least_cycles(const wgd_cost_query *q)
{
    if (!q->a_in_registers) {
        return 0;
    }
    if (!q->sparse) {
        return LEAST_DENSE;
    }
    return q->acc == WGD_ACC_F16 || q->n == 8 ? LEAST_SPARSE_SHORT : LEAST_SPARSE;
}

static wgd_status check(const wgd_cost_query *q, wgd_diag *diag)
{
    const wgd_inst *in = wgd_inst_find(q->a, q->b, q->acc);
    if (!in) {
        return wgd_fail(diag, WGD_ERR_INST, "dtype", "no wgmma multiplies these types", NULL,
                        "a row of the instruction table", NULL);
    }
    if (q->sparse && !in->sparse) {
        return wgd_fail(diag, WGD_ERR_INST, "sparse", "this type has no sparse form",
                        wgd_dtype_get(q->a)->name, "a type with one", NULL);
    }
    return wgd_n_check(q->a, q->n, diag);
}

wgd_status wgd_cost_of(const wgd_cost_query *q, wgd_cost *out, wgd_diag *diag)
{
    const wgd_status st = check(q, diag);
    if (st != WGD_OK) {
        return st;
    }
    const int least = least_cycles(q);
    /* A of the sparse form is stored compressed: 32 bytes of K as ever; B has 64. */
    out->shared_bytes =
        (q->a_in_registers ? 0 : WGD_INST_M * K_BYTES) + q->n * K_BYTES * (q->sparse ? 2 : 1);
    out->shared_cycles = out->shared_bytes / WGD_COST_BYTES_PER_CYCLE;
    out->tensor_cycles = q->n / 2 > least ? q->n / 2 : least;
    out->bound = out->shared_cycles > out->tensor_cycles ? WGD_COST_SHARED : WGD_COST_TENSOR;
    out->cycles = out->bound == WGD_COST_SHARED ? out->shared_cycles : out->tensor_cycles;
    return WGD_OK;
}

const char *wgd_cost_bound_name(wgd_cost_bound b)
{
    return b == WGD_COST_SHARED ? "shared" : "tensor";
}
