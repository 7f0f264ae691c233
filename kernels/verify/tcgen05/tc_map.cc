// SPDX-License-Identifier: MIT
//
// Map recovery: shared memory holds its own index, digit by digit (verify/map/map_codes.h), and is
// multiplied by the identity: every accumulator says from where an element came. Descriptors of tiles
// and random ones, of every type that can spell an address.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "common/json.h"
#include "tc_cases.h"
#include "tc_program.h"
#include "tc_types.h"
#include "common/numbers.h"
#include "common/random.h"
#include "verify/map/map_codes.h"
#include "verify/map/map_random.h"

namespace wgv
{
namespace
{

// Words of one program; bytes that are coded; behind them the identity operand.
constexpr size_t WORDS = 8;
constexpr uint32_t CODED = 208 * 1024, IDENTITY_MAX = 8 * 1024;

struct map_read {
    wgd_umma_op op; // complete: the recovered operand's rows are its M or N
    wgd_read read;
    bool canonical;
};

wgd_swizzle_mode mode_at(const wgd_read &rd, uint64_t i)
{
    wgd_swizzle_mode legal[WGD_SWIZZLE_MODE_COUNT];
    uint64_t n = 0;
    for (int m = 0; m < WGD_SWIZZLE_MODE_COUNT; m++) {
        if (wgd_mode_check(rd.dtype, rd.major, (wgd_swizzle_mode)m, rd.arch, nullptr) == WGD_OK) {
            legal[n++] = (wgd_swizzle_mode)m;
        }
    }
    return legal[i % n];
}

bool inside(uint64_t word, const wgd_read &rd, uint32_t from)
{
    uint32_t chunk[WGD_FETCH_CHUNKS_MAX];
    const size_t n = wgd_fetch_chunks(wgd_desc_unpack(word, rd.arch), rd, chunk);
    return std::all_of(chunk, chunk + n,
                       [&](uint32_t at) { return at >= from && at + 16 <= from + CODED; });
}

// Any start, strides and base offset with which the block stays where the codes are.
std::vector<uint64_t> random_words(const wgd_read &rd, uint64_t seed, uint32_t window)
{
    number_stream numbers(seed);
    std::vector<uint64_t> out;
    while (out.size() < WORDS) {
        wgd_desc d = {};
        d.swizzle = mode_at(rd, numbers.next() >> 8);
        d.start = (uint16_t)(window / 16 + numbers.next() % (CODED / 16));
        const int shift = (int)(numbers.next() % 10);
        d.lbo = (uint16_t)((numbers.next() & WGD_DESC_FIELD_MAX) >> shift);
        d.sbo = (uint16_t)((numbers.next() & WGD_DESC_FIELD_MAX) >> (numbers.next() % 10));
        d.base_offset = (uint8_t)(d.swizzle == WGD_SWZ_NONE ? 0 : numbers.next() & 7);
        const uint64_t word = wgd_desc_pack(d, rd.arch);
        if (inside(word, rd, window)) {
            out.push_back(word);
        }
    }
    return out;
}

// Those of tiles: every mode, both blocks along K.
std::vector<uint64_t> tile_words(const wgd_read &rd, uint32_t window)
{
    std::vector<uint64_t> out;
    for (int m = 0; m < WGD_SWIZZLE_MODE_COUNT; m++) {
        wgd_tile_query q = wgd_tile_query_default();
        q.arch = rd.arch;
        q.dtype = rd.dtype;
        q.operand = rd.operand;
        q.major = rd.major;
        q.swizzle = (wgd_swizzle_mode)m;
        q.block[0] = q.mn = rd.mn;
        q.block[1] = wgd_read_k(rd);
        q.k = std::max(2 * wgd_read_k(rd), 1024 / wgd_dtype_bits(rd.dtype));
        q.start = window + 1024;
        wgd_tile t;
        if (wgd_tile_describe(&q, &t, nullptr) == WGD_OK) {
            out.push_back(wgd_tile_block_desc(&t, 0, 0));
            out.push_back(wgd_tile_block_desc(&t, 0, t.blocks_k - 1));
        }
    }
    return out;
}

// The other operand: K-major without a swizzle, row r a one in column r % K.
uint64_t write_identity(tc_writer &w, const map_read &m, int rows)
{
    const int k = wgd_read_k(m.read), bits = wgd_dtype_bits(m.read.dtype);
    for (int r = 0; r < rows; r++) {
        const int column = r % k, per_chunk = 128 / bits;
        const uint64_t byte = CODED + (uint64_t)(column / per_chunk * rows + r) * 16;
        w.put(0, 8 * byte + (uint64_t)(column % per_chunk * bits), bits,
              wgv_element_bits(m.read.dtype, 1));
    }
    wgd_desc d = {};
    d.start = (uint16_t)((w.window() + CODED) / 16);
    d.lbo = (uint16_t)rows;
    d.sbo = 8;
    d.swizzle = WGD_SWZ_NONE;
    return wgd_desc_pack(d, m.read.arch);
}

void write_codes(tc_writer &w, wgd_dtype t, uint32_t pass)
{
    const uint32_t bytes = wgv_unit_bytes(t);
    for (uint32_t at = 0; at < CODED; at += bytes) {
        w.put(0, 8 * (uint64_t)at, (int)(8 * bytes), wgv_code(t, pass, (w.window() + at) / bytes));
    }
}

// Which element an accumulator shows: of A the row is m, of B it is n.
struct shown {
    int row, k;
};

class recovery
{
  public:
    recovery(const map_read &m, tc_device &device) : m_(m), device_(device)
    {
        wgd_tmem_spec spec = {};
        spec.what = WGD_TMEM_C;
        spec.cta_group = 1;
        spec.type = m.op.d;
        spec.m = m.op.m;
        spec.n = m.op.n;
        if (wgd_tmem_make(&spec, &d_, nullptr) != WGD_OK) {
            throw std::logic_error("the library refuses an accumulator");
        }
    }

