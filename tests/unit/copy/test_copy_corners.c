/* SPDX-License-Identifier: MIT
 *
 * Copies that an instruction cannot make, each for one reason: what of which thread and value stands in the way. And
 * arrangements and accesses that the count of wavefronts refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "banks/arrangement.h"
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

static void frag_of(const char *tv, int64_t rows, int64_t cols, int bits, wgd_frag *f)
{
    const wgd_composed c = parsed(tv);
    wgd_diag d;
    if (wgd_frag_of_layout(&c.layout, rows, cols, bits, f, &d) != WGD_OK) {
        fail_msg("%s: %s, got %s", tv, d.what, d.got);
    }
}

static wgd_copy_insn insn_of(const char *name)
{
    wgd_copy_insn i;
    wgd_diag d;
    if (wgd_copy_insn_parse(name, &i, &d) != WGD_OK) {
        fail_msg("%s: %s, want %s", name, d.what, d.want);
    }
    return i;
}

static void copies(void **state)
{
    static const struct {
        const char *tv;
        int64_t rows, cols;
        const char *tile, *insn;
        wgd_status status;
        const char *what, *got;
    } rows[] = {
        {"(32,8):(1,32)", 32, 8, "(32,8):(8,1)", "st.b128", WGD_OK, "", ""},
        {"(32,8):(1,32)", 32, 8, "(32,8):(12,1)", "st.b128", WGD_ERR_ALIGN,
         "an access is not aligned", "thread 1, value 0, element (1,0), byte 24"},
        {"(32,4):(1,32)", 32, 4, "Sw<1,1,3> o 0 o (32,4):(18,1)", "st.b64", WGD_ERR_ALIGN,
         "the elements of one access are not neighbours",
         "thread 1, value 2, element (1,2), byte 44"},
        {"(32,8):(1,32)", 32, 8, "Sw<0,4,3> o 4 o (32,8):(64,8)", "st.b128", WGD_ERR_ALIGN,
         "the start of an aligned access", "thread 0, value 0, element (0,0), byte 8"},
        {"(32,8):(1,32)", 32, 8, "(32,8):(1,32)", "st.b128", WGD_ERR_ALIGN,
         "does not hold the neighbours in memory", "thread 0, value 0, element (0,0), byte 0"},
        {"(32,8):(1,32)", 32, 8, "(32,8):(8,1)", "cp.async.16", WGD_OK, "", ""},
        {"(32,8):(8,1)", 8, 32, "(8,32):(1,8)", "cp.async.16", WGD_OK, "", ""},
        {"(32,(2,4)):(2,(1,64))", 64, 4, "((2,32),4):((4,8),1)", "st.b128", WGD_OK, "", ""},
        {"(32,(2,4)):(2,(1,64))", 64, 4, "((2,32),4):((4,8),1)", "cp.async.16", WGD_ERR_ALIGN,
         "not one piece of a line", "thread 0, value 1, element (1,0), byte 8"},
        {"(32,8):(1,32)", 32, 8, "(8,32):(32,1)", "st.b128", WGD_ERR_TILE, "has not the shape",
         "8x32"},
        {"(32,8):(1,32)", 32, 8, "(32,16):(16,1)", "st.b128", WGD_ERR_TILE, "has not the shape",
         "32x16"},
        {"(2048,1):(1,0)", 2048, 1, "(32,8):(8,1)", "st.b16", WGD_ERR_LIMIT, "too many threads",
         "2048"},
        {"(32,2048):(1,32)", 256, 256, "(32,8):(8,1)", "st.b16", WGD_ERR_LIMIT, "too many threads",
         "2048"},
        {"(16,8):(1,16)", 16, 8, "(16,8):(8,1)", "st.b128", WGD_ERR_VALUE, "whole warps", "16"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static wgd_frag f;
        static wgd_copy_tile t;
        static wgd_copy c;
        wgd_diag d;
        const wgd_composed tile = parsed(rows[i].tile);
        frag_of(rows[i].tv, rows[i].rows, rows[i].cols, 16, &f);
        assert_int_equal(wgd_copy_tile_make(&tile, 16, 0, &t, &d), WGD_OK);
        memset(&d, 0, sizeof d);
        const wgd_status s = wgd_copy_make(&f, &t, insn_of(rows[i].insn), &c, &d);
        if (s != rows[i].status || !strstr(d.what, rows[i].what) ||
            strcmp(d.got, rows[i].got) != 0) {
            fail_msg("%s onto %s by %s: %d, %s, got %s", rows[i].tv, rows[i].tile, rows[i].insn,
                     (int)s, d.what, d.got);
        }
    }
}

static void tiles(void **state)
{
    static const struct {
        int64_t rows, cols;
        wgd_swizzle_mode mode;
        wgd_status status;
        const char *got, *want;
    } modes[] = {
        {0, 64, WGD_SWZ_128B, WGD_ERR_LIMIT, "0", "1 to 1024 elements"},
        {1025, 64, WGD_SWZ_128B, WGD_ERR_LIMIT, "1025", "1 to 1024 elements"},
        {64, 0, WGD_SWZ_128B, WGD_ERR_LIMIT, "0", "1 to 1024 elements"},
        {64, 1025, WGD_SWZ_128B, WGD_ERR_LIMIT, "1025", "1 to 1024 elements"},
        {64, 48, WGD_SWZ_128B, WGD_ERR_TILE, "48", "a multiple of 128 bytes"},
        {64, 48, WGD_SWZ_64B, WGD_ERR_TILE, "48", "a multiple of 64 bytes"},
        {64, 24, WGD_SWZ_32B, WGD_ERR_TILE, "24", "a multiple of 32 bytes"},
        {8, 300, WGD_SWZ_NONE, WGD_ERR_TILE, "300", "a multiple of 256 elements"},
        {8, 512, WGD_SWZ_NONE, WGD_OK, "", ""},
        {64, 64, WGD_SWZ_128B, WGD_OK, "", ""},
        {1, 64, WGD_SWZ_NONE, WGD_OK, "", ""},
        {64, 1, WGD_SWZ_NONE, WGD_OK, "", ""},
    };
    static wgd_copy_tile t;
    wgd_diag d;
    (void)state;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        memset(&d, 0, sizeof d);
        assert_int_equal(
            wgd_copy_tile_mode(modes[i].rows, modes[i].cols, 16, false, modes[i].mode, 0, &t, &d),
            modes[i].status);
        assert_string_equal(d.got, modes[i].got);
        assert_string_equal(d.want, modes[i].want);
    }
    const wgd_composed far = parsed("Sw<0,4,3> o 1000000 o (4,8):(-200000,1)");
    assert_int_equal(wgd_copy_tile_make(&far, 16, 0, &t, &d), WGD_ERR_RANGE);
    assert_string_equal(d.what, "the tile is larger than shared memory");
    const wgd_composed tile = parsed("(8,8):(8,1)");
    assert_int_equal(wgd_copy_tile_make(&tile, 16, 8, &t, &d), WGD_ERR_ALIGN);
    assert_int_equal(wgd_copy_tile_make(&tile, 64, 0, &t, &d), WGD_ERR_VALUE);
}

/* ---- arrangements -------------------------------------------------------------------------------- */

