/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scan_said.h"

enum { WORK = 1 << 20, SAID_MAX = 1 << 14 };
static _Alignas(max_align_t) unsigned char work[WORK];

const wgd_scan_kernel *scan_kernel_of(wgd_scan_language language, const char *text)
{
    static wgd_scan s;
    static wgd_scan_kernel k;
    wgd_diag d;
    memset(&d, 0, sizeof d);
    assert_int_equal(wgd_scan_begin(&s, language, text, strlen(text), work, WORK, &d), WGD_OK);
    if (wgd_scan_next(&s, &k, &d) != WGD_OK) {
        fail_msg("%s, got %s\n%s", d.what, d.got, text);
    }
    return &k;
}

static void put_finding(wgd_text *t, const wgd_scan_finding *f)
{
    wgd_put_u64(t, f->line);
    if (f->source_line != 0) {
        wgd_put_char(t, '/');
        wgd_put_u64(t, f->source_line);
    }
    if (f->address != 0) {
        wgd_put_char(t, '@');
        wgd_put_hex(t, f->address, 1);
    }
    wgd_put_char(t, ' ');
    wgd_put_str(t, wgd_scan_rule_get(f->rule)->name);
    wgd_put_char(t, ' ');
    wgd_put_i64(t, f->index);
    wgd_put_str(t, f->operand == 0 ? "A" : f->operand == 1 ? "B" : f->operand == -1 ? "" : "?");
    if (f->has_word) {
        wgd_put_char(t, ' ');
        wgd_put_hex(t, f->word, 1);
    }
    if (f->has_right) {
        wgd_put_str(t, " -> ");
        wgd_put_hex(t, f->right, 1);
    }
    wgd_put_str(t, ": ");
    wgd_put_str(t, f->message);
    wgd_put_char(t, '\n');
}

const char *scan_said(wgd_scan_language language, const char *text)
{
    static char said[SAID_MAX];
    const wgd_scan_kernel *k = scan_kernel_of(language, text);
    wgd_text t = wgd_text_into(said, sizeof said);
    for (size_t i = 0; i < k->n_finding; i++) {
        put_finding(&t, &k->finding[i]);
    }
    assert_true(wgd_text_end(&t) < sizeof said);
    return said;
}

void scan_held(const scan_row *rows, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const char *said = scan_said(WGD_SCAN_PTX, rows[i].body);
        if (strcmp(said, rows[i].said) != 0) {
            print_error("%s\nsays\n%snot\n%s\n", rows[i].body, said, rows[i].said);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}
