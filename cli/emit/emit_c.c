/* SPDX-License-Identifier: MIT
 *
 * The header that C, C++ and CUDA include: constants, offsets, descriptors, tensor maps.
 */
#include <string.h>

#include "emit.h"
#include "view/tma_print.h"

enum { NAME_WIDTH = 30 };

static void put_head(const emit *e, bool cuda)
{
    emit_put(e,
             emit_tcgen05(e)
                 ? "/* The main loop of a GEMM on Blackwell: shared memory, tcgen05 descriptors, "
                   "tensor\n"
                   " * memory, tensor maps. Documented, not measured.\n"
                 : "/* The main loop of a GEMM on Hopper: shared memory, wgmma descriptors, tensor "
                   "maps.\n");
    emit_put(e,
             " * Written by wgdesc %s; to write it again:\n"
             " *\n"
             " *   ",
             wgd_version());
    emit_put_command(e, cuda ? "cuda" : "c");
    emit_put(e,
             "\n *\n"
             " * mn is an index along M for A and along N for B. Addresses are byte addresses in\n"
             " * shared memory (shared::cta, below 2^18); start is that of stage 0, a multiple of\n"
             " * $P_SMEM_ALIGNMENT. A stage is %s; the barriers follow the last stage.\n",
             wgd_plan_tiled(e->plan, 0) ? "{A, B}" : "the tile of B");
    emit_put_turned(e, " * ");
    emit_put(
        e, e->plan->cta_group == 2
               ? " * Both CTAs of a pair have the same shared memory: tiles are those of one CTA, "
                 "half of\n"
                 " * the rows of A and half of the rows of B.\n"
               : "");
    emit_put(e, " */\n"
                "#ifndef $P_PLAN_H\n"
                "#define $P_PLAN_H\n"
                "\n"
                "#include <stdint.h>\n");
    emit_put(e, cuda ? "#if defined(__CUDACC__)\n"
                       "#include <cuda.h>\n"
                       "#endif\n"
                     : "");
    emit_put(e, "\n"
                "#if defined(__CUDACC__)\n"
                "#define $P_FN static __host__ __device__ __forceinline__\n"
                "#else\n"
                "#define $P_FN static inline\n"
                "#endif\n\n");
}

/* #define WGD_TILE_M 128 and what it is. */
static void put_constant(const emit *e, const emit_constant *c)
{
    emit_put(e, "#define $P_%s", c->name);
    buf_pad(e->out, NAME_WIDTH - (int)(strlen(e->upper) + 1 + strlen(c->name)));
    buf_char(e->out, ' ');
    buf_right_i64(e->out, c->value, 6);
    if (c->text) {
        emit_put(e, " /* %s */", c->text);
    }
    buf_char(e->out, '\n');
}

static void put_constants(const emit *e)
{
    for (int i = 0; i < e->n; i++) {
        const char *name = e->constant[i].name;
        if (strcmp(name, "STAGES") == 0 || strcmp(name, "A_BITS") == 0 ||
            strcmp(name, "B_BITS") == 0) {
            buf_char(e->out, '\n');
        }
        put_constant(e, &e->constant[i]);
    }
}

/* Lines run along K for a K-major operand: c is the index in a line, l counts lines. */
static void put_offset(const emit *e)
{
    const wgd_swizzle_mode mode = e->plan->operand[e->operand].tma.params.swizzle;
    const bool mn_major = emit_operand_value(e, "MN_MAJOR") != 0;
    const bool bits = emit_operand_value(e, "BITS") < 8;
    emit_put(e, "/* Where element (mn, k) of $O is stored: bytes from the tile's start. */\n"
                "$P_FN uint32_t $p_$o_offset(uint32_t mn, uint32_t k)\n"
                "{\n");
    emit_put(e,
             "    const uint32_t byte = %s * $P_$O_BITS / 8; /* in the line */\n"
             "    const uint32_t line = %s;\n",
             mn_major ? "mn" : "k", mn_major ? "k" : "mn");
    emit_put(
        e,
        "    const uint32_t at = line / %d * $P_$O_GROUP_BYTES + line %% %d * $P_$O_ROW_BYTES +\n"
        "                        byte / $P_$O_ROW_BYTES * $P_$O_PANEL_BYTES +\n"
        "                        byte %% $P_$O_ROW_BYTES;\n"
        "    return at ^ (((at >> 7) & $P_$O_XOR_MASK) << %d);%s\n"
        "}\n\n",
        (int64_t)wgd_swizzle_lines(mode), (int64_t)wgd_swizzle_lines(mode),
        (int64_t)wgd_swizzle_low_bit(mode),
        emit_operand_value(e, "BITS") == 1 ? " /* the byte that holds the bit */"
        : bits                             ? " /* the byte that holds the element */"
                                           : "");
}

