/* SPDX-License-Identifier: MIT
 *
 * The tile for a product at its edges: ways beyond what a device has, counts beyond what fits, tiles that are
 * given in part, and which plans are what the rule was fitted to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "plan/problem_parts.h"
#include "plan/problem_query.h"
#include "wgdesc.h"

static wgd_problem chosen_for(const wgd_problem_query *q)
{
    wgd_problem r;
    wgd_plan p;
    assert_int_equal(wgd_plan_problem(q, &r, &p, NULL), WGD_OK);
    return r;
}

/* The status and the field, and the same status for one who wants no diagnosis. */
static wgd_diag refused(const wgd_problem_query *q, wgd_status want, const char *field)
{
    wgd_problem r;
    wgd_plan p;
    wgd_diag d;
    assert_int_equal(wgd_plan_problem(q, &r, &p, &d), want);
    assert_string_equal(d.field, field);
    assert_int_equal(wgd_plan_problem(q, &r, &p, NULL), want);
    return d;
}

/* A cluster has at most 16 blocks, and each of them a part of the K; in memory there may be more. */
static void test_split_beyond_a_cluster(void **state)
{
    (void)state;
    static const int64_t p[3] = {64, 64, 17 * 64};
    const wgd_problem_tile one = {64, 64, 1, 1, 11, 8192, false};
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    const wgd_problem_way most = {16, false, 64}, more = {17, false, 64}, memory = {17, true, 64};
    assert_true(wgd_problem_time(&one, &most, p, 64, &device) < INT64_MAX);
    assert_int_equal(wgd_problem_time(&one, &more, p, 64, &device), INT64_MAX);
    assert_true(wgd_problem_time(&one, &memory, p, 64, &device) < INT64_MAX);
}

/* A ring of one stage waits for all of its latency; one that is not said has four. */
static void test_stages(void **state)
{
    (void)state;
    static const int64_t p[3] = {128, 256, 64 * 64};
    const wgd_problem_way w = {1, false, 256};
    int64_t time[5];
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    for (int stages = 0; stages <= 4; stages += stages ? 3 : 1) {
        const wgd_problem_tile t = {128, 256, 1, 1, stages, 0, false};
        time[stages] = wgd_problem_time(&t, &w, p, 64, &device);
    }
    assert_int_equal(time[0], time[4]);
    assert_true(time[1] > time[4]);
}

/* A stage of a tile in a cluster that was not timed takes what it takes in the one that was (the table of
 * docs/gemm-notes.md), and a part of what does not bind. */
static void test_another_cluster(void **state)
{
    (void)state;
    static const int64_t fitted[WGD_GPU_COUNT] = {444, 453};
    static const int64_t once[3] = {512, 384, 64 * 1000}, twice[3] = {512, 384, 64 * 2000};
    const wgd_problem_tile pair = {128, 96, 2, 1, 7, 16384, false};
    const wgd_problem_way w = {1, false, 96};
    for (int gpu = 0; gpu < WGD_GPU_COUNT; gpu++) {
        const wgd_problem_device device = wgd_problem_device_of((wgd_gpu)gpu, WGD_PROBLEM_SMS);
        const int64_t more = wgd_problem_time(&pair, &w, twice, 64, &device) -
                             wgd_problem_time(&pair, &w, once, 64, &device);
        assert_in_range(more, 1000 * fitted[gpu], 1200 * fitted[gpu]);
    }
}

/* A block of a cluster may have no tile: it takes no longer than where it has one. */
static void test_idle_blocks(void **state)
{
    (void)state;
    const wgd_problem_tile along = {64, 64, 1, 2, 11, 8192, false},
                           down = {64, 64, 2, 1, 11, 8192, false};
    const wgd_problem_way w = {1, false, 64};
    static const int64_t one[3] = {64, 64, 640}, columns[3] = {64, 128, 640},
                         rows[3] = {128, 64, 640};
    for (int gpu = 0; gpu < WGD_GPU_COUNT; gpu++) {
        const wgd_problem_device device = wgd_problem_device_of((wgd_gpu)gpu, WGD_PROBLEM_SMS);
        assert_in_range(wgd_problem_time(&along, &w, one, 64, &device), 1000,
                        wgd_problem_time(&along, &w, columns, 64, &device));
        assert_in_range(wgd_problem_time(&down, &w, one, 64, &device), 1000,
                        wgd_problem_time(&down, &w, rows, 64, &device));
    }
}

