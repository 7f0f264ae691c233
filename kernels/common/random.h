// SPDX-License-Identifier: MIT
//
// splitmix64: the same random numbers on every machine, on the host and in kernels.
#pragma once

#include <cstdint>

#include "wgd_status.h"

namespace wgv
{

constexpr uint64_t SPLITMIX64_STEP = 0x9e3779b97f4a7c15u;

// What follows state x; taken by itself, a well-mixed word of x.
WGD_HD inline uint64_t splitmix64(uint64_t x)
{
    uint64_t z = x + SPLITMIX64_STEP;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// The sequence of a seed.
class number_stream
{
  public:
    explicit number_stream(uint64_t seed) : state_(seed)
    {
    }
    uint64_t next()
    {
        const uint64_t z = splitmix64(state_);
        state_ += SPLITMIX64_STEP;
        return z;
    }
    // In low..high.
    int in(int low, int high)
    {
        return low + static_cast<int>(next() % static_cast<uint64_t>(high - low + 1));
    }

  private:
    uint64_t state_;
};

} // namespace wgv
