/* SPDX-License-Identifier: MIT
 *
 * What a tile, a block and a slice are refused with, to the letter, and each limit from both sides; what is answered
 * beside the words: the query as it is filled in, which strides are read, the default.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "refused.h"
#include "wgdesc.h"

#define ASK(...) of((wgd_tile_query){__VA_ARGS__})

static wgd_diag d;
static wgd_tile t;

/* A query with what it leaves out: order 1,2 and sm90 are not 0. */
static const wgd_tile_query *of(wgd_tile_query q)
{
    static wgd_tile_query kept;
    kept = q;
    kept.order[0] = q.order[0] ? q.order[0] : 1;
    kept.order[1] = q.order[1] ? q.order[1] : 2;
    return &kept;
}

static void refuse(const wgd_tile_query *q)
{
    d = unfilled();
    assert_int_not_equal(wgd_tile_describe(q, &t, &d), WGD_OK);
    assert_int_equal(wgd_tile_describe(q, &t, NULL), d.status);
}

static void accept(const wgd_tile_query *q)
{
    memset(&t, 0x5a, sizeof t);
    assert_int_equal(wgd_tile_describe(q, &t, NULL), WGD_OK);
    assert_int_equal(t.smem.offset, 0);
}

/* ---- sizes and blocks ------------------------------------------------------------------------ */

static void sizes(void **state)
{
    (void)state;
    static const int64_t none[][2] = {{0, 16}, {64, 0}, {-64, 16}, {64, -16}};
    static const char *const got[] = {"0x16", "64x0", "-64x16", "64x-16"};
    for (int i = 0; i < 4; i++) {
        refuse(ASK(.mn = none[i][0], .k = none[i][1]));
        said(&d, WGD_ERR_TILE, "shape", "a tile has at least one element", got[i], "MN x K");
        hinted(&d, "for example 64x16");
    }
    refuse(ASK(.mn = 1, .k = 16));
    said(&d, WGD_ERR_TILE, "shape", "the tile is not a whole number of blocks", "1x16",
         "multiples of the instruction's block 64x16");
    hinted(&d, "pad the tile, or choose another N");
    refuse(ASK(.mn = 64, .k = 1));
    said(&d, WGD_ERR_TILE, "shape", "the tile is not a whole number of blocks", "64x1",
         "multiples of the instruction's block 64x16");
    /* 2^18 bytes, and one step more of K */
    accept(ASK(.mn = 64, .k = 2048));
    refuse(ASK(.mn = 64, .k = 2064));
    said(&d, WGD_ERR_RANGE, "shape", "the tile is larger than a descriptor can address", "64x2064",
         "at most 262144 bytes");
    /* as many bits, one way: a tile, but not of blocks; and one bit more */
    for (int way = 0; way < 2; way++) {
        const int64_t bits = 8 << 18;
        refuse(ASK(.dtype = WGD_B1, .mn = way ? 1 : bits, .k = way ? bits : 1));
        assert_int_equal(d.status, WGD_ERR_TILE);
        refuse(ASK(.dtype = WGD_B1, .mn = way ? 1 : bits + 1, .k = way ? bits + 1 : 1));
        assert_int_equal(d.status, WGD_ERR_RANGE);
        /* 2^64 elements */
        refuse(ASK(.mn = way ? 4 : INT64_C(1) << 62, .k = way ? INT64_C(1) << 62 : 4));
        assert_int_equal(d.status, WGD_ERR_RANGE);
    }
    refuse(ASK(.mn = 64, .k = 16, .order = {2, 2}));
    said(&d, WGD_ERR_VALUE, "order", "a value is not one of those allowed", "2,2",
         "1,2 (MN first) or 2,1 (K first)");
}

static void reads(void **state)
{
    (void)state;
    refuse(ASK(.dtype = WGD_B1, .mn = 64, .k = 256, .sparse = true));
    said(&d, WGD_ERR_INST, "sparse", "b1 has no sparse wgmma", "true", "false");
    refuse(ASK(.operand = WGD_OPERAND_B, .mn = 264, .k = 16));
    said(&d, WGD_ERR_N, "n", "the tile's MN is not a legal N, and no N is given", "264",
         "an N that divides it");
    hinted_at(&d, WGD_HINT_GIVE_N, 0, "");
}

/* ---- atoms ---------------------------------------------------------------------------------- */

static void hint_swizzle(const wgd_tile_query *q, const char *name)
{
    refuse(q);
    assert_int_equal(d.status, WGD_ERR_TILE);
    hinted_at(&d, WGD_HINT_SWIZZLE_OR_TILE, 0, name);
}