/* More lines of 128 bytes than a time can be counted of: those of B alone, and those of C alone. */
static void test_lines_beyond_a_time(void **state)
{
    (void)state;
    static const int64_t b[3] = {128, INT32_MAX, INT32_MAX}, c[3] = {INT32_MAX, INT32_MAX, 64},
                         fits[3] = {128, 256, 64}, large[3] = {8192, 8192, 8192};
    const wgd_problem_tile t = {128, 256, 1, 1, 4, 32768, false};
    const wgd_problem_way w = {1, false, 256};
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    assert_int_equal(wgd_problem_time(&t, &w, b, 64, &device), INT64_MAX);
    assert_int_equal(wgd_problem_memory_cycles(b, 64, WGD_H200), INT64_MAX);
    assert_int_equal(wgd_problem_memory_cycles(c, 64, WGD_H200), INT64_MAX);
    /* 128 + 256 lines of A and B and 512 of C, and 128 MiB of each, at 3443 bytes a cycle (docs/gemm-notes.md). */
    assert_int_equal(wgd_problem_memory_cycles(fits, 64, WGD_H200), 896 * 128 / 3443 + 1);
    assert_int_equal(wgd_problem_memory_cycles(large, 64, WGD_H200), (3 << 27) / 3443 + 1);
}

/* 2^44 lines of A, of B or of C are the most: of A and B rows of 2^22 stages, C in lines of 64 elements. */
static void test_most_lines(void **state)
{
    (void)state;
    static const int64_t most[][3] = {
        {1 << 22, 1, 1 << 28}, {1, 1 << 22, 1 << 28}, {1 << 25, 1 << 25, 64}};
    static const int64_t more[][3] = {
        {(1 << 22) + 1, 1, 1 << 28}, {1, (1 << 22) + 1, 1 << 28}, {1 << 25, (1 << 25) + 64, 64}};
    static const int64_t bytes[WGD_GPU_COUNT] = {3443, 2288}; /* in a cycle (docs/gemm-notes.md) */
    for (int i = 0; i < 3 * WGD_GPU_COUNT; i++) {
        const wgd_gpu gpu = (wgd_gpu)(i / 3);
        const int64_t lines = (INT64_C(1) << 44) / wgd_problem_memory_cycles(most[i % 3], 64, gpu);
        assert_in_range(lines, bytes[gpu] / 128 - 1, bytes[gpu] / 128);
        assert_int_equal(wgd_problem_memory_cycles(more[i % 3], 64, gpu), INT64_MAX);
    }
}

/* 2^44 lines of C that are stored at once, on a device that computes 2^30 tiles at the same time: of an H200 those stores
 * take 261 of 1000 of device memory's time for them, of an H100 164. Both times are those of the rule in
 * tests/plan/problem.t, which was given so many clusters. */
static void test_most_stores(void **state)
{
    (void)state;
    static const int64_t p[3] = {1 << 25, 1 << 25, 64};
    static const int64_t times[WGD_GPU_COUNT] = {INT64_C(193074011239), INT64_C(185000819721)};
    const wgd_problem_tile t = {1 << 10, 1 << 10, 1, 1, 4, 0, false};
    const wgd_problem_way w = {1, false, 1 << 10};
    for (int gpu = 0; gpu < WGD_GPU_COUNT; gpu++) {
        wgd_problem_device device = {(wgd_gpu)gpu, {0}};
        device.clusters[1] = 1 << 30;
        assert_int_equal(wgd_problem_time(&t, &w, p, 64, &device), times[gpu]);
    }
}

/* A device that a caller made of no GPU, or one beside them. */
static void test_no_gpu(void **state)
{
    (void)state;
    static const int64_t p[3] = {512, 512, 512};
    const wgd_problem_tile t = {64, 64, 1, 1, 11, 8192, false};
    for (int i = 0; i < 2; i++) {
        wgd_problem_device device = wgd_problem_device_of(WGD_H100, WGD_PROBLEM_SMS);
        wgd_problem_way w = {1, false, 64};
        assert_true(wgd_problem_time(&t, &w, p, 64, &device) < INT64_MAX);
        device.gpu = (wgd_gpu)(i ? WGD_GPU_COUNT : -1);
        assert_int_equal(wgd_problem_time(&t, &w, p, 64, &device), INT64_MAX);
        assert_int_equal(wgd_problem_best(&t, p, 64, true, &device, &w), INT64_MAX);
    }
}

/* 2^30 tiles of 64 x 8, one after the other, each of 2^18 stages: 2^48 stages of 9 KB, which take more than
 * 2^63 thousandths of a cycle. */
static void test_cycles_beyond_a_number(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(1 << 20, 1 << 19, (1 << 24) - 64);
    q.plan.m = 64;
    q.plan.n = 8;
    q.plan.k = 64;
    q.sms = 1;
    const wgd_diag d = refused(&q, WGD_ERR_OVERFLOW, "problem");
    assert_string_equal(d.got, "1048576x524288x16777152");
    assert_non_null(strstr(d.what, "cycles"));
    q.plan.problem[2] = 1 << 12; /* 2^12 times fewer */
    assert_true(chosen_for(&q).candidate[0].cycles > 0);
}

