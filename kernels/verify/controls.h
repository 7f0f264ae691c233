// SPDX-License-Identifier: MIT
//
// Negative controls: GEMM cases that were corrupted on purpose. The harness must see a mismatch, or
// map recovery must prove that the hardware does not read what was changed.
#pragma once

#include "verify/product/product_check.h"

namespace wgv
{

enum class control_outcome {
    caught,       // the GEMM came out wrong, as it should
    unread,       // it came out right, and the map proves that the same bytes are read
    out_of_reach, // not run: the corrupted descriptor leaves shared memory, where reads fault
    unnoticed,    // it came out right, and nothing says why
    contradicted  // it came out wrong although the fetch rule says that the same bytes are read
};
const char *outcome_name(control_outcome o);

struct control_run {
    std::vector<control_outcome> outcomes; // in the order of the cases
    uint64_t mapped = 0;                   // descriptors that the map was recovered for
    double gpu_seconds = 0;
};

control_run run_controls(const device_info &device, const std::vector<product_case> &cases,
                         uint64_t seed);

} // namespace wgv
