/* SPDX-License-Identifier: MIT
 *
 * A request, complete, to its answer.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "answer.h"
#include "request/request.h"

/* Runs the command. What is said about an architecture says what it rests on. */
wgd_status request_run(const request *rq, answer *a, wgd_diag *diag);

#endif
