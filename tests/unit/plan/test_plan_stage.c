/* SPDX-License-Identifier: MIT
 *
 * A stage of a plan for wgmma: its operands, where all lies, what it costs. Each is worked out here again: the map by
 * adding up, the cost by the law of docs/hardware.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

/* What is asked, where nothing is said. */
static void test_default(void **state)
{
    (void)state;
    const wgd_plan_query q = wgd_plan_query_default();
    assert_true(q.m == 0 && q.n == 0 && q.k == 0);
    assert_true(q.problem[0] == 0 && q.problem[1] == 0 && q.problem[2] == 0);
    for (int o = 0; o < 2; o++) {
        assert_int_equal(q.operand[o].dtype, WGD_F16);
        assert_int_equal(q.operand[o].major, WGD_MAJOR_K);
        assert_false(q.operand[o].swizzle_given);
        assert_int_equal(q.operand[o].swizzle, WGD_SWZ_NONE);
    }
    assert_false(q.acc_given || q.sparse || q.kind_given);
    assert_int_equal(q.acc, WGD_ACC_F32);
    assert_true(q.n_inst == 0 && q.warpgroups == 0 && q.stages == 0);
    assert_int_equal(q.smem_bytes, 227 * 1024);
    assert_true(q.reserve_bytes == 0 && q.start == 0);
    assert_int_equal(q.a, WGD_PLAN_A_SHARED);
    assert_int_equal(q.arch, WGD_SM90);
    assert_int_equal(q.kind, WGD_UMMA_F16);
    assert_int_equal(q.scale, WGD_FRAG_TYPE_NONE);
    assert_true(q.cta_group == 0 && q.vec == 0 && q.acc_stages == 0);
}

/* ---- the map -------------------------------------------------------------------------------- */

static int64_t up(int64_t v, int64_t a)
{
    while (v % a != 0) {
        v++;
    }
    return v;
}

static void check_map(const wgd_plan *p)
{
    const wgd_plan_query *q = &p->query;
    const wgd_plan_operand *a = &p->operand[0], *b = &p->operand[1];
    const int align = a->alignment > b->alignment ? a->alignment : b->alignment;
    assert_int_equal(p->alignment, align);
    assert_int_equal(a->offset, 0);
    assert_int_equal(b->offset, up(a->bytes, b->alignment));
    assert_int_equal(p->stage_bytes, up(b->offset + b->bytes, align));
    assert_int_equal(p->expect_bytes, a->bytes + b->bytes);
    const int64_t reserve = up(q->reserve_bytes, 8);
    int64_t fit = 0;
    while ((fit + 1) * (p->stage_bytes + 16) + reserve <= q->smem_bytes) {
        fit++;
    }
    assert_int_equal(p->stages_max, fit);
    assert_int_equal(p->stages, q->stages ? q->stages : fit);
    assert_int_equal(p->reserve_offset, p->stages * p->stage_bytes);
    assert_int_equal(p->full_offset, p->reserve_offset + reserve);
    assert_int_equal(p->empty_offset, p->full_offset + 8 * p->stages);
    assert_int_equal(p->total_bytes, p->empty_offset + 8 * p->stages);
    for (int o = 0; o < 2; o++) {
        for (int s = 0; s < p->stages; s++) {
            assert_int_equal(wgd_plan_tile_start(p, o, s),
                             q->start + s * p->stage_bytes + p->operand[o].offset);
        }
    }
}

/* ---- the cost ------------------------------------------------------------------------------- */

typedef struct cost {
    int64_t tensor, shared_bytes, shared, load, cycles;
} cost;

static cost stage_cost(const wgd_plan *p, wgd_plan_a a)
{
    const wgd_plan_query *q = &p->query;
    const int blocks = p->warpgroups * p->m_blocks * p->k_blocks, n = p->n_inst;
    const int least = a == WGD_PLAN_A_SHARED            ? 0
                      : !q->sparse                      ? 13
                      : p->acc == WGD_ACC_F16 || n == 8 ? 16
                                                        : 18;
    cost c;
    c.tensor = (int64_t)blocks * p->n_blocks * (n / 2 > least ? n / 2 : least);
    c.load = a == WGD_PLAN_A_REGISTERS ? blocks * 64 * 32 : 0;
    c.shared_bytes = (int64_t)blocks * p->n_blocks *
                         ((a == WGD_PLAN_A_SHARED ? 64 * 32 : 0) + n * 32 * (q->sparse ? 2 : 1)) +
                     c.load;
    c.shared = c.shared_bytes / 128 + (c.shared_bytes % 128 > 0);
    c.cycles = c.shared > c.tensor ? c.shared : c.tensor;
    return c;
}

static void check_cost(const wgd_plan *p)
{
    const wgd_plan_a a = p->query.a;
    const wgd_plan_cost *c = &p->cost;
    const cost mine = stage_cost(p, a);
    const cost other =
        stage_cost(p, a == WGD_PLAN_A_SHARED ? WGD_PLAN_A_REGISTERS : WGD_PLAN_A_SHARED);
    const int each = p->m_blocks * p->n_blocks * p->k_blocks;
    assert_int_equal(c->instructions, each * p->warpgroups);
    assert_int_equal(c->warpgroup_cycles, each * c->inst.cycles);
    assert_int_equal(c->peak_cycles, c->instructions * p->n_inst / 2);
    assert_int_equal(c->tensor_cycles, mine.tensor);
    assert_int_equal(c->shared_bytes, mine.shared_bytes);
    assert_int_equal(c->shared_cycles, mine.shared);
    assert_int_equal(c->load_bytes, mine.load);
    assert_int_equal(c->cycles, mine.cycles);
    assert_int_equal(c->bound, mine.shared > mine.tensor ? WGD_COST_SHARED : WGD_COST_TENSOR);
    assert_int_equal(c->other_cycles, a == WGD_PLAN_A_COMPUTED ? 0 : other.cycles);
    assert_int_equal(c->flight_bytes, (p->stages - 1) * p->expect_bytes);
    assert_int_equal(c->covered_cycles, (p->stages - 1) * mine.cycles);
}

