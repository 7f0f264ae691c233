/* SPDX-License-Identifier: MIT
 *
 * What a parser says of a text that it refuses: where, what stands there, and what should. The words are
 * the contract of the command line (a caret below the place), so each is written down here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgd_linear.h"

typedef enum parser { TUPLE, LAYOUT, SWIZZLE, TILER, BASES } parser;

static wgd_status parse(parser p, const char *text, size_t len, wgd_diag *d)
{
    wgd_tuple tuple;
    wgd_composed layout;
    wgd_swizzle swizzle;
    wgd_tiler tiler;
    wgd_linear bases;
    switch (p) {
    case TUPLE:
        return wgd_parse_tuple(text, len, &tuple, d);
    case LAYOUT:
        return wgd_parse_composed(text, len, &layout, d);
    case SWIZZLE:
        return wgd_parse_swizzle(text, len, &swizzle, d);
    case TILER:
        return wgd_parse_tiler(text, len, &tiler, d);
    default:
        return wgd_parse_linear(text, len, &bases, d);
    }
}

static const struct {
    parser parser;
    const char *text;
    wgd_status status;
    long pos;
    const char *got, *want;
} refused[] = {
    {SWIZZLE, "X", WGD_ERR_SYNTAX, 0, "'X'", "Sw<B,M,S>"},
    {SWIZZLE, "  X", WGD_ERR_SYNTAX, 2, "'X'", "Sw<B,M,S>"},
    {SWIZZLE, "", WGD_ERR_SYNTAX, 0, "the end of the text", "Sw<B,M,S>"},
    {SWIZZLE, "  Sw<-1,0,0>", WGD_ERR_VALUE, 2, "Sw<-1,0,0>",
     "0 <= B <= |S|, 0 <= M, M + B + |S| <= 62"},
    {SWIZZLE, "Sw<  63,0,0>", WGD_ERR_VALUE, 5, "'6'", "numbers of at most 62"},
    {SWIZZLE, "Sw<-63,0,0>", WGD_ERR_VALUE, 3, "'-'", "numbers of at most 62"},
    {SWIZZLE, "Sw<-62,0,0>", WGD_ERR_VALUE, 0, "Sw<-62,0,0>",
     "0 <= B <= |S|, 0 <= M, M + B + |S| <= 62"},
    {SWIZZLE, "Sw<62,0,0>", WGD_ERR_VALUE, 0, "Sw<62,0,0>",
     "0 <= B <= |S|, 0 <= M, M + B + |S| <= 62"},
    {SWIZZLE, "Sw<1 2", WGD_ERR_SYNTAX, 5, "'2'", "','"},
    {SWIZZLE, "Sw<1,2 3", WGD_ERR_SYNTAX, 7, "'3'", "','"},
    {SWIZZLE, "Sw<1,2,3", WGD_ERR_SYNTAX, 8, "the end of the text", "'>'"},
    {SWIZZLE, "Sw<1,2,3,", WGD_ERR_SYNTAX, 8, "','", "'>'"},
    {SWIZZLE, "Sw<,", WGD_ERR_SYNTAX, 3, "','", "a number"},
    {LAYOUT, "  (2,x)", WGD_ERR_SYNTAX, 5, "'x'", "a number"},
    {LAYOUT, "  0", WGD_ERR_DOMAIN, 2, "'0'", "at least 1"},
    {LAYOUT, "  (2,3):(1,2,3)", WGD_ERR_NOT_CONGRUENT, 8, "(1,2,3)",
     "the same parentheses as the shape"},
    {LAYOUT, "smem_ptr[ 0b] o 2:1", WGD_ERR_DOMAIN, 10, "'0'", "at least 1"},
    {LAYOUT, "smem_ptr[ 2147483648b] o 2:1", WGD_ERR_VALUE, 10, "'2'", "below 2^31 bits"},
    {LAYOUT, "smem_ptr[16c] o 2:1", WGD_ERR_SYNTAX, 11, "'c'", "'b'"},
    {LAYOUT, "smem_ptr[16b o 2:1", WGD_ERR_SYNTAX, 13, "'o'", "']'"},
    {LAYOUT, "smem_ptr[16b](0xg) o 2:1", WGD_ERR_SYNTAX, 16, "'g'", "a hexadecimal number"},
    {LAYOUT, "smem_ptr[16b](0x) o 2:1", WGD_ERR_SYNTAX, 16, "')'", "a hexadecimal number"},
    {LAYOUT, "smem_ptr[16b](0x@) o 2:1", WGD_ERR_SYNTAX, 16, "'@'", "a hexadecimal number"},
    {LAYOUT, "smem_ptr[16b](0xG) o 2:1", WGD_ERR_SYNTAX, 16, "'G'", "a hexadecimal number"},
    {LAYOUT, "smem_ptr[16b](0x`) o 2:1", WGD_ERR_SYNTAX, 16, "'`'", "a hexadecimal number"},
    {LAYOUT, "smem_ptr[16b](0xa o 2:1", WGD_ERR_SYNTAX, 18, "'o'", "')'"},
    {LAYOUT, "smem_ptr[16b](other) o 2:1", WGD_ERR_SYNTAX, 14, "'o'", "unset or an address 0x..."},
    {LAYOUT, "smem_ptr[16b] 2:1", WGD_ERR_SYNTAX, 14, "'2'", "' o '"},
    {LAYOUT, "Sw<3,4,3> x", WGD_ERR_SYNTAX, 10, "'x'", "' o '"},
    {LAYOUT, "Sw<3,4,3>_other", WGD_ERR_SYNTAX, 10, "'o'", "smem_ptr[Nb]"},
    {LAYOUT, "smem", WGD_ERR_SYNTAX, 0, "'s'", "smem_ptr[Nb]"},
    {LAYOUT, "Sw<3,4,3> o   (2,3):(1,2,3)", WGD_ERR_NOT_CONGRUENT, 20, "(1,2,3)",
     "the same parentheses as the shape"},
    {LAYOUT, "Sw<3,4,3> o   5 x", WGD_ERR_SYNTAX, 16, "'x'", "the end of the text"},
    {LAYOUT, "Sw<3,4,3> o   5 o  (2,3):(1,2,3)", WGD_ERR_NOT_CONGRUENT, 25, "(1,2,3)",
     "the same parentheses as the shape"},
    {LAYOUT, "Sw<3,4,3> o   5 o  0", WGD_ERR_DOMAIN, 19, "'0'", "at least 1"},
    {LAYOUT, "Sw<3,4,3> o   -5 o  2:1", WGD_ERR_DOMAIN, 14, "'-'", "at least 0"},
    {LAYOUT, "Sw<3,4,3> o   -5", WGD_ERR_DOMAIN, 14, "'-'", "at least 0"},
    {LAYOUT, "Sw<3,4,3> o   -5:1", WGD_ERR_DOMAIN, 14, "'-'", "at least 0"},
    {LAYOUT, "Sw<3,4,3> o   0:1", WGD_ERR_DOMAIN, 16, "0", "at least 1"},
    {LAYOUT, "2:1 x", WGD_ERR_SYNTAX, 4, "'x'", "the end of the text"},
    {LAYOUT, "2:1 ~", WGD_ERR_SYNTAX, 4, "'~'", "the end of the text"},
    {LAYOUT, "2:1 !", WGD_ERR_SYNTAX, 4, "'!'", "the end of the text"},
    {LAYOUT, "Sw<3,4,3> o smem_ptr[16b]", WGD_ERR_SYNTAX, 25, "the end of the text", "' o '"},
    {LAYOUT, "  (4611686018427387904,4)", WGD_ERR_OVERFLOW, 2, "(4611686018427387904,4)", ""},
    {LAYOUT, "Sw<3,4,3> o   (4611686018427387904,4)", WGD_ERR_OVERFLOW, 14,
     "(4611686018427387904,4)", ""},
    {LAYOUT, "Sw<3,4,3> o 5 o   (4611686018427387904,4)", WGD_ERR_OVERFLOW, 18,
     "(4611686018427387904,4)", ""},
    {LAYOUT, "  (4,4):(1,9223372036854775807)", WGD_ERR_OVERFLOW, 8, "", ""},
    {SWIZZLE, "Xw<3,4,3>", WGD_ERR_SYNTAX, 0, "'X'", "Sw<B,M,S>"},
    {TUPLE, "- 5", WGD_ERR_SYNTAX, 1, "' '", "a number"},
    {TUPLE, "  99999999999999999999", WGD_ERR_OVERFLOW, 2, "'9'", ""},
    {TILER, "[1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0]", WGD_ERR_LIMIT,
     65, "'1'", "at most 16"},
    {TILER, "  ((((((((((((((((1),1),1),1),1),1),1),1),1),1),1),1),1),1),1),1)", WGD_ERR_LIMIT, 2,
     "'('", "at most 16"},
    {BASES, "1", WGD_ERR_SYNTAX, 0, "'1'", "'[', as in [1,2,4,72]"},
    {BASES, "", WGD_ERR_SYNTAX, 0, "the end of the text", "'[', as in [1,2,4,72]"},
    {BASES, "[1 2]", WGD_ERR_SYNTAX, 3, "'2'", "',' or ']'"},
    {BASES, "[1,  -1]", WGD_ERR_DOMAIN, 5, "'-'", "at least 0"},
    {BASES, "[1,  4611686018427387904]", WGD_ERR_LIMIT, 5, "'4'", "at most 62, each below 2^62"},
    {BASES, "[1,2", WGD_ERR_SYNTAX, 4, "the end of the text", "',' or ']'"},
    {BASES, "[1,x]", WGD_ERR_SYNTAX, 3, "'x'", "a number"},
    {TUPLE, "(1,2", WGD_ERR_SYNTAX, 4, "the end of the text", "',' or ')'"},
    {TUPLE, "(1 2)", WGD_ERR_SYNTAX, 3, "'2'", "',' or ')'"},
    {TUPLE, " ", WGD_ERR_SYNTAX, 1, "the end of the text", "a number"},
    {TUPLE, "x", WGD_ERR_SYNTAX, 0, "'x'", "a number"},
    {TUPLE, "-9223372036854775809", WGD_ERR_OVERFLOW, 0, "'-'", ""},
    {TUPLE, "9223372036854775808", WGD_ERR_OVERFLOW, 0, "'9'", ""},
    {TILER, "[2;", WGD_ERR_SYNTAX, 3, "the end of the text", "a number"},
    {TILER, "[2 3]", WGD_ERR_SYNTAX, 3, "'3'", "',', ';' or the end of the list"},
    {TILER, "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)", WGD_ERR_LIMIT, 0, "'('", "at most 16"},
    {TILER, "  (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)", WGD_ERR_LIMIT, 2, "'('", "at most 16"},
    {TILER, "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16, 17]", WGD_ERR_LIMIT, 41, "'1'", "at most 16"},
    {TILER, "  (2,3):(1,2,3)", WGD_ERR_NOT_CONGRUENT, 8, "(1,2,3)",
     "the same parentheses as the shape"},
    {TILER, "_x", WGD_ERR_SYNTAX, 1, "'x'", "the end of the text"},
    {LAYOUT, "2:1 \x1f", WGD_ERR_SYNTAX, 4, "byte 0x1f", "the end of the text"},
    {LAYOUT, "2:1 \x7f", WGD_ERR_SYNTAX, 4, "byte 0x7f", "the end of the text"},
    {LAYOUT, "2:1 \xff", WGD_ERR_SYNTAX, 4, "byte 0xff", "the end of the text"},
};

/* The neighbours of what is refused. */
static const struct {
    parser parser;
    const char *text;
} taken[] = {
    {SWIZZLE, "Sw<0,0,-62>"},
    {SWIZZLE, "Sw<0,0,62>"},
    {SWIZZLE, "Sw<0,62,0>"},
    {LAYOUT, "smem_ptr[2147483647b] o 2:1"},
    {LAYOUT, "smem_ptr[16b](0xAf0) o 2:1"},
    {BASES, "[1,  4611686018427387903]"},
    {BASES, "[0]"},
    {BASES, "[]"},
    {BASES, "[ 1; 2 ]"},
    {TILER, "[1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0]"},
    {TUPLE, "-9223372036854775808"},
    {TUPLE, "9223372036854775807"},
    {TILER, "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]"},
};

