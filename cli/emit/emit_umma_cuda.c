/* SPDX-License-Identifier: MIT
 *
 * The CUDA part of a header for tcgen05: the instruction as inline PTX, the loop over one stage,
 * commits, the allocation of tensor memory, copies of tiles and of scale factors.
 */
#include "emit.h"
#include "plan/plan_print.h"

/* Kind i8 is not on sm_103, all else on both. */
static void put_guard(const emit *e)
{
    emit_put(
        e,
        e->plan->umma.op.kind == WGD_UMMA_I8
            ? "#if defined(__CUDA_ARCH_FEAT_SM100_ALL)\n"
            : "#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL)\n");
    emit_put(e, "#define $P_HAS_TCGEN05 1 /* sm_100a and the like; elsewhere these functions do "
                "nothing */\n"
                "#else\n"
                "#define $P_HAS_TCGEN05 0\n"
                "#endif\n\n");
}

/* A function whose body is one instruction; parameters and operands as CUDA has them. */
static void put_bare(const emit *e, const char *what, const char *name, const char *parameters,
                     const char *instruction, const char *operands, const char *unused)
{
    emit_put(e, "/* ");
    emit_put(e, what);
    emit_put(e, " */\n");
    emit_put(e, "static __device__ __forceinline__ void $p_%s(%s)\n{\n#if $P_HAS_TCGEN05\n", name,
             parameters);
    emit_put(e, "    asm volatile(\"%s;\" ::", instruction);
    emit_put(e, operands);
    emit_put(e, operands[0] ? "\n                 : \"memory\");\n" : ": \"memory\");\n");
    emit_put(e, unused[0] ? "#else\n    %s;\n#endif\n}\n\n" : "#endif\n}\n\n%s", unused);
}

static void put_mma(const emit *e)
{
    const bool scaled = emit_scaled(e);
    emit_put(e, "/* C += A * B, or C = A * B where accumulate is 0; one thread%s.%s */\n",
             e->plan->cta_group == 2 ? " of the leading CTA" : "",
             scaled ? "\n * sfa and sfb: columns of the scale factors." : "");
    emit_put(e,
             "static __device__ __forceinline__ void\n"
             "$p_mma(uint32_t acc, uint64_t desc_a, uint64_t desc_b, uint32_t idesc, int "
             "accumulate%s)\n"
             "{\n"
             "#if $P_HAS_TCGEN05\n"
             "    asm volatile(\n"
             "        \"{\\n\"\n"
             "        \".reg .pred p;\\n\"\n"
             "        \"setp.ne.b32 p, %%4, 0;\\n\"\n"
             "        \"",
             scaled ? ",\n      uint32_t sfa, uint32_t sfb" : "");
    plan_put_instruction(e->out, e->plan);
    emit_put(e,
             " [%%0], %%1, %%2, %%3, %sp;\\n\"\n"
             "        \"}\\n\" ::\"r\"(acc),\n"
             "        \"l\"(desc_a), \"l\"(desc_b), \"r\"(idesc), \"r\"(accumulate)%s\n"
             "        : \"memory\");\n"
             "#else\n"
             "    (void)acc, (void)desc_a, (void)desc_b, (void)idesc, (void)accumulate;%s\n"
             "#endif\n"
             "}\n\n",
             scaled ? "[%5], [%6], " : "", scaled ? ", \"r\"(sfa), \"r\"(sfb)" : "",
             scaled ? "\n    (void)sfa, (void)sfb;" : "");
}

/* A barrier's arrival when all that this thread issued before is done. */
static void put_commit(const emit *e)
{
    emit_put(e, e->plan->cta_group == 2
                    ? "/* Arrives at a barrier of both CTAs when what this thread issued before is "
                      "done: at\n"
                      " * $p_empty() after a stage, at $p_acc_full() after a tile. */\n"
                    : "/* Arrives at a barrier when what this thread issued before is done: at "
                      "$p_empty() after\n"
                      " * a stage, at $p_acc_full() after a tile. */\n");
    emit_put(e, "static __device__ __forceinline__ void $p_commit(uint32_t barrier)\n"
                "{\n"
                "#if $P_HAS_TCGEN05\n");
    if (e->plan->cta_group == 2) {
        emit_put(e,
                 "    uint32_t rank;\n"
                 "    asm(\"mov.u32 %%0, %%%%cluster_ctarank;\" : \"=r\"(rank));\n"
                 "    asm volatile(\n"
                 "        \"tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster\"\n"
                 "        \".multicast::cluster.b64 [%%0], %%1;\" ::\"r\"(barrier),\n"
                 "        \"h\"((uint16_t)($P_COMMIT_MASK << (rank & ~1u)))\n"
                 "        : \"memory\");\n");
    } else {
        emit_put(e, "    asm volatile(\n"
                    "        "
                    "\"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 "
                    "[%%0];\" ::\n"
                    "            \"r\"(barrier)\n"
                    "        : \"memory\");\n");
    }
    emit_put(e, "#else\n"
                "    (void)barrier;\n"
                "#endif\n"
                "}\n\n");
}

