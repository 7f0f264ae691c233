/* SPDX-License-Identifier: MIT
 *
 * The algebra at the limits of its values: results at the edge, what a caller's own struct may hold,
 * and layouts that grow by a node until the result has no room. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "wgd_layout_op.h"
#include "wgd_linear.h"
#include "wgd_suggest.h"

#define HUGE62 "4611686018427387904"
#define HUGE61 "2305843009213693952"

static wgd_layout layout(const char *text)
{
    wgd_composed c;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    assert_int_equal(c.kind, WGD_PLAIN);
    return c.layout;
}

static wgd_status run(const wgd_layout_op *op, const char *const *text, wgd_layout_result *r,
                      wgd_diag *diag)
{
    static wgd_layout_arg a[WGD_LAYOUT_OP_ARGS];
    int n = 0;
    for (; n < WGD_LAYOUT_OP_ARGS && text[n]; n++) {
        const wgd_status s =
            wgd_layout_arg_parse(op->arg[n].kind, text[n], strlen(text[n]), &a[n], diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    return wgd_layout_op_run(op, a, n, r, diag);
}

/* ---- answers and refusals by the definition --------------------------------------------------- */

typedef struct answer {
    const char *op;
    const char *arg[WGD_LAYOUT_OP_ARGS];
    wgd_status status;
    const char *said; /* the result, or the field at fault */
} answer;

#define ONES16 "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"
#define KEEP15 "_,_,_,_,_,_,_,_,_,_,_,_,_,_,_"

