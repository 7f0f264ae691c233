/* SPDX-License-Identifier: MIT
 *
 * Reasons that only some layouts have: of tcgen05, of lines along K, of swizzles that move less than a piece. The
 * first element that is out of reach is the first whose byte, by the layout, is not where a swizzle of the
 * hardware has it. Every change that is offered has a descriptor.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "said/solve_said.h"
#include "wgdesc.h"

typedef struct refusal {
    const char *layout;
    wgd_dtype dtype;
    wgd_operand operand;
    int n;
    int64_t start;
    wgd_arch arch;
    const char *said; /* solve_said.h */
} refusal;

static const refusal cases[] = {
    /* Lines one byte apart. */
    {"(64,32):(1,1)", WGD_E4M3, WGD_OPERAND_A, 0, 0, WGD_SM90,
     "align, k none, (1,0) at 1 read at -1, pitch 1: row pitch 1 byte is not a multiple of 16"},
    /* All at one place, in the middle of a unit. */
    {"(64,(8,2)):(0,(1,0))", WGD_BF16, WGD_OPERAND_A, 0, 8, WGD_SM90,
     "align, k none, (0,0) at 8 read at -1, pitch 0: the tile starts at 0x8, which is not a "
     "multiple of 16: the descriptor counts 16-byte units"},
    /* PTX ISA, tcgen05.mma: the transpose bits are for 8 and 16 bits and for tf32. */
    {"(128,32):(1,128)", WGD_E2M1_UNPACKED8, WGD_OPERAND_A, 0, 0, WGD_SM100,
     "major, k none, (0,1) at 128 read at -1, pitch 1: e2m1_unpacked8 cannot be MN-major: "
     "consecutive elements run along MN here, and tcgen05 transposes f16, bf16, tf32 and the 8-bit "
     "types only"},
    {"(16,256):(1,16)", WGD_E4M3, WGD_OPERAND_B, 16, 0, WGD_SM90,
     "major, k none, (0,1) at 16 read at -1, pitch 1: e4m3 cannot be MN-major: consecutive "
     "elements run along MN here, and wgmma has imm-trans for 16-bit types only"},
    /* tcgen05 has one more swizzle to name. */
    {"Sw<3,2,3> o smem_ptr[16b] o (128,64):(64,1)", WGD_F16, WGD_OPERAND_A, 0, 0x400, WGD_SM100,
     "swizzle, k 128B, (2,0) at 1280 read at 1312, pitch 128: Sw<3,2,3> of byte addresses is none "
     "of tcgen05's swizzles: 32B Sw<1,4,3>, 64B Sw<2,4,3>, 128B Sw<3,4,3>, 128B_32B Sw<2,5,2>"},
    {"Sw<1,4,-3> o smem_ptr[16b] o (64,64):(64,1)", WGD_F16, WGD_OPERAND_A, 0, 0x400, WGD_SM90,
     "swizzle, k 128B, (0,8) at 1168 read at 1040, pitch 128: Sw<1,4,-3> of byte addresses is none "
     "of wgmma's swizzles: 32B Sw<1,4,3>, 64B Sw<2,4,3>, 128B Sw<3,4,3>"},
    /* XOR with bit 3 of the byte offset moves byte 8; with bit 5, byte 32. */
    {"Sw<2,0,3> o 0 o (64,64):(64,1)", WGD_E4M3, WGD_OPERAND_A, 0, 0x400, WGD_SM90,
     "swizzle, k none, (0,8) at 1033 read at -1, pitch 64: the swizzle moves pieces of 1 byte; "
     "wgmma's patterns move whole 16-byte pieces"},
    {"Sw<2,2,3> o 0 o (64,32):(32,1)", WGD_E4M3, WGD_OPERAND_A, 0, 0x400, WGD_SM90,
     "swizzle, k none, (1,0) at 1060 read at -1, pitch 32: the swizzle moves pieces of 4 bytes; "
     "wgmma's patterns move whole 16-byte pieces"},
    /* Four neighbours along M, then four others. */
    {"((4,16),16):((1,8),128)", WGD_F16, WGD_OPERAND_A, 0, 0, WGD_SM90,
     "short_run, mn none, (4,0) at 16 read at -1, pitch 256: only 4 consecutive elements (8 of 16 "
     "bytes) along MN: wgmma fetches 16 consecutive bytes"},
    {"((4,16),16):((1,8),128)", WGD_F16, WGD_OPERAND_A, 0, 8, WGD_SM90,
     "align, mn none, (0,0) at 8 read at -1, pitch 256: the tile starts at 0x8, which is not a "
     "multiple of 16: the descriptor counts 16-byte units"},
    /* The swizzle of 32-byte pieces has atoms of 4 lines of 128 bytes. */
    {"Sw<2,5,2> o smem_ptr[32b] o (32,(4,2)):(1,(40,160))", WGD_TF32, WGD_OPERAND_B, 32, 0x400,
     WGD_SM100,
     "pitch_swizzle, mn 128B_32B, (0,1) at 1152 read at 1184, pitch 160: K line pitch 160 bytes: "
     "the 128B_32B swizzle has its K lines 128 bytes apart"},
    {"Sw<2,5,2> o smem_ptr[32b] o (32,(2,2,2)):(1,(32,96,256))", WGD_TF32, WGD_OPERAND_B, 32, 0x400,
     WGD_SM100,
     "pitch, mn 128B_32B, (0,2) at 1504 read at 1344, pitch 128: K lines 0 to 3 are not at one "
     "pitch: 128 bytes, then 256 bytes"},
    /* Rows of a block that has no more than a group of them. */
    {"(8,16):(40,1)", WGD_F16, WGD_OPERAND_B, 8, 0, WGD_SM90,
     "pitch, k none, (1,0) at 80 read at 16, pitch 80: row pitch 80 bytes: within a group of 8 it "
     "is 16 without swizzle, or the 32, 64 or 128 of the swizzle"},
    {"(64,512):(768,1)", WGD_B1, WGD_OPERAND_B, 64, 0, WGD_SM90,
     "pitch, k none, (1,0) at 96 read at 16, pitch 96: row pitch 96 bytes: within a group of 8 it "
     "is 16 without swizzle, or the 32, 64 or 128 of the swizzle"},
    /* The last bytes of the window hold one piece; the next would be beyond. */
    {"Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", WGD_F16, WGD_OPERAND_A, 0, 0x3fff0, WGD_SM90,
     "range, k 128B, (0,16) at 262160 read at 16, pitch 128: the block's start would have to be "
     "262160 bytes: the field holds 0 to 262128"},
};

