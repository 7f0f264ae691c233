/* SPDX-License-Identifier: MIT
 *
 * A scan from call to call: several functions of one text, what is refused and how, the memory that it has; the table of
 * rules by name; what a text is, by its first letters; and the sums of a loop.
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

#include "ptx/ptx_reader.h"
#include "scan/scan_report.h"
#include "said/scan_said.h"

enum { WORK = WGD_SCAN_WORK_MIN, TEXT = 1 << 20 };
static _Alignas(max_align_t) unsigned char work[WORK];
static char text[TEXT];
static wgd_scan scan;
static wgd_scan_kernel k;

static void begin(wgd_scan_language language, wgd_diag *d)
{
    memset(work, 0xa5, sizeof work); /* memory that was used before */
    assert_int_equal(wgd_scan_begin(&scan, language, text, strlen(text), work, WORK, d), WGD_OK);
}

#define ZERO                                                                                       \
    SCAN_NUMBERS("0x4000000000000000", "0x4000000100000400")                                       \
    SCAN_FENCE SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_WAIT "ret;\n"

static void functions(void **state)
{
    wgd_diag d, other;
    (void)state;
    snprintf(text, sizeof text,
             "%s.func other () {\n.reg .b32 %%r<9>; odd.one %%r1; odd.two %%r2;\nadd.u32 %%r1, "
             "%%r1, 1; ret;}\n.entry last () {\n}",
             SCAN_K("nobody.knows %r1;\n" ZERO));
    begin(WGD_SCAN_PTX, &d);
    assert_int_equal(wgd_scan_next(&scan, &k, &other), WGD_OK);
    assert_int_equal(k.name_len, 1);
    assert_memory_equal(k.name, "k", 1);
    assert_true(k.entry);
    assert_int_equal(k.line, 2);
    assert_int_equal(k.instructions, 8);
    assert_int_equal(k.unknown, 1);
    assert_int_equal(k.unknown_lines[0], 3);
    assert_int_equal(k.n_wgmma, 1);
    assert_int_equal(k.n_finding, 1);
    assert_int_equal(k.finding[0].rule, WGD_SCAN_STRIDE_ZERO);
    assert_false(k.work_too_small);
    assert_int_equal(wgd_scan_next(&scan, &k, &other), WGD_OK);
    assert_memory_equal(k.name, "other", 5);
    assert_false(k.entry);
    assert_int_equal(k.instructions, 4);
    assert_int_equal(k.unknown, 2);
    assert_int_equal(k.unknown_lines[0], 11);
    assert_int_equal(k.n_wgmma, 0);
    assert_null(k.wgmma);
    assert_int_equal(k.n_finding, 0);
    assert_null(k.finding);
    assert_int_equal(wgd_scan_next(&scan, &k, &other), WGD_OK);
    assert_memory_equal(k.name, "last", 4);
    assert_int_equal(k.unknown, 0);
    assert_int_equal(k.instructions, 0);
    assert_int_equal(wgd_scan_next(&scan, &k, &other), WGD_OK);
    assert_null(k.name);
}

/* Two functions with wgmma: what is said of the first is not said of the second. */
static void one_after_the_other(void **state)
{
    wgd_diag d;
    (void)state;
    snprintf(text, sizeof text,
             "%s.visible .entry l(.param .u32 p0) { .reg .f32 %%f<300>; .reg .b64 %%d<60>;\n%s}\n",
             SCAN_K(ZERO),
             SCAN_NUMBERS("0x4000004000000000", "0x4000000100000400")
                 SCAN_FENCE SCAN_N8(SCAN_ACC0, "%d2", "%d4") SCAN_WAIT "ret;\n");
    begin(WGD_SCAN_PTX, &d);
    assert_int_equal(wgd_scan_next(&scan, &k, &d), WGD_OK);
    assert_int_equal(k.n_finding, 1);
    assert_int_equal(wgd_scan_next(&scan, &k, &d), WGD_OK);
    assert_int_equal(k.n_wgmma, 1);
    assert_int_equal(k.n_finding, 0);
}

