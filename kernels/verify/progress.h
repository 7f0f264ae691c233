// SPDX-License-Identifier: MIT
//
// A bar on standard error, while a run goes on.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace wgv
{

class progress_bar
{
  public:
    progress_bar(bool forced, size_t total) : shown_(forced || isatty(STDERR_FILENO)), total_(total)
    {
    }
    ~progress_bar()
    {
        if (shown_) {
            fputs("\r\033[K", stderr);
        }
    }
    void advance(size_t by, const char *what)
    {
        done_ += by;
        if (shown_) {
            const int filled = (int)(30 * done_ / std::max<size_t>(total_, 1));
            fprintf(stderr, "\r[%-30.*s] %zu/%zu %s\033[K", filled,
                    "##############################", done_, total_, what);
            fflush(stderr);
        }
    }

  private:
    bool shown_;
    size_t total_, done_ = 0;
};

} // namespace wgv
