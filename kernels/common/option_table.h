// SPDX-License-Identifier: MIT
//
// The command line of a program, from one table: it drives getopt_long, --help, and what is said
// about a value that is refused. A row binds an option to the variable that it sets:
//
//     {"rounds", "N", "rounds that the median is taken over", number_in(o.rounds, 1, 1000)},
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace wgv
{

// What an option does with its argument: false when it does not take it; `want` then says what it
// would have taken.
struct option_value {
    std::function<bool(const char *argument)> take;
    std::string want;
};

struct option_row {
    const char *name;     // without the dashes
    const char *argument; // as --help shows it; null for an option without one
    const char *text;     // what --help says
    option_value value;
    char letter = '\0'; // of the short form, where there is one
};

// Digits, or 0x and hexadecimal digits, nothing before or behind, in least..most.
bool read_number(const std::string &text, uint64_t least, uint64_t most, uint64_t &out);
// What stands before, between and behind each `at`: one piece where there is none, empty ones too.
std::vector<std::string> split(const std::string &text, char at);
// Sizes with an x between them, each in 1..most, in decimal digits; empty when it is none.
std::vector<int64_t> read_sizes(const std::string &text, int64_t most);

// Kinds of options.
option_value flag(bool &out, bool to = true);
option_value text_in(std::string &out); // not empty
option_value number(std::function<void(uint64_t)> set, uint64_t least, uint64_t most);
template <class T> option_value number_in(T &out, uint64_t least, uint64_t most)
{
    return number([&out](uint64_t v) { out = static_cast<T>(v); }, least, most);
}

// Reads the command line and returns the operands; throws a failure.
std::vector<std::string> read_options(const std::vector<option_row> &rows, int argc, char **argv);
// The same where there must be no operands.
void read_options_only(const std::vector<option_row> &rows, int argc, char **argv);

// A line for each option.
std::string options_help(const std::vector<option_row> &rows);

} // namespace wgv
