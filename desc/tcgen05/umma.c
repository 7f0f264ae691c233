/* SPDX-License-Identifier: MIT
 *
 * Completing and checking an instruction tcgen05.mma.
 */
#include "wgd_umma.h"

#include "kinds.h"

static bool has(unsigned set, int type)
{
    return (set >> type & 1u) != 0;
}

static int first_of(unsigned set)
{
    int t = 0;
    while (!has(set, t)) {
        t++;
    }
    return t;
}

wgd_umma_op wgd_umma_op_of(wgd_umma_kind k)
{
    wgd_umma_op op = {k,
                      WGD_UMMA_ANY,
                      1,
                      false,
                      false,
                      false,
                      WGD_FRAG_TYPE_NONE,
                      WGD_FRAG_TYPE_NONE,
                      WGD_FRAG_TYPE_NONE,
                      WGD_FRAG_TYPE_NONE,
                      0,
                      0,
                      0,
                      0,
                      WGD_MAJOR_K,
                      WGD_MAJOR_K,
                      false,
                      false,
                      false,
                      0,
                      0,
                      0,
                      0};
    return op;
}

/* ---- types ---------------------------------------------------------------------------------- */

static wgd_status bad_type(const wgd_umma_op *op, const char *field, const char *what, int got,
                           unsigned set, wgd_diag *diag)
{
    char want[96], hint[128];
    wgd_text w = wgd_text_into(want, sizeof want);
    for (int i = 0; i < WGD_FRAG_TYPE_COUNT; i++) {
        if (has(set, i)) {
            wgd_put_str(&w, w.need ? ", " : "");
            wgd_put_str(&w, wgd_frag_type_name((wgd_frag_type)i));
        }
    }
    wgd_text_end(&w);
    wgd_text h = wgd_text_into(hint, sizeof hint);
    wgd_put_str(&h, "these are the types of kind ");
    wgd_put_str(&h, wgd_umma_kind_name(op->kind));
    for (int k = 0; k < WGD_UMMA_KIND_COUNT && set == wgd_umma_inputs(op->kind); k++) {
        if (has(wgd_umma_inputs((wgd_umma_kind)k), got)) {
            wgd_put_str(&h, "; that type is multiplied by kind ");
            wgd_put_str(&h, wgd_umma_kind_name((wgd_umma_kind)k));
            break;
        }
    }
    wgd_text_end(&h);
    return wgd_fail(diag, WGD_ERR_DTYPE, field, what, wgd_frag_type_name((wgd_frag_type)got), want,
                    hint);
}

static wgd_status complete_types(wgd_umma_op *op, wgd_diag *diag)
{
    const unsigned inputs = wgd_umma_inputs(op->kind), accs = wgd_umma_accs(op->kind);
    if (op->a == WGD_FRAG_TYPE_NONE) {
        op->a = op->b == WGD_FRAG_TYPE_NONE ? first_of(inputs) : op->b;
    }
    if (op->b == WGD_FRAG_TYPE_NONE) {
        op->b = op->a;
    }
    if (op->d == WGD_FRAG_TYPE_NONE) {
        op->d = has(accs, WGD_FRAG_F32) ? (int)WGD_FRAG_F32 : first_of(accs);
    }
    if (!has(inputs, op->a)) {
        return bad_type(op, "a", "the kind does not multiply this type", op->a, inputs, diag);
    }
    if (!has(inputs, op->b)) {
        return bad_type(op, "b", "the kind does not multiply this type", op->b, inputs, diag);
    }
    if (!has(accs, op->d)) {
        return bad_type(op, "d", "the kind does not accumulate in this type", op->d, accs, diag);
    }
    if (op->d == WGD_FRAG_F16 && (op->a == WGD_FRAG_BF16 || op->b == WGD_FRAG_BF16)) {
        return bad_type(op, "d", "bf16 is accumulated in f32 alone", op->d, 1u << WGD_FRAG_F32,
                        diag);
    }
    return WGD_OK;
}

/* ---- K and scale factors -------------------------------------------------------------------- */

