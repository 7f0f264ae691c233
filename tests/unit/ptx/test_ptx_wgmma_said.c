/* SPDX-License-Identifier: MIT
 *
 * What is read of a wgmma, each to the letter, and which names are refused (PTX ISA, "Asynchronous Warpgroup Level
 * Matrix Instructions").
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "said/ptx_said.h"

/* The K of each type, and of the sparse form twice as much (PTX ISA, "wgmma.mma_async" and "wgmma.mma_async.sp"). */
static void types(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e4m3 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k32.f16.e5m2.e4m3 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k32.f32.e5m2.e5m2 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.s8 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.u8 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8.satfinite {%r0,%r1},%d4,%d5,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k32.f16.f16.f16 {%r0},%d4,%d5,%r1,0,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k32.f32.f16.f16 {%r0},%d4,%d5,%r1,1,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k32.f32.bf16.bf16 {%r0},%d4,%d5,%r1,0,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k16.f32.tf32.tf32 {%r0},%d4,%d5,%r1,1,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k64.f16.e4m3.e4m3 {%r0},%d4,%d5,%r1,0,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k64.f32.e4m3.e5m2 {%r0},%d4,%d5,%r1,1,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k64.f16.e5m2.e4m3 {%r0},%d4,%d5,%r1,0,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k64.f32.e5m2.e5m2 {%r0},%d4,%d5,%r1,1,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k64.s32.s8.s8 {%r0},%d4,%d5,%r1,0,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k64.s32.s8.u8 {%r0},%d4,%d5,%r1,1,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k64.s32.u8.s8 {%r0},%d4,%d5,%r1,0,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n16k64.s32.u8.u8 {%r0},%d4,%d5,%r1,1,1;\n"
               "wgmma.mma_async.sp::ordered_metadata.sync.aligned.m64n16k32.f32.f16.f16 "
               "{%r0},%d4,%d5,%r1,1,1;\n"),
         PTX_K_SAID("2: wgmma.0 -,- = #0 #0 #0; 0 1;\n"
                    "3: wgmma.0 -,- = #1 #0 #0; 0 1;\n"
                    "4: wgmma.0 -,- = #2 #0 #0; 0 1;\n"
                    "5: wgmma.0 -,- = #3 #0 #0; 0 1;\n"
                    "6: wgmma.0 -,- = #4 #0 #0; 0 1;\n"
                    "7: wgmma.0 -,- = #5 #0 #0; 0 1;\n"
                    "8: wgmma.0 -,- = #6 #0 #0; 0 1;\n"
                    "9: wgmma.0 -,- = #7 #0 #0; 0 1;\n"
                    "10: wgmma.0 -,- = #8 #0 #0; 0 1;\n"
                    "11: wgmma.0 -,- = #9 #0 #0; 0 1;\n"
                    "12: wgmma.0 -,- = #10 #0 #0; 0 1;\n"
                    "13: wgmma.0 -,- = #11 #0 #0; 0 1;\n"
                    "14: wgmma.0 -,- = #12 #0 #0; 0 1;\n"
                    "15: wgmma.0 -,- = #13 #0 #0; 0 1;\n"
                    "16: wgmma.0 -,- = #14 #0 #0; 0 1;\n"
                    "17: wgmma.0 -,- = #15 #0 #0; 0;\n"
                    "18: wgmma.0 -,- = #16 #0 #0; 0;\n"
                    "19: wgmma.0 -,- = #17 #0 #0; 0;\n"
                    "20: wgmma.0 -,- = #18 #0 #0; 0;\n"
                    "21: wgmma.0 -,- = #19 #0 #0; 0;\n"
                    "22: wgmma.0 -,- = #20 #0 #0; 0;\n"
                    "23: wgmma.0 -,- = #21 #0 #0; 0;\n"
                    "24: wgmma.0 -,- = #22 #0 #0; 0;\n"
                    "25: wgmma.0 -,- = #23 #0 #0; 0;\n"
                    "26: wgmma.0 -,- = #24 #0 #0; 0;\n"
                    "27: wgmma.0 -,- = #25 #0 #0; 0;\n"
                    "28: wgmma.0 -,- = #26 #0 #0; 0;\n"
                    "29: wgmma.0 -,- = #27 #0 #0; 0;\n"
                    "wgmma 0: n8 k16 f16.f16.f16 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0 1;\n"
                    "wgmma 1: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0 1;\n"
                    "wgmma 2: n8 k16 f32.bf16.bf16 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 "
                    "#0 0x1; 0 1;\n"
                    "wgmma 3: n8 k8 f32.tf32.tf32 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0 1;\n"
                    "wgmma 4: n8 k32 f16.e4m3.e4m3 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 "
                    "#0 0x1; 0 1;\n"
                    "wgmma 5: n8 k32 f32.e4m3.e5m2 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 "
                    "#0 0x1; 0 1;\n"
                    "wgmma 6: n8 k32 f16.e5m2.e4m3 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 "
                    "#0 0x1; 0 1;\n"
                    "wgmma 7: n8 k32 f32.e5m2.e5m2 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 "
                    "#0 0x1; 0 1;\n"
                    "wgmma 8: n8 k32 s32.s8.s8 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0 1;\n"
                    "wgmma 9: n8 k32 s32.s8.u8 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0 1;\n"
                    "wgmma 10: n8 k32 s32.u8.s8 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0 1;\n"
                    "wgmma 11: n8 k32 s32.u8.u8 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0 1;\n"
                    "wgmma 12: n8 k256 s32.b1.b1 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0 1;\n"
                    "wgmma 13: n256 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 "
                    "#0 0x1; 0 1;\n"
                    "wgmma 14: n8 k32 s32.s8.s8 satfinite trans 0 0 neg 0 0 selector -1 shared r4 "
                    "r5 #0 #0 0x1; 0 1;\n"
                    "wgmma 15: n16 k32 f16.f16.f16 sparse trans 0 0 neg 0 0 selector 0 shared r4 "
                    "r5 #0 #0 0x1; 0;\n"
                    "wgmma 16: n16 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector 1 shared r4 "
                    "r5 #0 #0 0x1; 0;\n"
                    "wgmma 17: n16 k32 f32.bf16.bf16 sparse trans 0 0 neg 0 0 selector 0 shared r4 "
                    "r5 #0 #0 0x1; 0;\n"
                    "wgmma 18: n16 k16 f32.tf32.tf32 sparse trans 0 0 neg 0 0 selector 1 shared r4 "
                    "r5 #0 #0 0x1; 0;\n"
                    "wgmma 19: n16 k64 f16.e4m3.e4m3 sparse trans 0 0 neg 0 0 selector 0 shared r4 "
                    "r5 #0 #0 0x1; 0;\n"
                    "wgmma 20: n16 k64 f32.e4m3.e5m2 sparse trans 0 0 neg 0 0 selector 1 shared r4 "
                    "r5 #0 #0 0x1; 0;\n"
                    "wgmma 21: n16 k64 f16.e5m2.e4m3 sparse trans 0 0 neg 0 0 selector 0 shared r4 "
                    "r5 #0 #0 0x1; 0;\n"
                    "wgmma 22: n16 k64 f32.e5m2.e5m2 sparse trans 0 0 neg 0 0 selector 1 shared r4 "
                    "r5 #0 #0 0x1; 0;\n"
                    "wgmma 23: n16 k64 s32.s8.s8 sparse trans 0 0 neg 0 0 selector 0 shared r4 r5 "
                    "#0 #0 0x1; 0;\n"
                    "wgmma 24: n16 k64 s32.s8.u8 sparse trans 0 0 neg 0 0 selector 1 shared r4 r5 "
                    "#0 #0 0x1; 0;\n"
                    "wgmma 25: n16 k64 s32.u8.s8 sparse trans 0 0 neg 0 0 selector 0 shared r4 r5 "
                    "#0 #0 0x1; 0;\n"
                    "wgmma 26: n16 k64 s32.u8.u8 sparse trans 0 0 neg 0 0 selector 1 shared r4 r5 "
                    "#0 #0 0x1; 0;\n"
                    "wgmma 27: n16 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector 1 shared r4 "
                    "r5 #0 #0 0x1; 0;\n")},
    };
    PTX_HELD(rows);
}

