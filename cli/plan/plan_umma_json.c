/* SPDX-License-Identifier: MIT
 *
 * What a plan for tcgen05 has besides, as JSON: instruction, tensor memory, scale factors.
 */
#include "plan_print.h"
#include "tcgen05/idesc_print.h"
#include "view/tma_print.h"

static void json_steps(buf *out, const wgd_plan *p)
{
    json_open(out, "idesc_of_k_step", '[');
    for (int k = 0; k < p->k_blocks; k++) {
        idesc_json_word(out, NULL, wgd_plan_idesc(p, k));
    }
    json_close(out, ']');
}

static void json_instruction(buf *out, const wgd_plan *p)
{
    json_open(out, "instruction", '{');
    json_open(out, "ptx", '"');
    plan_put_instruction(out, p);
    json_close(out, '"');
    json_str(out, "kind", wgd_umma_kind_name(p->umma.op.kind));
    json_int(out, "cta_group", p->cta_group);
    json_int(out, "m", p->m_inst);
    json_int(out, "n", p->n_inst);
    json_int(out, "k", p->k_inst);
    idesc_json_word(out, "idesc", wgd_plan_idesc(p, 0));
    json_steps(out, p);
    if (plan_scaled(p)) {
        json_str(out, "sf", wgd_frag_type_name((wgd_frag_type)p->umma.op.sf));
        json_int(out, "vec", p->umma.op.vec);
    }
    json_int(out, "m_blocks", p->m_blocks);
    json_int(out, "n_blocks", p->n_blocks);
    json_int(out, "per_k_step", p->m_blocks * p->n_blocks);
    json_int(out, "k_steps_per_stage", p->k_blocks);
    idesc_json_notes(out, &p->umma.op);
    json_close(out, '}');
}

void plan_umma_compute_json(buf *out, const wgd_plan *p)
{
    json_instruction(out, p);
    json_open(out, "warps", '{');
    json_int(out, "epilogue", WGD_PLAN_EPILOGUE_WARPS);
    json_int(out, "copy", 1);
    json_int(out, "multiply", 1);
    json_int(out, "threads", p->threads);
    json_close(out, '}');
}

static void json_accumulators(buf *out, const wgd_plan *p)
{
    json_open(out, "accumulators", '[');
    for (int s = 0; s < p->umma.acc_stages; s++) {
        for (int m = 0; m < p->m_blocks; m++) {
            for (int n = 0; n < p->n_blocks; n++) {
                const uint32_t at = wgd_plan_accumulator(p, s, m, n);
                json_open(out, NULL, '{');
                json_int(out, "acc_stage", s);
                json_int(out, "m", m);
                json_int(out, "n", n);
                json_int(out, "lane", at >> 16);
                json_int(out, "column", at & 0xffff);
                json_close(out, '}');
            }
        }
    }
    json_close(out, ']');
}

void plan_umma_tmem_json(buf *out, const wgd_plan *p)
{
    json_open(out, "tmem", '{');
    json_int(out, "columns", p->umma.columns);
    json_int(out, "accumulator_columns", p->umma.acc.columns);
    json_int(out, "acc_stages", p->umma.acc_stages);
    json_layout(out, "layout", &p->umma.acc.layout);
    json_int(out, "offset_shift", p->umma.acc.shift);
    json_accumulators(out, p);
    json_close(out, '}');
}

void plan_umma_barriers_json(buf *out, const wgd_plan *p)
{
    const wgd_plan_umma *u = &p->umma;
    json_int(out, "acc_full_arrivals", 1);
    json_int(out, "acc_empty_arrivals", u->acc_empty_arrivals);
    json_int(out, "acc_full_offset_bytes", u->acc_full_offset);
    json_int(out, "acc_empty_offset_bytes", u->acc_empty_offset);
    json_int(out, "tmem_address_offset_bytes", u->address_offset);
    json_int(out, "commit_mask", u->commit_mask);
}

/* Copies to tensor memory of stage 0, and what each step of K reads there. */
static void json_moves(buf *out, const wgd_plan *p, int o)
{
    const wgd_plan_factors *f = &p->umma.factors[o];
    json_open(out, "cp", '[');
    for (int mn = 0; mn < f->blocks; mn++) {
        for (int i = 0; i < f->stage.copies; i++) {
            int column;
            const uint64_t word = wgd_plan_factor_copy(p, o, 0, mn, i, &column);
            json_open(out, NULL, '{');
            json_int(out, "mn", mn);
            json_word(out, "descriptor", word);
            json_int(out, "column", column);
            json_close(out, '}');
        }
    }
    json_close(out, ']');
    json_open(out, "column_of_k_step", '[');
    for (int k = 0; k < p->k_blocks; k++) {
        json_int(out, NULL, wgd_plan_factor_column(p, o, 0, k));
    }
    json_close(out, ']');
}

void plan_umma_factors_json(buf *out, const wgd_plan *p)
{
    for (int o = 0; o < 2 && plan_scaled(p); o++) {
        const wgd_plan_factors *f = &p->umma.factors[o];
        json_open(out, o == 0 ? "sfa" : "sfb", '{');
        json_int(out, "bytes", f->bytes);
        json_int(out, "offset_bytes", f->offset);
        json_int(out, "instructions", f->blocks);
        json_int(out, "instruction_bytes", f->stage.bytes);
        json_int(out, "column", f->column);
        json_int(out, "instruction_columns", f->stage.tmem.columns);
        json_layout(out, "layout", &f->stage.layout);
        json_moves(out, p, o);
        tma_json_params(out, "tensor_map", &f->params);
        json_close(out, '}');
    }
}
