/* SPDX-License-Identifier: MIT
 *
 * Triton's layouts to CuTe's world and back: which there are, worked out by hand, and what is said where there is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "triton_text.h"

static void composed_of(const char *text, wgd_composed *out)
{
    wgd_diag d;
    memset(&d, 0, sizeof d);
    if (wgd_parse_composed(text, strlen(text), out, &d) != WGD_OK) {
        fail_msg("%s: %s", text, d.what);
    }
}

static void layout_of(const char *text, wgd_triton_layout *l)
{
    wgd_triton_type t;
    memset(l, 0x5a, sizeof *l);
    assert_int_equal(read_text(text, &t, l, NULL), WGD_OK);
}

static void same_text(const wgd_triton_layout *l, const char *want)
{
    char text[512];
    wgd_text w = wgd_text_into(text, sizeof text);
    wgd_put_triton_layout(&w, l);
    assert_true(wgd_text_end(&w) < sizeof text);
    assert_string_equal(text, want);
}

/* ---- from CuTe ---------------------------------------------------------------------------------- */

typedef struct case_of {
    const char *layout;
    int64_t shape[2];
    wgd_status status;
    const char *field, *what, *got, *want, *hint;
} case_of;

#define ONE_TO_ONE                                                                                 \
    "layout", "the layout does not fill its offsets one to one", "4",                              \
        "each offset from 0 to the size once", ""
#define PADDED "powers of two up to 2^30", "Triton's tensors are padded to them"

static void shared_from_cute(void **state)
{
    static const case_of refused[] = {
        {"(2,2,2,2,2,2):(1,2,4,8,16,32)",
         {0},
         WGD_ERR_LIMIT,
         "layout",
         "too many modes",
         "6",
         "at most 5 at the top level",
         ""},
        {"(4,4):(1,8)", {0}, WGD_ERR_DOMAIN, ONE_TO_ONE},
        {"(4,4):(1,0)", {0}, WGD_ERR_DOMAIN, ONE_TO_ONE},
        {"8589934592:1",
         {0},
         WGD_ERR_LIMIT,
         "layout",
         "the layout is too large",
         "",
         "at most 32 bits of one index",
         NULL},
    };
    static const struct {
        const char *layout, *triton;
    } rows[] = {
        {"(4,4):(1,4)",
         "#ttg.shared_linear<{offset = [[1, 0], [2, 0], [0, 1], [0, 2]]}, alignment = 16>"},
        {"8:1", "#ttg.shared_linear<{offset = [[1], [2], [4]]}, alignment = 16>"},
        {"(2,2,2,2,2):(16,8,4,2,1)", "#ttg.shared_linear<{offset = [[0, 0, 0, 0, 1], [0, 0, 0, 1, "
                                     "0], [0, 0, 1, 0, 0], [0, 1, 0, "
                                     "0, 0], [1, 0, 0, 0, 0]]}, alignment = 16>"},
    };
    wgd_composed c;
    wgd_triton_layout l;
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const case_of *r = &refused[i];
        composed_of(r->layout, &c);
        wgd_diag d = unfilled();
        assert_int_equal(wgd_triton_of_shared(&c, &l, &d), r->status);
        said(&d, r->status, r->field, r->what, r->got, r->want);
        if (r->hint) {
            hinted(&d, r->hint);
        }
    }
    composed_of("(4,3):(1,4)", &c);
    assert_int_equal(wgd_triton_of_shared(&c, &l, NULL), WGD_ERR_DOMAIN);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        composed_of(rows[i].layout, &c);
        memset(&l, 0x5a, sizeof l);
        assert_int_equal(wgd_triton_of_shared(&c, &l, NULL), WGD_OK);
        same_text(&l, rows[i].triton);
    }
}

