/* SPDX-License-Identifier: MIT
 *
 * A plan as text.
 */
#include "plan_print.h"
#include "view/tma_print.h"

enum { LABEL = 15, STAGES_SHOWN = 16 };

static void put_label(buf *out, const char *label)
{
    buf_left(out, label, LABEL);
}

static void put_count(buf *out, int64_t n, const char *one, const char *many)
{
    buf_i64(out, n);
    buf_str(out, n == 1 ? one : many);
}

static void put_title(buf *out, const wgd_plan *p)
{
    const wgd_plan_query *q = &p->query;
    buf_str(out, "plan of a main loop   tile ");
    buf_i64(out, q->m);
    buf_char(out, 'x');
    buf_i64(out, q->n);
    buf_char(out, 'x');
    buf_i64(out, q->k);
    buf_str(out, p->cta_group == 2 ? " (M x N x K) of a pair of CTAs, "
                 : q->sparse       ? " (M x N x K), sparse A (half of its K is stored), "
                                   : " (M x N x K), ");
    buf_str(out, wgd_dtype_get(q->operand[0].dtype)->name);
    if (q->operand[1].dtype != q->operand[0].dtype) {
        buf_str(out, " by ");
        buf_str(out, wgd_dtype_get(q->operand[1].dtype)->name);
    }
    buf_str(out, " into ");
    buf_str(out, wgd_acc_name(p->acc));
    buf_str(out, "\n\n");
}

static void put_compute(buf *out, const wgd_plan *p)
{
    put_label(out, "instruction");
    plan_put_instruction(out, p);
    buf_char(out, '\n');
    put_label(out, "");
    put_count(out, p->k_blocks, " step", " steps");
    buf_str(out, " of K in a stage; in each, ");
    buf_i64(out, p->m_blocks);
    buf_str(out, " x ");
    buf_i64(out, p->n_blocks);
    buf_str(out, " (M x N) from every warpgroup\n");
    if (p->inst->trans) {
        put_label(out, "");
        if (wgd_plan_described(p, 0)) {
            buf_str(out, "imm-trans-a ");
            buf_i64(out, p->operand[0].tma.tile.transpose);
            buf_str(out, ", ");
        }
        buf_str(out, "imm-trans-b ");
        buf_i64(out, p->operand[1].tma.tile.transpose);
        buf_char(out, '\n');
    }
    put_label(out, "warpgroups");
    put_count(out, p->warpgroups, " consumer of ", " consumers of ");
    buf_i64(out, p->split_n ? p->query.m : p->query.m / p->warpgroups);
    buf_char(out, 'x');
    buf_i64(out, p->split_n ? p->query.n / p->warpgroups : p->query.n);
    buf_str(out, " and one producer: ");
    buf_i64(out, p->threads);
    buf_str(out, " threads\n");
    put_label(out, "registers");
    buf_i64(out, p->accumulators);
    buf_str(out, " of a consumer's ");
    buf_i64(out, p->consumer_registers);
    buf_str(out, " hold accumulators");
    if (p->a_registers) {
        buf_str(out, ", ");
        buf_i64(out, p->a_registers);
        buf_str(out, " A's fragments of a stage");
    }
    if (p->metadata) {
        buf_str(out, ", ");
        buf_i64(out, p->metadata);
        buf_str(out, " its metadata");
    }
    buf_char(out, '\n');
    put_label(out, "");
    buf_i64(out, p->launch_registers);
    buf_str(out, " at launch");
    if (p->consumer_registers != p->launch_registers) {
        buf_str(out, "; setmaxnreg.inc ");
        buf_i64(out, p->consumer_registers);
        buf_str(out, " for consumers, setmaxnreg.dec ");
        buf_i64(out, p->producer_registers);
        buf_str(out, " for the producer");
    }
    buf_str(out, "\n\n");
}

/* Who says that a stage was read. */
static void put_empty(buf *out, const wgd_plan *p)
{
    buf_str(out, " bytes; empty: ");
    if (wgd_arch_tcgen05(p->query.arch)) {
        buf_str(out, p->cta_group == 2 ? "1 arrival, a commit to both CTAs\n\n"
                                       : "1 arrival, a commit\n\n");
    } else {
        put_count(out, p->warpgroups, " arrival\n\n", " arrivals, one of each consumer\n\n");
    }
}

static void put_memory(buf *out, const wgd_plan *p)
{
    put_label(out, "shared memory");
    buf_i64(out, p->total_bytes);
    buf_str(out, " of ");
    buf_i64(out, p->query.smem_bytes);
    buf_str(out, " bytes, from a multiple of ");
    buf_i64(out, p->alignment);
    buf_char(out, '\n');
    put_label(out, "");
    put_count(out, p->stages, " stage of ", " stages of ");
    buf_i64(out, p->stage_bytes);
    buf_str(out, " bytes; at most ");
    put_count(out, p->stages_max, " fits\n", " fit\n");
    if (p->query.reserve_bytes) {
        put_label(out, "");
        buf_i64(out, p->query.reserve_bytes);
        buf_str(out, " bytes kept free at ");
        buf_i64(out, p->reserve_offset);
        buf_char(out, '\n');
    }
    put_label(out, "barriers");
    buf_str(out, "full: 1 arrival and ");
    buf_i64(out, p->expect_bytes);
    put_empty(out, p);
    buf_str(out,
            plan_scaled(p)
                ? "    stage        A        B      SFA      SFB     full    empty   (offsets in "
                  "bytes)\n"
                : "    stage        A        B     full    empty   (offsets in bytes)\n");
    for (int s = 0; s < p->stages && s < STAGES_SHOWN; s++) {
        buf_right_i64(out, s, 9);
        for (int o = 0; o < 2; o++) {
            if (wgd_plan_tiled(p, o)) {
                buf_right_i64(out, s * p->stage_bytes + p->operand[o].offset, 9);
            } else {
                buf_str(out, "        -");
            }
        }
        for (int o = 0; o < 2 && plan_scaled(p); o++) {
            buf_right_i64(out, s * p->stage_bytes + p->umma.factors[o].offset, 9);
        }
        buf_right_i64(out, p->full_offset + s * WGD_PLAN_BARRIER_BYTES, 9);
        buf_right_i64(out, p->empty_offset + s * WGD_PLAN_BARRIER_BYTES, 9);
        buf_char(out, '\n');
    }
    if (p->stages > STAGES_SHOWN) {
        buf_str(out, "      ...\n");
    }
    buf_char(out, '\n');
}

