/* SPDX-License-Identifier: MIT
 *
 * Where the solver says that no word reads a slice, every base_offset, LBO and SBO is tried; where
 * it finds one, so does the trial.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "tile_view.h"

/* Pieces of a block that a field moves: those that only LBO does, only SBO, and the rest. */
typedef struct refuted {
    const tile_view *v;
    const wgd_slice *at;
    wgd_read rd;
} refuted;

static bool element_right(const refuted *x, wgd_desc d, int r, int k)
{
    return wgd_fetch_byte(d, x->rd, (uint32_t)r, (uint32_t)k) ==
           tile_view_byte(x->v, x->at->mn[0] + r, x->at->k[0] + k);
}

/* Which of the two strides moves element (r, k)? 1 LBO, 2 SBO, 3 both. */
static int moved_by(const refuted *x, wgd_desc d, int r, int k)
{
    d.lbo = d.sbo = 0;
    const uint32_t at = wgd_fetch_byte(d, x->rd, (uint32_t)r, (uint32_t)k);
    wgd_desc l = d, s = d;
    l.lbo = 4096; /* 64 KiB: no bit of the swizzle */
    s.sbo = 4096;
    return (wgd_fetch_byte(l, x->rd, (uint32_t)r, (uint32_t)k) != at ? 1 : 0) +
           (wgd_fetch_byte(s, x->rd, (uint32_t)r, (uint32_t)k) != at ? 2 : 0);
}

/* Values of a stride with which every element that it alone moves is right. */
static int survivors(const refuted *x, wgd_desc d, int which, uint16_t *out, int most)
{
    const int bk = wgd_read_k(x->rd);
    int n = 0, step = 0;
    for (int e = 0; e < x->rd.mn * bk && step == 0; e++) {
        step = moved_by(x, d, e / bk, e % bk) == which;
    }
    for (int value = 0; value <= WGD_DESC_FIELD_MAX && n < most; value++) {
        bool right = true;
        *(which == 1 ? &d.lbo : &d.sbo) = (uint16_t)value;
        for (int e = 0; e < x->rd.mn * bk && right; e++) {
            right = moved_by(x, d, e / bk, e % bk) != which || element_right(x, d, e / bk, e % bk);
        }
        if (right) {
            out[n++] = (uint16_t)value;
        }
        if (step == 0) { /* it moves nothing alone: one value stands for all, or both do */
            break;
        }
    }
    return n;
}

static bool unmoved_right(const refuted *x, wgd_desc d)
{
    const int bk = wgd_read_k(x->rd);
    for (int e = 0; e < x->rd.mn * bk; e++) {
        if (moved_by(x, d, e / bk, e % bk) == 0 && !element_right(x, d, e / bk, e % bk)) {
            return false;
        }
    }
    return true;
}

static bool all_right(const refuted *x, wgd_desc d)
{
    const int bk = wgd_read_k(x->rd);
    for (int e = 0; e < x->rd.mn * bk; e++) {
        if (!element_right(x, d, e / bk, e % bk)) {
            return false;
        }
    }
    return true;
}

/* Does any word at all read the block at the slice's first element? */
static bool some_word(const refuted *x)
{
    static uint16_t lbo[WGD_DESC_FIELD_MAX + 1], sbo[WGD_DESC_FIELD_MAX + 1];
    const int64_t first = tile_view_byte(x->v, x->at->mn[0], x->at->k[0]);
    for (int m = 0; m < 4; m++) {
        for (int bo = 0; bo < 8; bo++) {
            wgd_desc d = {0, 0, 0, (uint8_t)bo, false, (wgd_swizzle_mode)m};
            /* The swizzle undoes itself: one start alone gives the first element. */
            const uint32_t start = wgd_fetch_swizzle((uint32_t)first, d.swizzle, (uint32_t)bo);
            d.start = (uint16_t)(start / 16);
            if (start % 16 != 0 || !unmoved_right(x, d)) {
                continue;
            }
            const int nl = survivors(x, d, 1, lbo, WGD_DESC_FIELD_MAX + 1);
            const int ns = survivors(x, d, 2, sbo, WGD_DESC_FIELD_MAX + 1);
            for (int i = 0; i < nl * ns; i++) {
                d.lbo = lbo[i / ns];
                d.sbo = sbo[i % ns];
                if (all_right(x, d)) {
                    return true;
                }
            }
        }
    }
    return false;
}

