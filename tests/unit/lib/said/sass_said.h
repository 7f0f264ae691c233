/* SPDX-License-Identifier: MIT
 *
 * What the reader of machine code makes of a listing, in the words of func_said.h. Include after cmocka.h.
 */
#ifndef SASS_SAID_H
#define SASS_SAID_H

#include <stddef.h>

/* Every function of the listing, or how it is refused, good until the next call. */
const char *sass_said(const char *text);
/* The same of a text that may hold any characters; `room` bytes of memory for its functions. */
const char *sass_said_in(const char *text, size_t len, size_t room);
/* Of one instruction, without what every function has. It is in line 4, has address 0, stands behind another function and
 * before an EXIT: what that function's instruction is must not matter, and the EXIT must be read; else it says so. */
const char *sass_line_said(const char *line);

/* What is said of the head of function `name` in line `line`, both literals, whose registers are those of every other. */
#define SASS_FUNC(name, line) "func " name ", line " line ": sass 32*512 1*16 32*2 1*2 64*4\n"

typedef struct sass_held {
    const char *line, *said;
} sass_held;

/* Each line is said so. */
#define SASS_HELD(rows)                                                                            \
    do {                                                                                           \
        for (size_t i_ = 0; i_ < sizeof(rows) / sizeof(rows)[0]; i_++) {                           \
            assert_string_equal(sass_line_said((rows)[i_].line), (rows)[i_].said);                 \
        }                                                                                          \
    } while (0)

#endif