/* The rows of one instruction's block in this CTA. */
static const char *block_rows(const emit *e)
{
    if (e->plan->cta_group == 2) {
        return e->operand == 0 ? "INST_M / 2" : "INST_N / 2";
    }
    return e->operand == 0 ? "INST_M" : "INST_N";
}

static void put_descriptor(const emit *e)
{
    emit_put(e,
             "/* Block (mn, k) of $O: bytes from the tile's start. A block is %s x %s. */\n"
             "$P_FN uint32_t $p_$o_block(uint32_t mn, uint32_t k)\n"
             "{\n"
             "    return 16u * (k %% $P_$O_K_PERIOD * $P_$O_K_STEP + k / $P_$O_K_PERIOD * "
             "$P_$O_K_JUMP +\n"
             "                  mn %% $P_$O_MN_PERIOD * $P_$O_MN_STEP + mn / $P_$O_MN_PERIOD * "
             "$P_$O_MN_JUMP);\n"
             "}\n\n",
             block_rows(e),
             e->operand == 0 && e->plan->query.sparse ? "INST_K / 2, as it is stored" : "INST_K");
    emit_put(e, "/* The tile of $O in a stage: a shared-memory address. */\n"
                "$P_FN uint32_t $p_$o_tile(uint32_t start, uint32_t stage)\n"
                "{\n"
                "    return start + stage * $P_STAGE_BYTES + $P_$O_OFFSET;\n"
                "}\n\n");
    if (!wgd_plan_described(e->plan, e->operand)) {
        return;
    }
    emit_put(e,
             "/* LBO, SBO and swizzle of $O; add a start address / 16 of up to 14 bits. */\n"
             "#define $P_$O_DESC UINT64_C(%x)\n"
             "\n"
             "/* The descriptor of block (mn, k) of $O in a stage. */\n"
             "$P_FN uint64_t $p_$o_desc(uint32_t start, uint32_t k, uint32_t mn, uint32_t stage)\n"
             "{\n"
             "    const uint32_t at = $p_$o_tile(start, stage) + $p_$o_block(mn, k);\n"
             "    return $P_$O_DESC | ((at >> 4) & 0x3fffu);\n"
             "}\n\n",
             emit_descriptor(e, e->operand));
}

static void put_boxes(const emit *e)
{
    const bool mn_major = emit_operand_value(e, "MN_MAJOR") != 0;
    emit_put(e,
             "/* Copy i of $P_$O_BOXES: bytes from the tile's start, and the coordinates that are "
             "added\n"
             " * to the tile's own, %s first, in copied elements and lines. */\n"
             "$P_FN uint32_t $p_$o_box_offset(uint32_t i)\n"
             "{\n"
             "    return i %% $P_$O_PANELS * $P_$O_PANEL_BYTES +\n"
             "           i / $P_$O_PANELS * ($P_$O_BOX_LINES / %d) * $P_$O_GROUP_BYTES;\n"
             "}\n"
             "$P_FN uint32_t $p_$o_box_x(uint32_t i)\n"
             "{\n"
             "    return i %% $P_$O_PANELS * $P_$O_BOX_INNER;\n"
             "}\n"
             "$P_FN uint32_t $p_$o_box_y(uint32_t i)\n"
             "{\n"
             "    return i / $P_$O_PANELS * $P_$O_BOX_LINES;\n"
             "}\n\n",
             mn_major ? (e->operand == 0 ? "M" : "N") : "K",
             (int64_t)wgd_swizzle_lines(e->plan->operand[e->operand].tma.params.swizzle));
}

