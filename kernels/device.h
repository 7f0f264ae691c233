// SPDX-License-Identifier: MIT
//
// The GPU: finding a usable one, and the CUDA runtime with errors as exceptions.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace wgv
{

// A CUDA call failed: exit status 3.
struct cuda_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// There is no usable GPU: exit status 77. The text says why, in one line.
struct no_gpu : std::runtime_error {
    using std::runtime_error::runtime_error;
};

void cuda_check(cudaError_t status, const char *call, const char *file, int line);
#define CUDA_TRY(call) ::wgv::cuda_check((call), #call, __FILE__, __LINE__)

struct device_info {
    std::string name, driver, runtime;
    int processors;  // SMs
    uint32_t window; // shared address where a kernel's dynamic shared memory begins
};

// The first device of compute capability 9.0, made current; throws no_gpu when there is none.
device_info open_device();

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
void launch(const void *kernel, uint32_t blocks, uint32_t threads, uint32_t smem, void **args);
// Waits for the device; reports what a kernel did wrong.
void wait_for_device();

} // namespace wgv
