/* SPDX-License-Identifier: MIT
 *
 * Version 3 for bf16, both operands K-major: tiles whose columns are no power of two, for an N that others divide
 * badly (576 is 4 * 144, 3000 15 * 200) and for as many tiles as there are multiprocessors. Names: tile of a block, -c cluster.
 */
#include "bf16.cuh"

const gemm_v3_instance gemm_v3_between[] = {
    gemm_v3_describe<tn<128, 200, 2, 5, 4, 1>>("v3-128x200-c4x1"),
    gemm_v3_describe<tn<128, 160, 2, 5, 1, 1>>("v3-128x160-c1x1"),
    gemm_v3_describe<tn<128, 144, 2, 6, 2, 2>>("v3-128x144-c2x2"),
    gemm_v3_describe<tn<128, 144, 2, 6, 1, 2>>("v3-128x144-c1x2"),
    gemm_v3_describe<tn<128, 144, 2, 6, 1, 1>>("v3-128x144-c1x1"),
    gemm_v3_describe<tn<128, 96, 2, 7, 1, 1>>("v3-128x96-c1x1"),
    gemm_v3_describe<tn<128, 80, 2, 8, 1, 1>>("v3-128x80-c1x1"),
    gemm_v3_describe<tn<64, 160, 1, 7, 2, 1>>("v3-64x160-c2x1"),
    gemm_v3_describe<tn<64, 96, 1, 10, 2, 1>>("v3-64x96-c2x1"),
};
const int gemm_v3_between_count = sizeof gemm_v3_between / sizeof gemm_v3_between[0];
