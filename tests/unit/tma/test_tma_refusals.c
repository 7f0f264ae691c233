/* SPDX-License-Identifier: MIT
 *
 * Every refusal of a tensor map to the letter, and beside each what is just not refused. The limits are those of the
 * CUDA driver API, cuTensorMapEncodeTiled.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static void held(const wgd_diag *d, wgd_status s, const char *field, const char *what,
                 const char *got, const char *want, const char *hint)
{
    assert_int_equal(d->status, s);
    assert_string_equal(d->field, field);
    assert_string_equal(d->what, what);
    assert_string_equal(d->got, got);
    assert_string_equal(d->want, want);
    assert_string_equal(d->hint, hint);
}

/* ---- the call ------------------------------------------------------------------------------- */

/* Five dimensions of bf16, each at a limit. */
static wgd_tma_params at_limits(void)
{
    const wgd_tma_params p = {
        WGD_TMA_BFLOAT16,
        5,
        16,
        {1, UINT64_C(1) << 32, 2, 3, 4},
        {16, (UINT64_C(1) << 40) - 16, 32, 48},
        {64, 256, 1, 1, 1},
        {1, 8, 1, 8, 1},
        WGD_SWZ_128B,
    };
    return p;
}

typedef struct limit {
    wgd_status status;
    const char *field, *what, *got, *want;
} limit;

static void refused(const wgd_tma_params *p, const limit *l)
{
    wgd_diag d;
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_tma_check(p, &d), l->status);
    held(&d, l->status, l->field, l->what, l->got, l->want, "");
    assert_int_equal(wgd_tma_check(p, NULL), l->status);
}

static void accepted(const wgd_tma_params *p)
{
    assert_int_equal(wgd_tma_check(p, NULL), WGD_OK);
}

static void test_kinds(void **state)
{
    (void)state;
    static const limit type = {WGD_ERR_VALUE, "type", "not a data type of operands", "5",
                               "UINT8, FLOAT16, BFLOAT16, FLOAT32 or TFLOAT32"};
    static const limit no_rank = {WGD_ERR_LIMIT, "rank", "no such rank of a tensor map", "0",
                                  "1 to 5"};
    static const limit high_rank = {WGD_ERR_LIMIT, "rank", "no such rank of a tensor map", "6",
                                    "1 to 5"};
    static const limit swizzle = {WGD_ERR_VALUE, "swizzle", "a value is not one of those allowed",
                                  "5", "none, 32B, 64B, 128B or 128B_32B"};
    static const limit address = {WGD_ERR_ALIGN, "address",
                                  "the global address is not aligned (dimension 0)", "24",
                                  "a multiple of 16"};
    wgd_tma_params p = at_limits();
    accepted(&p);
    p = at_limits(), p.type = (wgd_tma_type)5, refused(&p, &type);
    p = at_limits(), p.rank = 0, refused(&p, &no_rank);
    p = at_limits(), p.rank = 6, refused(&p, &high_rank);
    p = at_limits(), p.rank = 1, accepted(&p);
    p = at_limits(), p.swizzle = WGD_SWIZZLE_MODE_COUNT, refused(&p, &swizzle);
    p = at_limits(), p.swizzle = (wgd_swizzle_mode)(WGD_SWIZZLE_MODE_COUNT - 1), accepted(&p);
    p = at_limits(), p.address = 24, refused(&p, &address);
}

