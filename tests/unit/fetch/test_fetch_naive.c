/* SPDX-License-Identifier: MIT
 *
 * The fetch rule beside naive_fetch.h: the addresses of a block, nothing written behind them; the fields that a read looks at; the ranges that it reads twice or never; the way back. One small case for each
 * kind of block, so that it takes no time: every field's values are test_fetch_forms.c's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "naive_fetch.h"
#include "wgdesc.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

enum { MAP_MAX = WGD_N_MAX * 128, GUARD = 0x5a5a5a5a };

static const wgd_arch archs[] = {WGD_SM90, WGD_SM100, WGD_SM103};

/* ---- every kind of block ----------------------------------------------------------------------- */

static bool fits(wgd_read rd, wgd_swizzle_mode m)
{
    return wgd_mode_check(rd.dtype, rd.major, m, rd.arch, NULL) == WGD_OK;
}

/* Calls fn for each type, operand, major, form and swizzle that go together, with the rows that `rows` lists. */
static int each_kind(const int *rows, size_t n, void (*fn)(wgd_desc, wgd_read))
{
    int kinds = 0;
    for (size_t i = 0; i < COUNT(archs) * WGD_DTYPE_COUNT * 8 * n; i++) {
        const size_t kind = i / n;
        const wgd_read rd = {(wgd_dtype)(kind / 8 % WGD_DTYPE_COUNT),
                             (wgd_operand)(kind & 1),
                             (wgd_major)(kind >> 1 & 1),
                             rows[i % n],
                             (kind >> 2 & 1) != 0,
                             archs[kind / 8 / WGD_DTYPE_COUNT],
                             0};
        if (wgd_read_check(rd, NULL) != WGD_OK) {
            continue;
        }
        for (int m = 0; m < WGD_SWIZZLE_MODE_COUNT; m++) {
            if (fits(rd, (wgd_swizzle_mode)m)) {
                const wgd_desc d = {70, 13, 300, 1, false, (wgd_swizzle_mode)m};
                fn(d, rd);
                kinds++;
            }
        }
    }
    return kinds;
}

static void check_map(wgd_desc d, wgd_read rd)
{
    static uint32_t map[MAP_MAX + 1];
    const uint32_t k = (uint32_t)wgd_read_k(rd), n = (uint32_t)rd.mn * k;
    assert_in_range(n, 1, MAP_MAX);
    map[n] = GUARD;
    assert_int_equal(wgd_fetch_map(wgd_desc_pack(d, rd.arch), rd, map, n, NULL), WGD_OK);
    assert_int_equal(map[n], GUARD);
    for (uint32_t i = 0; i < n; i += i % 7 + n / 40) {
        assert_int_equal(map[i], naive_fetch(d, rd, i / k, i % k));
    }
    assert_int_equal(map[n - 1], naive_fetch(d, rd, (uint32_t)rd.mn - 1, k - 1));
}

static void test_map(void **state)
{
    static const int rows[] = {16, 64};
    (void)state;
    assert_int_equal(each_kind(rows, 2, check_map) > 200, true);
}

/* The most lines that a map has: 64 of K, sparse, of 256 rows; and the most chunks of a line. */
static void test_largest_maps(void **state)
{
    (void)state;
    wgd_read rd = {WGD_E4M3, WGD_OPERAND_B, WGD_MAJOR_MN, 256, true, WGD_SM100, 0};
    const wgd_desc d = {70, 13, 300, 1, false, WGD_SWZ_128B};
    check_map(d, rd);
    rd.dtype = WGD_TF32;
    const wgd_desc wide = {70, 13, 300, 1, false, WGD_SWZ_128B_32B};
    check_map(wide, rd);
}