static void refusals_say_where_and_what(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        wgd_diag d = {.pos = -2};
        const size_t len = strlen(refused[i].text);
        const wgd_status s = parse(refused[i].parser, refused[i].text, len, &d);
        if (s != refused[i].status || d.pos != refused[i].pos ||
            strcmp(d.got, refused[i].got) != 0 || strcmp(d.want, refused[i].want) != 0) {
            fail_msg("%s: status %d at %ld, got %s, wanted %s", refused[i].text, (int)s, d.pos,
                     d.got, d.want);
        }
        assert_true(d.field[0] != '\0' && d.what[0] != '\0');
        assert_int_equal(parse(refused[i].parser, refused[i].text, len, NULL), s);
    }
}

static void neighbours_are_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        wgd_diag d;
        if (parse(taken[i].parser, taken[i].text, strlen(taken[i].text), &d) != WGD_OK) {
            fail_msg("%s: %s, got %s, wanted %s", taken[i].text, d.what, d.got, d.want);
        }
    }
}

/* What was got is cut off where the room for it ends. */
static void long_texts_are_cut_off(void **state)
{
    (void)state;
    char text[512];
    wgd_diag d;
    wgd_layout l = wgd_layout_empty(), out;
    const wgd_layout mode = wgd_layout_1d(2, 2);
    int64_t idx;
    for (int i = 0; i < 50; i++) {
        assert_int_equal(wgd_layout_append(&l, &mode), WGD_OK);
    }
    assert_int_equal(wgd_downcast(&l, 2, &out, &d), WGD_ERR_DOMAIN);
    wgd_layout_snprintf(text, sizeof text, &l, WGD_FMT_PLAIN);
    text[sizeof d.got - 1] = '\0';
    assert_string_equal(d.got, text);
    const wgd_layout plain = wgd_layout_1d(2, 1);
    assert_int_equal(wgd_layout_crd2idx(&plain, &l.shape, &idx, &d), WGD_ERR_NOT_CONGRUENT);
    wgd_tuple_snprintf(text, sizeof text, &l.shape, WGD_FMT_PLAIN);
    text[sizeof d.got - 1] = '\0';
    assert_string_equal(d.got, text);
}

/* A length ends the text, whatever stands behind it: a number and a name too. */
static void the_length_ends_it(void **state)
{
    (void)state;
    wgd_tuple t;
    assert_int_equal(wgd_parse_tuple("123", 2, &t, NULL), WGD_OK);
    assert_int_equal(t.leaf[0], 12);
    assert_int_equal(wgd_parse_tuple("1)", 1, &t, NULL), WGD_OK);
    assert_int_equal(wgd_parse_tuple("(1)", 2, &t, NULL), WGD_ERR_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_say_where_and_what), cmocka_unit_test(neighbours_are_taken),
        cmocka_unit_test(long_texts_are_cut_off), cmocka_unit_test(the_length_ends_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
