// SPDX-License-Identifier: MIT
//
// Runs the selected cases on the device, and fills the report.
#pragma once

#include "common/device.h"
#include "progress.h"
#include "report.h"
#include "selection.h"

namespace wgv
{

// One run: the device, what to do, and the report that grows.
struct session {
    const device_info &device;
    const verify_options &opt;
    uint64_t seed;
    run_report &report;
    progress_bar &progress;
    size_t explained[4] = {0, 0, 0, 0}; // failures of each kind of check
};

// Checks everything chosen, once. Throws a failure when it could not look.
void run_session(session &s, const selection &chosen);

} // namespace wgv
