/* SPDX-License-Identifier: MIT
 *
 * Help, made from the tables of commands and options; never wider than 80 columns.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "answer/answer.h"
#include "request/command.h"

void help_general(buf *out, const command_set *all);
void help_command(buf *out, const command *c);
/* Commands, options, choices and defaults as an answer; of one command where topic is not NULL. */
void help_json(answer *a, const command_set *all, const command *topic);
/* The few lines that a bare "wgdesc" is answered with. */
void help_usage(buf *out);
void help_version(buf *out, format f);
/* "f16, bf16 or tf32; default f16": what the value may be; "" when there is nothing to say. */
void help_values(wgd_text *t, const option_row *o);

#endif
