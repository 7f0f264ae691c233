/* SPDX-License-Identifier: MIT
 *
 * How a failure is shown: as text on standard error, or as a JSON object.
 */
#ifndef CLI_ERROR_PRINT_H
#define CLI_ERROR_PRINT_H

#include "answer/answer.h"
#include "request/request.h"

/* wgdesc: error: what (field: got ..., want ...), a caret line where diag->pos points into the
 * answer's fault_text, hint: ... Without a hint of its own the failure points to the help of cmd,
 * which may be NULL. */
void error_text(buf *out, const answer *a, const char *cmd, const wgd_diag *diag);
/* The whole answer object: {...,"ok":false,"error":{...}}. cmd may be NULL; line is the line of the
 * batch input, or 0. */
void error_json(answer *a, const char *cmd, long line, const wgd_diag *diag);

#endif
