/* SPDX-License-Identifier: MIT
 *
 * What a place, its blocks and its slices are refused with, to the letter, and each limit from both sides; what a place
 * is filled with; and blocks of whole pieces that only a look at every element finds to be whole, or not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "refused.h"
#include "wgdesc.h"

static wgd_diag d;
static wgd_place p;

static wgd_composed parsed(const char *text)
{
    wgd_composed c;
    if (wgd_parse_composed(text, strlen(text), &c, &d) != WGD_OK) {
        fail_msg("%s: %s", text, d.what);
    }
    return c;
}

static wgd_status made(const char *text, wgd_dtype dtype, int64_t start)
{
    const wgd_composed c = parsed(text);
    d = unfilled();
    memset(&p, 0x5a, sizeof p);
    const wgd_status s = wgd_place_make(&c, dtype, start, &p, &d);
    memset(&p, 0x5a, sizeof p);
    assert_int_equal(wgd_place_make(&c, dtype, start, &p, NULL), s);
    return s;
}

/* ---- places ----------------------------------------------------------------------------------- */

static void no_place(void **state)
{
    (void)state;
    assert_int_equal(made("1024:1", WGD_F16, 0), WGD_ERR_DOMAIN);
    said(&d, WGD_ERR_DOMAIN, "layout", "the layout of an operand has two modes, (MN, K)", "1",
         "2 top-level modes");
    hinted(&d, "put parentheses around the modes that belong together: ((8,8),16):((64,512),1)");
    assert_int_equal(made("Sw<3,4,3> o smem_ptr[8b] o (64,64):(64,1)", WGD_F16, 0), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "layout", "smem_ptr[Nb] has another element width than the dtype", "8",
         "f16");
    hinted_at(&d, WGD_HINT_LAYOUT_DTYPE, 0, "");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(made("(64,16):(64,1)", WGD_F16, i ? 262144 : -1), WGD_ERR_RANGE);
        said(&d, WGD_ERR_RANGE, "start", "the start is outside shared memory", i ? "262144" : "-1",
             "0 to 262143");
    }
    assert_int_equal(made("(64,16):(64,1)", WGD_F16, 262143), WGD_OK);
    assert_int_equal(made("(64,16):(64,1)", WGD_F16, 0), WGD_OK);
    assert_int_equal(made("((1048576,32769),16):((0,0),1)", WGD_F16, 0), WGD_ERR_OVERFLOW);
    said(&d, WGD_ERR_OVERFLOW, "layout", wgd_status_text(WGD_ERR_OVERFLOW), "", "");
    assert_int_equal(made("((1048576,32768),16):((0,0),1)", WGD_F16, 0), WGD_OK);
    assert_true(p.mn == INT64_C(1) << 35);
}

/* A shape that no text has. */
static void no_element(void **state)
{
    (void)state;
    for (int64_t leaf = -1; leaf <= 0; leaf++) {
        wgd_composed c = parsed("(64,16):(64,0)");
        c.layout.shape.leaf[1] = leaf;
        assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, &d), WGD_ERR_OVERFLOW);
        c.layout.stride[1] = INT64_MIN;
        assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, &d), WGD_ERR_RANGE);
    }
}

