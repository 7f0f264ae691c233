/* SPDX-License-Identifier: MIT
 *
 * The tile for a product: the rule against the one that the GEMMs were measured with, as it was
 * written then, in floating point; what is counted against plain arithmetic; every refusal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>

#include "wgdesc.h"

/* ---- the chooser as it stood in kernels/gemm/v3 when docs/evidence/gemm.json was measured ---------- */

static double old_estimate(const wgd_problem_tile *x, const int64_t p[3], int bk, int clusters)
{
    const double tiles = ceil((double)p[0] / (double)(x->m * x->cluster_m)) *
                         ceil((double)p[1] / (double)(x->n * x->cluster_n));
    const double rounds = ceil(tiles / clusters);
    const double steps = ceil((double)p[2] / bk);
    const int area = (int)(x->m * x->n);
    const bool cluster = x->cluster_m * x->cluster_n > 1;
    const double step = area >= 128 * 256   ? (cluster ? (rounds > 4 ? 1.0 : 1.02) : 1.01)
                        : area >= 128 * 192 ? 0.80
                        : area >= 128 * 128 ? 0.68
                        : area >= 64 * 128  ? 0.48
                                            : 0.36;
    const double fixed = 1.0 + 3.0 * area / (128 * 256) + (cluster ? 1.0 : 0.0);
    return rounds * (steps * step + fixed);
}

/* The tiles of one form of the GEMMs: bits of the table of candidates. */
static int old_choice(const int64_t p[3], int bk, int sms, unsigned forms)
{
    double least = INFINITY;
    int best = -1;
    for (int i = 0; i < WGD_PROBLEM_CANDIDATES; i++) {
        const wgd_problem_tile t = wgd_problem_tile_at(i);
        const double time = old_estimate(&t, p, bk, sms / (t.cluster_m * t.cluster_n));
        if ((forms >> i & 1) && time < least) {
            least = time;
            best = i;
        }
    }
    return best;
}

static int new_choice(const int64_t p[3], int bk, int sms, unsigned forms)
{
    int64_t least = INT64_MAX;
    int best = -1;
    for (int i = 0; i < WGD_PROBLEM_CANDIDATES; i++) {
        const wgd_problem_tile t = wgd_problem_tile_at(i);
        const int64_t time = wgd_problem_time(&t, p, bk, sms / (t.cluster_m * t.cluster_n));
        if ((forms >> i & 1) && time < least) {
            least = time;
            best = i;
        }
    }
    return best;
}

/* All six tiles for bf16, K-major; two of them for the other forms. */
enum { ALL = 0x3f, TWO = 0x9 };

static void same_choice(const int64_t p[3])
{
    static const int sms[] = {132, 114, 78, 66, 8};
    for (size_t i = 0; i < sizeof sms / sizeof sms[0]; i++) {
        assert_int_equal(new_choice(p, 64, sms[i], ALL), old_choice(p, 64, sms[i], ALL));
        assert_int_equal(new_choice(p, 64, sms[i], TWO), old_choice(p, 64, sms[i], TWO));
        assert_int_equal(new_choice(p, 128, sms[i], TWO), old_choice(p, 128, sms[i], TWO));
    }
}

static wgd_problem_query query_of(int64_t m, int64_t n, int64_t k)
{
    wgd_problem_query q = {wgd_plan_query_default(), 0};
    q.plan.operand[0].dtype = q.plan.operand[1].dtype = WGD_BF16;
    q.plan.problem[0] = m;
    q.plan.problem[1] = n;
    q.plan.problem[2] = k;
    return q;
}

static void test_as_the_gemms_chose(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1,    8,    64,   72,   104,   128,   512,
                                    1000, 1024, 1032, 2000, 2048,  2304,  3000,
                                    4096, 5120, 7168, 8192, 14336, 16384, 32768};
    const int n = (int)(sizeof sizes / sizeof sizes[0]);
    for (int i = 0; i < n * n * n; i++) {
        const int64_t p[3] = {sizes[i / n / n], sizes[i / n % n], sizes[i % n]};
        same_choice(p);
    }
    uint64_t x = 1;
    for (int i = 0; i < 20000; i++) {
        int64_t p[3];
        for (int d = 0; d < 3; d++) {
            x = x * 6364136223846793005u + 1442695040888963407u;
            p[d] = 1 + (int64_t)(x >> 33) % (1 << (4 + (x >> 20) % 12));
        }
        same_choice(p);
    }
}

