/* SPDX-License-Identifier: MIT
 *
 * The list of instructions with fragments, word for word from PTX ISA's tables; refusals to the letter; the accumulators
 * of a tile, one thread's value after the other; fragments of layouts that no instruction gives, and the way back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "refused.h"
#include "wgd_frag.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static wgd_diag d;

/* ---- the list ------------------------------------------------------------------------------- */

static const char *const list[][2] = {
    {"wgmma.m64n8k16", "f16"},
    {"wgmma.m64n8k16", "bf16"},
    {"wgmma.m64n8k8", "tf32"},
    {"wgmma.m64n8k32", "e4m3"},
    {"wgmma.m64n8k32", "e5m2"},
    {"wgmma.m64n8k32", "s8"},
    {"wgmma.m64n8k32", "u8"},
    {"wgmma.m64n8k256", "b1"},
    {"wgmma.sp.m64n8k32", "f16"},
    {"wgmma.sp.m64n8k32", "bf16"},
    {"wgmma.sp.m64n8k16", "tf32"},
    {"wgmma.sp.m64n8k64", "e4m3"},
    {"wgmma.sp.m64n8k64", "e5m2"},
    {"wgmma.sp.m64n8k64", "s8"},
    {"wgmma.sp.m64n8k64", "u8"},
    {"mma.m8n8k4.row.col", "f16"},
    {"mma.m8n8k4.row.row", "f16"},
    {"mma.m8n8k4.col.col", "f16"},
    {"mma.m8n8k4.col.row", "f16"},
    {"mma.m8n8k4.row.col", "f64"},
    {"mma.m16n8k4.row.col", "tf32"},
    {"mma.m16n8k4.row.col", "f64"},
    {"mma.m16n8k8.row.col", "f16"},
    {"mma.m16n8k8.row.col", "bf16"},
    {"mma.m16n8k8.row.col", "tf32"},
    {"mma.m16n8k8.row.col", "f64"},
    {"mma.m16n8k16.row.col", "f16"},
    {"mma.m16n8k16.row.col", "bf16"},
    {"mma.m16n8k16.row.col", "f64"},
    {"mma.m8n8k16.row.col", "s8"},
    {"mma.m8n8k16.row.col", "u8"},
    {"mma.m16n8k16.row.col", "s8"},
    {"mma.m16n8k16.row.col", "u8"},
    {"mma.m16n8k32.row.col", "s8"},
    {"mma.m16n8k32.row.col", "u8"},
    {"mma.m16n8k16.row.col", "e4m3"},
    {"mma.m16n8k16.row.col", "e5m2"},
    {"mma.m8n8k32.row.col", "s4"},
    {"mma.m8n8k32.row.col", "u4"},
    {"mma.m16n8k32.row.col", "s4"},
    {"mma.m16n8k32.row.col", "u4"},
    {"mma.m16n8k64.row.col", "s4"},
    {"mma.m16n8k64.row.col", "u4"},
    {"mma.m8n8k128.row.col", "b1"},
    {"mma.m16n8k128.row.col", "b1"},
    {"mma.m16n8k256.row.col", "b1"},
    {"mma.m16n8k32.row.col", "e4m3"},
    {"mma.m16n8k32.row.col", "e5m2"},
    {"mma.m16n8k32.row.col", "e2m3"},
    {"mma.m16n8k32.row.col", "e3m2"},
    {"mma.m16n8k32.row.col", "e2m1"},
    {"mma.m16n8k64.row.col", "e2m1"},
    {"mma.sp.m16n8k64.row.col", "e4m3"},
    {"mma.sp.m16n8k64.row.col", "e5m2"},
    {"mma.sp.m16n8k64.row.col", "e2m3"},
    {"mma.sp.m16n8k64.row.col", "e3m2"},
    {"mma.sp.m16n8k64.row.col", "e2m1"},
    {"mma.sp.m16n8k128.row.col", "e2m1"},
    {"ldmatrix.x1", "b16"},
    {"ldmatrix.x1.trans", "b16"},
    {"ldmatrix.x2", "b16"},
    {"ldmatrix.x2.trans", "b16"},
    {"ldmatrix.x4", "b16"},
    {"ldmatrix.x4.trans", "b16"},
    {"stmatrix.x1", "b16"},
    {"stmatrix.x1.trans", "b16"},
    {"stmatrix.x2", "b16"},
    {"stmatrix.x2.trans", "b16"},
    {"stmatrix.x4", "b16"},
    {"stmatrix.x4.trans", "b16"},
};

