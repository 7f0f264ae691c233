/* SPDX-License-Identifier: MIT
 *
 * The operations of 'layout' on linear maps: their matrices, Triton's attributes, and equality of
 * functions however they are written.
 */
#ifndef CLI_LINEAR_OPS_H
#define CLI_LINEAR_OPS_H

#include "answer/answer.h"
#include "request/request.h"
#include "wgd_layout_op.h"

/* The table, as that of wgd_layout_op.h; the kinds of the arguments are not used. */
int linear_op_count(void);
const wgd_layout_op *linear_op_at(int i);
/* NULL when there is none of this name. */
const wgd_layout_op *linear_op_find(const char *name, size_t len);
/* Is its answer a map, of which there is a picture? */
bool linear_op_draws(const wgd_layout_op *op);
/* Answers the request; it has as many arguments as the operation takes. */
wgd_status linear_op_answer(const wgd_layout_op *op, const request *rq, answer *a, wgd_diag *diag);

#endif
