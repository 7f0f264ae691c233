/* SPDX-License-Identifier: MIT
 *
 * Version 3 for bf16, both operands K-major.
 */
#include "instance.cuh"

using tn = gemm_v3_tiles<WGD_BF16>;

const gemm_v3_instance gemm_v3_bf16[] = {
    tn::of<128, 256, 2, 4, 2, 1, 2>(), tn::of<128, 256, 2, 4, 1, 2, 2>(),
    tn::of<128, 256, 2, 4, 1, 1, 2>(), tn::of<128, 192, 2, 5, 2, 1, 1>(),
    tn::of<128, 192, 2, 5, 2, 2, 1>(), tn::of<128, 192, 2, 5, 2, 4, 1>(),
    tn::of<128, 192, 2, 5, 1, 1, 1>(), tn::of<128, 128, 2, 6, 2, 1, 2>(),
    tn::of<128, 128, 2, 6, 1, 2, 2>(), tn::of<128, 128, 2, 6, 1, 4, 2>(),
    tn::of<128, 128, 2, 6, 1, 1, 2>(),
};
const int gemm_v3_bf16_count = sizeof gemm_v3_bf16 / sizeof gemm_v3_bf16[0];
