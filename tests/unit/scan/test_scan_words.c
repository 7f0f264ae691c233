/* SPDX-License-Identifier: MIT
 *
 * What a scan knows of each wgmma, all of it: the instruction, its chain and loop, and of its operands the words, how
 * they are read, where they begin, step and end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "said/scan_said.h"

#define A128 "0x4000004000000000"
#define B128 "0x4000000100000400"
#define W    SCAN_WORD
#define N8   SCAN_N8(SCAN_ACC0, "%d2", "%d4")
#define LOST(n, mask)                                                                              \
    "ld.param.u64 %d9, [q]; and.b64 %d9, %d9, " mask "; or.b64 %d" n ", %d" n ", %d9;\n"

static void instructions(void **state)
{
#define OF(more) SCAN_NUMBERS(A128, B128) more
    static const scan_row rows[] = {
        {SCAN_K(OF(".loc 1 7 3\n" N8 ".loc 1 9 3\n" SCAN_N8(SCAN_ACC4, "%d2", "%d4"))),
         "0 line 5/7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 7/9 8x16 f32 f16 f16 scale 2 regs 4 chain 1\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF(SCAN_MMA("m64n8k16.f16.f16.f16", "%r30,%r31", "%d2", "%d4", ", 1, 0"))),
         "0 line 4 8x16 f16 f16 f16 trans A scale 2 regs 2 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d MN 64x16 at 0..0 span 0..2048\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF(SCAN_MMA("m64n8k16.f32.bf16.bf16", SCAN_ACC0, "%d2", "%d4", ", 0, 1"))),
         "0 line 4 8x16 f32 bf16 bf16 trans B scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 1d MN 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {" SCAN_ACC0
                   "}, %d2, %d4, 0, -1, 1, 0, 0;\n")),
         "0 line 4 8x16 f32 f16 f16 negate A scale 1 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {" SCAN_ACC0
                   "}, %d2, %d4, %p1, 1, -1, 0, 0;\n")),
         "0 line 4 8x16 f32 f16 f16 negate B scale 3 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF(SCAN_MMA("m64n8k32.f32.e4m3.e5m2", SCAN_ACC0, "%d2", "%d4", ""))),
         "0 line 4 8x32 f32 e4m3 e5m2 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x32 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x32 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF("wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.s8.satfinite {" SCAN_ACC0
                   "}, %d2, %d4, 1;\n")),
         "0 line 4 8x32 s32 u8 s8 satfinite scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x32 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x32 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {" SCAN_ACC0
                   "}, %d2, %d4, %r11, 1, 1, 1, 1, 0, 0;\n")),
         "0 line 4 8x32 f32 f16 f16 sparse 1 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x32 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF(SCAN_N8(SCAN_ACC0, "{%r30,%r31,%r32,%r33}", "%d4"))),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K("ret;\n" N8), "0 line 4 8x16 f32 f16 f16 scale 0 regs 4 chain 0 unreached\n"},
    };
    (void)state;
    SCAN_HELD_BY(scan_words_said, WGD_SCAN_PTX, rows);
}

static void chains(void **state)
{
#define START(n, a, b)                                                                             \
    "mov.u32 %r5, sa; add.s32 %r5, %r5, " a "; add.s32 %r5, %r5, " b                               \
    "; bfe.u32 %r5, %r5, 4, 14; cvt.u64.u32 %d" n ", %r5; or.b64 %d" n ", %d" n ", " A128 ";\n"
#define TERMS                                                                                      \
    "ld.param.u32 %r20, [p0]; ld.param.u32 %r21, [p0+4]; ld.param.u32 %r22, [p0+8]; ld.param.u32 " \
    "%r23, [p0+12]; ld.param.u32 %r24, [p0+16]; ld.param.u32 %r25, [p0+20]; ld.param.u32 %r26, "   \
    "[p0+24]; ld.param.u32 %r27, [p0+28]; ld.param.u32 %r28, [p0+32]; mov.b64 %d4, " B128 ";\n"
#define TWO(a, b, c, d)                                                                            \
    TERMS START("2", a, b)                                                                         \
    N8 START("2", c, d) N8
#define MANY                                                                                       \
    TERMS                                                                                          \
    "add.s32 %r20, %r20, %r21; add.s32 %r20, %r20, %r22; add.s32 %r20, %r20, %r23; add.s32 %r20, " \
    "%r20, %r24; add.s32 %r20, %r20, %r25; add.s32 %r20, %r20, %r26;\n" START("2", "%r20", "%r27") \
        N8 START("2", "%r20", "%r27; add.s32 %r5, %r5, %r28") N8 START("2", "%r20", "%r27")        \
            N8 START("2", "%r27", "%r20") N8 START("2", "%r20", "%r28") N8
#define STEP(acc, a, b)                                                                            \
    "add.s64 %d12, %d2, " a "; add.s64 %d14, %d4, " b ";\n" SCAN_N8(acc, "%d12", "%d14")
    static const scan_row rows[] = {
        {SCAN_K(OF(N8 STEP(SCAN_ACC4, "4", "4") STEP(SCAN_ACC0, "2", "-2") STEP(SCAN_ACC4, "6", "6")
                       STEP("%f20,%f21,%f22,%f23", "0", "0"))),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 1\n"
         "  A: 4000004000000004/ffffffffffffffff reads 1d K 64x16 at 64..64 span 0..8064\n"
         "  B: 4000000100000404/ffffffffffffffff reads 19 K 8x16 at 16448..16448 span 0..896\n"
         "2 line 8 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000002/ffffffffffffffff reads 1d K 64x16 at 32..32 step 32 span 0..8128\n"
         "  B: 40000001000003fe/ffffffffffffffff reads 19 K 8x16 at 16352..16352 step -32 span "
         "-96..832\n"
         "3 line 10 8x16 f32 f16 f16 scale 2 regs 4 chain 1\n"
         "  A: 4000004000000006/ffffffffffffffff reads 1d K 64x16 at 96..96 step 32 span 0..8000\n"
         "  B: 4000000100000406/ffffffffffffffff reads 19 K 8x16 at 16480..16480 step 32 span "
         "0..832\n"
         "4 line 12 8x16 f32 f16 f16 scale 2 regs 4 chain 2\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        /* other registers, another N, another K: another chain */
        {SCAN_K(OF(N8 SCAN_MMA("m64n16k16.f32.f16.f16", SCAN_ACC0 "," SCAN_ACC4, "%d2", "%d4",
                               ", 0, 0"))),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 5 16x16 f32 f16 f16 scale 2 regs 8 chain 1\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 1d K 16x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF(N8 SCAN_MMA("m64n16k16.f16.f16.f16", SCAN_ACC0, "%d2", "%d4", ", 0, 0"))),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 5 16x16 f16 f16 f16 scale 2 regs 4 chain 1\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 1d K 16x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF(N8 SCAN_MMA("m64n8k8.f32.tf32.tf32", SCAN_ACC0, "%d2", "%d4", ""))),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 5 8x8 f32 tf32 tf32 scale 2 regs 4 chain 1\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x8 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x8 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF(N8 SCAN_MMA("m64n8k16.f16.f16.f16", "%f0,%f1", "%d2", "%d4", ", 0, 0"))),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 5 8x16 f16 f16 f16 scale 2 regs 2 chain 1\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF(N8 "@%p1 bra L;\nL:\n" N8)),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 1\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(OF(N8 SCAN_N8("1,2,3,4", "%d2", "%d4") SCAN_N8("1,2,3,4", "%d2", "%d4") N8)),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 5 8x16 f32 f16 f16 scale 2 regs 0 chain 1\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "2 line 6 8x16 f32 f16 f16 scale 2 regs 0 chain 2\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "3 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 step 0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
        {SCAN_K(OF(SCAN_N8("%f3,1,2,3", "%d2", "%d4") SCAN_N8("%f3,1,2,3", "%d2", "%d4"))),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 1 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 5 8x16 f32 f16 f16 scale 2 regs 1 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 step 0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
        /* steps by less than 16 bytes are none */
        {SCAN_K(W("2", "sa", A128) W("4", "sb", A128) N8 W("2", "sa+8", A128) W("4", "sb+32", A128)
                    N8),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 0..0 span "
         "0..8192\n"
         "  B: 4000004000000000/ffffffffffffc03f reads 19 K 8x16 in sb of 65536/1024 at 0..0 span "
         "0..1024\n"
         "1 line 8 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 8..8 span "
         "0..8192\n"
         "  B: 4000004000000002/ffffffffffffc03f reads 19 K 8x16 in sb of 65536/1024 at 32..32 "
         "step 32 span 0..960\n"},
        {SCAN_K(W("2", "sa", A128) W("4", "sb", A128) N8 W("2", "sb", A128) W("4", "sa", A128) N8),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 0..0 span "
         "0..8192\n"
         "  B: 4000004000000000/ffffffffffffc03f reads 19 K 8x16 in sb of 65536/1024 at 0..0 span "
         "0..1024\n"
         "1 line 8 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc03f reads 1d K 64x16 in sb of 65536/1024 at 0..0 span "
         "0..8192\n"
         "  B: 4000004000000000/ffffffffffffc03f reads 19 K 8x16 in sa of 65536/1024 at 0..0 span "
         "0..1024\n"},
        {SCAN_K(OF(N8 SCAN_N8(SCAN_ACC0, "{%r30,%r31,%r32,%r33}", "%d4") N8)),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"
         "2 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
        /* places of other terms, or of as many times one, are nowhere from one another; the order does not matter */
        {SCAN_K(TWO("%r20", "%r20", "%r21", "%r21")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
        {SCAN_K(TWO("%r20", "%r21", "%r21", "%r20")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 step 0 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
        {SCAN_K(TWO("%r20", "%r21", "%r20", "%r22")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
        {SCAN_K(TWO("%r20", "%r21", "%r22", "%r21")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
        {SCAN_K(TWO("%r20", "0", "%r20", "%r20")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
        {SCAN_K(TWO("%r20", "%r21", "%r20", "64")),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
        {SCAN_K(MANY),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 8 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"
         "2 line 10 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"
         "3 line 12 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 step 0 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"
         "4 line 14 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc000 reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
    };
    (void)state;
    SCAN_HELD_BY(scan_words_said, WGD_SCAN_PTX, rows);
}

static void loops(void **state)
{
#define BODY SCAN_NUMBERS(A128, B128) N8
    static const scan_row rows[] = {
        {SCAN_K(BODY "L:\n" BODY "@%p1 bra L;\n" BODY),
         "0 line 4 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 7 8x16 f32 f16 f16 scale 2 regs 4 loop 1 chain 1\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "2 line 10 8x16 f32 f16 f16 scale 2 regs 4 chain 2\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        /* one in the other, the outer one from the first instruction on, and what no path leads to */
        {SCAN_K("L: add.u32 %r8, %r8, 1;\nM:\n" BODY "@%p1 bra M;\n" BODY
                "@%p2 bra L;\nret;\n" BODY),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 loop 1 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 9 8x16 f32 f16 f16 scale 2 regs 4 loop 2 chain 1\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "2 line 13 8x16 f32 f16 f16 scale 0 regs 4 chain 2 unreached\n"},
        {SCAN_K("bra L;\nM:\n" BODY "@%p2 bra N;\nL:\n" BODY "@%p1 bra M;\nN: ret;\n"),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 loop 1 chain 0\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 10 8x16 f32 f16 f16 scale 2 regs 4 loop 1 chain 1\n"
         "  A: 4000004000000000/ffffffffffffffff reads 1d K 64x16 at 0..0 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
    };
    (void)state;
    SCAN_HELD_BY(scan_words_said, WGD_SCAN_PTX, rows);
}

static void starts(void **state)
{
#define BY(var, more, word)                                                                        \
    more "mov.u32 %r2, " var "; add.s32 %r2, %r2, %r5; bfe.u32 %r2, %r2, 4, 14; cvt.u64.u32 %d2, " \
         "%r2; or.b64 %d2, %d2, " word ";\n"
#define TID(mask, times)                                                                           \
    "mov.u32 %r5, %tid.x; and.b32 %r5, %r5, " mask "; mul.lo.s32 %r5, %r5, " times ";\n"
#define B "mov.b64 %d4, " B128 ";\n" N8
    static const scan_row rows[] = {
        {SCAN_K(W("2", "sa+64", A128) W("4", "low+16", "0x0000000100080000") N8),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000004/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 64..64 "
         "span 0..8064\n"
         "  B: 100080001/ffffffffffffc007 reads 13 K 8x16 in low of 65536/128 at 16..16 span "
         "0..256\n"},
        {SCAN_K(W("2", "dyn+64", A128) W("4", "dyn16", "0x0000000100080000") N8),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000004/ffffffffffffc03f reads 1d K 64x16 in dyn of -1/1024 at 64..64 span "
         "0..8064\n"
         "  B: 100080000/ffffffffffffc000 reads 13 K 8x16 in dyn16 of -1/16 at 0..0 span 0..256\n"},
        {SCAN_K(BY("sa", TID("1", "4096"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 0..4096 "
         "stages 2 by 4096 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa", TID("1", "-4096"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 span "
         "0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa", TID("1", "256"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc02f reads 1d K 64x16 in sa of 65536/1024 at 0..256 "
         "stages 2 by 256 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa", TID("1", "255"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc030 reads 1d K 64x16 in sa of 65536/1024 at 0..255 "
         "span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa", TID("63", "512"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc01f reads 1d K 64x16 in sa of 65536/1024 at 0..32256 "
         "stages 64 by 512 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa", TID("127", "512"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc01f reads 1d K 64x16 in sa of 65536/1024 at 0..65024 "
         "stages 0 by 512 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa", "mov.u32 %r5, %tid.x; min.u32 %r5, %r5, 64; mul.lo.s32 %r5, %r5, 512;\n",
                   A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc01f reads 1d K 64x16 in sa of 65536/1024 at 0..32768 "
         "stages 0 by 512 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa",
                   "mov.u32 %r5, %tid.x; and.b32 %r5, %r5, 3; max.u32 %r5, %r5, 1; mul.lo.s32 %r5, "
                   "%r5, 512;\n",
                   A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc01f reads 1d K 64x16 in sa of 65536/1024 at 512..1536 "
         "stages 3 by 512 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa",
                   TID("1", "4096") "mov.u32 %r6, %ctaid.x; and.b32 %r6, %r6, 3; mad.lo.s32 %r5, "
                                    "%r6, 1024, %r5;\n",
                   A128) B),
         "0 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 0..7168 "
         "stages 2 by 4096 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa",
                   TID("1", "1024") "mov.u32 %r6, %ctaid.x; and.b32 %r6, %r6, 3; mad.lo.s32 %r5, "
                                    "%r6, 4096, %r5;\n",
                   A128) B),
         "0 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 0..13312 "
         "stages 4 by 4096 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa",
                   TID("1", "1024") "mov.u32 %r6, %ctaid.x; and.b32 %r6, %r6, 3; mad.lo.s32 %r5, "
                                    "%r6, 1024, %r5;\n",
                   A128) B),
         "0 line 7 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 0..4096 "
         "stages 4 by 1024 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K("ld.param.u64 %d2, [q];\n" B),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 0/0 reads 0 K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K("mov.b64 %d2, %d8;\n" B),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 0/0 reads 0 K 64x16\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa",
                   "mov.u32 %r5, %tid.x; and.b32 %r5, %r5, 63; max.u32 %r5, %r5, 40; mul.lo.s32 "
                   "%r5, %r5, 512;\n",
                   A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000000/ffffffffffffc01f reads 1d K 64x16 in sa of 65536/1024 at "
         "20480..32256 stages 24 by 512 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa+288", TID("1", "1"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000012/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 288..289 "
         "span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        /* where the block ends: from any row and column of the pattern, as far as they are known */
        {SCAN_K(W("2", "sa+96", A128) B),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000006/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 96..96 "
         "span 0..8000\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(W("2", "sa+288", A128) B),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000012/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 288..288 "
         "span -32..8096\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(W("2", "sa+297", A128) B),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000012/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 297..297 "
         "span -32..8096\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(W("2", "sa+912", A128) B),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000039/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 912..912 "
         "span 64..8176\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(W("2", "sa+928", "0x8000002000000000") B),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 800000200000003a/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 928..928 "
         "span -32..4032\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa+288", TID("3", "1024"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000012/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 288..3360 "
         "stages 4 by 1024 span -32..8096\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa+288", TID("3", "512"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000012/ffffffffffffc01f reads 1d K 64x16 in sa of 65536/1024 at 288..1824 "
         "stages 4 by 512 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa+288", TID("3", "16"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000010/ffffffffffffc038 reads 1d K 64x16 in sa of 65536/1024 at 288..336 "
         "span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K(BY("sa+288", TID("3", "1"), A128) B),
         "0 line 6 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 4000004000000012/ffffffffffffc03f reads 1d K 64x16 in sa of 65536/1024 at 288..291 "
         "span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
        {SCAN_K("mov.b64 %d2, 0x400000400000ffd2;\n" B),
         "0 line 5 8x16 f32 f16 f16 scale 2 regs 4 chain 0\n"
         "  A: 400000400000ffd2/ffffffffffffffff reads 1d K 64x16 at -736..-736 span -32..8096\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"},
    };
    (void)state;
    SCAN_HELD_BY(scan_words_said, WGD_SCAN_PTX, rows);
}

/* Machine code: addresses, source lines, the words in two halves. */
static void listings(void **state)
{
    static const scan_row rows[] = {
        {"Function : k\n/*0000*/ UMOV UR4, 0x40 ;\n/*0010*/ UMOV UR5, 0x40000040 ;\n/*0020*/ UMOV "
         "UR6, 0x400 ;\n/*0030*/ UMOV UR7, 0x40000001 ;\n\t//## File \"/k.cu\", line 12\n/*0040*/ "
         "HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, !UPT ;\n/*0050*/ HGMMA.64x8x16.F32 R24, "
         "gdesc[UR4].tnspA, R24, gsb0 ;\n/*0060*/ WARPGROUP.DEPBAR.LE gsb0, 0x0 ;\n/*0070*/ EXIT "
         ";\n",
         "0 line 7/12@40 8x16 f32 f16 f16 scale 1 regs 4 chain 0\n"
         "  A: 4000004000000040/ffffffffffffffff reads 1d K 64x16 at 1024..1024 span 0..8192\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 span 0..1024\n"
         "1 line 8/12@50 8x16 f32 f16 f16 trans A scale 2 regs 4 chain 0\n"
         "  A: 4000004000000040/ffffffffffffffff reads 1d MN 64x16 at 1024..1024 step 0 span "
         "0..2048\n"
         "  B: 4000000100000400/ffffffffffffffff reads 19 K 8x16 at 16384..16384 step 0 span "
         "0..1024\n"},
    };
    (void)state;
    SCAN_HELD_BY(scan_words_said, WGD_SCAN_SASS, rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions), cmocka_unit_test(chains),   cmocka_unit_test(loops),
        cmocka_unit_test(starts),       cmocka_unit_test(listings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