static const answer answers[] = {
    /* an identity in front moves negative offsets, too; an offset stays in front */
    {"layout_eval", {"1", "Sw<0,4,3> o 0 o 8:-1"}, WGD_OK, "-1"},
    {"recast", {"Sw<0,4,3> o 10 o 8:1", "16", "32"}, WGD_OK, "Sw<0,3,3> o 5 o 4:1"},
    {"downcast", {"(2,2):(1,-1)", "2"}, WGD_OK, "(4,4):(1,-1)"},
    {"rank", {"smem_ptr[16b] o (8,4):(4,1)"}, WGD_OK, "2"},
    {"coalesce", {"(2,3):(" HUGE62 ",0)"}, WGD_OK, "(2,3):(" HUGE62 ",0)"},
    {"composition", {"():()", "2:1"}, WGD_OK, "2:0"},
    {"right_inverse", {"Sw<1,0,-1> o 0 o 4:1"}, WGD_OK, "Sw<1,0,-1> o 0 o 4:1"},
    /* sums and products that do not fit, with more to come behind */
    {"layout_eval", {"(3,1)", "(2,2):(" HUGE61 "," HUGE62 ")"}, WGD_ERR_OVERFLOW, "coord"},
    {"complement", {"1:0", "(" HUGE62 ",4,2)"}, WGD_ERR_OVERFLOW, "cotarget"},
    {"size", {"(" HUGE62 ",4,2)"}, WGD_ERR_OVERFLOW, "shape"},
    {"make_ordered_layout", {"((" HUGE62 ",4),2)", "(1,2)"}, WGD_ERR_OVERFLOW, "shape"},
    {"make_ordered_layout", {"(2," HUGE62 ",4)", "(3,1,2)"}, WGD_ERR_OVERFLOW, "shape"},
    {"make_ordered_layout", {"(" HUGE62 ",4,2)", "(1,2,3)"}, WGD_ERR_OVERFLOW, "shape"},
    {"tile_to_shape", {"(8,8)", "((" HUGE62 ",4),8)"}, WGD_ERR_OVERFLOW, "shape"},
    {"downcast", {"(2,8):(" HUGE62 ",1)", "4"}, WGD_ERR_OVERFLOW, "layout"},
    {"downcast", {"(2,2,8):(" HUGE61 "," HUGE61 ",1)", "8"}, WGD_ERR_OVERFLOW, "layout"},
    /* the largest power of two: 2 * 2^62 does not fit, but 2^62 does */
    {"right_inverse", {"Sw<1,0,1> o 0 o (2,2):(" HUGE62 ",1)"}, WGD_OK, "Sw<1,1,1> o 0 o 2:2"},
    {"make_ordered_layout", {"(2," HUGE62 ",4,2)", "(4,1,2,3)"}, WGD_ERR_OVERFLOW, "shape"},
    {"downcast", {"(2,2,8):(" HUGE61 ",2,1)", "8"}, WGD_ERR_OVERFLOW, "layout"},
    /* the complement's modes fall between those of the layout; not its last one alone */
    {"logical_divide", {"(8,12):(12,1)", "(3,2):(1,24)"}, WGD_ERR_DIVISIBILITY, "shape"},
    /* one side of a range, or one of two numbers */
    {"upcast", {"4:3", "4"}, WGD_ERR_DIVISIBILITY, "layout"},
    {"recast", {"Sw<3,4,3> o 0 o 8:1", "0", "8"}, WGD_ERR_VALUE, "old_bits"},
    {"recast", {"Sw<3,4,3> o 0 o 8:1", "48", "16"}, WGD_ERR_DOMAIN, "new_bits"},
    {"size", {"(4,8)", "4294967296"}, WGD_ERR_DOMAIN, "mode"},
    {"group_modes", {"(4,8)", "0", "-1"}, WGD_ERR_DOMAIN, "end"},
    {"upcast_swz", {"Sw<3,4,3>", "-1", "8:1", "2"}, WGD_ERR_DOMAIN, "offset"},
    {"downcast_swz", {"Sw<3,4,3>", "-1", "8:1", "2"}, WGD_ERR_DOMAIN, "offset"},
    {"layout_eval", {"0", "Sw<-63,4,3> o 0 o 8:1"}, WGD_ERR_VALUE, "layout"},
    {"layout_eval", {"0", "smem_ptr[16b](0x4g) o 8:1"}, WGD_ERR_SYNTAX, "layout"},
    {"logical_divide", {"8:1", "[" KEEP15 "," KEEP15 ",_,[_]]"}, WGD_ERR_LIMIT, "tiler"},
    /* without modes there is nothing to merge */
    {"coalesce", {"((),())"}, WGD_OK, "((),()):((),())"},
    /* the integer 1 is 1:1 where it is composed with, 1:0 where it is a product's */
    {"composition", {"8:3", "1"}, WGD_OK, "1:3"},
    {"logical_product", {"8:3", "1"}, WGD_OK, "(8,1):(3,0)"},
    {"logical_divide", {"()", "2:1"}, WGD_OK, "(2,1):(0,0)"},
    /* an integer and a list of one mode are no pairs of modes, but a pair */
    {"blocked_product", {"8:1", "(4):(1)"}, WGD_OK, "(8,(4)):(1,(8))"},
    {"raked_product", {"8:1", "(4):(1)"}, WGD_OK, "((4),8):((8),1)"},
    /* 64 integers are as many as there may be */
    {"flatten",
     {"((" ONES16 "," ONES16 "),(" ONES16 "," ONES16 "))"},
     WGD_OK,
     "(" ONES16 "," ONES16 "," ONES16 "," ONES16 ")"},
};

static void answers_by_definition(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        const answer *c = &answers[i];
        const wgd_layout_op *op = wgd_layout_op_find(c->op, strlen(c->op));
        wgd_layout_result r;
        wgd_diag diag = {WGD_OK, "", -1, "", "", "", "", WGD_HINT_NONE, 0, ""};
        char text[512];
        assert_non_null(op);
        const wgd_status s = run(op, c->arg, &r, &diag);
        if (s == WGD_OK) {
            wgd_text t = wgd_text_into(text, sizeof text);
            wgd_put_layout_result(&t, &r, WGD_FMT_PLAIN);
            wgd_text_end(&t);
        }
        const char *said = s == WGD_OK ? text : diag.field;
        if (s != c->status || strcmp(said, c->said) != 0) {
            wrong++;
            print_message("%s %s: %s '%s', not %s '%s'\n", c->op, c->arg[0], wgd_status_name(s),
                          said, wgd_status_name(c->status), c->said);
        }
    }
    assert_int_equal(wrong, 0);
}

