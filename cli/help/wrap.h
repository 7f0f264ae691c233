/* SPDX-License-Identifier: MIT
 *
 * Text folded to the width of a help page.
 */
#ifndef CLI_WRAP_H
#define CLI_WRAP_H

#include "io/buf.h"

enum { HELP_COLUMNS = 80 };

/* text, broken at blanks; the first line starts at the current column `column`, the others are
 * indented by `indent`. "\n\n" parts paragraphs. Ends with a newline. */
void help_wrapped(buf *out, const char *text, int column, int indent);

#endif
