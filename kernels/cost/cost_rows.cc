// SPDX-License-Identifier: MIT
#include "cost_row.h"

// COST_ROWS(X) comes from the makefile: X(0) X(1) ..., the rows that were compiled.
namespace wgv
{

#define WGV_X(row) std::vector<cost_kernel_entry> cost_row_##row();
COST_ROWS(WGV_X)
#undef WGV_X

std::vector<cost_kernel_entry> all_cost_kernels()
{
    std::vector<cost_kernel_entry> all;
#define WGV_X(row)                                                                                 \
    for (const cost_kernel_entry &e : cost_row_##row()) {                                          \
        all.push_back(e);                                                                          \
    }
    COST_ROWS(WGV_X)
#undef WGV_X
    return all;
}

} // namespace wgv
