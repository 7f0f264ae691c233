/* SPDX-License-Identifier: MIT
 *
 * The candidates of the advice, one after another, as the header says them: the layout, plain, swizzles from the
 * narrowest, the permuted form, padding from the least until it is clean; what each costs, and which is the best.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "refused.h"
#include "wgd_banks.h"
#include "wgd_desc.h"

static wgd_bank_advice advice;
static wgd_diag d;

static wgd_bank_use use_of(const char *text, int bits)
{
    wgd_bank_use u;
    assert_int_equal(wgd_bank_use_parse(text, bits, &u, NULL), WGD_OK);
    return u;
}

/* Each candidate by its text, with a ! where it has no conflicts and > before the best. */
static const char *list(void)
{
    static char text[800];
    wgd_text t = wgd_text_into(text, sizeof text);
    for (int i = 0; i < advice.count; i++) {
        wgd_put_str(&t, i ? ", " : "");
        wgd_put_str(&t, i == advice.best ? ">" : "");
        wgd_put_arrangement(&t, &advice.candidate[i].arrangement);
        wgd_put_str(&t, advice.candidate[i].conflicts == 0 ? "!" : "");
    }
    wgd_text_end(&t);
    return text;
}

/* What is counted of each is what its tile counts, and nothing of another tile is left in it. */
static void counted(const wgd_arrangement *tile, const wgd_bank_use *use, int n)
{
    for (int i = 0; i < advice.count; i++) {
        const wgd_bank_candidate *c = &advice.candidate[i];
        int64_t conflicts = 0;
        for (int k = 0; k < n; k++) {
            wgd_bank_total sum;
            assert_int_equal(wgd_bank_tile(&c->arrangement, &use[k], &sum, NULL), WGD_OK);
            assert_memory_equal(&sum, &c->total[k], sizeof sum);
            conflicts += sum.conflicts;
        }
        assert_int_equal(c->conflicts, conflicts);
        assert_int_equal(c->arrangement.rows, tile->rows);
        assert_int_equal(c->arrangement.row_bytes, tile->row_bytes);
        assert_int_equal(c->arrangement.base, tile->base);
        const bool padded = c->arrangement.kind == WGD_ARRANGE_PADDED;
        assert_int_equal(c->arrangement.pad_bytes != 0, padded);
        assert_int_equal(c->extra_bytes, padded ? tile->rows * c->arrangement.pad_bytes : 0);
    }
}

static wgd_arrangement rows_of(int rows, int row_bytes, int bits, int64_t base)
{
    wgd_arrangement a;
    assert_int_equal(wgd_arrange_rows(rows, row_bytes * 8 / bits, bits, base, &a, NULL), WGD_OK);
    return a;
}

static void candidates(void **state)
{
    (void)state;
    static const struct {
        int rows, row_bytes, bits;
        const char *use[2], *want;
    } of[] = {
        {64,
         128,
         16,
         {"ldmatrix.x4"},
         "plain, Sw<1,3,3>, Sw<2,3,3>, >Sw<3,3,3>!, permuted!, padded by 16 bytes!"},
        {64,
         128,
         16,
         {"st.b128"},
         ">plain!, Sw<1,3,3>!, Sw<2,3,3>!, Sw<3,3,3>!, permuted!, padded by 16 bytes!"},
        {64,
         64,
         16,
         {"ldmatrix.x4"},
         "plain, Sw<1,3,3>, >Sw<2,3,3>!, permuted!, padded by 16 bytes!"},
        {64, 32, 16, {"ldmatrix.x4"}, "plain, >Sw<1,3,3>!, permuted!, padded by 16 bytes!"},
        {64, 16, 16, {"ldmatrix.x1"}, ">plain!, padded by 16 bytes, padded by 32 bytes!"},
        {64,
         256,
         16,
         {"ldmatrix.x4"},
         "plain, Sw<1,3,4>, Sw<2,3,4>, >Sw<3,3,4>!, permuted!, padded by 16 bytes!"},
        {16,
         512,
         8,
         {"ldmatrix.x4"},
         "plain, Sw<1,4,5>, Sw<2,4,5>, >Sw<3,4,5>!, permuted!, padded by 16 bytes!"},
        {64, 96, 16, {"ldmatrix.x4"}, "plain, >padded by 16 bytes!"},
        {64, 384, 16, {"ldmatrix.x4"}, "plain, >permuted!, padded by 16 bytes!"},
        {32,
         128,
         32,
         {"ld.b32:column"},
         "plain, Sw<1,2,3>, Sw<2,2,3>, Sw<3,2,3>, permuted, >padded by 4 bytes!"},
        {32,
         128,
         32,
         {"st.b64:column"},
         "plain, Sw<1,2,3>, Sw<2,2,3>, Sw<3,2,3>, permuted, >padded by 8 bytes!"},
        {32,
         128,
         32,
         {"st.b128:copy", "ld.b32:column"},
         "plain, Sw<1,2,3>, Sw<2,2,3>, Sw<3,2,3>, permuted, padded by 16 bytes, padded by 32 "
         "bytes, padded by 48 bytes, "
         "padded by 64 bytes, padded by 80 bytes, padded by 96 bytes, padded by 112 bytes, padded "
         "by 128 bytes"},
        {32,
         128,
         32,
         {"ld.b32:column", "st.b64:copy"},
         "plain, Sw<1,2,3>, Sw<2,2,3>, Sw<3,2,3>, permuted, padded by 8 bytes, padded by 16 bytes, "
         "padded by 24 bytes, "
         "padded by 32 bytes, padded by 40 bytes, padded by 48 bytes, padded by 56 bytes, padded "
         "by 64 bytes, "
         "padded by 72 bytes, padded by 80 bytes, padded by 88 bytes, padded by 96 bytes, padded "
         "by 104 bytes, "
         "padded by 112 bytes, padded by 120 bytes, padded by 128 bytes"},
    };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        const int n = of[i].use[1] ? 2 : 1;
        wgd_bank_use use[2];
        for (int k = 0; k < n; k++) {
            use[k] = use_of(of[i].use[k], of[i].bits);
        }
        wgd_arrangement a = rows_of(of[i].rows, of[i].row_bytes, of[i].bits, 2048);
        for (int junk = 0; junk < 2; junk++) { /* how the tile lay before says nothing */
            memset(&advice, 0x5a, sizeof advice);
            assert_int_equal(wgd_bank_advise(&a, use, n, &advice, NULL), WGD_OK);
            assert_string_equal(list(), of[i].want);
            assert_int_equal(advice.best, strchr(of[i].want, '>') ? advice.best : -1);
            counted(&a, use, n);
            a.kind = WGD_ARRANGE_PADDED;
            a.pad_bytes = 36;
            a.sw.b = 2;
            a.sw.m = 6;
            a.sw.s = 5;
        }
    }
}

