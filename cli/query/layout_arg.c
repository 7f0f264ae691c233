/* SPDX-License-Identifier: MIT
 *
 * A layout given as an option's value.
 */
#include "layout_arg.h"

#include <string.h>

void layout_arg_json(buf *out, const cJSON *item)
{
    if (cJSON_IsString(item)) {
        buf_str(out, item->valuestring);
    } else if (cJSON_IsNull(item)) {
        buf_char(out, '_');
    } else if (cJSON_IsArray(item)) {
        buf_char(out, '[');
        for (const cJSON *e = item->child; e; e = e->next) {
            layout_arg_json(out, e);
            if (e->next) {
                buf_char(out, ';');
            }
        }
        buf_char(out, ']');
    } else if (cJSON_IsNumber(item) && item->valuestring) {
        buf_str(out, item->valuestring);
    } else if (cJSON_IsNumber(item) && item->valuedouble >= -1e15 && item->valuedouble <= 1e15 &&
               (double)(int64_t)item->valuedouble == item->valuedouble) {
        buf_i64(out, (int64_t)item->valuedouble);
    } else {
        /* Objects, booleans, fractions: a character that no parser takes. */
        buf_char(out, '?');
    }
}

void layout_arg_text(buf *out, const char *text)
{
    if (text[0] != '[' || (!strchr(text, '"') && !strstr(text, "null"))) {
        buf_str(out, text);
        return;
    }
    bool quoted = false;
    for (const char *s = text; *s; s++) {
        if (*s == '"') {
            quoted = !quoted;
        } else if (!quoted && *s == ',') {
            buf_char(out, ';');
        } else if (!quoted && strncmp(s, "null", 4) == 0) {
            buf_char(out, '_');
            s += 3;
        } else {
            buf_char(out, *s);
        }
    }
}
