/* SPDX-License-Identifier: MIT
 *
 * Other people's names: every alias of a type and of a swizzle, in both cases and behind a module's name; the
 * questions that unclear ones leave open; names that nearly are one. What a read may be that no name says: bytes of
 * K, values of an enumeration that stand for nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

/* The same letters, in the other case. */
static void other_case(const char *s, char *out)
{
    for (; *s; s++) {
        const char c = *s;
        *out++ = (char)(c >= 'a' && c <= 'z' ? c - 32 : c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    *out = '\0';
}

/* As it stands, in the other case, and in a module; not with a letter more. */
static void found_as(const char *name, int want, int (*find)(const char *))
{
    char other[64], text[96];
    other_case(name, other);
    assert_int_equal(find(name), want);
    assert_int_equal(find(other), want);
    snprintf(text, sizeof text, "torch.%s", name);
    assert_int_equal(find(text), want);
    snprintf(text, sizeof text, "cutlass::%s", name);
    assert_int_equal(find(text), want);
    snprintf(text, sizeof text, "%sx", name);
    assert_int_equal(find(text), -1);
    snprintf(text, sizeof text, "%s.", name);
    assert_int_equal(find(text), -1);
}

static int find_type(const char *name)
{
    wgd_dtype t;
    return wgd_dtype_parse(name, &t, NULL) == WGD_OK ? (int)t : -1;
}

static void types(void **state)
{
    static const struct {
        int type;
        const char *name;
    } all[] = {
#define WGD_X(sym, name) {WGD_##sym, name},
        WGD_DTYPE_ALIASES(WGD_X) WGD_TCGEN05_DTYPE_ALIASES(WGD_X)
#undef WGD_X
    };
    (void)state;
    for (int t = 0; t < WGD_DTYPE_COUNT; t++) {
        const wgd_dtype_info *info = wgd_dtype_get((wgd_dtype)t);
        found_as(info->name, t, find_type);
        found_as(info->cute_name, t, find_type);
        assert_string_equal(wgd_dtype_alias((wgd_dtype)t, 0), info->cute_name);
        assert_null(wgd_dtype_alias((wgd_dtype)t, 100));
    }
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        found_as(all[i].name, all[i].type, find_type);
    }
}

static int find_question(const char *name)
{
    const wgd_hint h = wgd_dtype_question(name);
    return h == WGD_HINT_NONE ? -1 : (int)h;
}

static void questions(void **state)
{
    static const struct {
        const char *name;
        wgd_hint question;
    } all[] = {
#define WGD_X(name, hint) {name, WGD_HINT_##hint},
        WGD_DTYPE_UNCLEAR(WGD_X)
#undef WGD_X
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        wgd_dtype t;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        found_as(all[i].name, (int)all[i].question, find_question);
        assert_int_equal(wgd_dtype_parse(all[i].name, &t, &d), WGD_ERR_DTYPE);
        assert_int_equal(d.hint_id, all[i].question);
        assert_string_equal(d.field, "dtype");
        assert_string_equal(d.got, all[i].name);
        assert_int_equal(wgd_dtype_parse(all[i].name, &t, NULL), WGD_ERR_DTYPE);
    }
    assert_int_equal(wgd_dtype_question("zebra"), WGD_HINT_NONE);
}

static int find_swizzle(const char *name)
{
    wgd_swizzle_mode m;
    return wgd_swizzle_parse(name, &m, NULL) == WGD_OK ? (int)m : -1;
}

static void swizzles(void **state)
{
    static const struct {
        int mode;
        const char *name;
    } all[] = {
#define WGD_X(sym, name) {WGD_SWZ_##sym, name},
        WGD_SWIZZLE_ALIASES(WGD_X)
#undef WGD_X
    };
    (void)state;
    for (int m = 0; m < WGD_SWIZZLE_MODE_COUNT; m++) {
        found_as(wgd_swizzle_name((wgd_swizzle_mode)m), m, find_swizzle);
        found_as(wgd_swizzle_cute_name((wgd_swizzle_mode)m), m, find_swizzle);
        /* The widest of a row: of 128 bytes the 128B swizzle, not the one of 32-byte atoms. */
        const int row = wgd_swizzle_row_bytes((wgd_swizzle_mode)m);
        assert_int_equal(wgd_swizzle_of_row(row), m == WGD_SWZ_128B_32B ? (int)WGD_SWZ_128B : m);
    }
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        found_as(all[i].name, all[i].mode, find_swizzle);
    }
    assert_int_equal(wgd_swizzle_of_row(48), WGD_SWZ_NONE);
}

static void architectures(void **state)
{
    static const char *const none[] = {"s90", "m90", "smm90", "sm10000", "1000", "sm__90", "99999"};
    wgd_arch a;
    wgd_diag d;
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        memset(&d, 0, sizeof d);
        assert_int_equal(wgd_arch_parse(none[i], &a, &d), WGD_ERR_VALUE);
        assert_string_equal(d.got, none[i]);
    }
    assert_int_equal(wgd_arch_parse("_90", &a, &d), WGD_OK);
    /* What is asked for is a tcgen05, and of those that have none wgmma is no way out. */
    assert_int_equal(wgd_arch_tcgen05_check(WGD_SM90, &d), WGD_ERR_VALUE);
    assert_string_equal(d.want, "sm100, sm103");
    assert_int_equal(wgd_arch_tcgen05_check(WGD_SM120, &d), WGD_ERR_VALUE);
    assert_non_null(strstr(d.hint, "mma.sync"));
}

