/* SPDX-License-Identifier: MIT
 *
 * The descriptors in a text that holds other things as well: a log, a dump, machine code.
 */
#ifndef CLI_WORD_SCAN_H
#define CLI_WORD_SCAN_H

#include <stdbool.h>

#include "request/number.h"

typedef struct word_scan {
    const char *text;
    size_t len, at;
    long line; /* of `at`, from 1 */
} word_scan;

typedef struct word_found {
    long line;
    uint64_t word;
    word_doubt doubt;
} word_found;

word_scan word_scan_of(const char *text, size_t len);
/* The next number that may be a descriptor; false at the end. Those are: 0x and 9 to 16 hexadecimal
 * digits, 16 hexadecimal digits alone, 11 to 20 decimal digits; and no bit is set that neither wgmma
 * nor tcgen05 gives a meaning, which pointers and times as a rule have. */
bool word_scan_next(word_scan *s, word_found *out);

#endif
