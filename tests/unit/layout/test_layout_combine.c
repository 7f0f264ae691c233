/* SPDX-License-Identifier: MIT
 *
 * What compositions, divides and products promise, checked by evaluation with the naive evaluator.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random_layout.h"

/* ---- composition ---------------------------------------------------------------------------- */

/* Does a step of d with `extent` elements stay aligned to the modes of the coalesced a? Then the
 * composition must exist and be a(b(i)). Elsewhere CuTe answers with what only looks like it. */
static bool aligned(const wgd_layout *a, int64_t extent, int64_t d)
{
    wgd_layout f;
    assert_int_equal(wgd_coalesce(a, &f, NULL), WGD_OK);
    const int n = f.shape.n_leaves, last = a->shape.n_leaves - 1;
    /* A last mode of size 1 still says how a goes on, unless it goes on like the mode before. */
    const bool goes_on =
        a->shape.leaf[last] == 1 && a->stride[last] != f.shape.leaf[n - 1] * f.stride[n - 1];
    for (int i = 0; i + (goes_on ? 0 : 1) < n; i++) {
        const int64_t c = f.shape.leaf[i];
        if (d % c == 0) {
            d /= c;
        } else if (c % d == 0) {
            const int64_t part = c / d < extent ? c / d : extent;
            if (extent % part != 0) {
                return false;
            }
            extent /= part;
            d = 1;
        } else {
            return false;
        }
    }
    return true;
}

static void law_composition(const wgd_layout *a, int64_t extent, int64_t d)
{
    const wgd_layout b = wgd_layout_1d(extent, d);
    wgd_layout r;
    const wgd_status s = wgd_composition(a, &b, &r, NULL);
    assert_true(s == WGD_OK || s == WGD_ERR_DIVISIBILITY);
    if (d > 0 && !aligned(a, extent, d)) {
        return;
    }
    assert_int_equal(s, WGD_OK);
    bool holds = naive_size(&r) == extent;
    for (int64_t i = 0; i < extent; i++) {
        holds = holds && naive_at(&r, i) == naive_at(a, i * d);
    }
    check_law(holds, "composition(a, b)(i) = a(b(i))", a, &b, &r);
}

static void compositions_of(const wgd_layout *a)
{
    static const int64_t extents[] = {1, 2, 3, 4, 6, 8, 12};
    static const int64_t steps[] = {0, 1, 2, 3, 4, 8, 12};
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++) {
            law_composition(a, extents[i], steps[j]);
        }
    }
}

static void test_composition_small(void **state)
{
    (void)state;
    assert_true(each_small_layout(compositions_of) > 100000);
}

/* a o (b0, b1, ...) = (a o b0, a o b1, ...), and refused exactly where one part is. */
static void test_composition_distributes(void **state)
{
    (void)state;
    rng g = rng_start();
    int accepted = 0;
    for (int i = 0; i < rng_runs(20000); i++) {
        const wgd_layout a = random_layout(&g, 5, 256, 20), b = random_layout(&g, 5, 64, 12);
        wgd_layout whole, part, mode;
        const wgd_status s = wgd_composition(&a, &b, &whole, NULL);
        bool parts_ok = true;
        if (wgd_tuple_is_leaf(&b.shape)) {
            continue;
        }
        for (int k = 0; k < wgd_layout_rank(&b); k++) {
            assert_int_equal(wgd_layout_mode(&b, k, &mode), WGD_OK);
            const wgd_status sk = wgd_composition(&a, &mode, &part, NULL);
            parts_ok = parts_ok && sk == WGD_OK;
            if (s == WGD_OK && sk == WGD_OK) {
                assert_int_equal(wgd_layout_mode(&whole, k, &mode), WGD_OK);
                check_law(wgd_layout_equal(&mode, &part), "composition distributes", &a, &b,
                          &whole);
            }
        }
        assert_int_equal(s == WGD_OK, parts_ok);
        accepted += s == WGD_OK;
    }
    assert_true(accepted > rng_runs(20000) / 40);
}

