/* SPDX-License-Identifier: MIT
 *
 * For tests: plans that are asked for, and what a refusal of one says. Include after cmocka.h.
 */
#ifndef PLAN_REFUSED_H
#define PLAN_REFUSED_H

#include "refused.h"
#include "wgd_plan.h"

static inline wgd_plan_query plan_query(wgd_arch arch, wgd_dtype t, int64_t m, int64_t n, int64_t k)
{
    wgd_plan_query q = wgd_plan_query_default();
    q.arch = arch;
    q.operand[0].dtype = q.operand[1].dtype = t;
    q.m = m;
    q.n = n;
    q.k = k;
    return q;
}

/* To the letter, in a plan that nobody has filled; and the same for one who wants no diagnosis. */
static inline wgd_diag plan_refused(const wgd_plan_query *q, wgd_status s, const char *field,
                                    const char *what, const char *got, const char *want)
{
    wgd_plan p;
    wgd_diag d = unfilled();
    memset(&p, 0x5a, sizeof p);
    assert_int_equal(wgd_plan_make(q, &p, &d), s);
    said(&d, s, field, what, got, want);
    assert_int_equal(wgd_plan_make(q, &p, NULL), s);
    return d;
}

#endif
