/* SPDX-License-Identifier: MIT
 *
 * From files to kernels: every text and every listing goes through the library, with more memory
 * where a kernel needs it.
 */
#include "scan_session.h"

#include "container/container.h"
#include "disasm.h"
#include "container/elf.h"
#include "settings.h"
#include "base/never.h"
#include "error/cli_status.h"
#include "io/mem.h"

/* Memory of a scan: at first, and at most; each is a quarter of the next. */
#define WORK_FIRST ((size_t)16 << 20)
#if SIZE_MAX > UINT32_MAX
#define WORK_MOST ((size_t)4 << 30)
#else
#define WORK_MOST ((size_t)1 << 30) /* the next is no size there */
#endif

void put_wgmma_shape(buf *out, const wgd_scan_wgmma *w)
{
    buf_str(out, "m64n");
    buf_i64(out, w->n);
    buf_char(out, 'k');
    buf_i64(out, w->k);
}

const char *scan_acc_name(const wgd_scan_wgmma *w)
{
    return wgd_acc_name(w->d);
}

int scan_loops(const wgd_scan_kernel *k)
{
    int most = 0;
    for (size_t i = 0; i < k->n_wgmma; i++) {
        most = k->wgmma[i].loop > most ? k->wgmma[i].loop : most;
    }
    return most;
}

static wgd_status more_work(scan_session *s, wgd_diag *diag)
{
    if (s->work_size == WORK_MOST) {
        return diag->status; /* what the library said: the kernel is too large */
    }
    const size_t want = s->work_size == 0 ? WORK_FIRST : s->work_size * 4;
    cli_free(s->work);
    s->work = cli_alloc(want);
    s->work_size = s->work ? want : 0;
    return s->work ? WGD_OK : cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
}

static void add_kernel(scan_session *s, const wgd_scan_kernel *k)
{
    s->functions++;
    s->unknown += (int)k->unknown;
    if (k->n_wgmma == 0 && !(s->strict && k->unknown > 0)) {
        return;
    }
    s->n_kernel++;
    s->n_wgmma += (int)k->n_wgmma;
    if (s->form->kernel) {
        s->form->kernel(s, k);
    }
    const int errors = s->count[WGD_SCAN_ERROR];
    for (size_t i = 0; i < k->n_finding; i++) {
        const wgd_scan_finding *f = &k->finding[i];
        const wgd_scan_severity severity = s->severity[f->rule];
        if (severity == WGD_SCAN_OFF) {
            continue;
        }
        if (scan_baseline_has(&s->baseline, k, f)) {
            s->known_before++;
            continue;
        }
        s->count[severity]++;
        s->form->finding(s, k, f, severity);
    }
    s->failed_kernels += s->count[WGD_SCAN_ERROR] > errors;
    if (s->form->kernel_end) {
        s->form->kernel_end(s, k);
    }
}

/* The functions of a text from number `skip` on; *done counts all that have been handed on. */
static wgd_status scan_from(scan_session *s, const char *text, size_t len, int *done, bool *again,
                            wgd_diag *diag)
{
    wgd_scan scan;
    const int skip = *done;
    wgd_status st = wgd_scan_begin(&scan, s->language, text, len, s->work, s->work_size, diag);
    if (NEVER(st != WGD_OK)) { /* the memory is 16 MiB, and a blob's text 1 GiB at most */
        return st;
    }
    for (int i = 0;; i++) {
        wgd_scan_kernel k;
        st = wgd_scan_next(&scan, &k, diag);
        *again = k.work_too_small;
        if (st != WGD_OK || !k.name) {
            return st;
        }
        if (i >= skip) {
            add_kernel(s, &k);
            *done = i + 1;
        }
    }
}

static wgd_status take_text(void *to, wgd_scan_language language, const char *text, size_t len,
                            const char *of, wgd_diag *diag)
{
    scan_session *s = to;
    s->of = of;
    s->language = language;
    int done = 0;
    wgd_status st = s->work ? WGD_OK : more_work(s, diag);
    for (bool again = true; st == WGD_OK && again;) {
        again = false;
        st = scan_from(s, text, len, &done, &again, diag);
        if (again) {
            st = more_work(s, diag);
        }
    }
    return st;
}

static wgd_status take_listing(void *to, const char *text, size_t len, wgd_diag *diag)
{
    scan_session *s = to;
    return take_text(s, WGD_SCAN_SASS, text, len, s->of, diag);
}

static wgd_status take_cubin(void *to, const char *data, size_t len, const char *of, wgd_diag *diag)
{
    scan_session *s = to;
    s->of = of;
    if (!elf_has_wgmma(data, len)) {
        s->without_wgmma++;
        return WGD_OK;
    }
    return disasm(s->nvdisasm, data, len, take_listing, s, diag);
}

wgd_status scan_session_file(scan_session *s, const char *name, wgd_diag *diag)
{
    blob b;
    s->file = name;
    s->files++;
    wgd_status st = blob_open(&b, name, "file", diag);
    if (st == WGD_OK) {
        container_sink sink = {.text = take_text, .cubin = take_cubin, .to = s};
        st = container_walk(&b, &sink, diag);
    }
    blob_close(&b);
    return st;
}

void scan_session_free(scan_session *s)
{
    cli_free(s->work);
    buf_free(&s->baseline);
    buf_free(&s->kernels);
    buf_free(&s->findings);
}
