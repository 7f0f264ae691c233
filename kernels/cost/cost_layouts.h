// SPDX-License-Identifier: MIT
//
// The descriptors that a cost is measured with.
#pragma once

#include <string>
#include <vector>

#include "cost_job.h"
#include "cost_row.h"

namespace wgv
{

// One measurement of a kernel: where its operands lie, and what is in them.
struct cost_layout {
    wgd_swizzle_mode mode;
    const char *name; // "tight", "pitch 0", ...
    bool random;
    cost_words words;
};

// Every layout that a kernel is timed with; the first is the 128B swizzle, random data.
std::vector<cost_layout> cost_layouts(const cost_kernel_entry &kernel, uint32_t window);

} // namespace wgv
