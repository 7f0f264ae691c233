/* SPDX-License-Identifier: MIT
 *
 * How a tile lies in shared memory: what may be asked for and what may not, to the letter, the text of each
 * arrangement, and CuTe's, which is read back and compared element by element.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "banks/arrangement.h"
#include "refused.h"

static wgd_diag d;

/* What is left out is seen. */
static wgd_status rows(int64_t n, int64_t elems, int bits, int64_t base, wgd_arrangement *a)
{
    memset(a, 0x5a, sizeof *a);
    d = unfilled();
    return wgd_arrange_rows(n, elems, bits, base, a, &d);
}

/* ---- tiles of rows -------------------------------------------------------------------------- */

static void plain(void **state)
{
    (void)state;
    wgd_arrangement a;
    assert_int_equal(rows(48, 40, 16, 4096 + 16, &a), WGD_OK);
    assert_int_equal(a.kind, WGD_ARRANGE_PLAIN);
    assert_int_equal(a.rows, 48);
    assert_int_equal(a.row_bytes, 80);
    assert_int_equal(a.pad_bytes, 0);
    assert_int_equal(a.sw.b, 0);
    assert_int_equal(a.sw.m, 4);
    assert_int_equal(a.sw.s, 3);
    assert_null(a.layout);
    assert_int_equal(a.elem_bits, 16);
    assert_false(a.along_first);
    assert_int_equal(a.base, 4112);
}

static void widths(void **state)
{
    (void)state;
    wgd_arrangement a;
    for (int bits = -8; bits < 200; bits++) {
        char got[16];
        (void)snprintf(got, sizeof got, "%d", bits);
        if (bits == 8 || bits == 16 || bits == 32 || bits == 64) {
            assert_int_equal(rows(2, 4, bits, 0, &a), WGD_OK);
            assert_int_equal(a.row_bytes, bits / 2);
            continue;
        }
        assert_int_equal(rows(2, 4, bits, 0, &a), WGD_ERR_VALUE);
        said(&d, WGD_ERR_VALUE, "bits", "not a width of whole elements", got, "8, 16, 32 or 64");
    }
}

static void shapes(void **state)
{
    (void)state;
    static const struct {
        int64_t rows, elems;
        const char *got; /* NULL: taken */
    } of[] = {{1, 1, NULL},        {65536, 1, NULL}, {1, 65536, NULL},   {0, 1, "0"},
              {65537, 1, "65537"}, {-1, 1, "-1"},    {1, 0, "0"},        {1, 65537, "65537"},
              {3, -4, "-4"},       {0, -4, "0"},     {65537, 0, "65537"}};
    wgd_arrangement a;
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        const wgd_status s = rows(of[i].rows, of[i].elems, 32, 0, &a);
        if (!of[i].got) {
            assert_int_equal(s, WGD_OK);
            assert_int_equal(a.rows, of[i].rows);
            assert_int_equal(a.row_bytes, of[i].elems * 4);
            continue;
        }
        assert_int_equal(s, WGD_ERR_VALUE);
        said(&d, WGD_ERR_VALUE, "shape", "not a tile of rows", of[i].got,
             "1 to 65536 rows, each a multiple of 4 bytes");
        hinted(&d, "ROWSxELEMENTS, as in 64x64");
    }
    assert_int_equal(rows(8, 6, 8, 0, &a), WGD_ERR_VALUE);
    assert_string_equal(d.got, "6");
    assert_int_equal(rows(8, 3, 16, 0, &a), WGD_ERR_VALUE);
    assert_int_equal(rows(8, 2, 16, 0, &a), WGD_OK);
}

static void bases(void **state)
{
    (void)state;
    static const int64_t of[] = {-16, -1, 1, 8, 15, 24, 262144, 262160, INT64_MAX};
    wgd_arrangement a;
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        char got[24];
        (void)snprintf(got, sizeof got, "%lld", (long long)of[i]);
        assert_int_equal(rows(8, 8, 32, of[i], &a), WGD_ERR_ALIGN);
        said(&d, WGD_ERR_ALIGN, "start", "an address is not aligned", got,
             "a multiple of 16 below 262144");
    }
    assert_int_equal(rows(8, 8, 32, 262128, &a), WGD_OK);
    assert_int_equal(rows(8, 8, 32, 16, &a), WGD_OK);
}

/* ---- layouts -------------------------------------------------------------------------------- */

static wgd_composed composed;

static wgd_status arrange(const char *layout, int bits, int64_t base, wgd_arrangement *a)
{
    assert_int_equal(wgd_parse_composed(layout, strlen(layout), &composed, NULL), WGD_OK);
    memset(a, 0x5a, sizeof *a);
    d = unfilled();
    return wgd_arrange_layout(&composed, bits, base, a, &d);
}