static void arrangements(void **state)
{
    static const struct {
        const char *layout;
        int bits;
        int64_t base;
        wgd_status status;
        const char *field;
    } rows[] = {
        {"(8,8):(8,1)", 16, 0, WGD_OK, ""},
        {"(1,8):(0,1)", 16, 0, WGD_OK, ""},
        {"(8,1):(1,0)", 16, 0, WGD_OK, ""},
        {"(8,8,2):(8,1,64)", 16, 0, WGD_ERR_VALUE, "layout"},
        {"(65537,8):(8,1)", 16, 0, WGD_ERR_VALUE, "layout"},
        {"(8,65537):(65537,1)", 16, 0, WGD_ERR_VALUE, "layout"},
        {"(8,8):(8,1)", 24, 0, WGD_ERR_VALUE, "bits"},
        {"(8,8):(8,1)", 16, 262144, WGD_ERR_ALIGN, "start"},
        {"(8,8):(8,1)", 16, -16, WGD_ERR_ALIGN, "start"},
        {"(8,8):(8,1)", 16, 8, WGD_ERR_ALIGN, "start"},
        {"Sw<3,4,3> o smem_ptr[8b] o (8,64):(64,1)", 16, 0, WGD_ERR_VALUE, "bits"},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)", 16, 512, WGD_ERR_ALIGN, "start"},
        {"Sw<3,3,3> o 0 o (8,64):(64,-1)", 16, 0, WGD_ERR_DOMAIN, ""},
        {"Sw<3,3,3> o 0 o (8,64):(-1,64)", 16, 0, WGD_ERR_DOMAIN, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_composed c = parsed(rows[i].layout);
        wgd_arrangement a;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        d.field = "";
        const wgd_status s = wgd_arrange_layout(&c, rows[i].bits, rows[i].base, &a, &d);
        if (s != rows[i].status || (rows[i].field[0] && strcmp(d.field, rows[i].field) != 0)) {
            fail_msg("%s: %d, %s: %s, got %s", rows[i].layout, (int)s, d.field, d.what, d.got);
        }
    }
    wgd_arrangement a;
    wgd_diag d;
    assert_int_equal(wgd_arrange_rows(8, 65537, 16, 0, &a, &d), WGD_ERR_VALUE);
    assert_string_equal(d.got, "65537");
    assert_int_equal(wgd_arrange_rows(8, 0, 16, 0, &a, &d), WGD_ERR_VALUE);
    assert_int_equal(wgd_arrange_rows(65537, 8, 16, 0, &a, &d), WGD_ERR_VALUE);
    assert_int_equal(wgd_arrange_rows(8, 9, 8, 0, &a, &d), WGD_ERR_VALUE);
}

