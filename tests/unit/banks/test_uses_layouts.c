/* SPDX-License-Identifier: MIT
 *
 * All orders over tiles that a layout of elements lays out, and that of a layout of threads and values, against
 * tests/unit/lib/naive_use.h; and which of these layouts are known to keep vectors whole, so that the elements of a vector
 * need not be looked at one by one: what is known is true.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "banks/uses.h"
#include "naive_use.h"
#include "wgd_layout.h"

static wgd_composed composed;

static naive_tile tile_of(const char *layout, int rows, int cols, int es, bool first, int64_t base)
{
    naive_tile t = {.rows = rows, .cols = cols, .es = es, .first = first};
    assert_int_equal(wgd_parse_composed(layout, strlen(layout), &composed, NULL), WGD_OK);
    assert_int_equal(wgd_arrange_layout(&composed, 8 * es, base, &t.a, NULL), WGD_OK);
    assert_int_equal(t.a.along_first, first);
    assert_int_equal(t.a.rows, first ? cols : rows);
    assert_int_equal(t.a.row_bytes, (first ? rows : cols) * es);
    int r = 0, c = 0;
    wgd_arrangement_extent(&t.a, &r, &c);
    assert_int_equal(r, rows);
    assert_int_equal(c, cols);
    return t;
}

static wgd_bank_use use_of(const char *text, int es)
{
    wgd_bank_use u;
    assert_int_equal(wgd_bank_use_parse(text, 8 * es, &u, NULL), WGD_OK);
    return u;
}

static const struct {
    const char *layout;
    int rows, cols;
    bool first;
} layouts[] = {
    {"(32,32):(32,1)", 32, 32, false},
    {"(32,32):(1,32)", 32, 32, true},
    {"(32,32):(40,1)", 32, 32, false},
    {"(32,32):(1,40)", 32, 32, true},
    {"(32,(8,4)):(8,(1,256))", 32, 32, false},
    {"((8,4),32):((1,256),8)", 32, 32, true},
    {"(32,(4,2,4)):(32,(1,4,8))", 32, 32, false}, /* runs of 32 in three modes */
    {"(32,(4,8)):(4,(1,128))", 32, 32, false},    /* of 4 */
    {"(32,(2,16)):(2,(1,64))", 32, 32, false},    /* of 2 */
    {"(32,32):(1,33)", 32, 32, true},             /* columns that begin anywhere */
    {"(32,32):(2,64)", 32, 32, false},            /* nothing is beside anything */
    {"Sw<2,3,3> o 0 o (32,32):(32,1)", 32, 32, false},
    {"Sw<2,3,3> o 0 o (32,32):(1,32)", 32, 32, true},
    {"Sw<2,2,3> o 0 o (32,32):(32,1)", 32, 32, false},
    {"Sw<1,1,3> o 0 o (32,32):(32,1)", 32, 32, false},
    {"Sw<2,3,3> o 8 o (32,32):(32,1)", 32, 32, false},
    {"Sw<2,3,3> o 4 o (32,32):(32,1)", 32, 32, false},
    {"Sw<2,3,3> o 0 o (32,32):(36,1)", 32, 32, false},
    {"Sw<2,3,3> o 0 o (32,(8,4)):(8,(1,260))", 32, 32, false},
    {"Sw<2,3,3> o 0 o ((32,1),32):((32,3),1)", 32, 32, false},
    {"Sw<2,4,3> o smem_ptr[16b] o (32,32):(32,1)", 32, 32, false},
    {"Sw<2,4,3> o smem_ptr[16b] o (32,32):(1,32)", 32, 32, true},
    {"Sw<2,3,3> o smem_ptr[16b] o (32,32):(32,1)", 32, 32, false},
    {"(32,32):(6000,1)", 32, 32, false},  /* most of it beyond shared memory */
    {"(32,32):(12000,1)", 32, 32, false}, /* and so much that it is no address */
    {"(32,32):(-32,1)", 32, 32, false},   /* or before it */
    {"(32,32):(262144,1)", 32, 32, false},
    {"Sw<2,3,3> o 8 o (32,32):(1,32)", 32, 32, true},
};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static void each_layout(const char *text, int least_fine)
{
    const wgd_bank_use u = use_of(text, 2);
    int fine = 0;
    for (int i = 0; i < LAYOUTS; i++) {
        const naive_tile t =
            tile_of(layouts[i].layout, layouts[i].rows, layouts[i].cols, 2, layouts[i].first, 2048);
        fine += naive_use_compare(&t, &u) == WGD_OK;
    }
    assert_in_range(fine, least_fine, LAYOUTS - 3);
}

