/* SPDX-License-Identifier: MIT
 *
 * --rule and --baseline.
 */
#include "settings.h"

#include "container/blob.h"
#include "error/cli_status.h"
#include "wgd_suggest.h"

wgd_status scan_rule_unknown(const char *name, size_t len, wgd_diag *diag)
{
    char hint[sizeof diag->hint];
    cli_item got;
    wgd_suggestion near = wgd_suggest_for(name, len);
    for (int i = 0; i < WGD_SCAN_RULE_COUNT; i++) {
        wgd_suggest_offer(&near, wgd_scan_rule_get((wgd_scan_rule)i)->name);
    }
    cli_item_of(got, name, len);
    wgd_text t = wgd_text_into(hint, sizeof hint);
    wgd_put_str(&t, wgd_suggest_best(&near) ? "did you mean '" : "'wgdesc scan --help' lists them");
    wgd_put_str(&t, wgd_suggest_best(&near) ? wgd_suggest_best(&near) : "");
    wgd_put_str(&t, wgd_suggest_best(&near) ? "'?" : "");
    wgd_text_end(&t);
    return wgd_fail(diag, WGD_ERR_VALUE, "rule", "no such rule", got, "the name of a rule", hint);
}

wgd_status scan_rules_option(const char *text, wgd_scan_severity out[WGD_SCAN_RULE_COUNT],
                             wgd_diag *diag)
{
    while (*text) {
        const char *stop = text + strcspn(text, ",");
        const char *equal = memchr(text, '=', (size_t)(stop - text));
        cli_item got;
        if (!equal) {
            cli_item_of(got, text, (size_t)(stop - text));
            return wgd_fail(diag, WGD_ERR_VALUE, "rule", "the rule has no severity", got,
                            "NAME=off|info|warn|error", "");
        }
        const wgd_scan_rule rule = wgd_scan_rule_find(text, (size_t)(equal - text));
        if (rule == WGD_SCAN_RULE_COUNT) {
            return scan_rule_unknown(text, (size_t)(equal - text), diag);
        }
        int severity = WGD_SCAN_OFF;
        const size_t len = (size_t)(stop - equal) - 1;
        while (severity <= WGD_SCAN_ERROR) {
            const char *name = wgd_scan_severity_name((wgd_scan_severity)severity);
            if (strlen(name) == len && memcmp(name, equal + 1, len) == 0) {
                break;
            }
            severity++;
        }
        if (severity > WGD_SCAN_ERROR) {
            cli_item_of(got, equal + 1, len);
            return wgd_fail(diag, WGD_ERR_VALUE, "rule", "no such severity", got,
                            "off, info, warn or error", "");
        }
        out[rule] = (wgd_scan_severity)severity;
        text = *stop ? stop + 1 : stop;
    }
    return WGD_OK;
}

void scan_fingerprint(buf *out, const wgd_scan_kernel *k, const wgd_scan_finding *f)
{
    buf_str(out, wgd_scan_rule_get(f->rule)->name);
    buf_char(out, ' ');
    buf_mem(out, k->name, k->name_len);
    buf_char(out, ' ');
    buf_i64(out, f->index);
    buf_str(out, f->operand < 0 ? " -" : f->operand ? " b" : " a");
    buf_char(out, '\n');
}

/* Bytes of the line at `at`, without its end, which the last may lack. */
static size_t line_length(const buf *b, size_t at)
{
    const char *nl = memchr(b->data + at, '\n', b->len - at);
    return nl ? (size_t)(nl - b->data) - at : b->len - at;
}

/* Every line has four words; a line that begins with # is a remark. */
static wgd_status check(const buf *b, wgd_diag *diag)
{
    int64_t line = 1;
    for (size_t at = 0; at < b->len; line++) {
        const size_t end = at + line_length(b, at);
        int words = 0;
        for (size_t i = at; i < end; i++) {
            words += b->data[i] != ' ' && (i == at || b->data[i - 1] == ' ');
        }
        if (end > at && b->data[at] != '#' && words != 4) {
            return wgd_fail_num(
                diag, WGD_ERR_SYNTAX, "baseline", "a line of the baseline is not understood", line,
                "RULE KERNEL WGMMA OPERAND", "write it with 'wgdesc scan --format baseline'");
        }
        at = end + 1;
    }
    return WGD_OK;
}

wgd_status scan_baseline_read(const char *name, buf *out, wgd_diag *diag)
{
    blob b;
    wgd_status st = blob_open(&b, name, "baseline", diag);
    if (st == WGD_OK) {
        st = blob_append(&b, 0, b.size, out, diag);
    }
    blob_close(&b);
    return st == WGD_OK ? check(out, diag) : st;
}

bool scan_baseline_has(buf *baseline, const wgd_scan_kernel *k, const wgd_scan_finding *f)
{
    if (baseline->len == 0) {
        return false;
    }
    buf want = {0};
    scan_fingerprint(&want, k, f);
    bool found = false;
    for (size_t at = 0, n; at < baseline->len && !found; at += n + 1) {
        n = line_length(baseline, at);
        found = n + 1 == want.len && memcmp(baseline->data + at, want.data, n) == 0;
    }
    baseline->failed |= want.failed;
    buf_free(&want);
    return found;
}