static void check_chunks(wgd_desc d, wgd_read rd)
{
    static uint32_t chunk[WGD_FETCH_CHUNKS_MAX + 1];
    const uint32_t e = 128 / (uint32_t)wgd_dtype_get(rd.dtype)->bits;
    const uint32_t k = (uint32_t)wgd_read_k(rd), n = (uint32_t)rd.mn * k / e;
    const bool along_k = rd.major == WGD_MAJOR_K;
    const uint32_t per_line = (along_k ? k : (uint32_t)rd.mn) / e;
    chunk[n] = GUARD;
    assert_int_equal(wgd_fetch_chunks(d, rd, chunk), n);
    assert_int_equal(chunk[n], GUARD);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t line = i / per_line, first = i % per_line * e;
        assert_int_equal(chunk[i], along_k ? naive_fetch(d, rd, line, first)
                                           : naive_fetch(d, rd, first, line));
    }
}

static void test_chunks(void **state)
{
    static const int rows[] = {16};
    (void)state;
    assert_int_equal(each_kind(rows, 1, check_chunks) > 100, true);
}

/* PTX ISA: tcgen05's words hold 0b001 at bit 46. A map is refused through another, and so is a short buffer. */
static void test_refused(void **state)
{
    (void)state;
    static uint32_t map[64 * 16];
    wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM100, 0};
    wgd_diag diag;
    assert_int_equal(wgd_fetch_map(0, rd, map, COUNT(map), &diag), WGD_ERR_VALUE);
    assert_string_equal(diag.field, "desc");
    assert_string_equal(diag.got, "0");
    assert_int_equal(wgd_fetch_map(UINT64_C(1) << 46, rd, map, COUNT(map), &diag), WGD_OK);
    assert_int_equal(wgd_fetch_map(UINT64_C(1) << 46, rd, map, COUNT(map) - 1, &diag),
                     WGD_ERR_LIMIT);
    assert_string_equal(diag.field, "map");
    assert_string_equal(diag.got, "1023");
    rd.mn = 4;
    assert_int_equal(wgd_fetch_map(UINT64_C(1) << 46, rd, map, COUNT(map), &diag), WGD_ERR_N);
}

/* ---- what is read -------------------------------------------------------------------------------- */

/* A stride is read where the last element's offset holds it. */
static void check_reads(wgd_desc d, wgd_read rd)
{
    const naive_place last =
        naive_place_of(d.swizzle, rd, (uint32_t)rd.mn - 1, (uint32_t)wgd_read_k(rd) - 1);
    unsigned want = WGD_READS_START | WGD_READS_LAYOUT_TYPE;
    want |= last.lbo ? WGD_READS_LBO : 0;
    want |= last.sbo ? WGD_READS_SBO : 0;
    want |= d.swizzle == WGD_SWZ_NONE ? 0 : WGD_READS_BASE_OFFSET;
    assert_int_equal(wgd_fetch_reads(d.swizzle, rd), want);
}

static void test_reads(void **state)
{
    static const int rows[] = {8, 16, 24, 32, 40, 64, 72, 128, 136};
    (void)state;
    assert_int_equal(each_kind(rows, COUNT(rows), check_reads) > 500, true);
    /* tf32 has 8 of K: one group of lines, whatever the swizzle */
    const wgd_read tf32 = {WGD_TF32, WGD_OPERAND_A, WGD_MAJOR_MN, 8, false, WGD_SM100, 0};
    for (int m = WGD_SWZ_NONE; m <= WGD_SWZ_128B; m++) {
        const wgd_desc d = {0, 0, 0, 0, false, (wgd_swizzle_mode)m};
        check_reads(d, tf32);
    }
    /* 96 elements of packed fp4 go on at LBO, or at the address that it is */
    const wgd_read fp4 = {WGD_E2M1_PACKED4, WGD_OPERAND_A, WGD_MAJOR_K, 8, false, WGD_SM103, 48};
    assert_int_equal(wgd_fetch_reads(WGD_SWZ_128B, fp4),
                     WGD_READS_START | WGD_READS_LBO | WGD_READS_BASE_OFFSET |
                         WGD_READS_LAYOUT_TYPE | WGD_READS_LBO_MODE);
}

/* tcgen05 of sm_100: f16, bf16 and tf32 in either major, e4m3, e5m2, s8 and u8 too, but MN-major in steps of 16 rows,
 * four 4- and 6-bit floats K-major; of A and B, dense and sparse, each 8 to 256 rows in steps of 8. */
