/* SPDX-License-Identifier: MIT
 *
 * Internal: the memory of a scan. All of it is cut from one piece that the caller hands in, so that
 * a scan never takes more than it was given; what is asked for beyond that is refused once, and the
 * flag `full` says so to whoever looks later.
 */
#ifndef SCAN_ARENA_H
#define SCAN_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct scan_arena {
    char *base;
    size_t cap, used;
    bool full;
} scan_arena;

/* n * size zeroed bytes (size > 0), aligned to 16; NULL and `full` when they do not fit. */
static inline void *scan_alloc(scan_arena *a, size_t n, size_t size)
{
    const size_t at = (a->used + 15) & ~(size_t)15;
    if (a->full || at > a->cap || n > (a->cap - at) / size) {
        a->full = true;
        return NULL;
    }
    a->used = at + n * size;
    memset(a->base + at, 0, n * size);
    return a->base + at;
}

/* Room for one more element in an array of n with capacity *cap (NULL where that is 0): the array, moved to
 * twice the room where it was full (the old room is lost until the arena is reset); what is beyond the n is
 * zero. NULL when it is full. */
static inline void *scan_grow(scan_arena *a, void *old, size_t n, size_t *cap, size_t size)
{
    if (n < *cap) {
        return old;
    }
    const size_t more = *cap ? *cap * 2 : 64;
    void *wide = scan_alloc(a, more, size);
    if (wide && old) {
        memcpy(wide, old, n * size);
    }
    *cap = wide ? more : *cap;
    return wide;
}

#endif
