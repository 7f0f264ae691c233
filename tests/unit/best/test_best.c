/* SPDX-License-Identifier: MIT
 *
 * The best arrangement of a tile: against all kernels by brute force on small tiles, against random
 * arrangements for the bounds, and on known cases.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "wgd_best.h"

enum { PHASES_MAX = 4096, WORDS_MAX = 64 };

typedef struct query {
    wgd_best_query q;
    char text[256];
} query;

static bool make(int rows, int cols, int bits, const char *uses, const int *weights, query *out)
{
    char copy[256];
    wgd_best_query *q = &out->q;
    (void)snprintf(out->text, sizeof out->text, "%dx%d of %d bits: %s", rows, cols, bits, uses);
    (void)snprintf(copy, sizeof copy, "%s", uses);
    q->n_uses = 0;
    q->wgmma = false;
    if (wgd_arrange_rows(rows, cols, bits, 0, &q->tile, NULL) != WGD_OK) {
        return false;
    }
    for (char *s = strtok(copy, ","); s; s = strtok(NULL, ",")) {
        int steps;
        wgd_bank_lanes lanes;
        q->weight[q->n_uses] = weights ? weights[q->n_uses] : 1;
        wgd_bank_use *u = &q->use[q->n_uses++];
        if (wgd_bank_use_parse(s, bits, u, NULL) != WGD_OK ||
            wgd_bank_steps(&q->tile, u, &steps, NULL) != WGD_OK ||
            wgd_bank_step(&q->tile, u, 0, &lanes, NULL) != WGD_OK) {
            return false;
        }
    }
    return true;
}

/* ---- brute force ---------------------------------------------------------------------------- */

typedef struct phase {
    int n, weight, use;
    uint32_t word[WORDS_MAX];
} phase;
static phase phases[PHASES_MAX];

/* The words of every phase of the plain tile. */
static int all_phases(const wgd_best_query *q)
{
    int n = 0;
    for (int u = 0; u < q->n_uses; u++) {
        int steps = 0;
        assert_int_equal(wgd_bank_steps(&q->tile, &q->use[u], &steps, NULL), WGD_OK);
        for (int i = 0; i < steps; i++) {
            wgd_bank_lanes l;
            wgd_bank_result r;
            assert_int_equal(wgd_bank_step(&q->tile, &q->use[u], i, &l, NULL), WGD_OK);
            assert_int_equal(wgd_banks_access(q->use[u].access, &l, &r, NULL), WGD_OK);
            for (int p = 0; p < r.phases; p++) {
                phase *ph = &phases[n];
                ph->n = 0;
                ph->weight = q->weight[u];
                ph->use = u;
                const int bytes = wgd_access_bytes(q->use[u].access);
                for (int k = 0; k < r.phase[p].lanes * bytes / 4; k++) {
                    const int lane = r.phase[p].first_lane + k / (bytes / 4);
                    const uint32_t w = l.addr[lane] / 4 + (uint32_t)(k % (bytes / 4));
                    bool seen = (l.active >> lane & 1) == 0;
                    for (int j = 0; j < ph->n; j++) {
                        seen = seen || ph->word[j] == w;
                    }
                    if (!seen) {
                        ph->word[ph->n++] = w;
                    }
                }
                n += ph->n > 0;
                assert_true(n < PHASES_MAX);
            }
        }
    }
    return n;
}

/* Weighted wavefronts where two words share a bank if and only if they lie at one place of their
 * vectors and their vectors differ by a member of the kernel. */
static int64_t cost_of_kernel(int n, int place_bits, const bool *kernel)
{
    int64_t sum = 0;
    for (int p = 0; p < n; p++) {
        int worst = 0;
        for (int i = 0; i < phases[p].n; i++) {
            int same = 0;
            for (int j = 0; j < phases[p].n; j++) {
                const uint32_t d = phases[p].word[i] ^ phases[p].word[j];
                same += (d & ((1u << place_bits) - 1)) == 0 && kernel[d >> place_bits];
            }
            worst = same > worst ? same : worst;
        }
        sum += (int64_t)worst * phases[p].weight;
    }
    return sum;
}

static void span_of(const int *v, int n, int size, bool *set)
{
    memset(set, 0, (size_t)size);
    for (int m = 0; m < 1 << n; m++) {
        int x = 0;
        for (int i = 0; i < n; i++) {
            x ^= m >> i & 1 ? v[i] : 0;
        }
        set[x] = true;
    }
}

