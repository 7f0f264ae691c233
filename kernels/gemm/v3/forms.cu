/* SPDX-License-Identifier: MIT
 *
 * Version 3 with operands stored MN-major (nn: B as K x N rows, tt: A as K x M rows too).
 */
#include "instance.cuh"

/* Pairs that share B for many rounds of tiles, one block for one round, where a pair waits for itself. */
#define TILES(A, B)                                                                                \
    gemm_v3_tiles<WGD_BF16, A, B>::of<128, 256, 2, 4, 2, 1, 2>(),                                  \
        gemm_v3_tiles<WGD_BF16, A, B>::of<128, 256, 2, 4, 1, 1, 2>(),                              \
        gemm_v3_tiles<WGD_BF16, A, B>::of<128, 128, 2, 6, 2, 1, 2>()

const gemm_v3_instance gemm_v3_forms[] = {
    TILES(WGD_MAJOR_K, WGD_MAJOR_MN),
    TILES(WGD_MAJOR_MN, WGD_MAJOR_K),
    TILES(WGD_MAJOR_MN, WGD_MAJOR_MN),
};
const int gemm_v3_forms_count = sizeof gemm_v3_forms / sizeof gemm_v3_forms[0];
