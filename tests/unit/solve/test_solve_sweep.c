/* SPDX-License-Identifier: MIT
 *
 * An independent proof of the calculator: every descriptor it gives, over the whole sweep, reads
 * every element of its own tiled layout from where the layout puts it, and the solver finds the
 * same word from the layout alone.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "sweep.h"
#include "wgdesc.h"

static wgd_place place_of(const wgd_tile *t)
{
    wgd_place p;
    assert_int_equal(wgd_place_make(&t->smem, t->query.dtype, t->query.start, &p, NULL), WGD_OK);
    return p;
}

static void check_every_block(const wgd_tile *t, void *ctx)
{
    const wgd_place p = place_of(t);
    const wgd_read rd = wgd_tile_read(t);
    long *blocks = ctx;
    for (int i = 0; i < t->blocks_mn; i++) {
        for (int j = 0; j < t->blocks_k; j++) {
            wgd_check c;
            assert_int_equal(wgd_check_desc(wgd_tile_block_desc(t, i, j), rd, &p, i, j, &c, NULL),
                             WGD_OK);
            assert_true(c.match);
            (*blocks)++;
        }
    }
}

static void test_every_descriptor_reads_its_tile(void **state)
{
    (void)state;
    long blocks = 0;
    const long tiles = sweep_tiles(false, check_every_block, &blocks);
    printf("# %ld tiles, %ld blocks\n", tiles, blocks);
    assert_true(tiles > 10000);
    assert_true(sweep_tiles(true, check_every_block, &blocks) > 10000);
}

static void test_every_tcgen05_descriptor_reads_its_tile(void **state)
{
    (void)state;
    long blocks = 0;
    for (int wide = 0; wide < 2; wide++) {
        const long tiles = sweep_tcgen05(WGD_SM100, wide, check_every_block, &blocks);
        printf("# %ld tiles, %ld blocks\n", tiles, blocks);
        assert_true(tiles > 5000);
    }
}

static void solve_back(const wgd_tile *t, void *ctx)
{
    (void)ctx;
    static wgd_solve s;
    wgd_solve_query q = {0};
    q.layout = t->smem;
    q.start = t->query.start;
    q.dtype = t->query.dtype;
    q.operand = t->query.operand;
    q.sparse = t->query.sparse;
    q.n = t->query.operand == WGD_OPERAND_B ? t->block_mn : 0;
    q.arch = t->query.arch;
    q.block[0] = t->query.block[0];
    q.block[1] = t->query.block[1];
    q.major = WGD_WANT_ANY;
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    assert_true(s.solution[0].canonical);
    assert_int_equal(s.solution[0].read.major, t->query.major);
    const int i = t->blocks_mn - 1, j = t->blocks_k - 1;
    assert_true(wgd_solve_block(&s, &s.solution[0], 0, 0) == wgd_tile_block_desc(t, 0, 0));
    assert_true(wgd_solve_block(&s, &s.solution[0], i, j) == wgd_tile_block_desc(t, i, j));
}

static void test_every_tile_solves_to_its_own_word(void **state)
{
    (void)state;
    assert_true(sweep_tiles(false, solve_back, NULL) > 10000);
    assert_true(sweep_tiles(true, solve_back, NULL) > 10000);
}

static void test_every_tcgen05_tile_solves_to_its_own_word(void **state)
{
    (void)state;
    assert_true(sweep_tcgen05(WGD_SM100, false, solve_back, NULL) > 5000);
    assert_true(sweep_tcgen05(WGD_SM100, true, solve_back, NULL) > 5000);
}

/* The negative control of the sweep: any field that is read, off by one, is noticed. */
static void spoil_fields(const wgd_tile *t, void *ctx)
{
    (void)ctx;
    const wgd_read rd = wgd_tile_read(t);
    const wgd_place p = place_of(t);
    const unsigned reads = wgd_fetch_reads(t->query.swizzle, rd);
    static const struct {
        unsigned reads;
        int shift;
    } fields[] = {{WGD_READS_START, 0}, {WGD_READS_LBO, 16}, {WGD_READS_SBO, 32}};
    for (int f = 0; f < 3; f++) {
        wgd_check c;
        const uint64_t word = wgd_tile_block_desc(t, 0, 0) ^ UINT64_C(1) << fields[f].shift;
        assert_int_equal(wgd_check_desc(word, rd, &p, 0, 0, &c, NULL), WGD_OK);
        assert_int_equal(c.match, !(reads & fields[f].reads));
        assert_true(c.match || c.wrong > 0);
    }
}

static void test_a_spoilt_field_is_noticed(void **state)
{
    (void)state;
    assert_true(sweep_tiles(false, spoil_fields, NULL) > 10000);
    assert_true(sweep_tiles(true, spoil_fields, NULL) > 10000);
    assert_true(sweep_tcgen05(WGD_SM100, false, spoil_fields, NULL) > 5000);
    assert_true(sweep_tcgen05(WGD_SM103, true, spoil_fields, NULL) > 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_descriptor_reads_its_tile),
        cmocka_unit_test(test_every_tcgen05_descriptor_reads_its_tile),
        cmocka_unit_test(test_every_tile_solves_to_its_own_word),
        cmocka_unit_test(test_every_tcgen05_tile_solves_to_its_own_word),
        cmocka_unit_test(test_a_spoilt_field_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
