/* SPDX-License-Identifier: MIT
 *
 * What each operation promises, checked by evaluation with the naive evaluator: over all layouts of
 * up to three modes and 64 elements with small strides, and over random nested ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random_layout.h"

/* ---- laws of one layout --------------------------------------------------------------------- */

static bool same_values(const wgd_layout *a, const wgd_layout *b)
{
    const int64_t n = naive_size(a);
    bool same = naive_size(b) == n;
    for (int64_t i = 0; i < n && same; i++) {
        same = naive_at(a, i) == naive_at(b, i);
    }
    return same;
}

static bool is_minimal(const wgd_layout *l)
{
    const wgd_tuple *t = &l->shape;
    bool minimal = wgd_tuple_depth(t) <= 1 && (t->n_leaves == 1) == wgd_tuple_is_leaf(t);
    for (int i = 0; i < t->n_leaves; i++) {
        minimal = minimal && (t->leaf[i] > 1 || (t->n_leaves == 1 && l->stride[0] == 0));
        minimal = minimal && (i == 0 || t->leaf[i - 1] * l->stride[i - 1] != l->stride[i]);
    }
    return minimal;
}

static void law_coalesce(const wgd_layout *a)
{
    wgd_layout r;
    assert_int_equal(wgd_coalesce(a, &r, NULL), WGD_OK);
    check_law(same_values(a, &r), "coalesce keeps the function", a, NULL, &r);
    check_law(is_minimal(&r), "coalesce leaves nothing to merge", a, NULL, &r);
    const wgd_tuple one = wgd_tuple_int(1);
    wgd_layout by;
    assert_int_equal(wgd_coalesce_by(a, &one, &by, NULL), WGD_OK);
    check_law(wgd_layout_equal(&r, &by), "the profile 1 is no profile", a, &by, &r);
}

/* Each mode on its own: the profile (1,1,...). */
static void law_coalesce_by(const wgd_layout *a)
{
    int64_t ones[WGD_MAX_LEAVES];
    wgd_layout r, mode, want;
    const int rank = wgd_layout_rank(a);
    for (int i = 0; i < rank; i++) {
        ones[i] = 1;
    }
    const wgd_tuple profile = wgd_tuple_of(ones, rank);
    assert_int_equal(wgd_coalesce_by(a, &profile, &r, NULL), WGD_OK);
    check_law(same_values(a, &r) && wgd_layout_rank(&r) == rank, "coalesce_by keeps the modes", a,
              NULL, &r);
    for (int i = 0; i < rank; i++) {
        assert_int_equal(wgd_layout_mode(a, i, &want), WGD_OK);
        assert_int_equal(wgd_coalesce(&want, &want, NULL), WGD_OK);
        assert_int_equal(wgd_layout_mode(&r, i, &mode), WGD_OK);
        check_law(wgd_layout_equal(&mode, &want), "coalesce_by coalesces each mode", a, &want, &r);
    }
}

static void law_structure(const wgd_layout *a)
{
    wgd_layout r;
    assert_int_equal(wgd_flatten(a, &r, NULL), WGD_OK);
    check_law(same_values(a, &r) && wgd_layout_depth(&r) <= 1, "flatten keeps the function", a,
              NULL, &r);
    const int rank = wgd_tuple_is_leaf(&a->shape) ? 0 : wgd_layout_rank(a);
    for (int i = 0; i < rank; i++) {
        for (int j = i + 1; j <= rank && wgd_layout_depth(a) < WGD_MAX_DEPTH; j++) {
            assert_int_equal(wgd_group_modes(a, i, j, &r, NULL), WGD_OK);
            check_law(same_values(a, &r) && wgd_layout_rank(&r) == rank - (j - i) + 1,
                      "group_modes keeps the function", a, NULL, &r);
        }
    }
}

static void law_evaluation(const wgd_layout *a)
{
    const int64_t n = naive_size(a);
    int64_t size, cosize, v, top = 0;
    wgd_tuple crd;
    assert_int_equal(wgd_layout_size(a, &size), WGD_OK);
    assert_int_equal(size, n);
    for (int64_t i = 0; i < n; i++) {
        const int64_t want = naive_at(a, i);
        top = want > top ? want : top;
        check_law(wgd_layout_at(a, i) == want, "wgd_layout_at", a, NULL, a);
        assert_int_equal(wgd_idx2crd(i, &a->shape, &crd, NULL), WGD_OK);
        check_law(wgd_tuple_congruent(&crd, &a->shape), "a coordinate is congruent", a, NULL, a);
        assert_int_equal(wgd_layout_crd2idx(a, &crd, &v, NULL), WGD_OK);
        check_law(v == want, "crd2idx of idx2crd", a, NULL, a);
    }
    assert_int_equal(wgd_layout_cosize(a, &cosize), WGD_OK);
    assert_int_equal(cosize, top + 1);
    check_law(wgd_layout_at(a, n + 3) == naive_at(a, n + 3), "the last mode goes on", a, NULL, a);
}

static void law_right_inverse(const wgd_layout *a)
{
    wgd_layout r;
    assert_int_equal(wgd_right_inverse(a, &r, NULL), WGD_OK);
    const int64_t n = naive_size(&r);
    bool holds = true;
    for (int64_t i = 0; i < n; i++) {
        holds = holds && naive_at(a, naive_at(&r, i)) == i;
    }
    check_law(holds, "a(right_inverse(a)(i)) = i", a, NULL, &r);
    check_law(n <= naive_size(a), "a right inverse is no larger than the layout", a, NULL, &r);
}

