// SPDX-License-Identifier: MIT
//
// Products against the host's: tiles are written through their layouts, which know nothing of the
// fetch rule; words, instruction descriptor and places in tensor memory are asked of the library.
#include "tc_product.h"

#include <algorithm>
#include <stdexcept>

#include "common/json.h"
#include "tc_cases.h"
#include "tc_types.h"
#include "verify/wgmma/inputs.h"

namespace wgv
{
namespace
{

// Where things are: the tiles and factors in shared memory from the window's first byte, and the
// first columns in tensor memory.
constexpr uint32_t A_AT = 1024, B_AT = 66 * 1024, SFA_AT = 132 * 1024, SFB_AT = 136 * 1024;
constexpr uint32_t IMAGE = 140 * 1024;
constexpr int D_COLUMN = 0, A_COLUMN = 256, SFA_COLUMN = 384, SFB_COLUMN = 448;

void must(wgd_status s, const char *what)
{
    if (s != WGD_OK) {
        throw std::logic_error(std::string("the library refuses ") + what);
    }
}

int draw(uint64_t seed, uint32_t which, int r, int k, int low, int high)
{
    const uint32_t h = wgv_hash(seed, which, (uint32_t)r, (uint32_t)k) >> 8;
    return low + (int)(h % (uint32_t)(high - low + 1));
}

// The numbers of a case, by element. Every sum is exact: below 2048 where D is f16.
class numbers
{
  public:
    numbers(const tc_product &p, uint64_t seed) : p_(p), seed_(seed)
    {
        const bool small = p.op.d == WGD_FRAG_F16 || wgd_umma_kind_scaled(p.op.kind);
        limit_[0] = std::min(tc_limit(p.op.a), small ? 3 : p.op.kind == WGD_UMMA_I8 ? 255 : 7);
        limit_[1] = std::min(tc_limit(p.op.b), small ? 3 : p.op.kind == WGD_UMMA_I8 ? 255 : 7);
        prepare();
    }
    int a(int r, int k) const
    {
        return draw(seed_, 0, r, k, p_.op.a == WGD_FRAG_U8 ? 0 : -limit_[0], limit_[0]);
    }
    int b(int r, int k) const
    {
        return draw(seed_, 1, r, k, p_.op.b == WGD_FRAG_U8 ? 0 : -limit_[1], limit_[1]);
    }
    int c(int m, int n) const
    {
        return p_.accumulate ? draw(seed_, 2, m, n, -500, 500) : 0;
    }
    // Of a row and a vector, 1 for the plain kinds.
    int scale(wgd_operand o, int r, int vector) const
    {
        return wgd_umma_kind_scaled(p_.op.kind)
                   ? 1 << draw(seed_, o == WGD_OPERAND_A ? 3 : 4, r, vector, 0, 2)
                   : 1;
    }
    // The whole matrices, with the factors multiplied in.
    void prepare()
    {
        const int k_all = p_.op.k * tc_steps(p_);
        for (int k = 0; k < k_all; k++) {
            const int vector = p_.op.vec ? k / p_.op.vec : 0;
            for (int m = 0; m < p_.op.m; m++) {
                whole_[0].push_back(a(m, k) * scale(WGD_OPERAND_A, m, vector));
            }
            for (int n = 0; n < p_.op.n; n++) {
                whole_[1].push_back(b(n, k) * scale(WGD_OPERAND_B, n, vector));
            }
        }
    }
    int product(int m, int n) const
    {
        const int k_all = p_.op.k * tc_steps(p_);
        int sum = 0;
        for (int k = 0; k < k_all; k++) {
            sum += whole_[0][(size_t)(k * p_.op.m + m)] * whole_[1][(size_t)(k * p_.op.n + n)];
        }
        return (p_.op.a_neg != p_.op.b_neg ? -sum : sum) + c(m, n);
    }

