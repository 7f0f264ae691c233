/* SPDX-License-Identifier: MIT
 *
 * What a stage of a plan costs, by the law that was measured (wgd_cost.h).
 */
#include "plan_parts.h"

/* Of an instruction, with A in a given place. */
static wgd_cost cost_with(const wgd_plan *p, wgd_plan_a a)
{
    const wgd_cost_query q = {.a = p->inst->a,
                              .b = p->inst->b,
                              .acc = p->inst->acc,
                              .n = p->n_inst,
                              .a_in_registers = a != WGD_PLAN_A_SHARED,
                              .sparse = p->query.sparse};
    wgd_cost c;
    (void)wgd_cost_of(&q, &c, NULL); /* N was checked before; a row of the table has a cost */
    return c;
}

int64_t wgd_plan_step_cycles(const wgd_plan *p)
{
    const wgd_cost c = cost_with(p, p->query.a);
    return (int64_t)c.cycles * p->m_blocks * p->n_blocks * p->warpgroups;
}

/* Fragments of A are loaded once a stage, by each warpgroup that multiplies them: a block serves all
 * its N. An A that is computed is there. */
static int64_t fragment_bytes(const wgd_plan *p, wgd_plan_a a)
{
    return a == WGD_PLAN_A_REGISTERS
               ? (int64_t)p->warpgroups * p->m_blocks * p->k_blocks * WGD_INST_M * WGD_K_BYTES
               : 0;
}

/* With A in a given place. Loads share shared memory with what the instructions read. */
static void stage_with(const wgd_plan *p, wgd_plan_a a, wgd_plan_cost *c)
{
    c->inst = cost_with(p, a);
    const int64_t mine = (int64_t)p->m_blocks * p->n_blocks * p->k_blocks;
    c->instructions = mine * p->warpgroups;
    c->warpgroup_cycles = mine * c->inst.cycles;
    c->peak_cycles = c->instructions * (p->n_inst / 2);
    c->tensor_cycles = c->instructions * c->inst.tensor_cycles;
    c->load_bytes = fragment_bytes(p, a);
    c->shared_bytes = c->instructions * c->inst.shared_bytes + c->load_bytes;
    c->shared_cycles =
        c->shared_bytes / WGD_COST_BYTES_PER_CYCLE; /* rows of 32 bytes come by eights */
    c->bound = c->shared_cycles > c->tensor_cycles ? WGD_COST_SHARED : WGD_COST_TENSOR;
    c->cycles = c->bound == WGD_COST_SHARED ? c->shared_cycles : c->tensor_cycles;
}

void wgd_plan_cost_stage(wgd_plan *p)
{
    const wgd_plan_a a = p->query.a;
    wgd_plan_cost other;
    other.cycles = 0;
    stage_with(p, a, &p->cost);
    if (a != WGD_PLAN_A_COMPUTED) {
        stage_with(p, a == WGD_PLAN_A_SHARED ? WGD_PLAN_A_REGISTERS : WGD_PLAN_A_SHARED, &other);
    }
    p->cost.other_cycles = other.cycles;
    /* A stage is free for the next copy when its products are done; until it is read again, the
     * others are. */
    p->cost.flight_bytes = (p->stages - 1) * p->expect_bytes;
    p->cost.covered_cycles = (p->stages - 1) * p->cost.cycles;
}
