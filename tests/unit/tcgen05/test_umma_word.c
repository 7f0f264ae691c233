/* SPDX-License-Identifier: MIT
 *
 * tcgen05's word: its fields, what is no such word, what may not go together, the mistakes that check
 * names, and words of two architectures for one block.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "wgdesc.h"

/* ---- fields --------------------------------------------------------------------------------- */

/* Bits by hand (PTX ISA, tcgen05 shared memory descriptor). */
static void every_field_is_in_its_place(void **state)
{
    (void)state;
    const wgd_desc none = {0, 0, 0, 0, false, WGD_SWZ_NONE};
    const uint64_t version = UINT64_C(1) << 46;
    wgd_desc d = none;
    assert_int_equal(wgd_desc_pack(none, WGD_SM100), version);
    d.start = 0x3fff;
    assert_int_equal(wgd_desc_pack(d, WGD_SM100), version | 0x3fff);
    d = none, d.lbo = 0x2001;
    assert_int_equal(wgd_desc_pack(d, WGD_SM100), version | UINT64_C(0x2001) << 16);
    d = none, d.sbo = 0x1002;
    assert_int_equal(wgd_desc_pack(d, WGD_SM100), version | UINT64_C(0x1002) << 32);
    d = none, d.base_offset = 5;
    assert_int_equal(wgd_desc_pack(d, WGD_SM100), version | UINT64_C(5) << 49);
    d = none, d.lbo_absolute = true;
    assert_int_equal(wgd_desc_pack(d, WGD_SM103), version | UINT64_C(1) << 52);
    assert_int_equal(wgd_desc_pack(d, WGD_SM100), version); /* sm_100 has no such bit */
    assert_true(wgd_desc_unpack(version | UINT64_C(1) << 52, WGD_SM103).lbo_absolute);
    assert_false(wgd_desc_unpack(version | UINT64_C(1) << 52, WGD_SM100).lbo_absolute);
    static const uint64_t type[] = {0, 6, 4, 2, 1};
    for (int m = 0; m < WGD_SWIZZLE_MODE_COUNT; m++) {
        d = none, d.swizzle = (wgd_swizzle_mode)m;
        assert_int_equal(wgd_desc_pack(d, WGD_SM100), version | type[m] << 61);
        assert_int_equal(wgd_desc_layout_type(d.swizzle, WGD_SM100), type[m]);
    }
    assert_int_equal(wgd_desc_mask(WGD_SM90), UINT64_C(0xC00E3FFF3FFF3FFF));
    assert_int_equal(wgd_desc_mask(WGD_SM100), UINT64_C(0xE00FFFFF3FFF3FFF));
    assert_int_equal(wgd_desc_mask(WGD_SM103), UINT64_C(0xE01FFFFF3FFF3FFF));
}

/* Any word, its version and one of the layout types there are put in, comes back in the bits that
 * mean something. */
static void valid_words_come_back(void **state)
{
    (void)state;
    static const uint64_t type[] = {0, 1, 2, 4, 6};
    rng r = rng_start();
    for (int i = 0; i < 200000; i++) {
        const wgd_arch arch = i & 1 ? WGD_SM103 : WGD_SM100;
        uint64_t word = rng_next(&r);
        word = (word & ~(UINT64_C(7) << 61) & ~(UINT64_C(7) << 46)) | UINT64_C(1) << 46 |
               type[i % 5] << 61;
        assert_int_equal(wgd_desc_pack(wgd_desc_unpack(word, arch), arch),
                         word & wgd_desc_mask(arch));
        assert_int_equal(wgd_desc_faults(word, arch) & WGD_FAULTS_NO_WORD, 0);
    }
}

static void what_is_no_word(void **state)
{
    (void)state;
    const uint64_t good = UINT64_C(0x4000404000010040);
    wgd_diag diag;
    const wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM100, 0};
    assert_int_equal(wgd_desc_faults(good, WGD_SM100), 0);
    assert_true(wgd_desc_says_tcgen05(good));
    assert_int_equal(wgd_word_check(good, rd, &diag), WGD_OK);
    for (uint64_t v = 0; v < 8; v++) {
        const uint64_t word = (good & ~(UINT64_C(7) << 46)) | v << 46;
        assert_int_equal(!(wgd_desc_faults(word, WGD_SM100) & WGD_FAULT_VERSION), v == 1);
        assert_int_equal(wgd_desc_says_tcgen05(word), v == 1);
    }
    for (uint64_t t = 0; t < 8; t++) {
        const uint64_t word = (good & ~(UINT64_C(7) << 61)) | t << 61;
        const bool known = t % 2 == 0 || t == 1;
        assert_int_equal(!(wgd_desc_faults(word, WGD_SM100) & WGD_FAULT_LAYOUT_TYPE), known);
        assert_int_equal(wgd_desc_says_tcgen05(word), known);
        assert_int_equal(wgd_word_check(word, rd, &diag) == WGD_OK, known && t != 1);
    }
    assert_true(wgd_desc_faults(good | UINT64_C(1) << 53, WGD_SM103) & WGD_FAULT_RESERVED);
    assert_true(wgd_desc_faults(good | UINT64_C(1) << 52, WGD_SM100) & WGD_FAULT_RESERVED);
    assert_int_equal(wgd_desc_faults(good | UINT64_C(1) << 52, WGD_SM103), 0);
    assert_false(wgd_desc_says_tcgen05(UINT64_C(0x4000004000010040)));
    assert_int_equal(wgd_word_check(UINT64_C(0x4000004000010040), rd, &diag), WGD_ERR_VALUE);
    assert_string_equal(diag.field, "desc");
}