/* Offsets of at most 2^32 bytes: to the bit. */
static void far(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        wgd_dtype dtype;
        int64_t start;
        const char *what; /* "": a place */
    } rows[] = {
        {"(2,16):(2147483648,0)", WGD_F16, 0, ""},
        {"(2,16):(2147483649,0)", WGD_F16, 0, "beyond"},
        {"(2147483649,16):(1,0)", WGD_F16, 0, ""},
        {"(2147483650,16):(1,0)", WGD_F16, 0, "beyond"},
        {"(2147483649,2):(1,1)", WGD_F16, 0, "beyond"},
        {"(2,34359738368):(34359738368,0)", WGD_B1, 0, ""},
        {"(2,16):(34359738369,0)", WGD_B1, 0, "beyond"},
        {"(2,16):(-2147483648,0)", WGD_F16, 0, "below"},
        {"(2,16):(-2147483649,0)", WGD_F16, 0, "beyond"},
        {"((2,2),16):((-2147483648,-1),0)", WGD_F16, 0, "beyond"},
        {"((2,2),16):((-2147483648,1),0)", WGD_F16, 0, "below"},
        {"(2,16):(4611686018427387904,0)", WGD_B1, 0, "beyond"},
        {"(2,16):(-4611686018427387904,0)", WGD_B1, 0, "beyond"},
        {"(2,16):(-9,1)", WGD_B1, 1, "below"},
        {"(2,16):(-8,1)", WGD_B1, 1, ""},
        {"(1,16):(-4611686018427387904,1)", WGD_B1, 0, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_status s = made(rows[i].layout, rows[i].dtype, rows[i].start);
        if (*rows[i].what == '\0') {
            assert_int_equal(s, WGD_OK);
        } else if (strcmp(rows[i].what, "beyond") == 0) {
            said(&d, WGD_ERR_RANGE, "layout", "the layout reaches beyond 32-bit addresses", "",
                 "offsets below 2^32 bytes");
        } else {
            assert_string_equal(d.what, "a negative stride reaches below the first address");
        }
    }
    assert_int_equal(made("(8,16):(-64,1)", WGD_F16, 16), WGD_ERR_RANGE);
    said(&d, WGD_ERR_RANGE, "layout", "a negative stride reaches below the first address", "-880",
         "0 or more");
    hinted(&d, "a larger start leaves room for negative strides");
}

static void swizzles(void **state)
{
    (void)state;
    static const struct {
        const char *sw;
        bool kept;
    } rows[] = {{"Sw<8,20,9> o smem_ptr[16b]", true},
                {"Sw<8,21,9> o smem_ptr[16b]", false},
                {"Sw<8,20,-9> o smem_ptr[16b]", true},
                {"Sw<8,21,-9> o smem_ptr[16b]", false},
                {"Sw<8,20,10> o smem_ptr[16b]", false},
                {"Sw<9,20,9> o smem_ptr[16b]", false},
                {"Sw<8,19,9> o 0", true},
                {"Sw<8,20,9> o 0", false},
                {"Sw<0,50,3> o 0", true},
                {"Sw<1,33,2> o 0", true},
                {"Sw<1,1,34> o 0", true},
                {"Sw<1,1,35> o 0", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s o (64,16):(64,1)", rows[i].sw);
        /* elements of 16 bits: the bits of an offset begin at bit 4 */
        const bool ptr = strstr(text, "smem") != NULL;
        const wgd_status s = made(text, WGD_F16, 0);
        if (rows[i].kept) {
            assert_int_equal(s, WGD_OK);
            assert_int_equal(p.sw.b, p.layout.sw.b);
            assert_int_equal(p.sw.m, p.sw.b == 0 ? 0 : p.layout.sw.m + (ptr ? 3 : 4));
            assert_int_equal(p.sw.s, p.sw.b == 0 ? 0 : p.layout.sw.s);
        } else {
            said(&d, WGD_ERR_RANGE, "layout",
                 "the swizzle acts on address bits that shared memory does not have", "",
                 "M + S + B of 18 or less, in bytes");
        }
    }
    wgd_composed c = parsed("Sw<3,3,3> o 0 o (64,16):(64,1)");
    c.sw.b = 4;
    assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "swizzle");
    c.sw.b = 3;
    static const int64_t offsets[] = {-1, 0, INT64_C(1) << 31, (INT64_C(1) << 31) + 1};
    for (int i = 0; i < 4; i++) {
        c.offset = offsets[i];
        if (i == 1 || i == 2) {
            assert_int_equal(wgd_place_make(&c, WGD_F16, 0x480, &p, &d), WGD_OK);
            assert_true(p.before == c.offset * 16);
            assert_int_equal(p.after, 0x480 * 8);
            continue;
        }
        d = unfilled();
        assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, &d), WGD_ERR_RANGE);
        said(&d, WGD_ERR_RANGE, "layout", "the offset after the swizzle is out of range",
             i ? "2147483649" : "-1", "0 to 2^32 bytes");
    }
}

