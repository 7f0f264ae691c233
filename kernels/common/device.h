// SPDX-License-Identifier: MIT
//
// The GPU: finding a usable one, and the CUDA runtime with errors as failures.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "chips.h"
#include "failure.h"

namespace wgv
{

// Throws a failure unless the call succeeded; `what` was done, or the call itself.
void cuda_check(cudaError_t status, const char *what);
#define WGV_TEXT_OF(x) #x
#define WGV_TEXT(x)    WGV_TEXT_OF(x)
#define CUDA_TRY(call) ::wgv::cuda_check((call), __FILE__ ":" WGV_TEXT(__LINE__) ": " #call)

// "12.4" from CUDA's 12040.
std::string version_text(int cuda_version);

// The version of the kernel driver, "580.159.04"; "unknown" where it does not say.
std::string driver_module();

struct device_info {
    int index; // as the CUDA runtime counts
    std::string name, driver, runtime;
    unsigned chip;  // the one of the set that was asked for
    int processors; // SMs
    int l2_bytes;
    uint32_t window; // shared address where a kernel's dynamic shared memory begins
};

// The first device that is one of these chips, made current; a failure of status EXIT_NO_GPU, with
// the reason, when there is none.
device_info open_device(unsigned chips = CHIP_90);

// Those that --device names, the first of them made current: "" as open_device, "all" every device
// that is one of these chips, "2" the third that the CUDA runtime lists. A failure of status
// EXIT_USAGE for one that is not there.
std::vector<device_info> open_devices(const std::string &which, unsigned chips = CHIP_90);

// From here on this thread works on that device.
void use_device(const device_info &device);

// A function of the driver, fetched at run time, as it was in CUDA 12.0; null where the driver has
// none. Programs link no libcuda and so also start (and say so) where there is no driver.
void *driver_function(const char *name);

// Device memory of n values of T.
template <class T> class device_array
{
  public:
    explicit device_array(size_t n) : n_(n)
    {
        CUDA_TRY(cudaMalloc(reinterpret_cast<void **>(&p_), n_ ? n_ * sizeof(T) : sizeof(T)));
    }
    explicit device_array(const std::vector<T> &from) : device_array(from.size())
    {
        CUDA_TRY(cudaMemcpy(p_, from.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~device_array()
    {
        cudaFree(p_);
    }
    device_array(const device_array &) = delete;
    device_array &operator=(const device_array &) = delete;
    T *get() const
    {
        return p_;
    }
    size_t size() const
    {
        return n_;
    }
    void fill_bytes(int byte)
    {
        CUDA_TRY(cudaMemset(p_, byte, n_ * sizeof(T)));
    }
    std::vector<T> read() const
    {
        std::vector<T> out(n_);
        CUDA_TRY(cudaMemcpy(out.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
        return out;
    }

  private:
    T *p_ = nullptr;
    size_t n_;
};

// Time on the GPU between start() and stop().
class gpu_timer
{
  public:
    gpu_timer();
    ~gpu_timer();
    gpu_timer(const gpu_timer &) = delete;
    gpu_timer &operator=(const gpu_timer &) = delete;
    void start();
    double stop(); // seconds, after waiting

  private:
    cudaEvent_t from_ = nullptr, to_ = nullptr;
};

// Lets a kernel use `bytes` of dynamic shared memory, and launches it.
void allow_smem(const void *kernel, uint32_t bytes);
// The launch attribute by which runs of so many blocks are clusters.
cudaLaunchAttribute clusters_of(int blocks);
void launch(const void *kernel, uint32_t blocks, uint32_t threads, uint32_t smem, void **args);
// Waits for the device; reports what a kernel did wrong.
void wait_for_device();

} // namespace wgv
