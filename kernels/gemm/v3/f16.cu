/* SPDX-License-Identifier: MIT
 *
 * Version 3 for f16 with f16 sums, both operands K-major: half the registers for sums.
 */
#include "instance.cuh"

using tn = gemm_v3_tiles<WGD_F16>;

const gemm_v3_instance gemm_v3_f16[] = {
    tn::of<128, 256, 2, 4, 2, 1, 2>(), tn::of<128, 256, 2, 4, 1, 1, 2>(),
    tn::of<256, 128, 2, 4, 1, 2, 2>(), tn::of<128, 192, 2, 5, 1, 1, 1>(),
    tn::of<128, 128, 2, 6, 2, 1, 2>(), tn::of<128, 128, 2, 6, 1, 1, 2>(),
    tn::of<64, 128, 1, 8, 1, 1, 2>(),  tn::of<64, 64, 1, 11, 1, 1, 1>(),
};
const int gemm_v3_f16_count = sizeof gemm_v3_f16 / sizeof gemm_v3_f16[0];
