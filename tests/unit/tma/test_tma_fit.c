/* SPDX-License-Identifier: MIT
 *
 * Layouts held against boxes, and words whose start is not known. The truth is a search of this file's
 * own: every power of two of a box is tried, and each element compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "rng.h"
#include "wgdesc.h"

enum { BITS_MAX = 12 };

/* A tile of f16 whose offset has the bits of mn and k in any order: to[b] is the place of bit b. */
typedef struct bit_tile {
    int mn_bits, bits;
    int to[BITS_MAX];
    int start, mode; /* the layout's swizzle, on bytes: 0 none to 3 128B */
} bit_tile;

/* CUDA driver API, CUtensorMapSwizzle: chunks of 16 bytes within spans of 2, 4, 8. */
static int swizzled(int a, int mode)
{
    const int chunks = 1 << mode;
    return a ^ ((a / 128 % chunks) * 16);
}

static int byte_of(const bit_tile *t, int mn, int k)
{
    int x = 0;
    for (int b = 0; b < t->bits; b++) {
        const int on = b < t->mn_bits ? mn >> b & 1 : k >> (b - t->mn_bits) & 1;
        x |= on << t->to[b];
    }
    return swizzled(t->start + 2 * x, t->mode);
}

static wgd_composed layout_of(const bit_tile *t)
{
    char text[512];
    wgd_text w = wgd_text_into(text, sizeof text);
    static const char *const swizzles[] = {"", "Sw<1,4,3> o smem_ptr[16b] o ",
                                           "Sw<2,4,3> o smem_ptr[16b] o ",
                                           "Sw<3,4,3> o smem_ptr[16b] o "};
    wgd_put_str(&w, swizzles[t->mode]);
    for (int part = 0; part < 2; part++) {
        wgd_put_str(&w, part == 0 ? "((" : ":((");
        for (int b = 0; b < t->bits; b++) {
            wgd_put_str(&w, b == 0 ? "" : b == t->mn_bits ? "),(" : ",");
            wgd_put_i64(&w, part == 0 ? 2 : INT64_C(1) << t->to[b]);
        }
        wgd_put_str(&w, "))");
    }
    wgd_text_end(&w);
    wgd_composed c;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    return c;
}

/* Do boxes of inner x rows, with this swizzle and along this mode, write the tile? */
static bool boxes_write(const bit_tile *t, bool k_major, int mode, int inner, int rows)
{
    const int mn = 1 << t->mn_bits, k = 1 << (t->bits - t->mn_bits);
    const int c_n = k_major ? k : mn, l_n = k_major ? mn : k;
    for (int l = 0; l < l_n; l++) {
        for (int c = 0; c < c_n; c++) {
            const int c0 = c / inner * inner, l0 = l / rows * rows;
            const int box = swizzled(k_major ? byte_of(t, l0, c0) : byte_of(t, c0, l0), mode);
            const int dense = box + 2 * ((l - l0) * inner + c - c0);
            const int lies = k_major ? byte_of(t, l, c) : byte_of(t, c, l);
            if (box % 128 != 0 || swizzled(dense, mode) != lies) {
                return false;
            }
        }
    }
    return true;
}

/* The fewest boxes; 0 where there are none. */
static int search(const bit_tile *t)
{
    const int mn = 1 << t->mn_bits, k = 1 << (t->bits - t->mn_bits);
    int fewest = 0;
    for (int i = 0; i < 8; i++) {
        const bool k_major = i % 2 == 0;
        const int mode = i / 2, c_n = k_major ? k : mn, l_n = k_major ? mn : k;
        for (int inner = 8; inner <= c_n && inner <= 256; inner *= 2) {
            if (mode > 0 && inner * 2 != 16 << mode) {
                continue;
            }
            for (int rows = 1; rows <= l_n && rows <= 256; rows *= 2) {
                const int boxes = c_n / inner * (l_n / rows);
                if ((fewest == 0 || boxes < fewest) && boxes_write(t, k_major, mode, inner, rows)) {
                    fewest = boxes;
                }
            }
        }
    }
    return fewest;
}

