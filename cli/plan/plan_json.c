/* SPDX-License-Identifier: MIT
 *
 * A plan as JSON.
 */
#include "plan_print.h"
#include "view/tma_print.h"

static void json_ints(buf *out, const char *key, const int64_t *v, int n)
{
    json_open(out, key, '[');
    for (int i = 0; i < n; i++) {
        json_int(out, NULL, v[i]);
    }
    json_close(out, ']');
}

static void json_instruction(buf *out, const wgd_plan *p)
{
    json_open(out, "instruction", '{');
    json_open(out, "ptx", '"');
    plan_put_instruction(out, p);
    json_close(out, '"');
    json_int(out, "m", WGD_INST_M);
    json_int(out, "n", p->n_inst);
    json_int(out, "k", p->k_inst);
    for (int o = 0; o < 2; o++) {
        const char *key = o == 0 ? "trans_a" : "trans_b";
        if (p->inst->trans && wgd_plan_described(p, o)) {
            json_int(out, key, p->operand[o].tma.tile.transpose);
        } else {
            json_null(out, key);
        }
    }
    json_int(out, "m_blocks", p->m_blocks);
    json_int(out, "n_blocks", p->n_blocks);
    json_int(out, "per_k_step", p->m_blocks * p->n_blocks);
    json_int(out, "k_steps_per_stage", p->k_blocks);
    json_close(out, '}');
}

static void json_threads(buf *out, const wgd_plan *p)
{
    json_open(out, "warpgroups", '{');
    json_int(out, "consumers", p->warpgroups);
    json_int(out, "producers", 1);
    json_int(out, "threads", p->threads);
    json_str(out, "split", p->split_n ? "n" : "m");
    json_close(out, '}');
    json_open(out, "registers", '{');
    json_int(out, "accumulators", p->accumulators);
    if (p->a_registers) {
        json_int(out, "a", p->a_registers);
    }
    if (p->metadata) {
        json_int(out, "metadata", p->metadata);
    }
    json_int(out, "launch", p->launch_registers);
    json_int(out, "consumer", p->consumer_registers);
    json_int(out, "producer", p->producer_registers);
    json_close(out, '}');
}

