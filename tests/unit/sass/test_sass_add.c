/* SPDX-License-Identifier: MIT
 *
 * Machine instructions that add and multiply, with their carries.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "said/sass_said.h"

/* Up to three numbers, one carry out, one carry in; more is not followed. */
static void adds(void **state)
{
    static const sass_held rows[] = {
        {"IADD3 R1, R2, R3, R4", "4: add.32 R1,- = R2 R3 R4; R1; R2-R4\n"},
        {"IADD3 R1, R2, 0x10, RZ", "4: add.32 R1,- = R2 0x10 0x0; R1; R2\n"},
        {"IADD3 R1, P0, R2, R3, RZ", "4: add.32 R1,P0 = R2 R3 0x0; R1 P0; R2-R3\n"},
        {"IADD3 R1, P0, P1, R2, R3, RZ", "4: top.0 -,- = #0 #0 #0; R1 P0-P1; R2-R3\n"},
        {"IADD3 R1, P0, P1, R2", "4: top.0 -,- = #0 #0 #0; R1 P0-P1; R2\n"},
        {"IADD3 R1, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT, PT",
         "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"IADD3 R1, P0, PT, PT", "4: top.0 -,- = #0 #0 #0; R1 P0;\n"},
        {"IADD3 R1, PT, PT, R2, R3, RZ", "4: add.32 R1,- = R2 R3 0x0; R1; R2-R3\n"},
        {"IADD3 R1, PT, P1, R2, R3, RZ", "4: add.32 R1,P1 = R2 R3 0x0; R1 P1; R2-R3\n"},
        {"IADD3 R1, P0, -R2, R3, RZ", "4: add.32 borrow R1,P0 = -R2 R3 0x0; R1 P0; R2-R3\n"},
        {"IADD3 R1, P0, R2, ~R3, RZ", "4: add.32 borrow R1,P0 = R2 ~R3 0x0; R1 P0; R2-R3\n"},
        {"IADD3 R1, P0, R2, R3, -R4", "4: add.32 borrow R1,P0 = R2 R3 -R4; R1 P0; R2-R4\n"},
        {"IADD3 R1, R2, -R3, RZ", "4: add.32 borrow R1,- = R2 -R3 0x0; R1; R2-R3\n"},
        {"IADD3 R1, R2, -0x3, RZ", "4: add.32 R1,- = R2 0xfffffffffffffffd 0x0; R1; R2\n"},
        {"IADD3.X R1, R2, R3, RZ, P0, !PT", "4: add.32 R1,- carry P0 = R2 R3 0x0; R1; R2-R3 P0\n"},
        {"IADD3.X R1, R2, R3, RZ, !P0, !PT",
         "4: add.32 carry-not R1,- carry P0 = R2 R3 0x0; R1; R2-R3 P0\n"},
        {"IADD3.X R1, R2, R3, RZ, P0, P1", "4: top.0 -,- = #0 #0 #0; R1; R2-R3 P0-P1\n"},
        {"IADD3.X R1, R2, R3, RZ, P0, PT", "4: top.0 -,- = #0 #0 #0; R1; R2-R3 P0\n"},
        {"IADD3.X R1, R2, R3, RZ, PT, !PT", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"IADD3.X R1, R2, R3, RZ, !PT, P2", "4: add.32 R1,- carry P2 = R2 R3 0x0; R1; R2-R3 P2\n"},
        {"IADD3.X R1, R2, R3, RZ, !PT, !PT", "4: add.32 R1,- = R2 R3 0x0; R1; R2-R3\n"},
        {"IADD3.X R1, R2, R3, RZ, !PT", "4: add.32 R1,- = R2 R3 0x0; R1; R2-R3\n"},
        {"IADD3.X R1, R2, R3, RZ", "4: add.32 R1,- = R2 R3 0x0; R1; R2-R3\n"},
        {"IADD3.X R1, P3, R2, R3, RZ, P0, !PT",
         "4: add.32 R1,P3 carry P0 = R2 R3 0x0; R1 P3; R2-R3 P0\n"},
        {"IADD3.X R1, P3, R2, R3, RZ, !PT, !PT", "4: add.32 R1,P3 = R2 R3 0x0; R1 P3; R2-R3\n"},
        {"IADD3.X R1, P3, P4, R2, R3, RZ, !PT, !PT", "4: top.0 -,- = #0 #0 #0; R1 P3-P4; R2-R3\n"},
        {"IADD3.X R1, P3, P4, R2, R3, RZ, P0, !PT",
         "4: top.0 -,- = #0 #0 #0; R1 P3-P4; R2-R3 P0\n"},
        {"IADD3.X R1, R2, R3, RZ, R5", "4: top.0 -,- = #0 #0 #0; R1; R2-R3 R5\n"},
        {"IADD3.X R1, R2, ~R3, RZ, P0, !PT",
         "4: add.32 borrow R1,- carry P0 = R2 ~R3 0x0; R1; R2-R3 P0\n"},
        {"IADD3.X R1, R2, R3, RZ, PT", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"IADD3 R1, R2, R3, RZ, PT", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"IADD3 R1, R2, R3, RZ, P0", "4: add.32 R1,- carry P0 = R2 R3 0x0; R1; R2-R3 P0\n"},
        {"IADD3 R1, R2, R3, RZ, !PT", "4: add.32 R1,- = R2 R3 0x0; R1; R2-R3\n"},
        {"IADD3 R1, R2, R3, RZ, !PT, !PT", "4: add.32 R1,- = R2 R3 0x0; R1; R2-R3\n"},
        {"IADD3 R1, R2, R3, RZ, R5", "4: top.0 -,- = #0 #0 #0; R1; R2-R3 R5\n"},
        {"IADD3 R1, R2, R3", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"IADD3 R1, R2, R3.X, RZ", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"IADD3 R1, P0, R2, R3.X, RZ", "4: top.0 -,- = #0 #0 #0; R1 P0; R2-R3\n"},
        {"IADD3 RZ, P0, R2, R3, RZ", "4: add.32 -,P0 = R2 R3 0x0; P0; R2-R3\n"},
        {"IADD3 R1", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"IADD3", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"UIADD3 UR1, UP0, UR2, UR3, URZ", "4: add.32 UR1,UP0 = UR2 UR3 0x0; UR1 UP0; UR2-UR3\n"},
        {"UIADD3.X UR9, UR5, 0x40000040, URZ, UP0, !UPT",
         "4: add.32 UR9,- carry UP0 = UR5 0x40000040 0x0; UR9; UR5 UP0\n"},
        {"IADD R1, R2, R3", "4: add.32 R1,- = R2 R3 #0; R1; R2-R3\n"},
        {"VIADD R1, R2, 0xffffffff", "4: add.32 R1,- = R2 0xffffffff #0; R1; R2\n"},
        {"VIADD R1, P1, R2, R3", "4: add.32 R1,P1 = R2 R3 #0; R1 P1; R2-R3\n"},
        {"IADD.X R1, R2, R3, P0", "4: add.32 R1,- carry P0 = R2 R3 #0; R1; R2-R3 P0\n"},
        {"IADD R1, R2", "4: top.0 -,- = #0 #0 #0; R1; R2\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* Numbers in two registers each. */
static void adds_of_64_bits(void **state)
{
    static const sass_held rows[] = {
        {"UIADD3.64 UR20, UR8, -UR14, URZ", "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
                                            "4: pack.64/32 TD1,- = UR14 UR15 #-; TD1;\n"
                                            "4: add.64 TD3,- = TD0 -TD1 #-; TD3;\n"
                                            "4: cvt.32/64 UR20,- = TD3 #- #-; UR20;\n"
                                            "4: bfe.64 UR21,- = TD3 0x20 0x20; UR21; UR8 UR14\n"},
        {"UIADD3.64 UR20, UR8, UR14, UR16",
         "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
         "4: pack.64/32 TD1,- = UR14 UR15 #-; TD1;\n"
         "4: pack.64/32 TD2,- = UR16 UR17 #-; TD2;\n"
         "4: add.64 TD3,- = TD0 TD1 TD2; TD3;\n"
         "4: cvt.32/64 UR20,- = TD3 #- #-; UR20;\n"
         "4: bfe.64 UR21,- = TD3 0x20 0x20; UR21; UR8 UR14 UR16\n"},
        {"UIADD3.64 UR20, UR8, 0x10, URZ", "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
                                           "4: add.64 TD3,- = TD0 0x10 #-; TD3;\n"
                                           "4: cvt.32/64 UR20,- = TD3 #- #-; UR20;\n"
                                           "4: bfe.64 UR21,- = TD3 0x20 0x20; UR21; UR8\n"},
        {"UIADD3.64 UR20, UR8, UR14, 0x1", "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
                                           "4: pack.64/32 TD1,- = UR14 UR15 #-; TD1;\n"
                                           "4: add.64 TD3,- = TD0 TD1 0x1; TD3;\n"
                                           "4: cvt.32/64 UR20,- = TD3 #- #-; UR20;\n"
                                           "4: bfe.64 UR21,- = TD3 0x20 0x20; UR21; UR8 UR14\n"},
        {"UIADD3.64 UR20, UR8, ~UR14, URZ", "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
                                            "4: top.0 -,- = #0 #0 #0; UR20-UR21; UR8 UR14\n"},
        {"UIADD3.64 UR20, UR254, UR14, URZ",
         "4: pack.64/32 TD0,- = UR254 UR255 #-; TD0;\n"
         "4: pack.64/32 TD1,- = UR14 UR15 #-; TD1;\n"
         "4: add.64 TD3,- = TD0 TD1 #-; TD3;\n"
         "4: cvt.32/64 UR20,- = TD3 #- #-; UR20;\n"
         "4: bfe.64 UR21,- = TD3 0x20 0x20; UR21; UR254 UR14\n"},
        {"UIADD3.64 UR20, UR255, UR14, URZ", "4: top.0 -,- = #0 #0 #0; UR20-UR21; UR255 UR14\n"},
        {"UIADD3.64 UR255, UR8, UR14, URZ", "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
                                            "4: pack.64/32 TD1,- = UR14 UR15 #-; TD1;\n"
                                            "4: add.64 TD3,- = TD0 TD1 #-; TD3;\n"
                                            "4: cvt.32/64 UR255,- = TD3 #- #-; UR255; UR8 UR14\n"},
        {"UIADD3.64 UR0, UR0, UR2, URZ", "4: pack.64/32 TD0,- = UR0 UR1 #-; TD0;\n"
                                         "4: pack.64/32 TD1,- = UR2 UR3 #-; TD1;\n"
                                         "4: add.64 TD3,- = TD0 TD1 #-; TD3;\n"
                                         "4: cvt.32/64 UR0,- = TD3 #- #-; UR0;\n"
                                         "4: bfe.64 UR1,- = TD3 0x20 0x20; UR1; UR0 UR2\n"},
        {"UIADD3.64 URZ, UR8, UR14, URZ", "4: top.0 -,- = #0 #0 #0;; UR8 UR14\n"},
        {"UIADD3.64 UR20, UP0, UR8, UR14, URZ",
         "4: top.0 -,- = #0 #0 #0; UR20-UR21 UP0; UR8 UR14\n"},
        {"UIADD3.64 UR20, UR8, UR14", "4: top.0 -,- = #0 #0 #0; UR20-UR21; UR8 UR14\n"},
        {"UIADD3.64 UR20, UR8, UR14, UP0", "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
                                           "4: pack.64/32 TD1,- = UR14 UR15 #-; TD1;\n"
                                           "4: top.0 -,- = #0 #0 #0; UR20-UR21; UR8 UR14 UP0\n"},
        {"UIADD3.64 UR20, UR8, c[0x0][0x10], URZ",
         "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
         "4: top.0 -,- = #0 #0 #0; UR20-UR21; UR8\n"
         "symbol c[0x0][0x10] param align 1 size -1 offset 0 width 32\n"},
        {"UIADD3.64 UR20, URZ, URZ, URZ", "4: add.64 TD3,- = 0x0 0x0 #-; TD3;\n"
                                          "4: cvt.32/64 UR20,- = TD3 #- #-; UR20;\n"
                                          "4: bfe.64 UR21,- = TD3 0x20 0x20; UR21;\n"},
        {"UIADD3.64 UR20, UR8, UR14, PT", "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
                                          "4: pack.64/32 TD1,- = UR14 UR15 #-; TD1;\n"
                                          "4: add.64 TD3,- = TD0 TD1 0x1; TD3;\n"
                                          "4: cvt.32/64 UR20,- = TD3 #- #-; UR20;\n"
                                          "4: bfe.64 UR21,- = TD3 0x20 0x20; UR21; UR8 UR14\n"},
        {"UIADD3.64 UR20, UR8, UR14, [UR5]", "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
                                             "4: pack.64/32 TD1,- = UR14 UR15 #-; TD1;\n"
                                             "4: top.0 -,- = #0 #0 #0; UR20-UR21; UR8 UR14 UR5\n"},
        {"UIADD3.64 UR20, UR8, -0x10, URZ", "4: pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
                                            "4: add.64 TD3,- = TD0 0xfffffffffffffff0 #-; TD3;\n"
                                            "4: cvt.32/64 UR20,- = TD3 #- #-; UR20;\n"
                                            "4: bfe.64 UR21,- = TD3 0x20 0x20; UR21; UR8\n"},
        {"UIADD3.64 UR20, |UR8|, UR14, URZ", "4: top.0 -,- = #0 #0 #0; UR20-UR21; UR8 UR14\n"},
        {"IADD3.64 R20, R8, R14, RZ", "4: pack.64/32 TD0,- = R8 R9 #-; TD0;\n"
                                      "4: pack.64/32 TD1,- = R14 R15 #-; TD1;\n"
                                      "4: add.64 TD3,- = TD0 TD1 #-; TD3;\n"
                                      "4: cvt.32/64 R20,- = TD3 #- #-; R20;\n"
                                      "4: bfe.64 R21,- = TD3 0x20 0x20; R21; R8 R14\n"},
        {"IADD3.64 R20, R255, R14, RZ", "4: top.0 -,- = #0 #0 #0; R20-R21; R255 R14\n"},
        {"IADD3.64 R20, R254, R14, RZ", "4: pack.64/32 TD0,- = R254 R255 #-; TD0;\n"
                                        "4: pack.64/32 TD1,- = R14 R15 #-; TD1;\n"
                                        "4: add.64 TD3,- = TD0 TD1 #-; TD3;\n"
                                        "4: cvt.32/64 R20,- = TD3 #- #-; R20;\n"
                                        "4: bfe.64 R21,- = TD3 0x20 0x20; R21; R254 R14\n"},
        {"IADD3.64 R255, R8, R14, RZ", "4: pack.64/32 TD0,- = R8 R9 #-; TD0;\n"
                                       "4: pack.64/32 TD1,- = R14 R15 #-; TD1;\n"
                                       "4: add.64 TD3,- = TD0 TD1 #-; TD3;\n"
                                       "4: cvt.32/64 R255,- = TD3 #- #-; R255; R8 R14\n"},
        {"IADD3.64 R254, R8, R14, RZ", "4: pack.64/32 TD0,- = R8 R9 #-; TD0;\n"
                                       "4: pack.64/32 TD1,- = R14 R15 #-; TD1;\n"
                                       "4: add.64 TD3,- = TD0 TD1 #-; TD3;\n"
                                       "4: cvt.32/64 R254,- = TD3 #- #-; R254;\n"
                                       "4: bfe.64 R255,- = TD3 0x20 0x20; R255; R8 R14\n"},
        {"@P0 UIADD3.64 UR20, UR8, UR14, URZ",
         "4: @P0 pack.64/32 TD0,- = UR8 UR9 #-; TD0;\n"
         "4: @P0 pack.64/32 TD1,- = UR14 UR15 #-; TD1;\n"
         "4: @P0 add.64 TD3,- = TD0 TD1 #-; TD3;\n"
         "4: @P0 cvt.32/64 UR20,- = TD3 #- #-; UR20;\n"
         "4: @P0 bfe.64 UR21,- = TD3 0x20 0x20; UR21; UR8 UR14\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* The shift goes to a scratch register. */
static void shifted_adds(void **state)
{
    static const sass_held rows[] = {
        {"LEA R1, R2, R3, 0x4", "4: shl.32 T0,- = R2 0x4 0x0; T0;\n"
                                "4: add.32 R1,- = T0 R3 0x0; R1; R2-R3\n"},
        {"LEA R1, R2, R3, 0x1f", "4: shl.32 T0,- = R2 0x1f 0x0; T0;\n"
                                 "4: add.32 R1,- = T0 R3 0x0; R1; R2-R3\n"},
        {"LEA R1, R2, R3, 0x20", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"LEA R1, R2, R3, 0x0", "4: shl.32 T0,- = R2 0x0 0x0; T0;\n"
                                "4: add.32 R1,- = T0 R3 0x0; R1; R2-R3\n"},
        {"LEA R1, R2, -R3, 0x4", "4: shl.32 T0,- = R2 0x4 0x0; T0;\n"
                                 "4: add.32 R1,- = T0 -R3 0x0; R1; R2-R3\n"},
        {"LEA R1, -R2, R3, 0x4", "4: shl.32 T0,- = -R2 0x4 0x0; T0;\n"
                                 "4: add.32 R1,- = T0 R3 0x0; R1; R2-R3\n"},
        {"LEA R1, P0, R2, R3, 0x4", "4: shl.32 T0,- = R2 0x4 0x0; T0;\n"
                                    "4: add.32 R1,P0 = T0 R3 0x0; R1 P0; R2-R3\n"},
        {"LEA R1, P0, P1, R2, R3, 0x4", "4: top.0 -,- = #0 #0 #0; R1 P0-P1; R2-R3\n"},
        {"LEA R1, P0, P1, 0x4", "4: top.0 -,- = #0 #0 #0; R1 P0-P1;\n"},
        {"LEA.HI R1, P0, P1, 0x4", "4: top.0 -,- = #0 #0 #0; R1 P0-P1;\n"},
        {"LEA R1, PT, R2, R3, 0x4", "4: shl.32 T0,- = R2 0x4 0x0; T0;\n"
                                    "4: add.32 R1,- = T0 R3 0x0; R1; R2-R3\n"},
        {"LEA R1, P0, R2, -R3, 0x4", "4: shl.32 T0,- = R2 0x4 0x0; T0;\n"
                                     "4: add.32 borrow R1,P0 = T0 -R3 0x0; R1 P0; R2-R3\n"},
        {"LEA R1, P0, R2, ~R3, 0x4", "4: shl.32 T0,- = R2 0x4 0x0; T0;\n"
                                     "4: add.32 borrow R1,P0 = T0 ~R3 0x0; R1 P0; R2-R3\n"},
        {"LEA R1, P0, -R2, R3, 0x4", "4: shl.32 T0,- = -R2 0x4 0x0; T0;\n"
                                     "4: add.32 borrow R1,P0 = T0 R3 0x0; R1 P0; R2-R3\n"},
        {"LEA R1, R2, R3, R4", "4: top.0 -,- = #0 #0 #0; R1; R2-R4\n"},
        {"LEA R1, R2, R3", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"LEA R1, R2, R3, 0x4, P0", "4: top.0 -,- = #0 #0 #0; R1; R2-R3 P0\n"},
        {"LEA RZ, R2, R3, 0x4", "4: top.0 -,- = #0 #0 #0;; R2-R3\n"},
        {"LEA.HI R1, R2, R3, R4, 0x4", "4: funnel.32 T0,- = R2 0x1c R4; T0;\n"
                                       "4: add.32 R1,- = T0 R3 0x0; R1; R2-R4\n"},
        {"LEA.HI R1, R2, R3, RZ, 0x4", "4: shr.32 T0,- = R2 0x1c 0x0; T0;\n"
                                       "4: add.32 R1,- = T0 R3 0x0; R1; R2-R3\n"},
        {"LEA.HI R1, R2, R3, 0x1, 0x4", "4: funnel.32 T0,- = R2 0x1c 0x1; T0;\n"
                                        "4: add.32 R1,- = T0 R3 0x0; R1; R2-R3\n"},
        {"LEA.HI R1, R2, R3, 0x0, 0x4", "4: shr.32 T0,- = R2 0x1c 0x0; T0;\n"
                                        "4: add.32 R1,- = T0 R3 0x0; R1; R2-R3\n"},
        {"LEA.HI R1, R2, R3, R4, 0x0", "4: funnel.32 T0,- = R2 0x20 R4; T0;\n"
                                       "4: add.32 R1,- = T0 R3 0x0; R1; R2-R4\n"},
        {"LEA.HI R1, R2, R3, R4, 0x20", "4: top.0 -,- = #0 #0 #0; R1; R2-R4\n"},
        {"LEA.HI R1, R2, R3, R4.X, 0x4", "4: top.0 -,- = #0 #0 #0; R1; R2-R4\n"},
        {"LEA.HI R1, R2, R3, 0x4", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"LEA.HI R1, P0, R2, R3, R4, 0x4", "4: funnel.32 T0,- = R2 0x1c R4; T0;\n"
                                           "4: add.32 R1,P0 = T0 R3 0x0; R1 P0; R2-R4\n"},
        {"LEA.HI.SX32 R1, R2, R3, 0x1b", "4: shr.32 signed T0,- = R2 0x5 0x0; T0;\n"
                                         "4: add.32 R1,- = T0 R3 0x0; R1; R2-R3\n"},
        {"LEA.HI.SX32 R1, R2, R3, R4, 0x1b", "4: top.0 -,- = #0 #0 #0; R1; R2-R4\n"},
        {"LEA.HI.SX32 R1, P2, R2, R3, 0x1b", "4: shr.32 signed T0,- = R2 0x5 0x0; T0;\n"
                                             "4: add.32 R1,P2 = T0 R3 0x0; R1 P2; R2-R3\n"},
        {"LEA.HI.X R1, R2, R3, R4, 0x4, P0", "4: top.0 -,- = #0 #0 #0; R1; R2-R4 P0\n"},
        {"LEA.HI.X R1, R2, R3, R4, 0x4", "4: funnel.32 T0,- = R2 0x1c R4; T0;\n"
                                         "4: add.32 R1,- = T0 R3 0x0; R1; R2-R4\n"},
        {"LEA.X R1, R2, R3, 0x4", "4: shl.32 T0,- = R2 0x4 0x0; T0;\n"
                                  "4: add.32 R1,- = T0 R3 0x0; R1; R2-R3\n"},
        {"LEA.HI.X.SX32 R1, R2, R3, 0x1, P0", "4: top.0 -,- = #0 #0 #0; R1; R2-R3 P0\n"},
        {"LEA R1, R2.X, R3, 0x4", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"LEA R1, R2, R3.X, 0x4", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"LEA R1, R2, c[0x0][0x8], 0x4",
         "4: shl.32 T0,- = R2 0x4 0x0; T0;\n"
         "4: add.32 R1,- = T0 $0 0x0; R1; R2\n"
         "symbol c[0x0][0x8] param align 1 size -1 offset 0 width 32\n"},
        {"LEA R1, P0, R2, c[0x0][0x8], 0x4",
         "4: shl.32 T0,- = R2 0x4 0x0; T0;\n"
         "4: add.32 R1,P0 = T0 $0 0x0; R1 P0; R2\n"
         "symbol c[0x0][0x8] param align 1 size -1 offset 0 width 32\n"},
        {"LEA R1, 0x1, R3, 0x4", "4: shl.32 T0,- = 0x1 0x4 0x0; T0;\n"
                                 "4: add.32 R1,- = T0 R3 0x0; R1; R3\n"},
        {"LEA", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"LEA R1", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"ULEA UR4, UR5, UR6, 0x3", "4: shl.32 T0,- = UR5 0x3 0x0; T0;\n"
                                    "4: add.32 UR4,- = T0 UR6 0x0; UR4; UR5-UR6\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* Of 32 bits, and of 64 in two registers. */
static void products(void **state)
{
    static const sass_held rows[] = {
        {"IMAD R1, R2, R3, R4", "4: mul.32 R1,- = R2 R3 R4; R1; R2-R4\n"},
        {"IMAD R1, R2, 0x10, RZ", "4: mul.32 R1,- = R2 0x10 0x0; R1; R2\n"},
        {"IMAD.MOV.U32 R1, RZ, RZ, R4", "4: mul.32 R1,- = 0x0 0x0 R4; R1; R4\n"},
        {"IMAD.SHL.U32 R1, R2, 0x4, RZ", "4: mul.32 R1,- = R2 0x4 0x0; R1; R2\n"},
        {"IMAD.IADD R1, R2, 0x1, R3", "4: mul.32 R1,- = R2 0x1 R3; R1; R2-R3\n"},
        {"IMAD R1, R2, -R3, R4", "4: mul.32 R1,- = R2 -R3 R4; R1; R2-R4\n"},
        {"IMAD R1, R2, R3, -R4", "4: mul.32 R1,- = R2 R3 -R4; R1; R2-R4\n"},
        {"IMAD.X R1, R2, R3, R4, P0", "4: mul.32 R1,- carry P0 = R2 R3 R4; R1; R2-R4 P0\n"},
        {"IMAD.X R1, R2, R3, R4, !P0",
         "4: mul.32 carry-not R1,- carry P0 = R2 R3 R4; R1; R2-R4 P0\n"},
        {"IMAD.X R1, R2, R3, R4, PT", "4: top.0 -,- = #0 #0 #0; R1; R2-R4\n"},
        {"IMAD.X R1, R2, R3, R4, !PT", "4: mul.32 R1,- = R2 R3 R4; R1; R2-R4\n"},
        {"IMAD.X R1, R2, R3, R4, P0, P1", "4: top.0 -,- = #0 #0 #0; R1; R2-R4 P0-P1\n"},
        {"IMAD.X R1, R2, R3, R4, R5", "4: top.0 -,- = #0 #0 #0; R1; R2-R5\n"},
        {"IMAD.X R1, R2, R3.X, R4, P0", "4: top.0 -,- = #0 #0 #0; R1; R2-R4 P0\n"},
        {"IMAD R1, P0, R2, R3, R4", "4: top.0 -,- = #0 #0 #0; R1 P0; R2-R4\n"},
        {"IMAD R1, PT, R2, R3, R4", "4: top.0 -,- = #0 #0 #0; R1; R2-R4\n"},
        {"IMAD.HI.U32 R1, R2, R3, R4", "4: top.0 -,- = #0 #0 #0; R1; R2-R4\n"},
        {"IMAD R1, R2, R3", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"IMAD RZ, R2, R3, R4", "4: mul.32 -,- = R2 R3 R4;; R2-R4\n"},
        {"IMAD", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"IMAD.WIDE R2, R4, R5, R6", "4: pack.64/32 TD0,- = R6 R7 #-; TD0;\n"
                                     "4: mul.64/32 signed TD1,- = R4 R5 TD0; TD1;\n"
                                     "4: cvt.32/64 R2,- = TD1 #- #-; R2;\n"
                                     "4: bfe.64 R3,- = TD1 0x20 0x20; R3; R4-R6\n"},
        {"IMAD.WIDE.U32 R2, R4, R5, R6", "4: pack.64/32 TD0,- = R6 R7 #-; TD0;\n"
                                         "4: mul.64/32 TD1,- = R4 R5 TD0; TD1;\n"
                                         "4: cvt.32/64 R2,- = TD1 #- #-; R2;\n"
                                         "4: bfe.64 R3,- = TD1 0x20 0x20; R3; R4-R6\n"},
        {"IMAD.WIDE R2, R4, 0x4, R6", "4: pack.64/32 TD0,- = R6 R7 #-; TD0;\n"
                                      "4: mul.64/32 signed TD1,- = R4 0x4 TD0; TD1;\n"
                                      "4: cvt.32/64 R2,- = TD1 #- #-; R2;\n"
                                      "4: bfe.64 R3,- = TD1 0x20 0x20; R3; R4 R6\n"},
        {"IMAD.WIDE.U32 R2, R4, R5, RZ", "4: mul.64/32 TD1,- = R4 R5 0x0; TD1;\n"
                                         "4: cvt.32/64 R2,- = TD1 #- #-; R2;\n"
                                         "4: bfe.64 R3,- = TD1 0x20 0x20; R3; R4-R5\n"},
        {"IMAD.WIDE R2, R4, R5, 0x7", "4: mul.64/32 signed TD1,- = R4 R5 0x7; TD1;\n"
                                      "4: cvt.32/64 R2,- = TD1 #- #-; R2;\n"
                                      "4: bfe.64 R3,- = TD1 0x20 0x20; R3; R4-R5\n"},
        {"IMAD.WIDE R2, R4, R5, 0x7fffffff", "4: mul.64/32 signed TD1,- = R4 R5 0x7fffffff; TD1;\n"
                                             "4: cvt.32/64 R2,- = TD1 #- #-; R2;\n"
                                             "4: bfe.64 R3,- = TD1 0x20 0x20; R3; R4-R5\n"},
        {"IMAD.WIDE R2, R4, R5, 0x80000000", "4: top.0 -,- = #0 #0 #0; R2-R3; R4-R5\n"},
        {"IMAD.WIDE R2, R4, R5, -0x7", "4: top.0 -,- = #0 #0 #0; R2-R3; R4-R5\n"},
        {"IMAD.WIDE R2, R4, R5, -R6", "4: pack.64/32 TD0,- = R6 R7 #-; TD0;\n"
                                      "4: mul.64/32 signed TD1,- = R4 R5 -TD0; TD1;\n"
                                      "4: cvt.32/64 R2,- = TD1 #- #-; R2;\n"
                                      "4: bfe.64 R3,- = TD1 0x20 0x20; R3; R4-R6\n"},
        {"IMAD.WIDE R2, R4, R5, c[0x0][0x8]",
         "4: top.0 -,- = #0 #0 #0; R2-R3; R4-R5\n"
         "symbol c[0x0][0x8] param align 1 size -1 offset 0 width 32\n"},
        {"IMAD.WIDE R2, R4, c[0x0][0x8], R6",
         "4: pack.64/32 TD0,- = R6 R7 #-; TD0;\n"
         "4: mul.64/32 signed TD1,- = R4 $0 TD0; TD1;\n"
         "4: cvt.32/64 R2,- = TD1 #- #-; R2;\n"
         "4: bfe.64 R3,- = TD1 0x20 0x20; R3; R4 R6\n"
         "symbol c[0x0][0x8] param align 1 size -1 offset 0 width 32\n"},
        {"IMAD.WIDE R2, R4.X, R5, R6", "4: top.0 -,- = #0 #0 #0; R2-R3; R4-R6\n"},
        {"IMAD.WIDE R2, R4, R5.X, R6", "4: top.0 -,- = #0 #0 #0; R2-R3; R4-R6\n"},
        {"IMAD.WIDE R2, R4, R5, R6.X", "4: top.0 -,- = #0 #0 #0; R2-R3; R4-R6\n"},
        {"IMAD.WIDE R2, R4, R5", "4: top.0 -,- = #0 #0 #0; R2-R3; R4-R5\n"},
        {"IMAD.WIDE R2, R4, R5, R6, P0", "4: top.0 -,- = #0 #0 #0; R2-R3; R4-R6 P0\n"},
        {"IMAD.WIDE R2, P0, R4, R5, R6", "4: top.0 -,- = #0 #0 #0; R2-R3 P0; R4-R6\n"},
        {"IMAD.WIDE RZ, R4, R5, R6", "4: top.0 -,- = #0 #0 #0;; R4-R6\n"},
        {"IMAD.WIDE R255, R4, R5, R6", "4: pack.64/32 TD0,- = R6 R7 #-; TD0;\n"
                                       "4: mul.64/32 signed TD1,- = R4 R5 TD0; TD1;\n"
                                       "4: cvt.32/64 R255,- = TD1 #- #-; R255; R4-R6\n"},
        {"IMAD.WIDE R254, R4, R5, R6", "4: pack.64/32 TD0,- = R6 R7 #-; TD0;\n"
                                       "4: mul.64/32 signed TD1,- = R4 R5 TD0; TD1;\n"
                                       "4: cvt.32/64 R254,- = TD1 #- #-; R254;\n"
                                       "4: bfe.64 R255,- = TD1 0x20 0x20; R255; R4-R6\n"},
        {"IMAD.WIDE R2, R4, R5, R254", "4: pack.64/32 TD0,- = R254 R255 #-; TD0;\n"
                                       "4: mul.64/32 signed TD1,- = R4 R5 TD0; TD1;\n"
                                       "4: cvt.32/64 R2,- = TD1 #- #-; R2;\n"
                                       "4: bfe.64 R3,- = TD1 0x20 0x20; R3; R4-R5 R254\n"},
        {"IMAD.WIDE R2, R4, R5, R255", "4: top.0 -,- = #0 #0 #0; R2-R3; R4-R5 R255\n"},
        {"IMAD.WIDE R2, R4, R5, P3", "4: top.0 -,- = #0 #0 #0; R2-R3; R4-R5 P3\n"},
        {"UIMAD.WIDE.U32 UR4, UR5, 0x8, UR6", "4: pack.64/32 TD0,- = UR6 UR7 #-; TD0;\n"
                                              "4: mul.64/32 TD1,- = UR5 0x8 TD0; TD1;\n"
                                              "4: cvt.32/64 UR4,- = TD1 #- #-; UR4;\n"
                                              "4: bfe.64 UR5,- = TD1 0x20 0x20; UR5; UR5-UR6\n"},
        {"UIMAD.WIDE.U32 UR4, UR5, 0x8, UR255", "4: top.0 -,- = #0 #0 #0; UR4-UR5; UR5 UR255\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds),
        cmocka_unit_test(adds_of_64_bits),
        cmocka_unit_test(shifted_adds),
        cmocka_unit_test(products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
