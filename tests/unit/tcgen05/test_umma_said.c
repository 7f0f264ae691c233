/* SPDX-License-Identifier: MIT
 *
 * What is said of instructions of tcgen05 and of their words: the notes on those that there are, from what each note
 * says, and the refusals of those that there are not, to the letter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static unsigned note(int bit, bool holds)
{
    return holds ? 1u << bit : 0;
}

/* All but that PTX's table does not list it, which test_idesc_ptx.c looks at. */
static unsigned want_notes(const wgd_umma_op *op)
{
    const bool f8 = op->kind == WGD_UMMA_F8F6F4, mx8 = op->kind == WGD_UMMA_MXF8F6F4;
    const bool mx4 = op->kind == WGD_UMMA_MXF4, nv4 = op->kind == WGD_UMMA_MXF4NVF4;
    const bool e2m1 = op->a == WGD_FRAG_E2M1 || op->b == WGD_FRAG_E2M1, wide = op->k == 96;
    const int stored = op->sparse ? op->vec / 2 : op->vec;
    const bool not_in_cutlass = op->ws || (op->a_tmem && (op->sparse || mx8 || mx4 || nv4)) ||
                                (nv4 && stored == 32 && !wide) || (mx4 && wide);
    return note(WGD_UMMA_BIT_F8_D_F16, f8 && op->d == WGD_FRAG_F16) |
           note(WGD_UMMA_BIT_E2M1_CODE, e2m1 && (f8 || mx8)) |
           note(WGD_UMMA_BIT_M_FIELD, mx8 || mx4 || nv4) |
           note(WGD_UMMA_BIT_SPARSE_ID, op->sparse_id == 3) |
           note(WGD_UMMA_BIT_NO_CUTLASS_OP, not_in_cutlass) | note(WGD_UMMA_BIT_SM103_ONLY, wide) |
           note(WGD_UMMA_BIT_NOT_SM103, op->kind == WGD_UMMA_I8);
}

static int check_notes(wgd_umma_op op)
{
    if (wgd_umma_op_complete(&op, NULL) != WGD_OK) {
        return 0;
    }
    assert_int_equal(wgd_umma_notes(&op) & ~(1u << WGD_UMMA_BIT_PTX_UNLISTED), want_notes(&op));
    return 1;
}

static void test_notes(void **state)
{
    (void)state;
    static const int as[] = {WGD_FRAG_TYPE_NONE, WGD_FRAG_E5M2, WGD_FRAG_E2M1};
    static const int vecs[] = {0, 16, 32, 64};
    int n = 0;
    for (int i = 0; i < WGD_UMMA_KIND_COUNT * 16 * 3 * 3 * 2 * 4 * 2 * 2; i++) {
        const int form = i / WGD_UMMA_KIND_COUNT;
        wgd_umma_op op = wgd_umma_op_of((wgd_umma_kind)(i % WGD_UMMA_KIND_COUNT));
        op.cta_group = form & 1 ? 2 : 1;
        op.a_tmem = (form & 2) != 0;
        op.sparse = (form & 4) != 0;
        op.ws = (form & 8) != 0;
        op.a = as[form / 16 % 3];
        op.b = as[form / 48 % 3];
        op.d = form / 144 % 2 ? (int)WGD_FRAG_F16 : WGD_FRAG_TYPE_NONE;
        op.vec = vecs[form / 288 % 4];
        op.k = form / 1152 % 2 ? 96 : 0;
        op.sparse_id = form / 2304 % 2 ? 3 : 0;
        op.sf = op.vec == 32 && !op.sparse ? (int)WGD_FRAG_UE8M0 : WGD_FRAG_TYPE_NONE;
        op.m = 128 * op.cta_group;
        op.n = 64;
        n += check_notes(op);
    }
    assert_true(n > 300);
}

static wgd_diag d;