/* ---- divides and products ------------------------------------------------------------------- */

/* A contiguous tile of every divisor: the same elements, tile first. */
static void test_divide_permutes(void **state)
{
    (void)state;
    rng g = rng_start();
    int done = 0;
    for (int i = 0; i < rng_runs(20000); i++) {
        const wgd_layout a = random_layout(&g, 5, 256, 30);
        const int64_t size = naive_size(&a), tile = 1 + rng_below(&g, (int)size);
        const wgd_layout t = wgd_layout_1d(tile, 1);
        wgd_layout r, mode, want;
        if (size % tile != 0 || !aligned(&a, tile, 1) || !aligned(&a, size / tile, tile)) {
            continue;
        }
        assert_int_equal(wgd_logical_divide(&a, &t, &r, NULL), WGD_OK);
        check_law(naive_same_multiset(&a, &r), "a divide has the elements of the layout", &a, &t,
                  &r);
        assert_int_equal(wgd_layout_rank(&r), 2);
        assert_int_equal(wgd_layout_mode(&r, 0, &mode), WGD_OK);
        assert_int_equal(wgd_composition(&a, &t, &want, NULL), WGD_OK);
        check_law(wgd_layout_equal(&mode, &want), "the tile of a divide is a o tile", &a, &t, &r);
        done++;
    }
    assert_true(done > rng_runs(20000) / 40);
}

static int64_t at2(const wgd_layout *l, int a, int b, int64_t i, int64_t j)
{
    wgd_layout m;
    int64_t v;
    assert_int_equal(wgd_layout_mode(l, a, &m), WGD_OK);
    v = naive_at(&m, i);
    assert_int_equal(wgd_layout_mode(l, b, &m), WGD_OK);
    return v + naive_at(&m, j);
}

/* zipped, tiled and flat divides hold the modes of the logical one in another grouping. */
static void test_divide_forms(void **state)
{
    (void)state;
    for (int64_t tm = 1; tm <= 8; tm *= 2) {
        for (int64_t tn = 1; tn <= 16; tn *= 4) {
            const wgd_layout a = wgd_layout_2d(8, 16, 16, 1);
            const wgd_layout m = wgd_layout_1d(tm, 1), n = wgd_layout_1d(tn, 1);
            wgd_tiler t;
            wgd_layout zipped, tiled, flat, logical;
            wgd_tiler_list(&t);
            assert_int_equal(wgd_tiler_append_layout(&t, &m), WGD_OK);
            assert_int_equal(wgd_tiler_append_layout(&t, &n), WGD_OK);
            assert_int_equal(wgd_logical_divide_by(&a, &t, &logical, NULL), WGD_OK);
            assert_int_equal(wgd_zipped_divide(&a, &t, &zipped, NULL), WGD_OK);
            assert_int_equal(wgd_tiled_divide(&a, &t, &tiled, NULL), WGD_OK);
            assert_int_equal(wgd_flat_divide(&a, &t, &flat, NULL), WGD_OK);
            assert_int_equal(wgd_layout_rank(&zipped), 2);
            assert_int_equal(wgd_layout_rank(&tiled), 3);
            assert_int_equal(wgd_layout_rank(&flat), 4);
            for (int64_t i = 0; i < 8; i++) {
                for (int64_t j = 0; j < 16; j++) {
                    const int64_t in = i % tm + tm * (j % tn), out = i / tm + 8 / tm * (j / tn);
                    const int64_t want = 16 * i + j;
                    assert_int_equal(wgd_layout_at2(&zipped, in, out), want);
                    assert_int_equal(at2(&tiled, 0, 1, in, i / tm) + at2(&tiled, 2, 0, j / tn, 0),
                                     want);
                    assert_int_equal(
                        at2(&flat, 0, 1, i % tm, j % tn) + at2(&flat, 2, 3, i / tm, j / tn), want);
                }
            }
        }
    }
}

