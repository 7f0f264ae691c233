/* SPDX-License-Identifier: MIT
 *
 * What does not lie in tensor memory, to the letter, and beside each what just does.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

enum { NONE = WGD_FRAG_TYPE_NONE };

typedef struct refusal {
    wgd_tmem_spec spec;
    wgd_status status;
    const char *field, *what, *got, *want, *hint;
} refusal;

static const char placed[] = "this fragment is not placed in this way";
static const char open[] = "leave the allocation open";
static const char no_rows[] = "no accumulator has so many rows in one CTA";
static const char half_of_m[] = "of cta_group 2 each CTA has half of M";
static const char no_columns[] = "no accumulator has so many columns";
static const char legal[] = "N of the instruction: which are legal depends on its kind";
static const char type[] = "no such element lies there";
static const char of_a[] = "of metadata, the type of A";
static const char rows_of_a[] = "no operand A has so many rows in one CTA";
static const char metadata[] = "the metadata of so many rows is not known";
static const char other_k[] = "one instruction takes another K of this type";
static const char more_k[] = "more of K is more tiles along K";
static const char blocks[] = "scale factors come in blocks of 128 rows";
static const char pad[] = "pad: an N of 192 takes the factors of 256";
static const char vector[] = "no scale vector is so long";
static const char share[] = "elements of K that share one factor";
static const char cell[] = "a row's factors of one instruction do not fit a 32-bit cell";
static const char six[] = "K = 96 with vectors of 16 has 6; CUTLASS has no fragment for them "
                          "either, and loads them as 4 and 2";
static const char whole[] = "the tiles do not fill whole cells";
static const char as_many[] = "as many instructions along K as share a cell";
static const char value[] = "a value is not one of those allowed";

#define C(alloc, cta, m, n)                                                                        \
    {                                                                                              \
        WGD_TMEM_C, WGD_TMEM_##alloc, cta, NONE, m, n, 0, 0, {0, 0}, false                         \
    }
#define C_WS(m, n)                                                                                 \
    {                                                                                              \
        WGD_TMEM_C_WS, WGD_TMEM_DEFAULT, 1, NONE, m, n, 0, 0, {0, 0}, false                        \
    }
#define A(alloc, cta, type, m, k)                                                                  \
    {                                                                                              \
        WGD_TMEM_A, WGD_TMEM_##alloc, cta, type, m, k, 0, 0, {0, 0}, false                         \
    }
#define E(what, alloc, type, m, k)                                                                 \
    {                                                                                              \
        what, WGD_TMEM_##alloc, 0, type, m, k, 0, 0, {0, 0}, false                                 \
    }
#define SF(alloc, type, m, vec, nsf, t0, t1)                                                       \
    {                                                                                              \
        WGD_TMEM_SFA, WGD_TMEM_##alloc, 1, type, m, 0, vec, nsf, {t0, t1}, false                   \
    }

static const refusal of_accumulators[] = {
    {C(DUPLICATED, 1, 128, 8), WGD_ERR_VALUE, "alloc", placed, "Duplicated",
     "Interleaved or NonInterleaved", open},
    {C(SF_4X1, 1, 128, 8), WGD_ERR_VALUE, "alloc", placed, "4x1", "Interleaved or NonInterleaved",
     open},
    {C(DEFAULT, 1, 32, 8), WGD_ERR_VALUE, "m_sm", no_rows, "32", "64 or 128", half_of_m},
    {C(DEFAULT, 1, 65, 8), WGD_ERR_VALUE, "m_sm", no_rows, "65", "64 or 128", half_of_m},
    {C(DEFAULT, 1, 256, 8), WGD_ERR_VALUE, "m_sm", no_rows, "256", "64 or 128", half_of_m},
    {C(DEFAULT, 2, 16, 16), WGD_ERR_VALUE, "m_sm", no_rows, "16", "32, 64 or 128", half_of_m},
    {C(DEFAULT, 1, 64, 0), WGD_ERR_VALUE, "n_sm", no_columns, "0", "8 to 256, a multiple of 8",
     legal},
    {C(DEFAULT, 1, 64, 7), WGD_ERR_VALUE, "n_sm", no_columns, "7", "8 to 256, a multiple of 8",
     legal},
    {C(DEFAULT, 1, 64, 12), WGD_ERR_VALUE, "n_sm", no_columns, "12", "8 to 256, a multiple of 8",
     legal},
    {C(DEFAULT, 1, 64, 264), WGD_ERR_VALUE, "n_sm", no_columns, "264", "8 to 256, a multiple of 8",
     legal},
    {C(DEFAULT, 1, 64, -8), WGD_ERR_VALUE, "n_sm", no_columns, "-8", "8 to 256, a multiple of 8",
     legal},
    {C(DEFAULT, 2, 64, 8), WGD_ERR_VALUE, "n_sm", no_columns, "8", "16 to 256, a multiple of 16",
     legal},
    {C(DEFAULT, 2, 64, 24), WGD_ERR_VALUE, "n_sm", no_columns, "24", "16 to 256, a multiple of 16",
     legal},
    {C_WS(64, 32), WGD_ERR_VALUE, "n_sm", no_columns, "32", "64, 128 or 256", legal},
    {C_WS(64, 192), WGD_ERR_VALUE, "n_sm", no_columns, "192", "64, 128 or 256", legal},
    {C_WS(16, 64), WGD_ERR_VALUE, "m_sm", no_rows, "16", "32, 64 or 128", half_of_m},
    {{WGD_TMEM_C, WGD_TMEM_DEFAULT, 1, NONE, 64, 8, 0, 0, {3, 1}, false},
     WGD_ERR_VALUE,
     "tiles",
     "an odd number of tiles cannot be interleaved",
     "",
     "an even number of tiles",
     "the allocation NonInterleaved takes any number"},
    {{WGD_TMEM_C, WGD_TMEM_DEFAULT, 1, NONE, 64, 8, 0, 0, {1, 3}, false},
     WGD_ERR_VALUE,
     "tiles",
     "an odd number of tiles cannot be interleaved",
     "",
     "an even number of tiles",
     "the allocation NonInterleaved takes any number"},
    {{WGD_TMEM_C, WGD_TMEM_DEFAULT, 1, NONE, 64, 8, 0, 0, {3, 2}, false},
     WGD_ERR_VALUE,
     "tiles",
     "an odd number of tiles cannot be interleaved",
     "",
     "an even number of tiles",
     "the allocation NonInterleaved takes any number"},
    {{WGD_TMEM_C, WGD_TMEM_DEFAULT, 1, NONE, 128, 8, 0, 0, {65, 1}, false},
     WGD_ERR_VALUE,
     "tiles",
     value,
     "65",
     "1 to 64 each",
     "instructions side by side"},
    {{WGD_TMEM_C, WGD_TMEM_DEFAULT, 1, NONE, 128, 8, 0, 0, {1, -1}, false},
     WGD_ERR_VALUE,
     "tiles",
     value,
     "-1",
     "1 to 64 each",
     "instructions side by side"},
    {{WGD_TMEM_C, WGD_TMEM_DEFAULT, 1, NONE, 128, 256, 0, 0, {3, 1}, false},
     WGD_ERR_FIT,
     "tiles",
     "this does not fit into tensor memory",
     "768",
     "at most 512 columns",
     "fewer tiles, or a narrower one"},
    {C(DEFAULT, 0, 64, 8), WGD_ERR_VALUE, "cta_group", value, "0", "1 or 2",
     "1, or 2 for an instruction over a pair of CTAs"},
    {C(DEFAULT, 3, 64, 8), WGD_ERR_VALUE, "cta_group", value, "3", "1 or 2",
     "1, or 2 for an instruction over a pair of CTAs"},
    {{WGD_TMEM_C, WGD_TMEM_DEFAULT, 1, WGD_FRAG_BF16, 64, 8, 0, 0, {0, 0}, false},
     WGD_ERR_DTYPE,
     "dtype",
     type,
     "bf16",
     "f16, f32, s32",
     of_a},
};

static const refusal of_operands[] = {
    {A(INTERLEAVED, 1, WGD_FRAG_F16, 64, 0), WGD_ERR_VALUE, "alloc", placed, "Interleaved",
     "NonInterleaved", open},
    {A(DUPLICATED, 1, WGD_FRAG_F16, 64, 0), WGD_ERR_VALUE, "alloc", placed, "Duplicated",
     "NonInterleaved", open},
    {A(NON_INTERLEAVED, 2, WGD_FRAG_F16, 64, 0), WGD_ERR_VALUE, "alloc", placed, "NonInterleaved",
     "Duplicated", open},
    {A(DEFAULT, 1, WGD_FRAG_F16, 32, 0), WGD_ERR_VALUE, "m_sm", rows_of_a, "32", "64 or 128",
     half_of_m},
    {A(DEFAULT, 1, WGD_FRAG_F16, 64, 32), WGD_ERR_VALUE, "k", other_k, "32", "16", more_k},
    {A(DEFAULT, 1, WGD_FRAG_E2M1, 64, 64), WGD_ERR_VALUE, "k", other_k, "64", "32", more_k},
    {A(DEFAULT, 1, WGD_FRAG_TF32, 64, 16), WGD_ERR_VALUE, "k", other_k, "16", "8", more_k},
    {A(DEFAULT, 1, WGD_FRAG_F32, 64, 0), WGD_ERR_DTYPE, "dtype", type, "f32",
     "f16, bf16, tf32, e4m3, e5m2, s8, u8, e2m3, e3m2, e2m1", of_a},
    {E(WGD_TMEM_E, INTERLEAVED, WGD_FRAG_F16, 128, 0), WGD_ERR_VALUE, "alloc", placed,
     "Interleaved", "none: there is one way", open},
    {E(WGD_TMEM_E, DEFAULT, WGD_FRAG_F16, 64, 0), WGD_ERR_VALUE, "m_sm", metadata, "64", "128",
     "the .ws form is E_ws"},
    {E(WGD_TMEM_E_WS, DEFAULT, WGD_FRAG_F16, 16, 0), WGD_ERR_VALUE, "m_sm", metadata, "16",
     "32, 64 or 128", "the .ws form is E_ws"},
    {E(WGD_TMEM_E, DEFAULT, WGD_FRAG_F16, 128, 16), WGD_ERR_VALUE, "k", other_k, "16", "32",
     more_k},
    {E(WGD_TMEM_E, DEFAULT, WGD_FRAG_TF32, 128, 32), WGD_ERR_VALUE, "k", other_k, "32", "16",
     more_k},
    {E(WGD_TMEM_E, DEFAULT, WGD_FRAG_E4M3, 128, 32), WGD_ERR_VALUE, "k", other_k, "32", "64",
     more_k},
    {E(WGD_TMEM_E, DEFAULT, WGD_FRAG_E2M1, 128, 32), WGD_ERR_VALUE, "k", other_k, "32", "128",
     more_k},
};

static const refusal of_scales[] = {
    {SF(INTERLEAVED, NONE, 128, 0, 0, 0, 0), WGD_ERR_VALUE, "alloc", placed, "Interleaved",
     "4x1 or 2x2", open},
    {SF(DEFAULT, NONE, 64, 0, 0, 0, 0), WGD_ERR_VALUE, "mn", blocks, "64", "128, 256, 384 or 512",
     pad},
    {SF(DEFAULT, NONE, 192, 0, 0, 0, 0), WGD_ERR_VALUE, "mn", blocks, "192", "128, 256, 384 or 512",
     pad},
    {SF(DEFAULT, NONE, 640, 0, 0, 0, 0), WGD_ERR_VALUE, "mn", blocks, "640", "128, 256, 384 or 512",
     pad},
    {SF(DEFAULT, NONE, 0, 0, 0, 0, 0), WGD_ERR_VALUE, "mn", blocks, "0", "128, 256, 384 or 512",
     pad},
    {SF(DEFAULT, NONE, 128, 24, 0, 0, 0), WGD_ERR_VALUE, "vec", vector, "24",
     "16, 32 or, sparse, 64", share},
    {SF(DEFAULT, NONE, 128, 16, 5, 0, 0), WGD_ERR_VALUE, "nsf", cell, "5", "1 to 4", six},
    {SF(DEFAULT, NONE, 128, 16, -1, 0, 0), WGD_ERR_VALUE, "nsf", cell, "-1", "1 to 4", six},
    {SF(DEFAULT, NONE, 128, 32, 1, 3, 1), WGD_ERR_VALUE, "tiles", whole, "",
     "1, 2 or a multiple of 4", as_many},
    {SF(DEFAULT, NONE, 128, 32, 1, 2, 3), WGD_ERR_VALUE, "tiles", whole, "",
     "1, 2 or a multiple of 4", as_many},
    {SF(DEFAULT, NONE, 128, 32, 1, 6, 1), WGD_ERR_VALUE, "tiles", whole, "",
     "1, 2 or a multiple of 4", as_many},
    {SF(DEFAULT, NONE, 128, 32, 2, 3, 1), WGD_ERR_VALUE, "tiles", whole, "", "1 or a multiple of 2",
     as_many},
    {SF(DEFAULT, NONE, 128, 32, 2, 1, 3), WGD_ERR_VALUE, "tiles", whole, "", "1 or a multiple of 2",
     as_many},
    {{WGD_TMEM_SFB, WGD_TMEM_DEFAULT, 1, WGD_FRAG_F16, 128, 0, 0, 0, {0, 0}, false},
     WGD_ERR_DTYPE,
     "dtype",
     type,
     "f16",
     "ue8m0, ue4m3",
     of_a},
};

static void check(const refusal *r, size_t n)
{
    for (size_t i = 0; i < n; i++, r++) {
        wgd_tmem t;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        assert_int_equal(wgd_tmem_make(&r->spec, &t, &d), r->status);
        assert_int_equal(d.status, r->status);
        assert_string_equal(d.field, r->field);
        assert_string_equal(d.what, r->what);
        assert_string_equal(d.got, r->got);
        assert_string_equal(d.want, r->want);
        assert_string_equal(d.hint, r->hint);
        assert_int_equal(wgd_tmem_make(&r->spec, &t, NULL), r->status);
    }
}

static void test_accumulators(void **state)
{
    (void)state;
    check(of_accumulators, sizeof of_accumulators / sizeof of_accumulators[0]);
}

static void test_operands(void **state)
{
    (void)state;
    check(of_operands, sizeof of_operands / sizeof of_operands[0]);
}

static void test_scales(void **state)
{
    (void)state;
    check(of_scales, sizeof of_scales / sizeof of_scales[0]);
}

/* What is left open is filled in; how many columns it takes. */
static void test_filled_in(void **state)
{
    (void)state;
    static const struct {
        wgd_tmem_spec spec;
        int type, alloc, cta, n, vec, nsf, columns;
    } rows[] = {
        {C(DEFAULT, 1, 64, 8), WGD_FRAG_F32, WGD_TMEM_INTERLEAVED, 1, 8, 0, 0, 8},
        {C(DEFAULT, 2, 32, 256), WGD_FRAG_F32, WGD_TMEM_INTERLEAVED, 2, 256, 0, 0, 64},
        {C_WS(32, 256), WGD_FRAG_F32, WGD_TMEM_INTERLEAVED, 1, 256, 0, 0, 64},
        {A(DEFAULT, 1, NONE, 128, 0), WGD_FRAG_F16, WGD_TMEM_NON_INTERLEAVED, 1, 16, 0, 0, 8},
        {A(DEFAULT, 2, WGD_FRAG_E3M2, 64, 0), WGD_FRAG_E3M2, WGD_TMEM_DUPLICATED, 2, 32, 0, 0, 8},
        {E(WGD_TMEM_E, DEFAULT, NONE, 128, 0), WGD_FRAG_F16, WGD_TMEM_DEFAULT, 1, 32, 0, 0, 1},
        {E(WGD_TMEM_E_WS, DEFAULT, NONE, 32, 0), WGD_FRAG_F16, WGD_TMEM_DEFAULT, 1, 32, 0, 0, 1},
        {SF(DEFAULT, NONE, 512, 0, 0, 0, 0), WGD_FRAG_UE8M0, WGD_TMEM_SF_4X1, 1, 0, 32, 1, 16},
        {SF(DEFAULT, WGD_FRAG_UE4M3, 128, 0, 0, 0, 0), WGD_FRAG_UE4M3, WGD_TMEM_SF_4X1, 1, 0, 16, 4,
         4},
        {SF(DEFAULT, NONE, 128, 16, 0, 0, 0), WGD_FRAG_UE8M0, WGD_TMEM_SF_4X1, 1, 0, 16, 4, 4},
        {SF(DEFAULT, NONE, 128, 64, 0, 0, 0), WGD_FRAG_UE8M0, WGD_TMEM_SF_4X1, 1, 0, 64, 1, 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_tmem t;
        assert_int_equal(wgd_tmem_make(&rows[i].spec, &t, NULL), WGD_OK);
        assert_int_equal(t.spec.type, rows[i].type);
        assert_int_equal(t.spec.alloc, rows[i].alloc);
        assert_int_equal(t.spec.cta_group, rows[i].cta);
        assert_int_equal(t.spec.n, rows[i].n);
        assert_int_equal(t.spec.vec, rows[i].vec);
        assert_int_equal(t.spec.nsf, rows[i].nsf);
        assert_int_equal(t.columns, rows[i].columns);
        assert_true(t.spec.tiles[0] == 1 && t.spec.tiles[1] == 1);
    }
}

static void test_names(void **state)
{
    (void)state;
    static const char *const whats[][2] = {
#define WGD_X(sym, name, text) {name, text},
        WGD_TMEM_WHATS(WGD_X)
#undef WGD_X
    };
    for (int i = 0; i < WGD_TMEM_WHAT_COUNT; i++) {
        assert_string_equal(wgd_tmem_what_name((wgd_tmem_what)i), whats[i][0]);
        assert_string_equal(wgd_tmem_what_text((wgd_tmem_what)i), whats[i][1]);
    }
    for (int columns = 1, want = 32; columns <= 512; columns++) {
        want = columns > want ? 2 * want : want;
        assert_int_equal(wgd_tmem_alloc_columns(columns), want);
    }
    for (int i = 0; i < WGD_UMMA_NOTE_COUNT; i++) {
        static const char *const notes[][2] = {
#define WGD_X(sym, name, text) {name, text},
            WGD_UMMA_NOTES(WGD_X)
#undef WGD_X
        };
        assert_string_equal(wgd_umma_note_name(i), notes[i][0]);
        assert_string_equal(wgd_umma_note_text(i), notes[i][1]);
    }
    static const char *const fields[] = {
#define WGD_X(sym, name) name,
        WGD_IDESC_FIELDS(WGD_X)
#undef WGD_X
    };
    for (int i = 0; i < WGD_IDESC_FIELD_COUNT; i++) {
        assert_string_equal(wgd_idesc_field_name((wgd_idesc_field)i), fields[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accumulators), cmocka_unit_test(test_operands),
        cmocka_unit_test(test_scales),       cmocka_unit_test(test_filled_in),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
