/* SPDX-License-Identifier: MIT
 *
 * The product that tests ask a tile for: bf16, M x N x K.
 */
#ifndef PROBLEM_QUERY_H
#define PROBLEM_QUERY_H

#include "wgd_problem.h"

static inline wgd_problem_query query_of(int64_t m, int64_t n, int64_t k)
{
    wgd_problem_query q = wgd_problem_query_default();
    q.plan.operand[0].dtype = q.plan.operand[1].dtype = WGD_BF16;
    q.plan.problem[0] = m;
    q.plan.problem[1] = n;
    q.plan.problem[2] = k;
    return q;
}

#endif
