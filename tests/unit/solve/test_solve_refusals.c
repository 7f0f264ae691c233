/* SPDX-License-Identifier: MIT
 *
 * Layouts that no descriptor reads: the reason, the first element that cannot be reached, and the
 * changes that are offered. Every change is solved and checked again, element by element.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "said/solve_said.h"
#include "wgdesc.h"

typedef struct refused {
    const char *question; /* as a user would ask */
    const char *layout;
    wgd_dtype dtype;
    wgd_operand operand;
    int n;
    int64_t start;
    wgd_major_wish major;
    const char *said;     /* solve_said.h */
    wgd_change_kind kind; /* the cheapest change */
} refused;

#define A0 WGD_OPERAND_A, 0
static const refused cases[] = {
    {"pieces of 8 bytes from a start of 8", "Sw<1,3,3> o smem_ptr[16b] o (64,16):(16,1)", WGD_F16,
     A0, 8, WGD_WANT_ANY,
     "align, k none, (0,0) at 8 read at -1, pitch 32: the tile starts at 0x8, which is not a "
     "multiple of 16: the descriptor counts 16-byte units",
     WGD_CHANGE_SWIZZLE},
    {"a swizzle of single bits", "Sw<1,0,3> o 0 o (64,256):(256,1)", WGD_B1, A0, 0, WGD_WANT_ANY,
     "swizzle, k none, (0,8) at 1 read at -1, pitch 32: the swizzle moves pieces of 1 byte; "
     "wgmma's patterns move whole 16-byte pieces",
     WGD_CHANGE_SWIZZLE},
    {"the third piece of a row elsewhere", "((8,8),(8,3,2)):((8,64),(1,512,2048))", WGD_F16, A0, 0,
     WGD_WANT_ANY,
     "blocks, k none, (0,24) at 4096 read at 3072, pitch 16: the blocks need different fields: the "
     "first has LBO 1024, SBO 128; this one LBO 2048, SBO 128",
     WGD_CHANGE_PAD},
    {"and too far for LBO", "((8,8),(8,3,2)):((8,64),(1,512,140000))", WGD_F16, A0, 0, WGD_WANT_ANY,
     "range, k none, (0,24) at 280000 read at 3072, pitch 16: LBO would have to be 277952 bytes: "
     "the field holds 0 to 262128",
     WGD_CHANGE_PAD},
    {"padded rows of 80 bytes", "(64,16):(40,1)", WGD_F16, A0, 0, WGD_WANT_ANY,
     "pitch, k none, (1,0) at 80 read at 16, pitch 80: row pitch 80 bytes: within a group of 8 it "
     "is 16 without swizzle, or the 32, 64 or 128 of the swizzle",
     WGD_CHANGE_PAD},
    {"padded rows of 72 bytes", "(64,16):(36,1)", WGD_F16, A0, 0, WGD_WANT_ANY,
     "align, k none, (1,0) at 72 read at -1, pitch 72: row pitch 72 bytes is not a multiple of 16",
     WGD_CHANGE_PAD},
    {"row-major without swizzle", "(64,64):(64,1)", WGD_F16, A0, 0, WGD_WANT_ANY,
     "unswizzled, k 128B, (1,0) at 128 read at 144, pitch 128: row pitch 128 bytes without a "
     "swizzle: rows so far apart are read through the 128B swizzle only",
     WGD_CHANGE_SWIZZLE},
    {"8 rows of 32 bytes, the same through any swizzle", "(8,32):(32,1)", WGD_E4M3, WGD_OPERAND_B,
     0, 0, WGD_WANT_ANY,
     "unswizzled, k 32B, (4,0) at 128 read at 144, pitch 32: row pitch 32 bytes without a swizzle: "
     "rows so far apart are read through the 32B swizzle only",
     WGD_CHANGE_SWIZZLE},
    {"tf32 with M contiguous", "(64,8):(1,64)", WGD_TF32, A0, 0, WGD_WANT_ANY,
     "major, k none, (0,1) at 256 read at -1, pitch 4: tf32 cannot be MN-major: consecutive "
     "elements run along MN here, and wgmma has imm-trans for 16-bit types only",
     WGD_CHANGE_K_MAJOR},
    {"MN-major data read as K-major", "Sw<3,4,3> o smem_ptr[16b] o (64,16):(1,64)", WGD_F16, A0, 0,
     WGD_WANT_K,
     "major, k none, (0,1) at 144 read at -1, pitch 2: consecutive elements run along MN, so the "
     "layout is MN-major, not K-major",
     WGD_CHANGE_MAJOR},
    {"K-major data read as MN-major", "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", WGD_F16, A0, 0,
     WGD_WANT_MN,
     "major, mn none, (0,1) at 2 read at -1, pitch 2: consecutive elements run along K, so the "
     "layout is K-major, not MN-major",
     WGD_CHANGE_MAJOR},
    {"every second element", "(64,16):(128,2)", WGD_F16, A0, 0, WGD_WANT_ANY,
     "run, k none, (0,1) at 4 read at -1, pitch 256: no 16 consecutive bytes to fetch: neighbours "
     "along K are 32 bits apart, neighbours along MN 2048, and an element has 16",
     WGD_CHANGE_PAD},
    {"runs of 8 bytes", "(64,(4,4)):(64,(1,8))", WGD_F16, A0, 0, WGD_WANT_ANY,
     "short_run, k none, (0,4) at 16 read at -1, pitch 128: only 4 consecutive elements (8 of 16 "
     "bytes) along K: wgmma fetches 16 consecutive bytes",
     WGD_CHANGE_PAD},
    {"a pattern that begins at 0x410", "Sw<3,3,3> o 0 o (64,64):(64,1)", WGD_F16, A0, 0x410,
     WGD_WANT_ANY,
     "phase, k 128B, (1,0) at 1184 read at 1152, pitch 128: the phase of the swizzle does not "
     "match the base: the pattern begins at 0x410, and base_offset counts whole 128-byte rows",
     WGD_CHANGE_START},
    {"a start of 0x408", "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", WGD_F16, A0, 0x408,
     WGD_WANT_ANY,
     "align, k none, (0,0) at 1032 read at -1, pitch 128: the tile starts at 0x408, which is not a "
     "multiple of 16: the descriptor counts 16-byte units",
     WGD_CHANGE_START},
    {"64B swizzle over rows of 128 bytes", "Sw<2,4,3> o smem_ptr[16b] o (64,64):(64,1)", WGD_F16,
     A0, 0x400, WGD_WANT_ANY,
     "pitch_swizzle, k 64B, (1,0) at 1168 read at 1088, pitch 128: row pitch 128 bytes: the 64B "
     "swizzle has its rows 64 bytes apart",
     WGD_CHANGE_SWIZZLE},
    {"tcgen05's 128B_BASE32B", "Sw<2,5,2> o smem_ptr[32b] o (64,32):(32,1)", WGD_TF32, A0, 0x400,
     WGD_WANT_ANY,
     "swizzle, k 128B, (1,0) at 1184 read at 1168, pitch 128: Sw<2,5,2> of byte addresses is none "
     "of wgmma's swizzles: 32B Sw<1,4,3>, 64B Sw<2,4,3>, 128B Sw<3,4,3>",
     WGD_CHANGE_SWIZZLE},
    {"a swizzle of 4-byte pieces", "Sw<3,2,3> o smem_ptr[16b] o (64,64):(64,1)", WGD_F16, A0, 0x420,
     WGD_WANT_ANY,
     "swizzle, k none, (0,0) at 1060 read at -1, pitch 128: the swizzle moves pieces of 4 bytes; "
     "wgmma's patterns move whole 16-byte pieces",
     WGD_CHANGE_SWIZZLE},
    {"the second pair of 8-row groups is elsewhere",
     "Sw<3,4,3> o smem_ptr[16b] o ((8,2,4),64):((64,512,2048),1)", WGD_F16, A0, 0x400, WGD_WANT_ANY,
     "stride, k 128B, (16,0) at 5120 read at 3072, pitch 128: group 2 of 8 rows is not at the "
     "constant stride of 1024 bytes: its row 0 lies 4096 bytes in, not 2048",
     WGD_CHANGE_CANONICAL},
    {"groups 1032 bytes apart", "Sw<3,4,3> o smem_ptr[16b] o ((8,8),64):((64,516),1)", WGD_F16, A0,
     0x400, WGD_WANT_ANY,
     "align, k none, (8,0) at 2056 read at -1, pitch 128: group of 8 pitch 1032 bytes is not a "
     "multiple of 16",
     WGD_CHANGE_PAD},
    {"columns backwards", "((8,8),(8,2)):((8,64),(1,-64))", WGD_F16, A0, 0x400, WGD_WANT_ANY,
     "range, k none, (0,8) at 896 read at 263040, pitch 16: LBO would have to be -128 bytes: the "
     "field holds 0 to 262128",
     WGD_CHANGE_PAD},
    {"SBO of 262144 bytes", "((8,8),(8,2)):((8,131072),(1,64))", WGD_F16, A0, 0x400, WGD_WANT_ANY,
     "range, k none, (8,0) at 263168 read at 1024, pitch 16: SBO would have to be 262144 bytes: "
     "the field holds 0 to 262128",
     WGD_CHANGE_PAD},
    {"columns of a swizzled row apart",
     "Sw<3,4,3> o smem_ptr[16b] o ((8,8),(8,2)):((64,512),(1,16))", WGD_F16, A0, 0x400,
     WGD_WANT_ANY,
     "columns, k 128B, (0,8) at 1056 read at 1040, pitch 128: 16-byte column 1 along K lies 32 "
     "bytes after the first, not 16: the columns of a swizzled row are adjacent",
     WGD_CHANGE_PAD},
    {"rows of a group at two pitches",
     "Sw<3,4,3> o smem_ptr[8b] o ((4,2,8),32):((128,1024,2048),1)", WGD_E4M3, A0, 0x400,
     WGD_WANT_ANY,
     "pitch, k 128B, (4,0) at 2048 read at 1600, pitch 128: rows 0 to 7 are not at one pitch: 128 "
     "bytes, then 640 bytes",
     WGD_CHANGE_PAD},
    {"blocks of two groups cut from groups of three",
     "Sw<3,4,3> o smem_ptr[16b] o ((8,3,2),64):((64,512,8192),1)", WGD_F16, WGD_OPERAND_B, 16,
     0x400, WGD_WANT_ANY,
     "blocks, k 128B, (24,0) at 17408 read at 4096, pitch 128: the blocks need different fields: "
     "the first has LBO 16, SBO 1024; this one LBO 16, SBO 14336",
     WGD_CHANGE_BLOCK},
    {"the second block beyond the window",
     "Sw<3,4,3> o smem_ptr[16b] o ((64,2),64):((64,140000),1)", WGD_F16, A0, 0x400, WGD_WANT_ANY,
     "range, k 128B, (64,0) at 281072 read at 18928, pitch 128: the block's start would have to be "
     "281024 bytes: the field holds 0 to 262128",
     WGD_CHANGE_CANONICAL},
    {"the second k block 8 bytes off", "((8,8),(8,2,2)):((8,64),(1,512,1036))", WGD_F16, A0, 0,
     WGD_WANT_ANY,
     "align, k none, (0,16) at 2072 read at -1, pitch 16: a 16-byte piece does not begin on a "
     "multiple of 16 bytes",
     WGD_CHANGE_PAD},
    {"rows up to 4 GiB away", "(64,16):(34087040,1)", WGD_F16, A0, 0x3fff0, WGD_WANT_ANY,
     "range, k none, (63,0) at 4295229168 read at -1, pitch 68174080: an address does not fit 32 "
     "bits",
     WGD_CHANGE_PAD},
    {"core matrices through a swizzle",
     "Sw<3,4,3> o smem_ptr[16b] o ((8,8),(8,2)):((8,64),(1,512))", WGD_F16, A0, 0, WGD_WANT_ANY,
     "columns, k 128B, (0,8) at 1024 read at 16, pitch 16: 16-byte column 1 along K lies 1024 "
     "bytes after the first, not 16: the columns of a swizzled row are adjacent",
     WGD_CHANGE_SWIZZLE},
    {"all rows in one place", "(64,16):(0,1)", WGD_F16, A0, 0, WGD_WANT_ANY,
     "pitch, k none, (1,0) at 0 read at 16, pitch 0: row pitch 0 bytes: within a group of 8 it is "
     "16 without swizzle, or the 32, 64 or 128 of the swizzle",
     WGD_CHANGE_PAD},
    {"column-major tile wider than a row, no swizzle", "(128,16):(1,128)", WGD_BF16, WGD_OPERAND_B,
     128, 0, WGD_WANT_ANY,
     "pitch, mn none, (0,1) at 256 read at 16, pitch 256: K line pitch 256 bytes: within a group "
     "of 8 it is 16 without swizzle, or the 32, 64 or 128 of the swizzle",
     WGD_CHANGE_CANONICAL},
};

