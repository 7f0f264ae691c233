// SPDX-License-Identifier: MIT
#include "cost_layouts.h"

#include "verify/map/map_random.h"

namespace wgv
{
namespace
{

// LBO and SBO, the start and base_offset of a kind of layout. `pitch` is the distance between
// neighbouring groups of rows or columns in 16-byte units; -1: no gap and no overlap.
struct cost_kind {
    const char *name;
    int pitch;
    uint32_t start;       // added to the operand's, 16-byte units
    uint32_t base_offset; // in the word
    bool zeros;
};

const cost_kind KINDS[] = {{"tight, zeros", -1, 0, 0, true},
                           {"tight", -1, 0, 0, false},
                           {"all groups at one place", 0, 0, 0, false},
                           {"groups 16 bytes apart", 1, 0, 0, false},
                           {"groups 128 bytes apart", 8, 0, 0, false},
                           {"groups 144 bytes apart", 9, 0, 0, false},
                           {"groups 1040 bytes apart", 65, 0, 0, false},
                           {"misaligned start", -1, 3, 0, false},
                           {"wrong base_offset", -1, 0, 5, false}};

wgd_read read_of(const cost_kernel_entry &k, wgd_operand op)
{
    const wgd_inst *in = wgd_inst_at(k.row);
    wgd_read rd = {};
    rd.dtype = op == WGD_OPERAND_A ? in->a : in->b;
    rd.operand = op;
    rd.major =
        k.has(op == WGD_OPERAND_A ? COST_TRANS_A : COST_TRANS_B) ? WGD_MAJOR_MN : WGD_MAJOR_K;
    rd.mn = op == WGD_OPERAND_A ? WGD_INST_M : k.n;
    rd.sparse = k.has(COST_SPARSE);
    return rd;
}

// The operand's descriptor with that start, in 16-byte units.
uint64_t word_of(wgd_read rd, wgd_swizzle_mode mode, const cost_kind &kind, uint32_t start)
{
    const wgv_spans spans = wgv_read_spans(rd, mode);
    const uint32_t atom = (uint32_t)wgd_swizzle_row_bytes(mode) / 2; // eight rows, 16-byte units
    wgd_desc d;
    d.swizzle = mode;
    d.base_offset = (uint8_t)kind.base_offset;
    d.start = (uint16_t)(start + kind.start);
    d.sbo = (uint16_t)(kind.pitch < 0 ? atom : (uint32_t)kind.pitch);
    d.lbo = (uint16_t)(kind.pitch < 0 ? atom * (spans.sbo + 1) : (uint32_t)kind.pitch);
    return wgd_desc_encode(d);
}

} // namespace

// A lies in the first 56 KiB of shared memory, B behind it: the two tiles of each take turns.
std::vector<cost_layout> cost_layouts(const cost_kernel_entry &k, uint32_t window)
{
    std::vector<cost_layout> out;
    const wgd_read a = read_of(k, WGD_OPERAND_A), b = read_of(k, WGD_OPERAND_B);
    for (int code = 0; code < 4; code++) {
        const wgd_swizzle_mode mode = wgd_swizzle_of_wgmma((uint32_t)code);
        for (const cost_kind &kind : KINDS) {
            cost_layout l = {mode, kind.name, !kind.zeros, {}};
            for (uint32_t i = 0; i < 2; i++) {
                l.words.a[i] = word_of(a, mode, kind, window / 16 + 1536 * i);
                l.words.b[i] = word_of(b, mode, kind, window / 16 + 3584 + 4096 * i);
            }
            out.push_back(l);
        }
    }
    return out;
}

} // namespace wgv