static void filled(void **state)
{
    (void)state;
    assert_int_equal(made("((8,2),(4,2,3)):((4,64),(1,-32,128))", WGD_TF32, 0x400), WGD_OK);
    assert_true(p.mn == 16 && p.k == 24 && p.tile_mn == 16 && p.tile_k == 24);
    assert_true(p.bits == 32 && p.mn_leaves == 2 && p.start == 0x400);
    assert_true(p.before == 0x2000 && p.after == 0);
    assert_true(wgd_slice_whole(&p.slice));
    /* from 32 elements below to 7 * 4 + 64 + 3 + 256 above, and that one */
    assert_int_equal(wgd_place_bytes(&p), 4 * (32 + 28 + 64 + 3 + 256 + 1));
    assert_int_equal(made("(3,3):(7,1)", WGD_B1, 0), WGD_OK);
    assert_int_equal(wgd_place_bytes(&p), 3); /* 17 bits */
    assert_int_equal(made("(3,2):(7,1)", WGD_B1, 0), WGD_OK);
    assert_int_equal(wgd_place_bytes(&p), 2); /* 16 */
}

static void cut(void **state)
{
    (void)state;
    static const wgd_slice whole = {{0, 0}, {0, 0}}, part = {{8, 24}, {4, 16}};
    static const wgd_slice none = {{8, 65}, {4, 16}};
    assert_int_equal(made("(64,32):(32,1)", WGD_F16, 0), WGD_OK);
    assert_int_equal(wgd_place_cut(&p, &whole, &d), WGD_OK);
    assert_true(p.mn == 64 && p.k == 32);
    assert_int_equal(wgd_place_cut(&p, &none, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "slice");
    assert_true(p.mn == 64 && p.k == 32 && wgd_slice_whole(&p.slice));
    assert_int_equal(wgd_place_cut(&p, &part, &d), WGD_OK);
    assert_true(p.mn == 16 && p.k == 12 && p.tile_mn == 64 && p.tile_k == 32);
    assert_memory_equal(&p.slice, &part, sizeof part);
}

static void modes(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        bool sm90, sm100;
        wgd_swizzle_mode mode;
    } rows[] = {{"(64,16):(16,1)", true, true, WGD_SWZ_NONE},
                {"Sw<1,4,3> o smem_ptr[16b] o (64,16):(16,1)", true, true, WGD_SWZ_32B},
                {"Sw<3,3,3> o 0 o (64,16):(16,1)", true, true, WGD_SWZ_128B},
                {"Sw<2,5,2> o smem_ptr[16b] o (64,16):(16,1)", false, true, WGD_SWZ_128B_32B},
                {"Sw<2,3,3> o smem_ptr[16b] o (64,16):(16,1)", false, false, WGD_SWZ_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(made(rows[i].layout, WGD_F16, 0), WGD_OK);
        for (int a = 0; a < 2; a++) {
            const bool known = a ? rows[i].sm100 : rows[i].sm90;
            wgd_swizzle_mode m = WGD_SWZ_64B;
            assert_int_equal(wgd_place_mode(&p, a ? WGD_SM100 : WGD_SM90, &m), known);
            assert_int_equal(m, known ? rows[i].mode : WGD_SWZ_NONE);
        }
    }
    wgd_composed c = parsed("Sw<3,3,3> o 64 o (64,16):(64,1)");
    wgd_place_through(&c, WGD_SWZ_64B, WGD_TF32);
    assert_true(c.kind == WGD_SMEM_PTR && c.elem_bits == 32 && c.offset == 0);
    assert_true(c.sw.b == 2 && c.sw.m == 4 && c.sw.s == 3);
    c.offset = 1;
    wgd_place_through(&c, WGD_SWZ_NONE, WGD_TF32);
    assert_true(c.kind == WGD_PLAIN && c.elem_bits == 0 && c.offset == 0);
}

static void majors(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        wgd_major major;
    } rows[] = {{"(8,8):(8,1)", WGD_MAJOR_K},
                {"(8,8):(1,8)", WGD_MAJOR_MN},
                {"(8,8):(1,1)", WGD_MAJOR_K},
                {"(8,8):(2,16)", WGD_MAJOR_K},
                {"((2,4),(2,4)):((1,7),(3,1))", WGD_MAJOR_MN},
                {"((1,8),(1,8)):((9,1),(1,9))", WGD_MAJOR_MN},
                {"((2,4),(2,4)):((8,1),(1,8))", WGD_MAJOR_K}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(made(rows[i].layout, WGD_F16, 0), WGD_OK);
        assert_int_equal(wgd_place_major(&p), rows[i].major);
    }
}

