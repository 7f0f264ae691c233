/* SPDX-License-Identifier: MIT
 *
 * A plan as text and as JSON.
 */
#ifndef CLI_PLAN_PRINT_H
#define CLI_PLAN_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

/* "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16", "tcgen05.mma.cta_group::2.kind::f16" */
void plan_put_instruction(buf *out, const wgd_plan *p);
void plan_print_text(buf *out, const wgd_plan *p);
/* The members of the answer, without its head. */
void plan_json(buf *out, const wgd_plan *p);

/* The tile for a product: what was tried, or what was given. */
void plan_problem_text(buf *out, const wgd_problem *r, const wgd_plan *p);
void plan_problem_json(buf *out, const wgd_problem *r);

/* Cycles, bytes in flight and the reasons of a plan for wgmma. */
void plan_cost_text(buf *out, const wgd_plan *p);
void plan_cost_json(buf *out, const wgd_plan *p);
/* A in registers: how its fragments get there. */
void plan_fragment_text(buf *out, const wgd_plan *p);
void plan_fragment_json(buf *out, const wgd_plan *p);

/* The parts of a plan for tcgen05: instruction and threads; tensor memory and the barriers of the
 * accumulators; scale factors (nothing for a kind without). */
void plan_umma_compute_text(buf *out, const wgd_plan *p);
void plan_umma_tmem_text(buf *out, const wgd_plan *p);
void plan_umma_factors_text(buf *out, const wgd_plan *p);
void plan_umma_compute_json(buf *out, const wgd_plan *p);
void plan_umma_tmem_json(buf *out, const wgd_plan *p);
void plan_umma_barriers_json(buf *out, const wgd_plan *p);
void plan_umma_factors_json(buf *out, const wgd_plan *p);
bool plan_scaled(const wgd_plan *p);

#endif