static wgd_solve_query query_of(const refusal *c)
{
    wgd_solve_query q;
    memset(&q, 0, sizeof q);
    assert_int_equal(wgd_parse_composed(c->layout, strlen(c->layout), &q.layout, NULL), WGD_OK);
    q.dtype = c->dtype;
    q.operand = c->operand;
    q.n = c->n;
    q.start = c->start;
    q.arch = c->arch;
    q.major = WGD_WANT_ANY;
    return q;
}

static void test_reasons(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const refusal *c = &cases[i];
        const wgd_solve_query q = query_of(c);
        static wgd_solve s;
        refused_so(&q, &s, c->said);
    }
}

/* A change is a query like any other: asked again, it has the descriptor that was promised. */
static void test_changes(void **state)
{
    (void)state;
    int offered = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const wgd_solve_query q = query_of(&cases[i]);
        static wgd_solve s, again;
        static wgd_change change[WGD_CHANGES_MAX];
        assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_ERR_NO_DESC);
        const int n = wgd_solve_changes(&q, &s.refusal, change);
        for (int c = 0; c < n; c++) {
            wgd_solve_query x = q;
            x.layout = change[c].layout;
            x.start = change[c].start;
            x.n = change[c].n;
            memcpy(x.block, change[c].block, sizeof x.block);
            x.slice = change[c].slice;
            assert_int_equal(wgd_solve_layout(&x, &again, NULL), WGD_OK);
            assert_int_equal(again.solution[0].read.mn, change[c].solution.read.mn);
            assert_int_equal(again.solution[0].desc.swizzle, change[c].solution.desc.swizzle);
            assert_true(strlen(change[c].text) > 0);
            offered++;
        }
    }
    assert_true(offered > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
