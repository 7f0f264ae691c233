/* SPDX-License-Identifier: MIT
 *
 * The CUDA part of the header: the wgmma instruction as inline PTX, the loop over one stage, the
 * copies, and the constants of each operand as a type for templates.
 */
#include <string.h>

#include "emit.h"
#include "plan/plan_print.h"

enum { REGISTERS_A_LINE = 8 };

static bool half_accumulators(const emit *e)
{
    return e->plan->acc == WGD_ACC_F16;
}

/* The C type of an accumulator register: two f16 share one. */
static const char *register_type(const emit *e)
{
    switch (e->plan->acc) {
    case WGD_ACC_F32:
        return "float";
    case WGD_ACC_S32:
        return "int32_t";
    default:
        return "uint32_t";
    }
}

/* One operand of an asm statement for each accumulator, 8 to a line. */
static void put_registers(const emit *e, const char *first, const char *next, bool text)
{
    const int64_t n = emit_value(e, "INST_ACCUMULATORS");
    for (int64_t i = 0; i < n; i++) {
        buf_str(e->out, i == 0 ? first : i % REGISTERS_A_LINE == 0 ? next : ", ");
        if (text) {
            emit_put(e, "%%%d", i);
        } else {
            emit_put(e, "\"+%s\"(d[%d])", e->plan->acc == WGD_ACC_F32 ? "f" : "r", i);
        }
    }
}

/* What follows the predicate: negation of A and B, then which operand is MN-major; an A in registers
 * has no major (PTX ISA, wgmma.mma_async, "Syntax"). */
static void put_immediates(const emit *e)
{
    const wgd_plan *p = e->plan;
    if (p->inst->scale) {
        buf_str(e->out, ", 1, 1");
    }
    if (p->inst->trans && wgd_plan_described(p, 0)) {
        emit_put(e, ", %d", (int64_t)p->operand[0].tma.tile.transpose);
    }
    if (p->inst->trans) {
        emit_put(e, ", %d", (int64_t)p->operand[1].tma.tile.transpose);
    }
}

/* The operands behind the accumulators, as the asm statement numbers them. */
static void put_sources(const emit *e)
{
    int64_t n = emit_value(e, "INST_ACCUMULATORS");
    if (emit_a_registers(e)) {
        emit_put(e, "}, \"\n        \"{%%%d, %%%d, %%%d, %%%d}, ", n, n + 1, n + 2, n + 3);
        n += 4;
    } else {
        emit_put(e, "}, \"\n        \"%%%d, ", n++);
    }
    emit_put(e, "%%%d, ", n++);
    if (e->plan->query.sparse) {
        emit_put(e, "%%%d, %d, ", n, emit_value(e, "SPARSE_SELECTOR"));
    }
    emit_put(e, "p");
}

static void put_wgmma(const emit *e)
{
    const bool registers = emit_a_registers(e), sparse = e->plan->query.sparse;
    const int64_t n = emit_value(e, "INST_ACCUMULATORS") + (registers ? 5 : 2) + (sparse ? 1 : 0);
    const char *const more = sparse ? "metadata, " : "";
    emit_put(e,
             "/* d = a * b, plus d unless accumulate is 0. d[i]: %s i of this thread\n"
             " * (PTX ISA, \"Register Fragments\"): two neighbours along N, then 8 rows further, "
             "then 8\n"
             " * columns further. Between $p_wgmma_fence() and $p_wgmma_commit(). */\n"
             "static __device__ __forceinline__ void\n"
             "$p_wgmma(%s (&d)[$P_INST_ACCUMULATORS], ",
             half_accumulators(e) ? "register, of two results," : "result", register_type(e));
    emit_put(e, registers ? "const uint32_t (&a)[$P_A_REGISTERS]" : "uint64_t desc_a");
    emit_put(e,
             ", uint64_t desc_b, %sint accumulate)\n"
             "{\n"
             "#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n"
             "    asm volatile(\n"
             "        \"{\\n\"\n"
             "        \".reg .pred p;\\n\"\n"
             "        \"setp.ne.b32 p, %%%d, 0;\\n\"\n"
             "        \"",
             sparse ? "uint32_t metadata, " : "", n);
    plan_put_instruction(e->out, e->plan);
    buf_str(e->out, " \"\n");
    put_registers(e, "        \"{", ", \"\n        \"", true);
    put_sources(e);
    put_immediates(e);
    buf_str(e->out, ";\\n\"\n        \"}\\n\"\n");
    put_registers(e, "        : ", ",\n          ", false);
    emit_put(e, "\n        : ");
    emit_put(e, registers ? "\"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3]), \"l\"(desc_b), "
                          : "\"l\"(desc_a), \"l\"(desc_b), ");
    emit_put(e, sparse ? "\"r\"(metadata), " : "");
    emit_put(e,
             "\"r\"(accumulate));\n"
             "#else\n"
             "    (void)d, (void)%s, (void)desc_b, %s%s(void)accumulate; /* sm_90a only */\n"
             "#endif\n"
             "}\n\n",
             registers ? "a" : "desc_a", sparse ? "(void)" : "", more);
}

