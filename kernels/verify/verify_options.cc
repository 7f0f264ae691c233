// SPDX-License-Identifier: MIT
#include "verify_options.h"

#include <fnmatch.h>

#include "common/failure.h"
#include "common/option_table.h"

namespace wgv
{
namespace
{

bool read_shard(const std::string &text, verify_options &o)
{
    const size_t slash = text.find('/');
    return slash != std::string::npos &&
           read_number(text.substr(0, slash), 1, UINT64_MAX, o.shard) &&
           read_number(text.substr(slash + 1), 1, UINT64_MAX, o.shards) && o.shard <= o.shards;
}

bool read_device(const std::string &text, verify_options &o)
{
    uint64_t index;
    o.device = text;
    return text == "all" || read_number(text, 0, 1023, index);
}

// The one table of options.
std::vector<option_row> option_rows(verify_options &o)
{
    const option_value shard = {[&o](const char *text) { return read_shard(text, o); },
                                "I/N with 1 <= I <= N"};
    const option_value device = {[&o](const char *text) { return read_device(text, o); },
                                 "all, or a number from 0"};
    return {
        {"list", nullptr, "list the cases that would run, one name a line", flag(o.list)},
        {"filter", "PATTERN,...", "only cases that match one of them", text_in(o.filter)},
        {"case", "NAME", "only this case; map/.../0xDESC: one descriptor", text_in(o.one_case)},
        {"seed", "S", "seed of all random inputs (default 1)", number_in(o.seed, 0, UINT64_MAX)},
        {"shard", "I/N", "only the I-th of N parts of the cases", shard},
        {"device", "I", "the GPU of that number; with --exhaustive also all", device},
        {"repeat", "N", "run N times, with seeds S, S+1, ...", number_in(o.repeat, 1, UINT64_MAX)},
        {"descriptors", "N", "random descriptors over all map/ (120000000)",
         number_in(o.descriptors, 1, UINT64_MAX)},
        {"exhaustive", nullptr, "every descriptor that stays in the window, not a sample",
         flag(o.exhaustive)},
        {"past-end", "BYTES", "exhaustive: a block that ends behind the window",
         number_in(o.past_end, 16, 28672)},
        {"resume", "FILE", "exhaustive: go on behind what FILE has", text_in(o.resume)},
        {"seconds", "N", "exhaustive: begin no part after N seconds",
         number_in(o.seconds, 1, UINT64_MAX)},
        {"json", nullptr, "print the result as JSON", flag(o.json)},
        {"junit", "FILE", "write a JUnit report", text_in(o.junit)},
        {"tap", nullptr, "print the result as TAP", flag(o.tap)},
        {"evidence", "FILE", "write the JSON with date and program digest", text_in(o.evidence)},
        {"progress", nullptr, "show progress, even if stderr is no terminal", flag(o.progress)},
        {"help", nullptr, "this help", flag(o.help), 'h'},
        {"version", nullptr, "the version", flag(o.version), 'V'},
    };
}

} // namespace

verify_options read_verify_options(int argc, char **argv)
{
    verify_options o;
    read_options_only(option_rows(o), argc, argv);
    if (o.json && o.tap && !o.help && !o.version) {
        throw failure(EXIT_USAGE, "--json and --tap both print to stdout", "", "", "",
                      "choose one; --junit and --evidence write files beside either");
    }
    return o;
}

std::string verify_help()
{
    verify_options o;
    return "wgdesc-verify: proves wgmma descriptors on a Hopper GPU, tcgen05's on a\n"
           "datacentre Blackwell (never run there so far)\n"
           "\n"
           "  wgdesc-verify                                     everything\n"
           "  wgdesc-verify --filter 'gemm/f32.f16.f16/n64/'    some of it\n"
           "  wgdesc-verify --filter map/ --descriptors 1000000\n"
           "  wgdesc-verify --case 'map/f16/a/k/n64/0x4000004000010040'\n"
           "\n"
           "Options:\n" +
           options_help(option_rows(o)) +
           "\n"
           "Kinds of cases: gemm/ (a product against the host's), map/ (which byte feeds\n"
           "each element, random descriptors), canonical/ (the same, the descriptors of all\n"
           "tiles), control/ (corrupted on purpose: must be noticed), mma/, ldmatrix,\n"
           "stmatrix (register fragments), hgemm/ (a whole GEMM on mma.sync);\n"
           "tcgen05/product, /map, /canonical, /accumulator, /ld, /st, /cp, /scale, and\n"
           "control/tcgen05/. What the device has no code for is said to be skipped.\n"
           "\n"
           "Exit status: 0 all right; 1 a mismatch; 2 bad usage; 3 CUDA or I/O error;\n"
           "77 no usable GPU (compute capability 9.0; of tcgen05/ 10.0 or 10.3).\n";
}

bool filter_matches(const std::string &filter, const std::string &name)
{
    for (const std::string &pattern : split(filter, ',')) {
        if (pattern.find_first_of("*?[") == std::string::npos) {
            if (!pattern.empty() && name.find(pattern) != std::string::npos) {
                return true;
            }
        } else if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) {
            return true;
        }
    }
    return false;
}

} // namespace wgv
