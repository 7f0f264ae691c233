/* SPDX-License-Identifier: MIT
 *
 * Internal: names to numbers, in the arena.
 */
#ifndef SCAN_TABLE_H
#define SCAN_TABLE_H

#include <stdint.h>

#include "arena.h"

typedef struct scan_name {
    const char *s;        /* NULL: empty slot */
    uint32_t len, hash;   /* FNV-1a of 32 bits, with the high 17 folded in */
    uint32_t kind, value; /* the owner's */
} scan_name;

typedef struct scan_table {
    scan_arena *arena;
    scan_name *slot;
    size_t cap, n; /* cap: a power of two, or 0 */
} scan_table;

/* The row of this name; made, with kind 0, where there is none. NULL when the arena is full. The
 * pointer is good until the next call. */
scan_name *scan_table_at(scan_table *t, const char *s, size_t len);
/* NULL where there is none. */
scan_name *scan_table_find(const scan_table *t, const char *s, size_t len);

#endif
