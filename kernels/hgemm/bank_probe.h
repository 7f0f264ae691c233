// SPDX-License-Identifier: MIT
//
// One access of one warp to shared memory, for the hardware's counters.
#pragma once

#include <cstdint>

#include "wgd_banks.h"

namespace wgv
{

struct probe_job {
    int access; // wgd_access
    wgd_bank_lanes lanes;
    uint32_t *sink; // 4 words for each lane
};

constexpr uint32_t PROBE_SMEM = 64 * 1024;

// For cudaLaunchKernel: (probe_job), one warp, PROBE_SMEM bytes of shared memory.
const void *probe_kernel_at();

} // namespace wgv
