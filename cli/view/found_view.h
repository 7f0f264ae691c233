/* SPDX-License-Identifier: MIT
 *
 * What the solver found, of a whole tile or of a slice of it, as a desc_view.
 */
#ifndef CLI_FOUND_VIEW_H
#define CLI_FOUND_VIEW_H

#include "desc_view.h"
#include "slice/slice_print.h"

/* The solver's answer and one of its solutions; what it says besides is filled in. */
typedef struct found {
    const wgd_solve *s;
    const wgd_solution *sol;
    wgd_solve_layouts layouts;
    slice_view slice;
} found;

/* A view of *f, which must outlive it; of 'solve', and for a slice with what there is to say of it. */
desc_view found_view_of(const wgd_solve_query *q, found *f);

#endif
