/* SPDX-License-Identifier: MIT
 *
 * What a wgmma costs: cycles of an SM from one to the next, when they follow each other. Measured
 * on an H100 and an H200 for every type, N, source of A, major, swizzle, LBO, SBO, start and
 * base_offset, dense and sparse, zeros and random data (docs/hardware.md, docs/evidence/cost-*.json).
 * The layout never changes the rate; only sizes do:
 *
 *   tensor cores     N/2 cycles, but no less than `least`
 *   shared memory    the bytes of A and B at 128 a cycle
 *   least            0 with A in shared memory; with A in registers 13, sparse 16 with f16
 *                    accumulators or N = 8, else 18
 *
 * and the greater of the two is what it costs, in one warpgroup as in several.
 */
#ifndef WGD_COST_H
#define WGD_COST_H

#include "wgd_inst.h"

WGD_API_BEGIN

enum { WGD_COST_BYTES_PER_CYCLE = 128 }; /* that shared memory gives to wgmma */

/* What is asked about. */
typedef struct wgd_cost_query {
    wgd_dtype a, b;
    wgd_acc acc;
    int n;               /* of the instruction, 8 to 256 */
    bool a_in_registers; /* else in shared memory */
    bool sparse;         /* wgmma.mma_async.sp */
} wgd_cost_query;

typedef enum wgd_cost_bound { WGD_COST_TENSOR, WGD_COST_SHARED } wgd_cost_bound;

typedef struct wgd_cost {
    int cycles;           /* the greater of the next two */
    int tensor_cycles;    /* of the tensor cores */
    int shared_cycles;    /* of shared memory */
    int shared_bytes;     /* read from shared memory: A, if it is there, and B */
    wgd_cost_bound bound; /* what binds; the tensor cores where both take as long */
} wgd_cost;

/* ERR_INST for types that no wgmma multiplies or a form that they have not, ERR_N. */
wgd_status wgd_cost_of(const wgd_cost_query *q, wgd_cost *out, wgd_diag *diag);

const char *wgd_cost_bound_name(wgd_cost_bound b); /* "tensor", "shared" */

WGD_API_END

#endif
