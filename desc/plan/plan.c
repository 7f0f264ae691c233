/* SPDX-License-Identifier: MIT
 *
 * A GEMM's main loop: instruction, shared-memory map, stages, barriers.
 */
#include "wgd_plan.h"

#include "plan_parts.h"
#include "wgd_text.h"

wgd_plan_query wgd_plan_query_default(void)
{
    static const wgd_plan_query q = {
        .operand = {{.dtype = WGD_F16, .major = WGD_MAJOR_K, .swizzle = WGD_SWZ_NONE},
                    {.dtype = WGD_F16, .major = WGD_MAJOR_K, .swizzle = WGD_SWZ_NONE}},
        .acc = WGD_ACC_F32,
        .smem_bytes = WGD_SMEM_BLOCK_MAX,
        .a = WGD_PLAN_A_SHARED,
        .arch = WGD_SM90,
        .kind = WGD_UMMA_F16,
        .scale = WGD_FRAG_TYPE_NONE,
    };
    return q;
}

static wgd_status check_majors(const wgd_plan_query *q, wgd_diag *diag)
{
    wgd_status s = wgd_major_check(q->operand[0].dtype, q->operand[0].major, q->arch, diag);
    if (s != WGD_OK) {
        return wgd_diag_field(diag, s, "a-major");
    }
    s = wgd_major_check(q->operand[1].dtype, q->operand[1].major, q->arch, diag);
    return wgd_diag_field(diag, s, "b-major");
}

int64_t wgd_plan_tile_start(const wgd_plan *p, int operand, int stage)
{
    return p->query.start + stage * p->stage_bytes + p->operand[operand].offset;
}

/* The operand's descriptors and copies at the address it got. */
static wgd_status place(wgd_plan *p, int o, wgd_diag *diag)
{
    wgd_tma_query q = p->operand[o].tma.query;
    q.tile.start = wgd_plan_tile_start(p, o, 0);
    q.global_mn = p->query.problem[o] ? p->query.problem[o] : o == 0 ? p->query.m : p->query.n;
    q.global_k = wgd_plan_stored_k(&p->query, o, p->query.problem[2]);
    q.ld = 0;
    const wgd_status s = wgd_tma_describe(&q, &p->operand[o].tma, diag);
    if (s == WGD_ERR_ALIGN) {
        /* The copy's own hint is the pitch of its lines, which a plan does not take. */
        const int64_t line = q.tile.major == WGD_MAJOR_K ? q.global_k : q.global_mn;
        const int64_t whole = 128 / wgd_dtype_bits(q.tile.dtype);
        wgd_diag_hint(diag, s, WGD_HINT_PAD_EXTENT, wgd_align_up(line, whole), NULL);
    }
    return wgd_diag_field(diag, s, "problem");
}

/* What the other family's instruction is asked for. */
static wgd_status check_family(const wgd_plan_query *q, wgd_diag *diag)
{
    static const char *const hint = "it is asked of tcgen05: of sm100 or sm103";
    if (q->cta_group > 1 || q->cta_group < 0) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "cta-group", "a wgmma instruction is of one CTA",
                            q->cta_group, "1", hint);
    }
    if (q->kind_given) {
        return wgd_fail(diag, WGD_ERR_VALUE, "kind", "wgmma has no kinds",
                        wgd_umma_kind_name(q->kind), "none", hint);
    }
    if (q->scale != WGD_FRAG_TYPE_NONE) {
        return wgd_fail(diag, WGD_ERR_VALUE, "scale", "wgmma has no scale factors",
                        wgd_frag_type_name((wgd_frag_type)q->scale), "none", hint);
    }
    if (q->vec != 0) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "vec", "wgmma has no scale factors", q->vec,
                            "none", hint);
    }
    return q->acc_stages == 0
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_VALUE, "acc-stages", "wgmma accumulates in registers",
                              q->acc_stages, "none", hint);
}

/* The instruction, from the types. */
static wgd_status find_instruction(wgd_plan *p, wgd_diag *diag)
{
    wgd_status s = wgd_arch_check(p->query.arch, diag);
    if (s == WGD_OK) {
        s = wgd_plan_a_check(&p->query, diag);
    }
    if (s != WGD_OK || wgd_arch_tcgen05(p->query.arch)) {
        return s == WGD_OK ? wgd_plan_umma_find(p, diag) : s;
    }
    s = check_family(&p->query, diag);
    if (s == WGD_OK) {
        s = wgd_plan_wgmma(p, diag);
    }
    p->acc = p->query.acc;
    p->cta_group = 1;
    p->m_inst = WGD_INST_M;
    return s;
}

