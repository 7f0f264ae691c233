/* SPDX-License-Identifier: MIT
 *
 * Which neighbours are put side by side when the tiles of a product are dealt: pairs, groups that claim them, and those that
 * keep in step.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "plan/problem_parts.h"
#include "wgdesc.h"

static void check_reason(const wgd_problem_tile *t, const wgd_problem_way *w, int ctas,
                         const int64_t p[3], int64_t k, const wgd_problem_device *device,
                         wgd_problem_pairs pairs, const char *reason)
{
    wgd_problem_deal d;
    assert_int_equal(wgd_problem_deal_tiles(&d, t, w, ctas, p, k, device), WGD_OK);
    assert_int_equal(d.pairs, pairs);
    assert_string_equal(d.pairs_reason, reason);
}

/* One wave of blocks that share nothing, several along M and N, and 8 stages at least. Along N where at most 4 tiles are,
 * and twice as many along M; groups of SMs where 4 at least are along both, and a block of a large tile brings 16,000
 * lines: 50 stages of 128 + 192. Pairs want an even number of tiles. */
static void test_pairs(void **state)
{
    (void)state;
    static const char few_steps[] = "K has fewer than 8 lines of 128 bytes, where it gains nothing";
    static const char same_b[] = "neighbours read the same B";
    static const char same_a[] = "neighbours read the same A, and few others do";
    static const char in_blocks[] =
        "blocks of tiles read the same A and B, for long enough to claim them";
    static const struct {
        int64_t along_m, along_n, stages;
        wgd_problem_pairs pairs;
        const char *reason;
    } rows[] = {
        {16, 8, 8, WGD_PROBLEM_PAIRS_M, same_b},
        {16, 8, 7, WGD_PROBLEM_PAIRS_NONE, few_steps},
        {11, 12, 37, WGD_PROBLEM_PAIRS_M, same_b},
        {11, 12, 38, WGD_PROBLEM_PAIRS_GROUPS, in_blocks},
        {11, 11, 50, WGD_PROBLEM_PAIRS_GROUPS, in_blocks},
        {4, 33, 50, WGD_PROBLEM_PAIRS_GROUPS, in_blocks},
        {3, 44, 50, WGD_PROBLEM_PAIRS_M, same_b},
        {26, 5, 50, WGD_PROBLEM_PAIRS_GROUPS, in_blocks},
        {7, 4, 50, WGD_PROBLEM_PAIRS_GROUPS, in_blocks},
        {6, 3, 50, WGD_PROBLEM_PAIRS_N, same_a},
        {5, 3, 50, WGD_PROBLEM_PAIRS_NONE, "an odd number of tiles"},
        {32, 4, 50, WGD_PROBLEM_PAIRS_N, same_a},
        {7, 19, 100, WGD_PROBLEM_PAIRS_NONE, "an odd number of tiles"},
        {12, 12, 100, WGD_PROBLEM_PAIRS_NONE, "more blocks than run at once in clusters of 2"},
        {11, 11, 9, WGD_PROBLEM_PAIRS_NONE, "an odd number of tiles"},
        {1, 64, 32, WGD_PROBLEM_PAIRS_NONE, "one tile along M"},
        {64, 1, 32, WGD_PROBLEM_PAIRS_NONE, "one tile along N"},
        {2, 64, 32, WGD_PROBLEM_PAIRS_M, same_b},
        {64, 2, 32, WGD_PROBLEM_PAIRS_N, same_a},
        {8, 4, 32, WGD_PROBLEM_PAIRS_N, same_a},
        {7, 4, 32, WGD_PROBLEM_PAIRS_M, same_b},
        {10, 5, 32, WGD_PROBLEM_PAIRS_M, same_b},
        {4, 2, 8, WGD_PROBLEM_PAIRS_N, same_a},
        {3, 2, 8, WGD_PROBLEM_PAIRS_M, same_b},
    };
    const wgd_problem_tile t = {128, 192, 1, 1, 5, 16384, false},
                           shared = {128, 192, 2, 1, 5, 16384, false},
                           beside = {128, 192, 1, 2, 5, 16384, false};
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int64_t p[3] = {128 * rows[i].along_m - 127, 192 * rows[i].along_n,
                              64 * rows[i].stages - 1};
        const wgd_problem_way w = {1, false, 192}, split = {2, false, 192};
        assert_int_equal(wgd_problem_pairs_of(&t, &w, p, 64, &device), rows[i].pairs);
        assert_int_equal(wgd_problem_pairs_of(&shared, &w, p, 64, &device), WGD_PROBLEM_PAIRS_NONE);
        assert_int_equal(wgd_problem_pairs_of(&t, &split, p, 64, &device), WGD_PROBLEM_PAIRS_NONE);
        check_reason(&t, &w, 1, p, 64, &device, rows[i].pairs, rows[i].reason);
        check_reason(&shared, &w, 1, p, 64, &device, WGD_PROBLEM_PAIRS_NONE,
                     "the blocks of a cluster are side by side");
        check_reason(&beside, &w, 1, p, 64, &device, WGD_PROBLEM_PAIRS_NONE,
                     "the blocks of a cluster are side by side");
        check_reason(&t, &split, 1, p, 64, &device, WGD_PROBLEM_PAIRS_NONE,
                     "the blocks that share a tile are a cluster");
        /* Two SMs of a tile are a pair already. */
        check_reason(&t, &w, 2, p, 64, &device, WGD_PROBLEM_PAIRS_NONE,
                     "the blocks of a cluster are side by side");
    }
    const int64_t beyond[3] = {INT64_C(64) << 15, INT64_C(128) << 16, 64};
    const wgd_problem_way w = {1, false, 128};
    assert_int_equal(wgd_problem_pairs_of(&t, &w, beyond, 64, &device), WGD_PROBLEM_PAIRS_NONE);
}

