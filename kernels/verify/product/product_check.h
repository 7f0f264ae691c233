// SPDX-License-Identifier: MIT
//
// Runs GEMM cases on the device: one launch for all cases that share a kernel and a size of shared
// memory.
#pragma once

#include <vector>

#include "product_cases.h"
#include "common/device.h"
#include "product_job.h"

namespace wgv
{

struct product_run {
    std::vector<product_job> jobs; // in the order of the cases
    std::vector<product_result> results;
    std::vector<uint32_t> want; // references, found by job.want
    size_t launches = 0;
    double gpu_seconds = 0;
};

product_run run_products(const device_info &device, const std::vector<product_case> &cases,
                         uint64_t seed);

// Did the case pass? Also checks the echo of the descriptors, the second path and that every
// element was compared; `why` says what is wrong.
bool product_passed(const product_case &c, const product_job &job, const product_result &r,
                    const device_info &device, std::string &why);

// A mismatch in words, element and bytes included. Runs map recovery to say which byte was fetched.
std::string explain_product(const device_info &device, const product_case &c,
                            const product_run &run, size_t index);

} // namespace wgv
