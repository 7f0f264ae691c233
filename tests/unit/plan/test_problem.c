/* SPDX-License-Identifier: MIT
 *
 * The tile for a product: what the GEMMs chose when they were measured; what is counted against plain
 * arithmetic; ways that cannot be; every refusal. tests/plan/problem.t has the rule a second time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "plan/problem_query.h"
#include "wgdesc.h"

/* Instances of docs/performance.md: whole tiles, in clusters, narrower, shared in a cluster and in memory. */
static void test_table(void **state)
{
    (void)state;
    static const struct {
        int64_t p[3], m, n;
        int cluster_m, cluster_n, split;
        bool in_memory;
        int64_t width;
    } rows[] = {
        {{8192, 8192, 8192}, 128, 256, 1, 1, 1, false, 256},
        {{4096, 4096, 4096}, 128, 256, 1, 1, 1, false, 256},
        {{1024, 1024, 1024}, 64, 128, 1, 2, 1, false, 128},
        {{1000, 3000, 2000}, 128, 200, 4, 1, 1, false, 200},
        {{16, 28672, 4096}, 64, 256, 1, 1, 1, false, 224},
        {{64, 64, 8192}, 64, 64, 1, 1, 16, false, 16},
        {{1024, 576, 7168}, 128, 144, 1, 1, 4, true, 144},
        {{64, 4096, 1000}, 64, 64, 1, 2, 1, false, 64},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_problem_query q = query_of(rows[i].p[0], rows[i].p[1], rows[i].p[2]);
        wgd_problem r;
        wgd_plan p;
        assert_int_equal(wgd_plan_problem(&q, &r, &p, NULL), WGD_OK);
        const wgd_problem_candidate *c = &r.candidate[r.chosen];
        assert_int_equal(c->tile.m, rows[i].m);
        assert_int_equal(c->tile.n, rows[i].n);
        assert_int_equal(c->tile.cluster_m, rows[i].cluster_m);
        assert_int_equal(c->tile.cluster_n, rows[i].cluster_n);
        assert_int_equal(c->way.split, rows[i].split);
        assert_int_equal(c->way.in_memory, rows[i].in_memory);
        assert_int_equal(c->way.width, rows[i].width);
        assert_int_equal(p.query.m, rows[i].m);
        assert_true(r.fitted);
    }
}

/* The tiles of kernels/gemm/v3, with their clusters and stages; panels of 64 rows of 128 bytes for each warpgroup's
 * results are kept free. */
