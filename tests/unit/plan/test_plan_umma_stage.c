/* SPDX-License-Identifier: MIT
 *
 * A plan for tcgen05, worked out again: M and N from PTX's table of shapes, tensor memory, a stage with its scale
 * factors, the barriers behind. tests/unit/plan/test_plan_umma.c follows every factor to where it is read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/again_operand.h"
#include "plan/plan_refused.h"
#include "wgdesc.h"

static wgd_plan made(const wgd_plan_query *q)
{
    wgd_plan p;
    wgd_diag d;
    memset(&p, 0x5a, sizeof p);
    if (wgd_plan_make(q, &p, &d) != WGD_OK) {
        fail_msg("%s: %s, got %s, want %s", d.field, d.what, d.got, d.want);
    }
    return p;
}

static wgd_plan_query tile(wgd_dtype t, int cta_group, int64_t m, int64_t n, int64_t k)
{
    wgd_plan_query q = plan_query(WGD_SM100, t, m, n, k);
    q.cta_group = cta_group;
    return q;
}

/* ---- the instruction ------------------------------------------------------------------------ */

/* PTX ISA, tables of shapes and kinds; CUTLASS's assertion about f8f6f4 with B MN-major. */
static bool legal_n(const wgd_plan *p, int n)
{
    const bool pair = p->cta_group == 2;
    const bool half = p->umma.op.kind == WGD_UMMA_I8 ||
                      (p->umma.op.kind == WGD_UMMA_F8F6F4 && p->query.operand[1].major != 0);
    const int step = (half ? 16 : 8) * (pair ? 2 : 1);
    return n % step == 0 || (p->umma.op.kind == WGD_UMMA_I8 && !pair && n == 8);
}

/* M the greatest that divides the tile's and has an N, N the greatest that divides. Block-scaled: M of 128 rows of a
 * CTA, N the tile's, or of one CTA whole blocks of 128. */
static void check_shape(const wgd_plan *p, bool scaled)
{
    const wgd_plan_query *q = &p->query;
    int m = 0, n = 0;
    for (int rows = 128; rows >= (scaled ? 128 : 64) && n == 0; rows -= 64) {
        m = rows * p->cta_group;
        for (int i = 256; i > 0 && n == 0 && q->m % m == 0; i -= 8) {
            const bool whole = !scaled || i == q->n || (i % 128 == 0 && p->cta_group == 1);
            n = q->n % i == 0 && whole && legal_n(p, i) && (!q->n_inst || i == q->n_inst) ? i : 0;
        }
    }
    assert_int_equal(p->m_inst, m);
    assert_int_equal(p->n_inst, n);
    assert_int_equal(p->umma.op.m, m);
    assert_int_equal(p->umma.op.n, n);
    assert_int_equal(p->m_blocks, q->m / m);
    assert_int_equal(p->n_blocks, q->n / n);
    assert_int_equal(p->k_inst * wgd_dtype_bits(q->operand[0].dtype), 256);
    assert_int_equal(p->k_blocks, q->k / p->k_inst);
}

/* One thread issues: no warpgroups share the tile, and no registers hold it. */
static void check_rest(const wgd_plan *p)
{
    const wgd_plan_query *q = &p->query;
    assert_null(p->inst);
    assert_true(p->warpgroups == 0 && !p->split_n && p->accumulators == 0);
    assert_true(p->a_registers == 0 && p->metadata == 0 && p->launch_registers == 0);
    assert_true(p->consumer_registers == 0 && p->producer_registers == 0);
    assert_int_equal(p->threads, 32 * (4 + 1 + 1));
    assert_int_equal(p->umma.acc_empty_arrivals, 4 * p->cta_group);
    assert_int_equal(p->umma.commit_mask, p->cta_group == 2 ? 3 : 0);
    /* What was not asked for is filled in. */
    assert_true(q->acc_given);
    assert_int_equal(p->acc, q->acc);
    assert_int_equal(q->cta_group, p->cta_group);
    assert_int_equal(q->kind, p->umma.op.kind);
    assert_int_equal(q->scale, p->umma.op.sf);
    assert_int_equal(q->vec, p->umma.op.vec);
    for (int k = 0; k < p->k_blocks; k++) {
        wgd_umma_op op = wgd_umma_op_of(p->umma.op.kind);
        op.cta_group = p->cta_group;
        op.arch = q->arch;
        assert_int_equal(wgd_idesc_decode(op.kind, wgd_plan_idesc(p, k), &op, NULL), 0);
        assert_true(op.m == p->m_inst && op.n == p->n_inst);
        assert_true(op.a_major == q->operand[0].major && op.b_major == q->operand[1].major);
    }
}

