/* SPDX-License-Identifier: MIT
 *
 * Every refusal of the descriptor chain: the status, the field at fault, and a hint that works.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static wgd_diag diag;

static wgd_tile_query query(wgd_dtype t, wgd_operand o, wgd_major m, wgd_swizzle_mode s, int64_t mn,
                            int64_t k)
{
    wgd_tile_query q = wgd_tile_query_default();
    q.dtype = t;
    q.operand = o;
    q.major = m;
    q.swizzle = s;
    q.mn = mn;
    q.k = k;
    return q;
}

static void refused(const wgd_tile_query *q, wgd_status s, const char *field)
{
    wgd_tile t;
    memset(&diag, 0, sizeof diag);
    assert_int_equal(wgd_tile_describe(q, &t, &diag), s);
    assert_int_equal(diag.status, s);
    assert_string_equal(diag.field, field);
    assert_true(diag.what[0] != '\0');
    /* The same without a diagnostic. */
    assert_int_equal(wgd_tile_describe(q, &t, NULL), s);
}

static void accepted(const wgd_tile_query *q)
{
    wgd_tile t;
    assert_int_equal(wgd_tile_describe(q, &t, NULL), WGD_OK);
}

static void mn_major_of_8_and_32_bit_types(void **state)
{
    (void)state;
    for (int t = WGD_TF32; t < WGD_WGMMA_DTYPE_COUNT; t++) {
        const wgd_tile_query q =
            query((wgd_dtype)t, WGD_OPERAND_A, WGD_MAJOR_MN, WGD_SWZ_NONE, 1024, 1024);
        refused(&q, WGD_ERR_MAJOR, "major");
    }
}

static void a_tile_the_atom_does_not_divide(void **state)
{
    (void)state;
    wgd_tile_query q = query(WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_128B, 64, 16);
    refused(&q, WGD_ERR_TILE, "shape");
    assert_string_equal(diag.got, "64x16");
    assert_string_equal(diag.want, "multiples of the 128B atom 8x64");
    assert_int_equal(diag.hint_id, WGD_HINT_SWIZZLE_OR_TILE);
    assert_string_equal(diag.hint_name, "32B");
    assert_string_equal(diag.hint, "use swizzle 32B, or make the tile a multiple of the atom");
    q.swizzle = WGD_SWZ_32B;
    accepted(&q);
}

static void a_tile_of_no_whole_blocks(void **state)
{
    (void)state;
    wgd_tile_query q = query(WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_NONE, 96, 16);
    refused(&q, WGD_ERR_TILE, "shape");
    q.mn = 64;
    q.k = 24;
    refused(&q, WGD_ERR_TILE, "shape");
    q.k = 0;
    refused(&q, WGD_ERR_TILE, "shape");
    q.k = -16;
    refused(&q, WGD_ERR_TILE, "shape");
}

/* The N = 24 of a 64-wide atom: CuTe builds blocks that miss parts of the tile. */
static void blocks_that_do_not_cover_the_tile(void **state)
{
    (void)state;
    wgd_tile_query q = query(WGD_F16, WGD_OPERAND_B, WGD_MAJOR_MN, WGD_SWZ_128B, 192, 16);
    q.n = 96;
    refused(&q, WGD_ERR_COVER, "n");
    assert_int_equal(diag.hint_id, WGD_HINT_SMALLER_N_OR_SWIZZLE);
    assert_int_equal(diag.hint_num, 64);
    assert_string_equal(diag.hint_name, "64B");
    q.swizzle = WGD_SWZ_64B;
    accepted(&q);
    q.swizzle = WGD_SWZ_128B;
    q.n = 64;
    accepted(&q);
}

static void an_illegal_n(void **state)
{
    (void)state;
    wgd_tile_query q = query(WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_NONE, 264, 16);
    refused(&q, WGD_ERR_N, "n");
    assert_int_equal(diag.hint_id, WGD_HINT_GIVE_N);
    q.n = 88;
    accepted(&q);
    q.n = 12;
    refused(&q, WGD_ERR_N, "n");
    q = query(WGD_S8, WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_NONE, 40, 32);
    refused(&q, WGD_ERR_N, "n");
    q.dtype = WGD_E4M3;
    accepted(&q);
}

static void a_start_that_is_not_in_16_byte_units(void **state)
{
    (void)state;
    wgd_tile_query q = query(WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_NONE, 64, 16);
    q.start = 0x408;
    refused(&q, WGD_ERR_ALIGN, "start");
    assert_string_equal(diag.got, "0x408");
    q.start = -16;
    refused(&q, WGD_ERR_RANGE, "start");
    q.start = 0x40000;
    refused(&q, WGD_ERR_RANGE, "start");
    q.start = 0x40000 - 16;
    refused(&q, WGD_ERR_RANGE, "start");
    q.start = 0x40000 - 2048;
    accepted(&q);
}

