/* SPDX-License-Identifier: MIT
 *
 * Where linear maps end: accesses that no linear map serves without conflicts, counted by the geometry of seven
 * points; words that are no subspace; a search that reaches its limit; every refusal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "best/best.h"
#include "rng.h"
#include "wgdesc.h"

enum { DIRECTIONS = 5, TRIPLES = 10 };

/* One row of 128 words: 32 vectors of 16 bytes, one for each lane. */
static wgd_best_query row_of_words(void)
{
    wgd_best_query q = {0};
    assert_int_equal(wgd_arrange_rows(1, 128, 32, 0, &q.tile, NULL), WGD_OK);
    return q;
}

static void add_tv(wgd_best_query *q, wgd_access access, const wgd_frag *f)
{
    wgd_bank_use *u = &q->use[q->n_uses];
    u->access = access;
    u->order = WGD_ORDER_TV;
    u->tv = f;
    q->weight[q->n_uses++] = 1;
}

static wgd_frag frag_of(const char *text, int64_t cols)
{
    wgd_layout l;
    wgd_frag f;
    assert_int_equal(wgd_parse_layout(text, strlen(text), &l, NULL), WGD_OK);
    assert_int_equal(wgd_frag_of_layout(&l, 1, cols, 32, &f, NULL), WGD_OK);
    return f;
}

/* ---- three directions a phase --------------------------------------------------------------- */

/* A lane reads the vector whose number has the lane's bits at other places: the three lowest, in which the
 * lanes of one phase differ, at those in the triple. */
static wgd_frag lanes_along(unsigned triple)
{
    int at = 0, place[DIRECTIONS];
    for (int in = 1; in >= 0; in--) {
        for (int d = 0; d < DIRECTIONS; d++) {
            if ((int)(triple >> d & 1) == in) {
                place[at++] = d;
            }
        }
    }
    char text[96];
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_str(&t, "((2,2,2,2,2),4):((");
    for (int i = 0; i < DIRECTIONS; i++) {
        wgd_put_str(&t, i > 0 ? "," : "");
        wgd_put_i64(&t, 4 << place[i]);
    }
    wgd_put_str(&t, "),1)");
    wgd_text_end(&t);
    wgd_layout l;
    wgd_frag f;
    assert_int_equal(wgd_parse_layout(text, strlen(text), &l, NULL), WGD_OK);
    assert_int_equal(wgd_frag_of_layout(&l, 1, 128, 32, &f, NULL), WGD_OK);
    return f;
}

static int ones(unsigned v)
{
    return __builtin_popcount(v);
}

/* A phase of eight vectors is free of conflicts where its three directions have independent images among the
 * eight places of a row of banks: three points of the plane of seven that lie on no line. Of five points of that
 * plane two triples lie on lines, which share one point; fewer do not. So all triples but two can be served
 * where those two share one direction; where they share two, one of the eight others is served twice as
 * slowly: 36 wavefronts and not 32. Padding and rotation move nothing in a tile of one row. Returns how many terms the
 * map has. */
static int all_but(const unsigned *triple, int a, int b)
{
    wgd_frag f[TRIPLES];
    wgd_best_query q = row_of_words();
    for (int i = 0; i < TRIPLES; i++) {
        if (i != a && i != b) {
            f[i] = lanes_along(triple[i]);
            add_tv(&q, WGD_ACCESS_LD16, &f[i]);
        }
    }
    wgd_best best;
    const bool free = ones(triple[a] & triple[b]) == 1;
    assert_int_equal(wgd_best_find(&q, &best, NULL), WGD_OK);
    assert_null(best.why);
    assert_true(best.searched);
    assert_int_equal(best.bound_cost, 32);
    assert_int_equal(best.linear_cost, free ? 32 : 36);
    assert_int_equal(best.family[best.best].cost, best.linear_cost);
    assert_int_equal(best.proof, free ? WGD_BEST_MEETS_BOUND : WGD_BEST_OF_LINEAR);
    const wgd_linear *m = &best.family[WGD_BEST_LINEAR].map;
    assert_int_equal(best.family[WGD_BEST_LINEAR].cost, best.linear_cost);
    assert_int_equal(wgd_linear_rank(m), 7);
    return wgd_linear_terms(m);
}

