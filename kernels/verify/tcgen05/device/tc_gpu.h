// SPDX-License-Identifier: MIT
//
// The tcgen05 of a real device: the current one.
#pragma once

#include "tc_device.h"

namespace wgv
{

class tc_gpu : public tc_device
{
  public:
    tc_gpu();
    uint32_t window() const override
    {
        return window_;
    }
    // Throws a failure when the device faults, or where shared memory is not where descriptors
    // were made for.
    tc_result run(const tc_program &program) override;

  private:
    uint32_t window_;
};

} // namespace wgv
