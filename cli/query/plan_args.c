/* SPDX-License-Identifier: MIT
 *
 * The question of 'plan' and 'emit'.
 */
#include "plan_args.h"

#include "error/cli_status.h"
#include "tile_args.h"

/* For the library 0 means "not given", so a 0 that was given is refused here. */
static wgd_status count_from(const request *rq, option_id id, const char *want, int64_t *out,
                             wgd_diag *diag)
{
    const option_value *v = &rq->v[id];
    *out = v->has ? v->u.num : 0;
    if (v->has && v->u.num == 0) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, option_table[id].name, "none is not enough", 0,
                            want, "leave it out, and the plan chooses");
    }
    return WGD_OK;
}

static void operand_from(const option_value *major, const option_value *swizzle, wgd_dtype dtype,
                         wgd_plan_operand_query *out)
{
    out->dtype = dtype;
    out->major = (wgd_major)major->u.choice;
    out->swizzle_given = swizzle->has;
    out->swizzle = swizzle->has ? (wgd_swizzle_mode)swizzle->u.choice : WGD_SWZ_NONE;
}

/* The product's size is checked by the library. */
static wgd_status problem_from(const request *rq, wgd_problem_query *q, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_problem];
    for (int i = 0; v->has && i < 3; i++) {
        q->plan.problem[i] = v->u.dim[i];
    }
    if (!v->has && rq->v[OPTION_sms].has) {
        return cli_fail(diag, CLI_ERR_USAGE, "sms", "SMs share the tiles of a product",
                        "no --problem", "--problem with it", "");
    }
    if (!v->has && rq->v[OPTION_gpu].given) {
        return cli_fail(diag, CLI_ERR_USAGE, "gpu", "a GPU computes the tiles of a product",
                        "no --problem", "--problem with it", "");
    }
    if (wgd_arch_tcgen05(q->plan.arch) && rq->v[OPTION_gpu].given) {
        return cli_fail(diag, CLI_ERR_USAGE, "gpu", "no GPU with tcgen05 was timed",
                        wgd_gpu_name((wgd_gpu)rq->v[OPTION_gpu].u.choice), "no --gpu", "");
    }
    q->gpu = (wgd_gpu)rq->v[OPTION_gpu].u.choice;
    return count_from(rq, OPTION_sms, "1 to 1024", &q->sms, diag);
}

/* What only tcgen05 is asked for. */
static wgd_status tcgen05_from(const request *rq, wgd_plan_query *q, wgd_diag *diag)
{
    const option_value *v = rq->v;
    q->arch = request_arch(rq);
    q->kind_given = v[OPTION_kind].has;
    q->kind = q->kind_given ? (wgd_umma_kind)v[OPTION_kind].u.choice : WGD_UMMA_F16;
    q->scale = v[OPTION_scale].has ? v[OPTION_scale].u.choice : (int)WGD_FRAG_TYPE_NONE;
    wgd_status s = count_from(rq, OPTION_cta_group, "1 or 2", &q->cta_group, diag);
    if (s == WGD_OK) {
        s = count_from(rq, OPTION_vec, "16 or 32", &q->vec, diag);
    }
    return s == WGD_OK ? count_from(rq, OPTION_acc_stages, "1 or 2", &q->acc_stages, diag) : s;
}

/* The options that say how the main loop is, all but the tile. */
static wgd_status loop_from(const request *rq, wgd_plan_query *q, wgd_diag *diag)
{
    const option_value *v = rq->v;
    const wgd_dtype a = (wgd_dtype)v[OPTION_dtype].u.choice;
    const wgd_dtype b = v[OPTION_b_dtype].has ? (wgd_dtype)v[OPTION_b_dtype].u.choice : a;
    operand_from(&v[OPTION_a_major], &v[OPTION_a_swizzle], a, &q->operand[0]);
    operand_from(&v[OPTION_b_major], &v[OPTION_b_swizzle], b, &q->operand[1]);
    q->acc_given = v[OPTION_plan_acc].has;
    q->acc = q->acc_given ? (wgd_acc)v[OPTION_plan_acc].u.choice : WGD_ACC_F32;
    const option_value *n = &v[OPTION_plan_n];
    q->n_inst = n->has ? n->u.num : 0;
    wgd_status s = n->has && n->u.num == 0 ? wgd_n_check(b, 0, diag) : WGD_OK;
    if (s == WGD_OK) {
        s = count_from(rq, OPTION_warpgroups, "1 to 7", &q->warpgroups, diag);
    }
    if (s == WGD_OK) {
        s = count_from(rq, OPTION_stages, "1 or more", &q->stages, diag);
    }
    q->smem_bytes = v[OPTION_smem].u.num;
    q->reserve_bytes = v[OPTION_reserve].u.num;
    q->start = v[OPTION_start].u.num;
    q->sparse = v[OPTION_sparse].given && v[OPTION_sparse].u.flag;
    q->a = (wgd_plan_a)v[OPTION_plan_a].u.choice;
    return s == WGD_OK ? tcgen05_from(rq, q, diag) : s;
}

