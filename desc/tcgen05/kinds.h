/* SPDX-License-Identifier: MIT
 *
 * Internal: a row of the table of kinds, the codes of types, and the rule of M and N.
 */
#ifndef WGD_TCGEN05_KINDS_H
#define WGD_TCGEN05_KINDS_H

#include "wgd_umma.h"

typedef struct umma_kind_row {
    const char *name;
    int k;
    bool scaled;
    unsigned inputs, accs, scales; /* bits 1 << wgd_frag_type */
} umma_kind_row;

/* -1 for a type that the kind (or D) does not have. */
int umma_input_code(wgd_umma_kind kind, int type);
int umma_acc_code(int type);
int umma_scale_code(int type);

/* Checks M and N of an op whose types, k and majors are known. */
wgd_status umma_shape_check(const wgd_umma_op *op, wgd_diag *diag);
/* Does PTX's table of shapes list it? For an op that has passed umma_shape_check. */
bool umma_ptx_lists(const wgd_umma_op *op);

#endif
