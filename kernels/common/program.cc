// SPDX-License-Identifier: MIT
#include "program.h"

#include <cstdio>
#include <exception>

#include "output.h"
#include "wgdesc.h"

namespace wgv
{
namespace
{

int complain(const program &p, const failure &f)
{
    const bool skipped = f.status == EXIT_NO_GPU;
    fprintf(stderr, "%s: %s%s\n", p.name, skipped ? "" : "error: ", f.text().c_str());
    if (!f.hint.empty()) {
        fprintf(stderr, "hint: %s\n", f.hint.c_str());
    } else if (f.status == EXIT_USAGE) {
        fputs(p.advice, stderr);
    }
    return f.status;
}

} // namespace

int run_program(const program &p, int argc, char **argv)
{
    try {
        const int status = p.run(argc, argv);
        print("");
        return status;
    } catch (const failure &f) {
        return complain(p, f);
    } catch (const std::exception &e) {
        return complain(p, failure(EXIT_ERROR, e.what()));
    }
}

std::string version_line(const char *name)
{
    return std::string(name) + " " + wgd_version() + "\n";
}

} // namespace wgv
