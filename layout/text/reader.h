/* SPDX-License-Identifier: MIT
 *
 * What the parsers of layouts, swizzles and tilers share: a text with a place in it. Every refusal
 * points at the character at fault.
 */
#ifndef WGD_LAYOUT_READER_H
#define WGD_LAYOUT_READER_H

#include "algebra/lay.h"

typedef struct lay_reader {
    const char *text;
    size_t len, pos;
    const char *field; /* what is being read, for diag->field */
    wgd_diag *diag;
} lay_reader;

lay_reader lay_reader_of(const char *text, size_t len, const char *field, wgd_diag *diag);
/* s, or a refusal where anything but spaces follows. */
wgd_status lay_at_end(lay_reader *r, wgd_status s);
wgd_status lay_fail_at(lay_reader *r, size_t pos, wgd_status s, const char *what, const char *want);
/* For a fault that another function has described already. */
wgd_status lay_point_at(lay_reader *r, size_t pos, wgd_status s);
bool lay_is_digit(char c);
/* The character n places on, or NUL behind the end. */
char lay_ahead(const lay_reader *r, size_t n);
/* The next character that is no space, which it moves to; NUL at the end. */
char lay_next_char(lay_reader *r);
/* Moves behind the character or word when it comes next, after spaces. */
bool lay_take(lay_reader *r, char c);
bool lay_take_word(lay_reader *r, const char *word);
/* The number that begins here, at least `least`, with an optional '_' (CuTe's mark of a static integer). */
wgd_status lay_read_int(lay_reader *r, int64_t least, int64_t *out);
wgd_status lay_read_tuple(lay_reader *r, int64_t least, wgd_tuple *out);
/* What follows a shape that begins at `start`: ":stride", or nothing. */
wgd_status lay_read_stride(lay_reader *r, size_t start, const wgd_tuple *shape, wgd_layout *out);

#endif
