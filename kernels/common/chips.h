// SPDX-License-Identifier: MIT
//
// The devices that the programs have code for. The code of one runs on no other: wgmma and tcgen05 are
// of architecture-specific targets (sm_90a, sm_100a, sm_103a).
#pragma once

#include <string>

namespace wgv
{

// Compute capability, instruction, and what is said of the code.
struct chip_row {
    unsigned bit;
    int major, minor;
    const char *instruction;
};

// Sets of chips.
constexpr unsigned CHIP_90 = 1, CHIP_100 = 2, CHIP_103 = 4, CHIPS_TCGEN05 = CHIP_100 | CHIP_103;

// The chip of a compute capability; 0 when there is no code for it.
unsigned chip_of(int major, int minor);
// "wgmma needs compute capability 9.0", "tcgen05 needs compute capability 10.0 or 10.3".
std::string chips_needed(unsigned chips);

} // namespace wgv
