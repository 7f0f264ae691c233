/* SPDX-License-Identifier: MIT
 *
 * The command line as it is typed, well or not: each line of the input is an argument. What is refused has a
 * diagnostic and no answer; what is answered is answered the same twice, and with --json in front of it all
 * in JSON, valid and on one line. Commands that read or write files are left alone.
 */
#include <getopt.h>
#include <string.h>

#include "answer/error_print.h"
#include "answer/run.h"
#include "error/cli_status.h"
#include "json/json_check.h"
#include "program/all_commands.h"
#include "program/args.h"
#include "source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARGS_MAX = 48 };

static wgd_status answered(int argc, char **argv, request *rq, action *what, buf *out)
{
    wgd_diag diag = {.pos = -1};
    answer a = {.out = out};
    request_defaults(&all_commands, rq);
    optind = 0; /* getopt begins anew */
    wgd_status st = args_parse(argc, argv, rq, what, &diag);
    if (st == WGD_OK && *what == ACTION_RUN) {
        const bool files = rq->cmd->id == COMMAND_scan || rq->cmd->id == COMMAND_batch ||
                           rq->cmd->id == COMMAND_decode || rq->v[OPTION_output].given;
        st = files ? WGD_ERR_INTERNAL : request_run(rq, &a, &diag);
        if (files) {
            return st;
        }
    }
    if (st != WGD_OK) {
        must(diag.status == st && diag.what[0] != '\0' && diag.field != NULL);
        must(cli_status_exit(st) >= 1 && cli_status_exit(st) <= 3);
        out->len = 0;
        error_json(&(answer){.out = out}, rq->cmd ? rq->cmd->name : NULL, 0, &diag);
    } else {
        must(a.exit_status == 0 || a.exit_status == 1);
    }
    return st;
}

static void one_line_of_json(const buf *out)
{
    json_facts facts;
    wgd_diag diag;
    must(out->len > 0 && out->data[out->len - 1] == '\n' && !memchr(out->data, '\n', out->len - 1));
    const wgd_status st = json_check(out->data, out->len - 1, &facts, &diag);
    must(st == WGD_OK ||
         st == WGD_ERR_LIMIT); /* a long list has more values than a request may have */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char json[] = "--json", name[] = "wgdesc";
    char *argv[ARGS_MAX + 1], *again[ARGS_MAX + 1], *text = malloc(size + 1);
    int argc = 1;
    request rq;
    action what = ACTION_RUN;
    buf first = {0}, second = {0};
    must(text != NULL);
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    argv[0] = name;
    for (char *at = text; at && argc + 1 < ARGS_MAX;) {
        char *end = strchr(at, '\n');
        argv[argc++] = at;
        if (end) {
            *end++ = '\0';
        }
        at = end;
    }
    argv[argc] = NULL;
    memcpy(again, argv, sizeof argv); /* getopt changes their order */
    const wgd_status st = answered(argc, again, &rq, &what, &first);
    memcpy(again, argv, sizeof argv);
    must(answered(argc, again, &rq, &what, &second) == st && first.len == second.len);
    must(first.len == 0 || memcmp(first.data, second.data, first.len) == 0);
    if (st == WGD_OK && what == ACTION_RUN && !rq.v[OPTION_format].given &&
        rq.cmd->formats & 1u << FORMAT_JSON) {
        second.len = 0;
        again[0] = name;
        again[1] = argv[1];
        again[2] = json;
        memcpy(again + 3, argv + 2, (size_t)(argc - 1) * sizeof *argv);
        if (answered(argc + 1, again, &rq, &what, &second) == WGD_OK) {
            one_line_of_json(&second);
        }
    } else if (st != WGD_OK && st != WGD_ERR_INTERNAL) {
        one_line_of_json(&first);
    }
    buf_free(&first);
    buf_free(&second);
    free(text);
    return 0;
}