static wgd_status complete_k(wgd_umma_op *op, wgd_diag *diag)
{
    const int k = wgd_umma_kind_k(op->kind) * (op->sparse ? 2 : 1);
    const bool fp4 = op->kind == WGD_UMMA_MXF4 || op->kind == WGD_UMMA_MXF4NVF4;
    const bool wide = fp4 && !op->sparse && op->k == 96;
    if (op->k == 0) {
        op->k = k;
    }
    if (wide && op->arch != WGD_UMMA_ANY && !wgd_arch_absolute_lbo(op->arch)) {
        return wgd_fail_num(diag, WGD_ERR_INST, "k", "K = 96 is of sm_103 alone", op->k, "64",
                            "leave K open, or ask for sm_103");
    }
    if (op->k != k && !wide) {
        char want[48];
        wgd_text w = wgd_text_into(want, sizeof want);
        wgd_put_i64(&w, k);
        wgd_put_str(&w, fp4 && !op->sparse ? ", on sm_103 also 96" : "");
        wgd_text_end(&w);
        return wgd_fail_num(diag, WGD_ERR_INST, "k", "no tcgen05.mma of this form has this K",
                            op->k, want, "leave K open: the kind gives it");
    }
    return WGD_OK;
}

/* The scale vectors of a kind. Zeros count, so those of a sparse instruction are twice as long; of
 * mxf8f6f4 CUTLASS also writes the stored length. */
static bool vec_fits(const wgd_umma_op *op, int vec)
{
    const int twice = op->sparse ? 2 : 1;
    switch (op->kind) {
    case WGD_UMMA_MXF8F6F4:
        return vec == 32 || vec == 32 * twice;
    case WGD_UMMA_MXF4:
        return vec == 32 * twice;
    default:
        return vec == 16 * twice || (vec == 32 * twice && op->sf == WGD_FRAG_UE8M0);
    }
}

static int first_vec(const wgd_umma_op *op)
{
    return (op->kind == WGD_UMMA_MXF4NVF4 ? 16 : 32) * (op->sparse ? 2 : 1);
}

/* Scale factors of one row in one instruction: 1, 2, 3, 4 or 6. */
static int scales_of(const wgd_umma_op *op)
{
    return op->kind == WGD_UMMA_MXF8F6F4 ? 1 : op->k / op->vec;
}

/* A scale-factor id is the byte of the word at which a row's factors begin, and they do not begin
 * just anywhere: two lie in one half, four fill the word (PTX ISA, "Scale Factor A ID"). */
static wgd_status check_id(const wgd_umma_op *op, const char *field, int id, wgd_diag *diag)
{
    const int n = scales_of(op);
    const int step = n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1;
    if (id >= 0 && id <= 3 && id % step == 0) {
        return WGD_OK;
    }
    return wgd_fail_num(diag, WGD_ERR_VALUE, field,
                        "the scale factors of a row cannot begin at this byte", id,
                        step == 4   ? "0"
                        : step == 2 ? "0 or 2"
                                    : "0 to 3",
                        "an id is the byte of the 32-bit word; with four factors a row it is 0");
}

static wgd_status complete_scales(wgd_umma_op *op, wgd_diag *diag)
{
    const unsigned set = wgd_umma_scales(op->kind);
    if (!wgd_umma_kind_scaled(op->kind)) {
        const char *field = op->sf != WGD_FRAG_TYPE_NONE ? "sf"
                            : op->vec                    ? "vec"
                            : op->sfa_id                 ? "sfa_id"
                            : op->sfb_id                 ? "sfb_id"
                                                         : NULL;
        return field ? wgd_fail(diag, WGD_ERR_VALUE, field, "this kind has no scale factors",
                                wgd_umma_kind_name(op->kind), "mxf8f6f4, mxf4 or mxf4nvf4",
                                "leave it out, or name a block-scaled kind")
                     : WGD_OK;
    }
    if (op->sf == WGD_FRAG_TYPE_NONE) {
        op->sf = has(set, WGD_FRAG_UE4M3) && op->vec != 32 * (op->sparse ? 2 : 1)
                     ? (int)WGD_FRAG_UE4M3
                     : (int)WGD_FRAG_UE8M0;
    }
    if (!has(set, op->sf)) {
        return bad_type(op, "sf", "not a scale factor of this kind", op->sf, set, diag);
    }
    op->vec = op->vec ? op->vec : first_vec(op);
    if (!vec_fits(op, op->vec)) {
        char want[48];
        wgd_text w = wgd_text_into(want, sizeof want);
        wgd_put_i64(&w, first_vec(op));
        wgd_put_str(&w, op->kind != WGD_UMMA_MXF4NVF4 ? ""
                        : op->sparse                  ? ", with ue8m0 also 64"
                                                      : ", with ue8m0 also 32");
        wgd_text_end(&w);
        return wgd_fail_num(diag, WGD_ERR_VALUE, "vec", "not a scale vector of this kind", op->vec,
                            want, "the elements of K, zeros counted, that share a factor");
    }
    wgd_status s = check_id(op, "sfa_id", op->sfa_id, diag);
    return s == WGD_OK ? check_id(op, "sfb_id", op->sfb_id, diag) : s;
}

