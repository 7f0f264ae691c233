/* SPDX-License-Identifier: MIT
 *
 * Requests as JSON Lines: one line in, one line out. The memory is bounded by the longest line.
 */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "command/command.h"

enum { BATCH_LINE_MAX = 1 << 20 };

typedef struct batch {
    request defaults;
    buf *out;
    long line;   /* lines read so far */
    long failed; /* answers with "ok":false, or that are "no": a check that fails, a diff */
} batch;

wgd_status batch_begin(batch *b, buf *out, wgd_diag *diag);
/* Answers one line, without its newline; a blank line has no answer. Errors of the request are part
 * of the answer; the status is WGD_OK unless there is no memory. */
wgd_status batch_line(batch *b, const char *line, size_t len, wgd_diag *diag);
/* Answers a line that was too long to keep. */
void batch_long_line(batch *b);

#endif
