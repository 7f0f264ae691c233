// SPDX-License-Identifier: MIT
//
// The cases that multiply: products of tiles in shared memory, sound ones and corrupted ones, and
// the name of each. A name says all there is to say about a case, so that --case NAME repeats it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/wgmma/row.h"
#include "wgdesc.h"

namespace wgv
{

// A corruption for a negative control: what is done to the descriptors of one operand (or, for
// `shifted`, to the writing of its tile).
enum class mutation {
    none,
    start_up,
    start_down,
    lbo_up,
    lbo_down,
    sbo_up,
    sbo_down,
    swapped,          // LBO and SBO
    base_offset_up,   // wrong phase, by one row
    base_offset_four, // wrong phase, by half the pattern
    type_1,           // layout type XOR 1, 2, 3: each wrong swizzle
    type_2,
    type_3,
    transpose, // the instruction's imm-trans flipped
    shifted,   // the tile starts one row late, written as if the pattern started there
    count
};
const char *mutation_name(mutation m);

// One GEMM: D = A * B (+ C) over a grid of blocks, each the sum of `steps` instructions.
struct product_case {
    int row; // of the instruction table
    bool sparse, a_in_regs;
    product_variant variant;
    int n;
    wgd_major major[2];          // of A, of B; A in registers is K-major
    wgd_swizzle_mode swizzle[2]; // of A's tile, of B's
    int blocks_m, blocks_n, steps;
    bool k_first; // tile_to_shape order 2,1 in place of 1,2
    bool scale_d; // of the first step
    bool phased;  // tiles start one row into a pattern, and base_offset says so
    mutation control;
    wgd_operand mutated;
};
std::string name_of(const product_case &c);

// Every combination that is legal, in a fixed order.
std::vector<product_case> all_product_cases();
std::vector<product_case> all_control_cases();

// The tile that a case keeps in shared memory for one operand, starting at `start`; the query of
// wgd_tile_describe.
wgd_tile_query tile_query(const product_case &c, wgd_operand o, int64_t start);

} // namespace wgv