/* The least cost over all subspaces of the dimension, each given by every basis of it. */
static int64_t least_cost(const wgd_best_query *q, int place_bits, int dims, int kernel_dims)
{
    const int n = all_phases(q), size = 1 << dims;
    bool set[256];
    int64_t best = INT64_MAX;
    int v[3] = {0, 0, 0};
    for (v[0] = 1; v[0] < (kernel_dims > 0 ? size : 2); v[0]++) {
        for (v[1] = v[0] + 1; v[1] < (kernel_dims > 1 ? size : v[0] + 2); v[1]++) {
            for (v[2] = v[1] + 1; v[2] < (kernel_dims > 2 ? size : v[1] + 2); v[2]++) {
                if (kernel_dims > 2 && v[2] == (v[0] ^ v[1])) {
                    continue;
                }
                span_of(v, kernel_dims, size, set);
                const int64_t cost = cost_of_kernel(n, place_bits, set);
                best = cost < best ? cost : best;
            }
        }
    }
    return best;
}

static int log2_of(int v)
{
    int n = 0;
    while (v > 1) {
        v /= 2;
        n++;
    }
    return n;
}

static const char *const accesses[] = {"ldmatrix.x1:mma.a",
                                       "ldmatrix.x2:mma.a",
                                       "ldmatrix.x2:mma.b",
                                       "ldmatrix.x4:mma.a",
                                       "ldmatrix.x4:mma.b",
                                       "stmatrix.x1:mma.a",
                                       "stmatrix.x2:mma.b",
                                       "ld.b128:copy",
                                       "ld.b128:column",
                                       "st.b128:copy",
                                       "st.b128:column",
                                       "st.b128:mma.a",
                                       "ld.b64:copy",
                                       "ld.b64:column",
                                       "st.b64:copy",
                                       "st.b64:column",
                                       "ld.b32:copy",
                                       "ld.b32:column",
                                       "st.b32:column",
                                       "st.b32:frag:m64n8k16:d",
                                       "ld.b32:frag:mma.m16n8k16:a"};
enum { ACCESSES = 21 };

static bool random_query(rng *r, int most_bytes, query *out)
{
    char uses[192] = "";
    int weight[WGD_BANK_USES];
    const int n = 1 + rng_below(r, 4), bits = 8 << rng_below(r, 3);
    for (int i = 0; i < n; i++) {
        strcat(uses, i > 0 ? "," : "");
        strcat(uses, accesses[rng_below(r, ACCESSES)]);
        weight[i] = 1 + rng_below(r, 5);
    }
    const int rows = 1 << rng_below(r, 7), cols = 1 << (2 + rng_below(r, 6));
    return rows * cols * bits / 8 <= most_bytes && make(rows, cols, bits, uses, weight, out);
}

static void against_all_kernels(void **state)
{
    (void)state;
    rng r = rng_start();
    int cases = 0, swizzle_enough = 0;
    const int wanted = rng_runs(25);
    for (int run = 0; run < 200000 && cases < wanted; run++) {
        query q;
        wgd_best b;
        wgd_diag d;
        if (!random_query(&r, 1024, &q)) {
            continue;
        }
        if (wgd_best_find(&q.q, &b, &d) != WGD_OK) {
            fail_msg("%s: %s", q.text, d.what);
        }
        if (b.why) {
            continue;
        }
        const int low = log2_of(b.vector_bytes);
        const int dims = log2_of(q.q.tile.rows * q.q.tile.row_bytes) - low;
        const int kernel = dims > 7 - low ? dims - (7 - low) : 0;
        if (kernel > 3 || (kernel == 3 && dims > 6)) {
            continue;
        }
        assert_true(b.searched);
        const int64_t want = least_cost(&q.q, low - 2, dims, kernel);
        if (b.linear_cost != want || b.family[WGD_BEST_LINEAR].cost != want) {
            fail_msg("%s: %lld by search, %lld counted, %lld by brute force", q.text,
                     (long long)b.linear_cost, (long long)b.family[WGD_BEST_LINEAR].cost,
                     (long long)want);
        }
        cases++;
        swizzle_enough += b.family[WGD_BEST_SWIZZLE].cost == want;
    }
    assert_int_equal(cases, wanted);
    /* Of both sorts, unless a sanitizer makes the cases few. */
    assert_true(wanted < 25 || (swizzle_enough > 0 && swizzle_enough < cases));
}

/* ---- what must hold of every answer --------------------------------------------------------- */

static int64_t weighted(const wgd_best_query *q, const int64_t *w)
{
    int64_t sum = 0;
    for (int u = 0; u < q->n_uses; u++) {
        sum += w[u] * q->weight[u];
    }
    return sum;
}

