/* SPDX-License-Identifier: MIT
 *
 * scan: what a compiled kernel's descriptors are, and what is wrong with them.
 */
#include <string.h>

#include "answer/answer.h"
#include "request/request.h"

#include "error/cli_status.h"
#include "help/wrap.h"
#include "scan/scan_session.h"
#include "scan/settings.h"

static const scan_form *form_of(format f)
{
    return f == FORMAT_JSON       ? &scan_form_json
           : f == FORMAT_SARIF    ? &scan_form_sarif
           : f == FORMAT_JUNIT    ? &scan_form_junit
           : f == FORMAT_BASELINE ? &scan_form_baseline
                                  : &scan_form_text;
}

static wgd_status set_up(const request *rq, scan_session *s, wgd_diag *diag)
{
    s->form = form_of(rq->format);
    s->strict = rq->v[OPTION_strict].has;
    s->nvdisasm = rq->v[OPTION_nvdisasm].has ? rq->v[OPTION_nvdisasm].u.text.s : NULL;
    for (int i = 0; i < WGD_SCAN_RULE_COUNT; i++) {
        s->severity[i] = wgd_scan_rule_get((wgd_scan_rule)i)->severity;
    }
    wgd_status st = WGD_OK;
    if (rq->v[OPTION_rule].has) {
        st = scan_rules_option(rq->v[OPTION_rule].u.text.s, s->severity, diag);
    }
    if (st == WGD_OK && rq->v[OPTION_baseline].has) {
        st = scan_baseline_read(rq->v[OPTION_baseline].u.text.s, &s->baseline, diag);
    }
    return st;
}

/* --explain RULE */
static wgd_status explain(const request *rq, answer *a, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_scan_explain];
    const wgd_scan_rule rule = wgd_scan_rule_find(v->u.text.s, v->u.text.len);
    if (rule == WGD_SCAN_RULE_COUNT) {
        const wgd_status st = scan_rule_unknown(v->u.text.s, v->u.text.len, diag);
        diag->field = "explain";
        return st;
    }
    const wgd_scan_rule_info *r = wgd_scan_rule_get(rule);
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "scan", true);
        json_str(a->out, "rule", r->name);
        json_str(a->out, "severity", wgd_scan_severity_name(r->severity));
        json_str(a->out, "text", r->text);
        json_str(a->out, "why", r->why);
        answer_end(a);
    } else {
        buf_str(a->out, r->name);
        buf_str(a->out, " (");
        buf_str(a->out, wgd_scan_severity_name(r->severity));
        buf_str(a->out, "): ");
        buf_str(a->out, r->text);
        buf_str(a->out, "\n\n");
        help_wrapped(a->out, r->why, 0, 0);
    }
    return WGD_OK;
}

/* One file. Standard input belongs to the program that asks: a request's own text came from there. */
static wgd_status one_file(const request *rq, scan_session *s, const char *name, wgd_diag *diag)
{
    if (rq->closed && strcmp(name, "-") == 0) {
        return cli_fail(diag, WGD_ERR_VALUE, "file", "a request reads no standard input", name,
                        "the name of a file", "write the kernel to a file");
    }
    return scan_session_file(s, name, diag);
}

/* Every file of the command line, or the one of a request. */
static wgd_status files(const request *rq, scan_session *s, answer *a, wgd_diag *diag)
{
    const option_value *many = &rq->v[OPTION_scan_files], *one = &rq->v[OPTION_scan_file];
    wgd_status st = WGD_OK;
    for (int i = 0; st == WGD_OK && many->has && many->u.args.text && i < many->u.args.n; i++) {
        st = one_file(rq, s, many->u.args.text[i], diag);
    }
    const cJSON *item = many->has && !many->u.args.text ? many->u.args.json : NULL;
    for (; st == WGD_OK && item; item = item->next) {
        st = cJSON_IsString(item)
                 ? one_file(rq, s, item->valuestring, diag)
                 : cli_fail(diag, WGD_ERR_VALUE, "files", "a name is no text", NULL, "strings", "");
    }
    if (st == WGD_OK && one->has) {
        st = one_file(rq, s, one->u.text.s, diag);
    }
    if (st == WGD_OK && s->files == 0) {
        st = cli_fail(diag, CLI_ERR_USAGE, "file", "FILE is missing", NULL,
                      "a .ptx, .sass, .cubin, .fatbin, .so or program; - is standard input",
                      "see 'wgdesc scan --help'");
    }
    (void)a;
    return st;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    if (rq->v[OPTION_scan_explain].has) {
        return explain(rq, a, diag);
    }
    scan_session s = {0};
    wgd_status st = set_up(rq, &s, diag);
    if (st == WGD_OK) {
        st = files(rq, &s, a, diag);
    }
    if (st == WGD_OK && (s.kernels.failed || s.findings.failed || s.baseline.failed)) {
        st = cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    if (st == WGD_OK) {
        s.form->end(&s, a);
        a->exit_status = s.count[WGD_SCAN_ERROR] > 0 ? 1 : 0;
    }
    scan_session_free(&s);
    return st;
}

static const example examples[] = {
    {"wgdesc scan kernel.ptx", "what Triton or nvcc --ptx wrote"},
    {"wgdesc scan - <kernel.sass", "a listing of nvdisasm or cuobjdump -sass"},
    {"wgdesc scan kernel.ptx kernel.sass --format sarif", "for a code scanner in CI"},
    {"wgdesc scan --explain start-carry", "why a rule is there"},
    {"wgdesc scan kernel.ptx --format baseline >known.txt", "what is known already"},
    {"wgdesc scan kernel.ptx --baseline known.txt --rule k-step=error", "and what is new"},
};

static void more_help(buf *out)
{
    buf_str(out, "Rules:\n");
    for (int i = 0; i < WGD_SCAN_RULE_COUNT; i++) {
        const wgd_scan_rule_info *r = wgd_scan_rule_get((wgd_scan_rule)i);
        buf_str(out, "  ");
        buf_left(out, r->name, 20);
        buf_left(out, wgd_scan_severity_name(r->severity), 6);
        buf_str(out, r->text);
        buf_char(out, '\n');
    }
}

const command cmd_scan = {
    .id = COMMAND_scan,
    .name = "scan",
    .summary = "from a compiled kernel to its descriptors, and what is wrong with them",
    .synopsis = "FILE...",
    .about =
        "Reads PTX, listings of machine code (nvdisasm, cuobjdump -sass), cubins, fat binaries, "
        "shared libraries and programs, and says of every wgmma what is known of its descriptors: "
        "the word, with a question mark for a digit of which a bit is not known, swizzle and "
        "strides in bytes, how far the start goes on from one instruction to the next and from "
        "stage to stage, and the options of 'wgdesc desc' that give the same words.\n\n"
        "What is said to be known holds on every run of the kernel: registers are followed over "
        "all paths as known bits and ranges. An instruction whose name is not known makes its "
        "result unknown and is counted.\n\n"
        "Machine code is listed by nvdisasm. PTX in a file needs no tool. Exit status 1: a rule of "
        "severity error was broken.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_scan_files},
    .n_operands = 1,
    .formats = FORMATS_TEXT_JSON | 1u << FORMAT_SARIF | 1u << FORMAT_JUNIT | 1u << FORMAT_BASELINE,
    .in_batch = true,
    .run = run,
    .more_help = more_help,
};
