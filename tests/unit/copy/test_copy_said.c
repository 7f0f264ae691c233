/* SPDX-License-Identifier: MIT
 *
 * What a copy is refused for, to the letter: which thread, value, element and byte stand in the way, each put there
 * by hand. Fragments that are no whole elements, and sizes at their limits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "refused.h"
#include "wgdesc.h"

static wgd_frag frag;
static wgd_copy_tile tile;
static wgd_copy copy;
static wgd_diag d;

static wgd_composed parsed(const char *text)
{
    wgd_composed c;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    return c;
}

static void set(const char *tv, int rows, int cols, int bits, const char *layout)
{
    const wgd_composed l = parsed(tv), t = parsed(layout);
    assert_int_equal(wgd_frag_of_layout(&l.layout, rows, cols, bits, &frag, NULL), WGD_OK);
    memset(&tile, 0x5a, sizeof tile);
    assert_int_equal(wgd_copy_tile_make(&t, bits, 0, &tile, NULL), WGD_OK);
}

static wgd_status made(const char *name)
{
    wgd_copy_insn insn;
    assert_int_equal(wgd_copy_insn_parse(name, &insn, NULL), WGD_OK);
    memset(&copy, 0x5a, sizeof copy);
    d = unfilled();
    const wgd_status s = wgd_copy_make(&frag, &tile, insn, &copy, &d);
    assert_int_equal(wgd_copy_make(&frag, &tile, insn, &copy, NULL), s);
    return s;
}

static void refused(const char *name, wgd_status s, const char *field, const char *what,
                    const char *got, const char *want)
{
    assert_int_equal(made(name), s);
    said(&d, s, field, what, got, want);
    hinted(&d, "");
}

/* ---- one element out of its place ---------------------------------------------------------------- */

#define ALL       "all the elements of the access"
#define UNALIGNED "an access is not aligned"
#define APART     "the elements of one access are not neighbours"
#define ROW       "a row of a matrix does not begin at a multiple of 16 bytes"
#define FOUR      "four lanes do not hold the 16 bytes of a row"
#define FOURTH    "lanes 4 apart do not hold the 16 bytes of a row"
#define MATRICES  "rows of 8x8 matrices"

