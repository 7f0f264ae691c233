/* SPDX-License-Identifier: MIT
 *
 * The lines of a listing: functions, labels, addresses, source lines; what is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "said/sass_said.h"

#define HINT "; hint is this a listing of nvdisasm or cuobjdump -sass, whole and unchanged?\n"
#define EXIT "exit.0 -,- = #0 #0 #0;;\n"
#define NOP  "top.0 -,- = #0 #0 #0;;\n"

static void held(const sass_held *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(sass_said(rows[i].line), rows[i].said);
    }
}

/* What begins a function, and what does not. */
static void functions(void **state)
{
    static const sass_held rows[] = {
        {"", ""},
        {" \t", ""},
        {"\n \n\t\r\n", ""},
        {"Function : k", SASS_FUNC("k", "1")},
        {"Function : k\n", SASS_FUNC("k", "1")},
        {"\t\tFunction : k \t\r\n", SASS_FUNC("k", "1")},
        {"Function : ", ""},
        {"Function :k\n/*0*/ EXIT ;", SASS_FUNC("(no name)", "2") "2: " EXIT},
        {".section .text.k,\"ax\"\n", SASS_FUNC("k", "1")},
        {"\n\n\t.section\t.text.k\n", SASS_FUNC("k", "3")},
        {".section \t .text.k,\n", SASS_FUNC("k", "1")},
        {".section .text.\n", SASS_FUNC("", "1")},
        {".section .text.,\n", SASS_FUNC("", "1")},
        {".section .text\n", ""},
        {".section", ""},
        {".section .debug,\n", ""},
        {".sectionflags .text.k\n", ""},
        {".section_size .text.k\n", ""},
        {"/*0000*/ EXIT ;", SASS_FUNC("(no name)", "1") "1: " EXIT},
        {"x:\n/*0000*/ EXIT ;", SASS_FUNC("(no name)", "2") "2: " EXIT},
        {"Function : a\n/*0000*/ EXIT ;\nFunction : b\n/*0010*/ NOP ;\n",
         SASS_FUNC("a", "1") "2: " EXIT SASS_FUNC("b", "3") "4@10: " NOP},
        {"Function : a\nFunction : b\nFunction : c\n/*0010*/ NOP ;\n",
         SASS_FUNC("a", "1") SASS_FUNC("b", "2") SASS_FUNC("c", "3") "4@10: " NOP},
        {".section .text.a,\n/*0000*/ EXIT ;\n.section .text.b,\n/*0000*/ NOP ;\n",
         SASS_FUNC("a", "1") "2: " EXIT SASS_FUNC("b", "3") "4: " NOP},
        {"/*0000*/ EXIT ;\n.section .text.b,\n/*0000*/ NOP ;\n",
         SASS_FUNC("(no name)", "1") "1: " EXIT SASS_FUNC("b", "2") "3: " NOP},
        /* Data is not read. */
        {".section .text.a,\n/*0000*/ EXIT ;\n.section .data\nx:\n/*0000*/ NOP\n"
         ".section .text.b,\n/*0000*/ NOP ;\n",
         SASS_FUNC("a", "1") "2: " EXIT SASS_FUNC("b", "6") "7: " NOP},
        {".section .text.a,\n.sectionflags @x\n/*0000*/ EXIT ;\n", SASS_FUNC("a", "1") "3: " EXIT},
        {".section .data\nx:\n/*0000*/ NOP ;\n", SASS_FUNC("(no name)", "3") "3: " NOP},
        {"Function : a\n.section .data\n/*0000*/ NOP ;\n", SASS_FUNC("a", "1")},
    };
    (void)state;
    held(rows, sizeof rows / sizeof rows[0]);
}

