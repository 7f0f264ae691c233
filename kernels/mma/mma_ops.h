/* SPDX-License-Identifier: MIT
 *
 * The mma.sync instructions that are verified: every row of the fragment table with every
 * accumulator, and the mixed types. The generator of the kernel's calls and the host count them the
 * same way, by this list.
 */
#ifndef WGV_MMA_OPS_H
#define WGV_MMA_OPS_H

#include "wgd_frag.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WGV_MMA_OPS_MAX = 128 };

/* Fills out[] and returns how many there are, or 0 when they do not fit. */
int wgv_mma_ops(wgd_frag_op out[WGV_MMA_OPS_MAX]);

/* "m16n8k16.row.col.f32.f16.f16.f32", what follows "mma.sync.aligned." up to the types. */
void wgv_put_mma(wgd_text *t, const wgd_frag_op *op);

#ifdef __cplusplus
}
#endif
#endif
