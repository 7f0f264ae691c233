/* SPDX-License-Identifier: MIT
 *
 * The tiles of a product, counted again from the plan of each; which of them have none; and what is refused, to the
 * letter. What a way takes is asked of wgd_problem_time: the rule itself is written again in tests/plan/problem.t.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "plan/problem_fit.h"
#include "plan/problem_parts.h"
#include "plan/problem_query.h"
#include "refused.h"
#include "wgdesc.h"

/* In room that nobody has filled. */
static wgd_status ask(const wgd_problem_query *q, wgd_problem *r, wgd_plan *p, wgd_diag *d)
{
    memset(r, 0x5a, sizeof *r);
    memset(p, 0x5a, sizeof *p);
    return wgd_plan_problem(q, r, p, d);
}

static wgd_problem_query given(int64_t m, int64_t n, int64_t k, int64_t tm, int64_t tn, int64_t tk)
{
    wgd_problem_query q = query_of(m, n, k);
    q.plan.m = tm;
    q.plan.n = tn;
    q.plan.k = tk;
    return q;
}

/* ---- the candidates ------------------------------------------------------------------------- */

static int64_t up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* The plan of a tile, in as many stages as fit, but for those that it has at most and those that are asked for. */
static wgd_status plan_of(const wgd_plan_query *asked, const wgd_problem_candidate *c, wgd_plan *p)
{
    wgd_plan_query x = *asked;
    for (int o = 0; o < 2 && c->tile.turned; o++) {
        x.operand[o] = asked->operand[1 - o];
        x.problem[o] = asked->problem[1 - o];
    }
    x.m = c->tile.m;
    x.n = c->tile.n;
    x.k = c->k;
    x.reserve_bytes =
        c->tile.reserve_bytes > x.reserve_bytes ? c->tile.reserve_bytes : x.reserve_bytes;
    wgd_status s = wgd_plan_make(&x, p, NULL);
    if (s == WGD_OK && !x.stages && c->tile.stages && p->stages > c->tile.stages) {
        x.stages = c->tile.stages;
        s = wgd_plan_make(&x, p, NULL);
    }
    return s;
}

/* The parts of the products and of the SMs' time that are used, in whole thousandths. */
static void check_shares(const wgd_problem *r, const wgd_problem_candidate *c, int ctas)
{
    const int64_t *z = r->size;
    const int64_t outputs = 1000 * z[0] * z[1] / (c->tiles_m * c->tile.m * c->tiles_n * c->tile.n);
    const int64_t k = 1000 * z[2] / (c->steps * c->way.split * c->k);
    assert_int_equal(c->padding_permille, (1000 * 1000 - outputs * k) / 1000);
    const int64_t time = c->rounds * r->sms;
    const int64_t work = c->tiles_m * c->tiles_n * c->way.split * ctas;
    assert_int_equal(c->idle_permille, 1000 * (time - work) / time);
}

static void check_cycles(const wgd_problem *r, const wgd_problem_candidate *c, const wgd_plan *p)
{
    wgd_problem_tile tile = c->tile;
    const wgd_problem_tile *t = &tile;
    const wgd_problem_device device = wgd_problem_device_of(r->gpu, r->sms);
    const wgd_plan_operand *a = &p->operand[0], *b = &p->operand[1];
    const int64_t loads = a->bytes / t->cluster_n + b->bytes * c->way.width / t->cluster_m / t->n;
    assert_int_equal(c->law_cycles, c->rounds * c->steps * p->cost.cycles);
    assert_int_equal(c->l2_cycles, c->rounds * c->steps * up(loads, 64));
    const int64_t line =
        128 * 8 / wgd_dtype_bits(p->query.operand[0].dtype) * (p->query.sparse ? 2 : 1);
    assert_int_equal(c->memory_cycles, wgd_problem_memory_cycles(r->size, line, r->gpu));
    const bool timed =
        r->chosen_here && !p->query.sparse && p->query.a == WGD_PLAN_A_SHARED && p->n_inst == t->n;
    const int64_t law = timed ? 0 : up(p->cost.cycles * line, c->k);
    tile.stages = r->chosen_here ? t->stages : (int)up(p->stages * c->k, line);
    wgd_problem_deal d;
    assert_true(wgd_problem_estimate(&d, t, &c->way, r->size, line, law, &device));
    assert_int_equal(c->cycles, d.cycles);
    assert_int_equal(c->pairs, d.pairs);
    assert_string_equal(c->pairs_reason, d.pairs_reason);
    const bool groups = d.pairs == WGD_PROBLEM_PAIRS_GROUPS;
    const bool column = d.band == WGD_PROBLEM_BAND_COLUMN;
    const bool row = d.band == WGD_PROBLEM_BAND_ROW || d.pairs == WGD_PROBLEM_PAIRS_N;
    assert_int_equal(c->band_rows, groups                           ? 0
                                   : d.pairs == WGD_PROBLEM_PAIRS_M ? 2
                                   : column                         ? d.along_m
                                                                    : row);
    const bool shared = d.bound == WGD_PROBLEM_TENSOR && p->cost.bound == WGD_COST_SHARED;
    assert_int_equal(c->bound, shared ? WGD_PROBLEM_SHARED : d.bound);
    const int64_t peak = 1000 * r->peak_cycles / c->cycles;
    assert_int_equal(c->peak_permille, peak < 1000 ? peak : 1000);
}