/* For the library three zeros mean "none given"; a tile that was given is one of wgd_plan_make. */
static bool tile_given(const option_value *v, wgd_plan_query *q)
{
    if (v->has) {
        q->m = v->u.dim[0];
        q->n = v->u.dim[1];
        q->k = v->u.dim[2];
    }
    return v->has;
}

wgd_status plan_from_args(const request *rq, wgd_plan *p, plan_problem *r, wgd_diag *diag)
{
    wgd_problem_query q = wgd_problem_query_default();
    const bool tile = tile_given(&rq->v[OPTION_tile], &q.plan);
    r->asked = rq->v[OPTION_problem].has;
    if (!tile && !r->asked) {
        return request_missing(rq->cmd, OPTION_tile,
                               "or give --problem MxNxK, and its tile is chosen", diag);
    }
    wgd_status s = loop_from(rq, &q.plan, diag);
    if (s == WGD_OK) {
        s = problem_from(rq, &q, diag);
    }
    const bool nothing = tile && q.plan.m == 0 && q.plan.n == 0 && q.plan.k == 0;
    if (s != WGD_OK || (r->asked && !nothing)) {
        return s == WGD_OK ? wgd_plan_problem(&q, &r->answer, p, diag) : s;
    }
    return wgd_plan_make(&q.plan, p, diag);
}

bool plan_slice_asked(const request *rq)
{
    return rq->v[OPTION_slice].given || rq->v[OPTION_block].given;
}

wgd_status plan_slice_from_args(const request *rq, const wgd_plan *p, wgd_solve_query *q,
                                wgd_diag *diag)
{
    const int o = rq->v[OPTION_operand].u.choice == WGD_OPERAND_B;
    const wgd_tile_query *t = &p->operand[o].tma.tile.query;
    int64_t at[2];
    if (!wgd_plan_described(p, o)) {
        return wgd_fail(diag, WGD_ERR_VALUE, "a", "A in registers is not read through descriptors",
                        wgd_plan_a_name(p->query.a), "shared", "ask for a slice of --operand b");
    }
    *q = (wgd_solve_query){.layout = p->operand[o].tma.tile.smem,
                           .start = t->start,
                           .dtype = t->dtype,
                           .operand = t->operand,
                           .sparse = t->sparse,
                           .n = o == 0 ? 0 : p->n_inst / p->cta_group,
                           .major = t->major == WGD_MAJOR_MN ? WGD_WANT_MN : WGD_WANT_K,
                           .arch = t->arch};
    wgd_status st = block_from_args(rq, q->block, diag);
    if (st == WGD_OK) {
        st = slice_from_args(rq, t->mn, t->k, &q->slice, diag);
    }
    const int64_t rows = q->slice.mn[1] - q->slice.mn[0];
    if (st == WGD_OK && q->n != 0 && rows % q->n != 0) {
        q->n = 0; /* less than the plan's N: then the slice's rows are the N */
    }
    if (st == WGD_OK && o == 0 && wgd_arch_tcgen05(t->arch) && q->block[0] == 0 &&
        rows % (p->m_inst / p->cta_group) == 0) {
        q->block[0] = p->m_inst / p->cta_group;
    }
    if (st == WGD_OK && block_index_given(rq)) {
        wgd_slice block = q->slice;
        block_index(rq, at);
        st = wgd_solve_block_slice(q, at[0], at[1], &block, diag);
        q->slice = block;
    }
    return st;
}
