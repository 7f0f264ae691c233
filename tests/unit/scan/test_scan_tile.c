/* SPDX-License-Identifier: MIT
 *
 * Tiles of chains: the words and steps of a described tile are handed in as a chain, and a tile with the same words is
 * found: all of them, for many tiles, and for some which one. And chains of which there is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "wgd_fetch.h"
#include "wgd_scan.h"

enum { MOST = 140 };
static wgd_scan_wgmma w[MOST];
static wgd_scan_kernel kernel = {.wgmma = w};

/* The row of blocks along K of a tile as one chain, with another between each two of its wgmma. */
static bool make_chain(const wgd_tile_query *q, wgd_tile *t)
{
    memset(w, 0, sizeof w);
    kernel.n_wgmma = 0;
    if (wgd_tile_describe(q, t, NULL) != WGD_OK || 2 * t->blocks_k > MOST) {
        return false;
    }
    for (int j = 0; j < t->blocks_k; j++) {
        wgd_scan_wgmma *one = &w[2 * j];
        if (j > 0) {
            w[2 * j - 1].chain = 7;
        }
        wgd_scan_operand *op = &one->op[q->operand];
        one->chain = 0;
        op->shared = true;
        op->read_known = true;
        op->read = wgd_tile_read(t);
        op->word = wgd_tile_block_desc(t, 0, j);
        op->known = UINT64_MAX;
        op->reads = wgd_fetch_reads(t->desc.swizzle, op->read);
        op->step_known = j > 0;
        op->step = j > 0 ? wgd_tile_block_offset(t, 0, j) - wgd_tile_block_offset(t, 0, j - 1) : 0;
    }
    kernel.n_wgmma = (size_t)(2 * t->blocks_k - 1);
    return true;
}

static uint64_t read_bits(unsigned reads)
{
    uint64_t bits = 0xc000000000003fff;
    bits |= reads & WGD_READS_LBO ? 0x3fff0000 : 0;
    bits |= reads & WGD_READS_SBO ? 0x3fff00000000 : 0;
    return bits | (reads & WGD_READS_BASE_OFFSET ? 0xe000000000000 : 0);
}

/* Every block of the found tile has the word that was handed in. */
static void check_words(const wgd_tile_query *q, wgd_operand o)
{
    wgd_tile t;
    assert_int_equal(wgd_tile_describe(q, &t, NULL), WGD_OK);
    for (int j = 0; j < t.blocks_k; j++) {
        const wgd_scan_operand *op = &w[2 * j].op[o];
        assert_int_equal((wgd_tile_block_desc(&t, 0, j) ^ op->word) & read_bits(op->reads), 0);
    }
    assert_int_equal(2 * t.blocks_k - 1, kernel.n_wgmma);
}

/* All tiles of a type: as many are found as can be described, each with its own words. */
static int tiles_of(wgd_dtype type)
{
    static const int extents[] = {64, 128, 192, 256, 1024};
    int found = 0;
    for (int i = 0; i < 2 * 2 * 4 * 5 * 5 * 2; i++) {
        wgd_tile_query q = wgd_tile_query_default(), out;
        wgd_tile t;
        q.dtype = type;
        q.operand = (wgd_operand)(i % 2);
        q.major = (wgd_major)(i / 2 % 2);
        q.swizzle = (wgd_swizzle_mode)(i / 4 % 4);
        q.mn = extents[i / 16 % 5];
        q.k = extents[i / 80 % 5];
        q.n = q.operand == WGD_OPERAND_B ? 64 : 0;
        q.order[0] = i / 400 % 2 ? 2 : 1;
        q.order[1] = i / 400 % 2 ? 1 : 2;
        if (!make_chain(&q, &t)) {
            continue;
        }
        memset(&out, 0, sizeof out);
        assert_true(wgd_scan_tile(&kernel, 0, (int)q.operand, &out));
        found++;
        assert_int_equal(out.dtype, q.dtype);
        assert_int_equal(out.operand, q.operand);
        assert_int_equal(out.major, q.major);
        assert_int_equal(out.swizzle, q.swizzle);
        assert_int_equal(out.k, q.k);
        assert_int_equal(out.n, q.n);
        assert_true(out.mn <= q.mn);
        check_words(&out, q.operand);
    }
    return found;
}

