/* SPDX-License-Identifier: MIT
 *
 * Layouts as text, both ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "random_layout.h"
#include "wgd_layout_op.h"

/* ---- what is printed is read back ----------------------------------------------------------- */

static void assert_same(const wgd_composed *a, const wgd_composed *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_memory_equal(&a->sw, &b->sw, sizeof a->sw);
    assert_int_equal(a->offset, b->offset);
    assert_int_equal(a->elem_bits, b->elem_bits);
    assert_true(wgd_layout_equal(&a->layout, &b->layout));
}

static wgd_composed random_composed(rng *r)
{
    const wgd_layout l = random_layout(r, 12, 1 << 20, 5000);
    wgd_composed c = wgd_composed_plain(&l);
    const int kind = rng_below(r, 3);
    if (kind == 0) {
        return c;
    }
    c.sw.b = (int8_t)rng_below(r, 5);
    c.sw.m = (int8_t)rng_below(r, 8);
    c.sw.s = (int8_t)((c.sw.b + rng_below(r, 6)) * (rng_below(r, 2) ? 1 : -1));
    if (kind == 1) {
        c.kind = WGD_SWIZZLED;
        c.offset = rng_below(r, 1000);
    } else {
        c.kind = WGD_SMEM_PTR;
        c.elem_bits = 1 << rng_below(r, 8);
    }
    return c;
}

static void test_print_parse_print(void **state)
{
    static const wgd_format formats[] = {WGD_FMT_PLAIN, WGD_FMT_CUTE};
    char text[1024], again[1024];
    wgd_composed back;
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < rng_runs(50000); i++) {
        const wgd_composed c = random_composed(&r);
        const wgd_format f = formats[i % 2];
        const size_t n = wgd_composed_snprintf(text, sizeof text, &c, f);
        assert_true(n == strlen(text));
        assert_int_equal(wgd_parse_composed(text, n, &back, NULL), WGD_OK);
        assert_same(&c, &back);
        wgd_composed_snprintf(again, sizeof again, &back, f);
        assert_string_equal(text, again);
    }
}

/* Strides of both signs and of full width; lists without modes. */
static void test_corners(void **state)
{
    static const char *const texts[] = {
        "():()",
        "(()):(())",
        "((),2):((),-1)",
        "1:9223372036854775807",
        "1:-9223372036854775807",
        "9223372036854775807:0",
        "9223372036854775807:1",
        "((((((((((((((((2)))))))))))))))):((((((((((((((((3))))))))))))))))",
    };
    char text[256];
    wgd_layout l;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(wgd_parse_layout(texts[i], strlen(texts[i]), &l, NULL), WGD_OK);
        wgd_layout_snprintf(text, sizeof text, &l, WGD_FMT_PLAIN);
        assert_string_equal(text, texts[i]);
    }
    const wgd_tuple least = wgd_tuple_int(INT64_MIN);
    wgd_tuple t;
    wgd_tuple_snprintf(text, sizeof text, &least, WGD_FMT_CUTE);
    assert_string_equal(text, "_-9223372036854775808");
    assert_int_equal(wgd_parse_tuple(text, strlen(text), &t, NULL), WGD_OK);
    assert_true(wgd_tuple_equal(&t, &least));
}

/* Numbers of every length, beside the C library's. */
static void test_numbers(void **state)
{
    (void)state;
    for (uint64_t v = 1, last = 0; last != UINT64_MAX;
         last = v, v = v > UINT64_MAX / 10 ? UINT64_MAX : v * 10) {
        const uint64_t near[] = {v - 1, v, v + (v < UINT64_MAX)};
        for (int i = 0; i < 3; i++) {
            char text[64], want[64];
            wgd_text t = wgd_text_into(text, sizeof text);
            wgd_put_u64(&t, near[i]);
            wgd_put_char(&t, ' ');
            wgd_put_i64(&t, (int64_t)near[i]);
            wgd_text_end(&t);
            snprintf(want, sizeof want, "%llu %lld", (unsigned long long)near[i],
                     (long long)(int64_t)near[i]);
            assert_string_equal(text, want);
        }
    }
}

