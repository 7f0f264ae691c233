/* SPDX-License-Identifier: MIT
 *
 * wgmma in machine code: shape, types, operands, accumulators.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "said/sass_said.h"

/* Shapes and types. */
static void kinds(void **state)
{
    static const sass_held rows[] = {
        {"HGMMA.64x64x16.F32.BF16 R24, gdesc[UR8].tnspA.tnspB, R24, !UPT, gsb0",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R55;\n"
         "4: commit.0 -,- = #0 #0 #0;;\n"
         "wgmma 0: n64 k16 f32.bf16.bf16 trans 1 1 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x0; R24-R55;\n"},
        {"HGMMA.64x64x16.F32.BF16 R24, gdesc[UR8].tnspA, R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R55;\n"
         "wgmma 0: n64 k16 f32.bf16.bf16 trans 1 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R55;\n"},
        {"HGMMA.64x64x16.F32.BF16 R24, gdesc[UR8].tnspB, R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R55;\n"
         "wgmma 0: n64 k16 f32.bf16.bf16 trans 0 1 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R55;\n"},
        {"HGMMA.64x8x8.F32.TF32 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k8 f32.tf32.tf32 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.64x64x16.F16 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R39;\n"
         "wgmma 0: n64 k16 f16.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R39;\n"},
        {"HGMMA.64x64x16 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R39;\n"
         "wgmma 0: n64 k16 f16.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R39;\n"},
        {"QGMMA.64x8x32.F32.E4M3.E5M2 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k32 f32.e4m3.e5m2 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R27;\n"},
        {"QGMMA.64x8x32.F16.E5M2.E4M3 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R25;\n"
         "wgmma 0: n8 k32 f16.e5m2.e4m3 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R25;\n"},
        {"QGMMA.64x16x32.F16.E5M2.E4M3 R24, R4, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n16 k32 f16.e5m2.e4m3 trans 0 0 neg 0 0 selector -1 registers #- UR10 #- UR11 "
         "0x1; R24-R27; R4-R7\n"},
        {"QGMMA.64x8x32.F32.E4M3.S8 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k32 f32.e4m3.s8 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"QGMMA.64x8x32.F32.E3M4.E4M3 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k32 f32.f16.f16 ? trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R27;\n"},
        {"QGMMA.64x8x32.F32.E4M3.E3M4 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k32 f32.e4m3.f16 ? trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R27;\n"},
        {"QGMMA.64x8x32.F32.E4M3 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k32 f32.e4m3.f16 ? trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R27;\n"},
        {"QGMMA.64x8x32 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k32 f32.f16.f16 ? trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R27;\n"},
        {"QGMMA.SP.64x8x64.F32.E4M3.E5M2 R24, gdesc[UR8], R24, R2, 0x1",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k64 f32.e4m3.e5m2 sparse trans 0 0 neg 0 0 selector 1 shared UR8 UR10 UR9 "
         "UR11 0x1; R24-R27;\n"},
        {"IGMMA.64x8x32.S8.U8 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k32 s32.s8.u8 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"IGMMA.64x8x32.U8.S8.SAT R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k32 s32.u8.s8 satfinite trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 "
         "UR11 0x1; R24-R27;\n"},
        {"IGMMA.64x8x32.S4.S8 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k32 s32.f16.f16 ? trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R27;\n"},
        {"IGMMA.64x8x32.S8.S4 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k32 s32.s8.f16 ? trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"BGMMA.64x8x256.AND.POPC R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k256 s32.b1.b1 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.64x256x16.F32 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R151;\n"
         "wgmma 0: n256 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R151;\n"},
        {"HGMMA.64x99999x16.F16 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R255;\n"
         "wgmma 0: n99999 k16 f16.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R255;\n"},
        {"HGMMA.64x100000x16.F16 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R255;\n"
         "wgmma 0: n100000 k16 f16.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R255;\n"},
        {"HGMMA.64x999999x16.F16 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R255;\n"
         "wgmma 0: n999999 k16 f16.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 "
         "0x1; R24-R255;\n"},
        {"HGMMA.64x1000000x16.F16 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x1000000x16.F16; "
         "want HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x1x1.F32 R24, gdesc[UR8], R24", "4: wgmma.0 -,- = #0 #0 #0;;\n"
                                                  "wgmma 0: n1 k1 f32.f16.f16 trans 0 0 neg 0 0 "
                                                  "selector -1 shared UR8 UR10 UR9 UR11 0x1;;\n"},
        {"HGMMA.F32.64x8x16 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.F32.64x8x16; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* Descriptors, A in registers, accumulators; scale-d, the selector, gsb0 behind them. */
static void operands(void **state)
{
    static const sass_held rows[] = {
        {"HGMMA.64x64x16.F32 R24, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R55;\n"
         "wgmma 0: n64 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R55;\n"},
        {"HGMMA.64x64x16.F32 R24, R4, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R55;\n"
         "wgmma 0: n64 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers #- UR10 #- UR11 "
         "0x1; R24-R55; R4-R7\n"},
        {"HGMMA.64x64x16.F32 R24, R4, gdesc[UR8].tnspA.tnspB, R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R55;\n"
         "wgmma 0: n64 k16 f32.f16.f16 trans 0 1 neg 0 0 selector -1 registers #- UR10 #- UR11 "
         "0x1; R24-R55; R4-R7\n"},
        {"HGMMA.64x64x16.F32 R24, RZ, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R55;\n"
         "wgmma 0: n64 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers #- UR10 #- UR11 "
         "0x1; R24-R55;\n"},
        {"HGMMA.64x64x16.F32 R24, R253, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R55;\n"
         "wgmma 0: n64 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers #- UR10 #- UR11 "
         "0x1; R24-R55; R253-R255\n"},
        {"HGMMA.64x8x16.F32 R24, R252, gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers #- UR10 #- UR11 0x1; "
         "R24-R27; R252-R255\n"},
        {"HGMMA.64x8x16.F32 R252, gdesc[UR8], R252",
         "4: wgmma.0 -,- = #0 #0 #0; R252-R255;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R252-R255;\n"},
        {"HGMMA.64x8x16.F32 R253, gdesc[UR8], R252",
         "4: wgmma.0 -,- = #0 #0 #0; R253-R255;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R253-R255;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], RZ",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x0; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], RZ, !UPT",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x0; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], RZ, UPT",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], R24, UPT",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], R24, UP0",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 UP0; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], R24, !UP0, gsb0",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "4: commit.0 -,- = #0 #0 #0;;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 ~UP0; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], R24, gsb0",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "4: commit.0 -,- = #0 #0 #0;;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], R24, gsb1",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], gsb0",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8]",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], R24, 0x1",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.SP.64x8x32.F32 R28, gdesc[UR4], R28, UP0, R40, 0x1",
         "4: wgmma.0 -,- = #0 #0 #0; R28-R31;\n"
         "wgmma 0: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector 1 shared UR4 UR6 UR5 UR7 "
         "UP0; R28-R31;\n"},
        {"HGMMA.SP.64x8x32.F32 R28, gdesc[UR4], R28, R40, 0x0, gsb0",
         "4: wgmma.0 -,- = #0 #0 #0; R28-R31;\n"
         "4: commit.0 -,- = #0 #0 #0;;\n"
         "wgmma 0: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector 0 shared UR4 UR6 UR5 UR7 "
         "0x1; R28-R31;\n"},
        {"HGMMA.SP.64x8x32.F32 R28, gdesc[UR4], R28, R40, 0x63",
         "4: wgmma.0 -,- = #0 #0 #0; R28-R31;\n"
         "wgmma 0: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector 99 shared UR4 UR6 UR5 UR7 "
         "0x1; R28-R31;\n"},
        {"HGMMA.SP.64x8x32.F32 R28, gdesc[UR4], R28, R40, 0x64",
         "4: wgmma.0 -,- = #0 #0 #0; R28-R31;\n"
         "wgmma 0: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector 100 shared UR4 UR6 UR5 UR7 "
         "0x1; R28-R31;\n"},
        {"HGMMA.SP.64x8x32.F32 R28, gdesc[UR4], R28, R40, 0x65",
         "4: wgmma.0 -,- = #0 #0 #0; R28-R31;\n"
         "wgmma 0: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector 100 shared UR4 UR6 UR5 UR7 "
         "0x1; R28-R31;\n"},
        {"HGMMA.SP.64x8x32.F32 R28, gdesc[UR4], R28, R40",
         "4: wgmma.0 -,- = #0 #0 #0; R28-R31;\n"
         "wgmma 0: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector -1 shared UR4 UR6 UR5 UR7 "
         "0x1; R28-R31;\n"},
        {"HGMMA.64x8x32.SP.F32 R28, gdesc[UR4], R28, R40, 0x3",
         "4: wgmma.0 -,- = #0 #0 #0; R28-R31;\n"
         "wgmma 0: n8 k32 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR4 UR6 UR5 UR7 0x1; "
         "R28-R31;\n"},
        {"HGMMA.63x8x16.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.63x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.x8x16.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8y16.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8y16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64y8x16.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64y8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16a.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16a.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64xx16.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64xx16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x0x16.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x0x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x0.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x0.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.F32 R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.F32; want HGMMA.64xNxK "
         "R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA R24, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA; want HGMMA.64xNxK R, "
         "gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR252], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR252 UR254 UR253 UR255 "
         "0x1; R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR253], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 RZ, gdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, R4, R8, R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, R4",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR0], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR0 UR2 UR1 UR3 0x1; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, [R4], gdesc[UR8], R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers #- UR10 #- UR11 0x1; "
         "R24-R27; R4-R7\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8, UR9], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[R8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UP0], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8, R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[U], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[URZ], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, hdesc[UR8], R24",
         "instruction: file: line 4: the wgmma is not understood; got HGMMA.64x8x16.F32; want "
         "HGMMA.64xNxK R, gdesc[UR], R; hint see the list of instructions\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8].tnsp, R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8].tnspC, R24",
         "4: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"@UP0 HGMMA.64x8x16.F32 R24, gdesc[UR8], R24, gsb0",
         "4: @UP0 wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
         "4: @UP0 commit.0 -,- = #0 #0 #0;;\n"
         "wgmma 0: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 shared UR8 UR10 UR9 UR11 0x1; "
         "R24-R27;\n"},
        {"HGMMA.SP.64x8x32.F32 R28, R4, gdesc[UR4], R28, R40, 0x1",
         "4: wgmma.0 -,- = #0 #0 #0; R28-R31;\n"
         "wgmma 0: n8 k32 f32.f16.f16 sparse trans 0 0 neg 0 0 selector 1 registers #- UR6 #- UR7 "
         "0x1; R28-R31; R4-R7\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* Each has a row, a place among the instructions, and registers of its own. */
static void several(void **state)
{
    (void)state;
    assert_string_equal(
        sass_said("Function : k\n/*0000*/ MOV R1, R2 ;\n"
                  "/*0010*/ HGMMA.64x8x16.F32 R24, R4, gdesc[UR8], R24 ;\n/*0020*/ MOV R1, R2 ;\n"
                  "/*0030*/ HGMMA.64x8x16.F32 R28, R8, gdesc[UR8], R28, gsb0 ;\n"),
        SASS_FUNC("k", "1") "2: mov.32 R1,- = R2 #0 #0; R1; R2\n"
                            "3@10: wgmma.0 -,- = #0 #0 #0; R24-R27;\n"
                            "4@20: mov.32 R1,- = R2 #0 #0; R1; R2\n"
                            "5@30: wgmma.0 -,- = #1 #0 #0; R28-R31;\n"
                            "5@30: commit.0 -,- = #0 #0 #0;;\n"
                            "wgmma 1: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers "
                            "#- UR10 #- UR11 0x1; R24-R27; R4-R7\n"
                            "wgmma 3: n8 k16 f32.f16.f16 trans 0 0 neg 0 0 selector -1 registers "
                            "#- UR10 #- UR11 0x1; R28-R31; R8-R11\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(operands),
        cmocka_unit_test(several),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
