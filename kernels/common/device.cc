// SPDX-License-Identifier: MIT
#include "device.h"

#include <cctype>
#include <fstream>

#include "option_table.h"

namespace wgv
{
namespace
{

failure no_gpu(const std::string &why)
{
    return failure(EXIT_NO_GPU, "no usable GPU: " + why);
}

} // namespace

std::string version_text(int v)
{
    return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10);
}

void cuda_check(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        throw failure(EXIT_ERROR, std::string(what) + ": " + cudaGetErrorName(status) + ": " +
                                      cudaGetErrorString(status));
    }
}

std::string driver_module()
{
    std::ifstream f("/proc/driver/nvidia/version");
    std::string word;
    while (f >> word) {
        if (!word.empty() && isdigit((unsigned char)word[0]) &&
            word.find('.') != std::string::npos) {
            return word;
        }
    }
    return "unknown";
}

namespace
{

int device_count()
{
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    // Without a driver the runtime says "insufficient driver"; that is no GPU, not an error.
    if (status == cudaErrorInsufficientDriver || status == cudaErrorNoDevice ||
        status == cudaErrorStubLibrary || status == cudaErrorSystemDriverMismatch) {
        throw no_gpu(cudaGetErrorString(status));
    }
    CUDA_TRY(status);
    if (count == 0) {
        throw no_gpu("the driver lists no device");
    }
    return count;
}

cudaDeviceProp properties_of(int index)
{
    cudaDeviceProp p;
    CUDA_TRY(cudaGetDeviceProperties(&p, index));
    return p;
}

device_info describe(int index, const cudaDeviceProp &p)
{
    int driver = 0, runtime = 0;
    CUDA_TRY(cudaDriverGetVersion(&driver));
    CUDA_TRY(cudaRuntimeGetVersion(&runtime));
    device_info d;
    d.index = index;
    d.name = p.name;
    d.chip = chip_of(p.major, p.minor);
    d.driver = version_text(driver);
    d.runtime = version_text(runtime);
    d.processors = p.multiProcessorCount;
    d.l2_bytes = p.l2CacheSize;
    // The first KiB of a block's shared memory is the system's; every kernel echoes where its
    // own begins, so a wrong guess is found out.
    d.window = (uint32_t)p.reservedSharedMemPerBlock;
    return d;
}

} // namespace

std::vector<device_info> open_devices(const std::string &which, unsigned chips)
{
    const int count = device_count();
    uint64_t wanted = 0;
    const bool one = !which.empty() && which != "all";
    if (one && !read_number(which, 0, (uint64_t)count - 1, wanted)) {
        throw failure(EXIT_USAGE, "no such device", "--device", which,
                      "all, or 0 to " + std::to_string(count - 1), "see nvidia-smi -L");
    }
    std::vector<device_info> found;
    std::string other;
    for (int i = one ? (int)wanted : 0; i < (one ? (int)wanted + 1 : count); i++) {
        const cudaDeviceProp p = properties_of(i);
        if (chip_of(p.major, p.minor) & chips) {
            found.push_back(describe(i, p));
        } else if (other.empty()) {
            other = std::string(p.name) + " has compute capability " + std::to_string(p.major) +
                    "." + std::to_string(p.minor) + "; " + chips_needed(chips) + " exactly";
        }
        if (which.empty() && !found.empty()) {
            break;
        }
    }
    if (found.empty()) {
        throw no_gpu(other);
    }
    use_device(found[0]);
    return found;
}

device_info open_device(unsigned chips)
{
    return open_devices("", chips)[0];
}

void use_device(const device_info &device)
{
    CUDA_TRY(cudaSetDevice(device.index));
}

void *driver_function(const char *name)
{
    void *f = nullptr;
    cudaDriverEntryPointQueryResult found;
    const cudaError_t e =
        cudaGetDriverEntryPointByVersion(name, &f, 12000, cudaEnableDefault, &found);
    return e == cudaSuccess && found == cudaDriverEntryPointSuccess ? f : nullptr;
}

gpu_timer::gpu_timer()
{
    CUDA_TRY(cudaEventCreate(&from_));
    CUDA_TRY(cudaEventCreate(&to_));
}

gpu_timer::~gpu_timer()
{
    cudaEventDestroy(from_);
    cudaEventDestroy(to_);
}

void gpu_timer::start()
{
    CUDA_TRY(cudaEventRecord(from_));
}

double gpu_timer::stop()
{
    CUDA_TRY(cudaEventRecord(to_));
    wait_for_device();
    float ms = 0;
    CUDA_TRY(cudaEventElapsedTime(&ms, from_, to_));
    return ms / 1e3;
}

void allow_smem(const void *kernel, uint32_t bytes)
{
    CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
}

cudaLaunchAttribute clusters_of(int blocks)
{
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = (unsigned)blocks;
    a.val.clusterDim.y = a.val.clusterDim.z = 1;
    return a;
}

void launch(const void *kernel, uint32_t blocks, uint32_t threads, uint32_t smem, void **args)
{
    CUDA_TRY(cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), args, smem, nullptr));
    CUDA_TRY(cudaGetLastError());
}

void wait_for_device()
{
    CUDA_TRY(cudaDeviceSynchronize());
    CUDA_TRY(cudaGetLastError());
}

} // namespace wgv