/* The alternative in the hint is true: with base_offset the fetch rule reads the tile, swizzled
 * relative to its start, as an aligned descriptor reads it at an aligned one. */
static void a_start_off_the_pattern_offers_base_offset(void **state)
{
    (void)state;
    wgd_tile_query q = query(WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_128B, 64, 64);
    wgd_tile t;
    for (int rows = 1; rows < 8; rows++) {
        q.start = 0x400 + 128 * rows;
        refused(&q, WGD_ERR_ALIGN, "start");
        assert_non_null(strstr(diag.hint, "0x800"));
        const char *hex = strstr(diag.hint, "descriptor 0x");
        assert_non_null(hex);
        const uint64_t word = strtoull(hex + strlen("descriptor "), NULL, 16);
        wgd_tile_query aligned = q;
        aligned.start = 0x400;
        assert_int_equal(wgd_tile_describe(&aligned, &t, NULL), WGD_OK);
        const wgd_read rd = wgd_tile_read(&t);
        for (uint32_t r = 0; r < 64; r++) {
            for (uint32_t k = 0; k < 16; k++) {
                const uint32_t want = wgd_fetch_byte(t.desc, rd, r, k) + 128u * (uint32_t)rows;
                assert_int_equal(wgd_fetch_byte(wgd_desc_decode(word), rd, r, k), want);
            }
        }
    }
    q.start = 0x410;
    refused(&q, WGD_ERR_ALIGN, "start");
    assert_null(strstr(diag.hint, "base_offset"));
}

static void a_tile_or_a_stride_too_large(void **state)
{
    (void)state;
    wgd_tile_query q = query(WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_NONE, 8192, 32);
    refused(&q, WGD_ERR_RANGE, "shape");
    q.mn = INT64_MAX;
    q.k = INT64_MAX;
    refused(&q, WGD_ERR_RANGE, "shape");
    q.mn = INT64_C(1) << 40;
    q.k = 16;
    refused(&q, WGD_ERR_RANGE, "shape");
}

static void an_order_that_is_none(void **state)
{
    (void)state;
    wgd_tile_query q = query(WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_NONE, 64, 16);
    q.order[0] = q.order[1] = 1;
    refused(&q, WGD_ERR_VALUE, "order");
    assert_string_equal(diag.got, "1,1");
    q.order[0] = INT64_C(4294967297); /* 1 in 32 bits */
    q.order[1] = 2;
    refused(&q, WGD_ERR_VALUE, "order");
    assert_string_equal(diag.got, "4294967297,2");
    q.order[0] = 0;
    refused(&q, WGD_ERR_VALUE, "order");
}

/* The last step by itself: blocks in 128-bit units that no tile makes. A wrong block is refused with what
 * is wrong with it; a right one, first in each group, is not. */
