// SPDX-License-Identifier: MIT
//
// Runs the timed loops.
#pragma once

#include <vector>

#include "common/device.h"
#include "cost_layouts.h"

namespace wgv
{

// What one launch gave: cycles of the SM from one wgmma to the next, for each layout.
struct cost_result {
    std::vector<double> cycles;
    // Bytes a cycle that the other warps loaded or copied, over all layouts the mean; 0 when none did.
    double loaded = 0;
};

struct cost_launch {
    const cost_kernel_entry *kernel;
    uint32_t warpgroups;
    uint32_t traffic_warps; // beside them
    cost_traffic traffic;   // what those do
    uint32_t period;        // cycles from one load or copy of such a warp to the next
    uint32_t copy_shift;    // a copy has 1 << copy_shift bytes
};

// Every layout at once, each on an SM of its own.
cost_result measure_cost(const device_info &device, const cost_launch &l,
                         const std::vector<cost_layout> &layouts);

} // namespace wgv
