/* SPDX-License-Identifier: MIT
 *
 * Plans of a main loop: the numbers that public kernels use, and laws that every plan obeys.
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

static wgd_plan_query tile(wgd_dtype t, int64_t m, int64_t n, int64_t k)
{
    wgd_plan_query q = wgd_plan_query_default();
    q.operand[0].dtype = q.operand[1].dtype = t;
    q.m = m;
    q.n = n;
    q.k = k;
    return q;
}

/* The tile of the public bf16 kernels at 128 x 256 x 64: two consumers of m64n256k16, 128
 * accumulators each, 4 stages of 48 KB, 240 and 24 registers. */
static void the_public_bf16_kernel(void **state)
{
    (void)state;
    const wgd_plan_query q = tile(WGD_BF16, 128, 256, 64);
    const wgd_plan p = made(&q);
    assert_string_equal(p.inst->ptx, "f32.bf16.bf16");
    assert_int_equal(p.n_inst, 256);
    assert_int_equal(p.k_inst, 16);
    assert_int_equal(p.k_blocks, 4);
    assert_int_equal(p.warpgroups, 2);
    assert_int_equal(p.m_blocks, 1);
    assert_int_equal(p.n_blocks, 1);
    assert_int_equal(p.accumulators, 128);
    assert_int_equal(p.threads, 384);
    assert_int_equal(p.launch_registers, 168);
    assert_int_equal(p.consumer_registers, 240);
    assert_int_equal(p.producer_registers, 24);
    assert_int_equal(p.stages, 4);
    assert_int_equal(p.stage_bytes, 48 * 1024);
    assert_int_equal(p.expect_bytes, 48 * 1024);
    assert_int_equal(p.operand[1].offset, 16 * 1024);
    assert_int_equal(p.total_bytes, 4 * (48 * 1024 + 16));
    for (int o = 0; o < 2; o++) {
        const wgd_plan_operand *op = &p.operand[o];
        assert_int_equal(op->candidate[op->chosen].swizzle, WGD_SWZ_128B);
        assert_int_equal(op->alignment, 1024);
        assert_int_equal(op->tma.boxes, 1);
        assert_false(op->tma.tile.transpose);
        /* "+32 bytes inside an aligned atom", in 16-byte units. */
        assert_int_equal(op->k.step, 2);
        assert_true(op->k.constant);
        assert_int_equal(op->k.blocks, 4);
    }
    assert_int_equal(p.operand[0].mn.step, 64 * 128 / 16);
    assert_int_equal(p.operand[0].warpgroup_blocks, 1);
    assert_int_equal(p.operand[1].warpgroup_blocks, 0);
    /* SBO 64, LBO 1, layout type 1: the number of every public 128B kernel. */
    assert_true(wgd_plan_desc(&p, 0, 0, 0, 0) == UINT64_C(0x4000004000010000));
    assert_true(wgd_plan_desc(&p, 0, 0, 1, 3) ==
                UINT64_C(0x4000004000010000) + (64 * 128 + 3 * 32) / 16);
    assert_true(wgd_plan_desc(&p, 1, 2, 0, 1) ==
                UINT64_C(0x4000004000010000) + (2 * 49152 + 16384 + 32) / 16);
}

/* MN-major 128B: K advances by 2048 bytes for 16 elements when atoms go along K first, and the
 * panels of 64 along MN are K x 128 bytes apart (LBO). */
static void mn_major_advances(void **state)
{
    (void)state;
    wgd_plan_query q = tile(WGD_F16, 128, 128, 64);
    q.problem[0] = 4096, q.problem[1] = 8192, q.problem[2] = 1000;
    q.operand[0].major = q.operand[1].major = WGD_MAJOR_MN;
    const wgd_plan p = made(&q);
    for (int o = 0; o < 2; o++) {
        const wgd_plan_operand *op = &p.operand[o];
        assert_int_equal(op->candidate[0].swizzle, WGD_SWZ_128B);
        assert_int_equal(op->candidate[0].order[0], 2);
        assert_int_equal(op->k.step, 2048 / 16);
        assert_int_equal(op->tma.boxes, 2);
        assert_true(op->tma.tile.transpose);
        assert_int_equal(op->tma.tile.desc.sbo * 16, 1024);
    }
    assert_int_equal(p.operand[0].mn.step, 64 * 128 / 16);
    assert_int_equal(p.operand[0].tma.params.dim[0], 4096);
    assert_int_equal(p.operand[1].tma.params.dim[0], 8192);
    assert_int_equal(p.operand[1].tma.params.dim[1], 1000);
    assert_int_equal(p.operand[1].tma.tile.desc.lbo * 16, 64 * 128);
}

