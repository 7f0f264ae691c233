// SPDX-License-Identifier: MIT
//
// The descriptors that map recovery takes from the tiles of the products.
#pragma once

#include <cstdint>
#include <vector>

#include "common/device.h"
#include "wgd_fetch.h"

namespace wgv
{

// All descriptors of the products' tiles that are read this way, as far as they lie inside the
// window of map recovery; in ascending order.
std::vector<uint64_t> canonical_words(const device_info &device, wgd_read rd);

} // namespace wgv
