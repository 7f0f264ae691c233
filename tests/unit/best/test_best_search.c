/* SPDX-License-Identifier: MIT
 *
 * The search for the best banks, on subspaces that no access has: against all images by brute force, and what the map
 * of them is.
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
#include "rng.h"

static uint32_t image(const uint8_t *of, uint32_t v)
{
    uint32_t x = 0;
    for (int u = 0; u < BEST_DIMS; u++) {
        x ^= v >> u & 1 ? of[u] : 0;
    }
    return x;
}

/* Members of the space with the image 0: the factor by which its wavefronts grow. */
static int64_t lost(const best_space *s, const uint8_t *of)
{
    int64_t n = 0;
    for (int m = 0; m < 1 << s->dim; m++) {
        uint32_t v = 0;
        for (int i = 0; i < s->dim; i++) {
            v ^= m >> i & 1 ? s->basis[i] : 0;
        }
        n += image(of, v) == 0;
    }
    return n;
}

static int64_t cost_by_members(const best_problem *p, const uint8_t *of)
{
    int64_t sum = 0;
    for (int i = 0; i < p->spaces; i++) {
        sum += p->space[i].weight * lost(&p->space[i], of);
    }
    return sum;
}

static bool onto(const best_problem *p, const uint8_t *of)
{
    bool seen[32] = {false};
    int values = 0;
    for (uint32_t v = 0; v < 1u << p->n; v++) {
        values += !seen[image(of, v)];
        seen[image(of, v)] = true;
    }
    return values == 1 << p->k;
}

/* Up to so many spaces, of so many dimensions all together, for up to so many bits of a bank. */
static void random_spaces(rng *r, int spaces, int dims, int bits, best_problem *p)
{
    p->low = 4;
    p->n = 2 + rng_below(r, dims - 1);
    p->k = 1 + rng_below(r, p->n < bits ? p->n : bits);
    p->spaces = 1 + rng_below(r, spaces);
    p->floor = 0;
    for (int i = 0; i < p->spaces; i++) {
        best_space *s = &p->space[i];
        s->dim = 0;
        s->weight = 1 + rng_below(r, 4);
        for (int tries = 0; tries < 6 && s->dim < 4; tries++) {
            const uint32_t v = (uint32_t)rng_below(r, 1 << p->n);
            bool in_span = false;
            for (int m = 0; m < 1 << s->dim; m++) {
                uint32_t x = 0;
                for (int k = 0; k < s->dim; k++) {
                    x ^= m >> k & 1 ? s->basis[k] : 0;
                }
                in_span = in_span || x == v;
            }
            if (!in_span && rng_below(r, 3)) {
                s->basis[s->dim++] = v;
            }
        }
        p->floor += best_space_cost(p, s, 0);
    }
}

/* The least cost of all images that reach every bank. */
static int64_t least_of_all(const best_problem *p)
{
    int64_t least = INT64_MAX;
    uint8_t of[BEST_DIMS] = {0};
    for (uint32_t code = 0; code < 1u << (p->k * p->n); code++) {
        for (int u = 0; u < p->n; u++) {
            of[u] = (uint8_t)(code >> (u * p->k) & ((1u << p->k) - 1));
        }
        if (onto(p, of)) {
            const int64_t c = cost_by_members(p, of);
            least = c < least ? c : least;
        }
    }
    return least;
}

/* What the search finds is as cheap as can be; what is too dear is said to be dearer than the limit. */
static void check_found(const best_problem *p, int64_t least, best_images *found)
{
    int64_t cost, nodes;
    assert_true(best_search(p, found, &cost, &nodes));
    assert_int_equal(cost, least);
    assert_true(nodes > 0);
    for (int u = p->n; u < BEST_DIMS; u++) {
        found->of[u] = 0;
    }
    assert_true(onto(p, found->of));
    assert_int_equal(cost_by_members(p, found->of), least);
    for (int64_t limit = p->floor - 1; limit <= least + 1; limit++) {
        const int64_t c = best_cost(p, found, limit);
        assert_true(limit < least ? c > limit : c == least);
    }
}

/* A coordinate becomes a bank where its image is no sum of those of lower coordinates, in order; else it lies above the
 * banks and moves those whose images sum up to its own. */