static void check_refused(const wgd_tile_query *tq, wgd_slice at, int64_t n, bool exists)
{
    static tile_view v;
    wgd_tile_query stored = *tq;
    wgd_solve_query q;
    wgd_solve s;
    memset(&q, 0, sizeof q);
    assert_int_equal(wgd_tile_layout(&stored, &q.layout, NULL), WGD_OK);
    tile_view_of(&v, &q.layout, tq->start, tq->dtype);
    q.start = tq->start;
    q.dtype = tq->dtype;
    q.operand = tq->operand;
    q.major = tq->major == WGD_MAJOR_MN ? WGD_WANT_MN : WGD_WANT_K;
    q.n = n;
    q.slice = at;
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), exists ? WGD_OK : WGD_ERR_NO_DESC);
    const wgd_read rd = {tq->dtype, tq->operand, tq->major, s.block_mn, false, WGD_SM90, 0};
    const refuted x = {&v, &at, rd};
    assert_int_equal(some_word(&x), exists);
    wgd_solution sol;
    if (!exists && wgd_solve_nearest(&q, &at, &sol)) {
        q.slice = at;
        assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
        tile_view_check_words(&v, &q, &s);
    }
}

static void test_no_word_reads_what_is_refused(void **state)
{
    (void)state;
    static const struct {
        wgd_operand operand;
        wgd_dtype dtype;
        wgd_major major;
        wgd_swizzle_mode mode;
        int64_t mn, k, n;
        wgd_slice at;
        bool exists;
    } cases[] = {
        /* rows 4.. of K-major: the groups of 8 are one stride apart all the same */
        {0, WGD_F16, WGD_MAJOR_K, WGD_SWZ_128B, 128, 64, 0, {{4, 68}, {0, 16}}, true},
        /* two atoms along MN first: the row after the last of an atom lies elsewhere */
        {0, WGD_F16, WGD_MAJOR_K, WGD_SWZ_64B, 128, 64, 0, {{4, 68}, {16, 32}}, true},
        {0, WGD_F16, WGD_MAJOR_K, WGD_SWZ_NONE, 128, 32, 0, {{3, 67}, {0, 16}}, true},
        /* a K slice that crosses from one atom to the next */
        {0, WGD_F16, WGD_MAJOR_K, WGD_SWZ_32B, 64, 64, 0, {{0, 64}, {8, 24}}, false},
        {0, WGD_F16, WGD_MAJOR_K, WGD_SWZ_128B, 64, 128, 0, {{0, 64}, {56, 72}}, false},
        {0, WGD_F16, WGD_MAJOR_K, WGD_SWZ_128B, 64, 128, 0, {{0, 64}, {8, 24}}, true},
        /* half a chunk */
        {0, WGD_F16, WGD_MAJOR_K, WGD_SWZ_128B, 64, 64, 0, {{0, 64}, {4, 20}}, false},
        /* N crosses the atoms of an MN-major tile unevenly */
        {1, WGD_F16, WGD_MAJOR_MN, WGD_SWZ_128B, 192, 16, 96, {{96, 192}, {0, 16}}, false},
        {1, WGD_F16, WGD_MAJOR_MN, WGD_SWZ_128B, 192, 16, 96, {{0, 96}, {0, 16}}, true},
        {1, WGD_F16, WGD_MAJOR_MN, WGD_SWZ_128B, 192, 16, 64, {{32, 96}, {0, 16}}, false},
        {1, WGD_F16, WGD_MAJOR_MN, WGD_SWZ_128B, 192, 16, 32, {{32, 64}, {0, 16}}, true},
        {1, WGD_F16, WGD_MAJOR_MN, WGD_SWZ_64B, 128, 16, 64, {{16, 80}, {0, 16}}, false},
        /* K that begins inside a group of 8 */
        {1, WGD_BF16, WGD_MAJOR_MN, WGD_SWZ_128B, 64, 64, 64, {{0, 64}, {4, 20}}, true},
        {1, WGD_BF16, WGD_MAJOR_MN, WGD_SWZ_NONE, 64, 64, 64, {{0, 64}, {4, 20}}, false},
        {1, WGD_BF16, WGD_MAJOR_MN, WGD_SWZ_128B, 128, 64, 128, {{0, 128}, {4, 20}}, false},
        {0, WGD_E4M3, WGD_MAJOR_K, WGD_SWZ_64B, 64, 128, 0, {{0, 64}, {48, 80}}, false},
        {0, WGD_TF32, WGD_MAJOR_K, WGD_SWZ_128B, 128, 64, 0, {{1, 65}, {28, 36}}, false},
        {0, WGD_TF32, WGD_MAJOR_K, WGD_SWZ_128B, 128, 64, 0, {{8, 72}, {8, 16}}, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wgd_tile_query q = wgd_tile_query_default();
        q.operand = cases[i].operand;
        q.dtype = cases[i].dtype;
        q.major = cases[i].major;
        q.swizzle = cases[i].mode;
        q.mn = cases[i].mn;
        q.k = cases[i].k;
        q.start = 0x400;
        printf("# case %d\n", (int)i);
        check_refused(&q, cases[i].at, cases[i].n, cases[i].exists);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_word_reads_what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
