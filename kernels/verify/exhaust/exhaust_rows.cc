// SPDX-License-Identifier: MIT
//
// The exhaustive kernels of all rows of the instruction table.
#include "exhaust_row.h"

// WGV_ROWS(X) comes from the makefile: X(0) X(1) ..., the rows that were compiled.
namespace wgv
{

#define WGV_X(row) void exhaust_row_##row(std::vector<exhaust_kernel_entry> &out);
WGV_ROWS(WGV_X)
#undef WGV_X

std::vector<exhaust_kernel_entry> all_exhaust_kernels()
{
    std::vector<exhaust_kernel_entry> all;
#define WGV_X(row) exhaust_row_##row(all);
    WGV_ROWS(WGV_X)
#undef WGV_X
    return all;
}

} // namespace wgv