    check_outcome run(const std::vector<uint64_t> &words)
    {
        check_outcome out;
        out.passed = true;
        for (uint32_t pass = 0; pass < wgv_code_passes(m_.read.dtype); pass++) {
            run_pass(words, pass, out);
        }
        return out;
    }

  private:
    bool of_a() const
    {
        return m_.read.operand == WGD_OPERAND_A;
    }

    void run_pass(const std::vector<uint64_t> &words, uint32_t pass, check_outcome &out)
    {
        tc_writer w(1, device_.window(), CODED + IDENTITY_MAX);
        write_codes(w, m_.read.dtype, pass);
        const int other_rows = of_a() ? m_.op.n : m_.op.m;
        const uint64_t identity = write_identity(w, m_, other_rows);
        wgd_read other = m_.read;
        other.operand = of_a() ? WGD_OPERAND_B : WGD_OPERAND_A;
        other.major = WGD_MAJOR_K;
        other.mn = other_rows;
        wgd_umma_op op = m_.op;
        std::vector<tc_step> steps;
        std::vector<tc_loaded> loads[2];
        for (const uint64_t word : words) {
            tc_step s = {};
            if (wgd_idesc_encode(&op, &s.idesc, nullptr) != WGD_OK) {
                throw std::logic_error("the library refuses an instruction");
            }
            s.a = of_a() ? word : identity;
            s.b = of_a() ? identity : word;
            w.mma(op, s, of_a() ? &m_.read : &other, of_a() ? &other : &m_.read);
            loads[0].push_back(w.load(tc_move(WGD_LDST_32X32B, 128, false), 0));
            loads[1].push_back(w.load(tc_move(WGD_LDST_32X32B, 128, false), 128));
        }
        const tc_result r = device_.run(w.program());
        for (size_t i = 0; i < words.size(); i++) {
            compare(r, loads[0][i], loads[1][i], words[i], pass, out);
        }
    }

    void compare(const tc_result &r, const tc_loaded &low, const tc_loaded &high, uint64_t word,
                 uint32_t pass, check_outcome &out) const
    {
        const int k_all = wgd_read_k(m_.read);
        const wgd_desc desc = wgd_desc_unpack(word, m_.read.arch);
        const wgd_dtype t = m_.read.dtype;
        const int other = of_a() ? m_.op.n : m_.op.m;
        for (int row = 0; row < m_.read.mn; row++) {
            for (int i = 0; i < other; i++) {
                const wgd_tmem_place at =
                    of_a() ? wgd_tmem_find(&d_, row, i, 0) : wgd_tmem_find(&d_, i, row, 0);
                const tc_loaded &l = at.column < 128 ? low : high;
                const uint32_t got = l.at(r, 0, at.lane / 32, at.lane % 32, at.column % 128);
                // of an identity with more rows than columns, the rest are the first again
                const uint32_t unit =
                    wgd_fetch_byte(desc, m_.read, (uint32_t)row, (uint32_t)(i % k_all)) /
                    wgv_unit_bytes(t);
                out.checked++;
                if (got != wgv_code_result(t, wgv_code(t, pass, unit), 0) && out.passed) {
                    out.passed = false;
                    out.why = explain(word, row, i % k_all, unit, pass, got);
                }
            }
        }
    }

