/* SPDX-License-Identifier: MIT
 *
 * Internal: the accesses of a tile as subspaces over GF(2), and the search among maps.
 *
 * Coordinates: a byte offset of the plain tile, without its low `low` bits (the vector that is kept
 * whole), is a vector of n bits over GF(2). The banks of the vectors are k bits of an address: bits
 * low to 6. A map of the banks is the list of the images (k bits) of the n unit vectors.
 */
#ifndef WGD_DESC_BEST_H
#define WGD_DESC_BEST_H

#include "wgd_best.h"

enum { BEST_DIMS = 16, BEST_K = 5, BEST_SPACES = 128 };

/* One kind of phase: the directions in which its vectors lie apart, as an echelon basis. */
typedef struct best_space {
    int dim;
    uint32_t basis[BEST_K];
    int64_t weight; /* of all its phases */
} best_space;

typedef struct best_problem {
    int low, n, k;
    int spaces;
    best_space space[BEST_SPACES];
    int64_t bound[WGD_BANK_USES];
    int64_t floor;   /* what the spaces cost at least, each by itself */
    const char *why; /* why there is no linear algebra for it; NULL where there is */
} best_problem;

typedef struct best_images {
    uint8_t of[BEST_DIMS]; /* of each unit vector */
} best_images;

/* The phases of all uses. Counts the bounds in any case. */
wgd_status best_pose(const wgd_best_query *q, best_problem *p, wgd_diag *diag);
/* Wavefronts of the phases of one space, weighted, with so many of its directions in the kernel. */
int64_t best_space_cost(const best_problem *p, const best_space *s, int lost);
/* Weighted wavefronts by ranks; where they are more than `limit`, some number above it. */
int64_t best_cost(const best_problem *p, const best_images *b, int64_t limit);
/* The images of a map that takes the fewest. False where the search reached its limit: *out is then
 * the best found. */
bool best_search(const best_problem *p, best_images *out, int64_t *cost, int64_t *nodes);
/* The vector v in coordinates: each of the n vectors of `echelon` is without the lowest bits of those before it, and `from`
 * says of which vectors it is the sum; *rest is what they do not reach. */
uint32_t best_coordinates(const uint32_t *echelon, const uint32_t *from, int n, uint32_t v,
                          uint32_t *rest);
/* A map of byte offsets with these banks, up to their names: every offset once. The images have rank
 * k. */
void best_complete(const best_problem *p, const best_images *b, wgd_linear *out);

#endif
