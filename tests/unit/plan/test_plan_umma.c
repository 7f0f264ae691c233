/* SPDX-License-Identifier: MIT
 *
 * Plans for tcgen05: the numbers of well-known tiles, laws that every plan obeys, and the way of
 * every scale factor from global memory to what the instruction reads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_made.h"
#include "wgdesc.h"

static wgd_diag diag;

static wgd_plan_query tile(wgd_dtype t, int cta_group, int64_t m, int64_t n, int64_t k)
{
    wgd_plan_query q = wgd_plan_query_default();
    q.arch = WGD_SM100;
    q.operand[0].dtype = q.operand[1].dtype = t;
    q.cta_group = cta_group;
    q.m = m;
    q.n = n;
    q.k = k;
    return q;
}

/* One CTA, 128 x 256 x 64 of bf16: the shape of a 128 x 256 accumulator twice fills tensor memory. */
static void one_cta(void **state)
{
    (void)state;
    const wgd_plan_query q = tile(WGD_BF16, 1, 128, 256, 64);
    const wgd_plan p = made(&q);
    assert_int_equal(p.umma.op.kind, WGD_UMMA_F16);
    assert_int_equal(p.m_inst, 128);
    assert_int_equal(p.n_inst, 256);
    assert_int_equal(p.k_inst, 16);
    assert_int_equal(p.k_blocks, 4);
    assert_int_equal(p.m_blocks * p.n_blocks, 1);
    /* PTX ISA, table 42: D f32 1 at 4, A and B bf16 1 at 7 and 10, N >> 3 at 17, M >> 4 at 24. */
    assert_int_equal(wgd_plan_idesc(&p, 0), 1 << 4 | 1 << 7 | 1 << 10 | 32 << 17 | 8 << 24);
    assert_int_equal(p.umma.acc_stages, 2);
    assert_int_equal(p.umma.columns, 512);
    assert_int_equal(wgd_plan_accumulator(&p, 1, 0, 0), 256);
    assert_int_equal(p.stage_bytes, 48 * 1024);
    assert_int_equal(p.expect_bytes, 48 * 1024);
    assert_int_equal(p.stages, 4);
    assert_int_equal(p.umma.commit_mask, 0);
    assert_int_equal(p.umma.acc_empty_arrivals, 4);
    /* Version 1 at 46, 128B 2 at 61, SBO 64, LBO 1 (not read). */
    assert_true(wgd_plan_desc(&p, 0, 0, 0, 0) ==
                (UINT64_C(2) << 61 | UINT64_C(1) << 46 | UINT64_C(64) << 32 | 1 << 16));
    assert_true(wgd_plan_desc(&p, 1, 1, 0, 3) ==
                (UINT64_C(2) << 61 | UINT64_C(1) << 46 | UINT64_C(64) << 32 | 1 << 16) +
                    (48 * 1024 + 16 * 1024 + 3 * 32) / 16);
}

/* A pair: 256 x 256 x 64 has 128 rows of A and 128 of B in each CTA, and the leading CTA's barrier
 * counts the bytes of both. */
static void a_pair(void **state)
{
    (void)state;
    const wgd_plan_query q = tile(WGD_F16, 2, 256, 256, 64);
    const wgd_plan p = made(&q);
    assert_int_equal(p.m_inst, 256);
    assert_int_equal(p.n_inst, 256);
    assert_int_equal(p.operand[0].tma.tile.query.mn, 128);
    assert_int_equal(p.operand[1].tma.tile.query.mn, 128);
    assert_int_equal(p.operand[0].tma.tile.block_mn, 128);
    assert_int_equal(p.operand[1].tma.tile.block_mn, 128);
    assert_int_equal(wgd_plan_idesc(&p, 3), 1 << 4 | 32 << 17 | 16 << 24);
    assert_int_equal(p.stage_bytes, 32 * 1024);
    assert_int_equal(p.expect_bytes, 64 * 1024);
    assert_int_equal(p.stages, 7);
    assert_int_equal(p.umma.commit_mask, 3);
    assert_int_equal(p.umma.acc_empty_arrivals, 8);
    assert_int_equal(p.umma.acc_column[1], 256);
    /* The whole product is what the maps are of. */
    assert_int_equal(p.operand[0].tma.params.dim[1], 256);
    assert_int_equal(p.operand[1].tma.params.dim[1], 256);
    assert_int_equal(p.operand[1].tma.params.box[1], 128);
}

/* ---- laws ----------------------------------------------------------------------------------- */

