/* SPDX-License-Identifier: MIT
 *
 * Every size of memory for a scan, from none to enough, 16 bytes at a time, so that each thing that a scan
 * keeps is once the first to find no room. What a size cannot hold is refused as that; what is answered is what
 * much memory answers. The memory ends where it says, for the sanitizer to see.
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

#include "scan/scan_report.h"

enum { ENOUGH = 1 << 20, STEP = 16, ANSWER_MAX = 1 << 14 };

/* What a scan answered: a line for each thing, so that a shorter answer is the start of a longer one. */
typedef struct answer {
    char said[ANSWER_MAX];
    size_t len;
    wgd_status status; /* of the last function */
    bool too_small;
    char what[160];
} answer;

static void say(answer *a, const char *name, uint64_t x, uint64_t y, const char *text)
{
    const int n = snprintf(a->said + a->len, sizeof a->said - a->len, "%s %llx %llx %s\n", name,
                           (unsigned long long)x, (unsigned long long)y, text);
    a->len += (size_t)n;
    assert_true(a->len < sizeof a->said);
}

static void say_kernel(answer *a, const wgd_scan_kernel *k)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)k->name_len, k->name);
    say(a, name, k->line, k->instructions, "");
    for (uint32_t i = 0; i < k->unknown; i++) {
        say(a, "unknown", k->unknown_lines[i], 0, "");
    }
    for (size_t i = 0; i < k->n_wgmma; i++) {
        const wgd_scan_wgmma *w = &k->wgmma[i];
        say(a, "wgmma", w->line, (uint64_t)w->loop, "");
        for (int o = 0; o < 2; o++) {
            say(a, "word", w->op[o].word, w->op[o].known, "");
            say(a, "from", (uint64_t)w->op[o].offset_min, (uint64_t)w->op[o].step, "");
        }
    }
    for (size_t i = 0; i < k->n_finding; i++) {
        const wgd_scan_finding *f = &k->finding[i];
        say(a, wgd_scan_rule_get(f->rule)->name, f->line, (uint64_t)f->index, f->message);
    }
}

static void scan_in(wgd_scan_language language, const char *text, size_t size, answer *a)
{
    void *work = malloc(size);
    wgd_scan s;
    wgd_scan_kernel k;
    wgd_diag d;
    assert_non_null(work);
    memset(&d, 0, sizeof d);
    a->len = 0;
    a->said[0] = '\0';
    scan_begin(&s, language, text, strlen(text), work, size, &d);
    do {
        a->status = wgd_scan_next(&s, &k, &d);
        a->too_small = k.work_too_small;
        if (a->status == WGD_OK && k.name) {
            assert_false(a->too_small);
            say_kernel(a, &k);
        }
    } while (a->status == WGD_OK && k.name);
    snprintf(a->what, sizeof a->what, "%s", a->status == WGD_OK ? "" : d.what);
    free(work);
}

/* The sizes at which the text was refused. */
static int sweep_from(wgd_scan_language language, const char *text, wgd_status wanted, size_t odd)
{
    static answer most, a;
    int refused = 0;
    scan_in(language, text, ENOUGH, &most);
    assert_int_equal(most.status, wanted);
    assert_false(most.too_small);
    /* A sixteenth is for the names of the module, in pieces of 64 bytes. */
    int whole = 0;
    for (size_t size = scan_state_size() + odd; whole < 160; size += STEP) {
        scan_in(language, text, size, &a);
        if (a.too_small) {
            assert_int_equal(a.status, WGD_ERR_LIMIT);
            assert_string_equal(a.what, "the kernel is larger than the memory given to the scan");
            assert_memory_equal(a.said, most.said, a.len);
            refused++;
            whole = 0;
        } else {
            assert_int_equal(a.status, most.status);
            assert_string_equal(a.what, most.what);
            assert_string_equal(a.said, most.said);
            whole++;
        }
        assert_true(size < ENOUGH);
    }
    return refused;
}

static int sweep(wgd_scan_language language, const char *text, wgd_status wanted)
{
    return sweep_from(language, text, wanted, 0);
}

/* ---- what a reader keeps, each as the first thing of its text ---------------------------------- */

#define IN_PTX(body)                                                                               \
    ".visible .entry k(.param .u64 p0)\n{\n.reg .b32 %r<90>; .reg .pred %p<9>; .reg .b64 %d<9>; "  \
    ".reg .f32 %f<9>;\n" body "\n}\n"

