/* SPDX-License-Identifier: MIT
 *
 * The rules about where a block lies, to the letter: 16 bytes more or less decide. Blocks without a swizzle, of which A
 * has 2048 bytes and B 256; blocks of 128B, of which A has 8096 and B 928.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "said/scan_said.h"

#define A0   "0x0000000800400000"
#define B0   "0x0000000100080000"
#define A128 "0x4000004000000000"
#define B128 "0x4000000100000000"
#define A64  "0x8000002000000000"
#define A32  "0xc000001000000000"
#define W    SCAN_WORD
#define MMA  SCAN_FENCE SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_WAIT "ret;\n"
#define SB   W("4", "sb", B128) MMA

/* Bits of a word that nobody knows. */
#define LOST(n, mask)                                                                              \
    "ld.param.u64 %d9, [q]; and.b64 %d9, %d9, " mask "; or.b64 %d" n ", %d" n ", %d9;\n"
/* A start by way of %r5, which `more` computes. */
#define BY(var, more, word)                                                                        \
    more "mov.u32 %r2, " var "; add.s32 %r2, %r2, %r5; bfe.u32 %r2, %r2, 4, 14; cvt.u64.u32 %d2, " \
         "%r2; or.b64 %d2, %d2, " word ";\n"
#define TID(mask, times)                                                                           \
    "mov.u32 %r5, %tid.x; and.b32 %r5, %r5, " mask "; mul.lo.s32 %r5, %r5, " times ";\n"
#define NINE                                                                                       \
    "ld.param.u32 %r50, [p0]; ld.param.u32 %r51, [p0+4]; ld.param.u32 %r52, [p0+8]; ld.param.u32 " \
    "%r53, [p0+12]; ld.param.u32 %r54, [p0+16]; ld.param.u32 %r55, [p0+20]; ld.param.u32 %r56, "   \
    "[p0+24]; ld.param.u32 %r57, [p0+28]; ld.param.u32 %r58, [p0+32]; add.s32 %r5, %r50, %r51; "   \
    "add.s32 %r5, %r5, %r52; add.s32 %r5, %r5, %r53; add.s32 %r5, %r5, %r54; add.s32 %r5, %r5, "   \
    "%r55; add.s32 %r5, %r5, %r56; add.s32 %r5, %r5, %r57; add.s32 %r5, %r5, %r58;\n"

