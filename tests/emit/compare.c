/* SPDX-License-Identifier: MIT
 *
 * Compares an emitted header (prefix gemm, named by HEADER) with the library's own plan for the
 * same question, number by number; prints what differs. Compiled by headers.t as C, C++ and CUDA with
 * the question in macros: Q_M, Q_N, Q_K, Q_A, Q_B (types), Q_AM, Q_BM (majors), Q_STAGES, Q_RESERVE
 * and, where given, Q_ACC, Q_WARPGROUPS, Q_BS (swizzle of B), Q_SPARSE, Q_A_PLACE (with Q_A_LOADED or
 * Q_A_COMPUTED); for tcgen05 Q_ARCH, Q_CTA_GROUP and,
 * where given, Q_KIND, Q_SCALE.
 */
#include <stdio.h>

#include HEADER
#include "wgdesc.h"

static int bad;

static void same(const char *what, long long got, long long want)
{
    if (got != want && bad++ < 5) {
        printf("%s: %lld in the header, %lld in the library\n", what, got, want);
    }
}

static void compare_descriptors(const wgd_plan *p, int o,
                                uint64_t (*desc)(uint32_t, uint32_t, uint32_t, uint32_t))
{
    const wgd_tile *t = &p->operand[o].tma.tile;
    const uint32_t start = (uint32_t)p->query.start;
    for (int s = 0; s < p->stages; s++) {
        for (int i = 0; i < t->blocks_mn; i++) {
            for (int j = 0; j < t->blocks_k; j++) {
                same("desc", (long long)desc(start, (uint32_t)j, (uint32_t)i, (uint32_t)s),
                     (long long)wgd_plan_desc(p, o, s, i, j));
            }
        }
    }
}

static void compare_operand(const wgd_plan *p, int o, uint32_t (*offset)(uint32_t, uint32_t),
                            uint32_t (*box_offset)(uint32_t), uint32_t (*box_x)(uint32_t),
                            uint32_t (*box_y)(uint32_t))
{
    const wgd_plan_operand *op = &p->operand[o];
    const wgd_tile *t = &op->tma.tile;
    for (uint32_t mn = 0; mn < t->query.mn; mn++) {
        for (uint32_t k = 0; k < t->query.k; k++) {
            same("offset", (long long)offset(mn, k) + t->query.start, wgd_tile_read_byte(t, mn, k));
        }
    }
    for (int i = 0; i < op->tma.boxes; i++) {
        const wgd_tma_box b = wgd_tma_box_at(&op->tma, i);
        same("box offset", box_offset((uint32_t)i), b.offset);
        same("box x", box_x((uint32_t)i), b.at[0]);
        same("box y", box_y((uint32_t)i), b.at[1]);
    }
}

/* What only one family has. */
#ifdef Q_ARCH
static void compare_factors(const wgd_plan *p, int o,
                            uint32_t (*factors)(uint32_t, uint32_t, uint32_t),
                            uint64_t (*desc)(uint32_t, uint32_t, uint32_t, uint32_t),
                            uint32_t (*target)(uint32_t, uint32_t, uint32_t),
                            uint32_t (*column)(uint32_t, uint32_t, uint32_t))
{
    const wgd_plan_factors *f = &p->umma.factors[o];
    const uint32_t start = (uint32_t)p->query.start;
    for (int mn = 0; mn < f->blocks; mn++) {
        const uint32_t u = (uint32_t)mn;
        same("factors", factors(start, 1, u),
             p->query.start + p->stage_bytes + f->offset + mn * f->stage.bytes);
        for (int i = 0; i < f->stage.copies; i++) {
            int want;
            same("factor desc", (long long)desc(start, 1, u, (uint32_t)i),
                 (long long)wgd_plan_factor_copy(p, o, 1, mn, i, &want));
            same("factor target", target(0x40, u, (uint32_t)i), want + 0x40);
        }
        for (int k = 0; k < p->k_blocks; k++) {
            same("factor column", column(0x20, u, (uint32_t)k),
                 wgd_plan_factor_column(p, o, mn, k) + 0x20);
        }
    }
}