static void check_legal(const wgd_problem *r, const wgd_problem_candidate *c, const wgd_plan *p)
{
    const wgd_problem_tile *t = &c->tile;
    const wgd_problem_device device = wgd_problem_device_of(r->gpu, r->sms);
    wgd_problem_deal d;
    assert_int_equal(wgd_problem_deal_tiles(&d, t, &c->way, p->cta_group, r->size, c->k, &device),
                     WGD_OK);
    assert_int_equal(c->stages, p->stages);
    assert_int_equal(c->tiles_m, d.along_m * t->cluster_m);
    assert_int_equal(c->tiles_n, d.along_n * t->cluster_n);
    assert_int_equal(c->at_once, d.at_once * t->cluster_m * t->cluster_n);
    assert_int_equal(c->rounds, d.rounds);
    assert_int_equal(c->steps, d.steps);
    check_shares(r, c, p->cta_group);
    if (!wgd_arch_tcgen05(p->query.arch)) {
        check_cycles(r, c, p);
        return;
    }
    assert_int_equal(c->pairs, WGD_PROBLEM_PAIRS_NONE);
    assert_string_equal(c->pairs_reason, "of tcgen05 no time was measured");
    assert_int_equal(c->band_rows, 0);
}

static void check_refused(const wgd_problem_candidate *c, wgd_status why, const char *reason)
{
    assert_false(c->legal);
    assert_int_equal(c->why, why);
    assert_true(reason == NULL || strcmp(c->reason, reason) == 0);
    assert_true(c->stages == 0 && c->tiles_m == 0 && c->rounds == 0 && c->cycles == 0);
    assert_true(c->way.split == 0 && c->way.width == 0 && !c->way.in_memory);
    assert_true(c->pairs == WGD_PROBLEM_PAIRS_NONE && c->pairs_reason == NULL);
}

/* A dense A and B in shared memory, both K-major, can change places. */
static bool turns(const wgd_plan_query *q)
{
    return !q->sparse && q->a == WGD_PLAN_A_SHARED && q->operand[0].major == WGD_MAJOR_K &&
           q->operand[1].major == WGD_MAJOR_K;
}

static void check_same_tile(const wgd_problem_tile *a, const wgd_problem_tile *b)
{
    assert_true(a->m == b->m && a->n == b->n && a->cluster_m == b->cluster_m &&
                a->cluster_n == b->cluster_n && a->stages == b->stages &&
                a->reserve_bytes == b->reserve_bytes && a->turned == b->turned);
}

