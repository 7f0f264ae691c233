/* SPDX-License-Identifier: MIT
 *
 * What could be written instead of a layout that no boxes write: from another start, or another layout, which is the first
 * of those that wgd_tma_describe knows. And what is said of a layout, word for word.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static wgd_tma_fit fit_of(const char *layout, const wgd_tma_query *q)
{
    wgd_composed c;
    wgd_tma_fit f;
    assert_int_equal(wgd_parse_composed(layout, strlen(layout), &c, NULL), WGD_OK);
    assert_int_equal(wgd_tma_fit_layout(&c, q, &f, NULL), WGD_OK);
    return f;
}

/* The next multiple of 1024, if boxes write it from there. */
static void test_start(void **state)
{
    (void)state;
    static const char dense[] = "(8,32):(32,1)", gaps[] = "(8,32):(40,1)";
    static const struct {
        const char *layout;
        int64_t start, next;
        bool helps;
    } rows[] = {{dense, 16, 1024, true},        {dense, 1, 1024, true},
                {dense, 1023, 1024, true},      {dense, 1025, 2048, true},
                {dense, 3056, 3072, true},      {gaps, 16, 1024, false},
                {gaps, 1024, 1024, false},      {gaps, 0, 0, false},
                {dense, 261136, 262144, false}, {dense, 260112, 261120, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_tma_query q = wgd_tma_query_default();
        int64_t start = -1;
        q.tile.start = rows[i].start;
        const wgd_tma_fit f = fit_of(rows[i].layout, &q);
        assert_false(f.fits);
        assert_int_equal(wgd_tma_fit_start(&f, &start), rows[i].helps);
        assert_int_equal(start, rows[i].next);
    }
}

typedef struct stored {
    const char *layout;
    wgd_operand operand;
    int64_t n; /* that is asked for, and is not that of the tile */
    wgd_major major;
    wgd_swizzle_mode mode;
    int order; /* of MN; 0: there is none to store */
    int boxes;
} stored;

static const stored rows[] = {
    /* As wide as the tile is. */
    {"(128,64):(72,1)", WGD_OPERAND_A, 0, WGD_MAJOR_K, WGD_SWZ_128B, 1, 1},
    {"(128,96):(104,1)", WGD_OPERAND_A, 0, WGD_MAJOR_K, WGD_SWZ_64B, 1, 3},
    {"(128,48):(56,1)", WGD_OPERAND_A, 0, WGD_MAJOR_K, WGD_SWZ_32B, 1, 3},
    {"(8,16):(1,9)", WGD_OPERAND_B, 0, WGD_MAJOR_MN, WGD_SWZ_NONE, 1, 1},
    {"(24,16):(1,25)", WGD_OPERAND_B, 0, WGD_MAJOR_MN, WGD_SWZ_NONE, 2, 3},
    /* Its own swizzle, though others are wider. */
    {"Sw<1,4,3> o smem_ptr[16b] o (64,64):(72,1)", WGD_OPERAND_A, 0, WGD_MAJOR_K, WGD_SWZ_32B, 1,
     4},
    {"Sw<2,4,3> o smem_ptr[16b] o (64,128):(136,1)", WGD_OPERAND_A, 0, WGD_MAJOR_K, WGD_SWZ_64B, 1,
     4},
    /* But where that is too wide. */
    {"Sw<3,4,3> o smem_ptr[16b] o (64,32):(40,1)", WGD_OPERAND_A, 0, WGD_MAJOR_K, WGD_SWZ_64B, 1,
     1},
    /* The order in which lines follow one another. */
    {"(64,128):(136,1)", WGD_OPERAND_A, 0, WGD_MAJOR_K, WGD_SWZ_128B, 1, 2},
    {"(128,64):(1,136)", WGD_OPERAND_A, 0, WGD_MAJOR_MN, WGD_SWZ_128B, 2, 2},
    {"(64,16):(72,1)", WGD_OPERAND_B, 24, WGD_MAJOR_K, WGD_SWZ_32B, 1, 1},
    /* None reads it. */
    {"(60,16):(72,1)", WGD_OPERAND_A, 0, WGD_MAJOR_K, WGD_SWZ_NONE, 0, 0},
    {"(64,24):(72,1)", WGD_OPERAND_A, 0, WGD_MAJOR_K, WGD_SWZ_NONE, 0, 0},
};

static void check_stores(size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const stored *r = &rows[i];
        wgd_tma_query q = wgd_tma_query_default();
        wgd_tma t;
        q.tile.operand = r->operand;
        q.tile.n = r->n;
        q.tile.start = 1040;
        q.global_mn = q.global_k = 4096;
        const wgd_tma_fit f = fit_of(r->layout, &q);
        assert_false(f.fits);
        assert_int_equal(wgd_tma_fit_store(&f, &t), r->order != 0);
        if (r->order == 0) {
            continue;
        }
        assert_int_equal(t.query.tile.swizzle, r->mode);
        assert_int_equal(t.query.tile.major, r->major);
        assert_int_equal(t.query.tile.order[0], r->order);
        assert_int_equal(t.query.tile.order[1], 3 - r->order);
        assert_int_equal(t.query.tile.start, 2048);
        assert_int_equal(t.query.tile.mn, f.place.mn);
        assert_int_equal(t.query.tile.k, f.place.k);
        assert_int_equal(t.boxes, r->boxes);
        wgd_tma_query again = t.query;
        again.tile.order[0] = 3 - r->order;
        again.tile.order[1] = r->order;
        wgd_tma other;
        if (wgd_tma_describe(&again, &other, NULL) == WGD_OK) {
            assert_true(other.boxes > t.boxes || (other.boxes == t.boxes && r->order == 1));
        }
        assert_true(wgd_tma_prove(&t).equal);
    }
}