/* 2^30 tiles of one row and 256 columns, whose blocks bring 257 lines in each of 2^25 stages: more than
 * 2^63 lines, though A, B and C each are few enough. Half the stages are a number, but no time. */
static void test_loads_beyond_a_number(void **state)
{
    (void)state;
    static const int64_t stages = 1 << 25;
    const wgd_problem_tile row = {1, 256, 1, 1, 4, 0, false};
    const wgd_problem_way w = {1, false, 256};
    int64_t lines;
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    assert_true(__builtin_mul_overflow(INT64_C(257) << 30, stages, &lines));
    assert_false(__builtin_mul_overflow(INT64_C(257) << 30, stages / 2, &lines));
    for (int parts = 1; parts <= 2; parts++) {
        const int64_t p[3] = {1 << 19, 1 << 19, stages / parts * 32};
        assert_true(wgd_problem_memory_cycles(p, 32, WGD_H200) < INT64_MAX);
        assert_int_equal(wgd_problem_time(&row, &w, p, 32, &device), INT64_MAX);
    }
    const int64_t few[3] = {1 << 19, 1 << 19, 64 * 32};
    assert_true(wgd_problem_time(&row, &w, few, 32, &device) < INT64_MAX);
}

/* A pair of blocks computes one tile: a single SM has none. */
static void test_no_pair_of_sms(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(512, 512, 512);
    q.plan.arch = WGD_SM100;
    q.plan.m = 256;
    q.plan.n = 256;
    q.plan.k = 64;
    q.plan.cta_group = 2;
    q.sms = 1;
    const wgd_diag d = refused(&q, WGD_ERR_FIT, "sms");
    assert_string_equal(d.got, "1");
    q.sms = 2;
    const wgd_problem r = chosen_for(&q);
    assert_int_equal(r.candidate[0].at_once, 1);
    assert_int_equal(r.candidate[0].rounds, 4);
}

/* One size is enough for a tile that is given, which is then refused for the others that are not. */
static void test_tile_given_in_part(void **state)
{
    (void)state;
    static const wgd_arch archs[] = {WGD_SM90, WGD_SM100};
    for (size_t a = 0; a < sizeof archs / sizeof archs[0]; a++) {
        for (int which = 0; which < 3; which++) {
            wgd_problem_query q = query_of(512, 512, 512);
            q.plan.arch = archs[a];
            *(which == 0 ? &q.plan.m : which == 1 ? &q.plan.n : &q.plan.k) = 64;
            wgd_problem r;
            wgd_plan p;
            wgd_diag d;
            assert_int_not_equal(wgd_plan_problem(&q, &r, &p, &d), WGD_OK);
            assert_string_equal(d.field, "tile");
            assert_null(strstr(d.what, "no rule"));
            assert_int_equal(wgd_plan_problem(&q, &r, &p, NULL), r.candidate[0].why);
            assert_string_equal(d.what, r.candidate[0].reason);
        }
    }
}

/* Only a B whose lines run along K can be cut at any multiple of 8 columns. */
static void test_columns_of_b(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(1000, 3000, 4096);
    for (int mn = 0; mn < 2; mn++) {
        int narrower = 0;
        q.plan.operand[1].major = mn ? WGD_MAJOR_MN : WGD_MAJOR_K;
        const wgd_problem r = chosen_for(&q);
        for (int i = 0; i < r.candidates; i++) {
            narrower += r.candidate[i].legal && r.candidate[i].way.width < r.candidate[i].tile.n;
        }
        assert_int_equal(narrower > 0, !mn);
        assert_true(r.fitted);
    }
}

/* The times were those of dense products with both operands in shared memory. */
static void test_fitted_to(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(1024, 1024, 1024);
    assert_true(chosen_for(&q).fitted);
    q.plan.a = WGD_PLAN_A_REGISTERS;
    assert_false(chosen_for(&q).fitted);
    q.plan.a = WGD_PLAN_A_SHARED;
    q.plan.sparse = true;
    const wgd_problem r = chosen_for(&q);
    assert_false(r.fitted);
    assert_int_equal(r.candidate[r.chosen].k, 128); /* half of them are stored: 128 bytes */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split_beyond_a_cluster),
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_another_cluster),
        cmocka_unit_test(test_idle_blocks),
        cmocka_unit_test(test_lines_beyond_a_time),
        cmocka_unit_test(test_most_lines),
        cmocka_unit_test(test_cycles_beyond_a_number),
        cmocka_unit_test(test_loads_beyond_a_number),
        cmocka_unit_test(test_no_pair_of_sms),
        cmocka_unit_test(test_tile_given_in_part),
        cmocka_unit_test(test_columns_of_b),
        cmocka_unit_test(test_fitted_to),
        cmocka_unit_test(test_most_stores),
        cmocka_unit_test(test_no_gpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
