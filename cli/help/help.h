/* SPDX-License-Identifier: MIT
 *
 * Help, made from the tables of commands and options; never wider than 80 columns.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "command/command.h"

enum { HELP_COLUMNS = 80 };

void help_general(buf *out);
void help_command(buf *out, const command *c);
/* The few lines that a bare "wgdesc" is answered with. */
void help_usage(buf *out);
void help_version(buf *out, format f);
/* text, broken at blanks; the first line starts at the current column `column`, the others are
 * indented by `indent`. "\n\n" parts paragraphs. Ends with a newline. */
void help_wrapped(buf *out, const char *text, int column, int indent);
/* "f16, bf16 or tf32; default f16": what the value may be; "" when there is nothing to say. */
void help_values(wgd_text *t, const option_row *o);

#endif