static void registers_from_cute(void **state)
{
    static const case_of refused[] = {
        {"(32,4,2):(1,32,128)",
         {64, 4},
         WGD_ERR_DOMAIN,
         "layout",
         "not a layout of threads and values",
         "3",
         "two modes, (thread, value)",
         ""},
        {"(32,4):(1,32)",
         {64, 3},
         WGD_ERR_DOMAIN,
         "shape",
         "a dimension of the tensor is no power of two",
         "3",
         PADDED},
        {"(32,4):(1,32)",
         {-64, 2},
         WGD_ERR_DOMAIN,
         "shape",
         "a dimension of the tensor is no power of two",
         "-64",
         PADDED},
        {"(32,4):(1,32)",
         {8, 8},
         WGD_ERR_DOMAIN,
         "shape",
         "the layout has values that are no element of the shape",
         "64",
         "indices row + rows * column below the size of the tensor",
         ""},
        {"(32,8589934592):(1,0)",
         {8, 8},
         WGD_ERR_LIMIT,
         "layout",
         "the layout is too large",
         "",
         "at most 32 bits of one index",
         NULL},
    };
    static const struct {
        const char *layout;
        int64_t shape[5];
        int rank;
        const char *triton;
    } rows[] = {
        {"(32,2):(1,32)",
         {8, 8},
         2,
         "#ttg.linear<{register = [[0, 4]], lane = [[1, 0], [2, 0], [4, 0], [0, 1], [0, 2]], warp "
         "= "
         "[], block = []}>"},
        {"(64,2):(1,64)",
         {8, 16},
         2,
         "#ttg.linear<{register = [[0, 8]], lane = [[1, 0], [2, 0], [4, 0], [0, 1], [0, 2]], warp "
         "= "
         "[[0, 4]], block = []}>"},
        {"(4,4):(1,4)",
         {16},
         1,
         "#ttg.linear<{register = [[4], [8]], lane = [[1], [2]], warp = [], block = []}>"},
        {"(1,4):(1,1)",
         {4},
         1,
         "#ttg.linear<{register = [[1], [2]], lane = [], warp = [], block = []}>"},
        {"(8,4):(1,8)",
         {2, 2, 2, 2, 2},
         5,
         "#ttg.linear<{register = [[0, 0, 0, 1, 0], [0, 0, 0, 0, 1]], lane = [[1, 0, 0, 0, 0], [0, "
         "1, "
         "0, 0, 0], [0, 0, 1, 0, 0]], warp = [], block = []}>"},
    };
    wgd_composed c;
    wgd_triton_layout l;
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const case_of *r = &refused[i];
        composed_of(r->layout, &c);
        wgd_diag d = unfilled();
        assert_int_equal(wgd_triton_of_threads(&c, r->shape, 2, &l, &d), r->status);
        said(&d, r->status, r->field, r->what, r->got, r->want);
        if (r->hint) {
            hinted(&d, r->hint);
        }
    }
    composed_of("(32,3):(1,32)", &c);
    assert_int_equal(wgd_triton_of_threads(&c, refused[0].shape, 2, &l, NULL), WGD_ERR_DOMAIN);
    composed_of("(32,4):(1,32)", &c);
    wgd_diag d = unfilled();
    assert_int_equal(wgd_triton_of_threads(&c, refused[0].shape, 6, &l, &d), WGD_ERR_VALUE);
    assert_string_equal(d.got, "more than 5 dimensions");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        composed_of(rows[i].layout, &c);
        memset(&l, 0x5a, sizeof l);
        assert_int_equal(wgd_triton_of_threads(&c, rows[i].shape, rows[i].rank, &l, NULL), WGD_OK);
        same_text(&l, rows[i].triton);
    }
}

/* ---- to CuTe ------------------------------------------------------------------------------------ */

/* More bits than a map has. */
static void too_many_bits(void **state)
{
    wgd_triton_layout l;
    wgd_linear m;
    wgd_tuple shape;
    wgd_composed c;
    (void)state;
    memset(&l, 0, sizeof l);
    l.space = WGD_TRITON_REGISTERS;
    l.rank = 1;
    l.ins = 4;
    l.shape[0] = 1;
    l.in[0].n = l.in[1].n = 31;
    assert_int_equal(wgd_triton_flat(&l, &m, NULL), WGD_OK);
    assert_int_equal(m.bits, 62);
    /* Only of as many indices as there are. */
    l.space = WGD_TRITON_SHARED;
    l.ins = 2;
    l.in[0].n = 3;
    l.in[2].n = 1;
    assert_int_equal(wgd_triton_flat(&l, &m, NULL), WGD_OK);
    assert_int_equal(m.bits, 34);
    l.space = WGD_TRITON_REGISTERS;
    l.ins = 4;
    l.in[0].n = 31;
    wgd_diag d = unfilled();
    assert_int_equal(wgd_triton_flat(&l, &m, &d), WGD_ERR_LIMIT);
    said(&d, WGD_ERR_LIMIT, "layout", "the layout is too large", "",
         "at most 62 bits of all indices");
    assert_int_equal(wgd_triton_map(&l, &m, &shape, &d), WGD_ERR_LIMIT);
    l.space = WGD_TRITON_SHARED;
    l.ins = 3;
    assert_int_equal(wgd_triton_to_composed(&l, &c, &d), WGD_ERR_LIMIT);
}

static void sizes_are(const wgd_tuple *shape, const int64_t *want, int n)
{
    assert_int_equal(shape->n_leaves, n);
    assert_int_equal(wgd_tuple_is_leaf(shape), n == 1);
    for (int i = 0; i < n; i++) {
        assert_int_equal(shape->leaf[i], want[i]);
    }
}

