/* SPDX-License-Identifier: MIT
 *
 * What the tiles of version 3 for bf16, both operands K-major, have in common.
 */
#ifndef WGV_GEMM_V3_BF16_CUH
#define WGV_GEMM_V3_BF16_CUH

#include "instance.cuh"

template <int... SIZES> using tn = gemm_v3_config<WGD_BF16, WGD_MAJOR_K, WGD_MAJOR_K, SIZES...>;

#endif
