// SPDX-License-Identifier: MIT
//
// A loop on all cores of the host.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace wgv
{

// Calls f(i) for 0 <= i < n on all cores; the first exception comes out.
template <class F> void parallel_for(size_t n, F f)
{
    std::atomic<size_t> next{0};
    std::exception_ptr failed;
    std::mutex lock;
    const auto work = [&] {
        try {
            for (size_t i = next++; i < n; i = next++) {
                f(i);
            }
        } catch (...) {
            const std::lock_guard<std::mutex> hold(lock);
            failed = failed ? failed : std::current_exception();
            next = n;
        }
    };
    std::vector<std::thread> threads;
    for (unsigned t = 1; t < std::thread::hardware_concurrency() && t < n; t++) {
        threads.emplace_back(work);
    }
    work();
    for (std::thread &t : threads) {
        t.join();
    }
    if (failed) {
        std::rethrow_exception(failed);
    }
}

} // namespace wgv
