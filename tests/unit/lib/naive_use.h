/* SPDX-License-Identifier: MIT
 *
 * For tests: a use over a tile a second way. The vectors are written down one after another in the order that is
 * named, each element's address is worked out by itself, and every access is counted. The library decodes a lane's
 * number, looks at a vector once, and counts what repeats once.
 */
#ifndef WGD_TEST_NAIVE_USE_H
#define WGD_TEST_NAIVE_USE_H

#include "wgd_banks.h"

typedef struct naive_tile {
    wgd_arrangement a;
    int rows, cols, es; /* es: bytes of an element */
    bool first;         /* vectors run along mode 0 */
} naive_tile;

/* Fails the test where the library says other lanes of a step, another total or another refusal; what it is. Of the
 * fragments: D of wgmma and of mma.m16n8k16, and A of the latter. */
wgd_status naive_use_compare(const naive_tile *t, const wgd_bank_use *u);

#endif
