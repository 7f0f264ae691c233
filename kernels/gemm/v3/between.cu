/* SPDX-License-Identifier: MIT
 *
 * Version 3 for bf16, both operands K-major: tiles whose columns are no power of two, for an N that others divide
 * badly (576 is 4 * 144, 3000 15 * 200) and for as many tiles as there are multiprocessors.
 */
#include "instance.cuh"

using tn = gemm_v3_tiles<WGD_BF16>;

const gemm_v3_instance gemm_v3_between[] = {
    tn::of<128, 200, 2, 5, 4, 1>(), tn::of<128, 200, 2, 5, 2, 1>(), tn::of<128, 160, 2, 5, 1, 1>(),
    tn::of<128, 144, 2, 6, 2, 2>(), tn::of<128, 144, 2, 6, 1, 2>(), tn::of<128, 144, 2, 6, 1, 1>(),
    tn::of<128, 96, 2, 7, 1, 1>(),  tn::of<128, 80, 2, 8, 1, 1>(),  tn::of<64, 160, 1, 7, 2, 1>(),
    tn::of<64, 96, 1, 10, 2, 1>(),
};
const int gemm_v3_between_count = sizeof gemm_v3_between / sizeof gemm_v3_between[0];
