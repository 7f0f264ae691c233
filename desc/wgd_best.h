/* SPDX-License-Identifier: MIT
 *
 * The best arrangement of a tile in shared memory for several accesses at once, with a proof.
 *
 * A phase of an access takes as many wavefronts as the bank with the most words has of them
 * (wgd_banks.h). No arrangement that keeps the accesses' vectors whole can do better than a bound
 * that follows from counting: the words of a phase that lie at the same place of their vectors share
 * the banks of that place. Among the linear maps over GF(2) of a tile of powers of two the best is
 * found by linear algebra. The words of a phase are a coset of a subspace U; the map's bank bits
 * have a kernel K; a phase takes 2^dim(K & U) wavefronts. So only the ranks on each access's U
 * matter, and a search through the images of a basis of all U, with bounds, finds the best K or
 * proves that none is better.
 */
#ifndef WGD_BEST_H
#define WGD_BEST_H

#include "wgd_banks.h"
#include "wgd_linear.h"

WGD_API_BEGIN

enum { WGD_BEST_WEIGHT_MAX = 1000000 };

typedef struct wgd_best_query {
    wgd_arrangement tile; /* of wgd_arrange_rows */
    int n_uses;           /* 1 to WGD_BANK_USES */
    wgd_bank_use use[WGD_BANK_USES];
    int weight[WGD_BANK_USES]; /* 1 to WGD_BEST_WEIGHT_MAX: what a wavefront of the use counts */
    bool
        wgmma; /* wgmma reads the tile too, or TMA writes it: only the swizzle modes that they have,
                   with the tile's rows in pieces as wide as the swizzle */
} wgd_best_query;

/* The families, from the cheapest to address. */
#define WGD_BEST_FAMILIES(X)                                                                       \
    X(PLAIN, "plain")                                                                              \
    X(SWIZZLE, "swizzle")                                                                          \
    X(LINEAR, "linear")                                                                            \
    X(PERMUTED, "permuted")                                                                        \
    X(PADDED, "padded")                                                                            \
    X(MODE, "mode")

typedef enum wgd_best_family {
#define WGD_X(sym, name) WGD_BEST_##sym,
    WGD_BEST_FAMILIES(WGD_X)
#undef WGD_X
} wgd_best_family;
enum { WGD_BEST_FAMILY_COUNT = 6 };
const char *wgd_best_family_name(wgd_best_family f);

/* The best of one family: the fewest weighted wavefronts, then the fewest extra bytes, then the
 * fewest terms of the index. */
typedef struct wgd_best_candidate {
    bool tried;                        /* false where the tile has none of the family */
    int64_t wavefronts[WGD_BANK_USES]; /* counted, of each use */
    int64_t cost;                      /* their weighted sum */
    int64_t extra_bytes;               /* beyond the plain tile */
    wgd_arrangement arrangement;       /* all but LINEAR and MODE */
    int swizzle_bytes;                 /* MODE: 0 (none), 32, 64 or 128 */
    wgd_linear
        map; /* PLAIN, SWIZZLE, LINEAR, MODE of a tile of powers of two: row * columns + column (in
                       elements, the contiguous mode last) -> offset; else no bits */
} wgd_best_candidate;

typedef enum wgd_best_proof {
    WGD_BEST_MEETS_BOUND, /* every access takes its lower bound: nothing can be better */
    WGD_BEST_OF_LINEAR,   /* it does not; the search proved that no linear map takes fewer */
    WGD_BEST_OF_MODES,    /* it does not; each mode of wgmma was counted */
    WGD_BEST_OF_TRIED /* no search (see `why`), or it reached its limit: the best that was tried */
} wgd_best_proof;

typedef struct wgd_best {
    int vector_bytes;             /* kept whole: the widest access's */
    int64_t bound[WGD_BANK_USES]; /* wavefronts that each use takes at least */
    int64_t bound_cost;
    wgd_best_candidate family[WGD_BEST_FAMILY_COUNT];
    wgd_best_family best;
    wgd_best_proof proof;
    bool searched;       /* did the search of linear maps end? */
    int64_t linear_cost; /* the least cost of a linear map, where searched */
    int64_t nodes;       /* images that the search tried */
    const char *why;     /* why linear maps were not searched; NULL where they were */
} wgd_best;

/* Refusals are those of wgd_bank_steps and wgd_bank_step; ERR_VALUE for a weight; with wgmma ERR_TILE
 * for a tile whose sides are no powers of two, or that has no whole atom of any mode. */
wgd_status wgd_best_find(const wgd_best_query *q, wgd_best *out, wgd_diag *diag);
/* The lanes of one step of a use with the tile in a candidate's arrangement, 0 <= step <
 * wgd_bank_steps of the query's tile. */
wgd_status wgd_best_step(const wgd_best_query *q, const wgd_best_candidate *c, int use, int step,
                         wgd_bank_lanes *out, wgd_diag *diag);

WGD_API_END

#endif
