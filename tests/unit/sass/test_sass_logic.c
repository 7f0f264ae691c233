/* SPDX-License-Identifier: MIT
 *
 * Machine instructions that choose, compare, shift and put bits together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "said/sass_said.h"

/* Three numbers, the table, a predicate. */
static void tables(void **state)
{
    static const sass_held rows[] = {
        {"LOP3.LUT R1, R2, R3, R4, 0xc0, !PT", "4: lop3.32 0xc0 R1,- = R2 R3 R4; R1; R2-R4\n"},
        {"LOP3.LUT R1, R2, 0x3f, RZ, 0xc0, !PT", "4: lop3.32 0xc0 R1,- = R2 0x3f 0x0; R1; R2\n"},
        {"LOP3.LUT P0, R1, R2, R3, R4, 0xfe, !PT",
         "4: lop3.32 0xfe R1,- = R2 R3 R4; R1 P0; R2-R4\n"},
        {"LOP3.LUT P0, RZ, R2, R3, R4, 0xfe, !PT", "4: lop3.32 0xfe -,- = R2 R3 R4; P0; R2-R4\n"},
        {"LOP3.LUT PT, R1, R2, R3, R4, 0xfe, !PT", "4: lop3.32 0xfe R1,- = R2 R3 R4; R1; R2-R4\n"},
        {"LOP3.LUT P0, P1, R1, R2, R3, R4, 0xfe, !PT",
         "4: top.0 -,- = #0 #0 #0; P0-P1 R1; R2-R4\n"},
        {"LOP3.LUT R1, R2, R3, R4, 0xfe, P3", "4: lop3.32 0xfe R1,- = R2 R3 R4; R1; R2-R4 P3\n"},
        {"LOP3.LUT R1, R2, R3, R4, 0xfe, R5", "4: top.0 -,- = #0 #0 #0; R1; R2-R5\n"},
        {"LOP3.LUT R1, R2, R3, R4, R6, !PT", "4: top.0 -,- = #0 #0 #0; R1; R2-R4 R6\n"},
        {"LOP3.LUT R1, R2, R3, 0xfe, !PT", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"LOP3.LUT R1, R2, R3.X, R4, 0xfe, !PT", "4: top.0 -,- = #0 #0 #0; R1; R2-R4\n"},
        {"LOP3.LUT R1, R2, ~R3, R4, 0xfe, !PT", "4: lop3.32 0xfe R1,- = R2 ~R3 R4; R1; R2-R4\n"},
        {"LOP3.LUT R1", "4: top.0 -,- = #0 #0 #0; R1;\n"},
        {"LOP3", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"PLOP3.LUT P0, PT, P1, P2, PT, 0x8, 0x0", "4: top.0 -,- = #0 #0 #0; P0-P2;\n"},
        {"ULOP3.LUT UR4, UR5, 0x3ffff, URZ, 0xc0, !UPT",
         "4: lop3.32 0xc0 UR4,- = UR5 0x3ffff 0x0; UR4; UR5\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* Of two registers; simpler ones where one of them is zero. */
static void shifts(void **state)
{
    static const sass_held rows[] = {
        {"SHF.L.U32 R1, R2, 0x4, RZ", "4: shl.32 left R1,- = R2 0x4 0x0; R1; R2\n"},
        {"SHF.R.U32 R1, R2, 0x4, RZ", "4: shr.32 R1,- = R2 0x4 0x0; R1; R2\n"},
        {"SHF.R.S32 R1, R2, 0x4, RZ", "4: funnel.32 signed R1,- = R2 0x4 0x0; R1; R2\n"},
        {"SHF.L.S32 R1, R2, 0x4, RZ", "4: shl.32 signed left R1,- = R2 0x4 0x0; R1; R2\n"},
        {"SHF.R.U32.HI R1, RZ, 0x4, R2", "4: shr.32 high R1,- = R2 0x4 0x0; R1; R2\n"},
        {"SHF.R.S32.HI R1, RZ, 0x1f, R2", "4: shr.32 signed high R1,- = R2 0x1f 0x0; R1; R2\n"},
        {"SHF.L.U32.HI R1, RZ, 0x4, R2", "4: funnel.32 high left R1,- = 0x0 0x4 R2; R1; R2\n"},
        {"SHF.R.U32.HI R1, R3, 0x4, R2", "4: funnel.32 high R1,- = R3 0x4 R2; R1; R3 R2\n"},
        {"SHF.L.U64.HI R1, R2, 0x4, R3", "4: funnel.32 high left R1,- = R2 0x4 R3; R1; R2-R3\n"},
        {"SHF.R.U64 R1, R2, 0x4, R3", "4: funnel.32 R1,- = R2 0x4 R3; R1; R2-R3\n"},
        {"SHF.R.S64 R1, R2, 0x4, R3", "4: funnel.32 signed R1,- = R2 0x4 R3; R1; R2-R3\n"},
        {"SHF.R.S64 R1, R2, 0x4, RZ", "4: funnel.32 signed R1,- = R2 0x4 0x0; R1; R2\n"},
        {"SHF.L.U32 R1, R2, 0x4, R3", "4: funnel.32 left R1,- = R2 0x4 R3; R1; R2-R3\n"},
        {"SHF.R.U32 R1, R2, 0x20, RZ", "4: shr.32 R1,- = R2 0x20 0x0; R1; R2\n"},
        {"SHF.R.U32 R1, R2, 0x21, RZ", "4: shr.32 R1,- = R2 0x20 0x0; R1; R2\n"},
        {"SHF.R.U64 R1, R2, 0x3f, R3", "4: funnel.32 R1,- = R2 0x3f R3; R1; R2-R3\n"},
        {"SHF.R.U64 R1, R2, 0x40, R3", "4: funnel.32 R1,- = R2 0x3f R3; R1; R2-R3\n"},
        {"SHF.R.W.U32 R1, R2, 0x21, R3", "4: funnel.32 R1,- = R2 0x1 R3; R1; R2-R3\n"},
        {"SHF.R.W.U64 R1, R2, 0x41, R3", "4: funnel.32 R1,- = R2 0x1 R3; R1; R2-R3\n"},
        {"SHF.R.W.U32 R1, R2, 0x1f, R3", "4: funnel.32 R1,- = R2 0x1f R3; R1; R2-R3\n"},
        {"SHF.R.W.U64 R1, R2, 0x3f, R3", "4: funnel.32 R1,- = R2 0x3f R3; R1; R2-R3\n"},
        {"SHF.R.W.U32 R1, R2, R4, R3", "4: top.32 R1,- = R2 R4 R3; R1; R2 R4 R3\n"},
        {"SHF.L.W.U32 R1, R2, R4, RZ", "4: top.32 left R1,- = R2 R4 0x0; R1; R2 R4\n"},
        {"SHF.R.W.U32.HI R1, RZ, R4, R3", "4: top.32 high R1,- = 0x0 R4 R3; R1; R4 R3\n"},
        {"SHF.R.U32 R1, R2, R4, R3", "4: funnel.32 R1,- = R2 R4 R3; R1; R2 R4 R3\n"},
        {"SHF.R.U32 R1, R2, R4, RZ", "4: shr.32 R1,- = R2 R4 0x0; R1; R2 R4\n"},
        {"SHF.R.U32.HI R1, RZ, R4, R2", "4: shr.32 high R1,- = R2 R4 0x0; R1; R4 R2\n"},
        {"SHF.L.U32 R1, 0x1, R4, RZ", "4: shl.32 left R1,- = 0x1 R4 0x0; R1; R4\n"},
        {"SHF.L.U32 R1, R2, 0x4, 0x1", "4: funnel.32 left R1,- = R2 0x4 0x1; R1; R2\n"},
        {"SHF.R.U32.HI R1, 0x1, 0x4, R2", "4: funnel.32 high R1,- = 0x1 0x4 R2; R1; R2\n"},
        {"SHF.L.U32 R1, R2, 0x4", "4: top.0 -,- = #0 #0 #0; R1; R2\n"},
        {"SHF.L.U32 R1, R2, 0x4, RZ, P0", "4: top.0 -,- = #0 #0 #0; R1; R2 P0\n"},
        {"SHF.L.U32 R1, R2, R3.X, RZ", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"SHF.L.U32 RZ, R2, 0x4, RZ", "4: shl.32 left -,- = R2 0x4 0x0;; R2\n"},
        {"SHF", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"USHF.R.U32.HI UR4, URZ, 0x4, UR5", "4: shr.32 high UR4,- = UR5 0x4 0x0; UR4; UR5\n"},
        {"USHF.L.U32 UR4, UR5, 0x4, URZ", "4: shl.32 left UR4,- = UR5 0x4 0x0; UR4; UR5\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* The low bits, with their sign or without. */
static void extensions(void **state)
{
    static const sass_held rows[] = {
        {"SGXT R1, R2, 0x10", "4: bfe.32/32 signed R1,- = R2 0x0 0x10; R1; R2\n"},
        {"SGXT.U32 R1, R2, 0x10", "4: bfe.32/32 R1,- = R2 0x0 0x10; R1; R2\n"},
        {"SGXT R1, R2, R3", "4: top.32/32 signed R1,- = R2 0x0 R3; R1; R2-R3\n"},
        {"SGXT R1, R2", "4: top.0 -,- = #0 #0 #0; R1; R2\n"},
        {"SGXT R1, R2.X, 0x4", "4: top.0 -,- = #0 #0 #0; R1; R2\n"},
        {"SGXT RZ, R2, 0x4", "4: bfe.32/32 signed -,- = R2 0x0 0x4;; R2\n"},
        {"USGXT.U32 UR4, UR5, 0x4", "4: bfe.32/32 UR4,- = UR5 0x0 0x4; UR4; UR5\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* One comparison into one predicate. */
static void comparisons(void **state)
{
    static const sass_held rows[] = {
        {"ISETP.EQ.AND P0, PT, R2, R3, PT", "4: setp.1/32 signed P0,- = R2 R3 0x0; P0; R2-R3\n"},
        {"ISETP.NE.AND P0, PT, R2, R3, PT",
         "4: setp.1/32 0x1 signed P0,- = R2 R3 0x0; P0; R2-R3\n"},
        {"ISETP.LT.AND P0, PT, R2, R3, PT",
         "4: setp.1/32 0x2 signed P0,- = R2 R3 0x0; P0; R2-R3\n"},
        {"ISETP.LE.AND P0, PT, R2, R3, PT",
         "4: setp.1/32 0x3 signed P0,- = R2 R3 0x0; P0; R2-R3\n"},
        {"ISETP.GT.AND P0, PT, R2, R3, PT",
         "4: setp.1/32 0x4 signed P0,- = R2 R3 0x0; P0; R2-R3\n"},
        {"ISETP.GE.AND P0, PT, R2, R3, PT",
         "4: setp.1/32 0x5 signed P0,- = R2 R3 0x0; P0; R2-R3\n"},
        {"ISETP.GE.U32.AND P0, PT, R2, 0x10, PT", "4: setp.1/32 0x5 P0,- = R2 0x10 0x0; P0; R2\n"},
        {"ISETP.NE.U32.AND P0, PT, RZ, UR4, PT", "4: setp.1/32 0x1 P0,- = 0x0 UR4 0x0; P0; UR4\n"},
        {"ISETP.F.AND P0, PT, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.AND P0, PT, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.NE.OR P0, PT, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.NE.XOR P0, PT, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.NE P0, PT, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.NE.AND.EX P0, PT, R2, R3, PT, P1", "4: top.0 -,- = #0 #0 #0; P0; R2-R3 P1\n"},
        {"ISETP.NE.AND.EX P0, PT, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.NE.AND P0, P1, R2, R3, PT",
         "4: setp.1/32 0x1 signed P0,P1 = R2 R3 0x0; P0-P1; R2-R3\n"},
        {"ISETP.NE.AND P0, R1, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P0; R1-R3\n"},
        {"ISETP.NE.AND P0, !PT, R2, R3, PT",
         "4: setp.1/32 0x1 signed P0,- = R2 R3 0x0; P0; R2-R3\n"},
        {"ISETP.NE.AND P0, PT, R2, R3, P1", "4: top.0 -,- = #0 #0 #0; P0; R2-R3 P1\n"},
        {"ISETP.NE.AND P0, PT, R2, R3, !PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.NE.AND PT, PT, R2, R3, PT", "4: top.0 -,- = #0 #0 #0;; R2-R3\n"},
        {"ISETP.NE.AND PT, P1, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P1; R2-R3\n"},
        {"ISETP.NE.AND P0, PT, R2.X, R3, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.NE.AND P0, PT, R2, R3.X, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.NE.AND P0, PT, R2, R3", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.NE.AND P0, PT, R2, R3, PT, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP.U32.NE.AND P0, PT, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P0; R2-R3\n"},
        {"ISETP", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"UISETP.NE.U32.AND UP0, UPT, UR4, URZ, UPT",
         "4: setp.1/32 0x1 UP0,- = UR4 0x0 0x0; UP0; UR4\n"},
        {"ISETP.NE.AND P0, PT, -R2, R3, PT",
         "4: setp.1/32 0x1 signed P0,- = -R2 R3 0x0; P0; R2-R3\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* By a predicate. */
static void choices(void **state)
{
    static const sass_held rows[] = {
        {"SEL R1, R2, R3, P0", "4: sel.32 R1,- = R2 R3 P0; R1; R2-R3 P0\n"},
        {"SEL R1, R2, R3, !P0", "4: sel.32 R1,- = R2 R3 ~P0; R1; R2-R3 P0\n"},
        {"SEL R1, R2, R3, PT", "4: sel.32 R1,- = R2 R3 0x1; R1; R2-R3\n"},
        {"SEL R1, R2, R3, !PT", "4: sel.32 R1,- = R2 R3 0x0; R1; R2-R3\n"},
        {"SEL R1, R2, R3", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"SEL R1, R2, R3, P0, P1", "4: top.0 -,- = #0 #0 #0; R1; R2-R3 P0-P1\n"},
        {"SEL R1, R2.X, R3, P0", "4: top.0 -,- = #0 #0 #0; R1; R2-R3 P0\n"},
        {"SEL RZ, R2, R3, P0", "4: sel.32 -,- = R2 R3 P0;; R2-R3 P0\n"},
        {"USEL UR4, UR5, 0x1, UP0", "4: sel.32 UR4,- = UR5 0x1 UP0; UR4; UR5 UP0\n"},
        {"SEL", "4: top.0 -,- = #0 #0 #0;;\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* PT: the lesser, !PT: the greater. */
static void lesser_and_greater(void **state)
{
    static const sass_held rows[] = {
        {"IMNMX R1, R2, R3, PT", "4: min.32 signed R1,- = R2 R3 #0; R1; R2-R3\n"},
        {"IMNMX R1, R2, R3, !PT", "4: max.32 signed R1,- = R2 R3 #0; R1; R2-R3\n"},
        {"IMNMX.U32 R1, R2, R3, PT", "4: min.32 R1,- = R2 R3 #0; R1; R2-R3\n"},
        {"IMNMX.U32 R1, R2, R3, !PT", "4: max.32 R1,- = R2 R3 #0; R1; R2-R3\n"},
        {"IMNMX R1, R2, R3, P0", "4: top.0 -,- = #0 #0 #0; R1; R2-R3 P0\n"},
        {"IMNMX R1, R2, R3", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"IMNMX R1, R2, R3, PT, PT", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"IMNMX R1, R2.X, R3, PT", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"VIMNMX R1, R2, 0x7, !PT", "4: max.32 signed R1,- = R2 0x7 #0; R1; R2\n"},
        {"VIMNMX.U32 R1, R2, 0x7, PT", "4: min.32 R1,- = R2 0x7 #0; R1; R2\n"},
        {"VIMNMX P0, R1, R2, R3, PT", "4: top.0 -,- = #0 #0 #0; P0 R1; R2-R3\n"},
        {"IMNMX", "4: top.0 -,- = #0 #0 #0;;\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

/* The selector stands between the two. */
static void permutations(void **state)
{
    static const sass_held rows[] = {
        {"PRMT R1, R2, 0x7610, R3", "4: prmt.32 R1,- = R2 R3 0x7610; R1; R2-R3\n"},
        {"PRMT R1, R2, R4, R3", "4: prmt.32 R1,- = R2 R3 R4; R1; R2 R4 R3\n"},
        {"PRMT R1, R2, 0x7610", "4: top.0 -,- = #0 #0 #0; R1; R2\n"},
        {"PRMT R1, R2, 0x7610, R3, R4", "4: top.0 -,- = #0 #0 #0; R1; R2-R4\n"},
        {"PRMT R1, R2.X, 0x7610, R3", "4: top.0 -,- = #0 #0 #0; R1; R2-R3\n"},
        {"PRMT RZ, R2, 0x7610, R3", "4: prmt.32 -,- = R2 R3 0x7610;; R2-R3\n"},
        {"PRMT.F4E R1, R2, 0x1, R3", "4: prmt.32 R1,- = R2 R3 0x1; R1; R2-R3\n"},
        {"PRMT", "4: top.0 -,- = #0 #0 #0;;\n"},
        {"UPRMT UR4, UR5, 0x654, URZ", "4: prmt.32 UR4,- = UR5 0x0 0x654; UR4; UR5\n"},
    };
    (void)state;
    SASS_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),       cmocka_unit_test(shifts),
        cmocka_unit_test(extensions),   cmocka_unit_test(comparisons),
        cmocka_unit_test(choices),      cmocka_unit_test(lesser_and_greater),
        cmocka_unit_test(permutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
