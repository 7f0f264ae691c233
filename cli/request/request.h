/* SPDX-License-Identifier: MIT
 *
 * One question: the command, and the value of every option.
 */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "command.h"

typedef struct request {
    const command_set *commands; /* all that can be asked */
    const command *cmd;
    format format;
    bool closed; /* came as text (ask): reads no standard input, which is its requests' */
    option_value v[OPTION_COUNT];
} request;

/* A request with every default filled in, no command yet. */
void request_defaults(const command_set *commands, request *rq);
/* Are the required options there? Settles what one value means through another (major.h). */
wgd_status request_complete(request *rq, wgd_diag *diag);
/* "--major is missing (major: want k or mn)", in every command and whatever finds it missing;
 * operands are named as the help names them. With the hint "" it points to the help. */
wgd_status request_missing(const command *c, option_id o, const char *hint, wgd_diag *diag);
/* Has the command an answer in the request's format? The refusal names the formats that it has. */
wgd_status request_format_check(const request *rq, wgd_diag *diag);
/* The architecture that is asked about: sm90 unless --arch says another. */
wgd_arch request_arch(const request *rq);

#endif
