/* SPDX-License-Identifier: MIT
 *
 * Corners of the bank counts: addresses that an access does not take, formulas at the ends of what they may hold,
 * and totals, which look most vectors up only once, against the sum of the single steps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

/* Every access: a lane more than it reads, an address of half its width, the last one and the next. */
static void test_addresses(void **state)
{
    (void)state;
    for (int i = 0; i < WGD_ACCESS_COUNT; i++) {
        const wgd_access a = (wgd_access)i;
        const int bytes = wgd_access_bytes(a), lanes = wgd_access_lanes(a);
        wgd_bank_lanes l = {1, {0}};
        wgd_bank_result r;
        wgd_diag d;
        l.addr[0] = (1u << 18) - (uint32_t)bytes;
        assert_int_equal(wgd_banks_access(a, &l, &r, &d), WGD_OK);
        assert_int_equal(r.wavefronts, 1);
        l.addr[0] += (uint32_t)bytes;
        assert_int_equal(wgd_banks_access(a, &l, &r, &d), WGD_ERR_RANGE);
        assert_string_equal(d.field, "addresses");
        assert_string_equal(d.got, "262144");
        l.addr[0] = (uint32_t)bytes / 2;
        assert_int_equal(wgd_banks_access(a, &l, &r, &d), WGD_ERR_ALIGN);
        assert_string_equal(d.field, "addresses");
        assert_string_equal(d.want, bytes == 4   ? "a multiple of 4"
                                    : bytes == 8 ? "a multiple of 8"
                                                 : "a multiple of 16");
        assert_int_equal(wgd_banks_access(a, &l, &r, NULL), WGD_ERR_ALIGN);
        if (lanes < WGD_WARP) {
            l.addr[0] = 0;
            l.active = 1u << lanes;
            assert_int_equal(wgd_banks_access(a, &l, &r, &d), WGD_ERR_VALUE);
            assert_string_equal(d.field, "addresses");
            assert_string_equal(d.want, lanes == 8 ? "8" : "16");
        }
    }
}

/* Layouts that no text makes: a mode of 2^64 elements, and rows 2^62 apart. */
static void test_layouts_beyond_numbers(void **state)
{
    (void)state;
    const wgd_layout many = wgd_layout_2d(INT64_C(1) << 32, INT64_C(1) << 32, 1, 1),
                     one = wgd_layout_1d(1, 0), far = wgd_layout_2d(64, 8, INT64_C(1) << 62, 1);
    wgd_layout l = wgd_layout_empty();
    wgd_arrangement a;
    wgd_bank_use use;
    wgd_bank_lanes lanes;
    wgd_bank_total sum;
    wgd_diag d;
    assert_int_equal(wgd_layout_append(&l, &many), WGD_OK);
    assert_int_equal(wgd_layout_append(&l, &one), WGD_OK);
    const wgd_composed huge = wgd_composed_plain(&l), rows = wgd_composed_plain(&far);
    assert_int_equal(wgd_arrange_layout(&huge, 32, 0, &a, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "layout");
    assert_int_equal(wgd_arrange_layout(&rows, 32, 0, &a, &d), WGD_OK);
    assert_int_equal(wgd_bank_use_parse("ld.b32:column", 32, &use, NULL), WGD_OK);
    /* Its second row lies beyond shared memory, the 33rd, where the second step begins, beyond any number. */
    assert_int_equal(wgd_bank_step(&a, &use, 0, &lanes, &d), WGD_ERR_RANGE);
    assert_int_equal(wgd_bank_step(&a, &use, 1, &lanes, &d), WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_bank_tile(&a, &use, &sum, &d), WGD_ERR_RANGE);
}

static void test_formulas(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        wgd_status status;
        int64_t value; /* for t = 5, i = 3 */
    } rows[] = {
        {"t\t+\ti", WGD_OK, 8},
        {"\tt ", WGD_OK, 5},
        {"1 << 31", WGD_OK, INT64_C(1) << 31},
        {"t >> 31", WGD_OK, 0},
        {"1 << (0 - 1)", WGD_ERR_DOMAIN, 0},
        {"1 >> (0 - 1)", WGD_ERR_DOMAIN, 0},
        {"1 >> 64", WGD_ERR_DOMAIN, 0},
        {"(0 - 1) << 1", WGD_ERR_DOMAIN, 0},
        {"(0 - 1) >> 1", WGD_ERR_DOMAIN, 0},
        {"0xg", WGD_ERR_SYNTAX, 0},
        {"t_", WGD_ERR_SYNTAX, 0},
        {"(t 5", WGD_ERR_SYNTAX, 0},
        {"(t", WGD_ERR_SYNTAX, 0},
        {"t5", WGD_ERR_SYNTAX, 0},
        {"ti", WGD_ERR_SYNTAX, 0},
        {"0x1F & i", WGD_OK, 3},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        wgd_formula f;
        int64_t v = 0;
        wgd_diag d;
        wgd_status s = wgd_formula_read(rows[k].text, &f, &d);
        assert_int_equal(wgd_formula_read(rows[k].text, &f, NULL), s);
        if (s == WGD_OK) {
            s = wgd_formula_eval(&f, 5, 3, &v, &d);
            assert_int_equal(wgd_formula_eval(&f, 5, 3, &v, NULL), s);
        }
        if (s != rows[k].status || (s == WGD_OK && v != rows[k].value)) {
            fail_msg("%s: %s, %lld", rows[k].text, wgd_status_name(s), (long long)v);
        }
    }
}

