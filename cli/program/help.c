/* SPDX-License-Identifier: MIT
 *
 * help: the general help, or a command's.
 */
#include "help/help.h"
#include "answer/answer.h"
#include "request/request.h"

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    const option_value *topic = &rq->v[OPTION_topic];
    if (!topic->has) {
        help_general(a->out, rq->commands);
        return WGD_OK;
    }
    const command *c = command_find(rq->commands, topic->u.text.s, topic->u.text.len);
    if (!c) {
        return command_unknown(rq->commands, topic->u.text.s, topic->u.text.len, diag);
    }
    help_command(a->out, c);
    return WGD_OK;
}

static const example examples[] = {
    {"wgdesc help layout", "the same as wgdesc layout --help"},
};

const command cmd_help = {
    .id = COMMAND_help,
    .name = "help",
    .summary = "explain a command",
    .synopsis = "[COMMAND]",
    .about = "Without a command, the list of commands. The manual is wgdesc(1).",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_topic},
    .n_operands = 1,
    .formats = FORMATS_TEXT,
    .run = run,
};