static int64_t step_by_step(const wgd_best_query *q, const wgd_best_candidate *c, int use)
{
    int64_t sum = 0;
    int steps = 0;
    assert_int_equal(wgd_bank_steps(&q->tile, &q->use[use], &steps, NULL), WGD_OK);
    for (int i = 0; i < steps; i++) {
        wgd_bank_lanes l;
        wgd_bank_result r;
        assert_int_equal(wgd_best_step(q, c, use, i, &l, NULL), WGD_OK);
        assert_int_equal(wgd_banks_access(q->use[use].access, &l, &r, NULL), WGD_OK);
        sum += r.wavefronts;
    }
    return sum;
}

static void check_answer(const query *q, const wgd_best *b)
{
    const int elements = q->q.tile.rows * q->q.tile.row_bytes * 8 / q->q.tile.elem_bits;
    for (int f = 0; f < WGD_BEST_FAMILY_COUNT; f++) {
        const wgd_best_candidate *c = &b->family[f];
        if (!c->tried) {
            continue;
        }
        assert_int_equal(c->cost, weighted(&q->q, c->wavefronts));
        for (int u = 0; u < q->q.n_uses; u++) {
            assert_int_equal(c->wavefronts[u], step_by_step(&q->q, c, u));
        }
        assert_true(c->cost >= b->family[b->best].cost);
        for (int u = 0; u < q->q.n_uses; u++) {
            assert_true(c->wavefronts[u] >= b->bound[u]);
        }
        if (f <= WGD_BEST_LINEAR && !b->why) {
            assert_int_equal(1 << c->map.bits, elements);
            assert_int_equal(wgd_linear_rank(&c->map), c->map.bits);
            assert_int_equal(wgd_linear_out_bits(&c->map), c->map.bits);
            assert_true(!b->searched || c->cost >= b->linear_cost);
        }
    }
    assert_true((b->proof == WGD_BEST_MEETS_BOUND) == (b->family[b->best].cost == b->bound_cost));
}

/* The chunks of a tile in any order: no arrangement takes fewer than the bound. */
static int64_t shuffled_cost(const wgd_best_query *q, int vector, const uint32_t *to)
{
    int64_t sum = 0;
    for (int u = 0; u < q->n_uses; u++) {
        int steps = 0;
        assert_int_equal(wgd_bank_steps(&q->tile, &q->use[u], &steps, NULL), WGD_OK);
        for (int i = 0; i < steps; i++) {
            wgd_bank_lanes l;
            wgd_bank_result r;
            assert_int_equal(wgd_bank_step(&q->tile, &q->use[u], i, &l, NULL), WGD_OK);
            for (int k = 0; k < WGD_WARP; k++) {
                if (l.active >> k & 1) {
                    l.addr[k] = to[l.addr[k] / (uint32_t)vector] * (uint32_t)vector +
                                l.addr[k] % (uint32_t)vector;
                }
            }
            assert_int_equal(wgd_banks_access(q->use[u].access, &l, &r, NULL), WGD_OK);
            sum += (int64_t)r.wavefronts * q->weight[u];
        }
    }
    return sum;
}

static void bounds_hold(void **state)
{
    (void)state;
    rng r = rng_start();
    int cases = 0;
    for (int run = 0; run < 200000 && cases < 80; run++) {
        query q;
        wgd_best b;
        static uint32_t to[16384];
        if (!random_query(&r, 16384, &q)) {
            continue;
        }
        assert_int_equal(wgd_best_find(&q.q, &b, NULL), WGD_OK);
        check_answer(&q, &b);
        const int chunks = q.q.tile.rows * q.q.tile.row_bytes / b.vector_bytes;
        for (int k = 0; k < chunks; k++) {
            const int j = rng_below(&r, k + 1);
            to[k] = to[j];
            to[j] = (uint32_t)k;
        }
        assert_true(shuffled_cost(&q.q, b.vector_bytes, to) >= b.bound_cost);
        cases++;
    }
    assert_int_equal(cases, 80);
}

static void tiles_without_powers_of_two(void **state)
{
    (void)state;
    query q;
    wgd_best b;
    assert_true(make(96, 72, 16, "ldmatrix.x1:mma.a,st.b128:copy", NULL, &q));
    assert_int_equal(wgd_best_find(&q.q, &b, NULL), WGD_OK);
    assert_non_null(b.why);
    check_answer(&q, &b);
    /* Rows of 144 bytes are their own padding. */
    assert_int_equal(b.proof, WGD_BEST_MEETS_BOUND);
    assert_int_equal(b.best, WGD_BEST_PLAIN);
}

