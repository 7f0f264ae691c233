/* SPDX-License-Identifier: MIT
 *
 * Extent, bytes read twice, bytes never read and the way back from a byte, against a table of every
 * byte; and the ring of stages.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rule_layout.h"
#include "wgdesc.h"

enum { SPAN_MAX = 1 << 20 };

static uint32_t in_ranges(const wgd_range *range, int n, uint32_t byte)
{
    uint32_t hits = 0;
    for (int i = 0; i < n; i++) {
        hits += byte >= range[i].begin && byte < range[i].end;
    }
    return hits;
}

static void test_coverage(void **state)
{
    (void)state;
    rng r = rng_start();
    static uint8_t count[SPAN_MAX];
    static wgd_range twice[WGD_RANGES_MAX], never[WGD_RANGES_MAX];
    for (int n = 0; n < 300; n++) {
        const wgd_read rd = random_read(&r);
        wgd_desc d = random_desc(&r);
        d.lbo %= 200;
        d.sbo %= 200;
        wgd_coverage c;
        const uint64_t word = wgd_desc_encode(d);
        memset(count, 0, sizeof count);
        wgd_describe(word, rd, &c, twice, never, WGD_RANGES_MAX);
        const int bits = wgd_dtype_bits(rd.dtype);
        uint32_t lo = UINT32_MAX, hi = 0;
        for (int row = 0; row < rd.mn; row++) {
            for (int k = 0; k < wgd_read_k(rd); k += bits < 8 ? 8 : 1) {
                const uint32_t at = wgd_fetch_byte(d, rd, (uint32_t)row, (uint32_t)k);
                for (int b = 0; b < (bits < 8 ? 1 : bits / 8); b++) {
                    count[at + (uint32_t)b] = (uint8_t)(count[at + (uint32_t)b] + 1);
                }
                lo = at < lo ? at : lo;
                hi = at > hi ? at : hi;
            }
        }
        hi += (uint32_t)(bits < 8 ? 1 : bits / 8);
        assert_int_equal(c.span.begin, lo);
        assert_int_equal(c.span.end, hi);
        uint32_t distinct = 0, more = 0, none = 0;
        for (uint32_t b = lo; b < hi; b++) {
            distinct += count[b] > 0;
            more += count[b] > 1;
            none += count[b] == 0;
            if (b % 16 == 0) {
                assert_int_equal(in_ranges(twice, c.twice_n, b), count[b] > 1);
                assert_int_equal(in_ranges(never, c.never_n, b), count[b] == 0);
            }
        }
        assert_int_equal(c.distinct_bytes, distinct);
        assert_int_equal(c.twice_bytes, more);
        assert_int_equal(c.never_bytes, none);
        assert_int_equal(c.outside, hi > WGD_SMEM_WINDOW);
    }
}

/* Every byte that a block reads, and those beside: the elements are those that the rule has there, each
 * once and in order, and no other. */
static void test_reverse_is_the_rule(void **state)
{
    (void)state;
    static wgd_element e[256 * 512];
    rng r = rng_start();
    for (int n = 0; n < 40; n++) {
        const wgd_read rd = random_read(&r);
        const wgd_desc d = random_desc(&r);
        const int bits = wgd_dtype_bits(rd.dtype), bytes = bits < 8 ? 1 : bits / 8;
        const uint32_t near = wgd_fetch_byte(d, rd, (uint32_t)rng_below(&r, rd.mn), 0);
        for (uint32_t byte = near > 40 ? near - 40 : 0; byte < near + 160; byte += 3) {
            const size_t m = wgd_fetch_reverse(wgd_desc_encode(d), rd, byte, e, 256 * 512);
            size_t at = 0;
            for (int i = 0; i < rd.mn; i++) {
                for (int k = 0; k < wgd_read_k(rd); k++) {
                    const uint32_t b = wgd_fetch_byte(d, rd, (uint32_t)i, (uint32_t)k);
                    if (byte < b || byte > b + (uint32_t)bytes - 1) {
                        continue;
                    }
                    assert_true(at < m && e[at].mn == i && e[at].k == k);
                    at++;
                }
            }
            assert_int_equal(m, at);
        }
    }
}

static void test_reverse(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int n = 0; n < 300; n++) {
        const wgd_read rd = random_read(&r);
        wgd_desc d = random_desc(&r);
        const uint64_t word = wgd_desc_encode(d);
        const uint32_t row = (uint32_t)rng_below(&r, rd.mn);
        const uint32_t k = (uint32_t)rng_below(&r, wgd_read_k(rd));
        const int bits = wgd_dtype_bits(rd.dtype);
        const uint32_t at = wgd_fetch_byte(d, rd, row, k);
        wgd_element e[4096];
        bool found = false;
        const size_t m = wgd_fetch_reverse(word, rd, at + (bits > 8 ? 1 : 0), e, 4096);
        assert_in_range(m, 1, 4096);
        for (size_t i = 0; i < m; i++) {
            assert_int_equal(wgd_fetch_byte(d, rd, e[i].mn, e[i].k), at);
            found = found || (e[i].mn == row && e[i].k == k);
        }
        assert_true(found);
        /* A short buffer holds the first ones; the number stays. */
        wgd_element one;
        assert_int_equal(wgd_fetch_reverse(word, rd, at, &one, 1), m);
        assert_true(one.mn == e[0].mn && one.k == e[0].k);
        assert_int_equal(wgd_fetch_reverse(word, rd, UINT32_MAX, NULL, 0), 0);
    }
}