/* ---- names and refusals --------------------------------------------------------------------- */

static void architectures_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        wgd_arch arch;
    } known[] = {{"sm90", WGD_SM90},   {"sm_90a", WGD_SM90},   {"90a", WGD_SM90},
                 {"hopper", WGD_SM90}, {"sm100", WGD_SM100},   {"blackwell", WGD_SM100},
                 {"100f", WGD_SM100},  {"sm_103a", WGD_SM103}, {"sm120", WGD_SM120}};
    static const char *const unknown[] = {"",      "sm",   "sm_",    "a", "sm80",
                                          "sm90b", "90aa", "sm1000", "x"};
    wgd_arch a;
    wgd_diag diag;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_int_equal(wgd_arch_parse(known[i].name, &a, &diag), WGD_OK);
        assert_int_equal(a, known[i].arch);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        assert_int_equal(wgd_arch_parse(unknown[i], &a, &diag), WGD_ERR_VALUE);
        assert_string_equal(diag.want, "sm90, sm100, sm103 or sm120");
    }
    assert_int_equal(wgd_arch_check(WGD_SM100, &diag), WGD_OK);
    assert_int_equal(wgd_arch_check(WGD_SM120, &diag), WGD_ERR_VALUE);
    assert_string_equal(diag.want, "sm90, sm100, sm103");
}

static wgd_status describe(wgd_tile_query q, wgd_diag *diag)
{
    static wgd_tile t;
    return wgd_tile_describe(&q, &t, diag);
}

static wgd_tile_query tile_of(wgd_arch arch, wgd_dtype t, wgd_major major, wgd_swizzle_mode m)
{
    wgd_tile_query q = wgd_tile_query_default();
    q.arch = arch;
    q.dtype = t;
    q.major = major;
    q.swizzle = m;
    q.mn = 128;
    q.k = 256;
    return q;
}

static void refused(wgd_tile_query q, wgd_status s, const char *field)
{
    wgd_diag diag;
    const wgd_status got = describe(q, &diag);
    if (got != s || strcmp(diag.field, field) != 0) {
        fail_msg("%s, %s: %s", wgd_status_name(got), got == WGD_OK ? "" : diag.field,
                 got == WGD_OK ? "" : diag.what);
    }
}

static void what_may_not_go_together(void **state)
{
    (void)state;
    wgd_tile_query q = tile_of(WGD_SM90, WGD_F16, WGD_MAJOR_MN, WGD_SWZ_128B_32B);
    refused(q, WGD_ERR_VALUE, "swizzle"); /* no such swizzle on Hopper */
    q = tile_of(WGD_SM90, WGD_E2M1_PACKED4, WGD_MAJOR_K, WGD_SWZ_128B);
    refused(q, WGD_ERR_DTYPE, "dtype");
    q = tile_of(WGD_SM100, WGD_B1, WGD_MAJOR_K, WGD_SWZ_128B);
    refused(q, WGD_ERR_DTYPE, "dtype");
    q = tile_of(WGD_SM120, WGD_F16, WGD_MAJOR_K, WGD_SWZ_128B);
    refused(q, WGD_ERR_VALUE, "arch");
    q = tile_of(WGD_SM100, WGD_E3M2_UNPACKED8, WGD_MAJOR_MN, WGD_SWZ_128B);
    refused(q, WGD_ERR_MAJOR, "major");
    q = tile_of(WGD_SM100, WGD_TF32, WGD_MAJOR_MN, WGD_SWZ_128B);
    refused(q, WGD_ERR_VALUE, "swizzle");
    q = tile_of(WGD_SM100, WGD_F16, WGD_MAJOR_MN, WGD_SWZ_128B_32B);
    refused(q, WGD_ERR_VALUE, "swizzle");
    q = tile_of(WGD_SM100, WGD_TF32, WGD_MAJOR_K, WGD_SWZ_128B_32B);
    refused(q, WGD_ERR_VALUE, "swizzle");
}

