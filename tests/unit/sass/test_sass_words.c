/* SPDX-License-Identifier: MIT
 *
 * The words of one machine instruction: its guard, its name with suffixes, its operands.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "said/sass_said.h"

/* What an operand can be, and what only looks like one: its value is then unknown. */
static void operands(void **state)
{
    static const sass_held rows[] = {
        {"MOV R0, R255", "4: mov.32 R0,- = R255 #0 #0; R0; R255\n"},
        {"MOV R255, R7.reuse", "4: mov.32 R255,- = R7 #0 #0; R255; R7\n"},
        /* Sixteen operands are taken: the result, of up to four registers, and fifteen that are read. */
        {"UNHEARD_OF R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13, R14, R15, R16, R17",
         "4: top.0 -,- = #0 #0 #0; R1-R4; R2-R16\nunknown 1: 0\n"},
        {"MOV R1, R256", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"UMOV UR0, UR255", "4: mov.32 UR0,- = UR255 #0 #0; UR0; UR255\n"},
        {"MOV R1, R", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, RZ", "4: mov.32 R1,- = 0x0 #0 #0; R1;\n"},
        {"MOV R1, URZ", "4: mov.32 R1,- = 0x0 #0 #0; R1;\n"},
        {"MOV R1, RT", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, PZ", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, PT", "4: mov.32 R1,- = 0x1 #0 #0; R1;\n"},
        {"MOV R1, UPT", "4: mov.32 R1,- = 0x1 #0 #0; R1;\n"},
        {"MOV R1, !PT", "4: mov.32 R1,- = 0x0 #0 #0; R1;\n"},
        {"MOV R1, P0", "4: mov.32 R1,- = P0 #0 #0; R1; P0\n"},
        {"MOV R1, !P7", "4: mov.32 R1,- = ~P7 #0 #0; R1; P7\n"},
        {"MOV R1, P8", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, UP0", "4: mov.32 R1,- = UP0 #0 #0; R1; UP0\n"},
        {"MOV R1, !UP7", "4: mov.32 R1,- = ~UP7 #0 #0; R1; UP7\n"},
        {"MOV R1, UP8", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, U", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, UR", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, Q3", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, UQ3", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, R1x", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, Rx", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, R-1", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, R0x3", "4: mov.32 R1,- = R3 #0 #0; R1; R3\n"},
        {"MOV R1, R3.X", "4: top.0 -,- = #0 #0 #0; R1; R3\n"},
        {"MOV R1, R3.H1_H1", "4: top.0 -,- = #0 #0 #0; R1; R3\n"},
        {"MOV R1, -R3", "4: mov.32 R1,- = -R3 #0 #0; R1; R3\n"},
        {"MOV R1, -R3.reuse", "4: mov.32 R1,- = -R3 #0 #0; R1; R3\n"},
        {"MOV R1, ~R3", "4: mov.32 R1,- = ~R3 #0 #0; R1; R3\n"},
        {"MOV R1, |R3|", "4: top.0 -,- = #0 #0 #0; R1; R3\n"},
        {"MOV R1, -|R3|", "4: top.0 -,- = #0 #0 #0; R1; R3\n"},
        {"MOV R1, R3|", "4: mov.32 R1,- = R3 #0 #0; R1; R3\n"},
        {"MOV R1, -UR3", "4: mov.32 R1,- = -UR3 #0 #0; R1; UR3\n"},
        {"MOV R1, 0", "4: mov.32 R1,- = 0x0 #0 #0; R1;\n"},
        {"MOV R1, 9", "4: mov.32 R1,- = 0x9 #0 #0; R1;\n"},
        {"MOV R1, 4294967295", "4: mov.32 R1,- = 0xffffffff #0 #0; R1;\n"},
        {"MOV R1, 0x0", "4: mov.32 R1,- = 0x0 #0 #0; R1;\n"},
        {"MOV R1, 0x", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, 0xaF9", "4: mov.32 R1,- = 0xaf9 #0 #0; R1;\n"},
        {"MOV R1, 0xag", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, 0Xa", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, 1x2", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, 12a", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, 12:", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, 1/", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, -1", "4: mov.32 R1,- = 0xffffffffffffffff #0 #0; R1;\n"},
        {"MOV R1, -0x10", "4: mov.32 R1,- = 0xfffffffffffffff0 #0 #0; R1;\n"},
        {"MOV R1, --1", "4: mov.32 R1,- = 0xffffffffffffffff #0 #0; R1;\n"},
        {"MOV R1, ~0x1", "4: mov.32 R1,- = ~0x1 #0 #0; R1;\n"},
        {"MOV R1, |1", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, -", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, c[0x0][0x210]", "4: mov.32 R1,- = $0 #0 #0; R1;\n"
                                  "symbol c[0x0][0x210] param align 1 size -1 offset 0 width 32\n"},
        {"MOV R1, -c[0x0][0x210]",
         "4: mov.32 R1,- = -$0 #0 #0; R1;\n"
         "symbol c[0x0][0x210] param align 1 size -1 offset 0 width 32\n"},
        {"MOV R1, |R3|.reuse", "4: top.0 -,- = #0 #0 #0; R1; R3\n"},
        {"MOV R1, |UR3|", "4: top.0 -,- = #0 #0 #0; R1; UR3\n"},
        {"MOV R1, ~UR3", "4: mov.32 R1,- = ~UR3 #0 #0; R1; UR3\n"},
        {"FADD R1, |R2|, -|R3|.reuse", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"MOV R1, -0", "4: mov.32 R1,- = 0x0 #0 #0; R1;\n"},
        {"MOV R1, 0x7.reuse", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, RZ.reuse", "4: mov.32 R1,- = 0x0 #0 #0; R1;\n"},
        {"MOV R1, -RZ", "4: mov.32 R1,- = -0x0 #0 #0; R1;\n"},
        {"MOV R1, R10", "4: mov.32 R1,- = R10 #0 #0; R1; R10\n"},
        {"MOV R1, R99.reuse", "4: mov.32 R1,- = R99 #0 #0; R1; R99\n"},
        {"MOV R1, R2.xreuse", "4: top.0 -,- = #0 #0 #0; R1; R2\n"},
        {"MOV R1, R3.reusx", "4: top.0 -,- = #0 #0 #0; R1; R3\n"},
        {"MOV R1, R3.reusex", "4: top.0 -,- = #0 #0 #0; R1; R3\n"},
        {"MOV R1, c[0x0]", "4: mov.32 R1,- = $0 #0 #0; R1;\n"
                           "symbol c[0x0] param align 1 size -1 offset 0 width 32\n"},
        {"MOV R1, -`(x)", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, R2.reusex", "4: top.0 -,- = #0 #0 #0; R1; R2\n"},
        {"MOV R1, R.reuse", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, P.0", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, c[0x0][R4]", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, c[", "4: mov.32 R1,- = $0 #0 #0; R1;\n"
                       "symbol c[ param align 1 size -1 offset 0 width 32\n"},
        {"MOV R1, c[]", "4: mov.32 R1,- = $0 #0 #0; R1;\n"
                        "symbol c[] param align 1 size -1 offset 0 width 32\n"},
        {"MOV R1, c]1", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, d[1]", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, SR_X", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, gdesc[UR8", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, gdesc[UR8]", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, 1.5", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1, +INF", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV.SPILL R1, R2", "4: mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"MOV R1, R2, 0xf", "4: mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"MOV R1", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"MOV RZ, R2", "4: mov.32 -,- = R2 #0 #0;; R2\n"},
        {"MOV P1, R2", "4: top.0 -,- = #0 #0 #0; P1 R2;\n"},
        {"MOV R1,", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"MOV R1,,R2", "4: mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"MOV 5, R2", "4: top.0 -,- = #0 #0 #0;; R2\n"},
        {"UMOV UR4, 0x5", "4: mov.32 UR4,- = 0x5 #0 #0; UR4;\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* What an instruction runs under. !PT: it never runs. */
static void guards(void **state)
{
    static const sass_held rows[] = {
        {"@P0 MOV R1, R2", "4: @P0 mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"@!P0 MOV R1, R2", "4: @!P0 mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"@UP3\tMOV R1, R2", "4: @UP3 mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"@!UP3  \t MOV R1, R2", "4: @!UP3 mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"@PT MOV R1, R2", "4: mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"@!PT MOV R1, R2", ""},
        {"@!UPT MOV R1, R2", ""},
        {"@RZ MOV R1, R2", "4: @TP1 mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"@P9 MOV R1, R2", "4: @TP1 mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"@ MOV R1, R2", "4: @TP1 mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"@P0", "syntax: file: line 4: there is no instruction; got ; want an instruction; hint is "
                "this a listing of nvdisasm or cuobjdump -sass, whole and unchanged?\n"},
        {"@!PT", ""},
    };
    (void)state;
    SASS_HELD(rows);
}

/* Up to twelve parts of a name; what stands before and between them. */
static void names(void **state)
{
    static const sass_held rows[] = {
        {"{ MOV R1, R2", "4: mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"{{ MOV R1, R2", "4: mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"{ ", "syntax: file: line 4: there is no instruction; got ; want an instruction; hint is "
               "this a listing of nvdisasm or cuobjdump -sass, whole and unchanged?\n"},
        {"MOV.A.B.C.D.E.F.G.H.I.J.K.L R1, R2", "4: mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"LDS.B.C.D.E.F.G.H.I.J.K.128 R4, [R1]", "4: top.0 -,- = #0 #0 #0; R4-R7; R1\n"},
        {"LDS.B.C.D.E.F.G.H.I.J.K.L.128 R4, [R1]", "4: top.0 -,- = #0 #0 #0; R4; R1\n"},
        {"LDS.B.C.D.E.F.G.H.I.J.128.K.L R4, [R1]", "4: top.0 -,- = #0 #0 #0; R4-R7; R1\n"},
        {"MOV. R1, R2", "4: mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"\tMOV\tR1\t,\tR2\t", "4: mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"MOV R1 , R2 ", "4: mov.32 R1,- = R2 #0 #0; R1; R2\n"},
        {"FOO R4, (R5, R6), R7", "4: top.0 -,- = #0 #0 #0; R4-R7; R7\n"
                                 "unknown 1: 0\n"},
        {"FOO R4, ((R5), R6), R7", "4: top.0 -,- = #0 #0 #0; R4-R7; R7\n"
                                   "unknown 1: 0\n"},
        {"FOO R4, [R5, R6], R7", "4: top.0 -,- = #0 #0 #0; R4-R7; R7\n"
                                 "unknown 1: 0\n"},
        {"FOO R4, ), R7", "4: top.0 -,- = #0 #0 #0; R4-R7; R7\n"
                          "unknown 1: 0\n"},
        {"FOO R4, ((R5, R6), R7", "4: top.0 -,- = #0 #0 #0; R4-R7;\n"
                                  "unknown 1: 0\n"},
        {"FOO R4, [(R5], R6), R7", "4: top.0 -,- = #0 #0 #0; R4-R7; R7\n"
                                   "unknown 1: 0\n"},
        {"FOO R4, ]], R7, [R5, R6]", "4: top.0 -,- = #0 #0 #0; R4-R7; R7 R5\n"
                                     "unknown 1: 0\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* An address: one register and what is added to it. */
static void memory(void **state)
{
    static const sass_held rows[] = {
        {"LD R0, [R4]", "4: top.0 -,- = #0 #0 #0; R0; R4\n"},
        {"LD R0, [R4+0x10]", "4: top.0 -,- = #0 #0 #0; R0; R4\n"},
        {"LD R0, [R4+UR6]", "4: top.0 -,- = #0 #0 #0; R0;\n"},
        {"LD R0, [R4+UR6+0x10]", "4: top.0 -,- = #0 #0 #0; R0;\n"},
        {"LD R0, [UR6]", "4: top.0 -,- = #0 #0 #0; R0; UR6\n"},
        {"LD R0, [RZ]", "4: top.0 -,- = #0 #0 #0; R0;\n"},
        {"LD R0, [0x10]", "4: top.0 -,- = #0 #0 #0; R0;\n"},
        {"LD R0, desc[UR4][R2.64]", "4: top.0 -,- = #0 #0 #0; R0;\n"},
        {"LD R0, desc[UR4][R2.64+0x8]", "4: top.0 -,- = #0 #0 #0; R0;\n"},
        {"LD R0, [R4", "4: top.0 -,- = #0 #0 #0; R0; R4\n"},
        {"LD R0, [", "4: top.0 -,- = #0 #0 #0; R0;\n"},
        {"LD R0, []", "4: top.0 -,- = #0 #0 #0; R0;\n"},
        {"LD R0, a[R4]", "4: top.0 -,- = #0 #0 #0; R0; R4\n"},
        {"STS [R4], R5", "4: store.32 -,- = R4 0x0 #0;; R4-R5\n"},
        {"STS [R4+0x10], R5", "4: store.32 -,- = R4 0x10 #0;; R4-R5\n"},
        {"STS [R4+0x10+0x8], R5", "4: store.32 -,- = R4 0x18 #0;; R4-R5\n"},
        {"STS [R4+16], R5", "4: store.32 -,- = R4 0x10 #0;; R4-R5\n"},
        {"STS [R4+-0x10], R5", "4: store.32 -,- = R4 0xfffffffffffffff0 #0;; R4-R5\n"},
        {"STS [R4.X4+0x10], R5", "4: store.32 -,- = R4 0x10 #0;; R4-R5\n"},
        {"STS [UR4+0x8], R5", "4: store.32 -,- = UR4 0x8 #0;; UR4 R5\n"},
        {"STS [R4+UR4+0x8], R5", "4: store.32 -,- = #0 #0 #0;; R5\n"},
        {"STS [RZ+0x8], R5", "4: store.32 -,- = #0 #0 #0;; R5\n"},
        {"STS [0x8], R5", "4: store.32 -,- = #0 #0 #0;; R5\n"},
        {"STS [R4+x], R5", "4: store.32 -,- = R4 0x0 #0;; R4-R5\n"},
        {"STS [P1], R5", "4: store.32 -,- = #0 #0 #0;; R5\n"},
        {"STS [P1+R4], R5", "4: store.32 -,- = R4 0x0 #0;; R4-R5\n"},
        {"STS R4, R5", "4: store.32 -,- = #0 #0 #0;; R4-R5\n"},
        {"STS [R4", "4: store.32 -,- = R4 0x0 #0;; R4\n"},
        {"STS", "4: store.32 -,- = #0 #0 #0;;\n"},
        {"STSM.16.MT88.4 [R4+0x200], R8", "4: store.32 -,- = R4 0x200 #0;; R4 R8\n"},
        {"@P1 STS [R4], R5", "4: @P1 store.32 -,- = R4 0x0 #0;; R4-R5\n"},
        {"STS [R4 ], R5", "4: store.32 -,- = #0 #0 #0;; R5\n"},
        {"STS x[R4], R5", "4: store.32 -,- = R4 0x0 #0;; R4-R5\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands),
        cmocka_unit_test(guards),
        cmocka_unit_test(names),
        cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