/* A tile two rows of the pattern wide: 32 bytes inside an atom, then on to the next panel. */
static void k_advance_leaves_the_atom(void **state)
{
    (void)state;
    const wgd_plan_query q = tile(WGD_BF16, 128, 64, 128);
    const wgd_plan p = made(&q);
    const wgd_advance *k = &p.operand[0].k;
    assert_int_equal(k->blocks, 8);
    assert_int_equal(k->step, 2);
    assert_int_equal(k->jump_at, 4);
    assert_int_equal(wgd_advance_bytes(k, 4), 128 * 128);
    assert_int_equal(wgd_advance_bytes(k, 6), 128 * 128 + 64);
}

/* Every legal plan of a sweep: what a copy writes is what each descriptor reads, in every stage;
 * nothing overlaps; one more stage would not fit. */
static void check_laws(const wgd_plan *p)
{
    const wgd_plan_query *q = &p->query;
    assert_true(p->total_bytes <= q->smem_bytes);
    assert_true((p->stages + 1) * (p->stage_bytes + 16) + q->reserve_bytes > q->smem_bytes);
    assert_true(p->operand[1].offset >= p->operand[0].bytes);
    assert_true(p->stage_bytes >= p->operand[1].offset + p->operand[1].bytes);
    assert_true(p->full_offset >= p->stages * p->stage_bytes + q->reserve_bytes);
    assert_int_equal(p->total_bytes, p->full_offset + 16 * p->stages);
    assert_int_equal(p->full_offset % 8, 0);
    assert_int_equal(p->m_blocks * 64 * (p->split_n ? 1 : p->warpgroups), q->m);
    assert_int_equal(p->n_blocks * p->n_inst * (p->split_n ? p->warpgroups : 1), q->n);
    assert_true(wgd_n_legal(q->operand[1].dtype, p->n_inst));
    assert_true(p->consumer_registers * p->warpgroups * 128 + p->producer_registers * 128 <= 65536);
    assert_true(p->accumulators < p->consumer_registers && p->consumer_registers <= 255);
    for (int o = 0; o < 2; o++) {
        const wgd_plan_operand *op = &p->operand[o];
        const wgd_tile *t = &op->tma.tile;
        const wgd_read rd = wgd_tile_read(t);
        const int stage = o % p->stages;
        for (int e = 0; e < 97; e++) { /* elements all over the tile */
            const int64_t mn = e * 37 % t->query.mn, k = e * 53 % t->query.k;
            const wgd_desc d = wgd_desc_decode(
                wgd_plan_desc(p, o, stage, (int)(mn / t->block_mn), (int)(k / t->block_k)));
            const uint32_t read =
                wgd_fetch_byte(d, rd, (uint32_t)(mn % t->block_mn), (uint32_t)(k % t->block_k));
            assert_int_equal(read, wgd_tma_write_byte(&op->tma, mn, k) + stage * p->stage_bytes);
            assert_true(read >= q->start + stage * p->stage_bytes + op->offset);
            assert_true(read < q->start + stage * p->stage_bytes + op->offset + op->bytes);
        }
    }
}

static void laws_of_every_plan(void **state)
{
    (void)state;
    static const int sizes[] = {8, 24, 64, 96, 128, 192, 256, 320};
    long made_plans = 0, refused_plans = 0;
    for (int i = 0; i < WGD_WGMMA_DTYPE_COUNT * 4 * 4 * 8 * 3; i++) {
        const int k_rows = i % 3, n = i / 3 % 8, m = i / 24 % 4, majors = i / 96 % 4;
        const wgd_dtype d = (wgd_dtype)(i / 384);
        wgd_plan_query q = tile(d, 64 * (m + 1), sizes[n], wgd_dtype_k(d) << (2 * k_rows));
        q.operand[0].major = (wgd_major)(majors % 2);
        q.operand[1].major = (wgd_major)(majors / 2);
        q.reserve_bytes = 100 * k_rows;
        q.start = 1024 * m;
        wgd_plan p;
        const wgd_status s = wgd_plan_make(&q, &p, &diag);
        if (majors != 0 && !wgd_dtype_get(d)->mn_major) {
            assert_int_equal(s, WGD_ERR_MAJOR);
            assert_string_equal(diag.field, majors % 2 ? "a-major" : "b-major");
            continue;
        }
        if (s != WGD_OK) {
            assert_int_equal(s, WGD_ERR_FIT);
            refused_plans++;
            continue;
        }
        check_laws(&p);
        made_plans++;
    }
    assert_true(made_plans > 1000);
    assert_true(refused_plans > 0);
}

