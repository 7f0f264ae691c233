/* SPDX-License-Identifier: MIT
 *
 * Reading the names of instructions, the types they leave open, and every refusal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgd_frag.h"

static void spelled(const char *text, const char *dtype, const char *acc, const char *want, int a,
                    int d)
{
    wgd_frag_op op;
    wgd_diag diag;
    char got[64];
    assert_int_equal(wgd_frag_op_parse(text, &op, &diag), WGD_OK);
    assert_int_equal(wgd_frag_op_types(&op, dtype, acc, &diag), WGD_OK);
    wgd_text t = wgd_text_into(got, sizeof got);
    wgd_put_frag_op(&t, &op);
    assert_true(wgd_text_end(&t) < sizeof got);
    assert_string_equal(got, want);
    assert_int_equal(op.a, a);
    assert_int_equal(op.d, d);
}

static void spellings(void **state)
{
    (void)state;
    spelled("m64n32k16", NULL, NULL, "wgmma.m64n32k16", WGD_FRAG_F16, WGD_FRAG_F32);
    spelled("m64n32k16", "bf16", NULL, "wgmma.m64n32k16", WGD_FRAG_BF16, WGD_FRAG_F32);
    spelled("wgmma.m64n8k8", NULL, NULL, "wgmma.m64n8k8", WGD_FRAG_TF32, WGD_FRAG_F32);
    spelled("m64n8k32", "s8", NULL, "wgmma.m64n8k32", WGD_FRAG_S8, WGD_FRAG_S32);
    spelled("m64n32k32.sp", NULL, "f16", "wgmma.sp.m64n32k32", WGD_FRAG_F16, WGD_FRAG_F16);
    spelled("wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e4m3.e5m2", NULL, NULL,
            "wgmma.sp.m64n8k64", WGD_FRAG_E4M3, WGD_FRAG_F32);
    spelled("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", NULL, NULL, "mma.m16n8k16.row.col",
            WGD_FRAG_F16, WGD_FRAG_F16);
    spelled("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16", NULL, NULL, "mma.m8n8k4.col.row",
            WGD_FRAG_F16, WGD_FRAG_F32);
    spelled("m16n8k32", NULL, NULL, "mma.m16n8k32.row.col", WGD_FRAG_E4M3, WGD_FRAG_F32);
    spelled("mma.m8n8k4", "f64", NULL, "mma.m8n8k4.row.col", WGD_FRAG_F64, WGD_FRAG_F64);
    spelled("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc", NULL, NULL,
            "mma.m16n8k256.row.col", WGD_FRAG_B1, WGD_FRAG_S32);
    spelled("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", NULL, NULL, "ldmatrix.x4.trans",
            WGD_FRAG_B16, WGD_FRAG_B16);
    spelled("stmatrix.x1", "f16", NULL, "stmatrix.x1", WGD_FRAG_F16, WGD_FRAG_F16);
}

/* C may be f16 under an f32 D, in m8n8k4 alone: its fragment is then the f16 one. */
static void mixed_accumulators(void **state)
{
    (void)state;
    wgd_frag_op op;
    wgd_frag c, d;
    assert_int_equal(wgd_frag_op_parse("mma.m8n8k4.row.col.f32.f16.f16.f16", &op, NULL), WGD_OK);
    assert_int_equal(wgd_frag_op_types(&op, NULL, NULL, NULL), WGD_OK);
    assert_int_equal(wgd_frag_make(&op, WGD_FRAG_OPERAND_C, &c, NULL), WGD_OK);
    assert_int_equal(wgd_frag_make(&op, WGD_FRAG_OPERAND_D, &d, NULL), WGD_OK);
    assert_int_equal(c.regs, 4);
    assert_int_equal(d.regs, 8);
    assert_int_equal(wgd_frag_at(&c, 0, 2), 8 * 2);
    assert_int_equal(wgd_frag_at(&d, 0, 2), 2);
}