static void put_allocation(const emit *e)
{
    const bool pair = e->plan->cta_group == 2;
    put_bare(
        e,
        pair ? "Allocates tensor memory: one whole warp of each CTA of the pair. The address is "
               "written\n * to $p_tmem_slot()."
             : "Allocates tensor memory: one whole warp. The address is written to "
               "$p_tmem_slot().",
        "tmem_alloc", "uint32_t slot",
        pair ? "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1"
             : "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1",
        "\n                 \"r\"(slot), \"r\"($P_TMEM_COLUMNS)", "(void)slot");
    put_bare(e, "After the allocation: this CTA asks for no more.", "tmem_relinquish", "",
             pair ? "tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned"
                  : "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned",
             "", "");
    put_bare(e, "Gives it back: the warp that allocated, when all reads are done.", "tmem_free",
             "uint32_t tmem",
             pair ? "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1"
                  : "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1",
             "\n                 \"r\"(tmem), \"r\"($P_TMEM_COLUMNS)", "(void)tmem");
    put_bare(e, "Around a barrier or __syncthreads() that orders tcgen05 of different threads.",
             "fence_before", "", "tcgen05.fence::before_thread_sync", "", "");
    put_bare(e, "The other side of it.", "fence_after", "", "tcgen05.fence::after_thread_sync", "",
             "");
}

static void put_factor_copies(const emit *e)
{
    emit_put(e,
             "/* Brings the scale factors of $O of a stage to tensor memory; the thread that "
             "multiplies. */\n"
             "static __device__ __forceinline__ void\n"
             "$p_$o_copy_factors(uint32_t tmem, uint32_t start, uint32_t stage)\n"
             "{\n"
             "#if $P_HAS_TCGEN05\n"
             "#pragma unroll\n"
             "    for (uint32_t mn = 0; mn < $P_%s_BLOCKS; mn++) {\n"
             "#pragma unroll\n"
             "        for (uint32_t i = 0; i < $P_$O_FACTOR_COPIES; i++) {\n"
             "            asm volatile(\n"
             "                \"tcgen05.cp.cta_group::%d.32x128b.warpx4 [%%0], %%1;\" ::\"r\"(\n"
             "                    $p_$o_factor_target(tmem, mn, i)),\n"
             "                \"l\"($p_$o_factor_desc(start, stage, mn, i))\n"
             "                : \"memory\");\n"
             "        }\n"
             "    }\n"
             "#else\n"
             "    (void)tmem, (void)start, (void)stage;\n"
             "#endif\n"
             "}\n\n",
             e->operand == 0 ? "M" : "N", (int64_t)e->plan->cta_group);
}

static void put_stage(const emit *e)
{
    const bool scaled = emit_scaled(e);
    emit_put(e,
             "/* All products of one stage; one thread%s, behind $p_fence_after().\n"
             " * Then $p_commit(). accumulate: 0 for the first stage of a tile.%s */\n",
             e->plan->cta_group == 2 ? " of the leading CTA" : "",
             scaled ? "\n * n_first: the first column of the tile in C." : "");
    emit_put(e,
             "static __device__ __forceinline__ void\n"
             "$p_multiply(uint32_t tmem, uint32_t acc_stage, uint32_t start, uint32_t stage,\n"
             "            int accumulate%s)\n"
             "{\n",
             scaled ? ", uint32_t n_first" : "");
    if (scaled) {
        emit_put(e, "    $p_a_copy_factors(tmem, start, stage);\n"
                    "    $p_b_copy_factors(tmem, start, stage);\n"
                    "    const uint32_t shift = $p_b_factor_shift(n_first);\n");
    }
    emit_put(e,
             "#pragma unroll\n"
             "    for (uint32_t k = 0; k < $P_K_BLOCKS; k++) {\n"
             "#pragma unroll\n"
             "        for (uint32_t m = 0; m < $P_M_BLOCKS; m++) {\n"
             "#pragma unroll\n"
             "            for (uint32_t n = 0; n < $P_N_BLOCKS; n++) {\n"
             "                $p_mma($p_accumulator(tmem, acc_stage, m, n), $p_a_desc(start, k, m, "
             "stage),\n"
             "                    $p_b_desc(start, k, n, stage), $p_idesc(k), accumulate || k > 0");
    emit_put(e, scaled ? ",\n                    $p_a_factor_column(tmem, m, k), "
                         "$p_b_factor_column(tmem, n, k) + shift);\n"
                       : ");\n");
    emit_put(e, "            }\n"
                "        }\n"
                "    }\n"
                "}\n\n");
}

/* The middle of a bulk copy's name: over a pair a barrier of the other CTA may be told. */
static const char *group(const emit *e)
{
    return e->plan->cta_group == 2 ? ".cta_group::2" : "";
}

/* With cta_group 2 the leading CTA's barrier counts both CTAs' bytes: bit 24 of a shared::cluster
 * address tells the CTAs of a pair apart, as CUTLASS has it. */
