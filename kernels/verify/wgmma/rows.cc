// SPDX-License-Identifier: MIT
//
// The kernels of all rows, by their index in the instruction table.
#include <stdexcept>

#include "row.h"

// WGV_ROWS(X) comes from the makefile: X(0) X(1) ..., the rows that were compiled.
namespace wgv
{

#define WGV_X(row) row_kernels row_kernels_##row();
WGV_ROWS(WGV_X)
#undef WGV_X

const row_kernels &row_kernels_at(int row)
{
#define WGV_X(row) row_kernels_##row(),
    static const row_kernels rows[] = {WGV_ROWS(WGV_X)};
#undef WGV_X
    const int n = (int)(sizeof rows / sizeof rows[0]);
    if (n != wgd_inst_count() || row < 0 || row >= n) {
        throw std::logic_error("the kernels were not built from this instruction table");
    }
    return rows[row];
}

} // namespace wgv
