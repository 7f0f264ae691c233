/* SPDX-License-Identifier: MIT
 *
 * The characters that XML gives a meaning to.
 */
#include "xml.h"

void put_xml(buf *out, const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const char c = s[i];
        if (c == '&') {
            buf_str(out, "&amp;");
        } else if (c == '<') {
            buf_str(out, "&lt;");
        } else if (c == '>') {
            buf_str(out, "&gt;");
        } else if (c == '"') {
            buf_str(out, "&quot;");
        } else {
            buf_char(out, c >= ' ' && c < 0x7f ? c : '?');
        }
    }
}
