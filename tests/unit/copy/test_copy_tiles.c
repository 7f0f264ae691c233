/* SPDX-License-Identifier: MIT
 *
 * Tiles at the edges of what is copied and what is said beyond them, which side is contiguous, and the boxes of a
 * tile with all their numbers. The names of the instructions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "refused.h"
#include "wgdesc.h"

static wgd_copy_tile tile;
static wgd_diag d;

static wgd_status tiled(const char *text, int bits, int64_t start)
{
    wgd_composed c;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    d = unfilled();
    const wgd_status s = wgd_copy_tile_make(&c, bits, start, &tile, &d);
    assert_int_equal(wgd_copy_tile_make(&c, bits, start, &tile, NULL), s);
    return s;
}

/* ---- tiles --------------------------------------------------------------------------------------- */

static void no_tile(const char *text, int bits, int64_t start, wgd_status s, const char *field,
                    const char *what, const char *got, const char *want)
{
    assert_int_equal(tiled(text, bits, start), s);
    said(&d, s, field, what, got, want);
    hinted(&d, "");
}

static void edges(void **state)
{
    static const char sides[] = "a side of the tile is too long", most[] = "1 to 1024 elements";
    static const char ends[] = "the tile ends beyond shared memory", all[] = "at most 262144 bytes";
    static const char large[] = "the tile is larger than shared memory";
    (void)state;
    assert_int_equal(tiled("(1024,4):(4,1)", 8, 0), WGD_OK);
    assert_int_equal(tiled("(4,1024):(1024,1)", 8, 0), WGD_OK);
    no_tile("(1025,4):(4,1)", 8, 0, WGD_ERR_LIMIT, "layout", sides, "1025", most);
    no_tile("(4,1025):(1025,1)", 8, 0, WGD_ERR_LIMIT, "layout", sides, "1025", most);
    no_tile("(8,8):(8,1)", 4, 0, WGD_ERR_VALUE, "bits", "not a width that is copied", "4",
            "8, 16 or 32");
    assert_int_equal(tiled("(8,8):(8,1)", 8, 262144 - 64), WGD_OK);
    assert_int_equal(tiled("(8,8):(8,1)", 16, 262144 - 128), WGD_OK);
    assert_int_equal(tiled("(8,8):(8,1)", 32, 262144 - 256), WGD_OK);
    no_tile("(8,8):(8,1)", 8, 262144 - 48, WGD_ERR_RANGE, "layout", ends, "262160", all);
    no_tile("(8,8):(8,1)", 16, 262144 - 112, WGD_ERR_RANGE, "layout", ends, "262160", all);
    no_tile("(8,8):(8,1)", 32, 262144 - 240, WGD_ERR_RANGE, "layout", ends, "262160", all);
    no_tile("(8,8):(1,8)", 32, 262144 - 240, WGD_ERR_RANGE, "layout", ends, "262160", all);
    assert_int_equal(tiled("(2,8):(1,-8)", 16, 112), WGD_OK);
    /* A row that is as far off as shared memory is long begins behind it, one farther is not looked at. */
    no_tile("(2,1):(131072,0)", 16, 0, WGD_ERR_RANGE, "layout", ends, "262146", all);
    no_tile("(2,1):(131073,0)", 16, 0, WGD_ERR_RANGE, "layout", large, "", all);
    no_tile("Sw<0,4,3> o 131072 o (2,1):(-131072,0)", 16, 0, WGD_ERR_RANGE, "layout", ends,
            "262146", all);
    no_tile("Sw<0,4,3> o 131073 o (2,1):(-131073,0)", 16, 0, WGD_ERR_RANGE, "layout", large, "",
            all);
}

/* Lines of 16 bytes, 128 apart: the last begins at 896 and is swizzled to 112 bytes behind that. */
static void swizzled_end(void **state)
{
    static const char ends[] = "the tile ends beyond shared memory", all[] = "at most 262144 bytes";
    static const char relative[] = "Sw<3,3,3> o 0 o (8,8):(64,1)";
    (void)state;
    assert_int_equal(tiled(relative, 16, 262144 - 1024), WGD_OK);
    assert_int_equal(wgd_copy_byte(&tile, 7, 7), 262142);
    no_tile(relative, 16, 262144 - 1008, WGD_ERR_RANGE, "layout", ends, "262160", all);
    no_tile(relative, 16, 262144 - 912, WGD_ERR_RANGE, "layout", ends, "262256", all);
    /* Bit 4 of an address, which is set for every second line, turned into bit 18. */
    no_tile("Sw<1,4,-14> o smem_ptr[16b] o (8,8):(8,1)", 16, 0, WGD_ERR_RANGE, "layout", ends,
            "262272", all);
}