/* ---- forms ---------------------------------------------------------------------------------- */

static wgd_status check_form(const wgd_umma_op *op, wgd_diag *diag)
{
    if (op->cta_group != 1 && op->cta_group != 2) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "cta_group", NULL, op->cta_group, "1 or 2",
                            "1, or 2 for an instruction over a pair of CTAs");
    }
    if (op->arch != WGD_UMMA_ANY) {
        const wgd_status s = wgd_arch_tcgen05_check(op->arch, diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    if (op->kind == WGD_UMMA_I8 && op->arch != WGD_UMMA_ANY && !wgd_arch_get(op->arch)->kind_i8) {
        return wgd_fail(diag, WGD_ERR_INST, "kind", "kind i8 does not exist on sm_103", "i8",
                        "another kind", "sm_100 has it; on sm_103 use f8f6f4");
    }
    if (op->ws && wgd_umma_kind_scaled(op->kind)) {
        return wgd_fail(diag, WGD_ERR_INST, "ws", "no block-scaled kind has a .ws form",
                        wgd_umma_kind_name(op->kind), "tf32, f16, i8 or f8f6f4", "leave .ws out");
    }
    if (op->ws && op->cta_group == 2) {
        return wgd_fail(diag, WGD_ERR_INST, "cta_group", "the .ws form is of one CTA", "2", "1",
                        "leave .ws out, or use cta_group 1");
    }
    return WGD_OK;
}

static wgd_status check_flags(const wgd_umma_op *op, wgd_diag *diag)
{
    if (op->sat && op->kind != WGD_UMMA_I8) {
        return wgd_fail(diag, WGD_ERR_VALUE, "sat", "only kind i8 saturates",
                        wgd_umma_kind_name(op->kind), "i8", "do not ask for saturation");
    }
    if ((op->a_neg || op->b_neg) && op->kind == WGD_UMMA_I8) {
        return wgd_fail(diag, WGD_ERR_VALUE, op->a_neg ? "a_neg" : "b_neg",
                        "kind i8 does not negate", "1", "0", "do not ask for negation");
    }
    if (op->sparse_id < 0 || op->sparse_id > 3 || (!op->sparse && op->sparse_id != 0) ||
        (wgd_umma_kind_scaled(op->kind) && op->sparse_id != 0)) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "sparse_id", "no such sparsity selector",
                            op->sparse_id,
                            op->sparse && !wgd_umma_kind_scaled(op->kind) ? "0 to 3" : "0",
                            "the plain kinds have one, in their sparse form");
    }
    const int s = op->max_shift;
    if (s != 0 && (!op->ws || (s != 8 && s != 16 && s != 32))) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "max_shift", "no such maximum shift", s,
                            op->ws ? "0, 8, 16 or 32" : "0", "the .ws form has it");
    }
    return WGD_OK;
}

static bool is_narrow(int type)
{
    return type == WGD_FRAG_E2M3 || type == WGD_FRAG_E3M2 || type == WGD_FRAG_E2M1;
}