/* The images of single bits, column-major, and the shape whose index has these bits. */
static void maps(void **state)
{
    static const struct {
        const char *text;
        int bits, n;
        uint64_t basis[6];
        int64_t shape[5];
    } rows[] = {
        /* The inverse of (offset): offsets of single bits of row + rows * column. */
        {"#ttg.shared_linear<{offset = [[2], [4], [1]]}>", 3, 1, {4, 1, 2}, {8}},
        {"#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0]]}>", 3, 2, {4, 1, 2}, {2, 4}},
        {"#ttg.shared_linear<{offset = [[0, 0, 0, 0, 1], [0, 0, 0, 1, 0], [0, 0, 1, 0, 0], [0, 1, "
         "0, "
         "0, 0], [1, 0, 0, 0, 0]]}>",
         5,
         5,
         {16, 8, 4, 2, 1},
         {2, 2, 2, 2, 2}},
        /* Lanes, warps, blocks; then registers. */
        {"#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0]], warp = [[2, 0]], block = [[4, "
         "0]]}>",
         5,
         2,
         {1, 2, 4, 8, 16},
         {8, 4}},
        {"#ttg.linear<{register = [], lane = [[1]], warp = [], block = []}>", 1, 2, {1}, {2, 1}},
    };
    wgd_triton_layout l;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_linear m;
        wgd_tuple shape;
        layout_of(rows[i].text, &l);
        memset(&m, 0x5a, sizeof m);
        memset(&shape, 0x5a, sizeof shape);
        assert_int_equal(wgd_triton_map(&l, &m, &shape, NULL), WGD_OK);
        assert_int_equal(m.bits, rows[i].bits);
        assert_memory_equal(m.basis, rows[i].basis, (size_t)m.bits * sizeof m.basis[0]);
        sizes_are(&shape, rows[i].shape, rows[i].n);
    }
    /* Tensor memory: lanes, then columns. */
    wgd_linear m;
    wgd_tuple shape;
    static const int64_t lanes_and_columns[] = {128, 4};
    static const uint64_t images[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    layout_of(TMEM "128, blockN = 4> 128x4", &l);
    memset(&m, 0x5a, sizeof m);
    assert_int_equal(wgd_triton_map(&l, &m, &shape, NULL), WGD_OK);
    assert_int_equal(m.bits, 9);
    assert_memory_equal(m.basis, images, sizeof images);
    sizes_are(&shape, lanes_and_columns, 2);
    assert_string_equal(wgd_triton_in_name(l.space, 0), "row");
    assert_string_equal(wgd_triton_in_name(l.space, 1), "col");
}

/* Shared memory: what has two places, or none, has no map. */
static void no_map(void **state)
{
    static const struct {
        const char *text, *got;
    } rows[] = {
        {"#ttg.shared_linear<{offset = [[1], [2], [3]]}>", "3"},
        {"#ttg.shared_linear<{offset = [[2], [2]]}>", "2"},
        {"#ttg.shared_linear<{offset = [[2]]}>", "1"},
        {NVMMA ", elementBitWidth = 8, fp4Padded = true}> 8x64", "10"},
    };
    wgd_triton_layout l;
    wgd_linear m;
    wgd_tuple shape;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        layout_of(rows[i].text, &l);
        wgd_diag d = unfilled();
        assert_int_equal(wgd_triton_map(&l, &m, &shape, &d), WGD_ERR_DOMAIN);
        said(&d, WGD_ERR_DOMAIN, "layout",
             "not each offset has one element, and each element one offset", rows[i].got,
             "as many bases of the offset as bits of the shape, independent");
        hinted(&d, "fp4Padded leaves offsets out");
    }
    layout_of("#ttg.shared_linear<{offset = [[0, 0, 0, 1, 0]]}> 1x1x1x2x1", &l);
    same_text(&l, "#ttg.shared_linear<{offset = [[0, 0, 0, 1, 0]]}, alignment = 16>");
    layout_of("#ttg.shared_linear<{offset = []}> 1", &l);
    same_text(&l, "#ttg.shared_linear<{offset = []}, alignment = 16>");
    layout_of("#ttg.shared_linear<{offset = [[1], [2]], block = [[4], [8]]}>", &l);
    same_text(&l, "#ttg.shared_linear<{offset = [[1], [2]], block = [[4], [8]]}, alignment = 16>");
    wgd_diag d = unfilled();
    assert_int_equal(wgd_triton_map(&l, &m, &shape, &d), WGD_ERR_DOMAIN);
    said(&d, WGD_ERR_DOMAIN, "layout", "the tensor lies in several blocks' shared memory", "4",
         "one block");
    hinted(&d, "give the part of one block, without CGALayout");
    layout_of("#ttg.shared_linear<{offset = [[1], [2]], block = [[4]]}>", &l);
    d = unfilled();
    assert_int_equal(wgd_triton_map(&l, &m, &shape, &d), WGD_ERR_DOMAIN);
    said(&d, WGD_ERR_DOMAIN, "layout", "the tensor lies in several blocks' shared memory", "2",
         "one block");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_from_cute), cmocka_unit_test(registers_from_cute),
        cmocka_unit_test(too_many_bits),    cmocka_unit_test(maps),
        cmocka_unit_test(no_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
