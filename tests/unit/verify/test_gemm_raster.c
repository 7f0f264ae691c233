/* SPDX-License-Identifier: MIT
 *
 * The order of output tiles: every tile exactly once, and neighbours in time are neighbours in
 * place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "gemm/raster.h"

static void every_tile_once(void **state)
{
    (void)state;
    for (int m = 1; m <= 13; m++) {
        for (int n = 1; n <= 9; n++) {
            for (int group = 1; group <= m; group++) {
                const gemm_raster r = {m, n, group};
                int seen[13][9] = {{0}};
                for (int t = 0; t < m * n; t++) {
                    const gemm_tile at = gemm_raster_at(r, t);
                    assert_in_range(at.m, 0, m - 1);
                    assert_in_range(at.n, 0, n - 1);
                    assert_int_equal(seen[at.m][at.n]++, 0);
                }
            }
        }
    }
}

/* Inside a band and from band to band only the row within the band may jump. */
static void columns_step_by_one(void **state)
{
    (void)state;
    const gemm_raster r = {20, 11, 6};
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
    const gemm_raster r = {20, 11, 6};
    for (int t = 0; t < 220; t++) {
        assert_int_equal(gemm_raster_at(r, t).m / 6, t / 66);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tile_once),
        cmocka_unit_test(columns_step_by_one),
        cmocka_unit_test(a_band_has_group_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
