// SPDX-License-Identifier: MIT
//
// What the programs of kernels/ have in common: from main() to the exit status.
#pragma once

#include <string>

#include "failure.h"

namespace wgv
{

struct program {
    const char *name;
    // Printed after a refused command line, ends with a newline.
    const char *advice;
    // Does the work; returns the exit status, or throws a failure.
    int (*run)(int argc, char **argv);
};

// main() of a program: failures go to standard error and become the exit status, and output that
// could not be written is one of them.
int run_program(const program &p, int argc, char **argv);

// "NAME VERSION" on a line, as --version prints it.
std::string version_line(const char *name);

} // namespace wgv
