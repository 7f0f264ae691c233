/* SPDX-License-Identifier: MIT
 *
 * One request as text in, one answer as text out: what batch does with a line. Reads and prints
 * nothing.
 */
#ifndef CLI_ASK_H
#define CLI_ASK_H

#include "io/buf.h"
#include "many.h"
#include "json/json_read.h"
#include "request/request.h"

enum { ASK_MAX = 1 << 20 };

/* Answers the request s[0..len), one JSON object in at most ASK_MAX bytes; the answer, one line, is
 * appended to *out. `blank` is what every request begins as (request_defaults): what can be asked,
 * and the values of what is not. `line` is where the request stood in its source, for errors; 0
 * where it has no such place. *yes: false for "ok":false and where the answer is no. Errors of the
 * request are part of the answer; the status is WGD_OK unless there is no memory. *m is the memory of
 * the request's tree, kept for the next request ({0} at first, json_read_end at the end); nothing
 * else outlives the call, so threads that have one each ask at once. */
wgd_status ask(const request *blank, json_memory *m, const char *s, size_t len, long line, buf *out,
               bool *yes, wgd_diag *diag);
/* The same for many values of one option (command.many_of), which the request does not have: numbers
 * into the buffer of w, their shape into *out. */
wgd_status ask_many(const request *blank, json_memory *m, const char *s, size_t len, const many *w,
                    buf *out, bool *yes, wgd_diag *diag);
/* Answers a request that was too long to keep. */
void ask_too_long(long line, buf *out);

#endif