/* ---- plans ---------------------------------------------------------------------------------- */

static wgd_plan_query wgmma(wgd_dtype t, int64_t m, int64_t n, int64_t k, bool sparse, wgd_plan_a a)
{
    wgd_plan_query q = plan_query(WGD_SM90, t, m, n, k);
    q.sparse = sparse;
    q.a = a;
    return q;
}

static void check_wgmma(const wgd_plan_query *q)
{
    const wgd_plan p = made(q);
    assert_int_equal(p.m_inst, 64);
    assert_int_equal(p.cta_group, 1);
    assert_int_equal(p.acc, p.inst->acc);
    assert_int_equal(p.query.acc, p.inst->acc);
    assert_int_equal(p.k_inst, (q->sparse ? 512 : 256) / wgd_dtype_bits(q->operand[0].dtype));
    assert_int_equal(p.k_blocks * p.k_inst, q->k);
    for (int o = q->a == WGD_PLAN_A_COMPUTED; o < 2; o++) {
        again_operand(&p, o);
    }
    check_map(&p);
    check_cost(&p);
}

static void test_dense(void **state)
{
    (void)state;
    wgd_plan_query q = wgmma(WGD_BF16, 128, 256, 64, false, WGD_PLAN_A_SHARED);
    check_wgmma(&q);
    q.start = 1024, q.stages = 2, q.reserve_bytes = 1001;
    q.problem[0] = 4096, q.problem[1] = 1000, q.problem[2] = 8192;
    check_wgmma(&q);
    q = wgmma(WGD_F16, 192, 96, 96, false, WGD_PLAN_A_SHARED); /* rows of 64 bytes */
    check_wgmma(&q);
    q.operand[0].major = WGD_MAJOR_MN, q.n_inst = 48;
    check_wgmma(&q);
    q.operand[1].major = WGD_MAJOR_MN, q.m = 128; /* 96 columns are rows of 64 bytes */
    check_wgmma(&q);
    q = wgmma(WGD_TF32, 64, 512, 24, false, WGD_PLAN_A_SHARED); /* warpgroups by columns */
    check_wgmma(&q);
    q = wgmma(WGD_E4M3, 64, 24, 32, false, WGD_PLAN_A_SHARED);
    check_wgmma(&q);
    q = wgmma(WGD_B1, 64, 8, 512, false, WGD_PLAN_A_SHARED);
    check_wgmma(&q);
}

static void test_two_swizzles(void **state)
{
    (void)state;
    for (int o = 0; o < 2; o++) {
        for (int m = 0; m < 4; m++) { /* one with the least alignment, one with another */
            wgd_plan_query q = wgmma(WGD_F16, 64, 24, 64, false, WGD_PLAN_A_SHARED);
            q.operand[o].swizzle_given = true;
            q.operand[o].swizzle = (wgd_swizzle_mode)m;
            q.operand[1 - o].swizzle_given = m < 2;
            q.stages = 3;
            check_wgmma(&q);
            const wgd_plan p = made(&q);
            assert_int_equal(p.operand[o].tma.tile.query.swizzle, m);
            assert_int_equal(p.operand[o].candidate[p.operand[o].chosen].swizzle, m);
        }
    }
}

static void test_places_of_a(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * WGD_PLAN_A_COUNT; i++) {
        wgd_plan_query q =
            wgmma(WGD_F16, 128, i < 3 ? 8 : 136, 128, i % 2 != 0, (wgd_plan_a)(i % 3));
        check_wgmma(&q);
        q.m = 256, q.n = 64; /* two blocks of each of two warpgroups */
        check_wgmma(&q);
        q.n = 32, q.acc_given = true, q.acc = WGD_ACC_F16, q.stages = 1;
        check_wgmma(&q);
    }
}

/* An A that is computed has nothing in memory: B begins the stage, and is all that a barrier counts. */
static void test_computed(void **state)
{
    (void)state;
    const wgd_plan_query q = wgmma(WGD_BF16, 64, 64, 64, false, WGD_PLAN_A_COMPUTED);
    const wgd_plan p = made(&q);
    const wgd_plan_operand *a = &p.operand[0];
    assert_true(a->bytes == 0 && a->offset == 0 && a->candidates == 0 && a->alignment == 1);
    assert_true(a->k.blocks == 0 && a->mn.blocks == 0 && a->warpgroup_blocks == 0);
    assert_int_equal(p.operand[1].offset, 0);
    assert_int_equal(p.stage_bytes, 64 * 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default),      cmocka_unit_test(test_dense),
        cmocka_unit_test(test_two_swizzles), cmocka_unit_test(test_places_of_a),
        cmocka_unit_test(test_computed),
    };
    return cmocka_run_group_tests_name("stages of plans", tests, NULL, NULL);
}
