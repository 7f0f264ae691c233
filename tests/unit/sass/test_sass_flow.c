/* SPDX-License-Identifier: MIT
 *
 * Machine instructions that bring values in, branch, wait and store; results that are not followed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "said/sass_said.h"

/* Values that come in. */
static void moves(void **state)
{
    static const sass_held rows[] = {
        {"R2UR UR4, R2", "4: unify.32 UR4,- = R2 #0 #0; UR4; R2\n"},
        {"R2UR UR4, P1, R2", "4: unify.32 UR4,- = P1 #0 #0; UR4; P1 R2\n"},
        {"R2UR UR4", "4: top.0 -,- = #0 #0 #0; UR4;\n"},
        {"LDC R1, c[0x0][0x210]", "4: mov.32 R1,- = $0 #- #-; R1;\n"
                                  "symbol c[0x0][0x210] param align 1 size -1 offset 0 width 32\n"},
        {"LDC.64 R2, c[0x0][0x210]",
         "4: mov.32 R2,- = $0 #- #-; R2;\n"
         "4: mov.32 R3,- = $1 #- #-; R3;\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 0 width 32\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 4 width 32\n"},
        {"LDC.128 R4, c[0x0][0x210]",
         "4: mov.32 R4,- = $0 #- #-; R4;\n"
         "4: mov.32 R5,- = $1 #- #-; R5;\n"
         "4: mov.32 R6,- = $2 #- #-; R6;\n"
         "4: mov.32 R7,- = $3 #- #-; R7;\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 0 width 32\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 4 width 32\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 8 width 32\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 12 width 32\n"},
        {"LDC.64 R254, c[0x0][0x210]",
         "4: mov.32 R254,- = $0 #- #-; R254;\n"
         "4: mov.32 R255,- = $1 #- #-; R255;\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 0 width 32\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 4 width 32\n"},
        {"LDC.64 R255, c[0x0][0x210]",
         "4: mov.32 R255,- = $0 #- #-; R255;\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 0 width 32\n"},
        {"LDC.128 R254, c[0x0][0x210]",
         "4: mov.32 R254,- = $0 #- #-; R254;\n"
         "4: mov.32 R255,- = $1 #- #-; R255;\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 0 width 32\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 4 width 32\n"},
        {"LDC.U8 R1, c[0x0][0x210]", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"LDC.S16 R1, c[0x0][0x210]", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"LDC.64.X R2, c[0x0][0x210]", "4: top.0 -,- = #0 #0 #0; R2-R3;\n"},
        {"LDC R1, c[0x0][R4]", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"LDC.64 R2, c[0x0][R4]", "4: top.0 -,- = #0 #0 #0; R2-R3;\n"},
        {"LDC R1, c[0x0][0x210], R5", "4: top.0 -,- = #0 #0 #0; R1; R5\n"},
        {"LDC R1", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"LDC RZ, c[0x0][0x210]", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"LDC", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"ULDC UR4, c[0x0][0x208]",
         "4: mov.32 UR4,- = $0 #- #-; UR4;\n"
         "symbol c[0x0][0x208] param align 1 size -1 offset 0 width 32\n"},
        {"ULDC.64 UR4, c[0x0][0x208]",
         "4: mov.32 UR4,- = $0 #- #-; UR4;\n"
         "4: mov.32 UR5,- = $1 #- #-; UR5;\n"
         "symbol c[0x0][0x208] param align 1 size -1 offset 0 width 32\n"
         "symbol c[0x0][0x208] param align 1 size -1 offset 4 width 32\n"},
        {"ULDC.64 UR255, c[0x0][0x208]",
         "4: mov.32 UR255,- = $0 #- #-; UR255;\n"
         "symbol c[0x0][0x208] param align 1 size -1 offset 0 width 32\n"},
        {"S2R R1, SR_TID.X", "4: range.32 R1,- = 0x3ff #- #-; R1;\n"},
        {"S2R R1, SR_TID.Y", "4: range.32 R1,- = 0x3ff #- #-; R1;\n"},
        {"S2R R1, SR_TID.Z", "4: range.32 R1,- = 0x3f #- #-; R1;\n"},
        {"S2R R1, SR_LANEID", "4: range.32 R1,- = 0x1f #- #-; R1;\n"},
        {"S2R R1, SR_CTAID.X", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"S2R R1, SR_CTAID.Y", "4: range.32 R1,- = 0xfffe #- #-; R1;\n"},
        {"S2R R1, SR_CTAID.Z", "4: range.32 R1,- = 0xfffe #- #-; R1;\n"},
        {"S2UR UR4, SR_CgaCtaId", "4: range.32 UR4,- = 0xff #- #-; UR4;\n"},
        {"S2R R1, SR_CLOCKLO", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"S2R R1, SR_TID", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"S2R R1, SR_TID.X, R3", "4: top.0 -,- = #0 #0 #0; R1; R3\n"},
        {"S2R R1", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"S2R RZ, SR_TID.X", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"S2R", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"CS2R R2, SRZ", "4: mov.32 R2,- = 0x0 #- #-; R2;\n"
                         "4: mov.32 R3,- = 0x0 #- #-; R3;\n"},
        {"CS2R.32 R2, SRZ", "4: mov.32 R2,- = 0x0 #- #-; R2;\n"},
        {"CS2R R254, SRZ", "4: mov.32 R254,- = 0x0 #- #-; R254;\n"
                           "4: mov.32 R255,- = 0x0 #- #-; R255;\n"},
        {"CS2R R255, SRZ", "4: mov.32 R255,- = 0x0 #- #-; R255;\n"},
        {"CS2R R2, SR_CLOCKLO", "4: top.0 -,- = #0 #0 #0; R2-R3;\n"},
        {"CS2R.32 R2, SR_CLOCKLO", "4: top.0 -,- = #0 #0 #0; R2;\n"},
        {"CS2R R2, SRZ, R4", "4: top.0 -,- = #0 #0 #0; R2-R3; R4\n"},
        {"CS2R RZ, SRZ", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"CS2R", "4: top.0 -,- = #0 #0 #0;;\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* A branch to a label, an address, anywhere; with a condition of its own it may go on. */
static void branches(void **state)
{
    static const sass_held rows[] = {
        {"BRA `(.L_x_1)", "4: bra.0 -,- = #0 #0 #0;;\n"
                          "label - 0 -\n"},
        {"BRA 0x100", "4: bra.0 -,- = #0 #0 #0;;\n"
                      "label - 0 -\n"},
        {"@P0 BRA `(.L_x_1)", "4: @P0 bra.0 -,- = #0 #0 #0;;\n"
                              "label - 0 -\n"},
        {"@!P0 BRA `(.L_x_1)", "4: @!P0 bra.0 -,- = #0 #0 #0;;\n"
                               "label - 0 -\n"},
        {"BRA P1, `(.L_x_1)", "4: @TP1 bra.0 -,- = #0 #0 #0;; P1\n"
                              "label - 0 -\n"},
        {"BRA.U UP0, `(.L_x_1)", "4: @TP1 bra.0 -,- = #0 #0 #0;; UP0\n"
                                 "label - 0 -\n"},
        {"BRA.DIV UR4, `(.L_x_1)", "4: @TP1 bra.0 -,- = #0 #0 #0;; UR4\n"
                                   "label - 0 -\n"},
        {"@P0 BRA P1, `(.L_x_1)", "4: @TP1 bra.0 -,- = #0 #0 #0;; P1\n"
                                  "label - 0 -\n"},
        {"BRA R4", "4: bra.0 -,- = #- #0 #0;; R4\n"},
        {"BRA", "4: bra.0 -,- = #- #0 #0;;\n"},
        {"BRA `(", "4: bra.0 -,- = #- #0 #0;;\n"},
        {"BRA `()", "4: bra.0 -,- = #- #0 #0;;\n"},
        {"BRA `(x", "4: bra.0 -,- = #- #0 #0;;\n"},
        {"BRA `(x)", "4: bra.0 -,- = #0 #0 #0;;\n"
                     "label - 0 -\n"},
        {"BRA `(xy)", "4: bra.0 -,- = #0 #0 #0;;\n"
                      "label - 0 -\n"},
        {"BRA `(x]", "4: bra.0 -,- = #- #0 #0;;\n"},
        {"BRA (x)", "4: bra.0 -,- = #- #0 #0;;\n"},
        {"BRX R4 -0x10", "4: bra.0 -,- = #- #0 #0;;\n"},
        {"BRX R4, `(.L_x_1)", "4: @TP1 bra.0 -,- = #- #0 #0;; R4\n"},
        {"BRXU UR4", "4: bra.0 -,- = #- #0 #0;; UR4\n"},
        {"JMP 0x10", "4: bra.0 -,- = #- #0 #0;;\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* What happens without a result. */
static void events(void **state)
{
    static const sass_held rows[] = {
        {"EXIT", "4: exit.0 -,- = #0 #0 #0;;\n"},
        {"@P0 EXIT", "4: @P0 exit.0 -,- = #0 #0 #0;;\n"},
        {"EXIT P1", "4: exit.0 -,- = #0 #0 #0;; P1\n"},
        {"RET.REL.NODEC R20 `(k)", "4: exit.0 -,- = #0 #0 #0;;\n"},
        {"CALL.REL.NOINC `(f)", "4: call.0 -,- = #0 #0 #0;;\n"},
        {"CALL.ABS.NOINC R4", "4: call.0 -,- = #0 #0 #0;; R4\n"},
        {"WARPGROUP.ARRIVE", "4: fence.0 -,- = #0 #0 #0;;\n"},
        {"WARPGROUP.DEPBAR.LE gsb0, 0x0", "4: wait.0 -,- = 0x0 #0 #0;;\n"},
        {"WARPGROUP.DEPBAR.LE gsb0, 0x1", "4: wait.0 -,- = 0x1 #0 #0;;\n"},
        {"WARPGROUP.DEPBAR.LE gsb0, R4", "4: wait.0 -,- = #0 #0 #0;;\n"},
        {"WARPGROUP.DEPBAR.LE gsb0", "4: wait.0 -,- = #0 #0 #0;;\n"},
        {"WARPGROUP.DEPBAR.LE gsb0, 0x1, 0x2", "4: wait.0 -,- = #0 #0 #0;;\n"},
        {"FENCE.VIEW.ASYNC", "4: proxy.0 -,- = #0 #0 #0;;\n"},
        {"FENCE.VIEW", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"NOP", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"BAR.SYNC.DEFER_BLOCKING R4, 0x80", "4: top.0 -,- = #0 #0 #0;; R4\n"},
        {"WARPSYNC R4", "4: top.0 -,- = #0 #0 #0;; R4\n"},
        {"USETMAXREG.DEALLOC.CTAPOOL 0x28", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"USETMAXREG.TRY_ALLOC.CTAPOOL UP0, 0xe8", "4: top.0 -,- = #0 #0 #0; UP0;\n"},
        {"FSETP.GT.AND P0, PT, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"FSETP.GT.AND P0, P1, R2, R3, P2", "4: top.0 -,- = #0 #0 #0; P0-P1; R2-R3 P2\n"},
        {"R2P PR, R4, 0x7f", "4: top.0 -,- = #0 #0 #0;; R4\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* Predicates, registers as the suffixes say, predicates: all unknown. */
static void results(void **state)
{
    static const sass_held rows[] = {
        {"FADD R1, R2, R3", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"FADD R1, |R2|, -R3", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"DADD R2, R4, R6", "4: top.0 -,- = #0 #0 #0; R2-R3; R4 R6\n"},
        {"DADD R255, R4, R6", "4: top.0 -,- = #0 #0 #0; R255; R4 R6\n"},
        {"LDG.E R1, desc[UR4][R2.64]", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"LDG.E.64 R4, desc[UR4][R2.64]", "4: top.0 -,- = #0 #0 #0; R4-R5;\n"},
        {"LDG.E.128 R4, desc[UR4][R2.64]", "4: top.0 -,- = #0 #0 #0; R4-R7;\n"},
        {"LDG.E.128 R254, desc[UR4][R2.64]", "4: top.0 -,- = #0 #0 #0; R254-R255;\n"},
        {"LDS.128 R4, [R2]", "4: top.0 -,- = #0 #0 #0; R4-R7; R2\n"},
        {"LDSM.16.M88.4 R4, [R2]", "4: top.0 -,- = #0 #0 #0; R4-R7; R2\n"},
        {"LDSM.16.M88.2 R4, [R2]", "4: top.0 -,- = #0 #0 #0; R4-R7; R2\n"},
        {"F2I.S64.F64 R4, R2", "4: top.0 -,- = #0 #0 #0; R4-R5; R2\n"},
        {"F2I.S64.TRUNC R4, R2", "4: top.0 -,- = #0 #0 #0; R4-R5; R2\n"},
        {"F2I.FTZ.U64.F32 R4, R2", "4: top.0 -,- = #0 #0 #0; R4-R5; R2\n"},
        {"F2I.FTZ.U32 R4, R2", "4: top.0 -,- = #0 #0 #0; R4; R2\n"},
        {"I2F.S64 R4, R2", "4: top.0 -,- = #0 #0 #0; R4; R2\n"},
        {"F2F.F64.F32 R4, R2", "4: top.0 -,- = #0 #0 #0; R4-R5; R2\n"},
        {"I2F.F64 R4, R2", "4: top.0 -,- = #0 #0 #0; R4-R5; R2\n"},
        {"DMMA.64 R4, R2", "4: top.0 -,- = #0 #0 #0; R4-R7; R2\n"},
        {"HMMA.16816.F32 R4, R8, R12, R4", "4: top.0 -,- = #0 #0 #0; R4-R7; R8 R12 R4\n"},
        {"DFMA.64 R4, R8, R12, R4", "4: top.0 -,- = #0 #0 #0; R4-R5; R8 R12 R4\n"},
        {"LDL.64 R4, [R2]", "4: top.0 -,- = #0 #0 #0; R4-R5; R2\n"},
        {"TEX.64 R4, R2", "4: top.0 -,- = #0 #0 #0; R4-R7; R2\n"},
        {"FOO.x4 R4, R2", "4: top.0 -,- = #0 #0 #0; R4-R7; R2\n"
                          "unknown 1: 0\n"},
        {"LDS.x4 R4, [R2]", "4: top.0 -,- = #0 #0 #0; R4-R7; R2\n"},
        {"IMAD.WIDE.X R4, R2", "4: top.0 -,- = #0 #0 #0; R4-R5; R2\n"},
        {"SHFL.IDX PT, R1, R2, R3, 0x1f", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"SHFL.IDX P1, R1, R2, R3, 0x1f", "4: top.0 -,- = #0 #0 #0; P1 R1; R2-R3\n"},
        {"VOTE.ANY R1, P0, PT", "4: top.0 -,- = #0 #0 #0; R1 P0;\n"},
        {"VOTE.ANY R1, P0, P1", "4: top.0 -,- = #0 #0 #0; R1 P0; P1\n"},
        {"VOTE.ANY R1, P0, !P1, P2", "4: top.0 -,- = #0 #0 #0; R1 P0; P1-P2\n"},
        {"VOTEU.ANY UR4, UPT, PT", "4: top.0 -,- = #0 #0 #0; UR4;\n"},
        {"ELECT P0, URZ, PT", "4: top.0 -,- = #0 #0 #0; P0;\n"},
        {"ELECT P0, UR4, P1", "4: top.0 -,- = #0 #0 #0; P0 UR4; P1\n"},
        {"ATOMS.ADD RZ, [R1], R2", "4: top.0 -,- = #0 #0 #0;; R1-R2\n"},
        {"SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [R2+URZ], R3", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"SYNCS.EXCH.64 URZ, [UR4], UR6", "4: top.0 -,- = #0 #0 #0;; UR4 UR6\n"},
        {"SYNCS.ARRIVE.TRANS64 R4, [R2+URZ], R3", "4: top.0 -,- = #0 #0 #0; R4-R5; R2-R3\n"},
        {"MATCH.ANY R1, R2", "4: top.0 -,- = #0 #0 #0; R1; R2\n"},
        {"POPC R1, R2", "4: top.0 -,- = #0 #0 #0; R1; R2\n"},
        {"UFLO.U32 UR4, UR5", "4: top.0 -,- = #0 #0 #0; UR4; UR5\n"},
        {"UPOPC UR255, UR5", "4: top.0 -,- = #0 #0 #0; UR255; UR5\n"},
        {"CS2UR UR255, SR_X", "4: top.0 -,- = #0 #0 #0; UR255;\n"},
        {"P2R R1, PR, RZ, 0x7f", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"FOO", "4: top.0 -,- = #0 #0 #0;;\n"
                "unknown 1: 0\n"},
        {"FOO R4", "4: top.0 -,- = #0 #0 #0; R4-R7;\n"
                   "unknown 1: 0\n"},
        {"FOO UR4, R2", "4: top.0 -,- = #0 #0 #0; UR4-UR7; R2\n"
                        "unknown 1: 0\n"},
        {"FOO P0, P1, R4, P2, R5", "4: top.0 -,- = #0 #0 #0; P0-P1 R4-R7 P2; R5\n"
                                   "unknown 1: 0\n"},
        {"FOO P0, P1", "4: top.0 -,- = #0 #0 #0; P0-P1;\n"
                       "unknown 1: 0\n"},
        {"FOO 0x4, R5", "4: top.0 -,- = #0 #0 #0;; R5\n"
                        "unknown 1: 0\n"},
        {"FOO RZ, R5", "4: top.0 -,- = #0 #0 #0;; R5\n"
                       "unknown 1: 0\n"},
        {"FOO R253, R5", "4: top.0 -,- = #0 #0 #0; R253-R255; R5\n"
                         "unknown 1: 0\n"},
        {"FOO UR253, R5", "4: top.0 -,- = #0 #0 #0; UR253-UR255; R5\n"
                          "unknown 1: 0\n"},
        {"FOO RZ, P0, R5", "4: top.0 -,- = #0 #0 #0; P0; R5\n"
                           "unknown 1: 0\n"},
        {"FOO R4, P0", "4: top.0 -,- = #0 #0 #0; R4-R7; P0\n"
                       "unknown 1: 0\n"},
        {"FOO R4, !P0, R5", "4: top.0 -,- = #0 #0 #0; R4-R7; P0 R5\n"
                            "unknown 1: 0\n"},
        {"FOO R4, P0, P1", "4: top.0 -,- = #0 #0 #0; R4-R7 P0; P1\n"
                           "unknown 1: 0\n"},
        {"@P0 FOO R4", "4: @P0 top.0 -,- = #0 #0 #0; R4-R7;\n"
                       "unknown 1: 0\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves),
        cmocka_unit_test(branches),
        cmocka_unit_test(events),
        cmocka_unit_test(results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