/* One column: every row is one value of one thread, which lies where the test puts it. */
static void vectors(void **state)
{
    static const struct {
        int row, by; /* bytes that one row is moved by */
        const char *insn, *what, *got, *want;
    } rows[] = {
        {7, 64, "st.b32", APART, "thread 1, value 3, element (7,0), byte 78",
         "the byte behind the element before"},
        {9, 64, "st.b64", APART, "thread 2, value 1, element (9,0), byte 82",
         "the byte behind the element before"},
        {126, 2, "st.b32", UNALIGNED, "thread 31, value 2, element (126,0), byte 254",
         "a multiple of its bytes"},
        {124, 4, "ld.b64", UNALIGNED, "thread 31, value 0, element (124,0), byte 252",
         "a multiple of its bytes"},
        {1, 1024, "st.b32", "a thread does not hold the neighbours in memory",
         "thread 0, value 0, element (0,0), byte 0", ALL},
        {3, 1024, "st.b64", "a thread does not hold the neighbours in memory",
         "thread 0, value 0, element (0,0), byte 0", ALL},
        {2, 1026, "st.b32", "a thread does not hold the start of an aligned access",
         "thread 0, value 2, element (2,0), byte 1030", ALL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set("(32,4):(4,1)", 128, 1, 16, "(128,1):(1,0)");
        assert_int_equal(made(rows[i].insn), WGD_OK);
        tile.row_off[rows[i].row] += rows[i].by;
        refused(rows[i].insn, WGD_ERR_ALIGN, "access", rows[i].what, rows[i].got, rows[i].want);
    }
}

/* Rows and columns of matrices, in the first warp or the second, the first piece of a thread or a later one. */
static void matrices(void **state)
{
    static const char mma[] = "((4,8),(2,2,2)):((32,1),(16,8,128))";
    static const char down[] = "((4,8,2),(2,2)):((64,1,16),(32,8))";
    static const char along[] = "((4,8,2),(2,2)):((32,1,128),(16,8))";
    static const char bytes[] = "((4,8),(2,2)):((32,2),(1,16))";
    static const struct {
        const char *tv;
        int rows, cols, bits;
        const char *tile, *insn;
        bool col;
        int at, n, by; /* n rows, or columns, moved by so many bytes */
        const char *what, *got, *want;
    } rows[] = {
        {mma, 16, 16, 16, "(16,16):(16,1)", "stmatrix.x4", false, 9, 1, 4, ROW,
         "thread 4, value 2, element (9,0), byte 292", "a multiple of 16"},
        {mma, 16, 16, 16, "(16,16):(16,1)", "ldmatrix.x1", true, 12, 2, 256, FOUR,
         "thread 2, value 4, element (0,12), byte 280", MATRICES},
        {mma, 16, 16, 16, "(16,16):(16,1)", "ldmatrix.x2", true, 8, 8, 8, ROW,
         "thread 0, value 4, element (0,8), byte 24", "a multiple of 16"},
        {down, 32, 8, 16, "(32,8):(8,1)", "stmatrix.x1", false, 26, 1, 8, ROW,
         "thread 40, value 2, element (26,0), byte 424", "a multiple of 16"},
        {along, 16, 16, 16, "(16,16):(16,1)", "stmatrix.x2", true, 14, 2, 256, FOUR,
         "thread 35, value 0, element (0,14), byte 284", MATRICES},
        {bytes, 16, 8, 8, "(16,8):(1,16)", "stmatrix.x1.trans", true, 3, 1, 2, ROW,
         "thread 1, value 2, element (0,3), byte 50", "a multiple of 16"},
        {bytes, 16, 8, 8, "(16,8):(1,16)", "ldmatrix.x1.trans", false, 8, 2, 128, FOURTH,
         "thread 16, value 0, element (8,0), byte 136", MATRICES},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set(rows[i].tv, rows[i].rows, rows[i].cols, rows[i].bits, rows[i].tile);
        assert_int_equal(made(rows[i].insn), WGD_OK);
        for (int k = 0; k < rows[i].n; k++) {
            (rows[i].col ? tile.col_off : tile.row_off)[rows[i].at + k] += rows[i].by;
        }
        refused(rows[i].insn, WGD_ERR_ALIGN, "access", rows[i].what, rows[i].got, rows[i].want);
    }
}

/* The values that another copy has left behind are not looked at. */
static void left_behind(void **state)
{
    (void)state;
    set("((4,8),(2,2)):((32,1),(16,8))", 16, 8, 16, "(16,8):(8,1)");
    for (int v = 0; v < WGD_COPY_VALUES; v++) {
        copy.value[v] = 1; /* begins no row of a matrix */
    }
    assert_int_equal(wgd_copy_make(&frag, &tile, WGD_COPY_STMATRIX_X1, &copy, NULL), WGD_OK);
    assert_int_equal(copy.value[frag.values], 1);
}

/* cp.async reads a line of the tensor: of columns where those follow one another, else of rows. */
static void sources(void **state)
{
    static const char what[] = "an access is not one piece of a line of the tensor";
    static const char want[] = "neighbours along the contiguous side";
    (void)state;
    set("(32,4):(1,32)", 32, 4, 16, "(32,4):(4,1)");
    assert_int_equal(made("cp.async.8"), WGD_OK);
    tile.down = true;
    refused("cp.async.8", WGD_ERR_ALIGN, "access", what, "thread 0, value 1, element (0,1), byte 2",
            want);
    set("(32,4):(1,32)", 32, 4, 16, "(32,4):(4,1)");
    tile.col_off[1] = 4; /* columns 0, 2, 1, 3 in memory */
    tile.col_off[2] = 2;
    assert_int_equal(made("st.b64"), WGD_OK);
    refused("cp.async.8", WGD_ERR_ALIGN, "access", what, "thread 0, value 2, element (0,2), byte 2",
            want);
}

/* The values of a thread that share a byte with others are taken in their order, each after the one before. */
static void shared_bytes(void **state)
{
    static const int at[] = {0, 4, 2, 4, 6, 0, 2, 6};
    static const int want[] = {0, 2, 3, 4, 5, 6, 1, 7};
    (void)state;
    set("(32,8):(8,1)", 256, 1, 16, "(256,1):(1,0)");
    for (int i = 0; i < 256; i++) {
        tile.row_off[i] = i / 8 * 8 + at[i % 8];
    }
    assert_int_equal(made("st.b64"), WGD_OK);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(copy.value[i], want[i]);
    }
}