static void contiguous(void **state)
{
    static const struct {
        const char *text;
        bool down;
    } rows[] = {
        {"(4,4):(4,1)", false},        {"(4,4):(1,4)", true},  {"(1,4):(0,1)", false},
        {"(4,1):(1,0)", true},         {"(1,1):(1,1)", false}, {"(4,1):(2,0)", false},
        {"(4,2):(2,1)", false},        {"(2,4):(1,2)", true},  {"(4,4):(1,1)", false},
        {"(4,4):(2,8)", false},        {"(1,4):(0,2)", false}, {"(4,2):(1,1)", false},
        {"(4,(1,4)):(1,(9,4))", true},
    };
    (void)state;
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]) * 3; i++) {
        const int bits = 8 << i % 3;
        memset(&tile, 0, sizeof tile);
        tile.row_off[1] = tile.col_off[1] = bits / 8; /* what another tile has left there */
        assert_int_equal(tiled(rows[i / 3].text, bits, 32), WGD_OK);
        assert_int_equal(tile.down, rows[i / 3].down);
        assert_int_equal(tile.bits, bits);
        assert_int_equal(tile.sw.b, 0);
        assert_int_equal(tile.sw.m, 0);
        for (int k = 0; k < tile.rows * tile.cols; k++) {
            const int row = k % tile.rows, col = k / tile.rows;
            assert_int_equal(wgd_copy_byte(&tile, row, col),
                             32 + bits / 8 * wgd_layout_at2(&tile.layout.layout, row, col));
        }
    }
}