/* Each dimension by itself, and the first that is wrong. */
static void test_dimensions(void **state)
{
    (void)state;
    static const char *const suffix[] = {" (dimension 0)", " (dimension 1)", " (dimension 2)",
                                         " (dimension 3)", " (dimension 4)"};
    static const limit dims[] = {
        {WGD_ERR_LIMIT, "dim", "the tensor's extent is outside what a tensor map holds", "0",
         "1 to 4294967296 elements"},
        {WGD_ERR_LIMIT, "dim", "the tensor's extent is outside what a tensor map holds",
         "4294967297", "1 to 4294967296 elements"},
        {WGD_ERR_LIMIT, "box", "the box is outside what a copy brings", "0", "1 to 256 elements"},
        {WGD_ERR_LIMIT, "box", "the box is outside what a copy brings", "257", "1 to 256 elements"},
        {WGD_ERR_LIMIT, "element_stride", "the element stride is outside what a tensor map holds",
         "0", "1 to 8"},
        {WGD_ERR_LIMIT, "element_stride", "the element stride is outside what a tensor map holds",
         "9", "1 to 8"},
        {WGD_ERR_ALIGN, "stride", "the stride in bytes is not a multiple of 16", "24",
         "a multiple of 16"},
        {WGD_ERR_LIMIT, "stride", "the stride in bytes is outside what a tensor map holds", "0",
         "16 to 1099511627760"},
        {WGD_ERR_LIMIT, "stride", "the stride in bytes is outside what a tensor map holds",
         "1099511627776", "16 to 1099511627760"},
    };
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < (i == 0 ? 6 : 9); j++) { /* no stride of dimension 0 */
            wgd_tma_params p = at_limits();
            limit l = dims[j];
            const uint64_t got = strtoull(l.got, NULL, 10);
            char what[160];
            strcpy(what, l.what);
            strcat(what, suffix[i]);
            l.what = what;
            if (strcmp(l.field, "dim") == 0) {
                p.dim[i] = got;
            } else if (strcmp(l.field, "box") == 0) {
                p.box[i] = (uint32_t)got;
            } else if (strcmp(l.field, "stride") == 0) {
                p.stride[i - 1] = got;
            } else {
                p.element_stride[i] = (uint32_t)got;
            }
            refused(&p, &l);
            p.rank = i; /* what is behind the last dimension is not looked at */
            if (i > 0) {
                accepted(&p);
            }
        }
    }
}

/* The inner box is whole chunks, and within the span of the swizzle. */
static void test_inner(void **state)
{
    (void)state;
    static const limit align = {WGD_ERR_ALIGN, "box",
                                "the inner box in bytes is not a multiple of 16 (dimension 0)",
                                "120", "a multiple of 16"};
    static const limit wide[] = {
        {WGD_ERR_LIMIT, "box",
         "the inner box in bytes is wider than the swizzle span (dimension 0)", "48", "at most 32"},
        {WGD_ERR_LIMIT, "box",
         "the inner box in bytes is wider than the swizzle span (dimension 0)", "80", "at most 64"},
        {WGD_ERR_LIMIT, "box",
         "the inner box in bytes is wider than the swizzle span (dimension 0)", "144",
         "at most 128"}};
    static const wgd_swizzle_mode modes[] = {WGD_SWZ_32B, WGD_SWZ_64B, WGD_SWZ_128B};
    wgd_tma_params p = at_limits();
    p.box[0] = 60, refused(&p, &align);
    for (int i = 0; i < 3; i++) {
        p = at_limits();
        p.swizzle = modes[i];
        p.box[0] = 16u << i, accepted(&p);
        p.box[0] += 8, refused(&p, &wide[i]);
        p.swizzle = WGD_SWZ_NONE, accepted(&p);
    }
}

static void test_types(void **state)
{
    (void)state;
    static const struct {
        int value, bytes;
        const char *name;
    } types[] = {{0, 1, "CU_TENSOR_MAP_DATA_TYPE_UINT8"},
                 {6, 2, "CU_TENSOR_MAP_DATA_TYPE_FLOAT16"},
                 {9, 2, "CU_TENSOR_MAP_DATA_TYPE_BFLOAT16"},
                 {7, 4, "CU_TENSOR_MAP_DATA_TYPE_FLOAT32"},
                 {11, 4, "CU_TENSOR_MAP_DATA_TYPE_TFLOAT32"}};
    int known = 0;
    for (int v = -1; v < 20; v++) {
        const char *name = NULL;
        int bytes = 0;
        for (int i = 0; i < 5; i++) {
            name = types[i].value == v ? types[i].name : name;
            bytes = types[i].value == v ? types[i].bytes : bytes;
        }
        assert_int_equal(wgd_tma_type_bytes((wgd_tma_type)v), bytes);
        if (name) {
            assert_string_equal(wgd_tma_type_name((wgd_tma_type)v), name);
            known++;
        } else {
            assert_null(wgd_tma_type_name((wgd_tma_type)v));
        }
    }
    assert_int_equal(known, 5);
}

/* ---- the tensor and the boxes of a tile ------------------------------------------------------ */

static wgd_tma_query query(wgd_dtype dtype, wgd_major major, wgd_swizzle_mode mode, int64_t mn,
                           int64_t k)
{
    wgd_tma_query q = wgd_tma_query_default();
    q.tile.dtype = dtype;
    q.tile.major = major;
    q.tile.swizzle = mode;
    q.tile.mn = mn;
    q.tile.k = k;
    return q;
}

