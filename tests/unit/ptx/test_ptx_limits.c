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

#include "ptx_said.h"

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

/* Whatever finds no room first, it is said in the same words, and nothing is written outside of the memory. */
static void memory(void **state)
{
    (void)state;
    static const char kernel[] = PTX_K("{.reg .b32 %t<3>;\n"
                                       "L0: mov.u32 %t0, s;\n"
                                       "bra L0;\n"
                                       "frob {%t0, %r1}, %t2;\n"
                                       "add.cc.u32 %r0, %r1, %r2;\n"
                                       "ld.param.u64 %d4, [a];\n"
                                       "cvta.shared.u64 %d4, %d5;\n"
                                       "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                                       "{%r0}, {%r1}, %d5, 1;\n"
                                       "bra L1;}\n");
    int refused = 0;
    for (size_t room = 0; room < 1 << 16; room += room < 9000 ? 128 : 512) {
        const char *said = ptx_said_in(kernel, sizeof kernel - 1, room);
        if (strncmp(said, "entry", 5) == 0) {
            break;
        }
        static const char full[] =
            "limit: file: the kernel is larger than the memory given to the scan; got ; want ;";
        assert_memory_equal(said, full, sizeof full - 1);
        assert_string_equal(said + strlen(said) - 6, " full\n");
        refused++;
    }
    assert_in_range(refused, 60, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks),
        cmocka_unit_test(declarations),
        cmocka_unit_test(lists),
        cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