/* The widest swizzle of which whole atoms make the tile, and whole blocks each other. */
static void atoms(void **state)
{
    (void)state;
    refuse(ASK(.major = WGD_MAJOR_MN, .swizzle = WGD_SWZ_128B, .operand = WGD_OPERAND_B, .mn = 96,
               .k = 16));
    said(&d, WGD_ERR_TILE, "shape", "the tile is not a whole number of swizzle atoms", "96x16",
         "multiples of the 128B atom 64x8");
    hinted_at(&d, WGD_HINT_SWIZZLE_OR_TILE, 0, "64B");
    hint_swizzle(ASK(.major = WGD_MAJOR_MN, .swizzle = WGD_SWZ_128B, .operand = WGD_OPERAND_B,
                     .mn = 96, .k = 16, .n = 8),
                 "64B");
    hint_swizzle(ASK(.major = WGD_MAJOR_MN, .swizzle = WGD_SWZ_128B, .operand = WGD_OPERAND_B,
                     .mn = 96, .k = 16, .n = 24),
                 "none");
    hint_swizzle(ASK(.major = WGD_MAJOR_MN, .swizzle = WGD_SWZ_128B, .operand = WGD_OPERAND_B,
                     .mn = 24, .k = 16),
                 "none");
    hint_swizzle(ASK(.swizzle = WGD_SWZ_128B, .operand = WGD_OPERAND_B, .mn = 24, .k = 48), "32B");
    hint_swizzle(ASK(.dtype = WGD_TF32, .major = WGD_MAJOR_MN, .swizzle = WGD_SWZ_128B_32B,
                     .operand = WGD_OPERAND_B, .mn = 24, .k = 8, .arch = WGD_SM100),
                 "128B_32B");
}

/* Blocks that lie across atoms: a smaller instruction, where there is one, or another swizzle. */
static void covers(void **state)
{
    (void)state;
    refuse(ASK(.major = WGD_MAJOR_MN, .swizzle = WGD_SWZ_128B, .operand = WGD_OPERAND_B, .mn = 192,
               .k = 16, .n = 48));
    said(&d, WGD_ERR_COVER, "n", "the instruction's blocks do not cover the tile", "48",
         "a block that is a multiple or a divisor of the atom's 64 along MN");
    hinted_at(&d, WGD_HINT_SMALLER_N_OR_SWIZZLE, 32, "32B");
    refuse(ASK(.major = WGD_MAJOR_MN, .swizzle = WGD_SWZ_128B, .mn = 192, .k = 16, .block = {96, 0},
               .arch = WGD_SM100));
    said(&d, WGD_ERR_COVER, "block", "the instruction's blocks do not cover the tile", "96",
         "a block that is a multiple or a divisor of the atom's 64 along MN");
    hinted_at(&d, WGD_HINT_SMALLER_M_OR_SWIZZLE, 64, "64B");
    refuse(ASK(.major = WGD_MAJOR_MN, .swizzle = WGD_SWZ_128B, .operand = WGD_OPERAND_B, .mn = 192,
               .k = 16, .block = {96, 0}, .arch = WGD_SM100));
    hinted_at(&d, WGD_HINT_SMALLER_N_OR_SWIZZLE, 64, "64B");
    /* A of 24 rows: no smaller M */
    refuse(ASK(.major = WGD_MAJOR_MN, .swizzle = WGD_SWZ_128B, .mn = 192, .k = 16, .block = {24, 0},
               .arch = WGD_SM100));
    hinted_at(&d, WGD_HINT_SWIZZLE_FOR_N, 0, "none");
    /* of N below 64 the greatest that divides 80 rows */
    refuse(ASK(.operand = WGD_OPERAND_B, .mn = 80, .k = 16, .n = 64));
    said(&d, WGD_ERR_TILE, "shape", "the tile is not a whole number of blocks", "80x16",
         "multiples of the instruction's block 64x16");
    hinted_at(&d, WGD_HINT_SMALLER_N, 40, "");
    refuse(ASK(.mn = 192, .k = 16, .block = {128, 0}, .arch = WGD_SM100));
    hinted_at(&d, WGD_HINT_SMALLER_M, 64, "");
}