static void test_all_reads(void **state)
{
    (void)state;
    int reads = 0;
    wgd_read rd = wgd_read_first(WGD_SM100);
    do {
        reads++;
    } while (wgd_read_next(&rd));
    assert_int_equal(reads, 3 * 2 * 128 + 4 * (128 + 64) + 4 * 128);
}

/* ---- twice and never ------------------------------------------------------------------------------ */

enum { PIECES = 1 << 14 };

/* The ranges of pieces of 16 bytes of which `wanted` holds, rising and apart. */
static int ranges_of(const uint16_t *count, uint32_t from, uint32_t to, bool twice, wgd_range *out)
{
    int n = 0;
    for (uint32_t i = from; i < to; i++) {
        if (twice ? count[i] < 2 : count[i] > 0) {
            continue;
        }
        if (n > 0 && out[n - 1].end == i * 16) {
            out[n - 1].end += 16;
        } else {
            out[n++] = (wgd_range){i * 16, i * 16 + 16};
        }
    }
    return n;
}

static uint32_t bytes_of(const wgd_range *r, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        sum += r[i].end - r[i].begin;
    }
    return sum;
}

static void check_list(const wgd_range *got, const wgd_range *want, int n, int cap)
{
    for (int i = 0; i < n && i < cap; i++) {
        assert_int_equal(got[i].begin, want[i].begin);
        assert_int_equal(got[i].end, want[i].end);
    }
    assert_int_equal(got[n < cap ? n : cap].begin, GUARD);
}

static void check_coverage(wgd_desc d, wgd_read rd, size_t cap)
{
    static uint16_t count[PIECES];
    static wgd_range twice[PIECES], never[PIECES], got[2][WGD_RANGES_MAX + 1];
    uint32_t first = PIECES, end = 0;
    memset(count, 0, sizeof count);
    for (size_t i = 0; i < COUNT(got[0]); i++) {
        got[0][i].begin = got[1][i].begin = GUARD;
    }
    const uint32_t e = 128 / (uint32_t)wgd_dtype_get(rd.dtype)->bits;
    const uint32_t k = (uint32_t)wgd_read_k(rd);
    for (uint32_t i = 0; i < (uint32_t)rd.mn * k; i += e) {
        const uint32_t piece = naive_fetch(d, rd, i / k, i % k) / 16;
        assert_true(piece < PIECES);
        count[piece]++;
        first = piece < first ? piece : first;
        end = piece >= end ? piece + 1 : end;
    }
    const int twice_n = ranges_of(count, first, end, true, twice);
    const int never_n = ranges_of(count, first, end, false, never);
    wgd_coverage c;
    memset(&c, 0x5a, sizeof c);
    wgd_describe(wgd_desc_pack(d, rd.arch), rd, &c, got[0], got[1], cap);
    assert_int_equal(c.span.begin, first * 16);
    assert_int_equal(c.span.end, end * 16);
    assert_int_equal(c.fetched_bytes, (uint32_t)rd.mn * k / e * 16);
    assert_int_equal(c.never_bytes, bytes_of(never, never_n));
    assert_int_equal(c.twice_bytes, bytes_of(twice, twice_n));
    assert_int_equal(c.distinct_bytes, end * 16 - first * 16 - c.never_bytes);
    assert_int_equal(c.twice_n, twice_n);
    assert_int_equal(c.never_n, never_n);
    assert_int_equal(c.outside, end * 16 > 1 << 18);
    check_list(got[0], twice, twice_n, (int)cap);
    check_list(got[1], never, never_n, (int)cap);
}

