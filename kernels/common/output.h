// SPDX-License-Identifier: MIT
//
// Text to standard output and to files, whole or not at all.
#pragma once

#include <string>

namespace wgv
{

// To standard output; throws a failure when it cannot be written.
void print(const std::string &text);

// Throws a failure when the file cannot be written, as far as can be told before; an empty path is
// no file. A run takes a while: what could not be written in the end is refused before it.
void check_writable(const std::string &path);
// Writes a whole file or none: a temporary beside it, then a rename; a device, a pipe or a link is
// written to where it is. Throws a failure.
void write_file(const std::string &path, const std::string &text);

} // namespace wgv
