// SPDX-License-Identifier: MIT
//
// Scale factors: which byte of shared memory scales a row and vector, on the way through tcgen05.cp,
// tensor memory and the instruction's factor ids. The factors of one operand spell the index of
// their byte, those of the other are 1; of A and B one vector is ones and the rest zeros.
#include <stdexcept>

#include "common/json.h"
#include "tc_cases.h"
#include "tc_program.h"
#include "tc_types.h"

namespace wgv
{
namespace
{

constexpr uint32_t B_AT = 40 * 1024, SF_AT = 100 * 1024, ONES_AT = 120 * 1024, IMAGE = 136 * 1024;
constexpr int COLUMN[2] = {256, 320};
constexpr int DIGIT = 5, PASSES = 3, BLOCKS = 2; // of four factors, along K

struct scale_case {
    wgd_umma_op op; // complete
    wgd_sf_operand operand;
};

void must(bool legal, const char *what)
{
    if (!legal) {
        throw std::logic_error(std::string("the library refuses ") + what);
    }
}

// A factor that is a digit: a power of two, or one of 32 numbers of ue4m3.
uint32_t code_of(int type, uint32_t digit)
{
    return (type == WGD_FRAG_UE8M0 ? 112u : 0x28u) + digit;
}

uint32_t digit_of(uint32_t index, int pass)
{
    return index >> (DIGIT * pass) & ((1u << DIGIT) - 1);
}

// vec times the factor, as an f32.
uint32_t scaled_bits(const wgd_umma_op &op, uint32_t code)
{
    const int ones = op.vec == 16 ? 4 : 5; // log2
    if (op.sf == WGD_FRAG_UE8M0) {
        return (code + (uint32_t)ones) << 23;
    }
    return (code << 20) + ((uint32_t)(127 - 7 + ones) << 23); // 4 bits of exponent, 3 of fraction
}

class recovery
{
  public:
    recovery(const scale_case &c, tc_device &device) : op_(c.op), coded_(c.operand), device_(device)
    {
        const int mma[3] = {op_.m, op_.n, op_.k};
        const int tile[3] = {op_.m, op_.n, WGD_SF_COLS * op_.vec * BLOCKS};
        must(wgd_sf_stage_make(WGD_SF_A, op_.kind, 1, op_.vec, mma, tile, &stage_[0], nullptr) ==
                     WGD_OK &&
                 wgd_sf_stage_make(WGD_SF_B, op_.kind, 1, op_.vec, mma, tile, &stage_[1],
                                   nullptr) == WGD_OK,
             "scale factors");
    }

    check_outcome run()
    {
        check_outcome out;
        out.passed = true;
        for (int pass = 0; pass < PASSES; pass++) {
            run_pass(pass, out);
        }
        return out;
    }

  private:
    // Operand tiles without a swizzle, one for each vector of an instruction: ones in that vector.
    uint64_t write_ones(tc_writer &w, uint32_t at, int rows, int type, int vector, wgd_read &rd)
    {
        const wgd_dtype stored = tc_dtype(op_.kind, type);
        const int per_chunk = 128 / wgd_dtype_bits(stored);
        for (int r = 0; r < rows; r++) {
            for (int k = vector * op_.vec; k < (vector + 1) * op_.vec; k++) {
                const int64_t element =
                    (int64_t)(k / per_chunk * rows + r) * per_chunk + k % per_chunk;
                w.put(0, 8 * (uint64_t)at + (uint64_t)tc_bit_of(stored, type, element),
                      tc_bits(type), tc_encode(type, 1));
            }
        }
        rd.arch = WGD_SM100;
        rd.dtype = stored;
        rd.mn = rows;
        wgd_desc d = {};
        d.start = (uint16_t)((w.window() + at) / 16);
        d.lbo = (uint16_t)rows;
        d.sbo = 8;
        d.swizzle = WGD_SWZ_NONE;
        return wgd_desc_pack(d, WGD_SM100);
    }

    void write_factors(tc_writer &w, int pass)
    {
        wgd_ldst cp;
        must(wgd_ldst_parse("tcgen05.cp.cta_group::1.32x128b.warpx4", &cp, nullptr) == WGD_OK,
             "a copy");
        for (int o = 0; o < 2; o++) {
            const uint32_t at = o == coded_ ? SF_AT : ONES_AT;
            for (int byte = 0; byte < stage_[o].bytes; byte++) {
                w.put(0, 8 * (at + (uint64_t)byte), 8,
                      o == coded_ ? code_of(op_.sf, digit_of((uint32_t)byte, pass))
                                  : tc_encode(op_.sf, 1));
            }
            for (int i = 0; i < stage_[o].copies; i++) {
                int to;
                const uint64_t desc = wgd_sf_copy(&stage_[o], i, w.window() + at, &to);
                w.copy(cp, desc, (uint32_t)(COLUMN[o] + to));
            }
        }
    }