static void test_tiles(void **state)
{
    (void)state;
    static const int64_t rows[][8] = {
        {128, 256, 2, 1, 4, 2, 2},       {128, 256, 1, 2, 4, 2, 2},
        {128, 256, 1, 1, 4, 2, 2},       {128, 192, 2, 1, 5, 2, 1},
        {128, 192, 2, 2, 5, 2, 1},       {128, 192, 2, 4, 5, 2, 1},
        {128, 192, 1, 1, 5, 2, 1},       {128, 128, 2, 1, 6, 2, 2},
        {128, 128, 1, 2, 6, 2, 2},       {128, 128, 1, 4, 6, 2, 2},
        {128, 128, 1, 1, 6, 2, 2},       {128, 200, 4, 1, 5, 2, 1},
        {128, 200, 2, 1, 5, 2, 1},       {128, 160, 1, 1, 5, 2, 1},
        {128, 144, 2, 2, 6, 2, 1},       {128, 144, 1, 2, 6, 2, 1},
        {128, 144, 1, 1, 6, 2, 1},       {128, 96, 1, 1, 7, 2, 1},
        {128, 80, 1, 1, 8, 2, 1},        {64, 160, 2, 1, 7, 1, 1},
        {64, 96, 2, 1, 10, 1, 1},        {256, 128, 1, 2, 4, 2, 2},
        {256, 112, 1, 2, 4, 2, 1},       {128, 64, 2, 1, 8, 2, 1},
        {128, 64, 1, 2, 8, 2, 1},        {128, 64, 1, 4, 8, 2, 1},
        {128, 64, 1, 1, 8, 2, 1},        {64, 256, 1, 1, 5, 1, 1},
        {64, 192, 2, 1, 6, 1, 1},        {64, 192, 1, 1, 6, 1, 1},
        {64, 128, 4, 1, 8, 1, 2},        {64, 128, 2, 1, 8, 1, 2},
        {64, 128, 1, 2, 8, 1, 2},        {64, 128, 1, 1, 8, 1, 2},
        {64, 64, 2, 4, 11, 1, 1},        {64, 64, 2, 2, 11, 1, 1},
        {64, 64, 4, 1, 11, 1, 1},        {64, 64, 1, 4, 11, 1, 1},
        {64, 64, 2, 1, 11, 1, 1},        {64, 64, 1, 2, 11, 1, 1},
        {64, 64, 1, 1, 11, 1, 1},        {128, 256, 1, 2, 4, 2, 2, true},
        {128, 192, 2, 1, 5, 2, 1, true}, {128, 192, 1, 1, 5, 2, 1, true},
        {128, 128, 1, 2, 6, 2, 2, true}, {128, 128, 1, 1, 6, 2, 2, true},
        {128, 160, 4, 1, 5, 2, 1, true}, {128, 160, 2, 1, 5, 2, 1, true},
        {128, 160, 1, 1, 5, 2, 1, true}, {128, 144, 4, 1, 6, 2, 1, true},
        {128, 144, 2, 2, 6, 2, 1, true}, {128, 144, 1, 2, 6, 2, 1, true},
        {128, 80, 1, 4, 8, 2, 1, true},  {128, 80, 1, 1, 8, 2, 1, true},
        {64, 96, 2, 4, 10, 1, 1, true},  {64, 96, 2, 2, 10, 1, 1, true},
        {64, 96, 2, 1, 10, 1, 1, true},  {128, 64, 1, 2, 8, 2, 1, true},
        {64, 128, 1, 1, 8, 1, 2, true},  {64, 64, 1, 2, 11, 1, 1, true},
        {64, 64, 1, 1, 11, 1, 1, true},
    };
    const wgd_problem_query q = query_of(512, 512, 512);
    wgd_problem r;
    wgd_plan p;
    assert_int_equal(wgd_plan_problem(&q, &r, &p, NULL), WGD_OK);
    assert_int_equal(r.candidates, sizeof rows / sizeof rows[0]);
    for (int i = 0; i < r.candidates; i++) {
        const wgd_problem_tile *t = &r.candidate[i].tile;
        assert_int_equal(t->m, rows[i][0]);
        assert_int_equal(t->n, rows[i][1]);
        assert_int_equal(t->cluster_m, rows[i][2]);
        assert_int_equal(t->cluster_n, rows[i][3]);
        assert_int_equal(t->stages, rows[i][4]);
        assert_int_equal(t->reserve_bytes, rows[i][5] * rows[i][6] * 64 * 128);
        assert_int_equal(t->turned, rows[i][7]);
    }
}

/* 8192 cubed: 64 x 32 tiles, 16 rounds of 132, 128 stages; the measured launch took 2.17 million clocks,
 * and under load 1586 us, as many cycles of 1500 MHz as it may be said to (docs/performance.md). */
static void test_counts(void **state)
{
    (void)state;
    const wgd_problem_query q = query_of(8192, 8192, 8192);
    wgd_problem r;
    wgd_plan p;
    assert_int_equal(wgd_plan_problem(&q, &r, &p, NULL), WGD_OK);
    const wgd_problem_candidate *c = &r.candidate[r.chosen];
    assert_int_equal(c->tiles_m, 64);
    assert_int_equal(c->tiles_n, 32);
    assert_int_equal(c->rounds, 16);
    assert_int_equal(c->steps, 128);
    assert_int_equal(c->at_once, 132);
    assert_int_equal(c->law_cycles, 16 * 128 * 1024);
    assert_in_range(c->cycles, 2170 * 1000, 1586 * 1500);
    assert_int_equal(c->idle_permille, 1000 * (16 * 132 - 2048) / (16 * 132));
    assert_int_equal(c->padding_permille, 0);
    assert_int_equal(r.peak_cycles, (INT64_C(8192) * 8192 * 8192 / 2048 + 131) / 132);
    assert_int_equal(c->peak_permille, 1000 * r.peak_cycles / c->cycles);
    assert_int_equal(c->bound, WGD_PROBLEM_TENSOR);
    assert_int_equal(p.stages, 4);
    /* 128 x 64 outputs: L2 brings 24 KB a stage at 64 bytes a cycle, the tensor cores take 256. */
    const wgd_problem_candidate *small = &r.candidate[26];
    assert_int_equal(small->tile.m, 128);
    assert_int_equal(small->tile.n, 64);
    assert_int_equal(small->bound, WGD_PROBLEM_L2);
    assert_int_equal(small->l2_cycles, 384 * small->rounds * 128);
    assert_int_equal(small->stages, 8);
}

