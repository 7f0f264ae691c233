/* SPDX-License-Identifier: MIT
 *
 * The order of output tiles: every tile exactly once, and neighbours in time are neighbours in
 * place; the blocks of a band.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "gemm/raster.h"

/* In blocks of so many rows and columns; 0: without. */
static void check_every_tile(gemm_raster r, int rows, int columns)
{
    int seen[13][9] = {{0}};
    for (int t = 0; t < r.tiles_m * r.tiles_n; t++) {
        const gemm_tile at =
            rows ? gemm_raster_in_blocks_at(r, rows, columns, t) : gemm_raster_at(r, t);
        assert_in_range(at.m, 0, r.tiles_m - 1);
        assert_in_range(at.n, 0, r.tiles_n - 1);
        assert_int_equal(seen[at.m][at.n]++, 0);
    }
}

static void every_tile_once(void **state)
{
    (void)state;
    for (int m = 1; m <= 13; m++) {
        for (int n = 1; n <= 9; n++) {
            for (int group = 1; group <= m + 3; group++) {
                const gemm_raster r = gemm_raster_of(m, n, group);
                check_every_tile(r, 0, 0);
                for (int block = 0; block < 12; block++) {
                    check_every_tile(r, 1 + block / 3, 1 + block % 3);
                }
            }
        }
    }
}

/* Bands of 10 rows of blocks of 4 x 2: 4, 4 and 2 rows of two columns, then of the next two; the last column is alone. The
 * second band runs back. */
static void blocks_fill_a_band(void **state)
{
    static const struct {
        int t, m, n;
    } rows[] = {{0, 0, 0},   {3, 3, 0},   {4, 0, 1},   {7, 3, 1},   {8, 4, 0},   {12, 4, 1},
                {16, 8, 0},  {17, 9, 0},  {18, 8, 1},  {19, 9, 1},  {20, 0, 2},  {39, 9, 3},
                {40, 0, 4},  {44, 4, 4},  {49, 9, 4},  {50, 10, 4}, {54, 10, 3}, {57, 13, 3},
                {58, 14, 4}, {66, 18, 4}, {69, 19, 3}, {70, 10, 2}, {99, 19, 0}};
    (void)state;
    const gemm_raster r = gemm_raster_of(20, 5, 10);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const gemm_tile at = gemm_raster_in_blocks_at(r, 4, 2, rows[i].t);
        assert_int_equal(at.m, rows[i].m);
        assert_int_equal(at.n, rows[i].n);
    }
}

/* Blocks as high as the band and one column wide are its columns. */
static void columns_are_blocks(void **state)
{
    (void)state;
    const gemm_raster r = gemm_raster_of(20, 11, 6);
    for (int t = 0; t < 220; t++) {
        const gemm_tile column = gemm_raster_at(r, t), block = gemm_raster_in_blocks_at(r, 6, 1, t);
        assert_int_equal(column.m, block.m);
        assert_int_equal(column.n, block.n);
    }
}

/* Inside a band and from band to band only the row within the band may jump. */
static void columns_step_by_one(void **state)
{
    (void)state;
    const gemm_raster r = gemm_raster_of(20, 11, 6);
    gemm_tile last = gemm_raster_at(r, 0);
    for (int t = 1; t < 220; t++) {
        const gemm_tile at = gemm_raster_at(r, t);
        const int step = at.n - last.n;
        assert_in_range(step + 1, 0, 2);
        last = at;
    }
}

static void a_band_has_group_rows(void **state)
{
    (void)state;
    const gemm_raster r = gemm_raster_of(20, 11, 6);
    for (int t = 0; t < 220; t++) {
        assert_int_equal(gemm_raster_at(r, t).m / 6, t / 66);
    }
}

/* The quotient is that of C's division, of numbers about each multiple and the largest, by small divisors and those about
 * powers of two. */
static void quotients_are_exact(void **state)
{
    (void)state;
    for (int bit = 0; bit <= 30; bit++) {
        for (int64_t d = ((int64_t)1 << bit) - 40; d <= ((int64_t)1 << bit) + 40; d++) {
            if (d < 1 || d > 1 << 30) {
                continue;
            }
            const gemm_divisor by = gemm_divisor_of((int)d);
            for (int64_t i = 0; i < 200; i++) {
                const int64_t n =
                    i < 100 ? i / 2 * d - i % 2 : INT32_MAX / d * d - i % 2 - (i - 100) / 2 * d;
                if (n >= 0 && n <= INT32_MAX) {
                    assert_int_equal(gemm_quotient((int)n, by), n / d);
                }
            }
            assert_int_equal(gemm_quotient(INT32_MAX, by), INT32_MAX / d);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tile_once),       cmocka_unit_test(columns_step_by_one),
        cmocka_unit_test(a_band_has_group_rows), cmocka_unit_test(blocks_fill_a_band),
        cmocka_unit_test(columns_are_blocks),    cmocka_unit_test(quotients_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
