/* SPDX-License-Identifier: MIT
 *
 * Version 3 for bf16, both operands K-major: small tiles, for small products.
 */
#include "instance.cuh"

using tn = gemm_v3_tiles<WGD_BF16>;

const gemm_v3_instance gemm_v3_small[] = {
    tn::of<128, 64, 2, 8, 2, 1, 1>(), tn::of<128, 64, 2, 8, 1, 2, 1>(),
    tn::of<128, 64, 2, 8, 1, 4, 1>(), tn::of<128, 64, 2, 8, 1, 1, 1>(),
    tn::of<64, 256, 1, 5, 1, 1, 1>(), tn::of<64, 192, 1, 6, 2, 1, 1>(),
    tn::of<64, 192, 1, 6, 1, 1, 1>(), tn::of<64, 128, 1, 8, 4, 1, 2>(),
    tn::of<64, 128, 1, 8, 2, 1, 2>(), tn::of<64, 128, 1, 8, 1, 2, 2>(),
    tn::of<64, 128, 1, 8, 1, 1, 2>(), tn::of<64, 64, 1, 11, 2, 4, 1>(),
    tn::of<64, 64, 1, 11, 2, 2, 1>(), tn::of<64, 64, 1, 11, 4, 1, 1>(),
    tn::of<64, 64, 1, 11, 1, 4, 1>(), tn::of<64, 64, 1, 11, 2, 1, 1>(),
    tn::of<64, 64, 1, 11, 1, 2, 1>(), tn::of<64, 64, 1, 11, 1, 1, 1>(),
};
const int gemm_v3_small_count = sizeof gemm_v3_small / sizeof gemm_v3_small[0];
