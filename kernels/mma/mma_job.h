// SPDX-License-Identifier: MIT
//
// What the host hands to the kernels that prove register fragments, and their launchers.
#pragma once

#include <cstdint>

namespace wgv
{

// A batch of products by one mma.sync, a warp each. Problem p's registers lie at p * words,
// register r of a lane 32 * r words (f64: double words) behind the lane's first.
struct mma_job {
    int which; // of wgv_mma_ops
    uint32_t problems;
    const uint32_t *a, *b, *c;
    uint32_t *d;
    uint32_t words[4];      // of one problem: a, b, c, d
    uint32_t lane_words[4]; // 1, or 2 for f64
};

// One ldmatrix (smem -> registers) or stmatrix (registers -> smem) of a warp for each problem.
struct matrix_job {
    int x;
    bool trans, store;
    uint32_t problems;
    const uint32_t *address; // [problem][lane]: bytes from the start of the image
    uint32_t *image;         // [problem][MATRIX_IMAGE_WORDS]
    uint32_t *registers;     // [problem][register][lane]
};
constexpr uint32_t MATRIX_IMAGE_WORDS = 1024;

// For cudaLaunchKernel: (mma_job), a warp in each of `problems` blocks; and (matrix_job).
const void *mma_kernel_at();
const void *matrix_kernel_at();

} // namespace wgv
