/* SPDX-License-Identifier: MIT
 *
 * A in registers: where each of a fragment's registers comes from, and its loads from A's tile. A
 * fragment is 64 rows by 32 bytes of K, for every type and for a sparse A as it is stored (PTX ISA,
 * "Register Fragments and Shared Memory Matrix Layouts" of wgmma; wgdesc frag).
 */
#include "emit.h"

static bool mn_major(const emit *e)
{
    return e->plan->query.operand[0].major == WGD_MAJOR_MN;
}

/* The 16-byte row whose address a thread gives ldmatrix.x4: of a K-major tile 8 rows of M in each
 * matrix, of an MN-major one, which only 16-bit types have, 8 rows of K. */
static void put_address(const emit *e)
{
    emit_put(e,
             "/* The fragment of block (mn, k) of A: bytes from the tile's start to the 16 bytes "
             "whose\n"
             " * address thread t of a warpgroup (0 to 127) gives ldmatrix. */\n"
             "$P_FN uint32_t $p_a_fragment(uint32_t t, uint32_t k, uint32_t mn)\n"
             "{\n");
    emit_put(e, mn_major(e) ? "    const uint32_t row = t / 32 * 16 + t %% 16 / 8 * 8;\n"
                              "    const uint32_t column = t %% 8 + t %% 32 / 16 * 8;\n"
                            : "    const uint32_t row = t / 32 * 16 + t %% 16;\n"
                              "    const uint32_t column = t %% 32 / 16 * $P_A_INST_K / 2;\n");
    emit_put(e, "    return $p_a_offset(mn * $P_INST_M + row, k * $P_A_INST_K + column);\n"
                "}\n\n");
}

void emit_fragment_c(const emit *e)
{
    emit_put(e,
             "/* Register i (0 to 3) of thread t (0 to 127) of a fragment of A%s: its row, and\n"
             " * the first of the %d elements along K that it holds, lowest bits first. */\n"
             "$P_FN uint32_t $p_a_register_row(uint32_t t, uint32_t i)\n"
             "{\n"
             "    return t / 32 * 16 + t %% 32 / 4 + i %% 2 * 8;\n"
             "}\n"
             "$P_FN uint32_t $p_a_register_k(uint32_t t, uint32_t i)\n"
             "{\n"
             "    return (t %% 4 * 4 + i / 2 * 16) * $P_A_INST_K / 32;\n"
             "}\n\n",
             e->plan->query.sparse ? " as it is stored" : "", emit_value(e, "A_INST_K") / 8);
    if (wgd_plan_tiled(e->plan, 0)) {
        put_address(e);
    }
}

void emit_fragment_cuda(const emit *e)
{
    if (!wgd_plan_tiled(e->plan, 0)) {
        return;
    }
    emit_put(
        e,
        "/* All fragments of A of a stage for one consumer warpgroup. No wgmma that reads a may "
        "still\n"
        " * run. */\n"
        "static __device__ __forceinline__ void\n"
        "$p_a_registers(uint32_t (&a)[$P_M_BLOCKS][$P_K_BLOCKS][$P_A_REGISTERS], uint32_t "
        "start,\n"
        "               uint32_t stage, uint32_t warpgroup)\n"
        "{\n"
        "#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n"
        "    const uint32_t tile = $p_a_tile(start, stage);\n"
        "#pragma unroll\n"
        "    for (uint32_t k = 0; k < $P_K_BLOCKS; k++) {\n"
        "#pragma unroll\n"
        "        for (uint32_t m = 0; m < $P_M_BLOCKS; m++) {\n"
        "            const uint32_t at = tile + $p_a_fragment(threadIdx.x %% 128, k,\n"
        "                                    warpgroup * $P_A_WARPGROUP_BLOCKS + m);\n"
        "            asm volatile(\n"
        "                \"ldmatrix.sync.aligned.m8n8.x4%s.shared.b16 {%%0, %%1, %%2, %%3}, "
        "[%%4];\"\n"
        "                : \"=r\"(a[m][k][0]), \"=r\"(a[m][k][1]), \"=r\"(a[m][k][2]),\n"
        "                  \"=r\"(a[m][k][3])\n"
        "                : \"r\"(at)\n"
        "                : \"memory\");\n"
        "        }\n"
        "    }\n"
        "#else\n"
        "    (void)a, (void)start, (void)stage, (void)warpgroup; /* sm_90a only */\n"
        "#endif\n"
        "}\n\n",
        mn_major(e) ? ".trans" : "");
}

/* The function of put_address for one thread in PTX; it inlines nothing: ptxas does. */
static void put_address_ptx(const emit *e)
{
    const int64_t k = emit_value(e, "A_INST_K");
    emit_put(e,
             "// The fragment of block (mn, k) of A: bytes from the tile's start to the 16 bytes "
             "whose\n"
             "// address thread t of a warpgroup gives ldmatrix.\n"
             ".visible .func (.reg .b32 at) $p_a_fragment(.reg .b32 t, .reg .b32 k, .reg .b32 "
             "mn)\n"
             "{\n"
             "    .reg .b32 row, column, u;\n"
             "    shr.u32 row, t, 5;\n"
             "    mul.lo.u32 row, row, 16;\n");
    emit_put(e, mn_major(e) ? "    and.b32 u, t, 8;\n"
                              "    add.u32 row, row, u;\n"
                              "    and.b32 column, t, 7;\n"
                              "    shr.u32 u, t, 4;\n"
                              "    and.b32 u, u, 1;\n"
                              "    mad.lo.u32 column, u, 8, column;\n"
                            : "    and.b32 u, t, 15;\n"
                              "    add.u32 row, row, u;\n"
                              "    shr.u32 u, t, 4;\n"
                              "    and.b32 u, u, 1;\n");
    if (!mn_major(e)) {
        emit_put(e, "    mul.lo.u32 column, u, %d;\n", k / 2);
    }
    emit_put(e,
             "    mad.lo.u32 row, mn, %d, row;\n"
             "    mad.lo.u32 column, k, %d, column;\n"
             "    call.uni (at), $p_a_offset, (row, column);\n"
             "    ret;\n"
             "}\n\n",
             emit_value(e, "INST_M"), k);
}

/* Of stage 0 and the first consumer. */
void emit_fragment_ptx_load(const emit *e, int m, int k)
{
    const int64_t at = 4 * ((int64_t)m * e->plan->k_blocks + k);
    emit_put(e,
             "    mov.u32 %%u, %%tid.x;\n"
             "    and.b32 %%u, %%u, 127;\n"
             "    call.uni (%%t), $p_a_fragment, (%%u, %d, %d);\n"
             "    add.u32 %%t, %%t, %%start;\n"
             "    ldmatrix.sync.aligned.m8n8.x4%s.shared.b16 {%%f%d, %%f%d, %%f%d, %%f%d}, "
             "[%%t+%d];\n",
             (int64_t)k, (int64_t)m, mn_major(e) ? ".trans" : "", at, at + 1, at + 2, at + 3,
             e->plan->operand[0].offset);
}

void emit_fragment_ptx(const emit *e)
{
    if (emit_a_registers(e) && wgd_plan_tiled(e->plan, 0)) {
        put_address_ptx(e);
    }
}