static void compare_family(const wgd_plan *p)
{
    same("CTA_GROUP", GEMM_CTA_GROUP, p->cta_group);
    same("TMEM_COLUMNS", GEMM_TMEM_COLUMNS, p->umma.columns);
    same("ACC_STAGES", GEMM_ACC_STAGES, p->umma.acc_stages);
    same("ACC_EMPTY_ARRIVALS", GEMM_ACC_EMPTY_ARRIVALS, p->umma.acc_empty_arrivals);
    same("COMMIT_MASK", GEMM_COMMIT_MASK, p->umma.commit_mask);
    same("EMPTY_ARRIVALS", GEMM_EMPTY_ARRIVALS, 1);
    same("IDESC", GEMM_IDESC, wgd_plan_idesc(p, 0));
    same("acc full", gemm_acc_full(16, 1), p->umma.acc_full_offset + 8 + 16);
    same("acc empty", gemm_acc_empty(16, 1), p->umma.acc_empty_offset + 8 + 16);
    same("tmem slot", gemm_tmem_slot(16), p->umma.address_offset + 16);
    for (int k = 0; k < p->k_blocks; k++) {
        same("idesc", gemm_idesc((uint32_t)k), wgd_plan_idesc(p, k));
    }
    for (int i = 0; i < p->umma.acc_stages * p->m_blocks * p->n_blocks; i++) {
        const int n = i % p->n_blocks, m = i / p->n_blocks % p->m_blocks,
                  s = i / p->n_blocks / p->m_blocks;
        same("accumulator", gemm_accumulator(0x80, (uint32_t)s, (uint32_t)m, (uint32_t)n),
             wgd_plan_accumulator(p, s, m, n) + 0x80);
    }
#ifdef GEMM_VEC
    same("VEC", GEMM_VEC, p->umma.op.vec);
    same("box", GEMM_B_FACTOR_BOX_MN, p->umma.factors[1].params.box[2]);
    same("box", GEMM_A_FACTOR_BOX_K, p->umma.factors[0].params.box[3]);
    compare_factors(p, 0, gemm_a_factors, gemm_a_factor_desc, gemm_a_factor_target,
                    gemm_a_factor_column);
    compare_factors(p, 1, gemm_b_factors, gemm_b_factor_desc, gemm_b_factor_target,
                    gemm_b_factor_column);
#else
    (void)compare_factors;
    same("no scale factors", wgd_umma_kind_scaled(p->umma.op.kind), 0);
#endif
}
#else
#if defined(Q_A_LOADED) || defined(Q_A_COMPUTED)
/* Every value of every thread against the fragment of the library; of a sparse A, which counts the
 * zeros, the registers' first elements. */
static void compare_fragment(const wgd_plan *p)
{
    const int zeros = p->query.sparse ? 2 : 1;
    wgd_frag_op op;
    wgd_frag f;
    op.family = WGD_FRAG_WGMMA;
    op.m = 64;
    op.n = p->n_inst;
    op.k = p->k_inst;
    op.sparse = p->query.sparse;
    op.a_col = op.b_row = op.trans = false;
    op.x = 0;
    op.a = (int)p->inst->a;
    op.b = (int)p->inst->b;
    op.c = op.d = p->acc == WGD_ACC_F16   ? (int)WGD_FRAG_F16
                  : p->acc == WGD_ACC_S32 ? (int)WGD_FRAG_S32
                                          : (int)WGD_FRAG_F32;
    same("a fragment", wgd_frag_make(&op, WGD_FRAG_OPERAND_A, &f, NULL), WGD_OK);
    same("A_REGISTERS", GEMM_A_REGISTERS, f.regs);
    same("A_INST_K", GEMM_A_INST_K, p->k_inst / zeros);
    const int held = 32 / wgd_dtype_bits(p->inst->a) * zeros;
    for (int t = 0; t < f.threads; t++) {
        for (int v = 0; v < f.values; v++) {
            const int at = wgd_frag_at(&f, t, v);
            const uint32_t r = (uint32_t)wgd_frag_place(&f, t, v).reg;
            same("row", gemm_a_register_row((uint32_t)t, r), at % 64);
            same("k", (long long)gemm_a_register_k((uint32_t)t, r) * zeros, at / 64 / held * held);
        }
    }
}
#else
static void compare_fragment(const wgd_plan *p)
{
    same("no fragments", p->a_registers, 0);
}
#endif

