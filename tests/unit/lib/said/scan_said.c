/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scan_said.h"
#include "wgd_dtype.h"
#include "wgd_inst.h"

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

static char words[SAID_MAX];
static size_t words_at;

static void put(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(words + words_at, sizeof words - words_at, format, args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof words - words_at);
    words_at += (size_t)n;
}

static void put_operand(const wgd_scan_operand *op, const char *name)
{
    put("  %s: %" PRIx64 "/%" PRIx64 " reads %x", name, op->word, op->known, op->reads);
    if (op->read_known) {
        put(" %s %dx%d", op->read.major == WGD_MAJOR_K ? "K" : "MN", op->read.mn,
            wgd_read_k(op->read));
    }
    if (op->base) {
        put(" in %.*s of %" PRId64 "/%d", (int)op->base_len, op->base, op->base_bytes,
            op->base_align);
    } else {
        assert_true(op->base_bytes == -1 && op->base_align == 1);
    }
    if (op->place_known) {
        put(" at %" PRId64 "..%" PRId64, op->offset_min, op->offset_max);
    }
    if (op->stage_step != 0) {
        put(" stages %d by %" PRId64, op->stages, op->stage_step);
    }
    if (op->step_known) {
        put(" step %" PRId64, op->step);
    }
    if (op->span_known) {
        put(" span %" PRId64 "..%" PRId64, op->span_begin, op->span);
    }
    put("\n");
}

static void put_wgmma(const wgd_scan_wgmma *w)
{
    put("%d line %u", w->index, w->line);
    if (w->source_line) {
        put("/%u", w->source_line);
    }
    if (w->address) {
        put("@%x", w->address);
    }
    put(" %dx%d", w->n, w->k);
    if (w->types_known) {
        put(" %s %s %s", wgd_acc_name(w->d), wgd_dtype_get(w->a_type)->name,
            wgd_dtype_get(w->b_type)->name);
    }
    if (w->sparse || w->selector != -1) {
        put(" %s %d", w->sparse ? "sparse" : "dense", w->selector);
    }
    put("%s%s%s%s%s", w->satfinite ? " satfinite" : "", w->trans[0] ? " trans A" : "",
        w->trans[1] ? " trans B" : "", w->negate[0] ? " negate A" : "",
        w->negate[1] ? " negate B" : "");
    put(" scale %u regs %u", w->scale_d, w->accumulators);
    if (w->loop) {
        put(" loop %d", w->loop);
    }
    put(" chain %d%s\n", w->chain, w->reached ? "" : " unreached");
}

const char *scan_words_said(wgd_scan_language language, const char *text)
{
    const wgd_scan_kernel *k = scan_kernel_of(language, text);
    words_at = 0;
    words[0] = '\0';
    for (size_t i = 0; i < k->n_wgmma; i++) {
        const wgd_scan_wgmma *w = &k->wgmma[i];
        put_wgmma(w);
        for (int o = 0; o < 2 && w->reached; o++) {
            if (w->op[o].shared) {
                put_operand(&w->op[o], o ? "B" : "A");
            }
        }
    }
    return words;
}

void scan_held(scan_speaker *said_of, wgd_scan_language language, const scan_row *rows, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const char *said = said_of(language, rows[i].body);
        if (strcmp(said, rows[i].said) != 0) {
            print_error("%s\nsays\n%snot\n%s\n", rows[i].body, said, rows[i].said);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}
