/* SPDX-License-Identifier: MIT
 *
 * Where a tile begins whose start nobody said: the word of a block of the tile at one start is solved there, and leads
 * back to it from another.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

#define SW128 "Sw<3,4,3> o smem_ptr[16b] o "

typedef struct search {
    const char *layout;
    wgd_major_wish major;
    int64_t begin; /* where the tile is */
    int of_i, of_j;
    int64_t said;    /* where it is thought to be */
    int i, j;        /* the block that is asked about, or all */
    uint64_t spoilt; /* bits of the word that are turned */
    int64_t found;   /* -1: nowhere */
    int found_i, found_j;
} search;

static const search searches[] = {
    /* the block itself, at any start */
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x800, 1, 2, 0, 1, 2, 0, 0x800, 1, 2},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0, 0, 0, 0x400, 0, 0, 0, 0, 0, 0},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x400, 0, 0, 0, 0, 0, 0, 0x400, 0, 0},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x410, 0, 0, 0, 0, 0, 0, 0x410, 0, 0},
    {SW128 "(64,64):(64,1)", WGD_WANT_K, 0x3e000, 0, 3, 0, 0, 3, 0, 0x3e000, 0, 3},
    {"Sw<1,4,3> o smem_ptr[16b] o (64,16):(16,1)", WGD_WANT_K, 0x3ff00, 0, 0, 0, 0, 0, 0, 0x3ff00,
     0, 0},
    /* the first block of all whose tile begins at a multiple of the pattern: the third, of the first rows */
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x800, 1, 2, 0, -1, -1, 0, 0x2800, 0, 2},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x800, 1, 2, 0, 1, -1, 0, 0x2800, 0, 2},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x800, 1, 2, 0, -1, 2, 0, 0x2800, 0, 2},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x800, 1, 0, 0, 1, 0, 0, 0x800, 1, 0},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x800, 1, 0, 0, 0, 0, 0, 0x2800, 0, 0},
    {"((8,8),(8,4)):((8,64),(1,512))", WGD_WANT_K, 0x800, 0, 1, 0, 0, 1, 0, 0x800, 0, 1},
    {"((8,8),(8,4)):((8,64),(1,512))", WGD_WANT_K, 0x800, 0, 1, 0, -1, -1, 0, 0x1000, 0, 0},
    /* the tile would begin below 0: it is that of an earlier block */
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0, 0, 2, 0, 1, 2, 0, -1, 1, 2},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0, 0, 2, 0, -1, -1, 0, 0, 0, 2},
    /* no multiple of the pattern for any: then for the first alone */
    {SW128 "(128,16):(64,1)", WGD_WANT_K, 0x420, 0, 0, 0, -1, -1, 0, 0x420, 0, 0},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x420, 0, 0, 0, -1, -1, 0, 0x400, 0, 1},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x420, 0, 0, 0, 0, 0, 0, 0x420, 0, 0},
    {SW128 "((64,2),64):((64,4352),1)", WGD_WANT_K, 0x400, 1, 0, 0, 0, 0, 0, 0x2600, 0, 0},
    {SW128 "((64,2),64):((64,4352),1)", WGD_WANT_K, 0x400, 1, 0, 0, -1, -1, 0, 0x400, 1, 0},
    {SW128 "((64,2),64):((64,4352),1)", WGD_WANT_K, 0x400, 1, 1, 0, 1, 1, 0, 0x400, 1, 1},
    /* patterns on offsets, which go with the tile */
    {"Sw<3,3,3> o 64 o (128,64):(64,1)", WGD_WANT_K, 0x800, 1, 1, 0x1400, 1, 1, 0, 0x800, 1, 1},
    {"Sw<3,3,3> o 64 o (128,64):(64,1)", WGD_WANT_K, 0x880, 0, 1, 0x400, 0, 1, 0, 0x880, 0, 1},
    {SW128 "(64,64):(1,64)", WGD_WANT_MN, 0x400, 0, 3, 0x2000, 0, 3, 0, 0x400, 0, 3},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x410, 0, 0, 0, -1, -1, 0, 0x410, 0, 0},
    /* SBO, and the swizzle, of something else */
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x800, 1, 2, 0, 1, 2, UINT64_C(1) << 32, -1, 1, 2},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x800, 1, 2, 0, -1, -1, UINT64_C(1) << 32, -1, 0, 0},
    {SW128 "(128,64):(64,1)", WGD_WANT_K, 0x800, 1, 2, 0, 1, 2, UINT64_C(3) << 62, -1, 1, 2},
    {"(64,(4,4)):(64,(1,8))", WGD_WANT_K, -1, 0, 0, 0, 0, 0, 0, -1, 0, 0},
};

