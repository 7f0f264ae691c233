/* SPDX-License-Identifier: MIT
 *
 * All orders over all arrangements of rows against tests/unit/lib/naive_use.h: the same lanes, totals and refusals.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "naive_use.h"
#include "rng.h"

enum { WINDOW = 1 << 18 };

/* ---- arrangements of rows ------------------------------------------------------------------- */

static naive_tile rows_of(int rows, int row_bytes, int es, wgd_arrange_kind kind, int64_t base)
{
    naive_tile t = {.rows = rows, .cols = row_bytes / es, .es = es, .first = false};
    assert_int_equal(wgd_arrange_rows(rows, t.cols, 8 * es, base, &t.a, NULL), WGD_OK);
    t.a.kind = kind;
    return t;
}

static wgd_bank_use use_of(const char *text, int es)
{
    wgd_bank_use u;
    assert_int_equal(wgd_bank_use_parse(text, 8 * es, &u, NULL), WGD_OK);
    return u;
}

static int refused;

/* Every arrangement of rows of so many bytes. */
static void each_kind(const wgd_bank_use *u, int rows, int row_bytes, int es, int64_t base)
{
    naive_tile t = rows_of(rows, row_bytes, es, WGD_ARRANGE_PLAIN, base);
    refused += naive_use_compare(&t, u) != WGD_OK;
    t.a.kind = WGD_ARRANGE_PADDED;
    static const int pads[] = {4, 8, 16, 40};
    for (int i = 0; i < 4; i++) {
        t.a.pad_bytes = pads[i];
        refused += naive_use_compare(&t, u) != WGD_OK;
    }
    t.a.pad_bytes = 0;
    t.a.kind = WGD_ARRANGE_PERMUTED;
    if (row_bytes % 16 == 0) {
        refused += naive_use_compare(&t, u) != WGD_OK;
    }
    static const wgd_swizzle of[] = {{3, 4, 3}, {2, 4, 3}, {1, 4, 3}, {3, 4, 4},
                                     {2, 4, 5}, {1, 5, 3}, {2, 5, 2}, {3, 4, 5}};
    t.a.kind = WGD_ARRANGE_SWIZZLED;
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        t.a.sw = of[i];
        refused += naive_use_compare(&t, u) != WGD_OK;
    }
}

static void each_tile(const char *text, int es, const int (*tiles)[2], int n)
{
    const wgd_bank_use u = use_of(text, es);
    for (int i = 0; i < n; i++) {
        each_kind(&u, tiles[i][0], tiles[i][1], es, 0);
    }
}

static const int any[][2] = {{8, 128}, {20, 64}, {24, 96}, {16, 256}, {9, 80},
                             {40, 32}, {5, 400}, {3, 16},  {33, 16}},
                 whole[][2] = {{16, 128}, {32, 64}, {48, 96}, {32, 256},
                               {16, 160}, {64, 32}, {16, 512}};
#define EACH(text, es, tiles) each_tile(text, es, tiles, (int)(sizeof(tiles) / sizeof(tiles)[0]))

static void copies(void **state)
{
    (void)state;
    EACH("ld.b128:copy", 2, any);
    EACH("st.b64:copy", 8, any);
}

static void copies_of_words(void **state)
{
    (void)state;
    EACH("ld.b32:copy", 4, any);
    EACH("st.b32:copy", 1, any);
    EACH("ldmatrix.x2:copy", 2, any);
}

static void columns(void **state)
{
    (void)state;
    EACH("st.b128:column", 2, any);
    EACH("ld.b64:column", 4, any);
    EACH("stmatrix.x1:column", 1, any);
}

static void columns_of_words(void **state)
{
    (void)state;
    EACH("ld.b32:column", 2, any);
}

static void matrices_a(void **state)
{
    (void)state;
    EACH("ldmatrix.x4:mma.a", 2, whole);
    EACH("ldmatrix.x2:mma.a", 2, whole);
    EACH("stmatrix.x1:mma.a", 1, whole);
}

static void matrices_b(void **state)
{
    (void)state;
    EACH("ldmatrix.x4:mma.b", 2, whole);
    EACH("stmatrix.x2:mma.b", 4, whole);
    EACH("ld.b128:mma.b", 2, whole);
    EACH("ldmatrix.x1:mma.b", 2, whole);
}

static void accumulators(void **state)
{
    (void)state;
    static const int wgmma[][2] = {{64, 32}, {128, 64}}, wide[][2] = {{64, 256}};
    EACH("st.b32:frag:m64n16k16:d", 2, wgmma);
    EACH("st.b64:frag:m64n8k16:d", 4, wide);
}

static void operands(void **state)
{
    (void)state;
    static const int mma[][2] = {{16, 32}, {32, 64}, {48, 128}, {16, 384}},
                     halves[][2] = {{16, 16}, {32, 32}, {16, 256}};
    EACH("ld.b32:frag:mma.m16n8k16:a", 2, mma);
    EACH("st.b32:frag:mma.m16n8k16:d", 2, halves);
}

/* Whatever is between: any tile, any swizzle, any begin. */
static void by_chance(void **state)
{
    (void)state;
    static const char *const of[] = {"ld.b32:copy",   "ld.b64:copy",   "st.b128:copy",
                                     "ld.b32:column", "ld.b64:column", "ldmatrix.x2:copy",
                                     "st.b128:column"};
    static const int pads[] = {4, 8, 16, 32, 60, 128};
    rng r = rng_start();
    for (int i = rng_runs(250); i > 0; i--) {
        const wgd_bank_use u = use_of(of[rng_below(&r, 7)], 4);
        const int rows = 1 + rng_below(&r, 24), bytes = 16 * (1 + rng_below(&r, 20));
        naive_tile t = rows_of(rows, bytes, 4, (wgd_arrange_kind)rng_below(&r, WGD_ARRANGE_LAYOUT),
                               16 * rng_below(&r, 1000));
        t.a.pad_bytes = t.a.kind == WGD_ARRANGE_PADDED ? pads[rng_below(&r, 6)] : 0;
        t.a.sw.b = (int8_t)rng_below(&r, 4);
        t.a.sw.m = (int8_t)(4 + rng_below(&r, 3));
        t.a.sw.s = (int8_t)(t.a.sw.b + rng_below(&r, 4));
        naive_use_compare(&t, &u);
    }
}

/* Near the end of shared memory: what fits, and by how little it does not. */
static void ends(void **state)
{
    (void)state;
    static const char *const of[] = {"st.b128:copy", "ld.b32:column", "ldmatrix.x4:mma.a",
                                     "st.b64:column", "st.b32:frag:mma.m16n8k16:d"};
    refused = 0;
    for (int i = 0; i < 5; i++) {
        const wgd_bank_use u = use_of(of[i], 2);
        for (int left = 16 * 64 - 16; left <= 16 * 64 + 16; left += 16) {
            each_kind(&u, 16, 64, 2, WINDOW - left);
        }
        for (int pads = 16 * 4; pads <= 16 * 16; pads *= 2) {
            each_kind(&u, 16, 64, 2, WINDOW - (16 * 64 + pads));
        }
    }
    assert_in_range(refused, 100, 250);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),       cmocka_unit_test(copies_of_words),
        cmocka_unit_test(columns),      cmocka_unit_test(columns_of_words),
        cmocka_unit_test(matrices_a),   cmocka_unit_test(matrices_b),
        cmocka_unit_test(accumulators), cmocka_unit_test(operands),
        cmocka_unit_test(by_chance),    cmocka_unit_test(ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