static wgd_solve_query query_of(const refused *c)
{
    wgd_solve_query q = {0};
    wgd_diag diag;
    memset(&q, 0, sizeof q);
    assert_int_equal(wgd_parse_composed(c->layout, strlen(c->layout), &q.layout, &diag), WGD_OK);
    q.dtype = c->dtype;
    q.operand = c->operand;
    q.n = c->n;
    q.start = c->start;
    q.major = c->major;
    return q;
}

static void test_reasons(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const refused *c = &cases[i];
        const wgd_solve_query q = query_of(c);
        static wgd_solve s;
        refused_so(&q, &s, c->said);
    }
}

/* The change's layout under its descriptor, all blocks, from the library's other side. */
static void assert_change_works(const wgd_solve_query *q, const wgd_change *c)
{
    wgd_place p;
    wgd_check check;
    int mn_blocks, k_blocks;
    assert_int_equal(wgd_place_make(&c->layout, q->dtype, c->start, &p, NULL), WGD_OK);
    assert_int_equal(wgd_place_blocks(&p, c->solution.read, &mn_blocks, &k_blocks, NULL), WGD_OK);
    assert_int_equal(
        wgd_check_desc(wgd_desc_encode(c->solution.desc), c->solution.read, &p, 0, 0, &check, NULL),
        WGD_OK);
    assert_true(check.match);
    assert_true(strlen(c->text) > 10);
    const wgd_swizzle_mode mode = c->solution.desc.swizzle;
    if (c->kind == WGD_CHANGE_SWIZZLE) { /* the swizzle that is named is the descriptor's */
        assert_non_null(
            strstr(c->text, mode == WGD_SWZ_NONE ? "no swizzle" : wgd_swizzle_name(mode)));
    }
}