static void a_block_that_is_not_canonical(void **state)
{
    (void)state;
    static const struct {
        int b, m, s; /* -1: no smem_ptr */
        const char *block;
        wgd_major major;
        int bits;
        wgd_status status;
        const char *what; /* why not, or the field */
        const char *got;
        int lbo, sbo;
    } cases[] = {
        {3, 4, 3, "(64,2):(8,1)", WGD_MAJOR_K, 16, WGD_OK, "", "", 1, 64},
        {3, 4, 2, "(64,2):(8,1)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC, "wgmma has no such swizzle", "",
         0, 0},
        {3, 3, 3, "(64,2):(8,1)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC, "wgmma has no such swizzle", "",
         0, 0},
        {0, 4, 2, "(64,2):(8,1)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC, "wgmma has no such swizzle", "",
         0, 0},
        {2, 5, 2, "(64,2):(8,1)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC, "wgmma has no such swizzle", "",
         0, 0},
        {3, 4, 3, "64:8", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC, "a block has two modes, MN and K", "1",
         0, 0},
        {3, 4, 3, "(64,2,1):(8,1,0)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC,
         "a block has two modes, MN and K", "3", 0, 0},
        {3, 4, 3, "(60,2):(8,1)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC,
         "a K-major block is made of groups of 8 rows", "60", 0, 0},
        {3, 4, 3, "(64,3):(8,1)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC,
         "a K-major block is one K step wide", "3", 0, 0},
        {3, 4, 3, "(64,4):(8,1)", WGD_MAJOR_K, 16, WGD_OK, "", "", 1, 64},
        {3, 4, 3, "(64,8):(8,1)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC,
         "a K-major block is one K step wide", "8", 0, 0},
        {3, 4, 3, "(64,2):(4,1)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC,
         "rows of the pattern must follow one another", "4", 0, 0},
        {3, 4, 3, "(64,2):(8,2)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC,
         "the chunks of a swizzle row must follow one another", "2", 0, 0},
        {-1, 0, 0, "(64,2):(1,64)", WGD_MAJOR_K, 16, WGD_OK, "", "", 64, 8},
        {-1, 0, 0, "(64,2):(2,1)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC,
         "rows of the pattern must follow one another", "2", 0, 0},
        {-1, 0, 0, "((4,2,8),2):((1,8,16),4)", WGD_MAJOR_K, 16, WGD_ERR_NO_DESC,
         "the rows of a pattern are not at a constant stride", "0", 0, 0},
        {2, 4, 3, "(8,16):(1,4)", WGD_MAJOR_MN, 16, WGD_OK, "", "", 4, 32},
        {2, 4, 3, "(8,32):(1,4)", WGD_MAJOR_MN, 16, WGD_OK, "", "", 4, 32},
        {2, 4, 3, "(8,8):(1,4)", WGD_MAJOR_MN, 16, WGD_OK, "", "", 4, 0},
        {2, 4, 3, "(8,24):(1,4)", WGD_MAJOR_MN, 16, WGD_ERR_NO_DESC,
         "an MN-major block is one K step deep", "24", 0, 0},
        {2, 4, 3, "(8,16):(2,4)", WGD_MAJOR_MN, 16, WGD_ERR_NO_DESC,
         "the chunks of a swizzle row must follow one another", "2", 0, 0},
        {2, 4, 3, "(8,16):(1,8)", WGD_MAJOR_MN, 16, WGD_ERR_NO_DESC,
         "successive k must follow one another", "8", 0, 0},
        {-1, 0, 0, "(8,16):(8,1)", WGD_MAJOR_MN, 16, WGD_OK, "", "", 8, 8},
        {-1, 0, 0, "(8,16):(16384,1)", WGD_MAJOR_MN, 16, WGD_ERR_RANGE, "sbo", "16384", 0, 0},
        {-1, 0, 0, "(8,16):(16383,1)", WGD_MAJOR_MN, 16, WGD_OK, "", "", 8, 16383},
        {-1, 0, 0, "(8,16):(-1,1)", WGD_MAJOR_MN, 16, WGD_ERR_RANGE, "sbo", "-1", 0, 0},
        {-1, 0, 0, "(8,(8,2)):(8,(1,16384))", WGD_MAJOR_MN, 16, WGD_ERR_RANGE, "lbo", "16384", 0,
         0},
        {-1, 0, 0, "(8,(8,2)):(8,(1,-1))", WGD_MAJOR_MN, 16, WGD_ERR_RANGE, "lbo", "-1", 0, 0},
        {-1, 0, 0, "(8,(8,2)):(8,(1,16383))", WGD_MAJOR_MN, 16, WGD_OK, "", "", 16383, 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wgd_layout l, canonical;
        wgd_desc d;
        assert_int_equal(wgd_parse_layout(cases[i].block, strlen(cases[i].block), &l, NULL),
                         WGD_OK);
        wgd_composed block = wgd_composed_plain(&l);
        if (cases[i].b >= 0) {
            block.kind = WGD_SMEM_PTR;
            block.elem_bits = 128;
            block.sw = (wgd_swizzle){(int8_t)cases[i].b, (int8_t)cases[i].m, (int8_t)cases[i].s};
        }
        memset(&diag, 0, sizeof diag);
        const wgd_status s = wgd_canonical_desc(&block, cases[i].major, cases[i].bits, WGD_SM90,
                                                &canonical, &d, &diag);
        const bool range = cases[i].status == WGD_ERR_RANGE;
        if (s != cases[i].status ||
            (s != WGD_OK && (strcmp(range ? diag.field : diag.what, cases[i].what) != 0 ||
                             strcmp(diag.got, cases[i].got) != 0))) {
            fail_msg("%s: %d, %s (%s: %s)", cases[i].block, (int)s, diag.what, diag.field,
                     diag.got);
        }
        if (s == WGD_OK) {
            assert_true(d.start == 0 && d.base_offset == 0 && !d.lbo_absolute);
            assert_true(d.lbo == cases[i].lbo && d.sbo == cases[i].sbo);
            assert_int_equal(wgd_swizzle_mode_get(d.swizzle)->sw.b,
                             cases[i].b < 0 ? 0 : cases[i].b);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mn_major_of_8_and_32_bit_types),
        cmocka_unit_test(a_tile_the_atom_does_not_divide),
        cmocka_unit_test(a_tile_of_no_whole_blocks),
        cmocka_unit_test(blocks_that_do_not_cover_the_tile),
        cmocka_unit_test(an_illegal_n),
        cmocka_unit_test(a_start_that_is_not_in_16_byte_units),
        cmocka_unit_test(a_start_off_the_pattern_offers_base_offset),
        cmocka_unit_test(a_tile_or_a_stride_too_large),
        cmocka_unit_test(an_order_that_is_none),
        cmocka_unit_test(a_block_that_is_not_canonical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