    std::string explain(uint64_t word, int row, int k, uint32_t unit, uint32_t pass,
                        uint32_t got) const
    {
        const wgd_dtype t = m_.read.dtype;
        const int32_t digit = wgv_code_decode(t, got);
        return "descriptor " + hex_word(word) + ", element (" + std::to_string(row) + "," +
               std::to_string(k) + "): the rule says byte " +
               std::to_string(unit * wgv_unit_bytes(t)) + ", digit " + std::to_string(pass) +
               " of its index is " + std::to_string(wgv_code_digit(t, pass, unit)) +
               (digit < 0 ? ", nothing like a digit came" : ", " + std::to_string(digit) + " came");
    }

    const map_read &m_;
    tc_device &device_;
    wgd_tmem d_;
};

// The instruction that recovers an operand of so many rows, if there is one: the identity takes as
// many rows as it needs columns.
bool read_of(wgd_umma_kind kind, int type, wgd_operand o, wgd_major major, int rows, map_read &out)
{
    const bool a = o == WGD_OPERAND_A;
    wgd_umma_op op = wgd_umma_op_of(kind);
    op.arch = WGD_SM100;
    op.a = op.b = type;
    op.d = kind == WGD_UMMA_I8 ? (int)WGD_FRAG_S32 : (int)WGD_FRAG_F32;
    op.m = a ? rows : 128;
    op.n = a ? wgd_umma_kind_k(kind) : rows;
    (a ? op.a_major : op.b_major) = major;
    out.op = op;
    out.read = {};
    out.read.dtype = tc_dtype(kind, type);
    out.read.operand = o;
    out.read.major = major;
    out.read.mn = rows;
    out.read.arch = WGD_SM100;
    return wgd_umma_op_complete(&out.op, nullptr) == WGD_OK &&
           wgd_read_check(out.read, nullptr) == WGD_OK;
}

void add_case(std::vector<tc_case> &out, const map_read &m)
{
    const std::string kind = m.canonical ? "tcgen05/canonical/" : "tcgen05/map/";
    const std::string family = kind + wgd_dtype_get(m.read.dtype)->name + "/" +
                               wgd_operand_name(m.read.operand) + "/" +
                               wgd_major_name(m.read.major);
    const auto run = [m](tc_device &device, uint64_t seed) {
        const uint32_t window = device.window();
        recovery r(m, device);
        return r.run(m.canonical ? tile_words(m.read, window)
                                 : random_words(m.read, seed + (uint64_t)m.read.mn, window));
    };
    out.push_back(
        {family, family + "/r" + std::to_string(m.read.mn), run, m.op.kind == WGD_UMMA_I8});
}

} // namespace

std::vector<tc_case> tc_map_cases()
{
    static const std::array<std::pair<wgd_umma_kind, int>, 7> types = {
        {{WGD_UMMA_F16, WGD_FRAG_F16},
         {WGD_UMMA_F16, WGD_FRAG_BF16},
         {WGD_UMMA_TF32, WGD_FRAG_TF32},
         {WGD_UMMA_F8F6F4, WGD_FRAG_E4M3},
         {WGD_UMMA_F8F6F4, WGD_FRAG_E5M2},
         {WGD_UMMA_I8, WGD_FRAG_S8},
         {WGD_UMMA_I8, WGD_FRAG_U8}}};
    std::vector<tc_case> out;
    for (int i = 0; i < 2 * 2 * 2 * 7; i++) {
        const auto &type = types[(size_t)i % 7];
        const wgd_operand o = i / 7 & 1 ? WGD_OPERAND_B : WGD_OPERAND_A;
        const wgd_major major = i / 14 & 1 ? WGD_MAJOR_MN : WGD_MAJOR_K;
        for (int rows = 8; rows <= 256; rows += 8) {
            map_read m;
            if (read_of(type.first, type.second, o, major, rows, m)) {
                m.canonical = i / 28 != 0;
                if (!m.canonical || !tile_words(m.read, 0).empty()) {
                    add_case(out, m);
                }
            }
        }
    }
    return out;
}

} // namespace wgv
