/* SPDX-License-Identifier: MIT
 *
 * A request, complete, to its answer.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "answer.h"
#include "request/request.h"

/* Before a command runs: is there something for the architecture that is asked about? */
wgd_status run_prepare(const request *rq, answer *a, wgd_diag *diag);
/* Runs the command. What is said about an architecture says what it rests on. */
wgd_status request_run(const request *rq, answer *a, wgd_diag *diag);

#endif