/* ---- stages ---------------------------------------------------------------------------------- */

static int64_t offset_of(const void *tile, int i, int j)
{
    return wgd_tile_block_offset(tile, i, j);
}

static wgd_ring ring_of(const wgd_tile *t)
{
    const wgd_ring r = {t->query.start, t->bytes, t->alignment, t->blocks_mn, t->blocks_k,
                        offset_of,      t};
    return r;
}

static void describe(const char *swizzle, int64_t mn, int64_t k, int64_t start, wgd_tile *t)
{
    wgd_tile_query q = wgd_tile_query_default();
    q.mn = mn;
    q.k = k;
    q.start = start;
    assert_int_equal(wgd_swizzle_parse(swizzle, &q.swizzle, NULL), WGD_OK);
    assert_int_equal(wgd_tile_describe(&q, t, NULL), WGD_OK);
}

static void test_four_stages_of_128x64(void **state)
{
    (void)state;
    wgd_tile t;
    wgd_stages s;
    describe("128B", 128, 64, 0x400, &t);
    const wgd_ring ring = ring_of(&t);
    assert_int_equal(wgd_stages_plan(&ring, 4, &s, NULL), WGD_OK);
    assert_int_equal(s.stage_bytes, 128 * 64 * 2);
    assert_int_equal(s.stage_step, 1024);
    assert_int_equal(wgd_stage_start(&ring, &s, 3), 0x400 + 3 * 16384);
    assert_true(s.k.constant && s.k.blocks == 4 && s.k.step == 2); /* 32 bytes inside the atom */
    assert_true(s.mn.constant && s.mn.blocks == 2 && s.mn.step == 512);
    assert_false(s.carries);
}

static void test_k_step_jumps_at_the_atom(void **state)
{
    (void)state;
    wgd_tile t;
    wgd_stages s;
    describe("128B", 64, 128, 0, &t);
    const wgd_ring ring = ring_of(&t);
    assert_int_equal(wgd_stages_plan(&ring, 1, &s, NULL), WGD_OK);
    assert_false(s.k.constant);
    assert_int_equal(s.k.step, 2);
    assert_int_equal(s.k.jump_at, 4);
    assert_int_equal(s.k.jump_step, 512 - 3 * 2);
}

static void test_carry_out_of_14_bits(void **state)
{
    (void)state;
    wgd_tile t;
    wgd_stages s;
    describe("128B", 128, 64, 0x400, &t);
    const wgd_ring ring = ring_of(&t);
    assert_int_equal(wgd_stages_plan(&ring, 15, &s, NULL), WGD_OK);
    assert_false(s.carries);
    assert_int_equal(wgd_stages_plan(&ring, 16, &s, NULL), WGD_OK);
    /* Stage 15 starts at 0x3c400; its second mn block, 8 KiB on, still below 2^18; no carry yet. */
    assert_false(s.carries);
    assert_int_equal(wgd_stages_plan(&ring, 17, &s, NULL), WGD_OK);
    assert_true(s.carries);
    assert_int_equal(s.carry_stage, 16);
    assert_int_equal(s.carry_start, 0x400 + 16 * 16384);
    /* What the unmasked add really gives: the carry lands in the ignored bits, the start wraps. */
    const uint64_t word = wgd_desc_encode(t.desc) + (uint64_t)(16 * s.stage_step);
    assert_int_equal(wgd_desc_decode(word).start, (s.carry_start / 16) & 0x3fff);
    assert_true((word & 0xc000) != 0);
}

static void test_stages_refused(void **state)
{
    (void)state;
    wgd_tile t;
    wgd_stages s;
    wgd_diag diag;
    describe("64B", 64, 32, 0, &t);
    const wgd_ring ring = ring_of(&t);
    static const int64_t bad[] = {0, -1, 1025, INT64_MAX};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(wgd_stages_plan(&ring, bad[i], &s, &diag), WGD_ERR_VALUE);
        assert_string_equal(diag.field, "stages");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_reverse),
        cmocka_unit_test(test_reverse_is_the_rule),
        cmocka_unit_test(test_four_stages_of_128x64),
        cmocka_unit_test(test_k_step_jumps_at_the_atom),
        cmocka_unit_test(test_carry_out_of_14_bits),
        cmocka_unit_test(test_stages_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
