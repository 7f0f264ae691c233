/* SPDX-License-Identifier: MIT
 *
 * Tiles that the copy engine takes in several boxes, and tiles whose boxes do not lie evenly: box by box against
 * the layout's own offsets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static wgd_copy_tile tile_of(const char *text)
{
    static wgd_composed c;
    wgd_copy_tile t;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    assert_int_equal(wgd_copy_tile_make(&c, 16, 0, &t, NULL), WGD_OK);
    return t;
}

/* Elements of 2 bytes, row-major: panels along a row, blocks of lines, and the offset of each element. */
static void test_pieces(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        int panel, panels, block, blocks;
    } rows[] = {
        {"(64,64):(64,1)", 64, 1, 64, 1},
        {"(64,(32,2)):(32,(1,2048))", 32, 2, 64, 1},
        {"((32,2),64):((64,2048),1)", 64, 1, 64, 1},
        {"((32,2),64):((64,4096),1)", 64, 1, 32, 2},
        /* Three blocks of 8 lines, each with its two panels behind one another. */
        {"((8,3),(32,2)):((32,512),(1,256))", 32, 2, 8, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_copy_tile t = tile_of(rows[i].layout);
        wgd_copy_store s;
        assert_int_equal(wgd_copy_store_make(&t, WGD_FRAG_F16, &s, NULL), WGD_OK);
        assert_int_equal(s.params.box[0], rows[i].panel);
        assert_int_equal(s.params.box[1], rows[i].block);
        assert_int_equal(s.panels, rows[i].panels);
        assert_int_equal(s.blocks, rows[i].blocks);
        for (int row = 0; row < t.rows; row++) {
            for (int col = 0; col < t.cols; col++) {
                assert_int_equal(wgd_copy_store_byte(&s, row, col),
                                 2 * wgd_layout_at2(&t.layout.layout, row, col));
            }
        }
    }
}

/* Two panels are as far apart as any; of four the last two must be as far as the first. */
static void test_uneven(void **state)
{
    (void)state;
    static const char *const layouts[] = {
        "(64,(32,2,2)):(32,(1,2048,8192))", /* panels at 0, 2048, 8192 */
        "((16,2,2),64):((64,2048,8192),1)", /* blocks of lines there */
    };
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        const wgd_copy_tile t = tile_of(layouts[i]);
        wgd_copy_store s;
        wgd_diag d;
        assert_int_equal(wgd_copy_store_make(&t, WGD_FRAG_F16, &s, &d), WGD_ERR_TILE);
        assert_string_equal(d.field, "layout");
        assert_string_equal(d.want, "boxes of the same distance from one to the next");
        assert_int_equal(wgd_copy_store_make(&t, WGD_FRAG_F16, &s, NULL), WGD_ERR_TILE);
    }
}

/* Eight lines follow one another, but 20 are no multiple of that: boxes of 5 would not lie evenly. Where four
 * do, there are five boxes of 4. */
static void test_divisors(void **state)
{
    (void)state;
    wgd_copy_tile t = tile_of("(20,64):(64,1)");
    wgd_copy_store s;
    for (int i = 8; i < 20; i++) {
        t.row_off[i] += 128 * (i / 8);
    }
    wgd_diag d;
    assert_int_equal(wgd_copy_store_make(&t, WGD_FRAG_F16, &s, &d), WGD_ERR_TILE);
    t = tile_of("(20,64):(64,1)");
    for (int i = 0; i < 20; i++) {
        t.row_off[i] = i / 4 * 1024 + i % 4 * 128;
    }
    assert_int_equal(wgd_copy_store_make(&t, WGD_FRAG_F16, &s, &d), WGD_OK);
    assert_int_equal(s.params.box[1], 4);
    assert_int_equal(s.blocks, 5);
    assert_int_equal(s.block_bytes, 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_uneven),
        cmocka_unit_test(test_divisors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
