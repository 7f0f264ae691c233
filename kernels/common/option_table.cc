// SPDX-License-Identifier: MIT
#include "option_table.h"

#include <getopt.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "failure.h"

namespace wgv
{
namespace
{

// What getopt_long returns for the row with index 0; letters and its own '?' and ':' lie below.
constexpr int FIRST_KEY = 256;

const option_row &row_of(const std::vector<option_row> &rows, int key)
{
    size_t i = 0;
    while (key < FIRST_KEY && rows[i].letter != key) {
        i++;
    }
    return rows[key < FIRST_KEY ? i : static_cast<size_t>(key - FIRST_KEY)];
}

void take(const option_row &row, const char *argument)
{
    if (!row.value.take(argument)) {
        throw failure(EXIT_USAGE, "this is not what the option takes", std::string("--") + row.name,
                      argument, row.value.want);
    }
}

} // namespace

bool read_number(const std::string &text, uint64_t least, uint64_t most, uint64_t &out)
{
    const bool hexadecimal = text.compare(0, 2, "0x") == 0;
    const size_t from = hexadecimal ? 2 : 0;
    const char *const digits = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
    if (from == text.size() || text.find_first_not_of(digits, from) != std::string::npos) {
        return false;
    }
    errno = 0;
    const unsigned long long v = strtoull(text.c_str() + from, nullptr, hexadecimal ? 16 : 10);
    if (errno || v < least || v > most) {
        return false;
    }
    out = v;
    return true;
}

std::vector<std::string> split(const std::string &text, char at)
{
    std::vector<std::string> pieces;
    for (size_t from = 0; from <= text.size();) {
        const size_t to = std::min(text.find(at, from), text.size());
        pieces.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return pieces;
}

std::vector<int64_t> read_sizes(const std::string &text, int64_t most)
{
    std::vector<int64_t> sizes;
    for (const std::string &piece : split(text, 'x')) {
        uint64_t v = 0;
        if (!read_number(piece, 1, static_cast<uint64_t>(most), v)) {
            return {};
        }
        sizes.push_back(static_cast<int64_t>(v));
    }
    return sizes;
}

option_value flag(bool &out, bool to)
{
    return {[&out, to](const char *) {
                out = to;
                return true;
            },
            ""};
}

option_value text_in(std::string &out)
{
    return {[&out](const char *argument) {
                out = argument;
                return !out.empty();
            },
            "some text"};
}

option_value number(std::function<void(uint64_t)> set, uint64_t least, uint64_t most)
{
    const std::string range = most == UINT64_MAX
                                  ? "a number from " + std::to_string(least)
                                  : std::to_string(least) + ".." + std::to_string(most);
    return {[=](const char *argument) {
                uint64_t v = 0;
                const bool good = read_number(argument, least, most, v);
                if (good) {
                    set(v);
                }
                return good;
            },
            range};
}

std::vector<std::string> read_options(const std::vector<option_row> &rows, int argc, char **argv)
{
    std::vector<option> table;
    std::string letters = ":";
    for (size_t i = 0; i < rows.size(); i++) {
        table.push_back({rows[i].name, rows[i].argument ? required_argument : no_argument, nullptr,
                         FIRST_KEY + static_cast<int>(i)});
        letters += rows[i].letter ? std::string(1, rows[i].letter) : "";
    }
    table.push_back({nullptr, 0, nullptr, 0});
    optind = 1;
    opterr = 0;
    for (int key; (key = getopt_long(argc, argv, letters.c_str(), table.data(), nullptr)) != -1;) {
        if (key == '?' || key == ':') {
            const std::string at = optind > 0 && optind <= argc ? argv[optind - 1] : "";
            throw failure(EXIT_USAGE,
                          (key == ':' ? "option needs an argument: " : "unknown option: ") + at);
        }
        take(row_of(rows, key), optarg);
    }
    return std::vector<std::string>(argv + optind, argv + argc);
}

void read_options_only(const std::vector<option_row> &rows, int argc, char **argv)
{
    const std::vector<std::string> operands = read_options(rows, argc, argv);
    if (!operands.empty()) {
        throw failure(EXIT_USAGE, "unexpected argument: " + operands[0]);
    }
}

std::string options_help(const std::vector<option_row> &rows)
{
    std::string s;
    for (const option_row &r : rows) {
        std::string left =
            std::string("  --") + r.name + (r.argument ? " " : "") + (r.argument ? r.argument : "");
        left.resize(left.size() < 24 ? 24 : left.size() + 1, ' ');
        s += left + r.text + "\n";
    }
    return s;
}

} // namespace wgv
