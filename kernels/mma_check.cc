// SPDX-License-Identifier: MIT
#include <utility>

#include "device.h"
#include "mma_job.h"
#include "mma_ops.h"
#include "mma_problems.h"
#include "plain_cases.h"

namespace wgv
{
namespace
{

enum class mma_kind {
    index,   // every element of A, B and C coded by its index, the other operand the identity
    random,  // exact random products
    printed, // products that were printed by others
    matrix,  // ldmatrix, stmatrix: every 16-bit unit coded by its index
    control  // a damaged fragment must be noticed
};

// What a control does to the registers of one operand.
enum class mma_damage { none, lanes, registers, halves };

struct mma_case {
    mma_kind kind;
    int which;   // of wgv_mma_ops, or of the fragment table's ldmatrix and stmatrix rows
    int operand; // that a control damages: 0 a, 1 b, 2 c, 3 d; -1 for ldmatrix and stmatrix
    mma_damage damage;
};

using words = std::vector<uint32_t>;

struct frags {
    wgd_frag_op op;
    wgd_frag f[4]; // a, b, c, d
};

frags frags_of(int which)
{
    wgd_frag_op ops[WGV_MMA_OPS_MAX];
    wgv_mma_ops(ops);
    frags s;
    s.op = ops[which];
    for (int i = 0; i < 4; i++) {
        wgd_frag_make(&s.op, static_cast<wgd_frag_operand>(WGD_FRAG_OPERAND_A + i), &s.f[i],
                      nullptr);
    }
    return s;
}

// The rows of the fragment table that are ldmatrix and stmatrix, in order.
std::vector<wgd_frag_op> matrix_ops()
{
    std::vector<wgd_frag_op> ops;
    for (int i = 0; i < wgd_frag_op_count(); i++) {
        const wgd_frag_op op = wgd_frag_op_at(i);
        if (op.family == WGD_FRAG_LDMATRIX || op.family == WGD_FRAG_STMATRIX) {
            ops.push_back(op);
        }
    }
    return ops;
}

// ---- registers ----------------------------------------------------------------------------------

uint32_t lane_words(const wgd_frag &f)
{
    return static_cast<uint32_t>(f.reg_bits / 32);
}

uint32_t words_of(const wgd_frag &f)
{
    return 32 * static_cast<uint32_t>(f.regs) * lane_words(f);
}

// The slot that a damaged table would name instead.
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

struct verdict {
    uint64_t checked = 0, wrong = 0;
    std::string first;
};

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

verdict run_products(const frags &s, int which, const std::vector<mma_problem> &problems,
                     const mma_case &damage)
{
    mma_job job = {};
    words packed[4];
    const auto how = [&](int operand) {
        return damage.operand == operand ? damage.damage : mma_damage::none;
    };
    for (int i = 0; i < 4; i++) {
        job.words[i] = words_of(s.f[i]);
        job.lane_words[i] = lane_words(s.f[i]);
        packed[i].resize(job.words[i] * problems.size());
    }
    for (size_t p = 0; p < problems.size(); p++) {
        const std::vector<int> *from[3] = {&problems[p].a, &problems[p].b, &problems[p].c};
        for (int i = 0; i < 3; i++) {
            pack(s.f[i], *from[i], how(i), packed[i].data() + p * job.words[i]);
        }
    }
    const device_array<uint32_t> a(packed[0]), b(packed[1]), c(packed[2]);
    device_array<uint32_t> d(packed[3].size());
    d.fill_bytes(0xa5);
    job.which = which;
    job.problems = static_cast<uint32_t>(problems.size());
    job.a = a.get();
    job.b = b.get();
    job.c = c.get();
    job.d = d.get();
    void *args[] = {&job};
    launch(mma_kernel_at(), job.problems, 32, 0, args);
    wait_for_device();
    const words got = d.read();
    verdict v;
    for (size_t p = 0; p < problems.size(); p++) {
        compare(s.f[3], problems[p], how(3), got.data() + p * job.words[3], v);
    }
    return v;
}

// ---- ldmatrix, stmatrix -------------------------------------------------------------------------

constexpr uint32_t MATRIX_PROBLEMS = 16, IMAGE_ROWS = MATRIX_IMAGE_WORDS / 4;

uint32_t half_of(const words &w, size_t half)
{
    return w[half / 2] >> (half % 2 * 16) & 0xffffu;
}

void put_half(words &w, size_t half, uint32_t v)
{
    const int shift = static_cast<int>(half % 2 * 16);
    w[half / 2] = (w[half / 2] & ~(0xffffu << shift)) | v << shift;
}

// Rows of 16 bytes at random places of the image; every 16-bit unit of what is read holds its own
// index, so that the registers, or the image, tell where each came from.
verdict run_matrices(const wgd_frag_op &op, uint64_t seed, mma_damage how)
{
    wgd_frag f;
    wgd_frag_make(&op, WGD_FRAG_OPERAND_D, &f, nullptr);
    const bool store = op.family == WGD_FRAG_STMATRIX;
    number_stream r(seed);
    words address(MATRIX_PROBLEMS * 32), image(MATRIX_PROBLEMS * MATRIX_IMAGE_WORDS),
        registers(MATRIX_PROBLEMS * 128);
    for (uint32_t p = 0; p < MATRIX_PROBLEMS; p++) {
        for (uint32_t lane = 0, used = r.in(0, 7); lane < 32; lane++, used += 1 + r.in(0, 6)) {
            address[p * 32 + lane] = used % IMAGE_ROWS * 16;
        }
    }
    words *coded = store ? &registers : &image;
    for (size_t i = 0; i < coded->size() * 2; i++) {
        put_half(*coded, i, static_cast<uint32_t>(i * 40503u) & 0xffffu);
    }
    const words addresses_told = address;
    if (how == mma_damage::lanes) {
        for (uint32_t p = 0; p < MATRIX_PROBLEMS; p++) {
            std::swap(address[p * 32 + 1], address[p * 32 + 2]);
        }
    }
    const device_array<uint32_t> d_address(address), d_image(image), d_registers(registers);
    matrix_job job = {op.x,          op.trans,         store, MATRIX_PROBLEMS, d_address.get(),
                      d_image.get(), d_registers.get()};
    void *args[] = {&job};
    launch(matrix_kernel_at(), MATRIX_PROBLEMS, 32, 0, args);
    wait_for_device();
    const words got = (store ? d_image : d_registers).read();
    words want = store ? image : words(got.size());
    verdict v;
    for (uint32_t p = 0; p < MATRIX_PROBLEMS; p++) {
        each_element(f, how == mma_damage::lanes ? mma_damage::none : how,
                     [&](int row, int col, uint32_t word, int shift) {
                         const size_t in_register = (p * 128 + word) * 2 + (shift ? 1 : 0);
                         const size_t in_image =
                             p * MATRIX_IMAGE_WORDS * 2 +
                             addresses_told[p * 32 + static_cast<uint32_t>(row)] / 2 +
                             static_cast<uint32_t>(col);
                         const size_t to = store ? in_image : in_register;
                         put_half(want, to, half_of(*coded, store ? in_register : in_image));
                         v.checked++;
                     });
        // registers beyond those of .x1 and .x2 stay as they were
        for (size_t i = 0; i < 128 && !store; i++) {
            if (i >= 32u * static_cast<uint32_t>(op.x)) {
                want[p * 128 + i] = registers[p * 128 + i];
            }
        }
    }
    for (size_t i = 0; i < want.size() * 2; i++) {
        if (half_of(want, i) != half_of(got, i) && v.wrong++ == 0) {
            v.first = std::string(store ? "image" : "register") + " half " + std::to_string(i) +
                      " does not hold what the table says";
        }
    }
    return v;
}

// ---- cases --------------------------------------------------------------------------------------

std::string op_name(const wgd_frag_op &op)
{
    char name[64];
    wgd_text t = wgd_text_into(name, sizeof name);
    if (op.family == WGD_FRAG_MMA) {
        wgd_put_str(&t, "mma/");
        wgv_put_mma(&t, &op);
    } else {
        wgd_put_frag_op(&t, &op);
    }
    wgd_text_end(&t);
    return name;
}

wgd_frag_op op_of(const mma_case &c)
{
    return c.operand < 0 ? matrix_ops()[static_cast<size_t>(c.which)] : frags_of(c.which).op;
}

bool can_damage(const wgd_frag &f, mma_damage how)
{
    return how == mma_damage::lanes || (how == mma_damage::registers && f.regs > 1) ||
           (how == mma_damage::halves && wgd_frag_type_bits(f.type) < f.reg_bits);
}

const char *const damage_names[] = {"none", "lanes", "registers", "halves"};
const mma_damage damages[] = {mma_damage::lanes, mma_damage::registers, mma_damage::halves};

std::string family_of(const mma_case &c)
{
    const std::string op = op_name(op_of(c));
    if (c.kind == mma_kind::control) {
        return "control/" + op.substr(0, op.find_first_of("/."));
    }
    return op;
}

std::string mma_name(const mma_case &c)
{
    static const char *const kinds[] = {"/index", "/random", "/printed", "/index", ""};
    const std::string op = op_name(op_of(c));
    if (c.kind != mma_kind::control) {
        return op + kinds[static_cast<int>(c.kind)];
    }
    const std::string operand = c.operand < 0 ? "" : std::string("/") + "abcd"[c.operand];
    return "control/" + op + operand + "/" + damage_names[static_cast<int>(c.damage)];
}

std::vector<mma_case> mma_cases()
{
    std::vector<mma_case> out;
    wgd_frag_op ops[WGV_MMA_OPS_MAX];
    const int n = wgv_mma_ops(ops);
    for (int i = 0; i < n; i++) {
        out.push_back({mma_kind::index, i, 0, mma_damage::none});
        out.push_back({mma_kind::random, i, 0, mma_damage::none});
        if (ops[i].a == WGD_FRAG_F16) {
            out.push_back({mma_kind::printed, i, 0, mma_damage::none});
        }
    }
    const int matrices = static_cast<int>(matrix_ops().size());
    for (int i = 0; i < matrices; i++) {
        out.push_back({mma_kind::matrix, i, -1, mma_damage::none});
    }
    for (int i = 0; i < n; i++) {
        const frags s = frags_of(i);
        for (int operand = 0; operand < 4; operand++) {
            for (const mma_damage how : damages) {
                if (can_damage(s.f[operand], how)) {
                    out.push_back({mma_kind::control, i, operand, how});
                }
            }
        }
    }
    for (int i = 0; i < matrices; i++) {
        for (const mma_damage how : damages) {
            if (how != mma_damage::registers || matrix_ops()[static_cast<size_t>(i)].x > 1) {
                out.push_back({mma_kind::control, i, -1, how});
            }
        }
    }
    return out;
}

check_outcome run_mma(const mma_case &c, uint64_t seed)
{
    constexpr int RANDOM = 64, CONTROL = 8;
    verdict v;
    if (c.operand < 0) {
        v = run_matrices(op_of(c), seed, c.damage);
    } else {
        const frags s = frags_of(c.which);
        const std::vector<mma_problem> problems =
            c.kind == mma_kind::index ? coded_problems(s.op)
            : c.kind == mma_kind::printed
                ? printed_problems(s.op)
                : random_problems(s.op, seed + static_cast<uint64_t>(c.which),
                                  c.kind == mma_kind::random ? RANDOM : CONTROL);
        v = run_products(s, c.which, problems, c);
    }
    check_outcome out;
    out.checked = v.checked;
    out.passed = (v.wrong != 0) == (c.kind == mma_kind::control) && v.checked != 0;
    out.why = c.kind == mma_kind::control ? "the damaged fragment was not noticed"
                                          : std::to_string(v.wrong) + " of " +
                                                std::to_string(v.checked) + " wrong; " + v.first;
    return out;
}

} // namespace

std::vector<plain_case> all_fragment_cases()
{
    std::vector<plain_case> out;
    for (const mma_case &c : mma_cases()) {
        out.push_back({family_of(c), mma_name(c), [c](uint64_t seed) { return run_mma(c, seed); }});
    }
    return out;
}

} // namespace wgv
