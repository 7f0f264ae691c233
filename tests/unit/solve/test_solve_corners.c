/* SPDX-License-Identifier: MIT
 *
 * Solving where LBO is an address (K = 96 of sm_103), every block against the tile that it came from; what that leaves
 * without the terms of the algebra; starts and slices that are asked for and are not there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static wgd_composed parsed(const char *text)
{
    wgd_composed c;
    wgd_diag d;
    if (wgd_parse_composed(text, strlen(text), &c, &d) != WGD_OK) {
        fail_msg("%s: %s", text, d.what);
    }
    return c;
}

/* 128 x 768 of packed fp4, cut into blocks of 128 x 96 elements, which cross rows of 256. */
static wgd_solve_query crossing(wgd_tile *tile)
{
    wgd_tile_query t = wgd_tile_query_default();
    t.dtype = WGD_E2M1_PACKED4;
    t.swizzle = WGD_SWZ_128B;
    t.mn = 128;
    t.k = 768;
    t.arch = WGD_SM103;
    t.block[0] = 128;
    t.block[1] = 96;
    t.start = 0x800;
    assert_int_equal(wgd_tile_describe(&t, tile, NULL), WGD_OK);
    const wgd_solve_query q = {.layout = tile->smem,
                               .start = t.start,
                               .dtype = t.dtype,
                               .operand = t.operand,
                               .major = WGD_WANT_ANY,
                               .arch = t.arch,
                               .block = {128, 96}};
    return q;
}

static void an_lbo_that_is_an_address(void **state)
{
    static wgd_solve s;
    static wgd_tile tile;
    static wgd_solve_layouts layouts;
    wgd_solve_query q = crossing(&tile);
    wgd_diag d;
    (void)state;
    assert_int_equal(wgd_solve_layout(&q, &s, &d), WGD_OK);
    assert_true(s.solution[0].desc.lbo_absolute);
    assert_int_equal(s.blocks_mn, 1);
    assert_int_equal(s.blocks_k, 8);
    for (int j = 0; j < 8; j++) {
        assert_true(wgd_solve_block(&s, &s.solution[0], 0, j) == wgd_tile_block_desc(&tile, 0, j));
        assert_int_equal(wgd_solve_block_offset(&s, &s.solution[0], 0, j),
                         wgd_tile_block_offset(&tile, 0, j));
    }
    /* make_umma_desc has no such word, and a slice further on has another address in it. */
    assert_false(wgd_solve_algebra(&s, &s.solution[0], &layouts));
    q.slice = (wgd_slice){{0, 128}, {0, 96}};
    wgd_slice_steps steps;
    assert_int_equal(wgd_solve_layout(&q, &s, &d), WGD_OK);
    wgd_solve_steps(&q, &s, &s.solution[0], true, &steps);
    assert_int_equal(steps.said, 0);
    assert_int_equal(steps.index, 0);
}

/* The whole tile is its own only slice; rows beside one another are as many as there are. */
static void steps(void **state)
{
    static wgd_solve s;
    wgd_solve_query q = {.layout = parsed("Sw<3,4,3> o smem_ptr[16b] o (256,64):(64,1)"),
                         .start = 0,
                         .dtype = WGD_F16,
                         .major = WGD_WANT_ANY};
    wgd_slice_steps st;
    wgd_solution sol;
    wgd_slice near;
    (void)state;
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    wgd_solve_steps(&q, &s, &s.solution[0], false, &st);
    assert_int_equal(st.said, 1);
    assert_true(st.all);
    assert_false(wgd_solve_nearest(&q, &near, &sol));
    q.slice = (wgd_slice){{64, 128}, {0, 16}};
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    wgd_solve_steps(&q, &s, &s.solution[0], false, &st);
    assert_int_equal(st.said, 4);
    assert_int_equal(st.index, 1);
    assert_true(st.to_next.constant);
    assert_int_equal(st.to_next.step * 16, 64 * 128);
    /* Slices that are none have none near, and neither have layouts that are none. */
    q.slice = (wgd_slice){{64, 512}, {0, 16}};
    assert_false(wgd_solve_nearest(&q, &near, &sol));
    q.slice = (wgd_slice){{64, 128}, {0, 16}};
    q.layout = parsed("(8,8,8):(64,8,1)");
    assert_false(wgd_solve_nearest(&q, &near, &sol));
}

