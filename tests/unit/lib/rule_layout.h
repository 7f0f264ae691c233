/* SPDX-License-Identifier: MIT
 *
 * Random reads and descriptors, and the layout that a descriptor reads: the fetch rule's formulas
 * written as shapes and strides.
 */
#ifndef WGD_TEST_RULE_LAYOUT_H
#define WGD_TEST_RULE_LAYOUT_H

#include "rng.h"
#include "wgd_solve.h"

wgd_read random_read(rng *r);
wgd_desc random_desc(rng *r);

/* False when the last row of the pattern is cut (N 96 with 64-element rows): such a block is no
 * product of two modes. */
bool whole_rows(wgd_desc d, wgd_read rd);

/* The question whose answer is d with base_offset 0: the swizzle on absolute addresses. */
wgd_solve_query query_of(wgd_desc d, wgd_read rd);

/* The same block with the pattern in the phase of d's base_offset: the swizzle acts on offsets from
 * a base that is base_offset rows past the pattern's alignment. False where that base would be
 * below address 0. */
bool relative_query(wgd_desc d, wgd_solve_query *q);

#endif
