/* SPDX-License-Identifier: MIT
 *
 * The table of commands, defaults and completeness of a request, the frame of an answer.
 */
#include "command.h"

#include <string.h>

#include "error/status.h"
#include "wgd_suggest.h"

static const command *const table[COMMAND_COUNT] = {
#define X(name) &cmd_##name,
#include "commands.def"
#undef X
};

const command *command_at(int i)
{
    return table[i];
}

const command *command_find(const char *name, size_t len)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strlen(table[i]->name) == len && memcmp(table[i]->name, name, len) == 0) {
            return table[i];
        }
    }
    return NULL;
}

command_id command_index(const command *c)
{
    int i = 0;
    while (table[i] != c) {
        i++;
    }
    return (command_id)i;
}

bool command_takes(const command *c, option_id o)
{
    return (option_table[o].commands >> command_index(c) & 1) != 0;
}

bool command_is_operand(const command *c, option_id o)
{
    for (int i = 0; i < c->n_operands; i++) {
        if (c->operands[i] == o) {
            return true;
        }
    }
    return false;
}

wgd_status command_unknown(const char *name, size_t len, wgd_diag *diag)
{
    wgd_suggestion near = wgd_suggest_for(name, len);
    char want[sizeof diag->want];
    wgd_text t = wgd_text_into(want, sizeof want);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        wgd_suggest_offer(&near, table[i]->name);
        wgd_put_str(&t, i > 0 ? ", " : "");
        wgd_put_str(&t, table[i]->name);
    }
    wgd_text_end(&t);
    const wgd_status st =
        cli_fail(diag, CLI_ERR_USAGE, "cmd", "no such command", name, want, "see 'wgdesc --help'");
    return wgd_suggest_hint(diag, st, &near);
}

wgd_status request_defaults(request *rq, wgd_diag *diag)
{
    *rq = (request){0};
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (option_table[i].dflt) {
            const wgd_status st =
                option_from_text(&option_table[i], option_table[i].dflt, &rq->v[i], diag);
            if (st != WGD_OK) {
                return st;
            }
            rq->v[i].has = true;
        }
    }
    return WGD_OK;
}

/* "--major is missing (major: want k or mn)"; operands are named as the help names them. */
static wgd_status missing(const command *c, option_id o, wgd_diag *diag)
{
    const option_row *row = &option_table[o];
    char what[64], want[160], hint[64];
    wgd_text t = wgd_text_into(what, sizeof what);
    const bool operand = command_is_operand(c, o);
    wgd_put_str(&t, operand ? row->argument : "--");
    wgd_put_str(&t, operand ? "" : row->name);
    wgd_put_str(&t, " is missing");
    wgd_text_end(&t);
    t = wgd_text_into(want, sizeof want);
    if (row->choices) {
        choice_names(&t, row->choices);
    } else {
        wgd_put_str(&t, row->help);
    }
    wgd_text_end(&t);
    t = wgd_text_into(hint, sizeof hint);
    wgd_put_str(&t, "see 'wgdesc ");
    wgd_put_str(&t, c->name);
    wgd_put_str(&t, " --help'");
    wgd_text_end(&t);
    return cli_fail(diag, CLI_ERR_USAGE, row->name, what, NULL, want, hint);
}

wgd_status request_complete(const request *rq, wgd_diag *diag)
{
    const command *c = rq->cmd;
    for (int i = 0; i < c->n_required; i++) {
        if (!rq->v[c->required[i]].has) {
            return missing(c, c->required[i], diag);
        }
    }
    return WGD_OK;
}

void answer_begin(answer *a, const char *cmd, bool ok)
{
    json_open(a->out, NULL, '{');
    json_str(a->out, "schema", "wgdesc/1");
    if (cmd) {
        json_str(a->out, "cmd", cmd);
    }
    if (a->id) {
        json_raw(a->out, "id", a->id, a->id_len);
    }
    json_bool(a->out, "ok", ok);
}

void answer_end(answer *a)
{
    json_close(a->out, '}');
    buf_char(a->out, '\n');
}