/* Accumulators: 64 x N over 128 threads is N / 2 registers of 32 bits. */
static void registers_of_a_thread(void **state)
{
    (void)state;
    wgd_plan_query q = tile(WGD_F16, 256, 128, 64);
    wgd_plan p = made(&q);
    assert_int_equal(p.warpgroups, 2);
    assert_int_equal(p.accumulators, 2 * 64);
    q.acc_given = true;
    q.acc = WGD_ACC_F16;
    p = made(&q);
    assert_int_equal(p.accumulators, 2 * 32);
    q = tile(WGD_F16, 192, 128, 64);
    p = made(&q);
    assert_int_equal(p.warpgroups, 3);
    assert_int_equal(p.consumer_registers, 160); /* FlashAttention-3: 160 and 32 */
    assert_int_equal(p.producer_registers, 32);
    q = tile(WGD_F16, 64, 256, 64);
    p = made(&q);
    assert_int_equal(p.warpgroups, 1);
    assert_int_equal(p.consumer_registers, 255);
    q.warpgroups = 2;
    p = made(&q);
    assert_true(p.split_n);
    assert_int_equal(p.n_inst, 128);
    assert_int_equal(p.operand[0].warpgroup_blocks, 0);
    assert_int_equal(p.operand[1].warpgroup_blocks, 1);
}

/* Shared memory serves 8 chunks of 16 bytes at once: a store along a 128-byte line meets as many
 * chunks in one column as the line has swizzle rows; reads of a core matrix never conflict. */
static void bank_conflicts(void **state)
{
    (void)state;
    const wgd_plan_query q = tile(WGD_BF16, 128, 128, 64);
    const wgd_plan p = made(&q);
    static const wgd_swizzle_mode order[] = {WGD_SWZ_128B, WGD_SWZ_64B, WGD_SWZ_32B, WGD_SWZ_NONE};
    for (int o = 0; o < 2; o++) {
        for (int i = 0; i < 4; i++) {
            const wgd_plan_candidate *c = &p.operand[o].candidate[i];
            assert_int_equal(c->swizzle, order[i]);
            assert_true(c->legal);
            assert_int_equal(c->store_ways, 1 << i);
            assert_int_equal(c->load_ways, 1);
            assert_int_equal(c->boxes, 1 << i);
            assert_int_equal(c->row_bytes, 128 >> i);
            assert_true(c->reason[0] != 0);
        }
    }
}

/* K of 32 elements is half a 128B row: recommend 64B, and say why not 128B. */
static void recommends_what_is_legal(void **state)
{
    (void)state;
    wgd_plan_query q = tile(WGD_BF16, 128, 128, 32);
    const wgd_plan p = made(&q);
    assert_int_equal(p.operand[0].candidate[0].swizzle, WGD_SWZ_64B);
    assert_int_equal(p.operand[0].candidate[3].swizzle, WGD_SWZ_128B);
    assert_false(p.operand[0].candidate[3].legal);
    assert_non_null(strstr(p.operand[0].candidate[3].reason, "8x64"));
    q.operand[1].swizzle_given = true;
    q.operand[1].swizzle = WGD_SWZ_32B;
    const wgd_plan given = made(&q);
    assert_int_equal(given.operand[1].candidate[given.operand[1].chosen].swizzle, WGD_SWZ_32B);
    assert_int_equal(given.operand[1].tma.params.swizzle, WGD_SWZ_32B);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_public_bf16_kernel),    cmocka_unit_test(mn_major_advances),
        cmocka_unit_test(k_advance_leaves_the_atom), cmocka_unit_test(laws_of_every_plan),
        cmocka_unit_test(registers_of_a_thread),     cmocka_unit_test(bank_conflicts),
        cmocka_unit_test(recommends_what_is_legal),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