/* snprintf's contract: the whole length, and a NUL within the capacity. */
static void test_cut(void **state)
{
    const wgd_layout l = wgd_layout_2d(8, 64, 64, 1);
    const char whole[] = "(8,64):(64,1)";
    char text[32];
    (void)state;
    for (size_t cap = 0; cap <= sizeof whole; cap++) {
        memset(text, '#', sizeof text);
        assert_int_equal(wgd_layout_snprintf(text, cap, &l, WGD_FMT_PLAIN), strlen(whole));
        if (cap > 0) {
            assert_memory_equal(text, whole, cap - 1 < strlen(whole) ? cap - 1 : strlen(whole));
            assert_int_equal(text[cap - 1 < strlen(whole) ? cap - 1 : strlen(whole)], '\0');
        }
        assert_int_equal(text[cap], '#');
    }
    assert_int_equal(wgd_layout_snprintf(NULL, 0, &l, WGD_FMT_PLAIN), strlen(whole));
}

/* ---- other spellings ------------------------------------------------------------------------ */

static void test_spellings(void **state)
{
    static const char *const same[][2] = {
        {"_8:_1", "8:1"},
        {" ( 8 , 64 ) : ( 64 , 1 ) ", "(8,64):(64,1)"},
        {"(_8,_64):(_64,_-1)", "(8,64):(64,-1)"},
        {"\t8", "8:1"},
        {"(8,(1,4))", "(8,(1,4)):(1,(0,8))"},
        {"S<3,4,3> o 0 o 8:1", "Sw<3,4,3> o 0 o 8:1"},
        {"Swizzle<3,4,-3> o _7 o (_8)", "Sw<3,4,-3> o 7 o (8):(1)"},
        {"Sw<3,4,3>o(8,64):(64,1)", "Sw<3,4,3> o 0 o (8,64):(64,1)"},
        {"Sw<3,4,3> o 16", "Sw<3,4,3> o 0 o 16:1"},
        {"Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)",
         "Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)"},
        {"Sw<3,4,3>_smem_ptr[16b](0xa7fEc) o 8:1", "Sw<3,4,3> o smem_ptr[16b] o 8:1"},
        {"Sw<2,4,3> o smem_ptr16b(unset) o 8:1", "Sw<2,4,3> o smem_ptr[16b] o 8:1"},
        {"smem_ptr[8b](0x400) o 8:1", "Sw<0,4,3> o smem_ptr[8b] o 8:1"},
    };
    char text[128];
    wgd_composed c;
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        if (wgd_parse_composed(same[i][0], strlen(same[i][0]), &c, NULL) != WGD_OK) {
            fail_msg("not read: %s", same[i][0]);
        }
        wgd_composed_snprintf(text, sizeof text, &c, WGD_FMT_PLAIN);
        assert_string_equal(text, same[i][1]);
    }
}

/* Tilers by what a divide makes of them. */
static void test_tilers(void **state)
{
    static const char *const cases[][3] = {
        {"(8,16):(16,1)", "[2:1;4:1]", "((2,4),(4,4)):((16,32),(1,4))"},
        {"(8,16):(16,1)", "<2:1,4:1>", "((2,4),(4,4)):((16,32),(1,4))"},
        {"(8,16):(16,1)", "(2,4)", "((2,4),(4,4)):((16,32),(1,4))"},
        {"(8,16):(16,1)", " [ _2 : _1 , _4 ] ", "((2,4),(4,4)):((16,32),(1,4))"},
        {"(8,16):(16,1)", "[_;4:1]", "(8,(4,4)):(16,(1,4))"},
        {"(8,16):(16,1)", "[_,_]", "(8,16):(16,1)"},
        {"(8,16):(16,1)", "_", "(8,16):(16,1)"},
        {"(8,16):(16,1)", "[2]", "((2,4),16):((16,32),1)"},
        {"(8,16):(16,1)", "4", "(4,(2,16)):(16,(64,1))"},
        {"(8,(4,4)):(16,(4,1))", "[4:1;[2:1;_]]", "((4,2),((2,2),4)):((16,64),((4,8),1))"},
        {"(8,(4,4)):(16,(4,1))", "<4:1,<2:1,_>>", "((4,2),((2,2),4)):((16,64),((4,8),1))"},
        {"(8,(4,4)):(16,(4,1))", "(4,(2,1))", "((4,2),((2,2),(1,4))):((16,64),((4,8),(0,1)))"},
    };
    const wgd_layout_op *op = wgd_layout_op_find("logical_divide", strlen("logical_divide"));
    static wgd_layout_arg a[2];
    wgd_layout_result r;
    char text[256];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int k = 0; k < 2; k++) {
            const char *t = cases[i][k];
            if (wgd_layout_arg_parse(op->arg[k].kind, t, strlen(t), &a[k], NULL) != WGD_OK) {
                fail_msg("not read: %s", t);
            }
        }
        assert_int_equal(wgd_layout_op_run(op, a, 2, &r, NULL), WGD_OK);
        wgd_text w = wgd_text_into(text, sizeof text);
        wgd_put_layout_result(&w, &r, WGD_FMT_PLAIN);
        wgd_text_end(&w);
        assert_string_equal(text, cases[i][2]);
    }
}

