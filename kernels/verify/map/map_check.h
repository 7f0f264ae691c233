// SPDX-License-Identifier: MIT
//
// Map recovery on the device, for many descriptors at once and, in full, for one.
#pragma once

#include <string>
#include <vector>

#include "map_cases.h"
#include "common/device.h"
#include "map_job.h"

namespace wgv
{

// The descriptors of one case: explicit words, or `count` random ones.
struct map_item {
    wgd_read read;
    std::vector<uint64_t> words;
    uint64_t count;
};

struct map_run {
    std::vector<map_result> results; // in the order of the items
    double gpu_seconds = 0;
    uint64_t descriptors = 0;
};

// Bytes of shared memory that descriptors may reach.
uint32_t map_window_from(const device_info &device);
uint32_t map_window_to(const device_info &device);

map_run run_map(const device_info &device, const std::vector<map_item> &items, uint64_t seed);

// Word number `index` of an item.
uint64_t map_word(const device_info &device, const map_item &item, uint64_t seed, uint64_t index);

// The byte that fed each element, row by row, as the GPU tells; -1 where what came out is no code.
// b1 tells only whether a bit is the right one: then the right byte, or -1.
std::vector<int64_t> recover_map(const device_info &device, wgd_read rd, uint64_t word);

bool map_passed(const map_item &item, const map_result &r, std::string &why);
std::string explain_map(const device_info &device, const map_item &item, uint64_t seed,
                        const map_result &r);

std::string hex_bits(uint32_t bits); // 0x and 8 digits
std::string byte_text(int64_t byte); // a shared address, or "none"

} // namespace wgv