/* 16 rows of 28672 x 4096 weights are 235 MB: 49 us at the H200's 4.8 TB/s, and measured were 56 to 57 (docs/performance.md). They
 * bind; the rule's rate is one of a fit, and may be a tenth above what the vendor says. */
static void test_memory_binds(void **state)
{
    (void)state;
    const wgd_problem_query q = query_of(16, 28672, 4096);
    wgd_problem r;
    wgd_plan p;
    assert_int_equal(wgd_plan_problem(&q, &r, &p, NULL), WGD_OK);
    const wgd_problem_candidate *c = &r.candidate[r.chosen];
    assert_int_equal(c->bound, WGD_PROBLEM_MEMORY);
    assert_in_range(c->memory_cycles, 45 * 1500, 56 * 1500);
    assert_in_range(c->cycles, c->memory_cycles, 65 * 1500);
}

/* One SM has no cluster of two: tiles without one are left. */
static void test_one_sm(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(512, 512, 512);
    wgd_problem r;
    wgd_plan p;
    q.sms = 1;
    assert_int_equal(wgd_plan_problem(&q, &r, &p, NULL), WGD_OK);
    for (int i = 0; i < r.candidates; i++) {
        const wgd_problem_tile *t = &r.candidate[i].tile;
        assert_int_equal(r.candidate[i].legal, t->cluster_m * t->cluster_n == 1);
    }
    const wgd_problem_candidate *c = &r.candidate[r.chosen];
    assert_int_equal(c->at_once, 1);
    assert_int_equal(c->rounds, c->tiles_m * c->tiles_n);
}

/* Ways that no block or no device can take. */
static void test_no_way(void **state)
{
    (void)state;
    static const int64_t p[3] = {256, 512, 640};
    const wgd_problem_tile one = wgd_problem_tile_at(2), pair = wgd_problem_tile_at(0);
    wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    assert_int_equal(device.clusters[1], WGD_PROBLEM_SMS);
    const wgd_problem_way whole = {1, false, 256}, ten = {10, false, 256}, eleven = {11, true, 256},
                          two = {2, false, 256}, memory = {2, true, 256};
    assert_true(wgd_problem_time(&one, &whole, p, 64, &device) < INT64_MAX);
    assert_true(wgd_problem_time(&one, &ten, p, 64, &device) < INT64_MAX);
    assert_int_equal(wgd_problem_time(&one, &eleven, p, 64, &device), INT64_MAX); /* ten stages */
    assert_int_equal(wgd_problem_time(&pair, &two, p, 64, &device), INT64_MAX);
    assert_true(wgd_problem_time(&pair, &memory, p, 64, &device) < INT64_MAX);
    static const int64_t many[3] = {8192, 8192, 640};
    assert_int_equal(wgd_problem_time(&one, &memory, many, 64, &device),
                     INT64_MAX); /* two rounds */
    device.clusters[1] = 0;
    assert_int_equal(wgd_problem_time(&one, &whole, p, 64, &device), INT64_MAX);
    wgd_problem_way w;
    for (int i = 0; i <= WGD_PROBLEM_CLUSTER_MAX; i++) {
        device.clusters[i] = 0;
    }
    assert_int_equal(wgd_problem_best(&one, p, 64, true, &device, &w), INT64_MAX);
}

/* A tile that was given is taken as it is, and not called fitted. */
static void test_given_tile(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(1000, 3000, 2000);
    wgd_problem r;
    wgd_plan p;
    q.plan.m = 64;
    q.plan.n = 248;
    q.plan.k = 32;
    q.sms = 10;
    assert_int_equal(wgd_plan_problem(&q, &r, &p, NULL), WGD_OK);
    assert_int_equal(r.candidates, 1);
    assert_false(r.chosen_here);
    assert_false(r.fitted);
    assert_int_equal(p.query.k, 32);
    const wgd_problem_candidate *c = &r.candidate[0];
    assert_int_equal(c->tiles_m * c->tiles_n, 16 * 13);
    assert_int_equal(c->rounds, 21);
    assert_int_equal(c->steps, 63);
    assert_true(c->cycles >= c->law_cycles);
    q.plan.arch = WGD_SM100; /* tiles are counted; nothing was timed */
    q.plan.m = 256;
    q.plan.n = 256;
    q.plan.k = 64;
    q.plan.cta_group = 2;
    assert_int_equal(wgd_plan_problem(&q, &r, &p, NULL), WGD_OK);
    assert_int_equal(r.candidate[0].at_once, 5);
    assert_int_equal(r.candidate[0].rounds, 10);
    assert_int_equal(r.candidate[0].cycles, 0);
    assert_int_equal(r.peak_cycles, 0);
}

