/* SPDX-License-Identifier: MIT
 *
 * Requests that mean something: the bytes choose a command, and for each of its options, which the table
 * knows, whether it is there and a value that fits its kind. What comes back is one line of valid JSON, the
 * same through the command line; what 'solve' finds 'check' confirms; the layout of 'desc' is solved.
 */
#include <getopt.h>
#include <string.h>

#include "answer/error_print.h"
#include "answer/run.h"
#include "error/cli_status.h"
#include "program/args.h"
#include "request_source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- asking -------------------------------------------------------------------------------------- */

static void ask_typed(pair *p, buf *out)
{
    request rq;
    action what;
    wgd_diag diag = {.pos = -1};
    answer a = {.out = out};
    request_defaults(&all_commands, &rq);
    optind = 0; /* getopt begins anew */
    wgd_status st = args_parse(p->argc, p->argv, &rq, &what, &diag);
    st = st == WGD_OK ? request_run(&rq, &a, &diag) : st;
    if (st != WGD_OK) {
        out->len = 0;
        answer e = {.out = out};
        error_json(&e, rq.cmd ? rq.cmd->name : NULL, 0, &diag);
    }
}

static const char *text_of(const cJSON *o, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, key);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static bool says(const cJSON *o, const char *key)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, key));
}

/* Asks about `layout` with the type, operand, N and start of the answer. */
static cJSON *ask_about(const cJSON *about, const char *cmd, const char *word, const char *layout)
{
    static const char *const keys[] = {"dtype", "operand", "start"};
    buf line = {0}, out = {0};
    const cJSON *block = cJSON_GetObjectItemCaseSensitive(about, "block");
    json_open(&line, NULL, '{');
    json_str(&line, "cmd", cmd);
    json_str(&line, "layout", layout);
    if (word) {
        json_str(&line, "desc", word);
    }
    for (int i = 0; i < 3; i++) {
        if (text_of(about, keys[i])) {
            json_str(&line, keys[i], text_of(about, keys[i]));
        }
    }
    if (text_of(about, "operand") && strcmp(text_of(about, "operand"), "b") == 0 &&
        cJSON_IsArray(block)) {
        json_int(&line, "n", cJSON_GetArrayItem(block, 0)->valueint);
    }
    json_close(&line, '}');
    ask_line(line.data, line.len, &out);
    cJSON *o = cJSON_ParseWithLength(out.data, out.len);
    buf_free(&line);
    buf_free(&out);
    must(o != NULL);
    return o;
}

/* What solve answers, check confirms; what desc lays out, solve describes. */
static void check_meaning(const cJSON *a, const cJSON *asked_for)
{
    const char *cmd = text_of(a, "cmd"), *arch = text_of(a, "arch");
    if (cJSON_HasObjectItem(asked_for, "slice") || cJSON_HasObjectItem(asked_for, "block")) {
        return; /* a part of the layout that is told */
    }
    if (!cmd || !says(a, "ok") || says(a, "sparse") || (arch && strcmp(arch, "sm90") != 0)) {
        return;
    }
    const cJSON *smem = cJSON_GetObjectItemCaseSensitive(a, "smem");
    const char *layout = text_of(smem, "layout"), *word = text_of(a, "descriptor");
    if (strcmp(cmd, "solve") == 0 && word && layout && !says(asked_for, "written")) {
        cJSON *o = ask_about(a, "check", word, layout);
        must(says(o, "ok") && says(o, "match"));
        cJSON_Delete(o);
    }
    if (strcmp(cmd, "desc") == 0 && layout) {
        cJSON *o = ask_about(a, "solve", NULL, layout);
        must(says(o, "ok"));
        cJSON_Delete(o);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pair p;
    source s = {data, size, 0};
    buf out = {0}, typed = {0};
    build(&s, &p);
    ask_line(p.json.data, p.json.len, &out);
    cJSON *o = cJSON_ParseWithLength(out.data, out.len),
          *q = cJSON_ParseWithLength(p.json.data, p.json.len);
    must(o && q && text_of(o, "schema") && strcmp(text_of(o, "schema"), "wgdesc/1") == 0);
    must(says(o, "ok") || cJSON_GetObjectItemCaseSensitive(o, "error") != NULL);
    if (p.typed) {
        ask_typed(&p, &typed);
        cJSON *t = cJSON_ParseWithLength(typed.data, typed.len);
        must(t && says(t, "ok") == says(o, "ok"));
        if (says(o, "ok")) {
            must(out.len == typed.len && memcmp(out.data, typed.data, out.len) == 0);
        }
        cJSON_Delete(t);
    }
    check_meaning(o, q);
    cJSON_Delete(o);
    cJSON_Delete(q);
    p.json.len = 0;
    buf_free(&out);
    buf_free(&typed);
    return 0;
}