/* All candidates, and that the one in use is the first of those that take least. */
static void check(const wgd_problem_query *q)
{
    wgd_problem r;
    wgd_plan p, mine;
    assert_int_equal(ask(q, &r, &p, NULL), WGD_OK);
    assert_true(r.chosen_here && !memcmp(r.size, q->plan.problem, sizeof r.size));
    assert_int_equal(r.sms, q->sms ? q->sms : WGD_PROBLEM_SMS);
    assert_int_equal(r.gpu, q->gpu);
    int first = -1;
    for (int i = 0; i < r.candidates; i++) {
        const wgd_problem_candidate *c = &r.candidate[i];
        const wgd_problem_tile t = wgd_problem_tile_at(i);
        check_same_tile(&c->tile, &t);
        assert_int_equal(c->k * wgd_dtype_bits(q->plan.operand[0].dtype),
                         q->plan.sparse ? 2048 : 1024);
        if (t.turned && !turns(&q->plan)) {
            check_refused(c, WGD_ERR_VALUE, NULL);
            continue;
        }
        const wgd_status s = plan_of(&q->plan, c, &mine);
        const wgd_problem_device device = wgd_problem_device_of(r.gpu, r.sms);
        const bool untimed = wgd_problem_step_of(&t, r.gpu) == WGD_PROBLEM_UNTIMED;
        if (s != WGD_OK || untimed || device.clusters[t.cluster_m * t.cluster_n] == 0) {
            check_refused(c, s != WGD_OK ? s : WGD_ERR_FIT,
                          s != WGD_OK ? NULL
                          : untimed   ? "not timed on this GPU"
                                      : "no cluster fits the SMs");
            continue;
        }
        assert_true(c->legal);
        check_legal(&r, c, &mine);
        first = first < 0 || c->cycles < r.candidate[first].cycles ? i : first;
    }
    assert_int_equal(r.chosen, first);
    const wgd_problem_candidate *c = &r.candidate[first];
    assert_int_equal(plan_of(&q->plan, c, &mine), WGD_OK);
    assert_true(p.query.m == mine.query.m && p.query.n == mine.query.n && p.query.k == c->k);
    assert_int_equal(p.stages, mine.stages);
    assert_int_equal(p.query.reserve_bytes, mine.query.reserve_bytes);
    assert_int_equal(r.fitted, q->plan.operand[0].dtype == WGD_BF16 && !q->plan.sparse &&
                                   q->plan.a == WGD_PLAN_A_SHARED);
}

/* Sizes about the tiles' own, where a cluster's second block may have nothing to do. */
static void small(const int64_t sizes[2][3])
{
    for (int i = 0; i < 2; i++) {
        wgd_problem_query q = query_of(sizes[i][0], sizes[i][1], sizes[i][2]);
        q.sms = i ? 3 : 0;
        check(&q);
        q.gpu = WGD_H100;
        check(&q);
    }
}

static void test_smallest_tile(void **state)
{
    (void)state;
    static const int64_t sizes[2][3] = {{64, 64, 64}, {65, 64, 72}};
    small(sizes);
}

static void test_widest_tile(void **state)
{
    (void)state;
    static const int64_t sizes[2][3] = {{128, 256, 640}, {129, 257, 64}};
    small(sizes);
}

static void test_narrow_products(void **state)
{
    (void)state;
    static const int64_t sizes[2][3] = {{64, 65, 640}, {1, 1000, 8}};
    small(sizes);
}

static void test_one_sm(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(1000, 3000, 2000);
    q.sms = 1;
    check(&q);
    q.sms = 1024;
    check(&q);
}

/* Of 512 x 2048 x 64 two tiles take as long as one another. */
static void test_large_products(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(8192, 8192, 8192);
    check(&q);
    q = query_of(512, 2048, 64);
    check(&q);
    q = query_of(4096, 1000, 14336);
    check(&q);
    q.plan.operand[0].dtype = q.plan.operand[1].dtype = WGD_TF32;
    check(&q);
}

static void test_other_plans(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(1024, 2048, 4096);
    q.plan.a = WGD_PLAN_A_REGISTERS;
    check(&q);
    q.plan.a = WGD_PLAN_A_SHARED, q.plan.sparse = true;
    check(&q);
    q.plan.sparse = false, q.plan.stages = 2;
    check(&q);
    q.plan.stages = 5; /* more than fit beside the widest tiles */
    check(&q);
    q.plan.stages = 0, q.plan.reserve_bytes = 100000;
    check(&q);
}

/* Beside no A more stages fit than a tile has: those are taken that are asked for, and no more than its own where none
 * are. */
