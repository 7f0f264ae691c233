/* SPDX-License-Identifier: MIT
 *
 * What is read of the outer level, each to the letter: functions, sections, variables, and how a text is refused
 * that is none (PTX ISA, "Directives").
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "said/ptx_said.h"

static void functions(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {".version 8.5\n"
         ".target sm_90a // { (\n"
         ".address_size 64\n"
         ".file 1 \"k.cu\"\n"
         "@@DWARF .byte 1 ; {\n"
         ".visible .entry one(\n"
         ".param .u64 p, .param .align 8 .b8 q[16]\n"
         ")\n"
         ".maxntid 128, 1, 1\n"
         "{ ret; }\n"
         ".weak .func (.param .b32 r) two (.param .b32 a) ;\n"
         ".func (.param .b32 r) three (.param .b32 a) .noreturn { exit; }\n"
         ".extern .func four ( .param .b32 a );\n"
         ".entry five { trap; }\n"
         ".func six() { ret; }",
         "entry one, line 6:\n"
         "10: exit.0 -,- = #0 #0 #0;;\n"
         "func three, line 12:\n"
         "12: exit.0 -,- = #0 #0 #0;;\n"
         "entry five, line 14:\n"
         "14: exit.0 -,- = #0 #0 #0;;\n"
         "func six, line 15:\n"
         "15: exit.0 -,- = #0 #0 #0;;\n"},
        {".entry k {.reg .b32 %r<3>, %q;add.cc.u32 %r1,%r2,%q;\n"
         ".loc 1 5\n"
         "{.reg .b64 %q;mov.b64 %q,1;}\n"
         "}.entry l {.reg .b32 %s<3>;.loc 1 6\n"
         "}.entry m {.reg .b32 %a;addc.u32 %a,%a,%a;mov.b32 %a,%q;{.reg .b16 %a;mov.b16 %a,3;bra "
         "L;}L:}.entry n {mov.b32 %r1,5;}",
         "entry k, line 1: 32 32 32 1 64\n"
         "1: add.32 1,3 = r2 r0 #0; 1 3; 2 0\n"
         "3/5: mov.64 4,- = 0x1 #0 #0; 4;\n"
         "entry l, line 4:\n"
         "entry m, line 5: 32 1 16\n"
         "5: add.32 0,- carry 1 = r0 r0 #0; 0; 0 0\n"
         "5: top.0 -,- = #0 #0 #0; 0;\n"
         "5: mov.16 2,- = 0x3 #0 #0; 2;\n"
         "5: bra.0 -,- = #0 #0 #0;;\n"
         "label 4 1 1\n"
         "label 4 0 -\n"
         "syntax: file: line 5, column 112: the register is not declared; got %r1; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {"", ""},
        {" // nothing", ""},
        {"foo", "syntax: file: line 1, column 1: this is not PTX; got foo; want a directive such "
                "as .version or .entry; hint is this PTX, whole and unchanged?\n"},
        {"7", "syntax: file: line 1, column 1: this is not PTX; got 7; want a directive such as "
              ".version or .entry; hint is this PTX, whole and unchanged?\n"},
        {"(a) .entry k {}", "entry k, line 1:\n"},
        {"(a", "syntax: file: line 1, column 3: a list of parameters is not closed; got the end of "
               "the text; want ')'; hint is this PTX, whole and unchanged?\n"},
        {".extern (a) .entry k {}", "syntax: file: line 1, column 9: this is not PTX; got (; want "
                                    "a directive; hint is this PTX, whole and unchanged?\n"},
        {".visible .extern .weak (", "syntax: file: line 1, column 24: this is not PTX; got (; "
                                     "want a directive; hint is this PTX, whole and unchanged?\n"},
        {".extern .func f; (a) .entry k {}", "entry k, line 1:\n"},
        {".attribute(.unified(1,2)",
         "syntax: file: line 1, column 25: a list of parameters is not closed; got the end of the "
         "text; want ')'; hint is this PTX, whole and unchanged?\n"},
        {".visible .attribute(.unified(1,2)) .global .u32 g; .entry k {}", "entry k, line 1:\n"},
        {".attribute(.unified) .visible .entry k {}", "entry k, line 1:\n"},
        {".entry", "syntax: file: line 1, column 7: a function has no name; got the end of the "
                   "text; want a name; hint is this PTX, whole and unchanged?\n"},
        {".entry 5 {}", "syntax: file: line 1, column 8: a function has no name; got 5; want a "
                        "name; hint is this PTX, whole and unchanged?\n"},
        {".entry (", "syntax: file: line 1, column 9: a list of parameters is not closed; got the "
                     "end of the text; want ')'; hint is this PTX, whole and unchanged?\n"},
        {".entry (a", "syntax: file: line 1, column 10: a list of parameters is not closed; got "
                      "the end of the text; want ')'; hint is this PTX, whole and unchanged?\n"},
        {".entry (a) k (b) {}", "entry k, line 1:\n"},
        {".entry k (", "syntax: file: line 1, column 11: a list of parameters is not closed; got "
                       "the end of the text; want ')'; hint is this PTX, whole and unchanged?\n"},
        {".entry k (a`", "syntax: file: line 1, column 12: a list of parameters is not closed; got "
                         "`; want ')'; hint is this PTX, whole and unchanged?\n"},
        {".entry k (`", "syntax: file: line 1, column 11: a list of parameters is not closed; got "
                        "`; want ')'; hint is this PTX, whole and unchanged?\n"},
        {".entry k", "syntax: file: line 1, column 9: a function has no body; got the end of the "
                     "text; want '{' or ';'; hint is this PTX, whole and unchanged?\n"},
        {".entry k .x `", "syntax: file: line 1, column 13: a function has no body; got `; want "
                          "'{' or ';'; hint is this PTX, whole and unchanged?\n"},
        {".entry k .x", "syntax: file: line 1, column 12: a function has no body; got the end of "
                        "the text; want '{' or ';'; hint is this PTX, whole and unchanged?\n"},
        {".entry k;.entry l;", ""},
        {".func () {}", "syntax: file: line 1, column 10: a function has no name; got {; want a "
                        "name; hint is this PTX, whole and unchanged?\n"},
        {"`", "syntax: file: line 1, column 1: this is not PTX; got `; want a directive such as "
              ".version or .entry; hint is this PTX, whole and unchanged?\n"},
        {".entry k {", "syntax: file: line 1, column 11: the body of a function is not closed; got "
                       "the end of the text; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".entry k { ret; } foo",
         "entry k, line 1:\n"
         "1: exit.0 -,- = #0 #0 #0;;\n"
         "syntax: file: line 1, column 19: this is not PTX; got foo; want a directive such as "
         ".version or .entry; hint is this PTX, whole and unchanged?\n"},
        {".entry k; foo",
         "syntax: file: line 1, column 11: this is not PTX; got foo; want a directive such as "
         ".version or .entry; hint is this PTX, whole and unchanged?\n"},
        {".func k; .extern .shared .b8 s[4];", ""},
        {"\"", "syntax: file: line 1, column 1: this is not PTX; got \"; want a directive such as "
               ".version or .entry; hint is this PTX, whole and unchanged?\n"},
        {".version 8.0 /* ", ""},
        {".version\n"
         ".foo bar\n"
         "@ x\n"
         "}",
         "syntax: file: line 4, column 1: this is not PTX; got }; want a directive such as "
         ".version or .entry; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

static void sections(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {".section .debug_info { .b8 1, 2 { .b8 3 } }\n"
         ".entry k {}",
         "entry k, line 2:\n"},
        {".section .debug_info {} .entry k {}", "entry k, line 1:\n"},
        {".section .debug", "syntax: file: line 1, column 16: a block is not closed; got the end "
                            "of the text; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".section .debug {", "syntax: file: line 1, column 18: a block is not closed; got the end "
                              "of the text; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".section .debug { { }",
         "syntax: file: line 1, column 22: a block is not closed; got the end of the text; want "
         "'}'; hint is this PTX, whole and unchanged?\n"},
        {".section .debug { `", "syntax: file: line 1, column 19: a block is not closed; got `; "
                                "want '}'; hint is this PTX, whole and unchanged?\n"},
        {".section {{}} {",
         "syntax: file: line 1, column 15: this is not PTX; got {; want a directive such as "
         ".version or .entry; hint is this PTX, whole and unchanged?\n"},
        {".section } { .entry l{} } .entry k{}", "entry k, line 1:\n"},
        {".alias a, b; .entry k {}", "entry k, line 1:\n"},
        {".pragma \"x\"; .entry k {}", "entry k, line 1:\n"},
        {".pragma", "syntax: file: line 1, column 8: a statement is not closed; got the end of the "
                    "text; want ';'; hint is this PTX, whole and unchanged?\n"},
        {".pragma {a;{b;}}c; .entry k {}", "entry k, line 1:\n"},
        {".pragma {", "syntax: file: line 1, column 10: a block is not closed; got the end of the "
                      "text; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".pragma {`};", "syntax: file: line 1, column 10: a block is not closed; got `; want '}'; "
                         "hint is this PTX, whole and unchanged?\n"},
        {".pragma `;", "syntax: file: line 1, column 9: a statement is not closed; got `; want "
                       "';'; hint is this PTX, whole and unchanged?\n"},
        {".alias ` ;", "syntax: file: line 1, column 8: a statement is not closed; got `; want "
                       "';'; hint is this PTX, whole and unchanged?\n"},
        {".pragma { ; .entry k {}",
         "syntax: file: line 1, column 24: a block is not closed; got the end of the text; want "
         "'}'; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

static void variables(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {".shared .align 16 .b8 s[64];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 16 size 64 offset 0 width 32\n"},
        {".shared .b32 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 4 size 4 offset 0 width 32\n"},
        {".shared .align 2 .b64 s[3][5];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 8 size 120 offset 0 width 32\n"},
        {".shared .align 8 .b32 s[2];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 8 size 8 offset 0 width 32\n"},
        {".shared .v4 .f32 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 4 size 16 offset 0 width 32\n"},
        {".shared .v2 .u16 s[3];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 2 size 12 offset 0 width 32\n"},
        {".shared .align 3 .b8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 1 offset 0 width 32\n"},
        {".shared .align 0 .b16 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 2 size 2 offset 0 width 32\n"},
        {".shared .align 1048576 .b8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1048576 size 1 offset 0 width 32\n"},
        {".shared .align 2097152 .b8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 1 offset 0 width 32\n"},
        {".shared .align 1 .b8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 1 offset 0 width 32\n"},
        {".shared .align .b8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 1 offset 0 width 32\n"},
        {".shared s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".extern .shared .align 128 .b8 s[];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 128 size -1 offset 0 width 32\n"},
        {".extern .shared .b8 s[16];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size -1 offset 0 width 32\n"},
        {".shared .b8 s[];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size -1 offset 0 width 32\n"},
        {".shared .b8 s[][4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size -1 offset 0 width 32\n"},
        {".shared .b8 s[4][];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size -1 offset 0 width 32\n"},
        {".shared .b8 s[2147483647];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 2147483647 offset 0 width 32\n"},
        {".shared .b8 s[2147483648];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size -1 offset 0 width 32\n"},
        {".shared .b8 s[2147483648][2];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size -1 offset 0 width 32\n"},
        {".shared .b8 s[2147483647][2];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4294967294 offset 0 width 32\n"},
        {".shared .b8 s[65536][32768];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 2147483648 offset 0 width 32\n"},
        {".shared .b8 s[65536][32768][2];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size -1 offset 0 width 32\n"},
        {".shared .b8 s[65536][65536][2];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size -1 offset 0 width 32\n"},
        {".shared .b8 s[0];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 0 offset 0 width 32\n"},
        {".shared .b8 s[0][3];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 0 offset 0 width 32\n"},
        {".shared .b8 s[4] = {1,2,{3}};\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".visible .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".extern .global .b8 g[]; .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;mov.u64 x,g;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".extern .func f (.param .b32 a); .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;mov.u64 x,f;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".extern .shared .b8 t[]; .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;mov.u64 x,t;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"
         "symbol t shared align 1 size -1 offset 0 width 32\n"},
        {".global .b8 c[4]; .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".const .b8 c[4]; .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".tex .b8 c[4]; .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".local .b8 c[4]; .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".shared .align 0 .pred s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 0 offset 0 width 32\n"},
        {".shared .align 3 .pred s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 0 offset 0 width 32\n"},
        {".global .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"},
        {".const .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"},
        {".local .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"},
        {".tex .u32 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"},
        {".common .global .b8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"},
        {".extern .visible .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size -1 offset 0 width 32\n"},
        {".common .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".weak .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".attribute(.managed) .shared .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".shared .attribute(.managed) .b8 s[4];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".shared .b8 s[4], t;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".shared .b8 s[4]; .shared .b32 t; .shared .b64 u[2];\n"
         ".entry k {mov.u64 x,u;mov.u64 x,t;mov.u64 x,s;mov.u64 x,u;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol u shared align 8 size 16 offset 0 width 32\n"
         "symbol t shared align 4 size 4 offset 0 width 32\n"
         "symbol s shared align 1 size 4 offset 0 width 32\n"},
        {".shared .b8 s[4]; .shared .b8 s[8];\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 8 offset 0 width 32\n"},
        {".shared .pred s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 0 offset 0 width 32\n"},
        {".shared .b8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 1 offset 0 width 32\n"},
        {".shared .s8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 1 offset 0 width 32\n"},
        {".shared .u8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 1 offset 0 width 32\n"},
        {".shared .b16 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 2 size 2 offset 0 width 32\n"},
        {".shared .s16 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 2 size 2 offset 0 width 32\n"},
        {".shared .u16 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 2 size 2 offset 0 width 32\n"},
        {".shared .f16 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 2 size 2 offset 0 width 32\n"},
        {".shared .b32 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 4 size 4 offset 0 width 32\n"},
        {".shared .s32 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 4 size 4 offset 0 width 32\n"},
        {".shared .u32 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 4 size 4 offset 0 width 32\n"},
        {".shared .f32 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 4 size 4 offset 0 width 32\n"},
        {".shared .b64 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 8 size 8 offset 0 width 32\n"},
        {".shared .s64 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 8 size 8 offset 0 width 32\n"},
        {".shared .u64 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 8 size 8 offset 0 width 32\n"},
        {".shared .f64 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 8 size 8 offset 0 width 32\n"},
        {".shared .b128 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 16 size 16 offset 0 width 32\n"},
        {".shared .f16x2 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 4 size 4 offset 0 width 32\n"},
        {".shared .bf16 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 2 size 2 offset 0 width 32\n"},
        {".shared .bf16x2 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 4 size 4 offset 0 width 32\n"},
        {".shared .tf32 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 4 size 4 offset 0 width 32\n"},
        {".shared .b8 .v2 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 2 offset 0 width 32\n"},
        {".shared .v4x .b8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 1 offset 0 width 32\n"},
        {".shared .x4 .b8 s;\n"
         ".entry k {mov.u64 x,s;}",
         "entry k, line 2:\n"
         "2: top.0 -,- = #0 #0 #0;;\n"
         "symbol s shared align 1 size 1 offset 0 width 32\n"},
        {".shared .b8 5;", "syntax: file: line 1, column 13: a variable has no name; got 5; want a "
                           "name; hint is this PTX, whole and unchanged?\n"},
        {".shared", "syntax: file: line 1, column 8: a variable has no name; got the end of the "
                    "text; want a name; hint is this PTX, whole and unchanged?\n"},
        {".shared .b8", "syntax: file: line 1, column 12: a variable has no name; got the end of "
                        "the text; want a name; hint is this PTX, whole and unchanged?\n"},
        {".shared .b8 s[4;", "syntax: file: line 1, column 16: the text goes on in an unexpected "
                             "way; got ;; want ']'; hint is this PTX, whole and unchanged?\n"},
        {".shared .b8 s[4",
         "syntax: file: line 1, column 16: the text goes on in an unexpected way; got the end of "
         "the text; want ']'; hint is this PTX, whole and unchanged?\n"},
        {".shared .b8 s[x];", "syntax: file: line 1, column 15: the text goes on in an unexpected "
                              "way; got x; want ']'; hint is this PTX, whole and unchanged?\n"},
        {".shared .b8 s", "syntax: file: line 1, column 14: a statement is not closed; got the end "
                          "of the text; want ';'; hint is this PTX, whole and unchanged?\n"},
        {".shared .b8 s = {1",
         "syntax: file: line 1, column 19: a block is not closed; got the end of the text; want "
         "'}'; hint is this PTX, whole and unchanged?\n"},
        {".shared .attribute(x",
         "syntax: file: line 1, column 21: a list of parameters is not closed; got the end of the "
         "text; want ')'; hint is this PTX, whole and unchanged?\n"},
        {".shared .b8 s `", "syntax: file: line 1, column 15: a statement is not closed; got `; "
                            "want ';'; hint is this PTX, whole and unchanged?\n"},
        {".shared .align 8", "syntax: file: line 1, column 17: a variable has no name; got the end "
                             "of the text; want a name; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions),
        cmocka_unit_test(sections),
        cmocka_unit_test(variables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
