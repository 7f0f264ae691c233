/* SPDX-License-Identifier: MIT
 *
 * Spellings of PTX: comments, numbers, names, scopes and operands, each by the word that a wgmma gets from them; and
 * texts that are refused, with what was got.
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

#define HEAD                                                                                       \
    ".version 8.7\n.target sm_90a\n.address_size 64\n.shared .align 1024 .b8 sa[65536];\n"         \
    ".visible .entry k(.param .u32 p0)\n{\n.reg .b32 %r<90>; .reg .b64 %rd<9>; .reg .f32 %f<9>; "  \
    ".reg .pred %p<9>;\nmov.u32 %r20, %tid.x;\n"
#define NAME "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
#define ACC  "{%f0,%f1,%f2,%f3}, "
#define MMA  NAME ACC "%rd2, %rd2, 1, 1, 1, 0, 0;\n"
#define TAIL "ret;\n}\n"

static wgd_status read_text(const char *text, wgd_scan_kernel *k, wgd_diag *d)
{
    return scan_first(WGD_SCAN_PTX, text, strlen(text), work, WORK, k, d);
}

/* The word that %rd2 is, and which bits of it are known. */
static void words(void **state)
{
    static const struct {
        const char *body;
        uint64_t word, known;
    } rows[] = {
        {"/* a * b / c\n * d */ mov.b64 %rd2, 5; // * /\n", 5, UINT64_MAX},
        {"mov.b64 %rd2, 0b101;", 5, UINT64_MAX},
        {"mov.b64 %rd2, 0B110;", 6, UINT64_MAX},
        {"mov.b64 %rd2, 0D3ff0000000000000;", 0x3ff0000000000000, UINT64_MAX},
        {"mov.b64 %rd2, 0d3ff0000000000000;", 0x3ff0000000000000, UINT64_MAX},
        {"mov.b64 %rd2, 0XfFU;", 255, UINT64_MAX},
        {".loc 1 7 3\n.loc 1\n mov.b64 %rd2, 5;", 5, UINT64_MAX},
        /* two names of one hash */
        {".reg .b64 %bb84288; .reg .b64 %a271782; mov.b64 %bb84288, 1; mov.b64 %a271782, 2; "
         "mov.b64 %rd2, %bb84288;",
         1, UINT64_MAX},
        /* a name of an inner scope is forgotten behind it */
        {".reg .b64 %q<9>; { .reg .b64 %q1; mov.b64 %q1, 1; } mov.b64 %q1, 2; mov.b64 %rd2, %q1;",
         2, UINT64_MAX},
        {"bra here; here: { here: mov.b64 %rd2, 7; } ", 7, UINT64_MAX},
        /* a label is the innermost scope's that has one, before or behind the branch */
        {"mov.b64 %rd2, 1; here: { bra here; mov.b64 %rd2, 2; here: mov.b64 %rd3, 5; }", 1,
         UINT64_MAX},
        {"mov.b64 %rd2, 1; { bra here; mov.b64 %rd2, 2; here: mov.b64 %rd3, 5; } here:", 1,
         UINT64_MAX},
        {"mov.b64 %rd2, 1; bra here; { here: mov.b64 %rd2, 2; } here: mov.b64 %rd3, 5;", 1,
         UINT64_MAX},
        {"mov.b64 %rd2, 1; { bra here; mov.b64 %rd2, 2; here: } { bra here; mov.b64 %rd2, 3; here: "
         "}",
         1, UINT64_MAX},
        {"mov.b64 %rd2, 1; { { bra here; } mov.b64 %rd2, 2; here: } bra on; here: mov.b64 %rd2, 3; "
         "on:",
         1, UINT64_MAX},
        {"mov.b64 %rd2, 1; { { bra here; } { here: } mov.b64 %rd2, 2; } here: mov.b64 %rd3, 5;", 1,
         UINT64_MAX},
        {"{ bra go; m: mov.b64 %rd2, 2; bra on; go: { bra m; } } m: mov.b64 %rd2, 3; on:", 2,
         UINT64_MAX},
        {"bra go; m: mov.b64 %rd2, 2; bra on; go: { { { bra m; } } { m: } } on:", 2, UINT64_MAX},
        {"mov.b64 %rd2, 1; { .reg .b32 here; bra here; mov.b64 %rd2, 2; here: }", 1, UINT64_MAX},
        {"mov.b64 %rd2, 1; { bra here; { .reg .b32 here; } mov.b64 %rd2, 2; } here:", 1,
         UINT64_MAX},
        /* logic of three with a constant table, with a name in its place, with a predicate besides */
        {"lop3.b32 %r1, 12, 10, 6, 0x96; cvt.u64.u32 %rd2, %r1;", 12 ^ 10 ^ 6, UINT64_MAX},
        {"lop3.b32 %r1, 12, 10, 6, sa; cvt.u64.u32 %rd2, %r1;", 0, ~UINT64_C(0xffffffff)},
        {"lop3.or.b32 %r1|%p1, 12, 10, 6, 0x96, %p2; cvt.u64.u32 %rd2, %r1;", 0,
         ~UINT64_C(0xffffffff)},
        {"shf.l.clamp.b32 %r1, 0x12345678, 0x9abcdef0, 40; cvt.u64.u32 %rd2, %r1;", 0x12345678,
         UINT64_MAX},
        {"shf.l.wrap.b32 %r1, 0x12345678, 0x9abcdef0, 40; cvt.u64.u32 %rd2, %r1;", 0xbcdef012,
         UINT64_MAX},
        {"bfe.u32 %r1, 0x12345678, 4, sa; cvt.u64.u32 %rd2, %r1;", 0, ~UINT64_C(0xffffffff)},
        {"bfe.u32 %r1, 0x12345678, 4, 8; cvt.u64.u32 %rd2, %r1;", 0x67, UINT64_MAX},
        /* registers of 128 bits are not followed */
        {".reg .b128 %w; mov.b64 %rd3, 1; mov.b128 %w, {%rd3, %rd3}; mov.b128 {%rd2, %rd4}, %w;", 0,
         0},
        {".reg .b128 %w; ld.shared.b128 %w, [%r1]; cvt.u64.u32 %rd2, %w;", 0,
         ~UINT64_C(0xffffffff)},
        {".reg .b128 %w; selp.b128 %w, %w, %w, %p1; mov.b64 %rd2, 3;", 3, UINT64_MAX},
        {".reg .bf16x2 %h; .reg .tf32 %t; mov.b32 %h, 9; cvt.u64.u32 %rd2, %h;", 9, UINT64_MAX},
    };
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[2048];
        wgd_scan_kernel k;
        wgd_diag d;
        snprintf(text, sizeof text, "%s%s\n%s%s", HEAD, rows[i].body, MMA, TAIL);
        if (read_text(text, &k, &d) != WGD_OK) {
            fail_msg("%s: %s, got %s", rows[i].body, d.what, d.got);
        }
        const wgd_scan_operand *op = &k.wgmma[0].op[0];
        if (op->word != rows[i].word || op->known != rows[i].known) {
            print_error("%s\n    0x%llx, known 0x%llx\n", rows[i].body,
                        (unsigned long long)op->word, (unsigned long long)op->known);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

#define IN(body) HEAD body TAIL

static void refused(void **state)
{
    static const struct {
        const char *text;
        wgd_status status;
        const char *what, *got;
    } rows[] = {
        {".extern (x);\n" IN(""), WGD_ERR_SYNTAX, "this is not PTX", "("},
        {IN("here: add.u32 %r1, 1, 2; here: "), WGD_ERR_SYNTAX, "the label is there twice", "here"},
        {IN("{ here: add.u32 %r1, 1, 2; here: }"), WGD_ERR_SYNTAX, "the label is there twice",
         "here"},
        {IN("/* a\n * b */ @ 5 ret;"), WGD_ERR_SYNTAX, "line 10, column 11: the guard", "5"},
        {IN("add.u32 %r1, 1, 2; \"no \\\n end"), WGD_ERR_SYNTAX, "is not closed", "\"no "},
        {HEAD "\"x\\", WGD_ERR_SYNTAX, "", "\"x"},
        {IN("wgmma.mma_async.sync.aligned.m64n1000000k16.f32.f16.f16 " ACC "%rd2, %rd2, 1;"),
         WGD_ERR_INST, "no such wgmma", ""},
        {IN("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16 " ACC "%rd2, %rd2, 1;"), WGD_ERR_INST,
         "no such wgmma", ""},
        {IN("wgmma.mma_async.sp.sync.aligned.m64n8k512.s32.b1.b1.and.popc " ACC "%rd2, %rd2, 1;"),
         WGD_ERR_INST, "no such wgmma", ""},
        {IN(NAME ACC "%rd2, %rd2;"), WGD_ERR_SYNTAX, "too few operands", ""},
        {IN(NAME "%f0, %rd2, %rd2, 1;"), WGD_ERR_SYNTAX, "too few operands", ""},
        {IN(NAME ACC "[%rd2], %rd2, 1;"), WGD_ERR_SYNTAX, "is no descriptor", ""},
        {IN(NAME ACC "%rd2, [%rd2], 1;"), WGD_ERR_SYNTAX, "is no descriptor", ""},
        {IN("bra ;"), WGD_ERR_SYNTAX, "a branch has no target", "bra"},
        {IN("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q 1;"), WGD_ERR_LIMIT, "too many suffixes", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_scan_kernel k;
        wgd_diag d;
        if (read_text(rows[i].text, &k, &d) != rows[i].status || !strstr(d.what, rows[i].what) ||
            !strstr(d.got, rows[i].got)) {
            fail_msg("%s: status %d, %s, got %s", rows[i].text, (int)d.status, d.what, d.got);
        }
        assert_string_equal(d.field, "file");
    }
}

/* Scales, a selector and what may stand in their places. */
static void operands(void **state)
{
    static const struct {
        const char *mma;
        bool sparse, negate_a;
        int selector, scale_d;
    } rows[] = {
        {NAME ACC "%rd2, %rd2, 1, -1, 1, 0, 0;", false, true, -1, 2},
        {NAME ACC "%rd2, %rd2, 0, sa, 1, 0, 0;", false, false, -1, 1},
        {NAME ACC "%rd2, %rd2, %p1, 1, 1, 0, 0;", false, false, -1, 3},
        {"wgmma.mma_async.sp::ordered_metadata.sync.aligned.m64n8k32.f32.f16.f16 " ACC
         "%rd2, %rd2, %r1, 1, 1, 1, 1, 0, 0;",
         true, false, 1, 2},
        {"wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 " ACC
         "%rd2, %rd2, %r1, 200, 1, 1, 1, 0, 0;",
         true, false, 100, 2},
        {"wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 " ACC
         "%rd2, %rd2, %r1, %r2, 1, 1, 1, 0, 0;",
         true, false, -1, 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[2048];
        wgd_scan_kernel k;
        wgd_diag d;
        snprintf(text, sizeof text, "%smov.b64 %%rd2, 5; setp.eq.s32 %%p1, %%r20, 0;\n%s\n%s", HEAD,
                 rows[i].mma, TAIL);
        if (read_text(text, &k, &d) != WGD_OK) {
            fail_msg("%s: %s, got %s", rows[i].mma, d.what, d.got);
        }
        assert_int_equal(k.wgmma[0].sparse, rows[i].sparse);
        assert_int_equal(k.wgmma[0].negate[0], rows[i].negate_a);
        assert_int_equal(k.wgmma[0].selector, rows[i].selector);
        assert_int_equal(k.wgmma[0].scale_d, rows[i].scale_d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(refused),
        cmocka_unit_test(operands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
