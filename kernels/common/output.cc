// SPDX-License-Identifier: MIT
#include "output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "failure.h"

namespace wgv
{
namespace
{

// /dev/stdout, a pipe, a link: a rename would put a file in its place.
bool must_stay(const std::string &path)
{
    struct stat s;
    return lstat(path.c_str(), &s) == 0 && !S_ISREG(s.st_mode);
}

[[noreturn]] void fail(const std::string &path)
{
    throw failure(EXIT_ERROR, path + ": " + strerror(errno));
}

} // namespace

void print(const std::string &text)
{
    fputs(text.c_str(), stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        throw failure(EXIT_ERROR, "standard output: cannot be written");
    }
}

void check_writable(const std::string &path)
{
    const size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    if (!path.empty() && access(must_stay(path) ? path.c_str() : folder.c_str(), W_OK) != 0) {
        fail(path);
    }
}

void write_file(const std::string &path, const std::string &text)
{
    const bool in_place = must_stay(path);
    const std::string target = in_place ? path : path + ".tmp" + std::to_string(getpid());
    FILE *f = fopen(target.c_str(), "w");
    bool good = f != nullptr;
    if (f) {
        good = fwrite(text.data(), 1, text.size(), f) == text.size();
        good = (fclose(f) == 0) && good;
        good = good && (in_place || rename(target.c_str(), path.c_str()) == 0);
    }
    if (!good) {
        const int why = errno;
        if (f && !in_place) {
            unlink(target.c_str());
        }
        errno = why;
        fail(path);
    }
}

} // namespace wgv
