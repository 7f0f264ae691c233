// SPDX-License-Identifier: MIT
//
// What the host hands to the map kernel, and what it gets back.
#pragma once

#include <cstdint>

namespace wgv
{

constexpr int MAP_WARPGROUPS = 3; // of a thread block; they share one index-coded window
// The known operand, the identity, lies at the end of shared memory, above the window.
constexpr uint32_t IDENTITY_BYTES = 16384;

struct map_result {
    unsigned long long first_bad;      // least index of a descriptor that disagrees; ~0 when none
    unsigned long long wrong_elements; // over all descriptors and passes
    unsigned long long compared;       // elements compared, over all passes
};

struct map_job {
    const uint64_t *words; // explicit descriptors, or null for random ones
    uint64_t seed, first, count;
    uint32_t n;
    uint32_t window_from, window_to; // bytes, absolute shared addresses
    uint32_t *scratch;               // 64 * 256 words for each warpgroup of the grid
    map_result *result;
    uint32_t *dump; // null, or [pass][row][k] of descriptor `first`: the accumulators that came out
};

} // namespace wgv
