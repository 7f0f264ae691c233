// SPDX-License-Identifier: MIT
//
// What the host hands to the GEMM kernel, and what it gets back.
#pragma once

#include <cstdint>

#include "verify/wgmma/tile_map.h"
#include "wgd_desc.h"

namespace wgv
{

constexpr int MAX_STEPS = 8; // instructions along K
constexpr int MAX_GRID = 8;  // blocks along M or N: eight of N = 8 make an MN-major 128B atom
constexpr int MAX_BLOCKS = MAX_GRID * MAX_STEPS;

// One operand: where its elements lie, and the descriptor of each block, block (i, k) at
// word[i * steps + k]. The device makes them again from `first` and the layout.
struct product_operand {
    wgv_tile_map tile;
    wgd_desc first;      // of block (0, 0)
    uint32_t block_rows; // units from one block to the next
    uint32_t block_cols;
    uint64_t word[MAX_BLOCKS];
};

struct product_job {
    uint64_t seed;
    uint64_t want; // index of the reference's first value
    uint32_t n, blocks_m, blocks_n, steps;
    uint32_t scale_d;            // of the first step; later steps always add
    uint32_t window_end;         // shared addresses from the window's start to here are poisoned
    uint32_t check_device_words; // off where a control changed the words on purpose
    product_operand a, b;        // a is not used when A comes from registers
};

struct product_result {
    // The first element that differs, index m * columns + n, above its value; all ones when none.
    unsigned long long first;
    uint32_t mismatches;
    uint32_t compared;
    uint32_t device_words_wrong;  // descriptors that the device made differently
    uint32_t window_start;        // where the kernel found its shared memory
    uint64_t echo[2][MAX_BLOCKS]; // the descriptors that wgmma was given
};

} // namespace wgv
