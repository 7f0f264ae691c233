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
    const command *c = NULL;
    if (topic->has) {
        c = command_find(rq->commands, topic->u.text.s, topic->u.text.len);
        if (!c) {
            return command_unknown(rq->commands, topic->u.text.s, topic->u.text.len, diag);
        }
    }
    if (rq->format == FORMAT_JSON) {
        help_json(a, rq->commands, c);
    } else if (c) {
        help_command(a->out, c);
    } else {
        help_general(a->out, rq->commands);
    }
    return WGD_OK;
}

static const example examples[] = {
    {"wgdesc help layout", "the same as wgdesc layout --help"},
    {"wgdesc help --json", "the tables of commands and options, as data"},
};

const command cmd_help = {
    .id = COMMAND_help,
    .name = "help",
    .summary = "explain a command",
    .synopsis = "[COMMAND]",
    .about = "Without a command, the list of commands. The manual is wgdesc(1).\n\n"
             "With --json the tables that the program itself is made from: commands, options, "
             "choices and defaults, described in wgdesc-json(5).",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_topic},
    .n_operands = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