static const char *barrier(const emit *e)
{
    return e->plan->cta_group == 2 ? "barrier & 0xfeffffffu" : "barrier";
}

static void put_load_comment(const emit *e, const char *what, const char *of_pair)
{
    emit_put(e, "/* Starts the copies of ");
    emit_put(e, what);
    emit_put(
        e,
        e->plan->cta_group == 2
            ? " of the tensor\n"
              " * into a stage; one thread of each CTA. The barrier, $p_full(), is the leading "
              "CTA's: it\n"
              " * counts the bytes of both, $P_EXPECT_BYTES for all. CTA r of the pair begins at\n"
              " * %s. What lies outside the tensor arrives as zeros. */\n"
            : " of the tensor\n"
              " * into a stage; one thread. The barrier, $p_full(), counts their bytes:\n"
              " * $P_EXPECT_BYTES for all. What lies outside the tensor arrives as zeros.%s */\n",
        e->plan->cta_group == 2 ? of_pair : "");
}

static void put_load(const emit *e)
{
    const bool mn_major = emit_operand_value(e, "MN_MAJOR") != 0;
    put_load_comment(e, "the tile of $O at element (mn, k)",
                     e->operand == 0 ? "the tile's M + r * TILE_M / 2"
                                     : "the tile's N + r * TILE_N / 2");
    emit_put(e,
             "static __device__ __forceinline__ void\n"
             "$p_$o_load(uint32_t start, uint32_t stage, const CUtensorMap *map, int mn, int k,\n"
             "           uint32_t barrier)\n"
             "{\n"
             "#if $P_HAS_TCGEN05\n"
             "#pragma unroll\n"
             "    for (uint32_t i = 0; i < $P_$O_BOXES; i++) {\n"
             "        const int x = %s + (int)$p_$o_box_x(i);\n"
             "        const int y = %s + (int)$p_$o_box_y(i);\n",
             mn_major                             ? "mn"
             : emit_operand_value(e, "BITS") == 4 ? "k / 2"
                                                  : "k",
             mn_major ? "k" : "mn");
    emit_put(
        e,
        "        asm volatile(\n"
        "            \"cp.async.bulk.tensor.2d%s.shared::cluster.global\"\n"
        "            \".mbarrier::complete_tx::bytes [%%0], [%%1, {%%2, %%3}], [%%4];\" ::\"r\"(\n"
        "                $p_$o_tile(start, stage) + $p_$o_box_offset(i)),\n"
        "            \"l\"(map), \"r\"(x), \"r\"(y), \"r\"(%s)\n"
        "            : \"memory\");\n"
        "    }\n"
        "#else\n"
        "    (void)start, (void)stage, (void)map, (void)mn, (void)k, (void)barrier;\n"
        "#endif\n"
        "}\n\n",
        group(e), barrier(e));
}

static void put_factor_load(const emit *e)
{
    put_load_comment(e, "the scale factors of $O from element (mn, k)",
                     e->operand == 0 ? "the tile's M + r * TILE_M / 2"
                                     : "the tile's N, as the other does");
    emit_put(
        e,
        "static __device__ __forceinline__ void\n"
        "$p_$o_load_factors(uint32_t start, uint32_t stage, const CUtensorMap *map, int mn, int "
        "k,\n"
        "                   uint32_t barrier)\n"
        "{\n"
        "#if $P_HAS_TCGEN05\n"
        "#pragma unroll\n"
        "    for (int i = 0; i < $P_%s_BLOCKS; i++) {\n"
        "        asm volatile(\n"
        "            \"cp.async.bulk.tensor.4d%s.shared::cluster.global\"\n"
        "            \".mbarrier::complete_tx::bytes [%%0], [%%1, {%%2, %%2, %%3, %%4}], [%%5];\" "
        "::\"r\"(\n"
        "                $p_$o_factors(start, stage, (uint32_t)i)),\n"
        "            \"l\"(map), \"r\"(0), \"r\"(mn / 128 + i * $P_$O_FACTOR_BOX_MN),\n"
        "            \"r\"(k / (4 * $P_VEC)), \"r\"(%s)\n"
        "            : \"memory\");\n"
        "    }\n"
        "#else\n"
        "    (void)start, (void)stage, (void)map, (void)mn, (void)k, (void)barrier;\n"
        "#endif\n"
        "}\n\n",
        e->operand == 0 ? "M" : "N", group(e), barrier(e));
}

void emit_umma_cuda(const emit *e)
{
    emit both = *e;
    put_guard(e);
    put_mma(e);
    put_commit(e);
    put_allocation(e);
    for (both.operand = 0; both.operand < 2 && emit_scaled(e); both.operand++) {
        put_factor_copies(&both);
    }
    put_stage(e);
    for (both.operand = 0; both.operand < 2; both.operand++) {
        put_load(&both);
        if (emit_scaled(e)) {
            put_factor_load(&both);
        }
    }
}
