/* SPDX-License-Identifier: MIT
 *
 * What a plan for wgmma is refused for, to the letter: the sums that the words hold are worked out here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_made.h"
#include "plan/plan_refused.h"
#include "wgdesc.h"

static wgd_plan_query bf16(int64_t m, int64_t n, int64_t k)
{
    return plan_query(WGD_SM90, WGD_BF16, m, n, k);
}

/* ---- the tile ------------------------------------------------------------------------------- */

static const char none[] = "not a tile of a block";
static const char at_least[] = "at least 1 each way, and a tile that fits shared memory";

static void bad_tile(wgd_plan_query q, const char *what, const char *got, const char *want)
{
    const wgd_diag d = plan_refused(&q, WGD_ERR_TILE, "tile", what, got, want);
    hinted_at(&d, WGD_HINT_TILE_MNK, 0, "");
}

/* A tile of single bits has as many as shared memory's window of 2^18 bytes, at most. */
static void test_tile(void **state)
{
    (void)state;
    bad_tile(bf16(0, 128, 64), none, "0x128x64", at_least);
    bad_tile(bf16(128, 0, 64), none, "128x0x64", at_least);
    bad_tile(bf16(128, 128, 0), none, "128x128x0", at_least);
    bad_tile(bf16(-64, 128, 64), none, "-64x128x64", at_least);
    bad_tile(bf16(128, -8, 64), none, "128x-8x64", at_least);
    bad_tile(bf16(128, 128, -16), none, "128x128x-16", at_least);
    bad_tile(bf16(2097153, 8, 16), none, "2097153x8x16", at_least);
    bad_tile(bf16(64, 2097153, 16), none, "64x2097153x16", at_least);
    bad_tile(bf16(64, 8, 2097153), none, "64x8x2097153", at_least);
    bad_tile(bf16(64, INT64_MAX / 8 * 8, 64), none, "64x9223372036854775800x64", at_least);
    bad_tile(bf16(1, 8, 16), "the tile's M is not a whole number of instructions", "1x8x16",
             "a multiple of 64 along M");
    bad_tile(bf16(100, 128, 64), "the tile's M is not a whole number of instructions", "100x128x64",
             "a multiple of 64 along M");
    bad_tile(bf16(64, 1, 16), "the tile's N is not a whole number of instructions", "64x1x16",
             "a multiple of 8 along N");
    bad_tile(bf16(128, 12, 64), "the tile's N is not a whole number of instructions", "128x12x64",
             "a multiple of 8 along N");
    bad_tile(bf16(128, 128, 24), "the tile's K is not a whole number of instructions", "128x128x24",
             "a multiple of 16 along K");
    bad_tile(bf16(128, 128, 1), "the tile's K is not a whole number of instructions", "128x128x1",
             "a multiple of 16 along K");
    wgd_plan_query q = bf16(128, 128, 16);
    q.sparse = true;
    bad_tile(q, "the tile's K is not a whole number of instructions", "128x128x16",
             "a multiple of 32 along K");
}

/* ---- types ---------------------------------------------------------------------------------- */

static void test_types(void **state)
{
    (void)state;
    const wgd_plan_query ok = bf16(128, 128, 64);
    wgd_plan_query q = ok;
    q.operand[1].dtype = WGD_F16;
    wgd_diag d = plan_refused(&q, WGD_ERR_INST, "b-dtype", "no wgmma multiplies these two types",
                              "f16", "a type that multiplies with bf16");
    hinted_at(&d, WGD_HINT_INSTRUCTIONS, 0, "");
    static const char accumulator[] = "no wgmma multiplies these operands into this accumulator";
    q = ok, q.acc_given = true, q.acc = WGD_ACC_F16;
    d = plan_refused(&q, WGD_ERR_INST, "acc", accumulator, "f16", "f32");
    hinted_at(&d, WGD_HINT_INSTRUCTIONS, 0, "");
    q.operand[0].dtype = q.operand[1].dtype = WGD_F16, q.acc = WGD_ACC_S32;
    plan_refused(&q, WGD_ERR_INST, "acc", accumulator, "s32", "f16 or f32");
    q.operand[0].dtype = q.operand[1].dtype = WGD_S8, q.acc = WGD_ACC_F32, q.k = 128;
    plan_refused(&q, WGD_ERR_INST, "acc", accumulator, "f32", "s32");
    q = plan_query(WGD_SM90, WGD_B1, 128, 128, 1024), q.sparse = true;
    d = plan_refused(&q, WGD_ERR_INST, "sparse", "b1 has no sparse wgmma", "true", "false");
    hinted_at(&d, WGD_HINT_INSTRUCTIONS, 0, "");
    /* The accumulator that no dense instruction has is that first. */
    q.acc_given = true, q.acc = WGD_ACC_F32;
    plan_refused(&q, WGD_ERR_INST, "acc", accumulator, "f32", "s32");
}