/* Findings stand in the order of the text, those of a line in that of the rules. */
static void order(void **state)
{
    static const scan_row rows[] = {
        {SCAN_K(SCAN_NUMBERS("0x4000004000020000", "0x4000000100000400") SCAN_FENCE SCAN_N8(
             SCAN_ACC0, "%d2", "%d4") "mov.b64 %d2, 0x4000000000000000;\n" SCAN_N8(SCAN_ACC0, "%d2",
                                                                                   "%d4") SCAN_WAIT
                "ret;\n"),
         "5 field-unread 0A 4000004000020000: LBO of A is set, and this block does not read it\n"
         "7 stride-zero 1A 4000000000000000: SBO of A is 0, and this block steps by it\n"},
        {SCAN_K(SCAN_NUMBERS("0x4000000000000000", "0x4000000200000400")
                    SCAN_N8(SCAN_ACC0, "%d2", "%d4") "st.shared.u32 [%r9], %r9;\n" SCAN_N8(
                        SCAN_ACC4, "%d2", "%d4") "mov.f32 %f0, %f1;\nret;\n"),
         "4 stride-zero 0A 4000000000000000: SBO of A is 0, and this block steps by it\n"
         "4 fence-missing 0: on some path from the start of the function no wgmma.fence comes "
         "before this wgmma\n"
         "4 never-waited 0: the function can end without a commit_group behind this wgmma\n"
         "4 field-unread 0B 4000000200000400: SBO of B is set, and this block does not read it\n"
         "6 stride-zero 1A 4000000000000000: SBO of A is 0, and this block steps by it\n"
         "6 proxy-fence-missing 1: the st.shared of line 5 reaches this wgmma with no "
         "fence.proxy.async between\n"
         "6 field-unread 1B 4000000200000400: SBO of B is set, and this block does not read it\n"
         "7 serialized 0: this instruction writes registers of a wgmma that has not been waited "
         "for\n"},
    };
    (void)state;
    SCAN_HELD(rows);
}

/* What is refused is said to whom the last call names. */
static void refused(void **state)
{
    wgd_diag d, other;
    (void)state;
    for (int i = 0; i < 2; i++) {
        memset(&d, 0, sizeof d);
        memset(&other, 0, sizeof other);
        snprintf(text, sizeof text, "%s", i == 0 ? "}}" : "/*0000*/ MOV R1, R2\n");
        begin(i == 0 ? WGD_SCAN_PTX : WGD_SCAN_SASS, &d);
        assert_int_equal(wgd_scan_next(&scan, &k, &other), WGD_ERR_SYNTAX);
        assert_int_equal(other.status, WGD_ERR_SYNTAX);
        assert_null(k.name);
        assert_false(k.work_too_small);
    }
    for (int i = 0; i < 2; i++) {
        const size_t len = i == 0 ? 0 : (size_t)INT32_MAX + 1;
        memset(&d, 0, sizeof d);
        assert_int_equal(
            wgd_scan_begin(&scan, WGD_SCAN_PTX, text, len, work, i == 0 ? WORK - 1 : WORK, &d),
            WGD_ERR_LIMIT);
        assert_string_equal(d.field, "file");
        assert_string_equal(d.what, i == 0 ? "the memory given to the scan is too small"
                                           : "the text is too long to be scanned");
        assert_string_equal(d.want, "a text below 2 GiB, and at least 1 MiB of memory");
    }
    assert_int_equal(wgd_scan_begin(&scan, WGD_SCAN_PTX, text, INT32_MAX, work, WORK - 1, &d),
                     WGD_ERR_LIMIT);
    assert_string_equal(d.what, "the memory given to the scan is too small");
    snprintf(text, sizeof text, ".version 8.7");
    assert_int_equal(wgd_scan_begin(&scan, WGD_SCAN_PTX, text, INT32_MAX, work, WORK, &d), WGD_OK);
}

/* A function of so many instructions, and with a wgmma that has to be followed. */
static wgd_status large(const char *name, int n, bool wgmma, wgd_diag *d)
{
    size_t at = (size_t)snprintf(text, sizeof text,
                                 ".entry %s () { .reg .f32 %%f<9>; .reg .b64 %%d<9>; .reg .b32 "
                                 "%%r<9>; .reg .pred %%p<9>;\n%s",
                                 name, wgmma ? SCAN_N8(SCAN_ACC0, "%d2", "%d4") : "");
    for (int i = 0; i < n; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "@%%p1 bra L%d; L%d:\n", i, i);
    }
    snprintf(text + at, sizeof text - at, "ret; }");
    memset(d, 0, sizeof *d);
    begin(WGD_SCAN_PTX, d);
    return wgd_scan_next(&scan, &k, d);
}

#define L59 "a23456789_b23456789_c23456789_d23456789_e23456789_f23456789"

static void too_large(void **state)
{
    wgd_diag d;
    int n = 100;
    (void)state;
    while (large("k", n, true, &d) == WGD_OK) {
        n += 100;
    }
    assert_true(k.work_too_small);
    assert_null(k.name);
    assert_int_equal(d.status, WGD_ERR_LIMIT);
    assert_string_equal(d.field, "file");
    assert_string_equal(d.what, "the kernel is larger than the memory given to the scan");
    assert_string_equal(d.got, "k");
    assert_string_equal(d.hint,
                        "what a scan keeps grows with registers times branches of a kernel");
    /* Without a wgmma nothing is followed. */
    assert_int_equal(large("k", n, false, &d), WGD_OK);
    assert_int_equal(large(L59, n, true, &d), WGD_ERR_LIMIT);
    assert_string_equal(d.got, L59);
    assert_int_equal(large(L59 "g", n, true, &d), WGD_ERR_LIMIT);
    assert_string_equal(d.got, L59 "g");
    assert_int_equal(large(L59 "gh", n, true, &d), WGD_ERR_LIMIT);
    assert_string_equal(d.got, L59 "g");
}

