/* SPDX-License-Identifier: MIT
 *
 * What is read of the body of a function, each to the letter: branches, lines of the source, directives, the names
 * of instructions, scopes and registers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "said/ptx_said.h"

static void branches(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("L0:\n"
               "bra L1;\n"
               "@%p8 bra L0;\n"
               "@!%p8 bra.uni L1;\n"
               "L1:\n"
               "brx.idx %r0, ts;\n"
               "exit;\n"
               "@%p9 ret;\n"
               "ret.uni;\n"
               "trap;\n"
               "call (%r0), f, (%r1, %r2);\n"
               "call f;\n"
               "call.uni (ret), f, (%r1);\n"
               "L2: L3: bar.sync 0;\n"
               "fence.proxy.async;\n"
               "fence.proxy.async.shared::cta;\n"
               "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;\n"
               "fence.proxy.tensormap::generic.release.gpu;\n"
               "fence.acq_rel.gpu;\n"
               "fence.async;\n"
               "fence.mbarrier_init.release.cluster;\n"
               "fence.proxy.alias %r0;\n"
               "exit %r1;\n"
               "brkpt;\n"
               "L4:\n"),
         PTX_K_SAID("3: bra.0 -,- = #1 #0 #0;;\n"
                    "4: @8 bra.0 -,- = #0 #0 #0;;\n"
                    "5: @!8 bra.0 -,- = #1 #0 #0;;\n"
                    "7: bra.0 -,- = #- #0 #0;; 0\n"
                    "8: exit.0 -,- = #0 #0 #0;;\n"
                    "9: @9 exit.0 -,- = #0 #0 #0;;\n"
                    "10: exit.0 -,- = #0 #0 #0;;\n"
                    "11: exit.0 -,- = #0 #0 #0;;\n"
                    "12: call.0 -,- = #0 #0 #0;;\n"
                    "13: call.0 -,- = #0 #0 #0;;\n"
                    "14: call.0 -,- = #0 #0 #0;;\n"
                    "15: top.0 -,- = #0 #0 #0;;\n"
                    "16: proxy.0 -,- = #0 #0 #0;;\n"
                    "17: proxy.0 -,- = #0 #0 #0;;\n"
                    "18: proxy.0 -,- = #0 #0 #0;;\n"
                    "19: top.0 -,- = #0 #0 #0;;\n"
                    "20: top.0 -,- = #0 #0 #0;;\n"
                    "21: top.0 -,- = #0 #0 #0;;\n"
                    "22: top.0 -,- = #0 #0 #0;;\n"
                    "23: top.0 -,- = #0 #0 #0;; 0\n"
                    "24: exit.0 -,- = #0 #0 #0;; 1\n"
                    "25: top.0 -,- = #0 #0 #0;;\n"
                    "label 0 0 -\n"
                    "label 3 0 -\n"
                    "label 11 0 -\n"
                    "label 11 0 -\n"
                    "label 22 0 -\n")},
        {PTX_K("bra;\n"), "syntax: file: line 2, column 1: a branch has no target; got bra; want a "
                          "label; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("bra L9;\n"
               "ret;\n"),
         PTX_K_SAID("2: bra.0 -,- = #0 #0 #0;;\n"
                    "3: exit.0 -,- = #0 #0 #0;;\n"
                    "label - 0 -\n")},
        {PTX_K("L0:\n"
               "ret;\n"
               "L0:\n"
               "ret;\n"),
         "syntax: file: line 4, column 1: the label is there twice; got L0; want ; hint is this "
         "PTX, whole and unchanged?\n"},
        {PTX_K("@%p8 L0: ret;\n"), "syntax: file: line 2, column 8: this is no operand; got :; "
                                   "want a number; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("bra 5;\n"), "syntax: file: line 2, column 1: a branch has no target; got bra; want "
                            "a label; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("bra {%r0};\n"), "syntax: file: line 2, column 1: a branch has no target; got bra; "
                                "want a label; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

/* ".loc" says where an instruction is from; the rest of its line is passed over. */
static void lines(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K(".loc 1 77 3\n"
               "add.s32 %r1, %r0, 4;\n"
               ".loc 1 4294967294 3, function_name $L, inlined_at 1 5 6\n"
               "add.s32 %r1, %r0, 4;\n"
               ".loc 1 4294967295 0\n"
               "add.s32 %r1, %r0, 4;\n"
               ".loc 1 9\n"
               "add.s32 %r1, %r0, 4;\n"
               ".loc 1 4294967296\n"
               "add.s32 %r1, %r0, 4;\n"
               ".loc 1 9 5\n"
               ".loc 1 x 8\n"
               "add.s32 %r1, %r0, 4;\n"
               ".loc 1\n"
               "add.s32 %r1, %r0, 4;\n"
               ".loc 1 0\n"
               "ret;\n"),
         PTX_K_SAID("3/77: add.32 1,- = r0 0x4 #0; 1; 0\n"
                    "5/4294967294: add.32 1,- = r0 0x4 #0; 1; 0\n"
                    "7: add.32 1,- = r0 0x4 #0; 1; 0\n"
                    "9/9: add.32 1,- = r0 0x4 #0; 1; 0\n"
                    "11: add.32 1,- = r0 0x4 #0; 1; 0\n"
                    "14/9: add.32 1,- = r0 0x4 #0; 1; 0\n"
                    "16/9: add.32 1,- = r0 0x4 #0; 1; 0\n"
                    "18: exit.0 -,- = #0 #0 #0;;\n")},
        {PTX_K(".loc 1\n"
               "7;\n"),
         "syntax: file: line 3, column 1: this is no instruction; got 7; want an instruction; hint "
         "is this PTX, whole and unchanged?\n"},
        {".entry k {.loc 1 7",
         "syntax: file: line 1, column 19: the body of a function is not closed; got the end of "
         "the text; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".entry k {.loc 1 7 8\n"
         "ret;}.entry l {ret;}",
         "entry k, line 1:\n"
         "2/7: exit.0 -,- = #0 #0 #0;;\n"
         "entry l, line 2:\n"
         "2: exit.0 -,- = #0 #0 #0;;\n"},
        {".entry k {.loc",
         "syntax: file: line 1, column 15: the body of a function is not closed; got the end of "
         "the text; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".entry k {.loc 1 7 \"",
         "syntax: file: line 1, column 21: the body of a function is not closed; got the end of "
         "the text; want '}'; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

static void directives(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K(".pragma \"nounroll\";\n"
               ".param .b32 x, y;\n"
               ".branchtargets L0, L1;\n"
               ".local .align 8 .b8 depot[16];\n"
               ".shared .align 4 .b8 t[12];\n"
               ".global .b32 g;\n"
               ".const .b32 c = 5;\n"
               ".file 1 \"x.cu\"\n"
               ";;\n"
               "L0: L1:\n"
               "mov.u32 %r0, t;\n"
               "mov.u64 %d4, depot;\n"
               "mov.u64 %d4, g;\n"
               "mov.u64 %d4, c;\n"),
         PTX_K_SAID("12: mov.32 0,- = $0 #0 #0; 0;\n"
                    "13: top.0 -,- = #0 #0 #0; 4;\n"
                    "14: top.0 -,- = #0 #0 #0; 4;\n"
                    "15: top.0 -,- = #0 #0 #0; 4;\n"
                    "label 0 0 -\n"
                    "label 0 0 -\n"
                    "symbol t shared align 4 size 12 offset 0 width 32\n")},
        {".entry k {.pragma \"nounroll\"}",
         "syntax: file: line 1, column 30: a statement is not closed; got the end of the text; "
         "want ';'; hint is this PTX, whole and unchanged?\n"},
        {".entry k {.pragma \"nounroll",
         "syntax: file: line 1, column 19: a statement is not closed; got \"nounroll; want ';'; "
         "hint is this PTX, whole and unchanged?\n"},
        {".entry k {.pragma",
         "syntax: file: line 1, column 18: a statement is not closed; got the end of the text; "
         "want ';'; hint is this PTX, whole and unchanged?\n"},
        {".entry k {.local", "syntax: file: line 1, column 17: a variable has no name; got the end "
                             "of the text; want a name; hint is this PTX, whole and unchanged?\n"},
        {".entry k {.shared 5;}", "syntax: file: line 1, column 19: a variable has no name; got 5; "
                                  "want a name; hint is this PTX, whole and unchanged?\n"},
        {".entry k {.shared .b8 s[4;}",
         "syntax: file: line 1, column 26: the text goes on in an unexpected way; got ;; want ']'; "
         "hint is this PTX, whole and unchanged?\n"},
        {".entry k {.local 5;}", "syntax: file: line 1, column 18: a variable has no name; got 5; "
                                 "want a name; hint is this PTX, whole and unchanged?\n"},
        {".entry k {.global 5;}", "syntax: file: line 1, column 19: a variable has no name; got 5; "
                                  "want a name; hint is this PTX, whole and unchanged?\n"},
        {".entry k {.const 5;}", "syntax: file: line 1, column 18: a variable has no name; got 5; "
                                 "want a name; hint is this PTX, whole and unchanged?\n"},
        {".entry k {.file 1 ; } ret; {\n"
         "ret;}",
         "entry k, line 1:\n"
         "2: exit.0 -,- = #0 #0 #0;;\n"},
    };
    PTX_HELD(rows);
}

static void names_of_instructions(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {".entry k(.param .b64 a) {a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p;}", "entry k, line 1:\n"
                                                                       "1: top.0 -,- = #0 #0 #0;;\n"
                                                                       "unknown 1: 0\n"},
        {".entry k(.param .b64 a) {a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q;}",
         "limit: file: line 1, column 26: the instruction has too many suffixes; got "
         "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q; want at most 15; hint is this PTX, whole and "
         "unchanged?\n"},
        {".entry k(.param .b64 a) {x..y.;}", "entry k, line 1:\n"
                                             "1: top.0 -,- = #0 #0 #0;;\n"
                                             "unknown 1: 0\n"},
        {".entry k(.param .b64 a) {5;}",
         "syntax: file: line 1, column 26: this is no instruction; got 5; want an instruction; "
         "hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {@foo ret;}",
         "syntax: file: line 1, column 27: the guard is no predicate; got foo; want a declared "
         "register; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .pred %p<2>;@%p2 ret;}",
         "syntax: file: line 1, column 44: the guard is no predicate; got %p2; want a declared "
         "register; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .pred %p<2>;@!%p1 ret;ret;}",
         "entry k, line 1: 1\n"
         "1: @!0 exit.0 -,- = #0 #0 #0;;\n"
         "1: exit.0 -,- = #0 #0 #0;;\n"},
        {".entry k(.param .b64 a) {@;}",
         "syntax: file: line 1, column 27: the guard is no predicate; got ;; want a declared "
         "register; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {@!}",
         "syntax: file: line 1, column 28: the guard is no predicate; got }; want a declared "
         "register; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {@}",
         "syntax: file: line 1, column 27: the guard is no predicate; got }; want a declared "
         "register; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {, ret;}",
         "syntax: file: line 1, column 26: this is no instruction; got ,; want an instruction; "
         "hint is this PTX, whole and unchanged?\n"},
        {".entry k {ret", "syntax: file: line 1, column 14: this is no operand; got the end of the "
                          "text; want a number; hint is this PTX, whole and unchanged?\n"},
        {".entry k {ret,", "syntax: file: line 1, column 14: this is no operand; got ,; want a "
                           "number; hint is this PTX, whole and unchanged?\n"},
        {".entry k {ret;",
         "syntax: file: line 1, column 15: the body of a function is not closed; got the end of "
         "the text; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".entry k {", "syntax: file: line 1, column 11: the body of a function is not closed; got "
                       "the end of the text; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".entry k {`", "syntax: file: line 1, column 11: the body of a function is not closed; "
                        "got `; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".entry k {ret;`", "syntax: file: line 1, column 15: the body of a function is not "
                            "closed; got `; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {ret 5 6;}",
         "syntax: file: line 1, column 32: an instruction is not closed; got 6; want ',' or ';'; "
         "hint is this PTX, whole and unchanged?\n"},
        {PTX_K("add.s32 %r0,;\n"), PTX_K_SAID("2: top.0 -,- = #0 #0 #0; 0;\n")},
        {".entry k(.param .b64 a) {@a b}",
         "syntax: file: line 1, column 27: the guard is no predicate; got a; want a declared "
         "register; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

static void scopes(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {PTX_K("mov.b32 %r0, 1;\n"
               "{\n"
               ".reg .b32 %r0, %q;\n"
               ".reg .b64 %t<12>;\n"
               "mov.b32 %r0, %q;\n"
               "mov.b64 %t11, %t0;\n"
               "mov.b64 %t9, %t10;\n"
               "{\n"
               ".reg .b16 %r0;\n"
               "mov.b16 %r0, 3;\n"
               "}\n"
               "mov.b32 %r0, 2;\n"
               "}\n"
               "mov.b32 %r0, %r1;\n"
               "mov.b32 %q, %t;\n"),
         "entry k, line 1: 32 32 32 32 64 64 64 64 1 1 16 16 32 32 64 64 64 64 64 64 64 64 64 64 "
         "64 64 16\n"
         "2: mov.32 0,- = 0x1 #0 #0; 0;\n"
         "6: mov.32 12,- = r13 #0 #0; 12; 13\n"
         "7: mov.64 25,- = r14 #0 #0; 25; 14\n"
         "8: mov.64 23,- = r24 #0 #0; 23; 24\n"
         "11: mov.16 26,- = 0x3 #0 #0; 26;\n"
         "13: mov.32 12,- = 0x2 #0 #0; 12;\n"
         "15: mov.32 0,- = r1 #0 #0; 0; 1\n"
         "16: top.0 -,- = #0 #0 #0;;\n"},
        {PTX_K("{\n"
               ".reg .b32 %x;\n"
               "mov.b32 %x, 1;\n"
               "}\n"
               "mov.b32 %r0, %x;\n"),
         "entry k, line 1: 32 32 32 32 64 64 64 64 1 1 16 16 32\n"
         "4: mov.32 12,- = 0x1 #0 #0; 12;\n"
         "6: top.0 -,- = #0 #0 #0; 0;\n"},
        {PTX_K("{\n"
               ".reg .b32 %x7;\n"
               "mov.b32 %x7, 1;\n"
               "}\n"
               "mov.b32 %r0, %x7;\n"),
         "syntax: file: line 6, column 14: the register is not declared; got %x7; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("{\n"
               ".reg .b32 %x<0>;\n"
               "}\n"
               "{\n"
               ".reg .b32 %x<1>;\n"
               "mov.b32 %x0, 1;\n"
               "mov.b32 %x1, 1;\n"
               "}\n"),
         "syntax: file: line 8, column 9: the register is not declared; got %x1; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {PTX_K("bra L0;\n"
               "{\n"
               "bra L0;\n"
               "bra L1;\n"
               "L0:\n"
               "ret;\n"
               "{\n"
               "bra L0;\n"
               "bra L2;\n"
               "bra L1;\n"
               "}\n"
               "L1:\n"
               "exit;\n"
               "}\n"
               "{\n"
               "bra L2;\n"
               "L0:\n"
               "trap;\n"
               "bra L0;\n"
               "}\n"
               "L0:\n"
               "exit;\n"
               "L2:\n"
               "ret;\n"),
         PTX_K_SAID("2: bra.0 -,- = #0 #0 #0;;\n"
                    "4: bra.0 -,- = #1 #0 #0;;\n"
                    "5: bra.0 -,- = #2 #0 #0;;\n"
                    "7: exit.0 -,- = #0 #0 #0;;\n"
                    "9: bra.0 -,- = #3 #0 #0;;\n"
                    "10: bra.0 -,- = #4 #0 #0;;\n"
                    "11: bra.0 -,- = #5 #0 #0;;\n"
                    "14: exit.0 -,- = #0 #0 #0;;\n"
                    "17: bra.0 -,- = #8 #0 #0;;\n"
                    "19: exit.0 -,- = #0 #0 #0;;\n"
                    "20: bra.0 -,- = #9 #0 #0;;\n"
                    "23: exit.0 -,- = #0 #0 #0;;\n"
                    "25: exit.0 -,- = #0 #0 #0;;\n"
                    "label 11 0 -\n"
                    "label 3 1 -\n"
                    "label 7 1 -\n"
                    "label 3 2 1\n"
                    "label 12 2 6\n"
                    "label 7 2 2\n"
                    "label 12 1 7\n"
                    "label 12 0 -\n"
                    "label 12 1 7\n"
                    "label 9 1 -\n")},
        {PTX_K("L0:\n"
               "{\n"
               "bra L0;\n"
               "{\n"
               "{\n"
               "bra L0;\n"
               "bra L3;\n"
               "}\n"
               "}\n"
               "L3:\n"
               "}\n"
               "bra L0;\n"),
         PTX_K_SAID("4: bra.0 -,- = #1 #0 #0;;\n"
                    "7: bra.0 -,- = #2 #0 #0;;\n"
                    "8: bra.0 -,- = #3 #0 #0;;\n"
                    "13: bra.0 -,- = #0 #0 #0;;\n"
                    "label 0 0 -\n"
                    "label 0 1 0\n"
                    "label 0 3 4\n"
                    "label 3 3 5\n"
                    "label 0 2 1\n"
                    "label 3 2 6\n"
                    "label 3 1 -\n")},
        {".entry k {{}",
         "syntax: file: line 1, column 13: the body of a function is not closed; got the end of "
         "the text; want '}'; hint is this PTX, whole and unchanged?\n"},
        {".entry k {}}",
         "entry k, line 1:\n"
         "syntax: file: line 1, column 12: this is not PTX; got }; want a directive such as "
         ".version or .entry; hint is this PTX, whole and unchanged?\n"},
        {".entry k {}{",
         "entry k, line 1:\n"
         "syntax: file: line 1, column 12: this is not PTX; got {; want a directive such as "
         ".version or .entry; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {{.reg .b8 %r<3>;}ret;}", "entry k, line 1: 8 8 8\n"
                                                            "1: exit.0 -,- = #0 #0 #0;;\n"},
        {".entry k(.param .b64 a) {{.reg .b8 %r<4097>;}}",
         "limit: file: line 1, column 44: too many registers in an inner scope; got %r; want at "
         "most 4096; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

/* The widths, in bits, are those of the types (PTX ISA, "Fundamental Types"). */
static void registers(void **state)
{
    (void)state;
    static const ptx_line rows[] = {
        {".entry k(.param .b64 a) {.reg .pred %pred_;.reg .b8 %b8_;.reg .s8 %s8_;.reg .u8 "
         "%u8_;.reg .b16 %b16_;.reg .s16 %s16_;.reg .u16 %u16_;.reg .f16 %f16_;.reg .b32 "
         "%b32_;.reg .s32 %s32_;.reg .u32 %u32_;.reg .f32 %f32_;.reg .b64 %b64_;.reg .s64 "
         "%s64_;.reg .u64 %u64_;.reg .f64 %f64_;.reg .b128 %b128_;.reg .f16x2 %f16x2_;.reg .bf16 "
         "%bf16_;.reg .bf16x2 %bf16x2_;.reg .tf32 %tf32_;}",
         "entry k, line 1: 1 8 8 8 16 16 16 16 32 32 32 32 64 64 64 64 128 32 16 32 32\n"},
        {".entry k(.param .b64 a) {.reg .b %x;}",
         "syntax: file: line 1, column 34: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .x32 %x;}",
         "syntax: file: line 1, column 36: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b1 %x;}",
         "syntax: file: line 1, column 35: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b12345 %x;}",
         "syntax: file: line 1, column 39: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .bf16x2x %x;}",
         "syntax: file: line 1, column 40: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b64x %x;}",
         "syntax: file: line 1, column 37: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .f16x3 %x;}",
         "syntax: file: line 1, column 38: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .u128 %x;}",
         "syntax: file: line 1, column 37: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .bf8 %x;}",
         "syntax: file: line 1, column 36: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .pre %x;}",
         "syntax: file: line 1, column 36: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .predd %x;}",
         "syntax: file: line 1, column 38: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg . %x;}",
         "syntax: file: line 1, column 33: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .s %x;}",
         "syntax: file: line 1, column 34: this is no register declaration; got %x; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 a, b<2>, c<3>;mov.b32 a, b1;mov.b32 c2, b0;mov.b32 "
         "b0, b1;}",
         "entry k, line 1: 32 32 32 32\n"
         "1: mov.32 0,- = r1 #0 #0; 0; 1\n"
         "1: mov.32 2,- = r3 #0 #0; 2; 3\n"
         "1: mov.32 3,- = r1 #0 #0; 3; 1\n"},
        {".entry k(.param .b64 a) {.reg .align .v4 .f16 a;}", "entry k, line 1: 16\n"},
        {".entry k(.param .b64 a) {.reg .b32;}",
         "syntax: file: line 1, column 35: this is no register declaration; got ;; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 5;}",
         "syntax: file: line 1, column 36: this is no register declaration; got 5; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<x>;}",
         "syntax: file: line 1, column 39: how many registers?; got x; want a number; hint is this "
         "PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<3;}",
         "syntax: file: line 1, column 40: the text goes on in an unexpected way; got ;; want '>'; "
         "hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 a b;}",
         "syntax: file: line 1, column 38: the text goes on in an unexpected way; got b; want ';'; "
         "hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 a,}",
         "syntax: file: line 1, column 38: this is no register declaration; got }; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg a;}",
         "syntax: file: line 1, column 31: this is no register declaration; got a; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<3>, ;}",
         "syntax: file: line 1, column 43: this is no register declaration; got ;; want .reg .b32 "
         "NAME;; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<3>;mov.b32 %r2, %r3;}",
         "syntax: file: line 1, column 55: the register is not declared; got %r3; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<3>;mov.b32 %r10, %r2;}",
         "syntax: file: line 1, column 50: the register is not declared; got %r10; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<19>;mov.b32 %r18, %r18;mov.b32 %r19, 0;}",
         "syntax: file: line 1, column 70: the register is not declared; got %r19; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k {.reg .b32 %s<3>;}.entry l {mov.b32 %s1, 0;}",
         "entry k, line 1:\n"
         "syntax: file: line 1, column 46: the register is not declared; got %s1; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<20>;.reg .b64 %r1<5>;mov.b32 %r10, %r19;mov.b64 "
         "%r14, %r24;}",
         "syntax: file: line 1, column 93: the register is not declared; got %r24; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b64 %r1<5>;mov.b64 %r14, %r13;mov.b64 %r1, 0;}",
         "syntax: file: line 1, column 70: the register is not declared; got %r1; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<3000000000>;mov.b32 %r999999999, "
         "%r00000001;mov.b32 %r1,%r1;}",
         "entry k, line 1: 32 32 32\n"
         "1: mov.32 0,- = r1 #0 #0; 0; 1\n"
         "1: mov.32 2,- = r2 #0 #0; 2; 2\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<3000000000>;mov.b32 %r1000000000, 0;}",
         "syntax: file: line 1, column 59: the register is not declared; got %r1000000000; want a "
         ".reg directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 x;mov.b32 x, y;}", "entry k, line 1: 32\n"
                                                                "1: top.0 -,- = #0 #0 #0; 0;\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<3>;mov.b32 %rx, %;mov.b32 %s, %s_;}",
         "entry k, line 1:\n"
         "1: top.0 -,- = #0 #0 #0;;\n"
         "1: top.0 -,- = #0 #0 #0;;\n"},
        {".entry k(.param .b64 a) {mov.b32 %9, %a9;}",
         "syntax: file: line 1, column 38: the register is not declared; got %a9; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {mov.b32 %a9, 5;}",
         "syntax: file: line 1, column 34: the register is not declared; got %a9; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<3>;%r1: ret;mov.b32 %r1, 0;}",
         "syntax: file: line 1, column 59: the register is not declared; got %r1; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %rr<3>;mov.b32 %r1, 0;}",
         "syntax: file: line 1, column 51: the register is not declared; got %r1; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<3>;mov.b32 %s1, 0;}",
         "syntax: file: line 1, column 50: the register is not declared; got %s1; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 %r<3>; bra %r1; %r1: ret;}",
         "entry k, line 1: 32\n"
         "1: bra.0 -,- = #0 #0 #0;;\n"
         "1: exit.0 -,- = #0 #0 #0;;\n"
         "label 1 0 -\n"},
        {".entry k(.param .b64 a) {.reg .b32 r<10>;mov.b32 r9, r:;}",
         "syntax: file: line 1, column 55: an instruction is not closed; got :; want ',' or ';'; "
         "hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {.reg .b32 r<10>;mov.b32 r/, r0;}",
         "syntax: file: line 1, column 51: an instruction is not closed; got /; want ',' or ';'; "
         "hint is this PTX, whole and unchanged?\n"},
        {".entry k(.param .b64 a) {mov.b32 %pm, 0;}", "entry k, line 1:\n"
                                                      "1: top.0 -,- = #0 #0 #0;;\n"},
        {".entry k(.param .b64 a) {mov.b32 %envreg, 0; mov.b32 %pm3, %envreg1;}",
         "entry k, line 1:\n"
         "1: top.0 -,- = #0 #0 #0;;\n"
         "1: top.0 -,- = #0 #0 #0;;\n"},
        {".entry k(.param .b64 a) {mov.b32 %pn3, 0;}",
         "syntax: file: line 1, column 34: the register is not declared; got %pn3; want a .reg "
         "directive before its use; hint is this PTX, whole and unchanged?\n"},
    };
    PTX_HELD(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches),   cmocka_unit_test(lines),
        cmocka_unit_test(directives), cmocka_unit_test(names_of_instructions),
        cmocka_unit_test(scopes),     cmocka_unit_test(registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
