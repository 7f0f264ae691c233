// SPDX-License-Identifier: MIT
//
// The timed kernels of the rows of the instruction table.
#pragma once

#include <cstdint>
#include <vector>

#include "cost_job.h"
#include "wgd_inst.h"

namespace wgv
{

struct cost_kernel_entry {
    int row, n;
    bool a_in_regs, sparse, trans_a, trans_b;
    int chains;         // accumulators that take turns
    bool traffic;       // other warps may load or copy beside it
    int threads;        // of a block at most
    const void *kernel; // (cost_job)
};

// The kernels of all rows, in the order of the instruction table.
std::vector<cost_kernel_entry> all_cost_kernels();

} // namespace wgv
