// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace wgv
{

// Seconds on a clock that never steps back.
inline double wall_seconds()
{
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

} // namespace wgv