/* Of bf16 128 x 64, lines along K. */
static wgd_tma_query of_lines(void)
{
    return query(WGD_BF16, WGD_MAJOR_K, WGD_SWZ_128B, 128, 64);
}

static wgd_diag d;

static void not_described(const wgd_tma_query *q)
{
    wgd_tma t;
    const wgd_status s = wgd_tma_describe(q, &t, NULL);
    memset(&d, 0, sizeof d);
    assert_int_not_equal(s, WGD_OK);
    assert_int_equal(wgd_tma_describe(q, &t, &d), s);
}

static void described(const wgd_tma_query *q)
{
    wgd_tma t;
    assert_int_equal(wgd_tma_describe(q, &t, NULL), WGD_OK);
}

static void test_extents(void **state)
{
    (void)state;
    static const char what[] = "the tensor's extent is outside what a tensor map holds";
    static const char want[] = "1 to 4294967296 elements";
    static const struct {
        int64_t mn, k;
        const char *got;
    } rows[] = {
        {-1, 64, "-1"},
        {128, -8, "-8"},
        {-1, -8, "-8"},
        {(INT64_C(1) << 32) + 1, 64, "4294967297"},
        {128, (INT64_C(1) << 32) + 8, "4294967304"},
        {(INT64_C(1) << 33) + 8, (INT64_C(1) << 33), "8589934592"}, /* lines run along K */
        {(INT64_C(1) << 33), (INT64_C(1) << 33) + 8, "8589934600"},
        {-2, INT64_C(1) << 33, "8589934592"},
        {INT64_MIN, 64, "-9223372036854775808"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_tma_query q = of_lines();
        q.global_mn = rows[i].mn;
        q.global_k = rows[i].k;
        not_described(&q);
        held(&d, WGD_ERR_LIMIT, "global", what, rows[i].got, want, "");
    }
    wgd_tma_query q = of_lines();
    q.global_mn = q.global_k = INT64_C(1) << 32;
    described(&q);
    q.global_mn = 1;
    described(&q);
    q.global_k = 1;
    q.ld = 64;
    described(&q);
    q = query(WGD_BF16, WGD_MAJOR_MN, WGD_SWZ_128B, 64, 16);
    q.global_k = 1;
    described(&q);
    /* Eight bits are one copied element. */
    q = query(WGD_B1, WGD_MAJOR_K, WGD_SWZ_32B, 64, 256);
    q.global_k = INT64_C(1) << 35;
    described(&q);
    q.global_k += 128;
    not_described(&q);
    held(&d, WGD_ERR_LIMIT, "global", what, "34359738496", want, "");
    q.global_k = INT64_C(1) << 35; /* as long as may be, and more lines than may be */
    q.global_mn = (INT64_C(1) << 32) + 1;
    not_described(&q);
    held(&d, WGD_ERR_LIMIT, "global", what, "4294967297", want, "");
    q.global_mn = 64;
    q.global_k = 1028;
    q.ld = 2048;
    not_described(&q);
    held(&d, WGD_ERR_DIVISIBILITY, "global",
         "single bits are copied as bytes: a line must end with one", "1028",
         "a multiple of 8 elements", "");
    q.global_k = 1032;
    described(&q);
}

static void test_pitch(void **state)
{
    (void)state;
    wgd_tma_query q = of_lines();
    q.global_k = 4096;
    q.ld = 4095;
    not_described(&q);
    held(&d, WGD_ERR_VALUE, "ld", "the leading dimension is shorter than a line of the tensor",
         "4095", "at least 4096 elements", "");
    q.ld = 4096;
    described(&q);
    q.ld = 4100;
    not_described(&q);
    held(&d, WGD_ERR_ALIGN, "ld", "the copy engine takes lines at multiples of 16 bytes only",
         "4100", "a multiple of 8 elements, 16 bytes",
         "pad the lines of the tensor to 4104 elements");
    assert_int_equal(d.hint_id, WGD_HINT_PAD_LINES);
    assert_int_equal(d.hint_num, 4104);
    q.ld = 4104;
    described(&q);
    static const char far[] = "the stride in bytes does not fit 40 bits";
    q.ld = INT64_C(1) << 39;
    not_described(&q);
    held(&d, WGD_ERR_LIMIT, "ld", far, "549755813888", "less than 1099511627776 bytes", "");
    q.ld -= 8;
    described(&q);
    q.ld = INT64_MAX;
    not_described(&q);
    held(&d, WGD_ERR_LIMIT, "ld", far, "9223372036854775807", "less than 1099511627776 bytes", "");
    /* A line of the tile's own width is refused as what it was made of. */
    q = of_lines();
    q.global_k = 4100;
    not_described(&q);
    held(&d, WGD_ERR_ALIGN, "ld", "the copy engine takes lines at multiples of 16 bytes only",
         "4100", "a multiple of 8 elements, 16 bytes",
         "pad the lines of the tensor to 4104 elements");
    q = query(WGD_B1, WGD_MAJOR_K, WGD_SWZ_32B, 64, 256);
    q.ld = 1000;
    not_described(&q);
    held(&d, WGD_ERR_ALIGN, "ld", "the copy engine takes lines at multiples of 16 bytes only",
         "1000", "a multiple of 128 elements, 16 bytes",
         "pad the lines of the tensor to 1024 elements");
}

static void test_places(void **state)
{
    (void)state;
    wgd_tma_query q = of_lines();
    q.address = 0x1008;
    not_described(&q);
    held(&d, WGD_ERR_ALIGN, "address", "the global address is not aligned", "4104",
         "a multiple of 16 bytes",
         "copy from an aligned address and start the tile's coordinates later");
    q.address = 0x1010;
    described(&q);
    q = query(WGD_BF16, WGD_MAJOR_K, WGD_SWZ_NONE, 128, 64);
    q.tile.start = 64;
    not_described(&q);
    held(&d, WGD_ERR_ALIGN, "start", "the copy engine writes boxes at multiples of 128 bytes only",
         "64", "a multiple of 128 bytes", "");
    q.tile.start = 128;
    described(&q);
    static const int64_t lines[] = {-8, 1, 4, 7, 9, 12};
    static const char *const got[] = {"-8", "1", "4", "7", "9", "12"};
    for (int i = 0; i < 6; i++) {
        q = of_lines();
        q.box_lines = lines[i];
        not_described(&q);
        held(&d, WGD_ERR_VALUE, "box-lines", "a box starts and ends between groups of 8 lines",
             got[i], "a multiple of 8, at least 8", "");
    }
    q.box_lines = 8;
    described(&q);
    q.box_lines = 0;
    described(&q);
}

/* More than two dimensions cut lines into panels of 64 elements, and with the atoms side by side into groups of 8. */
static void test_one_box(void **state)
{
    (void)state;
    static const char panels[] = "one box for all panels needs lines of whole panels";
    wgd_tma_query q = query(WGD_BF16, WGD_MAJOR_K, WGD_SWZ_128B, 128, 128);
    q.one_box = true;
    q.global_k = 200;
    not_described(&q);
    held(&d, WGD_ERR_DIVISIBILITY, "global", panels, "200", "a multiple of 64 elements",
         "use one box for each panel: that is right for any extent");
    assert_int_equal(d.hint_id, WGD_HINT_BOX_PER_PANEL);
    assert_int_equal(d.hint_num, 0);
    q.global_k = 192;
    q.global_mn = 100;
    described(&q);
    q.tile.order[0] = 2;
    q.tile.order[1] = 1;
    not_described(&q);
    held(&d, WGD_ERR_DIVISIBILITY, "global",
         "one box in this order needs lines in whole groups of 8", "100", "a multiple of 8 lines",
         "use one box for each panel, or the other order of the atoms");
    assert_int_equal(d.hint_id, WGD_HINT_BOX_OR_ORDER);
    assert_int_equal(d.hint_num, 0);
    q.global_mn = 104;
    described(&q);
    q.one_box = false;
    q.global_mn = 100;
    described(&q);
    /* Of 8 lines there is one group, and they follow one another in either order. */
    q = query(WGD_BF16, WGD_MAJOR_K, WGD_SWZ_128B, 8, 128);
    q.tile.operand = WGD_OPERAND_B;
    q.tile.order[0] = 2;
    q.tile.order[1] = 1;
    q.one_box = true;
    q.global_mn = 9;
    described(&q);
    /* Single bits: 128 bytes are 1024 of them. */
    q = query(WGD_B1, WGD_MAJOR_K, WGD_SWZ_128B, 64, 2048);
    q.one_box = true;
    q.global_k = 3072 + 128;
    not_described(&q);
    held(&d, WGD_ERR_DIVISIBILITY, "global", panels, "3200", "a multiple of 1024 elements",
         "use one box for each panel: that is right for any extent");
    q.global_k = 3072;
    described(&q);
    /* The view has a stride of 8 lines, too. */
    q = query(WGD_BF16, WGD_MAJOR_K, WGD_SWZ_128B, 64, 128);
    q.one_box = true;
    q.tile.order[0] = 2;
    q.tile.order[1] = 1;
    q.ld = (INT64_C(1) << 36) - 8;
    described(&q);
    q.ld += 8;
    not_described(&q);
    held(&d, WGD_ERR_LIMIT, "stride",
         "the stride in bytes is outside what a tensor map holds (dimension 3)", "1099511627776",
         "16 to 1099511627760", "");
    q = query(WGD_BF16, WGD_MAJOR_MN, WGD_SWZ_128B, 128, 64);
    q.one_box = true;
    q.global_mn = 200;
    not_described(&q);
    held(&d, WGD_ERR_DIVISIBILITY, "global", panels, "200", "a multiple of 64 elements",
         "use one box for each panel: that is right for any extent");
}

/* What the tile itself is refused for. */
static void test_tile(void **state)
{
    (void)state;
    wgd_tma_query q = of_lines();
    q.tile.k = 32;
    not_described(&q);
    assert_int_equal(d.status, WGD_ERR_TILE);
    assert_string_equal(d.field, "shape");
}

/* ---- a layout ------------------------------------------------------------------------------- */

static void layout_refused(const char *layout, const wgd_tma_query *q, wgd_status s)
{
    wgd_composed c;
    wgd_tma_fit f;
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_parse_composed(layout, strlen(layout), &c, NULL), WGD_OK);
    assert_int_equal(wgd_tma_fit_layout(&c, q, &f, &d), s);
    assert_int_equal(wgd_tma_fit_layout(&c, q, &f, NULL), s);
}

