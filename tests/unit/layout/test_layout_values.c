/* SPDX-License-Identifier: MIT
 *
 * Tuples and layouts as values: building, taking apart, comparing; and that every function may
 * write its result over an operand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "random_layout.h"
#include "wgd_layout_op.h"

static wgd_tuple tuple(const char *text)
{
    wgd_tuple t;
    assert_int_equal(wgd_parse_tuple(text, strlen(text), &t, NULL), WGD_OK);
    return t;
}

static wgd_layout layout(const char *text)
{
    wgd_layout l;
    assert_int_equal(wgd_parse_layout(text, strlen(text), &l, NULL), WGD_OK);
    return l;
}

static void assert_tuple(const wgd_tuple *t, const char *want)
{
    char text[256];
    wgd_tuple_snprintf(text, sizeof text, t, WGD_FMT_PLAIN);
    assert_string_equal(text, want);
}

static void assert_layout(const wgd_layout *l, const char *want)
{
    char text[256];
    wgd_layout_snprintf(text, sizeof text, l, WGD_FMT_PLAIN);
    assert_string_equal(text, want);
}

static void test_tuples(void **state)
{
    static const struct {
        const char *text;
        int rank, depth;
    } cases[] = {{"7", 1, 0},
                 {"()", 0, 1},
                 {"(7)", 1, 1},
                 {"(1,(2,3),4)", 3, 2},
                 {"((()),(1))", 2, 3},
                 {"(((1),2),3)", 2, 3},
                 {"((1),(2),(3))", 3, 2},
                 {"((),(),1)", 3, 2},
                 {"((1,2),((3)),4)", 3, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const wgd_tuple t = tuple(cases[i].text);
        assert_int_equal(wgd_tuple_rank(&t), cases[i].rank);
        assert_int_equal(wgd_tuple_depth(&t), cases[i].depth);
        assert_int_equal(wgd_tuple_is_leaf(&t), cases[i].depth == 0);
    }
    wgd_tuple t = tuple("(1,(2,3),4)"), mode;
    assert_int_equal(wgd_tuple_mode(&t, 1, &mode), WGD_OK);
    assert_tuple(&mode, "(2,3)");
    assert_int_equal(wgd_tuple_mode(&t, 2, &t), WGD_OK);
    assert_tuple(&t, "4");
    assert_int_equal(wgd_tuple_mode(&t, 0, &mode), WGD_OK);
    assert_tuple(&mode, "4");
}

static void test_tuple_lists(void **state)
{
    static int64_t v[WGD_MAX_LEAVES + 1];
    (void)state;
    wgd_tuple t = wgd_tuple_of(v, WGD_MAX_LEAVES), empty = wgd_tuple_of(v, 0);
    assert_int_equal(wgd_tuple_rank(&t), WGD_MAX_LEAVES);
    t = wgd_tuple_of(v, WGD_MAX_LEAVES + 1); /* too many: the empty list */
    assert_true(wgd_tuple_equal(&t, &empty));
    t = wgd_tuple_of(v, -1);
    assert_true(wgd_tuple_equal(&t, &empty));
    const wgd_tuple child = tuple("(2,3)");
    assert_int_equal(wgd_tuple_append(&t, &child), WGD_OK);
    assert_int_equal(wgd_tuple_append(&t, &empty), WGD_OK);
    assert_tuple(&t, "((2,3),())");
    for (int i = 1; i < WGD_MAX_LEAVES / 2; i++) {
        assert_int_equal(wgd_tuple_append(&t, &child), WGD_OK);
    }
    assert_int_equal(wgd_tuple_append(&t, &child), WGD_ERR_LIMIT);
    t = wgd_tuple_of(v, 0);
    for (int i = 1; i < WGD_MAX_NODES; i++) {
        assert_int_equal(wgd_tuple_append(&t, &empty), WGD_OK);
    }
    assert_int_equal(wgd_tuple_append(&t, &empty), WGD_ERR_LIMIT);
    assert_int_equal(wgd_tuple_depth(&t), 2);
}

