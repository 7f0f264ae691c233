// SPDX-License-Identifier: MIT
//
// What runs a tcgen05 program: a device (tc_gpu.h), or the tests' model of the documented rules
// (tests/unit/verify/tc_model.h). The checks know this interface alone, so that their logic can be
// exercised where there is no such device.
#pragma once

#include <vector>

#include "tc_job.h"

namespace wgv
{

// A program, its data for each CTA of cta_group.
struct tc_program {
    int cta_group = 1;
    std::vector<uint8_t> image[2]; // of shared memory, from its first byte; of one size
    std::vector<tc_step> steps;
    std::vector<uint32_t> in[2]; // what stores take
    uint32_t out_words = 0;      // what loads give, for each CTA
};

struct tc_result {
    std::vector<uint32_t> out[2];
};

class tc_device
{
  public:
    tc_device() = default;
    tc_device(const tc_device &) = delete;
    tc_device &operator=(const tc_device &) = delete;
    virtual ~tc_device() = default;
    // The shared address of an image's first byte: of descriptors made for it.
    virtual uint32_t window() const = 0;
    virtual tc_result run(const tc_program &program) = 0;
};

// The greatest image: what a block of compute capability 10.0 may use, less what the kernel needs.
constexpr uint32_t TC_IMAGE_BYTES = 232448 - 1024;

} // namespace wgv
