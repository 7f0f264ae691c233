/* SPDX-License-Identifier: MIT
 *
 * The instruction table against the PTX ISA's shape and type tables of wgmma.mma_async, typed in
 * here by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static void legal_n_of_float_and_integer_types(void **state)
{
    (void)state;
    static const int integer_n[] = {8,   16,  24,  32,  48,  64,  80,  96,  112,
                                    128, 144, 160, 176, 192, 208, 224, 240, 256};
    for (int t = 0; t < WGD_WGMMA_DTYPE_COUNT; t++) {
        const int integer = t == WGD_S8 || t == WGD_U8 || t == WGD_B1;
        size_t next = 0;
        for (int n = -8; n <= 300; n++) {
            int legal = n >= 8 && n <= 256 && n % 8 == 0;
            if (integer) {
                legal = next < sizeof integer_n / sizeof integer_n[0] && n == integer_n[next];
                next += (size_t)legal;
            }
            assert_int_equal(wgd_n_legal((wgd_dtype)t, n), legal);
        }
    }
}

static void k_of_every_type_is_32_bytes(void **state)
{
    (void)state;
    static const int k[WGD_WGMMA_DTYPE_COUNT] = {16, 16, 8, 32, 32, 32, 32, 256};
    for (int t = 0; t < WGD_WGMMA_DTYPE_COUNT; t++) {
        assert_int_equal(wgd_dtype_k((wgd_dtype)t), k[t]);
        assert_int_equal(wgd_dtype_bits((wgd_dtype)t), wgd_dtype_get((wgd_dtype)t)->bits);
    }
}

static void instructions_by_suffix(void **state)
{
    (void)state;
    static const char *const suffixes[] = {
        "f16.f16.f16",   "f32.f16.f16",       "f32.bf16.bf16", "f32.tf32.tf32", "f16.e4m3.e4m3",
        "f32.e4m3.e4m3", "f16.e4m3.e5m2",     "f32.e4m3.e5m2", "f16.e5m2.e4m3", "f32.e5m2.e4m3",
        "f16.e5m2.e5m2", "f32.e5m2.e5m2",     "s32.s8.s8",     "s32.s8.u8",     "s32.u8.s8",
        "s32.u8.u8",     "s32.b1.b1.and.popc"};
    const int n = (int)(sizeof suffixes / sizeof suffixes[0]);
    assert_int_equal(wgd_inst_count(), n);
    for (int i = 0; i < n; i++) {
        const wgd_inst *inst = wgd_inst_at(i);
        assert_string_equal(inst->ptx, suffixes[i]);
        assert_ptr_equal(wgd_inst_find(inst->a, inst->b, inst->acc), inst);
        /* The suffix is accumulator, A, B, as the row says. */
        char head[32];
        wgd_text t = wgd_text_into(head, sizeof head);
        wgd_put_str(&t, wgd_acc_name(inst->acc));
        wgd_put_char(&t, '.');
        wgd_put_str(&t, wgd_dtype_get(inst->a)->name);
        wgd_put_char(&t, '.');
        wgd_put_str(&t, wgd_dtype_get(inst->b)->name);
        const size_t len = wgd_text_end(&t);
        assert_int_equal(strncmp(inst->ptx, head, len), 0);
        /* imm-trans exists for 16-bit types, negation for all but the integer ones. */
        assert_int_equal(inst->trans, wgd_dtype_bits(inst->a) == 16);
        assert_int_equal(inst->scale, inst->acc != WGD_ACC_S32);
        assert_int_equal(inst->sparse, inst->a != WGD_B1);
        assert_int_equal(inst->satfinite, inst->a == WGD_S8 || inst->a == WGD_U8);
    }
    assert_null(wgd_inst_find(WGD_BF16, WGD_BF16, WGD_ACC_F16));
    assert_null(wgd_inst_find(WGD_F16, WGD_BF16, WGD_ACC_F32));
}

