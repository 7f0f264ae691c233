/* SPDX-License-Identifier: MIT
 *
 * JSON, written straight into a buf. `key` is the member's name in an object and NULL for an
 * element of an array. Commas look after themselves: one is put unless the last byte opened an
 * object or array. Keys are plain ASCII and are not escaped.
 */
#ifndef CLI_JSON_WRITE_H
#define CLI_JSON_WRITE_H

#include "io/buf.h"

/* '{', '[', or '"' for a text that is put into b in pieces, of nothing that JSON escapes. */
void json_open(buf *b, const char *key, char bracket);
void json_close(buf *b, char bracket);
void json_null(buf *b, const char *key);
void json_bool(buf *b, const char *key, bool v);
void json_int(buf *b, const char *key, int64_t v);
void json_str(buf *b, const char *key, const char *s);
/* Bytes outside valid UTF-8 become U+FFFD, so that the answer is always JSON. */
void json_text(buf *b, const char *key, const char *s, size_t len);
/* The text of a buf, which is freed; where there was no memory for it there is none for b. */
void json_take(buf *b, const char *key, buf *text);
/* A 64-bit word: "0x" and 16 lower-case digits, as a string. */
void json_word(buf *b, const char *key, uint64_t v);
void json_word32(buf *b, const char *key, uint32_t v); /* "0x00000000" */
/* The shortest form: "0x400". */
void json_addr(buf *b, const char *key, uint64_t v);
void json_layout(buf *b, const char *key, const wgd_layout *l);
void json_composed(buf *b, const char *key, const wgd_composed *c);
/* Valid JSON as it stands. */
void json_raw(buf *b, const char *key, const char *s, size_t len);
/* [a,b] */
void json_pair(buf *out, const char *key, int64_t a, int64_t b);

#endif
