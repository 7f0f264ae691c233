/* SPDX-License-Identifier: MIT
 *
 * How the tiles of a product are dealt to blocks, by dealing them one by one; and the way that takes least, by trying
 * every one. Nothing here knows what a way takes: that is asked of wgd_problem_time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "plan/problem_parts.h"
#include "wgdesc.h"

/* Pieces of `size` until `all` is covered. */
static int64_t pieces(int64_t all, int64_t size)
{
    int64_t n = 0;
    for (int64_t at = 0; at < all; at += size) {
        n++;
    }
    return n;
}

/* The clusters that run at once: where blocks add up in a cluster of their own, that is as large as the split. */
static int64_t running(const wgd_problem_tile *t, const wgd_problem_way *w, int ctas,
                       const wgd_problem_device *device)
{
    const int blocks = t->cluster_m * t->cluster_n * ctas;
    if (w->in_memory) {
        return device->clusters[blocks] / w->split;
    }
    if (w->split == 1) {
        return device->clusters[blocks];
    }
    return blocks == 1 && w->split <= 16 ? device->clusters[w->split] : 0;
}

static void check_deal(const wgd_problem_tile *t, const wgd_problem_way *w, int ctas,
                       const int64_t p[3], int64_t k)
{
    wgd_problem_device device = {WGD_H200, {0}};
    for (int i = 0; i <= WGD_PROBLEM_CLUSTER_MAX; i++) {
        device.clusters[i] = i ? 40 / i : 0;
    }
    wgd_problem_deal d;
    memset(&d, 0x5a, sizeof d);
    const wgd_status s = wgd_problem_deal_tiles(&d, t, w, ctas, p, k, &device);
    const int64_t at_once = running(t, w, ctas, &device), stages = pieces(p[2], k);
    if (at_once == 0 || w->split > stages) {
        assert_int_equal(s, WGD_ERR_FIT);
        return;
    }
    assert_int_equal(s, WGD_OK);
    const int64_t along_m = pieces(p[0], t->m * t->cluster_m),
                  along_n = pieces(p[1], w->width * t->cluster_n);
    assert_int_equal(d.along_m, along_m);
    assert_int_equal(d.along_n, along_n);
    assert_int_equal(d.at_once, at_once);
    assert_int_equal(d.tiles, along_m * along_n * t->cluster_m * t->cluster_n);
    assert_int_equal(d.rounds, pieces(along_m * along_n, at_once));
    assert_int_equal(d.steps, pieces(stages, w->split));
    assert_int_equal(d.blocks, d.tiles * w->split * ctas);
}

static void test_deal(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{1, 1, 1},         {64, 96, 640},  {65, 97, 641},
                                       {1000, 3000, 200}, {4096, 64, 64}, {130, 5000, 1281}};
    for (int i = 0; i < 6 * 4 * 8 * 2 * 2; i++) {
        const int shape = i / 6 % 4, split = i / 24 % 8, more = i / 192;
        const wgd_problem_tile t = {
            64 << (shape % 2), 96, 1 + shape % 2, 1 + shape / 2, 4, 0, false};
        const wgd_problem_way w = {split < 6 ? 1 + split : 11 + split, more % 2 != 0,
                                   shape ? 96 : 40};
        check_deal(&t, &w, 1 + more / 2, sizes[i % 6], 64);
    }
}

/* 2^30 tiles can be counted, more cannot; the number is told. */
static void test_most_tiles(void **state)
{
    (void)state;
    const wgd_problem_tile t = {64, 64, 1, 1, 4, 0, false}, pair = {64, 64, 2, 1, 4, 0, false};
    const wgd_problem_way w = {1, false, 64};
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, 132);
    wgd_problem_deal d;
    const int64_t most[3] = {INT64_C(64) << 15, INT64_C(64) << 15, 64};
    assert_int_equal(wgd_problem_deal_tiles(&d, &t, &w, 1, most, 64, &device), WGD_OK);
    assert_int_equal(d.tiles, 1 << 30);
    const int64_t more[3] = {(INT64_C(64) << 15) + 1, INT64_C(64) << 15, 64};
    assert_int_equal(wgd_problem_deal_tiles(&d, &t, &w, 1, more, 64, &device), WGD_ERR_LIMIT);
    assert_int_equal(d.tiles, (1 << 30) + (1 << 15));
    assert_int_equal(wgd_problem_deal_tiles(&d, &pair, &w, 1, more, 64, &device), WGD_ERR_LIMIT);
    assert_int_equal(d.tiles, (1 << 30) + (1 << 16)); /* the cluster's other tile, too */
}

