/* SPDX-License-Identifier: MIT */
#include "plan_args.h"

/* A count for the library, where 0 means "not given" and so what was given as 0 must not be 0. */
static int64_t count(const option_value *v)
{
    return !v->has ? 0 : v->u.num == 0 ? -1 : v->u.num;
}

static void operand_from(const option_value *major, const option_value *swizzle, wgd_dtype dtype,
                         wgd_plan_operand_query *out)
{
    out->dtype = dtype;
    out->major = (wgd_major)major->u.choice;
    out->swizzle_given = swizzle->has;
    out->swizzle = swizzle->has ? (wgd_swizzle_mode)swizzle->u.choice : WGD_SWZ_NONE;
}

static wgd_status problem_from(const option_value *v, wgd_plan_query *q, wgd_diag *diag)
{
    for (int i = 0; v->has && i < 3; i++) {
        if (v->u.dim[i] < 1) {
            return wgd_fail_num(diag, WGD_ERR_LIMIT, "problem",
                                "a product has at least one element", v->u.dim[i], "M x N x K", "");
        }
        q->problem[i] = v->u.dim[i];
    }
    return WGD_OK;
}

wgd_status plan_from_args(const request *rq, wgd_plan *p, wgd_diag *diag)
{
    const option_value *v = rq->v;
    wgd_plan_query q = wgd_plan_query_default();
    const wgd_dtype a = (wgd_dtype)v[OPTION_dtype].u.choice;
    const wgd_dtype b = v[OPTION_b_dtype].has ? (wgd_dtype)v[OPTION_b_dtype].u.choice : a;
    q.m = v[OPTION_tile].u.dim[0];
    q.n = v[OPTION_tile].u.dim[1];
    q.k = v[OPTION_tile].u.dim[2];
    operand_from(&v[OPTION_a_major], &v[OPTION_a_swizzle], a, &q.operand[0]);
    operand_from(&v[OPTION_b_major], &v[OPTION_b_swizzle], b, &q.operand[1]);
    q.acc_given = v[OPTION_plan_acc].has;
    q.acc = q.acc_given ? (wgd_acc)v[OPTION_plan_acc].u.choice : WGD_ACC_F32;
    q.n_inst = count(&v[OPTION_plan_n]);
    q.warpgroups = count(&v[OPTION_warpgroups]);
    q.stages = count(&v[OPTION_stages]);
    q.smem_bytes = v[OPTION_smem].u.num;
    q.reserve_bytes = v[OPTION_reserve].u.num;
    q.start = v[OPTION_start].u.num;
    const wgd_status s = problem_from(&v[OPTION_problem], &q, diag);
    return s == WGD_OK ? wgd_plan_make(&q, p, diag) : s;
}