/* An instruction without operands as a function. */
static void put_bare(const emit *e, const char *name, const char *instruction, const char *what)
{
    emit_put(e,
             "/* %s */\n"
             "static __device__ __forceinline__ void $p_%s()\n"
             "{\n"
             "#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n"
             "    asm volatile(\"%s;\" ::: \"memory\");\n"
             "#endif\n"
             "}\n\n",
             what, name, instruction);
}

static void put_stage(const emit *e)
{
    const bool registers = emit_a_registers(e), sparse = e->plan->query.sparse;
    emit_put(
        e,
        "/* All products of one stage for one consumer warpgroup, as one group: issue, then wait "
        "with\n"
        " * $p_wgmma_wait(). accumulate: 0 for the first stage of a tile.%s%s */\n"
        "static __device__ __forceinline__ void\n"
        "$p_multiply(%s (&d)[$P_M_BLOCKS][$P_N_BLOCKS][$P_INST_ACCUMULATORS],",
        registers ? "\n * a: the fragments of A of the stage." : "",
        sparse ? "\n * metadata: a register of each block of A (wgdesc frag --operand e)." : "",
        register_type(e));
    emit_put(e, registers ? "\n            const uint32_t (&a)[$P_M_BLOCKS][$P_K_BLOCKS]"
                            "[$P_A_REGISTERS],"
                          : "");
    emit_put(e,
             sparse ? "\n            const uint32_t (&metadata)[$P_M_BLOCKS][$P_K_BLOCKS]," : "");
    emit_put(e,
             "%suint32_t start,%suint32_t stage, uint32_t warpgroup, int accumulate)\n"
             "{\n"
             "    $p_wgmma_fence();\n"
             "#pragma unroll\n"
             "    for (uint32_t k = 0; k < $P_K_BLOCKS; k++) {\n"
             "#pragma unroll\n"
             "        for (uint32_t m = 0; m < $P_M_BLOCKS; m++) {\n"
             "#pragma unroll\n"
             "            for (uint32_t n = 0; n < $P_N_BLOCKS; n++) {\n"
             "                $p_wgmma(d[m][n],\n",
             registers || sparse ? "\n            " : " ",
             registers || sparse ? " " : "\n            ");
    emit_put(e, registers ? "                    a[m][k],\n"
                          : "                    $p_a_desc(start, k, warpgroup * "
                            "$P_A_WARPGROUP_BLOCKS + m, stage),\n");
    emit_put(e,
             "                    $p_b_desc(start, k, warpgroup * $P_B_WARPGROUP_BLOCKS + n, "
             "stage),\n"
             "                    %saccumulate || k > 0);\n"
             "            }\n"
             "        }\n"
             "    }\n"
             "    $p_wgmma_commit();\n"
             "}\n\n",
             sparse ? "metadata[m][k], " : "");
}

