/* SPDX-License-Identifier: MIT
 *
 * Uses as they are written: what each says, and what may not be written or may not be done with a tile, to the
 * letter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "refused.h"
#include "wgd_banks.h"
#include "wgd_desc.h"

static wgd_diag d;

/* What a text leaves out is seen. */
static wgd_status read_use(const char *text, int bits, wgd_bank_use *u)
{
    memset(u, 0x5a, sizeof *u);
    d = unfilled();
    return wgd_bank_use_parse(text, bits, u, &d);
}

static void orders(void **state)
{
    (void)state;
    static const char *const known[WGD_ORDER_COUNT] = {"copy",  "column", "mma.a",
                                                       "mma.b", "frag",   "tv"};
    for (int i = 0; i < WGD_ORDER_COUNT; i++) {
        char text[64];
        wgd_bank_use u;
        assert_string_equal(wgd_bank_order_name((wgd_bank_order)i), known[i]);
        assert_true(strlen(wgd_bank_order_text((wgd_bank_order)i)) > 20);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(wgd_bank_order_text((wgd_bank_order)i),
                                    wgd_bank_order_text((wgd_bank_order)k));
        }
        if (i != WGD_ORDER_FRAG) {
            (void)snprintf(text, sizeof text, "st.b64:%s", known[i]);
            assert_int_equal(read_use(text, 16, &u), WGD_OK);
            assert_int_equal(u.access, WGD_ACCESS_ST8);
            assert_int_equal(u.order, i);
            assert_null(u.tv);
        }
    }
}

/* Without an order: that of the tensor cores' operands for matrices, else a copy. */
static void without_order(void **state)
{
    (void)state;
    for (int i = 0; i < WGD_ACCESS_COUNT; i++) {
        wgd_bank_use u;
        assert_int_equal(read_use(wgd_access_name((wgd_access)i), 16, &u), WGD_OK);
        assert_int_equal(u.access, i);
        assert_int_equal(u.order, i < WGD_ACCESS_LDMATRIX_X1 ? WGD_ORDER_COPY : WGD_ORDER_MMA_A);
        assert_null(u.tv);
    }
}

static void fragments(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int bits;
        wgd_frag_operand operand;
        wgd_frag_type a, d;
    } of[] = {
        {"st.b32:frag:m64n16k16:d", 16, WGD_FRAG_OPERAND_D, WGD_FRAG_F16, WGD_FRAG_F16},
        {"st.b32:frag:m64n16k16:c", 16, WGD_FRAG_OPERAND_C, WGD_FRAG_F16, WGD_FRAG_F16},
        {"st.b32:frag:m64n16k16", 16, WGD_FRAG_OPERAND_D, WGD_FRAG_F16, WGD_FRAG_F16},
        {"st.b32:frag:m64n16k16:a", 16, WGD_FRAG_OPERAND_A, WGD_FRAG_F16, WGD_FRAG_F32},
        {"st.b32:frag:m64n16k16:d", 32, WGD_FRAG_OPERAND_D, WGD_FRAG_F16, WGD_FRAG_F32},
        {"st.b32:frag:m64n16k16.f32.bf16.bf16:d", 16, WGD_FRAG_OPERAND_D, WGD_FRAG_BF16,
         WGD_FRAG_F32},
        {"st.b32:frag:m64n16k8:d", 16, WGD_FRAG_OPERAND_D, WGD_FRAG_TF32, WGD_FRAG_F32},
    };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        wgd_bank_use u;
        assert_int_equal(read_use(of[i].text, of[i].bits, &u), WGD_OK);
        assert_int_equal(u.order, WGD_ORDER_FRAG);
        assert_int_equal(u.frag_operand, of[i].operand);
        assert_int_equal(u.frag_op.a, of[i].a);
        assert_int_equal(u.frag_op.d, of[i].d);
        assert_null(u.tv);
    }
}

/* Two colons in a row are PTX's. */
static void colons(void **state)
{
    (void)state;
    wgd_bank_use u, plain;
    assert_int_equal(read_use("ld.b32:frag:ldmatrix.sync.aligned.m8n8.x4.shared::cta.b16", 16, &u),
                     WGD_OK);
    assert_int_equal(read_use("ld.b32:frag:ldmatrix.x4", 16, &plain), WGD_OK);
    assert_int_equal(u.frag_op.x, 4);
    assert_int_equal(u.frag_op.family, plain.frag_op.family);
    assert_int_equal(read_use("ld.shared::cta.b99:copy", 16, &u), WGD_ERR_VALUE);
    assert_string_equal(d.got, "ld.shared::cta.b99");
    assert_int_equal(read_use("ld.b32:one::two", 16, &u), WGD_ERR_VALUE);
    assert_string_equal(d.got, "one::two");
    assert_int_equal(read_use("ld.b32::", 16, &u), WGD_ERR_VALUE);
    assert_string_equal(d.got, "ld.b32::");
}