/* Of a GPU that was not timed nothing is known, neither who claims nor how long that takes. */
static void test_unknown_gpu(void **state)
{
    const wgd_problem_tile t = wgd_problem_tile_at(0);
    const wgd_problem_way w = {1, false, t.n};
    const int64_t p[3] = {8192, 8192, 8192};
    wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    wgd_problem_deal d;
    (void)state;
    assert_int_equal(wgd_problem_deal_tiles(&d, &t, &w, 1, p, 64, &device), WGD_OK);
    for (int i = 0; i < 2; i++) {
        device.gpu = (wgd_gpu)(i ? WGD_GPU_COUNT : -1);
        assert_int_equal(wgd_problem_deal_tiles(&d, &t, &w, 1, p, 64, &device), WGD_ERR_VALUE);
        assert_int_equal(wgd_problem_pairs_of(&t, &w, p, 64, &device), WGD_PROBLEM_PAIRS_NONE);
        assert_int_equal(wgd_problem_band_of(&t, &w, p, 64, &device), WGD_PROBLEM_BAND_SQUARE);
        assert_false(wgd_problem_estimate(&d, &t, &w, p, 64, 0, &device));
    }
}

/* What an H200 and an H100 said (docs/evidence/gemm.json and gemm-h100.json, clusters_at_once); of another number of SMs
 * as large a part, rounded down. */
static void test_clusters(void **state)
{
    static const int64_t said[] = {0, 132, 66, 39, 30, 22, 17, 15, 15, 9, 7, 7, 7, 7, 7, 7, 7};
    (void)state;
    for (int gpu = 0; gpu < WGD_GPU_COUNT; gpu++) {
        const wgd_problem_device all = wgd_problem_device_of((wgd_gpu)gpu, WGD_PROBLEM_SMS);
        assert_int_equal(all.gpu, gpu);
        assert_memory_equal(all.clusters, said, sizeof said);
        for (int64_t sms = 1; sms <= WGD_PROBLEM_SMS_MAX; sms += 31) {
            const wgd_problem_device some = wgd_problem_device_of((wgd_gpu)gpu, sms);
            for (int i = 0; i <= WGD_PROBLEM_CLUSTER_MAX; i++) {
                assert_true(some.clusters[i] * 132 <= said[i] * sms);
                assert_true((some.clusters[i] + 1) * 132 > said[i] * sms);
                assert_true(i == 0 || some.clusters[i] * i <= sms); /* a block takes an SM */
            }
        }
    }
}

/* ---- the way that takes least --------------------------------------------------------------- */

/* The narrowest width with which the tiles take no more rounds than with all columns; those where it is. A half or less
 * is for a narrower tile, where there is one. */
static int64_t narrowest(const wgd_problem_tile *t, const wgd_problem_way *w, const int64_t p[3],
                         int64_t k, const wgd_problem_device *device)
{
    wgd_problem_deal whole, d;
    if (wgd_problem_deal_tiles(&whole, t, w, 1, p, k, device) != WGD_OK) {
        return t->n;
    }
    for (int64_t width = 8; width < t->n; width += 8) {
        const wgd_problem_way x = {w->split, w->in_memory, width};
        if (wgd_problem_deal_tiles(&d, t, &x, 1, p, k, device) == WGD_OK &&
            d.rounds == whole.rounds) {
            return width <= t->n / 2 && t->n > 64 ? t->n : width;
        }
    }
    return t->n;
}