static void test_stages(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(1024, 2048, 4096);
    q.plan.a = WGD_PLAN_A_COMPUTED;
    check(&q);
    q.plan.stages = 6;
    check(&q);
}

/* ---- a tile that is given ------------------------------------------------------------------- */

static void test_given(void **state)
{
    (void)state;
    wgd_problem_query q = given(1000, 3000, 2000, 64, 248, 32);
    wgd_problem r;
    wgd_plan p, mine;
    assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
    assert_true(r.candidates == 1 && r.chosen == 0 && !r.chosen_here && !r.fitted);
    const wgd_problem_candidate *c = &r.candidate[0];
    assert_int_equal(wgd_plan_make(&q.plan, &mine, NULL), WGD_OK);
    assert_true(c->tile.cluster_m == 1 && c->tile.cluster_n == 1 && c->tile.stages == 0);
    assert_true(c->tile.reserve_bytes == 0 && c->k == 32);
    assert_true(c->way.split == 1 && !c->way.in_memory && c->way.width == 248);
    assert_int_equal(p.stages, mine.stages); /* as many as fit */
    check_legal(&r, c, &mine);
    q.plan.stages = 3, q.plan.reserve_bytes = 77;
    assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
    assert_true(p.stages == 3 && p.query.reserve_bytes == 77);
    q = given(1023, 64, 8184, 64, 64, 64); /* 999 thousandths of the outputs, and of K */
    assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
    assert_int_equal(r.candidate[0].padding_permille, 1);
    q = given(32, 64, 64, 64, 64, 64);
    assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
    assert_int_equal(r.candidate[0].padding_permille, 500);
}

/* The rule counts with the whole ring of a tile that was given, in lines of 128 bytes, as with that of one in the
 * table; 4 stages are only for a tile without a plan. */
static void test_ring_of_given_tile(void **state)
{
    (void)state;
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    static const int64_t k[] = {32, 64, 128};
    static const int asked[] = {5, 3, 2}, in_lines[] = {3, 3, 4};
    for (int i = 0; i < 3; i++) {
        for (int fewer = 0; fewer < 2; fewer++) {
            wgd_problem_query q = given(512, 1024, 4096, 64, 64, k[i]);
            q.plan.stages = fewer ? asked[i] : 0; /* 14 lines fit */
            wgd_problem r;
            wgd_plan p;
            assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
            const wgd_problem_tile t = {64, 64, 1, 1, fewer ? in_lines[i] : 14, 0, false};
            assert_int_equal(r.candidate[0].cycles, wgd_problem_time(&t, &r.candidate[0].way,
                                                                     q.plan.problem, 64, &device));
        }
    }
}

/* However deep the stages are, the rule counts in lines of 128 bytes: of 64 x 8 the law binds, not a fit. */
static void test_depth_of_stages(void **state)
{
    (void)state;
    static const int64_t tiles[] = {8, 32, 256};
    for (int i = 0; i < 3; i++) {
        int64_t cycles = 0;
        for (int64_t k = 32; k <= 128; k *= 2) {
            wgd_problem_query q = given(4096, 4096, 4096, 64, tiles[i], k);
            q.plan.stages = (int)(256 / k); /* a ring of 4 lines */
            wgd_problem r;
            wgd_plan p;
            assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
            check_legal(&r, &r.candidate[0], &p);
            assert_true(cycles == 0 || r.candidate[0].cycles == cycles);
            cycles = r.candidate[0].cycles;
        }
    }
    /* 16 stages of half a line are 8 lines, as few as pairs gain from; 14 are 7. */
    for (int64_t k = 448; k <= 512; k += 64) {
        const wgd_problem_query q = given(512, 2048, k, 64, 128, 32);
        wgd_problem r;
        wgd_plan p;
        assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
        assert_int_equal(r.candidate[0].steps, k / 32);
        assert_int_equal(r.candidate[0].pairs,
                         k == 512 ? WGD_PROBLEM_PAIRS_M : WGD_PROBLEM_PAIRS_NONE);
    }
}