static void copies(void **state)
{
    (void)state;
    each_layout("ld.b128:copy", 8);
    each_layout("st.b32:copy", 16);
}

static void columns(void **state)
{
    (void)state;
    each_layout("ld.b64:column", 10);
    each_layout("ldmatrix.x1:column", 8);
}

static void matrices(void **state)
{
    (void)state;
    each_layout("ldmatrix.x4:mma.a", 8);
    each_layout("stmatrix.x4:mma.b", 8);
}

static void fragments(void **state)
{
    (void)state;
    each_layout("ld.b32:frag:mma.m16n8k16:a", 10);
    each_layout("st.b32:frag:mma.m16n8k16:d", 10);
    const naive_tile rows = tile_of("(64,16):(16,1)", 64, 16, 4, false, 0);
    const wgd_bank_use wide = use_of("st.b64:frag:m64n16k16:d", 4);
    assert_int_equal(naive_use_compare(&rows, &wide), WGD_OK);
    const naive_tile cols = tile_of("(64,16):(1,64)", 64, 16, 4, true, 0);
    assert_int_equal(naive_use_compare(&cols, &wide), WGD_ERR_ALIGN);
}

/* A tile of one row, of one column, of one element, where nothing is beside one or the other. */
static void thin(void **state)
{
    (void)state;
    const wgd_bank_use u = use_of("ld.b32:copy", 4);
    naive_tile t = tile_of("(1,64):(7,1)", 1, 64, 4, false, 16);
    assert_int_equal(naive_use_compare(&t, &u), WGD_OK);
    t = tile_of("(64,1):(1,7)", 64, 1, 4, true, 16);
    assert_int_equal(naive_use_compare(&t, &u), WGD_OK);
    t = tile_of("(64,1):(1,1)", 64, 1, 4, true, 16);
    assert_int_equal(naive_use_compare(&t, &u), WGD_OK);
    t = tile_of("(1,64):(1,1)", 1, 64, 4, false, 16);
    assert_int_equal(naive_use_compare(&t, &u), WGD_OK);
    t = tile_of("(2,2):(1,1)", 2, 2, 4, false, 16);
    assert_int_equal(naive_use_compare(&t, &u), WGD_OK);
    t = tile_of("Sw<1,4,3> o 8 o (2,2):(1,1)", 2, 2, 4, false, 16);
    assert_int_equal(naive_use_compare(&t, &u), WGD_OK);
    t = tile_of("(2,2):(1,2)", 2, 2, 4, true, 16);
    assert_int_equal(naive_use_compare(&t, &u), WGD_OK);
    t = tile_of("(1,1):(5,6)", 1, 1, 4, false, 16);
    assert_int_equal(naive_use_compare(&t, &u), WGD_OK);
}

