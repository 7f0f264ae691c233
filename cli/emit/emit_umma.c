/* SPDX-License-Identifier: MIT
 *
 * What a header for tcgen05 has besides: constants, accumulators, instruction descriptors and scale
 * factors.
 */
#include "emit.h"
#include "io/buf.h"
#include "view/tma_print.h"

/* ---- constants ------------------------------------------------------------------------------ */

void emit_umma_tile(emit *e)
{
    const wgd_plan *p = e->plan;
    emit_add(e, "M_BLOCKS", p->m_blocks, "instructions along M");
    emit_add(e, "N_BLOCKS", p->n_blocks, "instructions along N");
    emit_add(e, "CTA_GROUP", p->cta_group, "CTAs that share the tile");
    emit_add(e, "THREADS", p->threads, "4 epilogue warps, one copies, one multiplies");
    emit_add(e, "TMEM_COLUMNS", p->umma.columns, "columns of tensor memory to allocate");
    emit_add(e, "ACC_STAGES", p->umma.acc_stages, "tiles of accumulators");
    emit_add(e, "ACC_COLUMNS", p->umma.acc.columns, "columns from one tile of them to the next");
}

void emit_umma_memory(emit *e)
{
    const wgd_plan *p = e->plan;
    emit_add(e, "EMPTY_ARRIVALS", 1, "a commit; so for ACC_FULL");
    emit_add(e, "ACC_FULL_OFFSET", p->umma.acc_full_offset,
             "bytes from the start to the full barriers of accumulators");
    emit_add(e, "ACC_EMPTY_OFFSET", p->umma.acc_empty_offset, "to their empty barriers");
    emit_add(e, "ACC_EMPTY_ARRIVALS", p->umma.acc_empty_arrivals,
             p->cta_group == 2 ? "the epilogue's warps of both CTAs" : "the epilogue's warps");
    emit_add(e, "TMEM_ADDRESS_OFFSET", p->umma.address_offset,
             "to the word that the allocation writes");
    emit_add(e, "COMMIT_MASK", p->umma.commit_mask,
             p->cta_group == 2 ? "CTAs that a commit tells, << rank of the leading one"
                               : "no multicast of commits");
    if (emit_scaled(e)) {
        emit_add(e, "VEC", p->umma.op.vec, "elements of K that share a scale factor");
    }
}

void emit_umma_operand(emit *e)
{
    const wgd_plan_factors *f = &e->plan->umma.factors[e->operand];
    emit_add_operand(e, "FACTOR_OFFSET", f->offset, "bytes from a stage to the scale factors");
    emit_add_operand(e, "FACTOR_BYTES", f->stage.bytes, "bytes of one instruction's");
    emit_add_operand(e, "FACTOR_COLUMN", f->column, "their first column in tensor memory");
    emit_add_operand(e, "FACTOR_COLUMNS", f->stage.tmem.columns, "columns of one instruction's");
    emit_add_operand(e, "FACTOR_COPIES", f->stage.copies, "tcgen05.cp of one instruction's");
    emit_add_operand(e, "FACTOR_BOX_MN", f->params.box[2], "blocks of 128 rows in a copy");
    emit_add_operand(e, "FACTOR_BOX_K", f->params.box[3], "blocks of 4 factors in a copy");
}

/* ---- functions ------------------------------------------------------------------------------ */

static uint32_t one_idesc(const emit *e, int k)
{
    return wgd_plan_idesc(e->plan, k);
}

static uint32_t one_accumulator(const emit *e, int i)
{
    const wgd_plan *p = e->plan;
    return wgd_plan_accumulator(p, 0, i / p->n_blocks, i % p->n_blocks);
}

static uint32_t one_column(const emit *e, int k)
{
    return (uint32_t)wgd_plan_factor_column(e->plan, e->operand, 0, k);
}

static uint32_t one_target(const emit *e, int i)
{
    int column;
    wgd_plan_factor_copy(e->plan, e->operand, 0, 0, i, &column);
    return (uint32_t)column;
}

/* The body of a function that returns `result`, with an array at[] of n words. */
static void put_table(const emit *e, uint32_t (*word)(const emit *, int), int n, const char *result)
{
    emit_put(e, "{\n    const uint32_t at[%d] = {", (int64_t)n);
    for (int i = 0; i < n; i++) {
        buf_str(e->out, i == 0 ? "" : i % 5 == 0 ? ",\n                            " : ", ");
        buf_word32(e->out, word(e, i));
        buf_char(e->out, 'u');
    }
    emit_put(e, "};\n    return ");
    emit_put(e, result);
    emit_put(e, ";\n}\n\n");
}

static void put_instruction(const emit *e)
{
    const wgd_plan *p = e->plan;
    emit_put(e, "/* The instruction descriptor of step k of a stage. */\n"
                "#define $P_IDESC ");
    buf_word32(e->out, wgd_plan_idesc(p, 0));
    emit_put(e, "u /* of step 0 */\n"
                "$P_FN uint32_t $p_idesc(uint32_t k)\n");
    if (emit_scaled(e)) {
        put_table(e, one_idesc, p->k_blocks, "at[k]");
    } else {
        emit_put(e, "{\n    (void)k;\n    return $P_IDESC;\n}\n\n");
    }
    emit_put(e,
             "/* The accumulators of instruction (m, n): an address of tensor memory, lane << 16 | "
             "column;\n"
             " * tmem is what the allocation wrote. Which element lies where:\n"
             " *   wgdesc tmem C --m-sm %d --n-sm %d --cta-group %d%s\n",
             (int64_t)(p->m_inst / p->cta_group), (int64_t)p->n_inst, (int64_t)p->cta_group,
             p->umma.op.d == WGD_FRAG_F16 ? " --dtype f16" : "");
    emit_put(e, p->cta_group == 2 && p->n_blocks > 1
                    ? " * Instruction n has INST_N / 2 columns of C from each half of the tile.\n"
                    : "");
    emit_put(
        e, " */\n"
           "$P_FN uint32_t $p_accumulator(uint32_t tmem, uint32_t acc_stage, uint32_t m, uint32_t "
           "n)\n");
    put_table(e, one_accumulator, p->m_blocks * p->n_blocks,
              "tmem + acc_stage * $P_ACC_COLUMNS + at[m * $P_N_BLOCKS + n]");
}

