// SPDX-License-Identifier: MIT
//
// Checks that need nothing of the wgmma machinery: each is a name and a function, and the chips that
// it has code for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/chips.h"

namespace wgv
{

struct check_outcome {
    uint64_t checked = 0; // elements compared
    bool passed = false;  // of a control: was it noticed?
    std::string why;
};

struct plain_case {
    std::string family, name;
    std::function<check_outcome(uint64_t seed)> run;
    unsigned chips = CHIP_90;
};

inline std::string name_of(const plain_case &c)
{
    return c.name;
}

// Register fragments of mma.sync, ldmatrix and stmatrix, and their controls.
std::vector<plain_case> all_fragment_cases();
// The HGEMM in both forms, and its controls.
std::vector<plain_case> all_hgemm_cases();
// tcgen05, on the current device.
std::vector<plain_case> all_tcgen05_cases();

} // namespace wgv
