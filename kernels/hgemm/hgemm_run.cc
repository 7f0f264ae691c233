// SPDX-License-Identifier: MIT
#include "hgemm_run.h"

#include "common/device.h"

namespace wgv
{

void run_hgemm(hgemm_form form, const hgemm_job &job)
{
    const uint32_t rows = static_cast<uint32_t>((job.m + HGEMM_BM - 1) / HGEMM_BM);
    const uint32_t cols = static_cast<uint32_t>((job.n + HGEMM_BN - 1) / HGEMM_BN);
    const void *kernel = hgemm_kernel_at(form, job.k % 8 == 0 && job.n % 8 == 0);
    hgemm_job copy = job;
    void *args[] = {&copy};
    allow_smem(kernel, HGEMM_SMEM_BYTES);
    launch(kernel, rows * cols, HGEMM_THREADS, HGEMM_SMEM_BYTES, args);
}

} // namespace wgv