static void held(wgd_status s, const char *field, const char *what, const char *got,
                 const char *want, const char *hint)
{
    assert_int_equal(d.status, s);
    assert_string_equal(d.field, field);
    assert_string_equal(d.what, what);
    assert_string_equal(d.got, got);
    assert_string_equal(d.want, want);
    assert_string_equal(d.hint, hint);
}

static void refused(wgd_umma_op op)
{
    wgd_umma_op again = op;
    memset(&d, 0, sizeof d);
    const wgd_status s = wgd_umma_op_complete(&op, &d);
    assert_int_not_equal(s, WGD_OK);
    assert_int_equal(wgd_umma_op_complete(&again, NULL), s);
}

static wgd_umma_op of(wgd_umma_kind kind)
{
    wgd_umma_op op = wgd_umma_op_of(kind);
    op.m = 128;
    op.n = 64;
    return op;
}

static void test_types(void **state)
{
    (void)state;
    static const char what[] = "the kind does not multiply this type";
    wgd_umma_op op = of(WGD_UMMA_F16);
    op.a = WGD_FRAG_TF32, refused(op);
    held(WGD_ERR_DTYPE, "a", what, "tf32", "f16, bf16",
         "these are the types of kind f16; that type is multiplied by kind tf32");
    op.a = WGD_FRAG_F16, op.b = WGD_FRAG_E4M3, refused(op);
    held(WGD_ERR_DTYPE, "b", what, "e4m3", "f16, bf16",
         "these are the types of kind f16; that type is multiplied by kind f8f6f4");
    op.a = op.b = WGD_FRAG_F32, refused(op);
    held(WGD_ERR_DTYPE, "a", what, "f32", "f16, bf16", "these are the types of kind f16");
    op = of(WGD_UMMA_MXF4);
    op.a = WGD_FRAG_E4M3, refused(op);
    held(WGD_ERR_DTYPE, "a", what, "e4m3", "e2m1",
         "these are the types of kind mxf4; that type is multiplied by kind f8f6f4");
    op = of(WGD_UMMA_I8);
    op.d = WGD_FRAG_F32, refused(op);
    held(WGD_ERR_DTYPE, "d", "the kind does not accumulate in this type", "f32", "s32",
         "these are the types of kind i8");
    op = of(WGD_UMMA_F16);
    op.b = WGD_FRAG_BF16, op.a = WGD_FRAG_F16, op.d = WGD_FRAG_F16, refused(op);
    held(WGD_ERR_DTYPE, "d", "bf16 is accumulated in f32 alone", "f16", "f32",
         "these are the types of kind f16");
    op.a = WGD_FRAG_BF16, op.b = WGD_FRAG_F16, refused(op);
    held(WGD_ERR_DTYPE, "d", "bf16 is accumulated in f32 alone", "f16", "f32",
         "these are the types of kind f16");
    op = of(WGD_UMMA_MXF4);
    op.sf = WGD_FRAG_UE4M3, refused(op);
    held(WGD_ERR_DTYPE, "sf", "not a scale factor of this kind", "ue4m3", "ue8m0",
         "these are the types of kind mxf4");
}

static void test_k(void **state)
{
    (void)state;
    static const char what[] = "no tcgen05.mma of this form has this K";
    static const char open[] = "leave K open: the kind gives it";
    wgd_umma_op op = of(WGD_UMMA_MXF4);
    op.k = 32, refused(op);
    held(WGD_ERR_INST, "k", what, "32", "64, on sm_103 also 96", open);
    op.k = 96, op.sparse = true, refused(op);
    held(WGD_ERR_INST, "k", what, "96", "128", open);
    op = of(WGD_UMMA_F16);
    op.k = 96, refused(op);
    held(WGD_ERR_INST, "k", what, "96", "16", open);
    op = of(WGD_UMMA_MXF4NVF4);
    op.k = 96, op.arch = WGD_SM100, refused(op);
    held(WGD_ERR_INST, "k", "K = 96 is of sm_103 alone", "96", "64",
         "leave K open, or ask for sm_103");
    op.arch = WGD_SM103;
    assert_int_equal(wgd_umma_op_complete(&op, NULL), WGD_OK);
}

