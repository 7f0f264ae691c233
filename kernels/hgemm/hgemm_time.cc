// SPDX-License-Identifier: MIT
#include "hgemm_time.h"

#include <algorithm>
#include <cstdio>

#include "common/device.h"
#include "common/random.h"
#include "hgemm_cublas.h"
#include "hgemm_run.h"

namespace wgv
{
namespace
{

// Random f16 in (-1, 1), every bit of the mantissa in use: zeros and small integers draw less power
// and run faster.
std::vector<uint16_t> random_f16(uint64_t seed, size_t count)
{
    number_stream s(seed);
    std::vector<uint16_t> v(count);
    std::generate(v.begin(), v.end(), [&] {
        const uint64_t r = s.next();
        const uint64_t sign = r & 0x8000, exponent = 11 + (r >> 16 & 3), mantissa = r & 0x3ff;
        return static_cast<uint16_t>(sign | exponent << 10 | mantissa);
    });
    return v;
}

struct matrices {
    device_array<uint16_t> a, b, d;
    hgemm_size z;
    explicit matrices(hgemm_size size)
        : a(random_f16(1, static_cast<size_t>(size.m) * static_cast<size_t>(size.k))),
          b(random_f16(2, static_cast<size_t>(size.n) * static_cast<size_t>(size.k))),
          d(static_cast<size_t>(size.m) * static_cast<size_t>(size.n)), z(size)
    {
    }
    hgemm_job job() const
    {
        return {a.get(), b.get(), d.get(), z.m, z.n, z.k};
    }
};

// The median of `rounds` bursts, in seconds for each launch; each burst follows one of the same
// that is not timed, so that the clock has settled.
template <class RUN> double median_seconds(RUN run)
{
    constexpr int ROUNDS = 9, BURST = 10;
    std::vector<double> all;
    for (int r = 0; r < ROUNDS; r++) {
        gpu_timer timer;
        for (int i = 0; i < BURST; i++) {
            run();
        }
        timer.start();
        for (int i = 0; i < BURST; i++) {
            run();
        }
        all.push_back(timer.stop() / BURST);
    }
    std::sort(all.begin(), all.end());
    return all[ROUNDS / 2];
}

void time_size(hgemm_size z, cublas &library)
{
    const matrices x(z);
    const double flop = 2.0 * z.m * z.n * z.k;
    const double plain =
        flop / median_seconds([&] { run_hgemm(hgemm_form::plain, x.job()); }) * 1e-12;
    const double permuted =
        flop / median_seconds([&] { run_hgemm(hgemm_form::permuted, x.job()); }) * 1e-12;
    printf("%d x %d x %d  plain %.1f  permuted %.1f TFLOP/s  permuted/plain %.2f", z.m, z.n, z.k,
           plain, permuted, permuted / plain);
    if (library.ready() && library.multiply(x.job())) {
        const double best = flop / median_seconds([&] { library.multiply(x.job()); }) * 1e-12;
        printf("  cuBLAS %.1f  permuted/cuBLAS %.2f", best, permuted / best);
    }
    printf("\n");
}

} // namespace

void time_hgemm(const std::vector<hgemm_size> &sizes, const std::string &cublas_path)
{
    open_device();
    cublas library(cublas_path.empty() ? nullptr : cublas_path.c_str());
    if (!library.ready()) {
        fprintf(stderr, "wgdesc-hgemm: %s; without it\n", library.reason());
    }
    for (const hgemm_size z : sizes) {
        time_size(z, library);
    }
}

void launch_hgemm_once(hgemm_form form, hgemm_size size)
{
    open_device();
    const matrices x(size);
    run_hgemm(form, x.job());
    wait_for_device();
}

} // namespace wgv
