/* SPDX-License-Identifier: MIT
 *
 * Version 3 for e4m3, both operands K-major.
 */
#include "instance.cuh"

template <int... SIZES> using tn = gemm_v3_config<WGD_E4M3, WGD_MAJOR_K, WGD_MAJOR_K, SIZES...>;

const gemm_v3_instance gemm_v3_e4m3[] = {
    gemm_v3_describe<tn<128, 256, 2, 4, 2, 1, 2>>("v3-128x256-c2x1"),
    gemm_v3_describe<tn<128, 256, 2, 4, 1, 1, 2>>("v3-128x256-c1x1"),
    gemm_v3_describe<tn<128, 200, 2, 5, 4, 1, 1>>("v3-128x200-c4x1"),
    gemm_v3_describe<tn<128, 192, 2, 5, 2, 1, 1>>("v3-128x192-c2x1"),
    gemm_v3_describe<tn<128, 192, 2, 5, 1, 2, 1>>("v3-128x192-c1x2"),
    gemm_v3_describe<tn<128, 192, 2, 5, 1, 1, 1>>("v3-128x192-c1x1"),
    gemm_v3_describe<tn<128, 128, 2, 6, 2, 1, 2>>("v3-128x128-c2x1"),
    gemm_v3_describe<tn<128, 128, 2, 6, 1, 1, 2>>("v3-128x128-c1x1"),
    gemm_v3_describe<tn<128, 64, 2, 8, 1, 1, 1>>("v3-128x64-c1x1"),
    gemm_v3_describe<tn<64, 128, 1, 8, 1, 1, 2>>("v3-64x128-c1x1"),
    gemm_v3_describe<tn<64, 64, 1, 11, 1, 1, 1>>("v3-64x64-c1x1"),
};
const int gemm_v3_e4m3_count = sizeof gemm_v3_e4m3 / sizeof gemm_v3_e4m3[0];