    void run_pass(int pass, check_outcome &out)
    {
        tc_writer w(1, device_.window(), IMAGE);
        write_factors(w, pass);
        const int instructions = stage_[0].k / op_.k;
        std::vector<tc_loaded> loads;
        for (int i = 0; i < instructions * stage_[0].nsf; i++) {
            const int vector = i % stage_[0].nsf, instruction = i / stage_[0].nsf;
            multiply(w, instruction, vector);
            loads.push_back(w.load(tc_move(WGD_LDST_32X32B, 128, false), 0));
            loads.push_back(w.load(tc_move(WGD_LDST_32X32B, 128, false), 128));
        }
        const tc_result r = device_.run(w.program());
        for (int i = 0; i < instructions * stage_[0].nsf; i++) {
            compare(r, &loads[2 * (size_t)i], i, pass, out);
        }
    }

    void multiply(tc_writer &w, int instruction, int vector)
    {
        const uint32_t apart = 4096; // 128 rows of 32 bytes
        wgd_umma_op op = op_;
        tc_step s = {};
        wgd_read a = {}, b = {};
        s.a = write_ones(w, 1024 + (uint32_t)vector * apart, op.m, op.a, vector, a);
        s.b = write_ones(w, B_AT + (uint32_t)vector * 2 * apart, op.n, op.b, vector, b);
        const wgd_tmem_place pa = wgd_tmem_find(&stage_[0].tmem, 0, instruction * op.k, 0);
        const wgd_tmem_place pb = wgd_tmem_find(&stage_[1].tmem, 0, instruction * op.k, 0);
        // The operand whose factors are all 1 takes others than it would: the ids are told apart.
        const int other = stage_[0].nsf;
        op.sfa_id = (pa.bit / 8 + (coded_ == WGD_SF_A ? 0 : other)) % WGD_SF_COLS;
        op.sfb_id = (pb.bit / 8 + (coded_ == WGD_SF_B ? 0 : other)) % WGD_SF_COLS;
        s.sfa = (uint32_t)(COLUMN[0] + pa.column);
        s.sfb = (uint32_t)(COLUMN[1] + pb.column);
        must(wgd_idesc_encode(&op, &s.idesc, nullptr) == WGD_OK, "an instruction descriptor");
        w.mma(op, s, &a, &b);
    }

    void compare(const tc_result &r, const tc_loaded *loads, int vector, int pass,
                 check_outcome &out) const
    {
        const wgd_sf_stage &s = stage_[coded_];
        for (int i = 0; i < op_.m * op_.n; i++) {
            const int m = i % op_.m, n = i / op_.m; // D has a lane for each row
            const int row = coded_ == WGD_SF_A ? m : n;
            const int64_t byte = wgd_layout_at(&s.layout, row + (int64_t)WGD_SF_ROWS * s.blocks[0] *
                                                                    vector * op_.vec);
            const uint32_t want = scaled_bits(op_, code_of(op_.sf, digit_of((uint32_t)byte, pass)));
            const uint32_t got = loads[n / 128].at(r, 0, m / 32, m % 32, n % 128);
            out.checked++;
            if (got != want && out.passed) {
                out.passed = false;
                out.why = "row " + std::to_string(row) + ", vector " + std::to_string(vector) +
                          ": the factor is byte " + std::to_string(byte) + "; digit " +
                          std::to_string(pass) + " of it: got " + hex_word(got) + ", want " +
                          hex_word(want);
            }
        }
    }

    const wgd_umma_op op_;
    const wgd_sf_operand coded_;
    tc_device &device_;
    wgd_sf_stage stage_[2];
};

void add_case(std::vector<tc_case> &out, const scale_case &c)
{
    const wgd_umma_op &op = c.op;
    const std::string family = std::string("tcgen05/scale/") + wgd_umma_kind_name(op.kind) + "/" +
                               wgd_frag_type_name((wgd_frag_type)op.a) + "/" +
                               wgd_frag_type_name((wgd_frag_type)op.sf) + ".vec" +
                               std::to_string(op.vec) + "/" + (c.operand == WGD_SF_A ? "a" : "b");
    out.push_back({family, family + "/n" + std::to_string(op.n), [c](tc_device &device, uint64_t) {
                       recovery r(c, device);
                       return r.run();
                   }});
}

} // namespace

std::vector<tc_case> tc_scale_cases()
{
    std::vector<tc_case> out;
    for (const wgd_umma_kind kind : {WGD_UMMA_MXF8F6F4, WGD_UMMA_MXF4, WGD_UMMA_MXF4NVF4}) {
        for (const int type : {(int)WGD_FRAG_E4M3, (int)WGD_FRAG_E2M1}) {
            for (int i = 0; i < 2 * 2 * 2 * 3; i++) {
                scale_case c;
                c.op = wgd_umma_op_of(kind);
                c.op.a = c.op.b = type;
                c.op.sf = i & 1 ? WGD_FRAG_UE4M3 : WGD_FRAG_UE8M0;
                c.op.vec = i & 2 ? 32 : 16;
                c.op.m = 128;
                c.op.n = i / 8 == 0 ? 8 : i / 8 == 1 ? 72 : 256;
                c.operand = i & 4 ? WGD_SF_B : WGD_SF_A;
                if (wgd_umma_op_complete(&c.op, nullptr) == WGD_OK) {
                    add_case(out, c);
                }
            }
        }
    }
    return out;
}

} // namespace wgv