  private:
    const tc_product &p_;
    uint64_t seed_;
    int limit_[2];
    std::vector<int> whole_[2];
};

wgd_tmem place(wgd_tmem_what what, const wgd_umma_op &op, int type, int m, int n, int tiles)
{
    wgd_tmem_spec spec = {};
    spec.what = what;
    spec.cta_group = op.cta_group;
    spec.type = type;
    spec.m = m;
    spec.n = n;
    spec.tiles[0] = 1;
    spec.tiles[1] = tiles;
    wgd_tmem t;
    must(wgd_tmem_make(&spec, &t, nullptr), "a fragment of tensor memory");
    return t;
}

// The whole of one case on its way through the device.
class product_run
{
  public:
    product_run(const tc_product &p, uint64_t seed, uint32_t window)
        : p_(p), in_(p, seed), w_(p.op.cta_group, window, IMAGE), steps_(tc_steps(p)),
          rows_(tc_rows(p, WGD_OPERAND_A)),
          d_(place(p.op.ws ? WGD_TMEM_C_WS : WGD_TMEM_C, p.op, p.op.d, rows_, p.op.n, 1))
    {
        if (!p.op.a_tmem) {
            write_tile(WGD_OPERAND_A, window + A_AT);
        }
        write_tile(WGD_OPERAND_B, window + B_AT);
        write_cells(seed);
        if (wgd_umma_kind_scaled(p.op.kind)) {
            write_factors(WGD_OPERAND_A, SFA_AT, SFA_COLUMN);
            write_factors(WGD_OPERAND_B, SFB_AT, SFB_COLUMN);
        }
        for (int k = 0; k < steps_; k++) {
            multiply(k);
        }
        w_.load_cells(D_COLUMN + p.op.n);
    }

    const tc_program &program() const
    {
        return w_.program();
    }

    check_outcome compare(const tc_result &r) const
    {
        check_outcome out;
        int wrong = 0;
        for (int m = 0; m < p_.op.m; m++) {
            for (int n = 0; n < p_.op.n; n++) {
                const int cta = m / rows_;
                const wgd_tmem_place at = wgd_tmem_find(&d_, m % rows_, n, 0);
                const uint32_t mask = p_.op.d == WGD_FRAG_F16 ? 0xffffu : ~0u;
                const uint32_t got =
                    w_.cell_of(r, cta, at.lane, D_COLUMN + at.column) >> at.bit & mask;
                const int v = in_.product(m, n);
                const uint32_t want = tc_encode(p_.op.d, v) & mask;
                out.checked++;
                if (got != want && wrong++ == 0) {
                    out.why = "D(" + std::to_string(m) + "," + std::to_string(n) + ") at CTA " +
                              std::to_string(cta) + ", lane " + std::to_string(at.lane) +
                              ", column " + std::to_string(at.column) + ": got " + hex_word(got) +
                              ", want " + hex_word(want) + " (" + std::to_string(v) + ")";
                }
            }
        }
        out.passed = wrong == 0;
        out.why += out.passed ? "" : "; " + std::to_string(wrong) + " wrong; " + words();
        return out;
    }

  private:
    std::string words() const
    {
        const tc_step &s = first_mma_;
        return "a " + hex_word(s.a) + ", b " + hex_word(s.b) + ", idesc " + hex_word(s.idesc);
    }

    void write_tile(wgd_operand o, uint32_t start)
    {
        const bool a = o == WGD_OPERAND_A;
        wgd_tile &t = tile_[o];
        must(tc_tile(p_, o, start, &t), "a tile");
        const int type = a ? p_.op.a : p_.op.b;
        const int rows = tc_rows(p_, o), columns = p_.op.k * steps_;
        for (int k = 0; k < columns; k++) {
            for (int r = 0; r < rows; r++) {
                int64_t index;
                must(wgd_composed_at(&t.smem, r + (int64_t)rows * k, &index, nullptr), "a layout");
                const int64_t bit =
                    8 * (int64_t)(start - w_.window()) + tc_bit_of(t.query.dtype, type, index);
                for (int c = 0; c < p_.op.cta_group; c++) {
                    const int v = a ? in_.a(c * rows + r, k) : in_.b(c * rows + r, k);
                    w_.put(c, (uint64_t)bit, tc_bits(type), tc_encode(type, v));
                }
            }
        }
    }

