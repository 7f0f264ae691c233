/* SPDX-License-Identifier: MIT
 *
 * An answer made to fit the terminal: what is wider is folded, or cut with a word about it. Into a
 * pipe or a file answers go as they are.
 */
#ifndef CLI_FIT_H
#define CLI_FIT_H

#include "buf.h"

/* What may be done with lines that are too wide. */
typedef enum fit {
    FIT_FOLD, /* broken at a blank; a long run of them, a table, is cut */
    FIT_CUT,  /* program text: a broken line would be another program */
    FIT_NOT   /* left alone */
} fit;

/* Columns that s[0..len) takes: characters of UTF-8, without the escapes of colours. */
int fit_width(const char *s, size_t len);
/* The widest line. */
int fit_widest(const char *s, size_t len);
/* Makes every line of *b at most `width` columns wide (at least 20). Where lines were cut, a last line
 * says so and ends in `whole`, where all of it can be had. */
void fit_lines(buf *b, int width, fit how, const char *whole);

#endif
