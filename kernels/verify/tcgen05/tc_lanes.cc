// SPDX-License-Identifier: MIT
//
// The cells of tensor memory: every load and store in its registers, and accumulators through the
// loads, as the instruction wrote them.
#include <stdexcept>

#include "common/json.h"
#include "tc_cases.h"
#include "device/tc_forms.h"
#include "tc_program.h"
#include "tc_types.h"

namespace wgv
{
namespace
{

// A cell's own index in its low half, and what is no index in the upper half.
uint32_t coded(int lane, int column)
{
    const uint32_t index = (uint32_t)(lane * WGD_TMEM_COLUMNS + column);
    return ~index << 16 | index;
}

std::string name_of(const wgd_ldst &op)
{
    char name[64];
    wgd_text t = wgd_text_into(name, sizeof name);
    wgd_put_ldst(&t, &op);
    wgd_text_end(&t);
    return name;
}

// Counts a comparison; the first difference is told.
void compare(check_outcome &out, uint32_t got, uint32_t want, const std::string &what)
{
    out.checked++;
    if (got != want && out.passed) {
        out.passed = false;
        out.why = what + ": got " + hex_word(got) + ", want " + hex_word(want);
    }
}

std::string place_text(int warp, int thread, int reg)
{
    return "warp " + std::to_string(warp) + ", thread " + std::to_string(thread) + ", register " +
           std::to_string(reg);
}

// Where an instruction may begin: the first column and the last; the second 16 lanes of a warp where
// it reaches 16.
std::vector<uint32_t> begins(const wgd_ldst &op)
{
    std::vector<uint32_t> out;
    const uint32_t last = (uint32_t)(WGD_TMEM_COLUMNS - op.columns);
    for (uint32_t lane = 0; lane < 32; lane += (uint32_t)op.lanes) {
        out.push_back(lane << 16);
        if (last) {
            out.push_back(lane << 16 | last);
        }
    }
    return out;
}

// The lane and column of a register, in tensor memory.
struct cell {
    int lane, column, bits;
};
cell cell_at(const wgd_ldst &op, uint32_t begin, int warp, int thread, int reg, int half)
{
    const wgd_tmem_place p = wgd_ldst_at(&op, thread, reg, half);
    return {32 * warp + (int)(begin >> 16) + p.lane, (int)(begin & 0xffff) + p.column, p.bits};
}

template <class F> void each_register(const wgd_ldst &op, F f)
{
    for (int warp = 0; warp < 4; warp++) {
        for (int thread = 0; thread < 32; thread++) {
            for (int reg = 0; reg < op.registers; reg++) {
                f(warp, thread, reg);
            }
        }
    }
}

// What a register holds after a load of cells that hold `value`.
template <class F>
uint32_t loaded(const wgd_ldst &op, uint32_t begin, int warp, int thread, int reg, F value)
{
    uint32_t v = 0;
    for (int half = 0; half < (op.pack16 ? 2 : 1); half++) {
        const cell c = cell_at(op, begin, warp, thread, reg, half);
        v |= op.pack16 ? (value(c.lane, c.column) & 0xffff) << 16 * half : value(c.lane, c.column);
    }
    return v;
}

check_outcome check_load(const wgd_ldst &op, tc_device &device)
{
    tc_writer w(1, device.window(), 16);
    tc_cells cells[2];
    for (int i = 0; i < TC_CELLS; i++) {
        cells[0].at(i / WGD_TMEM_COLUMNS, i % WGD_TMEM_COLUMNS) =
            coded(i / WGD_TMEM_COLUMNS, i % WGD_TMEM_COLUMNS);
    }
    w.store_cells(cells);
    std::vector<tc_loaded> loads;
    for (const uint32_t begin : begins(op)) {
        loads.push_back(w.load(op, begin));
    }
    const tc_result r = device.run(w.program());
    check_outcome out;
    out.passed = true;
    for (size_t i = 0; i < loads.size(); i++) {
        const uint32_t begin = begins(op)[i];
        each_register(op, [&](int warp, int thread, int reg) {
            compare(out, loads[i].at(r, 0, warp, thread, reg),
                    loaded(op, begin, warp, thread, reg, coded), place_text(warp, thread, reg));
        });
    }
    return out;
}

// One store at a time onto cells of a known content; all cells are looked at behind it.
check_outcome check_store_at(const wgd_ldst &op, uint32_t begin, tc_device &device)
{
    tc_writer w(1, device.window(), 16);
    tc_cells cells[2];
    tc_cells want;
    for (int i = 0; i < TC_CELLS; i++) {
        const int lane = i / WGD_TMEM_COLUMNS, column = i % WGD_TMEM_COLUMNS;
        cells[0].at(lane, column) = want.at(lane, column) = coded(lane, column);
    }
    w.store_cells(cells);
    const tc_writer::stored s = w.store(op, begin);
    std::vector<bool> half(TC_CELLS, false);
    each_register(op, [&](int warp, int thread, int reg) {
        const uint32_t v = 0x5a000000u | (uint32_t)((warp * 32 + thread) * 128 + reg) * 0x101u;
        w.set(s, 0, warp, thread, reg, v);
        for (int h = 0; h < (op.pack16 ? 2 : 1); h++) {
            const cell c = cell_at(op, begin, warp, thread, reg, h);
            want.at(c.lane, c.column) = op.pack16 ? v >> 16 * h & 0xffff : v;
            half[(size_t)(c.lane * WGD_TMEM_COLUMNS + c.column)] = op.pack16;
        }
    });
    w.load_cells(WGD_TMEM_COLUMNS);
    const tc_result r = device.run(w.program());
    check_outcome out;
    out.passed = true;
    for (int i = 0; i < TC_CELLS; i++) {
        const int lane = i / WGD_TMEM_COLUMNS, column = i % WGD_TMEM_COLUMNS;
        // what unpack::16b leaves in the upper half of a cell is not documented
        const uint32_t mask = half[(size_t)i] ? 0xffffu : ~0u;
        compare(out, w.cell_of(r, 0, lane, column) & mask, want.at(lane, column) & mask,
                "lane " + std::to_string(lane) + ", column " + std::to_string(column));
    }
    return out;
}

check_outcome check_store(const wgd_ldst &op, tc_device &device)
{
    check_outcome all;
    all.passed = true;
    for (const uint32_t begin : begins(op)) {
        const check_outcome one = check_store_at(op, begin, device);
        all.checked += one.checked;
        if (!one.passed && all.passed) {
            all.passed = false;
            all.why = one.why;
        }
    }
    return all;
}

// ---- accumulators ------------------------------------------------------------------------------

// D(m, n) = 256 m + n, by two columns of K: m * 256 and 1 * n; exact in f16 and in f32.
struct accumulator {
    wgd_umma_op op;
    wgd_tmem place;
    int rows; // of a CTA
};

constexpr uint32_t A_AT = 1024, B_AT = 17 * 1024, IMAGE = 34 * 1024;

uint64_t put_column_pair(tc_writer &w, uint32_t at, int rows, bool a, int cta)
{
    for (int r = 0; r < rows; r++) {
        const int v[2] = {a ? r + cta * rows : 256, a ? 1 : r + cta * rows};
        for (int k = 0; k < 2; k++) { // K-major without a swizzle: 16-byte columns
            w.put(cta, 8 * (at + (uint64_t)r * 16) + (uint64_t)k * 16, 16,
                  tc_encode(WGD_FRAG_F16, v[k]));
        }
    }
    wgd_desc d = {};
    d.start = (uint16_t)((w.window() + at) / 16);
    d.lbo = (uint16_t)rows;
    d.sbo = 8;
    d.swizzle = WGD_SWZ_NONE;
    return wgd_desc_pack(d, WGD_SM100);
}

// Puts the product into tensor memory.
void write_accumulator(tc_writer &w, const accumulator &x)
{
    wgd_umma_op op = x.op;
    tc_step s = {};
    if (wgd_idesc_encode(&op, &s.idesc, nullptr) != WGD_OK) {
        throw std::logic_error("the library refuses an instruction");
    }
    const int b_rows = op.n / op.cta_group;
    for (int c = 0; c < op.cta_group; c++) {
        s.a = put_column_pair(w, A_AT, x.rows, true, c);
        s.b = put_column_pair(w, B_AT, b_rows, false, c);
    }
    wgd_read rd = {};
    rd.arch = WGD_SM100;
    rd.dtype = WGD_F16;
    wgd_read a = rd, b = rd;
    a.mn = x.rows;
    b.mn = b_rows;
    b.operand = WGD_OPERAND_B;
    w.mma(op, s, &a, &b);
}

check_outcome check_accumulator(const accumulator &x, const wgd_ldst &op, uint32_t begin,
                                tc_device &device)
{
    tc_writer w(x.op.cta_group, device.window(), IMAGE);
    const tc_cells cells[2];
    w.store_cells(cells);
    write_accumulator(w, x);
    const tc_loaded l = w.load(op, begin);
    const tc_result r = device.run(w.program());
    check_outcome out;
    out.passed = true;
    for (int cta = 0; cta < x.op.cta_group; cta++) {
        const auto value = [&](int lane, int column) {
            int m, n;
            return wgd_tmem_at(&x.place, lane, column, 0, &m, &n)
                       ? tc_encode(WGD_FRAG_F32, (m + cta * x.rows) * 256 + n)
                       : 0u;
        };
        each_register(op, [&](int warp, int thread, int reg) {
            compare(out, l.at(r, cta, warp, thread, reg),
                    loaded(op, begin, warp, thread, reg, value),
                    "CTA " + std::to_string(cta) + ", " + place_text(warp, thread, reg));
        });
    }
    return out;
}

bool make_accumulator(int form, int m, int n, accumulator &x)
{
    x.op = wgd_umma_op_of(WGD_UMMA_F16);
    x.op.a = x.op.b = WGD_FRAG_F16;
    x.op.d = WGD_FRAG_F32;
    x.op.cta_group = form == 1 ? 2 : 1;
    x.op.ws = form == 2;
    x.op.m = m;
    x.op.n = n;
    x.rows = m / x.op.cta_group;
    wgd_tmem_spec spec = {};
    spec.what = x.op.ws ? WGD_TMEM_C_WS : WGD_TMEM_C;
    spec.cta_group = x.op.cta_group;
    spec.type = WGD_FRAG_F32;
    spec.m = x.rows;
    spec.n = n;
    return wgd_umma_op_complete(&x.op, nullptr) == WGD_OK &&
           wgd_tmem_make(&spec, &x.place, nullptr) == WGD_OK;
}

// Through every shape, as many repeats as the columns take; of 16 lanes both halves.
void add_accumulator(std::vector<tc_case> &out, const accumulator &x)
{
    static const char *const forms[] = {"cta1", "cta2", "ws"};
    const std::string form = forms[x.op.ws ? 2 : x.op.cta_group - 1];
    for (int shape = 0; shape < WGD_LDST_SHAPE_COUNT; shape++) {
        wgd_ldst all[WGV_TC_MOVES_MAX];
        const int n = wgv_tc_moves(all);
        const wgd_ldst *widest = nullptr;
        for (int i = 0; i < n; i++) {
            const bool fits = (int)all[i].shape == shape && !all[i].pack16 &&
                              (all[i].columns <= x.place.columns || all[i].repeat == 1);
            widest = fits ? &all[i] : widest;
        }
        for (uint32_t lane = 0; lane < 32; lane += (uint32_t)widest->lanes) {
            const wgd_ldst op = *widest;
            out.push_back({"tcgen05/accumulator/" + form,
                           "tcgen05/accumulator/" + form + "/m" + std::to_string(x.op.m) + "n" +
                               std::to_string(x.op.n) + "/" + name_of(op).substr(11) + "/lane" +
                               std::to_string(lane),
                           [x, op, lane](tc_device &device, uint64_t) {
                               return check_accumulator(x, op, lane << 16, device);
                           }});
        }
    }
}

} // namespace

std::vector<tc_case> tc_lane_cases()
{
    std::vector<tc_case> out;
    wgd_ldst all[WGV_TC_MOVES_MAX];
    const int n = wgv_tc_moves(all);
    for (int i = 0; i < 2 * n; i++) {
        wgd_ldst op = all[i % n];
        op.op = i < n ? WGD_LDST_LD : WGD_LDST_ST;
        const std::string shape = wgd_ldst_shape_name(op.shape);
        const std::string family = (i < n ? "tcgen05/ld/" : "tcgen05/st/") + shape;
        const std::string name = family + name_of(op).substr(11 + shape.size());
        if (i < n) {
            out.push_back({family, name,
                           [op](tc_device &device, uint64_t) { return check_load(op, device); }});
        } else {
            out.push_back({family, name,
                           [op](tc_device &device, uint64_t) { return check_store(op, device); }});
        }
    }
    for (int form = 0; form < 3; form++) {
        for (const int m : {32, 64, 128, 256}) {
            for (const int columns : {8, 16, 24, 64, 96, 128, 256}) {
                accumulator x;
                if (make_accumulator(form, m, columns, x)) {
                    add_accumulator(out, x);
                }
            }
        }
    }
    return out;
}

} // namespace wgv
