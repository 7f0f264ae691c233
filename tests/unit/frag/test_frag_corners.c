/* SPDX-License-Identifier: MIT
 *
 * Fragments of layouts that no instruction gives, the tile of several warpgroups, accumulators as the next A: what is
 * refused of each, and the least that is not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static wgd_layout parsed(const char *text)
{
    wgd_layout l;
    wgd_diag d;
    if (wgd_parse_layout(text, strlen(text), &l, &d) != WGD_OK) {
        fail_msg("%s: %s", text, d.what);
    }
    return l;
}

static void layouts_that_are_no_fragment(void **state)
{
    static const struct {
        const char *tv;
        int64_t rows, cols;
        int bits;
        wgd_status status;
        const char *field, *got;
    } rows[] = {
        {"(32,4):(4,1)", 16, 8, 24, WGD_ERR_VALUE, "bits", "24"},
        {"(32,4,2):(4,1,128)", 16, 16, 16, WGD_ERR_DOMAIN, "layout", "3"},
        {"(32,65536):(65536,1)", 2048, 1024, 16, WGD_ERR_DOMAIN, "layout", "2"},
        {"(4,(2,2)):(8,(3,32))", 8, 8, 16, WGD_ERR_DOMAIN, "layout", "3"},
        {"(32,4):(4,1)", 0, 8, 16, WGD_ERR_DOMAIN, "shape", "128"},
        {"(32,4):(4,1)", 8, -8, 16, WGD_ERR_DOMAIN, "shape", "128"},
        {"(32,4):(4,1)", 12, 8, 16, WGD_ERR_DOMAIN, "shape", "128"},
        {"(32,4):(4,1)", 16, 16, 16, WGD_ERR_DOMAIN, "shape", "128"},
        {"(32,4):(8,1)", 16, 8, 16, WGD_ERR_DOMAIN, "shape", "128"},
        {"(32,3):(1,32)", 16, 8, 16, WGD_ERR_DOMAIN, "layout", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_layout tv = parsed(rows[i].tv);
        wgd_frag f;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        assert_int_equal(wgd_frag_of_layout(&tv, rows[i].rows, rows[i].cols, rows[i].bits, &f, &d),
                         rows[i].status);
        assert_string_equal(d.field, rows[i].field);
        assert_non_null(strstr(d.got, rows[i].got));
    }
}

/* Every width; one thread with one value is a fragment, too. */
static void layouts_that_are_one(void **state)
{
    static const struct {
        int bits, regs, reg_bits;
    } widths[] = {{1, 1, 32}, {4, 1, 32}, {8, 1, 32}, {16, 2, 32}, {32, 4, 32}, {64, 4, 64}};
    const wgd_layout tv = parsed("(32,4):(4,1)"), one = parsed("(1,1):(0,0)");
    wgd_frag f;
    wgd_diag d;
    (void)state;
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        assert_int_equal(wgd_frag_of_layout(&tv, 4, 32, widths[i].bits, &f, &d), WGD_OK);
        assert_int_equal(wgd_frag_type_bits(f.type), widths[i].bits);
        assert_int_equal(f.regs, widths[i].regs);
        assert_int_equal(f.reg_bits, widths[i].reg_bits);
        for (int e = 0; e < 128; e++) {
            assert_int_equal(wgd_frag_at(&f, e / 4, e % 4), e);
        }
    }
    assert_int_equal(wgd_frag_of_layout(&one, 1, 1, 32, &f, &d), WGD_OK);
    assert_int_equal(f.threads, 1);
    assert_int_equal(f.values, 1);
    assert_int_equal(wgd_frag_at(&f, 0, 0), 0);
}

static void tiles_of_warpgroups(void **state)
{
    static const struct {
        int64_t rows, cols, groups;
        bool split_n;
        wgd_status status;
        const char *field, *got;
    } rows[] = {
        {128, 64, 0, false, WGD_ERR_VALUE, "warpgroups", "0"},
        {128, 64, 9, false, WGD_ERR_VALUE, "warpgroups", "9"},
        {0, 64, 1, false, WGD_ERR_TILE, "tile", "0"},
        {1048576, 64, 1, false, WGD_ERR_TILE, "tile", "1048576"},
        {64, 64, 2, false, WGD_ERR_TILE, "tile", "64"},
        {64, 64, 2, true, WGD_ERR_TILE, "tile", "64"},
        {64, -64, 1, false, WGD_ERR_TILE, "tile", "-64"},
        {128, 64, 2, false, WGD_OK, "", ""},
        {64, 128, 2, true, WGD_OK, "", ""},
    };
    wgd_frag_op op, mma;
    wgd_frag f;
    wgd_diag d;
    (void)state;
    assert_int_equal(wgd_frag_op_parse("m64n64k16", &op, NULL), WGD_OK);
    assert_int_equal(wgd_frag_op_types(&op, NULL, NULL, NULL), WGD_OK);
    assert_int_equal(wgd_frag_op_parse("mma.m16n8k16", &mma, NULL), WGD_OK);
    assert_int_equal(wgd_frag_tile(&mma, 64, 64, 1, false, &f, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "op");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memset(&d, 0, sizeof d);
        d.field = "";
        assert_int_equal(
            wgd_frag_tile(&op, rows[i].rows, rows[i].cols, rows[i].groups, rows[i].split_n, &f, &d),
            rows[i].status);
        assert_string_equal(d.field, rows[i].field);
        assert_string_equal(d.got, rows[i].got);
    }
}