static void smaller(void **state)
{
    (void)state;
    assert_int_equal(wgd_tile_smaller(ASK(.mn = 192, .k = 16, .arch = WGD_SM100), 256), 64);
    assert_int_equal(wgd_tile_smaller(ASK(.mn = 192, .k = 16), 256), 0);
    assert_int_equal(
        wgd_tile_smaller(ASK(.operand = WGD_OPERAND_B, .mn = 80, .k = 16, .n = 80), 80), 40);
    /* also where the block says N */
    assert_int_equal(wgd_tile_smaller(ASK(.operand = WGD_OPERAND_B, .mn = 80, .k = 16,
                                          .block = {80, 0}, .arch = WGD_SM100),
                                      80),
                     40);
    assert_int_equal(wgd_tile_smaller(ASK(.operand = WGD_OPERAND_B, .mn = 80, .k = 15), 80), 0);
}

/* ---- starts --------------------------------------------------------------------------------- */

static void starts(void **state)
{
    (void)state;
    const char *const outside = "the start is outside the 18-bit shared-memory window";
    refuse(ASK(.mn = 64, .k = 16, .start = -16));
    said(&d, WGD_ERR_RANGE, "start", outside, "-16", "0 to 0x3fff0 (262128)");
    hinted(&d, "a descriptor holds a shared::cta address, not a generic one: use "
               "__cvta_generic_to_shared");
    refuse(ASK(.mn = 64, .k = 16, .start = 0x40000));
    said(&d, WGD_ERR_RANGE, "start", outside, "0x40000", "0 to 0x3fff0 (262128)");
    refuse(ASK(.mn = 64, .k = 16, .start = 8));
    said(&d, WGD_ERR_ALIGN, "start", "an address is not aligned", "0x8", "a multiple of 16 bytes");
    hinted(&d, "the descriptor drops the low 4 bits of the address");
    refuse(ASK(.mn = 64, .k = 16, .start = 0x40000 - 2032));
    said(&d, WGD_ERR_RANGE, "start", "the tile does not end inside the 18-bit shared-memory window",
         "0x3f810", "start + bytes at most 0x40000");
    accept(ASK(.mn = 64, .k = 16, .start = 0x40000 - 2048));
    accept(ASK(.mn = 64, .k = 16));
}

/* The word of the hint: start 0x480 / 16, LBO 1, SBO 64, base_offset 1, swizzle 128B. */
static void starts_of_a_pattern(void **state)
{
    (void)state;
    const char *const off = "the start is not aligned to the swizzle pattern";
    refuse(ASK(.swizzle = WGD_SWZ_128B, .mn = 64, .k = 64, .start = 0x480));
    said(&d, WGD_ERR_ALIGN, "start", off, "0x480", "a multiple of 1024 bytes");
    hinted(&d, "use the next aligned start, 0x800; or, if the data is swizzled relative to this "
               "start (not by TMA), set base_offset 1: descriptor 0x4002004000010048");
    refuse(ASK(.swizzle = WGD_SWZ_32B, .mn = 64, .k = 16, .start = 0x110));
    said(&d, WGD_ERR_ALIGN, "start", off, "0x110", "a multiple of 256 bytes");
    hinted(&d, "use the next aligned start, 0x200");
}

/* ---- what is answered ----------------------------------------------------------------------- */

static void strides(const wgd_tile_query *q, bool lbo, bool sbo)
{
    accept(q);
    assert_int_equal(t.lbo_used, lbo);
    assert_int_equal(t.sbo_used, sbo);
}

/* A stride is read where a block holds more than one of what it steps over. */
static void strides_that_are_read(void **state)
{
    (void)state;
    strides(ASK(.mn = 64, .k = 16), true, true);
    strides(ASK(.swizzle = WGD_SWZ_128B, .mn = 64, .k = 64), false, true);
    strides(ASK(.operand = WGD_OPERAND_B, .mn = 8, .k = 16), true, false);
    strides(ASK(.operand = WGD_OPERAND_B, .swizzle = WGD_SWZ_32B, .mn = 8, .k = 16), false, false);
}

static void filled_in(void **state)
{
    (void)state;
    accept(ASK(.operand = WGD_OPERAND_B, .mn = 96, .k = 32));
    assert_int_equal(t.query.n, 96);
    assert_true(t.block_mn == 96 && t.block_k == 16 && t.blocks_mn == 1 && t.blocks_k == 2);
    accept(ASK(.operand = WGD_OPERAND_B, .mn = 96, .k = 32, .n = 48));
    assert_true(t.query.n == 48 && t.blocks_mn == 2);
    accept(ASK(.mn = 128, .k = 16));
    assert_true(t.query.n == 0 && t.block_mn == 64 && t.blocks_mn == 2);
    const wgd_tile_query q = wgd_tile_query_default();
    assert_true(q.dtype == WGD_F16 && q.operand == WGD_OPERAND_A && q.major == WGD_MAJOR_K);
    assert_true(q.swizzle == WGD_SWZ_NONE && q.arch == WGD_SM90 && !q.sparse);
    assert_true(q.mn == 0 && q.k == 0 && q.n == 0 && q.start == 0);
    assert_true(q.order[0] == 1 && q.order[1] == 2 && q.block[0] == 0 && q.block[1] == 0);
    wgd_composed atom;
    memset(&atom, 0x5a, sizeof atom);
    assert_int_equal(wgd_atom(16, WGD_MAJOR_K, WGD_SWZ_64B, &atom, NULL), WGD_OK);
    assert_true(atom.offset == 0 && atom.elem_bits == 16);
}

