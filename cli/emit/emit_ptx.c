/* SPDX-License-Identifier: MIT
 *
 * The plan as PTX: a module that ptxas takes as it is, to copy from. Functions for element offsets
 * and descriptors, and the wgmma sequence of one stage with its constants in place.
 */
#include "emit.h"
#include "plan/plan_print.h"

enum { REGISTERS_A_LINE = 8 };

static void put_head(const emit *e)
{
    emit_put(
        e, emit_tcgen05(e)
               ? "// The main loop of a GEMM on Blackwell: shared memory, tcgen05 descriptors and\n"
                 "// tensor memory. Documented, not measured.\n"
               : "// The main loop of a GEMM on Hopper: shared memory and wgmma descriptors.\n");
    emit_put(e,
             "// Written by wgdesc %s; to write it again:\n"
             "//\n"
             "//   ",
             wgd_version());
    emit_put_command(e, "ptx");
    emit_put(
        e,
        "\n//\n"
        "// Addresses are byte addresses in shared memory; start is that of stage 0, a multiple\n"
        "// of %d. mn is an index along M for A and along N for B.\n",
        emit_value(e, "SMEM_ALIGNMENT"));
    emit_put_turned(e, "// ");
    emit_put(e, "\n");
    emit_put(e,
             emit_tcgen05(e) ? ".version 8.8\n.target sm_%da\n" : ".version 8.4\n.target sm_%da\n",
             (int64_t)wgd_arch_get(e->plan->query.arch)->number);
    emit_put(e, ".address_size 64\n\n");
    for (int i = 0; i < e->n; i++) {
        emit_put(e, "// $P_%s = %d\n", e->constant[i].name, e->constant[i].value);
    }
    buf_char(e->out, '\n');
}

/* One instruction: destination = source op number. */
static void put_op(const emit *e, const char *op, const char *to, const char *from, int64_t v)
{
    emit_put(e, "    %s %s, %s, %d;\n", op, to, from, v);
}

static void put_offset(const emit *e)
{
    const bool mn_major = emit_operand_value(e, "MN_MAJOR") != 0;
    const int64_t row = emit_operand_value(e, "ROW_BYTES");
    const wgd_swizzle_mode mode = e->plan->operand[e->operand].tma.params.swizzle;
    const int64_t lines = (int64_t)wgd_swizzle_lines(mode);
    emit_put(e, "// Where element (mn, k) of $O is stored: bytes from the tile's start.\n"
                ".visible .func (.reg .b32 at) $p_$o_offset(.reg .b32 mn, .reg .b32 k)\n"
                "{\n"
                "    .reg .b32 byte, line, t;\n");
    put_op(e, "mul.lo.u32", "byte", mn_major ? "mn" : "k", emit_operand_value(e, "BITS"));
    put_op(e, "shr.u32", "byte", "byte", 3);
    emit_put(e, "    mov.b32 line, %s;\n", mn_major ? "k" : "mn");
    put_op(e, "shr.u32", "t", "line", lines == 4 ? 2 : 3);
    put_op(e, "mul.lo.u32", "at", "t", emit_operand_value(e, "GROUP_BYTES"));
    put_op(e, "and.b32", "t", "line", lines - 1);
    emit_put(e, "    mad.lo.u32 at, t, %d, at;\n", row);
    put_op(e, "div.u32", "t", "byte", row);
    emit_put(e, "    mad.lo.u32 at, t, %d, at;\n", emit_operand_value(e, "PANEL_BYTES"));
    put_op(e, "and.b32", "t", "byte", row - 1);
    emit_put(e, "    add.u32 at, at, t;\n");
    put_op(e, "shr.u32", "t", "at", 7);
    put_op(e, "and.b32", "t", "t", emit_operand_value(e, "XOR_MASK"));
    put_op(e, "shl.b32", "t", "t", (int64_t)wgd_swizzle_low_bit(mode));
    emit_put(e, "    xor.b32 at, at, t;\n"
                "    ret;\n"
                "}\n\n");
}

/* at += index % period * step + index / period * jump, in 16-byte units. */
static void put_advance(const emit *e, const char *index, const char *period, const char *step,
                        const char *jump)
{
    const int64_t n = emit_operand_value(e, period);
    put_op(e, "rem.u32", "t", index, n);
    emit_put(e, "    mad.lo.u32 at, t, %d, at;\n", emit_operand_value(e, step) * 16);
    put_op(e, "div.u32", "t", index, n);
    emit_put(e, "    mad.lo.u32 at, t, %d, at;\n", emit_operand_value(e, jump) * 16);
}