/* As many registers as there is room for at first; the next one needs more. */
#define REGISTERS_64                                                                               \
    "%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, "       \
    "%r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, "   \
    "%r31, "                                                                                       \
    "%r32, %r33, %r34, %r35, %r36, %r37, %r38, %r39, %r40, %r41, %r42, %r43, %r44, %r45, %r46, "   \
    "%r47, "                                                                                       \
    "%r48, %r49, %r50, %r51, %r52, %r53, %r54, %r55, %r56, %r57, %r58, %r59, %r60, %r61, %r62, "   \
    "%r63"

/* As many labels; those that an inner scope does not have are made again around it. */
#define BRANCHES_8(t)                                                                              \
    "bra l" t "0; bra l" t "1; bra l" t "2; bra l" t "3; bra l" t "4; bra l" t "5; bra l" t        \
    "6; bra l" t "7; "
#define BRANCHES_64                                                                                \
    BRANCHES_8("0")                                                                                \
    BRANCHES_8("1")                                                                                \
    BRANCHES_8("2")                                                                                \
    BRANCHES_8("3") BRANCHES_8("4") BRANCHES_8("5") BRANCHES_8("6") BRANCHES_8("7")

static const char *const ptx_first[] = {
    IN_PTX("{ " BRANCHES_64 "} ret;"),
    IN_PTX("{ { bra here; } } here: ret;"),
    IN_PTX("mov.b64 {" REGISTERS_64 "}, 1; add.cc.u32 %r1, 1, 2; addc.u32 %r2, 1, 2; ret;"),
    IN_PTX("mov.b64 {" REGISTERS_64 "}, 1; addc.u32 %r2, 1, 2; ret;"),
    IN_PTX("mov.b64 {" REGISTERS_64 "}, 1; .reg .b32 alone; ret;"),
    IN_PTX("mov.b64 {" REGISTERS_64 "}, 1; @%p1 ret;"),
    IN_PTX("@%p1 ret;"),
    IN_PTX("add.u32 other|%r1, 1, 1;"),
    IN_PTX("mov.b64 {%r1, %r2}, 1;"),
    IN_PTX("st.global.u32 [%r1], 2;"),
    IN_PTX("here: ret;"),
    IN_PTX("bra there; there: ret;"),
    IN_PTX("brx.idx 1; ret;"),
    IN_PTX("{ .reg .b32 a; mov.b32 a, 1; } ret;"),
    IN_PTX("{ .reg .b32 a<3>; mov.b32 a2, 1; } ret;"),
    IN_PTX("{ here: add.u32 1, 2, 3; } { here: ret; }"),
    IN_PTX("bra here; { here: add.u32 1, 2, 3; } here: ret;"),
    IN_PTX("{ bra here; here: ret; }"),
    IN_PTX("here: add.u32 1, 2, 3; { here: ret; } bra here;"),
    IN_PTX(".reg .b32 alone; ret;"),
    IN_PTX("nobody.knows; ret;"),
    IN_PTX("add.cc.u32 other, 1, 2; addc.u32 other, 1, 2; ret;"),
    IN_PTX("ld.param.u64 %d1, [p0]; ret;"),
    IN_PTX("ld.param.u64 other, [p0]; ret;"),
    IN_PTX("cvta.shared.u64 %d1, 3; ret;"),
    IN_PTX(".shared .b8 inside[16]; mov.u32 %r1, inside; ret;"),
    IN_PTX("ret; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %d1, %d1, 1, "
           "1, 1, 0, 0;"),
    ".shared .b8 outside[16];\n" IN_PTX("mov.u32 %r1, outside; ret;"),
    ".func g() { ret; }\n" IN_PTX("@%p1 ret;"),
};

