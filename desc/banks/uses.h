/* SPDX-License-Identifier: MIT
 *
 * Internal: a use over a tile, step by step.
 */
#ifndef WGD_DESC_USES_H
#define WGD_DESC_USES_H

#include "arrangement.h"

/* What one step covers: block_o x block_c vectors, of outer x n_vec; or the fragment. */
typedef struct use_plan {
    int lanes, vec; /* elements of a lane's vector */
    int outer, n_vec;
    int block_o, block_c; /* of the orders of mma */
    int steps;
    bool checked; /* only its elements, one by one, say whether a vector is whole */
    wgd_frag frag;
} use_plan;

wgd_status wgd_use_plan(const wgd_arrangement *a, const wgd_bank_use *use, use_plan *p,
                        wgd_diag *diag);
/* The same for many steps: more to find out, and less to do in each. */
wgd_status wgd_use_plan_all(const wgd_arrangement *a, const wgd_bank_use *use, use_plan *p,
                            wgd_diag *diag);
/* Steps after which the accesses repeat, moved by a number of bytes that is the same for all lanes; the last step
 * may be short of lanes. As many as there are, or more, where nothing repeats. Of a plan for many steps. */
int64_t wgd_use_period(const wgd_arrangement *a, const wgd_bank_use *use, const use_plan *p);
wgd_status wgd_use_lanes(const wgd_arrangement *a, const wgd_bank_use *use, const use_plan *p,
                         int step, wgd_bank_lanes *out, wgd_diag *diag);

#endif
