// SPDX-License-Identifier: MIT
//
// The exhaustive run: every descriptor of the space (exhaust_space.h), part by part.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/device.h"
#include "exhaust_row.h"

namespace wgv
{

struct exhaust_options {
    uint64_t shard = 1, shards = 1; // shard of shards, from 1
    std::string filter;             // only parts whose names match
    std::string resume;             // a file of what is done; may be empty
    double seconds = 0;             // stop behind the part that ends later than this; 0: never
    bool progress = false;
};

// A part of the space and what came of it.
struct exhaust_part {
    std::string name; // "pairs/f16/b/mn/n64/128B/sp"
    wgv_part part;
    const void *kernel;
    int threads;
    uint64_t size = 0; // its descriptors, over all shards
    bool done = false;
    exhaust_result result = {};
};

struct exhaust_report {
    std::vector<exhaust_part> parts;
    double gpu_seconds = 0;
};

// The parts of the space on a device with that window, in a fixed order.
std::vector<exhaust_part> exhaust_parts(const device_info &device, const std::string &filter);

// Every device takes the next part that none has taken. They must agree about the window.
exhaust_report run_exhaustive(const std::vector<device_info> &devices, const exhaust_options &o);

// A control: a bit of a field is cleared in every word that is issued. Parts that read the field
// must come out wrong, the others right.
struct exhaust_control_result {
    const char *field;
    uint64_t noticed, unread, contrary;
    std::string example; // a part that did otherwise
};
std::vector<exhaust_control_result> run_exhaust_controls(const device_info &device,
                                                         const exhaust_options &o);

// The starts of the first part that matches, on to the one whose block ends `bytes` (a multiple of
// 16) behind the window. After a fault the CUDA context is lost: nothing can follow in the process.
struct past_end {
    std::string part;
    bool faulted;
    uint64_t wrong;      // accumulators that were not as within the window, where nothing faulted
    std::string message; // of the fault
};
past_end run_past_end(const device_info &device, const exhaust_options &o, uint64_t bytes);

// Counts by space, type, operand and form; `ok` only when nothing was wrong.
std::string exhaust_json(const exhaust_report &r);
std::string exhaust_text(const exhaust_report &r);
bool exhaust_ok(const exhaust_report &r);

} // namespace wgv