/* As many functions, each with numbers that are followed: those before take no room. */
static void many_followed(void **state)
{
    wgd_diag d;
    size_t at = 0;
    (void)state;
    for (int i = 0; i < 6; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at,
                               ".func f%d () { .reg .b64 %%d<400>; .reg .f32 %%f<9>; "
                               "mov.b64 %%d0, 0x4000004000000000;\n",
                               i);
        for (int j = 1; j < 300; j++) {
            at +=
                (size_t)snprintf(text + at, sizeof text - at, "add.s64 %%d%d,%%d%d,2;\n", j, j - 1);
        }
        at += (size_t)snprintf(text + at, sizeof text - at, "%s}\n",
                               SCAN_N8(SCAN_ACC0, "%d299", "%d299"));
    }
    assert_true(at < sizeof text);
    begin(WGD_SCAN_PTX, &d);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(wgd_scan_next(&scan, &k, &d), WGD_OK);
        assert_int_equal(k.wgmma[0].op[0].word, 0x4000004000000000 + 2 * 299);
    }
}

/* Each function has all the memory; the names of the module have a sixteenth of it, whatever their number. */
static void memory(void **state)
{
    wgd_diag d;
    size_t at = 0;
    (void)state;
    for (int i = 0; i < 20; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, ".func f%d () { .reg .b32 %%r<999>;\n",
                               i);
        for (int j = 0; j < 300; j++) {
            at += (size_t)snprintf(text + at, sizeof text - at, "add.u32 %%r%d, 1, 2;\n", j);
        }
        at += (size_t)snprintf(text + at, sizeof text - at, "}\n");
    }
    begin(WGD_SCAN_PTX, &d);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(wgd_scan_next(&scan, &k, &d), WGD_OK);
        assert_int_equal(k.instructions, 300);
    }
    at = 0;
    for (int i = 0; i < 200; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, ".shared .b8 v%d[16];\n", i);
    }
    snprintf(text + at, sizeof text - at, ".func f () { ret; }");
    size_t few = 0, least = WORK / 16 - scan_state_size() / 16; /* of 16 bytes behind the state */
    while (least - few > 1) {
        const size_t half = (few + least) / 2;
        scan_begin(&scan, WGD_SCAN_PTX, text, strlen(text), work, scan_state_size() + 16 * half,
                   &d);
        *(wgd_scan_next(&scan, &k, &d) == WGD_OK ? &least : &few) = half;
    }
    /* What the reader alone takes for them, in memory that is large enough. */
    static ptx p;
    static scan_func f;
    scan_arena lasting = {(char *)work, WORK / 2, 0, false};
    scan_arena arena = {(char *)work + WORK / 2, WORK / 2, 0, false};
    ptx_start(&p, &arena, &lasting, text, strlen(text), &d);
    assert_int_equal(ptx_next_function(&p, &f), WGD_OK);
    const size_t piece = sizeof(max_align_t);
    assert_int_equal(least, (lasting.used + piece - 1) / piece * piece);
}

/* Of every size of memory: refused, or what much memory answers. */
static void sizes(void **state)
{
    wgd_diag d;
    int refused = 0, whole = 0;
    (void)state;
    snprintf(text, sizeof text, "%s", SCAN_K(ZERO));
    for (size_t size = 0; whole < 5; size += 208) {
        scan_begin(&scan, WGD_SCAN_PTX, text, strlen(text), work, scan_state_size() + size, &d);
        const wgd_status s = wgd_scan_next(&scan, &k, &d);
        if (s == WGD_OK) {
            assert_int_equal(k.n_wgmma, 1);
            assert_int_equal(k.n_finding, 1);
            assert_int_equal(k.finding[0].rule, WGD_SCAN_STRIDE_ZERO);
            whole++;
        } else {
            assert_int_equal(s, WGD_ERR_LIMIT);
            assert_true(k.work_too_small);
            refused++;
        }
    }
    assert_true(refused > 100);
}