/* ---- tensor memory -------------------------------------------------------------------------- */

/* Blocks of 512 bytes are 4 columns of all lanes: along the rows of an instruction, and along K. */
static int factor_columns(const wgd_plan *p, int o)
{
    const int rows = o ? p->n_inst : p->m_inst / p->cta_group;
    return 4 * ((rows + 127) / 128) * (int)(p->query.k / (4 * p->query.vec));
}

/* Where factors of 16 bits or of a byte stand in a cell: a block's four are those of 4 or of 1 steps of K, or of 2. */
static void check_factors(const wgd_plan *p, int o, int column, int64_t offset)
{
    const wgd_plan_query *q = &p->query;
    const wgd_plan_factors *f = &p->umma.factors[o];
    const int blocks = o ? p->n_blocks : p->m_blocks, each = factor_columns(p, o);
    const int rows = (o ? p->n_inst : p->m_inst / p->cta_group) > 128 ? 2 : 1;
    const int in_step = p->k_inst / (int)q->vec, steps = 4 / in_step;
    assert_int_equal(f->stage.operand, o ? WGD_SF_B : WGD_SF_A);
    assert_int_equal(f->blocks, blocks);
    assert_int_equal(f->column, column);
    assert_int_equal(f->offset, offset);
    assert_int_equal(f->bytes, blocks * each * 128);
    for (int mn = 0; mn < blocks; mn++) {
        for (int k = 0; k < p->k_blocks; k++) {
            assert_int_equal(wgd_plan_factor_column(p, o, mn, k),
                             column + mn * each + 4 * rows * (k / steps));
            const unsigned id = wgd_idesc_get(p->umma.op.kind, wgd_plan_idesc(p, k),
                                              o ? WGD_IDESC_SFB_ID : WGD_IDESC_SFA_ID);
            assert_int_equal(id, k % steps * in_step);
        }
        for (int i = 0; i < f->stage.copies; i++) {
            int to = -1;
            const uint64_t word = wgd_plan_factor_copy(p, o, p->stages - 1, mn, i, &to);
            const int64_t from =
                q->start + (p->stages - 1) * p->stage_bytes + offset + mn * each * 128 + i * 512;
            assert_int_equal(wgd_tcgen05_decode(word).start * 16, from);
            assert_int_equal(to, column + mn * each + 4 * i);
        }
    }
}

/* The tensor map of the factors of the whole product: two lines of 256 bytes, blocks of rows, blocks of 4 vectors. */
static void check_map_of_factors(const wgd_plan *p, int o)
{
    const wgd_plan_query *q = &p->query;
    const wgd_tma_params *t = &p->umma.factors[o].params;
    const int64_t mn = q->problem[o] ? q->problem[o] : o ? q->n : q->m;
    const int64_t k = q->problem[2] ? q->problem[2] : q->k;
    const int64_t along_k = (k + 4 * q->vec - 1) / (4 * q->vec);
    assert_int_equal(t->type, WGD_TMA_UINT8);
    assert_int_equal(t->rank, 4);
    assert_int_equal(t->address, 0);
    assert_int_equal(t->swizzle, WGD_SWZ_NONE);
    assert_true(t->dim[0] == 256 && t->dim[1] == 2 && t->box[0] == 256 && t->box[1] == 2);
    assert_int_equal(t->dim[2], (mn + 127) / 128);
    assert_int_equal(t->dim[3], along_k);
    assert_int_equal(t->box[2], ((o ? p->n_inst : p->m_inst / p->cta_group) + 127) / 128);
    assert_int_equal(t->box[3], q->k / (4 * q->vec));
    assert_int_equal(t->stride[0], 256);
    assert_int_equal(t->stride[1], along_k * 512);
    assert_int_equal(t->stride[2], 512);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(t->element_stride[i], 1);
    }
}

/* 64 rows of one CTA have half of the lanes, and two of them share columns where they pair off; of a pair of CTAs they
 * have all lanes and half of the columns. Each accumulator is a column. */
static int accumulator_columns(const wgd_plan *p)
{
    const int all = p->m_blocks * p->n_blocks * p->n_inst;
    if (p->m_inst / p->cta_group == 128) {
        return all;
    }
    const bool pairs =
        p->cta_group == 2 || p->m_blocks % 2 == 0 || (p->m_blocks == 1 && p->n_blocks % 2 == 0);
    return pairs ? all / 2 : all;
}

