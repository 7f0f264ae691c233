// SPDX-License-Identifier: MIT
//
// The timed loops of the rows of the instruction table.
#pragma once

#include <cstdint>
#include <vector>

#include "cost_job.h"
#include "wgd_inst.h"

namespace wgv
{

// A loop. One kernel has those of all forms of an N.
struct cost_kernel_entry {
    int row, n;
    uint32_t form;      // bits of cost_job.h
    int chains;         // accumulators that take turns
    bool traffic;       // other warps may load or copy beside it
    int threads;        // of a block at most
    const void *kernel; // (cost_job)

    bool has(uint32_t bit) const
    {
        return form & bit;
    }
};

// The loops of all rows, in the order of the instruction table.
std::vector<cost_kernel_entry> all_cost_kernels();

} // namespace wgv
