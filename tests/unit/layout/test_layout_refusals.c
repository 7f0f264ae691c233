/* SPDX-License-Identifier: MIT
 *
 * What the operations refuse, each with its status and the field at fault; and that every limit is
 * a refusal and no crash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "wgd_layout_op.h"

typedef struct refusal {
    const char *op;
    const char *arg[WGD_LAYOUT_OP_ARGS];
    wgd_status status;
    const char *field;
    const char *got;  /* which of what was given is at fault; "" where no value of the caller is */
    const char *want; /* where a number of the operands is part of it; else NULL */
} refusal;

#define HUGE62 "4611686018427387904"
#define HUGE61 "2305843009213693952"

static const refusal refusals[] = {
    /* evaluation */
    {"crd2idx", {"(1,2,3)", "(4,8)"}, WGD_ERR_NOT_CONGRUENT, "coord", "(1,2,3)", NULL},
    {"crd2idx", {"(1,(2,3))", "(4,8)"}, WGD_ERR_NOT_CONGRUENT, "coord", "(1,(2,3))", NULL},
    {"crd2idx", {"((1,2))", "(4,8)"}, WGD_ERR_NOT_CONGRUENT, "coord", "((1,2))", NULL},
    {"crd2idx", {"()", "(4,8)"}, WGD_ERR_NOT_CONGRUENT, "coord", "()", NULL},
    {"crd2idx", {"3", "8:" HUGE61}, WGD_ERR_OVERFLOW, "layout", "", NULL},
    {"layout_eval",
     {"(" HUGE62 ",2)", "(2,2):(1," HUGE62 ")"},
     WGD_ERR_OVERFLOW,
     "coord",
     "(" HUGE62 ",2)",
     NULL},
    {"layout_eval", {"5", "2:" HUGE62}, WGD_ERR_OVERFLOW, "coord", "5", NULL},
    {"layout_eval", {"1", "Sw<1,4,3> o 0 o 8:-1"}, WGD_ERR_DOMAIN, "offset", "-1", "offsets >= 0"},
    {"layout_eval",
     {"1", "Sw<1,4,3> o " HUGE62 " o 2:" HUGE62},
     WGD_ERR_OVERFLOW,
     "offset",
     HUGE62,
     NULL},
    {"layout_eval",
     {"1", "Sw<1,4,3> o smem_ptr[12b] o 8:1"},
     WGD_ERR_DOMAIN,
     "new_bits",
     "12",
     NULL},
    {"idx2crd", {"32", "(4,8)"}, WGD_ERR_DOMAIN, "index", "32", NULL},
    {"idx2crd", {"-1", "(4,8)"}, WGD_ERR_DOMAIN, "index", "-1", NULL},
    {"idx2crd", {"(1,8)", "(4,8)"}, WGD_ERR_DOMAIN, "index", "8", NULL},
    {"idx2crd", {"(1,2,3)", "(4,8)"}, WGD_ERR_NOT_CONGRUENT, "index", "(1,2,3)", NULL},
    {"idx2crd", {"0", "(4,0)"}, WGD_ERR_DOMAIN, "shape", "0", NULL},
    {"idx2crd", {"0", "(" HUGE62 ",4)"}, WGD_ERR_OVERFLOW, "shape", "", NULL},
    {"size", {"(4,8)", "2"}, WGD_ERR_DOMAIN, "mode", "2", NULL},
    {"size", {"(4,8)", "-1"}, WGD_ERR_DOMAIN, "mode", "-1", NULL},
    {"cosize", {"(4,(2,4)):(1,(4,8))", "(1,2)"}, WGD_ERR_DOMAIN, "mode", "(1,2)", NULL},
    /* structure */
    {"make_ordered_layout", {"(4,2)", "(1,2,3)"}, WGD_ERR_NOT_CONGRUENT, "order", "(1,2,3)", NULL},
    {"make_ordered_layout",
     {"(4,2)", "(1,(2,3))"},
     WGD_ERR_NOT_CONGRUENT,
     "order",
     "(1,(2,3))",
     NULL},
    {"make_ordered_layout", {"4", "(1,2)"}, WGD_ERR_NOT_CONGRUENT, "order", "(1,2)", NULL},
    {"make_ordered_layout",
     {"(" HUGE62 ",4)", "(1,2)"},
     WGD_ERR_OVERFLOW,
     "shape",
     "(" HUGE62 ",4)",
     NULL},
    {"make_ordered_layout", {"(4,0)", "(1,2)"}, WGD_ERR_DOMAIN, "shape", "0", NULL},
    {"coalesce_by", {"(4,8)", "(1,1,1)"}, WGD_ERR_NOT_CONGRUENT, "profile", "(1,1,1)", NULL},
    {"coalesce_by", {"(4,8)", "(1,(1,1))"}, WGD_ERR_NOT_CONGRUENT, "profile", "(1,(1,1))", NULL},
    {"group_modes", {"(4,8)", "0", "3"}, WGD_ERR_DOMAIN, "end", "3", NULL},
    {"group_modes", {"(4,8)", "1", "1"}, WGD_ERR_DOMAIN, "end", "1", NULL},
    {"group_modes", {"(4,8)", "-1", "1"}, WGD_ERR_DOMAIN, "begin", "-1", NULL},
    {"group_modes", {"(4,8)", "2", "3"}, WGD_ERR_DOMAIN, "begin", "2", NULL},
    {"group_modes", {"8:1", "0", "1"}, WGD_ERR_DOMAIN, "begin", "0", NULL},
    {"group_modes", {"(4,8)", "0", HUGE62}, WGD_ERR_DOMAIN, "end", HUGE62, NULL},
    {"group_modes", {"(4,8)", HUGE62, HUGE62}, WGD_ERR_DOMAIN, "begin", HUGE62, NULL},
    /* composition */
    {"composition",
     {"(6,2):(8,2)", "4:9"},
     WGD_ERR_DIVISIBILITY,
     "stride",
     "9",
     "a multiple of 6 or less than it"},
    {"composition",
     {"(4,6,8):(2,3,5)", "6:9"},
     WGD_ERR_DIVISIBILITY,
     "stride",
     "9",
     "a multiple of 4 or less than it"},
    {"composition", {"(4,6):(1,8)", "6:1"}, WGD_ERR_DIVISIBILITY, "shape", "6", "a multiple of 4"},
    {"composition", {"2:" HUGE62, "2:4"}, WGD_ERR_OVERFLOW, "stride", "", NULL},
    {"composition", {"(2,2):(" HUGE61 "," HUGE62 ")", "4:4"}, WGD_ERR_OVERFLOW, "stride", "", NULL},
    {"composition", {"(2,4):(1," HUGE61 ")", "2:-8"}, WGD_ERR_OVERFLOW, "", "", NULL},
    {"composition", {"8:" HUGE61 "", "2:1"}, WGD_ERR_OVERFLOW, "layout", "", NULL},
    {"composition", {"2:" HUGE61, "(2,2,4):(1,1,1)"}, WGD_ERR_OVERFLOW, "", "", NULL},
    {"composition", {"(4,8)", "[2:1;2:1;2:1]"}, WGD_ERR_DOMAIN, "tiler", "3", NULL},
    {"composition", {"(4,8)", "[[2:1;2:1];2:1]"}, WGD_ERR_DOMAIN, "tiler", "2", NULL},
    /* complement and inverses */
    {"complement", {"(2,2):(1,1)", "8"}, WGD_ERR_DOMAIN, "layout", "(2,2):(1,1)", NULL},
    {"complement", {"4:-1", "8"}, WGD_ERR_DOMAIN, "layout", "4:-1", "strides >= 0 and shapes >= 1"},
    {"complement", {"4:1", "0"}, WGD_ERR_DOMAIN, "cotarget", "0", NULL},
    {"complement", {"4:1", "(2,-2)"}, WGD_ERR_DOMAIN, "cotarget", "-2", NULL},
    {"complement", {"1:0", "(" HUGE62 ",4)"}, WGD_ERR_OVERFLOW, "cotarget", "", NULL},
    {"complement", {"2:" HUGE62, "8"}, WGD_ERR_OVERFLOW, "layout", "2:" HUGE62, NULL},
    {"left_inverse", {"(16,16):(32,5)"}, WGD_ERR_DIVISIBILITY, "layout", "(16,16):(32,5)", NULL},
    {"left_inverse", {"4:-1"}, WGD_ERR_DOMAIN, "layout", "4:-1", "strides >= 0"},
    {"right_inverse",
     {"Sw<3,4,3> o 1 o 8:1"},
     WGD_ERR_DOMAIN,
     "layout",
     "",
     "Sw<B,M,S> o 0 o layout"},
    {"left_inverse",
     {"Sw<3,4,3> o smem_ptr[16b] o 8:1"},
     WGD_ERR_DOMAIN,
     "layout",
     "",
     "Sw<B,M,S> o 0 o layout"},
    {"left_inverse",
     {"Sw<1,0,1> o 0 o (3,4):(4,1)"},
     WGD_ERR_DOMAIN,
     "layout",
     "(4,3):(3,1)",
     NULL},
    {"left_inverse",
     {"Sw<2,0,2> o 0 o (2,2,4):(2,1,4)"},
     WGD_ERR_DOMAIN,
     "layout",
     "(2,2,4):(2,1,4)",
     NULL},
    /* divides and products */
    {"logical_divide",
     {"(6,2):(8,2)", "4:9"},
     WGD_ERR_DIVISIBILITY,
     "stride",
     "9",
     "a multiple of 6 or less than it"},
    {"logical_divide", {"(4,8)", "[2:1;2:1;2:1]"}, WGD_ERR_DOMAIN, "tiler", "3", NULL},
    {"logical_divide",
     {"(4,8)", "2:-1"},
     WGD_ERR_DOMAIN,
     "layout",
     "2:-1",
     "strides >= 0 and shapes >= 1"},
    {"zipped_divide", {"(4,8)", "[_;2:1]"}, WGD_ERR_DOMAIN, "tiler", "1", NULL},
    {"tiled_divide", {"(4,8,2)", "_"}, WGD_ERR_DOMAIN, "tiler", "3", NULL},
    {"logical_product", {"2:1", HUGE62 ":2"}, WGD_ERR_OVERFLOW, "tiler", "", NULL},
    {"logical_product", {HUGE62 ":1", "4:1"}, WGD_ERR_OVERFLOW, "tiler", "", NULL},
    {"logical_product", {"(2,2):(1,1)", "4:1"}, WGD_ERR_DOMAIN, "layout", "(2,2):(1,1)", NULL},
    {"logical_product", {"(2,2)", "[2:1;2:1;2:1]"}, WGD_ERR_DOMAIN, "tiler", "3", NULL},
    {"blocked_product", {"(4,8)", "Sw<3,4,3> o 0 o 8:1"}, WGD_ERR_DOMAIN, "tiler", "", NULL},
    {"blocked_product", {"(2):(3)", "6:1"}, WGD_ERR_DOMAIN, "tiler", "2", NULL},
    {"blocked_product",
     {"(4,8,3):(96,6,1)", "(3,3):(3,1)"},
     WGD_ERR_DIVISIBILITY,
     "stride",
     "3",
     "a multiple of 2 or less than it"},
    {"tile_to_shape", {"(8,8)", "64"}, WGD_ERR_DOMAIN, "shape", "64", NULL},
    {"tile_to_shape", {"(8,8)", "(64,12)"}, WGD_ERR_DIVISIBILITY, "shape", "(64,12)", NULL},
    {"tile_to_shape", {"(8,8)", "(64,0)"}, WGD_ERR_DIVISIBILITY, "shape", "(64,0)", NULL},
    {"tile_to_shape", {"(8,8)", "(4,8)"}, WGD_ERR_DIVISIBILITY, "shape", "(4,8)", NULL},
    {"tile_to_shape",
     {"(8,8)", "(64,64)", "(1,2,3)"},
     WGD_ERR_NOT_CONGRUENT,
     "order",
     "(1,2,3)",
     NULL},
    {"tile_to_shape",
     {"(8,8)", "(8,(" HUGE62 ",4))"},
     WGD_ERR_OVERFLOW,
     "shape",
     "(8,(" HUGE62 ",4))",
     NULL},
    {"tile_to_shape",
     {"(8,8)", "(" HUGE62 ",64)"},
     WGD_ERR_OVERFLOW,
     "shape",
     "(" HUGE62 ",64)",
     NULL},
    /* recasts and swizzles */
    {"upcast", {"(5,4):(1,5)", "4"}, WGD_ERR_DIVISIBILITY, "layout", "5", NULL},
    {"upcast", {"8:1", "0"}, WGD_ERR_VALUE, "n", "0", NULL},
    {"upcast", {"8:1", "-2"}, WGD_ERR_VALUE, "n", "-2", NULL},
    {"downcast", {"8:2", "2"}, WGD_ERR_DOMAIN, "layout", "8:2", NULL},
    {"downcast", {"8:1", "0"}, WGD_ERR_VALUE, "n", "0", NULL},
    {"downcast",
     {"(8,2):(1," HUGE61 ")", "4"},
     WGD_ERR_OVERFLOW,
     "layout",
     "(8,2):(1," HUGE61 ")",
     NULL},
    {"downcast", {HUGE62 ":1", "2"}, WGD_ERR_OVERFLOW, "layout", HUGE62 ":1", NULL},
    {"downcast", {"Sw<1,4,3> o smem_ptr[16b] o 8:1", "3"}, WGD_ERR_DIVISIBILITY, "n", "3", NULL},
    {"upcast",
     {"Sw<1,4,3> o smem_ptr[16b] o 8:1", HUGE62},
     WGD_ERR_DIVISIBILITY,
     "n",
     HUGE62,
     NULL},
    {"upcast",
     {"Sw<1,4,3> o smem_ptr[16b] o 8:1", "1073741824"},
     WGD_ERR_VALUE,
     "new_bits",
     "17179869184",
     NULL},
    {"recast", {"8:1", "0", "8"}, WGD_ERR_VALUE, "old_bits", "0", NULL},
    {"recast", {"8:1", "8", "-8"}, WGD_ERR_VALUE, "new_bits", "-8", NULL},
    {"recast", {"(3,4):(3,1)", "8", "16"}, WGD_ERR_DIVISIBILITY, "layout", "3", NULL},
    {"recast",
     {"Sw<3,4,3> o smem_ptr[16b] o 8:1", "8", "16"},
     WGD_ERR_VALUE,
     "old_bits",
     "8",
     NULL},
    {"recast", {"Sw<3,4,3> o 0 o 8:1", "16", "48"}, WGD_ERR_DOMAIN, "new_bits", "48", NULL},
    {"recast", {"Sw<3,4,3> o 3 o 8:1", "16", "32"}, WGD_ERR_DIVISIBILITY, "offset", "3", NULL},
    {"recast",
     {"Sw<3,4,3> o " HUGE62 " o 8:1", "32", "16"},
     WGD_ERR_OVERFLOW,
     "offset",
     HUGE62,
     NULL},
    {"recast", {"Sw<3,54,3> o 0 o 8:1", "128", "16"}, WGD_ERR_VALUE, "swizzle", "Sw<3,57,3>", NULL},
    {"recast", {"Sw<3,54,3> o 0 o 8:1", "128", "1"}, WGD_ERR_VALUE, "swizzle", "Sw<3,61,3>", NULL},
    {"recast", {"Sw<0,62,0> o 1 o 8:1", "128", "1"}, WGD_ERR_OVERFLOW, "new_bits", "1", NULL},
    {"position_independent",
     {"Sw<3,4,3> o smem_ptr[12b] o 8:1"},
     WGD_ERR_DOMAIN,
     "new_bits",
     "12",
     NULL},
    {"swizzle", {"Sw<3,4,3>", "-1", "8:1"}, WGD_ERR_DOMAIN, "offset", "-1", NULL},
    {"swizzle", {"Sw<3,4,3>", "0", "Sw<3,4,3> o 0 o 8:1"}, WGD_ERR_DOMAIN, "layout", "", NULL},
    {"upcast_swz", {"Sw<3,4,3>", "0", "8:1", "3"}, WGD_ERR_DOMAIN, "new_bits", "3", NULL},
    {"downcast_swz", {"Sw<3,4,3>", "0", "8:2", "2"}, WGD_ERR_DOMAIN, "layout", "8:2", NULL},
    {"downcast_swz", {"Sw<3,4,3>", "0", "8:1", "0"}, WGD_ERR_VALUE, "n", "0", NULL},
    /* the number of operands */
    {"composition", {"8:1"}, WGD_ERR_DOMAIN, "args", "1", NULL},
    {"flatten", {"8:1", "8:1"}, WGD_ERR_DOMAIN, "args", "2", NULL},
    {"upcast_swz", {"Sw<3,4,3>", "0", "8:1"}, WGD_ERR_DOMAIN, "args", "3", NULL},
    {"group_modes", {"8:1", "0"}, WGD_ERR_DOMAIN, "args", "2", NULL},
};