/* ---- blocks ----------------------------------------------------------------------------------- */

static wgd_read read_of(wgd_operand operand, int rows, wgd_arch arch)
{
    const wgd_read rd = {WGD_F16, operand, WGD_MAJOR_K, rows, false, arch, 0};
    return rd;
}

static wgd_status blocks_of(const char *layout, wgd_read rd, int *mn, int *k)
{
    assert_int_equal(made(layout, rd.dtype, 0), WGD_OK);
    d = unfilled();
    *mn = *k = -1;
    const wgd_status s = wgd_place_blocks(&p, rd, mn, k, &d);
    int other[2];
    assert_int_equal(wgd_place_blocks(&p, rd, &other[0], &other[1], NULL), s);
    return s;
}

static void no_blocks(void **state)
{
    (void)state;
    int mn, k;
    const wgd_slice part = {{0, 60}, {0, 16}};
    assert_int_equal(blocks_of("(65,16):(64,1)", read_of(WGD_OPERAND_A, 64, WGD_SM90), &mn, &k),
                     WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "layout", "the rows are not a whole number of blocks of 64", "65",
         "a multiple of the block's rows");
    hinted_at(&d, WGD_HINT_OPERAND_B, 0, "");
    assert_int_equal(blocks_of("(65,16):(64,1)", read_of(WGD_OPERAND_B, 24, WGD_SM90), &mn, &k),
                     WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "layout", "the rows are not a whole number of blocks of N", "65",
         "a multiple of the block's rows");
    hinted_at(&d, WGD_HINT_DIVISOR_N, 0, "");
    assert_int_equal(wgd_place_cut(&p, &part, NULL), WGD_OK);
    assert_int_equal(wgd_place_blocks(&p, read_of(WGD_OPERAND_A, 256, WGD_SM100), &mn, &k, &d),
                     WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "slice", "the rows are not a whole number of the instruction's blocks",
         "60", "a multiple of the block's 256 rows");
    hinted(&d, "say the instruction's M or N and its K");
    assert_int_equal(blocks_of("(64,24):(64,1)", read_of(WGD_OPERAND_A, 64, WGD_SM90), &mn, &k),
                     WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "layout", "K is not a whole number of instruction blocks", "24",
         "a multiple of 16");
    hinted(&d, "one instruction reads 32 bytes of K (64 for B of the sparse form)");
}

static void how_many(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        int mn, k; /* 0: too many */
    } rows[] = {{"(64,16):(16,1)", 1, 1},       {"(128,48):(48,1)", 2, 3},
                {"(262144,16):(0,1)", 4096, 1}, {"(262208,16):(0,1)", 0, 0},
                {"(64,65536):(0,1)", 1, 4096},  {"(64,65552):(0,1)", 0, 0},
                {"(4096,1024):(0,1)", 64, 64},  {"(4160,1024):(0,1)", 0, 0},
                {"(4096,1040):(0,1)", 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int mn, k;
        const wgd_status s =
            blocks_of(rows[i].layout, read_of(WGD_OPERAND_A, 64, WGD_SM90), &mn, &k);
        assert_int_equal(s, rows[i].mn ? WGD_OK : WGD_ERR_LIMIT);
        if (s == WGD_OK) {
            assert_int_equal(mn, rows[i].mn);
            assert_int_equal(k, rows[i].k);
        } else {
            said(&d, WGD_ERR_LIMIT, "layout", "the tile has too many blocks", "", "at most 4096");
            hinted(&d, "shared memory holds no more than 1024");
        }
    }
}

