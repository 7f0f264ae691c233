/* SPDX-License-Identifier: MIT
 *
 * What may not go together, each refusal to the letter: architectures, types, majors, swizzles, rows, K, and
 * names. The lists in them are those of PTX ISA's tables, typed in by hand; the limits are asked about on both sides.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "guarded.h"
#include "refused.h"
#include "wgdesc.h"

#define COUNT(a)     (sizeof(a) / sizeof((a)[0]))
#define WGMMA_TYPES  "f16, bf16, tf32, e4m3, e5m2, s8, u8"
#define TCGEN05_ONLY "e2m1_unpacked8, e2m3_unpacked8, e3m2_unpacked8"

static wgd_diag d;

/* ---- architectures -------------------------------------------------------------------------- */

static void architectures(void **state)
{
    (void)state;
    static const char *const none[] = {"sx90", "xm90", "sm", "sm_", "90b", "90af", "91", ""};
    wgd_arch a = WGD_SM100;
    for (size_t i = 0; i < COUNT(none); i++) {
        d = unfilled();
        assert_int_equal(wgd_arch_parse(none[i], &a, &d), WGD_ERR_VALUE);
        said(&d, WGD_ERR_VALUE, "arch", "a value is not one of those allowed", none[i],
             "sm90, sm100, sm103 or sm120");
    }
    assert_int_equal(a, WGD_SM100);
    d = unfilled();
    assert_int_equal(wgd_arch_check(WGD_SM120, &d), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "arch",
         "sm120 has no shared-memory matrix descriptors: no wgmma, no tcgen05", "sm120",
         "sm90, sm100, sm103");
    hinted(&d, "its mma.sync reads registers, loaded with ldmatrix");
    d = unfilled();
    assert_int_equal(wgd_arch_tcgen05_check(WGD_SM90, &d), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "arch", "sm90 has no tcgen05.mma", "sm90", "sm100, sm103");
    hinted(&d, "its wgmma says all in the name of the instruction");
    d = unfilled();
    assert_int_equal(wgd_arch_tcgen05_check(WGD_SM120, &d), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "arch", "sm120 has no tcgen05.mma", "sm120", "sm100, sm103");
    hinted(&d, "its mma.sync says all in the name of the instruction");
}

/* ---- types, majors, swizzles ------------------------------------------------------------------ */

static void refuse_major(wgd_dtype t, wgd_major m, wgd_arch a)
{
    d = unfilled();
    assert_int_not_equal(wgd_major_check(t, m, a, &d), WGD_OK);
}

static void types(void **state)
{
    (void)state;
    refuse_major(WGD_B1, WGD_MAJOR_K, WGD_SM100);
    said(&d, WGD_ERR_DTYPE, "dtype", "b1 is no type of tcgen05", "b1",
         WGMMA_TYPES ", " TCGEN05_ONLY ", e2m1_packed4");
    hinted_at(&d, WGD_HINT_DTYPES, 0, "");
    refuse_major(WGD_E2M1_PACKED4, WGD_MAJOR_K, WGD_SM90);
    said(&d, WGD_ERR_DTYPE, "dtype", "e2m1_packed4 is no type of wgmma", "e2m1_packed4",
         WGMMA_TYPES ", b1");
    refuse_major(WGD_E4M3, WGD_MAJOR_MN, WGD_SM90);
    said(&d, WGD_ERR_MAJOR, "major",
         "e4m3 operands cannot be MN-major: wgmma has imm-trans for 16-bit types only", "mn", "k");
    hinted_at(&d, WGD_HINT_STORE_K_MAJOR, 0, "");
    refuse_major(WGD_E2M3_UNPACKED8, WGD_MAJOR_MN, WGD_SM103);
    said(&d, WGD_ERR_MAJOR, "major",
         "e2m3_unpacked8 operands cannot be MN-major: tcgen05 transposes f16, bf16, tf32 and the "
         "8-bit types only",
         "mn", "k");
    hinted(&d, "fp4 and fp6 operands are stored K-major");
}

static void unclear_types(void **state)
{
    (void)state;
    wgd_dtype t;
    d = unfilled();
    assert_int_equal(wgd_dtype_parse("fp4", &t, &d), WGD_ERR_DTYPE);
    said(&d, WGD_ERR_DTYPE, "dtype", "not a data type that wgmma reads", "fp4",
         WGMMA_TYPES ", b1, " TCGEN05_ONLY " or e2m1_packed4");
    hinted_at(&d, wgd_dtype_question("fp4"), 0, "");
    assert_int_not_equal(d.hint_id, WGD_HINT_NONE);
}

