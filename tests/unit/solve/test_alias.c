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

/* ---- which one: the first of all differences, by trying them all --------------------------------- */

typedef struct differences {
    int n;
    int leaf[8];
    int64_t extent[8], stride[8], d[8];
} differences;

/* The modes of more than one element, the longest stride first, of equal ones as they come. */
static differences modes_of(const wgd_layout *l)
{
    differences x = {0};
    for (int64_t apart = 128; apart >= 0; apart--) {
        for (int i = 0; i < l->shape.n_leaves; i++) {
            if (llabs(l->stride[i]) == apart && l->shape.leaf[i] > 1) {
                x.leaf[x.n] = i;
                x.extent[x.n] = l->shape.leaf[i] - 1;
                x.stride[x.n++] = l->stride[i];
            }
        }
    }
    return x;
}

/* From mode i on, all that there are, the lowest first. */
static bool first_difference(differences *x, int i, int64_t sum, bool moved)
{
    if (i == x->n) {
        return sum == 0 && moved;
    }
    for (x->d[i] = -x->extent[i]; x->d[i] <= x->extent[i]; x->d[i]++) {
        if (first_difference(x, i + 1, sum + x->d[i] * x->stride[i], moved || x->d[i] != 0)) {
            return true;
        }
    }
    return false;
}

/* The element that such steps lead to along the leaves [begin, end): those up, or those down. */
static int64_t led_to(const wgd_layout *l, const differences *x, int begin, int end, bool up)
{
    int64_t at = 0, step = 1;
    for (int i = begin; i < end; i++) {
        for (int m = 0; m < x->n; m++) {
            at += x->leaf[m] == i && (x->d[m] > 0) == up ? llabs(x->d[m]) * step : 0;
        }
        step *= l->shape.leaf[i];
    }
    return at;
}

static void same_alias(const wgd_layout *l, int *found)
{
    const wgd_composed c = wgd_composed_plain(l);
    differences x = modes_of(l);
    const bool any = first_difference(&x, 0, 0, false);
    wgd_place p;
    wgd_alias a;
    memset(&a, 0x5a, sizeof a);
    assert_int_equal(wgd_place_make(&c, WGD_F16, 8192, &p, NULL), WGD_OK);
    assert_int_equal(wgd_place_alias(&p, &a), any);
    for (int up = 0; up < 2 && any; up++) {
        assert_int_equal(a.mn[up], led_to(l, &x, 0, p.mn_leaves, up));
        assert_int_equal(a.k[up], led_to(l, &x, p.mn_leaves, l->shape.n_leaves, up));
    }
    *found += any;
}

static void test_the_first_difference(void **state)
{
    (void)state;
    static const int64_t strides[] = {0, 1, 2, 3, 4, 5, 6, 8, 12, 16, -1, -2, -3, -8, 9, 32};
    rng r = rng_start();
    int found = 0;
    for (int n = 0; n < 400; n++) {
        wgd_layout tile = wgd_layout_empty();
        for (int m = 0; m < 2; m++) {
            const wgd_layout mode =
                wgd_layout_2d(1 + rng_below(&r, 4), 1 + rng_below(&r, 3),
                              strides[rng_below(&r, 16)], strides[rng_below(&r, 16)]);
            assert_int_equal(wgd_layout_append(&tile, &mode), WGD_OK);
        }
        same_alias(&tile, &found);
    }
    assert_in_range(found, 100, 350);
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

/* Modes that no tile of people has, within the bounds that a place has: an answer, at once. */
static void test_many_modes(void **state)
{
    (void)state;
    wgd_layout mn = wgd_layout_empty(), l = wgd_layout_empty();
    for (int i = 0; i < 30; i++) {
        const wgd_layout two = wgd_layout_1d(2, INT64_C(1) << i);
        assert_int_equal(wgd_layout_append(&mn, &two), WGD_OK);
    }
    const wgd_layout k = wgd_layout_1d(2, 7);
    assert_int_equal(wgd_layout_append(&l, &mn), WGD_OK);
    assert_int_equal(wgd_layout_append(&l, &k), WGD_OK);
    const wgd_composed c = wgd_composed_plain(&l);
    wgd_place p;
    wgd_alias a;
    assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, NULL), WGD_OK);
    assert_true(wgd_place_alias(&p, &a));
    assert_int_equal(wgd_layout_at2(&l, a.mn[0], a.k[0]), wgd_layout_at2(&l, a.mn[1], a.k[1]));
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
    wgd_layout mn = wgd_layout_empty(), l = wgd_layout_empty();
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
    assert_int_equal(wgd_layout_append(&l, &mn), WGD_OK);
    assert_int_equal(wgd_layout_append(&l, &k), WGD_OK);
    const wgd_composed c = wgd_composed_plain(&l);
    wgd_place p;
    wgd_alias a;
    assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, NULL), WGD_OK);
    assert_false(wgd_place_alias(&p, &a));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aliases),
        cmocka_unit_test(test_the_first_difference),
        cmocka_unit_test(test_all_leaves),
        cmocka_unit_test(test_many_modes),
        cmocka_unit_test(test_modes_that_no_bound_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
