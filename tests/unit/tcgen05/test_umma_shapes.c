/* SPDX-License-Identifier: MIT
 *
 * What is said of an M and an N that an instruction of tcgen05 does not have, word for word: which there are, which is
 * nearest, and whether PTX's table lists it. The rules are PTX's table of shapes and the assertions of CUTLASS's
 * operations, as sentences here.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

/* An instruction with an M and an N that it has. */
static wgd_umma_op form_of(int kind, int form)
{
    wgd_umma_op op = wgd_umma_op_of((wgd_umma_kind)kind);
    op.cta_group = form & 1 ? 2 : 1;
    op.a_tmem = (form & 2) != 0;
    op.sparse = (form & 4) != 0;
    op.ws = (form & 8) != 0;
    op.b_major = form & 16 ? WGD_MAJOR_MN : WGD_MAJOR_K;
    op.k = form & 32 ? 96 : 0;
    op.m = 128 * op.cta_group;
    op.n = 64;
    return op;
}

static bool there_is(wgd_umma_op op)
{
    return wgd_umma_op_complete(&op, NULL) == WGD_OK;
}

/* What of a kind there is: .ws of one CTA and not scaled, fp4 and fp6 K-major, 96 of K of dense fp4. */
static bool form_is(int kind, int form)
{
    const bool scaled = kind >= WGD_UMMA_MXF8F6F4, fp4 = kind >= WGD_UMMA_MXF4;
    return !((form & 8) && (scaled || (form & 1))) && !((form & 16) && fp4) &&
           !((form & 32) && (!fp4 || (form & 4)));
}

static bool i8(const wgd_umma_op *op)
{
    return op->kind == WGD_UMMA_I8;
}

/* Those that CUTLASS's operations have, the least first; 0 for none. */
static const int *ms_of(const wgd_umma_op *op)
{
    static const int ws[] = {32, 64, 128, 0}, one[] = {64, 128, 0}, two[] = {128, 256, 0};
    static const int mx[] = {128, 0}, mx8[] = {256, 0};
    const bool scaled = wgd_umma_kind_scaled(op->kind);
    if (op->cta_group == 2) {
        return op->kind == WGD_UMMA_MXF8F6F4 ? mx8 : two;
    }
    return op->ws ? ws : scaled ? mx : one;
}

static bool ptx_has_m(const wgd_umma_op *op, int m)
{
    if (op->cta_group == 2) {
        return m == 256 || (m == 128 && !(wgd_umma_kind_scaled(op->kind) && op->sparse));
    }
    return m == 128 || (m == 64 && !wgd_umma_kind_scaled(op->kind)) || (m == 32 && op->ws);
}

/* N comes in steps of this; 0 for 64, 128 and 256 alone. */
static int step_of(const wgd_umma_op *op)
{
    const int cta = op->cta_group;
    const bool f8 = op->kind == WGD_UMMA_F8F6F4;
    if (op->ws) {
        return 0;
    }
    if (i8(op) || op->k == 96 || (f8 && op->b_major == WGD_MAJOR_MN)) {
        return op->k == 96 ? 16 : 16 * cta;
    }
    if (!wgd_umma_kind_scaled(op->kind) && (op->a_tmem || (f8 && op->sparse))) {
        return cta == 2 ? 32 : op->m == 128 ? 16 : 8;
    }
    return 8 * cta;
}

static bool has_n(const wgd_umma_op *op, int n)
{
    const int step = step_of(op);
    if (step == 0) {
        return n == 64 || n == 128 || n == 256;
    }
    return n > 0 && n <= 256 && (n % step == 0 || (n == 8 && i8(op) && op->cta_group == 1));
}

static bool ptx_has_n(const wgd_umma_op *op, int n)
{
    if (op->ws || n < 1 || n > 256) {
        return op->ws && has_n(op, n);
    }
    return i8(op) ? n % (16 * op->cta_group) == 0 || (op->cta_group == 1 && (n == 8 || n == 24))
                  : n % (8 * op->cta_group) == 0;
}