/* Mostly bits in order, as tiles have them, with a few exchanged. */
static bit_tile random_tile(rng *r)
{
    bit_tile t = {.bits = 7 + rng_below(r, BITS_MAX - 6)};
    t.mn_bits = 1 + rng_below(r, t.bits - 1);
    const bool k_major = rng_below(r, 2) == 0;
    for (int b = 0; b < t.bits; b++) {
        const int k_bits = t.bits - t.mn_bits;
        t.to[b] = !k_major ? b : b < t.mn_bits ? b + k_bits : b - t.mn_bits;
    }
    for (int n = rng_below(r, 3); n > 0; n--) {
        const int i = rng_below(r, t.bits), j = rng_below(r, t.bits), x = t.to[i];
        t.to[i] = t.to[j];
        t.to[j] = x;
    }
    t.mode = rng_below(r, 4);
    t.start = rng_below(r, 4) == 0 ? 16 * rng_below(r, 128) : 1024 * rng_below(r, 4);
    return t;
}

static void test_boxes_against_a_search(void **state)
{
    (void)state;
    rng r = rng_start();
    int fit = 0, not = 0;
    for (int n = rng_runs(3000); n > 0; n--) {
        const bit_tile t = random_tile(&r);
        const wgd_composed c = layout_of(&t);
        wgd_tma_query q = wgd_tma_query_default();
        wgd_tma_fit f;
        wgd_diag diag;
        q.tile.start = t.start;
        /* The lines of a tensor as narrow as the tile may be too short for a tensor map. */
        q.global_mn = q.global_k = 4096;
        assert_int_equal(wgd_tma_fit_layout(&c, &q, &f, &diag), WGD_OK);
        const int boxes = search(&t);
        assert_int_equal(f.fits, boxes > 0);
        if (!f.fits) {
            not ++;
            assert_true(f.why != WGD_TMA_MISFIT_NONE && f.why != WGD_TMA_MISFIT_ALIAS);
            assert_int_equal(f.byte, byte_of(&t, (int)f.mn, (int)f.k));
            assert_true(f.byte != f.box_byte);
            continue;
        }
        fit++;
        assert_int_equal(f.map.boxes, boxes);
        assert_true(wgd_tma_fit_prove(&f).equal);
        for (int mn = 0; mn < f.place.mn; mn++) {
            for (int k = 0; k < f.place.k; k++) {
                assert_int_equal(wgd_tma_fit_write_byte(&f, mn, k), byte_of(&t, mn, k));
            }
        }
    }
    assert_true(fit > not / 10 && not > fit / 10);
}

/* A word of any block of any tile, whose start nobody says. */
static void test_start_is_found(void **state)
{
    (void)state;
    rng r = rng_start();
    int spoilt_found = 0, found = 0;
    for (int n = rng_runs(2000); n > 0; n--) {
        wgd_tile_query q = wgd_tile_query_default();
        wgd_tile t;
        wgd_place p, at;
        wgd_check c;
        wgd_diag diag;
        q.major = rng_below(&r, 2) ? WGD_MAJOR_K : WGD_MAJOR_MN;
        q.swizzle = (wgd_swizzle_mode)rng_below(&r, 4);
        q.mn = 64 * (1 + rng_below(&r, 3));
        q.k = 64 * (1 + rng_below(&r, 2));
        q.order[0] = 1 + rng_below(&r, 2);
        q.order[1] = 3 - q.order[0];
        q.start = 1024 * rng_below(&r, 100);
        assert_int_equal(wgd_tile_describe(&q, &t, &diag), WGD_OK);
        const int i = rng_below(&r, t.blocks_mn), j = rng_below(&r, t.blocks_k);
        uint64_t word = wgd_tile_block_desc(&t, i, j);
        const wgd_read rd = wgd_tile_read(&t);
        assert_int_equal(wgd_place_make(&t.smem, q.dtype, 0, &p, &diag), WGD_OK);
        int64_t start = -1;
        int bi = i, bj = j;
        assert_true(wgd_check_find_start(word, rd, &p, &start, &bi, &bj));
        assert_true(start == q.start && bi == i && bj == j);
        /* Any block; and a spoilt word, which may be right elsewhere, but must then be right. */
        const bool spoil = rng_below(&r, 2);
        word ^= spoil ? UINT64_C(1) << (16 + rng_below(&r, 48)) : 0;
        bi = bj = -1;
        const bool yes = wgd_check_find_start(word, rd, &p, &start, &bi, &bj);
        assert_true(yes || spoil);
        found += yes;
        spoilt_found += yes && spoil;
        if (yes) {
            assert_int_equal(wgd_place_make(&t.smem, q.dtype, start, &at, &diag), WGD_OK);
            assert_int_equal(wgd_check_desc(word, rd, &at, bi, bj, &c, &diag), WGD_OK);
            assert_true(c.match);
        }
    }
    assert_true(found > spoilt_found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes_against_a_search),
        cmocka_unit_test(test_start_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