/* Every stride and every extent counts, the first and the last above all. */
static void test_equal_in_every_place(void **state)
{
    (void)state;
    static const char *const text[] = {"4:1",         "(4,8):(1,4)", "(2,(3,5),7):(1,(2,6),30)",
                                       "(4,4):(4,1)", "((2)):((3))", "(1,1,1):(0,0,0)",
                                       "(2,2):(0,-3)"};
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
        const wgd_layout a = layout(text[i]);
        wgd_layout b = a;
        assert_true(wgd_layout_equal(&a, &b));
        for (int k = 0; k < a.shape.n_leaves; k++) {
            b.stride[k]++;
            assert_false(wgd_layout_equal(&a, &b));
            assert_false(wgd_layout_equal(&b, &a));
            b.stride[k]--;
            b.shape.leaf[k]++;
            assert_false(wgd_layout_equal(&a, &b));
            b.shape.leaf[k]--;
        }
        for (size_t j = 0; j < sizeof text / sizeof text[0]; j++) {
            const wgd_layout c = layout(text[j]);
            assert_int_equal(wgd_layout_equal(&a, &c), i == j);
        }
    }
}

static void test_compare(void **state)
{
    (void)state;
    const wgd_tuple a = tuple("(1,(2,3))"), b = tuple("(1,(2,4))"), c = tuple("((1,2),3)"),
                    d = tuple("(1,2)");
    assert_true(wgd_tuple_congruent(&a, &b) && !wgd_tuple_equal(&a, &b));
    assert_false(wgd_tuple_congruent(&a, &c) || wgd_tuple_equal(&a, &c));
    assert_false(wgd_tuple_congruent(&a, &d));
    const wgd_tuple seven = tuple("7"), none = tuple("()");
    assert_false(wgd_tuple_congruent(&seven, &none));
    const wgd_layout l = layout("(4,2):(1,4)"), m = layout("(4,2):(2,1)"),
                     n = layout("(4,3):(1,4)");
    assert_true(wgd_layout_equal(&l, &l));
    assert_false(wgd_layout_equal(&l, &m) || wgd_layout_equal(&l, &n));
}

static void test_parts(void **state)
{
    (void)state;
    wgd_layout l = layout("(4,(2,3)):(6,(3,1))"), mode;
    int64_t n;
    const wgd_tuple stride = wgd_layout_stride(&l);
    assert_tuple(&stride, "(6,(3,1))");
    assert_int_equal(wgd_layout_mode_size(&l, 1, &n), WGD_OK);
    assert_int_equal(n, 6);
    assert_int_equal(wgd_layout_mode(&l, 1, &mode), WGD_OK);
    assert_layout(&mode, "(2,3):(3,1)");
    assert_int_equal(wgd_layout_mode(&l, 1, &l), WGD_OK);
    assert_layout(&l, "(2,3):(3,1)");
    wgd_tiler t;
    wgd_layout r;
    wgd_tiler_layout(&t, &l);
    const wgd_layout a = layout("12:2");
    assert_int_equal(wgd_composition_by(&a, &t, &r, NULL), WGD_OK);
    assert_layout(&r, "(2,3):(6,2)");
}

/* A tiler that is one item is not a list of one item. */
static void test_tilers(void **state)
{
    (void)state;
    const wgd_layout a = layout("(8,16):(16,1)"), two = layout("2:2");
    wgd_tiler list, item;
    wgd_layout r;
    wgd_tiler_size(&item, 4);
    assert_int_equal(wgd_composition_by(&a, &item, &r, NULL), WGD_OK);
    assert_layout(&r, "4:16");
    wgd_tiler_list(&list);
    assert_int_equal(wgd_tiler_append(&list, &item), WGD_OK);
    wgd_tiler_layout(&item, &two);
    assert_int_equal(wgd_tiler_append(&list, &item), WGD_OK);
    assert_int_equal(wgd_composition_by(&a, &list, &r, NULL), WGD_OK);
    assert_layout(&r, "(4,2):(16,2)");
    wgd_tiler_keep(&item);
    assert_int_equal(wgd_composition_by(&a, &item, &r, NULL), WGD_OK);
    assert_layout(&r, "(8,16):(16,1)");
    /* The integer 1 is 1:1 in a composition and 1:0 in a divide, as in CuTe. */
    wgd_tiler_size(&item, 1);
    assert_int_equal(wgd_composition_by(&a, &item, &r, NULL), WGD_OK);
    assert_layout(&r, "1:1");
    assert_int_equal(wgd_logical_divide_by(&two, &item, &r, NULL), WGD_OK);
    assert_layout(&r, "(1,2):(0,2)");
}

