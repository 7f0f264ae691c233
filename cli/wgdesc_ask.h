/* SPDX-License-Identifier: MIT
 *
 * libwgdesc-ask: the program's answers inside other programs. One request as text in, one answer as
 * text out, the same that 'wgdesc batch' gives to such a line: wgdesc-json(5) describes both.
 *
 * The functions keep no state and may be called from any number of threads at once; a thread needs
 * 1 MiB of stack. Nothing is printed, no file is read but those that a request names ("scan"),
 * none is written, and neither the locale nor the environment has a say.
 */
#ifndef WGDESC_ASK_H
#define WGDESC_ASK_H

#include <stddef.h>
#include <stdint.h>

#include "wgd_api.h"

WGD_API_BEGIN

/* A longer request, in bytes, is answered with the error "too_long". */
#define WGDESC_ASK_MAX 1048576

/* What wgdesc_ask returns: what the program would exit with. */
enum {
    WGDESC_ASK_YES = 0,   /* answered */
    WGDESC_ASK_NO = 1,    /* answered, and the answer is no ("match":false, ...) or "ok":false */
    WGDESC_ASK_MEMORY = 3 /* no memory: *answer is NULL */
};

/* Answers the request text[0..len), one JSON object, UTF-8; no NUL is needed behind it. *answer is one line of
 * JSON with its newline and a NUL behind it, *answer_len bytes without the NUL (answer_len may be
 * NULL); wgdesc_ask_free takes it back. Faults of the request are answers too, "ok":false with an
 * error object; that has no "line", for the request comes from none. */
int wgdesc_ask(const char *text, size_t len, char **answer, size_t *answer_len);

/* One question for many words, without JSON for each: in[0..n) are words for "map" and "check", which
 * the request then has no "desc" for, starts in bytes for "desc", which it has no "start" for, and
 * indices for "layout".
 * Into out[0..size), aligned as the numbers are, go n times
 *   map    uint32_t [mn][k]       the byte that each element is read from
 *   check  uint32_t               elements read from the wrong place: 0 for a match
 *   desc   uint64_t [k][mn]       the descriptors of the blocks
 *   layout int64_t                the offset of the operation's result, "result" in the answer
 * and *answer is {..., "ok":true, "item":4, "shape":[n,mn,k], "bytes":...}, or an error; with out NULL
 * that is all. Nothing of `out` is to be relied on after an error. What is returned and who owns the
 * answer is as above; WGDESC_ASK_NO also where a check found something wrong. */
int wgdesc_ask_many(const char *text, size_t len, const uint64_t *in, size_t n, void *out,
                    size_t size, char **answer, size_t *answer_len);

/* Gives an answer's memory back; NULL is allowed. */
void wgdesc_ask_free(char *answer);

/* The version of the library that is linked, as "0.1.0". */
const char *wgdesc_ask_version(void);

WGD_API_END

#endif
