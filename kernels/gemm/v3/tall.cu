/* SPDX-License-Identifier: MIT
 *
 * Version 3 for bf16, both operands K-major: tiles of 256 rows, two instructions of 64 for each warpgroup, for large
 * products.
 */
#include "instance.cuh"

using tn = gemm_v3_tiles<WGD_BF16>;

const gemm_v3_instance gemm_v3_tall[] = {
    tn::of<256, 128, 2, 4, 1, 2, 2>(),
    tn::of<256, 112, 2, 4, 1, 2, 1>(),
};
const int gemm_v3_tall_count = sizeof gemm_v3_tall / sizeof gemm_v3_tall[0];
