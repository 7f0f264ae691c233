/* SPDX-License-Identifier: MIT
 *
 * Small kernels at the edge of a rule: exactly the rules that each breaks, in the order of the findings; what a text
 * is guessed to be; tiles and costs of loops that a caller made up; what a reader refuses for its length.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "wgd_scan.h"

enum { WORK = 8 << 20, TEXT = 1 << 17 };
static _Alignas(max_align_t) unsigned char work[WORK];
static char text[TEXT];

#define LONG_NAME "a_name_of_more_than_sixty_characters_is_cut_where_it_is_shown_to_anyone"
#define OUTSIDE                                                                                    \
    ".version 8.7\n.target sm_90a\n.address_size 64\n"                                             \
    ".shared .align 1024 .b8 sa[65536];\n.shared .align 1024 .b8 sb[65536];\n"                     \
    ".shared .align 128 .b8 " LONG_NAME "[65536];\n.extern .shared .align 1024 .b8 dyn[];\n"       \
    ".visible .entry k(.param .u32 p0, .param .u64 q)\n{\n"                                        \
    ".reg .b32 %r<90>; .reg .b64 %rd<60>; .reg .f32 %f<600>; .reg .pred %p<9>;\n"                  \
    "ld.param.u32 %r10, [p0]; ld.param.u32 %r11, [p0+4]; setp.eq.s32 %p1, %r10, 0;\n"

/* %rdN = WORD with the start of a variable, by way of %rN. */
#define WORD(n, var, word)                                                                         \
    "mov.u32 %r" n ", " var "; bfe.u32 %r" n ", %r" n ", 4, 14; cvt.u64.u32 %rd" n ", %r" n        \
    "; or.b64 %rd" n ", %rd" n ", " word ";\n"
#define FENCE "wgmma.fence.sync.aligned;\n"
#define MMA(shape, acc, a, b, more)                                                                \
    "wgmma.mma_async.sync.aligned." shape " {" acc "}, " a ", " b ", 1, 1, 1" more ";\n"
#define N8(a, b)  MMA("m64n8k16.f32.f16.f16", "%f0,%f1,%f2,%f3", a, b, ", 0, 0")
#define END       "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; ret;\n}\n"
#define K128      "4611686293305294848" /* 0x4000004000000000: 128B, SBO 1024 */
#define STORE(at) "st.shared.u32 [" at "], %r11;\n"

static void scan_text(wgd_scan_kernel *k)
{
    static wgd_scan s;
    wgd_diag d;
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_scan_begin(&s, WGD_SCAN_PTX, text, strlen(text), work, WORK, &d), WGD_OK);
    if (wgd_scan_next(&s, k, &d) != WGD_OK) {
        fail_msg("%s, got %s\n%s", d.what, d.got, text);
    }
}

static const char *broken(const wgd_scan_kernel *k)
{
    static char names[512];
    wgd_text t = wgd_text_into(names, sizeof names);
    for (size_t i = 0; i < k->n_finding; i++) {
        /* Of 8 rows no stride is read: B has the word of any other block all the same. */
        if (k->finding[i].rule != WGD_SCAN_FIELD_UNREAD) {
            wgd_put_str(&t, t.need > 0 ? " " : "");
            wgd_put_str(&t, wgd_scan_rule_get(k->finding[i].rule)->name);
        }
    }
    wgd_text_end(&t);
    return names;
}

typedef struct row {
    const char *body, *rules;
    const char *said; /* a part of a message */
} row;

