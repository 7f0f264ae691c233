// SPDX-License-Identifier: MIT
#include "options.h"

#include <fnmatch.h>
#include <getopt.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace wgv
{
namespace
{

struct option_row {
    char key; // also the short option where it is a letter
    const char *name, *argument, *text;
};

// The one table of options.
const option_row ROWS[] = {
    {'l', "list", nullptr, "list the cases that would run, one name a line"},
    {'f', "filter", "PATTERN,...", "only cases that match one of them"},
    {'c', "case", "NAME", "only this case; map/.../0xDESC: one descriptor"},
    {'s', "seed", "S", "seed of all random inputs (default 1)"},
    {'S', "shard", "I/N", "only the I-th of N parts of the cases"},
    {'r', "repeat", "N", "run N times, with seeds S, S+1, ..."},
    {'d', "descriptors", "N", "random descriptors over all map/ (120000000)"},
    {'j', "json", nullptr, "print the result as JSON"},
    {'u', "junit", "FILE", "write a JUnit report"},
    {'t', "tap", nullptr, "print the result as TAP"},
    {'e', "evidence", "FILE", "write the JSON with date and program digest"},
    {'p', "progress", nullptr, "show progress, even if stderr is no terminal"},
    {'h', "help", nullptr, "this help"},
    {'V', "version", nullptr, "the version"},
};
constexpr size_t N_ROWS = sizeof ROWS / sizeof ROWS[0];

bool parse_number(const char *text, uint64_t least, uint64_t &out)
{
    char *end;
    errno = 0;
    const bool digit = *text >= '0' && *text <= '9';
    const unsigned long long v = digit ? strtoull(text, &end, 0) : 0;
    if (!digit || *end || errno || v < least) {
        return false;
    }
    out = v;
    return true;
}

bool parse_shard(const char *text, options &out)
{
    const char *slash = strchr(text, '/');
    return slash && parse_number(std::string(text, slash).c_str(), 1, out.shard) &&
           parse_number(slash + 1, 1, out.shards) && out.shard <= out.shards;
}

// Applies one option; false when its argument is bad.
bool apply(char key, const char *arg, options &out)
{
    switch (key) {
    case 'l':
        out.list = true;
        return true;
    case 'f':
        out.filter = arg;
        return *arg != '\0';
    case 'c':
        out.one_case = arg;
        return *arg != '\0';
    case 's':
        return parse_number(arg, 0, out.seed);
    case 'S':
        return parse_shard(arg, out);
    case 'r':
        return parse_number(arg, 1, out.repeat);
    case 'd':
        return parse_number(arg, 1, out.descriptors);
    case 'j':
        out.json = true;
        return true;
    case 'u':
        out.junit = arg;
        return *arg != '\0';
    case 't':
        out.tap = true;
        return true;
    case 'e':
        out.evidence = arg;
        return *arg != '\0';
    case 'p':
        out.progress = true;
        return true;
    case 'h':
        out.help = true;
        return true;
    default:
        out.version = true;
        return true;
    }
}

const char *wanted(char key)
{
    return key == 'S'                 ? "I/N with 1 <= I <= N"
           : key == 's'               ? "a number from 0"
           : key == 'r' || key == 'd' ? "a number from 1"
                                      : "some text";
}

const option_row &row_of(int key)
{
    size_t i = 0;
    while (i + 1 < N_ROWS && ROWS[i].key != key) {
        i++;
    }
    return ROWS[i];
}

} // namespace

bool parse_options(int argc, char **argv, options &out, std::string &error)
{
    std::vector<option> table;
    for (const option_row &r : ROWS) {
        table.push_back({r.name, r.argument ? required_argument : no_argument, nullptr, r.key});
    }
    table.push_back({nullptr, 0, nullptr, 0});
    const std::string hint = "hint: see 'wgdesc-verify --help'";
    optind = 1;
    opterr = 0;
    for (int key; (key = getopt_long(argc, argv, ":hV", table.data(), nullptr)) != -1;) {
        if (key == '?' || key == ':') {
            const std::string at = optind > 0 && optind <= argc ? argv[optind - 1] : "";
            error = std::string(key == ':' ? "option needs an argument: " : "unknown option: ") +
                    at + "\n" + hint;
            return false;
        }
        if (!apply((char)key, optarg, out)) {
            error = std::string("bad argument (field ") + row_of(key).name + ": got '" + optarg +
                    "', wanted " + wanted((char)key) + ")\n" + hint;
            return false;
        }
    }
    if (optind < argc) {
        error = std::string("unexpected argument: ") + argv[optind] + "\n" + hint;
        return false;
    }
    if (out.json && out.tap && !out.help && !out.version) {
        error = "--json and --tap both print to stdout\nhint: choose one; --junit and --evidence "
                "write files beside either";
        return false;
    }
    return true;
}

std::string help_text()
{
    std::string s = "wgdesc-verify: proves wgmma descriptors on a Hopper GPU\n"
                    "\n"
                    "  wgdesc-verify                                     everything\n"
                    "  wgdesc-verify --filter 'gemm/f32.f16.f16/n64/'    some of it\n"
                    "  wgdesc-verify --filter map/ --descriptors 1000000\n"
                    "  wgdesc-verify --case 'map/f16/a/k/n64/0x4000004000010040'\n"
                    "\n"
                    "Options:\n";
    for (const option_row &r : ROWS) {
        std::string left =
            std::string("  --") + r.name + (r.argument ? " " : "") + (r.argument ? r.argument : "");
        left.resize(left.size() < 24 ? 24 : left.size() + 1, ' ');
        s += left + r.text + "\n";
    }
    s += "\n"
         "Kinds of cases: gemm/ (a product against the host's), map/ (which byte feeds\n"
         "each element, random descriptors), canonical/ (the same, the descriptors of all\n"
         "tiles), control/ (corrupted on purpose: must be noticed), mma/, ldmatrix,\n"
         "stmatrix (register fragments), hgemm/ (a whole GEMM on mma.sync).\n"
         "\n"
         "Exit status: 0 all right; 1 a mismatch; 2 bad usage; 3 CUDA or I/O error;\n"
         "77 no usable GPU (compute capability 9.0).\n";
    return s;
}

bool filter_matches(const std::string &filter, const std::string &name)
{
    size_t from = 0;
    while (from <= filter.size()) {
        size_t to = filter.find(',', from);
        to = to == std::string::npos ? filter.size() : to;
        std::string pattern = filter.substr(from, to - from);
        if (pattern.find_first_of("*?[") == std::string::npos) {
            if (!pattern.empty() && name.find(pattern) != std::string::npos) {
                return true;
            }
        } else if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) {
            return true;
        }
        from = to + 1;
    }
    return false;
}

} // namespace wgv
