/* SPDX-License-Identifier: MIT
 *
 * Internal: the parts of a plan.
 */
#ifndef WGD_PLAN_INTERNAL_H
#define WGD_PLAN_INTERNAL_H

#include "wgd_plan.h"

/* Finds the wgmma instruction of the types, and its K. */
wgd_status wgd_plan_wgmma(wgd_plan *p, wgd_diag *diag);
/* tcgen05: finds the kind of the types, and its K; checks what does not depend on the tile. */
wgd_status wgd_plan_umma_find(wgd_plan *p, wgd_diag *diag);
/* tcgen05: M and N of the instruction and how many make up the tile. */
wgd_status wgd_plan_umma_split(wgd_plan *p, wgd_diag *diag);
/* tcgen05: accumulators and scale factors in tensor memory; the stage's K is whole instructions. */
wgd_status wgd_plan_tmem(wgd_plan *p, wgd_diag *diag);
/* The tile against what needs no search: its range, its K, and M and N of wgmma. */
wgd_status wgd_plan_tile_check(const wgd_plan *p, wgd_diag *diag);
/* Refuses the tile: a multiple of `unit`, or at least 1, with the words behind the number. */
wgd_status wgd_plan_fail_tile(const wgd_plan_query *q, wgd_diag *diag, const char *what, int unit,
                              const char *along);
/* The capacity, the reserve and the stages that were asked for; a stage that can never fit. */
wgd_status wgd_plan_memory_check(const wgd_plan *p, wgd_diag *diag);
/* Stages one after the other, the reserve, the barriers. The operands are known. */
wgd_status wgd_plan_memory(wgd_plan *p, wgd_diag *diag);
wgd_status wgd_plan_start_check(const wgd_plan *p, wgd_diag *diag);
/* Fills warpgroups, split, instruction counts and registers; the instruction is known. */
wgd_status wgd_plan_warpgroups(wgd_plan *p, wgd_diag *diag);
/* Where A lies, and what is asked of a tile that it does not have. */
wgd_status wgd_plan_a_check(const wgd_plan_query *q, wgd_diag *diag);
/* Fills the cost of a stage; the instruction, the split and the memory are known. */
void wgd_plan_cost_stage(wgd_plan *p);
/* Cycles of the SM that wgmma alone takes for one step of K of the split. */
int64_t wgd_plan_step_cycles(const wgd_plan *p);
/* Ranks the swizzles of operand o (0: a, 1: b) and sets up the chosen one at address 0. */
wgd_status wgd_plan_operand_choose(wgd_plan *p, int o, wgd_diag *diag);

/* K of operand o (0: a, 1: b) as it is stored: of a sparse A every other element is. */
static inline int64_t wgd_plan_stored_k(const wgd_plan_query *q, int o, int64_t k)
{
    return o == 0 && q->sparse ? k / 2 : k;
}

/* tcgen05: has the instruction scale factors? */
static inline bool wgd_plan_scaled(const wgd_plan *p)
{
    return wgd_arch_tcgen05(p->query.arch) && wgd_umma_kind_scaled(p->query.kind);
}

/* Rows of operand o in one CTA. */
static inline int64_t wgd_plan_rows(const wgd_plan *p, int o)
{
    return (o == 0 ? p->query.m : p->query.n) / p->cta_group;
}

static inline int64_t wgd_align_up(int64_t v, int64_t a)
{
    return (v + a - 1) / a * a;
}

/* What was found fault with is this option of the plan. */
static inline wgd_status wgd_diag_field(wgd_diag *diag, wgd_status s, const char *field)
{
    if (diag && s != WGD_OK) {
        diag->field = field;
    }
    return s;
}

#endif