/* The least of all ways of whole tiles, and of narrower ones; the first of equals. */
static int64_t least(const wgd_problem_tile *t, const int64_t p[3], int64_t k, bool narrow,
                     const wgd_problem_device *device, wgd_problem_way *best)
{
    int64_t time = INT64_MAX;
    for (int i = 0; i < 2 * WGD_PROBLEM_SPLIT_MAX; i++) {
        wgd_problem_way w = {i % WGD_PROBLEM_SPLIT_MAX + 1, i >= WGD_PROBLEM_SPLIT_MAX, t->n};
        if (w.in_memory && w.split == 1) {
            continue; /* there is nothing to add up */
        }
        const int64_t even = narrow ? narrowest(t, &w, p, k, device) : t->n;
        for (int cut = 0; cut < 1 + (even < t->n); cut++) {
            w.width = cut ? even : t->n;
            const int64_t v = wgd_problem_time(t, &w, p, k, device);
            if (v < time) {
                time = v;
                *best = w;
            }
        }
    }
    return time;
}

static void check_best(const wgd_problem_tile *t, const int64_t p[3], bool narrow, int sms)
{
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, sms);
    /* Stages enough that a narrower tile is worth it, however the K is shared; or so few that it never is. */
    const bool deep = p[2] >= 64 * 100 * WGD_PROBLEM_SPLIT_MAX;
    assert_true(deep || p[2] <= 64 * 4);
    wgd_problem_way mine = {0, false, 0}, w = {-1, true, -1};
    const int64_t time = least(t, p, 64, narrow && deep, &device, &mine);
    assert_int_equal(wgd_problem_best(t, p, 64, narrow, &device, &w), time);
    if (time < INT64_MAX) {
        assert_int_equal(w.split, mine.split);
        assert_int_equal(w.in_memory, mine.in_memory);
        assert_int_equal(w.width, mine.width);
    }
}

static const wgd_problem_tile shapes[] = {
    {128, 256, 2, 1, 4, 0, false}, {128, 192, 1, 2, 5, 0, false}, {128, 128, 1, 1, 6, 0, false},
    {64, 64, 1, 1, 11, 0, false},  {64, 96, 2, 2, 8, 0, false},   {128, 72, 1, 1, 6, 0, false}};

static void test_best_of_few_stages(void **state)
{
    (void)state;
    static const int64_t k[] = {64, 100, 200, 256};
    for (int i = 0; i < 6 * 4 * 3; i++) {
        const int64_t p[3] = {100 * (i / 24) + 64, 24 * (i % 7) + 30, k[i / 6 % 4]};
        check_best(&shapes[i % 6], p, i % 2 != 0, i % 3 ? 132 : 20);
    }
}

/* There is no tile narrower than 64 columns: half of them and less are for the tile itself. */
static void test_half_a_tile(void **state)
{
    (void)state;
    static const int64_t p[][3] = {
        {448, 1160, 64 * 3200}, {768, 344, 64 * 3200}, {64, 72, 64 * 3200}};
    for (int i = 0; i < 3; i++) {
        check_best(&shapes[3], p[i], true, 132);
    }
}

static void test_best_of_many_stages(void **state)
{
    (void)state;
    static const int64_t columns[] = {1000, 2600, 3000, 72, 20000, 700, 1544};
    int narrower = 0;
    for (int i = 0; i < 6 * 7; i++) {
        const int64_t p[3] = {i % 5 ? 128 : 1000, columns[i / 6], 64 * 3200};
        for (int narrow = 0; narrow < 2; narrow++) {
            check_best(&shapes[i % 6], p, narrow != 0, i % 4 ? 132 : 30);
        }
        const wgd_problem_device device = wgd_problem_device_of(WGD_H200, 132);
        wgd_problem_way w;
        wgd_problem_best(&shapes[i % 6], p, 64, true, &device, &w);
        narrower += w.width < shapes[i % 6].n;
    }
    assert_true(narrower > 5);
}

