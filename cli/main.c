/* SPDX-License-Identifier: MIT
 *
 * wgdesc: shared-memory matrix descriptors of wgmma on the command line.
 */
#include "program/args.h"
#include "program/all_commands.h"
#include "answer/error_print.h"
#include "error/cli_status.h"
#include "help/help.h"
#include "io/fit.h"
#include "io/io.h"
#include "answer/run.h"
#include "io/term.h"
#include "program/verify.h"

#include <string.h>

/* Nothing but the answer goes to standard output; on failure it stays empty. */
static int fail(const request *rq, answer *a, const wgd_diag *diag)
{
    buf text = {0};
    const char *cmd = rq->cmd ? rq->cmd->name : NULL;
    if (rq->format == FORMAT_JSON) {
        answer e = {.out = &text};
        error_json(&e, cmd, 0, diag);
    } else {
        error_text(&text, a, cmd, diag);
        fit_lines(&text, term_width(2), term_width(2) > 0 ? FIT_FOLD : FIT_NOT, "");
    }
    if (text.failed) {
        static char last_word[] = "wgdesc: error: out of memory\n";
        text = (buf){.data = last_word, .len = sizeof last_word - 1};
        io_send(2, &text, NULL);
    } else {
        io_send(2, &text, NULL);
        buf_free(&text);
    }
    return cli_status_exit(diag->status);
}

/* On a terminal no line of a text is wider than that; what programs read stays as it is. */
static void fit_answer(const request *rq, action what, buf *out)
{
    const int width = term_width(1);
    const bool ran = what == ACTION_RUN;
    if (width > 0 && rq->format == FORMAT_TEXT) {
        fit_lines(out, width, ran ? rq->cmd->fit : FIT_FOLD,
                  ran && command_takes(rq->cmd, OPTION_output)
                      ? "-o FILE, a pipe or --format json has all of it"
                      : "a pipe, a file or --format json has all of it");
    }
}

/* What is odd about a word that was typed; 'decode' says it in its answer. */
static void note_doubts(const request *rq)
{
    static const option_id words[] = {OPTION_desc, OPTION_other};
    buf text = {0};
    for (int i = 0; i < 2 && rq->cmd->id != COMMAND_decode; i++) {
        const option_value *v = &rq->v[words[i]];
        if (v->given && v->doubt != WORD_CLEAR) {
            buf_str(&text, "wgdesc: warning: ");
            buf_str(&text, word_doubt_text(v->doubt));
            buf_str(&text, "\nhint: ");
            buf_str(&text, word_doubt_hint(v->doubt));
            buf_char(&text, '\n');
        }
    }
    if (text.len > 0) {
        io_send(2, &text, NULL);
    }
    buf_free(&text);
}

static wgd_status answer_request(int argc, char **argv, request *rq, answer *a, wgd_diag *diag)
{
    action what = ACTION_RUN;
    request_defaults(&all_commands, rq);
    wgd_status st = args_parse(argc, argv, rq, &what, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (what == ACTION_VERSION) {
        help_version(a->out, rq->format);
    } else if (what == ACTION_HELP && rq->format == FORMAT_JSON) {
        help_json(a, rq->commands, rq->cmd);
    } else if (what == ACTION_HELP && rq->cmd) {
        help_command(a->out, rq->cmd);
    } else if (what == ACTION_HELP) {
        help_general(a->out, rq->commands);
    } else {
        st = request_run(rq, a, diag);
        if (st == WGD_OK) {
            note_doubts(rq);
        }
    }
    if (st == WGD_OK) {
        fit_answer(rq, what, a->out);
        st = io_send(1, a->out, diag);
    }
    return st == WGD_OK ? io_close_stdout(diag) : st;
}

static int usage(buf *out)
{
    help_usage(out);
    fit_lines(out, term_width(2), term_width(2) > 0 ? FIT_FOLD : FIT_NOT, "");
    io_send(2, out, NULL);
    buf_free(out);
    return 2;
}

int main(int argc, char **argv)
{
    buf out = {0};
    if (argc < 2) {
        return usage(&out);
    }
    const bool help = argc > 2 && strcmp(argv[2], "--help") == 0;
    if (strcmp(argv[1], "verify") == 0 && !help) {
        /* Its options are not ours: without it, all that can be said is that it is missing. */
        char *const word = argv[1];
        verify_exec(argv);
        argv[1] = word;
        argc = 2;
    }
    static request rq; /* the stack is for the answers: batch does with 64 KB */
    answer a = {.out = &out};
    wgd_diag diag = {.pos = -1};
    const wgd_status st = answer_request(argc, argv, &rq, &a, &diag);
    buf_free(&out);
    return st == WGD_OK ? a.exit_status : fail(&rq, &a, &diag);
}