/* Every accumulator of a CTA's part of the tile has a cell of its own. */
static void check_accumulators(const wgd_plan *p)
{
    static uint8_t used[WGD_TMEM_LANES][WGD_TMEM_COLUMNS];
    const wgd_tmem *t = &p->umma.acc;
    memset(used, 0, sizeof used);
    assert_int_equal(t->rows, p->m_inst / p->cta_group);
    assert_int_equal(t->cols, p->n_inst);
    for (int s = 0; s < p->umma.acc_stages; s++) {
        for (int i = 0; i < p->m_blocks * p->n_blocks; i++) {
            const uint32_t at = wgd_plan_accumulator(p, s, i / p->n_blocks, i % p->n_blocks);
            for (int e = 0; e < t->rows * t->cols; e++) {
                const wgd_tmem_place in = wgd_tmem_find(t, e / t->cols, e % t->cols, 0);
                const uint32_t cell = at + ((uint32_t)in.lane << 16 | (uint32_t)in.column);
                assert_in_range(cell >> 16, 0, WGD_TMEM_LANES - 1);
                assert_in_range(cell & 0xffff, 0, (uintmax_t)p->umma.columns - 1);
                assert_int_equal(used[cell >> 16][cell & 0xffff]++, 0);
            }
        }
    }
    for (int o = 0; o < 2 && wgd_umma_kind_scaled(p->umma.op.kind); o++) {
        const wgd_plan_factors *f = &p->umma.factors[o];
        for (int c = 0; c < f->blocks * f->stage.tmem.columns * WGD_TMEM_LANES; c++) {
            assert_int_equal(used[c % WGD_TMEM_LANES][f->column + c / WGD_TMEM_LANES]++, 0);
        }
    }
}

static void check_memory(const wgd_plan *p)
{
    const wgd_plan_query *q = &p->query;
    const wgd_plan_umma *u = &p->umma;
    const bool scaled = wgd_umma_kind_scaled(u->op.kind);
    int64_t end = p->operand[1].offset + p->operand[1].bytes, bytes = p->operand[0].bytes;
    assert_true(p->operand[1].offset >= bytes);
    bytes += p->operand[1].bytes;
    for (int o = 0; o < 2 && scaled; o++) {
        assert_true(u->factors[o].offset >= end);
        assert_int_equal(u->factors[o].offset % 128, 0);
        end = u->factors[o].offset + u->factors[o].bytes;
        bytes += u->factors[o].bytes;
    }
    assert_true(p->stage_bytes >= end);
    assert_int_equal(p->expect_bytes, bytes * p->cta_group);
    assert_true(p->full_offset >= p->stages * p->stage_bytes + q->reserve_bytes);
    assert_int_equal(p->empty_offset, p->full_offset + 8 * p->stages);
    assert_int_equal(u->acc_full_offset, p->empty_offset + 8 * p->stages);
    assert_int_equal(u->acc_empty_offset, u->acc_full_offset + 8 * u->acc_stages);
    assert_int_equal(u->address_offset, u->acc_empty_offset + 8 * u->acc_stages);
    assert_int_equal(p->total_bytes, u->address_offset + 8);
    assert_true(p->total_bytes <= q->smem_bytes);
    assert_true(p->total_bytes + (p->stages_max - p->stages + 1) * (p->stage_bytes + 16) >
                q->smem_bytes);
}

/* What a copy writes is what each descriptor reads, in a stage. */
static void check_operands(const wgd_plan *p)
{
    for (int o = 0; o < 2; o++) {
        const wgd_plan_operand *op = &p->operand[o];
        const wgd_tile *t = &op->tma.tile;
        const int stage = o % p->stages;
        assert_int_equal(t->query.mn * p->cta_group, o == 0 ? p->query.m : p->query.n);
        assert_int_equal(t->block_mn * p->cta_group, o == 0 ? p->m_inst : p->n_inst);
        for (int e = 0; e < 97; e++) { /* elements all over the tile */
            const int64_t mn = e * 37 % t->query.mn, k = e * 53 % t->query.k;
            const uint64_t word =
                wgd_plan_desc(p, o, stage, (int)(mn / t->block_mn), (int)(k / t->block_k));
            assert_int_equal(wgd_desc_faults(word, p->query.arch), 0);
            const uint32_t read =
                wgd_fetch_byte(wgd_desc_unpack(word, p->query.arch), wgd_tile_read(t),
                               (uint32_t)(mn % t->block_mn), (uint32_t)(k % t->block_k));
            assert_int_equal(read, wgd_tma_write_byte(&op->tma, mn, k) + stage * p->stage_bytes);
        }
    }
}