static void known_cases(void **state)
{
    (void)state;
    query q;
    wgd_best b;
    assert_true(make(64, 64, 16, "ldmatrix.x4:mma.a,st.b128:copy", NULL, &q));
    assert_int_equal(wgd_best_find(&q.q, &b, NULL), WGD_OK);
    check_answer(&q, &b);
    assert_int_equal(b.best, WGD_BEST_SWIZZLE);
    assert_int_equal(b.proof, WGD_BEST_MEETS_BOUND);
    assert_int_equal(b.family[WGD_BEST_SWIZZLE].arrangement.sw.b, 3);
    assert_int_equal(b.family[WGD_BEST_SWIZZLE].arrangement.sw.m, 4);
    assert_int_equal(b.family[WGD_BEST_SWIZZLE].arrangement.sw.s, 3);
    assert_int_equal(b.family[WGD_BEST_PLAIN].wavefronts[0], 8 * b.bound[0]);

    /* A large tile, three accesses: the answer is proved. */
    assert_true(make(128, 128, 16, "ldmatrix.x4:mma.a,ld.b128:column,st.b128:copy", NULL, &q));
    assert_int_equal(wgd_best_find(&q.q, &b, NULL), WGD_OK);
    check_answer(&q, &b);
    assert_true(b.searched);

    /* No single swizzle is enough, nor padding or rotation: two terms meet every bound. */
    assert_true(make(128, 128, 16, "st.b32:column,ld.b32:copy,st.b32:frag:m64n64k16:d", NULL, &q));
    assert_int_equal(wgd_best_find(&q.q, &b, NULL), WGD_OK);
    check_answer(&q, &b);
    assert_int_equal(b.best, WGD_BEST_LINEAR);
    assert_int_equal(b.proof, WGD_BEST_MEETS_BOUND);
    assert_true(b.family[WGD_BEST_SWIZZLE].cost > b.bound_cost);
    assert_int_equal(wgd_linear_terms(&b.family[WGD_BEST_LINEAR].map), 3);
    assert_true(make(32, 32, 8, "ld.b128:copy", (const int[]){3}, &q));
    assert_int_equal(wgd_best_find(&q.q, &b, NULL), WGD_OK);
    assert_int_equal(b.bound_cost, 3 * b.bound[0]);
}

static void modes_of_wgmma(void **state)
{
    (void)state;
    rng r = rng_start();
    int cases = 0, met = 0;
    for (int run = 0; run < 100000 && cases < 40; run++) {
        query q;
        wgd_best b;
        if (!random_query(&r, 16384, &q)) {
            continue;
        }
        q.q.wgmma = true;
        const bool fits = q.q.tile.rows >= 8 && q.q.tile.row_bytes >= 16;
        assert_int_equal(wgd_best_find(&q.q, &b, NULL), fits ? WGD_OK : WGD_ERR_TILE);
        if (!fits) {
            continue;
        }
        check_answer(&q, &b);
        assert_int_equal(b.best, WGD_BEST_MODE);
        /* What the mode is: Swizzle<B,4,3> of the bytes, on pieces of rows that wide. */
        const wgd_best_candidate *c = &b.family[WGD_BEST_MODE];
        const int es = q.q.tile.elem_bits / 8, cols = q.q.tile.row_bytes / es;
        const int wide = c->swizzle_bytes ? c->swizzle_bytes : 16;
        for (int i = 0; i < q.q.tile.rows * cols; i++) {
            const int64_t at = (int64_t)wgd_linear_at(&c->map, (uint64_t)i) * es;
            const int64_t plain = at ^ ((at >> 7 & (wide / 16 - 1)) << 4);
            const int row = i / cols, byte = i % cols * es;
            assert_int_equal(plain % wide, byte % wide);
            assert_int_equal(plain / wide % 8, row % 8);
        }
        met += b.proof == WGD_BEST_MEETS_BOUND;
        cases++;
    }
    assert_true(cases == 40 && met > 0 && met < cases);
}

static void refusals(void **state)
{
    (void)state;
    query q;
    wgd_best b;
    wgd_diag d;
    assert_true(make(64, 64, 16, "ldmatrix.x4", (const int[]){0}, &q));
    assert_int_equal(wgd_best_find(&q.q, &b, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "weights");
    q.q.n_uses = 0;
    assert_int_equal(wgd_best_find(&q.q, &b, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "access");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_all_kernels),
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(tiles_without_powers_of_two),
        cmocka_unit_test(known_cases),
        cmocka_unit_test(modes_of_wgmma),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
