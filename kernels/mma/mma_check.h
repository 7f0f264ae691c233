// SPDX-License-Identifier: MIT
//
// Runs products and matrix moves on the device and compares what came out.
#pragma once

#include "mma_registers.h"

namespace wgv
{

// An instruction and its fragments.
struct frags {
    wgd_frag_op op;
    wgd_frag f[4]; // a, b, c, d
};

// Of instruction `which` of wgv_mma_ops.
frags frags_of(int which);

// Products of instruction `which`, the registers of one operand (0 a, 1 b, 2 c, 3 d) damaged.
verdict run_products(const frags &s, int which, const std::vector<mma_problem> &problems,
                     int operand, mma_damage damage);

// ldmatrix or stmatrix at random addresses.
verdict run_matrices(const wgd_frag_op &op, uint64_t seed, mma_damage how);

} // namespace wgv
