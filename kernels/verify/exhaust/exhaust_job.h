// SPDX-License-Identifier: MIT
//
// What the host hands to the exhaustive kernels, and what it gets back.
#pragma once

#include "exhaust_space.h"

namespace wgv
{

constexpr uint32_t EXHAUST_RUN = 256; // descriptors that a warpgroup takes at once
// A is recovered through a known B, which lies at the end of shared memory.
constexpr uint32_t KNOWN_BYTES = 1024;

struct exhaust_result {
    unsigned long long words;    // descriptors tried
    unsigned long long compared; // accumulators compared
    unsigned long long wrong;    // accumulators that were wrong
    unsigned long long bad_word; // one of them, when any was
};

struct exhaust_job {
    wgv_part part;
    uint32_t rows, runs;    // runs of EXHAUST_RUN in a row at most
    uint32_t fill_to;       // bytes: where what is coded ends, and the known B begins
    uint64_t clear;         // bits that are cleared in the word that is issued: a control
    uint32_t shard, shards; // only runs whose number, modulo shards, is shard
    exhaust_result *result;
};

struct exhaust_kernel_entry {
    wgd_dtype type;
    wgd_operand operand;
    int n; // 0 for A
    bool sparse, trans;
    int threads;
    const void *kernel; // (exhaust_job)
};

} // namespace wgv