/* The instances of docs/performance.md. */
static void test_table(void **state)
{
    (void)state;
    static const struct {
        int64_t p[3], m, n;
        int cluster;
    } rows[] = {
        {{4096, 4096, 4096}, 128, 256, 1},    {{8192, 8192, 8192}, 128, 256, 2},
        {{16384, 16384, 16384}, 128, 256, 2}, {{32768, 2048, 4096}, 128, 256, 1},
        {{2048, 32768, 4096}, 128, 256, 1},   {{2048, 2048, 16384}, 128, 256, 1},
        {{2048, 2048, 2048}, 128, 256, 1},    {{1024, 1024, 1024}, 64, 128, 1},
        {{1000, 3000, 2000}, 128, 192, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_problem_query q = query_of(rows[i].p[0], rows[i].p[1], rows[i].p[2]);
        wgd_problem r;
        wgd_plan p;
        assert_int_equal(wgd_plan_problem(&q, &r, &p, NULL), WGD_OK);
        const wgd_problem_candidate *c = &r.candidate[r.chosen];
        assert_int_equal(c->tile.m, rows[i].m);
        assert_int_equal(c->tile.n, rows[i].n);
        assert_int_equal(c->tile.cluster_m * c->tile.cluster_n, rows[i].cluster);
        assert_int_equal(p.query.m, rows[i].m);
        assert_true(r.fitted);
    }
}

/* 8192 cubed: 64 x 32 tiles, 16 rounds of 132, 128 stages; the measured launch took 2.17 million clocks
 * (docs/performance.md). */
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
    assert_int_equal(c->law_cycles, 16 * 128 * 1024);
    assert_int_equal(c->cycles, 16 * (128 + 5) * 1024);
    assert_in_range(c->cycles, 2170000 * 99 / 100, 2170000 * 101 / 100);
    assert_int_equal(c->idle_permille, 1000 * (16 * 132 - 2048) / (16 * 132));
    assert_int_equal(c->padding_permille, 0);
    assert_int_equal(r.peak_cycles, (INT64_C(8192) * 8192 * 8192 / 2048 + 131) / 132);
    assert_int_equal(c->peak_permille, 1000 * r.peak_cycles / c->cycles);
    /* 2048 tiles of 128 stages over 132 SMs: 1986 stages, and 16 times the fixed part. */
    assert_int_equal(c->even_cycles, (1986 + 16 * 5) * 1024);
    assert_int_equal(c->bound, WGD_PROBLEM_TENSOR);
    assert_int_equal(p.stages, 4);
    /* 64 x 64 outputs: L2 brings 16 KB a stage at 64 bytes a cycle, the tensor cores take 128. */
    assert_int_equal(r.candidate[5].bound, WGD_PROBLEM_L2);
    assert_int_equal(r.candidate[5].l2_cycles, 256 * r.candidate[5].rounds * 128);
    assert_int_equal(r.candidate[5].stages, 10);
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

/* Every type: no rule is slower than its law, and the candidates' stages are 128 bytes of K. */
static void test_types(void **state)
{
    (void)state;
    for (int t = 0; t < WGD_DTYPE_COUNT; t++) {
        wgd_problem_query q = query_of(4096, 4096, 4096);
        wgd_problem r;
        wgd_plan p;
        q.plan.operand[0].dtype = q.plan.operand[1].dtype = (wgd_dtype)t;
        if (wgd_plan_problem(&q, &r, &p, NULL) != WGD_OK) {
            continue; /* a type of tcgen05 alone */
        }
        for (int i = 0; i < r.candidates; i++) {
            const wgd_problem_candidate *c = &r.candidate[i];
            assert_true(c->legal);
            assert_int_equal(c->k * wgd_dtype_bits((wgd_dtype)t), 1024);
            assert_true(c->cycles >= c->law_cycles && c->cycles >= r.peak_cycles);
            assert_true(c->even_cycles <= c->cycles);
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
    q.sms = WGD_PROBLEM_SMS_MAX + 1;
    refused(q, WGD_ERR_LIMIT, "sms");
    q = query_of(64, 64, 64);
    q.plan.arch = WGD_SM100;
    refused(q, WGD_ERR_VALUE, "tile");
    q = query_of(64, 64, 64);
    q.plan.reserve_bytes = WGD_SMEM_BLOCK_MAX;
    refused(q, WGD_ERR_FIT, "tile");
    wgd_problem_tile t = wgd_problem_tile_at(0);
    const int64_t most[3] = {INT64_MAX, INT64_MAX, INT64_MAX};
    assert_int_equal(wgd_problem_time(&t, most, 64, 1), INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_the_gemms_chose),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_given_tile),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
