/* SPDX-License-Identifier: MIT
 *
 * The solver's inner step, shared with the checker. Internal.
 */
#ifndef WGD_SOLVE_PIECES_H
#define WGD_SOLVE_PIECES_H

#include "wgd_solve.h"

/* The pieces of one block, addressed as the fetch rule counts them. */
typedef struct wgd_pieces {
    wgd_read read;
    size_t n;
    int per_line;  /* pieces in one line: along K for K-major, along MN for MN-major */
    int64_t first; /* of element (0, 0) before the swizzle, in bits */
    uint32_t at[WGD_FETCH_CHUNKS_MAX];
} wgd_pieces;

/* False with *gap filled where the block is not made of whole pieces. */
bool wgd_pieces_make(const wgd_block *b, wgd_pieces *out, wgd_gap *gap);

/* The same of block (i, j) of a place. */
bool wgd_pieces_of(const wgd_place *p, wgd_read rd, int i, int j, wgd_pieces *out);

/* Address before the swizzle: the fetch rule's XOR undone. */
uint32_t wgd_unswizzle(uint32_t at, wgd_swizzle_mode m, uint32_t base_offset);

/* What the pieces say about the fields, given mode and base_offset: start, and the strides that are
 * read. Unread strides get make_gmma_desc's value. start, lbo and sbo of *out are the bytes wanted; desc has what
 * 14 bits keep of them, which is no proof where they do not fit. */
typedef struct wgd_derived {
    int64_t start, lbo, sbo; /* bytes */
    wgd_desc desc;
} wgd_derived;
void wgd_derive(const wgd_pieces *p, wgd_swizzle_mode m, uint32_t base_offset, wgd_derived *out);

/* The start that the fields of d have for block (i, j), in 16-byte units: one piece tells. */
uint32_t wgd_block_start(const wgd_place *p, wgd_read rd, int i, int j, wgd_desc d);

/* Moves d, right for another block of the tile, to the block of these pieces: its start, and where LBO
 * is an address that too; what 14 bits keep of them. */
void wgd_derive_moved(const wgd_pieces *p, wgd_desc *d);

/* Every piece against the fetch rule. */
bool wgd_prove(const wgd_pieces *p, wgd_desc d);

/* All (mode, base_offset) whose derived descriptor is proved; returns how many. There are two at most: lines of two
 * modes are never the same, and of one mode only base_offsets half a pattern apart turn the same bit of each. */
int wgd_solve_pieces(const wgd_pieces *p, wgd_desc out[WGD_SOLUTIONS_MAX / 2]);

/* Why a block has no descriptor for this major; the place tells which swizzle was meant. */
void wgd_explain(const wgd_place *p, const wgd_block *b, wgd_refusal *out);

/* The same for block (i, j) of a tile whose block (0, 0) is read by d. */
void wgd_explain_block(const wgd_place *p, const wgd_block *b, int i, int j, wgd_desc d,
                       wgd_refusal *out);

#endif