static void refused_texts(void **state)
{
    (void)state;
    wgd_bank_use u;
    assert_int_equal(read_use("ld.b32:copy:x:y", 16, &u), WGD_ERR_SYNTAX);
    said(&d, WGD_ERR_SYNTAX, "access", "nothing may follow this order", "x:y", "copy");
    hinted_at(&d, WGD_HINT_BANK_ORDERS, 0, "");
    assert_int_equal(read_use("ld.b32:frag", 16, &u), WGD_ERR_SYNTAX);
    said(&d, WGD_ERR_SYNTAX, "access", "the fragment is missing", "frag",
         "frag:OP:OPERAND, as in frag:m64n64k16:d");
    hinted_at(&d, WGD_HINT_BANK_ORDERS, 0, "");
    assert_int_equal(read_use("ld.b32:colum", 16, &u), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "access", "a value is not one of those allowed", "colum",
         "copy, column, mma.a, mma.b, frag or tv");
    hinted_at(&d, WGD_HINT_NONE, 0, "");
    assert_int_equal(read_use("ld.b32:frag:m64n9k16:d", 16, &u), WGD_ERR_N);
    assert_int_equal(read_use("ld.b32:frag:m64n16k16:q", 16, &u), WGD_ERR_VALUE);
    assert_string_equal(d.got, "q");
    assert_int_equal(read_use("ld.b32:frag:m64n16k8.f16:d", 16, &u), WGD_ERR_SYNTAX);
}

/* What is shown of a text without end is what a diagnostic holds. */
static void long_texts(void **state)
{
    (void)state;
    char text[300], cut[96];
    wgd_bank_use u;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    memset(cut, 'x', sizeof cut);
    cut[95] = '\0';
    assert_int_equal(read_use(text, 16, &u), WGD_ERR_VALUE);
    assert_string_equal(d.got, cut);
    memcpy(text, "ld.b32:", 7);
    assert_int_equal(read_use(text, 16, &u), WGD_ERR_VALUE);
    assert_string_equal(d.got, cut);
    memcpy(text, "ld.b32:frag:", 12);
    assert_int_not_equal(read_use(text, 16, &u), WGD_OK);
    assert_string_equal(d.got, cut);
}

/* ---- over a tile ---------------------------------------------------------------------------- */

static wgd_status refuse(int rows, int cols, int bits, const char *use, int use_bits)
{
    wgd_arrangement a;
    wgd_bank_use u;
    int steps = 0;
    assert_int_equal(wgd_arrange_rows(rows, cols, bits, 0, &a, NULL), WGD_OK);
    assert_int_equal(read_use(use, use_bits, &u), WGD_OK);
    d = unfilled();
    return wgd_bank_steps(&a, &u, &steps, &d);
}

static void matrices(void **state)
{
    (void)state;
    static const char what[] = "the tile is not a whole number of the matrices of one access",
                      down[] = "rows in multiples of 8 (x1, B x2) or 16",
                      along[] = "rows of a multiple of 32 bytes";
    assert_int_equal(refuse(64, 64, 16, "ld.b64:mma.a", 16), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "access", "this order is for 16-byte rows", "ld.b64",
         "ldmatrix, stmatrix, ld.b128 or st.b128");
    assert_int_equal(refuse(24, 64, 16, "ldmatrix.x4:mma.a", 16), WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "shape", what, "24", down);
    hinted(&d, "use .x1 or .x2, or another order");
    assert_int_equal(refuse(24, 24, 16, "ldmatrix.x2:mma.a", 16), WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "shape", what, "24", down);
    assert_int_equal(refuse(16, 24, 16, "ldmatrix.x4:mma.b", 16), WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "shape", what, "3", along);
    assert_int_equal(refuse(12, 16, 16, "ldmatrix.x1:mma.b", 16), WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "shape", what, "12", down);
    assert_int_equal(refuse(64, 60, 16, "ldmatrix.x1:mma.a", 16), WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "shape", "a row is not a whole number of the access's vectors", "60",
         "a multiple of the elements in one access");
    hinted(&d, "access fewer bytes, or pad the rows");
}