/* Of tcgen05 tiles are counted, and nothing is timed. */
static void test_tcgen05(void **state)
{
    (void)state;
    wgd_problem_query q = given(1000, 3000, 2000, 256, 256, 64);
    q.plan.arch = WGD_SM100;
    q.plan.cta_group = 2;
    q.sms = 10;
    wgd_problem r;
    wgd_plan p;
    assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
    const wgd_problem_candidate *c = &r.candidate[0];
    check_legal(&r, c, &p);
    assert_true(r.peak_cycles == 0 && c->cycles == 0 && c->law_cycles == 0 && !r.fitted);
    assert_true(c->memory_cycles == 0 && c->l2_cycles == 0 && c->peak_permille == 0);
}

/* ---- refusals ------------------------------------------------------------------------------- */

static wgd_diag refused(const wgd_problem_query *q, wgd_status s, const char *field,
                        const char *what, const char *got, const char *want)
{
    wgd_problem r;
    wgd_plan p;
    wgd_diag d = unfilled();
    assert_int_equal(ask(q, &r, &p, &d), s);
    said(&d, s, field, what, got, want);
    assert_int_equal(ask(q, &r, &p, NULL), s);
    return d;
}

static void test_sizes(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        wgd_problem_query q = given(64, 64, 64, 64, 64, 64);
        q.plan.problem[i] = 0;
        wgd_diag d = refused(&q, WGD_ERR_LIMIT, "problem", "a product has at least one element",
                             "0", "1 to 2147483647, M x N x K");
        hinted(&d, "");
        q.plan.problem[i] = INT64_C(1) << 31;
        refused(&q, WGD_ERR_LIMIT, "problem", "a size of the product is out of range", "2147483648",
                "1 to 2147483647, M x N x K");
        q.plan.problem[i] = i == 2 ? INT32_MAX - 7 : INT32_MAX;
        wgd_problem r;
        wgd_plan p;
        assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
        q.plan.problem[i] = i == 2 ? 8 : 1;
        assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
    }
    wgd_problem_query q = given(64, 64, 64, 64, 64, 64);
    for (int i = 0; i < 2; i++) {
        q.sms = i ? 1025 : -1;
        const wgd_diag d = refused(&q, WGD_ERR_LIMIT, "sms", "not a number of SMs",
                                   i ? "1025" : "-1", "1 to 1024");
        hinted(&d, "an H100 SXM and an H200 have 132");
    }
}

static void test_no_such_gpu(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(64, 64, 64);
    for (int i = 0; i < 2; i++) {
        q.gpu = (wgd_gpu)(i ? WGD_GPU_COUNT : -1);
        const wgd_diag d = refused(&q, WGD_ERR_VALUE, "gpu", "not a GPU that was timed",
                                   i ? "2" : "-1", "one of wgd_gpu");
        hinted(&d, "");
    }
}

/* Products that device memory binds take longer where it is slower; of the longest that the tensor cores bind the
 * H100's cycles are fewer than those of the peak, which is told as all of it. */
static void test_gpus(void **state)
{
    (void)state;
    static const char *const names[WGD_GPU_COUNT] = {"h200", "h100"};
    static const int64_t memory[][3] = {{16, 28672, 4096}, {128, 57344, 8192}, {1, 128256, 4096}};
    for (int i = 0; i < WGD_GPU_COUNT; i++) {
        assert_string_equal(wgd_gpu_name((wgd_gpu)i), names[i]);
        assert_non_null(strstr(wgd_gpu_text((wgd_gpu)i), i ? "H100" : "H200"));
    }
    for (int i = 0; i < 3; i++) {
        wgd_problem r[WGD_GPU_COUNT];
        for (int gpu = 0; gpu < WGD_GPU_COUNT; gpu++) {
            wgd_problem_query q = query_of(memory[i][0], memory[i][1], memory[i][2]);
            wgd_plan p;
            q.gpu = (wgd_gpu)gpu;
            assert_int_equal(ask(&q, &r[gpu], &p, NULL), WGD_OK);
            assert_int_equal(r[gpu].candidate[r[gpu].chosen].bound, WGD_PROBLEM_MEMORY);
        }
        const wgd_problem_candidate *a = &r[WGD_H200].candidate[r[WGD_H200].chosen],
                                    *b = &r[WGD_H100].candidate[r[WGD_H100].chosen];
        assert_true(b->cycles > a->cycles && b->memory_cycles > a->memory_cycles);
    }
    /* Of the longest product that there is every GPU is near its peak, and not beyond: no further from it than 16384 cubed was
     * measured, 704 TFLOP/s of 811 at 1500 MHz on an H100 (docs/performance.md). */
    for (int gpu = 0; gpu < WGD_GPU_COUNT; gpu++) {
        wgd_problem_query q = query_of(1 << 16, 1 << 16, 1 << 16);
        wgd_problem r;
        wgd_plan p;
        q.gpu = (wgd_gpu)gpu;
        assert_int_equal(ask(&q, &r, &p, NULL), WGD_OK);
        assert_in_range(r.candidate[r.chosen].peak_permille, 868, 1000);
    }
}

