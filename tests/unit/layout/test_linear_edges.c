/* SPDX-License-Identifier: MIT
 *
 * Linear maps at their edges, each by hand: expressions of C as they are written, the layout of each
 * small swizzle, maps of 62 bits, and which mode of a layout is at fault.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgd_linear.h"

static wgd_linear map_of(const char *bases)
{
    wgd_linear m;
    assert_int_equal(wgd_parse_linear(bases, strlen(bases), &m, NULL), WGD_OK);
    return m;
}

static void expressions_are_short(void **state)
{
    (void)state;
    static const struct {
        const char *bases, *text;
        int terms;
    } cases[] = {
        {"[]", "0", 0},
        {"[0]", "0", 0},
        {"[1]", "i", 1},
        {"[1,2,4,8]", "i", 1},
        {"[1,0,4]", "(i & 0x5)", 1},
        {"[1,0,4,0,16]", "(i & 0x15)", 1},
        {"[2,4]", "(i << 1)", 1},
        {"[0,1]", "(i >> 1)", 1},
        {"[0,0,1,2]", "(i >> 2)", 1},
        {"[0,1,0,4]", "((i >> 1) & 0x5)", 1},
        {"[4,0,16]", "((i << 2) & 0x14)", 1},
        /* In place first, then up, then down, then two up. */
        {"[3,7,6]", "i ^ ((i << 1) & 0x6) ^ (i >> 1)", 3},
        {"[4,3]", "(i & 0x2) ^ (i >> 1) ^ ((i << 2) & 0x4)", 3},
        {"[2305843009213693952]", "(i << 61)", 1},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const wgd_linear m = map_of(cases[c].bases);
        char text[256];
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_linear_c(&t, &m, "i");
        wgd_text_end(&t);
        assert_string_equal(text, cases[c].text);
        assert_int_equal(wgd_linear_terms(&m), cases[c].terms);
    }
}

/* The map of a swizzle, bit by bit: what the swizzle's definition says, not its function. */
static wgd_linear map_of_swizzle(int b, int low, int s, int bits)
{
    wgd_linear m;
    m.bits = bits;
    for (int k = 0; k < bits; k++) {
        const int from = s > 0 ? low + s : low, at = k - from;
        const uint64_t moved = at >= 0 && at < b ? UINT64_C(1) << (k - s) : 0;
        m.basis[k] = UINT64_C(1) << k | moved;
    }
    return m;
}

static void each_small_swizzle_is_found(void **state)
{
    (void)state;
    int found = 0;
    for (int b = 1; b <= 3; b++) {
        for (int low = 0; low <= 3; low++) {
            for (int s = -5; s <= 5; s++) {
                const int distance = s < 0 ? -s : s;
                for (int more = 0; more < 3 && distance >= b; more++) {
                    const int bits = low + b + distance + more;
                    const wgd_linear m = map_of_swizzle(b, low, s, bits);
                    wgd_composed c;
                    wgd_linear again;
                    assert_int_equal(wgd_linear_to_layout(&m, NULL, &c, NULL), WGD_OK);
                    assert_int_equal(c.kind, WGD_SWIZZLED);
                    assert_int_equal(c.sw.b, b);
                    assert_int_equal(c.sw.m, low);
                    assert_int_equal(c.sw.s, s);
                    assert_int_equal(c.offset, 0);
                    assert_int_equal(c.layout.shape.n_leaves, 1);
                    assert_int_equal(c.layout.shape.leaf[0], INT64_C(1) << bits);
                    assert_int_equal(c.layout.stride[0], 1);
                    assert_int_equal(wgd_linear_of_layout(&c, &again, NULL), WGD_OK);
                    assert_true(wgd_linear_equal(&m, &again));
                    found++;
                }
            }
        }
    }
    assert_int_equal(found, 4 * 3 * 2 * (5 + 4 + 3));
}