static void test_layouts(void **state)
{
    (void)state;
    static const char dense[] = "(8,64):(64,1)", apart[] = "(2,8):(65536,1)";
    wgd_tma_query q = wgd_tma_query_default();
    layout_refused(dense, &q, WGD_OK);
    q.box_lines = 4;
    layout_refused(dense, &q, WGD_ERR_VALUE);
    held(&d, WGD_ERR_VALUE, "box-lines", "a box starts and ends between groups of 8 lines", "4",
         "a multiple of 8, at least 8", "");
    q = wgd_tma_query_default();
    q.global_k = 100;
    layout_refused(dense, &q, WGD_ERR_ALIGN);
    assert_string_equal(d.field, "ld");
    q = wgd_tma_query_default();
    q.address = 8;
    layout_refused(dense, &q, WGD_ERR_ALIGN);
    assert_string_equal(d.field, "address");
    q = wgd_tma_query_default();
    layout_refused("8:1", &q, WGD_ERR_DOMAIN);
    assert_string_equal(d.field, "layout");
    /* 2^18 bytes, to the last one and a byte further; and a start that pushes them out. */
    q.tile.dtype = WGD_E4M3;
    layout_refused("(2,16):(262128,1)", &q, WGD_OK);
    layout_refused("(2,16):(262129,1)", &q, WGD_ERR_RANGE);
    held(&d, WGD_ERR_RANGE, "layout", "the tile leaves shared memory", "262145",
         "an end at byte 262144 or below", "");
    q.tile.dtype = WGD_F16;
    q.tile.start = (1 << 18) - 1024;
    layout_refused(dense, &q, WGD_OK);
    q.tile.start += 16;
    layout_refused(dense, &q, WGD_ERR_RANGE);
    held(&d, WGD_ERR_RANGE, "layout", "the tile leaves shared memory", "262160",
         "an end at byte 262144 or below", "");
    layout_refused("Sw<3,3,3> o 0 o (8,64):(64,1)", &q,
                   WGD_ERR_RANGE); /* the start comes after the swizzle */
    held(&d, WGD_ERR_RANGE, "layout", "the tile leaves shared memory", "262160",
         "an end at byte 262144 or below", "");
    q.tile.start = 131072;
    layout_refused(apart, &q, WGD_ERR_RANGE);
    held(&d, WGD_ERR_RANGE, "layout", "the tile leaves shared memory", "262160",
         "an end at byte 262144 or below", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),   cmocka_unit_test(test_dimensions),
        cmocka_unit_test(test_inner),   cmocka_unit_test(test_types),
        cmocka_unit_test(test_extents), cmocka_unit_test(test_pitch),
        cmocka_unit_test(test_places),  cmocka_unit_test(test_one_box),
        cmocka_unit_test(test_tile),    cmocka_unit_test(test_layouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
