/* SPDX-License-Identifier: MIT
 *
 * Version 3 for bf16, both operands K-major, of the turned product: the tile's rows are columns of C. Tiles have rows in
 * steps of 64 and columns in steps of 8, so that few ragged rows of C fill columns better (docs/gemm-notes.md, "A few rows
 * as columns"): those tiles that were fastest for such products.
 */
#include "instance.cuh"

using turned = gemm_v3_tiles<WGD_BF16, WGD_MAJOR_K, WGD_MAJOR_K, true>;

const gemm_v3_instance gemm_v3_turned[] = {
    turned::of<128, 256, 2, 4, 1, 2, 2>(), turned::of<128, 192, 2, 5, 2, 1, 1>(),
    turned::of<128, 192, 2, 5, 1, 1, 1>(), turned::of<128, 128, 2, 6, 1, 2, 2>(),
    turned::of<128, 128, 2, 6, 1, 1, 2>(), turned::of<128, 160, 2, 5, 4, 1, 1>(),
    turned::of<128, 160, 2, 5, 2, 1, 1>(), turned::of<128, 160, 2, 5, 1, 1, 1>(),
    turned::of<128, 144, 2, 6, 4, 1, 1>(), turned::of<128, 144, 2, 6, 2, 2, 1>(),
    turned::of<128, 144, 2, 6, 1, 2, 1>(), turned::of<128, 80, 2, 8, 1, 4, 1>(),
    turned::of<128, 80, 2, 8, 1, 1, 1>(),  turned::of<64, 96, 1, 10, 2, 4, 1>(),
    turned::of<64, 96, 1, 10, 2, 2, 1>(),  turned::of<64, 96, 1, 10, 2, 1, 1>(),
    turned::of<128, 64, 2, 8, 1, 2, 1>(),  turned::of<64, 128, 1, 8, 1, 1, 2>(),
    turned::of<64, 64, 1, 11, 1, 2, 1>(),  turned::of<64, 64, 1, 11, 1, 1, 1>(),
};
const int gemm_v3_turned_count = sizeof gemm_v3_turned / sizeof gemm_v3_turned[0];