/* ---- refusals ------------------------------------------------------------------------------- */

typedef struct bad_text {
    wgd_arg_kind kind;
    const char *text;
    wgd_status status;
    long pos;
} bad_text;

#define SEVENTEEN_OPEN "((((((((((((((((("
#define EIGHT          "1,1,1,1,1,1,1,1,"
#define LISTS          "(),(),(),(),(),(),(),(),(),(),(),(),(),(),(),(),"

static const bad_text bad[] = {
    {WGD_ARG_LAYOUT, "", WGD_ERR_SYNTAX, 0},
    {WGD_ARG_LAYOUT, "   ", WGD_ERR_SYNTAX, 3},
    {WGD_ARG_LAYOUT, "x", WGD_ERR_SYNTAX, 0},
    {WGD_ARG_LAYOUT, "8:", WGD_ERR_SYNTAX, 2},
    {WGD_ARG_LAYOUT, ":1", WGD_ERR_SYNTAX, 0},
    {WGD_ARG_LAYOUT, "8:1x", WGD_ERR_SYNTAX, 3},
    {WGD_ARG_LAYOUT, "8:1 8", WGD_ERR_SYNTAX, 4},
    {WGD_ARG_LAYOUT, "8:1:1", WGD_ERR_SYNTAX, 3},
    {WGD_ARG_LAYOUT, "(8,64:(64,1)", WGD_ERR_SYNTAX, 5},
    {WGD_ARG_LAYOUT, "(8,64)):(64,1)", WGD_ERR_SYNTAX, 6},
    {WGD_ARG_LAYOUT, "(8,,64):(64,1)", WGD_ERR_SYNTAX, 3},
    {WGD_ARG_LAYOUT, "(8,64,):(64,1)", WGD_ERR_SYNTAX, 6},
    {WGD_ARG_LAYOUT, "(8 64):(64,1)", WGD_ERR_SYNTAX, 3},
    {WGD_ARG_LAYOUT, "(8,64", WGD_ERR_SYNTAX, 5},
    {WGD_ARG_LAYOUT, "8:--1", WGD_ERR_SYNTAX, 3},
    {WGD_ARG_LAYOUT, "8:+1", WGD_ERR_SYNTAX, 2},
    {WGD_ARG_LAYOUT, "__8:1", WGD_ERR_SYNTAX, 1},
    {WGD_ARG_LAYOUT, "8:0x10", WGD_ERR_SYNTAX, 3},
    {WGD_ARG_LAYOUT, "8:1.5", WGD_ERR_SYNTAX, 3},
    {WGD_ARG_LAYOUT, "8:1@0", WGD_ERR_SYNTAX, 3},
    {WGD_ARG_LAYOUT, "?:1", WGD_ERR_SYNTAX, 0},
    {WGD_ARG_LAYOUT, "8\n:1", WGD_ERR_SYNTAX, 1},
    {WGD_ARG_LAYOUT, "\xc3\xa9", WGD_ERR_SYNTAX, 0},
    {WGD_ARG_LAYOUT, "0:1", WGD_ERR_DOMAIN, 0},
    {WGD_ARG_LAYOUT, "(4,-2):(1,4)", WGD_ERR_DOMAIN, 3},
    {WGD_ARG_LAYOUT, "(4,2):(1)", WGD_ERR_NOT_CONGRUENT, 6},
    {WGD_ARG_LAYOUT, "(4,(2,2)): ((1,2),4)", WGD_ERR_NOT_CONGRUENT, 11},
    {WGD_ARG_LAYOUT, "8:(1)", WGD_ERR_NOT_CONGRUENT, 2},
    {WGD_ARG_LAYOUT, "9223372036854775808:1", WGD_ERR_OVERFLOW, 0},
    {WGD_ARG_LAYOUT, "(2,99999999999999999999999)", WGD_ERR_OVERFLOW, 3},
    {WGD_ARG_LAYOUT, "1:-9223372036854775809", WGD_ERR_OVERFLOW, 2},
    {WGD_ARG_LAYOUT, "1:-9223372036854775808", WGD_ERR_OVERFLOW, 2},
    {WGD_ARG_LAYOUT, " (4294967296,4294967296)", WGD_ERR_OVERFLOW, 1},
    {WGD_ARG_LAYOUT, "(4294967296,4294967296):(0,0)", WGD_ERR_OVERFLOW, 24},
    {WGD_ARG_LAYOUT, "3:4611686018427387904", WGD_ERR_OVERFLOW, 2},
    {WGD_ARG_LAYOUT, SEVENTEEN_OPEN "1)))))))))))))))))", WGD_ERR_LIMIT, 16},
    {WGD_ARG_LAYOUT, "(" EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT "1)", WGD_ERR_LIMIT, 129},
    {WGD_ARG_TUPLE, "(" LISTS LISTS LISTS LISTS LISTS LISTS LISTS LISTS "())", WGD_ERR_LIMIT, 382},
    {WGD_ARG_LAYOUT, "8\x7f", WGD_ERR_SYNTAX, 1},
    {WGD_ARG_LAYOUT, "8~", WGD_ERR_SYNTAX, 1},
    {WGD_ARG_LAYOUT, "8!", WGD_ERR_SYNTAX, 1},
    {WGD_ARG_LAYOUT, "8\x1f", WGD_ERR_SYNTAX, 1},
    {WGD_ARG_LAYOUT, "8\x01", WGD_ERR_SYNTAX, 1},
    {WGD_ARG_LAYOUT, "Sw<3,4>", WGD_ERR_SYNTAX, 6},
    {WGD_ARG_LAYOUT, "Sw<3,4,3", WGD_ERR_SYNTAX, 8},
    {WGD_ARG_LAYOUT, "Sw 3,4,3>", WGD_ERR_SYNTAX, 0},
    {WGD_ARG_LAYOUT, "Sw<3,4,3>", WGD_ERR_SYNTAX, 9},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> x 8:1", WGD_ERR_SYNTAX, 10},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o ", WGD_ERR_SYNTAX, 12},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o 0 o ", WGD_ERR_SYNTAX, 16},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o -1 o 8:1", WGD_ERR_DOMAIN, 12},
    {WGD_ARG_LAYOUT, "Sw<3,4,3>_8:1", WGD_ERR_SYNTAX, 10},
    {WGD_ARG_LAYOUT, "Sw<4,4,3> o 8:1", WGD_ERR_VALUE, 0},
    {WGD_ARG_LAYOUT, " Sw<-1,4,3> o 8:1", WGD_ERR_VALUE, 1},
    {WGD_ARG_LAYOUT, "Sw<3,-4,3> o 8:1", WGD_ERR_VALUE, 0},
    {WGD_ARG_LAYOUT, "Sw<20,20,23> o 8:1", WGD_ERR_VALUE, 0},
    {WGD_ARG_LAYOUT, "Sw<3,4,63> o 8:1", WGD_ERR_VALUE, 7},
    {WGD_ARG_LAYOUT, "Sw<3,999999999999999999999,3> o 8:1", WGD_ERR_OVERFLOW, 5},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o smem_ptr[16] o 8:1", WGD_ERR_SYNTAX, 23},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o smem_ptr[16b o 8:1", WGD_ERR_SYNTAX, 25},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o smem_ptr[0b] o 8:1", WGD_ERR_DOMAIN, 21},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o smem_ptr[4294967296b] o 8:1", WGD_ERR_VALUE, 21},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o smem_ptr[16b](set) o 8:1", WGD_ERR_SYNTAX, 26},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o smem_ptr[16b](0x) o 8:1", WGD_ERR_SYNTAX, 28},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o smem_ptr[16b](unset o 8:1", WGD_ERR_SYNTAX, 32},
    {WGD_ARG_LAYOUT, "Sw<3,4,3> o smem_ptr[16b](unset) 8:1", WGD_ERR_SYNTAX, 33},
    {WGD_ARG_LAYOUT, "smem 8:1", WGD_ERR_SYNTAX, 0},
    {WGD_ARG_SWIZZLE, "Sw<3,4,3> o 8:1", WGD_ERR_SYNTAX, 10},
    {WGD_ARG_TUPLE, "(1,2", WGD_ERR_SYNTAX, 4},
    {WGD_ARG_TUPLE, "1:2", WGD_ERR_SYNTAX, 1},
    {WGD_ARG_INT, "(1)", WGD_ERR_SYNTAX, 0},
    {WGD_ARG_INT, "1 2", WGD_ERR_SYNTAX, 2},
    {WGD_ARG_TILER, "[3:1;4:1", WGD_ERR_SYNTAX, 8},
    {WGD_ARG_TILER, "[3:1;4:1>", WGD_ERR_SYNTAX, 8},
    {WGD_ARG_TILER, "<3:1,", WGD_ERR_SYNTAX, 5},
    {WGD_ARG_TILER, "[3:1]]", WGD_ERR_SYNTAX, 5},
    {WGD_ARG_TILER, "(3:1,4:1)", WGD_ERR_SYNTAX, 2},
    {WGD_ARG_TILER, "[0]", WGD_ERR_DOMAIN, 1},
    {WGD_ARG_TILER, "[]", WGD_ERR_SYNTAX, 1},
    {WGD_ARG_TILER, "[_-5]", WGD_ERR_DOMAIN, 1},
    {WGD_ARG_TILER, "[_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_]",
     WGD_ERR_LIMIT, 63},
    {WGD_ARG_TILER, "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", WGD_ERR_LIMIT, 33},
    {WGD_ARG_TILER, "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)", WGD_ERR_LIMIT, 0},
    {WGD_ARG_TILER, "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", WGD_ERR_LIMIT, 16},
    {WGD_ARG_NONE, "8:1", WGD_ERR_DOMAIN, -1},
};

