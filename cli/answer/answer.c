/* SPDX-License-Identifier: MIT
 *
 * The frame of an answer's JSON object.
 */
#include "answer.h"

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
