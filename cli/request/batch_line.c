/* SPDX-License-Identifier: MIT
 *
 * One line of batch: read, asked, answered.
 */
#include "batch_line.h"

#include <string.h>

#include "error/status.h"
#include "view/error_print.h"
#include "json/json_read.h"
#include "wgd_suggest.h"

wgd_status batch_begin(batch *b, buf *out, wgd_diag *diag)
{
    *b = (batch){.out = out};
    const wgd_status st = request_defaults(&b->defaults, diag);
    b->defaults.format = FORMAT_JSON;
    return st;
}

/* Does a request for this command have this key? */
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

static wgd_status find_command(const cJSON *root, const command **out, wgd_diag *diag)
{
    const cJSON *cmd = cJSON_GetObjectItemCaseSensitive(root, "cmd");
    if (!cJSON_IsString(cmd)) {
        return cli_fail(diag, CLI_ERR_KEY, "cmd",
                        cmd ? "the command is not a string" : "the request names no command", NULL,
                        NULL, "for example {\"cmd\":\"desc\",...}");
    }
    *out = command_find(cmd->valuestring, strlen(cmd->valuestring));
    if (!*out) {
        return command_unknown(cmd->valuestring, strlen(cmd->valuestring), diag);
    }
    if (!(*out)->in_batch) {
        return cli_fail(diag, CLI_ERR_USAGE, "cmd", "this command is not for batch",
                        cmd->valuestring, NULL, "");
    }
    return WGD_OK;
}

static wgd_status read_request(const cJSON *root, request *rq, wgd_diag *diag)
{
    wgd_status st = find_command(root, &rq->cmd, diag);
    for (const cJSON *e = root->child; e && st == WGD_OK; e = e->next) {
        if (strcmp(e->string, "cmd") == 0 || strcmp(e->string, "id") == 0) {
            continue;
        }
        const option_id o = option_find(rq->cmd, e->string, strlen(e->string));
        if (o == OPTION_COUNT || !is_key(rq->cmd, o)) {
            return unknown_key(rq->cmd, e->string, diag);
        }
        if (!cJSON_IsNull(e)) {
            rq->v[o].given = rq->v[o].has = true;
            st = option_from_json(&option_table[o], e, &rq->v[o], diag);
        }
    }
    return st == WGD_OK ? request_complete(rq, diag) : st;
}

static bool is_blank(const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (s[i] != ' ' && s[i] != '\t' && s[i] != '\r') {
            return false;
        }
    }
    return true;
}

wgd_status batch_line(batch *b, const char *line, size_t len, wgd_diag *diag)
{
    b->line++;
    if (is_blank(line, len)) {
        return WGD_OK;
    }
    request rq = b->defaults;
    answer a = {.out = b->out};
    const size_t mark = b->out->len;
    const cJSON *root = NULL;
    json_facts facts;
    wgd_status st = json_read(line, len, &root, &facts, diag);
    if (root) {
        a.id = facts.id;
        a.id_len = facts.id_len;
    }
    if (st == WGD_OK) {
        st = read_request(root, &rq, diag);
    }
    if (st == WGD_OK) {
        st = rq.cmd->run(&rq, &a, diag);
    }
    if (st == CLI_ERR_MEMORY) {
        return st;
    }
    if (st != WGD_OK) {
        b->out->len = mark;
        error_json(&a, rq.cmd ? rq.cmd->name : NULL, b->line, diag);
        b->failed++;
    } else if (a.exit_status != 0) {
        b->failed++;
    }
    return b->out->failed ? cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL) : WGD_OK;
}

void batch_long_line(batch *b)
{
    answer a = {.out = b->out};
    wgd_diag diag;
    b->line++;
    b->failed++;
    cli_fail(&diag, CLI_ERR_TOO_LONG, "", "the line is too long and was skipped", NULL,
             "at most 1048576 bytes", "one request is one line; the lines behind it are answered");
    error_json(&a, NULL, b->line, &diag);
}