/* ---- pieces ----------------------------------------------------------------------------------- */

typedef struct piece_case {
    const char *layout;
    wgd_dtype dtype;
    wgd_major major;
    int rows;
    int64_t start;
    wgd_gap_kind gap;
    int mn, k; /* of the gap */
} piece_case;

/* The pieces are those of the definition: 16 bytes at an aligned address, all elements in their order. */
static void look(const piece_case *c)
{
    static uint32_t at[WGD_FETCH_CHUNKS_MAX + 4]; /* the last for what must not be written */
    wgd_read rd = {c->dtype, WGD_OPERAND_B, c->major, c->rows, false, WGD_SM90, 0};
    rd.sparse = c->rows == 256;
    wgd_block b;
    wgd_gap gap;
    assert_int_equal(made(c->layout, c->dtype, c->start), WGD_OK);
    memset(&gap, 0x5a, sizeof gap);
    memset(at, 0x5a, sizeof at);
    wgd_block_make(&p, rd, 0, 0, &b);
    const size_t n = wgd_block_chunks(&b, at, &gap);
    assert_int_equal(gap.kind, c->gap);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(at[WGD_FETCH_CHUNKS_MAX + i], 0x5a5a5a5a);
    }
    if (c->gap != WGD_GAP_NONE) {
        assert_int_equal(n, 0);
        assert_int_equal(gap.mn, c->mn);
        assert_int_equal(gap.k, c->k);
        return;
    }
    const bool k_major = c->major == WGD_MAJOR_K;
    const int per = 128 / b.bits, lines = k_major ? b.mn : b.k, run = k_major ? b.k : b.mn;
    assert_int_equal(n, lines * run / per);
    for (int i = 0; i < lines * run; i++) {
        const int l = i / run, e = i % run;
        assert_int_equal(wgd_block_bit(&b, k_major ? l : e, k_major ? e : l),
                         (int64_t)at[i / per] * 8 + e % per * b.bits);
    }
}