/* The word of a block, where there is a descriptor; else any. */
static uint64_t word_at(const search *x, const wgd_composed *layout, wgd_read *rd)
{
    static wgd_solve s;
    const wgd_solve_query q = {.layout = *layout, .start = x->begin, .major = x->major};
    const wgd_read any = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    *rd = any;
    if (x->begin < 0) {
        return 64;
    }
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    *rd = s.solution[0].read;
    return wgd_solve_block(&s, &s.solution[0], x->of_i, x->of_j);
}

static void found_again(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof searches / sizeof searches[0]; n++) {
        const search *x = &searches[n];
        wgd_composed layout;
        wgd_read rd;
        wgd_place p;
        int64_t start = -7;
        int i = x->i, j = x->j;
        assert_int_equal(wgd_parse_composed(x->layout, strlen(x->layout), &layout, NULL), WGD_OK);
        const uint64_t word = word_at(x, &layout, &rd) ^ x->spoilt;
        assert_int_equal(wgd_place_make(&layout, WGD_F16, x->said, &p, NULL), WGD_OK);
        const bool found = wgd_check_find_start(word, rd, &p, &start, &i, &j);
        if (found != (x->found >= 0) || (found && start != x->found) || i != x->found_i ||
            j != x->found_j) {
            fail_msg("%d: %s: %d at 0x%llx, block (%d,%d)", (int)n, x->layout, found,
                     (unsigned long long)start, i, j);
        }
    }
}

/* Of a slice the tile's start is found, not the slice's. */
static void of_a_slice(void **state)
{
    (void)state;
    const char text[] = SW128 "(128,64):(64,1)";
    const wgd_slice part = {{64, 128}, {16, 48}};
    const wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
    wgd_composed layout;
    wgd_place p;
    int64_t start;
    int i = 0, j = 1;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &layout, NULL), WGD_OK);
    assert_int_equal(wgd_place_make(&layout, WGD_F16, 0x1000, &p, NULL), WGD_OK);
    assert_int_equal(wgd_place_cut(&p, &part, NULL), WGD_OK);
    /* of row 64 and K 32 in a tile at 0xc00 */
    const uint64_t word = (0xc00 + 64 * 128 + 64) / 16 | UINT64_C(64) << 32 | UINT64_C(1) << 62;
    assert_true(wgd_check_find_start(word, rd, &p, &start, &i, &j));
    assert_int_equal(start, 0xc00);
    assert_true(i == 0 && j == 1);
    /* what lies beside the slice is none of its blocks: along K that begins at 0x400, along MN at 0x400 too */
    static const struct {
        const char *layout;
        wgd_slice part;
        int64_t start;
    } beside[] = {{SW128 "(128,64):(64,1)", {{0, 64}, {0, 16}}, 0x420},
                  {SW128 "((64,2),64):((64,4352),1)", {{0, 64}, {0, 64}}, 0x2600}};
    for (int n = 0; n < 2; n++) {
        i = j = -1;
        assert_int_equal(
            wgd_parse_composed(beside[n].layout, strlen(beside[n].layout), &layout, NULL), WGD_OK);
        assert_int_equal(wgd_place_make(&layout, WGD_F16, 0, &p, NULL), WGD_OK);
        assert_int_equal(wgd_place_cut(&p, &beside[n].part, NULL), WGD_OK);
        assert_true(wgd_check_find_start((uint64_t)beside[n].start / 16 | UINT64_C(64) << 32 |
                                             UINT64_C(1) << 62,
                                         rd, &p, &start, &i, &j));
        assert_int_equal(start, beside[n].start);
        assert_true(i == 0 && j == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_again),
        cmocka_unit_test(of_a_slice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
