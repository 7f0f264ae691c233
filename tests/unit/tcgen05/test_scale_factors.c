/* SPDX-License-Identifier: MIT
 *
 * Scale factors in global memory by the one line that CUTLASS's documents give, row r of factor c at byte r % 32 *
 * 16 + r / 32 * 4 + c of a block of 512, for A, B and D in both majors; what of them and of a stage is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgd_sf.h"

static int64_t blocks(int64_t n, int64_t of)
{
    return n / of + (n % of != 0);
}

/* Element (row, column) of a matrix whose vectors run along the columns. */
static int64_t byte_of(int64_t row, int64_t col, int64_t rows, int64_t cols, int vec,
                       int64_t matrix)
{
    const int64_t factor = col / vec, down = blocks(rows, 128),
                  along = blocks(cols, 4 * (int64_t)vec);
    const int64_t block = (matrix * down + row / 128) * along + factor / 4;
    return block * 512 + row % 32 * 16 + row % 128 / 32 * 4 + factor % 4;
}

static void places(void **state)
{
    static const int64_t problems[][4] = {{130, 96, 144, 2}, {128, 256, 64, 1}, {1, 1, 1, 3}};
    (void)state;
    for (int p = 0; p < 3; p++) {
        for (int i = 0; i < 8; i++) {
            const wgd_sf_operand operand = i < 2 ? WGD_SF_A : i < 4 ? WGD_SF_B : WGD_SF_D;
            const int vec = i % 2 ? 16 : 32;
            const bool along_m = i >= 6;
            wgd_sf s;
            assert_int_equal(wgd_sf_make(operand, vec, problems[p], along_m, &s, NULL), WGD_OK);
            const int64_t rows = problems[p][operand == WGD_SF_B ? 1 : 0];
            const int64_t cols = problems[p][operand == WGD_SF_D ? 1 : 2];
            const int64_t lines = along_m ? cols : rows, length = along_m ? rows : cols;
            assert_int_equal(s.rows, rows);
            assert_int_equal(s.cols, cols);
            assert_int_equal(s.bytes, problems[p][3] * blocks(lines, 128) *
                                          blocks(length, 4 * (int64_t)vec) * 512);
            int64_t found = 0, vectors = 0;
            for (int64_t m = 0; m < problems[p][3]; m++) {
                for (int64_t line = 0; line < lines; line++) {
                    for (int64_t at = 0; at < length; at++) {
                        const int64_t row = along_m ? at : line, col = along_m ? line : at;
                        const int64_t byte = byte_of(line, at, lines, length, vec, m);
                        assert_int_equal(wgd_sf_at(&s, row, col, m), byte);
                        vectors += at % vec == 0;
                    }
                }
            }
            for (int64_t byte = -1; byte <= s.bytes; byte++) {
                int64_t row, col, matrix;
                if (wgd_sf_find(&s, byte, &row, &col, &matrix)) {
                    assert_int_equal(wgd_sf_at(&s, row, col, matrix), byte);
                    assert_true(row < rows && col < cols && matrix < problems[p][3]);
                    found++;
                }
            }
            assert_int_equal(found, vectors);
            /* The layout says the same of the padded matrix. */
            const int64_t down = blocks(lines, 128) * 128;
            const int64_t along = blocks(length, 4 * (int64_t)vec) * 4 * vec;
            for (int64_t x = 0; x < 500; x++) {
                const int64_t line = x * 7 % lines, at = x * 13 % length;
                const int64_t index = along_m ? at + line * along : line + at * down;
                assert_int_equal(wgd_layout_at(&s.layout, index),
                                 byte_of(line, at, lines, length, vec, 0));
            }
        }
    }
}