static void check(const row *rows, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wgd_scan_kernel k;
        snprintf(text, sizeof text, "%s%s", OUTSIDE, rows[i].body);
        scan_text(&k);
        bool said = rows[i].said[0] == '\0';
        for (size_t f = 0; f < k.n_finding; f++) {
            said = said || strstr(k.finding[f].message, rows[i].said);
        }
        if (strcmp(broken(&k), rows[i].rules) != 0 || !said) {
            print_error("%s\n    breaks '%s', not '%s'; says '%s' %d\n", rows[i].body, broken(&k),
                        rows[i].rules, rows[i].said, said);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

#define CHECK(rows) check(rows, (int)(sizeof(rows) / sizeof((rows)[0])))

/* ---- stores that a fence should follow ---------------------------------------------------------- */

#define AB WORD("2", "sa", K128) WORD("4", "sb", K128)

static void stores(void **state)
{
    static const row rows[] = {
        /* a number, and a register that nobody wrote, can be anywhere */
        {AB STORE("4096") FENCE N8("%rd2", "%rd4") END, "proxy-fence-missing", ""},
        {AB STORE("%r77") FENCE N8("%rd2", "%rd4") END, "proxy-fence-missing", ""},
        {AB "ld.global.u32 %r50, [%rd50];\n" STORE("%r50") FENCE N8("%rd2", "%rd4") END,
         "proxy-fence-missing", ""},
        /* in the same variable, in front of the block or behind it; in the middle; somewhere */
        {AB "mov.u32 %r50, sa; add.s32 %r50, %r50, 8192;\n" STORE("%r50") FENCE N8("%rd2", "%rd4")
             END,
         "", ""},
        {AB "mov.u32 %r50, sa; add.s32 %r50, %r50, 4096;\n" STORE("%r50") FENCE N8("%rd2", "%rd4")
             END,
         "proxy-fence-missing", ""},
        {WORD("2", "sa+32768", K128) WORD("4", "sb", K128) "mov.u32 %r50, sa;\n" STORE("%r50")
             FENCE N8("%rd2", "%rd4") END,
         "", ""},
        {WORD("2", "sa", K128) WORD(
             "4", "sb+32768", K128) "mov.u32 %r50, sb; add.s32 %r50, %r50, 32752;\n" STORE("%r50")
             FENCE N8("%rd2", "%rd4") END,
         "", ""},
        {WORD("2", "sa", K128) WORD(
             "4", "sb+32768", K128) "mov.u32 %r50, sb; add.s32 %r50, %r50, 32760;\n" STORE("%r50")
             FENCE N8("%rd2", "%rd4") END,
         "proxy-fence-missing", ""},
        {AB "mov.u32 %r50, sa; add.s32 %r50, %r50, %r10;\n" STORE("%r50") FENCE N8("%rd2", "%rd4")
             END,
         "proxy-fence-missing", ""},
        /* dynamic shared memory has no end */
        {WORD("2", "dyn", K128) WORD("4", "sb", K128) "mov.u32 %r50, sa;\n" STORE("%r50")
             FENCE N8("%rd2", "%rd4") END,
         "proxy-fence-missing", ""},
        /* A in registers is not read from there */
        {WORD("4", "sb", K128) "mov.u32 %r50, sa;\n" STORE("%r50")
             FENCE N8("{%r30,%r31,%r32,%r33}", "%rd4") END,
         "", ""},
        /* a word that is not known may be of the same place */
        {WORD("4", "sb", K128) "ld.param.u64 %rd2, [q]; mov.u32 %r50, sa;\n" STORE("%r50")
             FENCE N8("%rd2", "%rd4") END,
         "field-unknown proxy-fence-missing", ""},
    };
    (void)state;
    CHECK(rows);
}

/* ---- fences on some paths ------------------------------------------------------------------------ */

static void paths(void **state)
{
    static const row rows[] = {
        {AB "@%p1 bra L1;\n" FENCE "bra L2;\nL1: add.s32 %r50, %r10, 1;\nL2:\n" N8("%rd2", "%rd4")
             END,
         "fence-missing", "on some path"},
        {AB "@%p1 bra L1;\nadd.s32 %r50, %r10, 1; bra L2;\nL1:\n" FENCE "L2:\n" N8("%rd2", "%rd4")
             END,
         "fence-missing", "on some path"},
        {AB FENCE "@%p1 bra L1;\nadd.s32 %r50, %r10, 1; bra L2;\nL1:\n" FENCE
                  "L2:\n" N8("%rd2", "%rd4") END,
         "", ""},
    };
    (void)state;
    CHECK(rows);
}

/* ---- steps, strides and places ------------------------------------------------------------------ */

#define STEP(n, from, by)     "add.s64 %rd" n ", %rd" from ", " by ";\n"
#define CHAIN(a1, b1, a2, b2) FENCE N8(a1, b1) N8(a2, b2) END

static void steps_and_places(void **state)
{
    static const row rows[] = {
        /* backwards through the row of the pattern: four lie in it, wherever the first one does */
        {WORD("2", "sa+1120", K128) WORD("12", "sa+1088", K128) WORD("13", "sa+1056", K128)
             WORD("14", "sa+1024", K128) WORD("15", "sa+992", K128) WORD("4", "sb", K128)
                 FENCE N8("%rd2", "%rd4") N8("%rd12", "%rd4") N8("%rd13", "%rd4")
                     N8("%rd14", "%rd4") N8("%rd15", "%rd4") END,
         "k-differs k-differs k-differs k-step-row k-differs",
         "goes on by -32 bytes: out of the row"},
        /* read with 128B, the stride and the steps of 64B, which no coding takes for it */
        {WORD("2", "sa", "4611686155866341376") WORD("4", "sb", K128) STEP("12", "2", "2") STEP(
             "13", "2", "32") FENCE N8("%rd2", "%rd4") N8("%rd12", "%rd4") N8("%rd13", "%rd4") END,
         "stride-overlap swizzle-code stride-overlap k-differs stride-overlap k-differs",
         "its strides and steps are those of 64B"},
        /* with steps that fit neither */
        {WORD("2", "sa", "4611686155866341376") WORD("4", "sb", K128) STEP("12", "2", "1")
             FENCE N8("%rd2", "%rd4") N8("%rd12", "%rd4") END,
         "stride-overlap stride-overlap k-step k-differs", ""},
        /* 64 bytes of K are two rows of the 32B swizzle: their strides say how it goes on */
        {WORD("2", "sa", K128) WORD("4", "sb", "13835058124002689024") STEP("12", "2", "2") STEP(
             "13", "4", "5") FENCE "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 "
                                   "{%f0,%f1,%f2,%f3}, %rd2, %rd4, %r11, 0, 1, 1, "
                                   "1, 0, 0;\nwgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 "
                                   "{%f0,%f1,%f2,%f3}, %rd12, %rd13, "
                                   "%r11, 0, 1, 1, 1, 0, 0;\n" END,
         "", ""},
        /* a block that begins before its variable */
        {WORD("2", "sa", K128)
             WORD("4", "sb", K128) "mov.u32 %r50, sa; sub.s32 %r50, %r50, 32768; bfe.u32 %r50, "
                                   "%r50, 4, 14; cvt.u64.u32 %rd12, %r50;"
                                   "or.b64 %rd12, %rd12, " K128 ";\n" FENCE N8("%rd12", "%rd4") END,
         "out-of-bounds", "of A"},
        /* a variable of 128 bytes' alignment: its row of the pattern is not known, and its name is cut */
        {WORD("2", LONG_NAME, "4613375143165558784") WORD("4", "sb", K128) FENCE N8("%rd2", "%rd4")
             END,
         "", ""},
        {WORD("2", LONG_NAME, K128) WORD("4", "sb", K128) FENCE N8("%rd2", "%rd4") END,
         "start-misaligned", "(a_name_of_more_than_sixty_characters_is_cut_where_it_is_show)"},
        /* twice the bytes of an atom may be what it says */
        {WORD("2", "sa", "4611694814520410112") WORD("4", "sb", K128)
             FENCE MMA("m64n8k16.f32.f16.f16", "%f0,%f1,%f2,%f3", "%rd2", "%rd4", ", 1, 0") END,
         "", ""},
        /* eight bytes further is, or is not, the same start */
        {AB "mov.u32 %r50, sa; add.s32 %r50, %r50, 40; bfe.u32 %r50, %r50, 4, 14; cvt.u64.u32 "
            "%rd12, %r50;"
            "or.b64 %rd12, %rd12, " K128 ";\n" CHAIN("%rd2", "%rd4", "%rd12", "%rd4"),
         "", ""},
    };
    (void)state;
    CHECK(rows);
}

/* A chain is followed for 256 instructions. */
static void long_chains(void **state)
{
    (void)state;
    for (int n = 256; n <= 257; n++) {
        wgd_scan_kernel k;
        wgd_tile_query q;
        size_t at = (size_t)snprintf(text, sizeof text, "%s%s%s%s", OUTSIDE, AB,
                                     "add.s64 %rd12, %rd2, 1;\n", FENCE);
        for (int i = 0; i < n; i++) {
            at += (size_t)snprintf(text + at, sizeof text - at, "%s",
                                   i == n - 1 ? N8("%rd12", "%rd4") : N8("%rd2", "%rd4"));
        }
        snprintf(text + at, sizeof text - at, "%s", END);
        scan_text(&k);
        assert_int_equal(k.n_wgmma, n);
        assert_string_equal(broken(&k), n == 256 ? "k-step k-differs" : "k-differs");
        assert_false(wgd_scan_tile(&k, 0, 0, &q));
    }
}

/* ---- guesses, tiles and costs -------------------------------------------------------------------- */

static void guesses(void **state)
{
    static const struct {
        const char *text;
        wgd_scan_language is;
    } rows[] = {
        {".version 8.7", WGD_SCAN_PTX},
        {".version", WGD_SCAN_PTX},
        {".headerflags @x", WGD_SCAN_SASS},
        {".headerflags", WGD_SCAN_PTX},
        {"  .headerflagz  .headerflags 1", WGD_SCAN_SASS},
        {"/*0000*/ MOV", WGD_SCAN_SASS},
        {"/*0000*/", WGD_SCAN_PTX},
        {"/*xx00*/ MOV", WGD_SCAN_PTX},
        {"/*000x*/ MOV", WGD_SCAN_PTX},
        {"/ /*0000*/ MOV", WGD_SCAN_SASS},
        {"", WGD_SCAN_PTX},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (wgd_scan_guess(rows[i].text, strlen(rows[i].text)) != rows[i].is) {
            fail_msg("%s", rows[i].text);
        }
    }
    /* What stands behind the first 64 KiB does not matter. */
    memset(text, ' ', sizeof text);
    memcpy(text + 65530, "/*0000*/ MOV", 12);
    assert_int_equal(wgd_scan_guess(text, sizeof text), WGD_SCAN_SASS);
    memset(text, ' ', sizeof text);
    memcpy(text + 65536, "/*0000*/ MOV", 12);
    assert_int_equal(wgd_scan_guess(text, sizeof text), WGD_SCAN_PTX);
}

/* Instructions of 64 x N in a loop; what the law of the cost says of them is said in its own test. */
static void loops(void **state)
{
    static wgd_scan_wgmma w[3];
    const wgd_scan_kernel k = {.wgmma = w, .n_wgmma = 3};
    wgd_scan_loop out;
    (void)state;
    for (int i = 0; i < 3; i++) {
        w[i] = (wgd_scan_wgmma){.index = i,
                                .types_known = true,
                                .a_type = WGD_F16,
                                .b_type = WGD_F16,
                                .d = WGD_ACC_F32,
                                .n = 8,
                                .k = 16,
                                .reached = true,
                                .loop = 1,
                                .op = {{.shared = true}, {.shared = true}}};
    }
    assert_true(wgd_scan_loop_cost(&k, 1, &out));
    assert_int_equal(out.wgmma, 3);
    assert_int_equal(out.cycles, 3 * 18); /* 16 + N/4: shared memory binds */
    assert_int_equal(out.bound, WGD_COST_SHARED);
    w[0].n = w[1].n = w[2].n = 256;
    assert_true(wgd_scan_loop_cost(&k, 1, &out));
    assert_int_equal(out.cycles, 3 * 128);
    assert_int_equal(out.bound, WGD_COST_TENSOR);
    w[1].loop = 2;
    w[2].reached = false;
    assert_true(wgd_scan_loop_cost(&k, 1, &out));
    assert_int_equal(out.wgmma, 1);
    assert_false(wgd_scan_loop_cost(&k, 3, &out));
    w[0].n = 12;
    assert_false(wgd_scan_loop_cost(&k, 1, &out));
    w[0].n = 8;
    w[0].types_known = false;
    assert_false(wgd_scan_loop_cost(&k, 1, &out));
}

/* ---- what is too much to read -------------------------------------------------------------------- */

static void refused(const char *what, const char *want)
{
    wgd_scan s;
    wgd_scan_kernel k;
    wgd_diag d;
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_scan_begin(&s, WGD_SCAN_PTX, text, strlen(text), work, WORK, &d), WGD_OK);
    assert_int_equal(wgd_scan_next(&s, &k, &d), WGD_ERR_LIMIT);
    assert_false(k.work_too_small);
    assert_non_null(strstr(d.what, what));
    assert_string_equal(d.want, want);
}

static void too_much(void **state)
{
    size_t at = (size_t)snprintf(text, sizeof text, "%smov.b64 {1", OUTSIDE);
    (void)state;
    for (int i = 1; i < 513; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, ",1");
    }
    snprintf(text + at, sizeof text - at, "}, 1;}");
    refused("the list of registers is too long", "at most 512");
    at = (size_t)snprintf(text, sizeof text, "%s", OUTSIDE);
    for (int i = 0; i < 64; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, ".reg .b32 x%d_<9>;\n", i);
    }
    snprintf(text + at, sizeof text - at, "}");
    refused("too many .reg directives", "at most 64");
    snprintf(text, sizeof text, "%s{ .reg .b32 x<4097>; } }", OUTSIDE);
    refused("too many registers in an inner scope", "at most 4096");
    at = (size_t)snprintf(text, sizeof text, "%s", OUTSIDE);
    for (int i = 0; i < 65; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "{");
    }
    refused("blocks are nested too deep", "at most 64");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stores),           cmocka_unit_test(paths),
        cmocka_unit_test(steps_and_places), cmocka_unit_test(long_chains),
        cmocka_unit_test(guesses),          cmocka_unit_test(loops),
        cmocka_unit_test(too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