/* Parses and runs; the diagnostic is that of whichever refused. */
static wgd_status run(const wgd_layout_op *op, const char *const *text, wgd_layout_result *r,
                      wgd_diag *diag)
{
    static wgd_layout_arg a[WGD_LAYOUT_OP_ARGS];
    int n = 0;
    for (; n < WGD_LAYOUT_OP_ARGS && text[n]; n++) {
        const wgd_arg_kind kind = op->arg[n].kind == WGD_ARG_NONE ? WGD_ARG_ANY : op->arg[n].kind;
        const wgd_status s = wgd_layout_arg_parse(kind, text[n], strlen(text[n]), &a[n], diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    return wgd_layout_op_run(op, a, n, r, diag);
}

static void test_refusals(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const refusal *c = &refusals[i];
        const wgd_layout_op *op = wgd_layout_op_find(c->op, strlen(c->op));
        wgd_layout_result r;
        wgd_diag diag = {WGD_OK, "", -1, "", "", "", "", WGD_HINT_NONE, 0, ""};
        assert_non_null(op);
        const wgd_status s = run(op, c->arg, &r, &diag);
        if (s != c->status || diag.status != s || strcmp(diag.field, c->field) != 0 ||
            strcmp(diag.got, c->got) != 0 || (c->want && strcmp(diag.want, c->want) != 0)) {
            wrong++;
            print_message("%s %s %s: %s in '%s' (%s), not %s in '%s'\n", c->op, c->arg[0],
                          c->arg[1] ? c->arg[1] : "", wgd_status_name(s), diag.field, diag.got,
                          wgd_status_name(c->status), c->field);
        }
        assert_int_equal(run(op, c->arg, &r, NULL), s); /* a diagnostic is optional */
    }
    assert_int_equal(wrong, 0);
}

/* The operations that can do without their last operand. */
static bool one_is_optional(const char *name)
{
    static const char *const names[] = {"size",     "cosize",     "eval",
                                        "coalesce", "complement", "tile_to_shape"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Operands of another kind than the table says. */
static void test_kinds(void **state)
{
    static wgd_layout_arg a[WGD_LAYOUT_OP_ARGS];
    wgd_layout_result r;
    wgd_diag diag;
    (void)state;
    for (int i = 0; i < wgd_layout_op_count(); i++) {
        const wgd_layout_op *op = wgd_layout_op_at(i);
        assert_ptr_equal(wgd_layout_op_find(op->name, strlen(op->name)), op);
        assert_true(op->min_args >= 1 && op->max_args <= WGD_LAYOUT_OP_ARGS &&
                    strlen(op->help) > 0);
        assert_int_equal(op->min_args, op->max_args - one_is_optional(op->name));
        for (int k = 0; k < WGD_LAYOUT_OP_ARGS; k++) {
            a[k].kind = WGD_ARG_NONE;
            assert_int_equal(op->arg[k].kind != WGD_ARG_NONE, k < op->max_args);
        }
        assert_int_equal(wgd_layout_op_run(op, a, op->min_args, &r, &diag), WGD_ERR_DOMAIN);
        assert_string_equal(diag.field, op->arg[0].name);
    }
    assert_null(wgd_layout_op_find("compositions", 12));
    assert_null(wgd_layout_op_find("composition", 5));
    assert_null(wgd_layout_op_find("", 0));
}

/* ---- the limits of a value ------------------------------------------------------------------ */

static wgd_layout many(int leaves, int64_t shape, int64_t stride)
{
    const wgd_layout m = wgd_layout_1d(shape, stride);
    wgd_layout l = wgd_layout_empty();
    for (int i = 0; i < leaves; i++) {
        assert_int_equal(wgd_layout_append(&l, &m), WGD_OK);
    }
    return l;
}

static void test_too_many(void **state)
{
    (void)state;
    const wgd_layout m = wgd_layout_1d(1, 0), empty = wgd_layout_empty();
    wgd_layout full = many(WGD_MAX_LEAVES, 1, 0), r;
    wgd_diag diag;
    assert_int_equal(wgd_layout_append(&full, &m), WGD_ERR_LIMIT);
    assert_int_equal(wgd_layout_rank(&full), WGD_MAX_LEAVES);
    wgd_layout lists = wgd_layout_empty();
    for (int i = 1; i < WGD_MAX_NODES; i++) {
        assert_int_equal(wgd_layout_append(&lists, &empty), WGD_OK);
    }
    assert_int_equal(wgd_layout_append(&lists, &empty), WGD_ERR_LIMIT);
    assert_int_equal(wgd_group_modes(&lists, 0, 1, &r, &diag), WGD_ERR_LIMIT);
    assert_int_equal(wgd_logical_divide(&full, &full, &r, &diag), WGD_ERR_LIMIT);
    assert_int_equal(wgd_blocked_product(&full, &full, &r, &diag), WGD_ERR_LIMIT);
    const wgd_layout one = wgd_layout_1d(1, 0);
    assert_int_equal(wgd_tile_to_shape(&one, &full.shape, NULL, &r, &diag), WGD_ERR_DOMAIN);
    /* One mode that spans 64 of the left layout, twice. */
    const wgd_layout wide = many(40, 2, 1);
    const wgd_layout twice = wgd_layout_2d(INT64_C(1) << 40, INT64_C(1) << 40, 1, 1);
    assert_int_equal(wgd_composition(&wide, &twice, &r, &diag), WGD_ERR_LIMIT);
    assert_int_equal(diag.status, WGD_ERR_LIMIT);
}

static void test_too_deep(void **state)
{
    wgd_layout l = wgd_layout_1d(2, 1), r;
    wgd_tuple t = wgd_tuple_int(2);
    wgd_diag diag;
    (void)state;
    for (int depth = 1; depth <= WGD_MAX_DEPTH; depth++) {
        wgd_layout outer = wgd_layout_empty();
        wgd_tuple list = wgd_tuple_of(NULL, 0);
        assert_int_equal(wgd_layout_append(&outer, &l), WGD_OK);
        assert_int_equal(wgd_tuple_append(&list, &t), WGD_OK);
        l = outer;
        t = list;
        assert_int_equal(wgd_layout_depth(&l), depth);
        assert_int_equal(wgd_tuple_depth(&t), depth);
    }
    wgd_layout outer = wgd_layout_empty();
    wgd_tuple list = wgd_tuple_of(NULL, 0);
    assert_int_equal(wgd_layout_append(&outer, &l), WGD_ERR_LIMIT);
    assert_int_equal(wgd_tuple_append(&list, &t), WGD_ERR_LIMIT);
    assert_int_equal(wgd_group_modes(&l, 0, 1, &r, &diag), WGD_ERR_LIMIT);
    /* A mode lies one level less deep than its layout. */
    assert_int_equal(wgd_layout_append_mode(&outer, &l, 0), WGD_OK);
    assert_int_equal(wgd_layout_append_mode(&outer, &l, 1), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_layout_depth(&outer), WGD_MAX_DEPTH);
    const wgd_layout one = wgd_layout_1d(2, 1);
    assert_int_equal(wgd_logical_product(&l, &one, &r, &diag), WGD_ERR_LIMIT);
}

static void test_values(void **state)
{
    const int64_t top = INT64_MAX;
    const wgd_tuple leaf = wgd_tuple_int(3);
    wgd_tuple t = wgd_tuple_of(&top, 1), out;
    int64_t n;
    (void)state;
    assert_int_equal(wgd_tuple_append(&t, &leaf), WGD_OK);
    assert_int_equal(wgd_tuple_product(&t, &n), WGD_ERR_OVERFLOW);
    out = leaf;
    assert_int_equal(wgd_tuple_append(&out, &leaf), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_tuple_mode(&t, 2, &out), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_tuple_mode(&t, -1, &out), WGD_ERR_DOMAIN);
    wgd_layout l = wgd_layout_2d(INT64_MAX, 2, 1, 0), r;
    wgd_diag diag;
    assert_int_equal(wgd_layout_size(&l, &n), WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_coalesce(&l, &r, &diag), WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_right_inverse(&l, &r, &diag), WGD_ERR_OVERFLOW);
    l = wgd_layout_1d(INT64_MAX, 2);
    assert_int_equal(wgd_layout_cosize(&l, &n), WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_flatten(&l, &r, &diag), WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_layout_mode(&l, 1, &r), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_layout_mode_size(&l, 1, &n), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_layout_append(&l, &l), WGD_ERR_DOMAIN);
}

/* A caller's own struct may hold what no parser lets through. */
static void test_no_layout(void **state)
{
    const wgd_layout bad[] = {wgd_layout_1d(0, 1), wgd_layout_1d(-3, 1),
                              wgd_layout_1d(1, INT64_MIN), wgd_layout_2d(0, 4, 1, 1)};
    const wgd_layout good = wgd_layout_2d(4, 8, 8, 1);
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wgd_layout r;
        wgd_diag d;
        assert_int_not_equal(wgd_coalesce(&bad[i], &r, &d), WGD_OK);
        assert_int_not_equal(wgd_flatten(&bad[i], &r, &d), WGD_OK);
        assert_int_not_equal(wgd_composition(&bad[i], &good, &r, &d), WGD_OK);
        assert_int_not_equal(wgd_composition(&good, &bad[i], &r, &d), WGD_OK);
        assert_int_not_equal(wgd_complement(&bad[i], 8, &r, &d), WGD_OK);
        assert_int_not_equal(wgd_right_inverse(&bad[i], &r, &d), WGD_OK);
        assert_int_not_equal(wgd_left_inverse(&bad[i], &r, &d), WGD_OK);
        assert_int_not_equal(wgd_logical_divide(&bad[i], &good, &r, &d), WGD_OK);
        assert_int_not_equal(wgd_logical_divide(&good, &bad[i], &r, &d), WGD_OK);
        assert_int_not_equal(wgd_logical_product(&bad[i], &good, &r, &d), WGD_OK);
        assert_int_not_equal(wgd_logical_product(&good, &bad[i], &r, &d), WGD_OK);
        assert_int_not_equal(wgd_blocked_product(&bad[i], &good, &r, &d), WGD_OK);
        assert_int_not_equal(wgd_tile_to_shape(&bad[i], &good.shape, NULL, &r, &d), WGD_OK);
        assert_int_not_equal(wgd_upcast(&bad[i], 2, &r, &d), WGD_OK);
        assert_int_not_equal(wgd_downcast(&bad[i], 2, &r, &d), WGD_OK);
    }
}

static void test_tiler_limits(void **state)
{
    static wgd_tiler list, item;
    const wgd_layout l = wgd_layout_1d(2, 1);
    (void)state;
    wgd_tiler_list(&list);
    for (int i = 0; i < WGD_MAX_TILER; i++) {
        assert_int_equal(wgd_tiler_append_layout(&list, &l), WGD_OK);
    }
    assert_int_equal(wgd_tiler_append_layout(&list, &l), WGD_ERR_LIMIT);
    wgd_tiler_size(&item, 2);
    assert_int_equal(wgd_tiler_append(&list, &item), WGD_ERR_LIMIT);
    wgd_tiler_keep(&item);
    assert_int_equal(wgd_tiler_append(&list, &item), WGD_OK);
    assert_int_equal(wgd_tiler_append(&item, &list), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_tiler_append_layout(&item, &l), WGD_ERR_DOMAIN);
    wgd_tiler_list(&list);
    for (int i = 1; i < WGD_MAX_TILER_NODES; i++) {
        assert_int_equal(wgd_tiler_append(&list, &item), WGD_OK);
    }
    assert_int_equal(wgd_tiler_append(&list, &item), WGD_ERR_LIMIT);
    assert_int_equal(wgd_tiler_append_layout(&list, &l), WGD_ERR_LIMIT);
    const wgd_layout many_modes = many(WGD_MAX_TILER + 1, 2, 0);
    assert_int_equal(wgd_tiler_shape(&list, &many_modes.shape), WGD_ERR_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_too_many),     cmocka_unit_test(test_too_deep),
        cmocka_unit_test(test_values),       cmocka_unit_test(test_no_layout),
        cmocka_unit_test(test_tiler_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
