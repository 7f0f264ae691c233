/* SPDX-License-Identifier: MIT
 *
 * Formulas of addresses: their values, what is refused and where, and how long they may be.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgd_banks.h"

static void formulas(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t t, i, want;
    } cases[] = {
        {"t", 7, 0, 7},         {"1+2*3", 0, 0, 7},   {"(1+2)*3", 0, 0, 9},
        {"t%16*64", 17, 0, 64}, {"t<<2|1", 3, 0, 13}, {"1|2^3&5", 0, 0, (1 | (2 ^ (3 & 5)))},
        {"-t+10", 3, 0, 7},     {"-2*3", 0, 0, -6},   {"10-4-3", 0, 0, 3},
        {"100/7/2", 0, 0, 7},   {"0x1F&t", 33, 0, 1}, {" t ^ ( t >> 3 ) ", 9, 0, 8},
        {"i*32+t", 1, 2, 65},   {"1<<1+1", 0, 0, 4},  {"5&3<<1", 0, 0, 4},
        {"--3", 0, 0, 3},       {"7-(-2)", 0, 0, 9},  {"2147483648", 0, 0, INT64_C(1) << 31},
        {"0xaBc", 0, 0, 0xabc},
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        int64_t v = -1;
        wgd_formula f;
        assert_int_equal(wgd_formula_read(cases[n].text, &f, NULL), WGD_OK);
        assert_int_equal(wgd_formula_eval(&f, cases[n].t, cases[n].i, &v, NULL), WGD_OK);
        assert_int_equal(v, cases[n].want);
    }
}

static void formula_refusals(void **state)
{
    (void)state;
    char deep[200];
    memset(deep, '(', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    const struct {
        const char *text;
        wgd_status status;
        long pos;
    } cases[] = {
        {"", WGD_ERR_SYNTAX, 0},
        {"1+", WGD_ERR_SYNTAX, 2},
        {"(1+2", WGD_ERR_SYNTAX, 0},
        {"1 2", WGD_ERR_SYNTAX, 2},
        {"tid", WGD_ERR_SYNTAX, 0},
        {"t2", WGD_ERR_SYNTAX, 0},
        {"1<2", WGD_ERR_SYNTAX, 1},
        {"x", WGD_ERR_SYNTAX, 0},
        {"0x", WGD_ERR_SYNTAX, 0},
        {"1/0", WGD_ERR_DOMAIN, 1},
        {"t%(t-t)", WGD_ERR_DOMAIN, 1},
        {"1<<32", WGD_ERR_DOMAIN, 1},
        {"1<<-1", WGD_ERR_DOMAIN, 1},
        {"2147483649", WGD_ERR_OVERFLOW, 0},
        {"65536*65536", WGD_ERR_OVERFLOW, 5},
        {"99999999999999999999", WGD_ERR_OVERFLOW, 0},
        {"3)", WGD_ERR_SYNTAX, 1},
        {"-2147483648-1", WGD_ERR_OVERFLOW, 11},
        {deep, WGD_ERR_LIMIT, 32},
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        int64_t v;
        wgd_diag d;
        wgd_formula f;
        wgd_status s = wgd_formula_read(cases[n].text, &f, &d);
        s = s == WGD_OK ? wgd_formula_eval(&f, 1, 1, &v, &d) : s;
        assert_int_equal(s, cases[n].status);
        assert_int_equal(d.pos, cases[n].pos);
        assert_string_equal(d.field, "formula");
    }
}

/* A thread, a step, a warp or a start that no formula counts with, and the last that one does. */
static void formula_arguments(void **state)
{
    (void)state;
    enum { BIG = 1 << 30 };
    static const struct {
        const char *text;
        int64_t t, i;
        wgd_status status;
        int64_t want; /* the value, or the place of the fault */
    } cases[] = {
        {"t", INT64_C(2) * BIG, 0, WGD_OK, INT64_C(2) * BIG},
        {"i", 0, INT64_C(-2) * BIG, WGD_OK, INT64_C(-2) * BIG},
        {"-t", INT64_C(-2) * BIG, 0, WGD_OK, INT64_C(2) * BIG},
        {"1+t", INT64_C(2) * BIG + 1, 0, WGD_ERR_OVERFLOW, 2},
        {"i", 0, INT64_C(-2) * BIG - 1, WGD_ERR_OVERFLOW, 0},
        {"t*t*t", INT64_C(2) * BIG, 0, WGD_ERR_OVERFLOW, 1},
        {"t*t", INT64_MAX, 0, WGD_ERR_OVERFLOW, 0},
        {"0-i", 0, INT64_MIN, WGD_ERR_OVERFLOW, 2},
        {"-t", INT64_MIN, 0, WGD_ERR_OVERFLOW, 1},
        {"t<<1", INT64_C(2) * BIG, 0, WGD_ERR_OVERFLOW, 1},
        {"t<<i", -1, 0, WGD_ERR_DOMAIN, 1},
        {"1>>i", 0, 32, WGD_ERR_DOMAIN, 1},
        {"-7/t", 2, 0, WGD_OK, -3},
        {"-7%t", 2, 0, WGD_OK, -1},
    };
    wgd_formula f;
    wgd_diag d;
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        int64_t v = 0;
        assert_int_equal(wgd_formula_read(cases[n].text, &f, &d), WGD_OK);
        assert_int_equal(wgd_formula_eval(&f, cases[n].t, cases[n].i, &v, &d), cases[n].status);
        assert_int_equal(cases[n].status == WGD_OK ? v : d.pos, cases[n].want);
    }
    static const struct {
        int warp;
        int64_t base;
        wgd_status status;
    } starts[] = {
        {1, -4 * 32, WGD_OK},
        {1, -4 * 32 - 1, WGD_ERR_RANGE},
        {BIG / 16 + 1, 0, WGD_ERR_OVERFLOW},
        {INT_MAX, 0, WGD_ERR_OVERFLOW},
        {INT_MIN, 0, WGD_ERR_OVERFLOW},
        {1, INT64_MAX, WGD_ERR_OVERFLOW},
        {1, INT64_MIN, WGD_ERR_RANGE},
    };
    assert_int_equal(wgd_formula_read("t", &f, &d), WGD_OK);
    for (size_t n = 0; n < sizeof starts / sizeof starts[0]; n++) {
        wgd_bank_lanes lanes;
        assert_int_equal(
            wgd_bank_formula(&f, 4, starts[n].base, WGD_ACCESS_LD4, starts[n].warp, 0, &lanes, &d),
            starts[n].status);
    }
}