/* A layout of threads and values: two warps, in either major, whole vectors or not. */
static void threads_and_values(void **state)
{
    (void)state;
    static const struct {
        const char *tv, *use;
        wgd_status want[2]; /* on a tile of rows, and of columns */
    } of[] = {
        {"((4,16),(2,4)):((32,1),(16,128))", "st.b32:copy", {WGD_OK, WGD_ERR_ALIGN}},
        {"((4,16),(2,4)):((32,1),(16,128))", "ld.b64:copy", {WGD_ERR_ALIGN, WGD_ERR_ALIGN}},
        {"((2,32),8):((8,16),1)", "ld.b128:copy", {WGD_ERR_ALIGN, WGD_OK}},
        {"((2,32),(4,2)):((4,16),(1,8))", "st.b64:copy", {WGD_ERR_ALIGN, WGD_OK}},
    };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        wgd_layout l;
        wgd_frag f;
        assert_int_equal(wgd_parse_layout(of[i].tv, strlen(of[i].tv), &l, NULL), WGD_OK);
        assert_int_equal(wgd_frag_of_layout(&l, 16, 32, 16, &f, NULL), WGD_OK);
        wgd_bank_use u = use_of(of[i].use, 2);
        u.order = WGD_ORDER_TV;
        u.tv = &f;
        naive_tile t = tile_of("(32,64):(64,1)", 32, 64, 2, false, 0);
        assert_int_equal(naive_use_compare(&t, &u), of[i].want[0]);
        t = tile_of("(32,64):(1,32)", 32, 64, 2, true, 0);
        assert_int_equal(naive_use_compare(&t, &u), of[i].want[1]);
        naive_tile rows = {.rows = 32, .cols = 64, .es = 2, .first = false};
        assert_int_equal(wgd_arrange_rows(32, 64, 16, 0, &rows.a, NULL), WGD_OK);
        assert_int_equal(naive_use_compare(&rows, &u), of[i].want[0]);
        rows.a.kind = WGD_ARRANGE_SWIZZLED;
        rows.a.sw.b = 3;
        assert_int_equal(naive_use_compare(&rows, &u), of[i].want[0]);
    }
}

/* ---- what is known beforehand --------------------------------------------------------------- */

static bool checked(const naive_tile *t, const wgd_bank_use *u)
{
    use_plan p;
    assert_int_equal(wgd_use_plan_all(&t->a, u, &p, NULL), WGD_OK);
    return p.checked;
}

/* For vectors of 2, 4 and 8 elements of those layouts, in their order. */
static void known_whole(void **state)
{
    (void)state;
    static const char *const whole[LAYOUTS] = {"yyy", "yyy", "yyy", "yyy", "yyy", "yyy", "yyy",
                                               "yyn", "ynn", "yyy", "nnn", "yyy", "yyy", "yyn",
                                               "ynn", "yyy", "yyn", "yyn", "yyn", "yyy", "yyy",
                                               "yyy", "yyn", "yyy", "yyy", "yyy", "yyy", "yyy"};
    static const char *const of[] = {"ld.b32:copy", "ld.b64:copy", "ld.b128:copy"};
    for (int i = 0; i < LAYOUTS; i++) {
        const naive_tile t =
            tile_of(layouts[i].layout, layouts[i].rows, layouts[i].cols, 2, layouts[i].first, 0);
        for (int k = 0; k < 3; k++) {
            const wgd_bank_use u = use_of(of[k], 2);
            if (checked(&t, &u) != (whole[i][k] == 'n')) {
                fail_msg("%s of %s", of[k], layouts[i].layout);
            }
        }
    }
}

/* Of bytes, of words, and of pairs of them: a swizzle of addresses moves 16 bytes, whatever an element has. */
static void known_whole_widths(void **state)
{
    (void)state;
    static const char *const layouts_of[] = {"Sw<2,4,3> o smem_ptr[8b] o (32,32):(32,1)",
                                             "Sw<2,4,3> o smem_ptr[32b] o (32,32):(32,1)",
                                             "Sw<2,4,3> o smem_ptr[64b] o (32,32):(32,1)"};
    static const int es[] = {1, 4, 8};
    for (int i = 0; i < 3; i++) {
        const naive_tile t = tile_of(layouts_of[i], 32, 32, es[i], false, 0);
        const wgd_bank_use u = use_of("ld.b128:copy", es[i]);
        assert_false(checked(&t, &u));
        assert_int_equal(naive_use_compare(&t, &u), WGD_OK);
    }
}