static void put_descriptor(const emit *e)
{
    if (!wgd_plan_described(e->plan, e->operand)) {
        return;
    }
    emit_put(
        e, "// The descriptor of block (mn, k) of $O in a stage.\n"
           ".visible .func (.reg .b64 desc) $p_$o_desc(.reg .b32 start, .reg .b32 k, .reg .b32 mn, "
           ".reg .b32 stage)\n"
           "{\n"
           "    .reg .b32 at, t;\n");
    emit_put(e, "    mad.lo.u32 at, stage, %d, start;\n", emit_value(e, "STAGE_BYTES"));
    put_op(e, "add.u32", "at", "at", emit_operand_value(e, "OFFSET"));
    put_advance(e, "k", "K_PERIOD", "K_STEP", "K_JUMP");
    put_advance(e, "mn", "MN_PERIOD", "MN_STEP", "MN_JUMP");
    put_op(e, "shr.u32", "at", "at", 4);
    put_op(e, "and.b32", "at", "at", 0x3fff);
    emit_put(e,
             "    cvt.u64.u32 desc, at;\n"
             "    or.b64 desc, desc, %x;\n"
             "    ret;\n"
             "}\n\n",
             emit_descriptor(e, e->operand));
}

static void put_registers(const emit *e, int64_t first)
{
    const int64_t n = emit_value(e, "INST_ACCUMULATORS");
    for (int64_t i = 0; i < n; i++) {
        emit_put(e, "%s%%d%d",
                 i == 0                      ? "{"
                 : i % REGISTERS_A_LINE == 0 ? ",\n         "
                                             : ", ",
                 first + i);
    }
    buf_char(e->out, '}');
}

/* 16-byte units from an operand's block (0, 0) to block (mn, k). */
static int64_t block_step(const wgd_plan *p, int o, int mn, int k)
{
    const wgd_plan_operand *op = &p->operand[o];
    return (wgd_advance_bytes(&op->mn, mn) + wgd_advance_bytes(&op->k, k)) / 16;
}

/* The fragment of block (m, k) of A, and its metadata, by their places among a stage's. */
static void put_fragment(const emit *e, int m, int k)
{
    const int64_t at = 4 * ((int64_t)m * e->plan->k_blocks + k);
    emit_put(e, "{%%f%d, %%f%d, %%f%d, %%f%d}", at, at + 1, at + 2, at + 3);
}

static void put_instruction(const emit *e, int m, int n, int k)
{
    const wgd_plan *p = e->plan;
    if (wgd_plan_described(p, 0)) {
        emit_put(e, "    add.s64 %%da, %%a, %d;\n", block_step(p, 0, m, k));
    }
    emit_put(e, "    add.s64 %%db, %%b, %d;\n    ", block_step(p, 1, n, k));
    plan_put_instruction(e->out, p);
    emit_put(e, "\n        ");
    put_registers(e, emit_value(e, "INST_ACCUMULATORS") * (m * p->n_blocks + n));
    emit_put(e, ",\n        ");
    if (wgd_plan_described(p, 0)) {
        emit_put(e, "%%da");
    } else {
        put_fragment(e, m, k);
    }
    emit_put(e, ", %%db, ");
    if (p->query.sparse) {
        emit_put(e, "%%e%d, %d, ", (int64_t)m * p->k_blocks + k, emit_value(e, "SPARSE_SELECTOR"));
    }
    emit_put(e, k == 0 ? "%%more" : "%%always");
    emit_put(e, p->inst->scale ? ", 1, 1" : "");
    if (p->inst->trans && wgd_plan_described(p, 0)) {
        emit_put(e, ", %d", (int64_t)p->operand[0].tma.tile.transpose);
    }
    if (p->inst->trans) {
        emit_put(e, ", %d", (int64_t)p->operand[1].tma.tile.transpose);
    }
    emit_put(e, ";\n");
}

/* %a or %b: the descriptor of block (0, 0) of stage 0. */
static void put_base(const emit *e)
{
    put_op(e, "add.u32", "%t", "%start", emit_operand_value(e, "OFFSET"));
    put_op(e, "shr.u32", "%t", "%t", 4);
    emit_put(e,
             "    cvt.u64.u32 %%$o, %%t;\n"
             "    or.b64 %%$o, %%$o, %x;\n",
             emit_descriptor(e, e->operand));
}

