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

// splitmix64: the same numbers on every machine.
class number_stream
{
  public:
    explicit number_stream(uint64_t seed) : state_(seed)
    {
    }
    uint64_t next()
    {
        uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    int in(int low, int high)
    {
        return low + static_cast<int>(next() % static_cast<uint64_t>(high - low + 1));
    }

  private:
    uint64_t state_;
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
