// SPDX-License-Identifier: MIT
#include "tc_model.h"

#include <cmath>
#include <cstring>
#include <stdexcept>

#include "verify/tcgen05/device/tc_forms.h"

namespace wgv
{
namespace
{

constexpr int LANES = 128, COLUMNS = 512;
constexpr uint32_t WINDOW = 1024;

uint32_t field(uint64_t word, int low, int width)
{
    return (uint32_t)(word >> low) & ((1u << width) - 1);
}

// ---- types ----------------------------------------------------------------------------------

struct number_type {
    int exponent, mantissa, bits; // no exponent: an integer
    bool is_signed;
};
constexpr number_type F16 = {5, 10, 16, true}, BF16 = {8, 7, 16, true}, TF32 = {8, 23, 32, true},
                      E4M3 = {4, 3, 8, true}, E5M2 = {5, 2, 8, true}, E2M3 = {2, 3, 6, true},
                      E3M2 = {3, 2, 6, true}, E2M1 = {2, 1, 4, true}, S8 = {0, 0, 8, true},
                      U8 = {0, 0, 8, false}, UE8M0 = {8, 0, 8, false}, UE4M3 = {4, 3, 8, false};

double value_of(const number_type &t, uint32_t bits)
{
    if (t.exponent == 0) {
        return t.is_signed ? (int8_t)bits : (uint8_t)bits;
    }
    const int bias = (1 << (t.exponent - 1)) - 1;
    const int e = (int)(bits >> t.mantissa & ((1u << t.exponent) - 1));
    const double m = (double)(bits & ((1u << t.mantissa) - 1));
    if (t.mantissa == 0) { // ue8m0: an exponent and nothing else
        return std::ldexp(1.0, e - bias);
    }
    const double hidden = std::ldexp(1.0, t.mantissa);
    const double v =
        e ? std::ldexp(m + hidden, e - bias - t.mantissa) : std::ldexp(m, 1 - bias - t.mantissa);
    return t.is_signed && bits >> (t.exponent + t.mantissa) & 1 ? -v : v;
}

uint32_t f32_bits(double v)
{
    const float f = (float)v;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

double f32_value(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

// Whole numbers up to 2048.
uint32_t f16_bits(double v)
{
    int e;
    const double m = std::frexp(std::fabs(v), &e); // 0.5 <= m < 1
    const uint32_t sign = v < 0 ? 0x8000u : 0u;
    return v == 0 ? 0 : sign | (uint32_t)(e + 14) << 10 | ((uint32_t)std::ldexp(m, 11) & 0x3ffu);
}

// ---- instruction ----------------------------------------------------------------------------

struct instruction {
    wgd_umma_kind kind;
    bool scaled, ws, a_tmem;
    int ctas, m, n, k, vec, d; // d: 0 f16, 1 f32, 2 s32
    number_type type[2], factor;
    bool transposed[2], negated[2];
    uint32_t id[2];
};

number_type type_of(wgd_umma_kind kind, uint32_t code, tc_fault fault)
{
    switch (kind) {
    case WGD_UMMA_TF32:
        return TF32;
    case WGD_UMMA_F16:
        return code == 1 ? BF16 : F16;
    case WGD_UMMA_I8:
        return code == 1 ? S8 : U8;
    case WGD_UMMA_MXF4:
    case WGD_UMMA_MXF4NVF4:
        return E2M1;
    default:
        break;
    }
    if (fault == tc_fault::e2m1_is_1) {
        code = code == 5 ? 1 : code;
    }
    return code == 0 ? E4M3 : code == 1 ? E5M2 : code == 3 ? E2M3 : code == 4 ? E3M2 : E2M1;
}

instruction decode(const tc_step &s, int ctas, tc_fault fault)
{
    wgd_umma_op forms[WGV_TC_MMAS_MAX];
    const int count = wgv_tc_mmas(ctas, forms);
    if ((int)s.form >= count) {
        throw std::logic_error("no such form");
    }
    const wgd_umma_op &f = forms[s.form];
    instruction i = {};
    i.kind = f.kind;
    i.a_tmem = f.a_tmem;
    i.ws = f.ws;
    i.ctas = ctas;
    i.scaled = f.kind >= WGD_UMMA_MXF8F6F4;
    i.vec = f.vec;
    const bool fp4 = f.kind == WGD_UMMA_MXF4 || f.kind == WGD_UMMA_MXF4NVF4;
    i.k = f.kind == WGD_UMMA_TF32 ? 8 : f.kind == WGD_UMMA_F16 ? 16 : fp4 ? 64 : 32;
    const uint32_t w = s.idesc;
    i.type[0] = type_of(f.kind, field(w, 7, 3), fault);
    i.type[1] = type_of(f.kind, field(w, 10, fp4 ? 2 : 3), fault);
    i.d = i.scaled || fault == tc_fault::d_always_f32 ? 1 : (int)field(w, 4, 2);
    i.d = f.kind == WGD_UMMA_I8 ? 2 : i.d;
    i.n = (int)field(w, fault == tc_fault::n_field_moved ? 18 : 17, 6) * 8;
    i.m = (int)field(w, fault == tc_fault::m_field_moved ? 23 : 24, 5) * 16;
    for (int o = 0; o < 2; o++) {
        const int other = fault == tc_fault::majors_swapped ? 1 - o : o;
        i.transposed[o] = field(w, 15 + other, 1) != 0;
        i.negated[o] = field(w, 13 + o, 1) != 0 && fault != tc_fault::negation_ignored;
    }
    i.factor = field(w, 23, 1) || fault == tc_fault::sf_type_ignored ? UE8M0 : UE4M3;
    const bool swapped = fault == tc_fault::sf_ids_swapped;
    i.id[0] = swapped ? field(w, 4, 2) : field(w, 29, 2);
    i.id[1] = swapped ? field(w, 29, 2) : field(w, 4, 2);
    return i;
}

// ---- shared memory --------------------------------------------------------------------------

struct descriptor {
    uint32_t start, lbo, sbo, base_offset, type; // bytes
    bool valid;
};

descriptor read_word(uint64_t w, tc_fault fault)
{
    descriptor d = {};
    w &= fault == tc_fault::version_missing ? ~(UINT64_C(1) << 46) : ~UINT64_C(0);
    d.start = field(w, 0, 14) * 16;
    d.lbo = field(w, 16, 14) * 16;
    d.sbo = field(w, 32, 14) * 16;
    d.base_offset = field(w, 49, 3);
    d.type = fault == tc_fault::layout_two_bits ? field(w, 62, 2) * 2 : field(w, 61, 3);
    d.valid = field(w, 46, 3) == 1 && d.type != 3 && d.type != 5 && d.type != 7;
    return d;
}

// Of the layout types 0, 1, 2, 4, 6: 16-byte units in a row of the pattern.
int units_of(uint32_t type)
{
    return type == 0 ? 1 : type == 6 ? 2 : type == 4 ? 4 : 8;
}

// The canonical layouts, in bytes, of 16-byte unit `unit` along the contiguous direction in line
// `line` of the other one.
uint32_t offset_of(const descriptor &d, bool transposed, int line, int unit, tc_fault fault)
{
    const uint32_t w = (uint32_t)units_of(d.type), l = (uint32_t)line, u = (uint32_t)unit;
    if (!transposed) { // ((8,n),2):((W,SBO),(LBO or 1))
        const bool apart = d.type == 0 || fault == tc_fault::lbo_read;
        return l % 8 * w * 16 + l / 8 * d.sbo + u * (apart ? d.lbo : 16);
    }
    if (d.type == 0) { // ((1,n),(8,k)):((X,SBO),(1,LBO))
        return u * d.sbo + l % 8 * 16 + l / 8 * d.lbo;
    }
    const uint32_t lines = d.type == 1 && fault != tc_fault::atom32_eight_lines ? 4 : 8;
    return u % w * 16 + u / w * d.lbo + l % lines * w * 16 + l / lines * d.sbo;
}

// Swizzle<B,M,S> of the byte address, bit by bit; the lines are counted from the base offset.
uint32_t swizzled(const descriptor &d, uint32_t address, tc_fault fault)
{
    const int bits = d.type == 2 ? 3 : d.type == 4 || d.type == 1 ? 2 : d.type == 6 ? 1 : 0;
    const int to = d.type == 1 && fault != tc_fault::atom32_sixteen_bytes ? 5 : 4;
    const uint32_t base = fault == tc_fault::base_offset_ignored ? 0 : d.base_offset * 128;
    const uint32_t from = fault == tc_fault::swizzle_relative ? address - d.start : address - base;
    for (int b = 0; b < bits; b++) {
        if (from >> (7 + b) & 1) {
            address ^= 1u << (to + b);
        }
    }
    return address;
}

uint32_t bits_at(const std::vector<uint8_t> &image, uint64_t bit, int width)
{
    uint32_t v = 0;
    for (int i = 0; i < width; i += 4) { // every type is whole nibbles, or padded to them
        const int n = width - i < 4 ? width - i : 4;
        for (int b = 0; b < n; b++) {
            const uint64_t at = bit + (uint64_t)(i + b);
            const uint8_t byte = at / 8 < image.size() ? image[(size_t)(at / 8)] : 0;
            v |= (uint32_t)(byte >> at % 8 & 1) << (i + b);
        }
    }
    return v;
}

// Bits that an element takes in shared memory: fp4 and fp6 a byte, but for the packed kinds.
int stored_bits(const instruction &i, int operand)
{
    const bool packed = i.kind == WGD_UMMA_MXF4 || i.kind == WGD_UMMA_MXF4NVF4;
    const int bits = i.type[operand].bits;
    return packed || bits > 8 ? bits : 8;
}

double element(const std::vector<uint8_t> &image, const descriptor &d, const instruction &i, int o,
               int row, int k, tc_fault fault)
{
    const int stored = stored_bits(i, o), bits = i.type[o].bits, per_unit = 128 / stored;
    const bool t = i.transposed[o];
    const int contiguous = t ? row : k, line = t ? k : row;
    const uint32_t address =
        swizzled(d, d.start + offset_of(d, t, line, contiguous / per_unit, fault), fault);
    int in_unit = contiguous % per_unit;
    if (stored == 4 && o == 0 && fault == tc_fault::nibbles_swapped) {
        in_unit ^= 1;
    }
    const int step = fault == tc_fault::padded_by_bytes ? stored : bits;
    if (!d.valid || address < WINDOW) {
        return 0;
    }
    return value_of(
        i.type[o],
        bits_at(image, 8 * (uint64_t)(address - WINDOW) + (uint64_t)(in_unit * step), bits));
}

// ---- the machine ----------------------------------------------------------------------------

// The lane or column that one bit of a thread's or register's number adds.
struct weight {
    int lane, column;
};

// Bits of the thread, then of the register, in the order of the PTX ISA's figures.
struct move_shape {
    weight thread[5];
    weight reg[2]; // those before the columns double
    int regs, next_column;
};

move_shape shape_of(const wgd_ldst &op, bool store, tc_fault fault)
{
    move_shape s;
    switch (op.shape) {
    case WGD_LDST_32X32B:
        return {{{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}}, {}, 0, 1};
    case WGD_LDST_16X64B:
        s = {{{8, 0}, {0, 1}, {1, 0}, {2, 0}, {4, 0}}, {}, 0, 2};
        if (fault == tc_fault::ld_lanes_swapped && !store) {
            std::swap(s.thread[0], s.thread[1]);
        }
        return s;
    case WGD_LDST_16X128B:
        s = {{{0, 1}, {0, 2}, {1, 0}, {2, 0}, {4, 0}}, {{8, 0}}, 1, 4};
        if (fault == tc_fault::st_lanes_swapped && store) {
            std::swap(s.reg[0], s.thread[0]);
        }
        return s;
    case WGD_LDST_16X256B:
        s = {{{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}}, 2, 8};
        if (fault == tc_fault::ld_256_registers && !store) {
            std::swap(s.reg[0], s.reg[1]);
        }
        return s;
    default:
        return {{{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 0}}, {}, 0, 1};
    }
}

class machine
{
  public:
    machine(const tc_program &p, tc_fault fault)
        : p_(p), fault_(fault), cells_{std::vector<uint32_t>(LANES * COLUMNS, 0xdeadbeef),
                                       std::vector<uint32_t>(LANES * COLUMNS, 0xdeadbeef)}
    {
    }

    tc_result run()
    {
        tc_result r;
        for (int c = 0; c < p_.cta_group; c++) {
            r.out[c].assign(p_.out_words, 0xdeadbeef);
        }
        for (const tc_step &s : p_.steps) {
            if (s.op == TC_MMA) {
                multiply(s);
                continue;
            }
            for (int c = 0; c < p_.cta_group; c++) {
                if (s.op == TC_COPY) {
                    copy(s, c);
                } else {
                    move(s, c, r);
                }
            }
        }
        return r;
    }

  private:
    uint32_t &cell(int cta, int lane, int column)
    {
        if (lane < 0 || lane >= LANES || column < 0 || column >= COLUMNS) {
            throw std::logic_error("a cell outside tensor memory");
        }
        return cells_[cta][(size_t)(lane * COLUMNS + column)];
    }

    // ---- loads and stores

    void move(const tc_step &s, int cta, tc_result &r)
    {
        wgd_ldst forms[WGV_TC_MOVES_MAX];
        if ((int)s.form >= wgv_tc_moves(forms)) {
            throw std::logic_error("no such form");
        }
        const bool store = s.op == TC_STORE;
        const wgd_ldst &op = forms[s.form];
        const move_shape shape = shape_of(op, store, fault_);
        for (uint32_t warp = 0; warp < 4; warp++) {
            for (uint32_t thread = 0; thread < 32; thread++) {
                for (uint32_t reg = 0; reg < s.registers; reg++) {
                    const uint32_t at = s.data + (warp * s.registers + reg) * 32 + thread;
                    move_one(s, op, shape, cta, (int)warp, thread, reg,
                             store ? nullptr : &r.out[cta].at(at), store ? p_.in[cta].at(at) : 0);
                }
            }
        }
    }

    void move_one(const tc_step &s, const wgd_ldst &op, const move_shape &shape, int cta, int warp,
                  uint32_t thread, uint32_t reg, uint32_t *out, uint32_t value)
    {
        int lane = 32 * warp + (int)(s.tmem >> 16), column = 0;
        for (int b = 0; b < 5; b++) {
            lane += thread >> b & 1 ? shape.thread[b].lane : 0;
            column += thread >> b & 1 ? shape.thread[b].column : 0;
        }
        for (int b = 0; b < shape.regs; b++) {
            lane += reg >> b & 1 ? shape.reg[b].lane : 0;
            column += reg >> b & 1 ? shape.reg[b].column : 0;
        }
        column += (int)(reg >> shape.regs) * shape.next_column;
        const bool packed = op.pack16 && !(out == nullptr && fault_ == tc_fault::unpack_ignored);
        const bool second = op.shape == WGD_LDST_16X32BX2 && thread >= 16;
        const int behind =
            second && fault_ != tc_fault::split_ignored ? op.repeat * (op.pack16 ? 2 : 1) : 0;
        const int first = (int)(s.tmem & 0xffff) + (packed ? 2 * column : column) + behind;
        if (!packed) {
            uint32_t &c = cell(cta, lane, first);
            (out ? *out : c) = out ? c : value;
            return;
        }
        const int swap = fault_ == tc_fault::pack_halves_swapped ? 1 : 0;
        uint32_t &low = cell(cta, lane, first + swap), &high = cell(cta, lane, first + 1 - swap);
        if (out) {
            *out = (low & 0xffff) | high << 16;
        } else {
            low = value & 0xffff;
            high = value >> 16;
        }
    }

    // ---- copies

    // The warps whose lanes the 32 rows of group `group` go to, as a set of bits.
    unsigned warps_of(uint32_t form, int group) const
    {
        const bool first_order = (form == 3) != (fault_ == tc_fault::cp_orders_swapped);
        switch (form) {
        case 3: // 64x128b.warpx2::02_13
        case 4: // ::01_23
            return first_order ? 5u << group : 3u << 2 * group;
        case 5: // 32x128b.warpx4
            return fault_ == tc_fault::cp_first_warp ? 1u : 15u;
        default:
            return 1u << group;
        }
    }

    void copy(const tc_step &s, int cta)
    {
        static const int rows[] = {128, 4, 128, 64, 64, 32};
        descriptor d = read_word(s.a, fault_);
        if (fault_ == tc_fault::cp_strides_swapped) {
            std::swap(d.lbo, d.sbo);
        }
        const int columns = s.form <= 1 ? 8 : 4;
        for (int row = 0; row < rows[s.form]; row++) {
            const bool four = s.form == 1 && fault_ != tc_fault::cp_4_lanes;
            const unsigned warps = four ? 1u << row : warps_of(s.form, row / 32);
            for (int x = 0; x < columns; x++) {
                const uint32_t at =
                    swizzled(d, d.start + offset_of(d, false, row, x / 4, fault_), fault_) -
                    WINDOW + (uint32_t)x % 4 * 4;
                const uint32_t v = d.valid ? bits_at(p_.image[cta], 8 * (uint64_t)at, 32) : 0;
                for (int w = 0; w < 4; w++) {
                    if (warps >> w & 1) {
                        cell(cta, 32 * w + (four ? 0 : row % 32), (int)s.tmem + x) = v;
                    }
                }
            }
        }
    }

    // ---- products

    // Where D(m, n) lies: CTA, lane, column from the first.
    struct home {
        int cta, lane, column;
    };
    home home_of(const instruction &i, int m, int n) const
    {
        const int rows = i.m / i.ctas, row = m % rows;
        home h = {m / rows, row, n};
        if (i.ctas == 1 && !i.ws && rows == 64 && fault_ != tc_fault::half_lanes_dense) {
            h.lane = row % 16 + row / 16 * 32; // 16 lanes of each 32
        } else if ((i.ctas == 2 || i.ws) && rows < LANES) {
            const int parts = LANES / rows, columns = i.n / parts;
            int part = n / columns;
            part = i.ctas == 2 && fault_ == tc_fault::pair_halves_swapped ? 1 - part : part;
            h.lane = row + (rows == 32 && fault_ == tc_fault::ws_rows_only ? 0 : rows * part);
            h.column = n % columns;
        }
        return h;
    }

    // A in tensor memory: each lane multiplies what its own cells hold.
    double tmem_element(const instruction &i, const tc_step &s, int cta, int lane, int k)
    {
        const int bits = i.type[0].bits < 8 ? 8 : i.type[0].bits;
        lane ^= fault_ == tc_fault::a_lane_zero ? 64 : 0;
        const uint32_t c = cell(cta, lane, (int)s.a + k * bits / 32);
        const uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
        return value_of(i.type[0], c >> k * bits % 32 & mask);
    }

    // The factor of row `row` of an operand and vector `v`, as the warp of this lane has it.
    double factor(const instruction &i, const tc_step &s, int o, int cta, int warp, int row, int v)
    {
        uint32_t byte = i.id[o] + (uint32_t)(fault_ == tc_fault::sf_vector_ignored ? 0 : v);
        byte += fault_ == tc_fault::sf_id_off_by_one;
        const int column = row / 32 - (fault_ == tc_fault::sf_rows_shifted && row >= 32);
        const uint32_t c = cell(cta, 32 * warp + row % 32, (int)(o ? s.sfb : s.sfa) + column);
        return value_of(i.factor, c >> 8 * (byte % 4) & 0xff);
    }

    // Rows of an operand of the whole instruction, K numbers each.
    std::vector<double> gather(const instruction &i, const tc_step &s, int o)
    {
        descriptor d = read_word(o ? s.b : s.a, fault_);
        if (fault_ == tc_fault::strides_swapped) {
            std::swap(d.lbo, d.sbo);
        }
        const int all = o ? i.n : i.m, rows = all / i.ctas;
        std::vector<double> out;
        for (int r = 0; r < all; r++) {
            const int cta = o && fault_ == tc_fault::pair_b_first_half ? 0 : r / rows;
            for (int k = 0; k < i.k; k++) {
                const double v = element(p_.image[cta], d, i, o, r % rows, k, fault_);
                out.push_back(i.negated[o] ? -v : v);
            }
        }
        return out;
    }

    double sum(const instruction &i, const tc_step &s, const std::vector<double> &a,
               const std::vector<double> &b, int m, int n, const home &h)
    {
        const int rows = i.m / i.ctas, vec = i.scaled ? i.vec : i.k;
        double total = 0;
        for (int v = 0; v * vec < i.k; v++) {
            double part = 0;
            for (int k = v * vec; k < (v + 1) * vec; k++) {
                double x =
                    i.a_tmem ? tmem_element(i, s, h.cta, h.lane, k) : a[(size_t)(m * i.k + k)];
                x = i.a_tmem && i.negated[0] ? -x : x;
                part += x * b[(size_t)(n * i.k + k)];
            }
            if (i.scaled) {
                part *= factor(i, s, 0, h.cta, h.lane / 32, m % rows, v) *
                        factor(i, s, 1, h.cta, h.lane / 32, n, v);
            }
            total += part;
        }
        return total;
    }

    void multiply(const tc_step &s)
    {
        const instruction i = decode(s, p_.cta_group, fault_);
        if (i.m / i.ctas > LANES || i.m == 0 || i.n == 0 || i.n > 256) {
            return; // no such shape: nothing happens
        }
        const std::vector<double> a = i.a_tmem ? std::vector<double>() : gather(i, s, 0);
        const std::vector<double> b = gather(i, s, 1);
        for (int m = 0; m < i.m; m++) {
            for (int n = 0; n < i.n; n++) {
                const home h = home_of(i, m, n);
                uint32_t &d = cell(h.cta, h.lane, (int)(s.tmem & 0xffff) + h.column);
                const bool add = s.accumulate && fault_ != tc_fault::accumulate_ignored;
                const double old = !add       ? 0
                                   : i.d == 0 ? value_of(F16, d & 0xffff)
                                   : i.d == 1 ? f32_value(d)
                                              : (int32_t)d;
                const double v = old + sum(i, s, a, b, m, n, h);
                d = i.d == 0 ? f16_bits(v) : i.d == 1 ? f32_bits(v) : (uint32_t)(int32_t)v;
            }
        }
    }

    const tc_program &p_;
    const tc_fault fault_;
    std::vector<uint32_t> cells_[2];
};

} // namespace

const char *tc_fault_name(tc_fault f)
{
    static const char *const names[] = {
#define TC_X(name, text) #name,
        TC_FAULTS(TC_X)
#undef TC_X
    };
    return names[(int)f];
}

tc_result tc_model::run(const tc_program &program)
{
    return machine(program, fault_).run();
}

} // namespace wgv
