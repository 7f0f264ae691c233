/* SPDX-License-Identifier: MIT
 *
 * From the command line to a request.
 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "request/request.h"

typedef enum action { ACTION_RUN, ACTION_HELP, ACTION_VERSION } action;

/* Fills *rq, whose defaults are in place; argv is permuted. rq->cmd stays NULL for the general
 * help. Also on failure rq->format tells how errors are wanted. */
wgd_status args_parse(int argc, char **argv, request *rq, action *what, wgd_diag *diag);

#endif
