/* SPDX-License-Identifier: MIT
 *
 * The rules about the order of things, to the letter: what has to be said of a kernel, and what of one that comes close
 * (PTX ISA, wgmma.fence, wgmma.commit_group, wgmma.wait_group and the async proxy).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "said/scan_said.h"

/* Words of which nothing is to be said: 128B, SBO 1024 for the 64 rows of A, 8 rows of B. Lines 3 and 4. */
#define AB  SCAN_WORD("2", "sa", "0x4000004000000000") SCAN_WORD("4", "sb", "0x4000000100000000")
#define ONE SCAN_N8(SCAN_ACC0, "%d2", "%d4")
#define TWO SCAN_N8(SCAN_ACC4, "%d2", "%d4")
/* A in registers. */
#define REGS(acc, a) SCAN_N8(acc, "{" a "}", "%d4")
#define COMMIT       "wgmma.commit_group.sync.aligned;\n"
#define WAIT(n)      "wgmma.wait_group.sync.aligned " n ";\n"
#define RET          "ret;\n"
#define READS        "add.f32 %f9, %f8, %f3;\n"
#define WRITES       "mov.f32 %f3, 0f00000000;\n"

static void fences(void **state)
{
#define MISSING                                                                                    \
    "on some path from the start of the function no wgmma.fence comes before this wgmma\n"
    static const scan_row rows[] = {
        {SCAN_K(AB SCAN_FENCE ONE SCAN_WAIT RET), ""},
        {SCAN_K(AB ONE SCAN_WAIT RET), "5 fence-missing 0: " MISSING},
        /* said of the first of a chain */
        {SCAN_K(AB ONE ONE SCAN_WAIT RET), "5 fence-missing 0: " MISSING},
        {SCAN_K(AB "@%p1 bra L;\n" SCAN_FENCE "L:\n" ONE SCAN_WAIT RET),
         "8 fence-missing 0: " MISSING},
        {SCAN_K(AB "@%p1 bra L;\n" SCAN_FENCE
                   "bra M;\nL: add.u32 %r8, %r8, 1;\nM:\n" ONE SCAN_WAIT RET),
         "10 fence-missing 0: " MISSING},
        {SCAN_K(AB "@%p1 bra L;\n" SCAN_FENCE "bra M;\nL:\n" SCAN_FENCE "M:\n" ONE SCAN_WAIT RET),
         ""},
        /* a fence at the end of a loop that begins with the function is none for its first round */
        {SCAN_K("L: mov.b64 %d2, 0x4000004000000100; mov.b64 %d4, 0x4000000100001000;\n" ONE
                    SCAN_WAIT SCAN_FENCE "@%p1 bra L;\n" RET),
         "4 fence-missing 0: " MISSING},
        /* what no path leads to breaks nothing */
        {SCAN_K("bra L;\n" ONE "L: ret;\n"),
         "4 not-reached 0: no path from the start of the function leads here\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void touched(void **state)
{
    static const scan_row rows[] = {
        {SCAN_K(AB SCAN_FENCE ONE READS SCAN_WAIT RET),
         "7 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        {SCAN_K(AB SCAN_FENCE ONE WRITES SCAN_WAIT RET),
         "7 serialized 0: this instruction writes registers of a wgmma that has not been waited "
         "for\n"},
        {SCAN_K(AB SCAN_FENCE ONE "add.f32 %f3, %f3, %f3;\n" SCAN_WAIT RET),
         "7 serialized 0: this instruction writes registers of a wgmma that has not been waited "
         "for\n"},
        {SCAN_K(AB SCAN_FENCE ONE SCAN_WAIT READS WRITES RET), ""},
        {SCAN_K(AB READS WRITES SCAN_FENCE ONE SCAN_WAIT RET), ""},
        {SCAN_K(AB SCAN_FENCE ONE "st.shared.f32 [%r9], %f3;\n" SCAN_WAIT RET),
         "7 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        /* the last one at work is named */
        {SCAN_K(AB SCAN_FENCE ONE ONE READS SCAN_WAIT RET),
         "8 accumulator-read 1: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        /* what comes after the wait is not read before */
        {SCAN_K(AB SCAN_FENCE ONE "add.u32 %r6, %r7, %r8;\n" SCAN_WAIT "mov.f32 %f0, %f1;\n" RET),
         ""},
        /* reads other registers and writes these, one after the other and at once */
        {SCAN_K(AB SCAN_FENCE ONE TWO "add.f32 %f0, %f4, %f8;\n" SCAN_WAIT RET),
         "8 serialized 1: this instruction writes registers of a wgmma that has not been waited "
         "for\n"},
        {SCAN_K(AB SCAN_FENCE ONE TWO "add.f32 %f8, %f4, %f0;\n" SCAN_WAIT RET),
         "8 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void groups(void **state)
{
    static const scan_row rows[] = {
        /* commits are counted */
        {SCAN_K(AB SCAN_FENCE ONE COMMIT TWO COMMIT WAIT("1") READS "mov.f32 %f9, %f4;\n" WAIT("0")
                    RET),
         "12 accumulator-read 1: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        {SCAN_K(AB SCAN_FENCE ONE COMMIT WAIT("1") READS WAIT("0") RET),
         "9 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        {SCAN_K(AB SCAN_FENCE ONE COMMIT COMMIT WAIT("1") READS RET), ""},
        {SCAN_K(AB COMMIT SCAN_FENCE ONE COMMIT WAIT("0") COMMIT RET), ""},
        /* registers of one wgmma are one group, with those of any that shares one */
        {SCAN_K(AB SCAN_FENCE ONE READS SCAN_WAIT SCAN_N8("%f4,%f5,%f0,%f1", "%d2", "%d4")
                    SCAN_WAIT RET),
         "7 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        {SCAN_K(AB SCAN_FENCE ONE READS SCAN_WAIT SCAN_N8("%f0,%f4,%f5,%f6", "%d2", "%d4")
                    SCAN_WAIT RET),
         "7 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        {SCAN_K(AB SCAN_FENCE ONE SCAN_WAIT REGS(SCAN_ACC4, SCAN_ACC0) READS SCAN_WAIT RET), ""},
        {SCAN_K(AB SCAN_FENCE ONE SCAN_WAIT REGS(
             SCAN_ACC4, "%r30,%r31,%r32,%r33") "mov.b32 %r40, %r30;\n" SCAN_WAIT RET),
         ""},
        {SCAN_K(AB SCAN_FENCE SCAN_N8("%f3,1,2,3", "%d2", "%d4") READS SCAN_WAIT RET),
         "7 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        /* without registers it is of no group */
        {SCAN_K(AB SCAN_FENCE REGS("1,2,3,4", SCAN_ACC0) READS ONE SCAN_WAIT RET), ""},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void a_in_registers(void **state)
{
    static const scan_row rows[] = {
        {SCAN_K(AB SCAN_FENCE REGS(SCAN_ACC0,
                                   "%r30,%r31,%r32,%r33") "mov.b32 %r30, 0;\n" SCAN_WAIT RET),
         "7 serialized 0: this instruction writes registers of a wgmma that has not been waited "
         "for\n"},
        {SCAN_K(AB SCAN_FENCE REGS(SCAN_ACC0,
                                   "%r30,%r31,%r32,%r33") "mov.b32 %r33, 0;\n" SCAN_WAIT RET),
         "7 serialized 0: this instruction writes registers of a wgmma that has not been waited "
         "for\n"},
        {SCAN_K(
             AB SCAN_FENCE REGS(SCAN_ACC0, "%r30,%r31,%r32,%r33") "mov.b32 %r40, %r33;\n" SCAN_WAIT
                                                                  "mov.b32 %r33, 0;\n" RET),
         ""},
        {SCAN_K(AB SCAN_FENCE ONE REGS(SCAN_ACC4, "%f0,%r31,%r32,%r33") SCAN_WAIT RET),
         "7 accumulator-read 0: A of this wgmma are accumulators of one that has not been waited "
         "for\n"},
        /* which are accumulators at work, said once; and not those of what comes next */
        {SCAN_K(AB SCAN_FENCE ONE REGS(SCAN_ACC4, SCAN_ACC0) SCAN_WAIT RET),
         "7 accumulator-read 0: A of this wgmma are accumulators of one that has not been waited "
         "for\n"},
        {SCAN_K(AB SCAN_FENCE ONE REGS(SCAN_ACC4, "%r30,%r31,%r32,%f0") SCAN_WAIT RET),
         "7 accumulator-read 0: A of this wgmma are accumulators of one that has not been waited "
         "for\n"},
        {SCAN_K(AB SCAN_FENCE ONE REGS(SCAN_ACC4, "%r30,%r31,%r32,%r33") ONE SCAN_WAIT RET), ""},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void ends(void **state)
{
    static const scan_row rows[] = {
        {SCAN_K(AB SCAN_FENCE ONE WAIT("0") RET),
         "6 never-waited 0: the function can end without a commit_group behind this wgmma\n"},
        {SCAN_K(AB SCAN_FENCE ONE COMMIT RET),
         "6 never-waited 0: the function can end without a wait_group for this wgmma\n"},
        {SCAN_K(AB SCAN_FENCE ONE COMMIT),
         "6 never-waited 0: the function can end without a wait_group for this wgmma\n"},
        {SCAN_K(AB SCAN_FENCE ONE ONE TWO COMMIT RET),
         "7 never-waited 1: the function can end without a wait_group for this wgmma\n"},
        {SCAN_K(AB SCAN_FENCE ONE COMMIT WAIT("0") TWO COMMIT RET),
         "9 never-waited 1: the function can end without a wait_group for this wgmma\n"},
        {SCAN_K(AB SCAN_FENCE ONE COMMIT "@%p1 ret;\n" WAIT("0") RET),
         "6 never-waited 0: the function can end without a wait_group for this wgmma\n"},
        {SCAN_K(AB SCAN_FENCE ONE COMMIT "@%p1 bra L;\nadd.u32 %r8, %r8, 1;\nL:\n" WAIT("0") RET),
         ""},
    };
    (void)state;
    SCAN_HELD(rows);
}

static void calls(void **state)
{
    static const scan_row rows[] = {
        {SCAN_K(AB SCAN_FENCE ONE TWO "call.uni other, ();\n" SCAN_WAIT RET),
         "8 serialized 0: a function is called while a wgmma is in flight\n"},
        {SCAN_K(AB SCAN_FENCE ONE COMMIT WAIT("0") TWO "call.uni other, ();\n" SCAN_WAIT RET),
         "10 serialized 1: a function is called while a wgmma is in flight\n"},
        {SCAN_K(AB "call.uni other, ();\n" SCAN_FENCE ONE SCAN_WAIT "call.uni other, ();\n" RET),
         ""},
    };
    (void)state;
    SCAN_HELD(rows);
}

/* Where two paths meet. */
static void joins(void **state)
{
#define FORK(one, other) "@%p1 bra L;\n" one "bra M;\nL: add.u32 %r8, %r8, 1;\n" other "M:\n"
    static const scan_row rows[] = {
        {SCAN_K(AB SCAN_FENCE FORK(ONE COMMIT, "") READS WAIT("0") RET),
         "12 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        {SCAN_K(AB SCAN_FENCE FORK("", ONE COMMIT) READS WAIT("0") RET),
         "12 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        {SCAN_K(AB SCAN_FENCE ONE FORK(COMMIT WAIT("0"), COMMIT) READS WAIT("0") RET),
         "14 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        {SCAN_K(AB SCAN_FENCE ONE FORK(COMMIT, COMMIT WAIT("0")) READS WAIT("0") RET),
         "14 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        {SCAN_K(AB SCAN_FENCE TWO ONE FORK(COMMIT, COMMIT WAIT("0")) READS WAIT("0") RET),
         "15 accumulator-read 1: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        /* the round before */
        {SCAN_K(AB "L:\n" READS SCAN_FENCE ONE COMMIT "@%p1 bra L;\n" WAIT("0") RET),
         "6 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        {SCAN_K(AB "L: add.u32 %r8, %r8, 1;\nM:\n" READS SCAN_FENCE "@%p2 bra L;\n" ONE COMMIT
                   "@%p1 bra M;\n" WAIT("0") RET),
         "7 accumulator-read 0: this instruction reads accumulators of a wgmma that has not been "
         "waited for\n"},
        /* defined on another path (C7515), behind the wgmma in the text, before it; only read there; said once */
        {SCAN_K(AB SCAN_FENCE FORK(ONE COMMIT, WRITES) WAIT("0") RET),
         "11 serialized 0: this instruction defines accumulators on a path that joins the wgmma "
         "before their wait (C7515)\n"},
        {SCAN_K(AB SCAN_FENCE FORK(WRITES, ONE COMMIT) WAIT("0") RET), ""},
        {SCAN_K(AB SCAN_FENCE FORK(ONE COMMIT, READS) WAIT("0") RET), ""},
        {SCAN_K(AB SCAN_FENCE FORK(ONE COMMIT, "add.f32 %f9, %f3, %f3;\n") WAIT("0") RET), ""},
        {SCAN_K(AB SCAN_FENCE FORK(ONE COMMIT, WRITES) WAIT("1") WAIT("0") RET),
         "11 serialized 0: this instruction defines accumulators on a path that joins the wgmma "
         "before their wait (C7515)\n"},
        {SCAN_K(AB SCAN_FENCE FORK(ONE COMMIT WAIT("0"), WRITES) WAIT("0") RET), ""},
        {SCAN_K(AB SCAN_FENCE FORK(TWO ONE COMMIT, "mov.f32 %f1, 0f00000000;\n" WRITES) WAIT("0")
                    RET),
         "13 serialized 1: this instruction defines accumulators on a path that joins the wgmma "
         "before their wait (C7515)\n"},
        {SCAN_K(AB SCAN_FENCE "L:\n" ONE COMMIT WAIT("0") WRITES "@%p1 bra L;\n" RET), ""},
        {SCAN_K(ONE COMMIT WAIT("0") RET),
         "3 field-unknown 0A: not known of the word of A: LBO, SBO, base_offset, the swizzle\n"
         "3 field-unknown 0B: not known of the word of B: LBO, SBO, base_offset, the swizzle\n"
         "3 fence-missing 0: on some path from the start of the function no wgmma.fence comes "
         "before this wgmma\n"},
        {SCAN_K(AB SCAN_FENCE FORK(ONE COMMIT, "mov.b64 {%r40, %f3}, %d9;\n") WAIT("0") RET),
         "11 serialized 0: this instruction defines accumulators on a path that joins the wgmma "
         "before their wait (C7515)\n"},
        {SCAN_K(AB SCAN_FENCE FORK(ONE COMMIT, WRITES WAIT("0")) WAIT("0") RET),
         "11 serialized 0: this instruction defines accumulators on a path that joins the wgmma "
         "before their wait (C7515)\n"},
        {SCAN_K(AB SCAN_FENCE FORK(ONE COMMIT, WRITES COMMIT) WAIT("0") RET),
         "11 serialized 0: this instruction defines accumulators on a path that joins the wgmma "
         "before their wait (C7515)\n"},
        {SCAN_K(AB SCAN_FENCE ONE SCAN_WAIT WRITES "call.uni other, ();\n" RET), ""},
        /* two loops: what the inner one does comes to the outer one's begin two rounds later */
        {SCAN_K(AB "L: add.u32 %r8, %r8, 1;\n" SCAN_FENCE ONE SCAN_WAIT
                   "M: add.u32 %r8, %r8, 1;\n@%p1 bra N;\n@%p2 bra L;\nret;\n"
                   "N: st.shared.u32 [%r9], %r8;\nbra M;\n"),
         "7 proxy-fence-missing 0: the st.shared of line 13 reaches this wgmma with no "
         "fence.proxy.async between\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

/* Machine code: a group ends with gsb0 on its last wgmma, and DEPBAR waits. */
static void machine_code(void **state)
{
#define LISTING(body)                                                                              \
    "Function : k\n/*0000*/ UMOV UR4, 0x40 ;\n/*0010*/ UMOV UR5, 0x40000040 ;\n/*0020*/ UMOV "     \
    "UR6, "                                                                                        \
    "0x400 ;\n/*0030*/ UMOV UR7, 0x40000001 ;\n" body "/*0300*/ EXIT ;\n"
#define ARRIVE(at)     "/*" at "*/ WARPGROUP.ARRIVE ;\n"
#define HGMMA(at, reg) "/*" at "*/ HGMMA.64x8x16.F32 " reg ", gdesc[UR4], " reg ", gsb0 ;\n"
#define PART(at, reg)  "/*" at "*/ HGMMA.64x8x16.F32 " reg ", gdesc[UR4], " reg " ;\n"
#define DEPBAR(at, n)  "/*" at "*/ WARPGROUP.DEPBAR.LE gsb0, " n " ;\n"
    static const scan_row rows[] = {
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24") DEPBAR("0120", "0x0")), ""},
        {LISTING(HGMMA("0110", "R24") DEPBAR("0120", "0x0")),
         "6@110 fence-missing 0: on some path from the start of the function no wgmma.fence comes "
         "before this wgmma\n"},
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24")),
         "7@110 never-waited 0: the function can end without a wait_group for this wgmma\n"},
        {LISTING(ARRIVE("0100") PART("0110", "R24") DEPBAR("0120", "0x0")),
         "7@110 never-waited 0: the function can end without a commit_group behind this wgmma\n"},
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24") "/*0120*/ IADD3 R2, R24, R3, RZ ;\n" DEPBAR(
             "0130", "0x0")),
         "8@120 accumulator-read 0: this instruction reads accumulators of a wgmma that has not "
         "been waited for\n"},
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24") "/*0120*/ IADD3 R25, R2, R3, RZ ;\n" DEPBAR(
             "0130", "0x0")),
         "8@120 serialized 0: this instruction writes registers of a wgmma that has not been "
         "waited for\n"},
        /* A in registers may be written, and stores are not looked at */
        {LISTING(ARRIVE("0100") "/*0108*/ STS [R2], R3 ;\n/*0110*/ HGMMA.64x8x16.F32 R24, R8, "
                                "gdesc[UR4], R24, gsb0 ;\n/*0120*/ MOV R8, 0x1 ;\n" DEPBAR("0130",
                                                                                           "0x0")),
         ""},
        {LISTING(ARRIVE("0100") "/*0108*/ @P0 BRA `(.L_x_0) ;\n" HGMMA(
             "0110", "R24") "/*0120*/ BRA `(.L_x_1) ;\n.L_x_0:\n/*0130*/ MOV R24, 0x1 "
                            ";\n.L_x_1:\n" DEPBAR("0140", "0x0")),
         ""},
        /* one after the other, said of the first of a chain */
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24") DEPBAR("0120", "0x0") HGMMA("0130", "R24")
                     DEPBAR("0140", "0x0")),
         "7@110 serialized 0: this wgmma is waited for before the next of its chain begins\n"},
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24") DEPBAR("0120", "0x0") HGMMA("0130", "R24")
                     DEPBAR("0140", "0x0") HGMMA("0150", "R24") DEPBAR("0160", "0x0")),
         "7@110 serialized 0: this wgmma is waited for before the next of its chain begins\n"},
        {LISTING(ARRIVE("0100") PART("0110", "R24") HGMMA("0130", "R24") DEPBAR("0140", "0x0")
                     HGMMA("0150", "R24") DEPBAR("0160", "0x0")),
         ""},
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24") DEPBAR("0120", "0x1") HGMMA("0130", "R24")
                     DEPBAR("0140", "0x0")),
         ""},
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24") DEPBAR("0120", "0x0") HGMMA("0130", "R40")
                     DEPBAR("0140", "0x0")),
         ""},
        /* not known how many groups it leaves: neither that the chain waits nor that nobody does */
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24") DEPBAR("0120", "UR9") HGMMA("0130", "R24")
                     DEPBAR("0140", "0x0")),
         ""},
        {LISTING(ARRIVE("0100") HGMMA(
             "0110", "R24") "/*0120*/ WARPGROUP.DEPBAR ;\n/*0130*/ IADD3 R2, R24, R3, "
                            "RZ ;\n"),
         ""},
        /* a guard that cannot be read may be true and false */
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24")
                     DEPBAR("0120", "0x0") "/*0130*/ @P9 EXIT ;\n" HGMMA("0140", "R40")),
         "10@140 never-waited 1: the function can end without a wait_group for this wgmma\n"},
        {LISTING(ARRIVE("0100") HGMMA("0110", "R24") DEPBAR("0120", "0x0") HGMMA("0130", "R40")
                     DEPBAR("0140", "0x0") HGMMA("0150", "R40") DEPBAR("0160", "0x0")),
         "9@130 serialized 1: this wgmma is waited for before the next of its chain begins\n"},
        {LISTING(DEPBAR("0108", "0x0") ARRIVE("010c") PART("0110", "R24") HGMMA("0130", "R24")
                     DEPBAR("0140", "0x0")),
         ""},
    };
    (void)state;
    SCAN_HELD_BY(scan_said, WGD_SCAN_SASS, rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fences), cmocka_unit_test(touched),        cmocka_unit_test(groups),
        cmocka_unit_test(ends),   cmocka_unit_test(a_in_registers), cmocka_unit_test(calls),
        cmocka_unit_test(joins),  cmocka_unit_test(machine_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
