// SPDX-License-Identifier: MIT
//
// The host's answer to a GEMM case: plain integer sums over the inputs of inputs.h.
#pragma once

#include <cstdint>
#include <vector>

#include "product_cases.h"

namespace wgv
{

// Rows and columns of D, and the logical K that is summed over.
struct product_size {
    int m, n, k;
};
product_size size_of(const product_case &c);

// A as it is multiplied: for the sparse form the zeros are put back in. m x k, row by row; b1 as
// zeros and ones.
std::vector<int16_t> logical_a(const product_case &c, uint64_t input_seed);
// B, n x k, row by row.
std::vector<int16_t> logical_b(const product_case &c, uint64_t input_seed);

// The accumulators' bits, row by row: +-A * B (+ C where scale-d is 1).
std::vector<uint32_t> reference(const product_case &c, uint64_t input_seed);

} // namespace wgv