static void check_instruction(const wgd_plan *p)
{
    assert_int_equal(p->m_blocks * p->m_inst, p->query.m);
    assert_int_equal(p->n_blocks * p->n_inst, p->query.n);
    assert_int_equal(p->k_blocks * p->k_inst, p->query.k);
    assert_null(p->inst);
    for (int k = 0; k < p->k_blocks; k++) {
        wgd_umma_op op = wgd_umma_op_of(p->umma.op.kind);
        op.cta_group = p->cta_group;
        op.arch = p->query.arch;
        assert_int_equal(wgd_idesc_decode(op.kind, wgd_plan_idesc(p, k), &op, &diag), 0);
        assert_int_equal(op.m, p->m_inst);
        assert_int_equal(op.n, p->n_inst);
        assert_int_equal(op.a_major, p->query.operand[0].major);
        assert_int_equal(op.b_major, p->query.operand[1].major);
    }
}

static void laws_of_every_plan(void **state)
{
    (void)state;
    static const int ms[] = {64, 128, 192, 256, 512}, ns[] = {8, 48, 64, 128, 192, 256, 320, 512};
    long made_plans = 0, refused_plans = 0;
    for (int i = 0; i < WGD_DTYPE_COUNT * 2 * 4 * 5 * 8 * 2; i++) {
        const int deep = i % 2, n = i / 2 % 8, m = i / 16 % 5, majors = i / 80 % 4;
        const int cta_group = i / 320 % 2 + 1;
        const wgd_dtype d = (wgd_dtype)(i / 640);
        wgd_plan_query q =
            tile(d, cta_group, ms[m], ns[n], (deep ? 1024 : 512) / wgd_dtype_bits(d));
        q.arch = i / 8 % 2 ? WGD_SM103 : WGD_SM100;
        q.operand[0].major = (wgd_major)(majors % 2);
        q.operand[1].major = (wgd_major)(majors / 2);
        q.reserve_bytes = 100 * deep;
        q.start = 1024 * m;
        wgd_plan p;
        const wgd_status s = wgd_plan_make(&q, &p, &diag);
        if (s != WGD_OK) {
            assert_true(diag.field[0] && diag.what[0] && diag.want[0]);
            assert_true(s != WGD_ERR_INTERNAL);
            refused_plans++;
            continue;
        }
        check_instruction(&p);
        check_operands(&p);
        check_memory(&p);
        check_accumulators(&p);
        made_plans++;
    }
    assert_true(made_plans > 1000);
    assert_true(refused_plans > 1000);
}

/* ---- scale factors -------------------------------------------------------------------------- */

/* Tensor memory after the copies of all factors of one operand, as PTX describes 32x128b.warpx4: 32
 * rows of 16 bytes go to 32 lanes and 4 columns, and to each warp's lanes again. Shared memory is
 * what the copy engine wrote: blocks of 512 bytes, those along M or N first. */
static void copy_factors(const wgd_plan *p, int o, uint8_t *smem, uint8_t (*tmem)[2048])
{
    const wgd_plan_factors *f = &p->umma.factors[o];
    for (int mn = 0; mn < f->blocks; mn++) {
        for (int i = 0; i < f->stage.copies; i++) {
            int column;
            const uint64_t word = wgd_plan_factor_copy(p, o, p->stages - 1, mn, i, &column);
            const wgd_desc d = wgd_tcgen05_decode(word);
            assert_int_equal(wgd_desc_faults(word, WGD_SM100), 0);
            assert_int_equal(d.swizzle, WGD_SWZ_NONE);
            for (int lane = 0; lane < 128; lane++) {
                memcpy(&tmem[lane][4 * column], smem + d.start * 16 + lane % 32 * 16, 16);
            }
        }
    }
}

/* A number for the factor of a row and a vector of K; of few, so that a byte holds it. */
static uint8_t factor(int64_t row, int64_t vector)
{
    return (uint8_t)(row * 7 + vector * 31 + 1);
}