static void put_barriers(const emit *e)
{
    emit_put(e, "/* Barriers of the accumulators, and the word that the allocation writes. */\n"
                "$P_FN uint32_t $p_acc_full(uint32_t start, uint32_t acc_stage)\n"
                "{\n"
                "    return start + $P_ACC_FULL_OFFSET + acc_stage * $P_BARRIER_BYTES;\n"
                "}\n"
                "$P_FN uint32_t $p_acc_empty(uint32_t start, uint32_t acc_stage)\n"
                "{\n"
                "    return start + $P_ACC_EMPTY_OFFSET + acc_stage * $P_BARRIER_BYTES;\n"
                "}\n"
                "$P_FN uint32_t $p_tmem_slot(uint32_t start)\n"
                "{\n"
                "    return start + $P_TMEM_ADDRESS_OFFSET;\n"
                "}\n\n");
}

static void put_factors(const emit *e)
{
    const wgd_plan_factors *f = &e->plan->umma.factors[e->operand];
    emit_put(
        e,
        "/* The scale factors of $O: instruction mn's in a stage, a shared-memory address. */\n"
        "$P_FN uint32_t $p_$o_factors(uint32_t start, uint32_t stage, uint32_t mn)\n"
        "{\n"
        "    return start + stage * $P_STAGE_BYTES + $P_$O_FACTOR_OFFSET + mn * "
        "$P_$O_FACTOR_BYTES;\n"
        "}\n\n"
        "/* Copy i of $P_$O_FACTOR_COPIES to tensor memory: its descriptor and its target. */\n"
        "$P_FN uint64_t $p_$o_factor_desc(uint32_t start, uint32_t stage, uint32_t mn, uint32_t "
        "i)\n"
        "{\n"
        "    const uint32_t from = $p_$o_factors(start, stage, mn) + %du * i;\n"
        "    return UINT64_C(%x) | ((from >> 4) & 0x3fffu);\n"
        "}\n",
        (int64_t)WGD_SF_BLOCK, wgd_sf_copy(&f->stage, 0, 0, &(int){0}));
    emit_put(e, "$P_FN uint32_t $p_$o_factor_target(uint32_t tmem, uint32_t mn, uint32_t i)\n");
    put_table(e, one_target, f->stage.copies, "tmem + mn * $P_$O_FACTOR_COLUMNS + at[i]");
    emit_put(e, "/* What step k of instruction mn reads there. */\n"
                "$P_FN uint32_t $p_$o_factor_column(uint32_t tmem, uint32_t mn, uint32_t k)\n");
    put_table(e, one_column, e->plan->k_blocks, "tmem + mn * $P_$O_FACTOR_COLUMNS + at[k]");
}

void emit_umma_c(const emit *e)
{
    emit both = *e;
    put_barriers(e);
    put_instruction(e);
    for (both.operand = 0; both.operand < 2 && emit_scaled(e); both.operand++) {
        put_factors(&both);
    }
    if (emit_scaled(e)) {
        emit_put(
            e,
            "/* Where a tile begins at column n of C, no multiple of 128, its factors of B begin "
            "so\n"
            " * many columns of tensor memory later, as CUTLASS has it. */\n"
            "$P_FN uint32_t $p_b_factor_shift(uint32_t n)\n"
            "{\n"
            "    return n %% 128 / 32;\n"
            "}\n\n");
    }
}

void emit_umma_factor_map(const emit *e)
{
    emit_put(
        e, "/* The tensor map of the scale factors of $O, of mn x k elements: blocks of 512 bytes, "
           "those\n"
           " * along K first, at a multiple of 16 bytes. */\n"
           "static inline CUresult $p_$o_factor_map(CUtensorMap *map, void *address, uint64_t mn,\n"
           "                                        uint64_t k)\n"
           "{\n"
           "    const uint64_t along_k = (k + 4 * $P_VEC - 1) / (4 * $P_VEC);\n"
           "    const cuuint64_t dim[4] = {256, 2, (mn + 127) / 128, along_k};\n"
           "    const cuuint64_t stride[3] = {256, along_k * 512, 512};\n"
           "    const cuuint32_t box[4] = {256, 2, $P_$O_FACTOR_BOX_MN, $P_$O_FACTOR_BOX_K};\n"
           "    const cuuint32_t step[4] = {1, 1, 1, 1};\n");
    emit_put(e,
             "    return $P_ENCODE_TILED(map, %s, 4, address, dim, stride, box, step,\n"
             "                           " TMA_INTERLEAVE ", %s,\n"
             "                           " TMA_L2_PROMOTION ", " TMA_OOB_FILL ");\n"
             "}\n\n",
             wgd_tma_type_name(WGD_TMA_UINT8), wgd_tma_swizzle_name(WGD_SWZ_NONE));
}