static void test_changes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const wgd_solve_query q = query_of(&cases[i]);
        static wgd_solve s;
        static wgd_change change[WGD_CHANGES_MAX];
        assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_ERR_NO_DESC);
        const int n = wgd_solve_changes(&q, &s.refusal, change);
        if (n < 1 || change[0].kind != cases[i].kind) {
            fail_msg("%s: %d changes, first %s (%s)", cases[i].question, n,
                     n > 0 ? wgd_change_name(change[0].kind) : "", n > 0 ? change[0].text : "");
        }
        for (int c = 0; c < n; c++) {
            assert_change_works(&q, &change[c]);
            assert_true(c == 0 || change[c - 1].kind <= change[c].kind); /* cheapest first */
        }
    }
}

/* ---- bad input is another thing than an answer of "no" ----------------------------------------
 */

typedef struct bad {
    const char *layout;
    wgd_dtype dtype;
    wgd_operand operand;
    int n;
    int64_t start;
    wgd_major_wish major;
    bool sparse;
    wgd_status status;
    const char *field;
} bad;

static const bad bad_cases[] = {
    {"(64,16,2):(64,1,1024)", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_DOMAIN, "layout"},
    {"1024:1", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_DOMAIN, "layout"},
    {"Sw<3,4,3> o smem_ptr[8b] o (64,64):(64,1)", WGD_F16, A0, 0, WGD_WANT_ANY, false,
     WGD_ERR_VALUE, "layout"},
    {"(64,16):(64,1)", WGD_F16, A0, 262144, WGD_WANT_ANY, false, WGD_ERR_RANGE, "start"},
    {"(64,16):(64,1)", WGD_F16, A0, -16, WGD_WANT_ANY, false, WGD_ERR_RANGE, "start"},
    {"(64,16):(-64,1)", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_RANGE, "layout"},
    {"((8,8),16):((200000000,200000000),1)", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_RANGE,
     "layout"},
    {"((1000000,1000000),16):((0,0),1)", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_OVERFLOW,
     "layout"},
    {"(64,16):(4000000000,1)", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_RANGE, "layout"},
    {"Sw<3,40,3> o 0 o (64,16):(64,1)", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_RANGE,
     "layout"},
    {"(65,16):(64,1)", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_TILE, "layout"},
    {"(64,24):(64,1)", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_TILE, "layout"},
    {"(262208,16):(0,1)", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_LIMIT, "layout"},
    {"(64000000,16000000):(0,0)", WGD_F16, A0, 0, WGD_WANT_ANY, false, WGD_ERR_LIMIT, "layout"},
    {"(20,16):(64,1)", WGD_F16, WGD_OPERAND_B, 0, 0, WGD_WANT_ANY, false, WGD_ERR_N, "n"},
    {"(64,16):(64,1)", WGD_F16, WGD_OPERAND_B, 48, 0, WGD_WANT_ANY, false, WGD_ERR_TILE, "layout"},
    {"(64,32):(64,1)", WGD_S8, WGD_OPERAND_B, 40, 0, WGD_WANT_ANY, false, WGD_ERR_N, "n"},
    {"(64,8):(64,1)", WGD_TF32, A0, 0, WGD_WANT_MN, false, WGD_ERR_MAJOR, "major"},
    {"(64,256):(256,1)", WGD_B1, A0, 0, WGD_WANT_ANY, true, WGD_ERR_INST, "sparse"},
};