/* ---- fragments, widths, limits ------------------------------------------------------------------- */

static void no_frag(const char *op, const char *in, wgd_frag_operand operand, const char *got)
{
    wgd_frag_op o;
    assert_int_equal(wgd_frag_op_parse(op, &o, NULL), WGD_OK);
    assert_int_equal(wgd_frag_op_types(&o, in, NULL, NULL), WGD_OK);
    assert_int_equal(wgd_frag_make(&o, operand, &frag, NULL), WGD_OK);
    refused("st.b16", WGD_ERR_VALUE, "op", "not a fragment of whole elements", got,
            "a dense operand of wgmma, of mma.sync but m8n8k4 with f16, or a layout");
}

static void frags(void **state)
{
    (void)state;
    no_frag("mma.m8n8k4", "f16", WGD_FRAG_OPERAND_A, "mma.m8n8k4.row.col");
    no_frag("wgmma.sp.m64n8k32", "f16", WGD_FRAG_OPERAND_A, "wgmma.sp.m64n8k32");
    no_frag("wgmma.sp.m64n8k16", "tf32", WGD_FRAG_OPERAND_A, "wgmma.sp.m64n8k16");
    no_frag("wgmma.sp.m64n8k16", "tf32", WGD_FRAG_OPERAND_E, "wgmma.sp.m64n8k16");
}

static void widths(void **state)
{
    (void)state;
    set("(32,2):(1,32)", 32, 2, 16, "(32,2):(2,1)");
    refused("st.b8", WGD_ERR_VALUE, "access", "an element is wider than the access", "16",
            "elements of at most that width");
    refused("st.b64", WGD_ERR_TILE, "access",
            "the values of a thread are no whole number of accesses", "2",
            "a multiple of the elements of one access");
    set("((4,8),2):((8,1),32)", 8, 8, 32, "(8,8):(1,8)");
    refused("stmatrix.x2.trans", WGD_ERR_VALUE, "access",
            "an element is wider than what the instruction moves as one", "32",
            "elements of at most that width");
}

static void limits(void **state)
{
    static const char many[] = "too many threads, or values of a thread",
                      most[] = "up to 1024 of each";
    (void)state;
    set("(1024,1):(1,0)", 1024, 1, 16, "(1024,1):(1,0)");
    assert_int_equal(made("st.b16"), WGD_OK);
    for (int t = 0; t < 1024; t++) {
        assert_int_equal(wgd_copy_value_byte(&copy, t, 0), 2 * t);
    }
    frag.values = 2048;
    refused("st.b16", WGD_ERR_LIMIT, "op", many, "2048", most);
    frag.values = 1;
    frag.threads = 1056;
    refused("st.b16", WGD_ERR_LIMIT, "op", many, "1056", most);
    set("(32,1024):(1,32)", 32, 1024, 8, "(32,1024):(1024,1)");
    assert_int_equal(made("cp.async.16"), WGD_OK);
    assert_int_equal(copy.steps, 64);
    set("(16,8):(1,16)", 16, 8, 16, "(16,8):(8,1)");
    refused("st.b128", WGD_ERR_VALUE, "op", "the threads are not whole warps", "16",
            "a multiple of 32");
    set("(32,8):(1,32)", 32, 8, 16, "(16,16):(16,1)");
    refused("st.b128", WGD_ERR_TILE, "shape",
            "the tile in shared memory has not the shape of the registers'", "16x16",
            "rows and columns of the fragment");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors), cmocka_unit_test(matrices),     cmocka_unit_test(left_behind),
        cmocka_unit_test(sources), cmocka_unit_test(shared_bytes), cmocka_unit_test(frags),
        cmocka_unit_test(widths),  cmocka_unit_test(limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
