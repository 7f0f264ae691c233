// SPDX-License-Identifier: MIT
//
// Runs GEMM cases on the device: one launch for all cases that share a kernel and a size of shared
// memory.
#pragma once

#include <vector>

#include "cases.h"
#include "device.h"
#include "gemm_job.h"

namespace wgv
{

struct gemm_run {
    std::vector<gemm_job> jobs; // in the order of the cases
    std::vector<gemm_result> results;
    std::vector<uint32_t> want; // references, found by job.want
    size_t launches = 0;
    double gpu_seconds = 0;
};

gemm_run run_gemm(const device_info &device, const std::vector<gemm_case> &cases, uint64_t seed);

// Did the case pass? Also checks the echo of the descriptors, the second path and that every
// element was compared; `why` says what is wrong.
bool gemm_passed(const gemm_case &c, const gemm_job &job, const gemm_result &r,
                 const device_info &device, std::string &why);

// A mismatch in words, element and bytes included. Runs map recovery to say which byte was fetched.
std::string explain_gemm(const device_info &device, const gemm_case &c, const gemm_run &run,
                         size_t index);

} // namespace wgv