static void put_tensor_map(const emit *e)
{
    const wgd_tma *t = &e->plan->operand[e->operand].tma;
    const bool mn_major = emit_operand_value(e, "MN_MAJOR") != 0;
    const int64_t bits = emit_operand_value(e, "BITS");
    emit_put(
        e,
        "/* The tensor map of $O: mn x k elements at a multiple of 16 bytes, ld elements from line "
        "to\n"
        " * line, %s contiguous. ld must be a multiple of 16 bytes. */\n"
        "static inline CUresult $p_$o_tensor_map(CUtensorMap *map, void *address, uint64_t mn,\n"
        "                                        uint64_t k, uint64_t ld)\n"
        "{\n",
        mn_major ? (e->operand == 0 ? "M" : "N") : "K");
    emit_put(e,
             "    const cuuint64_t dim[2] = {%s%s, %s};\n"
             "    const cuuint64_t stride[1] = {ld * $P_$O_BITS / 8};\n",
             mn_major ? "mn" : "k",
             bits == 1   ? " / 8"
             : bits == 4 ? " / 2"
                         : "",
             mn_major ? "k" : "mn");
    emit_put(e, "    const cuuint32_t box[2] = {$P_$O_BOX_INNER, $P_$O_BOX_LINES};\n"
                "    const cuuint32_t step[2] = {1, 1};\n");
    emit_put(e,
             "    return $P_ENCODE_TILED(map, %s, 2, address, dim, stride, box, step,\n"
             "                           " TMA_INTERLEAVE ", %s,\n"
             "                           " TMA_L2_PROMOTION ", " TMA_OOB_FILL ");\n"
             "}\n\n",
             wgd_tma_type_name(t->params.type), wgd_tma_swizzle_name(t->params.swizzle));
}

void emit_c(const emit *e, bool cuda)
{
    emit both = *e;
    put_head(e, cuda);
    put_constants(e);
    emit_put(e, "\n/* Barriers of a stage. */\n"
                "$P_FN uint32_t $p_full(uint32_t start, uint32_t stage)\n"
                "{\n"
                "    return start + $P_FULL_OFFSET + stage * $P_BARRIER_BYTES;\n"
                "}\n"
                "$P_FN uint32_t $p_empty(uint32_t start, uint32_t stage)\n"
                "{\n"
                "    return start + $P_EMPTY_OFFSET + stage * $P_BARRIER_BYTES;\n"
                "}\n\n");
    for (both.operand = emit_first(e); both.operand < 2; both.operand++) {
        put_offset(&both);
        put_descriptor(&both);
        put_boxes(&both);
    }
    if (emit_a_registers(e)) {
        emit_fragment_c(e);
    }
    if (emit_tcgen05(e)) {
        emit_umma_c(e);
    }
    emit_put(
        e,
        "/* Tensor maps, where <cuda.h> is included first. Define $P_ENCODE_TILED as the driver's\n"
        " * entry point where the program does not link libcuda. */\n"
        "#if defined(__cuda_cuda_h__)\n"
        "#ifndef $P_ENCODE_TILED\n"
        "#define $P_ENCODE_TILED cuTensorMapEncodeTiled\n"
        "#endif\n\n");
    for (both.operand = emit_first(e); both.operand < 2; both.operand++) {
        put_tensor_map(&both);
        if (emit_scaled(e)) {
            emit_umma_factor_map(&both);
        }
    }
    emit_put(e, "#endif /* <cuda.h> */\n\n");
    if (cuda) {
        emit_cuda(e);
    }
    emit_put(e, "#endif\n");
}
