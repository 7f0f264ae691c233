/* SPDX-License-Identifier: MIT
 *
 * Internal: a row of a table that is sorted by name.
 */
#ifndef SCAN_SORTED_H
#define SCAN_SORTED_H

#include <stddef.h>

/* The name is the first member of a row: an array of so many characters, the last of them 0. */
enum { SCAN_ROW_NAME = 22 };

/* The number of the row with this name, or -1; `n` rows of `size` bytes, sorted by name. */
int scan_sorted_find(const void *rows, size_t n, size_t size, const char *s, size_t len);

#endif
