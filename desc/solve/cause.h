/* SPDX-License-Identifier: MIT
 *
 * The search for the mistake behind a wrong descriptor. Internal.
 */
#ifndef WGD_SOLVE_CAUSE_H
#define WGD_SOLVE_CAUSE_H

#include "pieces.h"
#include "wgd_check.h"

/* Fills cause, fields, repaired, other_*, refusal. `pieces` is NULL where the block has none. */
void wgd_find_cause(uint64_t word, const wgd_place *p, const wgd_block *b, const wgd_pieces *pieces,
                    int i, int j, wgd_check *out);

#endif