static void plain_layouts_of_maps(void **state)
{
    (void)state;
    static const struct {
        const char *bases, *layout;
    } cases[] = {{"[]", "1:0"},
                 {"[0]", "2:0"},
                 {"[4]", "2:4"},
                 {"[1,2,4]", "8:1"},
                 {"[1,4]", "(2,2):(1,4)"},
                 {"[8,1,2,16]", "(2,4,2):(8,1,16)"},
                 {"[4,8,1,2]", "(4,4):(4,1)"},
                 {"[0,0,1]", "(4,2):(0,1)"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const wgd_linear m = map_of(cases[i].bases);
        wgd_composed c;
        char text[128];
        assert_int_equal(wgd_linear_to_layout(&m, NULL, &c, NULL), WGD_OK);
        wgd_composed_snprintf(text, sizeof text, &c, WGD_FMT_PLAIN);
        assert_string_equal(text, cases[i].layout);
        assert_int_equal(c.kind, WGD_PLAIN);
        assert_true(c.sw.b == 0 && c.sw.m == 0 && c.sw.s == 0);
    }
}

/* All 62 bits in use: nothing lies behind the last. */
static void maps_of_62_bits(void **state)
{
    (void)state;
    wgd_linear m, other, out;
    wgd_composed c;
    wgd_linear_identity(WGD_LINEAR_BITS, &m);
    other = m;
    assert_true(wgd_linear_equal(&m, &other));
    other.basis[61] ^= 1;
    assert_false(wgd_linear_equal(&m, &other));
    assert_int_equal(wgd_linear_compose(&m, &other, &out, NULL), WGD_OK);
    assert_true(wgd_linear_equal(&out, &other));
    assert_int_equal(wgd_linear_inverse(&other, &out, NULL), WGD_OK);
    assert_true(wgd_linear_equal(&out, &other)); /* one bit added twice is none */
    const wgd_layout all = wgd_layout_1d(INT64_C(1) << 62, 1);
    c = wgd_composed_plain(&all);
    assert_int_equal(wgd_linear_of_layout(&c, &out, NULL), WGD_OK);
    assert_true(wgd_linear_equal(&out, &m));
    struct {
        wgd_linear map;
        uint64_t behind; /* the swizzle would change it */
    } last = {.behind = UINT64_C(1) << 61};
    c.kind = WGD_SWIZZLED;
    c.sw = (wgd_swizzle){1, 0, 61};
    assert_int_equal(wgd_linear_of_layout(&c, &last.map, NULL), WGD_OK);
    assert_true(wgd_linear_equal(&last.map, &other));
    assert_true(last.behind == UINT64_C(1) << 61);
}

/* An index has as many bits as the map has bases: what is above them is not looked at. */
static void an_index_has_the_maps_bits(void **state)
{
    (void)state;
    const wgd_linear none = map_of("[]"), one = map_of("[4]"), two = map_of("[3,5]");
    for (uint64_t i = 0; i < 64; i++) {
        assert_true(wgd_linear_at(&none, i) == 0);
        assert_true(wgd_linear_at(&one, i) == (i & 1) * 4);
        assert_true(wgd_linear_at(&two, i) == ((i & 1) * 3 ^ (i >> 1 & 1) * 5));
    }
    assert_true(wgd_linear_at(&two, UINT64_MAX) == (3 ^ 5));
}

/* The highest bit that an output has counts like any other. */
static void the_highest_bit_counts(void **state)
{
    (void)state;
    wgd_linear m;
    wgd_linear_identity(WGD_LINEAR_BITS, &m);
    assert_int_equal(wgd_linear_rank(&m), WGD_LINEAR_BITS);
    m.basis[0] = m.basis[WGD_LINEAR_BITS - 1];
    assert_int_equal(wgd_linear_rank(&m), WGD_LINEAR_BITS - 1);
}

static void which_mode_is_at_fault(void **state)
{
    (void)state;
    static const struct {
        const char *layout, *got, *want;
    } cases[] = {
        {"6:1", "mode 0, 6:1", "a power of two"},
        {"3:1", "mode 0, 3:1", "a power of two"},
        {"(8,4):(1,-8)", "mode 1, 4:-8", "at least 0"},
        {"(4,2):(1,-8)", "mode 1, 2:-8", "at least 0"},
        {"(2,2):(1,1)", "mode 0, 2:1, and mode 1, 2:1",
         "strides whose multiples have no bit in common"},
        {"(2,2,2):(1,2,1)", "mode 0, 2:1, and mode 2, 2:1",
         "strides whose multiples have no bit in common"},
        {"4:3", "mode 0, 4:3", "strides whose multiples have no bit in common"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wgd_composed c;
        wgd_linear m;
        wgd_diag d;
        assert_int_equal(wgd_parse_composed(cases[i].layout, strlen(cases[i].layout), &c, NULL),
                         WGD_OK);
        assert_int_equal(wgd_linear_of_layout(&c, &m, &d), WGD_ERR_DOMAIN);
        assert_string_equal(d.got, cases[i].got);
        assert_string_equal(d.want, cases[i].want);
    }
    /* A mode of one element goes nowhere, whatever its stride. */
    wgd_composed c;
    wgd_linear m;
    assert_int_equal(wgd_parse_composed("(1,4,1):(5,1,-8)", 16, &c, NULL), WGD_OK);
    assert_int_equal(wgd_linear_of_layout(&c, &m, NULL), WGD_OK);
    assert_true(m.bits == 2 && m.basis[0] == 1 && m.basis[1] == 2);
}

static void the_index_without_an_inverse_is_named(void **state)
{
    (void)state;
    wgd_diag d;
    wgd_linear m = map_of("[2,2]"), out;
    assert_int_equal(wgd_linear_inverse(&m, &out, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.got, "3");
    m = map_of("[4,2,6]");
    assert_int_equal(wgd_linear_inverse(&m, &out, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.got, "7");
}

/* What is refused for its offset was not looked at: nothing is written. */
static void a_refused_offset_writes_nothing(void **state)
{
    (void)state;
    wgd_composed c;
    wgd_linear m = map_of("[8,16]");
    assert_int_equal(wgd_parse_composed("Sw<1,0,3> o 5 o 4:1", 19, &c, NULL), WGD_OK);
    assert_int_equal(wgd_linear_of_layout(&c, &m, NULL), WGD_ERR_DOMAIN);
    assert_true(m.bits == 2 && m.basis[0] == 8 && m.basis[1] == 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_are_short),
        cmocka_unit_test(each_small_swizzle_is_found),
        cmocka_unit_test(plain_layouts_of_maps),
        cmocka_unit_test(maps_of_62_bits),
        cmocka_unit_test(an_index_has_the_maps_bits),
        cmocka_unit_test(the_highest_bit_counts),
        cmocka_unit_test(which_mode_is_at_fault),
        cmocka_unit_test(the_index_without_an_inverse_is_named),
        cmocka_unit_test(a_refused_offset_writes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