static void check_map(const best_problem *p, const best_images *b)
{
    wgd_linear m;
    int place[BEST_DIMS], banks = 0, above = p->k;
    best_complete(p, b, &m);
    assert_int_equal(m.bits, p->low + p->n);
    for (int k = 0; k < p->low; k++) {
        assert_int_equal(m.basis[k], 1 << k);
    }
    uint32_t bank_units = 0;
    for (int u = 0; u < p->n; u++) {
        uint32_t sum = 0, found = 0;
        for (uint32_t v = 0; v < 1u << u && !found; v++) {
            found = (v & ~bank_units) == 0 && image(b->of, v) == b->of[u];
            sum = v;
        }
        place[u] = found ? above++ : banks++;
        bank_units |= found ? 0 : 1u << u;
        uint64_t want = UINT64_C(1) << place[u];
        for (int i = 0; found && i < u; i++) {
            want |= sum >> i & 1 ? UINT64_C(1) << place[i] : 0;
        }
        assert_int_equal(m.basis[p->low + u], want << p->low);
    }
    assert_int_equal(banks, p->k);
}

/* A unit vector that neither the spaces nor lower units determine: what the rank lacks, the lowest value of it; else
 * 0, but for the banks' own, which get the lowest value that no lower one of them reaches. */
static void check_free(const best_problem *p, const best_images *b)
{
    bool known[1 << 6] = {true}, all[32] = {true}, banks[32] = {true};
    const int size = 1 << p->n, values = 1 << p->k;
    for (int i = 0; i < p->spaces; i++) {
        for (int d = 0; d < p->space[i].dim; d++) {
            bool next[1 << 6];
            for (int v = 0; v < size; v++) {
                next[v] = known[v] || known[v ^ (int)p->space[i].basis[d]];
            }
            memcpy(known, next, sizeof known);
        }
    }
    for (int v = 0; v < size; v++) {
        all[image(b->of, (uint32_t)v)] |= known[v];
    }
    for (int u = 0; u < p->n; u++) {
        const int x = b->of[u];
        if (!known[1 << u]) {
            int lacking = 0, apart = 0;
            for (int v = values - 1; v > 0; v--) {
                lacking = all[v] ? lacking : v;
                apart = banks[v] ? apart : v;
            }
            assert_int_equal(x, lacking ? lacking : u < p->k ? apart : 0);
        }
        bool next[1 << 6], reached[32] = {false};
        for (int v = 0; v < size; v++) {
            next[v] = known[v] || known[v ^ 1 << u];
        }
        memcpy(known, next, sizeof known);
        for (int v = 0; v < values; v++) {
            reached[v] = banks[v] || (u < p->k && banks[v ^ x]);
        }
        memcpy(banks, reached, sizeof banks);
        for (int v = 0; v < values; v++) {
            reached[v] = all[v] || all[v ^ x];
        }
        memcpy(all, reached, sizeof all);
    }
}

static void check_all(int runs, int spaces, int dims, int bits, int *beyond)
{
    rng r = rng_start();
    for (int run = 0; run < runs; run++) {
        best_problem p;
        best_images found;
        random_spaces(&r, spaces, dims, bits, &p);
        const int64_t least = least_of_all(&p);
        check_found(&p, least, &found);
        check_map(&p, &found);
        check_free(&p, &found);
        *beyond += least > p.floor;
    }
}

static void against_all_images(void **state)
{
    (void)state;
    int beyond = 0;
    const int runs = rng_runs(200);
    check_all(runs, 20, 5, 3, &beyond);
    /* Both sorts, unless a sanitizer makes the runs few: bounds that a map meets, and bounds that none
     * does. */
    assert_true(runs < 200 || (beyond > runs / 50 && beyond < runs - runs / 50));
}

/* The same of less, which takes no time. */
static void few_spaces(void **state)
{
    (void)state;
    int beyond = 0;
    check_all(60, 3, 3, 3, &beyond);
}

static void few_banks(void **state)
{
    (void)state;
    int beyond = 0;
    check_all(40, 4, 4, 2, &beyond);
}

static void two_banks(void **state)
{
    (void)state;
    int beyond = 0;
    check_all(40, 6, 6, 1, &beyond);
}

/* Without spaces nothing moves. */
static void no_spaces(void **state)
{
    (void)state;
    for (int n = 0; n <= 6; n++) {
        for (int k = 0; k <= n && k <= BEST_K; k++) {
            best_problem p = {.low = 2, .n = n, .k = k};
            best_images found;
            wgd_linear m;
            int64_t cost, nodes;
            assert_true(best_search(&p, &found, &cost, &nodes));
            assert_int_equal(cost, 0);
            assert_int_equal(nodes, 0);
            for (int u = 0; u < n; u++) {
                assert_int_equal(found.of[u], u < k ? 1 << u : 0);
            }
            best_complete(&p, &found, &m);
            for (int u = 0; u < n + 2; u++) {
                assert_int_equal(m.basis[u], 1 << u);
            }
        }
    }
}