static void put_load(const emit *e)
{
    const bool mn_major = emit_operand_value(e, "MN_MAJOR") != 0;
    const bool bits = emit_operand_value(e, "BITS") < 8;
    emit_put(
        e,
        "/* Starts the copies of the tile of $O at element (mn, k) of the tensor into a stage; "
        "one\n"
        " * thread. The barrier's address counts their bytes (expect $P_EXPECT_BYTES%s). What lies "
        "outside the tensor arrives as zeros. */\n"
        "static __device__ __forceinline__ void\n"
        "$p_$o_load(uint32_t start, uint32_t stage, const CUtensorMap *map, int mn, int k,\n"
        "           uint32_t barrier)\n"
        "{\n"
        "#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n"
        "#pragma unroll\n"
        "    for (uint32_t i = 0; i < $P_$O_BOXES; i++) {\n"
        "        const int x = %s + (int)$p_$o_box_x(i);\n"
        "        const int y = %s + (int)$p_$o_box_y(i);\n",
        emit_first(e) == 0 ? " for both\n * operands" : "",
        mn_major ? "mn"
        : bits   ? "k / 8"
                 : "k",
        mn_major ? "k" : "mn");
    emit_put(e,
             "        asm volatile(\n"
             "            "
             "\"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes \"\n"
             "            \"[%%0], [%%1, {%%2, %%3}], [%%4];\" ::\"r\"($p_$o_tile(start, stage) +\n"
             "                                                 $p_$o_box_offset(i)),\n"
             "            \"l\"(map), \"r\"(x), \"r\"(y), \"r\"(barrier)\n"
             "            : \"memory\");\n"
             "    }\n"
             "#else\n"
             "    (void)start, (void)stage, (void)map, (void)mn, (void)k, (void)barrier;\n"
             "#endif\n"
             "}\n\n");
}

/* The constants of an operand without its letter, for kernels that are templates. */
static void put_type(const emit *e)
{
    const char letter[] = {"AB"[e->operand], '_', '\0'};
    emit_put(e, "struct $p_$o_plan {\n");
    for (int i = 0; i < e->n; i++) {
        if (strncmp(e->constant[i].name, letter, 2) == 0) {
            emit_put(e, "    static constexpr int %s = $P_%s;\n", e->constant[i].name + 2,
                     e->constant[i].name);
        }
    }
    emit_put(e, wgd_plan_described(e->plan, e->operand)
                    ? "    static constexpr uint64_t DESC = $P_$O_DESC;\n};\n\n"
                    : "};\n\n");
}

static void put_wgmma_part(const emit *e)
{
    emit both = *e;
    put_wgmma(e);
    put_bare(e, "wgmma_fence", "wgmma.fence.sync.aligned",
             "Before the first wgmma, and after touching accumulators.");
    put_bare(e, "wgmma_commit", "wgmma.commit_group.sync.aligned",
             "Closes a group of wgmma instructions.");
    emit_put(
        e,
        "/* Waits until at most PENDING groups still run. */\n"
        "template <int PENDING> static __device__ __forceinline__ void $p_wgmma_wait()\n"
        "{\n"
        "#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n"
        "    asm volatile(\"wgmma.wait_group.sync.aligned %%0;\" ::\"n\"(PENDING) : \"memory\");\n"
        "#endif\n"
        "}\n\n");
    if (emit_a_registers(e)) {
        emit_fragment_cuda(e);
    }
    put_stage(e);
    for (both.operand = emit_first(e); both.operand < 2; both.operand++) {
        put_load(&both);
    }
}

void emit_cuda(const emit *e)
{
    emit both = *e;
    emit_put(e, "#if defined(__CUDACC__)\n\n"
                "/* The constants of an operand as a type, for templates. */\n");
    for (both.operand = emit_first(e); both.operand < 2; both.operand++) {
        put_type(&both);
    }
    if (emit_tcgen05(e)) {
        emit_umma_cuda(e);
    } else {
        put_wgmma_part(e);
    }
    emit_put(e, "#endif /* __CUDACC__ */\n\n");
}