static void rule_names(void **state)
{
    (void)state;
    for (int i = 0; i < WGD_SCAN_RULE_COUNT; i++) {
        const char *name = wgd_scan_rule_get((wgd_scan_rule)i)->name;
        assert_int_equal(wgd_scan_rule_find(name, strlen(name)), i);
        assert_int_equal(wgd_scan_rule_find(name, strlen(name) - 1), WGD_SCAN_RULE_COUNT);
    }
    assert_int_equal(wgd_scan_rule_find("k-stepp", 7), WGD_SCAN_RULE_COUNT);
    assert_int_equal(wgd_scan_rule_find("k-stepp", 6), WGD_SCAN_K_STEP);
    assert_string_equal(wgd_scan_severity_name(WGD_SCAN_OFF), "off");
    assert_string_equal(wgd_scan_severity_name(WGD_SCAN_INFO), "info");
    assert_string_equal(wgd_scan_severity_name(WGD_SCAN_WARN), "warn");
    assert_string_equal(wgd_scan_severity_name(WGD_SCAN_ERROR), "error");
}

/* The first `len` letters of a text; what stands behind them is not looked at. */
static void guesses(void **state)
{
    static const struct {
        const char *text;
        int len;
        wgd_scan_language is;
    } rows[] = {
        {".version 8 /*0000*/ MOV", 0, WGD_SCAN_PTX},
        {".address_size 64 /*0000*/ MOV", 0, WGD_SCAN_PTX},
        {" .entry k /*0000*/ MOV", 0, WGD_SCAN_PTX},
        {".entri k /*0000*/ MOV", 0, WGD_SCAN_SASS},
        {"version 8 /*0000*/ MOV", 0, WGD_SCAN_SASS},
        {"/*0000*/ .version", 0, WGD_SCAN_SASS},
        {"/*0000*/ ", 0, WGD_SCAN_SASS},
        {" /*0000*/ MOV", 9, WGD_SCAN_PTX},
        {"/*x000*/ MOV", 0, WGD_SCAN_PTX},
        {"/*0x00*/ MOV", 0, WGD_SCAN_SASS},
        {"/*000x*/ MOV", 0, WGD_SCAN_PTX},
        {"//0000*/ MOV", 0, WGD_SCAN_PTX},
        {".headerflags ", 0, WGD_SCAN_SASS},
        {".headerflags @", 12, WGD_SCAN_PTX},
        {".headerflagz @", 0, WGD_SCAN_PTX},
        {"      .", 0, WGD_SCAN_PTX},
        {"            .ver", 0, WGD_SCAN_PTX},
        {"            .head", 0, WGD_SCAN_PTX},
        {"            /", 0, WGD_SCAN_PTX},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t len = rows[i].len ? (size_t)rows[i].len : strlen(rows[i].text);
        char *only = malloc(len); /* it ends where it ends, for the sanitizer */
        assert_non_null(only);
        memcpy(only, rows[i].text, len);
        if (wgd_scan_guess(only, len) != rows[i].is) {
            fail_msg("%.*s", (int)len, rows[i].text);
        }
        free(only);
    }
    memset(text, ' ', sizeof text);
    memcpy(text + 65535, "/*0000*/ MOV", 12);
    assert_int_equal(wgd_scan_guess(text, sizeof text), WGD_SCAN_SASS);
}

/* 64 x N x 16 of f16: A has 2048 bytes, B 32 for each of N; N/2 cycles at the full rate. */
static void sums(void **state)
{
    static wgd_scan_wgmma w[3];
    const wgd_scan_kernel three = {.wgmma = w, .n_wgmma = 2};
    wgd_scan_loop out;
    (void)state;
    for (int i = 0; i < 3; i++) {
        const wgd_scan_wgmma one = {.types_known = true,
                                    .a_type = WGD_F16,
                                    .b_type = WGD_F16,
                                    .d = WGD_ACC_F32,
                                    .n = i == 0 ? 64 : 128,
                                    .k = 16,
                                    .reached = true,
                                    .loop = 1,
                                    .op = {{.shared = i != 0}, {.shared = true}}};
        w[i] = one;
    }
    assert_true(wgd_scan_loop_cost(&three, 1, &out));
    assert_int_equal(out.loop, 1);
    assert_int_equal(out.wgmma, 2);
    assert_int_equal(out.shared_bytes, 64 * 32 + 2048 + 128 * 32);
    assert_int_equal(out.peak_cycles, 32 + 64);
    /* 32 cycles of either: the tensor cores bind */
    w[0].op[0].shared = true;
    w[1].loop = 2;
    assert_true(wgd_scan_loop_cost(&three, 1, &out));
    assert_int_equal(out.shared_cycles, out.tensor_cycles);
    assert_int_equal(out.bound, WGD_COST_TENSOR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions),     cmocka_unit_test(one_after_the_other),
        cmocka_unit_test(order),         cmocka_unit_test(refused),
        cmocka_unit_test(too_large),     cmocka_unit_test(memory),
        cmocka_unit_test(many_followed), cmocka_unit_test(sizes),
        cmocka_unit_test(rule_names),    cmocka_unit_test(guesses),
        cmocka_unit_test(sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