/* By rows and columns: the element that lies at each place, its layout and which way it runs. */
static void modes(void **state)
{
    static const struct {
        int rows, cols, bits;
        bool down;
        wgd_swizzle_mode mode;
        const char *layout;
    } rows[] = {
        {8, 8, 16, false, WGD_SWZ_NONE, "(8,8):(8,1)"},
        {8, 8, 16, true, WGD_SWZ_NONE, "(8,8):(1,8)"},
        {8, 1, 16, false, WGD_SWZ_NONE, "(8,1):(1,1)"},
        {1, 8, 16, true, WGD_SWZ_NONE, "(1,8):(1,1)"},
        {4, 512, 8, false, WGD_SWZ_NONE, "(4,(256,2)):(256,(1,1024))"},
        {4, 256, 8, false, WGD_SWZ_NONE, "(4,256):(256,1)"},
        {8, 32, 16, false, WGD_SWZ_32B, "Sw<1,4,3> o smem_ptr[16b] o (8,(16,2)):(16,(1,128))"},
        {32, 8, 32, true, WGD_SWZ_64B, "Sw<2,4,3> o smem_ptr[32b] o ((16,2),8):((1,128),16)"},
        {2, 128, 8, false, WGD_SWZ_128B, "Sw<3,4,3> o smem_ptr[8b] o (2,128):(128,1)"},
        {2, 64, 16, false, WGD_SWZ_128B_32B, "Sw<2,5,2> o smem_ptr[16b] o (2,64):(64,1)"},
        {1024, 2, 8, false, WGD_SWZ_NONE, "(1024,2):(2,1)"},
        {2, 1024, 8, true, WGD_SWZ_NONE, "(2,1024):(1,2)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[96];
        wgd_swizzle_mode mode;
        memset(&tile, 0x5a, sizeof tile);
        assert_int_equal(wgd_copy_tile_mode(rows[i].rows, rows[i].cols, rows[i].bits, rows[i].down,
                                            rows[i].mode, 1024, &tile, NULL),
                         WGD_OK);
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_composed(&t, &tile.layout, WGD_FMT_PLAIN);
        wgd_text_end(&t);
        assert_string_equal(text, rows[i].layout);
        assert_int_equal(tile.down, rows[i].down);
        assert_int_equal(tile.layout.elem_bits, rows[i].mode == WGD_SWZ_NONE ? 0 : rows[i].bits);
        assert_int_equal(tile.layout.offset, 0);
        assert_true(wgd_copy_tile_swizzle(&tile, &mode) && mode == rows[i].mode);
    }
    d = unfilled();
    assert_int_equal(wgd_copy_tile_mode(1, 0, 16, false, WGD_SWZ_NONE, 0, &tile, &d),
                     WGD_ERR_LIMIT);
    said(&d, WGD_ERR_LIMIT, "shape", "a side of the tile is too long", "0", "1 to 1024 elements");
    assert_int_equal(wgd_copy_tile_mode(1024, 1025, 16, false, WGD_SWZ_NONE, 0, &tile, &d),
                     WGD_ERR_LIMIT);
    said(&d, WGD_ERR_LIMIT, "shape", "a side of the tile is too long", "1025",
         "1 to 1024 elements");
    assert_int_equal(wgd_copy_tile_mode(8, 8, 16, true, WGD_SWZ_NONE, 8, &tile, &d), WGD_ERR_ALIGN);
    assert_string_equal(d.field, "start");
}

/* ---- boxes --------------------------------------------------------------------------------------- */

static void boxes(void **state)
{
    static const struct {
        const char *text;
        int bits;
        wgd_frag_type type;
        int64_t start;
        wgd_tma_type of;
        int along, lines, panel, block;
        int64_t panel_bytes, block_bytes;
    } rows[] = {
        {"(8,64):(64,1)", 16, WGD_FRAG_F16, 0, WGD_TMA_FLOAT16, 64, 8, 64, 8, 0, 0},
        {"(8,64):(64,1)", 16, WGD_FRAG_BF16, 128, WGD_TMA_BFLOAT16, 64, 8, 64, 8, 0, 0},
        {"(8,64):(64,1)", 8, WGD_FRAG_BF16, 0, WGD_TMA_UINT8, 64, 8, 64, 8, 0, 0},
        {"(64,8):(1,64)", 32, WGD_FRAG_BF16, 0, WGD_TMA_FLOAT32, 64, 8, 64, 8, 0, 0},
        {"((4,2),(32,4)):((32,1024),(1,128))", 16, WGD_FRAG_F16, 0, WGD_TMA_FLOAT16, 128, 8, 32, 4,
         256, 2048},
        {"(514,64):(64,1)", 16, WGD_FRAG_F16, 0, WGD_TMA_FLOAT16, 64, 514, 64, 2, 0, 256},
        {"(4,257):(257,1)", 16, WGD_FRAG_F16, -1, WGD_TMA_FLOAT16, 0, 0, 0, 0, 0, 0},
        {"(512,8):(8,1)", 16, WGD_FRAG_F16, 0, WGD_TMA_FLOAT16, 8, 512, 8, 256, 0, 4096},
        {"Sw<3,4,3> o smem_ptr[8b] o (8,128):(128,1)", 8, WGD_FRAG_F16, 1024, WGD_TMA_UINT8, 128, 8,
         128, 8, 0, 0},
        {"Sw<0,4,3> o 16 o (8,64):(64,1)", 16, WGD_FRAG_F16, 96, WGD_TMA_FLOAT16, 64, 8, 64, 8, 0,
         0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_copy_store s;
        const int es = rows[i].bits / 8;
        if (rows[i].start < 0) {
            assert_int_equal(tiled(rows[i].text, rows[i].bits, 0), WGD_OK);
            assert_int_equal(wgd_copy_store_make(&tile, rows[i].type, &s, NULL), WGD_ERR_TILE);
            continue;
        }
        assert_int_equal(tiled(rows[i].text, rows[i].bits, rows[i].start), WGD_OK);
        memset(&s, 0x5a, sizeof s);
        assert_int_equal(wgd_copy_store_make(&tile, rows[i].type, &s, NULL), WGD_OK);
        assert_int_equal(s.params.type, rows[i].of);
        assert_int_equal(s.params.rank, 2);
        assert_int_equal(s.params.address, 0);
        assert_int_equal(s.params.dim[0], rows[i].along);
        assert_int_equal(s.params.dim[1], rows[i].lines);
        assert_int_equal(s.params.stride[0], rows[i].along * es);
        assert_int_equal(s.params.box[0], rows[i].panel);
        assert_int_equal(s.params.box[1], rows[i].block);
        assert_int_equal(s.params.element_stride[0], 1);
        assert_int_equal(s.params.element_stride[1], 1);
        assert_int_equal(s.panels, rows[i].along / rows[i].panel);
        assert_int_equal(s.blocks, rows[i].lines / rows[i].block);
        assert_int_equal(s.boxes, s.panels * s.blocks);
        assert_int_equal(s.box_bytes, rows[i].panel * rows[i].block * es);
        assert_int_equal(s.panel_bytes, rows[i].panel_bytes);
        assert_int_equal(s.block_bytes, rows[i].block_bytes);
        for (int k = 0; k < tile.rows * tile.cols; k++) {
            const int row = k % tile.rows, col = k / tile.rows;
            assert_int_equal(wgd_copy_store_byte(&s, row, col), wgd_copy_byte(&tile, row, col));
        }
    }
}

static void no_store(const char *text, int64_t start, wgd_status s, const char *what,
                     const char *got, const char *want, const char *hint)
{
    wgd_copy_store store;
    assert_int_equal(tiled(text, 16, start), WGD_OK);
    d = unfilled();
    assert_int_equal(wgd_copy_store_make(&tile, WGD_FRAG_F16, &store, &d), s);
    said(&d, s, "layout", what, got, want);
    hinted(&d, hint);
    assert_int_equal(wgd_copy_store_make(&tile, WGD_FRAG_F16, &store, NULL), s);
}

static void no_boxes(void **state)
{
    static const char whole[] = "the copy engine takes lines of whole 16 bytes only";
    static const char sixteen[] = "neighbours in memory for a multiple of 16 bytes";
    static const char row[] = "a line of a box is not one row of the swizzle";
    static const char wide[] = "as many bytes in a row as the swizzle is wide";
    static const char dense[] = "the tile is not made of dense boxes";
    static const char even[] = "boxes of the same distance from one to the next";
    static const char begin[] = "a box does not begin at a multiple of 128 bytes";
    static const char none[] = "the copy engine has no such swizzle";
    static const char tma[] = "Sw<B,4,3> of byte addresses, B up to 3";
    static const char lines[] = "the tile can still be copied line by line";
    (void)state;
    no_store("(8,4):(4,1)", 0, WGD_ERR_TILE, whole, "8", sixteen, lines);
    no_store("Sw<3,4,3> o smem_ptr[16b] o (8,32):(32,1)", 0, WGD_ERR_TILE, row, "64", wide, lines);
    no_store("(8,(8,2,2)):(8,(1,64,256))", 0, WGD_ERR_TILE, dense, "8", even, lines);
    no_store("((2,2,2),64):((64,256,1024),1)", 0, WGD_ERR_TILE, dense, "64", even, lines);
    no_store("Sw<3,4,4> o smem_ptr[16b] o (8,64):(64,1)", 0, WGD_ERR_VALUE, none, "", tma, "");
    no_store("Sw<3,5,3> o smem_ptr[16b] o (8,64):(64,1)", 0, WGD_ERR_VALUE, none, "", tma, "");
    no_store("Sw<4,4,4> o smem_ptr[16b] o (8,64):(64,1)", 0, WGD_ERR_VALUE, none, "", tma, "");
    /* The first box, the next panel, the next block. */
    no_store("(8,64):(64,1)", 16, WGD_ERR_ALIGN, begin, "16", "a multiple of 128", "");
    no_store("((4,2),(8,2)):((8,128),(1,40))", 0, WGD_ERR_ALIGN, begin, "80", "a multiple of 128",
             "");
    no_store("(8,64):(72,1)", 0, WGD_ERR_ALIGN, begin, "144", "a multiple of 128", "");
}

/* ---- instructions -------------------------------------------------------------------------------- */

static void names(void **state)
{
    static const struct {
        const char *name;
        wgd_copy_insn insn;
    } rows[] = {
        {"st.v2.b32", WGD_COPY_ST64},          {"st.v4.b32", WGD_COPY_ST128},
        {"ld.v2.b32", WGD_COPY_LD64},          {"ld.v4.b32", WGD_COPY_LD128},
        {"ld.shared.v4.b32", WGD_COPY_LD128},  {"st.shared::cta.b8", WGD_COPY_ST8},
        {"cp.async.16", WGD_COPY_CP_ASYNC_16}, {"stmatrix.x4.trans", WGD_COPY_STMATRIX_X4_TRANS},
    };
    static const char *const none[] = {"", "st.b12", "stxshared.b8", "st.shared?:cta.b8",
                                       "st.v2.b64"};
    wgd_copy_insn insn;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(wgd_copy_insn_parse(rows[i].name, &insn, NULL), WGD_OK);
        assert_int_equal(insn, rows[i].insn);
    }
    for (int i = 0; i < WGD_COPY_INSN_COUNT; i++) {
        const char *name = wgd_copy_insn_name((wgd_copy_insn)i);
        assert_int_equal(wgd_copy_insn_parse(name, &insn, NULL), WGD_OK);
        assert_int_equal(insn, i);
        assert_int_equal(wgd_copy_insn_measured(insn), strncmp(name, "cp", 2) != 0);
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        d = unfilled();
        assert_int_equal(wgd_copy_insn_parse(none[i], &insn, &d), WGD_ERR_VALUE);
        said(&d, WGD_ERR_VALUE, "access", "no instruction that copies", none[i],
             "st or ld with .b8 to .b128; stmatrix or ldmatrix with .x1, .x2 or .x4, and .trans; "
             "cp.async.4, .8 or .16");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges), cmocka_unit_test(swizzled_end), cmocka_unit_test(contiguous),
        cmocka_unit_test(modes), cmocka_unit_test(boxes),        cmocka_unit_test(no_boxes),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
