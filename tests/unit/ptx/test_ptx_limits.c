/* SPDX-License-Identifier: MIT
 *
 * What of PTX is read up to a limit: blocks in blocks, registers of a block, declarations, lists; and a memory that is
 * full.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "ptx/ptx_reader.h"
#include "said/ptx_said.h"
#include "said/said_needs.h"

enum { TEXT = 1 << 14 };

static char text[TEXT];

static void begin(const char *s)
{
    snprintf(text, sizeof text, "%s", s);
}

static void add(const char *s, int times)
{
    for (int i = 0; i < times; i++) {
        assert_true(strlen(text) + strlen(s) < sizeof text);
        strcat(text, s);
    }
}

#define HINT "; hint is this PTX, whole and unchanged?\n"

/* 64 blocks in blocks, again and again, and a label that is named in the innermost and stands outside of all. */
static void blocks(void **state)
{
    (void)state;
    begin(".entry k {");
    add("{", 64);
    add("}", 64);
    add("{", 64);
    add("bra L;", 1);
    add("}", 64);
    add("L:}", 1);
    char want[4096];
    int n = snprintf(want, sizeof want, "entry k, line 1:\n1: bra.0 -,- = #0 #0 #0;;\n");
    for (int depth = 64; depth > 0; depth--) {
        n += snprintf(want + n, sizeof want - (size_t)n, "label 1 %d %d\n", depth, 65 - depth);
    }
    snprintf(want + n, sizeof want - (size_t)n, "label 1 0 -\n");
    assert_string_equal(ptx_said(text), want);

    begin(".entry k {");
    add("{", 65);
    assert_string_equal(
        ptx_said(text),
        "limit: file: line 1, column 75: blocks are nested too deep; got {; want at "
        "most 64" HINT);
}

/* Registers that are declared with <n>: 64 declarations of a function, 4096 registers of a block. */
static void declarations(void **state)
{
    (void)state;
    for (int n = 64; n <= 65; n++) {
        begin(".entry k {");
        for (int i = 0; i < n; i++) {
            char one[40];
            snprintf(one, sizeof one, ".reg .b32 %%%c%c<2>;", 'a' + i % 26, 'a' + i / 26);
            add(one, 1);
        }
        add("mov.b32 %lc1,%aa0;}", 1);
        assert_string_equal(
            ptx_said(text),
            n == 64
                ? "entry k, line 1: 32 32\n1: mov.32 0,- = r1 #0 #0; 0; 1\n"
                : "limit: file: line 1, column 1115: too many .reg directives; got %mc; want at "
                  "most 64" HINT);
    }
    char want[TEXT + 100];
    int n = snprintf(want, sizeof want, "entry k, line 1:");
    for (int i = 0; i < 4096; i++) {
        n += snprintf(want + n, sizeof want - (size_t)n, " 8");
    }
    snprintf(want + n, sizeof want - (size_t)n, "\n1: mov.8 4095,- = r1024 #0 #0; 4095; 1024\n");
    begin(".entry k {{.reg .b8 %r<4096>;mov.b8 %r4095,%r1024;}}");
    assert_string_equal(ptx_said_in(text, strlen(text), 1 << 20), want);
}

/* 512 registers in the lists of one instruction. */
static void lists(void **state)
{
    (void)state;
    for (int more = 0; more <= 1; more++) {
        begin(".entry k {.reg .b32 r, q;f {");
        add("r,", 300);
        add("r}, {", 1);
        add("q,", 210 + more);
        add("q};}", 1);
        char want[4096];
        int n = snprintf(want, sizeof want, "entry k, line 1: 32 32\n1: top.0 -,- = #0 #0 #0;");
        for (int i = 0; i < 512; i++) {
            n += snprintf(want + n, sizeof want - (size_t)n, "%s",
                          i == 301  ? "; 1"
                          : i < 301 ? " 0"
                                    : " 1");
        }
        snprintf(want + n, sizeof want - (size_t)n, "\nunknown 1: 0\n");
        assert_string_equal(ptx_said(text),
                            more ? "limit: file: line 1, column 1056: the list of registers is too "
                                   "long; got q; want at most 512" HINT
                                 : want);
    }
}

static const char full[] =
    "limit: file: the kernel is larger than the memory given to the scan; got ; want ;";

static void needs(const char *s, size_t room)
{
    said_needs(ptx_said_in, s, room, "entry");
}