enum { WIDE = 5, ROWS = sizeof rows / sizeof rows[0] };

static void test_store(void **state)
{
    (void)state;
    check_stores(0, WIDE);
}

static void test_store_as_it_is(void **state)
{
    (void)state;
    check_stores(WIDE, ROWS);
}

static void test_said(void **state)
{
    (void)state;
    static const char *const said[][2] = {
        {"none", ""},
        {"alias", "two of its elements share a byte, and boxes share none"},
        {"run", "its elements do not follow one another for 16 bytes, and a box's do"},
        {"pattern", "its swizzle is none of the copy engine's"},
        {"width", "its lines are no whole rows of its swizzle, which is not documented"},
        {"rows", "its lines do not lie where a box has them"},
        {"align", "a box of it would not begin at a multiple of 128 bytes"},
    };
    for (int m = 0; m <= WGD_TMA_MISFIT_ALIGN; m++) {
        assert_string_equal(wgd_tma_misfit_name((wgd_tma_misfit)m), said[m][0]);
        assert_string_equal(wgd_tma_misfit_text((wgd_tma_misfit)m), said[m][1]);
    }
}

/* Lines of half the width, and no box for the other half: the first element of that one. */
static void test_proof_fails(void **state)
{
    (void)state;
    const wgd_tma_query q = wgd_tma_query_default();
    wgd_tma_fit f = fit_of("(64,64):(64,1)", &q);
    assert_true(f.fits);
    f.map.params.box[0] = 32;
    const wgd_tma_proof p = wgd_tma_fit_prove(&f);
    assert_false(p.equal);
    assert_int_equal(p.mn, 0);
    assert_int_equal(p.k, 32);
    assert_int_equal(p.elements, 64 * 64);
    assert_int_equal(p.read, 64);
    assert_int_equal(p.written, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),          cmocka_unit_test(test_store),
        cmocka_unit_test(test_store_as_it_is), cmocka_unit_test(test_said),
        cmocka_unit_test(test_proof_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
