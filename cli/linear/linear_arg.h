/* SPDX-License-Identifier: MIT
 *
 * What an operation on linear maps is given: bases, a layout of CuTe, or one of Triton.
 */
#ifndef CLI_LINEAR_ARG_H
#define CLI_LINEAR_ARG_H

#include "answer/answer.h"
#include "request/request.h"
#include "query/any_layout.h"

typedef struct linear_arg {
    bool bases;      /* given as [1,2,4]: there is no layout */
    bool linear;     /* is there a map? else `why` says why not */
    any_layout from; /* where it came from a text with a layout; layout is set unless `raw` */
    bool raw;        /* Triton's, and CuTe cannot write it */
    wgd_linear map;  /* index -> offset */
    wgd_diag why;
} linear_arg;

/* Calls read(text, len) for the i-th argument of the request, as typed or from JSON. A failure sets
 * the text at fault. */
typedef wgd_status linear_reader(const char *text, size_t len, void *to, wgd_diag *diag);
wgd_status linear_arg_text(const request *rq, int i, answer *a, linear_reader *read, void *to,
                           wgd_diag *diag);

/* A map, or a layout that is none (out->linear). shape is for an attribute without one; NULL or
 * rank 0: none. */
wgd_status linear_arg_read(const request *rq, int i, const any_shape *shape, answer *a,
                           linear_arg *out, wgd_diag *diag);
/* The same; what is not linear is refused. */
wgd_status linear_arg_map(const request *rq, int i, const any_shape *shape, answer *a,
                          linear_arg *out, wgd_diag *diag);
/* The i-th argument as a shape; rank 0 where the request has fewer arguments. */
wgd_status linear_arg_shape(const request *rq, int i, answer *a, any_shape *out, wgd_diag *diag);
/* How many arguments there are. */
int linear_arg_count(const request *rq);

/* The value at index i, i below linear_arg_size; refused where a swizzle has none. */
wgd_status linear_arg_at(const linear_arg *l, uint64_t i, int64_t *out, wgd_diag *diag);
/* How many indices there are. */
int64_t linear_arg_size(const linear_arg *l);

#endif