/* What an instruction has besides: A's fragments, loaded from its tile or, where the kernel computes
 * it, zeros in their place; metadata that keep the first two of every four elements. */
static void put_sources(const emit *e)
{
    const wgd_plan *p = e->plan;
    for (int m = 0; m < p->m_blocks && emit_a_registers(e); m++) {
        for (int k = 0; k < p->k_blocks; k++) {
            if (wgd_plan_tiled(p, 0)) {
                emit_fragment_ptx_load(e, m, k);
            }
        }
    }
    for (int64_t i = 0; i < p->a_registers && !wgd_plan_tiled(p, 0); i++) {
        emit_put(e, "    mov.b32 %%f%d, 0;\n", i);
    }
    for (int64_t i = 0; i < p->metadata; i++) {
        emit_put(e, "    mov.b32 %%e%d, 0x44444444;\n", i);
    }
}

static void put_stage_head(const emit *e)
{
    const wgd_plan *p = e->plan;
    emit both = *e;
    emit_put(e, "// The products of stage 0 for the first consumer, to copy from: ");
    emit_put(e, wgd_plan_described(p, 0) ? "%%a and %%b are the\n// descriptors of block (0, 0), "
                                         : "%%b is the\n// descriptor of block (0, 0), %%f A's "
                                           "fragments, ");
    emit_put(e,
             "%%more is false for the first stage of a tile. Another "
             "stage\n"
             "// adds %d to %s. The results are stored so that ptxas keeps them.\n"
             ".visible .entry $p_multiply(.param .u32 param_start, .param .u32 param_accumulate,\n"
             "                            .param .u64 param_out)\n"
             "{\n",
             emit_value(e, "STAGE_BYTES") / 16, wgd_plan_described(p, 0) ? "both" : "it");
    emit_put(e,
             "    .reg .b32 %%start, %%t, %%d<%d>;\n"
             "    .reg .b64 %%a, %%b, %%da, %%db, %%out;\n"
             "    .reg .pred %%more, %%always;\n",
             emit_value(e, "ACCUMULATORS"));
    if (p->a_registers || p->metadata) {
        emit_put(e, "    .reg .b32 %%f<%d>, %%e<%d>, %%u;\n", (int64_t)p->a_registers + 1,
                 (int64_t)p->metadata + 1);
    }
    emit_put(e, "    ld.param.u32 %%start, [param_start];\n"
                "    ld.param.u32 %%t, [param_accumulate];\n"
                "    ld.param.u64 %%out, [param_out];\n"
                "    setp.ne.u32 %%more, %%t, 0;\n"
                "    setp.eq.u32 %%always, %%t, %%t;\n");
    for (both.operand = emit_first(e); both.operand < 2; both.operand++) {
        if (wgd_plan_described(p, both.operand)) {
            put_base(&both);
        }
    }
    put_sources(e);
}

static void put_stage(const emit *e)
{
    const wgd_plan *p = e->plan;
    put_stage_head(e);
    for (int64_t i = 0; i < p->accumulators; i++) {
        emit_put(e, "    mov.b32 %%d%d, 0;\n", i);
    }
    emit_put(e, "    wgmma.fence.sync.aligned;\n");
    for (int k = 0; k < p->k_blocks; k++) {
        for (int m = 0; m < p->m_blocks; m++) {
            for (int n = 0; n < p->n_blocks; n++) {
                put_instruction(e, m, n, k);
            }
        }
    }
    emit_put(e, "    wgmma.commit_group.sync.aligned;\n"
                "    wgmma.wait_group.sync.aligned 0;\n");
    for (int64_t i = 0; i < p->accumulators; i++) {
        emit_put(e, "    st.global.b32 [%%out+%d], %%d%d;\n", i * 4, i);
    }
    emit_put(e, "    ret;\n}\n");
}

void emit_ptx(const emit *e)
{
    emit both = *e;
    put_head(e);
    for (both.operand = emit_first(e); both.operand < 2; both.operand++) {
        put_offset(&both);
        put_descriptor(&both);
    }
    emit_fragment_ptx(e);
    if (emit_tcgen05(e)) {
        emit_umma_ptx(e);
    } else {
        put_stage(e);
    }
}