/* Results as large as a layout can be. */
static void test_full(void **state)
{
    (void)state;
    wgd_layout a = wgd_layout_empty(), b = wgd_layout_empty(), r;
    const wgd_layout two = wgd_layout_1d(2, 1), many = wgd_layout_1d(1 << 20, 1);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(wgd_layout_append(&a, &two), WGD_OK);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wgd_layout_append(&b, &many), WGD_OK);
    }
    assert_int_equal(wgd_composition(&a, &b, &r, NULL), WGD_OK);
    assert_int_equal(r.shape.n_leaves, 60);
    assert_int_equal(r.shape.n_nodes, 64);
    assert_int_equal(wgd_layout_append(&b, &two), WGD_OK);
    assert_int_equal(wgd_composition(&a, &b, &r, NULL), WGD_OK);
    assert_int_equal(r.shape.n_leaves, 61);
}

/* A swizzle behind a layout: only the swizzled bits have to move together. */
static void test_moved_swizzle(void **state)
{
    static const struct {
        const char *layout, *want;
    } cases[] = {
        {"(4,2):(1,0)", "Sw<1,0,1> o 0 o (4,2):(1,0)"},
        {"(4,2):(8,1)", "Sw<1,3,1> o 0 o (4,2):(8,1)"},
        {"(2,2,2):(4,1,2)", "Sw<1,0,-2> o 0 o (2,2,2):(4,1,2)"},
        {"(4,3):(1,4)", "Sw<1,0,1> o 0 o (4,3):(1,4)"},
        {"(2,3,2):(1,2,8)", NULL},
        {"(2,2):(1,6)", NULL},
        {"(2,2,2):(1,2,2)", NULL},
        {"(2,2):(0,1)", NULL},
        {"(6,2):(1,8)", NULL},
    };
    const wgd_swizzle sw = {1, 0, 1};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const wgd_layout l = layout(cases[i].layout);
        wgd_composed c;
        char text[128];
        const wgd_status s = wgd_compose_swizzle(&l, sw, &c, NULL);
        if (!cases[i].want) {
            assert_int_equal(s, WGD_ERR_DOMAIN);
            continue;
        }
        assert_int_equal(s, WGD_OK);
        wgd_composed_snprintf(text, sizeof text, &c, WGD_FMT_PLAIN);
        assert_string_equal(text, cases[i].want);
        for (int64_t k = 0; k < naive_size(&l); k++) {
            int64_t v;
            assert_int_equal(wgd_composed_at(&c, k, &v, NULL), WGD_OK);
            assert_int_equal(v, naive_at(&l, wgd_swizzle_apply(sw, k)));
        }
    }
}

/* Widths that are no powers of two of one another. */
static void test_uneven_recast(void **state)
{
    (void)state;
    wgd_layout l = layout("(12,8):(1,12)"), r;
    assert_int_equal(wgd_recast(&l, 16, 24, &r, NULL), WGD_OK); /* upcast by 3, downcast by 2 */
    assert_layout(&r, "(8,8):(1,8)");
    assert_int_equal(wgd_recast(&r, 24, 16, &r, NULL), WGD_OK);
    assert_layout(&r, "(12,8):(1,12)");
    l = layout("(12,8):(2,24)");
    assert_int_equal(wgd_upcast(&l, 3, &r, NULL), WGD_ERR_DIVISIBILITY);
    l = layout("(12,8):(-6,-72)");
    assert_int_equal(wgd_upcast(&l, 3, &r, NULL), WGD_OK);
    assert_layout(&r, "(12,8):(-2,-24)");
    l = layout("8:-1");
    assert_int_equal(wgd_upcast(&l, 4, &r, NULL), WGD_OK);
    assert_layout(&r, "2:-1");
}

