/* SPDX-License-Identifier: MIT
 *
 * Every tile of the calculator's sweep: all legal dtype x operand x major x swizzle x N x tile x
 * order. Tiles of 1 to 4 blocks along MN and 1 to 8 along K.
 */
#ifndef WGD_TEST_SWEEP_H
#define WGD_TEST_SWEEP_H

#include "wgd_tile.h"

/* Calls fn for every query, of dense or of sparse instructions, that the calculator accepts, with the
 * sanitizers for one in SWEEP_ONE_IN (rng.h); returns how many there are. */
long sweep_tiles(bool sparse, void (*fn)(const wgd_tile *tile, void *ctx), void *ctx);
/* The same for tcgen05: blocks of 32 or 64 bytes of K, of a dozen numbers of rows, and what
 * umma_desc.jsonl has besides: every type, MN-major, 128B_32B. */
long sweep_tcgen05(wgd_arch arch, bool wide, void (*fn)(const wgd_tile *tile, void *ctx),
                   void *ctx);

#endif
