// SPDX-License-Identifier: MIT
#include "mma_registers.h"

namespace wgv
{

wgd_frag_slot damaged(const wgd_frag &f, wgd_frag_slot s, mma_damage how)
{
    if (how == mma_damage::lanes && (s.lane == 1 || s.lane == 2)) {
        s.lane = 3 - s.lane;
    }
    if (how == mma_damage::registers && s.reg < 2 && f.regs > 1) {
        s.reg = 1 - s.reg;
    }
    if (how == mma_damage::halves && s.bit < 2 * s.bits && s.bits < f.reg_bits) {
        s.bit = s.bits - s.bit;
    }
    return s;
}

bool can_damage(const wgd_frag &f, mma_damage how)
{
    return how == mma_damage::lanes || (how == mma_damage::registers && f.regs > 1) ||
           (how == mma_damage::halves && wgd_frag_type_bits(f.type) < f.reg_bits);
}

void pack(const wgd_frag &f, const std::vector<int> &from, mma_damage how, uint32_t *out)
{
    each_element(f, how, [&](int row, int col, uint32_t word, int shift) {
        const uint64_t bits = mma_bits(f.type, from[static_cast<size_t>(row * f.cols + col)]);
        out[word] |= static_cast<uint32_t>(bits << shift);
        if (f.reg_bits == 64) {
            out[word + 1] |= static_cast<uint32_t>(bits >> 32);
        }
    });
}

void compare(const wgd_frag &f, const mma_problem &p, mma_damage how, const uint32_t *got,
             verdict &v)
{
    const int bits = wgd_frag_type_bits(f.type);
    const uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
    each_element(f, how, [&](int row, int col, uint32_t word, int shift) {
        const uint64_t high = f.reg_bits == 64 ? static_cast<uint64_t>(got[word + 1]) << 32 : 0;
        const uint64_t value = (got[word] >> shift & mask) | high;
        const int want = p.d[static_cast<size_t>(row * f.cols + col)];
        v.checked++;
        if (value != (mma_bits(f.type, want) & mask) && v.wrong++ == 0) {
            v.first = "D(" + std::to_string(row) + "," + std::to_string(col) +
                      ") is not the expected " + std::to_string(want);
        }
    });
}

} // namespace wgv
