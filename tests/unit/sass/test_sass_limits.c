/* SPDX-License-Identifier: MIT
 *
 * The memory that a listing takes, the registers that every function has, and the names that are known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "said/said_needs.h"
#include "sass/sass.h"
#include "said/sass_said.h"

/* Lists begin with 64 rows and double, the table of names begins with 256. */
enum {
    REGS = (64 + 128 + 256 + 512 + 1024) * sizeof(scan_reg),
    NAMES = 256 * sizeof(scan_name),
    INSNS = 64 * sizeof(scan_insn),
    REFS = 64 * sizeof(uint32_t),
    LABELS = 64 * sizeof(scan_label),
    SYMS = 64 * sizeof(scan_sym),
    GMMAS = 64 * sizeof(scan_gmma),
    UNKNOWN = 64 * sizeof(uint32_t)
};

#define SPARSE "HGMMA.SP.64x8x32.F32 R24, R4, gdesc[UR8], R24, R2, 0x1, gsb0"

static void memory(void **state)
{
    static const struct {
        const char *line;
        size_t room;
    } rows[] = {
        {"", 0},
        {"x:", NAMES + LABELS},
        {"/*0000*/ NOP ;", INSNS},
        {"/*0000*/ MOV R1, R2 ;", INSNS + REFS},
        {"/*0000*/ FADD R1, R2, R3 ;", INSNS + REFS},
        {"/*0000*/ STS [R4], R3 ;", INSNS + REFS},
        {"/*0000*/ CS2R R4, SRZ ;", INSNS + REFS},
        {"/*0000*/ S2R R4, SR_TID.X ;", INSNS + REFS},
        {"/*0000*/ LEA R1, P0, R2, R3, 0x4 ;", INSNS + REFS},
        {"/*0000*/ UIADD3.64 UR4, UR6, UR8, UR10 ;", INSNS + REFS},
        {"/*0000*/ LOP3.LUT P0, R1, R2, R3, R4, 0xfe, !PT ;", INSNS + REFS},
        {"/*0000*/ BRA 0x0 ;", NAMES + LABELS + INSNS},
        {"/*0000*/ LDC R1, c[0x0][0x10] ;", SYMS + INSNS + REFS},
        {"/*0000*/ MOV R1, c[0x0][0x10] ;", SYMS + INSNS + REFS},
        {"/*0000*/ MOV RZ, c[0x0][0x10] ;", SYMS + INSNS},
        {"/*0000*/ UNHEARD_OF ;", UNKNOWN + INSNS},
        {"/*0000*/ UNHEARD_OF R4 ;", UNKNOWN + INSNS + REFS},
        {"/*0000*/ WARPGROUP.DEPBAR.LE gsb0, 0x0 ;", INSNS},
        {"/*0000*/ HGMMA.64x8x16.F32 R24, gdesc[UR8], R24 ;", GMMAS + INSNS + REFS},
        {"/*0000*/ " SPARSE " ;", GMMAS + INSNS + REFS},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[160];
        snprintf(text, sizeof text, "Function : k\n%s\n", rows[i].line);
        said_needs(sass_said_in, text, REGS + rows[i].room, "func k");
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0];
         i++) { /* with the list of instructions there before */
        char text[160];
        snprintf(text, sizeof text, "Function : k\n/*0000*/ NOP ;\n%s\n", rows[i].line);
        const bool has = strstr(rows[i].line, "/*") != NULL;
        said_needs(sass_said_in, text, REGS + rows[i].room + (has ? 0 : INSNS), "func k");
    }
    said_needs(sass_said_in, "/*0000*/ NOP ;\n", REGS + INSNS, "func (no name)");
}

/* The list of instructions is full within one of them: those before it are as they were. */
static void last_of_a_list(void **state)
{
    char text[2400] = "Function : k\n";
    (void)state;
    for (int i = 0; i < 62; i++) {
        strcat(text, "/*0000*/ NOP ;\n");
    }
    strcat(text, "/*0000*/ " SPARSE " ;\n/*0010*/ EXIT ;\n");
    const char *said = sass_said(text);
    assert_non_null(strstr(said, "\n64: wgmma.0 -,- = #0 #0 #0; R24-R27;\n64: commit.0"));
    assert_non_null(strstr(said, "\n65@10: exit.0 -,- = #0 #0 #0;;\nwgmma 62: n8 k32"));
    assert_non_null(strstr(said, " R24-R27; R4-R7\n"));
}

/* What a name does to the register behind it, or to the predicate: nothing is said of a value. */
static void names(void **state)
{
    static const struct {
        const char *names, *operands, *said;
    } rows[] = {
        {"ATOM ATOMG ATOMS B2R BMOV BMSK BREV ELECT F2F F2FP F2I F2IP FADD FFMA FLO FMNMX FMUL "
         "FRND "
         "FSEL FSET FSWZADD HADD2 HFMA2 HMNMX2 HMUL2 HSET2 I2F I2FP I2I I2IP IABS IDP IDP4A LD LDG "
         "LDL LDS MATCH MOVM MUFU P2R POPC REDUX SHFL SHL SHR SUATOM UBMSK UBREV UFLO ULOP UP2UR "
         "UPOPC USHL USHR VABSDIFF VABSDIFF4 VIADDMNMX VIMNMX3 VOTE VOTEU",
         "R4, R8", " R4; R8"},
        {"CS2UR DADD DFMA DMUL GETLMEMBASE LEPC RPCMOV SYNCS ULEPC", "R4, R8", " R4-R5; R8"},
        {"BMMA DMMA HMMA IMMA LDGMC LDSM SULD TEX TLD TLD4 TXQ", "R4, R8", " R4-R7; R8"},
        {"DSETP FCHK FSETP HSETP2 PLOP3 QSPC R2P UPLOP3 UR2UP USETMAXREG", "P0, R8", " P0; R8"},
        {"ACQBULK ARRIVES BAR BPT BREAK BSSY BSYNC CCTL CCTLL DEPBAR ENDCOLLECTIVE ERRBAR KILL "
         "LDGDEPBAR LDGSTS MEMBAR NANOSLEEP NOP PMTRIG PREEXIT RED REDG SETCTAID SETLMEMBASE ST "
         "STAS "
         "STG STL SURED SUST UBLKCP UBLKPF UBLKRED UCGABAR_ARV UCGABAR_WAIT UTMACCTL UTMACMDFLUSH "
         "UTMALDG UTMAPF UTMAREDG UTMASTG WARPGROUPSET WARPSYNC YIELD FENCE",
         "[R4], R8", "; R4 R8"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (const char *n = rows[i].names; *n; n += strcspn(n, " "), n += *n != '\0') {
            char line[80], want[80];
            snprintf(line, sizeof line, "%.*s %s", (int)strcspn(n, " "), n, rows[i].operands);
            snprintf(want, sizeof want, "4: top.0 -,- = #0 #0 #0;%s\n", rows[i].said);
            assert_string_equal(sass_line_said(line), want);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory),
        cmocka_unit_test(last_of_a_list),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
