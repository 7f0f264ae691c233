/* SPDX-License-Identifier: MIT
 *
 * What a descriptor covers when an instruction reads through it: the extent in shared memory, the
 * bytes read more than once, the bytes of the span never read, and the way back from a byte to the
 * elements that it feeds. wgmma fetches whole aligned 16-byte pieces, so all of it is counted in
 * those.
 */
#ifndef WGD_DESCRIBE_H
#define WGD_DESCRIBE_H

#include "wgd_fetch.h"

WGD_API_BEGIN

/* [begin, end) in bytes. */
typedef struct wgd_range {
    uint32_t begin, end;
} wgd_range;

typedef struct wgd_coverage {
    wgd_range span;         /* from the first byte read to the last */
    uint32_t fetched_bytes; /* what the block holds */
    uint32_t distinct_bytes;
    uint32_t twice_bytes; /* bytes that more than one element is read from */
    uint32_t never_bytes; /* bytes of the span that nothing is read from */
    bool outside;         /* the span leaves the 2^18 bytes that a start can name */
    int twice_n, never_n; /* ranges of each; those that fit are in the caller's arrays */
} wgd_coverage;

/* The most ranges a block can have. */
enum { WGD_RANGES_MAX = WGD_FETCH_CHUNKS_MAX };

/* Fills *out, and up to cap ranges each of twice[] and never[] (NULL with cap 0). The caller has
 * checked the read. */
void wgd_describe(uint64_t word, wgd_read rd, wgd_coverage *out, wgd_range *twice, wgd_range *never,
                  size_t cap);

typedef struct wgd_element {
    uint16_t mn, k;
} wgd_element;

/* The elements, row by row, that byte `byte` is part of; at most cap are stored, the number of all
 * is returned. */
size_t wgd_fetch_reverse(uint64_t word, wgd_read rd, uint32_t byte, wgd_element *out, size_t cap);

WGD_API_END

#endif
