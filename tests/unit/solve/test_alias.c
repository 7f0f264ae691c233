/* SPDX-License-Identifier: MIT
 *
 * Elements at one place, against looking at every element.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "random_layout.h"
#include "wgdesc.h"

static wgd_layout random_tile(rng *r)
{
    static const int64_t strides[] = {0, 1, 2, 3, 4, 5, 8, 12, 16, 32, 48, 64, 96, 128, -1, -4};
    wgd_layout tile = wgd_layout_empty();
    for (int m = 0; m < 2; m++) {
        const wgd_layout mode = wgd_layout_2d(1 + rng_below(r, 6), 1 + rng_below(r, 5),
                                              strides[rng_below(r, 16)], strides[rng_below(r, 16)]);
        assert_int_equal(wgd_layout_append(&tile, &mode), WGD_OK);
    }
    return tile;
}

static void test_aliases(void **state)
{
    (void)state;
    rng r = rng_start();
    int shared = 0, own = 0;
    const int runs = rng_runs(20000);
    for (int n = runs; n > 0; n--) {
        const wgd_layout l = random_tile(&r);
        const wgd_composed c = wgd_composed_plain(&l);
        wgd_place p;
        wgd_alias a;
        assert_int_equal(wgd_place_make(&c, WGD_F16, 8192, &p, NULL), WGD_OK);
        const bool got = wgd_place_alias(&p, &a);
        check_law(got == !naive_injective(&l), "an alias is found where there is one", &l, NULL,
                  NULL);
        if (got) {
            assert_int_equal(wgd_layout_at2(&l, a.mn[0], a.k[0]),
                             wgd_layout_at2(&l, a.mn[1], a.k[1]));
            assert_true(a.mn[0] != a.mn[1] || a.k[0] != a.k[1]);
            assert_true(a.mn[0] < p.mn && a.mn[1] < p.mn && a.k[0] < p.k && a.k[1] < p.k);
        }
        shared += got;
        own += !got;
    }
    assert_true(20 * shared > runs && 20 * own > runs);
}

/* ---- which ones: the first element that has one before it, by looking at every one ---------------- */

static int64_t offset_of(const wgd_layout *l, int64_t cols, int64_t i)
{
    return wgd_layout_at2(l, i / cols, i % cols);
}

/* The element before i, row by row, that lies where i does; i where there is none. */
static int64_t before(const wgd_layout *l, int64_t cols, int64_t i)
{
    int64_t at = 0;
    while (offset_of(l, cols, at) != offset_of(l, cols, i)) {
        at++;
    }
    return at;
}

static void same_alias(const wgd_layout *l, int *found)
{
    const wgd_composed c = wgd_composed_plain(l);
    wgd_place p;
    wgd_alias a;
    memset(&a, 0x5a, sizeof a);
    assert_int_equal(wgd_place_make(&c, WGD_F16, 8192, &p, NULL), WGD_OK);
    int64_t i = 0;
    while (i < p.mn * p.k && before(l, p.k, i) == i) {
        i++;
    }
    const bool any = i < p.mn * p.k;
    assert_int_equal(wgd_place_alias(&p, &a), any);
    if (any) {
        const int64_t other = before(l, p.k, i);
        assert_true(a.mn[1] == i / p.k && a.k[1] == i % p.k);
        assert_true(a.mn[0] == other / p.k && a.k[0] == other % p.k);
    }
    *found += any;
}

static void test_the_first_elements(void **state)
{
    (void)state;
    static const int64_t strides[] = {0, 1, 2, 3, 4, 5, 6, 8, 12, 16, -1, -2, -3, -8, 9, 32};
    rng r = rng_start();
    int found = 0;
    for (int n = 0; n < 4000; n++) {
        wgd_layout tile = wgd_layout_empty();
        for (int m = 0; m < 2; m++) {
            const wgd_layout mode =
                wgd_layout_2d(1 + rng_below(&r, 4), 1 + rng_below(&r, 3),
                              strides[rng_below(&r, 16)], strides[rng_below(&r, 16)]);
            assert_int_equal(wgd_layout_append(&tile, &mode), WGD_OK);
        }
        same_alias(&tile, &found);
    }
    assert_in_range(found, 1000, 3500);
    const wgd_layout one = wgd_layout_2d(1, 1, 0, 0), lines = wgd_layout_2d(3, 4, 0, 7);
    found = 0;
    same_alias(&one, &found);
    assert_int_equal(found, 0);
    same_alias(&lines, &found);
    assert_int_equal(found, 1);
}