static int check_columns(const wgd_plan *p, bool scaled)
{
    const wgd_plan_umma *u = &p->umma;
    const int each = accumulator_columns(p);
    const int a = scaled ? p->m_blocks * factor_columns(p, 0) : 0;
    const int b = scaled ? p->n_blocks * factor_columns(p, 1) : 0;
    const int fit = 2 * each + a + b <= 512 ? 2 : 1;
    assert_int_equal(u->acc.columns, each);
    assert_int_equal(u->acc.spec.type, u->op.d);
    assert_int_equal(u->acc_stages, p->query.acc_stages ? p->query.acc_stages : fit);
    assert_int_equal(u->acc_column[0], 0);
    assert_int_equal(u->acc_column[1], u->acc_stages == 2 ? each : 0);
    const int end = u->acc_stages * each;
    int alloc = 32;
    while (alloc < end + a + b) {
        alloc *= 2;
    }
    assert_int_equal(u->columns, alloc);
    for (int s = 0; s < u->acc_stages; s++) {
        assert_int_equal(wgd_plan_accumulator(p, s, 0, 0), u->acc_column[s]);
    }
    return end;
}

/* ---- shared memory -------------------------------------------------------------------------- */

static int64_t up(int64_t v, int64_t a)
{
    return (v + a - 1) / a * a;
}

static void check_memory(const wgd_plan *p, bool scaled, int column)
{
    const wgd_plan_query *q = &p->query;
    const wgd_plan_umma *u = &p->umma;
    const wgd_plan_operand *a = &p->operand[0], *b = &p->operand[1];
    assert_int_equal(b->offset, up(a->bytes, b->alignment));
    int64_t end = b->offset + b->bytes, bytes = a->bytes + b->bytes;
    for (int o = 0; o < 2 && scaled; o++) {
        const int all = (o ? p->n_blocks : p->m_blocks) * factor_columns(p, o);
        check_factors(p, o, column, up(end, 128));
        check_map_of_factors(p, o);
        column += all;
        end = up(end, 128) + all * 128;
        bytes += all * 128;
    }
    assert_int_equal(p->stage_bytes, up(end, p->alignment));
    assert_int_equal(p->expect_bytes, bytes * p->cta_group);
    const int64_t behind = (2 * u->acc_stages + 1) * 8 + up(q->reserve_bytes, 8);
    assert_int_equal(p->stages_max, (q->smem_bytes - behind) / (p->stage_bytes + 16));
    assert_int_equal(p->stages, q->stages ? q->stages : p->stages_max);
    assert_int_equal(p->full_offset, p->stages * p->stage_bytes + up(q->reserve_bytes, 8));
    assert_int_equal(p->empty_offset, p->full_offset + 8 * p->stages);
    assert_int_equal(u->acc_full_offset, p->empty_offset + 8 * p->stages);
    assert_int_equal(u->acc_empty_offset, u->acc_full_offset + 8 * u->acc_stages);
    assert_int_equal(u->address_offset, u->acc_empty_offset + 8 * u->acc_stages);
    assert_int_equal(p->total_bytes, u->address_offset + 8);
}

static void check(const wgd_plan_query *q)
{
    const wgd_plan p = made(q);
    const bool scaled = p.umma.op.kind >= WGD_UMMA_MXF8F6F4;
    check_shape(&p, scaled);
    check_rest(&p);
    for (int o = 0; o < 2; o++) {
        again_operand(&p, o);
    }
    check_memory(&p, scaled, check_columns(&p, scaled));
}

/* ---- plans ---------------------------------------------------------------------------------- */

/* Each shape of one CTA and of a pair; N that only M of 64 rows has. */
static void test_shapes(void **state)
{
    (void)state;
    static const struct {
        wgd_dtype t;
        int cta_group;
        int64_t m, n, k;
    } rows[] = {
        {WGD_BF16, 1, 128, 256, 64},  {WGD_F16, 2, 256, 256, 64},         {WGD_TF32, 1, 64, 40, 32},
        {WGD_E5M2, 1, 192, 160, 128}, {WGD_BF16, 2, 128, 96, 32},         {WGD_S8, 1, 128, 24, 128},
        {WGD_U8, 2, 256, 64, 128},    {WGD_E2M3_UNPACKED8, 1, 64, 8, 64}, {WGD_F16, 1, 320, 24, 48},
        {WGD_F16, 0, 384, 48, 16},    {WGD_BF16, 2, 384, 48, 16},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_plan_query q = tile(rows[i].t, rows[i].cta_group, rows[i].m, rows[i].n, rows[i].k);
        q.stages = (int64_t)i % 3;
        q.reserve_bytes = (int64_t)i * 11;
        q.start = 1024 * (int64_t)i;
        check(&q);
    }
}

