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
/* Runs what answers a request with `size` bytes of memory behind `room`, which is the heap's: the stack of whoever asks
 * may be small. CLI_ERR_MEMORY. */
wgd_status run_in_room(size_t size,
                       wgd_status (*fn)(const request *rq, answer *a, void *room, wgd_diag *diag),
                       const request *rq, answer *a, wgd_diag *diag);

#endif
