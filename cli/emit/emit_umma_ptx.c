/* SPDX-License-Identifier: MIT
 *
 * The PTX module of a plan for tcgen05: the instructions of stage 0, to copy from.
 */
#include "emit.h"
#include "plan/plan_print.h"

/* %a or %b: the descriptor of block (0, 0) of stage 0. */
static void put_base(const emit *e)
{
    emit_put(e,
             "    add.u32 %%t, %%start, %d;\n"
             "    shr.u32 %%t, %%t, 4;\n"
             "    cvt.u64.u32 %%$o, %%t;\n"
             "    or.b64 %%$o, %%$o, %x;\n",
             emit_operand_value(e, "OFFSET"), emit_descriptor(e, e->operand));
}

/* The copies of scale factors of stage 0. */
static void put_factor_copies(const emit *e)
{
    const wgd_plan *p = e->plan;
    const wgd_plan_factors *f = &p->umma.factors[e->operand];
    for (int i = 0; i < f->blocks * f->stage.copies; i++) {
        int column;
        const uint64_t word = wgd_plan_factor_copy(p, e->operand, 0, i / f->stage.copies,
                                                   i % f->stage.copies, &column);
        emit_put(e,
                 "    add.u32 %%t, %%tmem, %d;\n"
                 "    shr.u32 %%i, %%start, 4;\n"
                 "    cvt.u64.u32 %%da, %%i;\n"
                 "    add.s64 %%da, %%da, %x;\n"
                 "    tcgen05.cp.cta_group::%d.32x128b.warpx4 [%%t], %%da;\n",
                 (int64_t)column, word - (uint64_t)p->query.start / 16, (int64_t)p->cta_group);
    }
}

/* 16-byte units from an operand's block (0, 0) to block (mn, k). */
static int64_t block_step(const wgd_plan *p, int o, int mn, int k)
{
    const wgd_plan_operand *op = &p->operand[o];
    return (wgd_advance_bytes(&op->mn, mn) + wgd_advance_bytes(&op->k, k)) / 16;
}

static void put_instruction(const emit *e, int m, int n, int k)
{
    const wgd_plan *p = e->plan;
    emit_put(e,
             "    add.s64 %%da, %%a, %d;\n"
             "    add.s64 %%db, %%b, %d;\n"
             "    add.u32 %%t, %%tmem, %d;\n"
             "    mov.b32 %%i, ",
             block_step(p, 0, m, k), block_step(p, 1, n, k),
             (int64_t)wgd_plan_accumulator(p, 0, m, n));
    buf_word32(e->out, wgd_plan_idesc(p, k));
    emit_put(e, ";\n");
    if (emit_scaled(e)) {
        emit_put(e,
                 "    add.u32 %%fa, %%tmem, %d;\n"
                 "    add.u32 %%fb, %%tmem, %d;\n",
                 (int64_t)wgd_plan_factor_column(p, 0, m, k),
                 (int64_t)wgd_plan_factor_column(p, 1, n, k));
    }
    emit_put(e, "    ");
    plan_put_instruction(e->out, p);
    emit_put(e, " [%%t], %%da, %%db, %%i, %s%s;\n", emit_scaled(e) ? "[%fa], [%fb], " : "",
             k == 0 ? "%more" : "%always");
}

void emit_umma_ptx(const emit *e)
{
    const wgd_plan *p = e->plan;
    emit both = *e;
    emit_put(
        e,
        "// The products of stage 0, to copy from; one thread%s. %%a and %%b are the "
        "descriptors\n"
        "// of block (0, 0), %%more is false for the first stage of a tile. Another stage adds\n"
        "// %d to both. param_tmem: what tcgen05.alloc wrote.\n"
        ".visible .entry $p_multiply(.param .u32 param_start, .param .u32 param_accumulate,\n"
        "                            .param .u32 param_tmem)\n"
        "{\n"
        "    .reg .b32 %%start, %%tmem, %%t, %%i, %%fa, %%fb;\n"
        "    .reg .b64 %%a, %%b, %%da, %%db;\n"
        "    .reg .pred %%more, %%always;\n"
        "    ld.param.u32 %%start, [param_start];\n"
        "    ld.param.u32 %%t, [param_accumulate];\n"
        "    ld.param.u32 %%tmem, [param_tmem];\n"
        "    setp.ne.u32 %%more, %%t, 0;\n"
        "    setp.eq.u32 %%always, %%t, %%t;\n",
        p->cta_group == 2 ? " of the leading CTA" : "", emit_value(e, "STAGE_BYTES") / 16);
    for (both.operand = 0; both.operand < 2; both.operand++) {
        put_base(&both);
        if (emit_scaled(e)) {
            put_factor_copies(&both);
        }
    }
    for (int k = 0; k < p->k_blocks; k++) {
        for (int m = 0; m < p->m_blocks; m++) {
            for (int n = 0; n < p->n_blocks; n++) {
                put_instruction(e, m, n, k);
            }
        }
    }
    emit_put(e, "    ret;\n}\n");
}
