/* SPDX-License-Identifier: MIT
 *
 * The table of wgmma instructions and the legal N.
 */
#include "wgd_inst.h"

#include "names.h"
#include "wgd_text.h"

/* The one table of instructions (PTX ISA, wgmma.mma_async, "Description" and the shape tables):
 * A type, B type, accumulator, PTX suffix, imm-trans, imm-scale, .sp form, .satfinite. */
#define WGD_INSTS(X)                                                                               \
    X(F16, F16, F16, "f16.f16.f16", 1, 1, 1, 0)                                                    \
    X(F16, F16, F32, "f32.f16.f16", 1, 1, 1, 0)                                                    \
    X(BF16, BF16, F32, "f32.bf16.bf16", 1, 1, 1, 0)                                                \
    X(TF32, TF32, F32, "f32.tf32.tf32", 0, 1, 1, 0)                                                \
    X(E4M3, E4M3, F16, "f16.e4m3.e4m3", 0, 1, 1, 0)                                                \
    X(E4M3, E4M3, F32, "f32.e4m3.e4m3", 0, 1, 1, 0)                                                \
    X(E4M3, E5M2, F16, "f16.e4m3.e5m2", 0, 1, 1, 0)                                                \
    X(E4M3, E5M2, F32, "f32.e4m3.e5m2", 0, 1, 1, 0)                                                \
    X(E5M2, E4M3, F16, "f16.e5m2.e4m3", 0, 1, 1, 0)                                                \
    X(E5M2, E4M3, F32, "f32.e5m2.e4m3", 0, 1, 1, 0)                                                \
    X(E5M2, E5M2, F16, "f16.e5m2.e5m2", 0, 1, 1, 0)                                                \
    X(E5M2, E5M2, F32, "f32.e5m2.e5m2", 0, 1, 1, 0)                                                \
    X(S8, S8, S32, "s32.s8.s8", 0, 0, 1, 1)                                                        \
    X(S8, U8, S32, "s32.s8.u8", 0, 0, 1, 1)                                                        \
    X(U8, S8, S32, "s32.u8.s8", 0, 0, 1, 1)                                                        \
    X(U8, U8, S32, "s32.u8.u8", 0, 0, 1, 1)                                                        \
    X(B1, B1, S32, "s32.b1.b1.and.popc", 0, 0, 0, 0)

static const wgd_inst insts[] = {
#define WGD_X(ta, tb, tacc, suffix, trans, scale, sparse, satfinite)                               \
    {WGD_##ta, WGD_##tb, WGD_ACC_##tacc, trans, scale, sparse, satfinite, suffix},
    WGD_INSTS(WGD_X)
#undef WGD_X
};

int wgd_inst_count(void)
{
    return (int)(sizeof insts / sizeof insts[0]);
}

const wgd_inst *wgd_inst_at(int i)
{
    return &insts[i];
}

const wgd_inst *wgd_inst_find(wgd_dtype a, wgd_dtype b, wgd_acc acc)
{
    for (int i = 0; i < wgd_inst_count(); i++) {
        if (insts[i].a == a && insts[i].b == b && insts[i].acc == acc) {
            return &insts[i];
        }
    }
    return NULL;
}

int wgd_n_below(wgd_dtype t, int64_t n)
{
    for (int m = WGD_N_MAX; m != 0; m -= 8) {
        if (m <= n && wgd_n_legal(t, m)) {
            return m;
        }
    }
    return 0;
}

int wgd_n_above(wgd_dtype t, int64_t n)
{
    for (int m = 8; m <= WGD_N_MAX; m += 8) {
        if (m >= n && wgd_n_legal(t, m)) {
            return m;
        }
    }
    return 0;
}

wgd_status wgd_n_check(wgd_dtype t, int64_t n, wgd_diag *diag)
{
    if (n >= 0 && n <= WGD_N_MAX && wgd_n_legal(t, (int)n)) {
        return WGD_OK;
    }
    char want[128];
    wgd_text w = wgd_text_into(want, sizeof want);
    wgd_put_str(&w, wgd_n_legal(t, 40) ? "8 to 256 in steps of 8"
                                       : "8, 16, 24, 32 or 48 to 256 in steps of 16");
    const int below = wgd_n_below(t, n), above = wgd_n_above(t, n);
    wgd_put_str(&w, "; nearest:");
    if (below) {
        wgd_put_char(&w, ' ');
        wgd_put_i64(&w, below);
    }
    if (above) {
        wgd_put_char(&w, ' ');
        wgd_put_i64(&w, above);
    }
    wgd_text_end(&w);
    return wgd_fail_num(diag, WGD_ERR_N, "n", NULL, n, want, NULL);
}

#define WGD_X(sym, name) name,
static const char *const operand_names[] = {WGD_OPERANDS(WGD_X)};
static const char *const major_names[] = {WGD_MAJORS(WGD_X)};
static const char *const acc_names[] = {WGD_ACCS(WGD_X)};
#undef WGD_X

const char *wgd_operand_name(wgd_operand o)
{
    return operand_names[o];
}

const char *wgd_major_name(wgd_major m)
{
    return major_names[m];
}

const char *wgd_acc_name(wgd_acc a)
{
    return acc_names[a];
}

wgd_status wgd_operand_parse(const char *s, wgd_operand *out, wgd_diag *diag)
{
    const int i = wgd_name_find(s, operand_names, WGD_OPERAND_COUNT);
    if (i < 0) {
        return wgd_fail_name(diag, WGD_ERR_VALUE, "operand", NULL, s, operand_names,
                             WGD_OPERAND_COUNT);
    }
    *out = (wgd_operand)i;
    return WGD_OK;
}

wgd_status wgd_major_parse(const char *s, wgd_major *out, wgd_diag *diag)
{
    const int i = wgd_name_find(s, major_names, WGD_MAJOR_COUNT);
    if (i < 0) {
        return wgd_fail_name(diag, WGD_ERR_VALUE, "major", NULL, s, major_names, WGD_MAJOR_COUNT);
    }
    *out = (wgd_major)i;
    return WGD_OK;
}
