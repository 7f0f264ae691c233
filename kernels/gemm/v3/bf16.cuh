/* SPDX-License-Identifier: MIT
 *
 * What the tiles of version 3 for bf16, both operands K-major, have in common.
 */
#ifndef WGV_GEMM_V3_BF16_CUH
#define WGV_GEMM_V3_BF16_CUH

#include "instance.cuh"

/* Block tile TM x TN by WG warpgroups, STAGES stages, cluster CM x CN, PANELS staging panels. */
template <int TM, int TN, int WG, int STAGES, int CM, int CN, int PANELS = 1>
using tn = gemm_v3_config<WGD_BF16, WGD_MAJOR_K, WGD_MAJOR_K, TM, TN, WG, STAGES, CM, CN, PANELS>;

#endif
