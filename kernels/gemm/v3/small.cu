/* SPDX-License-Identifier: MIT
 *
 * Version 3 for bf16, both operands K-major: small tiles, for small products. Names: tile of a block, -c cluster.
 */
#include "bf16.cuh"

const gemm_v3_instance gemm_v3_small[] = {
    gemm_v3_describe<tn<128, 64, 2, 8, 2, 1, 1>>("v3-128x64-c2x1"),
    gemm_v3_describe<tn<128, 64, 2, 8, 1, 2, 1>>("v3-128x64-c1x2"),
    gemm_v3_describe<tn<128, 64, 2, 8, 1, 1, 1>>("v3-128x64-c1x1"),
    gemm_v3_describe<tn<64, 256, 1, 5, 1, 1, 1>>("v3-64x256-c1x1"),
    gemm_v3_describe<tn<64, 192, 1, 6, 2, 1, 1>>("v3-64x192-c2x1"),
    gemm_v3_describe<tn<64, 192, 1, 6, 1, 1, 1>>("v3-64x192-c1x1"),
    gemm_v3_describe<tn<64, 128, 1, 8, 2, 1, 2>>("v3-64x128-c2x1"),
    gemm_v3_describe<tn<64, 128, 1, 8, 1, 2, 2>>("v3-64x128-c1x2"),
    gemm_v3_describe<tn<64, 128, 1, 8, 1, 1, 2>>("v3-64x128-c1x1"),
    gemm_v3_describe<tn<64, 64, 1, 11, 2, 1, 1>>("v3-64x64-c2x1"),
    gemm_v3_describe<tn<64, 64, 1, 11, 1, 2, 1>>("v3-64x64-c1x2"),
    gemm_v3_describe<tn<64, 64, 1, 11, 1, 1, 1>>("v3-64x64-c1x1"),
};
const int gemm_v3_small_count = sizeof gemm_v3_small / sizeof gemm_v3_small[0];