/* ---- the layout alone ----------------------------------------------------------------------- */

static wgd_status layout_of(wgd_tile_query q, wgd_composed *c)
{
    wgd_tile_query kept = *of(q);
    d = unfilled();
    const wgd_status s = wgd_tile_layout(&kept, c, &d);
    t.query = kept;
    return s;
}

static void layouts(void **state)
{
    (void)state;
    wgd_composed c;
    memset(&c, 0x5a, sizeof c);
    /* any rows: no block is asked about */
    assert_int_equal(
        layout_of(
            (wgd_tile_query){.major = WGD_MAJOR_MN, .swizzle = WGD_SWZ_128B, .mn = 192, .k = 8},
            &c),
        WGD_OK);
    assert_true(c.kind == WGD_SMEM_PTR && c.sw.b == 3 && c.offset == 0 && c.elem_bits == 16);
    int64_t size;
    assert_int_equal(wgd_layout_size(&c.layout, &size), WGD_OK);
    assert_int_equal(size, 192 * 8);
    assert_int_equal(layout_of((wgd_tile_query){.mn = 64, .k = 16, .arch = WGD_SM120}, &c),
                     WGD_ERR_VALUE);
    assert_string_equal(d.field, "arch");
    assert_int_equal(
        layout_of((wgd_tile_query){.mn = 64, .k = 16, .swizzle = WGD_SWZ_128B_32B}, &c),
        WGD_ERR_VALUE);
    assert_string_equal(d.field, "swizzle");
    assert_int_equal(layout_of((wgd_tile_query){.mn = 0, .k = 16}, &c), WGD_ERR_TILE);
    assert_int_equal(layout_of((wgd_tile_query){.mn = 60, .k = 16, .swizzle = WGD_SWZ_32B}, &c),
                     WGD_ERR_TILE);
    hinted_at(&d, WGD_HINT_SWIZZLE_OR_TILE, 0, "32B");
    /* a start off the pattern: there is no word to offer */
    assert_int_equal(
        layout_of((wgd_tile_query){.mn = 64, .k = 64, .swizzle = WGD_SWZ_128B, .start = 0x480}, &c),
        WGD_ERR_ALIGN);
    hinted(&d, "use the next aligned start, 0x800");
    assert_int_equal(layout_of((wgd_tile_query){.mn = 64, .k = 16, .start = 0x40000 - 2032}, &c),
                     WGD_ERR_RANGE);
    assert_int_equal(layout_of((wgd_tile_query){.mn = 64, .k = 16, .start = 0x40000 - 2048}, &c),
                     WGD_OK);
}

/* Of A of a sparse instruction, tcgen05's, half of K is stored; for wgmma K is said as it is stored. */
static void compressed(void **state)
{
    (void)state;
    static const wgd_dtype types[] = {WGD_F16, WGD_E4M3, WGD_E2M1_PACKED4};
    wgd_composed c;
    int64_t size;
    for (int i = 0; i < 3; i++) {
        const int64_t k = 256 / wgd_dtype_get(types[i])->bits;
        for (int tcgen05 = 0; tcgen05 < 2; tcgen05++) {
            if (!tcgen05 && types[i] == WGD_E2M1_PACKED4) {
                continue;
            }
            const wgd_tile_query q = {.dtype = types[i],
                                      .mn = 128,
                                      .k = 4 * k,
                                      .sparse = true,
                                      .block = {0, 2 * k},
                                      .arch = tcgen05 ? WGD_SM100 : WGD_SM90};
            assert_int_equal(layout_of(q, &c), WGD_OK);
            assert_int_equal(t.query.k, tcgen05 ? 2 * k : 4 * k);
            assert_int_equal(t.query.block[1], tcgen05 ? k : 2 * k);
            assert_int_equal(wgd_layout_size(&c.layout, &size), WGD_OK);
            assert_int_equal(size, 128 * t.query.k);
        }
    }
}

