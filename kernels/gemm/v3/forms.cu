/* SPDX-License-Identifier: MIT
 *
 * Version 3 with operands stored MN-major (nn: B as K x N rows, tt: A as K x M rows too).
 */
#include "instance.cuh"

template <wgd_major A, wgd_major B, int TM, int TN, int STAGES, int CM, int PANELS>
using bf16_form = gemm_v3_config<WGD_BF16, A, B, TM, TN, 2, STAGES, CM, 1, PANELS>;

/* Pairs that share B for many rounds of tiles, one block for one round, where a pair waits for itself. */
#define TILES(A, B)                                                                                \
    gemm_v3_describe<bf16_form<A, B, 128, 256, 4, 2, 2>>("v3-128x256-c2x1"),                       \
        gemm_v3_describe<bf16_form<A, B, 128, 256, 4, 1, 2>>("v3-128x256-c1x1"),                   \
        gemm_v3_describe<bf16_form<A, B, 128, 128, 6, 2, 2>>("v3-128x128-c2x1")

const gemm_v3_instance gemm_v3_forms[] = {
    TILES(WGD_MAJOR_K, WGD_MAJOR_MN),
    TILES(WGD_MAJOR_MN, WGD_MAJOR_K),
    TILES(WGD_MAJOR_MN, WGD_MAJOR_MN),
};
const int gemm_v3_forms_count = sizeof gemm_v3_forms / sizeof gemm_v3_forms[0];
