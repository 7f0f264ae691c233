/* SPDX-License-Identifier: MIT
 *
 * The fragment that a request names.
 */
#ifndef CLI_FRAG_ARGS_H
#define CLI_FRAG_ARGS_H

#include "any_layout.h"

/* The name of a fragment's type that an option gives; NULL without one. */
const char *frag_type_name(const option_value *v);
/* OP with --dtype, --acc, --operand; with --tile its accumulators of a whole tile. Without OP the
 * request is refused, and `missing` says what is. */
wgd_status frag_from_op(const request *rq, answer *a, const char *missing, wgd_frag *f,
                        wgd_diag *diag);
/* A layout of threads and values, or a distributed one of Triton's; --shape and --dtype beside it. */
wgd_status frag_from_layout(const request *rq, const any_layout *l, wgd_frag *f, wgd_diag *diag);
/* wgd_frag_chain_make of --as-a. */
wgd_status frag_chain(const request *rq, const wgd_frag *f, wgd_frag_chain *out, wgd_diag *diag);
/* A refusal of `field`, by the library's name of it, names the option that says what the fragment is. */
void frag_blame(const request *rq, const char *field, wgd_diag *diag);

#endif