static void pieces(void **state)
{
    (void)state;
    static const piece_case cases[] = {
        {"(8,16):(16,1)", WGD_F16, WGD_MAJOR_K, 8, 0, WGD_GAP_NONE, 0, 0},
        {"(8,16):(16,1)", WGD_F16, WGD_MAJOR_K, 8, 8, WGD_GAP_ALIGN, 0, 0},
        /* all of its pieces one, at byte 8 */
        {"(8,(8,2)):(0,(1,0))", WGD_F16, WGD_MAJOR_K, 8, 8, WGD_GAP_ALIGN, 0, 0},
        {"(8,(8,2)):(0,(1,0))", WGD_F16, WGD_MAJOR_K, 8, 16, WGD_GAP_NONE, 0, 0},
        {"Sw<3,3,3> o 0 o (8,16):(16,1)", WGD_F16, WGD_MAJOR_K, 8, 8, WGD_GAP_ALIGN, 0, 0},
        {"Sw<3,3,3> o 0 o (8,16):(16,1)", WGD_F16, WGD_MAJOR_K, 8, 32, WGD_GAP_NONE, 0, 0},
        {"(8,16):(20,1)", WGD_F16, WGD_MAJOR_K, 8, 0, WGD_GAP_ALIGN, 1, 0},
        {"(8,(4,4)):(16,(1,8))", WGD_F16, WGD_MAJOR_K, 8, 0, WGD_GAP_RUN, 0, 4},
        {"(8,(12,2)):(64,(1,16))", WGD_F16, WGD_MAJOR_K, 8, 0, WGD_GAP_RUN, 0, 12},
        {"(16,16):(1,16)", WGD_F16, WGD_MAJOR_MN, 16, 0, WGD_GAP_NONE, 0, 0},
        {"((12,2),16):((1,16),64)", WGD_F16, WGD_MAJOR_MN, 24, 0, WGD_GAP_RUN, 12, 0},
        /* swizzles of 8 and of 1 byte that turn bits which these tiles have, and have not */
        {"Sw<1,3,3> o smem_ptr[16b] o (8,16):(16,1)", WGD_F16, WGD_MAJOR_K, 8, 0, WGD_GAP_ALIGN, 2,
         0},
        {"Sw<1,3,12> o smem_ptr[16b] o (8,16):(16,1)", WGD_F16, WGD_MAJOR_K, 8, 0, WGD_GAP_NONE, 0,
         0},
        {"Sw<1,0,17> o smem_ptr[16b] o (16,16):(1,16)", WGD_F16, WGD_MAJOR_MN, 16, 0, WGD_GAP_NONE,
         0, 0},
        {"Sw<1,3,12> o smem_ptr[16b] o (256,32):(32,1)", WGD_F16, WGD_MAJOR_K, 256, 0, WGD_GAP_NONE,
         0, 0},
        /* from the swizzle on there is a whole piece in each half that it turns */
        {"Sw<1,4,3> o smem_ptr[16b] o (8,16):(16,1)", WGD_F16, WGD_MAJOR_K, 8, 0, WGD_GAP_NONE, 0,
         0},
        /* 2^32 and multiples of 2^26 */
        {"Sw<1,3,3> o 2147483648 o ((2,4),16):((33554432,67108864),1)", WGD_F16, WGD_MAJOR_K, 8, 0,
         WGD_GAP_RANGE, 0, 0},
        {"Sw<1,3,3> o 2147483648 o ((2,4),(8,2)):((33554432,67108864),(1,268435456))", WGD_F16,
         WGD_MAJOR_K, 8, 0, WGD_GAP_RANGE, 0, 0},
        {"Sw<1,3,3> o 2147483640 o (8,16):(16,1)", WGD_F16, WGD_MAJOR_K, 8, 0, WGD_GAP_RANGE, 0, 8},
        {"(8,256):(256,1)", WGD_B1, WGD_MAJOR_K, 8, 0, WGD_GAP_NONE, 0, 0},
        {"(8,256):(264,1)", WGD_B1, WGD_MAJOR_K, 8, 0, WGD_GAP_ALIGN, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        look(&cases[i]);
    }
}

/* Every block of a slice, element by element, by the layout's own words. */
static void blocks_of_slices(void **state)
{
    (void)state;
    static const wgd_slice part = {{3, 19}, {5, 37}};
    static wgd_block b;
    assert_int_equal(made("((4,3,2),(3,8,2)):((1,40,200),(4,13,1000))", WGD_F16, 64), WGD_OK);
    assert_int_equal(wgd_place_cut(&p, &part, NULL), WGD_OK);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            wgd_block_make(&p, read_of(WGD_OPERAND_B, 8, WGD_SM90), i, j, &b);
            assert_true(b.mn == 8 && b.k == 16 && b.bits == 16);
            for (int e = 0; e < 8 * 16; e++) {
                const int r = 3 + 8 * i + e / 16, k = 5 + 16 * j + e % 16;
                const int64_t off = r % 4 + r / 4 % 3 * 40 + r / 12 * 200 + k % 3 * 4 +
                                    k / 3 % 8 * 13 + k / 24 * 1000;
                assert_int_equal(wgd_block_bit(&b, e / 16, e % 16), 64 * 8 + off * 16);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_place),  cmocka_unit_test(no_element),
        cmocka_unit_test(far),       cmocka_unit_test(swizzles),
        cmocka_unit_test(filled),    cmocka_unit_test(cut),
        cmocka_unit_test(modes),     cmocka_unit_test(majors),
        cmocka_unit_test(no_blocks), cmocka_unit_test(how_many),
        cmocka_unit_test(pieces),    cmocka_unit_test(blocks_of_slices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