static void blocks_that_are_none(void **state)
{
    (void)state;
    wgd_tile_query q = tile_of(WGD_SM100, WGD_F16, WGD_MAJOR_K, WGD_SWZ_128B);
    q.block[0] = 12;
    refused(q, WGD_ERR_N, "block");
    q.block[0] = 264;
    refused(q, WGD_ERR_N, "block");
    q.block[0] = 128, q.block[1] = 24;
    refused(q, WGD_ERR_VALUE, "block");
    q.block[1] = 64;
    refused(q, WGD_ERR_VALUE, "block");
    q.operand = WGD_OPERAND_B, q.n = 64, q.block[1] = 16;
    refused(q, WGD_ERR_N, "n"); /* 128 rows and N 64 */
    q = tile_of(WGD_SM100, WGD_E4M3, WGD_MAJOR_MN, WGD_SWZ_64B);
    q.block[0] = 8;
    refused(q, WGD_ERR_COVER, "block"); /* half a chunk */
    q.mn = 96, q.block[0] = 96;
    refused(q, WGD_ERR_TILE, "shape");
    q.mn = 192;
    refused(q, WGD_ERR_COVER, "block"); /* one and a half atoms */
    q = tile_of(WGD_SM90, WGD_F16, WGD_MAJOR_K, WGD_SWZ_128B);
    q.block[0] = 128;
    refused(q, WGD_ERR_VALUE, "block");
    q = tile_of(WGD_SM103, WGD_E2M1_PACKED4, WGD_MAJOR_K, WGD_SWZ_64B);
    q.k = 768, q.block[1] = 96;
    refused(q, WGD_ERR_VALUE, "swizzle");
}

static void default_blocks(void **state)
{
    (void)state;
    static const struct {
        int64_t mn;
        wgd_operand operand;
        int rows;
    } of[] = {{256, WGD_OPERAND_A, 128}, {64, WGD_OPERAND_A, 64},   {192, WGD_OPERAND_A, 64},
              {32, WGD_OPERAND_A, 32},   {256, WGD_OPERAND_B, 256}, {40, WGD_OPERAND_B, 40}};
    static wgd_tile t;
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        wgd_tile_query q = tile_of(WGD_SM100, WGD_F16, WGD_MAJOR_K, WGD_SWZ_128B);
        q.mn = of[i].mn;
        q.operand = of[i].operand;
        assert_int_equal(wgd_tile_describe(&q, &t, NULL), WGD_OK);
        assert_int_equal(t.block_mn, of[i].rows);
        assert_int_equal(t.block_k, 16);
    }
}

/* ---- check ---------------------------------------------------------------------------------- */

typedef struct planted {
    wgd_tile t;
    wgd_place p;
} planted;

static void plant(planted *x, wgd_tile_query q)
{
    q.start = 0x2400;
    assert_int_equal(wgd_tile_describe(&q, &x->t, NULL), WGD_OK);
    assert_int_equal(wgd_place_make(&x->t.smem, q.dtype, q.start, &x->p, NULL), WGD_OK);
}

static wgd_check check(const planted *x, uint64_t word)
{
    wgd_check c;
    assert_int_equal(wgd_check_desc(word, wgd_tile_read(&x->t), &x->p, 0, 0, &c, NULL), WGD_OK);
    uint32_t wrong;
    assert_int_equal(wgd_check_words(&word, 1, wgd_tile_read(&x->t), &x->p, 0, 0, &wrong, NULL),
                     WGD_OK);
    assert_int_equal(wrong, c.wrong);
    return c;
}

static void finds(const planted *x, uint64_t word, wgd_cause cause)
{
    const wgd_check c = check(x, word);
    assert_false(c.match);
    assert_true(c.wrong > 0);
    assert_int_equal(c.cause, cause);
    assert_int_equal(wgd_desc_pack(c.repaired, WGD_SM100), wgd_tile_block_desc(&x->t, 0, 0));
}

