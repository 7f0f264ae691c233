/* SPDX-License-Identifier: MIT
 *
 * Texts that are nearly kernels: every token of some left out, doubled, exchanged, cut off behind or
 * replaced, and kernels that grow until the memory of the scan is too small. What is wrong is refused
 * with its place in the text; what is still a kernel is answered with words and lines of this text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "wgd_scan.h"

enum { TEXT_MAX = 1 << 20, TOKENS_MAX = 8192 };

static char text[TEXT_MAX], changed[TEXT_MAX];
static void *work;

typedef struct token {
    size_t at, len;
} token;

static size_t read_file(const char *path, char *into)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    const size_t n = fread(into, 1, TEXT_MAX - 1, f);
    fclose(f);
    into[n] = '\0';
    return n;
}

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '%' || c == '$';
}

static int tokens_of(const char *s, size_t len, token *out)
{
    int n = 0;
    for (size_t i = 0; i < len;) {
        if (s[i] == ' ') {
            i++;
            continue;
        }
        size_t end = i + 1;
        while (in_word(s[i]) && end < len && in_word(s[end])) {
            end++;
        }
        assert_true(n < TOKENS_MAX);
        out[n].at = i;
        out[n++].len = end - i;
        i = end;
    }
    return n;
}

static uint32_t lines_of(const char *s, size_t len)
{
    uint32_t n = 1;
    for (size_t i = 0; i < len; i++) {
        n += s[i] == '\n';
    }
    return n;
}

static void check_kernel(const wgd_scan_kernel *k, const char *s, size_t len)
{
    const uint32_t lines = lines_of(s, len);
    /* A listing without a name for its code has one of the scan. */
    assert_true(k->name_len < len + 1 && k->name[0] != 0);
    for (size_t i = 0; i < k->n_finding; i++) {
        const wgd_scan_finding *f = &k->finding[i];
        assert_true(f->line <= lines && f->index < (int)k->n_wgmma);
        assert_true(f->message[0] != '\0' && f->rule < WGD_SCAN_RULE_COUNT);
    }
    for (size_t i = 0; i < k->n_wgmma; i++) {
        const wgd_scan_wgmma *g = &k->wgmma[i];
        assert_true(g->line >= 1 && g->line <= lines);
        for (int o = 0; o < 2; o++) {
            wgd_tile_query q;
            assert_true((g->op[o].word & ~g->op[o].known) == 0);
            assert_false(!g->op[o].shared && wgd_scan_tile(k, (int)i, o, &q));
        }
    }
}

/* The last status: WGD_OK when all of the text was read. */
static wgd_status scan(wgd_scan_language language, const char *s, size_t len, size_t room)
{
    wgd_scan scan_of;
    wgd_diag d = {WGD_OK, "", -1, "", "", "", "", WGD_HINT_NONE, 0, ""};
    assert_int_equal(wgd_scan_begin(&scan_of, language, s, len, work, room, &d), WGD_OK);
    for (;;) {
        wgd_scan_kernel k;
        const wgd_status st = wgd_scan_next(&scan_of, &k, &d);
        if (st != WGD_OK) {
            assert_int_equal(d.status, st);
            assert_true(k.work_too_small || d.what[0] != '\0');
            return st;
        }
        if (!k.name) {
            return WGD_OK;
        }
        check_kernel(&k, s, len);
    }
}

/* The text with token i replaced. */
static size_t with(const token *t, int i, size_t len, const char *by)
{
    const size_t n = strlen(by);
    memcpy(changed, text, t[i].at);
    memcpy(changed + t[i].at, by, n);
    memcpy(changed + t[i].at + n, text + t[i].at + t[i].len, len - t[i].at - t[i].len);
    return len - t[i].len + n;
}