static void an_illegal_n_names_its_neighbours(void **state)
{
    (void)state;
    wgd_diag diag;
    assert_int_equal(wgd_n_check(WGD_S8, 40, &diag), WGD_ERR_N);
    assert_string_equal(diag.field, "n");
    assert_string_equal(diag.got, "40");
    assert_non_null(strstr(diag.want, "nearest: 32 48"));
    assert_int_equal(wgd_n_check(WGD_F16, 40, NULL), WGD_OK);
    assert_int_equal(wgd_n_check(WGD_F16, 264, &diag), WGD_ERR_N);
    assert_non_null(strstr(diag.want, "nearest: 256"));
    assert_int_equal(wgd_n_check(WGD_F16, 0, &diag), WGD_ERR_N);
    assert_non_null(strstr(diag.want, "nearest: 8"));
    assert_int_equal(wgd_n_check(WGD_F16, INT64_C(4294967304), &diag), WGD_ERR_N);
    assert_string_equal(diag.got, "4294967304");
    assert_int_equal(wgd_n_check(WGD_F16, -8, &diag), WGD_ERR_N);
}

static void reads_that_do_not_exist(void **state)
{
    (void)state;
    wgd_diag diag;
    for (int t = 0; t < WGD_WGMMA_DTYPE_COUNT; t++) {
        const wgd_read mn = {(wgd_dtype)t, WGD_OPERAND_B, WGD_MAJOR_MN, 64, false, WGD_SM90, 0};
        const int sixteen = t == WGD_F16 || t == WGD_BF16;
        assert_int_equal(wgd_read_check(mn, &diag), sixteen ? WGD_OK : WGD_ERR_MAJOR);
        if (!sixteen) {
            assert_string_equal(diag.field, "major");
        }
    }
    const wgd_read a32 = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 32, false, WGD_SM90, 0};
    assert_int_equal(wgd_read_check(a32, &diag), WGD_ERR_VALUE);
    const wgd_read b1 = {WGD_B1, WGD_OPERAND_B, WGD_MAJOR_K, 64, true, WGD_SM90, 0};
    assert_int_equal(wgd_read_check(b1, &diag), WGD_ERR_INST);
    const wgd_read n40 = {WGD_U8, WGD_OPERAND_B, WGD_MAJOR_K, 40, false, WGD_SM90, 0};
    assert_int_equal(wgd_read_check(n40, &diag), WGD_ERR_N);
}

static void names_are_found_and_refused(void **state)
{
    (void)state;
    wgd_diag diag;
    wgd_dtype t;
    wgd_operand o;
    wgd_major m;
    for (int i = 0; i < WGD_WGMMA_DTYPE_COUNT; i++) {
        assert_int_equal(wgd_dtype_parse(wgd_dtype_get((wgd_dtype)i)->name, &t, NULL), WGD_OK);
        assert_int_equal(t, i);
    }
    assert_int_equal(wgd_dtype_parse("fp17", &t, &diag), WGD_ERR_DTYPE);
    assert_string_equal(diag.want,
                        "f16, bf16, tf32, e4m3, e5m2, s8, u8, b1, e2m1_unpacked8, e2m3_unpacked8, "
                        "e3m2_unpacked8 or e2m1_packed4");
    assert_string_equal(diag.hint, "did you mean 'f16'?");
    assert_int_equal(wgd_dtype_parse("zebra", &t, &diag), WGD_ERR_DTYPE);
    assert_int_equal(diag.hint_id, WGD_HINT_DTYPES);
    assert_int_equal(wgd_operand_parse("b", &o, NULL), WGD_OK);
    assert_int_equal(o, WGD_OPERAND_B);
    assert_int_equal(wgd_operand_parse("c", &o, &diag), WGD_ERR_VALUE);
    assert_string_equal(diag.field, "operand");
    assert_int_equal(wgd_major_parse("mn", &m, NULL), WGD_OK);
    assert_int_equal(m, WGD_MAJOR_MN);
    assert_int_equal(wgd_major_parse("", &m, &diag), WGD_ERR_VALUE);
    assert_string_equal(diag.field, "major");
    assert_int_equal(wgd_major_parse("nm", &m, &diag), WGD_ERR_VALUE);
    assert_string_equal(diag.hint_name, "mn");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_n_of_float_and_integer_types),
        cmocka_unit_test(k_of_every_type_is_32_bytes),
        cmocka_unit_test(instructions_by_suffix),
        cmocka_unit_test(an_illegal_n_names_its_neighbours),
        cmocka_unit_test(reads_that_do_not_exist),
        cmocka_unit_test(names_are_found_and_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
