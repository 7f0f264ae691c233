/* SPDX-License-Identifier: MIT
 *
 * The defaults of a request, and whether it is complete.
 */
#include "request.h"

#include "base/never.h"
#include "error/cli_status.h"
#include "major.h"

void request_defaults(const command_set *commands, request *rq)
{
    *rq = (request){.commands = commands};
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (option_table[i].dflt) {
            const wgd_status st =
                option_from_text(&option_table[i], option_table[i].dflt, &rq->v[i], NULL);
            rq->v[i].has = ALWAYS(st == WGD_OK); /* the table's own word */
        }
    }
}

wgd_status request_missing(const command *c, option_id o, const char *hint, wgd_diag *diag)
{
    const option_row *row = &option_table[o];
    char what[sizeof diag->what], want[sizeof diag->want];
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
    return cli_fail(diag, CLI_ERR_USAGE, row->name, what, NULL, want, hint);
}

wgd_status request_complete(request *rq, wgd_diag *diag)
{
    const command *c = rq->cmd;
    for (int i = 0; i < c->n_required; i++) {
        if (!rq->v[c->required[i]].has) {
            return request_missing(c, c->required[i], "", diag);
        }
    }
    return major_settle(rq->v, diag);
}

wgd_status request_format_check(const request *rq, wgd_diag *diag)
{
    if (rq->cmd->formats >> rq->format & 1) {
        return WGD_OK;
    }
    char want[sizeof diag->want];
    wgd_text t = wgd_text_into(want, sizeof want);
    for (int i = 0; i < choices_format.n; i++) {
        const choice *c = &choices_format.rows[i];
        if (rq->cmd->formats >> c->value & 1) {
            wgd_put_str(&t, t.need ? ", " : "");
            wgd_put_str(&t, c->name);
        }
    }
    wgd_text_end(&t);
    return wgd_fail(diag, WGD_ERR_VALUE, "format", "the command has no answer in this format",
                    choice_name(&choices_format, (int)rq->format), want, "");
}

wgd_arch request_arch(const request *rq)
{
    const option_value *v = &rq->v[OPTION_arch];
    return v->given ? (wgd_arch)v->u.choice : WGD_SM90;
}