static void values_that_stand_for_nothing(void **state)
{
    (void)state;
    for (int a = 0; a < WGD_ARCH_COUNT; a++) {
        const wgd_arch_info *info = wgd_arch_get((wgd_arch)a);
        assert_int_equal(wgd_arch_tcgen05((wgd_arch)a), info->family == WGD_FAMILY_TCGEN05);
        assert_int_equal(wgd_arch_absolute_lbo((wgd_arch)a), info->absolute_lbo);
    }
    assert_false(wgd_arch_tcgen05(WGD_ARCH_COUNT) || wgd_arch_absolute_lbo(WGD_ARCH_COUNT));
    for (int t = 0; t < WGD_DTYPE_COUNT; t++) {
        assert_int_equal(wgd_dtype_integer((wgd_dtype)t),
                         t == WGD_S8 || t == WGD_U8 || t == WGD_B1);
    }
    assert_false(wgd_dtype_integer(WGD_DTYPE_COUNT));
    assert_int_equal(wgd_dtype_bits(WGD_DTYPE_COUNT), 1);
    const wgd_swizzle_mode modes[] = {WGD_SWZ_NONE, (wgd_swizzle_mode)WGD_SWIZZLE_MODE_COUNT};
    for (int i = 0; i < 2; i++) { /* what is no swizzle moves nothing, as none does */
        assert_int_equal(wgd_swizzle_row_bytes(modes[i]), 16);
        assert_int_equal(wgd_swizzle_row_mask(modes[i]), 0);
        assert_int_equal(wgd_swizzle_low_bit(modes[i]), 4);
        assert_int_equal(wgd_swizzle_tcgen05_code(modes[i]), 0);
    }
}

/* 48 bytes of K are K-major, dense, packed fp4 of sm_103; 32 and 64 bytes are anybody's. */
static void bytes_of_k(void **state)
{
    static const struct {
        wgd_read r;
        wgd_status status;
        const char *got;
    } rows[] = {
        {{WGD_E2M1_PACKED4, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM103, 48}, WGD_OK, ""},
        {{WGD_E2M1_PACKED4, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM100, 48},
         WGD_ERR_VALUE,
         "96"},
        {{WGD_E4M3, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM103, 48}, WGD_ERR_VALUE, "48"},
        {{WGD_E2M1_PACKED4, WGD_OPERAND_A, WGD_MAJOR_K, 128, true, WGD_SM103, 48},
         WGD_ERR_VALUE,
         "96"},
        {{WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM100, 32}, WGD_OK, ""},
        {{WGD_F16, WGD_OPERAND_A, WGD_MAJOR_MN, 128, false, WGD_SM100, 64}, WGD_OK, ""},
        {{WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM100, 96}, WGD_ERR_VALUE, "48"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_diag d;
        memset(&d, 0, sizeof d);
        assert_int_equal(wgd_read_check(rows[i].r, &d), rows[i].status);
        assert_string_equal(d.got, rows[i].got);
        if (rows[i].status != WGD_OK) {
            assert_string_equal(d.field, "block");
        }
    }
    static const int64_t blocks[][2] = {{128, -16}, {128, 1025}, {128, 17}, {128, 15}};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
        const wgd_block_ask ask = {0, 128, blocks[i], "", ""};
        wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 0, false, WGD_SM100, 0};
        char got[32];
        wgd_diag d;
        memset(&d, 0, sizeof d);
        if (i == 3) {
            rd.dtype = WGD_E2M1_PACKED4; /* seven bytes and a half */
        }
        snprintf(got, sizeof got, "%d", (int)blocks[i][1]);
        assert_int_equal(wgd_inst_block(&ask, &rd, &d), WGD_ERR_VALUE);
        assert_string_equal(d.field, "block");
        assert_string_equal(d.got, got);
    }
}

/* The next smaller block of an operand: of A of tcgen05 there are 128 and 64 rows. */
static void fewer_rows(void **state)
{
    wgd_read a = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 0, false, WGD_SM100, 0};
    wgd_read b = {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 0, false, WGD_SM100, 0};
    (void)state;
    assert_int_equal(wgd_rows_below(a, 256), 128);
    assert_int_equal(wgd_rows_below(a, 128), 64);
    assert_int_equal(wgd_rows_below(a, 64), 0);
    assert_int_equal(wgd_rows_below(b, 1000), 256);
    assert_int_equal(wgd_rows_below(b, 256), 248);
    assert_int_equal(wgd_rows_below(b, 8), 0);
    b.dtype = WGD_E4M3;
    b.major = WGD_MAJOR_MN;
    assert_int_equal(wgd_rows_below(b, 256), 240);
    assert_int_equal(wgd_rows_below(b, 16), 0);
    a.arch = WGD_SM90;
    b.arch = WGD_SM90;
    assert_int_equal(wgd_rows_below(a, 128), 0);
    assert_int_equal(wgd_rows_below(b, 256), 248);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types),      cmocka_unit_test(questions),
        cmocka_unit_test(swizzles),   cmocka_unit_test(architectures),
        cmocka_unit_test(bytes_of_k), cmocka_unit_test(values_that_stand_for_nothing),
        cmocka_unit_test(fewer_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
