/* SPDX-License-Identifier: MIT
 *
 * From accesses to subspaces and bounds: against the words of every phase, as wgd_banks.h gives them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "best/best.h"

static const char *const accesses[] = {
    "ldmatrix.x1:mma.a",
    "ldmatrix.x4:mma.a",
    "ldmatrix.x2:mma.b",
    "ld.b128:copy",
    "st.b128:column",
    "ld.b64:copy",
    "st.b64:column",
    "ld.b32:copy",
    "st.b32:column",
    "ld.b64:mma.a",
    "ld.b32:frag:mma.m16n8k16:a",
};
enum { ACCESSES = 11, WORDS = 64 };

/* Fills *q; false where the tile has no such access. */
static bool make(int rows, int row_bytes, int n, const char *const *use, wgd_best_query *q)
{
    memset(q, 0, sizeof *q);
    q->n_uses = n;
    assert_int_equal(wgd_arrange_rows(rows, row_bytes / 2, 16, 0, &q->tile, NULL), WGD_OK);
    for (int u = 0; u < n; u++) {
        wgd_bank_lanes l;
        q->weight[u] = 1 + 2 * u;
        if (wgd_bank_use_parse(use[u], 16, &q->use[u], NULL) != WGD_OK ||
            wgd_bank_step(&q->tile, &q->use[u], 0, &l, NULL) != WGD_OK) {
            return false;
        }
    }
    return true;
}

typedef struct expected {
    int64_t bound;
    int64_t weight[1 << 14]; /* of the phases whose vectors differ in these bits */
} expected;

static int words_of(const wgd_bank_lanes *l, const wgd_bank_phase *ph, int per_lane, uint32_t *word)
{
    int n = 0;
    for (int i = 0; i < ph->lanes * per_lane; i++) {
        const int lane = ph->first_lane + i / per_lane;
        if (l->active >> lane & 1) {
            word[n++] = l->addr[lane] / 4 + (uint32_t)(i % per_lane);
        }
    }
    return n;
}

static bool seen_before(const uint32_t *word, int i)
{
    for (int j = 0; j < i; j++) {
        if (word[j] == word[i]) {
            return true;
        }
    }
    return false;
}

static void add_phase(expected *e, int low, int weight, const uint32_t *word, int n)
{
    int64_t most = 0;
    uint32_t bits = 0;
    for (uint32_t place = 0; place < 1u << (low - 2); place++) {
        int here = 0;
        for (int i = 0; i < n; i++) {
            here += word[i] % (1u << (low - 2)) == place && !seen_before(word, i);
            bits |= (word[i] ^ word[0]) >> (low - 2);
        }
        const int waves = (here + (128 >> low) - 1) / (128 >> low);
        most = waves > most ? waves : most;
    }
    e->bound += most;
    if (n > 0) {
        e->weight[bits] += weight;
    }
}

static void add_use(expected *e, const wgd_best_query *q, int u, int low)
{
    int steps;
    e->bound = 0;
    assert_int_equal(wgd_bank_steps(&q->tile, &q->use[u], &steps, NULL), WGD_OK);
    for (int i = 0; i < steps; i++) {
        wgd_bank_lanes l;
        wgd_bank_result r;
        assert_int_equal(wgd_bank_step(&q->tile, &q->use[u], i, &l, NULL), WGD_OK);
        assert_int_equal(wgd_banks_access(q->use[u].access, &l, &r, NULL), WGD_OK);
        for (int k = 0; k < r.phases; k++) {
            uint32_t word[WORDS * 4];
            const int n = words_of(&l, &r.phase[k], wgd_access_bytes(q->use[u].access) / 4, word);
            add_phase(e, low, q->weight[u], word, n);
        }
    }
}

static int width_of(const char *use)
{
    return strstr(use, "b32") ? 2 : strstr(use, "b64") ? 3 : 4;
}