/* As many modes as a layout has, most of one element. */
static void test_all_leaves(void **state)
{
    (void)state;
    wgd_layout mode = wgd_layout_empty(), l = wgd_layout_empty();
    for (int i = 0; i < WGD_MAX_LEAVES / 2; i++) {
        const wgd_layout one = wgd_layout_1d(i % 16 ? 1 : 2, 3 + i);
        assert_int_equal(wgd_layout_append(&mode, &one), WGD_OK);
    }
    for (int m = 0; m < 2; m++) {
        assert_int_equal(wgd_layout_append(&l, &mode), WGD_OK);
    }
    assert_int_equal(l.shape.n_leaves, WGD_MAX_LEAVES);
    const wgd_composed c = wgd_composed_plain(&l);
    wgd_place p;
    wgd_alias a;
    assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, NULL), WGD_OK);
    assert_true(wgd_place_alias(&p, &a));
    assert_int_equal(wgd_layout_at2(&l, a.mn[0], a.k[0]), wgd_layout_at2(&l, a.mn[1], a.k[1]));
}

/* ---- what the search is not for ------------------------------------------------------------------ */

/* The place of the layout (mn, k), which is *l. */
static wgd_place place_of(const wgd_layout *mn, const wgd_layout *k, wgd_layout *l)
{
    *l = wgd_layout_empty();
    assert_int_equal(wgd_layout_append(l, mn), WGD_OK);
    assert_int_equal(wgd_layout_append(l, k), WGD_OK);
    const wgd_composed c = wgd_composed_plain(l);
    wgd_place p;
    assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, NULL), WGD_OK);
    return p;
}

/* Modes that no tile of people has, within the bounds that a place has: an answer, at once. */
static void test_many_modes(void **state)
{
    (void)state;
    wgd_layout mn = wgd_layout_empty(), l;
    for (int i = 0; i < 30; i++) {
        const wgd_layout two = wgd_layout_1d(2, INT64_C(1) << i);
        assert_int_equal(wgd_layout_append(&mn, &two), WGD_OK);
    }
    const wgd_layout k = wgd_layout_1d(2, 7);
    const wgd_place p = place_of(&mn, &k, &l);
    wgd_alias a;
    assert_true(wgd_place_alias(&p, &a));
    assert_int_equal(wgd_layout_at2(&l, a.mn[0], a.k[0]), wgd_layout_at2(&l, a.mn[1], a.k[1]));
}

/* A long mode of small strides before two that lie on each other: the large strides are tried first, since the differences
 * of the long mode are more than the search has steps. Those who come first: no two before the third mode's first
 * element share a place, and that one lies where the second mode's does. */
static void test_a_long_mode(void **state)
{
    (void)state;
    const int64_t length = INT64_C(1) << 21;
    const wgd_layout k = wgd_layout_1d(1, 1), row = wgd_layout_1d(length, 1),
                     pair = wgd_layout_2d(2, 2, 2 * length, 2 * length);
    wgd_layout mn = wgd_layout_empty(), l;
    assert_int_equal(wgd_layout_append(&mn, &row), WGD_OK);
    assert_int_equal(wgd_layout_append(&mn, &pair), WGD_OK);
    const wgd_place p = place_of(&mn, &k, &l);
    wgd_alias a;
    assert_true(wgd_place_alias(&p, &a));
    assert_true(a.mn[0] == length && a.mn[1] == 2 * length && a.k[0] == 0 && a.k[1] == 0);
}

static int by_value(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Sixteen modes of two at strides that nothing orders: every sum of some is another number, and no bound says so. The
 * search gives up, and says none. */
static void test_modes_that_no_bound_orders(void **state)
{
    (void)state;
    static int64_t at[1 << 16];
    wgd_layout mn = wgd_layout_empty(), l;
    int64_t stride = 50000017, strides[16];
    for (int i = 0; i < 16; i++) {
        stride = stride * 7919 % 99999989;
        strides[i] = stride;
        const wgd_layout two = wgd_layout_1d(2, stride);
        assert_int_equal(wgd_layout_append(&mn, &two), WGD_OK);
    }
    for (int x = 0; x < 1 << 16; x++) {
        for (int i = 0; i < 16; i++) {
            at[x] += (x >> i & 1) * strides[i];
        }
    }
    qsort(at, 1 << 16, sizeof at[0], by_value);
    for (int x = 1; x < 1 << 16; x++) {
        assert_true(at[x - 1] < at[x]);
    }
    const wgd_layout k = wgd_layout_1d(1, 1);
    const wgd_place p = place_of(&mn, &k, &l);
    wgd_alias a;
    assert_false(wgd_place_alias(&p, &a));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aliases),     cmocka_unit_test(test_the_first_elements),
        cmocka_unit_test(test_all_leaves),  cmocka_unit_test(test_many_modes),
        cmocka_unit_test(test_a_long_mode), cmocka_unit_test(test_modes_that_no_bound_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
