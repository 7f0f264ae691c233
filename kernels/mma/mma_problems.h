// SPDX-License-Identifier: MIT
//
// The products that prove an mma.sync: inputs as whole numbers, and what must come out.
#pragma once

#include <cstdint>
#include <vector>

#include "wgd_frag.h"

namespace wgv
{

// One product: A is m x k, B n x k (its rows along N), C and the expected D m x n, row by row.
struct mma_problem {
    std::vector<int> a, b, c, d;
};

// A whole number as an element in a register.
uint64_t mma_bits(wgd_frag_type t, int v);

// Every element of A and B coded by its index, one bit of it in each product, the other operand the
// identity; and C coded.
std::vector<mma_problem> coded_problems(const wgd_frag_op &op);
// Random inputs that keep every sum exact.
std::vector<mma_problem> random_problems(const wgd_frag_op &op, uint64_t seed, int count);
// What a tutorial printed; none for types that it does not use.
std::vector<mma_problem> printed_problems(const wgd_frag_op &op);

} // namespace wgv
