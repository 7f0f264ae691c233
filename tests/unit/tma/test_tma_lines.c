/* SPDX-License-Identifier: MIT
 *
 * Into how many lines a box is cut: the greatest number that divides them, is asked for, and lets the next box
 * begin at a multiple of 128 bytes. And a proof that can fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static wgd_tma_fit fit_of(const char *layout, int64_t box_lines)
{
    wgd_composed c;
    wgd_tma_query q = wgd_tma_query_default();
    wgd_tma_fit f;
    q.box_lines = box_lines;
    assert_int_equal(wgd_parse_composed(layout, strlen(layout), &c, NULL), WGD_OK);
    assert_int_equal(wgd_tma_fit_layout(&c, &q, &f, NULL), WGD_OK);
    assert_true(f.fits);
    assert_true(wgd_tma_fit_prove(&f).equal);
    return f;
}

typedef struct cut {
    const char *layout; /* of f16 */
    int64_t box_lines;
    uint32_t inner, lines;
} cut;

static void check_cut(const cut *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const wgd_tma_fit f = fit_of(rows[i].layout, rows[i].box_lines);
        assert_int_equal(f.map.params.box[0], rows[i].inner);
        assert_int_equal(f.map.params.box[1], rows[i].lines);
        for (int b = 0; b < f.map.boxes; b++) {
            assert_int_equal(wgd_tma_fit_box(&f, b).offset % WGD_TMA_SMEM_ALIGNMENT, 0);
        }
    }
}

static void test_cut(void **state)
{
    (void)state;
    static const cut rows[] = {
        {"(40,8):(8,1)", 24, 8, 8},     /* 20 and 10 lines of 16 bytes end between */
        {"(20,8):(8,1)", 0, 8, 20},     /* nothing follows */
        {"(20,8):(8,1)", 24, 8, 20},    /* nor here */
        {"(1,64):(64,1)", 8, 64, 1},    /* a single line */
        {"(64,16):(16,1)", 24, 16, 16}, /* 24 does not divide 64; nor do 23 to 17 */
    };
    check_cut(rows, sizeof rows / sizeof rows[0]);
    const cut prime = {"(11,64):(64,1)", 8, 64, 1};
    check_cut(&prime, 1);
}

/* A mode of one element leads nowhere, whatever its stride is. */
static void test_beyond(void **state)
{
    (void)state;
    static const char layout[] = "(8,(128,1)):(128,(1,3))";
    wgd_tma_query q = wgd_tma_query_default();
    wgd_composed c;
    wgd_tma_fit f;
    q.tile.dtype = WGD_B1;
    assert_int_equal(wgd_parse_composed(layout, strlen(layout), &c, NULL), WGD_OK);
    assert_int_equal(wgd_tma_fit_layout(&c, &q, &f, NULL), WGD_OK);
    assert_true(f.fits);
    assert_int_equal(f.map.boxes, 1);
}

static void test_cut_wide(void **state)
{
    (void)state;
    static const cut rows[] = {{"(64,64):(64,1)", 0, 64, 64}, {"(64,64):(64,1)", 24, 64, 16}};
    check_cut(rows, sizeof rows / sizeof rows[0]);
}

static void test_cut_long(void **state)
{
    (void)state;
    static const cut rows[] = {
        {"(512,8):(8,1)", 0, 8, 256},   /* no box has more */
        {"(512,8):(8,1)", 512, 8, 256}, /* whatever is asked for */
        {"(512,8):(8,1)", 256, 8, 256}, {"(512,8):(8,1)", 248, 8, 128},
        {"(1,512):(512,1)", 0, 256, 1}, /* nor along */
    };
    check_cut(rows, sizeof rows / sizeof rows[0]);
}

/* 128 bytes in four lines lie the same without a swizzle and through the narrowest: the pattern of 32 bytes
 * begins to move things with the next 128. Of the two the first is named. */
static void test_two_ways(void **state)
{
    (void)state;
    const wgd_tma_fit f = fit_of("(4,16):(16,1)", 0);
    assert_int_equal(f.map.boxes, 1);
    assert_int_equal(f.map.params.swizzle, WGD_SWZ_NONE);
}

/* Another swizzle in the map, and the proof names the first element of the second line of 128 bytes. */
static void test_proof_fails(void **state)
{
    (void)state;
    wgd_tma_fit f = fit_of("(64,64):(64,1)", 0);
    f.map.params.swizzle = WGD_SWZ_128B;
    const wgd_tma_proof p = wgd_tma_fit_prove(&f);
    assert_false(p.equal);
    assert_int_equal(p.mn, 1);
    assert_int_equal(p.k, 0);
    assert_int_equal(p.read, 128);
    assert_int_equal(p.written, 128 + 16);
}

/* A view of more dimensions: boxes of the lines that were asked for, and of no more panels than a box has. */
static void test_one_box(void **state)
{
    (void)state;
    static const struct {
        int64_t mn, k, order, box_lines;
        int rank;
        uint32_t box[4];
    } rows[] = {
        {64, 128, 1, 0, 3, {64, 64, 2, 0}},  {64, 128, 1, 32, 3, {64, 32, 1, 0}},
        {64, 128, 2, 0, 4, {64, 8, 2, 8}},   {64, 128, 2, 16, 4, {64, 8, 2, 2}},
        {512, 64, 1, 0, 2, {64, 256, 0, 0}}, {512, 64, 1, 512, 2, {64, 256, 0, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_tma_query q = wgd_tma_query_default();
        wgd_tma t;
        q.tile.mn = rows[i].mn;
        q.tile.k = rows[i].k;
        q.tile.swizzle = WGD_SWZ_128B;
        q.tile.order[0] = rows[i].order;
        q.tile.order[1] = 3 - rows[i].order;
        q.box_lines = rows[i].box_lines;
        q.one_box = true;
        assert_int_equal(wgd_tma_describe(&q, &t, NULL), WGD_OK);
        assert_int_equal(t.params.rank, rows[i].rank);
        for (int d = 0; d < t.params.rank; d++) {
            assert_int_equal(t.params.box[d], rows[i].box[d]);
        }
        assert_int_equal(t.boxes * t.box_bytes, t.tile.bytes);
        assert_true(wgd_tma_prove(&t).equal);
    }
}

/* 264 panels of 16 bytes are more than a dimension of a box: each box has 132 of them, and 8 lines. */
static void test_many_panels(void **state)
{
    (void)state;
    wgd_tma_query q = wgd_tma_query_default();
    wgd_tma t;
    q.tile.operand = WGD_OPERAND_B;
    q.tile.n = 8;
    q.tile.mn = 16;
    q.tile.k = 8 * 264;
    q.tile.order[0] = 2;
    q.tile.order[1] = 1;
    q.one_box = true;
    assert_int_equal(wgd_tma_describe(&q, &t, NULL), WGD_OK);
    assert_int_equal(t.params.rank, 4);
    assert_int_equal(t.params.box[2], 132);
    assert_int_equal(t.params.box[3], 1);
    assert_int_equal(t.boxes, 4);
    assert_true(wgd_tma_prove(&t).equal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut),      cmocka_unit_test(test_cut_wide),
        cmocka_unit_test(test_cut_long), cmocka_unit_test(test_two_ways),
        cmocka_unit_test(test_beyond),   cmocka_unit_test(test_proof_fails),
        cmocka_unit_test(test_one_box),  cmocka_unit_test(test_many_panels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