/* What stands where a text is refused. */
static void assert_got(const wgd_diag *diag, const char *text)
{
    char want[32];
    const unsigned char c = (unsigned char)text[diag->pos];
    snprintf(want, sizeof want,
             c == '\0'            ? "the end of the text"
             : c < ' ' || c > '~' ? "byte 0x%02x"
                                  : "'%c'",
             c);
    assert_string_equal(diag->got, want);
}

static void test_refused(void **state)
{
    static wgd_layout_arg a;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wgd_diag diag;
        const wgd_status s =
            wgd_layout_arg_parse(bad[i].kind, bad[i].text, strlen(bad[i].text), &a, &diag);
        if (s != bad[i].status || diag.status != s || diag.pos != bad[i].pos) {
            fail_msg("\"%s\": %s at %ld, not %s at %ld", bad[i].text, wgd_status_name(s),
                     s == WGD_OK ? 0 : diag.pos, wgd_status_name(bad[i].status), bad[i].pos);
        }
        assert_true(strlen(diag.what) > 0 && diag.field != NULL);
        if (s == WGD_ERR_SYNTAX && bad[i].kind != WGD_ARG_INT) {
            assert_got(&diag, bad[i].text);
            assert_true(strlen(diag.want) > 0 || diag.hint != NULL);
        } else if (s == WGD_ERR_DOMAIN && diag.pos >= 0) {
            assert_got(&diag, bad[i].text);
            assert_string_equal(diag.want,
                                strstr(bad[i].text, "o -1 o") ? "at least 0" : "at least 1");
        }
        assert_int_equal(
            wgd_layout_arg_parse(bad[i].kind, bad[i].text, strlen(bad[i].text), &a, NULL), s);
    }
}

/* Every proper prefix of a text is refused at its end or read as something shorter; never beyond
 * the length given. */
static void test_prefixes(void **state)
{
    static const char whole[] = "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_2),_64):((_64,_512),_1)";
    static char copy[sizeof whole];
    wgd_composed c;
    wgd_diag diag;
    (void)state;
    for (size_t n = 0; n < sizeof whole - 1; n++) {
        memcpy(copy, whole, n);
        memset(copy + n, '9', sizeof copy - n); /* would be read on if the length were not kept */
        if (wgd_parse_composed(copy, n, &c, &diag) != WGD_OK) {
            assert_true(diag.pos >= 0 && (size_t)diag.pos <= n);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_print_parse_print), cmocka_unit_test(test_corners),
        cmocka_unit_test(test_numbers),           cmocka_unit_test(test_cut),
        cmocka_unit_test(test_spellings),         cmocka_unit_test(test_tilers),
        cmocka_unit_test(test_refused),           cmocka_unit_test(test_prefixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