static void check_factors(const wgd_plan *p, int o)
{
    static uint8_t smem[WGD_SMEM_WINDOW], tmem[128][2048], global[1 << 16];
    const wgd_plan_factors *f = &p->umma.factors[o];
    const int vec = p->umma.op.vec, per_row = p->k_inst / vec;
    const int64_t rows = o == 0 ? p->query.m / p->cta_group : p->query.n;
    const int64_t problem[4] = {o == 0 ? rows : 1, o == 0 ? 1 : rows, p->query.k, 1};
    wgd_sf all;
    assert_int_equal(wgd_sf_make(o == 0 ? WGD_SF_A : WGD_SF_B, vec, problem, false, &all, NULL),
                     WGD_OK);
    assert_true((size_t)all.bytes <= sizeof global);
    for (int64_t r = 0; r < rows; r++) {
        for (int64_t k = 0; k < p->query.k; k += vec) {
            global[wgd_sf_at(&all, r, k, 0)] = factor(r, k / vec);
        }
    }
    /* The copy engine: dimension 0 of the box fastest. */
    const int64_t rank4[3] = {f->params.box[2], f->params.box[3], all.blocks[1] * WGD_SF_BLOCK};
    assert_int_equal(f->params.box[0] * f->params.box[1], WGD_SF_BLOCK);
    for (int64_t mn = 0; mn < f->blocks; mn++) {
        uint8_t *to = smem + p->query.start + (p->stages - 1) * p->stage_bytes + f->offset +
                      mn * f->stage.bytes;
        for (int64_t b = 0; b < rank4[0] * rank4[1]; b++, to += WGD_SF_BLOCK) {
            const int64_t block =
                (mn * rank4[0] + b % rank4[0]) * rank4[2] + b / rank4[0] * WGD_SF_BLOCK;
            memcpy(to, global + block, WGD_SF_BLOCK);
        }
    }
    copy_factors(p, o, smem, tmem);
    /* PTX ISA, "Scale Factor A/B Layout": row r of an instruction is lane r % 32, column r / 32, and
     * its factors begin at the byte that the id names. */
    const int64_t inst = o == 0 ? p->m_inst / p->cta_group : p->n_inst;
    for (int64_t r = 0; r < rows; r++) {
        for (int k = 0; k < p->k_blocks; k++) {
            const wgd_idesc_field id = o == 0 ? WGD_IDESC_SFA_ID : WGD_IDESC_SFB_ID;
            const int column =
                wgd_plan_factor_column(p, o, (int)(r / inst), k) + (int)(r % inst / 32);
            const unsigned byte = wgd_idesc_get(p->umma.op.kind, wgd_plan_idesc(p, k), id);
            for (int v = 0; v < per_row; v++) {
                for (int warp = 0; warp < 4; warp++) {
                    assert_int_equal(tmem[32 * warp + r % 32][4 * column + (int)byte + v],
                                     factor(r, k * per_row + v));
                }
            }
        }
    }
}

static void every_scale_factor(void **state)
{
    (void)state;
    static const struct {
        wgd_dtype t;
        wgd_umma_kind kind;
        int vec, k;
    } kinds[] = {{WGD_E4M3, WGD_UMMA_MXF8F6F4, 0, 128},
                 {WGD_E5M2, WGD_UMMA_MXF8F6F4, 32, 256},
                 {WGD_E2M3_UNPACKED8, WGD_UMMA_MXF8F6F4, 0, 128},
                 {WGD_E2M1_PACKED4, WGD_UMMA_MXF4, 0, 256},
                 {WGD_E2M1_PACKED4, WGD_UMMA_MXF4NVF4, 16, 128},
                 {WGD_E2M1_PACKED4, WGD_UMMA_MXF4NVF4, 32, 256}};
    static const int ns[] = {64, 128, 192, 256, 384};
    int made_plans = 0;
    for (int i = 0; i < 6 * 5 * 3; i++) {
        const int n = i % 5, form = i / 5 % 3, kind = i / 15; /* forms: one CTA, two M, a pair */
        wgd_plan_query q =
            tile(kinds[kind].t, form == 2 ? 2 : 1, form ? 256 : 128, ns[n], kinds[kind].k);
        q.kind_given = true;
        q.kind = kinds[kind].kind;
        q.vec = kinds[kind].vec;
        q.scale = q.vec == 32 ? WGD_FRAG_UE8M0 : WGD_FRAG_TYPE_NONE;
        q.start = 2048;
        wgd_plan p;
        if (wgd_plan_make(&q, &p, &diag) != WGD_OK) {
            /* Over a pair, factors of one instruction along N; two M of 256 columns fill all. */
            assert_true(form == 2 ? ns[n] == 384 : form == 1 && ns[n] >= 256);
            continue;
        }
        check_factors(&p, 0);
        check_factors(&p, 1);
        made_plans++;
    }
    assert_int_equal(made_plans, 6 * (5 + 3 + 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_cta),
        cmocka_unit_test(a_pair),
        cmocka_unit_test(laws_of_every_plan),
        cmocka_unit_test(every_scale_factor),
    };
    return cmocka_run_group_tests_name("plan for tcgen05", tests, NULL, NULL);
}