/* Where blocks that share a tile meet in memory, neighbours have the same part of K: pairs, or from tiles of 128 x 128 and
 * 7000 lines a block on groups, also where few tiles are along N. All parts of all tiles run at once. */
static void test_pairs_of_parts(void **state)
{
    (void)state;
    static const struct {
        int64_t m, n, along_m, along_n;
        int split;
        int64_t steps; /* of K, of a block */
        wgd_problem_pairs pairs;
    } rows[] = {
        {128, 128, 4, 8, 4, 28, WGD_PROBLEM_PAIRS_GROUPS},
        {128, 128, 4, 8, 4, 27, WGD_PROBLEM_PAIRS_M}, /* 6912 lines */
        {128, 128, 3, 8, 4, 28, WGD_PROBLEM_PAIRS_M},
        {128, 128, 4, 3, 4, 28, WGD_PROBLEM_PAIRS_M},
        {128, 128, 8, 3, 4, 28, WGD_PROBLEM_PAIRS_N},
        {128, 128, 8, 4, 4, 28, WGD_PROBLEM_PAIRS_GROUPS},
        {128, 128, 8, 4, 2, 28, WGD_PROBLEM_PAIRS_GROUPS}, /* few along N, two parts */
        {128, 152, 4, 8, 4, 25, WGD_PROBLEM_PAIRS_GROUPS}, /* 7000 lines */
        {127, 128, 4, 8, 4, 28, WGD_PROBLEM_PAIRS_M},      /* smaller than 128 x 128 */
        {128, 128, 3, 3, 4, 28, WGD_PROBLEM_PAIRS_NONE},   /* an odd number of tiles */
        {128, 128, 4, 8, 4, 7, WGD_PROBLEM_PAIRS_NONE},
        {128, 120, 4, 8, 4, 100, WGD_PROBLEM_PAIRS_M},
        {64, 64, 2, 16, 4, 32, WGD_PROBLEM_PAIRS_M},
        {64, 64, 1, 16, 8, 32, WGD_PROBLEM_PAIRS_NONE},
        {64, 64, 2, 16, 4, 8, WGD_PROBLEM_PAIRS_M},
        {64, 128, 8, 4, 4, 32, WGD_PROBLEM_PAIRS_GROUPS}, /* 6144 lines */
        {64, 128, 8, 4, 4, 31, WGD_PROBLEM_PAIRS_N},
        {64, 128, 6, 4, 4, 32, WGD_PROBLEM_PAIRS_M}, /* 96 blocks of 132 */
        {64, 128, 5, 5, 4, 32, WGD_PROBLEM_PAIRS_GROUPS},
        {64, 120, 8, 4, 4, 40, WGD_PROBLEM_PAIRS_N},
    };
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const wgd_problem_tile t = {rows[i].m, 256, 1, 1, 6, 16384, false};
        const wgd_problem_way w = {rows[i].split, true, rows[i].n};
        const int64_t p[3] = {rows[i].m * rows[i].along_m, rows[i].n * rows[i].along_n,
                              64 * rows[i].split * rows[i].steps};
        assert_int_equal(wgd_problem_pairs_of(&t, &w, p, 64, &device), rows[i].pairs);
    }
    /* Small ones on an H200 alone. */
    const wgd_problem_tile shared = {64, 128, 1, 1, 8, 16384, false};
    const wgd_problem_way four = {4, true, 128};
    const int64_t one[3] = {512, 512, 8192};
    const wgd_problem_device h100 = wgd_problem_device_of(WGD_H100, WGD_PROBLEM_SMS);
    assert_int_equal(wgd_problem_pairs_of(&shared, &four, one, 64, &h100), WGD_PROBLEM_PAIRS_N);
    /* 132 blocks are pairs, 136 do not run at once. */
    const wgd_problem_tile t = {64, 64, 1, 1, 11, 8192, false};
    const int64_t all[3] = {128, 64 * 33, 64 * 32}, more[3] = {128, 64 * 34, 64 * 32};
    const wgd_problem_way w = {2, true, 64};
    assert_int_equal(wgd_problem_pairs_of(&t, &w, all, 64, &device), WGD_PROBLEM_PAIRS_M);
    check_reason(&t, &w, 1, more, 64, &device, WGD_PROBLEM_PAIRS_NONE,
                 "more blocks than run at once in clusters of 2");
}