static void f16(void **state)
{
    (void)state;
    assert_int_equal(tiles_of(WGD_F16), 640);
}

static void tf32(void **state)
{
    (void)state;
    assert_int_equal(tiles_of(WGD_TF32), 272);
}

static void e4m3(void **state)
{
    (void)state;
    assert_int_equal(tiles_of(WGD_E4M3), 344);
}

static wgd_tile_query of(wgd_operand o, int mn, int k, int n)
{
    wgd_tile_query q = wgd_tile_query_default();
    q.dtype = WGD_F16;
    q.operand = o;
    q.swizzle = WGD_SWZ_128B;
    q.mn = mn;
    q.k = k;
    q.n = n;
    return q;
}

/* Of several tiles with these words the least, M or N first where the order does not matter. */
static void which(void **state)
{
    static const struct {
        wgd_operand o;
        int mn, k, n, order, is_mn, is_order;
    } rows[] = {
        {WGD_OPERAND_A, 64, 64, 0, 1, 64, 1},     {WGD_OPERAND_A, 128, 64, 0, 2, 64, 1},
        {WGD_OPERAND_A, 128, 128, 0, 1, 128, 1},  {WGD_OPERAND_A, 128, 128, 0, 2, 64, 2},
        {WGD_OPERAND_B, 256, 128, 64, 1, 256, 1}, {WGD_OPERAND_B, 24, 64, 24, 2, 24, 1},
        {WGD_OPERAND_A, 64, 128, 0, 1, 64, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_tile_query q = of(rows[i].o, rows[i].mn, rows[i].k, rows[i].n), out;
        wgd_tile t;
        q.order[0] = rows[i].order;
        q.order[1] = 3 - rows[i].order;
        assert_true(make_chain(&q, &t));
        assert_true(wgd_scan_tile(&kernel, 0, (int)q.operand, &out));
        assert_int_equal(out.mn, rows[i].is_mn);
        assert_int_equal(out.order[0], rows[i].is_order);
        assert_int_equal(out.order[1], 3 - rows[i].is_order);
    }
}

static void none(void **state)
{
    const wgd_tile_query q = of(WGD_OPERAND_A, 64, 64, 0);
    wgd_tile_query out;
    wgd_tile t;
    (void)state;
    assert_true(make_chain(&q, &t));
    assert_true(wgd_scan_tile(&kernel, 0, 0, &out));
    w[2].op[0].step = 48; /* no tile steps so */
    assert_false(wgd_scan_tile(&kernel, 0, 0, &out));
    assert_true(make_chain(&q, &t));
    w[6].op[0].step_known = false;
    assert_false(wgd_scan_tile(&kernel, 0, 0, &out));
    w[6].op[0].step_known = true;
    w[2].op[0].step_known = false;
    assert_false(wgd_scan_tile(&kernel, 0, 0, &out));
    assert_true(make_chain(&q, &t));
    w[0].op[0].word ^= UINT64_C(1) << 32;
    assert_false(wgd_scan_tile(&kernel, 0, 0, &out));
    assert_true(make_chain(&q, &t));
    w[0].op[0].word |= UINT64_C(5) << 16; /* which nobody reads */
    assert_true(wgd_scan_tile(&kernel, 0, 0, &out));
    w[0].op[0].shared = false;
    assert_false(wgd_scan_tile(&kernel, 0, 0, &out));
    w[0].op[0].shared = true;
    w[0].op[0].read.sparse = true;
    assert_false(wgd_scan_tile(&kernel, 0, 0, &out));
    w[0].op[0].read.sparse = false;
    w[0].op[0].reads = 0;
    assert_false(wgd_scan_tile(&kernel, 0, 0, &out));
}

/* A chain is followed for 64 instructions, from its first on. */
static void long_ones(void **state)
{
    wgd_tile_query out;
    wgd_tile t;
    (void)state;
    for (int n = 64; n <= 65; n++) {
        wgd_tile_query q = of(WGD_OPERAND_A, 64, 16 * n, 0);
        q.swizzle = WGD_SWZ_NONE;
        assert_true(make_chain(&q, &t));
        assert_int_equal(wgd_scan_tile(&kernel, 0, 0, &out), n == 64);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f16),   cmocka_unit_test(tf32), cmocka_unit_test(e4m3),
        cmocka_unit_test(which), cmocka_unit_test(none), cmocka_unit_test(long_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
