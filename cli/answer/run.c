/* SPDX-License-Identifier: MIT
 *
 * Runs a command, for the architecture that was asked about.
 */
#include "run.h"

#include "error/cli_status.h"
#include "io/mem.h"

wgd_status run_prepare(const request *rq, answer *a, wgd_diag *diag)
{
    const wgd_status st = wgd_arch_check(request_arch(rq), diag);
    if (st == WGD_OK && rq->v[OPTION_arch].given) {
        answer_for_arch(a, request_arch(rq));
    }
    return st;
}

wgd_status request_run(const request *rq, answer *a, wgd_diag *diag)
{
    wgd_status st = run_prepare(rq, a, diag);
    if (st == WGD_OK) {
        st = rq->cmd->run(rq, a, diag);
    }
    if (st == WGD_OK && rq->format == FORMAT_TEXT && a->documented) {
        buf_char(a->out, '\n');
        buf_str(a->out, a->documented);
        buf_str(a->out, ": documented, not measured\n");
    }
    return st;
}

wgd_status run_in_room(size_t size,
                       wgd_status (*fn)(const request *rq, answer *a, void *room, wgd_diag *diag),
                       const request *rq, answer *a, wgd_diag *diag)
{
    void *room = cli_alloc(size);
    if (!room) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    const wgd_status st = fn(rq, a, room, diag);
    cli_free(room);
    return st;
}
