/* SPDX-License-Identifier: MIT
 *
 * Text folded to the width of a help page.
 */
#include "wrap.h"

#include <string.h>

static size_t word_length(const char *s)
{
    return strcspn(s, " \n");
}

void help_wrapped(buf *out, const char *text, int column, int indent)
{
    bool first = true;
    while (*text) {
        if (*text == '\n') {
            buf_str(out, "\n\n"); /* a paragraph */
            text += strspn(text, "\n");
            buf_pad(out, indent);
            column = indent;
            first = true;
        }
        const size_t n = word_length(text);
        if (!first && column + 1 + (int)n > HELP_COLUMNS - 1) {
            buf_char(out, '\n');
            buf_pad(out, indent);
            column = indent;
        } else if (!first) {
            buf_char(out, ' ');
            column++;
        }
        buf_mem(out, text, n);
        column += (int)n;
        text += n;
        text += *text == ' ';
        first = false;
    }
    buf_char(out, '\n');
}
