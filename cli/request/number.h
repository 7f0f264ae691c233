/* SPDX-License-Identifier: MIT
 *
 * Numbers as people type them, read whole: no junk behind, no silent wrap.
 */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

#include "wgd_status.h"

/* Decimal or 0x, with an optional sign. ERR_SYNTAX when it is not a number, ERR_OVERFLOW when it
 * does not fit. */
wgd_status number_i64(const char *s, size_t len, int64_t *out);
/* The same with a K behind (also k, KB, KiB): 1024 bytes, as capacities of shared memory are given. */
wgd_status number_bytes(const char *s, size_t len, int64_t *out);
/* What is odd about a word as it was typed. */
typedef enum word_doubt {
    WORD_CLEAR,
    WORD_HEX_OR_DECIMAL, /* 16 digits without 0x, none beyond 9: taken as hexadecimal */
    WORD_15_DIGITS,      /* hexadecimal, and one digit short: it sets bits that no field has */
    WORD_15_DECIMAL      /* 15 digits without 0x, none beyond 9: taken as decimal */
} word_doubt;

/* A 64-bit word: 0x and 1 to 16 digits, 15 or 16 hexadecimal digits without it, or decimal, as %llu
 * prints it; with ' or _ between digits, C's suffix ULL and a comma or semicolon behind it. */
wgd_status number_word(const char *s, size_t len, uint64_t *out, word_doubt *doubt);
/* A sentence, and what to do about it; NULL for WORD_CLEAR. */
const char *word_doubt_text(word_doubt d);
const char *word_doubt_hint(word_doubt d);

#endif
