/* SPDX-License-Identifier: MIT
 *
 * batch: requests, one JSON object a line, in; answers, in the same order, out.
 */
#include <string.h>

#include "answer/answer.h"
#include "answer/run.h"
#include "answer/ask.h"
#include "error/cli_status.h"
#include "io/io.h"
#include "io/mem.h"

/* Answers are sent when this much has gathered, and before every wait for more input, so that a
 * program at the other end of two pipes gets each answer before it asks the next question. */
enum { SEND_AT = 1 << 16, FIRST_ROOM = 1 << 16, MOST_ROOM = ASK_MAX + 2 };

typedef struct reader {
    io_file in;
    char *data;
    size_t cap, len; /* data[0..len) is unread, data[0..seen) holds no newline */
    size_t seen;
    bool skipping; /* inside a line that is too long */
} reader;

typedef struct batch {
    request blank;
    json_memory memory;
    buf *out;
    long line;   /* lines read so far */
    long failed; /* answers with "ok":false, or that are "no": a check that fails, a diff */
} batch;

static bool is_blank(const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (s[i] != ' ' && s[i] != '\t' && s[i] != '\r') {
            return false;
        }
    }
    return true;
}

/* A line without its newline; a blank one has no answer. */
static wgd_status answer_line(batch *b, const char *line, size_t len, wgd_diag *diag)
{
    bool yes = true;
    b->line++;
    if (is_blank(line, len)) {
        return WGD_OK;
    }
    const wgd_status st = ask(&b->blank, &b->memory, line, len, b->line, b->out, &yes, diag);
    b->failed += !yes;
    return st;
}

static void skip_line(batch *b)
{
    b->line++;
    b->failed++;
    ask_too_long(b->line, b->out);
}

static wgd_status more_room(reader *r, wgd_diag *diag)
{
    if (r->len < r->cap) {
        return WGD_OK;
    }
    const size_t cap = r->cap == 0 ? FIRST_ROOM : 2 * r->cap < MOST_ROOM ? 2 * r->cap : MOST_ROOM;
    char *data = cli_realloc(r->data, cap);
    if (!data) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    r->data = data;
    r->cap = cap;
    return WGD_OK;
}

/* Everything up to the last newline in the buffer; what is left moves to the front. */
static wgd_status answer_lines(reader *r, batch *b, wgd_diag *diag)
{
    size_t from = 0;
    for (;;) {
        const char *start = r->data + from;
        const char *newline = memchr(r->data + r->seen, '\n', r->len - r->seen);
        if (!newline) {
            break;
        }
        const size_t len = (size_t)(newline - start);
        wgd_status st = WGD_OK;
        if (r->skipping || len > ASK_MAX) {
            skip_line(b);
            r->skipping = false;
        } else {
            st = answer_line(b, start, len, diag);
        }
        if (st == WGD_OK && b->out->len >= SEND_AT) {
            st = io_send(1, b->out, diag);
        }
        if (st != WGD_OK) {
            return st;
        }
        from += len + 1;
        r->seen = from;
    }
    if (r->skipping || r->len - from > ASK_MAX) {
        r->skipping = true;
        from = r->len;
    }
    memmove(r->data, r->data + from, r->len - from);
    r->len -= from;
    r->seen = r->len;
    return WGD_OK;
}

/* The last line may lack its newline. */
static wgd_status answer_rest(reader *r, batch *b, wgd_diag *diag)
{
    if (r->skipping) {
        skip_line(b);
        return WGD_OK;
    }
    return r->len > 0 ? answer_line(b, r->data, r->len, diag) : WGD_OK;
}

static wgd_status stream(reader *r, batch *b, wgd_diag *diag)
{
    for (;;) {
        wgd_status st = io_send(1, b->out, diag);
        if (st == WGD_OK) {
            st = more_room(r, diag);
        }
        size_t n = 0;
        if (st == WGD_OK) {
            st = io_read(&r->in, r->data + r->len, r->cap - r->len, &n, diag);
        }
        if (st == WGD_OK && n == 0) {
            return answer_rest(r, b, diag);
        }
        r->len += n;
        if (st == WGD_OK) {
            st = answer_lines(r, b, diag);
        }
        if (st != WGD_OK) {
            return st;
        }
    }
}

static wgd_status answer_all(const request *rq, answer *a, void *room, wgd_diag *diag)
{
    batch *b = room;
    const option_value *file = &rq->v[OPTION_file];
    reader r = {.in = {.name = file->has ? file->u.text.s : "-", .field = "file"}};
    *b = (batch){.out = a->out};
    request_defaults(rq->commands, &b->blank);
    if (!file->has && io_is_terminal(0)) {
        return cli_fail(diag, CLI_ERR_USAGE, "file", "standard input is a terminal", NULL,
                        "requests from a pipe or a FILE", "'wgdesc batch -' reads the terminal");
    }
    wgd_status st = io_open(&r.in, diag);
    if (st == WGD_OK) {
        st = stream(&r, b, diag);
        io_close(&r.in);
    }
    a->exit_status = b->failed > 0;
    cli_free(r.data);
    json_read_end(&b->memory);
    return st;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    return run_in_room(sizeof(batch), answer_all, rq, a, diag);
}

static const example examples[] = {
    {"wgdesc batch requests.jsonl > answers.jsonl", "a file of requests"},
    {"echo '{\"id\":7,\"cmd\":\"desc\",\"major\":\"mn\",\"swizzle\":\"64B\",\"shape\":[64,16]}' | "
     "wgdesc batch",
     "one request from a pipe"},
};

const command cmd_batch = {
    .id = COMMAND_batch,
    .name = "batch",
    .summary = "answer requests: JSON Lines in, JSON Lines out",
    .synopsis = "[FILE]",
    .about =
        "Each line holds one JSON object: \"cmd\" names the command, the other keys are its long "
        "options, and \"id\", of any kind, comes back unchanged. The answers are what --json "
        "prints, one line each, in the order of the requests. null stands for an option that is "
        "not given.\n\n"
        "A request that fails is answered with \"ok\":false and an error object that also holds "
        "the number of the line; the lines behind it are answered all the same. A blank line has "
        "no answer. A line over 1 MiB is skipped and answered with an error. The exit status is 1 "
        "when any answer has \"ok\":false.\n\n"
        "The keys are described in wgdesc-json(5).",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_file},
    .n_operands = 1,
    .fit = FIT_NOT,
    .formats = FORMATS_TEXT_JSON,
    .run = run,
};