/* The problem says what the words say. */
static void check_pose(int rows, int row_bytes, int n, const char *const *use)
{
    static expected e;
    static best_problem p;
    wgd_best_query q;
    if (!make(rows, row_bytes, n, use, &q)) {
        return;
    }
    memset(&p, 0x5a, sizeof p);
    memset(&e, 0, sizeof e);
    assert_int_equal(best_pose(&q, &p, NULL), WGD_OK);
    int low = 2, dims = 0;
    for (int u = 0; u < n; u++) {
        low = width_of(use[u]) > low ? width_of(use[u]) : low;
    }
    while (1 << (low + dims) < rows * row_bytes) {
        dims++;
    }
    assert_null(p.why);
    assert_int_equal(p.low, low);
    assert_int_equal(p.n, dims);
    assert_int_equal(p.k, 7 - low < dims ? 7 - low : dims);
    for (int u = 0; u < n; u++) {
        add_use(&e, &q, u, low);
        assert_int_equal(p.bound[u], e.bound);
    }
    int64_t floor = 0;
    for (int i = 0; i < p.spaces; i++) {
        const best_space *s = &p.space[i];
        uint32_t bits = 0;
        for (int d = 0; d < s->dim; d++) {
            assert_int_equal(__builtin_popcount(s->basis[d]), 1);
            assert_true(s->basis[d] > bits);
            bits |= s->basis[d];
        }
        assert_true(e.weight[bits] > 0);
        assert_int_equal(s->weight, e.weight[bits]);
        e.weight[bits] = 0; /* once */
        floor += best_space_cost(&p, s, 0);
    }
    assert_int_equal(p.floor, floor);
    for (size_t i = 0; i < sizeof e.weight / sizeof e.weight[0]; i++) {
        assert_int_equal(e.weight[i], 0);
    }
}

static void each_access(void **state)
{
    (void)state;
    for (int i = 0; i < ACCESSES; i++) {
        for (int rows = 1; rows <= 32; rows *= 2) {
            for (int bytes = 4; bytes <= 128; bytes *= 2) {
                check_pose(rows, bytes, 1, &accesses[i]);
            }
        }
    }
}

static void two_accesses(void **state)
{
    (void)state;
    for (int i = 0; i < ACCESSES; i++) {
        for (int j = 0; j < ACCESSES; j++) {
            const char *const both[] = {accesses[i], accesses[j]};
            check_pose(16, 64, 2, both);
            check_pose(32, 16, 2, both);
        }
    }
}

/* Rows that are no power of two: 8 k + 1 words of a column have 8 banks. */
static void bounds_of_columns(void **state)
{
    static const char *const use[] = {"st.b32:column", "ld.b128:column"};
    (void)state;
    for (int rows = 1; rows <= 40; rows++) {
        static expected e;
        static best_problem p;
        wgd_best_query q;
        assert_true(make(rows, 16, 2, use, &q));
        assert_int_equal(best_pose(&q, &p, NULL), WGD_OK);
        for (int u = 0; u < 2; u++) {
            add_use(&e, &q, u, 4);
            assert_int_equal(p.bound[u], e.bound);
        }
    }
}

static void refused(void **state)
{
    (void)state;
    static best_problem p;
    wgd_best_query q;
    wgd_diag d;
    const char *use = "st.b32:copy";
    assert_false(make(512, 1024, 1, &use, &q));
    assert_int_equal(best_pose(&q, &p, &d), WGD_ERR_RANGE);
    assert_string_equal(d.what, "the tile is larger than shared memory");
    use = "st.b128:frag:m64n64k16:d"; /* four pairs, not one vector */
    assert_false(make(64, 128, 1, &use, &q));
    assert_int_equal(best_pose(&q, &p, &d), WGD_ERR_ALIGN);
    assert_string_equal(d.field, "layout");
}

/* Where ranks tell nothing the bounds are counted all the same. */
static void no_ranks(void **state)
{
    static const struct {
        int rows, row_bytes;
        const char *why;
    } rows[] = {{24, 64, "the tile's sides are no powers of two"},
                {32, 48, "the tile's sides are no powers of two"},
                {24, 48, "the tile's sides are no powers of two"},
                {512, 512, NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static best_problem p;
        wgd_best_query q;
        const char *const use = "st.b32:copy";
        assert_true(make(rows[i].rows, rows[i].row_bytes, 1, &use, &q));
        memset(&p, 0x5a, sizeof p);
        assert_int_equal(best_pose(&q, &p, NULL), WGD_OK);
        if (rows[i].why) {
            assert_non_null(p.why);
            assert_string_equal(p.why, rows[i].why);
            assert_int_equal(p.spaces, 0);
            assert_int_equal(p.floor, 0);
        } else {
            assert_null(p.why);
            assert_int_equal(p.n, BEST_DIMS);
        }
        /* 32 lanes of 4 bytes are 128 bytes, as all banks are. */
        assert_int_equal(p.bound[0], rows[i].rows * rows[i].row_bytes / 128);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_access),       cmocka_unit_test(two_accesses),
        cmocka_unit_test(bounds_of_columns), cmocka_unit_test(refused),
        cmocka_unit_test(no_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
