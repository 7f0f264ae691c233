/* SPDX-License-Identifier: MIT
 *
 * One question for many words: the words come from a buffer, the numbers go into one, and the answer
 * only tells their shape.
 */
#ifndef CLI_MANY_H
#define CLI_MANY_H

#include <stddef.h>
#include <stdint.h>

#include "wgd_status.h"

struct answer;

typedef struct many {
    const uint64_t *in; /* n values of the command's option many_of */
    size_t n;
    void *out;   /* NULL where only the shape is asked for */
    size_t room; /* bytes behind out */
} many;

enum { MANY_DIMS_MAX = 2 };

/* What is written for each value: numbers of `item` bytes, dim[0] x dim[1] ... of them. */
typedef struct many_shape {
    int item;
    int n_dims;
    int dim[MANY_DIMS_MAX];
    const char *result; /* what the numbers are of, as JSON has it in a string; or NULL */
    size_t result_len;
} many_shape;

/* Writes the answer. Refuses with the field "out" where the numbers do not fit. */
wgd_status many_answer(struct answer *a, const char *cmd, const many *m, const many_shape *s,
                       wgd_diag *diag);

#endif
