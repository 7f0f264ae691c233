// SPDX-License-Identifier: MIT
//
// How the host side of kernels/ fails: by exception, throughout. What has to be given back then
// (device memory, events, graphs, temporary files) is given back by destructors, and no status is
// forgotten on its way through the calls; run_program() turns what arrives into an exit status. A
// mistake of ours is a std::logic_error, and ends as EXIT_ERROR too.
#pragma once

#include <stdexcept>
#include <string>

namespace wgv
{

// Exit statuses of the programs.
enum exit_status {
    EXIT_RIGHT = 0,
    EXIT_MISMATCH = 1,
    EXIT_USAGE = 2,
    EXIT_ERROR = 3, // CUDA, I/O, memory
    EXIT_NO_GPU = 77
};

// What went wrong: a sentence and, where there is one, the field at fault with what was got and
// wanted. Any text may be empty.
struct failure : std::runtime_error {
    failure(exit_status exit_with, const std::string &sentence, const std::string &at_field = "",
            const std::string &was_got = "", const std::string &was_wanted = "",
            const std::string &what_to_do = "")
        : std::runtime_error(sentence), status(exit_with), field(at_field), got(was_got),
          want(was_wanted), hint(what_to_do)
    {
    }

    // "SENTENCE (FIELD: got GOT, want WANT)", as wgdesc writes it; without the hint.
    std::string text() const
    {
        std::string s = what();
        if (!field.empty()) {
            s += " (" + field + ": got " + got + (want.empty() ? "" : ", want " + want) + ")";
        }
        return s;
    }

    exit_status status;
    std::string field, got, want, hint;
};

} // namespace wgv