static void test_coverage(void **state)
{
    /* start, LBO, SBO: every piece twice from address 0; apart, side by side; one hole; holes and overlaps */
    static const uint16_t words[][3] = {{0, 0, 8}, {0, 64, 8}, {1, 65, 8}, {5, 4, 9},
                                        {9, 2, 3}, {3, 0, 0},  {2, 1, 11}};
    static const size_t caps[] = {WGD_RANGES_MAX, 0, 1, 3};
    (void)state;
    const wgd_read a = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    const wgd_read most = {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 256, true, WGD_SM90, 0};
    for (size_t i = 0; i < COUNT(words); i++) {
        const wgd_desc d = {words[i][0], words[i][1], words[i][2], 0, false, WGD_SWZ_NONE};
        for (size_t c = 0; c < COUNT(caps); c++) {
            check_coverage(d, a, caps[c]);
        }
    }
    const wgd_desc wide = {64, 3, 130, 0, false, WGD_SWZ_128B},
                   over = {64, 3, 7, 0, false, WGD_SWZ_NONE};
    check_coverage(wide, most, WGD_RANGES_MAX);
    check_coverage(over, most, WGD_RANGES_MAX);
}

/* 1024 bytes up to the last that a start can name, and one piece on. */
static void test_window(void **state)
{
    (void)state;
    const wgd_read a = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    for (uint16_t i = 0; i < 2; i++) {
        const wgd_desc d = {(uint16_t)((0x40000 - 1024) / 16 + i), 0, 8, 0, false, WGD_SWZ_NONE};
        wgd_coverage c;
        wgd_describe(wgd_desc_encode(d), a, &c, NULL, NULL, 0);
        assert_int_equal(c.span.end, 0x40000 + 16 * i);
        assert_int_equal(c.outside, i);
    }
}

/* ---- the way back ---------------------------------------------------------------------------------- */

static void check_back(wgd_desc d, wgd_read rd)
{
    const uint32_t bits = (uint32_t)wgd_dtype_get(rd.dtype)->bits, bytes = bits < 8 ? 1 : bits / 8;
    const uint32_t row = (uint32_t)rd.mn / 2, column = (uint32_t)wgd_read_k(rd) - 1;
    const uint32_t at = naive_fetch(d, rd, row, column);
    wgd_element out[9];
    for (uint32_t byte = at; byte < at + bytes; byte++) {
        const size_t n = wgd_fetch_reverse(wgd_desc_pack(d, rd.arch), rd, byte, out, 8);
        assert_int_equal(n, bits < 8 ? 8 / bits : 1); /* so many share a byte */
        assert_true(out[n - 1].mn == row && out[n - 1].k == column);
    }
    out[1].mn = 0x5a5a;
    (void)wgd_fetch_reverse(wgd_desc_pack(d, rd.arch), rd, at, out, 1);
    assert_int_equal(out[1].mn, 0x5a5a);
}

static void test_back(void **state)
{
    static const wgd_dtype types[] = {WGD_F16, WGD_TF32, WGD_E4M3};
    (void)state;
    for (size_t i = 0; i < COUNT(types); i++) {
        const wgd_read rd = {types[i], WGD_OPERAND_B, WGD_MAJOR_K, 8, false, WGD_SM90, 0};
        const wgd_desc d = {64, 16, 64, 0, false, WGD_SWZ_NONE};
        check_back(d, rd);
    }
    const wgd_read b1 = {WGD_B1, WGD_OPERAND_B, WGD_MAJOR_K, 8, false, WGD_SM90, 0};
    const wgd_read fp4 = {WGD_E2M1_PACKED4, WGD_OPERAND_B, WGD_MAJOR_K, 8, false, WGD_SM100, 0};
    const wgd_desc d = {64, 16, 64, 0, false, WGD_SWZ_NONE};
    check_back(d, b1);
    check_back(d, fp4);
    /* read twice, and room for one: the one behind stays */
    const wgd_read a = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    const wgd_desc same = {64, 0, 8, 0, false, WGD_SWZ_NONE};
    wgd_element out[2] = {{7, 7}, {7, 7}};
    assert_int_equal(wgd_fetch_reverse(wgd_desc_encode(same), a, 64 * 16, out, 1), 2);
    assert_true(out[0].mn == 0 && out[0].k == 0 && out[1].mn == 7 && out[1].k == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_map),      cmocka_unit_test(test_largest_maps),
        cmocka_unit_test(test_chunks),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_reads),    cmocka_unit_test(test_all_reads),
        cmocka_unit_test(test_coverage), cmocka_unit_test(test_window),
        cmocka_unit_test(test_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
