// SPDX-License-Identifier: MIT
//
// The entry points of the exhaustive kernels.
#pragma once

#include <vector>

#include "exhaust_job.h"

namespace wgv
{

// One for each type, operand, N, major and form, in the order of the instruction table.
std::vector<exhaust_kernel_entry> all_exhaust_kernels();

} // namespace wgv