static void bad_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long pos;
    } cases[] = {
        {"", 0},
        {"m16n8k", 0},
        {"x16n8k16", 0},
        {"m16x8k16", 0},
        {"m16n8x16", 0},
        {"m16n8k16x", 0},
        {"hmma.m16n8k16", 0},
        {"mma.", 4},
        {"mma.m16n8k16.", 13},
        {"mma.m16n8k16.diag", 13},
        {"mma.m16n8k32.xind::f8f6f4", 13},
        {"mma.m16n8k16.m16n8k8", 13},
        {"mma.m8n8k4.row.col.row", 19},
        {"ldmatrix.x3", 9},
        {"ldmatrix.x4.x4", 12},
        {"ldmatrix.m8n8.x1.trans.trans", 23},
        {"mma.x4", 4},
        {"mma.m16n8k16.trans", 13},
        {"m0n8k16", 0},
        {"m99999n8k8", 0},
        {"mma..m16n8k8", 4},
        {"sp.sp.m64n8k32", 3},
        {"m64n8k16.mma", 9},
        {"mma.m16n8k8.f32.f16.f16.f32.f16", 28},
        {"ldmatrix", -1},
        {"mma.sync", -1},
        {"mma.m8n8k4.row", -1},
        {"mma.m16n8k8.f32", -1},
        {"ldmatrix.x4.b8", -1},
        {"wgmma.m64n8k16.f32.f16", -1},
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        wgd_frag_op op;
        wgd_diag d;
        print_message("# %s\n", cases[n].text);
        assert_int_equal(wgd_frag_op_parse(cases[n].text, &op, &d), WGD_ERR_SYNTAX);
        assert_string_equal(d.field, "op");
        assert_int_equal(d.pos, cases[n].pos);
        assert_true(d.what[0] && d.want[0]);
        if (d.pos >= 0) { /* the part that stands there, which may be empty */
            const char *part = cases[n].text + d.pos;
            assert_int_equal(strlen(d.got), strcspn(part, "."));
            assert_memory_equal(d.got, part, strlen(d.got));
        }
    }
}

static void bad_types(void **state)
{
    (void)state;
    static const struct {
        const char *text, *dtype, *acc;
        wgd_status status;
        const char *field;
    } cases[] = {
        {"m64n32k16", "s8", NULL, WGD_ERR_DTYPE, "dtype"},
        {"m64n32k16", "f8", NULL, WGD_ERR_DTYPE, "dtype"},
        {"m64n32k17", "f16", NULL, WGD_ERR_INST, "op"},
        {"m64n32k17", NULL, NULL, WGD_ERR_INST, "op"},
        {"m64n12k16", NULL, NULL, WGD_ERR_N, "n"},
        {"m64n0k16", NULL, NULL, WGD_ERR_N, "n"},
        {"m64n264k16", NULL, NULL, WGD_ERR_N, "n"},
        {"m64n1024k16", NULL, NULL, WGD_ERR_N, "n"},
        {"m64n40k32", "s8", NULL, WGD_ERR_N, "n"},
        {"m64n8k16", NULL, "s32", WGD_ERR_VALUE, "acc"},
        {"m64n8k16", "bf16", "f16", WGD_ERR_VALUE, "acc"},
        {"m64n8k16", "f16", "f31", WGD_ERR_DTYPE, "acc"},
        {"m64n8k512.sp", "b1", NULL, WGD_ERR_INST, "op"},
        {"wgmma.m16n8k16", NULL, NULL, WGD_ERR_INST, "op"},
        {"mma.m64n8k16", NULL, NULL, WGD_ERR_INST, "op"},
        {"mma.m16n16k16", NULL, NULL, WGD_ERR_INST, "op"},
        {"mma.m16n8k32.sp", NULL, NULL, WGD_ERR_INST, "op"},
        {"mma.m16n8k16", "tf32", NULL, WGD_ERR_DTYPE, "dtype"},
        {"mma.m16n8k16", "s8", "f32", WGD_ERR_VALUE, "acc"},
        {"mma.m16n8k16.col.row", NULL, NULL, WGD_ERR_INST, "op"},
        {"mma.m8n8k4.row.row", "f64", NULL, WGD_ERR_INST, "op"},
        {"m64n8k16.row.row", NULL, NULL, WGD_ERR_INST, "op"},
        {"mma.m16n8k16.f32.f16.f16.f32", "bf16", NULL, WGD_ERR_VALUE, "dtype"},
        {"mma.m16n8k16.f32.f16.f16.f32", NULL, "f16", WGD_ERR_VALUE, "acc"},
        {"mma.m16n8k16.f32.f16.bf16.f32", NULL, NULL, WGD_ERR_DTYPE, "dtype"},
        {"mma.m16n8k16.f32.f16.f16.f16", NULL, NULL, WGD_ERR_VALUE, "acc"},
        {"mma.m8n8k4.f16.f16.f16.f32", NULL, NULL, WGD_ERR_VALUE, "acc"},
        {"wgmma.m64n8k16.f32.f16.bf16", NULL, NULL, WGD_ERR_DTYPE, "dtype"},
        {"ldmatrix.x1", "f64", NULL, WGD_ERR_DTYPE, "dtype"},
        {"ldmatrix.x1", "b1", NULL, WGD_ERR_DTYPE, "dtype"},
        {"ldmatrix.x1", "zz", NULL, WGD_ERR_DTYPE, "dtype"},
        {"ldmatrix.x1.trans", "s8", NULL, WGD_ERR_DTYPE, "dtype"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        wgd_frag_op op;
        wgd_diag d;
        print_message("# %s %s\n", cases[n].text, cases[n].dtype ? cases[n].dtype : "-");
        assert_int_equal(wgd_frag_op_parse(cases[n].text, &op, &d), WGD_OK);
        assert_int_equal(wgd_frag_op_types(&op, cases[n].dtype, cases[n].acc, &d), cases[n].status);
        assert_string_equal(d.field, cases[n].field);
        assert_true(d.what[0] != '\0');
        assert_int_equal(wgd_frag_op_parse(cases[n].text, &op, NULL), WGD_OK);
        assert_int_equal(wgd_frag_op_types(&op, cases[n].dtype, cases[n].acc, NULL),
                         cases[n].status);
    }
}

static void operands(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        wgd_frag_operand operand;
    } cases[] = {
        {"a", WGD_FRAG_OPERAND_A}, {"A", WGD_FRAG_OPERAND_A},       {"b", WGD_FRAG_OPERAND_B},
        {"B", WGD_FRAG_OPERAND_B}, {"c", WGD_FRAG_OPERAND_C},       {"C", WGD_FRAG_OPERAND_C},
        {"d", WGD_FRAG_OPERAND_D}, {"D", WGD_FRAG_OPERAND_D},       {"e", WGD_FRAG_OPERAND_E},
        {"E", WGD_FRAG_OPERAND_E}, {"metadata", WGD_FRAG_OPERAND_E}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        wgd_frag_operand o;
        assert_int_equal(wgd_frag_operand_parse(cases[n].name, &o, NULL), WGD_OK);
        assert_int_equal(o, cases[n].operand);
    }
}