static void test_given(void **state)
{
    (void)state;
    wgd_plan_query q = tile(WGD_F16, 1, 256, 128, 64);
    q.n_inst = 64, q.acc_stages = 1;
    check(&q);
    q.acc_given = true, q.acc = WGD_ACC_F16, q.acc_stages = 0;
    check(&q);
    assert_int_equal(made(&q).umma.op.d, WGD_FRAG_F16);
    q.m = 64, q.n_inst = 32; /* 4 of 64 rows by 32 columns pair off */
    check(&q);
    q.n = 96; /* 3 do not */
    check(&q);
    q = tile(WGD_TF32, 1, 128, 64, 32); /* through atoms of 32 bytes */
    q.operand[0].major = q.operand[1].major = WGD_MAJOR_MN;
    check(&q);
    q = tile(WGD_S8, 1, 128, 64, 64), q.operand[1].dtype = WGD_U8;
    check(&q);
    assert_true(made(&q).umma.op.a == WGD_FRAG_S8 && made(&q).umma.op.b == WGD_FRAG_U8);
    assert_int_equal(made(&q).acc, WGD_ACC_S32);
    q = tile(WGD_E4M3, 1, 64, 48, 64), q.operand[1].dtype = WGD_E3M2_UNPACKED8;
    q.operand[0].major = WGD_MAJOR_MN;
    check(&q);
    assert_int_equal(made(&q).umma.op.b, WGD_FRAG_E3M2);
    /* A tile of N whose widest is one for 64 rows alone. */
    q = tile(WGD_S8, 1, 64, 8, 64);
    check(&q);
}

/* The first kind of the types that has what is asked. */
static void test_kinds(void **state)
{
    (void)state;
    wgd_plan_query q = tile(WGD_E4M3, 1, 128, 128, 128);
    assert_int_equal(made(&q).umma.op.kind, WGD_UMMA_F8F6F4);
    q.scale = WGD_FRAG_UE8M0;
    assert_int_equal(made(&q).umma.op.kind, WGD_UMMA_MXF8F6F4);
    q = tile(WGD_E2M1_PACKED4, 1, 128, 128, 256);
    assert_int_equal(made(&q).umma.op.kind, WGD_UMMA_MXF4);
    q.scale = WGD_FRAG_UE4M3;
    assert_int_equal(made(&q).umma.op.kind, WGD_UMMA_MXF4NVF4);
    q.scale = WGD_FRAG_TYPE_NONE, q.vec = 16;
    assert_int_equal(made(&q).umma.op.kind, WGD_UMMA_MXF4NVF4);
    q = tile(WGD_TF32, 1, 128, 128, 32);
    assert_int_equal(made(&q).umma.op.kind, WGD_UMMA_TF32);
}

static void scaled_plan(wgd_umma_kind kind, int vec, int cta_group, int64_t m, int64_t n, int64_t k)
{
    const bool packed = kind != WGD_UMMA_MXF8F6F4;
    wgd_plan_query q = tile(packed ? WGD_E2M1_PACKED4 : WGD_E4M3, cta_group, m, n, k);
    q.kind_given = true;
    q.kind = kind;
    q.vec = vec;
    q.stages = 2;
    q.start = 2048;
    check(&q);
    q.problem[0] = 1000, q.problem[1] = 512, q.problem[2] = 0;
    check(&q);
    q.problem[0] = 0, q.problem[1] = 0, q.problem[2] = 8192;
    check(&q);
}

static void test_scale_factors(void **state)
{
    (void)state;
    scaled_plan(WGD_UMMA_MXF8F6F4, 0, 1, 128, 256, 128);
    scaled_plan(WGD_UMMA_MXF8F6F4, 32, 1, 256, 128, 256);
    scaled_plan(WGD_UMMA_MXF8F6F4, 0, 2, 256, 192, 128);
}

static void test_scale_factors_of_fp4(void **state)
{
    (void)state;
    scaled_plan(WGD_UMMA_MXF4, 0, 1, 128, 192, 256);
    scaled_plan(WGD_UMMA_MXF4NVF4, 16, 1, 128, 384, 128);
    scaled_plan(WGD_UMMA_MXF4NVF4, 32, 2, 256, 64, 256);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_given),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_scale_factors),
        cmocka_unit_test(test_scale_factors_of_fp4),
    };
    return cmocka_run_group_tests_name("stages of plans for tcgen05", tests, NULL, NULL);
}
