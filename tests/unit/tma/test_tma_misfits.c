/* SPDX-License-Identifier: MIT
 *
 * Layouts that no box writes, at their corners: a single line, single bits between bytes, the end of the window.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static wgd_tma_fit misfit_with(const char *layout, wgd_dtype dtype, int64_t start,
                               int64_t box_lines)
{
    wgd_composed c;
    wgd_tma_query q = wgd_tma_query_default();
    wgd_tma_fit f;
    q.tile.dtype = dtype;
    q.tile.start = start;
    q.box_lines = box_lines;
    assert_int_equal(wgd_parse_composed(layout, strlen(layout), &c, NULL), WGD_OK);
    assert_int_equal(wgd_tma_fit_layout(&c, &q, &f, NULL), WGD_OK);
    assert_false(f.fits);
    return f;
}

static wgd_tma_fit misfit_of(const char *layout, wgd_dtype dtype, int64_t start)
{
    return misfit_with(layout, dtype, start, 0);
}

static void test_first_element(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        wgd_dtype dtype;
        wgd_tma_misfit why;
        int mn, k;
        wgd_major major;
    } rows[] = {
        /* One line along K, one along MN: the second element is two on. */
        {"(1,64):(64,2)", WGD_F16, WGD_TMA_MISFIT_RUN, 0, 1, WGD_MAJOR_K},
        {"(64,1):(2,64)", WGD_F16, WGD_TMA_MISFIT_RUN, 1, 0, WGD_MAJOR_MN},
        /* The second byte of a line is in two places. */
        {"(8,(12,32)):(512,(1,16))", WGD_B1, WGD_TMA_MISFIT_RUN, 0, 8, WGD_MAJOR_K},
        /* One element runs along K as well as along MN; two along MN alone. */
        {"(1,1):(1,1)", WGD_F16, WGD_TMA_MISFIT_RUN, 0, 0, WGD_MAJOR_K},
        {"(2,64):(1,2)", WGD_F16, WGD_TMA_MISFIT_RUN, 0, 0, WGD_MAJOR_MN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_tma_fit f = misfit_of(rows[i].layout, rows[i].dtype, 0);
        assert_int_equal(f.why, rows[i].why);
        assert_int_equal(f.mn, rows[i].mn);
        assert_int_equal(f.k, rows[i].k);
        assert_int_equal(f.map.query.tile.major, rows[i].major);
    }
}

/* A line whose elements lie all in one place: the second is the first that has another before it there. */
static void test_one_place(void **state)
{
    (void)state;
    const wgd_tma_fit along = misfit_of("(1,64):(64,0)", WGD_F16, 0);
    assert_int_equal(along.why, WGD_TMA_MISFIT_ALIAS);
    assert_int_equal(along.map.query.tile.major, WGD_MAJOR_K);
    assert_true(along.mn == 0 && along.k == 1 && along.byte == 0);
    const wgd_tma_fit down = misfit_of("(64,1):(0,64)", WGD_F16, 0);
    assert_int_equal(down.why, WGD_TMA_MISFIT_ALIAS);
    assert_int_equal(down.map.query.tile.major, WGD_MAJOR_MN);
    assert_true(down.mn == 1 && down.k == 0 && down.byte == 0);
}

/* Single bits are copied as bytes: lines of 12 or that begin at the fifth bit are none. */
static void test_bits(void **state)
{
    (void)state;
    static const char *const layouts[] = {"(8,12):(128,1)", "Sw<0,4,3> o 4 o (8,128):(128,1)"};
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        const wgd_tma_fit f = misfit_of(layouts[i], WGD_B1, 0);
        assert_int_equal(f.why, WGD_TMA_MISFIT_RUN);
        assert_true(f.mn == 0 && f.k == 0 && f.byte == 0 && f.box_byte == -1);
    }
}

/* Of boxes of eight lines the second begins where none may: its first element is named, and none of the lines before,
 * though they begin between multiples of 128, too. Where eight lines are no box, each line is one. */
static void test_box_start(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        int64_t box_lines;
        int mn, byte;
    } rows[] = {
        {"((8,2),64):((64,520),1)", 0, 8, 1040},
        {"((8,2),32):((32,264),1)", 0, 8, 528},
        {"(12,8):(8,1)", 8, 1, 16},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_tma_fit f = misfit_with(rows[i].layout, WGD_F16, 0, rows[i].box_lines);
        assert_int_equal(f.why, WGD_TMA_MISFIT_ALIGN);
        assert_int_equal(f.mn, rows[i].mn);
        assert_int_equal(f.k, 0);
        assert_int_equal(f.byte, rows[i].byte);
        assert_int_equal(f.box_byte, -1);
    }
}

/* 512 bytes at 16 beyond a multiple of 128: the next multiple of 1024 helps where there is one in the window. */
static void test_start(void **state)
{
    (void)state;
    static const int64_t last = (1 << 18) - 1024;
    for (int at_end = 0; at_end < 2; at_end++) {
        int64_t start = 0;
        const int64_t from = (at_end ? last : last - 1024) + 16;
        const wgd_tma_fit f = misfit_of("(8,32):(32,1)", WGD_F16, from);
        assert_int_equal(f.why, WGD_TMA_MISFIT_ALIGN);
        assert_int_equal(wgd_tma_fit_start(&f, &start), !at_end);
        assert_int_equal(start, at_end ? 1 << 18 : last);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_element), cmocka_unit_test(test_one_place),
        cmocka_unit_test(test_bits),          cmocka_unit_test(test_start),
        cmocka_unit_test(test_box_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
