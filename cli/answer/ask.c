/* SPDX-License-Identifier: MIT
 *
 * A request read, asked and answered.
 */
#include "ask.h"

#include <string.h>

#include "error_print.h"
#include "run.h"
#include "error/cli_status.h"
#include "io/mem.h"
#include "wgd_suggest.h"

/* Does a request for this command have this key? Beside these each has "format". */
static bool is_key(const command *c, option_id o)
{
    return !(option_table[o].commands & OPT_CLI) && command_takes(c, o);
}

static wgd_status unknown_key(const command *c, const char *key, wgd_diag *diag)
{
    wgd_suggestion near = wgd_suggest_for(key, strlen(key));
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (is_key(c, (option_id)i)) {
            wgd_suggest_offer(&near, option_table[i].name);
        }
    }
    const wgd_status st = cli_fail(diag, CLI_ERR_KEY, "", "unknown key", key,
                                   "a long option of the command", "see 'wgdesc COMMAND --help'");
    return wgd_suggest_hint(diag, st, &near);
}

static wgd_status find_command(const cJSON *root, request *rq, wgd_diag *diag)
{
    const cJSON *cmd = cJSON_GetObjectItemCaseSensitive(root, "cmd");
    if (!cJSON_IsString(cmd)) {
        return cli_fail(diag, CLI_ERR_KEY, "cmd",
                        cmd ? "the command is not a string" : "the request names no command", NULL,
                        NULL, "for example {\"cmd\":\"desc\",...}");
    }
    const size_t len = strlen(cmd->valuestring);
    rq->cmd = command_find(rq->commands, cmd->valuestring, len);
    if (!rq->cmd) {
        return command_unknown(rq->commands, cmd->valuestring, len, diag);
    }
    if (!rq->cmd->in_batch) {
        return cli_fail(diag, CLI_ERR_USAGE, "cmd", "this command is not for batch",
                        cmd->valuestring, NULL, "");
    }
    return WGD_OK;
}

/* Can the command answer for many? A zero stands in the request for their values. */
static wgd_status begin_many(request *rq, wgd_diag *diag)
{
    if (!rq->cmd->run_many) {
        return cli_fail(diag, CLI_ERR_USAGE, "cmd", "this command does not take many values",
                        rq->cmd->name, "map, check, desc or layout", "ask for one after the other");
    }
    if (rq->cmd->many_of != OPTION_COUNT) {
        option_value *v = &rq->v[rq->cmd->many_of];
        v->given = v->has = true;
        v->u.word = 0;
    }
    return WGD_OK;
}

static wgd_status read_request(const cJSON *root, const many *w, request *rq, wgd_diag *diag)
{
    wgd_status st = find_command(root, rq, diag);
    if (st == WGD_OK && w) {
        st = begin_many(rq, diag);
    }
    for (const cJSON *e = root->child; e && st == WGD_OK; e = e->next) {
        if (strcmp(e->string, "cmd") == 0 || strcmp(e->string, "id") == 0) {
            continue;
        }
        const option_id o = command_option(rq->cmd, e->string, strlen(e->string));
        if (o == OPTION_COUNT || (o != OPTION_format && !is_key(rq->cmd, o))) {
            return unknown_key(rq->cmd, e->string, diag);
        }
        if (w && (o == OPTION_format || o == rq->cmd->many_of)) {
            return cli_fail(diag, CLI_ERR_USAGE, option_table[o].name,
                            "many are asked for: this is not a key of such a request", NULL, NULL,
                            "the values come from a buffer, and so do the answers");
        }
        if (!cJSON_IsNull(e)) {
            rq->v[o].given = rq->v[o].has = true;
            st = option_from_json(&option_table[o], e, &rq->v[o], diag);
        }
    }
    if (st == WGD_OK && rq->v[OPTION_format].given) {
        rq->format = (format)rq->v[OPTION_format].u.choice;
        st = request_format_check(rq, diag);
    }
    return st == WGD_OK ? request_complete(rq, diag) : st;
}

/* What the program prints in another format than JSON, as a string of the answer. */
static wgd_status run_as_text(const request *rq, answer *a, wgd_diag *diag)
{
    buf *const out = a->out;
    buf text = {0};
    a->out = &text;
    const wgd_status st = request_run(rq, a, diag);
    a->out = out;
    if (st == WGD_OK) {
        answer_begin(a, rq->cmd->name, true);
        json_str(out, "format", choice_name(&choices_format, (int)rq->format));
        json_bool(out, "yes", a->exit_status == 0);
        json_take(out, "text", &text);
        answer_end(a);
    }
    buf_free(&text);
    return st;
}

static wgd_status run_request(const request *rq, const many *w, answer *a, wgd_diag *diag)
{
    if (w) {
        const wgd_status st = run_prepare(rq, a, diag);
        return st == WGD_OK ? rq->cmd->run_many(rq, a, w, diag) : st;
    }
    return rq->format == FORMAT_JSON ? request_run(rq, a, diag) : run_as_text(rq, a, diag);
}

/* The answer of the request that s[0..len) is, into out; `rq` is as blank as it comes. */
static wgd_status ask_with(request *rq, json_memory *m, const char *s, size_t len, long line,
                           const many *w, buf *out, bool *yes, wgd_diag *diag)
{
    answer a = {.out = out};
    const size_t mark = out->len;
    const cJSON *root = NULL;
    json_facts facts;
    rq->format = FORMAT_JSON;
    rq->closed = true;
    *yes = false;
    wgd_status st = json_read(m, s, len, &root, &facts, diag);
    if (root) {
        a.id = facts.id;
        a.id_len = facts.id_len;
        st = st == WGD_OK ? read_request(root, w, rq, diag) : st;
    }
    if (st == WGD_OK) {
        st = run_request(rq, w, &a, diag);
    }
    if (st == CLI_ERR_MEMORY) {
        return st;
    }
    if (st != WGD_OK) {
        out->len = mark;
        error_json(&a, rq->cmd ? rq->cmd->name : NULL, line, diag);
    }
    *yes = st == WGD_OK && a.exit_status == 0;
    return out->failed ? cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL) : WGD_OK;
}

/* A request is six kilobytes, more than a small stack should be asked for. */
static wgd_status ask_copy(const request *blank, json_memory *m, const char *s, size_t len,
                           long line, const many *w, buf *out, bool *yes, wgd_diag *diag)
{
    request *rq = cli_alloc(sizeof *rq);
    if (!rq) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    *rq = *blank;
    const wgd_status st = ask_with(rq, m, s, len, line, w, out, yes, diag);
    cli_free(rq);
    return st;
}

wgd_status ask(const request *blank, json_memory *m, const char *s, size_t len, long line, buf *out,
               bool *yes, wgd_diag *diag)
{
    return ask_copy(blank, m, s, len, line, NULL, out, yes, diag);
}

wgd_status ask_many(const request *blank, json_memory *m, const char *s, size_t len, const many *w,
                    buf *out, bool *yes, wgd_diag *diag)
{
    return ask_copy(blank, m, s, len, 0, w, out, yes, diag);
}

void ask_too_long(long line, buf *out)
{
    answer a = {.out = out};
    wgd_diag diag;
    cli_fail(&diag, CLI_ERR_TOO_LONG, "", "the line is too long and was skipped", NULL,
             "at most 1048576 bytes", "one request is one line; the lines behind it are answered");
    error_json(&a, NULL, line, &diag);
}
