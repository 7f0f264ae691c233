/* SPDX-License-Identifier: MIT
 *
 * Internal: what the readers of attributes and of types share, a text of MLIR with a place in it.
 */
#ifndef WGD_DESC_TRITON_MLIR_TEXT_H
#define WGD_DESC_TRITON_MLIR_TEXT_H

#include "wgd_triton.h"

typedef struct tri_reader {
    const char *text;
    size_t len, pos;
    int aliases; /* how many #names have been looked up */
    wgd_diag *diag;
} tri_reader;

/* The character n places on, or NUL behind the end. */
char tri_ahead(const tri_reader *r, size_t n);
/* The next character that is no white space, which it moves to. */
char tri_next(tri_reader *r);
/* Moves behind the character or word when it comes next, after white space. */
bool tri_take(tri_reader *r, char c);
bool tri_take_word(tri_reader *r, const char *word);
bool tri_is_digit(char c);
/* Can c stand in a name? Letters, digits, '_' and '$'. */
bool tri_is_name(char c);
/* The length of the #name that comes next, 1 for a '#' alone. */
size_t tri_alias(const tri_reader *r);
wgd_status tri_fail(tri_reader *r, size_t pos, wgd_status s, const char *what, const char *want);
/* The character, or a refusal. */
wgd_status tri_need(tri_reader *r, char c, const char *want);
/* A number from 0 to 2^30. */
wgd_status tri_read_int(tri_reader *r, int32_t *out);
/* An attribute, "#ttg.blocked<{...}>" or the #name of one that the text defines. */
wgd_status tri_read_attr(tri_reader *r, wgd_triton_attr *out);

#endif
