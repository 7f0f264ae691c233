/* SPDX-License-Identifier: MIT
 *
 * A request as the words that ask it on a command line.
 */
#ifndef CLI_REQUEST_WORDS_H
#define CLI_REQUEST_WORDS_H

#include "request.h"

/* An array of the words behind "wgdesc", as a JSON value: the command, its operands, and the options
 * that were given. Where the answer goes and in which format is not among them. */
void request_put_words(buf *out, const char *key, const request *rq);

#endif