/* Blocks of a permutation times a permutation: every number once, the block in front. */
static void test_products(void **state)
{
    (void)state;
    rng g = rng_start();
    for (int i = 0; i < rng_runs(5000); i++) {
        const wgd_layout a = random_permutation(&g, 4, 32), b = random_permutation(&g, 4, 32);
        wgd_layout r, mode;
        assert_int_equal(wgd_logical_product(&a, &b, &r, NULL), WGD_OK);
        check_law(naive_injective(&r), "a product of permutations is one", &a, &b, &r);
        assert_int_equal(wgd_layout_mode(&r, 0, &mode), WGD_OK);
        check_law(wgd_layout_equal(&mode, &a), "mode 0 of a product is the block", &a, &b, &r);
        const int64_t na = naive_size(&a), nb = naive_size(&b);
        for (int64_t j = 0; j < nb; j++) {
            check_law(wgd_layout_at2(&r, 0, j) == na * naive_at(&b, j),
                      "the blocks follow one another in the order of the tiler", &a, &b, &r);
        }
    }
}

static void test_blocked_and_raked(void **state)
{
    (void)state;
    rng g = rng_start();
    for (int i = 0; i < rng_runs(2000); i++) {
        const int64_t m = 1 + rng_below(&g, 5), n = 1 + rng_below(&g, 5);
        const int64_t p = 1 + rng_below(&g, 5), q = 1 + rng_below(&g, 5);
        const wgd_layout a = wgd_layout_2d(m, n, n, 1), b = wgd_layout_2d(p, q, 1, p);
        wgd_layout blocked, raked;
        assert_int_equal(wgd_blocked_product(&a, &b, &blocked, NULL), WGD_OK);
        assert_int_equal(wgd_raked_product(&a, &b, &raked, NULL), WGD_OK);
        for (int64_t r = 0; r < m * p; r++) {
            for (int64_t c = 0; c < n * q; c++) {
                assert_int_equal(wgd_layout_at2(&blocked, r, c),
                                 r % m * n + c % n + m * n * (r / m + p * (c / n)));
                assert_int_equal(wgd_layout_at2(&raked, r, c),
                                 r / p * n + c / q + m * n * (r % p + p * (c % q)));
            }
        }
    }
}

static void test_tile_to_shape(void **state)
{
    static const int64_t orders[2][2] = {{1, 2}, {2, 1}};
    (void)state;
    for (int64_t m = 1; m <= 4; m++) {
        for (int64_t n = 1; n <= 4; n++) {
            for (int o = 0; o < 2; o++) {
                const wgd_layout block = wgd_layout_2d(8, 4, 4, 1);
                const int64_t to[2] = {8 * m, 4 * n};
                const wgd_tuple shape = wgd_tuple_of(to, 2), order = wgd_tuple_of(orders[o], 2);
                wgd_layout r, by_default;
                assert_int_equal(wgd_tile_to_shape(&block, &shape, &order, &r, NULL), WGD_OK);
                for (int64_t i = 0; i < to[0]; i++) {
                    for (int64_t j = 0; j < to[1]; j++) {
                        const int64_t tile = o == 0 ? i / 8 + m * (j / 4) : j / 4 + n * (i / 8);
                        assert_int_equal(wgd_layout_at2(&r, i, j), 32 * tile + i % 8 * 4 + j % 4);
                    }
                }
                if (o == 0) {
                    assert_int_equal(wgd_tile_to_shape(&block, &shape, NULL, &by_default, NULL),
                                     WGD_OK);
                    assert_true(wgd_layout_equal(&r, &by_default));
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_composition_small), cmocka_unit_test(test_composition_distributes),
        cmocka_unit_test(test_divide_permutes),   cmocka_unit_test(test_divide_forms),
        cmocka_unit_test(test_products),          cmocka_unit_test(test_blocked_and_raked),
        cmocka_unit_test(test_tile_to_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
