/* SPDX-License-Identifier: MIT
 *
 * An error as text, with the caret under the fault, and as JSON.
 */
#include "error_print.h"

#include <string.h>

#include "base/never.h"
#include "error/cli_hint.h"
#include "error/cli_status.h"

/* The caret line shows at most this much of a long text. */
enum { WINDOW = 72 };

/* Text from outside, without the control bytes that could steer a terminal. */
static void put_shown(wgd_text *t, const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)s[i];
        wgd_put_char(t, c < 0x20 || c == 0x7f ? '?' : s[i]);
    }
}

static void put_message(wgd_text *t, const wgd_diag *d)
{
    const char *wanted = want_words(d);
    const bool got = d->got[0] != '\0', want = wanted[0] != '\0';
    wgd_put_str(t, d->what);
    if (!got && !want && !d->field[0]) {
        return;
    }
    wgd_put_str(t, " (");
    wgd_put_str(t, d->field);
    wgd_put_str(t, d->field[0] && (got || want) ? ": " : "");
    if (got) {
        wgd_put_str(t, "got ");
        put_shown(t, d->got, strlen(d->got));
    }
    if (want) {
        wgd_put_str(t, got ? ", want " : "want ");
        put_shown(t, wanted, strlen(wanted));
    }
    wgd_put_char(t, ')');
}

static void put_caret(buf *out, const char *s, size_t len, size_t pos)
{
    const size_t from = pos > WINDOW / 2 && len > WINDOW ? pos - WINDOW / 2 : 0;
    const size_t shown = len - from > WINDOW ? WINDOW : len - from;
    char line[WINDOW + 1];
    wgd_text t = wgd_text_into(line, sizeof line);
    put_shown(&t, s + from, shown);
    wgd_text_end(&t);
    buf_str(out, "    ");
    buf_str(out, line);
    buf_str(out, "\n    ");
    buf_pad(out, (int)(pos - from));
    buf_str(out, "^\n");
}

/* The hint, or where to read on when there is none: a refusal never ends without a next step. */
static void hint_of(char *hint, const char *cmd, const wgd_diag *d)
{
    wgd_text t = wgd_text_into(hint, sizeof d->hint);
    put_hint(&t, d);
    if (t.need == 0) {
        wgd_put_str(&t, "see 'wgdesc ");
        wgd_put_str(&t, cmd ? cmd : "");
        wgd_put_str(&t, cmd ? " --help'" : "--help'");
    }
    wgd_text_end(&t);
}

void error_text(buf *out, const answer *a, const char *cmd, const wgd_diag *diag)
{
    char message[sizeof diag->what + sizeof diag->got + sizeof diag->want + 64];
    wgd_text t = wgd_text_into(message, sizeof message);
    put_message(&t, diag);
    wgd_text_end(&t);
    buf_str(out, "wgdesc: error: ");
    buf_str(out, message);
    buf_char(out, '\n');
    /* The place is one of that text. */
    if (a->fault_text && diag->pos >= 0 && ALWAYS((size_t)diag->pos <= a->fault_len)) {
        put_caret(out, a->fault_text, a->fault_len, (size_t)diag->pos);
    }
    char hint[sizeof diag->hint];
    hint_of(hint, cmd, diag);
    buf_str(out, "hint: ");
    buf_str(out, hint);
    buf_char(out, '\n');
}

void error_json(answer *a, const char *cmd, long line, const wgd_diag *diag)
{
    char message[sizeof diag->what + sizeof diag->got + sizeof diag->want + 64];
    wgd_text t = wgd_text_into(message, sizeof message);
    put_message(&t, diag);
    wgd_text_end(&t);
    char hint[sizeof diag->hint];
    hint_of(hint, cmd, diag);
    answer_begin(a, cmd, false);
    json_open(a->out, "error", '{');
    json_str(a->out, "code", cli_status_name(diag->status));
    json_str(a->out, "message", message);
    json_str(a->out, "hint", hint);
    json_str(a->out, "field", diag->field);
    if (diag->got[0]) {
        json_str(a->out, "got", diag->got);
    }
    const char *want = want_words(diag);
    if (want[0]) {
        json_str(a->out, "want", want);
    }
    if (diag->pos >= 0) {
        json_int(a->out, "pos", diag->pos);
    }
    if (line > 0) {
        json_int(a->out, "line", line);
    }
    json_close(a->out, '}');
    answer_end(a);
}
