/* SPDX-License-Identifier: MIT
 *
 * Slices of one row, over leaves of one element, across more than is looked at; tiles stored for a sparse
 * instruction; rings of stages whose first block beyond the window is named.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
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

/* The layout of a slice, element by element against the tile's own. */
static void slices(void **state)
{
    static const struct {
        const char *tile;
        wgd_slice at;
        const char *cut; /* NULL: none */
        int64_t offset;
    } rows[] = {
        {"(8,16):(16,1)", {{3, 4}, {0, 16}}, "(1,16):(0,1)", 48},
        {"((1,4),(1,8)):((5,8),(7,1))", {{1, 3}, {2, 6}}, "(2,4):(8,1)", 10},
        {"((4,4),8):((1,4),64)", {{2, 10}, {0, 8}}, "((2,4),8):((1,2),64)", 2},
        {"((4,4),8):((1,8),64)", {{2, 10}, {0, 8}}, "((2,2,2),8):((1,6,8),64)", 2},
        {"((3,4),8):((1,5),64)", {{2, 4}, {0, 8}}, "(2,8):(3,64)", 2},
        {"((3,3000),1):((1,5),0)", {{1, 4098}, {0, 1}}, NULL, 0},
        {"((),4):((),1)", {{0, 1}, {0, 2}}, NULL, 0},
        {"(8,16):(16,1)", {{0, 0}, {0, 0}}, "(8,16):(16,1)", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_composed tile = parsed(rows[i].tile);
        wgd_composed cut;
        int64_t offset = 0;
        const bool there = wgd_slice_layout(&tile, &rows[i].at, &cut, &offset);
        assert_int_equal(there, rows[i].cut != NULL);
        if (!there) {
            continue;
        }
        char text[128];
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_composed(&t, &cut, WGD_FMT_PLAIN);
        wgd_text_end(&t);
        assert_int_equal(offset, rows[i].offset);
        const wgd_slice *s = &rows[i].at;
        int64_t size = 0, tile_mn = 0;
        assert_int_equal(wgd_layout_size(&cut.layout, &size), WGD_OK);
        assert_int_equal(wgd_layout_mode_size(&tile.layout, 0, &tile_mn), WGD_OK);
        const int64_t mn = s->mn[1] > 0 ? s->mn[1] - s->mn[0] : tile_mn;
        for (int64_t e = 0; e < size; e++) {
            const int64_t at = e % mn + s->mn[0] + tile_mn * (e / mn + s->k[0]);
            assert_int_equal(wgd_layout_at(&cut.layout, e) + offset,
                             wgd_layout_at(&tile.layout, at));
        }
        assert_string_equal(text, rows[i].cut);
    }
    /* Half of nothing is no slice, and is not the whole. */
    const wgd_slice odd = {{0, 0}, {1, 0}}, whole = {{0, 0}, {0, 0}};
    wgd_diag d;
    assert_true(wgd_slice_whole(&whole));
    assert_false(wgd_slice_whole(&odd));
    assert_int_equal(wgd_slice_check(&odd, 8, 16, &d), WGD_ERR_VALUE);
    assert_string_equal(d.got, "0:0,1:0");
}

/* Of A of a sparse instruction half of K is stored: said as the instruction counts it or as it lies. */
static void stored_for_a_sparse_instruction(void **state)
{
    wgd_tile_query q = wgd_tile_query_default();
    wgd_tile whole, stored;
    wgd_diag d;
    (void)state;
    q.arch = WGD_SM100;
    q.sparse = true;
    q.mn = 128;
    q.k = 64;
    q.block[0] = 128;
    q.block[1] = 32;
    assert_int_equal(wgd_tile_describe(&q, &whole, &d), WGD_OK);
    assert_int_equal(whole.query.k, 32);
    assert_int_equal(whole.blocks_k, 2);
    q.k = 32;
    q.block[1] = 16;
    assert_int_equal(wgd_tile_describe(&q, &stored, &d), WGD_OK);
    assert_int_equal(stored.query.k, 32);
    assert_true(wgd_desc_encode(whole.desc) == wgd_desc_encode(stored.desc));
    /* An odd K cannot be halved, and of B all is stored. */
    q.k = 33;
    q.block[1] = 32;
    assert_int_not_equal(wgd_tile_describe(&q, &whole, &d), WGD_OK);
    q.k = 64;
    q.operand = WGD_OPERAND_B;
    assert_int_equal(wgd_tile_describe(&q, &whole, &d), WGD_OK);
    assert_int_equal(whole.query.k, 64);
    assert_int_equal(whole.blocks_k, 2);
}

/* A block that the algebra cannot divide by 8 rows. */
static void rows_that_do_not_divide(void **state)
{
    const wgd_composed block = parsed("((6,4),2):((1,100),64)");
    wgd_layout canonical;
    wgd_desc desc;
    wgd_diag d;
    (void)state;
    assert_int_equal(wgd_canonical_desc(&block, WGD_MAJOR_K, 16, WGD_SM90, &canonical, &desc, &d),
                     WGD_ERR_NO_DESC);
    assert_string_equal(d.what, "the rows of a pattern are not at a constant stride");
}

/* Of the layout of a tile, with no word about blocks: an architecture without descriptors, the swizzle that would fit,
 * a start for which no word can make up. */
static void a_layout_alone(void **state)
{
    wgd_tile_query q = wgd_tile_query_default();
    wgd_composed c;
    wgd_diag d;
    (void)state;
    q.arch = WGD_SM120;
    q.mn = q.k = 64;
    assert_int_equal(wgd_tile_layout(&q, &c, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "arch");
    q.arch = WGD_SM90;
    q.major = WGD_MAJOR_MN;
    q.swizzle = WGD_SWZ_128B;
    q.mn = 96;
    assert_int_equal(wgd_tile_layout(&q, &c, &d), WGD_ERR_TILE);
    assert_string_equal(d.want, "multiples of the 128B atom 64x8");
    assert_string_equal(d.hint_name, "64B");
    q.mn = 128;
    q.start = 0x80;
    assert_int_equal(wgd_tile_layout(&q, &c, &d), WGD_ERR_ALIGN);
    assert_string_equal(d.hint, "use the next aligned start, 0x400");
    q.start = 0x400;
    assert_int_equal(wgd_tile_layout(&q, &c, &d), WGD_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices),
        cmocka_unit_test(stored_for_a_sparse_instruction),
        cmocka_unit_test(rows_that_do_not_divide),
        cmocka_unit_test(a_layout_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