static void put(const wgd_frag_op *op, char *buf, size_t cap)
{
    wgd_text t = wgd_text_into(buf, cap);
    wgd_put_frag_op(&t, op);
    wgd_text_end(&t);
}

/* Those of sm_120 are documented only: sparse mma.sync, and the 4- and 6-bit floats. */
static void the_list(void **state)
{
    (void)state;
    assert_int_equal(wgd_frag_op_count(), COUNT(list));
    for (int i = 0; i < COUNT(list); i++) {
        const wgd_frag_op op = wgd_frag_op_at(i);
        char text[64];
        put(&op, text, sizeof text);
        assert_string_equal(text, list[i][0]);
        assert_string_equal(wgd_frag_type_name((wgd_frag_type)op.a), list[i][1]);
        assert_int_equal(op.b, op.a);
        assert_int_equal(op.c, op.d);
        const bool narrow = list[i][1][0] == 'e' && list[i][1][3] != '3' && list[i][1][1] != '5';
        const bool fp6 = strcmp(list[i][1], "e2m3") == 0;
        const bool sp = strncmp(list[i][0], "mma.sp", 6) == 0;
        assert_int_equal(wgd_frag_op_measured(&op), !(narrow || fp6 || sp));
    }
    wgd_frag_op mixed = wgd_frag_op_at(46);
    mixed.b = WGD_FRAG_E2M1;
    assert_false(wgd_frag_op_measured(&mixed));
    assert_int_equal(wgd_frag_op_parse("mma.m16n8k16", &mixed, NULL), WGD_OK);
    assert_int_equal(mixed.a, WGD_FRAG_TYPE_NONE); /* not completed yet: no narrow type */
    assert_true(wgd_frag_op_measured(&mixed));
    mixed.family = WGD_FRAG_LAYOUT;
    assert_true(wgd_frag_op_measured(&mixed));
    char text[16];
    put(&mixed, text, sizeof text);
    assert_string_equal(text, "layout");
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    for (int o = 0; o < WGD_FRAG_OPERAND_COUNT; o++) {
        assert_string_equal(wgd_frag_operand_name((wgd_frag_operand)o), names[o]);
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

static wgd_frag_op op_of(const char *text, const char *dtype, const char *acc)
{
    wgd_frag_op op;
    assert_int_equal(wgd_frag_op_parse(text, &op, NULL), WGD_OK);
    assert_int_equal(wgd_frag_op_types(&op, dtype, acc, NULL), WGD_OK);
    return op;
}

typedef struct {
    const char *text, *dtype, *acc;
    wgd_status status;
    const char *field, *what, *got, *want;
    wgd_hint hint;
} type_row;

static const type_row types[] = {
    {"m64n8k16", "s8", NULL, WGD_ERR_DTYPE, "dtype", "this shape does not multiply this type", "s8",
     "f16, bf16", WGD_HINT_FRAG_OPS},
    {"m64n8k32", "f16", NULL, WGD_ERR_DTYPE, "dtype", "this shape does not multiply this type",
     "f16", "e4m3, e5m2, s8, u8", WGD_HINT_FRAG_OPS},
    {"wgmma.m64n8k16.f32.f16.s8", NULL, NULL, WGD_ERR_DTYPE, "dtype",
     "this shape does not multiply this type", "s8", "f16, bf16", WGD_HINT_FRAG_OPS},
    {"mma.m16n8k16", "e2m1", NULL, WGD_ERR_DTYPE, "dtype", "this shape does not multiply this type",
     "e2m1", "f16, bf16, e4m3, e5m2, s8, u8, f64", WGD_HINT_FRAG_OPS},
    {"mma.m16n8k16.f32.f16.f16.f32", "bf16", NULL, WGD_ERR_VALUE, "dtype",
     "the instruction names another type", "bf16", "f16", WGD_HINT_FRAG_OPS},
    {"mma.m16n8k16.f32.bf16.bf16.f32", "f16", NULL, WGD_ERR_VALUE, "dtype",
     "the instruction names another type", "f16", "bf16", WGD_HINT_FRAG_OPS},
    {"mma.m16n8k16.f32.f16.bf16.f32", NULL, NULL, WGD_ERR_DTYPE, "dtype",
     "A and B cannot be multiplied", "bf16", "f16", WGD_HINT_FRAG_OPS},
    {"mma.m16n8k16.f32.bf16.f16.f32", NULL, NULL, WGD_ERR_DTYPE, "dtype",
     "A and B cannot be multiplied", "f16", "bf16", WGD_HINT_FRAG_OPS},
    {"mma.m16n8k16.f32.f16.f16.f16", NULL, NULL, WGD_ERR_VALUE, "acc", "C and D must have one type",
     "f16", "f32", WGD_HINT_FRAG_OPS},
    {"m64n8k16", "bf16", "f16", WGD_ERR_VALUE, "acc", "not an accumulator of this instruction",
     "f16", "f32", WGD_HINT_FRAG_OPS},
    {"mma.m16n8k16.f32.f16.f16.s32", NULL, NULL, WGD_ERR_VALUE, "acc",
     "not an accumulator of this instruction", "s32", "f16, f32", WGD_HINT_FRAG_OPS},
    /* acc is that of both: one of them is another */
    {"mma.m8n8k4.f32.f16.f16.f16", NULL, "f32", WGD_ERR_VALUE, "acc",
     "the instruction names another type", "f32", "f16", WGD_HINT_FRAG_OPS},
    {"mma.m8n8k4.f32.f16.f16.f16", NULL, "f16", WGD_ERR_VALUE, "acc",
     "the instruction names another type", "f16", "f32", WGD_HINT_FRAG_OPS},
    {"m64n8k17", "f16", NULL, WGD_ERR_INST, "op", "no instruction has this shape", "wgmma.m64n8k17",
     "k16 for f16", WGD_HINT_FRAG_OPS},
    {"m64n8k17.sp", "f16", NULL, WGD_ERR_INST, "op", "no instruction has this shape",
     "wgmma.sp.m64n8k17", "k32 for f16", WGD_HINT_FRAG_OPS},
    {"m64n8k17", "s4", NULL, WGD_ERR_INST, "op", "no instruction has this shape", "wgmma.m64n8k17",
     "a shape of the list", WGD_HINT_FRAG_OP_SHAPES},
    {"m64n8k17", NULL, NULL, WGD_ERR_INST, "op", "no instruction has this shape", "wgmma.m64n8k17",
     "a shape of the list", WGD_HINT_FRAG_OP_SHAPES},
    {"ldmatrix.x1", "b1", NULL, WGD_ERR_DTYPE, "dtype", "the matrices hold 16-bit units", "b1",
     "a type of 4, 8, 16 or 32 bits", WGD_HINT_DTYPES},
    {"ldmatrix.x1", "f64", NULL, WGD_ERR_DTYPE, "dtype", "the matrices hold 16-bit units", "f64",
     "a type of 4, 8, 16 or 32 bits", WGD_HINT_DTYPES},
};

static void types_refused(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(types); i++) {
        const type_row *r = &types[i];
        wgd_frag_op op;
        assert_int_equal(wgd_frag_op_parse(r->text, &op, NULL), WGD_OK);
        d = unfilled();
        assert_int_equal(wgd_frag_op_types(&op, r->dtype, r->acc, &d), r->status);
        said(&d, r->status, r->field, r->what, r->got, r->want);
        hinted_at(&d, r->hint, 0, "");
    }
    assert_int_equal(op_of("ldmatrix.x1", "s4", NULL).a, WGD_FRAG_S4);
    assert_int_equal(op_of("ldmatrix.x1", "f32", NULL).a, WGD_FRAG_F32);
}

static void texts_refused(void **state)
{
    (void)state;
    wgd_frag_op op;
    d = unfilled();
    assert_int_equal(wgd_frag_op_parse("wgmma.m64n8k16.f32.f16", &op, &d), WGD_ERR_SYNTAX);
    said(&d, WGD_ERR_SYNTAX, "op", "the opcode's types are incomplete", "wgmma.m64n8k16.f32.f16",
         "the types of d, a and b");
    hinted_at(&d, WGD_HINT_FRAG_OP_FORM, 0, "");
    d = unfilled();
    assert_int_equal(wgd_frag_op_parse("mma.m16n8k8.f32", &op, &d), WGD_ERR_SYNTAX);
    said(&d, WGD_ERR_SYNTAX, "op", "the opcode's types are incomplete", "mma.m16n8k8.f32",
         "the types of d, a, b and c");
    /* what was got is as long as a diagnostic holds */
    char text[128];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(wgd_frag_op_parse(text, &op, &d), WGD_ERR_SYNTAX);
    assert_int_equal(strlen(d.got), sizeof d.got - 1);
}

static void refuse_operand(const char *text, wgd_frag_operand o)
{
    const wgd_frag_op op = op_of(text, NULL, NULL);
    wgd_frag f;
    d = unfilled();
    assert_int_equal(wgd_frag_make(&op, o, &f, &d), WGD_ERR_VALUE);
}

static void operands_refused(void **state)
{
    (void)state;
    refuse_operand("m64n8k16", WGD_FRAG_OPERAND_B);
    said(&d, WGD_ERR_VALUE, "operand", "B of wgmma is never in registers", "b", "a or d");
    hinted_at(&d, WGD_HINT_READ_BY_DESCRIPTOR, 0, "");
    refuse_operand("m64n8k32.sp", WGD_FRAG_OPERAND_B);
    said(&d, WGD_ERR_VALUE, "operand", "B of wgmma is never in registers", "b", "a, d or e");
    refuse_operand("m64n8k16", WGD_FRAG_OPERAND_E);
    said(&d, WGD_ERR_VALUE, "operand", "only the sparse form has metadata", "e", "a or d");
    hinted(&d, "name the sparse form, as in m64n8k32.sp");
    refuse_operand("mma.m16n8k16", WGD_FRAG_OPERAND_E);
    said(&d, WGD_ERR_VALUE, "operand", "only the sparse form has metadata", "e", "a, b, c or d");
}

/* ---- tiles ------------------------------------------------------------------------------------ */

/* D of m64nNk16, PTX ISA's figure: thread t of a warpgroup has row t / 32 * 16 + t % 32 / 4 and the one 8 below, of
 * every 8 columns those from t % 4 * 2 on. */
static void check_tile(int n, int rows, int cols, int groups, bool split_n)
{
    char text[32];
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_str(&t, "m64n");
    wgd_put_i64(&t, n);
    wgd_put_str(&t, "k16");
    wgd_text_end(&t);
    const wgd_frag_op op = op_of(text, NULL, NULL);
    wgd_frag f;
    memset(&f, 0x5a, sizeof f);
    assert_int_equal(wgd_frag_tile(&op, rows, cols, groups, split_n, &f, NULL), WGD_OK);
    const int down = rows / 64 / (split_n ? 1 : groups), along = cols / n / (split_n ? groups : 1);
    assert_true(f.operand == WGD_FRAG_OPERAND_D && f.type == WGD_FRAG_F32);
    assert_true(f.rows == rows && f.cols == cols && f.warpgroups == groups && f.copies == 1);
    assert_int_equal(f.threads, 128 * groups);
    assert_int_equal(f.values, down * along * n / 2);
    assert_int_equal(f.regs, f.values);
    for (int thread = 0; thread < f.threads; thread += 13) {
        for (int v = 0; v < f.values; v++) {
            const int group = thread / 128, in = thread % 128, i = v % (n / 2), at = v / (n / 2);
            const int row = in / 32 * 16 + in % 32 / 4 + i / 2 % 2 * 8 + at % down * 64 +
                            (split_n ? 0 : group * down * 64);
            const int col =
                in % 4 * 2 + i % 2 + i / 4 * 8 + at / down * n + (split_n ? group * along * n : 0);
            assert_int_equal(wgd_frag_at(&f, thread, v), row + rows * col);
        }
    }
}

static void tiles(void **state)
{
    (void)state;
    check_tile(64, 64, 64, 1, false);
    check_tile(64, 256, 128, 2, false);
    check_tile(32, 128, 128, 2, true);
    check_tile(8, 4096, 8, 8, false);
    const wgd_frag_op n8 = op_of("m64n8k16", NULL, NULL), n256 = op_of("m64n256k16", NULL, NULL);
    wgd_frag f;
    d = unfilled();
    assert_int_equal(wgd_frag_tile(&n8, 4096 + 512, 8, 8, false, &f, &d), WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "tile", "the rows are not whole instructions for each warpgroup", "4608",
         "a multiple of 64, for each warpgroup that shares the rows");
    d = unfilled();
    assert_int_equal(wgd_frag_tile(&n8, 64, 12, 1, false, &f, &d), WGD_ERR_TILE);
    said(&d, WGD_ERR_TILE, "tile", "the columns are not whole instructions for each warpgroup",
         "12", "a multiple of the instruction's N, for each warpgroup that shares the columns");
    assert_int_equal(wgd_frag_tile(&n8, 64, 0, 1, false, &f, &d), WGD_ERR_TILE);
    d = unfilled();
    assert_int_equal(wgd_frag_tile(&n8, 64 * 9, 8, 9, false, &f, &d), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "warpgroups", "a value is not one of those allowed", "9", "1 to 8");
    d = unfilled();
    assert_int_equal(wgd_frag_tile(&n256, 64, 512, 1, false, &f, &d), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "tile", "the accumulators take more registers than a thread has", "256",
         "at most 255");
    hinted(&d, "more warpgroups, or a smaller tile");
    assert_int_equal(wgd_frag_tile(&n8, 64, 504, 1, false, &f, &d), WGD_OK);
    assert_int_equal(f.regs, 252);
}

static void chains(void **state)
{
    (void)state;
    const wgd_frag_op op = op_of("m64n64k16", NULL, NULL);
    wgd_frag f;
    assert_int_equal(wgd_frag_make(&op, WGD_FRAG_OPERAND_D, &f, NULL), WGD_OK);
    wgd_frag_chain ch;
    memset(&ch, 0x5a, sizeof ch);
    assert_int_equal(wgd_frag_chain_make(&f, "f16", &ch, NULL), WGD_OK);
    assert_true(!ch.permuted && ch.slices == 4 && ch.proved == 128 * 32);
    for (int k = 0; k < 16; k++) {
        assert_int_equal(ch.column[k], k);
    }
    memset(&ch, 0, sizeof ch);
    assert_int_equal(wgd_frag_chain_make(&f, "e4m3", &ch, NULL), WGD_OK);
    assert_true(ch.permuted && ch.slices == 2 && ch.proved == 128 * 32);
    static const int columns[] = {0, 1, 8, 9, 2, 3, 10, 11};
    for (int k = 0; k < 8; k++) {
        assert_int_equal(ch.column[k], columns[k]);
    }
}

/* ---- layouts -------------------------------------------------------------------------------------- */

static wgd_layout layout_of(const char *text)
{
    wgd_layout l;
    assert_int_equal(wgd_parse_layout(text, strlen(text), &l, NULL), WGD_OK);
    return l;
}

typedef struct {
    const char *tv;
    int rows, cols, bits, type, threads, values, copies, regs;
} layout_row;

static const layout_row layouts[] = {
    {"((4,8),(2,2)):((16,1),(8,64))", 8, 16, 16, WGD_FRAG_B16, 32, 4, 1, 2},
    {"((4,8),(2,2)):((2,16),(1,8))", 16, 8, 32, WGD_FRAG_B32, 32, 4, 1, 4},
    {"((2,4,2),2):((0,1,0),4)", 4, 2, 8, WGD_FRAG_B8, 16, 2, 4, 1},
    {"((4,2),4):((1,0),4)", 4, 4, 64, WGD_FRAG_F64, 8, 4, 2, 4},
    {"(4,2):(1,4)", 4, 2, 16, WGD_FRAG_B16, 4, 2, 1, 1},
    {"(4,(2,2)):(1,(0,4))", 4, 2, 8, WGD_FRAG_B8, 4, 4, 1, 1},
    {"(1,8):(0,1)", 8, 1, 4, WGD_FRAG_S4, 1, 8, 1, 1},
    {"(8,1):(1,0)", 8, 1, 1, WGD_FRAG_B1, 8, 1, 1, 1},
};

static int size_of(const wgd_frag_modes *m)
{
    int n = 1;
    for (int i = 0; i < m->n; i++) {
        n *= m->shape[i];
    }
    return n;
}

static void fragments_of_layouts(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(layouts); i++) {
        const layout_row *r = &layouts[i];
        const wgd_layout tv = layout_of(r->tv);
        wgd_frag f;
        memset(&f, 0x5a, sizeof f);
        assert_int_equal(wgd_frag_of_layout(&tv, r->rows, r->cols, r->bits, &f, NULL), WGD_OK);
        assert_true(f.op.family == WGD_FRAG_LAYOUT && f.op.a == r->type && f.op.d == r->type);
        assert_true(f.type == (wgd_frag_type)r->type && f.operand == WGD_FRAG_OPERAND_D);
        assert_true(f.rows == r->rows && f.cols == r->cols);
        assert_true(f.threads == r->threads && f.values == r->values && f.copies == r->copies);
        assert_true(f.regs == r->regs && f.reg_bits == (r->bits == 64 ? 64 : 32));
        assert_true(f.groups == 1 && f.chunk == 1 && f.chunk_bits == r->bits && f.warpgroups == 0);
        assert_true(f.lanes.shape.leaf[0] == r->threads && f.lanes.stride[0] == 1);
        assert_true(wgd_layout_equal(&f.tv, &tv));
        assert_int_equal(size_of(&f.thr), r->threads);
        assert_int_equal(size_of(&f.val), r->values);
        for (int t = 0; t < r->threads; t++) {
            for (int v = 0; v < r->values; v++) {
                assert_int_equal(wgd_frag_at(&f, t, v), wgd_layout_at(&tv, t + r->threads * v));
            }
        }
    }
    const wgd_layout one = layout_of("(1,8):(0,1)");
    wgd_frag f;
    assert_int_equal(wgd_frag_of_layout(&one, 8, 1, 16, &f, NULL), WGD_OK);
    assert_true(f.thr.n == 1 && f.thr.shape[0] == 1 && f.thr.stride[0] == 0);
    assert_true(f.val.n == 1 && f.val.shape[0] == 8 && f.val.stride[0] == 1);
}

