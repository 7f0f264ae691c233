/* SPDX-License-Identifier: MIT
 *
 * Linear maps: every index of 10^5 random layouts and back, against a naive evaluation; refusals
 * exactly where brute force finds that a layout is not linear; inverses, compositions and the
 * expressions of C against tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "random_layout.h"
#include "wgd_linear.h"

enum { ROUND_TRIPS = 100000, BITS_MAX = 9 };

/* Swizzle and layout, digit by digit: nothing of the library's evaluation. */
static uint64_t naive_composed(const wgd_composed *c, int64_t i)
{
    uint64_t v = (uint64_t)(naive_at(&c->layout, i) + c->offset);
    if (c->kind == WGD_SWIZZLED) {
        uint64_t moved = 0;
        for (int k = 0; k < c->sw.b; k++) {
            const int from = c->sw.s > 0 ? c->sw.m + c->sw.s + k : c->sw.m + k;
            moved |= (v >> from & 1) << (from - c->sw.s);
        }
        v ^= moved;
    }
    return v;
}

/* A layout that is linear: the bits of a permutation of places dealt out to random modes. */
static void random_linear(rng *r, wgd_composed *out)
{
    int place[2 * BITS_MAX], bits = 1 + rng_below(r, BITS_MAX), spread = bits + rng_below(r, 4);
    wgd_layout l = wgd_layout_empty();
    for (int k = 0; k < spread; k++) {
        const int j = rng_below(r, k + 1);
        place[k] = place[j];
        place[j] = k;
    }
    if (rng_below(r, 2)) { /* often in order, as layouts are */
        for (int k = 0; k < spread; k++) {
            place[k] = k;
        }
    }
    for (int k = 0; k < bits;) {
        int n = 1;
        while (k + n < bits && place[k + n] == place[k] + n && rng_below(r, 4)) {
            n++;
        }
        const bool broadcast = rng_below(r, 12) == 0;
        const wgd_layout m = wgd_layout_1d(INT64_C(1) << n, broadcast ? 0 : INT64_C(1) << place[k]);
        assert_int_equal(wgd_layout_append(&l, &m), WGD_OK);
        k += n;
    }
    *out = wgd_composed_plain(&l);
    if (rng_below(r, 3)) {
        const int b = 1 + rng_below(r, 3), s = b + rng_below(r, 4);
        out->kind = WGD_SWIZZLED;
        out->sw.b = (int8_t)b;
        out->sw.m = (int8_t)rng_below(r, 5);
        out->sw.s = (int8_t)(rng_below(r, 3) ? s : -s);
    }
}

static void same_values(const wgd_composed *a, const wgd_composed *b, int64_t size)
{
    for (int64_t i = 0; i < size; i++) {
        if (naive_composed(a, i) != naive_composed(b, i)) {
            check_law(false, "the same value at every index", &a->layout, &b->layout, NULL);
        }
    }
}

static void round_trips(void **state)
{
    (void)state;
    rng r = rng_start();
    const int runs = rng_runs(ROUND_TRIPS);
    for (int run = 0; run < runs; run++) {
        wgd_composed c, back;
        wgd_linear m, again;
        wgd_diag d;
        random_linear(&r, &c);
        const int64_t size = naive_size(&c.layout);
        if (wgd_linear_of_layout(&c, &m, &d) != WGD_OK) {
            check_law(false, d.what, &c.layout, NULL, NULL);
        }
        assert_int_equal(size, INT64_C(1) << m.bits);
        for (int64_t i = 0; i < size; i++) {
            assert_true(wgd_linear_at(&m, (uint64_t)i) == naive_composed(&c, i));
        }
        /* As few swizzle bits as the layout was made with, or fewer; with its own shape too. */
        assert_int_equal(wgd_linear_to_layout(&m, NULL, &back, NULL), WGD_OK);
        same_values(&c, &back, size);
        assert_true(back.sw.b <= (c.kind == WGD_SWIZZLED ? c.sw.b : 0));
        assert_int_equal(wgd_linear_to_layout(&m, &c.layout.shape, &back, NULL), WGD_OK);
        same_values(&c, &back, size);
        assert_int_equal(wgd_layout_rank(&back.layout), wgd_layout_rank(&c.layout));
        assert_int_equal(wgd_linear_of_layout(&back, &again, NULL), WGD_OK);
        assert_true(wgd_linear_equal(&m, &again));
    }
}

/* ---- what is linear, and what is not -------------------------------------------------------- */