/* ---- results over operands ------------------------------------------------------------------ */

/* Runs f apart and onto its operand; both must agree, and so must a refusal. */
#define ALIAS(a, b, call_apart, call_onto)                                                         \
    do {                                                                                           \
        wgd_layout apart_, onto_;                                                                  \
        wgd_layout *out = &apart_;                                                                 \
        const wgd_status s_ = (call_apart);                                                        \
        onto_ = *(a);                                                                              \
        out = &onto_;                                                                              \
        assert_int_equal((call_onto), s_);                                                         \
        if (s_ == WGD_OK) {                                                                        \
            check_law(wgd_layout_equal(&apart_, &onto_), #call_apart, a, b, &onto_);               \
        }                                                                                          \
    } while (0)

static void alias_pair(const wgd_layout *a, const wgd_layout *b)
{
    ALIAS(a, b, wgd_composition(a, b, out, NULL), wgd_composition(out, b, out, NULL));
    ALIAS(b, a, wgd_composition(a, b, out, NULL), wgd_composition(a, out, out, NULL));
    ALIAS(a, b, wgd_logical_divide(a, b, out, NULL), wgd_logical_divide(out, b, out, NULL));
    ALIAS(b, a, wgd_logical_divide(a, b, out, NULL), wgd_logical_divide(a, out, out, NULL));
    ALIAS(a, b, wgd_logical_product(a, b, out, NULL), wgd_logical_product(out, b, out, NULL));
    ALIAS(b, a, wgd_logical_product(a, b, out, NULL), wgd_logical_product(a, out, out, NULL));
    ALIAS(a, b, wgd_blocked_product(a, b, out, NULL), wgd_blocked_product(out, b, out, NULL));
    ALIAS(b, a, wgd_raked_product(a, b, out, NULL), wgd_raked_product(a, out, out, NULL));
}

static void alias_one(const wgd_layout *a)
{
    const wgd_tuple profile = wgd_tuple_int(1);
    ALIAS(a, NULL, wgd_flatten(a, out, NULL), wgd_flatten(out, out, NULL));
    ALIAS(a, NULL, wgd_coalesce(a, out, NULL), wgd_coalesce(out, out, NULL));
    ALIAS(a, NULL, wgd_coalesce_by(a, &profile, out, NULL),
          wgd_coalesce_by(out, &profile, out, NULL));
    ALIAS(a, NULL, wgd_complement(a, 64, out, NULL), wgd_complement(out, 64, out, NULL));
    ALIAS(a, NULL, wgd_right_inverse(a, out, NULL), wgd_right_inverse(out, out, NULL));
    ALIAS(a, NULL, wgd_left_inverse(a, out, NULL), wgd_left_inverse(out, out, NULL));
    ALIAS(a, NULL, wgd_upcast(a, 2, out, NULL), wgd_upcast(out, 2, out, NULL));
    ALIAS(a, NULL, wgd_downcast(a, 2, out, NULL), wgd_downcast(out, 2, out, NULL));
    ALIAS(a, NULL, wgd_recast(a, 16, 24, out, NULL), wgd_recast(out, 16, 24, out, NULL));
    ALIAS(a, NULL, wgd_group_modes(a, 0, 1, out, NULL), wgd_group_modes(out, 0, 1, out, NULL));
    ALIAS(a, NULL, wgd_layout_compact(&a->shape, out, NULL),
          wgd_layout_compact(&out->shape, out, NULL));
    ALIAS(a, NULL, wgd_layout_ordered(&a->shape, &profile, out, NULL),
          wgd_layout_ordered(&out->shape, &profile, out, NULL));
    ALIAS(a, NULL, wgd_tile_to_shape(a, &a->shape, NULL, out, NULL),
          wgd_tile_to_shape(out, &out->shape, NULL, out, NULL));
}

static void test_alias(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < rng_runs(3000); i++) {
        const wgd_layout a = random_layout(&r, 6, 256, 16), b = random_layout(&r, 3, 16, 4);
        const wgd_layout p = random_permutation(&r, 6, 256);
        alias_one(&a);
        alias_one(&p);
        alias_pair(&a, &b);
        alias_pair(&p, &b);
    }
}