static void registers(void **state)
{
    (void)state;
    static const char what[] = "the fragment order is for ld and st of dense fragments",
                      want[] = "ld or st, and an op with whole warps",
                      shape[] = "the tile is not a whole number of fragments",
                      hint[] = "ldmatrix and stmatrix take the addresses of rows: mma.a or mma.b";
    static const char *const none[] = {"ldmatrix.x4:frag:m64n64k16:d", "st.b32:frag:mma.m8n8k4:a",
                                       "st.b32:frag:wgmma.sp.m64n64k32:a",
                                       "st.b32:frag:wgmma.sp.m64n64k16:a"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(refuse(64, 64, 16, none[i], 16), WGD_ERR_VALUE);
        said(&d, WGD_ERR_VALUE, "access", what, i ? "st.b32" : "ldmatrix.x4", want);
        hinted(&d, hint);
    }
    assert_int_equal(refuse(64, 64, 8, "st.b32:frag:m64n64k16:d", 16), WGD_ERR_DTYPE);
    said(&d, WGD_ERR_DTYPE, "bits", "the tile's elements are not those of the fragment", "8",
         "f16");
    assert_int_equal(refuse(64, 64, 16, "st.b32:frag:m64n64k8:d", 16), WGD_ERR_DTYPE);
    said(&d, WGD_ERR_DTYPE, "bits", "the tile's elements are not those of the fragment", "16",
         "f32");
    assert_int_equal(refuse(96, 64, 16, "st.b32:frag:m64n64k16:d", 16), WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "shape", shape, "96", "multiples of the fragment's shape");
    hinted_at(&d, WGD_HINT_FRAG_SHAPE, 0, "");
    assert_int_equal(refuse(64, 72, 16, "st.b32:frag:m64n64k16:d", 16), WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "shape", shape, "72", "multiples of the fragment's shape");
    assert_int_equal(refuse(64, 64, 16, "st.b128:frag:mma.m16n8k16:d", 16), WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "shape", shape, "64", "multiples of the fragment's shape");
}

static void threads(void **state)
{
    (void)state;
    assert_int_equal(refuse(64, 64, 16, "st.b32:tv", 16), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "access", "this order is that of a layout", "tv",
         "a layout of threads and values");
    hinted(&d, "");
    const char *const tv = "(16,8):(8,1)";
    wgd_layout l;
    wgd_frag f;
    wgd_arrangement a;
    wgd_bank_use u;
    int steps;
    assert_int_equal(wgd_parse_layout(tv, strlen(tv), &l, NULL), WGD_OK);
    assert_int_equal(wgd_frag_of_layout(&l, 8, 16, 16, &f, NULL), WGD_OK);
    assert_int_equal(wgd_arrange_rows(8, 16, 16, 0, &a, NULL), WGD_OK);
    assert_int_equal(read_use("st.b32:tv", 16, &u), WGD_OK);
    u.tv = &f;
    d = unfilled();
    assert_int_equal(wgd_bank_steps(&a, &u, &steps, &d), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "tv", "the threads are not whole warps", "16", "a multiple of 32");
    hinted(&d, "");
}

static void sizes(void **state)
{
    (void)state;
    assert_int_equal(refuse(64, 64, 64, "ld.b32:copy", 64), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "bits", "an element is wider than the access", "64",
         "at most the access's width");
    assert_int_equal(refuse(65536, 2, 16, "ld.b32:copy", 16), WGD_OK); /* 262144 bytes */
    assert_int_equal(refuse(1, 65536, 32, "ld.b32:copy", 32), WGD_OK);
    assert_int_equal(refuse(65536, 4, 16, "ld.b32:copy", 16), WGD_ERR_RANGE);
    said(&d, WGD_ERR_RANGE, "layout", "the tile is larger than shared memory", "524288",
         "at most 262144 bytes");
    hinted(&d, "give the part that one block holds");
    assert_int_equal(refuse(32769, 4, 16, "ld.b32:copy", 16), WGD_ERR_RANGE);
    assert_string_equal(d.got, "262152");
}

/* One access of elements that are not beside each other, or beyond the end. */
static void elements(void **state)
{
    (void)state;
    wgd_layout l = wgd_layout_2d(8, 8, 8, 2);
    wgd_composed c = wgd_composed_plain(&l);
    wgd_arrangement a;
    wgd_bank_use u;
    wgd_bank_lanes lanes;
    assert_int_equal(wgd_arrange_layout(&c, 32, 64, &a, NULL), WGD_OK);
    assert_int_equal(read_use("ld.b64:copy", 32, &u), WGD_OK);
    d = unfilled();
    assert_int_equal(wgd_bank_step(&a, &u, 0, &lanes, &d), WGD_ERR_ALIGN);
    said(&d, WGD_ERR_ALIGN, "layout", "the elements of one access do not follow one another", "72",
         "neighbours in memory");
    hinted(&d, "access fewer bytes, or another order");
    l = wgd_layout_2d(8, 8, 65536 - 16, 1);
    c = wgd_composed_plain(&l);
    assert_int_equal(wgd_arrange_layout(&c, 32, 64, &a, NULL), WGD_OK);
    d = unfilled();
    assert_int_equal(wgd_bank_step(&a, &u, 0, &lanes, &d), WGD_ERR_RANGE);
    said(&d, WGD_ERR_RANGE, "layout", "beyond shared memory", "262144",
         "a byte address from 0 to 262143");
    hinted(&d, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders),   cmocka_unit_test(without_order), cmocka_unit_test(fragments),
        cmocka_unit_test(colons),   cmocka_unit_test(refused_texts), cmocka_unit_test(long_texts),
        cmocka_unit_test(matrices), cmocka_unit_test(registers),     cmocka_unit_test(threads),
        cmocka_unit_test(sizes),    cmocka_unit_test(elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
