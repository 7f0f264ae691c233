/* SPDX-License-Identifier: MIT
 *
 * Where A of a plan lies, and what it has there.
 */
#include "plan_parts.h"

static const char *const a_names[] = {
#define WGD_X(sym, name) name,
    WGD_PLAN_AS(WGD_X)
#undef WGD_X
};

const char *wgd_plan_a_name(wgd_plan_a a)
{
    return a_names[a];
}

bool wgd_plan_tiled(const wgd_plan *p, int o)
{
    return o == 1 || p->query.a != WGD_PLAN_A_COMPUTED;
}

bool wgd_plan_described(const wgd_plan *p, int o)
{
    return o == 1 || p->query.a == WGD_PLAN_A_SHARED;
}

wgd_status wgd_plan_a_check(const wgd_plan_query *q, wgd_diag *diag)
{
    if ((unsigned)q->a >= WGD_PLAN_A_COUNT) {
        return wgd_fail(diag, WGD_ERR_VALUE, "a", "no such place for A", NULL,
                        "shared, registers or computed", NULL);
    }
    if (wgd_arch_tcgen05(q->arch) && q->a != WGD_PLAN_A_SHARED) {
        return wgd_fail(diag, WGD_ERR_VALUE, "a", "tcgen05 does not read A from registers",
                        wgd_plan_a_name(q->a), "shared", "it is asked of wgmma: of sm90");
    }
    if (q->a != WGD_PLAN_A_COMPUTED) {
        return WGD_OK;
    }
    if (q->operand[0].swizzle_given) {
        return wgd_fail(diag, WGD_ERR_VALUE, "a-swizzle", "A that is computed has no tile",
                        wgd_swizzle_name(q->operand[0].swizzle), "none", "leave it out");
    }
    return q->operand[0].major == WGD_MAJOR_K
               ? WGD_OK
               : wgd_fail(diag, WGD_ERR_VALUE, "a-major", "A that is computed has no tile",
                          wgd_major_name(q->operand[0].major), "none", "leave it out");
}