static void break_all(wgd_scan_language language, size_t len, const char *const *others,
                      int n_others)
{
    static token t[TOKENS_MAX];
    char both[512];
    const int n = tokens_of(text, len, t);
    int refused = 0, read = 0;
    assert_int_equal(scan(language, text, len, WGD_SCAN_WORK_MIN), WGD_OK);
    for (int i = 0; i < n; i++) {
        /* Three of the others for each, in turn. */
        for (int k = -2; k < (n_others > 0 ? 3 : 0); k++) {
            snprintf(both, sizeof both, "%.*s %.*s", (int)t[i].len, text + t[i].at, (int)t[i].len,
                     text + t[i].at);
            const size_t m = with(t, i, len,
                                  k == -2   ? ""
                                  : k == -1 ? both
                                            : others[(i * 3 + k) % n_others]);
            if (scan(language, changed, m, WGD_SCAN_WORK_MIN) == WGD_OK) {
                read++;
            } else {
                refused++;
            }
        }
        (void)scan(language, text, t[i].at, WGD_SCAN_WORK_MIN);
        (void)scan(language, text, t[i].at + t[i].len, WGD_SCAN_WORK_MIN);
    }
    assert_true(refused > 0 && read > 0);
}

static const char *const ptx_others[] = {";",  "{",          "}",    "(",   ",",  "%q7",  "%p1",
                                         "-1", "4294967296", ".b16", "x.y", "\"", "0f00", "/*"};
static const char *const sass_others[] = {
    ";",   ",",          "R255",        "UR62",          "URZ",       "PT",        "!P1",
    "-R4", "0x7fffffff", "gdesc[UR60]", "c[0x0][0x210]", "`(.L_x_9)", "[R2+0x10]", "R5.H1"};

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static void broken_ptx(void **state)
{
    (void)state;
    const size_t n = read_file("tests/data/scan_forms.ptx", text);
    break_all(WGD_SCAN_PTX, n, ptx_others, COUNT(ptx_others));
}

static void broken_ptx_forms(void **state)
{
    (void)state;
    const size_t n = read_file("tests/fuzz/corpus/ptx/forms.ptx", text);
    break_all(WGD_SCAN_PTX, n, ptx_others, 0);
}

static void broken_sass(void **state)
{
    (void)state;
    size_t n = read_file("tests/fuzz/corpus/sass/forms.sass", text);
    break_all(WGD_SCAN_SASS, n, sass_others, COUNT(sass_others));
    n = read_file("tests/data/scan_forms.sass", text);
    break_all(WGD_SCAN_SASS, n, sass_others, COUNT(sass_others));
}

/* A body that is never closed is no function, wherever it ends. */
static void open_bodies(void **state)
{
    static token t[TOKENS_MAX];
    (void)state;
    const size_t len = read_file("tests/fuzz/corpus/ptx/forms.ptx", text);
    const int n = tokens_of(text, len, t);
    const size_t begin = (size_t)(strchr(text, '{') - text);
    int last = n;
    while (text[t[--last].at] != '}') {
    }
    for (int i = 0; i < last; i++) {
        if (t[i].at > begin) {
            assert_int_not_equal(scan(WGD_SCAN_PTX, text, t[i].at, WGD_SCAN_WORK_MIN), WGD_OK);
        }
    }
}

/* ---- memory ----------------------------------------------------------------------------------- */

static size_t put(size_t at, const char *s)
{
    const size_t n = strlen(s);
    assert_true(at + n < TEXT_MAX);
    memcpy(changed + at, s, n);
    return at + n;
}

