// SPDX-License-Identifier: MIT
//
// The entry points of the kernels of one row of the instruction table, for cudaLaunchKernel.
#pragma once

#include "wgd_inst.h"

namespace wgv
{

enum product_variant {
    VARIANT_PLAIN,
    VARIANT_NEGATE_A,
    VARIANT_NEGATE_B,
    VARIANT_NEGATE_BOTH,
    VARIANT_SELECT_1, // sparsity selector 1 in place of 0
    VARIANT_COUNT
};

struct row_kernels {
    // [sparse][A in registers][variant][trans_a][trans_b]:
    // (const product_job *, uint32_t n_jobs, const uint32_t *want, uint32_t *scratch,
    // product_result *)
    const void *product[2][2][VARIANT_COUNT][2][2];
    // [sparse][operand][trans]: (map_job); null where another row maps this type
    const void *map[2][2][2];
};

// By index in the instruction table; null pointers throughout for an index out of range.
const row_kernels &row_kernels_at(int row);

} // namespace wgv