static void law_left_inverse(const wgd_layout *a)
{
    wgd_layout r;
    if (wgd_left_inverse(a, &r, NULL) != WGD_OK || !naive_injective(a)) {
        return;
    }
    bool holds = true;
    for (int64_t i = 0; i < naive_size(a); i++) {
        holds = holds && naive_at(&r, naive_at(a, i)) == i;
    }
    check_law(holds, "left_inverse(a)(a(i)) = i", a, NULL, &r);
}

/* The strides in ascending order, each a multiple of what the modes below it cover. */
static bool nests(const wgd_layout *a)
{
    wgd_layout f;
    bool used[WGD_MAX_LEAVES] = {false};
    int64_t covered = 1;
    assert_int_equal(wgd_coalesce(a, &f, NULL), WGD_OK);
    for (int n = 0; n < f.shape.n_leaves; n++) {
        int least = -1;
        for (int i = 0; i < f.shape.n_leaves; i++) {
            if (!used[i] && (least < 0 || f.stride[i] < f.stride[least])) {
                least = i;
            }
        }
        used[least] = true;
        if (f.stride[least] == 0) {
            continue;
        }
        if (f.stride[least] % covered != 0) {
            return false;
        }
        covered = f.stride[least] * f.shape.leaf[least];
    }
    return true;
}

/* Every number below max(target, cosize) is a(i) + complement(j) in exactly one way. */
static void law_complement(const wgd_layout *a, int64_t target)
{
    static uint8_t hits[1 << 16];
    wgd_layout r, whole;
    const wgd_status s = wgd_complement(a, target, &r, NULL);
    if (!nests(a)) {
        return;
    }
    if (!naive_injective(a)) { /* a stride 0 repeats values; the complement does not see it */
        return;
    }
    assert_int_equal(s, WGD_OK);
    whole = wgd_layout_empty();
    assert_int_equal(wgd_layout_append(&whole, a), WGD_OK);
    assert_int_equal(wgd_layout_append(&whole, &r), WGD_OK);
    const int64_t n = naive_size(&whole);
    assert_true(n <= (int64_t)sizeof hits && n >= target);
    for (int64_t i = 0; i < n; i++) {
        hits[i] = 0;
    }
    bool once = true;
    for (int64_t i = 0; i < n; i++) {
        const int64_t v = naive_at(&whole, i);
        once = once && v < n && hits[v]++ == 0;
    }
    check_law(once, "a layout and its complement reach every number once", a, NULL, &r);
    check_law(is_minimal(&r), "a complement is coalesced", a, NULL, &r);
}

static void law_casts(const wgd_layout *a, int64_t n)
{
    wgd_layout r, back;
    bool adjacent = false;
    for (int i = 0; i < a->shape.n_leaves; i++) {
        adjacent = adjacent || a->stride[i] == 1;
    }
    const wgd_status s = wgd_downcast(a, n, &r, NULL);
    assert_int_equal(s, adjacent ? WGD_OK : WGD_ERR_DOMAIN);
    if (s == WGD_OK) {
        assert_int_equal(wgd_upcast(&r, n, &back, NULL), WGD_OK);
        check_law(wgd_layout_equal(a, &back), "upcast undoes downcast", a, &r, &back);
        assert_int_equal(wgd_recast(a, 16 * n, 16, &back, NULL), WGD_OK);
        check_law(wgd_layout_equal(&r, &back), "recast to narrower is downcast", a, &r, &back);
    }
}

static void laws_of_one(const wgd_layout *a)
{
    law_coalesce(a);
    law_evaluation(a);
    law_right_inverse(a);
    law_left_inverse(a);
    law_complement(a, 1);
    law_complement(a, 48);
    law_casts(a, 2);
    law_casts(a, 3);
}

static void test_all_small(void **state)
{
    (void)state;
    print_message("%ld small layouts\n", each_small_layout(laws_of_one));
}

static void test_random(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < rng_runs(20000); i++) {
        const wgd_layout a = random_layout(&r, 8, 256, 40), p = random_permutation(&r, 8, 256);
        law_coalesce(&a);
        law_coalesce_by(&a);
        law_structure(&a);
        law_evaluation(&a);
        law_right_inverse(&a);
        law_left_inverse(&a);
        law_casts(&a, 4);
        laws_of_one(&p);
    }
}

/* ---- compact and ordered layouts ------------------------------------------------------------ */

static void test_ordered(void **state)
{
    (void)state;
    rng g = rng_start();
    for (int i = 0; i < rng_runs(5000); i++) {
        const wgd_layout a = random_layout(&g, 6, 256, 0);
        wgd_tuple keys = a.shape;
        wgd_layout r, compact;
        for (int k = 0; k < keys.n_leaves; k++) {
            keys.leaf[k] = k * 7 % 11 - 3; /* distinct for up to 11 modes, negative ones too */
        }
        assert_int_equal(wgd_layout_ordered(&a.shape, &keys, &r, NULL), WGD_OK);
        for (int k = 0; k < keys.n_leaves; k++) {
            int64_t want = a.shape.leaf[k] == 1 ? 0 : 1;
            for (int j = 0; j < keys.n_leaves; j++) {
                want *= keys.leaf[j] < keys.leaf[k] ? a.shape.leaf[j] : 1;
            }
            check_law(r.stride[k] == want, "the strides follow the keys", &a, NULL, &r);
        }
        const wgd_tuple any = wgd_tuple_int(5);
        assert_int_equal(wgd_layout_compact(&a.shape, &compact, NULL), WGD_OK);
        assert_int_equal(wgd_layout_ordered(&a.shape, &any, &r, NULL), WGD_OK);
        check_law(wgd_layout_equal(&r, &compact), "one key for all is compact", &a, NULL, &r);
        for (int64_t v = 0; v < naive_size(&compact); v++) {
            check_law(naive_at(&compact, v) == v, "compact counts", &a, NULL, &compact);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_small),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_ordered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