static void put_candidates(buf *out, const wgd_plan_operand *op)
{
    for (int i = 0; i < op->candidates; i++) {
        const wgd_plan_candidate *c = &op->candidate[i];
        buf_str(out, i == op->chosen ? "  * " : "    ");
        buf_left(out, wgd_swizzle_name(c->swizzle), op->candidates > 4 ? 10 : 6);
        buf_str(out, c->legal ? "" : "not possible: ");
        buf_str(out, c->reason);
        buf_char(out, '\n');
    }
}

static void put_step(buf *out, const wgd_advance *a, const char *what)
{
    if (a->blocks < 2) {
        return;
    }
    buf_str(out, "      + ");
    buf_addr(out, (uint64_t)a->step);
    buf_str(out, what);
    buf_str(out, ", ");
    buf_i64(out, 16 * a->step);
    buf_str(out, " bytes");
    if (!a->constant) {
        buf_str(out, "; + ");
        buf_addr(out, (uint64_t)a->jump_step);
        buf_str(out, " to every block that is a multiple of ");
        buf_i64(out, a->jump_at);
    }
    buf_char(out, '\n');
}

/* The descriptor of block (0, 0), and what is added to it. */
static void put_descriptor(buf *out, const wgd_plan *p, int o)
{
    const wgd_plan_operand *op = &p->operand[o];
    const wgd_tile *t = &op->tma.tile;
    buf_str(out, "    descriptor  ");
    buf_word(out, wgd_plan_desc(p, o, 0, 0, 0));
    buf_str(out, "   LBO ");
    buf_i64(out, t->desc.lbo * 16);
    buf_str(out, t->lbo_used ? ", SBO " : " (not read), SBO ");
    buf_i64(out, t->desc.sbo * 16);
    buf_str(out, " bytes\n");
    put_step(out, &op->k, " for the next step of K");
    put_step(out, &op->mn,
             o == 1            ? " for the next N"
             : p->m_inst == 64 ? " for the next 64 rows of M"
                               : " for the next instruction along M");
    buf_str(out, "      + ");
    buf_addr(out, (uint64_t)p->stage_bytes / 16);
    buf_str(out, " for the next stage, ");
    buf_i64(out, p->stage_bytes);
    buf_str(out, " bytes\n");
    if (op->warpgroup_blocks) {
        buf_str(out, o == 0 ? "      consumer w begins at M block w * "
                            : "      consumer w begins at N block w * ");
        buf_i64(out, op->warpgroup_blocks);
        buf_char(out, '\n');
    }
}

static void put_operand(buf *out, const wgd_plan *p, int o)
{
    const wgd_plan_operand *op = &p->operand[o];
    const wgd_tile *t = &op->tma.tile;
    buf_str(out, o == 0 ? "A   " : "B   ");
    buf_i64(out, t->query.mn);
    buf_char(out, 'x');
    buf_i64(out, t->query.k);
    buf_str(out, t->query.major == WGD_MAJOR_K ? ", K-major, " : ", MN-major, ");
    buf_str(out,
            p->query.operand[o].swizzle_given ? "swizzle as given\n" : "swizzle as recommended\n");
    put_candidates(out, op);
    if (wgd_plan_described(p, o)) {
        put_descriptor(out, p, o);
    } else {
        plan_fragment_text(out, p);
    }
    buf_str(out, "    layout      ");
    buf_composed(out, &t->smem, WGD_FMT_PLAIN);
    buf_str(out, "\n    tensor map  ");
    put_count(out, op->tma.boxes, " copy of ", " copies of ");
    buf_i64(out, op->tma.box_bytes);
    buf_str(out, " bytes\n");
    tma_put_call(out, &op->tma);
    tma_put_boxes(out, &op->tma, NULL);
}

/* An A without a tile. */
static void put_computed(buf *out, const wgd_plan *p)
{
    buf_str(out, "A   ");
    buf_i64(out, p->query.m);
    buf_char(out, 'x');
    buf_i64(out, p->query.sparse ? p->query.k / 2 : p->query.k);
    buf_str(out, ", computed: no tile, no descriptor, no copies\n");
    plan_fragment_text(out, p);
}

void plan_print_text(buf *out, const wgd_plan *p)
{
    put_title(out, p);
    if (wgd_arch_tcgen05(p->query.arch)) {
        plan_umma_compute_text(out, p);
    } else {
        put_compute(out, p);
    }
    put_memory(out, p);
    if (wgd_arch_tcgen05(p->query.arch)) {
        plan_umma_tmem_text(out, p);
    } else {
        plan_cost_text(out, p);
    }
    if (wgd_plan_tiled(p, 0)) {
        put_operand(out, p, 0);
    } else {
        put_computed(out, p);
    }
    buf_char(out, '\n');
    put_operand(out, p, 1);
    if (wgd_arch_tcgen05(p->query.arch)) {
        plan_umma_factors_text(out, p);
    }
}
