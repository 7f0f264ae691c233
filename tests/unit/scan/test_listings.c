/* SPDX-License-Identifier: MIT
 *
 * Spellings of machine instructions, each by the low half of the word that a wgmma gets from it; listings that are
 * refused, and lines that say where the source is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "said/scan_first.h"

enum { WORK = 2 << 20 };
static _Alignas(max_align_t) unsigned char work[WORK];

#define GMMA "/*0100*/ HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, gsb0 ;\n/*0110*/ EXIT ;\n"
#define UR8  "/*0000*/ UMOV UR8, 0x100 ;\n/*0010*/ UMOV UR9, 0x7 ;\n"

static wgd_status read_text(const char *text, wgd_scan_kernel *k, wgd_diag *d)
{
    return scan_first(WGD_SCAN_SASS, text, strlen(text), work, WORK, k, d);
}

static void words(void **state)
{
    static const struct {
        const char *body;
        uint32_t word, known;
    } rows[] = {
        {"/*0000*/ UMOV UR4, 0x5 ;\n", 5, UINT32_MAX},
        {"\t/*0000*/\t@PT\tUMOV\tUR4,\t0x5\t;\r\n", 5, UINT32_MAX},
        {"/*0000*/ UMOV UR4, 0x5 ;\n/*0010*/ @!PT UMOV UR4, 0x6 ;\n", 5, UINT32_MAX},
        {"/*0000*/ UMOV.A.B.C.D.E.F.G.H.I.J.K.L.M UR4, 0x5 ;\n", 5, UINT32_MAX},
        {UR8 "/*0020*/ USHF.R.S32 UR4, UR8, 0x4, URZ ;\n", 0x10, UINT32_MAX},
        {UR8 "/*0020*/ USHF.L.U32 UR4, UR8, 0x4, URZ ;\n", 0x1000, UINT32_MAX},
        {UR8 "/*0020*/ USHF.R.U32.HI UR4, URZ, 0x4, UR8 ;\n", 0x10, UINT32_MAX},
        {UR8 "/*0020*/ ULOP3.LUT UR4, UR8, 0x180, URZ, 0xc0, !UPT ;\n", 0x100, UINT32_MAX},
        {UR8 "/*0020*/ ULOP3.LUT UP0, UR4, UR8, 0x180, URZ, 0xc0, !UPT ;\n", 0x100, UINT32_MAX},
        {UR8 "/*0020*/ ULOP3.LUT UP0, UP1, UR4, UR8, 0x180, URZ, 0xc0, !UPT ;\n", 0, 0},
        {UR8 "/*0020*/ ULEA UR4, UR8, UR9, 0x4 ;\n", 0x1007, UINT32_MAX},
        {UR8 "/*0020*/ ULEA UR4, UPT, UR8, UR9, 0x4 ;\n", 0x1007, UINT32_MAX},
        {UR8 "/*0020*/ ULEA UR4, UR8, UR9, 0x4, UP0 ;\n", 0, 0},
        {UR8 "/*0020*/ UIMAD UR4, UR8, 0x2, UR9 ;\n", 0x207, UINT32_MAX},
        {UR8 "/*0020*/ UIMAD.X UR4, UR8, 0x2, URZ, !UP0 ;\n", 0x200, ~UINT32_C(1)},
        {UR8 "/*0020*/ UIADD3 UR4, UR8, -UR9, URZ ;\n", 0xf9, UINT32_MAX},
        {"/*0000*/ UMOV UR4, -0x1 ;\n", UINT32_MAX, UINT32_MAX},
        {"/*0000*/ UMOV UR4, 12 ;\n", 12, UINT32_MAX},
        {"/*0000*/ UMOV UR4, 0xg ;\n", 0, 0},
        {"/*0000*/ @P0 BRA P1, `(.L_x_0) ;\n/*0010*/ UMOV UR4, 0x5 ;\n.L_x_0:\n/*0020*/ UMOV UR4, "
         "0x5 ;\n",
         5, UINT32_MAX},
    };
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024];
        wgd_scan_kernel k;
        wgd_diag d;
        snprintf(text, sizeof text, "Function : k\n%s%s", rows[i].body, GMMA);
        if (read_text(text, &k, &d) != WGD_OK) {
            fail_msg("%s: %s, got %s", rows[i].body, d.what, d.got);
        }
        const wgd_scan_operand *op = &k.wgmma[0].op[0];
        if ((uint32_t)op->word != rows[i].word || (uint32_t)op->known != rows[i].known) {
            print_error("%s    0x%x, known 0x%x\n", rows[i].body, (unsigned)op->word,
                        (unsigned)op->known);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static void refused(void **state)
{
    static const struct {
        const char *text;
        wgd_status status;
        const char *what, *got;
    } rows[] = {
        {"/*0000*/ HGMMA.64x1000000x16.F32 R24, gdesc[UR4], R24 ;\n", WGD_ERR_INST,
         "not understood", "HGMMA.64x1000000x16.F32"},
        {"/*0000*/ HGMMA.64x8x0.F32 R24, gdesc[UR4], R24 ;\n", WGD_ERR_INST, "not understood",
         "HGMMA"},
        {"/*0000*/ HGMMA.64x0x16.F32 R24, gdesc[UR4], R24 ;\n", WGD_ERR_INST, "not understood",
         "HGMMA"},
        {"/*0000*/ HGMMA.32x8x16.F32 R24, gdesc[UR4], R24 ;\n", WGD_ERR_INST, "not understood",
         "HGMMA"},
        {"/*0000*/ HGMMA.64y8x16.F32 R24, gdesc[UR4], R24 ;\n", WGD_ERR_INST, "not understood",
         "HGMMA"},
        {"/*0000*/ HGMMA.64x8x16.F32 R24, gdesc[UR254], R24 ;\n", WGD_ERR_INST, "not understood",
         "HGMMA"},
        {"/*0000*/ HGMMA.64x8x16.F32 R24, UR4, R24 ;\n", WGD_ERR_INST, "not understood", "HGMMA"},
        {"/*0000*/ HGMMA.64x8x16.F32 UP0, gdesc[UR4], R24 ;\n", WGD_ERR_INST, "not understood",
         "HGMMA"},
        {"/*0000*/ MOV R1, R2\n", WGD_ERR_SYNTAX, "not closed", "MOV R1, R2"},
        {"/*0000*/ @P0 ;\n", WGD_ERR_SYNTAX, "there is no instruction", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_scan_kernel k;
        wgd_diag d;
        if (read_text(rows[i].text, &k, &d) != rows[i].status || !strstr(d.what, rows[i].what) ||
            !strstr(d.got, rows[i].got)) {
            fail_msg("%s: status %d, %s, got %s", rows[i].text, (int)d.status, d.what, d.got);
        }
    }
}

/* The line of the source that an instruction comes from; one too long to be a number is cut. */
static void source_lines(void **state)
{
    static const struct {
        const char *said;
        uint32_t line;
    } rows[] = {{"//## File \"/k.cu\", line 12\n", 12},
                {"//## File \"/k.cu\", line 99999999999\n", 999999999},
                {"//## File \"/k.cu\"\n", 0},
                {"", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[512];
        wgd_scan_kernel k;
        wgd_diag d;
        snprintf(text, sizeof text, "\t.section\t.text.k,\"ax\"\n%s%s", rows[i].said, GMMA);
        assert_int_equal(read_text(text, &k, &d), WGD_OK);
        assert_int_equal(k.name_len, 1);
        assert_int_equal(k.wgmma[0].source_line, rows[i].line);
        assert_int_equal(k.wgmma[0].address, 0x100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(refused),
        cmocka_unit_test(source_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