/* A list of n empty lists, or of n ones. */
static wgd_layout filler(int n, bool ones)
{
    const wgd_layout item = ones ? wgd_layout_1d(1, 0) : wgd_layout_empty();
    wgd_layout l = wgd_layout_empty();
    for (int i = 0; i < n; i++) {
        assert_int_equal(wgd_layout_append(&l, &item), WGD_OK);
    }
    return l;
}

/* ---- what no text can say, but a caller can --------------------------------------------------- */

static void the_callers_own(void **state)
{
    const wgd_layout good = wgd_layout_2d(4, 8, 8, 1), vast = wgd_layout_2d(INT64_MAX, 2, 0, 0);
    const wgd_layout bad = wgd_layout_2d(0, 4, 1, 1);
    const wgd_layout wraps = wgd_layout_2d(INT64_C(1) << 30, 2, INT64_C(1) << 34, 1);
    const wgd_tuple pair = layout("(1,1)").shape;
    wgd_layout r, nested = wgd_layout_empty();
    wgd_diag d;
    int64_t n;
    (void)state;
    assert_int_equal(wgd_group_modes(&good, -1, 1, &r, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.field, "begin");
    assert_string_equal(d.got, "-1");
    assert_int_equal(wgd_layout_mode(&good, -1, &r), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_layout_mode_size(&good, -1, &n), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_layout_append_mode(&nested, &good, -1), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_coalesce(&vast, &r, &d), WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_layout_append(&nested, &vast), WGD_OK);
    assert_int_equal(wgd_layout_mode_size(&nested, 0, &n), WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_logical_product(&vast, &good, &r, &d), WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_tile_to_shape(&nested, &pair, NULL, &r, &d), WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_coalesce_by(&bad, &pair, &r, &d), WGD_ERR_DOMAIN);
    const wgd_layout half = wgd_layout_1d(2, INT64_C(1) << 29);
    assert_int_equal(wgd_composition(&wraps, &half, &r, &d), WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_upcast(&good, 0, &r, &d), WGD_ERR_VALUE);
    assert_int_equal(wgd_downcast(&good, 0, &r, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "n");
    static wgd_tiler t;
    wgd_tuple lists = wgd_tuple_of(NULL, 0);
    const wgd_tuple list = lists;
    for (int i = 1; i <= WGD_MAX_TILER_NODES; i++) {
        assert_int_equal(wgd_tuple_append(&lists, &list), WGD_OK);
    }
    assert_int_equal(wgd_tiler_shape(&t, &lists), WGD_ERR_LIMIT);
    const wgd_layout full = filler(WGD_MAX_LEAVES, true), three = layout("(2,2,2)");
    wgd_layout one = wgd_layout_empty();
    assert_int_equal(wgd_layout_append(&one, &full), WGD_OK);
    assert_int_equal(wgd_blocked_product(&one, &three, &r, &d), WGD_ERR_LIMIT);
    wgd_layout_arg a[4];
    wgd_layout_result out;
    a[0].kind = WGD_ARG_LAYOUT;
    a[0].u.layout = wgd_composed_plain(&vast);
    a[0].u.layout.layout.stride[0] = 2;
    assert_int_equal(wgd_layout_op_run(wgd_layout_op_find("complement", 10), a, 1, &out, &d),
                     WGD_ERR_OVERFLOW);
    assert_int_equal(wgd_layout_arg_parse(WGD_ARG_NONE, "1", 1, &a[0], &d), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_layout_arg_parse(WGD_ARG_SWIZZLE, "Sw<3,4,3>", 9, &a[0], &d), WGD_OK);
    assert_int_equal(wgd_layout_arg_parse(WGD_ARG_INT, "0", 1, &a[1], &d), WGD_OK);
    assert_int_equal(wgd_layout_arg_parse(WGD_ARG_LAYOUT, "8:1", 3, &a[2], &d), WGD_OK);
    a[0].u.sw.m = 60;
    assert_int_equal(wgd_layout_op_run(wgd_layout_op_find("swizzle", 7), a, 3, &out, &d),
                     WGD_ERR_VALUE);
    assert_string_equal(d.field, "swizzle");
}

/* 4 over (2,2):(1,4) is a list of two: two nodes more, so that of so many empty lists behind it the last has no room. */
static void a_node_too_many(void **state)
{
    static const char over[] = "(2,2):(1,4)";
    const wgd_layout a = layout(over), four = wgd_layout_1d(4, 1), none = wgd_layout_empty();
    wgd_layout b = wgd_layout_empty(), r;
    wgd_diag d;
    (void)state;
    assert_int_equal(wgd_layout_append(&b, &four), WGD_OK);
    while (b.shape.n_nodes < WGD_MAX_NODES - 2) {
        assert_int_equal(wgd_layout_append(&b, &none), WGD_OK);
    }
    assert_int_equal(wgd_composition(&a, &b, &r, &d), WGD_OK);
    assert_int_equal(r.shape.n_nodes, WGD_MAX_NODES);
    assert_int_equal(wgd_layout_append(&b, &none), WGD_OK);
    assert_int_equal(wgd_composition(&a, &b, &r, &d), WGD_ERR_LIMIT);
    /* An integer has none there either. */
    const wgd_layout still = wgd_layout_1d(2, 0);
    b = wgd_layout_empty();
    assert_int_equal(wgd_layout_append(&b, &four), WGD_OK);
    while (b.shape.n_nodes < WGD_MAX_NODES - 2) {
        assert_int_equal(wgd_layout_append(&b, &none), WGD_OK);
    }
    assert_int_equal(wgd_layout_append(&b, &still), WGD_OK);
    assert_int_equal(wgd_composition(&a, &b, &r, &d), WGD_ERR_LIMIT);
}

/* A struct of zeros is no layout: it has no modes that a tiler could keep. */
static void no_layout(void **state)
{
    const wgd_layout nothing = {0};
    wgd_tiler keep;
    wgd_layout r;
    wgd_diag d;
    (void)state;
    wgd_tiler_keep(&keep);
    assert_int_equal(wgd_zipped_divide(&nothing, &keep, &r, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.field, "tiler");
    assert_string_equal(d.got, "0");
}

static void swizzles_moved(void **state)
{
    const wgd_layout down = wgd_layout_1d(4, -1), empty = wgd_layout_empty(),
                     bad = wgd_layout_1d(0, 1);
    const wgd_layout far = wgd_layout_1d((INT64_C(1) << 62) + 1, 1);
    const wgd_layout high = wgd_layout_2d(2, 2, 1, INT64_C(1) << 62);
    const wgd_swizzle near = {1, 0, 1}, none = {3, 60, 3};
    wgd_composed c;
    wgd_diag d;
    (void)state;
    assert_int_equal(wgd_compose_swizzle(&down, near, &c, &d), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_compose_swizzle(&empty, near, &c, &d), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_compose_swizzle(&bad, near, &c, &d), WGD_ERR_DOMAIN);
    assert_int_equal(wgd_compose_swizzle(&far, none, &c, &d), WGD_ERR_VALUE);
    /* 1:1 moves every bit to itself, however many there are. */
    assert_int_equal(wgd_compose_swizzle(&far, near, &c, &d), WGD_OK);
    assert_memory_equal(&c.sw, &near, sizeof near);
    /* Bit 1 goes to bit 62: M + B + |S| would be 63. */
    assert_int_equal(wgd_compose_swizzle(&high, near, &c, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "swizzle");
}

static void linear_limits(void **state)
{
    wgd_composed c = wgd_composed_plain(&(wgd_layout){0});
    wgd_linear m = {0}, other;
    wgd_diag d;
    (void)state;
    static const struct {
        int64_t s0, s1, d0, d1;
        wgd_status status;
    } no[] = {{0, 2, 1, 1, WGD_ERR_DOMAIN},
              {2, 2, INT64_C(1) << 62, 0, WGD_ERR_OVERFLOW},
              {2, INT64_MAX, INT64_C(1) << 62, 1, WGD_ERR_OVERFLOW},
              {INT64_C(1) << 62, 2, 0, 0, WGD_ERR_LIMIT}};
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        c.layout = wgd_layout_2d(no[i].s0, no[i].s1, no[i].d0, no[i].d1);
        assert_int_equal(wgd_linear_of_layout(&c, &m, &d), no[i].status);
        assert_string_equal(d.field, "layout");
    }
    const char *odd = "Sw<3,4,3> o smem_ptr[12b] o 8:1";
    assert_int_equal(wgd_parse_composed(odd, strlen(odd), &c, &d), WGD_OK);
    assert_int_equal(wgd_linear_of_layout(&c, &m, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.field, "new_bits");
    wgd_linear_identity(2, &m);
    other = m;
    assert_true(wgd_linear_equal(&m, &other));
    other.basis[0] = 4;
    assert_false(wgd_linear_equal(&m, &other));
    m.basis[1] = UINT64_C(1) << 62;
    assert_int_equal(wgd_linear_to_layout(&m, NULL, &c, &d), WGD_ERR_DOMAIN);
    wgd_linear_identity(0, &m);
    assert_int_equal(wgd_linear_to_layout(&m, NULL, &c, &d), WGD_OK);
    assert_true(
        wgd_layout_equal(&c.layout, &(wgd_layout){.shape = wgd_tuple_int(1), .stride = {0}}));
    wgd_linear_identity(2, &m);
    const int64_t big[] = {INT64_C(1) << 62, 4};
    const wgd_tuple shape = wgd_tuple_of(big, 2);
    assert_int_equal(wgd_linear_to_layout(&m, &shape, &c, &d), WGD_ERR_OVERFLOW);
    char text[2 * 63 + 2] = "[";
    for (int i = 0; i < 63; i++) {
        strcat(text, i == 62 ? "1]" : "1,");
    }
    assert_int_equal(wgd_parse_linear(text, strlen(text), &m, &d), WGD_ERR_LIMIT);
    assert_int_equal(d.pos, 1 + 2 * 62);
}

static void far_names(void **state)
{
    wgd_suggestion s = wgd_suggest_for("composition", 11);
    (void)state;
    wgd_suggest_offer(&s, "a_name_that_has_more_than_thirty_two_letters");
    assert_null(wgd_suggest_best(&s));
    s = wgd_suggest_for("compose", 7);
    wgd_suggest_offer(&s, "composition");
    assert_string_equal(wgd_suggest_best(&s), "composition");
    s = wgd_suggest_for("compass", 7);
    wgd_suggest_offer(&s, "composition");
    assert_null(wgd_suggest_best(&s));
    /* Five letters are too few to know the word by its beginning. */
    s = wgd_suggest_for("compx", 5);
    wgd_suggest_offer(&s, "composition");
    assert_null(wgd_suggest_best(&s));
}

/* ---- growing until there is no room ----------------------------------------------------------- */

/* The filler behind, or before, some modes. */
static bool grown(const char *modes, int n, bool ones, bool first, wgd_layout *out)
{
    const wgd_layout base = layout(modes), fill = filler(n, ones);
    bool fits = true;
    *out = wgd_layout_empty();
    fits = (!first || wgd_layout_append(out, &fill) == WGD_OK) && fits;
    for (int i = 0; i < wgd_layout_rank(&base); i++) {
        fits = wgd_layout_append_mode(out, &base, i) == WGD_OK && fits;
    }
    return (first || wgd_layout_append(out, &fill) == WGD_OK) && fits;
}

static int nodes_of(const wgd_layout_result *r)
{
    return r->kind == WGD_ARG_LAYOUT ? r->u.layout.layout.shape.n_nodes : 1;
}

/* Every node of the filler is so many nodes of the result, until the result, or what is on the way
 * to it, has no room: then, and for all that are larger, the answer is the limit. */
static void grow(const wgd_layout_op *op, wgd_layout_arg *a, int n, const char *modes, bool ones,
                 bool first)
{
    int before = 0, step = 0, refused = 0, said = 0;
    for (int k = 1; k < WGD_MAX_NODES; k++) {
        wgd_layout_result r;
        wgd_diag d = {WGD_OK, "", -1, "", "", "", "", WGD_HINT_NONE, 0, ""};
        a[0].kind = WGD_ARG_LAYOUT;
        wgd_layout l;
        if ((ones && k > WGD_MAX_LEAVES) || !grown(modes, k, ones, first, &l)) {
            break;
        }
        a[0].u.layout = wgd_composed_plain(&l);
        const wgd_status s = wgd_layout_op_run(op, a, n, &r, &d);
        assert_int_equal(d.status, s);
        if (s == WGD_OK) {
            assert_false(refused);
            assert_true(k < 3 || nodes_of(&r) - before == step);
            step = nodes_of(&r) - before;
            before = nodes_of(&r);
            said++;
        } else if (s == WGD_ERR_LIMIT) {
            assert_true(before + 12 * (step + 1) > (ones ? WGD_MAX_LEAVES : WGD_MAX_NODES));
            refused++;
        } else {
            assert_int_equal(said + refused, 0);
            return; /* not an operation for this layout, whatever its size */
        }
    }
}

static void growing(void **state)
{
    static const char *const modes[] = {"(4)",           "(4,4)",     "(4,4,4)",
                                        "((4,4))",       "((4,4),4)", "((2,4),(4))",
                                        "((4,4),(4,4))", "(16,16)",   "((4,4),4,4)"};
    static const char *const tilers[] = {"2:1",         "[2:1]",           "[2:1;2:1]",
                                         "[2:1;[2:1]]", "[[2:1;2:1]]",     "[2:1;2:1;2:1]",
                                         "[_;2:1]",     "[2:1;2:1;_]",     "[(2,2):(1,4)]",
                                         "(2,2):(4,1)", "(2,2,2):(1,2,4)", "[_;_;_]"};
    static wgd_layout_arg a[WGD_LAYOUT_OP_ARGS];
    (void)state;
    for (int i = 0; i < wgd_layout_op_count(); i++) {
        const wgd_layout_op *op = wgd_layout_op_at(i);
        if ((op->arg[0].kind != WGD_ARG_LAYOUT && op->arg[0].kind != WGD_ARG_ANY) ||
            op->max_args > 2) {
            continue;
        }
        for (size_t t = 0; t < sizeof tilers / sizeof tilers[0]; t++) {
            if (op->max_args == 2 &&
                wgd_layout_arg_parse(op->arg[1].kind, tilers[t], strlen(tilers[t]), &a[1], NULL) !=
                    WGD_OK) {
                continue;
            }
            for (size_t m = 0; m < sizeof modes / sizeof modes[0]; m++) {
                for (int how = 0; how < 4; how++) {
                    grow(op, a, op->max_args, modes[m], how & 1, how & 2);
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_by_definition),
        cmocka_unit_test(the_callers_own),
        cmocka_unit_test(swizzles_moved),
        cmocka_unit_test(linear_limits),
        cmocka_unit_test(far_names),
        cmocka_unit_test(growing),
        cmocka_unit_test(a_node_too_many),
        cmocka_unit_test(no_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