/* Which start makes a word read a tile: of a block that there is, through a read that there is. */
static void starts(void **state)
{
    const wgd_composed layout = parsed("Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)");
    const uint64_t word = UINT64_C(0x4000004000010040); /* start 0x400, SBO 1024, 128B */
    wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    wgd_place p;
    int64_t start = -1;
    int i = -1, j = -1;
    (void)state;
    assert_int_equal(wgd_place_make(&layout, WGD_F16, 0, &p, NULL), WGD_OK);
    assert_true(wgd_check_find_start(word, rd, &p, &start, &i, &j));
    assert_int_equal(start, 0x400);
    assert_true(i == 0 && j == 0);
    /* block (0, 1) lies 32 bytes further, so the tile begins 32 bytes before */
    i = 0;
    j = 1;
    assert_true(wgd_check_find_start(word, rd, &p, &start, &i, &j));
    assert_int_equal(start, 0x400 - 32);
    i = 0;
    j = -1;
    assert_true(wgd_check_find_start(word, rd, &p, &start, &i, &j));
    i = 2;
    j = 0;
    assert_false(wgd_check_find_start(word, rd, &p, &start, &i, &j));
    i = 0;
    j = 4;
    assert_false(wgd_check_find_start(word, rd, &p, &start, &i, &j));
    i = j = -1;
    rd.mn = 60;
    assert_false(wgd_check_find_start(word, rd, &p, &start, &i, &j));
    rd.mn = 64;
    rd.arch = WGD_SM100; /* a word of wgmma is none of tcgen05 */
    assert_false(wgd_check_find_start(word, rd, &p, &start, &i, &j));
    const wgd_composed small = parsed("Sw<3,4,3> o smem_ptr[16b] o (60,64):(64,1)");
    rd.arch = WGD_SM90;
    assert_int_equal(wgd_place_make(&small, WGD_F16, 0, &p, NULL), WGD_OK);
    assert_false(wgd_check_find_start(word, rd, &p, &start, &i, &j));
}

/* Strides of both signs at the edge of what has an address. */
static void reach(void **state)
{
    static const struct {
        const char *layout;
        int64_t start;
        wgd_status status;
    } rows[] = {
        {"(8,16):(16,1)", 0, WGD_OK},
        {"(8,16):(-16,1)", 0, WGD_ERR_RANGE},
        {"(8,16):(-16,1)", 224, WGD_OK},
        {"(2,16):(-17179869184,1)", 0, WGD_ERR_RANGE},
        {"(8,16):(-2147483648,1)", 0, WGD_ERR_RANGE},
        {"(2147483648,16):(-16,1)", 0, WGD_ERR_RANGE},
        {"((2,2),16):((-1500000000,-1500000000),1)", 0, WGD_ERR_RANGE},
        {"((2,2),16):((1500000000,1500000000),1)", 0, WGD_ERR_RANGE},
        {"((2,2),16):((1000000000,1000000000),1)", 0, WGD_OK},
        {"(2147483648,16):(16,1)", 0, WGD_ERR_RANGE},
        {"(8,16):(17179869184,1)", 0, WGD_ERR_RANGE},
        {"64:1", 0, WGD_ERR_DOMAIN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_composed c = parsed(rows[i].layout);
        wgd_place p;
        wgd_diag d;
        if (wgd_place_make(&c, WGD_F16, rows[i].start, &p, &d) != rows[i].status) {
            fail_msg("%s: %s", rows[i].layout, d.what);
        }
    }
}

/* Changes for tcgen05: another major by its bit, another M or N by the block. */
static void changes_of_tcgen05(void **state)
{
    static wgd_solve s;
    static wgd_change c[WGD_CHANGES_MAX];
    wgd_solve_query q = {.layout = parsed("Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)"),
                         .start = 0,
                         .dtype = WGD_F16,
                         .major = WGD_WANT_MN,
                         .arch = WGD_SM100};
    int major = 0, block = 0;
    (void)state;
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_ERR_NO_DESC);
    int n = wgd_solve_changes(&q, &s.refusal, c);
    for (int i = 0; i < n; i++) {
        major += strcmp(c[i].text, "read it K-major: transpose bit 0") == 0;
    }
    assert_int_equal(major, 1);
    /* 96 rows are not whole blocks of 128, but of 64 and less for B. */
    q.major = WGD_WANT_ANY;
    q.layout = parsed("Sw<3,4,3> o smem_ptr[16b] o (192,64):(64,1)");
    q.block[0] = 128;
    q.block[1] = 16;
    assert_int_not_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    n = wgd_solve_changes(&q, &s.refusal, c);
    for (int i = 0; i < n; i++) {
        block += strcmp(c[i].text, "use M = 64: it reads the tile as it is stored") == 0;
        if (c[i].kind == WGD_CHANGE_BLOCK) {
            assert_int_equal(c[i].block[0], 64);
        }
    }
    assert_int_equal(block, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_lbo_that_is_an_address),
        cmocka_unit_test(steps),
        cmocka_unit_test(starts),
        cmocka_unit_test(reach),
        cmocka_unit_test(changes_of_tcgen05),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
