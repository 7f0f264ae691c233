/* SPDX-License-Identifier: MIT
 *
 * Runs a command, for the architecture that was asked about.
 */
#include "run.h"

wgd_status request_run(const request *rq, answer *a, wgd_diag *diag)
{
    wgd_status st = wgd_arch_check(request_arch(rq), diag);
    if (st != WGD_OK) {
        return st;
    }
    if (rq->v[OPTION_arch].given) {
        answer_for_arch(a, request_arch(rq));
    }
    st = rq->cmd->run(rq, a, diag);
    if (st == WGD_OK && rq->format == FORMAT_TEXT && a->documented) {
        buf_char(a->out, '\n');
        buf_str(a->out, a->documented);
        buf_str(a->out, ": documented, not measured\n");
    }
    return st;
}
