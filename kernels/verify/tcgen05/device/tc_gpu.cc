// SPDX-License-Identifier: MIT
#include "tc_gpu.h"

#include "common/chips.h"
#include "common/device.h"
#include "verify/tcgen05/tc_cases.h"

namespace wgv
{
namespace
{

// The data of all CTAs, one behind the other.
template <class T> std::vector<T> joined(const std::vector<T> parts[2], int n)
{
    std::vector<T> all = parts[0];
    if (n == 2) {
        all.insert(all.end(), parts[1].begin(), parts[1].end());
    }
    return all;
}

// A CTA, or a cluster of two.
void launch_group(const void *kernel, int cta_group, uint32_t smem, void **args)
{
    allow_smem(kernel, smem);
    cudaLaunchAttribute cluster = clusters_of(cta_group);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>(cta_group));
    config.blockDim = dim3(128);
    config.dynamicSmemBytes = smem;
    config.attrs = &cluster;
    config.numAttrs = 1;
    CUDA_TRY(cudaLaunchKernelExC(&config, kernel, args));
}

} // namespace

tc_gpu::tc_gpu()
{
    int device = 0, reserved = 0;
    CUDA_TRY(cudaGetDevice(&device));
    CUDA_TRY(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device));
    window_ = static_cast<uint32_t>(reserved);
}

tc_result tc_gpu::run(const tc_program &p)
{
    const device_array<tc_step> steps(p.steps);
    const device_array<uint8_t> image(joined(p.image, p.cta_group));
    const device_array<uint32_t> in(joined(p.in, p.cta_group));
    const std::vector<uint32_t> poison(
        static_cast<size_t>(p.out_words) * static_cast<size_t>(p.cta_group), 0xdeadbeef);
    const device_array<uint32_t> out(poison), window(std::vector<uint32_t>(2, 0));
    tc_job job = {};
    job.steps = steps.get();
    job.count = static_cast<uint32_t>(p.steps.size());
    job.image = image.get();
    job.image_bytes = static_cast<uint32_t>(p.image[0].size());
    job.in = in.get();
    job.in_words = static_cast<uint32_t>(p.in[0].size());
    job.out = out.get();
    job.out_words = p.out_words;
    job.window = window.get();
    void *args[] = {&job};
    launch_group(tc_kernel_at(p.cta_group), p.cta_group, job.image_bytes + TC_CONTROL_BYTES, args);
    wait_for_device();
    const std::vector<uint32_t> found = window.read();
    for (int c = 0; c < p.cta_group; c++) {
        if (found[static_cast<size_t>(c)] != window_) {
            throw failure(EXIT_ERROR, "shared memory begins where no descriptor was made for",
                          "window", std::to_string(found[static_cast<size_t>(c)]),
                          std::to_string(window_));
        }
    }
    const std::vector<uint32_t> all = out.read();
    tc_result r;
    for (int c = 0; c < p.cta_group; c++) {
        const auto from = all.begin() + static_cast<std::ptrdiff_t>(p.out_words) * c;
        r.out[c].assign(from, from + static_cast<std::ptrdiff_t>(p.out_words));
    }
    return r;
}

std::vector<plain_case> all_tcgen05_cases()
{
    std::vector<plain_case> out;
    for (const tc_case &c : all_tc_cases()) {
        const auto run = c.run;
        out.push_back({c.family, c.name,
                       [run](uint64_t seed) {
                           tc_gpu device;
                           return run(device, seed);
                       },
                       c.not_sm103 ? CHIP_100 : CHIPS_TCGEN05});
    }
    return out;
}

} // namespace wgv
