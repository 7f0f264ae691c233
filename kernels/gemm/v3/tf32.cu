/* SPDX-License-Identifier: MIT
 *
 * Version 3 for tf32 with an f32 result, both operands K-major.
 */
#include "instance.cuh"

using tn = gemm_v3_tiles<WGD_TF32>;

const gemm_v3_instance gemm_v3_tf32[] = {
    tn::of<128, 256, 2, 4, 2, 1, 2>(), tn::of<128, 256, 2, 4, 1, 1, 2>(),
    tn::of<128, 192, 2, 5, 1, 1, 1>(), tn::of<128, 128, 2, 6, 2, 1, 2>(),
    tn::of<128, 128, 2, 6, 1, 1, 2>(), tn::of<64, 128, 1, 8, 1, 1, 2>(),
    tn::of<64, 64, 1, 11, 1, 1, 1>(),
};
const int gemm_v3_tf32_count = sizeof gemm_v3_tf32 / sizeof gemm_v3_tf32[0];
