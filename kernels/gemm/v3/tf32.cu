/* SPDX-License-Identifier: MIT
 *
 * Version 3 for tf32 with an f32 result, both operands K-major.
 */
#include "instance.cuh"

template <int... SIZES> using tn = gemm_v3_config<WGD_TF32, WGD_MAJOR_K, WGD_MAJOR_K, SIZES...>;

const gemm_v3_instance gemm_v3_tf32[] = {
    gemm_v3_describe<tn<128, 256, 2, 4, 2, 1, 2>>("v3-128x256-c2x1"),
    gemm_v3_describe<tn<128, 256, 2, 4, 1, 1, 2>>("v3-128x256-c1x1"),
    gemm_v3_describe<tn<128, 192, 2, 5, 1, 1, 1>>("v3-128x192-c1x1"),
    gemm_v3_describe<tn<128, 128, 2, 6, 2, 1, 2>>("v3-128x128-c2x1"),
    gemm_v3_describe<tn<128, 128, 2, 6, 1, 1, 2>>("v3-128x128-c1x1"),
    gemm_v3_describe<tn<64, 128, 1, 8, 1, 1, 2>>("v3-64x128-c1x1"),
    gemm_v3_describe<tn<64, 64, 1, 11, 1, 1, 1>>("v3-64x64-c1x1"),
};
const int gemm_v3_tf32_count = sizeof gemm_v3_tf32 / sizeof gemm_v3_tf32[0];