/* Every type that wgmma multiplies (PTX ISA, "wgmma.mma_async"), and no other: no rule is slower than its law, and
 * the candidates' stages are 128 bytes of K. */
static void test_types(void **state)
{
    (void)state;
    static const bool of_wgmma[WGD_DTYPE_COUNT] = {
        [WGD_F16] = true,  [WGD_BF16] = true, [WGD_TF32] = true, [WGD_E4M3] = true,
        [WGD_E5M2] = true, [WGD_S8] = true,   [WGD_U8] = true,   [WGD_B1] = true,
    };
    for (int t = 0; t < WGD_DTYPE_COUNT; t++) {
        wgd_problem_query q = query_of(4096, 4096, 4096);
        wgd_problem r;
        wgd_plan p;
        q.plan.operand[0].dtype = q.plan.operand[1].dtype = (wgd_dtype)t;
        assert_int_equal(wgd_plan_problem(&q, &r, &p, NULL) == WGD_OK, of_wgmma[t]);
        if (!of_wgmma[t]) {
            continue;
        }
        for (int i = 0; i < r.candidates; i++) {
            const wgd_problem_candidate *c = &r.candidate[i];
            assert_true(c->legal);
            assert_true(c->way.width == c->tile.n ||
                        (c->way.width < c->tile.n && c->way.width % 8 == 0));
            assert_int_equal(c->k * wgd_dtype_bits((wgd_dtype)t), 1024);
            assert_true(c->cycles >= c->law_cycles && c->cycles >= r.peak_cycles);
        }
        assert_int_equal(r.fitted, t == WGD_BF16);
    }
}

static void refused(wgd_problem_query q, wgd_status want, const char *field)
{
    wgd_problem r;
    wgd_plan p;
    wgd_diag d;
    assert_int_equal(wgd_plan_problem(&q, &r, &p, &d), want);
    assert_string_equal(d.field, field);
}

static void test_refusals(void **state)
{
    (void)state;
    refused(query_of(0, 1, 8), WGD_ERR_LIMIT, "problem");
    refused(query_of(1, -1, 8), WGD_ERR_LIMIT, "problem");
    refused(query_of(1, 1, INT64_C(1) << 31), WGD_ERR_LIMIT, "problem");
    refused(query_of(64, 64, 1001), WGD_ERR_ALIGN, "problem");
    refused(query_of(INT32_MAX - 7, INT32_MAX - 7, 8), WGD_ERR_LIMIT, "problem");
    refused(query_of(1 << 21, 1 << 21, 1 << 21), WGD_ERR_OVERFLOW, "problem");
    wgd_problem_query q = query_of(64, 64, 64);
    q.sms = -1;
    refused(q, WGD_ERR_LIMIT, "sms");
    q.sms = 1025;
    refused(q, WGD_ERR_LIMIT, "sms");
    q = query_of(64, 64, 64);
    q.plan.arch = WGD_SM100;
    refused(q, WGD_ERR_VALUE, "tile");
    q = query_of(64, 64, 64);
    q.plan.reserve_bytes = WGD_SMEM_BLOCK_MAX;
    refused(q, WGD_ERR_FIT, "tile");
    /* Sizes whose lines, tiles or stages are beyond what is counted. */
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    const wgd_problem_tile t = wgd_problem_tile_at(2);
    const wgd_problem_way w = {1, false, 256};
    static const int64_t most[][3] = {{INT32_MAX, INT32_MAX, 64}, {INT32_MAX, 256, INT32_MAX}};
    for (size_t i = 0; i < sizeof most / sizeof most[0]; i++) {
        assert_int_equal(wgd_problem_time(&t, &w, most[i], 64, &device), INT64_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),      cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_counts),     cmocka_unit_test(test_memory_binds),
        cmocka_unit_test(test_one_sm),     cmocka_unit_test(test_no_way),
        cmocka_unit_test(test_given_tile), cmocka_unit_test(test_types),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