static void rows_of_the_pattern(void **state)
{
    static const scan_row rows[] = {
        {SCAN_K(W("2", "sa+1", A128) SB), ""},
        {SCAN_K(W("2", "sa+32", A128) SB), ""},
        {SCAN_K(W("2", "sa+96", A128) SB), ""},
        {SCAN_K(W("2", "sa+128", A128) SB),
         "6 start-misaligned 0A 4000004000000008: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
        {SCAN_K(W("2", "sa+512", A128) SB),
         "6 start-misaligned 0A 4000004000000020: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
        {SCAN_K(W("2", "sa+1024", A128) SB), ""},
        {SCAN_K(W("2", "sa+128", A64) SB),
         "6 start-misaligned 0A 8000002000000008: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 64B needs 512\n"},
        {SCAN_K(W("2", "sa+256", A64) SB),
         "6 start-misaligned 0A 8000002000000010: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 64B needs 512\n"},
        {SCAN_K(W("2", "sa+512", A64) SB), ""},
        {SCAN_K(W("2", "sa+128", A32) SB),
         "6 start-misaligned 0A c000001000000008: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 32B needs 256\n"},
        {SCAN_K(W("2", "sa+256", A32) SB), ""},
        {SCAN_K(W("2", "sa+128", A0) SB), ""},
        {SCAN_K(W("2", "sa", A128) W("4", "sb+128", B128) MMA),
         "6 start-misaligned 0B 4000000100000008: the start of B is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
        /* rows of which something is known */
        {SCAN_K(BY("sa", TID("7", "128"), A128) SB), ""},
        {SCAN_K(BY("sa+128", TID("1", "256"), A128) SB),
         "7 start-misaligned 0A 4000004000000008: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"
         "7 stage-overlap 0A 4000004000000008: the stages of A are 256 bytes apart, and their "
         "blocks reach further\n"},
        {SCAN_K("mov.b64 %d2, 0x4000004000000048;\n" SB),
         "6 start-misaligned 0A 4000004000000048: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
        {SCAN_K(BY("low", NINE, A128) SB),
         "7 start-misaligned 0A 4000004000000000: the start of A lies in a variable that is "
         "aligned to 128 bytes only (low); 128B needs 1024\n"},
        {SCAN_K(BY("sa+128", NINE, A128) SB), ""},
        /* variables that say less: of a variable of the kernel's, and of dynamic memory, where that is not known */
        {SCAN_K(W("2", "low", A128) SB),
         "6 start-misaligned 0A 4000004000000000: the start of A lies in a variable that is "
         "aligned to 128 bytes only (low); 128B needs 1024\n"},
        {SCAN_K(W("2", "low+1024", A64) SB),
         "6 start-misaligned 0A 8000002000000000: the start of A lies in a variable that is "
         "aligned to 128 bytes only (low); 64B needs 512\n"},
        {SCAN_K(W("2", "low", A32) SB),
         "6 start-misaligned 0A c000001000000000: the start of A lies in a variable that is "
         "aligned to 128 bytes only (low); 32B needs 256\n"},
        {SCAN_K(W("2", "low", A0) SB), ""},
        {SCAN_K(W("2", "dyn+128", A128) SB),
         "6 start-misaligned 0A 4000004000000008: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
        {SCAN_K(W("2", "dyn16+128", A128) SB), ""},
        {SCAN_K(".shared .align 8 .b8 small[65536];\n" W("2", "small", A0) SB), ""},
        {SCAN_K(".shared .align 16 .b8 small[0];\n" W("2", "small", A128) SB),
         "7 start-misaligned 0A 4000004000000000: the start of A lies in a variable that is "
         "aligned to 16 bytes only (small); 128B needs 1024\n"
         "7 out-of-bounds 0A 4000004000000000: the block of A reaches to byte 8192 of small, which "
         "has 0\n"},
        /* base_offset is another thing, also where a bit of it is not known */
        {SCAN_K(W("2", "sa+128", A128) LOST("2", "0x1000000000000") SB),
         "7 start-misaligned 0A 4000004000000008: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
        {SCAN_K(W("2", "sa+128", A128) LOST("2", "0x2000000000000") SB),
         "7 field-unknown 0A 4000004000000008: not known of the word of A: base_offset\n"},
        {SCAN_K(W("2", "sa+128", A128) LOST("2", "0x8000000000000") SB),
         "7 field-unknown 0A 4000004000000008: not known of the word of A: base_offset\n"},
        {SCAN_K(W("2", "sa+128", A128) LOST("2", "0x10000000000000") SB),
         "7 start-misaligned 0A 4000004000000008: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void base_offsets(void **state)
{
    static const scan_row rows[] = {
        {SCAN_K(W("2", "sa", "0x4002004000000000") SB),
         "6 base-offset 0A 4002004000000000 -> 4000004000000000: base_offset of A is 1, and the "
         "start is in row 0 of the pattern\n"},
        {SCAN_K(W("2", "sa+128", "0x4002004000000000") SB), ""},
        {SCAN_K(W("2", "sa+128", "0x4013004000000000") SB), ""},
        {SCAN_K(W("2", "sa+160", "0x4002004000000000") SB), ""},
        {SCAN_K(W("2", "sa+384", "0x4004004000000000") SB),
         "6 base-offset 0A 4004004000000018 -> 4000004000000018: base_offset of A is 2, and the "
         "start is in row 3 of the pattern\n"},
        {SCAN_K(W("2", "sa+384", "0x4006004000000000") SB), ""},
        {SCAN_K(W("2", "sa+640", "0x4008004000000000") SB),
         "6 base-offset 0A 4008004000000028 -> 4000004000000028: base_offset of A is 4, and the "
         "start is in row 5 of the pattern\n"},
        {SCAN_K(W("2", "sa+896", "0x400e004000000000") SB), ""},
        {SCAN_K(W("2", "sa", "0x8008002000000000") SB), ""},
        {SCAN_K(W("2", "sa+128", "0x800a002000000000") SB), ""},
        {SCAN_K(W("2", "sa+128", "0x8004002000000000") SB),
         "6 base-offset 0A 8004002000000008 -> 8000002000000008: base_offset of A is 2, and the "
         "start is in row 1 of the pattern\n"},
        {SCAN_K(W("2", "sa", "0xc004001000000000") SB), ""},
        {SCAN_K(W("2", "sa", "0xc002001000000000") SB),
         "6 base-offset 0A c002001000000000 -> c000001000000000: base_offset of A is 1, and the "
         "start is in row 0 of the pattern\n"},
        {SCAN_K(W("2", "sa", A128) W("4", "sb", "0x4002000100000000") MMA),
         "6 base-offset 0B 4002000100000000 -> 4000000100000000: base_offset of B is 1, and the "
         "start is in row 0 of the pattern\n"},
        {SCAN_K(W("2", "low", "0x4002004000000000") SB), ""},
        {SCAN_K(W("2", "dyn16", "0x4002004000000000") SB), ""},
        {SCAN_K(W("2", "dyn", "0x4002004000000000") SB),
         "6 base-offset 0A 4002004000000000 -> 4000004000000000: base_offset of A is 1, and the "
         "start is in row 0 of the pattern\n"},
        {SCAN_K(BY("sa", TID("7", "128"), "0x4002004000000000") SB), ""},
        {SCAN_K(BY("sa", TID("1", "128"), "0x4004004000000000") SB), ""},
        {SCAN_K(BY("sa", TID("7", "1024"), "0x4002004000000000") SB),
         "7 base-offset 0A 4002004000000000 -> 4000004000000000: base_offset of A is 1, and the "
         "start is in row 0 of the pattern\n"
         "7 stage-overlap 0A 4002004000000000: the stages of A are 1024 bytes apart, and their "
         "blocks reach further\n"},
        {SCAN_K(BY("sa", NINE, "0x4002004000000000") SB), ""},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void bounds(void **state)
{
#define N16                                                                                        \
    SCAN_FENCE SCAN_MMA("m64n16k16.f32.f16.f16", SCAN_ACC8("1"), "%d2", "%d4", ", 0, 0") SCAN_WAIT \
        "ret;\n"
    static const scan_row rows[] = {
        {SCAN_K(W("2", "sa+63488", A0) SB), ""},
        {SCAN_K(W("2", "sa+63504", A0) SB), "6 out-of-bounds 0A 800400001: the block of A reaches "
                                            "to byte 65552 of sa, which has 65536\n"},
        {SCAN_K(W("2", "sa", A128) W("4", "sb+65280", B0) MMA), ""},
        {SCAN_K(W("2", "sa", A128) W("4", "sb+65296", B0) MMA),
         "6 out-of-bounds 0B 100080031: the block of B reaches to byte 65552 of sb, which has "
         "65536\n"},
        {SCAN_K(W("2", "sa+57344", A128) SB), ""},
        {SCAN_K(W("2", "sa+57376", A128) SB), ""},
        {SCAN_K(W("2", "sa+57440", A128) SB), ""},
        {SCAN_K(W("2", "sa+58368", A128) SB), "6 out-of-bounds 0A 4000004000000000: the block of A "
                                              "reaches to byte 66560 of sa, which has 65536\n"},
        {SCAN_K(BY("sa", "mov.u32 %r5, -16;\n", A0) SB),
         "7 out-of-bounds 0A 80040003f: the block of A reaches to byte 2032 of sa, which has "
         "65536\n"},
        {SCAN_K(BY("sa", "mov.u32 %r5, -1024;\n", A128) SB),
         "7 out-of-bounds 0A 4000004000000000: the block of A reaches to byte 7168 of sa, which "
         "has 65536\n"},
        {SCAN_K(BY("sa", "mov.u32 %r5, %tid.x; and.b32 %r5, %r5, 16; sub.s32 %r5, 0, %r5;\n", A0)
                    SB),
         ""},
        {SCAN_K(BY("sa+63488", TID("16", "1"), A0) SB), ""},
        {SCAN_K(BY("sa", "ld.param.u32 %r5, [p0];\n", A0) SB), ""},
        {SCAN_K(W("2", "none", A0) SB), "6 out-of-bounds 0A 800400000: the block of A reaches to "
                                        "byte 2048 of none, which has 0\n"},
        {SCAN_K(W("2", "dyn+131072", A0) SB), ""},
        {SCAN_K("mov.b64 %d2, 0x0000000800403fff;\n" SB), ""},
        {SCAN_K(W("2", "sa+63504", A0) LOST("2", "0x200000000000") SB),
         "7 field-unknown 0A 800400001: not known of the word of A: SBO\n"},
        /* 227 KB are all that there are */
        {SCAN_K(W("2", "sa", A128) "mov.b64 %d4, 0x4000388600000400;\n" N16), ""},
        {SCAN_K(W("2", "sa", A128) "mov.b64 %d4, 0x4000388700000400;\n" N16),
         "6 out-of-bounds 0B 4000388700000400: the block of B spans 232464 bytes, more than the "
         "shared memory there is\n"},
        {SCAN_K(W("2", "sa", A128) W("4", "sb", "0x4000388700000000") N16),
         "6 out-of-bounds 0B 4000388700000000: the block of B reaches to byte 232464 of sb, which "
         "has 65536\n"},
        {SCAN_K(W("2", "sa", A128) "mov.b64 %d4, 0x000038b000080400;\n" N16), ""},
        {SCAN_K(W("2", "sa", A128) "mov.b64 %d4, 0x000038b100080400;\n" N16),
         "6 out-of-bounds 0B 38b100080400: the block of B spans 232464 bytes, more than the shared "
         "memory there is\n"},
        /* of a name 60 letters */
        {SCAN_K(".shared .align 1024 .b8 "
                "a23456789_b23456789_c23456789_d23456789_e23456789_f23456789_g[1024];\n" W(
                    "2", "a23456789_b23456789_c23456789_d23456789_e23456789_f23456789_g", A0) SB),
         "7 out-of-bounds 0A 800400000: the block of A reaches to byte 2048 of "
         "a23456789_b23456789_c23456789_d23456789_e23456789_f23456789_, which has 1024\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void rings(void **state)
{
#define RING(mask, times) BY("sa", TID(mask, times), A0) SB
#define NEXT(by, acc, more)                                                                        \
    BY("sa+8192", TID("1", "4096"), A0)                                                            \
    "mov.u32 %r12, sa+8192; add.s32 %r12, %r12, %r5; add.s32 %r12, %r12, " by                      \
    "; bfe.u32 %r12, %r12, 4, 14; cvt.u64.u32 %d12, %r12; or.b64 %d12, %d12, " A0                  \
    ";\n" more W("4", "sb", B0) "add.s64 %d14, %d4, 16;\n" SCAN_FENCE                              \
    SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_N8(acc, "%d12", "%d14") SCAN_WAIT "ret;\n"
#define ELSEWHERE                                                                                  \
    W("4", "sb", B0)                                                                               \
    SCAN_FENCE SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_N8(SCAN_ACC0, "%d3", "%d4") SCAN_WAIT "ret;"  \
                                                                                           "\n"
    static const scan_row rows[] = {
        {SCAN_K(RING("1", "2048")), ""},
        {SCAN_K(RING("1", "2032")), "7 stage-overlap 0A 800400000: the stages of A are 2032 bytes "
                                    "apart, and their blocks reach further\n"},
        {SCAN_K(RING("1", "256")), "7 stage-overlap 0A 800400000: the stages of A are 256 bytes "
                                   "apart, and their blocks reach further\n"},
        {SCAN_K(RING("1", "255")), ""},
        {SCAN_K(RING("63", "512")), "7 stage-overlap 0A 800400000: the stages of A are 512 bytes "
                                    "apart, and their blocks reach further\n"},
        {SCAN_K(RING("127", "256")), ""},
        {SCAN_K(BY("sa", "mov.u32 %r5, %tid.x; min.u32 %r5, %r5, 64; mul.lo.s32 %r5, %r5, 512;\n",
                   A0) SB),
         ""},
        {SCAN_K(BY("sa+8192", TID("1", "2032") "sub.s32 %r5, 0, %r5;\n", A0) SB),
         "8 stage-overlap 0A 800400000: the stages of A are 2032 bytes apart, and their blocks "
         "reach further\n"},
        {SCAN_K(BY("sa+8192", TID("1", "2048") "sub.s32 %r5, 0, %r5;\n", A0) SB), ""},
        /* of two the longer step */
        {SCAN_K(BY("sa",
                   TID("1", "4096") "mov.u32 %r6, %ctaid.x; and.b32 %r6, %r6, 1; mad.lo.s32 "
                                    "%r5, %r6, 1024, %r5;\n",
                   A0) SB),
         ""},
        {SCAN_K(BY("sa",
                   TID("1", "1024") "mov.u32 %r6, %ctaid.x; and.b32 %r6, %r6, 1; mad.lo.s32 "
                                    "%r5, %r6, 4096, %r5;\n",
                   A0) SB),
         ""},
        /* another of the chain, behind it; in front of it; one that is not known, or of another chain */
        {SCAN_K(NEXT("1024", SCAN_ACC0, "")),
         "10 k-step 1A 800400000: the start of A goes on by 1024 bytes, not by LBO times the "
         "columns of an instruction\n"},
        {SCAN_K(NEXT("-2048", SCAN_ACC0, "")),
         "10 k-step 1A 800400000: the start of A goes on by -2048 bytes, not by LBO times the "
         "columns of an instruction\n"},
        {SCAN_K(NEXT("-2064", SCAN_ACC0, "")),
         "9 stage-overlap 0A 800400000: the stages of A are 4096 bytes apart, and their blocks "
         "reach further\n"
         "10 k-step 1A 80040003f: the start of A goes on by -2064 bytes, not by LBO times the "
         "columns of an instruction\n"},
        {SCAN_K(NEXT("-4080", SCAN_ACC0, "")),
         "9 stage-overlap 0A 800400000: the stages of A are 4096 bytes apart, and their blocks "
         "reach further\n"
         "10 k-step 1A 800400001: the start of A goes on by -4080 bytes, not by LBO times the "
         "columns of an instruction\n"},
        {SCAN_K(NEXT("-6128", SCAN_ACC0, "")),
         "9 stage-overlap 0A 800400000: the stages of A are 4096 bytes apart, and their blocks "
         "reach further\n"
         "10 k-step 1A 800400001: the start of A goes on by -6128 bytes, not by LBO times the "
         "columns of an instruction\n"},
        {SCAN_K(NEXT("-6144", SCAN_ACC0, "")),
         "10 k-step 1A 800400000: the start of A goes on by -6144 bytes, not by LBO times the "
         "columns of an instruction\n"},
        {SCAN_K(NEXT("-4080", SCAN_ACC4, "")), ""},
        {SCAN_K(NEXT("-4080", SCAN_ACC0, LOST("12", "0x200000000000"))),
         "11 field-unknown 1A 800400001: not known of the word of A: SBO\n"},
        {SCAN_K(BY("sa", TID("1", "1024"), A0) LOST("2", "0x200000000000") SB),
         "8 field-unknown 0A 800400000: not known of the word of A: SBO\n"},
        /* another of the chain elsewhere: in another variable, or beside the ring */
        {SCAN_K(BY("sa+8192", TID("1", "4096"), A0) W("3", "low", A0) ELSEWHERE), ""},
        {SCAN_K(BY("sa+8192", TID("1", "4096"), A0) W("3", "sa", A0) ELSEWHERE), ""},
        /* of a chain that takes turns with another it is said once */
        {SCAN_K(BY("sa", TID("1", "1024"), A0) W("4", "sb", B0)
                    SCAN_FENCE SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_N8(SCAN_ACC4, "%d2", "%d4")
                        SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_N8(SCAN_ACC4, "%d2", "%d4") SCAN_WAIT
                "ret;\n"),
         "7 stage-overlap 0A 800400000: the stages of A are 1024 bytes apart, and their blocks "
         "reach further\n"
         "8 stage-overlap 1A 800400000: the stages of A are 1024 bytes apart, and their blocks "
         "reach further\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void overlaps(void **state)
{
    static const scan_row rows[] = {
        {SCAN_K(W("2", "sa", A0) W("4", "sa+2048", B0) MMA), ""},
        {SCAN_K(W("2", "sa", A0) W("4", "sa+2032", B0) MMA),
         "6 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(W("2", "sa+4096", A0) W("4", "sa+3840", B0) MMA), ""},
        {SCAN_K(W("2", "sa+4096", A0) W("4", "sa+3856", B0) MMA),
         "6 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(W("2", "sa", A0) W("4", "sb", B0) MMA), ""},
        /* the swizzle reaches before the start */
        {SCAN_K(W("2", "sa+1312", A128) W("4", "sa+1024", B0) MMA),
         "6 start-misaligned 0A 4000004000000012: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
        {SCAN_K(W("2", "sa+1312", A128) W("4", "sa+1040", B0) MMA),
         "6 start-misaligned 0A 4000004000000012: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"
         "6 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(W("2", "sa+256", A0) W("4", "sa+2336", B128) MMA),
         "6 start-misaligned 0B 4000000100000012: the start of B is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
        {SCAN_K(W("2", "sa+272", A0) W("4", "sa+2336", B128) MMA),
         "6 start-misaligned 0B 4000000100000012: the start of B is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"
         "6 operand-overlap 0: the blocks of A and B share bytes of shared memory\n"},
        {SCAN_K(W("2", "sa", A0) LOST("2", "0x200000000000") W("4", "sa", B0) MMA),
         "7 field-unknown 0A 800400000: not known of the word of A: SBO\n"},
        {SCAN_K(W("2", "sa", A0) W("4", "sa", B0) LOST("4", "0x20000000") MMA),
         "7 start-unmasked 0B 100080000: the start of B is not masked to 14 bits and can reach "
         "LBO\n"},
        {SCAN_K(W("4", "sa", B0) SCAN_FENCE SCAN_N8(SCAN_ACC0, "{%r30,%r31,%r32,%r33}", "%d4")
                    SCAN_WAIT "ret;\n"),
         ""},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void stores(void **state)
{
#define STORE(at)       "mov.u32 %r8, " at ";\nst.shared.u32 [%r8], %r9;\n"
#define AFTER(at, a, b) a b STORE(at) MMA
#define PROXY           "fence.proxy.async;\n"
/* A0 at sa, of which a bit of SBO is not known, put together from its halves. */
#define HALVES                                                                                     \
    "mov.u32 %r2, sa; bfe.u32 %r2, %r2, 4, 14; or.b32 %r2, %r2, 0x00400000; ld.param.u32 %r6, "    \
    "[p0]; and.b32 %r6, %r6, 0x2000; or.b32 %r6, %r6, 8;\nmov.b64 %d2, {%r2, %r6};\n"
    static const scan_row rows[] = {
        {SCAN_K(AFTER("sa", W("2", "sa", A0), W("4", "sb", B0))),
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(W("2", "sa", A0) W("4", "sb", B0) STORE("sa") PROXY MMA), ""},
        {SCAN_K(W("2", "sa", A0) W("4", "sb", B0) STORE("sa") "add.u32 %r9, %r9, 1;\n" STORE("sa")
                    MMA),
         "11 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(W("2", "sa", A0) W("4", "sb", B0) "call.uni other, ();\n" MMA), ""},
        /* said once */
        {SCAN_K(W("2", "sa", A0) W("4", "sb", B0) STORE("sa") SCAN_FENCE SCAN_N8(
             SCAN_ACC0, "%d2", "%d4") SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_WAIT "ret;\n"),
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K("st.shared.u32 [%r11], %r9;\n" W("2", "sa", A0) W("4", "sb", B0) SCAN_FENCE SCAN_N8(
             SCAN_ACC0, "%d2", "%d4") SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_WAIT "ret;\n"),
         "7 proxy-fence-missing 0: the st.shared of line 3 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        /* on one of two paths, in the round before */
        {SCAN_K(W("2", "sa", A0) W("4", "sb", B0) "@%p1 bra L;\n" STORE("sa") "L:\n" MMA),
         "10 proxy-fence-missing 0: the st.shared of line 7 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(W("2", "sa", A0)
                    W("4", "sb", B0) "@%p1 bra L;\nbra M;\nL:\n" STORE("sa") "M:\n" MMA),
         "12 proxy-fence-missing 0: the st.shared of line 9 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(W("2", "sa", A0) W("4", "sb", B0) "L:\n" SCAN_FENCE SCAN_N8(SCAN_ACC0, "%d2", "%d4")
                    SCAN_WAIT STORE("sa") "@%p1 bra L;\nret;\n"),
         "7 proxy-fence-missing 0: the st.shared of line 10 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        /* at most 16 bytes */
        {SCAN_K(AFTER("sa+4080", W("2", "sa+4096", A0), W("4", "sb", B0))), ""},
        {SCAN_K(AFTER("sa+4081", W("2", "sa+4096", A0), W("4", "sb", B0))),
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(AFTER("sa+6143", W("2", "sa+4096", A0), W("4", "sb", B0))),
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(AFTER("sa+6144", W("2", "sa+4096", A0), W("4", "sb", B0))), ""},
        {SCAN_K(AFTER("sb+240", W("2", "sa", A0), W("4", "sb", B0))),
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(AFTER("sb+256", W("2", "sa", A0), W("4", "sb", B0))), ""},
        {SCAN_K(AFTER("sa+1264", W("2", "sa+1312", A128), W("4", "sb", B0))),
         "8 start-misaligned 0A 4000004000000012: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"},
        {SCAN_K(AFTER("sa+1265", W("2", "sa+1312", A128), W("4", "sb", B0))),
         "8 start-misaligned 0A 4000004000000012: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(AFTER("sa+1290", W("2", "sa+1312", A128), W("4", "sb", B0))),
         "8 start-misaligned 0A 4000004000000012: the start of A is not in row 0 of the pattern, "
         "and base_offset is 0; 128B needs 1024\n"
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(AFTER("low", W("2", "sa", A0), W("4", "sb", B0))), ""},
        {SCAN_K(AFTER("low", W("2", "none", A0), W("4", "sb", B0))),
         "8 out-of-bounds 0A 800400000: the block of A reaches to byte 2048 of none, which has "
         "0\n"},
        {SCAN_K(AFTER("low", W("2", "dyn", A0), W("4", "sb", B0))),
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(AFTER("low", W("2", "sa", A0), W("4", "dyn", B0))),
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(AFTER("dyn", W("2", "sa", A0), W("4", "sb", B0))), ""},
        /* numbers */
        {SCAN_K(SCAN_NUMBERS("0x0000000800400400", "0x0000000100080800") STORE("4096") MMA), ""},
        {SCAN_K(SCAN_NUMBERS("0x0000000800400400", "0x0000000100080800") STORE("16384") MMA),
         "7 proxy-fence-missing 0: the st.shared of line 5 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(SCAN_NUMBERS("0x0000000800400400", "0x0000000100080800") STORE("32768") MMA),
         "7 proxy-fence-missing 0: the st.shared of line 5 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(SCAN_NUMBERS("0x0000000800400400", "0x0000000100080800") STORE("sa") MMA),
         "7 proxy-fence-missing 0: the st.shared of line 5 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(AFTER("16384", W("2", "sa", A0), W("4", "sb", B0))),
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        /* somewhere, in a variable or in any */
        {SCAN_K(BY("sa", "ld.param.u32 %r5, [p0];\n", A0) W("4", "sb", B0) STORE("sa+8192") MMA),
         "9 proxy-fence-missing 0: the st.shared of line 7 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(BY("sa", "ld.param.u32 %r5, [p0];\n", A0) W("4", "sb", B0) STORE("low") MMA), ""},
        {SCAN_K(BY("sa", NINE, A0) W("4", "sb", B0) STORE("low") MMA),
         "9 proxy-fence-missing 0: the st.shared of line 7 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(W("2", "sa", A0) W("4", "sb", B0) NINE
                "mov.u32 %r8, low; add.s32 %r8, %r8, %r5; st.shared.u32 [%r8], %r9;\n" MMA),
         "8 proxy-fence-missing 0: the st.shared of line 6 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(W("2", "sa", A0) LOST("2", "0x200000000000") W("4", "sb", B0) STORE("sa+8192") MMA),
         "9 field-unknown 0A 800400000: not known of the word of A: SBO\n"
         "9 proxy-fence-missing 0: the st.shared of line 7 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(W("2", "sa", A0) LOST("2", "0x200000000000") W("4", "sb", B0) STORE("low") MMA),
         "9 field-unknown 0A 800400000: not known of the word of A: SBO\n"},
        /* where it begins is known, but not how far it reaches */
        {SCAN_K(HALVES W("4", "sb", B0) STORE("sa+8192") MMA),
         "9 field-unknown 0A 800400000: not known of the word of A: SBO\n"
         "9 proxy-fence-missing 0: the st.shared of line 7 reaches this wgmma with no "
         "fence.proxy.async between\n"},
        {SCAN_K(HALVES W("4", "sb", B0) STORE("low") MMA),
         "9 field-unknown 0A 800400000: not known of the word of A: SBO\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_the_pattern),
        cmocka_unit_test(base_offsets),
        cmocka_unit_test(bounds),
        cmocka_unit_test(rings),
        cmocka_unit_test(overlaps),
        cmocka_unit_test(stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