/* The heaviest space's directions are the first banks, of equals the first space's. */
static void in_order_of_weight(void **state)
{
    static const int rows[][6] = {/* three weights, three images */
                                  {1, 1, 1, 1, 2, 4}, {1, 2, 3, 4, 2, 1}, {3, 2, 1, 1, 2, 4},
                                  {2, 3, 1, 2, 1, 4}, {1, 3, 3, 4, 1, 2}, {2, 1, 2, 1, 4, 2},
                                  {1, 1, 2, 2, 4, 1}, {2, 2, 1, 1, 2, 4}, {1, 2, 1, 2, 1, 4}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        best_problem p = {.low = 4, .n = 3, .k = 3, .spaces = 3};
        best_images found;
        int64_t cost, nodes;
        for (int u = 0; u < 3; u++) {
            p.space[u].dim = 1;
            p.space[u].basis[0] = 1u << u;
            p.space[u].weight = rows[i][u];
            p.floor += rows[i][u];
        }
        assert_true(best_search(&p, &found, &cost, &nodes));
        assert_int_equal(cost, p.floor);
        assert_int_equal(nodes, 3); /* the first map is free of conflicts: no other is looked at */
        for (int u = 0; u < 3; u++) {
            assert_int_equal(found.of[u], rows[i][3 + u]);
        }
    }
}

/* Of a, b and a + b one has the bank 0, where there are two banks: the lightest. The heaviest has 1, then the next: each
 * value that loses nothing goes before those that do, and what costs as much as the best is not followed. Values that
 * are looked at: 1 for a; 1 and 0 for b, both at a loss; the same, now taken, of which 1 leaves a map; 0 for a, at a
 * loss; 1 for a, not at a loss; 0 for a, at too much of one. */
static void one_too_many(void **state)
{
    static const int weight[][3] = {{5, 3, 1}, {1, 1, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof weight / sizeof weight[0]; i++) {
        best_problem p = {.low = 6, .n = 2, .k = 1, .spaces = 3};
        best_images found;
        int64_t cost, nodes;
        for (int u = 0; u < 3; u++) {
            p.space[u].dim = 1;
            p.space[u].basis[0] = (uint32_t)u + 1;
            p.space[u].weight = weight[i][u];
            p.floor += weight[i][u];
        }
        assert_true(best_search(&p, &found, &cost, &nodes));
        assert_int_equal(cost, p.floor + 1);
        assert_int_equal(nodes, 8);
        assert_int_equal(found.of[0], 1);
        assert_int_equal(found.of[1], 1);
    }
}

/* Directions beyond the banks are lost: a factor of two each. */
static void space_costs(void **state)
{
    (void)state;
    for (int k = 0; k <= BEST_K; k++) {
        for (int dim = 0; dim <= BEST_K; dim++) {
            for (int lost = 0; lost <= dim; lost++) {
                const best_problem p = {.low = 2, .n = BEST_DIMS, .k = k};
                const best_space s = {.dim = dim, .weight = 3};
                int64_t want = 3;
                for (int i = 0; i < lost || i < dim - k; i++) {
                    want *= 2;
                }
                assert_int_equal(best_space_cost(&p, &s, lost), want);
            }
        }
    }
}

/* As many spaces as there may be, of as many dimensions: each unit vector, eight times. */
static void as_many_as_can_be(void **state)
{
    (void)state;
    static best_problem p;
    best_images found;
    wgd_linear m;
    int64_t cost, nodes;
    p.low = 2;
    p.n = BEST_DIMS;
    p.k = BEST_K;
    p.spaces = BEST_SPACES;
    p.floor = BEST_SPACES;
    for (int i = 0; i < BEST_SPACES; i++) {
        p.space[i].dim = 1;
        p.space[i].basis[0] = 1u << i % BEST_DIMS;
        p.space[i].weight = 1;
    }
    assert_true(best_search(&p, &found, &cost, &nodes));
    assert_int_equal(cost, BEST_SPACES);
    assert_int_equal(nodes, BEST_DIMS);
    assert_int_equal(best_cost(&p, &found, BEST_SPACES), BEST_SPACES);
    for (int u = 0; u < BEST_DIMS; u++) {
        assert_int_equal(found.of[u], u < BEST_K ? 1 << u : 31);
    }
    best_complete(&p, &found, &m);
    for (int u = 0; u < BEST_DIMS; u++) {
        assert_int_equal(m.basis[2 + u], (1u << u | (u < BEST_K ? 0 : 31u)) << 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_all_images), cmocka_unit_test(few_spaces),
        cmocka_unit_test(few_banks),          cmocka_unit_test(two_banks),
        cmocka_unit_test(no_spaces),          cmocka_unit_test(in_order_of_weight),
        cmocka_unit_test(one_too_many),       cmocka_unit_test(space_costs),
        cmocka_unit_test(as_many_as_can_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