static void test_alias_composed(void **state)
{
    static const char text[] = "Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)";
    wgd_composed c, r;
    (void)state;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    assert_int_equal(wgd_recast_composed(&c, 16, 128, &r, NULL), WGD_OK);
    wgd_composed onto = c;
    assert_int_equal(wgd_recast_composed(&onto, 16, 128, &onto, NULL), WGD_OK);
    assert_true(onto.elem_bits == 128 && wgd_layout_equal(&onto.layout, &r.layout));
    onto = c;
    assert_int_equal(wgd_position_independent(&onto, &onto, NULL), WGD_OK);
    assert_true(onto.kind == WGD_SWIZZLED && onto.sw.m == 3 && onto.elem_bits == 0);
    assert_int_equal(wgd_left_inverse_composed(&onto, &r, NULL), WGD_OK);
    assert_int_equal(wgd_left_inverse_composed(&onto, &onto, NULL), WGD_OK);
    assert_true(wgd_layout_equal(&onto.layout, &r.layout) && onto.sw.s == r.sw.s);
}

/* The small answers by name. */
static void test_rank_and_depth(void **state)
{
    static const char *const cases[][3] = {
        {"eval", "(2,4):(4,1)", "(2,4):(4,1)"},
        {"rank", "(1,(2,3),4)", "3"},
        {"depth", "(1,(2,3),4)", "2"},
        {"rank", "8:1", "1"},
        {"depth", "Sw<3,4,3> o 0 o (8,(2,2))", "2"},
        {"size", "7", "7"},
        {"flatten", "7", "7"},
        {"flatten", "((7))", "(7)"},
        {"complement", "(2,4):(1,6)", "3:2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const wgd_layout_op *op = wgd_layout_op_find(cases[i][0], strlen(cases[i][0]));
        static wgd_layout_arg a;
        wgd_layout_result r;
        char text[64];
        const char *operand = cases[i][1];
        assert_int_equal(wgd_layout_arg_parse(op->arg[0].kind, operand, strlen(operand), &a, NULL),
                         WGD_OK);
        assert_int_equal(wgd_layout_op_run(op, &a, 1, &r, NULL), WGD_OK);
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_layout_result(&t, &r, WGD_FMT_PLAIN);
        wgd_text_end(&t);
        assert_string_equal(text, cases[i][2]);
    }
}

/* eval takes the coordinate on either side of the layout. */
static void test_eval(void **state)
{
    static const char *const cases[][3] = {
        {"(1,3)", "(2,4):(4,1)", "7"},
        {"(2,4):(4,1)", "(1,3)", "7"},
        {"3", "8:2", "6"},
        {"8:2", "3", "6"},
        {"8:2", "8:2", NULL},
        {"3", "4", NULL},
    };
    const wgd_layout_op *op = wgd_layout_op_find("eval", 4);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static wgd_layout_arg a[2];
        wgd_layout_result r;
        for (int k = 0; k < 2; k++) {
            const char *t = cases[i][k];
            assert_int_equal(wgd_layout_arg_parse(op->arg[k].kind, t, strlen(t), &a[k], NULL),
                             WGD_OK);
        }
        const wgd_status s = wgd_layout_op_run(op, a, 2, &r, NULL);
        assert_int_equal(s, cases[i][2] ? WGD_OK : WGD_ERR_DOMAIN);
        if (s == WGD_OK) {
            assert_int_equal(r.kind, WGD_ARG_INT);
            assert_int_equal(r.u.num, cases[i][2][0] - '0');
        }
    }
}