static void accumulators_fed_on(void **state)
{
    static const struct {
        const char *op;
        wgd_frag_operand operand;
        const char *dtype;
        wgd_status status;
        const char *field, *want;
    } rows[] = {
        {"m64n64k16", WGD_FRAG_OPERAND_D, "f16", WGD_OK, "", ""},
        {"m64n64k16", WGD_FRAG_OPERAND_C, "e4m3", WGD_OK, "", ""},
        {"m64n64k16", WGD_FRAG_OPERAND_A, "f16", WGD_ERR_VALUE, "operand", "d of a wgmma"},
        {"mma.m16n8k16", WGD_FRAG_OPERAND_D, "f16", WGD_ERR_VALUE, "operand", "d of a wgmma"},
        {"m64n64k32.sp", WGD_FRAG_OPERAND_E, "f16", WGD_ERR_VALUE, "operand", "d of a wgmma"},
        {"m64n64k16", WGD_FRAG_OPERAND_D, "tf32", WGD_ERR_DTYPE, "dtype", "f16, bf16"},
        {"m64n64k16", WGD_FRAG_OPERAND_D, "zebra", WGD_ERR_DTYPE, "dtype", ""},
        {"m64n64k16", WGD_FRAG_OPERAND_D, "e2m1", WGD_ERR_DTYPE, "dtype", ""},
        {"m64n64k16", WGD_FRAG_OPERAND_D, "e3m2", WGD_ERR_DTYPE, "dtype", ""},
        {"m64n8k16", WGD_FRAG_OPERAND_D, "f16", WGD_ERR_TILE, "shape", "a multiple of 16"},
        {"m64n16k16", WGD_FRAG_OPERAND_D, "s8", WGD_ERR_TILE, "shape", "a multiple of 32"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_frag_op op;
        wgd_frag c;
        wgd_frag_chain ch;
        wgd_diag d;
        assert_int_equal(wgd_frag_op_parse(rows[i].op, &op, NULL), WGD_OK);
        assert_int_equal(wgd_frag_op_types(&op, NULL, NULL, NULL), WGD_OK);
        assert_int_equal(wgd_frag_make(&op, rows[i].operand, &c, NULL), WGD_OK);
        memset(&d, 0, sizeof d);
        d.field = "";
        if (wgd_frag_chain_make(&c, rows[i].dtype, &ch, &d) != rows[i].status ||
            strcmp(d.field, rows[i].field) != 0 || !strstr(d.want, rows[i].want)) {
            fail_msg("row %d: status %d, %s, got %s, want %s", (int)i, (int)d.status, d.field,
                     d.got, d.want);
        }
        if (rows[i].status == WGD_OK) {
            assert_int_equal(ch.proved, c.threads * c.values);
        }
    }
    /* A tile whose warpgroups share the columns has not 64 rows each. */
    wgd_frag_op op;
    wgd_frag c;
    wgd_frag_chain ch;
    wgd_diag d;
    assert_int_equal(wgd_frag_op_parse("m64n64k16", &op, NULL), WGD_OK);
    assert_int_equal(wgd_frag_op_types(&op, NULL, NULL, NULL), WGD_OK);
    assert_int_equal(wgd_frag_tile(&op, 128, 64, 2, false, &c, &d), WGD_OK);
    assert_int_equal(wgd_frag_chain_make(&c, "f16", &ch, &d), WGD_OK);
    c.threads = 128;
    assert_int_equal(wgd_frag_chain_make(&c, "f16", &ch, &d), WGD_ERR_VALUE);
    assert_int_equal(wgd_frag_tile(&op, 64, 128, 2, true, &c, &d), WGD_OK);
    assert_int_equal(wgd_frag_chain_make(&c, "f16", &ch, &d), WGD_ERR_VALUE);
}

/* Names that end too soon, and what a number may be followed by. */
static void names(void **state)
{
    static const struct {
        const char *text, *got;
    } rows[] = {
        {"m64n8k/", "m64n8k/"},
        {"m64n8k:", "m64n8k:"},
        {"m64n8k16.zebra", "zebra"},
        {"mma.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0.zebra", "zebra"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_frag_op op;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        const wgd_status s = wgd_frag_op_parse(rows[i].text, &op, &d);
        assert_int_not_equal(s, WGD_OK);
        assert_string_equal(d.got, rows[i].got);
        assert_int_equal(d.pos, strstr(rows[i].text, rows[i].got) - rows[i].text);
        assert_int_equal(wgd_frag_op_parse(rows[i].text, &op, NULL), s);
    }
    /* Of wgmma's K a type that wgmma has is named, another one is not. */
    wgd_frag_op op;
    wgd_diag d;
    assert_int_equal(wgd_frag_op_parse("m64n8k24", &op, NULL), WGD_OK);
    assert_int_not_equal(wgd_frag_op_types(&op, "s8", NULL, &d), WGD_OK);
    assert_string_equal(d.want, "k32 for s8");
    assert_int_not_equal(wgd_frag_op_types(&op, "zebra", NULL, &d), WGD_OK);
    assert_string_equal(d.want, "a shape of the list");
    assert_int_not_equal(wgd_frag_op_types(&op, "zebra", NULL, NULL), WGD_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_that_are_no_fragment),
        cmocka_unit_test(layouts_that_are_one),
        cmocka_unit_test(tiles_of_warpgroups),
        cmocka_unit_test(accumulators_fed_on),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
