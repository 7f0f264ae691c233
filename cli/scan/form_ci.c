/* SPDX-License-Identifier: MIT
 *
 * The answer of a scan for the machinery around it: SARIF 2.1.0 (OASIS) and JUnit's XML.
 */
#include "io/xml.h"
#include "scan_session.h"
#include "settings.h"

static const char *level(wgd_scan_severity s)
{
    return s == WGD_SCAN_ERROR ? "error" : s == WGD_SCAN_WARN ? "warning" : "note";
}

static void message(buf *out, const char *key, const char *text)
{
    json_open(out, key, '{');
    json_text(out, "text", text, strlen(text));
    json_close(out, '}');
}

static void sarif_rules(buf *out, const scan_session *s)
{
    json_open(out, "rules", '[');
    for (int i = 0; i < WGD_SCAN_RULE_COUNT; i++) {
        const wgd_scan_rule_info *r = wgd_scan_rule_get((wgd_scan_rule)i);
        json_open(out, NULL, '{');
        json_str(out, "id", r->name);
        message(out, "shortDescription", r->text);
        message(out, "fullDescription", r->why);
        json_open(out, "defaultConfiguration", '{');
        json_bool(out, "enabled", s->severity[i] != WGD_SCAN_OFF);
        json_str(out, "level", level(s->severity[i]));
        json_close(out, '}');
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void sarif_finding(scan_session *s, const wgd_scan_kernel *k, const wgd_scan_finding *f,
                          wgd_scan_severity severity)
{
    buf *out = &s->findings;
    buf print = {0};
    scan_fingerprint(&print, k, f);
    json_open(out, NULL, '{');
    json_str(out, "ruleId", wgd_scan_rule_get(f->rule)->name);
    json_int(out, "ruleIndex", (int64_t)f->rule);
    json_str(out, "level", level(severity));
    message(out, "message", f->message);
    json_open(out, "locations", '[');
    json_open(out, NULL, '{');
    json_open(out, "physicalLocation", '{');
    json_open(out, "artifactLocation", '{');
    json_text(out, "uri", s->file, strlen(s->file));
    json_close(out, '}');
    json_open(out, "region", '{');
    json_int(out, "startLine", f->line);
    json_close(out, '}');
    json_close(out, '}');
    json_open(out, "logicalLocations", '[');
    json_open(out, NULL, '{');
    json_text(out, "name", k->name, k->name_len);
    json_str(out, "kind", "function");
    json_close(out, '}');
    json_close(out, ']');
    json_close(out, '}');
    json_close(out, ']');
    json_open(out, "partialFingerprints", '{');
    json_text(out, "wgdesc/1", buf_text(&print), print.len ? print.len - 1 : 0);
    json_close(out, '}');
    json_close(out, '}');
    out->failed = out->failed || print.failed;
    buf_free(&print);
}

static void sarif_end(scan_session *s, answer *a)
{
    buf *out = a->out;
    json_open(out, NULL, '{');
    json_str(out, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_str(out, "version", "2.1.0");
    json_open(out, "runs", '[');
    json_open(out, NULL, '{');
    json_open(out, "tool", '{');
    json_open(out, "driver", '{');
    json_str(out, "name", "wgdesc");
    json_str(out, "version", wgd_version());
    sarif_rules(out, s);
    json_close(out, '}');
    json_close(out, '}');
    json_open(out, "results", '[');
    buf_mem(out, s->findings.data, s->findings.len);
    json_close(out, ']');
    json_close(out, '}');
    json_close(out, ']');
    json_close(out, '}');
    buf_char(out, '\n');
}

const scan_form scan_form_sarif = {NULL, sarif_finding, NULL, sarif_end};

static void junit_finding(scan_session *s, const wgd_scan_kernel *k, const wgd_scan_finding *f,
                          wgd_scan_severity severity)
{
    (void)k;
    buf *out = &s->findings;
    const bool failure = severity == WGD_SCAN_ERROR;
    if (severity == WGD_SCAN_INFO) {
        return;
    }
    if (failure) {
        buf_str(out, "   <failure type=\"");
        buf_str(out, wgd_scan_rule_get(f->rule)->name);
        buf_str(out, "\" message=\"");
        put_xml(out, f->message, strlen(f->message));
        buf_str(out, "\">line ");
    } else {
        buf_str(out, "   <system-out>warning: ");
        buf_str(out, wgd_scan_rule_get(f->rule)->name);
        buf_str(out, ": ");
        put_xml(out, f->message, strlen(f->message));
        buf_str(out, ", line ");
    }
    buf_i64(out, f->line);
    buf_str(out, ", wgmma ");
    buf_i64(out, f->index);
    buf_str(out, failure ? "</failure>\n" : "</system-out>\n");
}

/* A test case for each kernel. */
static void junit_kernel_end(scan_session *s, const wgd_scan_kernel *k)
{
    buf *out = &s->kernels;
    buf_str(out, "  <testcase classname=\"");
    put_xml(out, s->file, strlen(s->file));
    buf_str(out, "\" name=\"");
    put_xml(out, k->name, k->name_len);
    buf_str(out, "\">\n");
    buf_mem(out, s->findings.data, s->findings.len);
    s->findings.len = 0;
    buf_str(out, "  </testcase>\n");
}

static void junit_end(scan_session *s, answer *a)
{
    buf *out = a->out;
    buf_str(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                 " <testsuite name=\"wgdesc scan\" tests=\"");
    buf_i64(out, s->n_kernel);
    buf_str(out, "\" failures=\"");
    buf_i64(out, s->failed_kernels);
    buf_str(out, "\">\n");
    buf_mem(out, s->kernels.data, s->kernels.len);
    buf_str(out, " </testsuite>\n</testsuites>\n");
}

const scan_form scan_form_junit = {NULL, junit_finding, junit_kernel_end, junit_end};