/* Large tiles of one round are claimed from 16,000 lines a block on: 42 stages of 128 + 256, 50 of 128 + 192; on an H200 from
 * 12,000. */
static void test_pairs_of_large_tiles(void **state)
{
    (void)state;
    static const struct {
        wgd_gpu gpu;
        int64_t m, n, least_stages;
    } rows[] = {{WGD_H100, 128, 256, 42},
                {WGD_H100, 128, 192, 50},
                {WGD_H200, 128, 256, 32},
                {WGD_H200, 128, 192, 38},
                {WGD_H200, 256, 144, 30}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const wgd_problem_device device = wgd_problem_device_of(rows[i].gpu, WGD_PROBLEM_SMS);
        const int64_t m = rows[i].m, n = rows[i].n, steps = rows[i].least_stages;
        const wgd_problem_tile t = {m, n, 1, 1, 4, 32768, false};
        const wgd_problem_way w = {1, false, n};
        const int64_t few[3] = {8 * m, 8 * n, 64 * (steps - 1)},
                      many[3] = {8 * m, 8 * n, 64 * steps};
        assert_int_equal(wgd_problem_pairs_of(&t, &w, few, 64, &device), WGD_PROBLEM_PAIRS_M);
        assert_int_equal(wgd_problem_pairs_of(&t, &w, many, 64, &device), WGD_PROBLEM_PAIRS_GROUPS);
    }
}

/* What pairs ask for at the same time is sent once, and takes L2 less than a device with room for fewer pairs. */
static void test_pairs_take_less(void **state)
{
    (void)state;
    const int64_t p[3] = {1000, 1000, 2048};
    const wgd_problem_tile t = {128, 64, 1, 1, 8, 16384, false};
    const wgd_problem_way w = {1, false, 64};
    wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    const int64_t paired = wgd_problem_time(&t, &w, p, 64, &device);
    device.clusters[2] = 63; /* 128 tiles are too many for pairs */
    assert_true(wgd_problem_time(&t, &w, p, 64, &device) > paired);
}

static const char apart[] = "in many rounds blocks are tiles apart, unless they are kept in step";
static const char many[] = "more blocks than run at once in clusters of 2";

/* Blocks of the largest tiles that walk 16,000 stages in more than one round, whatever the type (stages of 32-bit elements here):
 * 132 tiles run at once. */