static void layouts(void **state)
{
    (void)state;
    wgd_arrangement a;
    assert_int_equal(arrange("(48,64):(64,1)", 16, 32, &a), WGD_OK);
    assert_int_equal(a.kind, WGD_ARRANGE_LAYOUT);
    assert_ptr_equal(a.layout, &composed);
    assert_int_equal(a.rows, 48);
    assert_int_equal(a.row_bytes, 128);
    assert_int_equal(a.pad_bytes, 0);
    assert_int_equal(a.elem_bits, 16);
    assert_int_equal(a.base, 32);
    assert_int_equal(arrange("(65536,1):(1,1)", 8, 0, &a), WGD_OK);
    assert_true(a.along_first);
    assert_int_equal(arrange("(1,65536):(1,1)", 8, 0, &a), WGD_OK);
    assert_int_equal(a.row_bytes, 65536);
    assert_int_equal(arrange("Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", 16, 3072, &a), WGD_OK);
    assert_int_equal(a.base, 3072);
}

static void refused_layouts(void **state)
{
    (void)state;
    wgd_arrangement a;
    assert_int_equal(arrange("(4,4,4):(1,4,16)", 16, 0, &a), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "layout", "not a layout of a matrix", "3",
         "two modes: (rows, columns)");
    assert_int_equal(arrange("64:1", 16, 0, &a), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "layout", "not a layout of a matrix", "1",
         "two modes: (rows, columns)");
    assert_int_equal(arrange("(65537,4):(4,1)", 16, 0, &a), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "layout", "a mode is too large", "65537", "at most 65536 elements");
    assert_int_equal(arrange("(4,(65536,2)):(1,(4,4))", 16, 0, &a), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "layout", "a mode is too large", "131072", "at most 65536 elements");
    assert_int_equal(arrange("(4,4):(4,1)", 24, 0, &a), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "bits", "not a width of whole elements", "24", "8, 16, 32 or 64");
    assert_int_equal(arrange("(4,4):(4,1)", 16, 8, &a), WGD_ERR_ALIGN);
    said(&d, WGD_ERR_ALIGN, "start", "an address is not aligned", "8",
         "a multiple of 16 below 262144");
    assert_int_equal(arrange("Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", 8, 0, &a),
                     WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "bits", "the layout names another width", "8", "the N of smem_ptr[Nb]");
    static const int64_t starts[] = {512, 1008, 1040, 2048 + 16};
    for (int i = 0; i < 4; i++) {
        char got[16];
        (void)snprintf(got, sizeof got, "%d", (int)starts[i]);
        assert_int_equal(arrange("Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", 16, starts[i], &a),
                         WGD_ERR_ALIGN);
        said(&d, WGD_ERR_ALIGN, "start", "an address is not aligned", got,
             "a multiple of 1024 below 262144: the swizzle acts on absolute addresses");
    }
}

/* 2^64 elements in a mode are more than any number. */
static void endless(void **state)
{
    (void)state;
    const wgd_layout many = wgd_layout_2d(INT64_C(1) << 32, INT64_C(1) << 32, 1, 1),
                     one = wgd_layout_1d(1, 0);
    for (int second = 0; second < 2; second++) {
        wgd_layout l = wgd_layout_empty();
        wgd_arrangement a;
        assert_int_equal(wgd_layout_append(&l, second ? &one : &many), WGD_OK);
        assert_int_equal(wgd_layout_append(&l, second ? &many : &one), WGD_OK);
        const wgd_composed c = wgd_composed_plain(&l);
        d = unfilled();
        assert_int_equal(wgd_arrange_layout(&c, 32, 0, &a, &d), WGD_ERR_VALUE);
        said(&d, WGD_ERR_VALUE, "layout", "a mode is too large", "9223372036854775807",
             "at most 65536 elements");
    }
}

/* An element beside the first that is at no number. */
static void nowhere(void **state)
{
    (void)state;
    wgd_arrangement a;
    wgd_layout l = wgd_layout_2d(2, 2, 1, INT64_MAX);
    wgd_composed c = wgd_composed_plain(&l);
    c.kind = WGD_SWIZZLED;
    c.sw.b = 0;
    c.sw.m = 0;
    c.sw.s = 0;
    c.offset = 1;
    assert_int_equal(wgd_arrange_layout(&c, 32, 0, &a, NULL), WGD_ERR_OVERFLOW);
    l = wgd_layout_2d(2, 2, INT64_MAX, 1);
    c.layout = l;
    assert_int_equal(wgd_arrange_layout(&c, 32, 0, &a, NULL), WGD_ERR_OVERFLOW);
    /* The first alone: a swizzle moves no offset below 0, and those beside it are at 0 and 1. */
    l = wgd_layout_2d(2, 2, 1, 1);
    c.layout = l;
    c.sw.b = 1;
    c.sw.s = 1;
    c.offset = -1;
    assert_int_equal(wgd_arrange_layout(&c, 32, 0, &a, NULL), WGD_ERR_DOMAIN);
}

