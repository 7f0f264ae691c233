// SPDX-License-Identifier: MIT
//
// Elements to the registers of a warp and back, by the library's fragment tables; and those tables
// damaged, for controls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mma_problems.h"
#include "wgd_frag.h"

namespace wgv
{

// What a control does to the registers of one operand.
enum class mma_damage { none, lanes, registers, halves };

// What a comparison found.
struct verdict {
    uint64_t checked = 0, wrong = 0;
    std::string first;
};

// Words in which a lane keeps one register, and all registers of a warp.
inline uint32_t lane_words(const wgd_frag &f)
{
    return static_cast<uint32_t>(f.reg_bits / 32);
}
inline uint32_t words_of(const wgd_frag &f)
{
    return 32 * static_cast<uint32_t>(f.regs) * lane_words(f);
}

// The slot that a damaged table would name instead.
wgd_frag_slot damaged(const wgd_frag &f, wgd_frag_slot s, mma_damage how);
// Would the damage change anything?
bool can_damage(const wgd_frag &f, mma_damage how);

// Calls fn(row, column, word, shift) for every element, once for each matrix of the warp: its bits
// lie in words[word], from bit `shift` on (64-bit elements in two words).
template <class FN> void each_element(const wgd_frag &f, mma_damage how, FN fn)
{
    const uint32_t lw = lane_words(f);
    for (int i = 0; i < f.threads * f.values; i++) {
        const int at = wgd_frag_at(&f, i / f.values, i % f.values);
        const wgd_frag_slot s = damaged(f, wgd_frag_place(&f, i / f.values, i % f.values), how);
        for (int g = 0; g < f.groups; g++) {
            const uint32_t lane = static_cast<uint32_t>(s.lane + 4 * g);
            fn(at % f.rows, at / f.rows, (32 * static_cast<uint32_t>(s.reg) + lane) * lw, s.bit);
        }
    }
}

// Rows of whole numbers into the words of a warp, which are zero before.
void pack(const wgd_frag &f, const std::vector<int> &from, mma_damage how, uint32_t *out);
// Counts where the words of a warp do not hold the expected D.
void compare(const wgd_frag &f, const mma_problem &p, mma_damage how, const uint32_t *got,
             verdict &v);

} // namespace wgv
