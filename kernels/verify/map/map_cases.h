// SPDX-License-Identifier: MIT
//
// The cases that recover a map: which byte of shared memory feeds each element of one operand.
#pragma once

#include <string>
#include <vector>

#include "wgdesc.h"

namespace wgv
{

// Map recovery of one operand of one instruction: `canonical` takes all descriptors of the GEMM
// tiles, otherwise they are random.
struct map_case {
    wgd_read read;
    bool canonical;
};
std::string name_of(const map_case &c);

// Every read that is legal, in a fixed order.
std::vector<map_case> all_map_cases();

// Row of the instruction table that maps a type: the one with it on both sides and a 32-bit
// accumulator.
int map_row(wgd_dtype t);

} // namespace wgv