/* ---- texts ---------------------------------------------------------------------------------- */

static const char *text_of(const wgd_arrangement *a)
{
    static char text[200];
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_arrangement(&t, a);
    wgd_text_end(&t);
    return text;
}

/* "" where there is none. */
static const char *cute_of(const wgd_arrangement *a)
{
    static char text[200];
    wgd_text t = wgd_text_into(text, sizeof text);
    const bool is = wgd_put_arrangement_cute(&t, a);
    wgd_text_end(&t);
    assert_int_equal(is, text[0] != '\0');
    return text;
}

/* CuTe's layout puts every element where the arrangement has it. */
static void same_places(const wgd_arrangement *a, const char *cute)
{
    wgd_composed c;
    int n_rows, cols;
    const int es = a->elem_bits / 8;
    assert_int_equal(wgd_parse_composed(cute, strlen(cute), &c, NULL), WGD_OK);
    wgd_arrangement_extent(a, &n_rows, &cols);
    for (int i = 0; i < n_rows * cols; i++) {
        int64_t at = 0, want = 0;
        assert_int_equal(wgd_composed_at(&c, i, &at, NULL), WGD_OK);
        assert_int_equal(wgd_arrangement_at(a, i % n_rows, i / n_rows, &want, NULL), WGD_OK);
        assert_int_equal(a->base + at * es, want);
    }
}

static void texts(void **state)
{
    (void)state;
    static const struct {
        int bits;
        wgd_arrange_kind kind;
        int pad;
        bool first;
        const char *text, *cute;
    } of[] = {
        {16, WGD_ARRANGE_PLAIN, 0, false, "plain", "(8,64):(64,1)"},
        {16, WGD_ARRANGE_PLAIN, 0, true, "plain", "(64,8):(1,64)"},
        {16, WGD_ARRANGE_PADDED, 16, false, "padded by 16 bytes", "(8,64):(72,1)"},
        {32, WGD_ARRANGE_PADDED, 4, true, "padded by 4 bytes", "(64,8):(1,65)"},
        {8, WGD_ARRANGE_SWIZZLED, 0, false, "Sw<3,4,3>", "Sw<3,4,3> o 0 o (8,64):(64,1)"},
        {16, WGD_ARRANGE_SWIZZLED, 0, false, "Sw<3,3,3>", "Sw<3,3,3> o 0 o (8,64):(64,1)"},
        {32, WGD_ARRANGE_SWIZZLED, 0, true, "Sw<3,2,3>", "Sw<3,2,3> o 0 o (64,8):(1,64)"},
        {64, WGD_ARRANGE_SWIZZLED, 0, false, "Sw<3,1,3>", "Sw<3,1,3> o 0 o (8,64):(64,1)"},
        {16, WGD_ARRANGE_PERMUTED, 0, false, "permuted", ""},
    };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        wgd_arrangement a;
        assert_int_equal(rows(8, 64, of[i].bits, 1024, &a), WGD_OK);
        a.kind = of[i].kind;
        a.pad_bytes = of[i].pad;
        a.along_first = of[i].first;
        a.sw.b = 3;
        assert_string_equal(text_of(&a), of[i].text);
        assert_string_equal(cute_of(&a), of[i].cute);
        if (of[i].cute[0]) {
            same_places(&a, of[i].cute);
        }
    }
}

static void texts_of_layouts(void **state)
{
    (void)state;
    static const char *const of[] = {"(8,32):(40,1)", "Sw<2,3,3> o 0 o (8,32):(32,1)",
                                     "(8,(4,8)):(4,(1,32))"};
    for (int i = 0; i < 3; i++) {
        wgd_arrangement a;
        assert_int_equal(arrange(of[i], 16, 1024, &a), WGD_OK);
        assert_string_equal(text_of(&a), of[i]);
        assert_string_equal(cute_of(&a), of[i]);
        same_places(&a, of[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain),   cmocka_unit_test(widths),
        cmocka_unit_test(shapes),  cmocka_unit_test(bases),
        cmocka_unit_test(layouts), cmocka_unit_test(refused_layouts),
        cmocka_unit_test(endless), cmocka_unit_test(nowhere),
        cmocka_unit_test(texts),   cmocka_unit_test(texts_of_layouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