static void test_kept_in_step(void **state)
{
    (void)state;
    static const struct {
        int64_t m, n, along_m, along_n, stages;
        wgd_problem_pairs pairs;
        const char *reason;
    } rows[] = {
        {128, 256, 64, 128, 254, WGD_PROBLEM_PAIRS_GROUPS, apart}, /* 63 rounds */
        {128, 256, 64, 128, 253, WGD_PROBLEM_PAIRS_NONE, many},
        {256, 128, 64, 128, 254, WGD_PROBLEM_PAIRS_GROUPS, apart},
        {128, 248, 64, 128, 254, WGD_PROBLEM_PAIRS_NONE, many},
        {127, 256, 64, 128, 254, WGD_PROBLEM_PAIRS_NONE, many},
        {124, 264, 64, 128, 254, WGD_PROBLEM_PAIRS_NONE, many},    /* 32,736 of 32,768 elements */
        {128, 256, 12, 12, 8000, WGD_PROBLEM_PAIRS_GROUPS, apart}, /* 2 rounds */
        {128, 256, 12, 12, 7999, WGD_PROBLEM_PAIRS_NONE, many},
        {128, 256, 16, 18, 5334, WGD_PROBLEM_PAIRS_GROUPS, apart}, /* 3 rounds */
        {128, 256, 16, 18, 5333, WGD_PROBLEM_PAIRS_NONE, many},
        {128, 256, 4, 36, 8000, WGD_PROBLEM_PAIRS_GROUPS, apart},
        {128, 256, 3, 46, 8000, WGD_PROBLEM_PAIRS_NONE, many},
        {128, 256, 36, 4, 8000, WGD_PROBLEM_PAIRS_NONE, many}, /* few along N */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const wgd_problem_tile t = {rows[i].m, rows[i].n, 1, 1, 4, 32768, false};
        const wgd_problem_way w = {1, false, rows[i].n};
        const int64_t p[3] = {rows[i].m * rows[i].along_m, rows[i].n * rows[i].along_n,
                              32 * rows[i].stages};
        for (int gpu = 0; gpu < WGD_GPU_COUNT; gpu++) {
            const wgd_problem_device device = wgd_problem_device_of((wgd_gpu)gpu, WGD_PROBLEM_SMS);
            check_reason(&t, &w, 1, p, 32, &device, rows[i].pairs, rows[i].reason);
        }
    }
    /* Four tiles along N are enough where they are not few: of 8 multiprocessors, in three rounds. */
    const wgd_problem_device small = wgd_problem_device_of(WGD_H200, 8);
    const wgd_problem_tile t = {128, 256, 1, 1, 4, 32768, false};
    const wgd_problem_way w = {1, false, 256};
    const int64_t four[3] = {128 * 6, 256 * 4, 64 * 5334}, three[3] = {128 * 4, 256 * 3, 64 * 8000};
    check_reason(&t, &w, 1, four, 64, &small, WGD_PROBLEM_PAIRS_GROUPS, apart);
    check_reason(&t, &w, 1, three, 64, &small, WGD_PROBLEM_PAIRS_NONE, many);
}

/* With 16-bit operands they keep in step from 1000 stages on, on an H100 from 250, of 256 in a tile at most: 16 x 17 tiles are
 * three rounds, 16 x 33 four, 16 x 40 five, 16 x 222 27. 8 and 32 bits do not. */
static void test_kept_in_step_to_save_power(void **state)
{
    (void)state;
    static const struct {
        int64_t along_n, stages;
        bool h200, h100;
    } rows[] = {{17, 83, false, false}, {17, 84, false, true},    {33, 63, false, true},
                {33, 62, false, false}, {33, 249, false, true},   {33, 250, true, true},
                {33, 256, true, true},  {33, 257, false, false},  {40, 50, false, true},
                {222, 37, false, true}, {33, 3999, false, false}, {33, 4000, true, true}};
    const wgd_problem_tile t = {128, 256, 1, 1, 4, 32768, false};
    const wgd_problem_way w = {1, false, 256};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int gpu = 0; gpu < WGD_GPU_COUNT; gpu++) {
            const wgd_problem_device device = wgd_problem_device_of((wgd_gpu)gpu, WGD_PROBLEM_SMS);
            const bool paced = gpu == WGD_H100 ? rows[i].h100 : rows[i].h200;
            for (int64_t k = 32; k <= 128; k *= 2) {
                const int64_t p[3] = {128 * 16, 256 * rows[i].along_n, k * rows[i].stages};
                const bool any = rows[i].stages >= 4000;
                assert_int_equal(wgd_problem_pairs_of(&t, &w, p, k, &device),
                                 (k == 64 ? paced : any) ? WGD_PROBLEM_PAIRS_GROUPS
                                                         : WGD_PROBLEM_PAIRS_NONE);
            }
        }
    }
}