    // Tensor memory before: noise, C where it is added to, and A where it lies there.
    void write_cells(uint64_t seed)
    {
        tc_cells cells[2];
        for (int c = 0; c < p_.op.cta_group; c++) {
            for (int i = 0; i < TC_CELLS; i++) {
                cells[c].at(i / WGD_TMEM_COLUMNS, i % WGD_TMEM_COLUMNS) =
                    wgv_hash(seed, 9, (uint32_t)c, (uint32_t)i);
            }
            for (int m = 0; m < rows_ && p_.accumulate; m++) {
                for (int n = 0; n < p_.op.n; n++) {
                    const wgd_tmem_place at = wgd_tmem_find(&d_, m, n, 0);
                    cells[c].at(at.lane, D_COLUMN + at.column) =
                        tc_encode(p_.op.d, in_.c(c * rows_ + m, n));
                }
            }
            if (p_.op.a_tmem) {
                write_a(cells[c], c);
            }
        }
        w_.store_cells(cells);
    }

    void write_a(tc_cells &cells, int cta)
    {
        a_ = place(WGD_TMEM_A, p_.op, p_.op.a, rows_, p_.op.k, steps_);
        for (int m = 0; m < a_.rows; m++) {
            for (int k = 0; k < p_.op.k * steps_; k++) {
                const wgd_tmem_place at = wgd_tmem_find(&a_, m, k, 0);
                uint32_t &cell = cells.at(at.lane, A_COLUMN + at.column);
                const uint32_t mask = (uint32_t)((UINT64_C(1) << at.bits) - 1) << at.bit;
                const uint32_t v = tc_encode(p_.op.a, in_.a(cta * rows_ + m % rows_, k));
                cell = (cell & ~mask) | (v << at.bit & mask);
            }
        }
    }

    void write_factors(wgd_operand o, uint32_t at, int column)
    {
        const bool a = o == WGD_OPERAND_A;
        wgd_sf_stage &s = stage_[o];
        const int mma[3] = {p_.op.m, p_.op.n, p_.op.k};
        const int tile[3] = {p_.op.m, p_.op.n, p_.op.k * steps_};
        must(wgd_sf_stage_make(a ? WGD_SF_A : WGD_SF_B, p_.op.kind, p_.op.cta_group, p_.op.vec, mma,
                               tile, &s, nullptr),
             "scale factors");
        const int rows = a ? rows_ : p_.op.n, padded = WGD_SF_ROWS * s.blocks[0];
        for (int c = 0; c < p_.op.cta_group; c++) {
            for (int r = 0; r < rows; r++) {
                for (int k = 0; k < tile[2]; k += p_.op.vec) {
                    const int64_t byte = wgd_layout_at(&s.layout, r + (int64_t)padded * k);
                    const int v = in_.scale(o, (a ? c * rows_ : 0) + r, k / p_.op.vec);
                    w_.put(c, 8 * (at + (uint64_t)byte), 8, tc_encode(p_.op.sf, v));
                }
            }
        }
        wgd_ldst cp;
        must(wgd_ldst_parse(p_.op.cta_group == 2 ? "tcgen05.cp.cta_group::2.32x128b.warpx4"
                                                 : "tcgen05.cp.cta_group::1.32x128b.warpx4",
                            &cp, nullptr),
             "a copy");
        for (int i = 0; i < s.copies; i++) {
            int to;
            const uint64_t desc = wgd_sf_copy(&s, i, w_.window() + at, &to);
            w_.copy(cp, desc, (uint32_t)(column + to));
        }
    }

    // Column and byte of the factors that instruction k begins with.
    uint32_t factors(wgd_operand o, int k, int first, int *id) const
    {
        const wgd_tmem_place at = wgd_tmem_find(&stage_[o].tmem, 0, k * p_.op.k, 0);
        *id = at.bit / 8;
        return (uint32_t)(first + at.column);
    }

    uint64_t word(wgd_operand o, int k) const
    {
        wgd_desc d = wgd_desc_unpack(wgd_tile_block_desc(&tile_[o], 0, k), WGD_SM100);
        if (p_.control != tc_mutation::none && p_.mutated == o) {
            d.start = (uint16_t)(d.start + (p_.control == tc_mutation::start ? 1 : 0));
            d.lbo = (uint16_t)(d.lbo + (p_.control == tc_mutation::lbo ? 1 : 0));
            d.sbo = (uint16_t)(d.sbo + (p_.control == tc_mutation::sbo ? 1 : 0));
            if (p_.control == tc_mutation::swizzle) {
                d.swizzle = d.swizzle == WGD_SWZ_128B ? WGD_SWZ_64B : WGD_SWZ_128B;
            }
        }
        return wgd_desc_pack(d, WGD_SM100);
    }

