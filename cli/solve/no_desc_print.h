/* SPDX-License-Identifier: MIT
 *
 * solve: no descriptor reads the layout: why, and what would work.
 */
#ifndef CLI_NO_DESC_PRINT_H
#define CLI_NO_DESC_PRINT_H

#include "solve_aside.h"

/* `n` changes `c`, cheapest first. */
void no_desc_put(buf *out, const wgd_refusal *r, const wgd_change *c, int n);
void no_desc_json(answer *a, const wgd_solve *s, const wgd_change *c, int n, const solve_aside *x);

#endif
