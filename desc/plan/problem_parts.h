/* SPDX-License-Identifier: MIT
 *
 * Internal: the parts of the rule that chooses a tile for a product.
 */
#ifndef WGD_PROBLEM_INTERNAL_H
#define WGD_PROBLEM_INTERNAL_H

#include "wgd_problem.h"

enum { WGD_PROBLEM_K_BYTES = 128 }; /* of K in a stage, a line of the widest swizzle */

/* a / b, rounded up; both positive. */
int64_t wgd_problem_ceil(int64_t a, int64_t b);
/* A stage of `k_bytes` of K, in thousandths of a step of WGD_PROBLEM_STEP_CYCLES: the weight of the
 * tile, and at least the cycles of the law. */
int64_t wgd_problem_step(const wgd_problem_tile *t, int64_t rounds, int64_t k_bytes,
                         int64_t law_cycles);
/* What a tile takes besides, in the same unit. */
int64_t wgd_problem_fixed(const wgd_problem_tile *t);
/* rounds * (steps * step + fixed); INT64_MAX where that does not fit. */
int64_t wgd_problem_add_up(int64_t rounds, int64_t steps, int64_t step, int64_t fixed);

#endif