static bool is_linear(const wgd_layout *l, int64_t size)
{
    if ((size & (size - 1)) != 0) {
        return false;
    }
    for (int k = 0; k < l->shape.n_leaves; k++) {
        if ((l->shape.leaf[k] & (l->shape.leaf[k] - 1)) != 0) {
            return false; /* an index has no bits for such a mode */
        }
    }
    for (int64_t i = 1; i < size; i++) {
        const int64_t low = i & -i;
        if (naive_at(l, i) != (naive_at(l, i ^ low) ^ naive_at(l, low))) {
            return false;
        }
    }
    return true;
}

static void refused_where_brute_force_says(void **state)
{
    (void)state;
    rng r = rng_start();
    int taken = 0, refused = 0;
    const int runs = rng_runs(40000);
    for (int run = 0; run < runs; run++) {
        wgd_layout l = random_layout(&r, 5, 512, 1 + rng_below(&r, 70));
        for (int k = 0; k < l.shape.n_leaves && rng_below(&r, 4); k++) {
            while (l.shape.leaf[k] & (l.shape.leaf[k] - 1)) {
                l.shape.leaf[k] &= l.shape.leaf[k] - 1;
            }
            l.stride[k] = rng_below(&r, 3) ? l.stride[k] & -l.stride[k] : l.stride[k];
        }
        wgd_linear m;
        wgd_diag d;
        const wgd_composed c = wgd_composed_plain(&l);
        const bool want = is_linear(&l, naive_size(&l));
        const wgd_status s = wgd_linear_of_layout(&c, &m, &d);
        check_law((s == WGD_OK) == want, "linear", &l, NULL, NULL);
        if (s != WGD_OK) {
            assert_int_equal(s, WGD_ERR_DOMAIN);
            assert_string_equal(d.field, "layout");
            assert_int_equal(strncmp(d.got, "mode ", 5), 0);
        }
        taken += want;
        refused += !want;
    }
    assert_true(taken > runs / 20 && refused > runs / 20);
}

static void refusal_of(const char *text, const char *got)
{
    wgd_composed c;
    wgd_linear m;
    wgd_diag d;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, &d), WGD_OK);
    assert_int_equal(wgd_linear_of_layout(&c, &m, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.got, got);
}

static void the_mode_at_fault_is_named(void **state)
{
    (void)state;
    refusal_of("8:3", "mode 0, 8:3");
    refusal_of("(8,3):(4,1)", "mode 1, 3:1");
    refusal_of("((8,2),4):((1,8),24)", "mode 1, 2:8, and mode 2, 4:24");
    refusal_of("(8,4):(1,-8)", "mode 1, 4:-8");
    refusal_of("Sw<2,0,3> o 5 o (8,4):(1,8)", "5");
}

/* ---- maps ----------------------------------------------------------------------------------- */

static void random_map(rng *r, int bits, int out_bits, wgd_linear *m)
{
    m->bits = bits;
    for (int k = 0; k < bits; k++) {
        m->basis[k] = rng_next(r) & ((UINT64_C(1) << out_bits) - 1);
    }
}

static void inverses_and_compositions(void **state)
{
    (void)state;
    rng r = rng_start();
    int left = 0, right = 0, none = 0;
    for (int run = 0; run < 4000; run++) {
        wgd_linear a, b, inv, ab;
        random_map(&r, rng_below(&r, 8), rng_below(&r, 9), &a);
        bool seen[512] = {0}, one_to_one = true;
        int values = 0;
        for (uint64_t i = 0; i < UINT64_C(1) << a.bits; i++) {
            const uint64_t v = wgd_linear_at(&a, i);
            one_to_one = one_to_one && !seen[v];
            values += !seen[v];
            seen[v] = true;
        }
        const int out = wgd_linear_out_bits(&a);
        const bool onto = values == 1 << out;
        assert_int_equal(values, 1 << wgd_linear_rank(&a));
        const wgd_status s = wgd_linear_inverse(&a, &inv, NULL);
        assert_int_equal(s, one_to_one || onto ? WGD_OK : WGD_ERR_DOMAIN);
        for (uint64_t i = 0; one_to_one && i < UINT64_C(1) << a.bits; i++) {
            assert_true(wgd_linear_at(&inv, wgd_linear_at(&a, i)) == i);
        }
        for (uint64_t x = 0; onto && x < UINT64_C(1) << out; x++) {
            assert_true(wgd_linear_at(&a, wgd_linear_at(&inv, x)) == x);
        }
        left += one_to_one;
        right += onto;
        none += !one_to_one && !onto;
        random_map(&r, rng_below(&r, 8), a.bits, &b);
        assert_int_equal(wgd_linear_compose(&a, &b, &ab, NULL), WGD_OK);
        for (uint64_t i = 0; i < UINT64_C(1) << b.bits; i++) {
            assert_true(wgd_linear_at(&ab, i) == wgd_linear_at(&a, wgd_linear_at(&b, i)));
        }
    }
    assert_true(left > 100 && right > 100 && none > 100);
    wgd_linear a, b;
    wgd_linear_identity(3, &a);
    wgd_linear_identity(4, &b);
    assert_int_equal(wgd_linear_compose(&a, &b, &a, NULL), WGD_ERR_DOMAIN);
}