static void test_scales(void **state)
{
    (void)state;
    static const char vector[] = "not a scale vector of this kind";
    static const char share[] = "the elements of K, zeros counted, that share a factor";
    static const char byte[] = "the scale factors of a row cannot begin at this byte";
    static const char four[] =
        "an id is the byte of the 32-bit word; with four factors a row it is 0";
    wgd_umma_op op = of(WGD_UMMA_MXF4NVF4);
    op.vec = 64, refused(op);
    held(WGD_ERR_VALUE, "vec", vector, "64", "16, with ue8m0 also 32", share);
    op.sparse = true, op.vec = 16, refused(op);
    held(WGD_ERR_VALUE, "vec", vector, "16", "32, with ue8m0 also 64", share);
    op = of(WGD_UMMA_MXF4);
    op.vec = 16, refused(op);
    held(WGD_ERR_VALUE, "vec", vector, "16", "32", share);
    op = of(WGD_UMMA_MXF8F6F4);
    op.sfa_id = 4, refused(op);
    held(WGD_ERR_VALUE, "sfa_id", byte, "4", "0 to 3", four);
    op = of(WGD_UMMA_MXF4);
    op.sfb_id = 3, refused(op);
    held(WGD_ERR_VALUE, "sfb_id", byte, "3", "0 or 2", four);
    op = of(WGD_UMMA_MXF4NVF4);
    op.sfa_id = 2, refused(op);
    held(WGD_ERR_VALUE, "sfa_id", byte, "2", "0", four);
    op = of(WGD_UMMA_F16);
    op.vec = 32, refused(op);
    held(WGD_ERR_VALUE, "vec", "this kind has no scale factors", "f16",
         "mxf8f6f4, mxf4 or mxf4nvf4", "leave it out, or name a block-scaled kind");
    op = wgd_umma_op_of(WGD_UMMA_F16);
    assert_true(op.m == 0 && op.n == 0 && op.k == 0 && op.vec == 0);
    op = of(WGD_UMMA_F16);
    assert_int_equal(wgd_umma_op_complete(&op, NULL), WGD_OK);
    assert_true(op.a == WGD_FRAG_F16 && op.b == WGD_FRAG_F16 && op.d == WGD_FRAG_F32);
    /* The type that goes with a vector. */
    for (int sparse = 0; sparse < 2; sparse++) {
        for (int vec = 16; vec <= 32; vec += 16) {
            op = of(WGD_UMMA_MXF4NVF4);
            op.sparse = sparse != 0;
            op.vec = vec << sparse;
            assert_int_equal(wgd_umma_op_complete(&op, NULL), WGD_OK);
            assert_int_equal(op.sf, vec == 16 ? WGD_FRAG_UE4M3 : WGD_FRAG_UE8M0);
        }
    }
}

static void test_forms(void **state)
{
    (void)state;
    static const char selector[] = "no such sparsity selector";
    static const char plain[] = "the plain kinds have one, in their sparse form";
    wgd_umma_op op = of(WGD_UMMA_F16);
    op.arch = WGD_SM90, refused(op);
    assert_string_equal(d.field, "arch");
    op = of(WGD_UMMA_MXF4);
    op.sparse = true, op.sparse_id = 1, refused(op);
    held(WGD_ERR_VALUE, "sparse_id", selector, "1", "0", plain);
    op = of(WGD_UMMA_F16);
    op.sparse_id = 1, refused(op);
    held(WGD_ERR_VALUE, "sparse_id", selector, "1", "0", plain);
    op.sparse = true, op.sparse_id = 4, refused(op);
    held(WGD_ERR_VALUE, "sparse_id", selector, "4", "0 to 3", plain);
}