static void json_memory(buf *out, const wgd_plan *p)
{
    json_open(out, "smem", '{');
    json_int(out, "capacity_bytes", p->query.smem_bytes);
    json_int(out, "total_bytes", p->total_bytes);
    json_int(out, "alignment", p->alignment);
    json_addr(out, "start", (uint64_t)p->query.start);
    json_int(out, "stages", p->stages);
    json_int(out, "stages_max", p->stages_max);
    json_int(out, "stage_bytes", p->stage_bytes);
    json_int(out, "reserve_offset_bytes", p->reserve_offset);
    json_int(out, "reserve_bytes", p->query.reserve_bytes);
    json_open(out, "map", '[');
    for (int s = 0; s < p->stages; s++) {
        json_open(out, NULL, '{');
        json_int(out, "stage", s);
        for (int o = 0; o < 2; o++) {
            if (wgd_plan_tiled(p, o)) {
                json_int(out, o == 0 ? "a_offset_bytes" : "b_offset_bytes",
                         s * p->stage_bytes + p->operand[o].offset);
            }
        }
        for (int o = 0; o < 2 && plan_scaled(p); o++) {
            json_int(out, o == 0 ? "sfa_offset_bytes" : "sfb_offset_bytes",
                     s * p->stage_bytes + p->umma.factors[o].offset);
        }
        json_int(out, "full_offset_bytes", p->full_offset + s * WGD_PLAN_BARRIER_BYTES);
        json_int(out, "empty_offset_bytes", p->empty_offset + s * WGD_PLAN_BARRIER_BYTES);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
    json_open(out, "barriers", '{');
    json_int(out, "full_arrivals", 1);
    json_int(out, "full_expect_bytes", p->expect_bytes);
    if (wgd_arch_tcgen05(p->query.arch)) {
        json_int(out, "empty_arrivals", 1);
        plan_umma_barriers_json(out, p);
    } else {
        json_int(out, "empty_arrivals", p->warpgroups);
    }
    json_close(out, '}');
}

static void json_candidates(buf *out, const wgd_plan_operand *op)
{
    json_open(out, "candidates", '[');
    for (int i = 0; i < op->candidates; i++) {
        const wgd_plan_candidate *c = &op->candidate[i];
        json_open(out, NULL, '{');
        json_str(out, "swizzle", wgd_swizzle_name(c->swizzle));
        json_bool(out, "chosen", i == op->chosen);
        json_bool(out, "legal", c->legal);
        json_str(out, "reason", c->reason);
        if (c->legal) {
            json_ints(out, "order", c->order, 2);
            json_int(out, "copies", c->boxes);
            json_int(out, "row_bytes", c->row_bytes);
            json_int(out, "store_ways", c->store_ways);
            json_int(out, "load_ways", c->load_ways);
        }
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* Bytes from block 0 to each block, and the step where one fits all. */
static void json_advance(buf *out, const char *key, const wgd_advance *a)
{
    json_open(out, key, '{');
    json_int(out, "blocks", a->blocks);
    if (a->constant) {
        json_int(out, "step_bytes", 16 * a->step);
    } else {
        json_null(out, "step_bytes");
    }
    json_open(out, "offset_bytes", '[');
    for (int i = 0; i < a->blocks; i++) {
        json_int(out, NULL, wgd_advance_bytes(a, i));
    }
    json_close(out, ']');
    json_close(out, '}');
}

static void json_field(buf *out, const char *key, unsigned field, bool used)
{
    json_open(out, key, '{');
    json_int(out, "field", field);
    json_int(out, "bytes", (int64_t)field * 16);
    json_bool(out, "used", used);
    json_close(out, '}');
}

static void json_operand(buf *out, const wgd_plan *p, int o)
{
    const wgd_plan_operand *op = &p->operand[o];
    const wgd_tile *t = &op->tma.tile;
    const int64_t shape[] = {t->query.mn, t->query.k};
    json_open(out, o == 0 ? "a" : "b", '{');
    json_str(out, "dtype", wgd_dtype_get(t->query.dtype)->name);
    json_str(out, "major", wgd_major_name(t->query.major));
    json_str(out, "swizzle", wgd_swizzle_name(t->query.swizzle));
    json_bool(out, "swizzle_given", p->query.operand[o].swizzle_given);
    json_ints(out, "shape", shape, 2);
    json_ints(out, "order", t->query.order, 2);
    json_int(out, "bytes", op->bytes);
    json_int(out, "offset_bytes", op->offset);
    json_int(out, "alignment", op->alignment);
    json_int(out, "transpose", t->transpose);
    json_candidates(out, op);
    json_composed(out, "layout", &t->smem);
    if (wgd_plan_described(p, o)) {
        json_word(out, "descriptor", wgd_plan_desc(p, o, 0, 0, 0));
        json_field(out, "lbo", t->desc.lbo, t->lbo_used);
        json_field(out, "sbo", t->desc.sbo, t->sbo_used);
    } else {
        plan_fragment_json(out, p);
    }
    json_open(out, "advance", '{');
    json_advance(out, "k", &op->k);
    json_advance(out, "mn", &op->mn);
    json_int(out, "stage_bytes", p->stage_bytes);
    if (!wgd_arch_tcgen05(p->query.arch)) {
        json_int(out, "warpgroup_blocks", op->warpgroup_blocks);
    }
    json_close(out, '}');
    tma_json_call(out, "tensor_map", &op->tma);
    json_int(out, "box_bytes", op->tma.box_bytes);
    tma_json_boxes(out, "boxes", &op->tma, NULL);
    json_close(out, '}');
}

/* An A without a tile. */
static void json_computed(buf *out, const wgd_plan *p)
{
    const int64_t shape[] = {p->query.m, p->query.sparse ? p->query.k / 2 : p->query.k};
    json_open(out, "a", '{');
    json_str(out, "dtype", wgd_dtype_get(p->query.operand[0].dtype)->name);
    json_ints(out, "shape", shape, 2);
    plan_fragment_json(out, p);
    json_close(out, '}');
}

void plan_json(buf *out, const wgd_plan *p)
{
    const wgd_plan_query *q = &p->query;
    const int64_t tile[] = {q->m, q->n, q->k};
    json_ints(out, "tile", tile, 3);
    json_str(out, "acc", wgd_acc_name(p->acc));
    if (q->problem[0]) {
        json_ints(out, "problem", q->problem, 3);
    } else {
        json_null(out, "problem");
    }
    const bool tcgen05 = wgd_arch_tcgen05(q->arch);
    if (tcgen05) {
        plan_umma_compute_json(out, p);
        plan_umma_tmem_json(out, p);
    } else {
        json_instruction(out, p);
        json_threads(out, p);
    }
    json_memory(out, p);
    if (!tcgen05) {
        plan_cost_json(out, p);
    }
    if (wgd_plan_tiled(p, 0)) {
        json_operand(out, p, 0);
    } else {
        json_computed(out, p);
    }
    json_operand(out, p, 1);
    if (tcgen05) {
        plan_umma_factors_json(out, p);
    }
}