static void operands(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%r0,%r1,%r2,%r3},%d4,%d5,%p8,1,1,0,0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%r0,%r1,%r2,%r3},%d4,%d5,%p8,-1,1,1,0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%r0,%r1,%r2,%r3},%d4,%d5,%p8,1,-1,0,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%r0,%r1,%r2,%r3},%d4,%d5,!%p8,-1,-1,1,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%r0,%r1,%r2,%r3},%d4,%d5,0,2,-2,-1,2;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%r0,%r1,%r2,%r3},%d4,%d5,1,%r0,%r1,%r2,%r3;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0,%r1,%r2,%r3},%d4,%d5,1,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%r0,%r1,%r2,%r3},{%r3,%r2,%r1,%r0},%d5,%p9,1,1,0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%r0,%r1,%r2,%r3},{%r3,%r2,%r1,%r0},%d5,%p9,1,-1,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%r0,%r1,%r2,%r3},{%r3,%r2,%r1,%r0},%d5,%p9,1,1,0,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%r0,%r1,5,%r3},{%r3,7,%r1},%d5,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {},{},0x4000000000000000,1;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0},0x10,s,1;\n"
               "@%p9 wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r2},%d4,%d5,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 "
               "{%r0},%d4,%d5,%r1,99,%p8,1,-1,1,0;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 "
               "{%r0},{%r1,%r2},%d5,%r1,100,%p8,-1,1,1;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%r0},%d4,%d5,%r1,%r2,%p8;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%r0},%d4,%d5,%r1,101,0;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%r0},%d4,%d5,%r1,0;\n"
               "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%r0},%d4,%d5,%r1;\n"),
         PTX_K_SAID("2: wgmma.0 -,- = #0 #0 #0; 0 1 2 3;\n"
                    "3: wgmma.0 -,- = #1 #0 #0; 0 1 2 3;\n"
                    "4: wgmma.0 -,- = #2 #0 #0; 0 1 2 3;\n"
                    "5: wgmma.0 -,- = #3 #0 #0; 0 1 2 3;\n"
                    "6: wgmma.0 -,- = #4 #0 #0; 0 1 2 3;\n"
                    "7: wgmma.0 -,- = #5 #0 #0; 0 1 2 3;\n"
                    "8: wgmma.0 -,- = #6 #0 #0; 0 1 2 3;\n"
                    "9: wgmma.0 -,- = #7 #0 #0; 0 1 2 3;\n"
                    "10: wgmma.0 -,- = #8 #0 #0; 0 1 2 3;\n"
                    "11: wgmma.0 -,- = #9 #0 #0; 0 1 2 3;\n"
                    "12: wgmma.0 -,- = #10 #0 #0; 0 1 3;\n"
                    "13: wgmma.0 -,- = #11 #0 #0;;\n"
                    "14: wgmma.0 -,- = #12 #0 #0; 0;\n"
                    "15: @9 wgmma.0 -,- = #13 #0 #0; 2;\n"
                    "16: wgmma.0 -,- = #14 #0 #0; 0;\n"
                    "17: wgmma.0 -,- = #15 #0 #0; 0;\n"
                    "18: wgmma.0 -,- = #16 #0 #0; 0;\n"
                    "19: wgmma.0 -,- = #17 #0 #0; 0;\n"
                    "20: wgmma.0 -,- = #18 #0 #0; 0;\n"
                    "21: wgmma.0 -,- = #19 #0 #0; 0;\n"
                    "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "r8; 0 1 2 3;\n"
                    "wgmma 1: n8 k16 f32.f16.f16 trans 1 0 neg 1 0 selector -1 shared r4 r5 #0 #0 "
                    "r8; 0 1 2 3;\n"
                    "wgmma 2: n8 k16 f32.f16.f16 trans 0 1 neg 0 1 selector -1 shared r4 r5 #0 #0 "
                    "r8; 0 1 2 3;\n"
                    "wgmma 3: n8 k16 f32.f16.f16 trans 1 1 neg 1 1 selector -1 shared r4 r5 #0 #0 "
                    "~r8; 0 1 2 3;\n"
                    "wgmma 4: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x0; 0 1 2 3;\n"
                    "wgmma 5: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0 1 2 3;\n"
                    "wgmma 6: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0 1 2 3;\n"
                    "wgmma 7: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers #0 r5 #0 "
                    "#0 r9; 0 1 2 3; 3 2 1 0\n"
                    "wgmma 8: n8 k16 f32.f16.f16 trans 0 1 neg 0 1 selector -1 registers #0 r5 #0 "
                    "#0 r9; 0 1 2 3; 3 2 1 0\n"
                    "wgmma 9: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers #0 r5 #0 "
                    "#0 r9; 0 1 2 3; 3 2 1 0\n"
                    "wgmma 10: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers #0 r5 #0 "
                    "#0 0x1; 0 1 3; 3 1\n"
                    "wgmma 11: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers #0 "
                    "0x4000000000000000 #0 #0 0x1;;\n"
                    "wgmma 12: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared 0x10 $0 #0 "
                    "#0 0x1; 0;\n"
                    "wgmma 13: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 2;\n"
                    "wgmma 14: n8 k32 f32.f16.f16 sparse trans 1 0 neg 0 1 selector 99 shared r4 "
                    "r5 #0 #0 r8; 0;\n"
                    "wgmma 15: n8 k32 f32.f16.f16 sparse trans 0 1 neg 1 0 selector 100 registers "
                    "#0 r5 #0 #0 r8; 0; 1 2\n"
                    "wgmma 16: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector -1 shared r4 "
                    "r5 #0 #0 r8; 0;\n"
                    "wgmma 17: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector 100 shared r4 "
                    "r5 #0 #0 0x0; 0;\n"
                    "wgmma 18: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector 0 shared r4 r5 "
                    "#0 #0 0x1; 0;\n"
                    "wgmma 19: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector -1 shared r4 "
                    "r5 #0 #0 0x1; 0;\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n")},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0},%d4,%d5;\n"),
         "syntax: file: line 2, column 1: the wgmma has too few operands; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16; want {d...}, a, b, scale-d; hint is "
         "this PTX, whole and unchanged?\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 %r0,%d4,%d5,1;\n"),
         "syntax: file: line 2, column 1: the wgmma has too few operands; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16; want {d...}, a, b, scale-d; hint is "
         "this PTX, whole and unchanged?\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0},[%d4],%d5,1;\n"),
         "syntax: file: line 2, column 1: an operand of the wgmma is no descriptor; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16; want a 64-bit register; hint is this "
         "PTX, whole and unchanged?\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0},%d4,[%d5],1;\n"),
         "syntax: file: line 2, column 1: an operand of the wgmma is no descriptor; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16; want a 64-bit register; hint is this "
         "PTX, whole and unchanged?\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0},%d4,{%r0},1;\n"),
         "syntax: file: line 2, column 1: an operand of the wgmma is no descriptor; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16; want a 64-bit register; hint is this "
         "PTX, whole and unchanged?\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0},foo,%d5,1;\n"),
         "syntax: file: line 2, column 1: an operand of the wgmma is no descriptor; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16; want a 64-bit register; hint is this "
         "PTX, whole and unchanged?\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0},{%r1},foo,1;\n"),
         "syntax: file: line 2, column 1: an operand of the wgmma is no descriptor; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16; want a 64-bit register; hint is this "
         "PTX, whole and unchanged?\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16;\n"),
         "syntax: file: line 2, column 1: the wgmma has too few operands; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16; want {d...}, a, b, scale-d; hint is "
         "this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

