/* SPDX-License-Identifier: MIT
 *
 * What a plan for tcgen05 is refused for, to the letter.
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

static wgd_plan_query tile(wgd_dtype t, int cta_group, int64_t m, int64_t n, int64_t k)
{
    wgd_plan_query q = plan_query(WGD_SM100, t, m, n, k);
    q.cta_group = cta_group;
    return q;
}

/* ---- types and kinds ------------------------------------------------------------------------ */

static void bad_type(const wgd_plan_query *q, const char *field, const char *what, const char *got,
                     const char *want)
{
    const wgd_diag d = plan_refused(q, WGD_ERR_INST, field, what, got, want);
    hinted(&d, "packed fp4 is of kinds mxf4 and mxf4nvf4, a byte each of f8f6f4 and mxf8f6f4");
}

/* PTX ISA, table of the kinds: which types each multiplies. */
static void test_types(void **state)
{
    (void)state;
    static const char one[] = "no tcgen05.mma multiplies this type",
                      two[] = "no tcgen05.mma multiplies these two types",
                      kind[] = "this kind of tcgen05.mma does not multiply the type";
    static const char bytes[] = "e4m3, e5m2, e2m1_unpacked8, e2m3_unpacked8, e3m2_unpacked8";
    wgd_plan_query q = tile(WGD_B1, 1, 128, 128, 256);
    bad_type(&q, "dtype", one, "b1",
             "f16, bf16, tf32, e4m3, e5m2, s8, u8, e2m1_unpacked8, e2m3_unpacked8, e3m2_unpacked8, "
             "e2m1_packed4");
    q.operand[0].dtype = WGD_TF32, bad_type(&q, "b-dtype", two, "b1", "tf32");
    q.operand[0].dtype = WGD_F16, bad_type(&q, "b-dtype", two, "b1", "f16, bf16");
    q.operand[0].dtype = WGD_E2M1_PACKED4, bad_type(&q, "b-dtype", two, "b1", "e2m1_packed4");
    q.operand[0].dtype = WGD_U8, bad_type(&q, "b-dtype", two, "b1", "s8, u8");
    q.operand[0].dtype = WGD_E5M2, bad_type(&q, "b-dtype", two, "b1", bytes);
    q.operand[1].dtype = WGD_E2M1_PACKED4;
    bad_type(&q, "b-dtype", two, "e2m1_packed4", bytes);
    static const struct {
        wgd_umma_kind kind;
        const char *types;
    } kinds[] = {{WGD_UMMA_TF32, "tf32"},
                 {WGD_UMMA_F16, "f16, bf16"},
                 {WGD_UMMA_I8, "s8, u8"},
                 {WGD_UMMA_F8F6F4, bytes},
                 {WGD_UMMA_MXF8F6F4, bytes},
                 {WGD_UMMA_MXF4, "e2m1_packed4"},
                 {WGD_UMMA_MXF4NVF4, "e2m1_packed4"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        q = tile(WGD_B1, 1, 128, 128, 256);
        q.kind_given = true;
        q.kind = kinds[i].kind;
        bad_type(&q, "dtype", kind, "b1", kinds[i].types);
    }
    q.kind = WGD_UMMA_F16, q.operand[0].dtype = WGD_BF16;
    bad_type(&q, "b-dtype", kind, "b1", "f16, bf16");
}

static wgd_plan_query of_kind(wgd_umma_kind kind, wgd_dtype t, int64_t n, int64_t k)
{
    wgd_plan_query q = tile(t, 1, 128, n, k);
    q.kind_given = true;
    q.kind = kind;
    return q;
}

static void test_what_a_kind_has(void **state)
{
    (void)state;
    wgd_plan_query q = tile(WGD_BF16, 1, 128, 128, 64);
    q.acc_given = true, q.acc = WGD_ACC_F16;
    wgd_diag d =
        plan_refused(&q, WGD_ERR_DTYPE, "acc", "bf16 is accumulated in f32 alone", "f16", "f32");
    hinted(&d, "these are the types of kind f16");
    static const char not_acc[] = "the kind does not accumulate in this type";
    q.acc = WGD_ACC_S32;
    plan_refused(&q, WGD_ERR_DTYPE, "acc", not_acc, "s32", "f16, f32");
    q = tile(WGD_TF32, 1, 128, 128, 32), q.acc_given = true, q.acc = WGD_ACC_F16;
    d = plan_refused(&q, WGD_ERR_DTYPE, "acc", not_acc, "f16", "f32");
    hinted(&d, "these are the types of kind tf32");
    /* Of e4m3 there are two kinds: the first one's refusal is told. */
    q = tile(WGD_E4M3, 1, 128, 128, 128), q.acc_given = true, q.acc = WGD_ACC_S32;
    plan_refused(&q, WGD_ERR_DTYPE, "acc", not_acc, "s32", "f16, f32");
    q = tile(WGD_BF16, 1, 128, 128, 64), q.scale = WGD_FRAG_UE8M0;
    d = plan_refused(&q, WGD_ERR_VALUE, "scale", "this kind has no scale factors", "f16",
                     "mxf8f6f4, mxf4 or mxf4nvf4");
    hinted(&d, "leave it out, or name a block-scaled kind");
    q.scale = WGD_FRAG_TYPE_NONE, q.vec = 16;
    plan_refused(&q, WGD_ERR_VALUE, "vec", "this kind has no scale factors", "f16",
                 "mxf8f6f4, mxf4 or mxf4nvf4");
    q = of_kind(WGD_UMMA_MXF8F6F4, WGD_E4M3, 128, 128), q.scale = WGD_FRAG_UE4M3;
    d = plan_refused(&q, WGD_ERR_DTYPE, "scale", "not a scale factor of this kind", "ue4m3",
                     "ue8m0");
    hinted(&d, "these are the types of kind mxf8f6f4");
    q.scale = WGD_FRAG_UE8M0, q.vec = 16;
    d = plan_refused(&q, WGD_ERR_VALUE, "vec", "not a scale vector of this kind", "16", "32");
    hinted(&d, "the elements of K, zeros counted, that share a factor");
    q = tile(WGD_S8, 1, 128, 128, 128), q.arch = WGD_SM103;
    d = plan_refused(&q, WGD_ERR_INST, "kind", "kind i8 does not exist on sm_103", "i8",
                     "another kind");
    hinted(&d, "sm_100 has it; on sm_103 use f8f6f4");
}

static void test_majors(void **state)
{
    (void)state;
    for (int o = 0; o < 2; o++) {
        wgd_plan_query q = tile(WGD_E4M3, 1, 128, 128, 128);
        q.operand[o].dtype = WGD_E2M1_UNPACKED8;
        q.operand[o].major = WGD_MAJOR_MN;
        wgd_diag d = plan_refused(&q, WGD_ERR_MAJOR, o == 0 ? "a-major" : "b-major",
                                  "fp4 and fp6 operands are K-major", "mn", "k");
        hinted(&d, "f16, bf16, tf32 and the 8-bit types can be MN-major; CUTLASS does not assert "
                   "this, its comment and PTX's table say it");
        /* The other one may be. */
        q.operand[o].major = WGD_MAJOR_K;
        q.operand[1 - o].major = WGD_MAJOR_MN;
        const wgd_plan p = made(&q);
        assert_true(p.operand[1 - o].tma.tile.transpose);
    }
}

/* ---- numbers -------------------------------------------------------------------------------- */

static void test_numbers(void **state)
{
    (void)state;
    static const char not_allowed[] = "a value is not one of those allowed";
    const wgd_plan_query ok = tile(WGD_BF16, 1, 128, 128, 64);
    wgd_plan_query q = ok;
    wgd_diag d;
    q.sparse = true;
    d = plan_refused(&q, WGD_ERR_INST, "sparse", "a sparse main loop is planned for wgmma only",
                     "true", "false");
    hinted(&d, "with tcgen05 the metadata of A lie in tensor memory");
    q = ok, q.warpgroups = 2;
    d = plan_refused(&q, WGD_ERR_VALUE, "warpgroups",
                     "tcgen05 has no consumer warpgroups: one thread issues", "2", "none");
    hinted(&d, "leave it out");
    static const int64_t ctas[] = {-1, 3, (INT64_C(1) << 32) + 1};
    for (int i = 0; i < 3; i++) {
        char got[24];
        snprintf(got, sizeof got, "%lld", (long long)ctas[i]);
        q = ok, q.cta_group = ctas[i];
        d = plan_refused(&q, WGD_ERR_VALUE, "cta-group", not_allowed, got, "1 or 2");
        hinted(&d, "1, or 2 for a pair of CTAs that share the tile");
    }
    for (int i = 0; i < 2; i++) {
        q = ok, q.acc_stages = i ? 3 : -1;
        d = plan_refused(&q, WGD_ERR_VALUE, "acc-stages", not_allowed, i ? "3" : "-1", "1 or 2");
        hinted(&d, "leave it out for two where they fit");
    }
    static const int64_t vecs[] = {-1, INT64_C(1) << 31, (INT64_C(1) << 32) + 16};
    for (int i = 0; i < 3; i++) {
        char got[24];
        snprintf(got, sizeof got, "%lld", (long long)vecs[i]);
        q = of_kind(WGD_UMMA_MXF4NVF4, WGD_E2M1_PACKED4, 128, 256), q.vec = vecs[i];
        d = plan_refused(&q, WGD_ERR_VALUE, "vec", "no scale vector is so long", got, "16 or 32");
        hinted(&d, "16 for nvf4, 32 for the mx types");
    }
    static const int64_t others[] = {33, INT32_MAX};
    for (int i = 0; i < 2; i++) {
        char got[24];
        snprintf(got, sizeof got, "%lld", (long long)others[i]);
        q.vec = others[i];
        plan_refused(&q, WGD_ERR_VALUE, "vec", "not a scale vector of this kind", got,
                     "16, with ue8m0 also 32");
    }
    q.vec = 32;
    assert_int_equal(made(&q).umma.op.vec, 32);
}

/* ---- M and N -------------------------------------------------------------------------------- */

static void bad_tile(wgd_plan_query q, const char *what, const char *got, const char *want)
{
    const wgd_diag d = plan_refused(&q, WGD_ERR_TILE, "tile", what, got, want);
    hinted_at(&d, WGD_HINT_TILE_MNK, 0, "");
}

/* PTX ISA, table of shapes: M of 64 and 128, of a pair 128 and 256; N by 8 or 16, of i8 8 or by 16, of a pair by 16
 * or 32. Scale factors come in blocks of 128 rows. */
static void test_tiles(void **state)
{
    (void)state;
    static const char m[] = "the tile's M is not a whole number of instructions",
                      n[] = "the tile's N is not a whole number of instructions",
                      k[] = "the tile's K is not a whole number of instructions";
    bad_tile(tile(WGD_BF16, 1, 96, 128, 64), m, "96x128x64", "a multiple of 64 along M");
    bad_tile(tile(WGD_BF16, 2, 192, 128, 64), m, "192x128x64",
             "a multiple of 128 along M, of both CTAs");
    bad_tile(tile(WGD_BF16, 1, 64, 12, 64), n, "64x12x64", "a multiple of 8 along N");
    bad_tile(tile(WGD_BF16, 1, 128, 12, 64), n, "128x12x64", "a multiple of 8 along N");
    bad_tile(tile(WGD_BF16, 2, 128, 24, 64), n, "128x24x64", "a multiple of 16 along N");
    bad_tile(tile(WGD_S8, 2, 128, 48, 128), n, "128x48x128", "a multiple of 32 along N");
    wgd_plan_query q = tile(WGD_E4M3, 1, 64, 40, 128);
    q.operand[1].major = WGD_MAJOR_MN;
    bad_tile(q, n, "64x40x128", "a multiple of 16 along N");
    bad_tile(tile(WGD_BF16, 1, 128, 128, 24), k, "128x128x24", "a multiple of 16 along K");
    bad_tile(tile(WGD_BF16, 1, 128, 128, 0), "not a tile of a block", "128x128x0",
             "at least 1 each way, and a tile that fits shared memory");
    bad_tile(tile(WGD_E2M1_PACKED4, 1, 64, 128, 256), m, "64x128x256", "a multiple of 128 along M");
    bad_tile(tile(WGD_E2M1_PACKED4, 2, 384, 128, 256), m, "384x128x256",
             "a multiple of 256 along M, of both CTAs");
    bad_tile(tile(WGD_E2M1_PACKED4, 1, 128, 12, 256), n, "128x12x256", "a multiple of 8 along N");
    static const char inside[] =
        "the factors of B would begin inside a column of tensor memory, or "
        "reach into one block more";
    bad_tile(tile(WGD_E2M1_PACKED4, 1, 128, 96, 256), inside, "128x96x256",
             "a multiple of 64 along N for a block-scaled kind");
    bad_tile(tile(WGD_E2M1_PACKED4, 2, 256, 48, 256), inside, "256x48x256",
             "a multiple of 64 along N for a block-scaled kind");
    static const char pair[] = "scale factors of a pair are planned for one instruction along N";
    bad_tile(tile(WGD_E2M1_PACKED4, 2, 256, 384, 256), pair, "256x384x256",
             "a multiple of 64 along N, up to 256");
    bad_tile(tile(WGD_E2M1_PACKED4, 2, 256, 250, 256), n, "256x250x256",
             "a multiple of 16 along N");
    bad_tile(tile(WGD_BF16, 2, 256, 264, 64), n, "256x264x64", "a multiple of 16 along N");
    assert_int_equal(made(&(wgd_plan_query[]){tile(WGD_E2M1_PACKED4, 2, 256, 256, 256)}[0]).n_inst,
                     256);
}

/* An N that is given: one of the instruction's, and a divisor of the tile's. */
static void test_given_n(void **state)
{
    (void)state;
    static const int64_t beyond[] = {-8, INT64_C(1) << 31, (INT64_C(1) << 32) + 64};
    wgd_plan_query q = tile(WGD_BF16, 1, 128, 128, 64);
    wgd_diag d;
    for (int i = 0; i < 3; i++) {
        char got[24];
        snprintf(got, sizeof got, "%lld", (long long)beyond[i]);
        q.n_inst = beyond[i];
        d = plan_refused(&q, WGD_ERR_N, "n", "no tcgen05.mma has this N", got, "8 to 256");
        hinted_at(&d, WGD_HINT_OPEN_N, 0, "");
    }
    q.n_inst = INT32_MAX;
    d = plan_refused(&q, WGD_ERR_N, "n", "no tcgen05.mma of this form has this N", "2147483647",
                     "8 to 256 in steps of 8");
    hinted(&d, "the nearest legal is N = 256");
    q.n_inst = 12;
    d = plan_refused(&q, WGD_ERR_N, "n", "no tcgen05.mma of this form has this N", "12",
                     "8 to 256 in steps of 8");
    hinted(&d, "the nearest legal is N = 8");
    static const char whole[] = "the tile is not a whole number of instructions along N";
    q.n_inst = 96;
    d = plan_refused(&q, WGD_ERR_TILE, "n", whole, "96", "an N that divides the tile's");
    hinted_at(&d, WGD_HINT_OPEN_N, 0, "");
    q.n = 256, q.n_inst = 256;
    assert_int_equal(made(&q).n_inst, 256);
    q.n_inst = 64;
    assert_int_equal(made(&q).n_blocks, 4);
    /* Of the factors of B those of an instruction that is not the tile's begin at a block of 128 rows. */
    q = of_kind(WGD_UMMA_MXF8F6F4, WGD_E4M3, 384, 128), q.n_inst = 192;
    plan_refused(&q, WGD_ERR_TILE, "n", whole, "192", "an N that divides the tile's");
    q.n_inst = 128;
    assert_int_equal(made(&q).n_blocks, 3);
    q.cta_group = 2, q.m = 256, q.n = 256;
    plan_refused(&q, WGD_ERR_TILE, "n", whole, "128", "an N that divides the tile's");
}

/* ---- swizzles ------------------------------------------------------------------------------- */

/* tf32 has one swizzle MN-major, of 32 columns, and s8 of fewer than 16 columns none: no other is proposed. */
static void test_no_swizzle(void **state)
{
    (void)state;
    wgd_plan_query q = tile(WGD_TF32, 1, 128, 48, 32);
    q.operand[1].major = WGD_MAJOR_MN;
    static const char atoms[] = "the tile is not a whole number of swizzle atoms";
    wgd_diag d = plan_refused(&q, WGD_ERR_TILE, "tile", atoms, "48x32",
                              "multiples of the 128B_32B atom 32x4");
    hinted_at(&d, WGD_HINT_ATOMS, 0, "");
    q.operand[1].swizzle_given = true, q.operand[1].swizzle = WGD_SWZ_128B_32B;
    d = plan_refused(&q, WGD_ERR_TILE, "b-swizzle", atoms, "48x32",
                     "multiples of the 128B_32B atom 32x4");
    hinted_at(&d, WGD_HINT_ATOMS, 0, "");
    static const char only[] =
        "tf32 is read MN-major through the 128B swizzle with 32-byte atoms only";
    q.operand[1].swizzle = WGD_SWZ_64B;
    d = plan_refused(&q, WGD_ERR_VALUE, "b-swizzle", only, "64B", "128B_32B");
    hinted(&d, "use that swizzle, or store the operand K-major");
    q.n = 64;
    d = plan_refused(&q, WGD_ERR_VALUE, "b-swizzle", only, "64B", "128B_32B");
    hinted_at(&d, WGD_HINT_OPERAND_SWIZZLE, 0, "128B_32B");
    q = tile(WGD_BF16, 1, 128, 64, 64);
    q.operand[0].swizzle_given = true, q.operand[0].swizzle = WGD_SWZ_128B_32B;
    d = plan_refused(&q, WGD_ERR_VALUE, "a-swizzle",
                     "the 128B swizzle with 32-byte atoms is for MN-major tf32 only", "128B_32B",
                     "none, 32B, 64B or 128B");
    hinted_at(&d, WGD_HINT_OPERAND_SWIZZLE, 0, "128B");
    q = tile(WGD_S8, 1, 128, 24, 128), q.operand[1].major = WGD_MAJOR_MN;
    d = plan_refused(&q, WGD_ERR_COVER, "tile",
                     "an MN-major block holds whole chunks of 16 bytes along MN", "8",
                     "a multiple of 16 rows of an 8-bit type");
    hinted(&d, "half a chunk cannot be named: take 16 rows, or store it K-major");
    /* Of 352 columns the widest N is 176, which ends within an atom; 32 is one. */
    q = tile(WGD_TF32, 1, 128, 352, 8), q.operand[1].major = WGD_MAJOR_MN;
    d = plan_refused(&q, WGD_ERR_COVER, "tile", "the instruction's blocks do not cover the tile",
                     "176", "a block that is a multiple or a divisor of the atom's 32 along MN");
    hinted_at(&d, WGD_HINT_SMALLER_N, 32, "");
}

/* ---- what does not fit ---------------------------------------------------------------------- */

/* A tile of 128 x N takes N of the 512 columns. A second one is kept where it fits. */
static void test_columns(void **state)
{
    (void)state;
    wgd_plan_query q = tile(WGD_BF16, 1, 128, 512, 32);
    assert_int_equal(made(&q).umma.acc_stages, 1);
    q.acc_stages = 1;
    assert_int_equal(made(&q).umma.columns, 512);
    q.acc_stages = 2;
    wgd_diag d =
        plan_refused(&q, WGD_ERR_FIT, "acc-stages",
                     "two tiles of accumulators do not fit tensor memory", "1024", "at most 512");
    hinted(&d, "leave it out: one tile is kept where two do not fit");
    q = of_kind(WGD_UMMA_MXF8F6F4, WGD_E4M3, 256, 128), q.acc_stages = 2;
    d = plan_refused(&q, WGD_ERR_FIT, "acc-stages",
                     "two tiles of accumulators do not fit tensor memory", "512",
                     "at most 512, of which scale factors take 12");
    q.m = 256,
    q.acc_stages = 0; /* two blocks of A's factors, one of B's with two columns of rows */
    d = plan_refused(&q, WGD_ERR_FIT, "tile", "the accumulators do not fit tensor memory", "512",
                     "at most 512, of which scale factors take 16");
    hinted(&d, "use a smaller tile: a column holds 128 rows of 32 bits");
    q = tile(WGD_BF16, 1, 256, 512, 16);
    plan_refused(&q, WGD_ERR_FIT, "tile", "this does not fit into tensor memory", "1024",
                 "at most 512 columns");
}

/* Four stages of 48 KB; behind their barriers 2 + 2 of the accumulators, and the address. */
static void test_memory(void **state)
{
    (void)state;
    wgd_plan_query q = tile(WGD_BF16, 1, 128, 256, 64);
    q.stages = 5;
    wgd_diag d = plan_refused(&q, WGD_ERR_FIT, "stages", "so many stages do not fit shared memory",
                              "5", "at most 4 in 232448 bytes");
    hinted(&d, "a stage takes 49152 bytes and two barriers of 8");
    q.stages = 0, q.smem_bytes = 49152 + 16 + 40;
    assert_int_equal(made(&q).total_bytes, q.smem_bytes);
    q.smem_bytes--;
    plan_refused(&q, WGD_ERR_FIT, "tile", "one stage does not fit shared memory", "49168",
                 "at most 49207 bytes");
    q.acc_stages = 1, q.smem_bytes -= 15;
    assert_int_equal(made(&q).total_bytes, 49152 + 16 + 24);
    q = tile(WGD_BF16, 2, 256, 4096, 64); /* half of A, 16 KB, and half of B, 256 KB */
    plan_refused(&q, WGD_ERR_FIT, "tile", "one stage does not fit shared memory", "278528",
                 "at most 232448 bytes");
}

/* The copies of scale factors are of the whole product, too. */
static void test_problem(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        wgd_plan_query q = of_kind(WGD_UMMA_MXF8F6F4, WGD_E4M3, 128, 128);
        q.problem[0] = q.problem[1] = q.problem[2] = 4096;
        q.problem[i % 3] = i < 3 ? INT64_MAX : -1;
        wgd_plan p;
        wgd_diag d = unfilled();
        assert_int_equal(wgd_plan_make(&q, &p, &d), WGD_ERR_LIMIT);
        assert_string_equal(d.field, "problem");
        assert_int_equal(wgd_plan_make(&q, &p, NULL), WGD_ERR_LIMIT);
    }
    /* A stage's K that is no whole block of four factors. */
    wgd_plan_query q = of_kind(WGD_UMMA_MXF8F6F4, WGD_E4M3, 128, 96);
    wgd_diag d = plan_refused(&q, WGD_ERR_VALUE, "tile",
                              "the K of the stage is not a whole number of blocks", "96",
                              "a multiple of 128, up to 8192");
    hinted(&d, "a block has 4 factors: 4 vectors along K");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),      cmocka_unit_test(test_what_a_kind_has),
        cmocka_unit_test(test_majors),     cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_tiles),      cmocka_unit_test(test_given_n),
        cmocka_unit_test(test_no_swizzle), cmocka_unit_test(test_columns),
        cmocka_unit_test(test_memory),     cmocka_unit_test(test_problem),
    };
    return cmocka_run_group_tests_name("refused plans for tcgen05", tests, NULL, NULL);
}
