/* SPDX-License-Identifier: MIT
 *
 * A plan that must be there. Behind cmocka.h.
 */
#ifndef PLAN_MADE_H
#define PLAN_MADE_H

#include "wgd_plan.h"

static inline wgd_plan made(const wgd_plan_query *q)
{
    wgd_plan p;
    wgd_diag diag;
    if (wgd_plan_make(q, &p, &diag) != WGD_OK) {
        fail_msg("%s: %s, got %s, want %s", diag.field, diag.what, diag.got, diag.want);
    }
    return p;
}

#endif