static void others(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("wgmma.fence.sync.aligned;\n"
               "wgmma.commit_group.sync.aligned;\n"
               "wgmma.wait_group.sync.aligned 0;\n"
               "wgmma.wait_group.sync.aligned 7;\n"
               "wgmma.wait_group.sync.aligned;\n"
               "wgmma.wait_group.sync.aligned %r0;\n"
               "@%p8 wgmma.fence.sync.aligned 3;\n"
               "wgmma.commit_group.sync.aligned 3;\n"),
         PTX_K_SAID("2: fence.0 -,- = #0 #0 #0;;\n"
                    "3: commit.0 -,- = #0 #0 #0;;\n"
                    "4: wait.0 -,- = 0x0 #0 #0;;\n"
                    "5: wait.0 -,- = 0x7 #0 #0;;\n"
                    "6: wait.0 -,- = #0 #0 #0;;\n"
                    "7: wait.0 -,- = r0 #0 #0;;\n"
                    "8: @8 fence.0 -,- = #0 #0 #0;;\n"
                    "9: commit.0 -,- = #0 #0 #0;;\n")},
        {PTX_K("wgmma.frob.sync.aligned;\n"),
         "instruction: file: line 2, column 1: no such wgmma instruction; got "
         "wgmma.frob.sync.aligned; want mma_async, fence, commit_group or wait_group; hint see the "
         "list of instructions\n"},
        {PTX_K("wgmma;\n"),
         "instruction: file: line 2, column 1: no such wgmma instruction; got wgmma; want "
         "mma_async, fence, commit_group or wait_group; hint see the list of instructions\n"},
        {PTX_K("wgmma.fence.sync.aligned;\n"
               "wgmma;\n"),
         "instruction: file: line 3, column 1: no such wgmma instruction; got wgmma; want "
         "mma_async, fence, commit_group or wait_group; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.a.b.c.d.e.f.g.h.i.j.k.l.m.n {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.a.b.c.d.e.f.g.h.i.j.k.l.m.n; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.fencex;\n"),
         "instruction: file: line 2, column 1: no such wgmma instruction; got wgmma.fencex; want "
         "mma_async, fence, commit_group or wait_group; hint see the list of instructions\n"},
        {PTX_K("wgmma.sync.fence.aligned;\n"),
         "instruction: file: line 2, column 1: no such wgmma instruction; got "
         "wgmma.sync.fence.aligned; want mma_async, fence, commit_group or wait_group; hint see "
         "the list of instructions\n"},
    };
    PTX_HELD(rows);
}

