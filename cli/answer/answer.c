/* SPDX-License-Identifier: MIT
 *
 * The frame of an answer's JSON object.
 */
#include "answer.h"

void answer_for_arch(answer *a, wgd_arch arch)
{
    const wgd_arch_info *info = wgd_arch_get(arch);
    a->arch = info->name;
    a->documented = info->measured ? a->documented : info->name;
}

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
    if (a->arch) {
        json_str(a->out, "arch", a->arch);
        json_str(a->out, "basis", a->documented ? "documented" : "measured");
    }
}

void answer_end(answer *a)
{
    json_close(a->out, '}');
    buf_char(a->out, '\n');
}