/* The value of an expression that wgd_put_linear_c wrote: terms i, (i >> N), (i << N), each perhaps
 * in (TERM & 0xMASK), joined by XOR. */
static uint64_t evaluate(const char *s, uint64_t i, int *terms)
{
    uint64_t v = 0;
    *terms = 0;
    while (*s && strcmp(s, "0") != 0) {
        uint64_t t = i;
        s += strspn(s, "(");
        assert_int_equal(*s, 'i');
        s++;
        if (strncmp(s, " >> ", 4) == 0 || strncmp(s, " << ", 4) == 0) {
            char *end;
            const unsigned long n = strtoul(s + 4, &end, 10);
            t = s[1] == '>' ? t >> n : t << n;
            s = end + 1;
        }
        if (strncmp(s, " & ", 3) == 0) {
            char *end;
            t &= strtoull(s + 3, &end, 16);
            s = end + 1;
        }
        v ^= t;
        ++*terms;
        s += strncmp(s, " ^ ", 3) == 0 ? 3 : 0;
    }
    return v;
}

static void expressions(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int run = 0; run < 3000; run++) {
        wgd_linear m;
        char text[4096];
        random_map(&r, rng_below(&r, 9), rng_below(&r, 9), &m);
        if (rng_below(&r, 3)) { /* sparse ones, as layouts are */
            for (int k = 0; k < m.bits; k++) {
                m.basis[k] &= (UINT64_C(1) << k) | (rng_below(&r, 3) ? 0 : m.basis[k]);
            }
        }
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_linear_c(&t, &m, "i");
        assert_true(wgd_text_end(&t) < sizeof text);
        int terms = 0;
        for (uint64_t i = 0; i < UINT64_C(1) << m.bits; i++) {
            assert_true(evaluate(text, i, &terms) == wgd_linear_at(&m, i));
        }
        assert_int_equal(terms, wgd_linear_terms(&m));
    }
}

static void text_of_bases(void **state)
{
    (void)state;
    wgd_linear m;
    wgd_diag d;
    char text[64];
    assert_int_equal(wgd_parse_linear(" [ 1, 2;4 ,72] ", 15, &m, &d), WGD_OK);
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_linear(&t, &m);
    wgd_text_end(&t);
    assert_string_equal(text, "[1,2,4,72]");
    assert_int_equal(wgd_parse_linear("[]", 2, &m, &d), WGD_OK);
    assert_int_equal(m.bits, 0);
    static const struct {
        const char *text;
        wgd_status status;
        long pos;
    } bad[] = {{"1,2", WGD_ERR_SYNTAX, 0},   {"[1,", WGD_ERR_SYNTAX, 3},
               {"[1 2]", WGD_ERR_SYNTAX, 3}, {"[-1]", WGD_ERR_DOMAIN, 1},
               {"[1]x", WGD_ERR_SYNTAX, 3},  {"[4611686018427387904]", WGD_ERR_LIMIT, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(wgd_parse_linear(bad[i].text, strlen(bad[i].text), &m, &d), bad[i].status);
        assert_int_equal(d.pos, bad[i].pos);
    }
}

static void no_single_swizzle(void **state)
{
    (void)state;
    wgd_linear m;
    wgd_composed c;
    wgd_diag d;
    /* Bit 2 in both lower places: two bits, one apart, need S of 1 and of 2. */
    assert_int_equal(wgd_parse_linear("[1,2,7]", 7, &m, &d), WGD_OK);
    assert_int_equal(wgd_linear_to_layout(&m, NULL, &c, &d), WGD_ERR_DOMAIN);
    const wgd_tuple three = wgd_tuple_int(4);
    assert_int_equal(wgd_parse_linear("[1,2,4]", 7, &m, &d), WGD_OK);
    assert_int_equal(wgd_linear_to_layout(&m, &three, &c, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.field, "shape");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(refused_where_brute_force_says),
        cmocka_unit_test(the_mode_at_fault_is_named),
        cmocka_unit_test(inverses_and_compositions),
        cmocka_unit_test(expressions),
        cmocka_unit_test(text_of_bases),
        cmocka_unit_test(no_single_swizzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