#ifdef Q_A_LOADED
/* What ldmatrix.x4 brings (PTX ISA, "ldmatrix"): register i is from the matrix whose rows lanes 8 i to
 * 8 i + 7 address; of a row a lane has 4 bytes, with .trans the same 2 bytes of two rows. */
static void compare_loads(const wgd_plan *p)
{
    const wgd_tile *t = &p->operand[0].tma.tile;
    const int bits = wgd_dtype_bits(p->inst->a), step = p->k_inst / (p->query.sparse ? 2 : 1);
    const uint32_t m = (uint32_t)t->blocks_mn - 1, k = (uint32_t)p->k_blocks - 1;
    for (uint32_t i = 0; i < 512; i++) {
        const uint32_t lane = i / 4 % 32, warp = i / 128, r = i % 4;
        for (uint32_t half = 0; half < 2; half++) {
            const uint32_t from =
                warp * 32 + r * 8 + (t->transpose ? lane % 4 * 2 + half : lane / 4);
            const uint32_t byte = t->transpose ? lane / 4 * 2 : lane % 4 * 4 + half * 2;
            const uint32_t row = gemm_a_register_row(warp * 32 + lane, r);
            const uint32_t column = gemm_a_register_k(warp * 32 + lane, r);
            const int64_t at = (int64_t)k * step + column + (int64_t)half * 16 / bits;
            const int64_t rest = bits == 32 ? half * 2 : 0; /* the upper half of the element */
            same("load", (long long)gemm_a_fragment(from, k, m) + byte + t->query.start,
                 wgd_tile_read_byte(t, (int64_t)m * 64 + row, at) + rest);
        }
    }
}
#endif

static void compare_family(const wgd_plan *p)
{
    compare_fragment(p);
#ifdef Q_A_LOADED
    compare_loads(p);
#endif
#ifdef Q_SPARSE
    same("SPARSE", GEMM_SPARSE, 1);
#endif
    same("WARPGROUPS", GEMM_WARPGROUPS, p->warpgroups);
    same("ACCUMULATORS", GEMM_ACCUMULATORS, p->accumulators);
    same("B_WARPGROUP_BLOCKS", GEMM_B_WARPGROUP_BLOCKS, p->operand[1].warpgroup_blocks);
}
#endif

static void compare_constants(const wgd_plan *p)
{
    same("INST_M", GEMM_INST_M, p->m_inst);
    same("INST_N", GEMM_INST_N, p->n_inst);
    same("INST_K", GEMM_INST_K, p->k_inst);
    same("K_BLOCKS", GEMM_K_BLOCKS, p->k_blocks);
    same("M_BLOCKS", GEMM_M_BLOCKS, p->m_blocks);
    same("N_BLOCKS", GEMM_N_BLOCKS, p->n_blocks);
    same("THREADS", GEMM_THREADS, p->threads);
    same("STAGES", GEMM_STAGES, p->stages);
    same("STAGE_BYTES", GEMM_STAGE_BYTES, p->stage_bytes);
    same("EXPECT_BYTES", GEMM_EXPECT_BYTES, p->expect_bytes);
    same("SMEM_BYTES", GEMM_SMEM_BYTES, p->total_bytes);
    same("SMEM_ALIGNMENT", GEMM_SMEM_ALIGNMENT, p->alignment);
    same("RESERVE_OFFSET", GEMM_RESERVE_OFFSET, p->reserve_offset);
    same("full", gemm_full(0, 1), p->full_offset + 8);
    same("empty", gemm_empty(0, 1), p->empty_offset + 8);
    same("B_BOX_INNER", GEMM_B_BOX_INNER, p->operand[1].tma.params.box[0]);
    same("B_BOX_LINES", GEMM_B_BOX_LINES, p->operand[1].tma.params.box[1]);
    same("B_PANELS", GEMM_B_PANELS, p->operand[1].tma.grid[0]);
    same("B_SBO", GEMM_B_SBO, p->operand[1].tma.tile.desc.sbo);
    same("B_OFFSET", GEMM_B_OFFSET, p->operand[1].offset);
    same("B_BOX_BYTES", GEMM_B_BOX_BYTES, p->operand[1].tma.box_bytes);
}

