/* SPDX-License-Identifier: MIT
 *
 * Version 3 for bf16, both operands K-major. Names: tile of a block, -c cluster.
 */
#include "bf16.cuh"

const gemm_v3_instance gemm_v3_bf16[] = {
    gemm_v3_describe<tn<128, 256, 2, 4, 2, 1, 2>>("v3-128x256-c2x1"),
    gemm_v3_describe<tn<128, 256, 2, 4, 1, 2, 2>>("v3-128x256-c1x2"),
    gemm_v3_describe<tn<128, 256, 2, 4, 1, 1, 2>>("v3-128x256-c1x1"),
    gemm_v3_describe<tn<128, 192, 2, 5, 2, 1, 1>>("v3-128x192-c2x1"),
    gemm_v3_describe<tn<128, 192, 2, 5, 1, 1, 1>>("v3-128x192-c1x1"),
    gemm_v3_describe<tn<128, 128, 2, 6, 2, 1, 2>>("v3-128x128-c2x1"),
    gemm_v3_describe<tn<128, 128, 2, 6, 1, 2, 2>>("v3-128x128-c1x2"),
    gemm_v3_describe<tn<128, 128, 2, 6, 1, 1, 2>>("v3-128x128-c1x1"),
};
const int gemm_v3_bf16_count = sizeof gemm_v3_bf16 / sizeof gemm_v3_bf16[0];
