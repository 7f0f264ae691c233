/* SPDX-License-Identifier: MIT
 *
 * Internal: what the parts of a copy share.
 */
#ifndef WGD_DESC_COPY_PARTS_H
#define WGD_DESC_COPY_PARTS_H

#include "wgd_copy.h"

/* Bytes of a register, of a row of a matrix of ldmatrix and stmatrix, and of a unit that they deal. */
enum { COPY_WORD = 4, COPY_ROW = 16, COPY_UNIT = 2 };
/* Rows of a matrix, and lanes that share one. */
enum { COPY_MATRIX_ROWS = 8, COPY_QUAD = 4 };

/* The byte of piece `piece` of a thread, of `bytes` bytes: what is dealt together, in the copy's order. */
uint32_t wgd_copy_piece_byte(const wgd_copy *c, int thread, int piece, int bytes);

static inline int wgd_copy_elem_bytes(const wgd_copy *c)
{
    return c->tile->bits / 8;
}

#endif