static void test_no_rule(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(64, 64, 64);
    q.plan.arch = WGD_SM100;
    const wgd_diag d =
        refused(&q, WGD_ERR_VALUE, "tile",
                "no rule chooses a tile for tcgen05: nothing of it was measured", "none", "a tile");
    hinted_at(&d, WGD_HINT_TILE_MNK, 0, "");
}

/* 2^25 by 2^25 tiles; a pair of SMs of one; 2^31 * 2^10 * 2^23 products. */
static void test_beyond(void **state)
{
    (void)state;
    wgd_problem_query q = given(INT32_MAX, INT32_MAX, 64, 64, 64, 64);
    wgd_diag d = refused(&q, WGD_ERR_LIMIT, "problem", "too many tiles of C", "1125899906842624",
                         "at most 2^30");
    hinted(&d, "split the product");
    q = given(512, 512, 512, 256, 256, 64);
    q.plan.arch = WGD_SM100, q.plan.cta_group = 2, q.sms = 1;
    d = refused(&q, WGD_ERR_FIT, "sms", "no cluster fits the SMs", "1",
                "at least the blocks of a cluster");
    hinted(&d, "");
    q = given(INT32_MAX, 1 << 10, (1 << 23) + 64, 64, 64, 64);
    d = refused(&q, WGD_ERR_OVERFLOW, "problem", "more products than fit",
                "2147483647x1024x8388672", "fewer than 2^63");
    hinted(&d, "split the product");
    q = given(1 << 20, 1 << 19, (1 << 24) - 64, 64, 8, 64), q.sms = 1;
    refused(&q, WGD_ERR_OVERFLOW, "problem", "more cycles than fit", "1048576x524288x16777152",
            "fewer than 2^63");
}

/* None of the candidates has a plan: the first one's refusal is told, as it is beside each. */
static void test_none(void **state)
{
    (void)state;
    wgd_problem_query q = query_of(64, 64, 64);
    q.plan.reserve_bytes = WGD_SMEM_BLOCK_MAX;
    wgd_problem r;
    wgd_plan p;
    wgd_diag d = unfilled();
    assert_int_equal(ask(&q, &r, &p, &d), WGD_ERR_FIT);
    assert_string_equal(d.field, "tile");
    for (int i = 0; i < r.candidates; i++) {
        check_refused(&r.candidate[i], WGD_ERR_FIT, d.what);
    }
    assert_false(r.fitted);
}

static void test_names(void **state)
{
    (void)state;
    static const char *const names[] = {"tensor", "shared", "l2", "memory", "latency"};
    for (int i = 0; i < WGD_PROBLEM_BOUND_COUNT; i++) {
        assert_string_equal(wgd_problem_bound_name((wgd_problem_bound)i), names[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smallest_tile),
        cmocka_unit_test(test_widest_tile),
        cmocka_unit_test(test_narrow_products),
        cmocka_unit_test(test_one_sm),
        cmocka_unit_test(test_large_products),
        cmocka_unit_test(test_other_plans),
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_given),
        cmocka_unit_test(test_ring_of_given_tile),
        cmocka_unit_test(test_depth_of_stages),
        cmocka_unit_test(test_tcgen05),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_no_rule),
        cmocka_unit_test(test_no_such_gpu),
        cmocka_unit_test(test_gpus),
        cmocka_unit_test(test_beyond),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
