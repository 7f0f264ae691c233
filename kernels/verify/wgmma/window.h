// SPDX-License-Identifier: MIT
//
// What a descriptor reads of the shared memory that a kernel has, by the library's fetch rule.
#pragma once

#include <cstdint>

#include "wgd_fetch.h"

namespace wgv
{

// What a block of compute capability 9.0 may use: 227 KiB.
constexpr uint32_t SMEM_BYTES = 232448;

// Does the block that this descriptor reads lie inside [from, to)?
bool stays_inside(uint64_t word, wgd_read rd, uint32_t from, uint32_t to);

// Do two descriptors read the same byte for every element?
bool same_map(uint64_t x, uint64_t y, wgd_read rd);

} // namespace wgv