/* A layout is tried as it is, first, and then its tile as rows, along the mode that is contiguous. */
static void layouts(void **state)
{
    (void)state;
    static const struct {
        const char *layout, *want;
    } of[] = {{"Sw<2,3,3> o 0 o (64,64):(64,1)",
               "Sw<2,3,3> o 0 o (64,64):(64,1), plain, Sw<1,3,3>, Sw<2,3,3>, "
               ">Sw<3,3,3>!, permuted!, padded by 16 bytes!"},
              {"(64,64):(1,72)", ">(64,64):(1,72)!, plain, Sw<1,3,3>, Sw<2,3,3>, Sw<3,3,3>!, "
                                 "permuted!, padded by 16 bytes!"}};
    for (int i = 0; i < 2; i++) {
        wgd_composed c;
        wgd_arrangement a;
        const wgd_bank_use u = use_of("ldmatrix.x4", 16);
        assert_int_equal(wgd_parse_composed(of[i].layout, strlen(of[i].layout), &c, NULL), WGD_OK);
        assert_int_equal(wgd_arrange_layout(&c, 16, 0, &a, NULL), WGD_OK);
        assert_int_equal(wgd_bank_advise(&a, &u, 1, &advice, NULL), WGD_OK);
        assert_string_equal(list(), of[i].want);
        counted(&a, &u, 1);
    }
}

/* Padding that does not fit is no candidate; a tile that does not is refused, as is a layout. */
static void ends(void **state)
{
    (void)state;
    const wgd_bank_use u = use_of("ldmatrix.x4", 16);
    wgd_arrangement a = rows_of(64, 96, 16, (1 << 18) - 64 * 96);
    d = unfilled();
    assert_int_equal(wgd_bank_advise(&a, &u, 1, &advice, &d), WGD_OK);
    assert_string_equal(list(), "plain");
    assert_int_equal(advice.best, -1);
    const wgd_diag nothing = unfilled();
    assert_memory_equal(&d, &nothing, sizeof d); /* the padding that was tried is no error */
    a = rows_of(64, 96, 16, (1 << 18) - 64 * 96 + 16);
    d = unfilled();
    assert_int_equal(wgd_bank_advise(&a, &u, 1, &advice, &d), WGD_ERR_RANGE);
    said(&d, WGD_ERR_RANGE, "layout", "beyond shared memory", "262144",
         "a byte address from 0 to 262143");
    assert_int_equal(advice.count, 0);
    assert_int_equal(advice.best, -1);
    const wgd_layout l = wgd_layout_2d(64, 64, 8192, 1);
    const wgd_composed c = wgd_composed_plain(&l);
    assert_int_equal(wgd_arrange_layout(&c, 16, 0, &a, NULL), WGD_OK);
    assert_int_equal(wgd_bank_advise(&a, &u, 1, &advice, NULL), WGD_ERR_RANGE);
    assert_int_equal(advice.count, 0);
    a = rows_of(24, 128, 16, 0);
    assert_int_equal(wgd_bank_advise(&a, &u, 1, &advice, NULL), WGD_ERR_TILE);
    assert_int_equal(advice.count, 0);
}

/* One use that cannot be is enough. */
static void second_refused(void **state)
{
    (void)state;
    const wgd_bank_use use[] = {use_of("ld.b32:copy", 16), use_of("ldmatrix.x4", 16)};
    const wgd_arrangement a = rows_of(24, 128, 16, 0);
    assert_int_equal(wgd_bank_advise(&a, use, 2, &advice, NULL), WGD_ERR_TILE);
    assert_int_equal(advice.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates),
        cmocka_unit_test(layouts),
        cmocka_unit_test(ends),
        cmocka_unit_test(second_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
