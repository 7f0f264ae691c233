/* SPDX-License-Identifier: MIT
 *
 * Internal: the parts of the rule that chooses a tile for a product.
 */
#ifndef WGD_PROBLEM_INTERNAL_H
#define WGD_PROBLEM_INTERNAL_H

#include "wgd_problem.h"

enum { WGD_PROBLEM_K_BYTES = 128 }; /* of K in a stage, a line of the widest swizzle */

/* How the tiles of a product are dealt to the blocks, and what that takes. */
typedef struct wgd_problem_deal {
    int64_t size[3];          /* of the product as its tiles have it: turned where they are */
    int64_t along_m, along_n; /* clusters of tiles */
    int64_t tiles;            /* in whole clusters */
    int64_t at_once;          /* clusters of tiles that are computed at once */
    int64_t rounds;
    int64_t steps;  /* stages of K of a block in a tile */
    int64_t blocks; /* of all tiles */
    wgd_problem_pairs pairs;
    const char *pairs_reason;
    wgd_problem_band band;
    bool apart; /* blocks of the largest tiles that walk alone, over several rounds */
    int64_t cycles;
    wgd_problem_bound bound;
} wgd_problem_deal;

/* Fills all but the times, where `ctas` SMs compute a tile. WGD_ERR_LIMIT: more than WGD_PROBLEM_TILES_MAX
 * tiles; WGD_ERR_FIT: the device has no such clusters, or K fewer stages than blocks that share a tile; WGD_ERR_VALUE: no
 * GPU of wgd_gpu. */
wgd_status wgd_problem_deal_tiles(wgd_problem_deal *d, const wgd_problem_tile *t,
                                  const wgd_problem_way *w, int ctas, const int64_t problem[3],
                                  int64_t k, const wgd_problem_device *device);
/* wgd_problem_time with its parts; a stage of the tensor cores takes at least `least_step` cycles. False: no
 * such way, or the time does not fit. */
bool wgd_problem_estimate(wgd_problem_deal *d, const wgd_problem_tile *t, const wgd_problem_way *w,
                          const int64_t problem[3], int64_t k, int64_t least_step,
                          const wgd_problem_device *device);
/* The GPU's device memory's cycles for A, B and a 16-bit C, once. */
int64_t wgd_problem_memory_cycles(const int64_t problem[3], int64_t k, wgd_gpu gpu);

#endif