/* Tiles of 64 x 128 are claimed on an H100 from 6000 lines of a block on, where three of four multiprocessors have one. */
static void test_groups_of_small_tiles(void **state)
{
    (void)state;
    static const struct {
        int64_t m, n, along_m, along_n, stages;
        wgd_problem_pairs h100;
    } rows[] = {
        {64, 128, 16, 8, 32, WGD_PROBLEM_PAIRS_GROUPS}, /* 6144 lines */
        {64, 128, 16, 8, 31, WGD_PROBLEM_PAIRS_M},
        {64, 128, 11, 9, 32, WGD_PROBLEM_PAIRS_GROUPS},
        {64, 128, 14, 7, 32, WGD_PROBLEM_PAIRS_M}, /* 98 of 132 */
        {64, 128, 32, 4, 32, WGD_PROBLEM_PAIRS_N}, /* few along N */
        {64, 128, 3, 40, 64, WGD_PROBLEM_PAIRS_M},
        {64, 120, 16, 8, 64, WGD_PROBLEM_PAIRS_M},
        {128, 64, 8, 16, 64, WGD_PROBLEM_PAIRS_M},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const wgd_problem_tile t = {rows[i].m, 128, 1, 1, 8, 16384, false};
        const wgd_problem_way w = {1, false, rows[i].n};
        const int64_t p[3] = {rows[i].m * rows[i].along_m, rows[i].n * rows[i].along_n,
                              64 * rows[i].stages};
        const wgd_problem_device h100 = wgd_problem_device_of(WGD_H100, WGD_PROBLEM_SMS);
        const wgd_problem_device h200 = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
        assert_int_equal(wgd_problem_pairs_of(&t, &w, p, 64, &h100), rows[i].h100);
        assert_true(wgd_problem_pairs_of(&t, &w, p, 64, &h200) != WGD_PROBLEM_PAIRS_GROUPS);
    }
}

/* Groups where tiles are large: 128 x 128 is not, nor what brings more for its size. Width counts, not the tile's own
 * columns. And in one round they are not kept in step, however long it is. */
static void test_groups(void **state)
{
    (void)state;
    static const struct {
        int64_t m, n, width;
        wgd_problem_pairs pairs;
    } rows[] = {
        {64, 64, 64, WGD_PROBLEM_PAIRS_M},         {64, 128, 128, WGD_PROBLEM_PAIRS_M},
        {128, 64, 64, WGD_PROBLEM_PAIRS_M},        {64, 256, 256, WGD_PROBLEM_PAIRS_M},
        {128, 128, 128, WGD_PROBLEM_PAIRS_M},      {128, 192, 192, WGD_PROBLEM_PAIRS_GROUPS},
        {128, 256, 184, WGD_PROBLEM_PAIRS_M},      {128, 256, 192, WGD_PROBLEM_PAIRS_GROUPS},
        {128, 256, 256, WGD_PROBLEM_PAIRS_GROUPS}, {256, 128, 128, WGD_PROBLEM_PAIRS_GROUPS},
        {191, 128, 128, WGD_PROBLEM_PAIRS_M}};
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const wgd_problem_tile t = {rows[i].m, rows[i].n, 1, 1, 4, 8192, false};
        const wgd_problem_way w = {1, false, rows[i].width};
        for (int64_t k = 8192; k <= 64 * 16000; k *= 125) {
            const int64_t p[3] = {8 * rows[i].m, 16 * rows[i].width, k};
            assert_int_equal(wgd_problem_pairs_of(&t, &w, p, 64, &device), rows[i].pairs);
        }
        const int64_t more[3] = {9 * rows[i].m, 16 * rows[i].width, 8192}; /* two rounds */
        assert_int_equal(wgd_problem_pairs_of(&t, &w, more, 64, &device), WGD_PROBLEM_PAIRS_NONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_pairs_of_parts),
        cmocka_unit_test(test_pairs_of_large_tiles),
        cmocka_unit_test(test_pairs_take_less),
        cmocka_unit_test(test_kept_in_step),
        cmocka_unit_test(test_kept_in_step_to_save_power),
        cmocka_unit_test(test_groups_of_small_tiles),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