/* The sum of the steps, or the first refusal of one. */
static wgd_status by_steps(const wgd_arrangement *a, const wgd_bank_use *use, wgd_bank_total *sum)
{
    int steps = 0;
    memset(sum, 0, sizeof *sum);
    wgd_status s = wgd_bank_steps(a, use, &steps, NULL);
    for (int i = 0; s == WGD_OK && i < steps; i++) {
        wgd_bank_lanes l;
        wgd_bank_result r;
        s = wgd_bank_step(a, use, i, &l, NULL);
        if (s == WGD_OK) {
            s = wgd_banks_access(use->access, &l, &r, NULL);
        }
        if (s == WGD_OK) {
            sum->accesses++;
            sum->wavefronts += r.wavefronts;
            sum->conflicts += r.conflicts;
        }
    }
    return s;
}

static void test_totals(void **state)
{
    (void)state;
    static const char *const layouts[] = {
        "(64,64):(64,1)",
        "(64,64):(1,64)",
        "Sw<3,3,3> o 0 o (64,64):(64,1)",
        "Sw<3,3,3> o 0 o (64,64):(1,64)",
        "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)",
        "Sw<3,4,3> o smem_ptr[16b] o (64,64):(1,64)",
        "Sw<3,3,3> o 0 o ((8,8,1),64):((64,512,3),1)", /* a mode of one element */
        "Sw<3,3,3> o 0 o (64,64):(68,1)",              /* rows that begin between vectors */
        "Sw<3,3,3> o 0 o (64,(8,8)):(8,(1,516))",      /* columns that do */
        "Sw<3,3,3> o 4 o (64,64):(64,1)",
        "Sw<1,1,3> o 0 o (64,64):(64,1)", /* a swizzle of pairs */
        "(64,(2,32)):(2,(1,128))",        /* runs of two */
    };
    static const char *const uses[] = {
        "ld.b128:copy",
        "ld.b64:column",
        "ld.b32:column",
        "ldmatrix.x4:mma.a",
        "st.b32:frag:m64n64k16:d",
        "st.b64:frag:m64n64k16:d",
        "stmatrix.x2.trans:mma.b",
    };
    int whole = 0, refused = 0;
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        for (size_t k = 0; k < sizeof uses / sizeof uses[0]; k++) {
            wgd_composed c;
            wgd_arrangement a;
            wgd_bank_use u;
            wgd_bank_total want, got;
            assert_int_equal(wgd_parse_composed(layouts[i], strlen(layouts[i]), &c, NULL), WGD_OK);
            assert_int_equal(wgd_arrange_layout(&c, 16, 0, &a, NULL), WGD_OK);
            assert_int_equal(wgd_bank_use_parse(uses[k], 16, &u, NULL), WGD_OK);
            const wgd_status s = by_steps(&a, &u, &want);
            assert_int_equal(wgd_bank_tile(&a, &u, &got, NULL), s);
            refused += s != WGD_OK;
            if (s == WGD_OK) {
                assert_int_equal(got.accesses, want.accesses);
                assert_int_equal(got.wavefronts, want.wavefronts);
                assert_int_equal(got.conflicts, want.conflicts);
                whole++;
            }
        }
    }
    assert_true(whole > 30 && refused > 5);
}

/* A fragment of compressed elements has no elements that lie in a tile one by one. */
static void test_compressed(void **state)
{
    (void)state;
    wgd_arrangement a;
    wgd_bank_use u;
    wgd_diag d;
    int steps;
    assert_int_equal(wgd_arrange_rows(64, 64, 16, 0, &a, NULL), WGD_OK);
    assert_int_equal(wgd_bank_use_parse("ld.b32:frag:wgmma.sp.m64n32k32:a", 16, &u, NULL), WGD_OK);
    assert_int_equal(wgd_bank_steps(&a, &u, &steps, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "access");
    wgd_bank_lanes l;
    assert_int_equal(wgd_bank_step(&a, &u, 0, &l, NULL), WGD_ERR_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),  cmocka_unit_test(test_layouts_beyond_numbers),
        cmocka_unit_test(test_formulas),   cmocka_unit_test(test_totals),
        cmocka_unit_test(test_compressed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