/* Of a fragment the values of a vector have to be neighbours as well. */
static void known_whole_registers(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        int rows, cols, es;
        bool first;
        const char *use;
        bool whole;
    } of[] = {
        {"(16,16):(16,1)", 16, 16, 2, false, "ld.b32:frag:mma.m16n8k16:a", true},
        {"(16,16):(1,16)", 16, 16, 2, true, "ld.b32:frag:mma.m16n8k16:a", false},
        {"(16,16):(16,1)", 16, 16, 2, false, "ld.b64:frag:mma.m16n8k16:a", false},
        {"(16,(2,8)):(2,(1,32))", 16, 16, 2, false, "ld.b32:frag:mma.m16n8k16:a", true},
        {"(16,(2,8)):(2,(2,32))", 16, 16, 2, false, "ld.b32:frag:mma.m16n8k16:a", false},
        {"(8,8):(1,8)", 8, 8, 2, true, "ld.b32:frag:ldmatrix.x1.trans", true},
        {"(8,8):(8,1)", 8, 8, 2, false, "ld.b32:frag:ldmatrix.x1.trans", false},
        {"(64,8):(8,1)", 64, 8, 4, false, "st.b64:frag:m64n8k16:d", true},
        {"(64,8):(8,1)", 64, 8, 4, false, "st.b128:frag:m64n8k16:d", false},
        {"(64,8):(8,1)", 64, 8, 4, false, "st.b32:frag:m64n8k16:d", true},
        {"(8,16):(16,1)", 8, 16, 2, false, "ld.b32:frag:mma.m16n8k16:b", true},
        {"(8,16):(1,8)", 8, 16, 2, true, "ld.b32:frag:mma.m16n8k16:b", false},
    };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        const naive_tile t =
            tile_of(of[i].layout, of[i].rows, of[i].cols, of[i].es, of[i].first, 0);
        const wgd_bank_use u = use_of(of[i].use, of[i].es);
        if (checked(&t, &u) == of[i].whole) {
            fail_msg("%s of %s", of[i].use, of[i].layout);
        }
    }
}

/* Of rows every vector is whole, but those of a fragment; of a layout of threads nothing is known. */
static void known_rows(void **state)
{
    (void)state;
    naive_tile t = {.rows = 16, .cols = 16, .es = 2, .first = false};
    assert_int_equal(wgd_arrange_rows(16, 16, 16, 0, &t.a, NULL), WGD_OK);
    wgd_bank_use u = use_of("ld.b128:copy", 2);
    assert_false(checked(&t, &u));
    u = use_of("ld.b32:frag:mma.m16n8k16:a", 2);
    assert_false(checked(&t, &u));
    use_plan p;
    assert_int_equal(wgd_use_plan(&t.a, &u, &p, NULL), WGD_OK);
    assert_true(p.checked);
    u = use_of("ld.b64:frag:mma.m16n8k16:a", 2);
    assert_true(checked(&t, &u));
    wgd_layout l;
    wgd_frag f;
    const char *const tv = "(32,8):(1,32)";
    assert_int_equal(wgd_parse_layout(tv, strlen(tv), &l, NULL), WGD_OK);
    assert_int_equal(wgd_frag_of_layout(&l, 16, 16, 16, &f, NULL), WGD_OK);
    u = use_of("ld.b32:copy", 4);
    u.order = WGD_ORDER_TV;
    u.tv = &f;
    assert_true(checked(&t, &u));
}

/* An element whose place is no number is refused, also where the first of its vector has one: from row 32 on. */
static void beyond_numbers(void **state)
{
    (void)state;
    const wgd_layout l = wgd_layout_2d(64, 2, 2, INT64_MAX);
    const wgd_composed c = wgd_composed_plain(&l);
    const wgd_bank_use u = use_of("ld.b64:column", 4);
    wgd_arrangement a;
    wgd_bank_lanes lanes;
    assert_int_equal(wgd_arrange_layout(&c, 32, 0, &a, NULL), WGD_OK);
    assert_int_equal(wgd_bank_step(&a, &u, 0, &lanes, NULL), WGD_ERR_ALIGN);
    assert_int_equal(wgd_bank_step(&a, &u, 1, &lanes, NULL), WGD_ERR_OVERFLOW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),         cmocka_unit_test(columns),
        cmocka_unit_test(matrices),       cmocka_unit_test(fragments),
        cmocka_unit_test(thin),           cmocka_unit_test(threads_and_values),
        cmocka_unit_test(known_whole),    cmocka_unit_test(known_whole_registers),
        cmocka_unit_test(known_rows),     cmocka_unit_test(known_whole_widths),
        cmocka_unit_test(beyond_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