static wgd_status check_majors(const wgd_umma_op *op, wgd_diag *diag)
{
    if (op->a_tmem && op->a_major == WGD_MAJOR_MN) {
        return wgd_fail(diag, WGD_ERR_MAJOR, "a_major", "A in tensor memory is K-major", "mn", "k",
                        "store A K-major, or take it from shared memory");
    }
    const bool a = op->a_major == WGD_MAJOR_MN && is_narrow(op->a);
    const bool b = op->b_major == WGD_MAJOR_MN && is_narrow(op->b);
    if (a || b) {
        return wgd_fail(diag, WGD_ERR_MAJOR, a ? "a_major" : "b_major",
                        "fp4 and fp6 operands are K-major", "mn", "k",
                        "f16, bf16, tf32 and the 8-bit types can be MN-major; CUTLASS does not "
                        "assert this, its comment and PTX's table say it");
    }
    return WGD_OK;
}

wgd_status wgd_umma_op_complete(wgd_umma_op *op, wgd_diag *diag)
{
    wgd_status s = check_form(op, diag);
    if (s == WGD_OK) {
        s = complete_types(op, diag);
    }
    if (s == WGD_OK) {
        s = complete_k(op, diag);
    }
    if (s == WGD_OK) {
        s = check_majors(op, diag);
    }
    if (s == WGD_OK) {
        s = umma_shape_check(op, diag);
    }
    if (s == WGD_OK) {
        s = complete_scales(op, diag);
    }
    return s == WGD_OK ? check_flags(op, diag) : s;
}

/* ---- notes and name ------------------------------------------------------------------------- */

#define NOTE(sym) (1u << WGD_UMMA_BIT_##sym)

/* CUTLASS has no .ws, no sparse or scaled A from tensor memory, and no mxf4nvf4 of ue8m0 with two
 * factors a row but for K = 96, where that is what it has mxf4 as. */
static bool cutlass_has(const wgd_umma_op *op)
{
    const bool scaled = wgd_umma_kind_scaled(op->kind);
    const int long_vec = op->sparse ? 64 : 32;
    if (op->ws || (op->a_tmem && (op->sparse || scaled))) {
        return false;
    }
    return !(op->kind == WGD_UMMA_MXF4NVF4 && op->vec == long_vec && op->k != 96) &&
           !(op->kind == WGD_UMMA_MXF4 && op->k == 96);
}

unsigned wgd_umma_notes(const wgd_umma_op *op)
{
    const bool e2m1 = op->a == WGD_FRAG_E2M1 || op->b == WGD_FRAG_E2M1;
    unsigned set = 0;
    if (op->kind == WGD_UMMA_F8F6F4 && op->d == WGD_FRAG_F16) {
        set |= NOTE(F8_D_F16);
    }
    if (e2m1 && (op->kind == WGD_UMMA_F8F6F4 || op->kind == WGD_UMMA_MXF8F6F4)) {
        set |= NOTE(E2M1_CODE);
    }
    set |= wgd_umma_kind_scaled(op->kind) ? NOTE(M_FIELD) : 0;
    set |= op->sparse_id == 3 ? NOTE(SPARSE_ID) : 0;
    set |= umma_ptx_lists(op) ? 0 : NOTE(PTX_UNLISTED);
    set |= cutlass_has(op) ? 0 : NOTE(NO_CUTLASS_OP);
    set |= op->k == 96 ? NOTE(SM103_ONLY) : 0;
    set |= op->kind == WGD_UMMA_I8 ? NOTE(NOT_SM103) : 0;
    return set;
}

void wgd_put_umma_op(wgd_text *t, const wgd_umma_op *op)
{
    wgd_put_str(t, "tcgen05.mma");
    wgd_put_str(t, op->ws ? ".ws" : "");
    wgd_put_str(t, op->sparse ? ".sp" : "");
    wgd_put_str(t, ".cta_group::");
    wgd_put_i64(t, op->cta_group);
    wgd_put_str(t, ".kind::");
    wgd_put_str(t, wgd_umma_kind_name(op->kind));
    if (wgd_umma_kind_scaled(op->kind)) {
        wgd_put_str(t, ".block_scale.");
        wgd_put_str(t, op->kind == WGD_UMMA_MXF4NVF4 && op->vec == (op->sparse ? 32 : 16)
                           ? "block16"
                           : "block32");
    }
}