/* What is an instruction's line, in a function, and which address it has. */
static void addresses(void **state)
{
    static const char *const none[] = {
        "/*0000*/",
        "/*0000*/ ",
        "/*0000*/ /* 0x000fe20000000f00 */",
        "/*0000*/ .word",
        "/**/ EXIT ;",
        "/*00g0*/ EXIT ;",
        "/*0000 EXIT ;",
        "/*0000* EXIT;",
        "/*0000",
        "/*0000*",
        "/*",
        "/",
        "/ 0000*/ EXIT ;",
        "*0000*/ EXIT ;",
        "/*0000/ EXIT ;",
        "/* 0000*/ EXIT ;",
        "/*123456789*/ EXIT ;",
        "EXIT ;",
        "//",
        "/*0000**/ EXIT ;",
        "x*0000*/ EXIT ;",
        "/x0000*/ EXIT ;",
    };
    static const sass_held rows[] = {
        {"Function : k\n/*0*/ EXIT ;", SASS_FUNC("k", "1") "2: " EXIT},
        {"Function : k\n/*0010*/EXIT;", SASS_FUNC("k", "1") "2@10: " EXIT},
        {"Function : k\n/*0fF0*/ \t EXIT ;", SASS_FUNC("k", "1") "2@ff0: " EXIT},
        {"Function : k\n \t/*1234abcd*/ EXIT ; /* 0x1 */\r\n",
         SASS_FUNC("k", "1") "2@1234abcd: " EXIT},
        {"Function : k\n/*ffffffff*/ EXIT ; NOP ;\n", SASS_FUNC("k", "1") "2@ffffffff: " EXIT},
        {"/*0020*/ EXIT ;", SASS_FUNC("(no name)", "1") "1@20: " EXIT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        char text[80];
        snprintf(text, sizeof text, "Function : k\n%s", none[i]);
        assert_string_equal(sass_said(text), SASS_FUNC("k", "1"));
        assert_string_equal(sass_said(none[i]), "");
    }
    held(rows, sizeof rows / sizeof rows[0]);
}

#define BRA "bra.0 -,- = #0 #0 #0;;\n"

/* A label stands before the next instruction; an address is that of one. */
static void labels(void **state)
{
    static const sass_held rows[] = {
        {"Function : k\n.L_x_0:\n/*0000*/ NOP ;\n/*0010*/ BRA `(.L_x_0) ;\n",
         SASS_FUNC("k", "1") "3: " NOP "4@10: " BRA "label 0 0 -\n"},
        {"Function : k\n/*0000*/ BRA `(.L_x_0) ;\n/*0010*/ NOP ;\n.L_x_0:\n/*0020*/ NOP ;\n",
         SASS_FUNC("k", "1") "2: " BRA "3@10: " NOP "5@20: " NOP "label 2 0 -\n"},
        {"Function : k\n/*0000*/ BRA `(.L_x_0) ;\n  .L_x_0:  \n",
         SASS_FUNC("k", "1") "2: " BRA "label 1 0 -\n"},
        {"Function : k\n/*0000*/ BRA `(.L_x_0) ;\n.L_x_00:\n",
         SASS_FUNC("k", "1") "2: " BRA "label - 0 -\nlabel 1 0 -\n"},
        {"Function : k\n/*0000*/ NOP ;\nx:\n/*0010*/ NOP ;\nx:\n/*0020*/ NOP ;\n",
         SASS_FUNC("k", "1") "2: " NOP "4@10: " NOP "6@20: " NOP "label 2 0 -\n"},
        {"Function : k\n:\n/x:\n/:\n.L_x_0\nx:", SASS_FUNC("k", "1") "label 0 0 -\n"},
        {":", ""},
        {"Function : a\nx:\n/*0000*/ NOP ;\nFunction : b\n/*0000*/ BRA `(x) ;\n",
         SASS_FUNC("a", "1") "3: " NOP "label 0 0 -\n" SASS_FUNC("b", "4") "5: " BRA
                                                                           "label - 0 -\n"},
        {"Function : a\n/*0000*/ NOP ;\n/*0010*/ BRA 0x10 ;\n/*0020*/ BRA 0x0 ;\n"
         "/*0030*/ BRA 0x30 ;\n/*0040*/ BRA 0x20 ;\n/*0050*/ BRA 0x10 ;\n",
         SASS_FUNC("a", "1") "2: " NOP "3@10: bra.0 -,- = #0 #0 #0;;\n"
                             "4@20: bra.0 -,- = #1 #0 #0;;\n5@30: bra.0 -,- = #2 #0 #0;;\n"
                             "6@40: bra.0 -,- = #3 #0 #0;;\n7@50: bra.0 -,- = #0 #0 #0;;\n"
                             "label 1 0 -\nlabel 0 0 -\nlabel 3 0 -\nlabel 2 0 -\n"},
        /* The first of what one address became. */
        {"Function : a\n/*0000*/ CS2R R4, SRZ ;\n/*0010*/ CS2R R2, SRZ ;\n/*0020*/ BRA 0x10 ;\n",
         SASS_FUNC("a", "1") "2: mov.32 R4,- = 0x0 #- #-; R4;\n2: mov.32 R5,- = 0x0 #- #-; R5;\n"
                             "3@10: mov.32 R2,- = 0x0 #- #-; R2;\n"
                             "3@10: mov.32 R3,- = 0x0 #- #-; R3;\n"
                             "4@20: " BRA "label 2 0 -\n"},
        {"Function : a\n/*ffffffff*/ BRA 0xffffffff0 ;\n",
         SASS_FUNC("a", "1") "2@ffffffff: " BRA "label - 0 -\n"},
        {"Function : a\n/*ffffffff*/ BRA 0xffffffff ;\n",
         SASS_FUNC("a", "1") "2@ffffffff: " BRA "label 0 0 -\n"},
        {"Function : a\n/*abc0*/ NOP ;\n/*abd0*/ BRA 0xaBc0 ;\n",
         SASS_FUNC("a", "1") "2@abc0: " NOP "3@abd0: " BRA "label 0 0 -\n"},
    };
    (void)state;
    held(rows, sizeof rows / sizeof rows[0]);
}

/* Each of many addresses, wherever its name lies in the table. */
static void many_labels(void **state)
{
    enum { EACH = 128 };
    (void)state;
    for (int start = 0; start < 4; start++) {
        char text[EACH * 40] = "", want[EACH * 80] = SASS_FUNC("(no name)", "1");
        size_t n = 0, w = strlen(want);
        for (int i = 0; i < EACH; i++) {
            const int at = 16 * (EACH * start + i);
            n += (size_t)snprintf(text + n, sizeof text - n, "/*%04x*/ BRA 0x%x ;\n", at, at);
            w += (size_t)snprintf(want + w, sizeof want - w, at ? "%d@%x: " : "%d: ", i + 1, at);
            w += (size_t)snprintf(want + w, sizeof want - w, "bra.0 -,- = #%d #0 #0;;\n", i);
        }
        for (int i = 0; i < EACH; i++) {
            w += (size_t)snprintf(want + w, sizeof want - w, "label %d 0 -\n", i);
        }
        assert_string_equal(sass_said(text), want);
    }
}

/* What looks like an address of the function and is none: 0x10 from 0x0 to 0x20. */
static void no_addresses(void **state)
{
    static const char *const to[] = {"0x30",
                                     "0x18",
                                     "0x8",
                                     "16",
                                     "00010",
                                     "0x100000010",
                                     "0x10000000000000010",
                                     "`(0x)",
                                     "`(0xg10)",
                                     "`(0x1g0)",
                                     "`(0xg00000000000000010)",
                                     "`(0010)",
                                     "`(1x10)",
                                     "`(0y10)",
                                     "`(x)"};
    (void)state;
    for (size_t i = 0; i < sizeof to / sizeof to[0]; i++) {
        char text[160];
        snprintf(text, sizeof text,
                 "Function : k\n/*0000*/ NOP ;\n/*0010*/ NOP ;\n/*0020*/ BRA %s ;\n", to[i]);
        assert_string_equal(sass_said(text), SASS_FUNC("k", "1") "2: " NOP "3@10: " NOP "4@20: " BRA
                                                                 "label - 0 -\n");
    }
}

/* The last number of the line, for all that follows in the function. */
static void source_lines(void **state)
{
    static const sass_held rows[] = {
        {"Function : a\n//## File \"x.cu\", line 12\n/*0*/ NOP ;\n/*1*/ NOP ;\n"
         "//## File \"x.cu\", line 7 \n/*2*/ NOP ;\nFunction : b\n/*0*/ NOP ;\n",
         SASS_FUNC("a", "1") "3/12: " NOP "4/12@1: " NOP
                             "6/7@2: " NOP SASS_FUNC("b", "7") "8: " NOP},
        {"Function : a\n//## File \"x.cu\", line 12 inlined at \"y.cu\", line 30\n/*0*/ NOP ;\n",
         SASS_FUNC("a", "1") "3/30: " NOP},
        {"Function : a\n//## line 12x\n/*0*/ NOP ;\n//## File\n/*1*/ NOP ;\n//## line\n/*2*/ NOP "
         ";\n",
         SASS_FUNC("a", "1") "3/12: " NOP "5/12@1: " NOP "7/12@2: " NOP},
        {"Function : a\n//##line 3\n/*0*/ NOP ;\n//## line x\n/*1*/ NOP ;\n",
         SASS_FUNC("a", "1") "3/3: " NOP "5@1: " NOP},
        {"Function : a\n//# line 3\n/*0*/ NOP ;\n//##", SASS_FUNC("a", "1") "3: " NOP},
        {"Function : a\n//## line 99999999\n/*0*/ NOP ;\n//## line 999999999\n/*1*/ NOP ;\n"
         "//## line 1000000009\n/*2*/ NOP ;\n//## line 100000000\n/*3*/ NOP ;\n",
         SASS_FUNC("a", "1") "3/99999999: " NOP "5/999999999@1: " NOP "7/100000000@2: " NOP
                             "9/100000000@3: " NOP},
        {"Function : a\n//## line 12\n/*0*/ NOP ;\n//## linex7\n/*1*/ NOP ;\n//## line 3",
         SASS_FUNC("a", "1") "3/12: " NOP "5/12@1: " NOP},
        {"//## line 5\n/*0*/ NOP ;\n", SASS_FUNC("(no name)", "2") "2: " NOP},
    };
    (void)state;
    held(rows, sizeof rows / sizeof rows[0]);
}

/* A line that is refused, with its number and sixty characters of what was got. */
static void refused(void **state)
{
    static const sass_held rows[] = {
        {"Function : k\n/*0000*/ NOP ;\n/*0010*/ MOV R1, R2\n",
         "syntax: file: line 3: the instruction is not closed; got MOV R1, R2; want ';'" HINT},
        {"/*0000*/ NOP ;\n/*0010*/ @P0 ;\n",
         "syntax: file: line 2: there is no instruction; got ; want an instruction" HINT},
        {"/*0000*/ @P0;\n/*0010*/ EXIT ;\n",
         "syntax: file: line 1: there is no instruction; got ; want an instruction" HINT},
        {"/*0000*/ 34567890123456789012345678901234567890123456789012345678901234567890\n",
         "syntax: file: line 1: the instruction is not closed; got "
         "345678901234567890123456789012345678901234567890123456789012; want ';'" HINT},
        {"/*0000*/ a\t b\x7f\x80\x01~ !\n",
         "syntax: file: line 1: the instruction is not closed; got a? b???~ !; want ';'" HINT},
        /* The function before it is still answered. */
        {"Function : a\n/*0000*/ NOP ;\nFunction : b\n/*0000*/ NOP\n",
         SASS_FUNC("a", "1") "2: " NOP "syntax: file: line 4: the instruction is not closed; "
                             "got NOP; want ';'" HINT},
    };
    (void)state;
    held(rows, sizeof rows / sizeof rows[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions),    cmocka_unit_test(addresses),
        cmocka_unit_test(labels),       cmocka_unit_test(many_labels),
        cmocka_unit_test(no_addresses), cmocka_unit_test(source_lines),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