/* The operand that clusters share with those numbered beside them is the one that their own blocks do not share. */
static void test_bands(void **state)
{
    (void)state;
    static const struct {
        wgd_problem_tile tile;
        wgd_problem_way way;
        int64_t along_m, along_n;
        wgd_problem_band band;
    } rows[] = {
        {{64, 64, 2, 1, 4, 0, false}, {1, false, 64}, 4, 16, WGD_PROBLEM_BAND_ROW},
        {{64, 64, 1, 2, 4, 0, false}, {1, false, 64}, 16, 4, WGD_PROBLEM_BAND_COLUMN},
        {{64, 64, 1, 2, 4, 0, true}, {1, false, 64}, 16, 4, WGD_PROBLEM_BAND_COLUMN},
        {{64, 64, 1, 2, 4, 0, false}, {2, true, 64}, 4, 8, WGD_PROBLEM_BAND_COLUMN},
        {{128, 128, 1, 2, 4, 0, false}, {1, false, 128}, 1, 1, WGD_PROBLEM_BAND_COLUMN},
        {{128, 144, 1, 2, 4, 0, false}, {1, false, 64}, 8, 8, WGD_PROBLEM_BAND_SQUARE},
        {{64, 64, 2, 2, 4, 0, false}, {1, false, 64}, 4, 4, WGD_PROBLEM_BAND_SQUARE},
        {{64, 64, 1, 1, 4, 0, false}, {1, false, 64}, 8, 8, WGD_PROBLEM_BAND_SQUARE},
        {{64, 64, 1, 1, 4, 0, false}, {2, true, 64}, 8, 8, WGD_PROBLEM_BAND_SQUARE},
        /* The blocks of a cluster share a tile: the operand with more lines is the one that counts. */
        {{64, 64, 1, 1, 4, 0, false}, {2, false, 48}, 8, 8, WGD_PROBLEM_BAND_ROW},
        {{64, 64, 1, 1, 4, 0, false}, {2, false, 64}, 8, 8, WGD_PROBLEM_BAND_SQUARE},
        {{64, 128, 1, 1, 4, 0, false}, {2, false, 128}, 8, 8, WGD_PROBLEM_BAND_COLUMN},
        {{128, 64, 1, 1, 4, 0, false}, {2, false, 64}, 8, 8, WGD_PROBLEM_BAND_ROW},
        /* Two rounds: of 66 clusters, and of 33 pairs of clusters that share a tile. */
        {{64, 64, 2, 1, 4, 0, false}, {1, false, 64}, 6, 11, WGD_PROBLEM_BAND_ROW},
        {{64, 64, 2, 1, 4, 0, false}, {1, false, 64}, 67, 1, WGD_PROBLEM_BAND_SQUARE},
        {{64, 64, 2, 1, 4, 0, false}, {2, true, 64}, 34, 1, WGD_PROBLEM_BAND_SQUARE},
        /* No such way. */
        {{64, 64, 2, 1, 4, 0, false}, {2, false, 64}, 8, 8, WGD_PROBLEM_BAND_SQUARE},
    };
    const wgd_problem_device device = wgd_problem_device_of(WGD_H200, WGD_PROBLEM_SMS);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const wgd_problem_tile *const t = &rows[i].tile;
        const int64_t m = t->m * t->cluster_m * rows[i].along_m,
                      n = rows[i].way.width * t->cluster_n * rows[i].along_n;
        const int64_t p[3] = {t->turned ? n : m, t->turned ? m : n, 640};
        assert_int_equal(wgd_problem_band_of(t, &rows[i].way, p, 64, &device), rows[i].band);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deal),
        cmocka_unit_test(test_most_tiles),
        cmocka_unit_test(test_unknown_gpu),
        cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_best_of_few_stages),
        cmocka_unit_test(test_bands),
        cmocka_unit_test(test_half_a_tile),
        cmocka_unit_test(test_best_of_many_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
