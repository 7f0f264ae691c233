// SPDX-License-Identifier: MIT
//
// cuBLAS as one more form of the HGEMM, opened at run time: nothing here needs it to be installed.
#pragma once

#include "hgemm_job.h"

namespace wgv
{

class cublas
{
  public:
    // Opens `path`, or the usual names when it is null; the reason when it cannot.
    explicit cublas(const char *path);
    ~cublas();
    cublas(const cublas &) = delete;
    cublas &operator=(const cublas &) = delete;
    bool ready() const
    {
        return multiply_ != nullptr;
    }
    const char *reason() const
    {
        return reason_;
    }
    // Queues the product, summed in f32; false when the library refuses.
    bool multiply(const hgemm_job &job);

  private:
    void *library_ = nullptr, *handle_ = nullptr, *multiply_ = nullptr, *destroy_ = nullptr;
    const char *reason_ = "";
};

} // namespace wgv