/* The copies of an element are the digits of the modes of stride 0, the first the fastest; of a thread's values that
 * are the same element the first is found. */
static void copies(void **state)
{
    (void)state;
    const wgd_layout apart = layout_of("((2,4,2),2):((0,1,0),4)"),
                     twice = layout_of("(4,(2,2)):(1,(0,4))");
    wgd_frag f;
    assert_int_equal(wgd_frag_of_layout(&apart, 4, 2, 8, &f, NULL), WGD_OK);
    for (int copy = 0; copy < 4; copy++) {
        const wgd_frag_slot s = wgd_frag_find(&f, 3, 1, copy);
        assert_int_equal(s.thread, copy % 2 + 2 * 3 + 8 * (copy / 2));
        assert_int_equal(s.value, 1);
    }
    assert_int_equal(wgd_frag_of_layout(&twice, 4, 2, 8, &f, NULL), WGD_OK);
    assert_int_equal(wgd_frag_find(&f, 3, 1, 0).value, 2);
    assert_int_equal(wgd_frag_find(&f, 3, 0, 0).value, 0);
}

static void layouts_refused(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{0, 8}, {8, 0}, {4, 3}, {3, 4}, {4, 4}, {-4, 2}, {4, -2}};
    const wgd_layout tv = layout_of("(4,2):(1,4)");
    wgd_frag f;
    for (int i = 0; i < COUNT(shapes); i++) {
        d = unfilled();
        assert_int_equal(wgd_frag_of_layout(&tv, shapes[i][0], shapes[i][1], 16, &f, &d),
                         WGD_ERR_DOMAIN);
        said(&d, WGD_ERR_DOMAIN, "shape", "the layout does not hold each element of the matrix",
             "8", "rows x columns, powers of two");
        hinted(&d, "give the shape of the matrix that the layout is for");
    }
    const wgd_layout most = layout_of("(1024,1024):(1,1024)");
    assert_int_equal(wgd_frag_of_layout(&most, 1024, 1024, 8, &f, NULL), WGD_OK);
    const wgd_layout more = layout_of("(1024,2048):(1,1024)");
    d = unfilled();
    assert_int_equal(wgd_frag_of_layout(&more, 1024, 2048, 8, &f, &d), WGD_ERR_DOMAIN);
    said(&d, WGD_ERR_DOMAIN, "layout", "not a layout of threads and values", "2",
         "two modes, (thread, value), up to 2^20 values in all");
    d = unfilled();
    assert_int_equal(wgd_frag_of_layout(&tv, 4, 2, 24, &f, &d), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "bits", "no register holds such elements", "24",
         "1, 4, 8, 16, 32 or 64 bits");
    const wgd_layout three = layout_of("(4,2):(3,1)");
    d = unfilled();
    assert_int_equal(wgd_frag_of_layout(&three, 4, 2, 16, &f, &d), WGD_ERR_DOMAIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list),        cmocka_unit_test(types_refused),
        cmocka_unit_test(texts_refused),   cmocka_unit_test(operands_refused),
        cmocka_unit_test(tiles),           cmocka_unit_test(chains),
        cmocka_unit_test(copies),          cmocka_unit_test(fragments_of_layouts),
        cmocka_unit_test(layouts_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