static void no_such(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k16; want wgmma.mma_async.sync.aligned.SHAPE.D.A.B; "
         "hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16x {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16x; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k32.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k32.f32.f16.f16; want a shape that the types have; "
         "hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k8.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k8.f32.f16.f16; want a shape that the types have; hint "
         "see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16; want a shape that the types have; "
         "hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n264k16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n264k16.f32.f16.f16; want a shape that the types have; "
         "hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n0k16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n0k16.f32.f16.f16; want a shape that the types have; "
         "hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8; want a shape that the types have; hint "
         "see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64nk16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64nk16.f32.f16.f16; want a shape that the types have; hint "
         "see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k.f32.f16.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8.f32.f16.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8x16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8x16.f32.f16.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16x.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k16x.f32.f16.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n100000k16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n100000k16.f32.f16.f16; want a shape that the types "
         "have; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n1000008k16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n1000008k16.f32.f16.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m128n8k16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m128n8k16.f32.f16.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64x8k16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64x8k16.f32.f16.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k99999999999.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k99999999999.f32.f16.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.f32.f16.f16.m64n8k16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.f32.f16.f16.m64n8k16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.f32.f16.f16; want wgmma.mma_async.sync.aligned.SHAPE.D.A.B; "
         "hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k; want wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint "
         "see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n88 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n88; want wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint "
         "see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n8k16.f32.e4m3.e4m {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.e4m3.e4m; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned.m64n4294967304k16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sync.aligned.m64n4294967304k16.f32.f16.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.m64n8k16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         PTX_K_SAID("2: wgmma.0 -,- = #0 #0 #0; 0;\n"
                    "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared r4 r5 #0 #0 "
                    "0x1; 0;\n")},
        {PTX_K("wgmma.mma_async;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got wgmma.mma_async; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sync.aligned;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got wgmma.mma_async.sync.aligned; "
         "want wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.m64n8k16.x.m64n8k16.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.m64n8k16.x.m64n8k16.f32.f16.f16; want "
         "wgmma.mma_async.sync.aligned.SHAPE.D.A.B; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sp.sync.aligned.m64n8k512.s32.b1.b1.and.popc "
               "{%r0},%d4,%d5,%r1,0,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sp.sync.aligned.m64n8k512.s32.b1.b1.and.popc; want a shape that the "
         "types have; hint see the list of instructions\n"},
        {PTX_K("wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.f16.f16 {%r0},%d4,%d5,%r1,0,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma; got "
         "wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.f16.f16; want a shape that the types have; "
         "hint see the list of instructions\n"},
        {PTX_K("wgmma.m64n8k16.mma_async.f32.f16.f16 {%r0},%d4,%d5,1;\n"),
         "instruction: file: line 2, column 1: no such wgmma instruction; got "
         "wgmma.m64n8k16.mma_async.f32.f16.f16; want mma_async, fence, commit_group or wait_group; "
         "hint see the list of instructions\n"},
    };
    PTX_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types),
        cmocka_unit_test(operands),
        cmocka_unit_test(others),
        cmocka_unit_test(no_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
