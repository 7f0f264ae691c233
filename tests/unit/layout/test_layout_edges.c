/* SPDX-License-Identifier: MIT
 *
 * The algebra where one more would be too many: limits met exactly, operands with noise in what they do
 * not use, results written over operands, recasts against their definition.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "random_layout.h"
#include "wgd_layout.h"

static wgd_composed composed(const char *text)
{
    wgd_composed c;
    wgd_diag d;
    if (wgd_parse_composed(text, strlen(text), &c, &d) != WGD_OK) {
        fail_msg("%s: %s", text, d.what);
    }
    return c;
}

static wgd_layout layout(const char *text)
{
    return composed(text).layout;
}

static wgd_tuple tuple(const char *text)
{
    wgd_tuple t;
    assert_int_equal(wgd_parse_tuple(text, strlen(text), &t, NULL), WGD_OK);
    return t;
}

static void is(const wgd_layout *l, const char *text)
{
    char have[1024];
    wgd_layout_snprintf(have, sizeof have, l, WGD_FMT_PLAIN);
    assert_string_equal(have, text);
}

/* ---- recasts ---------------------------------------------------------------------------------- */

/* CuTe's upcast of one mode; false where it cannot. */
static bool upcast_by_definition(int n, int64_t *shape, int64_t *stride)
{
    const int64_t d = *stride < 0 ? -*stride : *stride, sign = *stride < 0 ? -1 : 1;
    if (d % n == 0) {
        *stride = sign * (d / n);
    } else if (n % d == 0) {
        const int64_t together = n / d;
        *shape = (*shape + together - 1) / together;
        *stride = sign;
    } else {
        return false;
    }
    return true;
}

static void upcasts_are_as_defined(void **state)
{
    (void)state;
    int refused = 0, taken = 0;
    for (int n = 1; n <= 16; n++) {
        for (int64_t shape = 1; shape <= 9; shape++) {
            for (int64_t stride = -18; stride <= 18; stride++) {
                int64_t s = shape, d = stride;
                const bool can = upcast_by_definition(n, &s, &d);
                const wgd_layout l = wgd_layout_1d(shape, stride);
                wgd_layout out;
                assert_int_equal(wgd_upcast(&l, n, &out, NULL),
                                 can ? WGD_OK : WGD_ERR_DIVISIBILITY);
                if (can) {
                    assert_true(out.shape.leaf[0] == s && out.stride[0] == d);
                }
                taken += can;
                refused += !can;
            }
        }
    }
    assert_true(taken > 1000 && refused > 1000);
}