static void refused_in_global_memory(void **state)
{
    static const struct {
        int vec;
        int64_t problem[4];
        bool along_m;
        wgd_status status;
        const char *field, *got;
    } rows[] = {
        {32, {0, 1, 1, 1}, false, WGD_ERR_VALUE, "m", "0"},
        {32, {1, -1, 1, 1}, false, WGD_ERR_VALUE, "n", "-1"},
        {32, {1, 1, 2147483648, 1}, false, WGD_ERR_VALUE, "k", "2147483648"},
        {32, {1, 1, 1, 0}, false, WGD_ERR_VALUE, "l", "0"},
        {24, {1, 1, 1, 1}, false, WGD_ERR_VALUE, "vec", "24"},
        {32, {1, 1, 1, 1}, true, WGD_ERR_VALUE, "sf_major", "mn"},
        {16, {2147483647, 1, 2147483647, 2147483647}, false, WGD_ERR_OVERFLOW, "l", "2147483647"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_sf s;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        assert_int_equal(
            wgd_sf_make(WGD_SF_A, rows[i].vec, rows[i].problem, rows[i].along_m, &s, &d),
            rows[i].status);
        assert_string_equal(d.field, rows[i].field);
        assert_string_equal(d.got, rows[i].got);
    }
}

/* The most bytes that fit, to the byte; and the block of factors that run along M. */
static void ends(void **state)
{
    (void)state;
    const int64_t most[] = {8388609 * INT64_C(128), 1, 1, 2147483392};
    wgd_sf s;
    assert_int_equal(INT64_MAX / most[3], 8388609 * INT64_C(512));
    assert_int_equal(wgd_sf_make(WGD_SF_A, 32, most, false, &s, NULL), WGD_OK);
    assert_int_equal(s.bytes, 8388609 * INT64_C(512) * most[3]);
    const int64_t one[] = {128, 128, 128, 1};
    char text[128];
    assert_int_equal(wgd_sf_make(WGD_SF_D, 16, one, true, &s, NULL), WGD_OK);
    wgd_layout_snprintf(text, sizeof text, &s.atom, WGD_FMT_PLAIN);
    assert_string_equal(text, "((16,4),(32,4)):((0,1),(16,4))");
}

static void refused_in_a_stage(void **state)
{
    static const struct {
        wgd_sf_operand operand;
        wgd_umma_kind kind;
        int cta_group, vec, mma[3], tile[3];
        const char *field, *got, *want; /* parts of it */
    } rows[] = {
        {WGD_SF_D, WGD_UMMA_MXF4, 1, 32, {128, 128, 64}, {128, 128, 256}, "operand", "SFD", "SFA"},
        {WGD_SF_A, WGD_UMMA_F16, 1, 32, {128, 128, 16}, {128, 128, 128}, "kind", "f16", "mxf4"},
        {WGD_SF_A, WGD_UMMA_MXF4, 1, 32, {128, 128, 0}, {128, 128, 256}, "mma", "0", "64"},
        {WGD_SF_A, WGD_UMMA_MXF4, 1, 32, {64, 128, 64}, {64, 128, 256}, "mma", "64", "128"},
        {WGD_SF_A, WGD_UMMA_MXF4, 1, 32, {128, 12, 64}, {128, 12, 256}, "mma", "12", "256"},
        {WGD_SF_A, WGD_UMMA_MXF4, 1, 32, {128, 128, 32}, {128, 128, 256}, "mma", "32", "64"},
        {WGD_SF_A, WGD_UMMA_MXF4, 1, 16, {128, 128, 64}, {128, 128, 256}, "vec", "16", "32"},
        {WGD_SF_A, WGD_UMMA_MXF4, 3, 32, {128, 128, 64}, {128, 128, 256}, "cta_group", "3", "1 or"},
        {WGD_SF_A, WGD_UMMA_MXF4, 1, 32, {128, 128, 64}, {256, 128, 256}, "tile", "256", "M and N"},
        {WGD_SF_A, WGD_UMMA_MXF4, 1, 32, {128, 128, 64}, {128, 64, 256}, "tile", "64", "M and N"},
        {WGD_SF_A, WGD_UMMA_MXF4, 1, 32, {128, 128, 64}, {128, 128, 64}, "tile", "64", "of 128"},
        {WGD_SF_A, WGD_UMMA_MXF4, 1, 32, {128, 128, 64}, {128, 128, 192}, "tile", "192", "of 128"},
        {WGD_SF_A, WGD_UMMA_MXF4, 1, 32, {128, 128, 64}, {128, 128, 8320}, "tile", "8320", "8192"},
        {WGD_SF_B, WGD_UMMA_MXF4NVF4, 1, 0, {128, 128, 64}, {128, 128, 32}, "tile", "32", "of 64"},
        {WGD_SF_B,
         WGD_UMMA_MXF4NVF4,
         1,
         16,
         {128, 128, 96},
         {128, 128, 192},
         "mma",
         "96",
         "K = 32"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_sf_stage s;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        const wgd_status st = wgd_sf_stage_make(rows[i].operand, rows[i].kind, rows[i].cta_group,
                                                rows[i].vec, rows[i].mma, rows[i].tile, &s, &d);
        assert_int_not_equal(st, WGD_OK);
        assert_int_equal(d.status, st);
        assert_string_equal(d.field, rows[i].field);
        assert_string_equal(d.got, rows[i].got);
        assert_non_null(strstr(d.want, rows[i].want));
        assert_int_equal(wgd_sf_stage_make(rows[i].operand, rows[i].kind, rows[i].cta_group,
                                           rows[i].vec, rows[i].mma, rows[i].tile, &s, NULL),
                         st);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),
        cmocka_unit_test(refused_in_global_memory),
        cmocka_unit_test(refused_in_a_stage),
        cmocka_unit_test(ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
