// SPDX-License-Identifier: MIT
//
// Proves the register fragments of libwgdesc on the GPU: registers are packed and unpacked by its
// tables, and the products must be right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wgv
{

enum class mma_kind {
    index,   // every element of A, B and C coded by its index, the other operand the identity
    random,  // exact random products
    printed, // products that were printed by others
    matrix,  // ldmatrix, stmatrix: every 16-bit unit coded by its index
    control  // a corrupted fragment must be noticed
};

// Which operand's registers a control corrupts, and how.
enum class mma_damage { none, lanes, registers, halves };

struct mma_case {
    mma_kind kind;
    int which;   // of wgv_mma_ops, or of the fragment table's ldmatrix and stmatrix rows
    int operand; // control: 0 a, 1 b, 2 c, 3 d
    mma_damage damage;
};

// "mma/m16n8k16.row.col.f32.f16.f16.f32/index", "control/mma/.../a/lanes", "ldmatrix.x4.trans/..."
std::string name_of(const mma_case &c);
// The part of the name that cases share: "mma/m16n8k16.row.col.f32.f16.f16.f32".
std::string family_of(const mma_case &c);
std::vector<mma_case> all_mma_cases();

struct mma_outcome {
    uint64_t checked = 0; // elements compared
    bool passed = false;  // of a control: was it noticed?
    std::string why;
};
mma_outcome run_mma(const mma_case &c, uint64_t seed);

} // namespace wgv
