/* SPDX-License-Identifier: MIT
 *
 * Version 3 for e4m3, both operands K-major.
 */
#include "instance.cuh"

using tn = gemm_v3_tiles<WGD_E4M3>;

const gemm_v3_instance gemm_v3_e4m3[] = {
    tn::of<128, 256, 2, 4, 2, 1, 2>(), tn::of<128, 256, 2, 4, 1, 1, 2>(),
    tn::of<128, 200, 2, 5, 4, 1, 1>(), tn::of<128, 192, 2, 5, 2, 1, 1>(),
    tn::of<128, 192, 2, 5, 1, 2, 1>(), tn::of<128, 192, 2, 5, 1, 1, 1>(),
    tn::of<128, 128, 2, 6, 2, 1, 2>(), tn::of<128, 128, 2, 6, 1, 1, 2>(),
    tn::of<128, 64, 2, 8, 1, 1, 1>(),  tn::of<64, 128, 1, 8, 1, 1, 2>(),
    tn::of<64, 64, 1, 11, 1, 1, 1>(),
};
const int gemm_v3_e4m3_count = sizeof gemm_v3_e4m3 / sizeof gemm_v3_e4m3[0];
