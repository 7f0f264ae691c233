/* SPDX-License-Identifier: MIT
 *
 * For tests: an operand of a plan, worked out again.
 */
#ifndef AGAIN_OPERAND_H
#define AGAIN_OPERAND_H

#include "wgd_plan.h"

/* Fails the test where operand o (0: a, 1: b), which has a tile, is another than it must be: its candidates in their
 * order with what they say, the chosen tile, its advances, its descriptors in the last stage, its tensor map's extents,
 * the blocks of each warpgroup. */
void again_operand(const wgd_plan *p, int o);

#endif