static void test_bad_input(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_cases / sizeof bad_cases[0]; i++) {
        const bad *b = &bad_cases[i];
        wgd_solve_query q = {0};
        static wgd_solve s;
        wgd_diag diag;
        memset(&q, 0, sizeof q);
        assert_int_equal(wgd_parse_composed(b->layout, strlen(b->layout), &q.layout, &diag),
                         WGD_OK);
        q.dtype = b->dtype;
        q.operand = b->operand;
        q.n = b->n;
        q.start = b->start;
        q.major = b->major;
        q.sparse = b->sparse;
        const wgd_status status = wgd_solve_layout(&q, &s, &diag);
        if (status != b->status || strcmp(diag.field, b->field) != 0) {
            fail_msg("%s: %s (%s): %s", b->layout, wgd_status_name(status), diag.field, diag.what);
        }
    }
}

static void test_offset_out_of_range(void **state)
{
    (void)state;
    const wgd_layout l = wgd_layout_2d(64, 16, 64, 1);
    wgd_composed c = wgd_composed_plain(&l);
    wgd_place p;
    wgd_diag diag;
    c.kind = WGD_SWIZZLED;
    c.sw = (wgd_swizzle){3, 3, 3};
    c.offset = -8;
    assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, &diag), WGD_ERR_RANGE);
    c.offset = INT64_MAX;
    assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, &diag), WGD_ERR_RANGE);
    c.sw.m = 61;
    assert_int_not_equal(wgd_place_make(&c, WGD_F16, 0, &p, &diag), WGD_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_offset_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