static void put_times(wgd_text *t, const char *part, int n)
{
    for (int i = 0; i < n; i++) {
        wgd_put_str(t, part);
    }
}

/* A formula is read once, and its length is what a value costs: 256 operations and no more. The
 * deepest nesting leaves the most values waiting. */
static void formula_limits(void **state)
{
    (void)state;
    static const struct {
        const char *first, *part, *middle, *last;
        int times, n; /* n: operations, or 0 where it is refused */
        int64_t want; /* the value for t = 5, or the place of the fault */
    } cases[] = {
        {"t", "+1", "", "", 127, 255, 132}, {"-t", "+1", "", "", 127, 256, 122},
        {"--t", "+1", "", "", 127, 0, 255}, {"t", "+1", "", "", 128, 0, 255},
        {"", "1+(", "t", ")", 15, 31, 20},  {"", "1+(", "t", ")", 16, 0, 48},
        {"", "-", "t", "", 31, 32, -5},     {"", "-", "t", "", 32, 0, 32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[400];
        wgd_formula f;
        wgd_diag d;
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_str(&t, cases[i].first);
        put_times(&t, cases[i].part, cases[i].times);
        wgd_put_str(&t, cases[i].middle);
        put_times(&t, cases[i].last, cases[i].times);
        wgd_text_end(&t);
        int64_t v = 0;
        const wgd_status s = wgd_formula_read(text, &f, &d);
        if (cases[i].n == 0) {
            assert_int_equal(s, WGD_ERR_LIMIT);
            assert_string_equal(d.field, "formula");
            assert_int_equal(d.pos, cases[i].want);
            continue;
        }
        assert_int_equal(s, WGD_OK);
        assert_int_equal(f.n, cases[i].n);
        assert_int_equal(wgd_formula_eval(&f, 5, 0, &v, &d), WGD_OK);
        assert_int_equal(v, cases[i].want);
    }
}

/* Addresses below 0 and beyond shared memory. */
static void formula_ranges(void **state)
{
    (void)state;
    wgd_bank_lanes lanes;
    wgd_diag d;
    static const char *const outside[] = {"t-1", "t*65536"};
    for (int i = 0; i < 2; i++) {
        wgd_formula f;
        assert_int_equal(wgd_formula_read(outside[i], &f, &d), WGD_OK);
        assert_int_equal(wgd_bank_formula(&f, 4, 0, WGD_ACCESS_LD4, 0, 0, &lanes, &d),
                         WGD_ERR_RANGE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas),          cmocka_unit_test(formula_refusals),
        cmocka_unit_test(formula_arguments), cmocka_unit_test(formula_limits),
        cmocka_unit_test(formula_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