/* The tile, cut into instructions. */
static wgd_status split(wgd_plan *p, wgd_diag *diag)
{
    p->k_blocks = (int)(p->query.k / p->k_inst);
    return wgd_arch_tcgen05(p->query.arch) ? wgd_plan_umma_split(p, diag)
                                           : wgd_plan_warpgroups(p, diag);
}

/* The operand's tile; an A that is computed has none. */
static wgd_status choose(wgd_plan *p, int o, wgd_diag *diag)
{
    static const wgd_plan_operand none;
    if (wgd_plan_tiled(p, o)) {
        return wgd_plan_operand_choose(p, o, diag);
    }
    p->operand[o] = none;
    p->operand[o].alignment = 1;
    return WGD_OK;
}

static wgd_status make_plan(const wgd_plan_query *q, wgd_plan *p, wgd_diag *diag)
{
    p->query = *q;
    wgd_status s = find_instruction(p, diag);
    if (s == WGD_OK) {
        s = check_majors(q, diag);
    }
    if (s == WGD_OK) {
        s = wgd_plan_tile_check(p, diag);
    }
    if (s == WGD_OK) {
        s = wgd_plan_memory_check(p, diag);
    }
    if (s == WGD_OK) {
        s = split(p, diag);
    }
    for (int o = 0; o < 2 && s == WGD_OK; o++) {
        s = choose(p, o, diag);
    }
    if (s == WGD_OK && wgd_arch_tcgen05(q->arch)) {
        s = wgd_plan_tmem(p, diag);
    }
    if (s == WGD_OK) {
        s = wgd_plan_memory(p, diag);
    }
    if (s == WGD_OK) {
        s = wgd_plan_start_check(p, diag);
    }
    for (int o = 0; o < 2 && s == WGD_OK; o++) {
        s = wgd_plan_tiled(p, o) ? place(p, o, diag) : WGD_OK;
    }
    if (s == WGD_OK && !wgd_arch_tcgen05(q->arch)) {
        wgd_plan_cost_stage(p);
    }
    return s;
}

/* The greatest smaller N with which the rest can stay as it was asked for; 0 where there is none. *tried
 * is for the plans that are tried. */
static int64_t smaller_n(const wgd_plan_query *q, int n, wgd_plan *tried)
{
    wgd_plan_query x = *q;
    for (x.n_inst = n - 8; x.n_inst > 0; x.n_inst -= 8) { /* every N is a multiple of 8 */
        if (make_plan(&x, tried, NULL) == WGD_OK) {
            return x.n_inst;
        }
    }
    return 0;
}

/* B as it would be stored is read by another N: of the two that do not go together that is the one
 * that moves no data. Another swizzle, where there is one, was proposed. The split was found, and *p has been
 * refused, so its room is free. */
static wgd_status hint_smaller_n(wgd_plan *p, wgd_status s, wgd_diag *diag)
{
    const wgd_plan_query asked = p->query;
    if (!diag || s != WGD_ERR_COVER) {
        return s;
    }
    const int64_t n = smaller_n(&asked, p->n_inst, p);
    if (n == 0) {
        return s;
    }
    return diag->hint_id == WGD_HINT_OPERAND_SWIZZLE
               ? wgd_diag_hint(diag, s, WGD_HINT_SMALLER_N_OR_OPERAND, n, diag->hint_name)
               : wgd_diag_hint(diag, s, WGD_HINT_SMALLER_N, n, NULL);
}

wgd_status wgd_plan_make(const wgd_plan_query *q, wgd_plan *p, wgd_diag *diag)
{
    const wgd_status s = make_plan(q, p, diag);
    return s == WGD_OK ? s : hint_smaller_n(p, s, diag);
}

uint64_t wgd_plan_desc(const wgd_plan *p, int operand, int stage, int mn, int k)
{
    const wgd_plan_operand *op = &p->operand[operand];
    wgd_desc d = op->tma.tile.desc;
    const int64_t start = wgd_plan_tile_start(p, operand, stage) + wgd_advance_bytes(&op->mn, mn) +
                          wgd_advance_bytes(&op->k, k);
    d.start = (uint16_t)(start / 16);
    return wgd_desc_pack(d, p->query.arch);
}
