/* SPDX-License-Identifier: MIT
 *
 * What the reader of PTX makes of a text, all of it, in words: for tests that hold it to the letter. Include after
 * cmocka.h.
 */
#ifndef PTX_SAID_H
#define PTX_SAID_H

#include <stddef.h>

/* Every function of the text, or how it is refused, good until the next call:
 *
 *     entry NAME, line N: WIDTH of each register ...
 *     LINE[/LINE of .loc]: [@[!]GUARD] OP.WIDTH[/SW][ ARG][ FLAGS] DST,DST2[ carry R] = SOURCES; WRITTEN; READ
 *     wgmma AT: ...
 *     label AT depth outer; symbol NAME ...; unknown AT ...
 *
 * A source is a register r1, a number 0x10, a symbol $0+16, or of no kind: #REG+NUMBER; - its negative, ~ its opposite. */
const char *ptx_said(const char *text);
/* The same of a text that may hold any characters; `room` bytes of memory for its functions. */
const char *ptx_said_in(const char *text, size_t len, size_t room);

/* A kernel with these instructions, from line 2 on: a register's number stands in its name. And what is said of it. */
#define PTX_K(body)                                                                                \
    ".shared .align 16 .b8 s[64];.entry k (.param .b64 a) {"                                       \
    ".reg .b32 %r0, %r1, %r2, %r3;.reg .b64 %d4, %d5, %d6, %d7;"                                   \
    ".reg .pred %p8, %p9;.reg .b16 %h10, %h11;\n" body "}"
#define PTX_K_SAID(lines) "entry k, line 1: 32 32 32 32 64 64 64 64 1 1 16 16\n" lines

typedef struct ptx_line {
    const char *text, *said;
} ptx_line;

/* Each text is said so. */
#define PTX_HELD(rows)                                                                             \
    do {                                                                                           \
        for (size_t i_ = 0; i_ < sizeof(rows) / sizeof(rows)[0]; i_++) {                           \
            assert_string_equal(ptx_said((rows)[i_].text), (rows)[i_].said);                       \
        }                                                                                          \
    } while (0)

#endif
