// SPDX-License-Identifier: MIT
#include "product_plan.h"

#include <array>
#include <map>
#include <mutex>
#include <stdexcept>

#include "verify/wgmma/inputs.h"

namespace wgv
{
namespace
{

// One mode of a tile's layout as leaves; strides in units of the tile (elements; bytes for b1).
void flatten_mode(const wgd_layout &l, int mode, wgv_tile_map &out)
{
    wgd_layout m;
    if (wgd_layout_mode(&l, mode, &m) != WGD_OK || m.shape.n_leaves > WGV_MAX_LEAVES) {
        throw std::logic_error("a tile's layout has more leaves than the kernel takes");
    }
    out.leaves[mode] = m.shape.n_leaves;
    for (int i = 0; i < m.shape.n_leaves; i++) {
        out.shape[mode][i] = (uint32_t)m.shape.leaf[i];
        out.stride[mode][i] = (uint32_t)m.stride[i];
    }
}

wgv_tile_map tile_map_of(const wgd_tile &t)
{
    wgd_composed smem = t.smem;
    const int bits = wgd_dtype_bits(t.query.dtype);
    if (bits < 8 && wgd_recast_composed(&t.smem, bits, 8, &smem, nullptr) != WGD_OK) {
        throw std::logic_error("a b1 tile does not recast to bytes");
    }
    wgv_tile_map out = {};
    out.unit_bytes = wgv_unit_bytes(t.query.dtype);
    out.start = (uint32_t)t.query.start;
    flatten_mode(smem.layout, 0, out);
    flatten_mode(smem.layout, 1, out);
    out.rows = (uint32_t)t.query.mn;
    out.cols = (uint32_t)(bits < 8 ? t.query.k * bits / 8 : t.query.k);
    // Sw<B,M,S> o smem_ptr[..] acts on byte addresses
    out.swizzle_bits = (uint32_t)t.smem.sw.b;
    out.swizzle_to = (uint32_t)t.smem.sw.m;
    out.swizzle_shift = (uint32_t)t.smem.sw.s;
    return out;
}

bool fill_operand(const product_case &c, wgd_operand o, uint32_t start, product_operand &out)
{
    const wgd_tile_query q = tile_query(c, o, start);
    wgd_tile t;
    if (wgd_tile_describe(&q, &t, nullptr) != WGD_OK) {
        return false;
    }
    const int blocks = o == WGD_OPERAND_A ? c.blocks_m : c.blocks_n;
    out = {};
    out.tile = tile_map_of(t);
    out.first = t.desc;
    out.block_rows = (uint32_t)t.block_mn;
    out.block_cols = out.tile.cols / (uint32_t)c.steps;
    for (int i = 0; i < blocks; i++) {
        for (int k = 0; k < c.steps; k++) {
            out.word[i * c.steps + k] = wgd_tile_block_desc(&t, i, k);
        }
    }
    return true;
}

uint16_t field_plus(uint16_t field, int by)
{
    return (uint16_t)((field + by) & WGD_DESC_FIELD_MAX);
}

wgd_desc mutate(wgd_desc d, mutation m)
{
    switch (m) {
    case mutation::start_up:
    case mutation::start_down:
        d.start = field_plus(d.start, m == mutation::start_up ? 1 : -1);
        break;
    case mutation::lbo_up:
    case mutation::lbo_down:
        d.lbo = field_plus(d.lbo, m == mutation::lbo_up ? 1 : -1);
        break;
    case mutation::sbo_up:
    case mutation::sbo_down:
        d.sbo = field_plus(d.sbo, m == mutation::sbo_up ? 1 : -1);
        break;
    case mutation::swapped: {
        const uint16_t lbo = d.lbo;
        d.lbo = d.sbo;
        d.sbo = lbo;
        break;
    }
    case mutation::base_offset_up:
    case mutation::base_offset_four:
        d.base_offset = (uint8_t)((d.base_offset + (m == mutation::base_offset_up ? 1 : 4)) & 7);
        break;
    case mutation::type_1:
    case mutation::type_2:
    case mutation::type_3:
        d.swizzle = wgd_swizzle_of_wgmma(wgd_swizzle_wgmma_code(d.swizzle) ^
                                         (uint32_t)((int)m - (int)mutation::type_1 + 1));
        break;
    default:
        break;
    }
    return d;
}

// Moves a tile one row of 128 bytes into a pattern and writes it as if the pattern began there.
void shift(product_operand &o, unsigned base_offset)
{
    o.tile.start += 128;
    o.tile.swizzle_origin = o.tile.start;
    o.first.base_offset = (uint8_t)base_offset;
    for (uint64_t &w : o.word) {
        wgd_desc d = wgd_desc_decode(w);
        d.start = field_plus(d.start, 128 / 16);
        d.base_offset = (uint8_t)base_offset;
        w = wgd_desc_encode(d);
    }
}

using operand_key = std::array<int64_t, 11>;

} // namespace

wgd_read read_of(const product_case &c, wgd_operand o)
{
    const wgd_inst &in = *wgd_inst_at(c.row);
    wgd_read rd = {};
    rd.dtype = o == WGD_OPERAND_A ? in.a : in.b;
    rd.operand = o;
    rd.major = c.major[o];
    rd.mn = o == WGD_OPERAND_A ? WGD_INST_M : c.n;
    rd.sparse = c.sparse;
    return rd;
}

wgd_read issued_read(const product_case &c, wgd_operand o)
{
    wgd_read rd = read_of(c, o);
    if (c.control == mutation::transpose && c.mutated == o) {
        rd.major = rd.major == WGD_MAJOR_K ? WGD_MAJOR_MN : WGD_MAJOR_K;
    }
    return rd;
}

const product_operand *operand_at(const product_case &c, wgd_operand o, uint32_t start)
{
    struct answer {
        bool legal;
        product_operand operand;
    };
    static std::map<operand_key, answer> known;
    static std::mutex lock;
    const wgd_tile_query q = tile_query(c, o, start);
    const operand_key key = {q.dtype, q.operand, q.major,   q.swizzle, q.mn,   q.k,
                             q.n,     start,     c.k_first, c.sparse,  c.steps};
    {
        const std::lock_guard<std::mutex> hold(lock);
        const auto at = known.find(key);
        if (at != known.end()) {
            return at->second.legal ? &at->second.operand : nullptr;
        }
    }
    answer a = {};
    a.legal = fill_operand(c, o, start, a.operand);
    const std::lock_guard<std::mutex> hold(lock);
    const answer &kept = known.emplace(key, a).first->second;
    return kept.legal ? &kept.operand : nullptr;
}

uint32_t start_of(const product_case &c, wgd_operand o, uint32_t base)
{
    const uint32_t region = o == WGD_OPERAND_A ? A_REGION : B_REGION;
    const uint32_t align = (uint32_t)wgd_swizzle_alignment(c.swizzle[o]);
    const uint32_t place = (c.scale_d != c.k_first) != (o == WGD_OPERAND_A); // one of two
    return base + region + place * (align < 1024 ? 3 * align : align);
}

uint64_t input_seed(const product_case &c, uint64_t seed)
{
    const uint32_t group =
        (uint32_t)c.row << 24 | (uint32_t)c.n << 8 | (uint32_t)c.blocks_m << 4 | (uint32_t)c.sparse;
    const uint32_t size = (uint32_t)c.blocks_n << 8 | (uint32_t)c.steps;
    return (uint64_t)wgv_hash(seed, 5, group, size) << 32 | wgv_hash(seed, 6, group, size);
}

product_job make_job(const product_case &c, uint64_t seed, uint32_t base)
{
    product_job job = {};
    job.seed = input_seed(c, seed);
    job.n = (uint32_t)c.n;
    job.blocks_m = (uint32_t)c.blocks_m;
    job.blocks_n = (uint32_t)c.blocks_n;
    job.steps = (uint32_t)c.steps;
    job.scale_d = c.scale_d;
    job.check_device_words = c.control == mutation::none;
    uint32_t end = base + B_REGION;
    for (const wgd_operand o : {WGD_OPERAND_A, WGD_OPERAND_B}) {
        if (o == WGD_OPERAND_A && c.a_in_regs) {
            continue;
        }
        product_operand &mine = o == WGD_OPERAND_A ? job.a : job.b;
        const product_operand *planned = operand_at(c, o, start_of(c, o, base));
        if (!planned) {
            throw std::logic_error("not a legal case: " + name_of(c));
        }
        mine = *planned;
        const bool shifted = c.control == mutation::shifted && c.mutated == o;
        if (shifted || (c.phased && c.swizzle[o] != WGD_SWZ_NONE)) {
            shift(mine, shifted ? 0 : 1);
        }
        if (c.control != mutation::none && c.mutated == o) {
            for (uint64_t &w : mine.word) {
                w = wgd_desc_encode(mutate(wgd_desc_decode(w), c.control));
            }
        }
        const uint32_t bytes = mine.tile.rows * mine.tile.cols * mine.tile.unit_bytes;
        end = end > mine.tile.start + bytes ? end : mine.tile.start + bytes;
    }
    // a control may read anywhere: poison all there is
    job.window_end = c.control == mutation::none ? (end + 1023) / 1024 * 1024 : base + SMEM_BYTES;
    return job;
}

uint32_t job_smem_bytes(const product_job &job, uint32_t base)
{
    return job.window_end - base;
}

} // namespace wgv
