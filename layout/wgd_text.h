/* SPDX-License-Identifier: MIT
 *
 * A bounded text writer with snprintf's contract and no locale, no heap and no stdio, so that the
 * library also builds freestanding. `need` counts what the whole text takes; buf always ends in NUL
 * when cap > 0.
 *
 *     char line[64];
 *     wgd_text t = wgd_text_into(line, sizeof line);
 *     wgd_put_str(&t, "LBO ");
 *     wgd_put_i64(&t, 512);
 *     if (wgd_text_end(&t) >= sizeof line) ... it was cut
 */
#ifndef WGD_TEXT_H
#define WGD_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "wgd_api.h"

WGD_API_BEGIN

typedef struct wgd_text {
    char *buf;   /* may be NULL when cap is 0: then only the length is counted */
    size_t cap;  /* bytes in buf, the closing NUL included */
    size_t need; /* bytes written so far, cut or not, without the NUL */
} wgd_text;

wgd_text wgd_text_into(char *buf, size_t cap);
void wgd_put_char(wgd_text *t, char c);
void wgd_put_str(wgd_text *t, const char *s);
void wgd_put_mem(wgd_text *t, const char *s, size_t n);
void wgd_put_i64(wgd_text *t, int64_t v);
void wgd_put_u64(wgd_text *t, uint64_t v);
/* Lower-case hexadecimal, at least `digits` digits (1..16), with no "0x". */
void wgd_put_hex(wgd_text *t, uint64_t v, int digits);
/* Closes the text with a NUL and returns the length the whole text needs (without the NUL). */
size_t wgd_text_end(wgd_text *t);

WGD_API_END

#endif