/* Lists begin with 64 rows, the table of names with 256. */
enum {
    NAMES = 256 * sizeof(scan_name),
    REGS = 64 * sizeof(scan_reg),
    INSNS = 64 * sizeof(scan_insn),
    REFS = 64 * sizeof(uint32_t),
    LABELS = 64 * sizeof(scan_label),
    SHADOWS = 64 * sizeof(ptx_shadow),
    SYMS = 64 * sizeof(scan_sym),
    GMMAS = 64 * sizeof(scan_gmma),
    UNKNOWN = 64 * sizeof(uint32_t)
};

typedef struct need {
    const char *text;
    size_t room;
} need;

static void memory_of_names(void **state)
{
    (void)state;
    static const need rows[] = {
        {".entry k {ret;}", INSNS},
        {".entry k {.reg .b32 a;}", NAMES + REGS},
        {".entry k {L:}", NAMES + LABELS},
        {".entry k {bra L;}", NAMES + LABELS + INSNS},
        {".entry k {{.reg .b32 a;}}", NAMES + SHADOWS + REGS},
        {".entry k {{.reg .b8 %abcdefgh<1>;}}", 16 + NAMES + SHADOWS + REGS},
        {".entry k {{L:}}", NAMES + LABELS + SHADOWS},
        {".entry k {.reg .pred %p<2>;@%p1 ret;}", NAMES + REGS + INSNS},
        {".entry k {.reg .pred %p<2>;@!%p1 ret;}", NAMES + REGS + INSNS},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        needs(rows[i].text, rows[i].room);
    }
}

static void memory_of_instructions(void **state)
{
    (void)state;
    static const need rows[] = {
        {".entry k {.reg .pred %p<2>;f {%p1};}", NAMES + REGS + UNKNOWN + INSNS + REFS},
        {".entry k {.reg .b32 %r<2>;f [%r1];}", NAMES + REGS + UNKNOWN + INSNS + REFS},
        {".entry k {.reg .b32 a;f a|a;}", NAMES + REGS + UNKNOWN + INSNS + REFS},
        {".entry k {f;}", UNKNOWN + INSNS},
        {".shared .b8 s;.entry k {f s;}", SYMS + UNKNOWN + INSNS},
        {".shared .b8 s;.entry k {f [s];}", SYMS + UNKNOWN + INSNS},
        {".shared .b8 s;.entry k {f {s};}", SYMS + UNKNOWN + INSNS},
        {".entry k {.reg .b64 d;ld.param.u64 d, [a];}", NAMES + REGS + SYMS + INSNS + REFS},
        {".entry k {.reg .b64 d;cvta.shared.u64 d, d;}", NAMES + REGS + INSNS + REFS + SYMS},
        {".entry k {wgmma.mma_async.m64n8k16.f32.f16.f16 {}, 0, 0, 1;}", GMMAS + INSNS},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        needs(rows[i].text, rows[i].room);
    }
}

/* The labels of a block that did not come are made outside of it where it ends. */
static void memory_of_labels(void **state)
{
    (void)state;
    begin(".entry k {{");
    for (int i = 0; i < 64; i++) {
        char one[24];
        snprintf(one, sizeof one, "bra L%d;", i);
        add(one, 1);
    }
    add("}}", 1);
    needs(text, NAMES + LABELS + SHADOWS + INSNS + 128 * sizeof(scan_label));
}

/* The last instruction of the first 64 leaves what stands behind their list as it is: the registers of the first. */
static void last_of_a_list(void **state)
{
    (void)state;
    static const char *const lasts[] = {"lop3.b32 a, b, b, b, 0x80;}", "bfi.b32 a, b, b, 4, 8;}"};
    for (size_t i = 0; i < sizeof lasts / sizeof lasts[0]; i++) {
        begin(".entry k {.reg .b32 a, b;neg.s32 b, a;");
        add("ret;", 62);
        add(lasts[i], 1);
        assert_non_null(strstr(ptx_said(text), "\n1: add.32 borrow 1,- = -r0 #0 #0; 1; 0\n"));
    }
}

/* What is refused first is what is said. And what lasts has a memory of its own, which variables fill. */
static void memory_first(void **state)
{
    (void)state;
    static const char open[] = ".entry k {ret;";
    assert_memory_equal(ptx_said_in(open, sizeof open - 1, 0), full, sizeof full - 1);
    begin("");
    add(".shared .b8 s;", 1100);
    add(".entry k {}", 1);
    assert_memory_equal(ptx_said(text), full, sizeof full - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks),
        cmocka_unit_test(declarations),
        cmocka_unit_test(lists),
        cmocka_unit_test(memory_of_names),
        cmocka_unit_test(memory_of_instructions),
        cmocka_unit_test(memory_of_labels),
        cmocka_unit_test(last_of_a_list),
        cmocka_unit_test(memory_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