static void held(wgd_umma_op op, wgd_status s, const char *field, const char *what, int got,
                 const char *want, const char *hint)
{
    char number[16];
    wgd_diag d;
    memset(&d, 0, sizeof d);
    snprintf(number, sizeof number, "%d", got);
    assert_int_equal(wgd_umma_op_complete(&op, &d), s);
    assert_int_equal(d.status, s);
    assert_string_equal(d.field, field);
    assert_string_equal(d.what, what);
    assert_string_equal(d.got, number);
    assert_string_equal(d.want, want);
    assert_string_equal(d.hint, hint);
}

static void check_m(wgd_umma_op op, int m)
{
    const int *ms = ms_of(&op);
    char want[64] = "", hint[160];
    int near = 0;
    for (int i = 0; ms[i] != 0; i++) {
        snprintf(want + strlen(want), sizeof want - strlen(want), i ? " or %d" : "%d", ms[i]);
        near = i == 0 || llabs((long long)ms[i] - m) < llabs((long long)near - m) ? ms[i] : near;
        if (m == ms[i]) {
            return;
        }
    }
    op.m = m;
    snprintf(hint, sizeof hint, "the nearest legal is M = %d%s", near,
             ptx_has_m(&op, m) ? "; PTX's table lists this M, CUTLASS's operation refuses it" : "");
    held(op, WGD_ERR_INST, "m", "no tcgen05.mma of this form has this M", m, want, hint);
}

static void check_n(wgd_umma_op op, int n)
{
    const int step = step_of(&op);
    char want[64] = "64, 128 or 256", hint[160];
    int near = 0;
    op.n = n;
    if (has_n(&op, n)) {
        assert_true(there_is(op));
        return;
    }
    for (int i = 1; i <= 256; i++) {
        if (has_n(&op, i) && (near == 0 || llabs((long long)i - n) < llabs((long long)near - n))) {
            near = i;
        }
    }
    if (step != 0) {
        snprintf(want, sizeof want, "%s%d to 256 in steps of %d",
                 i8(&op) && op.cta_group == 1 ? "8, or " : "", step, step);
    }
    snprintf(hint, sizeof hint, "the nearest legal is N = %d%s", near,
             ptx_has_m(&op, op.m) && ptx_has_n(&op, n)
                 ? "; PTX's table lists this N, CUTLASS's operation refuses it"
                 : "");
    held(op, WGD_ERR_N, "n", "no tcgen05.mma of this form has this N", n, want, hint);
}

static void check_kind(int kind)
{
    static const int ms[] = {1,   31,  32,  33,  47,  48,  49,      64,      96, 97,
                             128, 160, 192, 193, 256, 512, INT_MAX, INT_MIN, -64};
    static const int ns[] = {0,  1,  4,  8,   12,  16,  20,  24,  32,      40,      48,
                             64, 96, 97, 128, 200, 248, 256, 264, INT_MAX, INT_MIN, -8};
    int forms = 0;
    /* An N of 0 is as little one as 1. */
    for (int form = 0; form < 64; form++) {
        wgd_umma_op op = form_of(kind, form);
        assert_int_equal(there_is(op), form_is(kind, form));
        if (!form_is(kind, form)) {
            continue;
        }
        forms++;
        for (size_t i = 0; i < sizeof ms / sizeof ms[0]; i++) {
            check_m(op, ms[i]);
        }
        for (const int *m = ms_of(&op); *m != 0; m++) {
            op.m = *m;
            for (size_t i = 0; i < sizeof ns / sizeof ns[0]; i++) {
                check_n(op, ns[i]);
            }
        }
    }
    assert_true(forms > 2);
}

#define TEST(name)                                                                                 \
    static void of_##name(void **state)                                                            \
    {                                                                                              \
        (void)state;                                                                               \
        check_kind(WGD_UMMA_##name);                                                               \
    }
TEST(TF32)
TEST(F16)
TEST(I8)
TEST(F8F6F4)
TEST(MXF8F6F4)
TEST(MXF4)
TEST(MXF4NVF4)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_TF32),     cmocka_unit_test(of_F16),      cmocka_unit_test(of_I8),
        cmocka_unit_test(of_F8F6F4),   cmocka_unit_test(of_MXF8F6F4), cmocka_unit_test(of_MXF4),
        cmocka_unit_test(of_MXF4NVF4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