/* An element below the base, and one beyond shared memory, are beyond it; a layout is written as it is. */
static void places(void **state)
{
    static const struct {
        const char *layout;
        int row, col;
        int64_t byte;
    } rows[] = {{"(4,4):(1,4)", 1, 2, 18},
                {"(4,4):(1,-8)", 0, 1, 262144},
                {"(4,4):(1,1000000)", 0, 1, 262144},
                {"(4,4):(4,1)", 3, 3, 30}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_composed c = parsed(rows[i].layout);
        wgd_arrangement a;
        int64_t byte = 0;
        char text[64];
        assert_int_equal(wgd_arrange_layout(&c, 16, 0, &a, NULL), WGD_OK);
        assert_int_equal(wgd_arrangement_at(&a, rows[i].row, rows[i].col, &byte, NULL), WGD_OK);
        assert_int_equal(byte, rows[i].byte);
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_arrangement(&t, &a);
        wgd_text_end(&t);
        assert_string_equal(text, rows[i].layout);
    }
    /* What is proposed for a tile whose columns are contiguous is so, too. */
    const wgd_composed c = parsed("(64,64):(1,64)");
    wgd_arrangement a;
    wgd_bank_use use;
    wgd_bank_advice advice;
    assert_int_equal(wgd_arrange_layout(&c, 16, 0, &a, NULL), WGD_OK);
    assert_int_equal(wgd_bank_use_parse("st.b128:column", 16, &use, NULL), WGD_OK);
    assert_int_equal(wgd_bank_advise(&a, &use, 1, &advice, NULL), WGD_OK);
    assert_true(advice.count > 1);
    for (int i = 0; i < advice.count; i++) {
        const wgd_arrangement *b = &advice.candidate[i].arrangement;
        if (b->kind == WGD_ARRANGE_PLAIN) {
            int64_t byte = 0;
            assert_int_equal(wgd_arrangement_at(b, 3, 2, &byte, NULL), WGD_OK);
            assert_int_equal(byte, 2 * (3 + 64 * 2));
        }
    }
}

static void accesses(void **state)
{
    wgd_arrangement a;
    wgd_bank_use use;
    wgd_diag d;
    int steps = 0;
    (void)state;
    assert_int_equal(wgd_arrange_rows(64, 64, 16, 0, &a, NULL), WGD_OK);
    assert_int_equal(wgd_bank_use_parse("st.b128:tv", 16, &use, NULL), WGD_OK);
    assert_int_equal(wgd_bank_steps(&a, &use, &steps, &d), WGD_ERR_VALUE);
    assert_string_equal(d.what, "this order is that of a layout");
    assert_int_equal(wgd_bank_use_parse("st.b128:frag:m64n8k16:d", 16, &use, NULL), WGD_OK);
    assert_int_equal(wgd_bank_steps(&a, &use, &steps, &d), WGD_ERR_TILE); /* 4 values of 8 */
    assert_int_equal(wgd_bank_use_parse("st.b32:frag:m64n64k16:c", 16, &use, NULL), WGD_OK);
    assert_int_equal(wgd_bank_steps(&a, &use, &steps, &d), WGD_OK);
    assert_int_equal(steps, 64);
    assert_int_equal(
        wgd_bank_use_parse("st.b32:frag:wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16:d", 16,
                           &use, NULL),
        WGD_OK);
    assert_int_equal(wgd_bank_steps(&a, &use, &steps, &d), WGD_ERR_DTYPE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies), cmocka_unit_test(tiles),    cmocka_unit_test(arrangements),
        cmocka_unit_test(places), cmocka_unit_test(accesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
