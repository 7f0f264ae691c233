/* SPDX-License-Identifier: MIT
 *
 * Version 3 for bf16, both operands K-major: tiles of 256 rows, two instructions of 64 for each warpgroup, for large
 * products. Names: tile of a block, -c cluster.
 */
#include "bf16.cuh"

const gemm_v3_instance gemm_v3_tall[] = {
    gemm_v3_describe<tn<256, 128, 2, 4, 1, 2, 2>>("v3-256x128-c1x2"),
    gemm_v3_describe<tn<256, 112, 2, 4, 1, 2, 1>>("v3-256x112-c1x2"),
};
const int gemm_v3_tall_count = sizeof gemm_v3_tall / sizeof gemm_v3_tall[0];
