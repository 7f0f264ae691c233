/* SPDX-License-Identifier: MIT
 *
 * What is read of the operands of an instruction, and how those are refused that are none, each to the letter (PTX
 * ISA, "Operands").
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "said/ptx_said.h"

static void addresses(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("st.shared.u32 [%d4+16], %r0;\n"
               "st.shared.u32 [%d4-16], %r0;\n"
               "st.shared.u32 [%d4+-16], %r0;\n"
               "st.shared.u32 [%d4-+16], %r0;\n"
               "st.shared.u32 [%d4+16+8], %r0;\n"
               "st.shared.u32 [%d4-16+8], %r0;\n"
               "st.shared.u32 [%d4+0x100000002], %r0;\n"
               "st.shared.u32 [%d4-0xffffffff], %r0;\n"
               "st.shared.u32 [16], %r0;\n"
               "st.shared.u32 [-16], %r0;\n"
               "st.shared.u32 [s], %r0;\n"
               "st.shared.u32 [s+4], %r0;\n"
               "st.shared.u32 [%tid.x+4], %r0;\n"
               "st.shared.u32 [k+4], %r0;\n"
               "st.shared.u32 [%d4, {3, 4}], %r0;\n"
               "st.shared.u32 [%d4+4, {3, 4}], %r0;\n"
               "st.shared.u32 [[%d4+4]+4], %r0;\n"
               "st.shared.u32 [], %r0;\n"
               "st.shared.u32 ![%d4], %r0;\n"),
         PTX_K_SAID("2: store.32 -,- = r4 0x10 #0;; 4 0\n"
                    "3: store.32 -,- = r4 0xfffffffffffffff0 #0;; 4 0\n"
                    "4: store.32 -,- = r4 0xfffffffffffffff0 #0;; 4 0\n"
                    "5: store.32 -,- = r4 0xfffffffffffffff0 #0;; 4 0\n"
                    "6: store.32 -,- = r4 0x18 #0;; 4 0\n"
                    "7: store.32 -,- = r4 0xfffffffffffffff8 #0;; 4 0\n"
                    "8: store.32 -,- = r4 0x2 #0;; 4 0\n"
                    "9: store.32 -,- = r4 0xffffffff00000001 #0;; 4 0\n"
                    "10: store.32 -,- = #- 0x10 #0;; 0\n"
                    "11: store.32 -,- = #- 0xfffffffffffffff0 #0;; 0\n"
                    "12: store.32 -,- = $0 0x0 #0;; 0\n"
                    "13: store.32 -,- = $0 0x4 #0;; 0\n"
                    "14: store.32 -,- = #-+0x3ff 0x4 #0;; 0\n"
                    "15: store.32 -,- = #- 0x4 #0;; 0\n"
                    "16: store.32 -,- = r4 0x0 #0;; 4 0\n"
                    "17: store.32 -,- = r4 0x4 #0;; 4 0\n"
                    "18: store.32 -,- = #- 0x8 #0;; 0\n"
                    "19: store.32 -,- = #- 0x0 #0;; 0\n"
                    "20: store.32 -,- = ~r4 0x0 #0;; 4 0\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n")},
        {PTX_K("st.shared.u32 [%d4;\n"),
         "syntax: file: line 2, column 19: an address is not closed; got ;; want ']'; hint is this "
         "PTX, whole and unchanged?\n"},
        {PTX_K("st.shared.u32 [%d4\n"),
         "syntax: file: line 3, column 2: an address is not closed; got the end of the text; want "
         "']'; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("st.shared.u32 [`]\n"), "syntax: file: line 2, column 16: an address is not closed; "
                                       "got `; want ']'; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("st.shared.u32 [%x1]\n"),
         "syntax: file: line 2, column 16: the register is not declared; got %x1; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k{st [a", "syntax: file: line 1, column 15: an address is not closed; got the end "
                           "of the text; want ']'; hint is this PTX, whole and unchanged?\n"},
        {".entry k{st [a`", "syntax: file: line 1, column 15: an address is not closed; got `; "
                            "want ']'; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

static void vectors(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("mov.b64 {%r0, -5, s, ~1, _}, 0;\n"
               "mov.b64 {}, 0;\n"
               "mov.b64 {%r0,}, 0;\n"
               "mma.sync 1, {%r1, %r2}, {%r3, 7}, %r0;\n"),
         PTX_K_SAID("2: top.0 -,- = #0 #0 #0; 0;\n"
                    "3: top.0 -,- = #0 #0 #0;;\n"
                    "4: top.0 -,- = #0 #0 #0; 0;\n"
                    "5: top.0 -,- = #0 #0 #0;; 1 2 3 0\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n")},
        {PTX_K("mov.b64 {%r0 %r1}, 0;\n"),
         "syntax: file: line 2, column 14: a list of registers is not closed; got %r1; want ',' or "
         "'}'; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("mov.b64 {%r0;\n"),
         "syntax: file: line 2, column 13: a list of registers is not closed; got ;; want ',' or "
         "'}'; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("mov.b64 {%r0\n"),
         "syntax: file: line 3, column 2: an instruction is not closed; got the end of the text; "
         "want ',' or ';'; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("mov.b64 {[%r0]}, 0;\n"),
         "syntax: file: line 2, column 10: this is no operand; got [; want a number; hint is this "
         "PTX, whole and unchanged?\n"},
        {PTX_K("mov.b64 {%x5}, 0;\n"),
         "syntax: file: line 2, column 10: the register is not declared; got %x5; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

static void operands(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("call (%r0, %r1), f, (%r2);\n"
               "frob %r0, %r1, %r2, %r3, %r0, %r1, %r2, %r3, %r0, %r1, %r2, %r3, %r0, %r1, %r2, "
               "%r3;\n"
               "frob %r0, %r1, %r2, %r3, %r0, %r1, %r2, %r3, %r0, %r1, %r2, %r3, %r0, %r1, %r2, "
               "%r3, %d4, 5;\n"
               "frob %r0|%p8, !%p9, +4, %r0+4, %r0-4, s+4;\n"),
         PTX_K_SAID("2: call.0 -,- = #0 #0 #0;;\n"
                    "3: top.0 -,- = #0 #0 #0; 0; 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3\n"
                    "4: top.0 -,- = #0 #0 #0; 0; 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3\n"
                    "5: top.0 -,- = #0 #0 #0; 0 8; 9 0 0\n"
                    "symbol s shared align 16 size 64 offset 0 width 32\n"
                    "unknown 3: 1 2 3\n")},
        {PTX_K("call (%r0;\n"),
         "syntax: file: line 2, column 10: a list of arguments is not closed; got ;; want ')'; "
         "hint is this PTX, whole and unchanged?\n"},
        {PTX_K("call (%r0\n"),
         "syntax: file: line 3, column 2: a list of arguments is not closed; got the end of the "
         "text; want ')'; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("call (`)\n"), "syntax: file: line 2, column 7: a list of arguments is not closed; "
                              "got `; want ')'; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob %r0|%x5;\n"), PTX_K_SAID("2: top.0 -,- = #0 #0 #0; 0;\n"
                                              "unknown 1: 0\n")},
        {PTX_K("frob %r0|5;\n"), PTX_K_SAID("2: top.0 -,- = #0 #0 #0; 0;\n"
                                            "unknown 1: 0\n")},
        {PTX_K("frob %r0|\n"),
         "syntax: file: line 3, column 2: an instruction is not closed; got the end of the text; "
         "want ',' or ';'; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob %r0+%r1;\n"), "syntax: file: line 2, column 10: this is no offset; got %r1; "
                                   "want a number; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob %r0-;\n"), "syntax: file: line 2, column 10: this is no offset; got ;; want a "
                                "number; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob %r0 %r1;\n"),
         "syntax: file: line 2, column 10: an instruction is not closed; got %r1; want ',' or ';'; "
         "hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob %r0\n"), "syntax: file: line 3, column 1: an instruction is not closed; got "
                              "}; want ',' or ';'; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob -%r0;\n"), "syntax: file: line 2, column 7: this is no operand; got %r0; want "
                                "a number; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob ;\n"), PTX_K_SAID("2: top.0 -,- = #0 #0 #0;;\n"
                                       "unknown 1: 0\n")},
        {PTX_K("frob );\n"), "syntax: file: line 2, column 6: this is no operand; got ); want a "
                             "number; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("mul.lo.u32 %r0, %r1, %r2, %zz5:\n"),
         "syntax: file: line 2, column 27: the register is not declared; got %zz5; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob !;\n"), "syntax: file: line 2, column 7: this is no operand; got ;; want a "
                             "number; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob %x5;\n"),
         "syntax: file: line 2, column 6: the register is not declared; got %x5; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob \"a ~b\";\n"),
         "syntax: file: line 2, column 6: this is no operand; got \"a ~b\"; want a number; hint is "
         "this PTX, whole and unchanged?\n"},
        {PTX_K("frob \"a\037b~\177\351\";\n"),
         "syntax: file: line 2, column 6: this is no operand; got \"a?b~??\"; want a number; hint "
         "is this PTX, whole and unchanged?\n"},
        {PTX_K("frob `;\n"), "syntax: file: line 2, column 6: this is no operand; got `; want a "
                             "number; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob \177;\n"), "syntax: file: line 2, column 6: this is no operand; got ?; want a "
                                "number; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob %aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5;\n"),
         "syntax: file: line 2, column 6: the register is not declared; got "
         "%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5; want a .reg directive "
         "before its use; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob %aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5;\n"),
         "syntax: file: line 2, column 6: the register is not declared; got "
         "%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; want a .reg directive "
         "before its use; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob %aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5;\n"),
         "syntax: file: line 2, column 6: the register is not declared; got "
         "%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5; want a .reg directive "
         "before its use; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("frob "
               "%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5;"
               "\n"),
         "syntax: file: line 2, column 6: the register is not declared; got "
         "%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; want a .reg directive "
         "before its use; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses),
        cmocka_unit_test(vectors),
        cmocka_unit_test(operands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