static void modes(void **state)
{
    (void)state;
    d = unfilled();
    assert_int_equal(wgd_mode_check(WGD_F16, WGD_MAJOR_MN, WGD_SWZ_128B_32B, WGD_SM90, &d),
                     WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "swizzle", "wgmma has no such swizzle", "128B_32B",
         "none, 32B, 64B or 128B");
    d = unfilled();
    assert_int_equal(wgd_mode_check(WGD_B1, WGD_MAJOR_K, WGD_SWZ_128B_32B, WGD_SM100, &d),
                     WGD_ERR_DTYPE);
    d = unfilled();
    assert_int_equal(wgd_mode_check(WGD_F16, WGD_MAJOR_MN, WGD_SWZ_128B_32B, WGD_SM100, &d),
                     WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "swizzle",
         "the 128B swizzle with 32-byte atoms is for MN-major tf32 only", "128B_32B",
         "none, 32B, 64B or 128B");
    hinted(&d, "");
    d = unfilled();
    assert_int_equal(wgd_mode_check(WGD_TF32, WGD_MAJOR_MN, WGD_SWZ_64B, WGD_SM100, &d),
                     WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "swizzle",
         "tf32 is read MN-major through the 128B swizzle with 32-byte atoms only", "64B",
         "128B_32B");
    hinted(&d, "use that swizzle, or store the operand K-major");
    assert_int_equal(wgd_mode_check(WGD_TF32, WGD_MAJOR_MN, WGD_SWZ_128B_32B, WGD_SM100, NULL),
                     WGD_OK);
}

/* Every mode can be in a word, and one beyond them cannot; both strides 0 are odd, one is not. */
static void words(void **state)
{
    (void)state;
    wgd_desc w = {64, 1, 1, 0, false, WGD_SWZ_NONE};
    for (int m = 0; m < WGD_SWIZZLE_MODE_COUNT; m++) {
        w.swizzle = (wgd_swizzle_mode)m;
        assert_int_equal(wgd_desc_check(w, NULL), WGD_OK);
    }
    w.swizzle = WGD_SWIZZLE_MODE_COUNT;
    d = unfilled();
    assert_int_equal(wgd_desc_check(w, &d), WGD_ERR_RANGE);
    said(&d, WGD_ERR_RANGE, "layout_type", "a field of the descriptor cannot hold the value", "5",
         "a swizzle mode");
    static const uint16_t strides[][3] = {
        {0, 0, WGD_FAULT_ZERO_STRIDES}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}};
    for (size_t i = 0; i < COUNT(strides); i++) {
        const wgd_desc s = {64, strides[i][0], strides[i][1], 0, false, WGD_SWZ_128B};
        assert_int_equal(wgd_desc_faults(wgd_desc_encode(s), WGD_SM90), strides[i][2]);
    }
}

/* ---- rows and K -------------------------------------------------------------------------------- */

/* PTX ISA: N of wgmma is a multiple of 8, of integers beyond 32 of 16, up to 256. */
static bool is_n(bool integer, int64_t n)
{
    return n >= 8 && n <= 256 && n % (integer && n > 32 ? 16 : 8) == 0;
}

static void nearest_n(void **state)
{
    (void)state;
    static const int64_t far[] = {INT64_MIN, INT32_MIN, INT32_MAX, INT64_C(1) << 32, INT64_MAX};
    for (int integer = 0; integer < 2; integer++) {
        const wgd_dtype t = integer ? WGD_U8 : WGD_BF16;
        for (int64_t n = -20; n < 300; n++) {
            int64_t below = n > 256 ? 256 : n, above = n < 8 ? 8 : n;
            for (; below > 0 && !is_n(integer, below); below--) {
            }
            for (; above <= 256 && !is_n(integer, above); above++) {
            }
            assert_int_equal(wgd_n_below(t, n), below > 0 ? below : 0);
            assert_int_equal(wgd_n_above(t, n), above <= 256 ? above : 0);
        }
        for (size_t i = 0; i < COUNT(far); i++) {
            assert_int_equal(wgd_n_below(t, far[i]), far[i] < 0 ? 0 : 256);
            assert_int_equal(wgd_n_above(t, far[i]), far[i] < 0 ? 8 : 0);
        }
    }
    d = unfilled();
    assert_int_equal(wgd_n_check(WGD_F16, 100, &d), WGD_ERR_N);
    said(&d, WGD_ERR_N, "n", "not a legal N of a wgmma instruction", "100",
         "8 to 256 in steps of 8; nearest: 96 104");
    d = unfilled();
    assert_int_equal(wgd_n_check(WGD_S8, 300, &d), WGD_ERR_N);
    said(&d, WGD_ERR_N, "n", "not a legal N of a wgmma instruction", "300",
         "8, 16, 24, 32 or 48 to 256 in steps of 16; nearest: 256");
    hinted_at(&d, WGD_HINT_INSTRUCTIONS, 0, "");
}

static void refuse_read(wgd_read r)
{
    d = unfilled();
    assert_int_not_equal(wgd_read_check(r, &d), WGD_OK);
}

