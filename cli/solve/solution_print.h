/* SPDX-License-Identifier: MIT
 *
 * solve: one solution, with what may vary in it and the others that work.
 */
#ifndef CLI_SOLUTION_PRINT_H
#define CLI_SOLUTION_PRINT_H

#include "answer/answer.h"
#include "view/desc_print.h"

void solution_json(buf *out, const char *key, const wgd_solution *sol);
/* Fields nothing reads, and the bits of base_offset above those that the swizzle uses. */
void solution_put_free(buf *out, const wgd_solution *sol);
/* The solutions behind the first. */
void solution_put_others(buf *out, const wgd_solve *s);

#endif
