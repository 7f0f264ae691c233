// SPDX-License-Identifier: MIT
//
// The command line of wgdesc-verify.
#pragma once

#include <cstdint>
#include <string>

namespace wgv
{

struct verify_options {
    bool list = false, json = false, tap = false, progress = false, help = false, version = false;
    bool exhaustive = false;
    uint64_t past_end = 0; // bytes behind the window that a block reaches; 0: none does
    std::string filter, one_case, junit, evidence, resume;
    std::string device;   // "": the first that can; "all"; or its number
    uint64_t seconds = 0; // of an exhaustive run, at most; 0: as many as it takes
    uint64_t seed = 1;
    uint64_t repeat = 1;
    uint64_t shard = 1, shards = 1;   // shard of shards, from 1
    uint64_t descriptors = 120000000; // random ones over all map cases
};

// Throws a failure when the command line is not understood.
verify_options read_verify_options(int argc, char **argv);
std::string verify_help();

// Does a case's name pass the filter? Patterns are separated by commas; one without *, ? or [
// matches anywhere in the name.
bool filter_matches(const std::string &filter, const std::string &name);

} // namespace wgv
