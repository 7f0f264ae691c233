// SPDX-License-Identifier: MIT
//
// The command line of wgdesc-verify. One table drives getopt_long and --help.
#pragma once

#include <cstdint>
#include <string>

namespace wgv
{

struct options {
    bool list = false, json = false, tap = false, progress = false, help = false, version = false;
    std::string filter, one_case, junit, evidence;
    uint64_t seed = 1;
    uint64_t repeat = 1;
    uint64_t shard = 1, shards = 1;   // shard of shards, from 1
    uint64_t descriptors = 120000000; // random ones over all map cases
};

// Exit statuses of the program.
enum exit_status {
    EXIT_RIGHT = 0,
    EXIT_MISMATCH = 1,
    EXIT_USAGE = 2,
    EXIT_ERROR = 3,
    EXIT_NO_GPU = 77
};

// Parses argv; on bad usage returns false with a message of two lines (what, hint) in `error`.
bool parse_options(int argc, char **argv, options &out, std::string &error);
std::string help_text();

// Does a case's name pass the filter? Patterns are separated by commas; one without *, ? or [
// matches anywhere in the name.
bool filter_matches(const std::string &filter, const std::string &name);

} // namespace wgv
