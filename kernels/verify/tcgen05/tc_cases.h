// SPDX-License-Identifier: MIT
//
// The cases for tcgen05: each is a name and a check of what a device does. One function for each
// family; docs/blackwell.md says what each settles.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "device/tc_device.h"
#include "verify/plain_cases.h"

namespace wgv
{

struct tc_case {
    std::string family, name;
    std::function<check_outcome(tc_device &device, uint64_t seed)> run;
    bool not_sm103 = false; // kind::i8
};

// tcgen05/product/...: D = A * B (+ C) against the host's; and control/tcgen05/..., corrupted ones.
std::vector<tc_case> tc_product_cases();
std::vector<tc_case> tc_control_cases();
// tcgen05/map/..., tcgen05/canonical/...: the byte that feeds each element.
std::vector<tc_case> tc_map_cases();
// tcgen05/accumulator/..., tcgen05/ld/..., tcgen05/st/...: the cells of tensor memory.
std::vector<tc_case> tc_lane_cases();
// tcgen05/cp/...: copies from shared memory.
std::vector<tc_case> tc_copy_cases();
// tcgen05/scale/...: the byte that scales each row and vector.
std::vector<tc_case> tc_scale_cases();

// All of them, in a fixed order.
std::vector<tc_case> all_tc_cases();

} // namespace wgv