static void test_majors(void **state)
{
    (void)state;
    static const char what[] =
        "e4m3 operands cannot be MN-major: wgmma has imm-trans for 16-bit types only";
    for (int o = 0; o < 2; o++) {
        wgd_plan_query q = plan_query(WGD_SM90, WGD_E4M3, 128, 128, 128);
        q.operand[o].major = WGD_MAJOR_MN;
        const wgd_diag d =
            plan_refused(&q, WGD_ERR_MAJOR, o == 0 ? "a-major" : "b-major", what, "mn", "k");
        hinted_at(&d, WGD_HINT_STORE_K_MAJOR, 0, "");
    }
}

static void other_family(const wgd_plan_query *q, const char *field, const char *what,
                         const char *got, const char *want)
{
    const wgd_diag d = plan_refused(q, WGD_ERR_VALUE, field, what, got, want);
    hinted(&d, "it is asked of tcgen05: of sm100 or sm103");
}

/* wgmma is not asked for what tcgen05 has; of one CTA every wgmma is. */
static void test_other_family(void **state)
{
    (void)state;
    const wgd_plan_query ok = bf16(128, 128, 64);
    wgd_plan_query q = ok;
    q.cta_group = 1;
    assert_int_equal(made(&q).cta_group, 1);
    q.cta_group = 2, other_family(&q, "cta-group", "a wgmma instruction is of one CTA", "2", "1");
    q.cta_group = -1, other_family(&q, "cta-group", "a wgmma instruction is of one CTA", "-1", "1");
    q = ok, q.kind_given = true, q.kind = WGD_UMMA_F8F6F4;
    other_family(&q, "kind", "wgmma has no kinds", "f8f6f4", "none");
    q = ok, q.scale = WGD_FRAG_UE4M3;
    other_family(&q, "scale", "wgmma has no scale factors", "ue4m3", "none");
    q = ok, q.vec = 16, other_family(&q, "vec", "wgmma has no scale factors", "16", "none");
    q = ok, q.acc_stages = 1;
    other_family(&q, "acc-stages", "wgmma accumulates in registers", "1", "none");
    q = ok, q.arch = WGD_SM120;
    wgd_diag d = unfilled();
    wgd_plan p;
    assert_int_equal(wgd_plan_make(&q, &p, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "arch");
}

/* ---- where A lies --------------------------------------------------------------------------- */

static void test_a(void **state)
{
    (void)state;
    wgd_plan_query ok = bf16(128, 128, 64);
    assert_string_equal(wgd_plan_a_name(WGD_PLAN_A_SHARED), "shared");
    assert_string_equal(wgd_plan_a_name(WGD_PLAN_A_REGISTERS), "registers");
    assert_string_equal(wgd_plan_a_name(WGD_PLAN_A_COMPUTED), "computed");
    wgd_plan_query q = ok;
    q.a = WGD_PLAN_A_COUNT;
    plan_refused(&q, WGD_ERR_VALUE, "a", "no such place for A", "",
                 "shared, registers or computed");
    q.a = (wgd_plan_a)-1;
    wgd_diag d = plan_refused(&q, WGD_ERR_VALUE, "a", "no such place for A", "",
                              "shared, registers or computed");
    hinted(&d, "");
    q = ok, q.arch = WGD_SM100, q.a = WGD_PLAN_A_REGISTERS;
    d = plan_refused(&q, WGD_ERR_VALUE, "a", "tcgen05 does not read A from registers", "registers",
                     "shared");
    hinted(&d, "it is asked of wgmma: of sm90");
    ok.a = WGD_PLAN_A_COMPUTED;
    q = ok, q.operand[0].swizzle_given = true, q.operand[0].swizzle = WGD_SWZ_64B;
    d = plan_refused(&q, WGD_ERR_VALUE, "a-swizzle", "A that is computed has no tile", "64B",
                     "none");
    hinted(&d, "leave it out");
    q = ok, q.operand[0].major = WGD_MAJOR_MN;
    d = plan_refused(&q, WGD_ERR_VALUE, "a-major", "A that is computed has no tile", "mn", "none");
    hinted(&d, "leave it out");
    /* B has a tile, and may have both. */
    q = ok, q.operand[1].major = WGD_MAJOR_MN;
    q.operand[1].swizzle_given = true, q.operand[1].swizzle = WGD_SWZ_64B;
    const wgd_plan p = made(&q);
    assert_int_equal(p.operand[1].tma.tile.query.swizzle, WGD_SWZ_64B);
    assert_false(wgd_plan_tiled(&p, 0));
    assert_true(wgd_plan_tiled(&p, 1));
}

/* Only a tile of A that wgmma reads itself has descriptors; a tile has all A but one that is computed. */
static void test_tiled_and_described(void **state)
{
    (void)state;
    for (int a = 0; a < WGD_PLAN_A_COUNT; a++) {
        wgd_plan_query q = bf16(128, 128, 64);
        q.a = (wgd_plan_a)a;
        const wgd_plan p = made(&q);
        assert_int_equal(wgd_plan_tiled(&p, 0), a != WGD_PLAN_A_COMPUTED);
        assert_int_equal(wgd_plan_described(&p, 0), a == WGD_PLAN_A_SHARED);
        assert_true(wgd_plan_tiled(&p, 1));
        assert_true(wgd_plan_described(&p, 1));
    }
}

/* ---- shared memory -------------------------------------------------------------------------- */

static void test_capacity(void **state)
{
    (void)state;
    const wgd_plan_query ok = bf16(128, 256, 64);
    wgd_plan_query q = ok;
    static const int64_t bad[] = {0, -1, 232449};
    for (int i = 0; i < 6; i++) {
        char got[16];
        snprintf(got, sizeof got, "%lld", (long long)bad[i / 2]);
        q.smem_bytes = bad[i / 2];
        q.arch = i % 2 ? WGD_SM100 : WGD_SM90;
        const wgd_diag d = plan_refused(
            &q, WGD_ERR_LIMIT, "smem", "not a capacity of shared memory", got, "1 to 232448 bytes");
        hinted(&d, i % 2 ? "227K is the most that a block of compute capability 10 can have"
                         : "227K is the most that a block of compute capability 9.0 can have");
    }
    q = ok, q.reserve_bytes = -1;
    wgd_diag d = plan_refused(&q, WGD_ERR_VALUE, "reserve", "a value is not one of those allowed",
                              "-1", "0 to the capacity");
    hinted(&d, "");
    q.reserve_bytes = 100001, q.smem_bytes = 100000;
    plan_refused(&q, WGD_ERR_VALUE, "reserve", "a value is not one of those allowed", "100001",
                 "0 to the capacity");
    q = ok, q.stages = -1;
    d = plan_refused(&q, WGD_ERR_VALUE, "stages", "a value is not one of those allowed", "-1",
                     "1 or more");
    hinted_at(&d, WGD_HINT_OPEN_STAGES, 0, "");
}

static void one_stage(wgd_plan_query q, const char *got, const char *want)
{
    const wgd_diag d =
        plan_refused(&q, WGD_ERR_FIT, "tile", "one stage does not fit shared memory", got, want);
    hinted(&d, "use a smaller tile or a smaller K");
}

/* A stage of 128 x 256 x 64 is 48 KB and two barriers; what is left free counts. A tile that is larger than the
 * memory by itself is refused with its own bytes, before its instructions are looked at. */
static void test_one_stage(void **state)
{
    (void)state;
    wgd_plan_query q = bf16(128, 256, 64);
    q.smem_bytes = 49152 + 15;
    one_stage(q, "49168", "at most 49167 bytes");
    q.smem_bytes = 49152;
    one_stage(q, "49168", "at most 49152 bytes");
    q.smem_bytes = 49152 - 1;
    one_stage(q, "49152", "at most 49151 bytes");
    q.smem_bytes = 49152 + 16 + 7, q.reserve_bytes = 8;
    one_stage(q, "49168", "at most 49167 bytes");
    q.smem_bytes++;
    assert_int_equal(made(&q).stages, 1);
    q.smem_bytes = 1, q.reserve_bytes = 0;
    one_stage(q, "49152", "at most 1 bytes");
    q = bf16(128, 1024, 128); /* 32 KB and 256 KB */
    one_stage(q, "294912", "at most 232448 bytes");
    q.a = WGD_PLAN_A_COMPUTED;
    one_stage(q, "262144", "at most 232448 bytes");
    q = bf16(1024, 64, 256); /* 512 KB, half of it for a sparse A, and 32 KB */
    one_stage(q, "557056", "at most 232448 bytes");
    q.sparse = true;
    one_stage(q, "294912", "at most 232448 bytes");
    q = plan_query(WGD_SM90, WGD_B1, 64, 1024, 8192); /* 64 KB and 1 MB */
    one_stage(q, "1114112", "at most 232448 bytes");
    q = bf16(2097152, 8, 16);
    one_stage(q, "67109120", "at most 232448 bytes");
    q = bf16(64, 2097152, 16);
    one_stage(q, "67110912", "at most 232448 bytes");
    q = bf16(64, 8, 2097152);
    one_stage(q, "301989888", "at most 232448 bytes");
}

/* Four of 48 KB and two barriers are 196672 bytes; a fifth does not fit beside it. */
static void test_stages(void **state)
{
    (void)state;
    wgd_plan_query q = bf16(128, 256, 64);
    static const char what[] = "so many stages do not fit shared memory";
    q.stages = 4;
    assert_int_equal(made(&q).stages, 4);
    q.stages = 5;
    const wgd_diag d =
        plan_refused(&q, WGD_ERR_FIT, "stages", what, "5", "at most 4 in 232448 bytes");
    hinted(&d, "a stage takes 49152 bytes and two barriers of 8");
    q.stages = INT64_MAX;
    plan_refused(&q, WGD_ERR_FIT, "stages", what, "9223372036854775807",
                 "at most 4 in 232448 bytes");
    q.stages = 4, q.reserve_bytes = 232448 - 196672;
    assert_int_equal(made(&q).total_bytes, 232448);
    q.smem_bytes--;
    plan_refused(&q, WGD_ERR_FIT, "stages", what, "4", "at most 3 in 232447 bytes");
    q.stages = 2, q.smem_bytes = 60000, q.reserve_bytes = 0;
    plan_refused(&q, WGD_ERR_FIT, "stages", what, "2", "at most 1 in 60000 bytes");
}

/* The window has 2^18 bytes, and a descriptor's pattern of 128B begins at 1024 of them. */
static void test_start(void **state)
{
    (void)state;
    wgd_plan_query q = bf16(128, 256, 64);
    static const int64_t skew[] = {512, 1, 1023, 65471};
    for (int i = 0; i < 4; i++) {
        char got[16];
        snprintf(got, sizeof got, "%d", (int)skew[i]);
        q.start = skew[i];
        const wgd_diag d = plan_refused(&q, WGD_ERR_ALIGN, "start",
                                        "the stages are not aligned to the swizzle pattern", got,
                                        "a multiple of 1024 bytes");
        hinted(&d, "declare the buffer as extern __shared__ __align__(1024)");
    }
    static const char outside[] = "the stages are outside the 18-bit shared-memory window";
    q.start = -1024; /* 262144 less 4 * (49152 + 16) */
    wgd_diag d = plan_refused(&q, WGD_ERR_RANGE, "start", outside, "-1024", "0 to 65472");
    hinted(&d, "");
    q.start = -1; /* that before it is askew */
    plan_refused(&q, WGD_ERR_RANGE, "start", outside, "-1", "0 to 65472");
    q.start = INT64_MAX / 1024 * 1024;
    plan_refused(&q, WGD_ERR_RANGE, "start", outside, "9223372036854774784", "0 to 65472");
    q.start = 65536;
    d = plan_refused(&q, WGD_ERR_RANGE, "start", outside, "65536", "0 to 65472");
    hinted(&d, "");
    q.start = 0;
    made(&q);
    q.start = 64512;
    made(&q);
    q.operand[0].swizzle_given = q.operand[1].swizzle_given = true; /* 128 bytes are enough */
    q.stages = 1, q.reserve_bytes = 112, q.start = 128;             /* total_bytes: 49280 */
    made(&q);
    q.start = 64;
    plan_refused(&q, WGD_ERR_ALIGN, "start", "the stages are not aligned to the swizzle pattern",
                 "64", "a multiple of 128 bytes");
    q.start = 262144 - 49280; /* the last byte of the window is the last of the barriers */
    assert_int_equal(made(&q).total_bytes, 49280);
    q.start += 128;
    plan_refused(&q, WGD_ERR_RANGE, "start", outside, "212992", "0 to 212864");
}

/* ---- the product ---------------------------------------------------------------------------- */

/* A tensor map's lines are whole 16 bytes: 8 elements of 16 bits, 16 of 8. */
static void test_problem(void **state)
{
    (void)state;
    static const struct {
        wgd_dtype t;
        int which;
        wgd_major a, b;
        int64_t size, padded;
    } rows[] = {
        {WGD_BF16, 2, WGD_MAJOR_K, WGD_MAJOR_K, 4097, 4104},
        {WGD_E4M3, 2, WGD_MAJOR_K, WGD_MAJOR_K, 4097, 4112},
        {WGD_B1, 2, WGD_MAJOR_K, WGD_MAJOR_K, 4104, 4224},
        {WGD_BF16, 0, WGD_MAJOR_MN, WGD_MAJOR_K, 1007, 1008},
        {WGD_BF16, 1, WGD_MAJOR_MN, WGD_MAJOR_MN, 1001, 1008},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_plan_query q = plan_query(WGD_SM90, rows[i].t, 128, 128, 256);
        q.problem[0] = q.problem[1] = q.problem[2] = 4096;
        q.problem[rows[i].which] = rows[i].size;
        q.operand[0].major = rows[i].a;
        q.operand[1].major = rows[i].b;
        wgd_plan p;
        wgd_diag d = unfilled();
        assert_int_equal(wgd_plan_make(&q, &p, &d), WGD_ERR_ALIGN);
        assert_string_equal(d.field, "problem");
        hinted_at(&d, WGD_HINT_PAD_EXTENT, rows[i].padded, "");
        assert_int_equal(wgd_plan_make(&q, &p, NULL), WGD_ERR_ALIGN);
    }
    wgd_plan_query q = bf16(128, 128, 64);
    q.problem[1] = -8;
    wgd_plan p;
    wgd_diag d = unfilled();
    assert_int_equal(wgd_plan_make(&q, &p, &d), WGD_ERR_LIMIT);
    assert_string_equal(d.field, "problem");
}

/* ---- swizzles ------------------------------------------------------------------------------- */

/* 32 elements of K are half a row of 128 bytes; 64B fits, and is proposed. */
static void test_swizzles(void **state)
{
    (void)state;
    for (int o = 0; o < 2; o++) {
        const char *const field = o == 0 ? "a-swizzle" : "b-swizzle";
        wgd_plan_query q = bf16(128, 128, 32);
        wgd_plan p;
        wgd_diag d = unfilled();
        q.operand[o].swizzle_given = true;
        q.operand[o].swizzle = WGD_SWZ_128B;
        assert_int_equal(wgd_plan_make(&q, &p, &d), WGD_ERR_TILE);
        assert_string_equal(d.field, field);
        hinted_at(&d, WGD_HINT_OPERAND_SWIZZLE, 0, "64B");
        q.operand[o].swizzle = WGD_SWZ_128B_32B;
        d = unfilled();
        assert_int_equal(wgd_plan_make(&q, &p, &d), WGD_ERR_VALUE);
        assert_string_equal(d.field, field);
        hinted_at(&d, WGD_HINT_OPERAND_SWIZZLE, 0, "64B");
        assert_int_equal(wgd_plan_make(&q, &p, NULL), WGD_ERR_VALUE);
    }
}

/* A panel of 128B has 64 columns: an instruction of 160 or of 96 of them ends within one, one of 64, or of 32, does
 * not. */
static void test_smaller_n(void **state)
{
    (void)state;
    static const struct {
        int64_t tile, asked, better;
    } rows[] = {{320, 160, 64}, {192, 96, 64}, {192, 48, 32},
                {64, 0, 0},     {320, 40, 32}, {192, 24, 16}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_plan_query q = bf16(128, rows[i].tile, 32);
        q.operand[1].major = WGD_MAJOR_MN;
        q.n_inst = rows[i].asked;
        const wgd_swizzle_mode open =
            made(&q).operand[1].candidate[0].swizzle; /* one that goes with the N */
        q.operand[1].swizzle_given = true;
        q.operand[1].swizzle = WGD_SWZ_128B;
        if (rows[i].better == 0) {
            made(&q);
            continue;
        }
        wgd_plan p;
        wgd_diag d = unfilled();
        assert_int_equal(wgd_plan_make(&q, &p, &d), WGD_ERR_COVER);
        assert_string_equal(d.field, "b-swizzle");
        hinted_at(&d, WGD_HINT_SMALLER_N_OR_OPERAND, rows[i].better, wgd_swizzle_name(open));
        assert_int_equal(wgd_plan_make(&q, &p, NULL), WGD_ERR_COVER);
        q.n_inst = rows[i].better;
        made(&q);
        q.n_inst = rows[i].asked; /* which no other N would help */
        q.start = 64;
        d = unfilled();
        assert_int_equal(wgd_plan_make(&q, &p, &d), WGD_ERR_COVER);
        hinted_at(&d, WGD_HINT_OPERAND_SWIZZLE, 0, wgd_swizzle_name(open));
    }
    /* What is refused for another reason is not told to have another N. */
    wgd_plan_query q = bf16(128, 128, 32);
    q.operand[1].swizzle_given = true;
    q.n_inst = 96;
    const wgd_diag d = plan_refused(&q, WGD_ERR_TILE, "n",
                                    "the tile is not a whole number of instructions along N", "96",
                                    "an N that divides the part of each warpgroup");
    hinted_at(&d, WGD_HINT_OPEN_N, 0, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tile),      cmocka_unit_test(test_types),
        cmocka_unit_test(test_majors),    cmocka_unit_test(test_other_family),
        cmocka_unit_test(test_a),         cmocka_unit_test(test_tiled_and_described),
        cmocka_unit_test(test_capacity),  cmocka_unit_test(test_one_stage),
        cmocka_unit_test(test_stages),    cmocka_unit_test(test_start),
        cmocka_unit_test(test_problem),   cmocka_unit_test(test_swizzles),
        cmocka_unit_test(test_smaller_n),
    };
    return cmocka_run_group_tests_name("refused plans", tests, NULL, NULL);
}