static void bad_operands(void **state)
{
    (void)state;
    wgd_frag_operand o;
    wgd_diag d;
    static const char *const bad[] = {"", "f", "ab", "meta", "1"};
    for (size_t n = 0; n < sizeof bad / sizeof bad[0]; n++) {
        assert_int_equal(wgd_frag_operand_parse(bad[n], &o, &d), WGD_ERR_VALUE);
        assert_string_equal(d.field, "operand");
    }
    static const struct {
        const char *op;
        wgd_frag_operand operand;
    } cases[] = {{"m64n8k16", WGD_FRAG_OPERAND_B},
                 {"m64n8k32.sp", WGD_FRAG_OPERAND_B},
                 {"m64n8k16", WGD_FRAG_OPERAND_E},
                 {"mma.m16n8k16", WGD_FRAG_OPERAND_E}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        wgd_frag_op op;
        wgd_frag f;
        assert_int_equal(wgd_frag_op_parse(cases[n].op, &op, NULL), WGD_OK);
        assert_int_equal(wgd_frag_op_types(&op, NULL, NULL, NULL), WGD_OK);
        assert_int_equal(wgd_frag_make(&op, cases[n].operand, &f, &d), WGD_ERR_VALUE);
        assert_string_equal(d.field, "operand");
        assert_true(d.hint[0] != '\0');
    }
}

static void names_of_types(void **state)
{
    wgd_diag d;
    int t;
    (void)state;
    assert_int_equal(wgd_frag_type_parse("f46", &t, &d), WGD_ERR_DTYPE);
    assert_string_equal(d.what, "not a type that registers hold");
    assert_int_equal(d.hint_id, WGD_HINT_NEAREST);
    assert_string_equal(d.hint_name, "f16");
    assert_int_equal(wgd_frag_type_parse("s23", &t, &d), WGD_ERR_DTYPE);
    assert_string_equal(d.hint, "did you mean 's32'?");
    assert_int_equal(wgd_frag_type_parse("zebra", &t, &d), WGD_ERR_DTYPE);
    assert_int_not_equal(d.hint_id, WGD_HINT_NEAREST);
}

/* Every op of the list prints a name that reads back as itself. */
static void the_list_reads_back(void **state)
{
    (void)state;
    for (int i = 0; i < wgd_frag_op_count(); i++) {
        const wgd_frag_op op = wgd_frag_op_at(i);
        char name[64];
        wgd_frag_op back;
        wgd_text t = wgd_text_into(name, sizeof name);
        wgd_put_frag_op(&t, &op);
        wgd_text_end(&t);
        assert_int_equal(wgd_frag_op_parse(name, &back, NULL), WGD_OK);
        assert_int_equal(
            wgd_frag_op_types(&back, wgd_frag_type_name((wgd_frag_type)op.a), NULL, NULL), WGD_OK);
        assert_int_equal(back.family, op.family);
        assert_int_equal(back.m * 1000000 + back.n * 1000 + back.k,
                         op.m * 1000000 + op.n * 1000 + op.k);
        assert_int_equal(back.x * 2 + back.trans, op.x * 2 + op.trans);
        assert_int_equal(back.sparse * 4 + back.a_col * 2 + back.b_row,
                         op.sparse * 4 + op.a_col * 2 + op.b_row);
        assert_int_equal(back.d, op.d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings),      cmocka_unit_test(mixed_accumulators),
        cmocka_unit_test(bad_texts),      cmocka_unit_test(bad_types),
        cmocka_unit_test(operands),       cmocka_unit_test(bad_operands),
        cmocka_unit_test(names_of_types), cmocka_unit_test(the_list_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