static size_t ptx_of(int fill)
{
    size_t n = put(0, ".version 8.7\n.target sm_90a\n.address_size 64\n"
                      ".shared .align 1024 .b8 sa[65536];\n"
                      ".visible .entry k(.param .u64 p0, .param .u32 p1)\n{\n"
                      ".reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .pred %p<4>;\n"
                      "mov.u32 %r1, sa; bfe.u32 %r1, %r1, 4, 14; cvt.u64.u32 %rd1, %r1;\n"
                      "or.b64 %rd2, %rd1, 4611686293305294848; ld.param.u32 %r3, [p1];\n");
    char line[160];
    for (int i = 0; i < fill; i++) {
        snprintf(line, sizeof line,
                 i % 40 == 7    ? "L%d: setp.ne.s32 %%p1, %%r3, %d; @%%p1 bra L%d;\n"
                 : i % 40 == 21 ? "st.shared.u32 [%%r1], %%r3; // %d %d %d\n"
                 : i % 40 == 30
                     ? "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%%f0,%%f1,%%f2,%%f3}, "
                       "%%rd2, %%rd2, 1, 1, 1, 0, 0; // %d %d %d\n"
                     : "add.s32 %%r3, %%r3, 3; // %d %d %d\n",
                 i, i, i);
        n = put(n, line);
    }
    return put(n, "ret;\n}\n");
}

static size_t sass_of(int fill)
{
    size_t n = put(0, "\t.section\t.text.k,\"ax\",@progbits\nk:\n.text.k:\n");
    char line[160];
    for (int i = 0; i < fill; i++) {
        const int kind = i % 40;
        if (kind == 7) {
            snprintf(line, sizeof line, ".L_x_%d:\n", i);
            n = put(n, line);
        }
        snprintf(line, sizeof line, "        /*%04x*/  ", (unsigned)i * 16);
        n = put(n, line);
        if (kind == 7) {
            snprintf(line, sizeof line, "@P0 BRA `(.L_x_%d) ;\n", i);
        }
        n = put(n, kind == 7    ? line
                   : kind == 30 ? "HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, UP0 ;\n"
                   : kind == 13 ? "IMAD.WIDE.U32 R2, R4, 0x10, R6 ;\n"
                                : "IADD3 R1, P0, R1, R2, RZ ;\n");
    }
    return n;
}

/* Enough memory, then too little for the last of what a scan keeps, then for the first: refused as
 * that from the first size on, and answered with more. */
static void grow(wgd_scan_language language, size_t (*of)(int), int from, int most)
{
    bool refused = false;
    for (int n = from; n < most; n += n / 25 + 1) {
        const size_t len = of(n);
        wgd_scan s;
        wgd_scan_kernel k;
        wgd_diag d;
        assert_int_equal(wgd_scan_begin(&s, language, changed, len, work, WGD_SCAN_WORK_MIN, &d),
                         WGD_OK);
        const wgd_status st = wgd_scan_next(&s, &k, &d);
        if (st == WGD_OK) {
            assert_false(refused);
            assert_true((int)k.instructions >= n);
            continue;
        }
        assert_int_equal(st, WGD_ERR_LIMIT);
        assert_true(k.work_too_small);
        refused = true;
    }
    assert_true(refused);
    assert_int_equal(scan(language, changed, strlen(changed), 64 << 20), WGD_OK);
}

static void too_little_memory(void **state)
{
    (void)state;
    memset(changed, 0, sizeof changed);
    grow(WGD_SCAN_PTX, ptx_of, 100, 9000);
    memset(changed, 0, sizeof changed);
    grow(WGD_SCAN_SASS, sass_of, 100, 9000);
    wgd_scan s;
    wgd_diag d;
    assert_int_equal(wgd_scan_begin(&s, WGD_SCAN_PTX, "", 0, work, WGD_SCAN_WORK_MIN - 1, &d),
                     WGD_ERR_LIMIT);
    assert_int_equal(
        wgd_scan_begin(&s, WGD_SCAN_PTX, "", (size_t)INT32_MAX + 1, work, WGD_SCAN_WORK_MIN, &d),
        WGD_ERR_LIMIT);
}

static int take_memory(void **state)
{
    (void)state;
    work = malloc(64 << 20);
    return work ? 0 : -1;
}

static int give_memory(void **state)
{
    (void)state;
    free(work);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_ptx),        cmocka_unit_test(broken_ptx_forms),
        cmocka_unit_test(broken_sass),       cmocka_unit_test(open_bodies),
        cmocka_unit_test(too_little_memory),
    };
    return cmocka_run_group_tests(tests, take_memory, give_memory);
}
