/* SPDX-License-Identifier: MIT
 *
 * The options that describe a GEMM main loop, shared by plan and emit.
 */
#ifndef CLI_PLAN_ARGS_H
#define CLI_PLAN_ARGS_H

#include "request/request.h"

/* What --problem asks besides: what the tile takes, or the ones it is chosen from. */
typedef struct plan_problem {
    bool asked;
    wgd_problem answer; /* where it was */
} plan_problem;

/* --tile --dtype --b-dtype --acc --a-major --b-major --a-swizzle --b-swizzle --n --warpgroups
 * --stages --smem --reserve --start --problem --sms --gpu: the plan they ask for. */
wgd_status plan_from_args(const request *rq, wgd_plan *p, plan_problem *r, wgd_diag *diag);

/* --operand --slice --block: the part of that operand's tile in stage 0, as the solver is asked. False
 * where neither --slice nor --block is given. */
bool plan_slice_asked(const request *rq);
wgd_status plan_slice_from_args(const request *rq, const wgd_plan *p, wgd_solve_query *q,
                                wgd_diag *diag);

#endif