/* An operation on texts, as text; "" where it is refused. */
static const char *answer(const char *name, const char *const *text, int n)
{
    static wgd_layout_arg a[WGD_LAYOUT_OP_ARGS];
    static char said[256];
    const wgd_layout_op *op = wgd_layout_op_find(name, strlen(name));
    wgd_layout_result r;
    assert_non_null(op);
    for (int i = 0; i < n; i++) {
        assert_int_equal(
            wgd_layout_arg_parse(op->arg[i].kind, text[i], strlen(text[i]), &a[i], NULL), WGD_OK);
    }
    memset(&r, 0x55, sizeof r);
    if (wgd_layout_op_run(op, a, n, &r, NULL) != WGD_OK) {
        return "";
    }
    if (r.kind == WGD_ARG_INT) {
        snprintf(said, sizeof said, "%lld", (long long)r.u.num);
    } else if (r.kind == WGD_ARG_TUPLE) {
        wgd_tuple_snprintf(said, sizeof said, &r.u.tuple, WGD_FMT_PLAIN);
    } else {
        assert_int_equal(r.kind, WGD_ARG_LAYOUT);
        wgd_composed_snprintf(said, sizeof said, &r.u.layout, WGD_FMT_PLAIN);
    }
    return said;
}

/* Modes by their path, and operations on the layout behind a swizzle, worked out by hand. */
static void test_operations(void **state)
{
    static const struct {
        const char *op, *arg[3];
        int n;
        const char *want;
    } cases[] = {
        {"size", {"(4,(2,8))"}, 1, "64"},
        {"size", {"(4,(2,8))", "0"}, 2, "4"},
        {"size", {"(4,(2,8))", "1"}, 2, "16"},
        {"size", {"(4,(2,8))", "(1,0)"}, 2, "2"},
        {"size", {"(4,(2,8))", "(1,1)"}, 2, "8"},
        {"size", {"(4,(2,8))", "(1,2)"}, 2, ""},
        {"size", {"(4,(2,8))", "(0,1)"}, 2, ""},
        {"cosize", {"(4,(2,8)):(1,(4,8))"}, 1, "64"},
        {"cosize", {"(4,(2,8)):(1,(4,8))", "0"}, 2, "4"},
        {"cosize", {"(4,(2,8)):(1,(4,8))", "1"}, 2, "61"},
        {"cosize", {"(4,(2,8)):(1,(4,8))", "(1,0)"}, 2, "5"},
        {"cosize", {"(4,(2,8)):(1,(4,8))", "(1,1)"}, 2, "57"},
        {"rank", {"(4,(2,8))"}, 1, "2"},
        {"depth", {"(4,(2,8))"}, 1, "2"},
        {"flatten", {"(4,(2,8)):(1,(4,8))"}, 1, "(4,2,8):(1,4,8)"},
        {"flatten", {"(4,((2),8))"}, 1, "(4,2,8)"},
        {"flatten", {"7"}, 1, "7"},
        {"coalesce", {"(2,(4,8)):(1,(2,8))"}, 1, "64:1"},
        {"coalesce", {"Sw<2,4,3> o 0 o (2,(4,8)):(1,(2,8))"}, 1, "Sw<2,4,3> o 0 o 64:1"},
        {"coalesce", {"Sw<2,4,3> o 16 o (2,(4,8)):(1,(2,8))"}, 1, "Sw<2,4,3> o 16 o 64:1"},
        {"coalesce",
         {"Sw<2,4,3> o smem_ptr[16b] o (2,4):(1,2)"},
         1,
         "Sw<2,4,3> o smem_ptr[16b] o 8:1"},
        {"group_modes", {"(2,4,8,3):(1,2,8,64)", "1", "3"}, 3, "(2,(4,8),3):(1,(2,8),64)"},
        {"group_modes", {"(2,4,8):(1,2,8)", "0", "3"}, 3, "((2,4,8)):((1,2,8))"},
        {"group_modes", {"(2,4,8):(1,2,8)", "2", "3"}, 3, "(2,4,(8)):(1,2,(8))"},
        {"idx2crd", {"17", "(3,(2,4))"}, 2, "(2,(1,2))"},
        {"crd2idx", {"(2,(1,2))", "(3,(2,4))"}, 2, "17"},
        {"upcast", {"(8,3):(-1,-8)", "4"}, 2, "(2,3):(-1,-2)"},
        {"upcast", {"(6,3):(1,6)", "3"}, 2, "(2,3):(1,2)"},
        {"upcast", {"(12,2):(1,0)", "6"}, 2, "(2,2):(1,0)"},
        {"downcast", {"(2,3,2):(1,-1,4)", "4"}, 2, "(8,12,2):(1,-1,16)"},
        {"flat_product", {"(2,2):(1,2)", "3:1"}, 2, "(2,2,3):(1,2,4)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(answer(cases[i].op, cases[i].arg, cases[i].n), cases[i].want);
    }
}

/* Coordinates of an index, beside a counter of mixed radix. */
static void test_coordinates(void **state)
{
    static const int64_t radix[] = {3, 2, 4, 5};
    const wgd_tuple shape = tuple("(3,(2,4),5)");
    int64_t digit[4] = {0};
    (void)state;
    for (int64_t i = 0; i < 120; i++) {
        const int64_t by_mode[] = {i % 3, i / 3 % 8, i / 24};
        const wgd_tuple modes = wgd_tuple_of(by_mode, 3);
        wgd_tuple whole, split;
        assert_int_equal(wgd_idx2crd(i, &shape, &whole, NULL), WGD_OK);
        assert_int_equal(wgd_idx2crd_by(&modes, &shape, &split, NULL), WGD_OK);
        for (int k = 0; k < 4; k++) {
            assert_true(whole.leaf[k] == digit[k] && split.leaf[k] == digit[k]);
        }
        assert_true(whole.n_leaves == 4 && whole.n_nodes == shape.n_nodes);
        for (int k = 0; k < 4 && ++digit[k] == radix[k]; k++) {
            digit[k] = 0;
        }
    }
}

/* What nothing, a swizzle of no bits, and a pointer leave in front of a layout. */
static void test_in_front(void **state)
{
    const wgd_layout l = layout("8:-1");
    wgd_composed c = wgd_composed_plain(&l), r;
    int64_t v;
    (void)state;
    assert_true(c.kind == WGD_PLAIN && c.sw.b == 0 && c.sw.m == 0 && c.sw.s == 0);
    assert_true(c.offset == 0 && c.elem_bits == 0);
    c.kind = WGD_SWIZZLED;
    c.sw = (wgd_swizzle){0, 4, 3};
    c.offset = 2;
    assert_int_equal(wgd_composed_at(&c, 7, &v, NULL), WGD_OK);
    assert_int_equal(v, -5);
    memset(&r, 0x55, sizeof r);
    assert_int_equal(wgd_compose_swizzle(&l, c.sw, &r, NULL), WGD_OK);
    assert_true(r.kind == WGD_PLAIN && r.sw.b == 0 && r.sw.m == 0 && r.sw.s == 0);
    assert_true(r.offset == 0 && r.elem_bits == 0 && wgd_layout_equal(&r.layout, &l));
    c.kind = WGD_SMEM_PTR;
    c.sw = (wgd_swizzle){1, 4, 3};
    c.elem_bits = 16;
    assert_int_equal(wgd_position_independent(&c, &r, NULL), WGD_OK);
    assert_true(r.kind == WGD_SWIZZLED && r.offset == 0 && r.elem_bits == 0);
    assert_true(r.sw.b == 1 && r.sw.m == 3 && r.sw.s == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tuples),         cmocka_unit_test(test_tuple_lists),
        cmocka_unit_test(test_compare),        cmocka_unit_test(test_equal_in_every_place),
        cmocka_unit_test(test_parts),          cmocka_unit_test(test_uneven_recast),
        cmocka_unit_test(test_alias),          cmocka_unit_test(test_alias_composed),
        cmocka_unit_test(test_rank_and_depth), cmocka_unit_test(test_tilers),
        cmocka_unit_test(test_full),           cmocka_unit_test(test_moved_swizzle),
        cmocka_unit_test(test_eval),           cmocka_unit_test(test_coordinates),
        cmocka_unit_test(test_in_front),       cmocka_unit_test(test_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