/* ---- slices ---------------------------------------------------------------------------------- */

static void slices(void **state)
{
    (void)state;
    static const wgd_slice none[] = {
        {{0, 0}, {0, 16}},  {{0, 64}, {0, 0}}, {{0, 65}, {0, 16}}, {{0, 64}, {0, 17}},
        {{-1, 64}, {0, 1}}, {{5, 5}, {0, 16}}, {{5, 0}, {0, 0}},   {{0, 0}, {3, 0}},
    };
    static const char *const got[] = {"0:0,0:16",  "0:64,0:0", "0:65,0:16", "0:64,0:17",
                                      "-1:64,0:1", "5:5,0:16", "5:0,0:0",   "0:0,3:0"};
    for (int i = 0; i < 8; i++) {
        d = unfilled();
        assert_int_equal(wgd_slice_check(&none[i], 64, 16, &d), WGD_ERR_VALUE);
        said(&d, WGD_ERR_VALUE, "slice", "the slice does not lie in the tile", got[i],
             "at least one element each way, within 0:64,0:16");
        hinted(&d, "first MN, then K, each from its first element to the one behind its last");
    }
    const wgd_slice all = {{0, 64}, {0, 16}}, last = {{63, 64}, {15, 16}};
    assert_int_equal(wgd_slice_check(&all, 64, 16, NULL), WGD_OK);
    assert_int_equal(wgd_slice_check(&last, 64, 16, NULL), WGD_OK);
}

/* ---- blocks that are no descriptor's ------------------------------------------------------------ */

static wgd_status canonical(const char *text, wgd_major major, wgd_arch arch, wgd_desc *out)
{
    wgd_composed c;
    wgd_layout l;
    assert_int_equal(wgd_parse_composed(text, strlen(text), &c, NULL), WGD_OK);
    d = unfilled();
    return wgd_canonical_desc(&c, major, 16, arch, &l, out, &d);
}

static void canonicals(void **state)
{
    (void)state;
    wgd_desc w;
    assert_int_equal(canonical("64:1", WGD_MAJOR_K, WGD_SM90, &w), WGD_ERR_NO_DESC);
    said(&d, WGD_ERR_NO_DESC, "layout", "a block has two modes, MN and K", "1", "2 modes");
    hinted_at(&d, WGD_HINT_SOLVE, 0, "");
    assert_int_equal(
        canonical("Sw<2,5,2> o smem_ptr[128b] o (8,2):(8,1)", WGD_MAJOR_K, WGD_SM100, &w),
        WGD_ERR_NO_DESC);
    said(&d, WGD_ERR_NO_DESC, "layout",
         "the 128B swizzle with 32-byte atoms is for MN-major tf32 only", "0", "");
    /* 64 bytes of K through rows of 32: LBO is from one row to the next, wherever the chunks lie */
    assert_int_equal(canonical("Sw<1,4,3> o smem_ptr[128b] o ((8,8),(2,2)):((2,16),(1,128))",
                               WGD_MAJOR_K, WGD_SM90, &w),
                     WGD_OK);
    assert_true(w.lbo == 128 && w.sbo == 16 && w.swizzle == WGD_SWZ_32B);
    assert_int_equal(
        canonical("Sw<1,4,3> o smem_ptr[128b] o ((8,8),2):((2,16),1)", WGD_MAJOR_K, WGD_SM90, &w),
        WGD_OK);
    assert_true(w.lbo == 1 && w.sbo == 16);
    /* SBO does not fit, beside each LBO that does */
    static const char *const wide[] = {"((8,8),2):((1,16384),0)", "((8,8),2):((1,16384),1)",
                                       "((8,8),2):((1,16384),16383)"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(canonical(wide[i], WGD_MAJOR_K, WGD_SM90, &w), WGD_ERR_RANGE);
        said(&d, WGD_ERR_RANGE, "sbo", "a field of the descriptor cannot hold the value", "16384",
             "0 to 16383 (units of 16 bytes)");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),      cmocka_unit_test(reads),
        cmocka_unit_test(atoms),      cmocka_unit_test(covers),
        cmocka_unit_test(smaller),    cmocka_unit_test(starts),
        cmocka_unit_test(layouts),    cmocka_unit_test(starts_of_a_pattern),
        cmocka_unit_test(compressed), cmocka_unit_test(strides_that_are_read),
        cmocka_unit_test(slices),     cmocka_unit_test(filled_in),
        cmocka_unit_test(canonicals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