static void check_word(wgd_umma_kind kind, uint32_t word, unsigned faults)
{
    wgd_umma_op op = wgd_umma_op_of(WGD_UMMA_TF32);
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_idesc_decode(kind, word, &op, &d), faults);
    assert_int_equal(op.kind, kind);
}

/* A word of f16 with codes of types at bits 4 (D), 7 (A) and 10 (B), M at 24 and N at 17. */
static void test_words(void **state)
{
    (void)state;
    static const char code[] = "the code of the type is none of this kind";
    static const char other[] = "the kind is not in the word: is it another?";
    const uint32_t good = UINT32_C(8) << 24 | UINT32_C(8) << 17 | 1u << 4;
    check_word(WGD_UMMA_F16, good, 0);
    check_word(WGD_UMMA_F16, good | 1u << 6, WGD_IDESC_RESERVED);
    held(WGD_ERR_VALUE, "", "reserved bits are set", "", "0", other);
    check_word(WGD_UMMA_F16, good | 3u << 7, WGD_IDESC_TYPE);
    held(WGD_ERR_DTYPE, "a", code, "", "", other);
    check_word(WGD_UMMA_F16, good | 3u << 10, WGD_IDESC_TYPE);
    held(WGD_ERR_DTYPE, "b", code, "", "", other);
    check_word(WGD_UMMA_F16, good | 3u << 4, WGD_IDESC_TYPE);
    held(WGD_ERR_DTYPE, "d", code, "", "", other);
    check_word(WGD_UMMA_F16, (good & ~(1u << 4)) | 2u << 4, WGD_IDESC_TYPE);
    held(WGD_ERR_DTYPE, "d", code, "", "", other);
    check_word(WGD_UMMA_F16, good | 3u << 7 | 1u << 6, WGD_IDESC_RESERVED | WGD_IDESC_TYPE);
    held(WGD_ERR_VALUE, "", "reserved bits are set", "", "0", other);
    check_word(WGD_UMMA_F16, good & ~(UINT32_C(31) << 24), WGD_IDESC_SHAPE);
    assert_string_equal(d.field, "m");
}

/* The scale vector is not in the word: of mxf4nvf4 an id that begins a half, or at an odd byte of K = 96, tells that
 * of ue8m0 is the long one. */
static void test_vectors(void **state)
{
    (void)state;
    for (int i = 0; i < 7 * 4 * 4 * 8; i++) {
        const wgd_umma_kind kind = (wgd_umma_kind)(i % 7);
        const unsigned a = (unsigned)(i / 7 % 4), b = (unsigned)(i / 28 % 4),
                       rest = (unsigned)i / 112;
        const bool scaled = kind >= WGD_UMMA_MXF8F6F4, sparse = rest & 1, ue8m0 = rest & 2;
        const bool wide = (rest & 4) && kind >= WGD_UMMA_MXF4;
        const uint32_t word = UINT32_C(8) << 24 | UINT32_C(8) << 17 | (sparse ? 4u : 0) |
                              (scaled ? a << 29 | b << 4 : 0) | (scaled && ue8m0 ? 1u << 23 : 0) |
                              (wide ? 1u << 31 : 0);
        wgd_umma_op op = wgd_umma_op_of(kind);
        (void)wgd_idesc_decode(kind, word, &op, NULL);
        const bool tells = wide ? a % 2 == 1 || b % 2 == 1 : a > 0 || b > 0;
        const int vec = kind == WGD_UMMA_MXF4NVF4 && !(ue8m0 && tells) ? 16 : 32;
        assert_int_equal(op.vec, scaled ? vec << sparse : 0);
        assert_int_equal(op.k, wide ? 96 : wgd_umma_kind_k(kind) << sparse);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notes),   cmocka_unit_test(test_types), cmocka_unit_test(test_k),
        cmocka_unit_test(test_scales),  cmocka_unit_test(test_forms), cmocka_unit_test(test_words),
        cmocka_unit_test(test_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
