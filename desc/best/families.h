/* SPDX-License-Identifier: MIT
 *
 * Internal: maps of byte offsets that take few instructions.
 */
#ifndef WGD_DESC_BEST_FAMILIES_H
#define WGD_DESC_BEST_FAMILIES_H

#include "best.h"

/* Swizzle<B,M,S> of the byte offsets of the tile. */
wgd_linear best_swizzle_map(const best_problem *p, wgd_swizzle sw);
/* Weighted wavefronts by ranks; where they are more than `limit`, some number above it. */
int64_t best_map_cost(const best_problem *p, const wgd_linear *m, int64_t limit);
/* The least cost of any Swizzle<B,M,S> that keeps the vectors whole, and the one of the fewest bits
 * that has it; INT64_MAX where the tile is too small for one. */
int64_t best_of_swizzles(const best_problem *p, wgd_swizzle *out);
/* The tile as wgmma reads it and TMA writes it, swizzled over so many bytes (0: none, pieces of 16):
 * pieces of its rows as wide as the swizzle, one under the other. Their atoms of 8 rows are whole rows of banks, so
 * that another order of them changes nothing. False where the tile is no whole number of atoms. */
bool best_mode_map(const best_problem *p, const wgd_arrangement *tile, int swizzle_bytes,
                   wgd_linear *out);
/* A map i ^ (i >> s & mask), or with two such terms (n is 1 or 2), of at most the wanted cost. */
bool best_terms(const best_problem *p, int n, int64_t wanted, wgd_linear *out);

#endif