static void recasts(void **state)
{
    (void)state;
    wgd_layout l = layout("4:4"), out;
    wgd_diag d;
    assert_int_equal(wgd_recast(&l, 8, 16, &out, NULL), WGD_OK);
    is(&out, "4:2"); /* though nothing is adjacent, which a downcast wants */
    l = layout("(6,2):(1,6)");
    assert_int_equal(wgd_recast(&l, 16, 24, &out, NULL), WGD_OK);
    is(&out, "(4,2):(1,4)");
    assert_int_equal(wgd_recast(&l, 12, 8, &out, NULL), WGD_OK);
    is(&out, "(9,2):(1,9)");
    assert_int_equal(wgd_recast(&l, 16, 48, &out, NULL), WGD_OK);
    is(&out, "(2,2):(1,2)");
    assert_int_equal(wgd_recast(&l, 24, 16, &out, NULL), WGD_OK);
    is(&out, "(9,2):(1,9)");
    assert_int_equal(wgd_recast(&l, 0, 16, &out, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "old_bits");
    assert_int_equal(wgd_recast(&l, 16, 0, &out, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "new_bits");
    l = layout("8:1");
    assert_int_equal(wgd_downcast(&l, INT64_C(1) << 40, &out, NULL), WGD_OK);
    is(&out, "8796093022208:1");
}

static void recasts_of_what_stands_in_front(void **state)
{
    (void)state;
    wgd_composed c = composed("Sw<2,4,3> o 0 o 8:1"), out;
    wgd_diag d;
    memset(&out, 0x55, sizeof out);
    assert_int_equal(wgd_recast_composed(&c, 16, 8, &out, NULL), WGD_OK);
    assert_true(out.sw.b == 2 && out.sw.m == 5 && out.sw.s == 3 && out.offset == 0);
    assert_int_equal(wgd_recast_composed(&c, 0, 8, &out, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "old_bits");
    c = composed("Sw<0,61,0> o 4 o 8:1");
    assert_int_equal(wgd_recast_composed(&c, 16, 8, &out, NULL), WGD_OK);
    assert_int_equal(out.sw.m, 62);
    c = composed("Sw<0,62,0> o 4 o 8:1");
    assert_int_equal(wgd_recast_composed(&c, 16, 8, &out, NULL), WGD_ERR_OVERFLOW);
    /* A pointer to nothing, which no parser lets through. */
    c = composed("smem_ptr[16b] o 8:1");
    c.elem_bits = 0;
    int64_t v;
    assert_int_equal(wgd_composed_at(&c, 0, &v, NULL), WGD_ERR_VALUE);
    assert_int_equal(wgd_position_independent(&c, &out, NULL), WGD_ERR_VALUE);
    c = composed("8:1");
    memset(&out, 0x55, sizeof out);
    assert_int_equal(wgd_recast_composed(&c, 16, 8, &out, NULL), WGD_OK);
    assert_true(out.kind == WGD_PLAIN && out.offset == 0 && out.elem_bits == 0 && out.sw.b == 0);
    c = composed("smem_ptr[2147483647b] o 8:1");
    memset(&out, 0x55, sizeof out);
    assert_int_equal(wgd_recast_composed(&c, INT32_MAX, INT32_MAX, &out, NULL), WGD_OK);
    assert_true(out.kind == WGD_SMEM_PTR && out.elem_bits == INT32_MAX && out.offset == 0);
}

/* ---- swizzles on the other side --------------------------------------------------------------- */

static void swizzles_behind_layouts(void **state)
{
    (void)state;
    const wgd_swizzle sw = {1, 0, 1};
    wgd_composed out;
    static const char *const refused[] = {
        "(3,4):(1,4)",     "(4,3,4):(1,4,16)", "()", "(2,2):(2,2)", "(2,2):(0,1)", "4:3",
        "(2,2,2):(1,2,2)", /* bit 2 comes to the run, too */
        "(2,2,2):(1,2,1)",
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const wgd_layout l =
            strcmp(refused[i], "()") == 0 ? wgd_layout_empty() : layout(refused[i]);
        if (wgd_compose_swizzle(&l, sw, &out, NULL) != WGD_ERR_DOMAIN) {
            fail_msg("%s", refused[i]);
        }
    }
    /* Bit 0 comes where bit 1 does. */
    const wgd_layout both = layout("(2,2,2):(2,2,4)");
    assert_int_equal(wgd_compose_swizzle(&both, (wgd_swizzle){1, 1, 1}, &out, NULL),
                     WGD_ERR_DOMAIN);
    /* A bit of the index beyond the size, bit 3, comes to the run: as do the greatest, 61 and 62, of a size that has them. */
    const wgd_layout short_one = layout("(2,2):(4,1)");
    assert_int_equal(wgd_compose_swizzle(&short_one, (wgd_swizzle){1, 0, 4}, &out, NULL),
                     WGD_ERR_DOMAIN);
    assert_int_equal(wgd_compose_swizzle(&short_one, (wgd_swizzle){1, 0, -4}, &out, NULL),
                     WGD_ERR_DOMAIN);
    static const char *const large[] = {"(1152921504606846976,4):(2,1)",
                                        "(2305843009213693952,3):(2,1)"};
    for (int i = 0; i < 2; i++) {
        const wgd_layout l = layout(large[i]);
        assert_int_equal(wgd_compose_swizzle(&l, sw, &out, NULL), WGD_ERR_DOMAIN);
    }
    const wgd_layout l = layout("(4,3):(4,16)");
    memset(&out, 0x55, sizeof out);
    assert_int_equal(wgd_compose_swizzle(&l, sw, &out, NULL), WGD_OK);
    assert_true(out.kind == WGD_SWIZZLED && out.sw.b == 1 && out.sw.m == 2 && out.sw.s == 1);
    assert_int_equal(out.offset, 0);
    /* l(swizzle(i)) is swizzle'(l(i)). */
    for (int64_t i = 0; i < 12; i++) {
        int64_t v;
        assert_int_equal(wgd_composed_at(&out, i, &v, NULL), WGD_OK);
        assert_int_equal(v, naive_at(&l, i ^ (i >> 1 & 1)));
    }
    wgd_composed c = composed("Sw<1,0,1> o 0 o 4:-1");
    wgd_diag d;
    assert_int_equal(wgd_left_inverse_composed(&c, &out, &d), WGD_ERR_DOMAIN);
    assert_string_equal(d.want, "strides >= 0");
    c = composed("(4,2):(2,1)");
    memset(&out, 0x55, sizeof out);
    assert_int_equal(wgd_right_inverse_composed(&c, &out, NULL), WGD_OK);
    assert_true(out.kind == WGD_PLAIN && out.offset == 0 && out.sw.b == 0 && out.elem_bits == 0);
    is(&out.layout, "(2,4):(4,1)");
}

/* ---- limits met exactly ----------------------------------------------------------------------- */

/* A list of `nested` lists of one mode, then `plain` modes. */
static wgd_layout comb(int nested, int plain, int64_t shape, int64_t stride)
{
    wgd_layout l = wgd_layout_empty();
    const wgd_layout mode = wgd_layout_1d(shape, stride);
    wgd_layout list = wgd_layout_empty();
    assert_int_equal(wgd_layout_append(&list, &mode), WGD_OK);
    for (int i = 0; i < nested + plain; i++) {
        assert_int_equal(wgd_layout_append(&l, i < nested ? &list : &mode), WGD_OK);
    }
    return l;
}

static void compositions_fill_what_a_layout_holds(void **state)
{
    (void)state;
    wgd_layout a = layout("4:1"), out;
    /* One mode each: 1 + 63 * 2 + 1 nodes. */
    wgd_layout b = comb(63, 1, 1, 1);
    assert_int_equal(b.shape.n_nodes, WGD_MAX_NODES);
    assert_int_equal(wgd_composition(&a, &b, &out, NULL), WGD_OK);
    assert_int_equal(out.shape.n_nodes, WGD_MAX_NODES);
    assert_int_equal(out.shape.n_leaves, WGD_MAX_LEAVES);
    /* Each mode of b becomes (2,2) of a: a list and two leaves. */
    a = layout("(2,2):(1,0)");
    b = comb(31, 1, 4, 1);
    wgd_layout want;
    const wgd_status s = wgd_composition(&a, &b, &want, NULL);
    assert_int_equal(s,
                     WGD_ERR_OVERFLOW); /* 4^32 elements are too many; but no limit is exceeded */
    b = comb(32, 0, 4, 1);
    assert_int_equal(wgd_composition(&a, &b, &want, NULL), WGD_ERR_LIMIT);
    b = comb(0, 33, 4, 1);
    assert_int_equal(wgd_composition(&a, &b, &want, NULL), WGD_ERR_LIMIT);
    /* 65 leaves, the last one in the first mode of a, and in the last. */
    for (int64_t stride = 1; stride <= 2; stride++) {
        const wgd_layout last = wgd_layout_1d(2, stride);
        b = comb(0, 32, 4, 1);
        assert_int_equal(wgd_layout_append(&b, &last), WGD_OK);
        assert_int_equal(wgd_composition(&a, &b, &want, NULL), WGD_ERR_LIMIT);
    }
}

static void sizes_and_offsets_at_their_end(void **state)
{
    (void)state;
    int64_t v;
    wgd_layout l = wgd_layout_1d(2, INT64_MAX - 1), out;
    assert_int_equal(wgd_layout_cosize(&l, &v), WGD_OK);
    assert_true(v == INT64_MAX);
    l = wgd_layout_1d(2, INT64_MAX);
    assert_int_equal(wgd_layout_cosize(&l, &v), WGD_ERR_OVERFLOW);
    /* A product that does not fit is not forgotten for the next that does. */
    wgd_tuple shape = tuple("((4611686018427387904,4),2)"), order = tuple("(0,1)");
    assert_int_equal(wgd_layout_ordered(&shape, &order, &out, NULL), WGD_ERR_OVERFLOW);
    shape = tuple("(4611686018427387904,4611686018427387904,1)");
    order = tuple("(0,0,1)");
    wgd_diag d;
    assert_int_equal(wgd_layout_ordered(&shape, &order, &out, &d), WGD_ERR_OVERFLOW);
    assert_string_equal(d.field, "shape");
    assert_string_equal(d.got, "(4611686018427387904,4611686018427387904,1)");
    /* a shape of as many modes as a layout has leaves no room for those of a block; of one less, none for the pairs */
    int64_t ones[WGD_MAX_LEAVES];
    for (int i = 0; i < WGD_MAX_LEAVES; i++) {
        ones[i] = 1;
    }
    l = wgd_layout_1d(1, 0);
    wgd_tuple_set(&shape, ones, WGD_MAX_LEAVES);
    assert_int_equal(wgd_tile_to_shape(&l, &shape, NULL, &out, NULL), WGD_ERR_DOMAIN);
    wgd_tuple_set(&shape, ones, WGD_MAX_LEAVES - 1);
    assert_int_equal(wgd_tile_to_shape(&l, &shape, NULL, &out, NULL), WGD_ERR_LIMIT);
    /* widths that are none are said, and nothing is recast */
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wgd_recast(&l, i ? 8 : 0, i ? 0 : 8, &out, &d), WGD_ERR_VALUE);
        assert_string_equal(d.field, i ? "new_bits" : "old_bits");
        assert_string_equal(d.got, "0");
    }
}

/* As many modes as a layout has: a coordinate and an order of as many keys. */
static void coordinates_and_orders_of_all_modes(void **state)
{
    (void)state;
    int64_t ones[WGD_MAX_LEAVES], keys[WGD_MAX_LEAVES], v;
    wgd_tuple shape, order, crd;
    wgd_layout out;
    for (int i = 0; i < WGD_MAX_LEAVES; i++) {
        ones[i] = 1;
        keys[i] = WGD_MAX_LEAVES - i;
    }
    ones[0] = 3;
    ones[WGD_MAX_LEAVES - 1] = 5;
    wgd_tuple_set(&shape, ones, WGD_MAX_LEAVES);
    wgd_tuple_set(&order, keys, WGD_MAX_LEAVES);
    assert_int_equal(wgd_layout_ordered(&shape, &order, &out, NULL), WGD_OK);
    assert_true(out.stride[WGD_MAX_LEAVES - 1] == 1 && out.stride[0] == 5);
    for (int i = 0; i < WGD_MAX_LEAVES; i++) {
        keys[i] = ones[i] - 1;
    }
    wgd_tuple_set(&crd, keys, WGD_MAX_LEAVES);
    assert_int_equal(wgd_layout_crd2idx(&out, &crd, &v, NULL), WGD_OK);
    assert_int_equal(v, 14);
    /* and the complement of a mode, up to a number */
    const wgd_layout four = wgd_layout_1d(4, 1);
    assert_int_equal(wgd_complement(&four, 24, &out, NULL), WGD_OK);
    is(&out, "6:4");
    assert_int_equal(wgd_complement(&four, 0, &out, NULL), WGD_ERR_DOMAIN);
}

static void tilers_fill_what_a_tiler_holds(void **state)
{
    (void)state;
    wgd_tiler list, item;
    const wgd_layout five = layout("(2,2,2,2,2):(1,2,4,8,16)"), one = layout("2:1");
    for (int kind = 0; kind < 3; kind++) {
        memset(&list, 0x55, sizeof list);
        memset(&item, 0x55, sizeof item);
        wgd_tiler_list(&list);
        if (kind == 0) {
            wgd_tiler_layout(&item, &one);
        } else {
            wgd_tiler_size(&item, 2);
        }
        for (int i = 0; i < WGD_MAX_TILER; i++) {
            assert_int_equal(kind == 2 ? wgd_tiler_append_layout(&list, &one)
                                       : wgd_tiler_append(&list, &item),
                             WGD_OK);
        }
        assert_int_equal(kind == 2 ? wgd_tiler_append_layout(&list, &one)
                                   : wgd_tiler_append(&list, &item),
                         WGD_ERR_LIMIT);
    }
    for (int kind = 0; kind < 2; kind++) {
        wgd_tiler_list(&list);
        wgd_tiler_layout(&item, &five);
        for (int i = 0; i < 13; i++) {
            assert_int_equal(kind ? wgd_tiler_append_layout(&list, &five)
                                  : wgd_tiler_append(&list, &item),
                             i < 12 ? WGD_OK : WGD_ERR_LIMIT); /* 65 leaves */
        }
    }
    wgd_tuple shape = tuple("(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)");
    assert_int_equal(wgd_tiler_shape(&item, &shape), WGD_OK);
    shape = tuple("((((((((((((((((1),1),1),1),1),1),1),1),1),1),1),1),1),1),1),1)");
    assert_int_equal(shape.n_nodes, WGD_MAX_TILER_NODES);
    assert_int_equal(wgd_tiler_shape(&item, &shape), WGD_OK);
    /* Behind a shape of two sizes stands the next layout. */
    const char *text = "[(2,3);4:1]";
    const wgd_layout l = layout("((4,6),8):((1,4),24)");
    wgd_layout out;
    assert_int_equal(wgd_parse_tiler(text, strlen(text), &list, NULL), WGD_OK);
    assert_int_equal(wgd_composition_by(&l, &list, &out, NULL), WGD_OK);
    is(&out, "((2,3),4):((1,4),24)");
}

static void tuples(void **state)
{
    (void)state;
    wgd_tuple t = tuple("(((1),2),((3)))"), mode;
    assert_int_equal(wgd_tuple_depth(&t), 3);
    t = tuple("((((1),2),3),((4)))");
    assert_int_equal(wgd_tuple_depth(&t), 4);
    t = tuple("5");
    assert_int_equal(wgd_tuple_mode(&t, 0, &mode), WGD_OK);
    assert_true(wgd_tuple_is_leaf(&mode) && mode.leaf[0] == 5 && mode.n_leaves == 1);
    t = tuple("(2,3)");
    assert_int_equal(wgd_tuple_append(&t, &mode), WGD_OK);
    assert_true(t.n_leaves == 3 && t.leaf[0] == 2 && t.leaf[1] == 3 && t.leaf[2] == 5);
    /* More lists than levels: 16 levels are no child, 15 are. */
    mode = tuple("((((((((((((((((1),(2))))))))))))))))");
    assert_int_equal(wgd_tuple_depth(&mode), 16);
    assert_int_equal(wgd_tuple_append(&t, &mode), WGD_ERR_LIMIT);
    mode = tuple("(((((((((((((((1),(2)))))))))))))))");
    assert_int_equal(wgd_tuple_depth(&mode), 15);
    assert_int_equal(wgd_tuple_append(&t, &mode), WGD_OK);
    assert_int_equal(wgd_tuple_depth(&t), 16);
    t = tuple("((2,3),(5,7))");
    assert_int_equal(wgd_tuple_mode(&t, 1, &mode), WGD_OK);
    assert_true(mode.n_leaves == 2 && mode.leaf[0] == 5 && mode.leaf[1] == 7);
    assert_int_equal(mode.n_nodes, 3);
    const wgd_tuple ones = tuple("(1,1,2)");
    assert_int_equal(wgd_idx2crd(1, &ones, &mode, NULL), WGD_OK);
    assert_true(mode.leaf[0] == 0 && mode.leaf[1] == 0 && mode.leaf[2] == 1);
}

/* ---- operands --------------------------------------------------------------------------------- */

/* The same tuple; what it does not use is noise. */
static wgd_tuple with_noise(const wgd_tuple *t)
{
    wgd_tuple n;
    memset(&n, 0x55, sizeof n);
    n.n_nodes = t->n_nodes;
    n.n_leaves = t->n_leaves;
    memcpy(n.node, t->node, t->n_nodes);
    memcpy(n.leaf, t->leaf, t->n_leaves * sizeof t->leaf[0]);
    return n;
}

static void what_is_not_used_is_not_read(void **state)
{
    (void)state;
    wgd_layout l = layout("((2,3),4):((1,2),6)");
    l.shape = with_noise(&l.shape);
    int64_t v;
    const wgd_tuple clean = tuple("((1,2),3)"), noisy = with_noise(&clean);
    assert_int_equal(wgd_layout_crd2idx(&l, &noisy, &v, NULL), WGD_OK);
    assert_int_equal(v, 1 + 4 + 18);
    wgd_tuple crd;
    assert_int_equal(wgd_idx2crd(23, &l.shape, &crd, NULL), WGD_OK);
    assert_true(crd.n_leaves == 3 && crd.leaf[0] == 1 && crd.leaf[1] == 2 && crd.leaf[2] == 3);
    wgd_layout out;
    const wgd_tuple keys = tuple("(1,0)"), order = with_noise(&keys);
    assert_int_equal(wgd_layout_ordered(&l.shape, &order, &out, NULL), WGD_OK);
    is(&out, "((2,3),4):((4,8),1)");
}

/* The result may be one of the operands, and is the same. */
static void results_over_operands(void **state)
{
    (void)state;
    static wgd_status (*const operation[])(const wgd_layout *, const wgd_layout *, wgd_layout *,
                                           wgd_diag *) = {wgd_composition, wgd_logical_divide,
                                                          wgd_logical_product};
    rng r = rng_start();
    int done = 0;
    for (int run = 0; run < 300; run++) {
        const wgd_layout a = random_permutation(&r, 4, 64), b = random_permutation(&r, 3, 8);
        for (size_t i = 0; i < sizeof operation / sizeof operation[0]; i++) {
            wgd_layout want, over_a = a, over_b = b;
            const wgd_status s = operation[i](&a, &b, &want, NULL);
            assert_int_equal(operation[i](&over_a, &b, &over_a, NULL), s);
            assert_int_equal(operation[i](&a, &over_b, &over_b, NULL), s);
            if (s == WGD_OK) {
                assert_true(wgd_layout_equal(&want, &over_a) && wgd_layout_equal(&want, &over_b));
                done++;
            }
        }
    }
    assert_true(done > 100);
    /* A mode over its layout. */
    wgd_layout l = layout("((2,3),(4,(5,6))):((1,2),(6,(24,120)))");
    assert_int_equal(wgd_layout_mode(&l, 1, &l), WGD_OK);
    is(&l, "(4,(5,6)):(6,(24,120))");
    assert_int_equal(wgd_layout_mode(&l, 0, &l), WGD_OK);
    is(&l, "4:6");
    /* Refused in the second mode: the first stays as it is. */
    l = layout("(2,4):(2,3)");
    assert_int_equal(wgd_upcast(&l, 2, &l, NULL), WGD_ERR_DIVISIBILITY);
    is(&l, "(2,4):(2,3)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(upcasts_are_as_defined),
        cmocka_unit_test(recasts),
        cmocka_unit_test(recasts_of_what_stands_in_front),
        cmocka_unit_test(swizzles_behind_layouts),
        cmocka_unit_test(compositions_fill_what_a_layout_holds),
        cmocka_unit_test(sizes_and_offsets_at_their_end),
        cmocka_unit_test(tilers_fill_what_a_tiler_holds),
        cmocka_unit_test(coordinates_and_orders_of_all_modes),
        cmocka_unit_test(tuples),
        cmocka_unit_test(what_is_not_used_is_not_read),
        cmocka_unit_test(results_over_operands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