static void mistakes_are_named(void **state)
{
    (void)state;
    static planted x;
    static const uint64_t wgmma_type[] = {0, 3, 2, 1}, tma_type[] = {0, 1, 2, 3};
    for (int m = WGD_SWZ_32B; m <= WGD_SWZ_128B; m++) {
        plant(&x, tile_of(WGD_SM100, WGD_F16, WGD_MAJOR_K, (wgd_swizzle_mode)m));
        const uint64_t right = wgd_tile_block_desc(&x.t, 0, 0);
        const uint64_t typeless = right & ~(UINT64_C(7) << 61);
        assert_true(check(&x, right).match);
        finds(&x, right & ~(UINT64_C(1) << 46), WGD_CAUSE_VERSION);
        finds(&x, wgd_desc_encode(x.t.desc), WGD_CAUSE_VERSION); /* Hopper's word */
        finds(&x, typeless | wgmma_type[m] << 61, WGD_CAUSE_WGMMA_CODE);
        if (tma_type[m] != wgmma_type[m]) {
            finds(&x, typeless | tma_type[m] << 61, WGD_CAUSE_TMA_CODE);
        }
        finds(&x, typeless | UINT64_C(7) << 61, WGD_CAUSE_FIELD); /* stands for nothing */
        finds(&x,
              (right & ~(UINT64_C(0x3fff) << 32)) | (uint64_t)(x.t.desc.sbo * 16 & 0x3fff) << 32,
              WGD_CAUSE_BYTES);
    }
    plant(&x, tile_of(WGD_SM100, WGD_TF32, WGD_MAJOR_MN, WGD_SWZ_128B_32B));
    const uint64_t right = wgd_tile_block_desc(&x.t, 0, 0);
    wgd_desc d = x.t.desc;
    assert_true(check(&x, right).match);
    d.swizzle = WGD_SWZ_128B; /* reads the same rows, but tf32 is not read through it */
    finds(&x, wgd_desc_pack(d, WGD_SM100), WGD_CAUSE_FIELD);
    assert_int_equal(check(&x, wgd_desc_pack(d, WGD_SM100)).fetched_byte, -1);
    d = x.t.desc;
    d.lbo = x.t.desc.sbo, d.sbo = x.t.desc.lbo;
    finds(&x, wgd_desc_pack(d, WGD_SM100), WGD_CAUSE_SWAPPED);
}

/* cutlass#3089: a stride for 8 lines where the atom with 32-byte pieces has 4. */
static void the_atom_of_four_lines(void **state)
{
    (void)state;
    static planted x;
    plant(&x, tile_of(WGD_SM100, WGD_TF32, WGD_MAJOR_MN, WGD_SWZ_128B_32B));
    wgd_desc d = x.t.desc;
    assert_int_equal(x.t.desc.sbo, 4 * 128 * 128 / 32 / 16); /* 4 lines, 4 atoms of 32 rows */
    d.sbo = (uint16_t)(2 * x.t.desc.sbo);
    finds(&x, wgd_desc_pack(d, WGD_SM100), WGD_CAUSE_FIELD);
}

/* ---- two architectures ---------------------------------------------------------------------- */

static void one_layout_on_two_architectures(void **state)
{
    (void)state;
    static wgd_tile hopper, blackwell;
    for (int m = 0; m <= WGD_SWIZZLE_WIDEST; m++) {
        for (int major = 0; major < 2; major++) {
            wgd_diff diff;
            wgd_diff_all all;
            wgd_tile_query q = tile_of(WGD_SM90, WGD_F16, (wgd_major)major, (wgd_swizzle_mode)m);
            q.mn = 64;
            assert_int_equal(wgd_tile_describe(&q, &hopper, NULL), WGD_OK);
            q.arch = WGD_SM100;
            assert_int_equal(wgd_tile_describe(&q, &blackwell, NULL), WGD_OK);
            const uint64_t a = wgd_tile_block_desc(&hopper, 0, 0);
            const uint64_t b = wgd_tile_block_desc(&blackwell, 0, 0);
            assert_int_not_equal(a, b);
            wgd_diff_across(a, b, wgd_tile_read(&hopper), WGD_SM100, &diff);
            assert_true(diff.same);
            assert_int_equal(diff.n, 0);
            wgd_diff_all_across(a, WGD_SM90, b, WGD_SM100, &all);
            assert_true(all.reads > 100 && all.any.same);
            wgd_diff_across(a, b ^ 1, wgd_tile_read(&hopper), WGD_SM100, &diff);
            assert_false(diff.same);
            assert_int_equal(diff.n, 1);
            assert_int_equal(diff.field[0].field, WGD_FIELD_START);
            assert_true(diff.field[0].read && diff.field[0].matters);
            wgd_diff_across(a, a, wgd_tile_read(&hopper), WGD_SM100, &diff);
            assert_false(diff.same); /* Hopper's word is none of tcgen05's */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_in_its_place),
        cmocka_unit_test(valid_words_come_back),
        cmocka_unit_test(what_is_no_word),
        cmocka_unit_test(architectures_by_name),
        cmocka_unit_test(what_may_not_go_together),
        cmocka_unit_test(blocks_that_are_none),
        cmocka_unit_test(default_blocks),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(the_atom_of_four_lines),
        cmocka_unit_test(one_layout_on_two_architectures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
