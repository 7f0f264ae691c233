/* SPDX-License-Identifier: MIT
 *
 * Internal: the two directions of a block. Pieces of 16 bytes run along the contiguous one, lines
 * count the other.
 */
#ifndef WGD_SOLVE_AXES_H
#define WGD_SOLVE_AXES_H

#include "wgd_place.h"

typedef struct wgd_axes {
    const int64_t *line, *run;    /* offsets in bits, by line and by element along a line */
    int lines, pieces, per_piece; /* pieces of a line, elements of a piece */
} wgd_axes;

static inline wgd_axes wgd_axes_of(const wgd_block *b)
{
    const bool k_major = b->read.major == WGD_MAJOR_K;
    wgd_axes a;
    a.run = k_major ? b->k_off : b->mn_off;
    a.line = k_major ? b->mn_off : b->k_off;
    a.per_piece = 128 / b->bits;
    a.pieces = (k_major ? b->k : b->mn) / a.per_piece;
    a.lines = k_major ? b->mn : b->k;
    return a;
}

#endif