static const char *const sass_first[] = {
    ".text.k:\n\t.section\t.text.k\n.L_x_0:\n/*0000*/ EXIT ;\n",
    "Function : k\n/*0000*/ BRA `(.L_x_0) ;\n.L_x_0:\n/*0010*/ EXIT ;\n",
    "Function : k\n/*0000*/ BRA 0x10 ;\n/*0010*/ EXIT ;\n",
    "Function : k\n/*0000*/ NOBODY R1 ;\n/*0010*/ EXIT ;\n",
    "Function : k\n/*0000*/ MOV R1, c[0x0][0x210] ;\n/*0010*/ EXIT ;\n",
    "Function : k\n/*0000*/ IADD3 R1, R2, R3, R4 ;\n/*0010*/ EXIT ;\n",
    "Function : k\n/*0000*/ S2UR UR4, SR_CgaCtaId ;\n/*0010*/ UMOV UR5, 0x1 ;\n/*0020*/ EXIT ;\n",
    "/*0000*/ EXIT ;\n",
    "/*0000*/ EXIT ;\nFunction : k\n/*0000*/ EXIT ;\nFunction : l\n/*0000*/ EXIT ;\n",
    "Function : k\n/*0000*/ HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, gsb0 ;\n/*0010*/ EXIT ;\n",
};

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static void what_a_reader_keeps(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(ptx_first); i++) {
        assert_true(sweep(WGD_SCAN_PTX, ptx_first[i], WGD_OK) > 10);
    }
    for (int i = 0; i < COUNT(sass_first); i++) {
        assert_true(sweep(WGD_SCAN_SASS, sass_first[i], WGD_OK) > 10);
    }
}

/* ---- what the analysis keeps ------------------------------------------------------------------ */

/* A loop, a store that no fence follows, words of which something is found, a branch to anywhere. */
static const char whole_ptx[] =
    IN_PTX("mov.u32 %r1, 4096; bfe.u32 %r2, %r1, 4, 14; cvt.u64.u32 %d1, %r2; mov.u32 %r5, 0;\n"
           "or.b64 %d2, %d1, 4611686293305294848; @%p1 bra again; @%p2 bra over;\n"
           "again: add.s32 %r5, %r5, 1; st.shared.u32 [%r1], %r5;\n"
           "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %d2, %d1, 1, 1, "
           "1, 0, 0;\n"
           "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f4,%f5,%f6,%f7}, %d2, %d2, %p3, 1, "
           "1, 0, 0;\n"
           "setp.lt.s32 %p4, %r5, 9; @%p4 bra again; nobody.knows; \n"
           "over: brx.idx %r5; ret;\n");

static const char whole_sass[] = "Function : k\n"
                                 "/*0000*/ UMOV UR4, 0x40 ;\n"
                                 "/*0010*/ UMOV UR5, 0x40000040 ;\n"
                                 ".L_x_0:\n"
                                 "/*0020*/ UIADD3 UR6, UR4, 0x2, URZ ;\n"
                                 "/*0030*/ UMOV UR7, UR5 ;\n"
                                 "/*0040*/ HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, gsb0 ;\n"
                                 "/*0050*/ WARPGROUP.DEPBAR.LE gsb0, 0x0 ;\n"
                                 "/*0060*/ HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, gsb0 ;\n"
                                 "/*0070*/ IADD3 R2, R2, 0x1, RZ ;\n"
                                 "/*0080*/ @P0 BRA `(.L_x_0) ;\n"
                                 "/*0090*/ CALL.REL.NOINC 0x20 ;\n"
                                 "/*00a0*/ EXIT ;\n";

static void what_the_analysis_keeps(void **state)
{
    (void)state;
    assert_true(sweep(WGD_SCAN_PTX, whole_ptx, WGD_OK) > 1000);
    assert_true(sweep(WGD_SCAN_SASS, whole_sass, WGD_OK) > 1000);
    /* Memory that does not end where something could begin. */
    assert_true(sweep_from(WGD_SCAN_PTX, whole_ptx, WGD_OK, 9) > 1000);
    /* The first way out of a block is one to anywhere. */
    assert_true(
        sweep(WGD_SCAN_PTX,
              IN_PTX("brx.idx %r5; again: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                     "{%f0,%f1,%f2,%f3}, %d1, %d1, 1, 1, 1, 0, 0; end: \n"),
              WGD_OK) > 1000);
}

/* What is wrong with a text is said as soon as there is room to read up to it. */
static void a_wrong_text(void **state)
{
    (void)state;
    assert_true(sweep(WGD_SCAN_PTX, IN_PTX("@%p1 ret; here: here: ret;"), WGD_ERR_SYNTAX) > 10);
    assert_true(sweep(WGD_SCAN_PTX,
                      IN_PTX("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, "
                             "[p0], %d1, 1;"),
                      WGD_ERR_SYNTAX) > 10);
    assert_true(sweep(WGD_SCAN_SASS, "Function : k\n/*0000*/ HGMMA.64x8x16.F32 R24 ;\n",
                      WGD_ERR_INST) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_reader_keeps),
        cmocka_unit_test(what_the_analysis_keeps),
        cmocka_unit_test(a_wrong_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