static void all_triples(unsigned *triple)
{
    int n = 0;
    for (unsigned v = 0; v < 1u << DIRECTIONS; v++) {
        if (ones(v) == 3) {
            triple[n++] = v;
        }
    }
    assert_int_equal(n, TRIPLES);
}

static void seven_points(void **state)
{
    (void)state;
    unsigned triple[TRIPLES];
    int many_terms = 0;
    all_triples(triple);
    for (int a = 0; a < TRIPLES; a++) {
        for (int b = 0; b < a; b++) {
            many_terms += all_but(triple, a, b) > 3;
        }
    }
    assert_true(many_terms > 0);
}

/* One that takes many terms, and one that cannot be free of conflicts. */
static void two_of_them(void **state)
{
    (void)state;
    unsigned triple[TRIPLES];
    all_triples(triple);
    assert_int_equal(triple[9] & triple[0], 1 << 2); /* one direction: 7 and 28 */
    assert_true(all_but(triple, 9, 0) > 3);
    assert_int_equal(ones(triple[1] & triple[0]), 2);
    (void)all_but(triple, 1, 0);
}

/* Two vectors for all lanes: each access has a direction of its own. */
static void one_direction(void **state)
{
    (void)state;
    const wgd_frag f = frag_of("((2,16),(4,16)):((4,0),(1,8))", 128),
                   g = frag_of("((2,16),(4,2,8)):((8,0),(1,4,16))", 128);
    wgd_best_query q = row_of_words();
    static best_problem p;
    add_tv(&q, WGD_ACCESS_LD16, &f);
    add_tv(&q, WGD_ACCESS_LD16, &g);
    assert_int_equal(best_pose(&q, &p, NULL), WGD_OK);
    assert_int_equal(p.spaces, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(p.space[i].dim, 1);
        assert_int_equal(p.space[i].basis[0], 1 << i);
    }
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Lanes that read the same word: 16 words of a warp, twice each, in other banks all. */
static void same_words(void **state)
{
    (void)state;
    const wgd_frag f = frag_of("((16,2),8):((1,0),16)", 128);
    wgd_best_query q = row_of_words();
    wgd_best b;
    add_tv(&q, WGD_ACCESS_LD4, &f);
    assert_int_equal(wgd_best_find(&q, &b, NULL), WGD_OK);
    assert_null(b.why);
    assert_int_equal(b.bound[0], 8);
    assert_int_equal(b.proof, WGD_BEST_MEETS_BOUND);
    assert_int_equal(b.best, WGD_BEST_PLAIN);
}

/* ---- the search's limit --------------------------------------------------------------------- */

static uint32_t image(const best_images *b, uint32_t v)
{
    uint32_t x = 0;
    for (int u = 0; u < BEST_DIMS; u++) {
        x ^= v >> u & 1 ? b->of[u] : 0;
    }
    return x;
}

/* Subspaces of five directions, at random, in 16: as good as none of them fits all, and maps are too many to
 * try. What is found until then is a map, and its cost is that of its members. */
static void too_many_maps(void **state)
{
    (void)state;
    rng r = rng_start();
    static best_problem p;
    p.low = 2;
    p.n = BEST_DIMS;
    p.k = BEST_K;
    p.spaces = 60;
    p.floor = 0;
    for (int i = 0; i < p.spaces; i++) {
        best_space *s = &p.space[i];
        s->dim = BEST_K;
        s->weight = 1 + rng_below(&r, 3);
        for (int v = 0; v < s->dim; v++) { /* independent: each has a bit of its own */
            const uint32_t rest = (uint32_t)rng_below(&r, 1 << (BEST_DIMS - BEST_K));
            s->basis[v] = rest << BEST_K | 1u << v;
        }
        p.floor += s->weight;
    }
    best_images found;
    int64_t cost, nodes, sum = 0;
    assert_false(best_search(&p, &found, &cost, &nodes));
    assert_int_equal(nodes, 1500001); /* the first that is too many */
    for (int i = 0; i < p.spaces; i++) {
        int64_t lost = 0;
        for (uint32_t m = 0; m < 1u << BEST_K; m++) {
            uint32_t v = 0;
            for (int d = 0; d < BEST_K; d++) {
                v ^= m >> d & 1 ? p.space[i].basis[d] : 0;
            }
            lost += image(&found, v) == 0;
        }
        sum += p.space[i].weight * lost;
    }
    assert_int_equal(cost, sum);
    assert_true(cost > p.floor);
    bool seen[1 << BEST_K] = {false};
    int values = 0;
    for (uint32_t v = 0; v < 1u << BEST_DIMS; v++) {
        values += !seen[image(&found, v)];
        seen[image(&found, v)] = true;
    }
    assert_int_equal(values, 1 << BEST_K);
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void refused(const wgd_best_query *q, wgd_status want, const char *field, const char *got)
{
    wgd_best b;
    wgd_diag d;
    assert_int_equal(wgd_best_find(q, &b, &d), want);
    assert_string_equal(d.field, field);
    assert_string_equal(d.got, got);
    assert_int_equal(wgd_best_find(q, &b, NULL), want);
}

static void refusals(void **state)
{
    (void)state;
    wgd_best_query q = {0};
    assert_int_equal(wgd_arrange_rows(64, 64, 16, 0, &q.tile, NULL), WGD_OK);
    for (int u = 0; u < WGD_BANK_USES; u++) {
        assert_int_equal(wgd_bank_use_parse("st.b128:copy", 16, &q.use[u], NULL), WGD_OK);
        q.weight[u] = WGD_BEST_WEIGHT_MAX;
    }
    wgd_best b;
    wgd_diag d;
    q.n_uses = WGD_BANK_USES;
    assert_int_equal(wgd_best_find(&q, &b, NULL), WGD_OK);
    q.n_uses = WGD_BANK_USES + 1;
    refused(&q, WGD_ERR_VALUE, "access", "9");
    q.n_uses = WGD_BANK_USES;
    q.weight[7]++;
    refused(&q, WGD_ERR_VALUE, "weights", "1000001");
    /* A lane's eight values are four pairs, 16 bytes from one to the next (PTX ISA, figure of D). */
    q.n_uses = 1;
    assert_int_equal(wgd_bank_use_parse("st.b128:frag:m64n64k16:d", 16, &q.use[0], NULL), WGD_OK);
    assert_int_equal(wgd_best_find(&q, &b, &d), WGD_ERR_ALIGN);
    assert_string_equal(d.field, "layout");
    /* The same of a single step, of the tile as it is and through a map. */
    wgd_best_query good = q;
    wgd_bank_lanes lanes;
    assert_int_equal(wgd_bank_use_parse("st.b32:frag:m64n64k16:d", 16, &good.use[0], NULL), WGD_OK);
    assert_int_equal(wgd_best_find(&good, &b, NULL), WGD_OK);
    const wgd_best_candidate *c = &b.family[WGD_BEST_LINEAR];
    assert_int_equal(wgd_best_step(&good, c, 0, 0, &lanes, NULL), WGD_OK);
    assert_int_equal(wgd_best_step(&q, c, 0, 0, &lanes, &d), WGD_ERR_ALIGN);
    assert_string_equal(d.field, "layout");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_of_them),   cmocka_unit_test(one_direction),
        cmocka_unit_test(seven_points),  cmocka_unit_test(same_words),
        cmocka_unit_test(too_many_maps), cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
