/* SPDX-License-Identifier: MIT
 *
 * The options that say where a tile lies: --layout, or --shape with --strides or --pitch.
 */
#ifndef CLI_PLACE_ARGS_H
#define CLI_PLACE_ARGS_H

#include "answer/answer.h"
#include "request/request.h"

/* --layout, or --shape with --strides or --pitch; --swizzle, --start, --dtype, --operand, --n,
 * --sparse and --major as the solver is asked. */
wgd_status place_query_from_args(const request *rq, answer *a, wgd_solve_query *q, wgd_diag *diag);

#endif
