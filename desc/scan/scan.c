/* SPDX-License-Identifier: MIT
 *
 * A scan from text to report, one function after the other.
 */
#include <stddef.h>

#include "ptx/ptx_reader.h"
#include "scan_report.h"
#include "sass/sass.h"

/* Lies at the start of the memory. The names of the module, which last, take a sixteenth of it; the
 * rest is for the function at hand. */
typedef struct scan_state {
    wgd_scan_language language;
    scan_arena lasting, arena;
    union {
        ptx ptx;
        sass sass;
    } reader;
    scan_func func;
    scan_flow flow;
    scan_run run;
    scan_report report;
} scan_state;

wgd_scan_language wgd_scan_guess(const char *text, size_t len)
{
    static const char *const ptx_words[] = {".version", ".address_size", ".entry"};
    const size_t look = len < 65536 ? len : 65536;
    for (size_t i = 0; i < look; i++) {
        for (int w = 0; text[i] == '.' && w < 3; w++) {
            const size_t n = strlen(ptx_words[w]);
            if (len - i > n && memcmp(text + i, ptx_words[w], n) == 0) {
                return WGD_SCAN_PTX;
            }
        }
        if (text[i] == '/' && len - i > 8 && text[i + 1] == '*' &&
            scan_hex_digit(text[i + 2]) >= 0 && scan_hex_digit(text[i + 5]) >= 0) {
            return WGD_SCAN_SASS;
        }
        if (text[i] == '.' && len - i > 12 && memcmp(text + i, ".headerflags", 12) == 0) {
            return WGD_SCAN_SASS;
        }
    }
    return WGD_SCAN_PTX;
}

/* What is scanned in: the state, and room for all else. */
typedef struct scan_memory {
    scan_state state;
    _Alignas(max_align_t) char rest[];
} scan_memory;

size_t scan_state_size(void)
{
    return offsetof(scan_memory, rest);
}

void scan_begin(wgd_scan *s, wgd_scan_language language, const char *text, size_t len, void *work,
                size_t work_size, wgd_diag *diag)
{
    scan_memory *memory = work;
    scan_state *st = &memory->state;
    const size_t left = work_size - scan_state_size();
    memset(st, 0, sizeof *st);
    s->state = st;
    st->language = language;
    st->lasting.base = memory->rest;
    st->lasting.cap = left / 16 / sizeof(max_align_t) * sizeof(max_align_t);
    st->arena.base = memory->rest + st->lasting.cap;
    st->arena.cap = left - st->lasting.cap;
    if (language == WGD_SCAN_PTX) {
        ptx_start(&st->reader.ptx, &st->arena, &st->lasting, text, len, diag);
    } else {
        sass_start(&st->reader.sass, &st->arena, text, len, diag);
    }
}

wgd_status wgd_scan_begin(wgd_scan *s, wgd_scan_language language, const char *text, size_t len,
                          void *work, size_t work_size, wgd_diag *diag)
{
    if (work_size < WGD_SCAN_WORK_MIN || len > INT32_MAX) {
        return wgd_fail(diag, WGD_ERR_LIMIT, "file",
                        len > INT32_MAX ? "the text is too long to be scanned"
                                        : "the memory given to the scan is too small",
                        NULL, "a text below 2 GiB, and at least 1 MiB of memory", "");
    }
    scan_begin(s, language, text, len, work, work_size, diag);
    return WGD_OK;
}

static wgd_status too_large(const scan_state *st, wgd_diag *diag)
{
    char name[64];
    wgd_text t = wgd_text_into(name, sizeof name);
    wgd_put_mem(&t, st->func.name, st->func.name_len < 60 ? st->func.name_len : 60);
    wgd_text_end(&t);
    return scan_too_large(name, diag);
}

/* The analysis of the function that was read. */
static bool analyse(scan_state *st)
{
    memset(&st->run, 0, sizeof st->run);
    memset(&st->report, 0, sizeof st->report);
    st->run.f = &st->func;
    st->run.flow = &st->flow;
    st->run.arena = &st->arena;
    scan_report *r = &st->report;
    r->f = &st->func;
    r->flow = &st->flow;
    r->run = &st->run;
    r->arena = &st->arena;
    if (!scan_flow_build(&st->func, &st->arena, &st->flow) || !scan_slice(&st->run) ||
        !scan_fix(&st->run) || !scan_words(r)) {
        return false;
    }
    scan_rules(r);
    return !st->arena.full;
}

/* Findings in the order of the text, at one line in that of the rules. */
static void sort_findings(scan_report *r)
{
    for (size_t i = 1; i < r->n_finding; i++) {
        const wgd_scan_finding f = r->finding[i];
        size_t k = i;
        while (k != 0 && (r->finding[k - 1].line > f.line ||
                          (r->finding[k - 1].line == f.line && r->finding[k - 1].rule > f.rule))) {
            r->finding[k] = r->finding[k - 1];
            k--;
        }
        r->finding[k] = f;
    }
}

/* Instruction numbers become lines. */
static void unknown_lines(scan_func *f)
{
    for (size_t i = 0; i < f->n_unknown_at; i++) {
        f->unknown_at[i] =
            f->insn[f->unknown_at[i]].line; /* it has one, whose results are unknown */
    }
}

wgd_status wgd_scan_next(wgd_scan *s, wgd_scan_kernel *out, wgd_diag *diag)
{
    scan_state *st = s->state;
    memset(out, 0, sizeof *out);
    st->arena.used = 0;
    if (st->language == WGD_SCAN_PTX) {
        st->reader.ptx.diag = diag;
    } else {
        st->reader.sass.diag = diag;
    }
    const wgd_status status = st->language == WGD_SCAN_PTX
                                  ? ptx_next_function(&st->reader.ptx, &st->func)
                                  : sass_next_function(&st->reader.sass, &st->func);
    out->work_too_small = st->arena.full || st->lasting.full;
    if (status != WGD_OK || !st->func.name) {
        return status;
    }
    scan_func *f = &st->func;
    if (out->work_too_small || (f->n_gmma > 0 && !analyse(st))) {
        out->work_too_small = true;
        return too_large(st, diag);
    }
    unknown_lines(f);
    out->name = f->name;
    out->name_len = f->name_len;
    out->entry = f->entry;
    out->line = f->line;
    out->instructions = (uint32_t)f->n_insn;
    out->unknown = f->unknown;
    out->unknown_lines = f->unknown_at;
    if (f->n_gmma > 0) {
        sort_findings(&st->report);
        out->wgmma = st->report.wgmma;
        out->n_wgmma = f->n_gmma;
        out->finding = st->report.finding;
        out->n_finding = st->report.n_finding;
    }
    return WGD_OK;
}