    void multiply(int k)
    {
        wgd_umma_op op = p_.op;
        tc_step s = {};
        if (wgd_umma_kind_scaled(op.kind)) {
            s.sfa = factors(WGD_OPERAND_A, k, SFA_COLUMN, &op.sfa_id);
            s.sfb = factors(WGD_OPERAND_B, k, SFB_COLUMN, &op.sfb_id);
        }
        must(wgd_idesc_encode(&op, &s.idesc, nullptr), "an instruction descriptor");
        s.tmem = D_COLUMN;
        s.accumulate = p_.accumulate || k > 0;
        s.b = word(WGD_OPERAND_B, k);
        const wgd_read b = wgd_tile_read(&tile_[WGD_OPERAND_B]);
        if (op.a_tmem) {
            s.a = (uint64_t)(A_COLUMN + wgd_tmem_find(&a_, 0, k * op.k, 0).column);
            w_.mma(op, s, nullptr, &b);
        } else {
            s.a = word(WGD_OPERAND_A, k);
            const wgd_read a = wgd_tile_read(&tile_[WGD_OPERAND_A]);
            w_.mma(op, s, &a, &b);
        }
        first_mma_ = k == 0 ? s : first_mma_;
    }

    const tc_product &p_;
    const numbers in_;
    tc_writer w_;
    const int steps_, rows_;
    wgd_tmem d_, a_ = {};
    wgd_tile tile_[2] = {};
    wgd_sf_stage stage_[2] = {};
    tc_step first_mma_ = {};
};

check_outcome run_product(const tc_product &p, tc_device &device, uint64_t seed)
{
    const product_run run(p, seed, device.window());
    const check_outcome out = run.compare(device.run(run.program()));
    if (p.control == tc_mutation::none) {
        return out;
    }
    const std::string why = out.passed ? "the harness did not notice this corruption" : "";
    return {out.checked, !out.passed, why};
}

tc_case case_of(const tc_product &p)
{
    const std::string name = tc_product_name(p);
    const std::string family = name.substr(0, name.find("/m"));
    return {family, name,
            [p](tc_device &device, uint64_t seed) { return run_product(p, device, seed); },
            p.op.kind == WGD_UMMA_I8};
}

// Does the block of an operand depend on what a control changes, by the rule? Then the product must
// come out wrong.
bool reads_mutated(const tc_product &p)
{
    wgd_tile t;
    must(tc_tile(p, p.mutated, A_AT, &t), "a tile");
    const unsigned reads = wgd_fetch_reads(t.desc.swizzle, wgd_tile_read(&t));
    const unsigned bits[] = {0, WGD_READS_START, WGD_READS_LBO, WGD_READS_SBO,
                             WGD_READS_LAYOUT_TYPE};
    // No other mode is one of MN-major tf32.
    const bool only_mode = p.control == tc_mutation::swizzle && t.desc.swizzle == WGD_SWZ_128B_32B;
    return (reads & bits[(int)p.control]) != 0 && !only_mode;
}

} // namespace

std::vector<tc_case> tc_product_cases()
{
    std::vector<tc_case> out;
    for (const tc_product &p : all_tc_products()) {
        out.push_back(case_of(p));
    }
    return out;
}

std::vector<tc_case> tc_control_cases()
{
    std::vector<tc_case> out;
    for (tc_product p : all_tc_products()) {
        const bool layout = p.op.n == 64 && !p.op.a_tmem && !p.op.a_neg && !p.op.b_neg &&
                            p.op.cta_group == 1 && p.op.m == 128 && !p.op.ws;
        for (int i = 1; i < (int)tc_mutation::count && layout; i++) {
            for (const wgd_operand o : {WGD_OPERAND_A, WGD_OPERAND_B}) {
                p.control = (tc_mutation)i;
                p.mutated = o;
                if (reads_mutated(p)) {
                    out.push_back(case_of(p));
                }
            }
        }
    }
    return out;
}

} // namespace wgv