static void rows(void **state)
{
    (void)state;
    static const int none[] = {-8, 0, 4, 12, 260, 264};
    wgd_read r = {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 0, false, WGD_SM100, 0};
    for (size_t i = 0; i < COUNT(none); i++) {
        char got[16];
        snprintf(got, sizeof got, "%d", none[i]);
        r.mn = none[i];
        refuse_read(r);
        said(&d, WGD_ERR_N, "mn", "no block of tcgen05 has so many rows", got,
             "8 to 256 in steps of 8");
        hinted(&d, "say the instruction's M or N and its K");
    }
    r.dtype = WGD_E4M3;
    r.major = WGD_MAJOR_MN;
    r.mn = 24;
    refuse_read(r);
    said(&d, WGD_ERR_COVER, "mn", "an MN-major block holds whole chunks of 16 bytes along MN", "24",
         "a multiple of 16 rows of an 8-bit type");
    hinted(&d, "half a chunk cannot be named: take 16 rows, or store it K-major");
    const wgd_read a = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM90, 0};
    refuse_read(a);
    said(&d, WGD_ERR_VALUE, "mn", "operand A always has 64 rows", "128", "64");
    const wgd_read b1 = {WGD_B1, WGD_OPERAND_B, WGD_MAJOR_K, 64, true, WGD_SM90, 0};
    refuse_read(b1);
    said(&d, WGD_ERR_INST, "sparse", "b1 has no sparse wgmma", "true", "false");
}

static void k(void **state)
{
    (void)state;
    static const struct {
        wgd_dtype t;
        const char *got, *want;
    } of[] = {
        {WGD_TF32, "12", "8 elements (32 bytes), or 16 (B of a sparse instruction)"},
        {WGD_F16, "24", "16 elements (32 bytes), or 32 (B of a sparse instruction)"},
        {WGD_E2M1_PACKED4, "96", "64 elements (32 bytes), or 128 (B of a sparse instruction)"}};
    for (size_t i = 0; i < COUNT(of); i++) {
        const wgd_read r = {of[i].t, WGD_OPERAND_B, WGD_MAJOR_K, 64, false, WGD_SM100, 48};
        refuse_read(r);
        said(&d, WGD_ERR_VALUE, "block", "no instruction has so much K", of[i].got, of[i].want);
        hinted(&d, "96 elements are for K-major e2m1_packed4 of sm103 alone");
    }
}

/* The greatest number of rows below, from all there are. */
static void fewer_rows(void **state)
{
    (void)state;
    for (int which = 0; which < 8; which++) {
        const wgd_read r = {which & 1 ? WGD_E4M3 : WGD_F16,
                            WGD_OPERAND_B,
                            which & 2 ? WGD_MAJOR_MN : WGD_MAJOR_K,
                            0,
                            false,
                            which & 4 ? WGD_SM90 : WGD_SM100,
                            0};
        const int step = which == 3 ? 16 : 8;
        for (int n = -8; n < 300; n++) {
            int want = 256;
            while (want > 0 && (want >= n || want % step != 0)) {
                want--;
            }
            assert_int_equal(wgd_rows_below(r, n), want);
        }
    }
    const wgd_read a = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 0, false, WGD_SM103, 0};
    assert_int_equal(wgd_rows_below(a, 129), 128);
    assert_int_equal(wgd_rows_below(a, 65), 64);
}

/* ---- names ------------------------------------------------------------------------------------ */

static void names(void **state)
{
    (void)state;
    wgd_operand o = WGD_OPERAND_B;
    wgd_major m = WGD_MAJOR_MN;
    assert_string_equal(wgd_operand_name(WGD_OPERAND_A), "a");
    assert_string_equal(wgd_operand_name(WGD_OPERAND_B), "b");
    assert_string_equal(wgd_major_name(WGD_MAJOR_K), "k");
    assert_string_equal(wgd_major_name(WGD_MAJOR_MN), "mn");
    assert_int_equal(wgd_operand_parse("a", &o, NULL), WGD_OK);
    assert_int_equal(o, WGD_OPERAND_A);
    assert_int_equal(wgd_major_parse("k", &m, NULL), WGD_OK);
    assert_int_equal(m, WGD_MAJOR_K);
    d = unfilled();
    assert_int_equal(wgd_operand_parse(guarded_end("", 1), &o, &d), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "operand", "a value is not one of those allowed", "", "a or b");
    wgd_swizzle_mode s;
    assert_int_equal(wgd_swizzle_parse("torch.", &s, NULL), WGD_ERR_VALUE);
    assert_int_equal(wgd_swizzle_of_row(16), WGD_SWZ_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(architectures), cmocka_unit_test(types), cmocka_unit_test(unclear_types),
        cmocka_unit_test(modes),         cmocka_unit_test(words), cmocka_unit_test(nearest_n),
        cmocka_unit_test(rows),          cmocka_unit_test(k),     cmocka_unit_test(fewer_rows),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