/* What A has of these depends on where it lies. */
static void compare_a(const wgd_plan *p)
{
#ifdef Q_A_COMPUTED
    same("A's bytes", p->operand[0].bytes, 0);
#else
    same("A_BYTES", GEMM_A_BYTES, p->operand[0].bytes);
    same("A_BOX_INNER", GEMM_A_BOX_INNER, p->operand[0].tma.params.box[0]);
    same("A_BOX_LINES", GEMM_A_BOX_LINES, p->operand[0].tma.params.box[1]);
    same("A_MN_MAJOR", GEMM_A_MN_MAJOR, p->operand[0].tma.tile.transpose);
    compare_operand(p, 0, gemm_a_offset, gemm_a_box_offset, gemm_a_box_x, gemm_a_box_y);
#ifndef Q_A_LOADED
    same("A_LBO", GEMM_A_LBO, p->operand[0].tma.tile.desc.lbo);
    same("A_LAYOUT_TYPE", GEMM_A_LAYOUT_TYPE,
         wgd_desc_layout_type(p->operand[0].tma.tile.desc.swizzle, p->query.arch));
    compare_descriptors(p, 0, gemm_a_desc);
#endif
#endif
}

int main(void)
{
    wgd_plan_query q = wgd_plan_query_default();
    wgd_plan p;
    wgd_diag d;
    q.m = Q_M;
    q.n = Q_N;
    q.k = Q_K;
    q.operand[0].dtype = Q_A;
    q.operand[1].dtype = Q_B;
    q.operand[0].major = Q_AM;
    q.operand[1].major = Q_BM;
    q.stages = Q_STAGES;
    q.reserve_bytes = Q_RESERVE;
    q.start = 2048;
#ifdef Q_ARCH
    q.arch = Q_ARCH;
    q.cta_group = Q_CTA_GROUP;
#endif
#ifdef Q_KIND
    q.kind_given = true;
    q.kind = Q_KIND;
#endif
#ifdef Q_SCALE
    q.scale = Q_SCALE;
#endif
#ifdef Q_ACC
    q.acc_given = true;
    q.acc = Q_ACC;
#endif
#ifdef Q_WARPGROUPS
    q.warpgroups = Q_WARPGROUPS;
#endif
#ifdef Q_SPARSE
    q.sparse = true;
#endif
#ifdef Q_A_PLACE
    q.a = Q_A_PLACE;
#endif
#ifdef Q_BS
    q.operand[1].swizzle_given = true;
    q.operand[1].swizzle = Q_BS;
#endif
    if (wgd_plan_make(&q, &p, &d) != WGD_OK) {
        printf("%s: %s\n", d.field, d.what);
        return 2;
    }
    compare_constants(&p);
    compare_family(&p);
    compare_a(&p);
    compare_descriptors(&p, 1, gemm_b_desc);
    compare_operand(&p, 1, gemm_b_offset, gemm_b_box_offset, gemm_b_box_x, gemm_b_box_y);
    return bad != 0;
}
