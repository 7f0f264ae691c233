// SPDX-License-Identifier: MIT
#include "product_cases.h"

#include <algorithm>

#include "product_plan.h"
#include "verify/wgmma/fragments.h"

namespace wgv
{
namespace
{

// The modes of wgmma, from none up.
constexpr int MODES = WGD_SWIZZLE_WIDEST + 1;

const wgd_inst &inst(const product_case &c)
{
    return *wgd_inst_at(c.row);
}

wgd_dtype dtype_of(const product_case &c, wgd_operand o)
{
    return o == WGD_OPERAND_A ? inst(c).a : inst(c).b;
}

// Bytes of K that one instruction takes from this operand's tile.
int step_bytes(const product_case &c, wgd_operand o)
{
    return o == WGD_OPERAND_B && c.sparse ? 64 : 32;
}

// Steps that fill a swizzle atom along K: a K-major atom is as wide as its row.
int atom_steps(const product_case &c, wgd_operand o)
{
    if (c.major[o] == WGD_MAJOR_MN) {
        return 1;
    }
    return std::max(1, wgd_swizzle_row_bytes(c.swizzle[o]) / step_bytes(c, o));
}

// Blocks of N that fill an MN-major atom of B.
int atom_blocks(const product_case &c)
{
    const int bits = wgd_dtype_bits(inst(c).b);
    const int atom = wgd_swizzle_row_bytes(c.swizzle[WGD_OPERAND_B]) * 8 / bits;
    return c.major[WGD_OPERAND_B] == WGD_MAJOR_MN ? std::max(1, atom / c.n) : 1;
}

bool fits(const product_case &c)
{
    const wgd_tile_query b = tile_query(c, WGD_OPERAND_B, 0);
    return b.mn * b.k * wgd_dtype_bits(b.dtype) / 8 <= (int64_t)B_BYTES_MAX;
}

// Legal as libwgdesc sees it, and small enough.
bool legal(const product_case &c)
{
    const uint32_t base = 1024; // any place of the right alignment
    return fits(c) && operand_at(c, WGD_OPERAND_B, start_of(c, WGD_OPERAND_B, base)) &&
           (c.a_in_regs || operand_at(c, WGD_OPERAND_A, start_of(c, WGD_OPERAND_A, base)));
}

// The smallest tiles that hold one block each, or as few as an atom allows.
product_case single(product_case c)
{
    c.blocks_m = 1;
    c.blocks_n = atom_blocks(c);
    c.steps =
        std::max(atom_steps(c, WGD_OPERAND_B), c.a_in_regs ? 1 : atom_steps(c, WGD_OPERAND_A));
    return c;
}

// Several blocks along M, N and K, and several atoms along K, as far as shared memory allows.
product_case multiple(product_case c)
{
    const product_case one = single(c);
    c = one;
    c.steps = 2 * one.steps;
    c.blocks_m = 2;
    c.blocks_n = std::max(one.blocks_n, 2);
    if (!fits(c)) {
        c.blocks_n = one.blocks_n;
    }
    if (!fits(c)) {
        c.blocks_n = std::max(one.blocks_n, 2);
        c.steps = one.steps;
    }
    return c;
}

// All N, majors and swizzles of one row and form; calls f(case) for each.
template <class F> void each_layout(int row, bool sparse, F f)
{
    const wgd_inst &in = *wgd_inst_at(row);
    const int majors = in.trans ? 2 : 1;
    for (int n = 8; n <= WGD_N_MAX; n += 8) {
        if (!wgd_n_legal(in.a, n)) {
            continue;
        }
        for (int a = 0; a < 1 + MODES * majors; a++) { // in registers, or major and swizzle
            for (int b = 0; b < MODES * majors; b++) {
                product_case c = {};
                c.row = row;
                c.sparse = sparse;
                c.n = n;
                c.a_in_regs = a == 0;
                c.major[0] = a > MODES ? WGD_MAJOR_MN : WGD_MAJOR_K;
                c.swizzle[0] = a == 0 ? WGD_SWZ_NONE : (wgd_swizzle_mode)((a - 1) % MODES);
                c.major[1] = b >= MODES ? WGD_MAJOR_MN : WGD_MAJOR_K;
                c.swizzle[1] = (wgd_swizzle_mode)(b % MODES);
                f(c);
            }
        }
    }
}

template <class F> void each_form(F f)
{
    for (int row = 0; row < wgd_inst_count(); row++) {
        f(row, false);
        if (wgd_inst_at(row)->sparse) {
            f(row, true);
        }
    }
}

void add(std::vector<product_case> &out, const product_case &c)
{
    if (legal(c)) {
        out.push_back(c);
    }
}

// Single blocks with scale-d 0 and 1, several blocks in both orders.
void add_plain(std::vector<product_case> &out, const product_case &layout)
{
    product_case c = single(layout);
    add(out, c);
    c.scale_d = true;
    add(out, c);
    c = multiple(layout);
    add(out, c);
    c.k_first = true;
    c.scale_d = true;
    add(out, c);
}

// The other immediates, where they are built (row.cu): both operands in the same major.
void add_variants(std::vector<product_case> &out, const product_case &layout)
{
    const bool n_built = layout.n == 8 || layout.n == 64 || layout.n == 256;
    const bool same_major = layout.major[0] == layout.major[1];
    if (!n_built || !same_major || (layout.a_in_regs && layout.major[1] == WGD_MAJOR_MN)) {
        return;
    }
    product_case c = single(layout);
    c.scale_d = true;
    for (int v = VARIANT_NEGATE_A; v <= VARIANT_NEGATE_BOTH && inst(c).scale; v++) {
        c.variant = (product_variant)v;
        add(out, c);
    }
    if (c.sparse && wgv_selector_free(inst(c).a)) {
        c.variant = VARIANT_SELECT_1;
        add(out, c);
    }
}

// Tiles that start inside a pattern, with the base_offset that makes up for it. The start stays a
// multiple of 128 bytes.
void add_phased(std::vector<product_case> &out, const product_case &layout)
{
    product_case c = multiple(layout);
    c.phased = true;
    const bool any = c.swizzle[WGD_OPERAND_B] != WGD_SWZ_NONE;
    if (any && (c.n == 8 || c.n == 64 || c.n == 256)) {
        add(out, c);
    }
}

} // namespace

wgd_tile_query tile_query(const product_case &c, wgd_operand o, int64_t start)
{
    const bool b = o == WGD_OPERAND_B;
    wgd_tile_query q = wgd_tile_query_default();
    q.dtype = dtype_of(c, o);
    q.operand = o;
    q.major = c.major[o];
    q.swizzle = c.swizzle[o];
    q.mn = b ? (int64_t)c.n * c.blocks_n : (int64_t)WGD_INST_M * c.blocks_m;
    q.k = (int64_t)c.steps * step_bytes(c, o) * 8 / wgd_dtype_bits(q.dtype);
    q.n = b ? c.n : 0;
    q.order[0] = c.k_first ? 2 : 1;
    q.order[1] = c.k_first ? 1 : 2;
    q.start = start;
    q.sparse = c.sparse;
    return q;
}

std::vector<product_case> all_product_cases()
{
    std::vector<product_case> out;
    each_form([&](int row, bool sparse) {
        each_layout(row, sparse, [&](const product_case &layout) {
            add_plain(out, layout);
            add_variants(out, layout);
            add_phased(out, layout);
        });
    });
    return out;
}

// Controls take, for each row and form, a narrow, a middling and the widest N, single and
// multi-block tiles, and corrupt each operand in every way.
std::vector<product_case> all_control_cases()
{
    std::vector<product_case> out;
    each_form([&](int row, bool sparse) {
        each_layout(row, sparse, [&](const product_case &layout) {
            // Operand B of every kind against A in registers; operand A of every kind against a
            // plain B.
            const bool b_plain =
                layout.major[1] == WGD_MAJOR_K && layout.swizzle[1] == WGD_SWZ_NONE;
            const bool n_taken = layout.n == 16 || layout.n == 64 || layout.n == 256;
            if (!n_taken || !(layout.a_in_regs || b_plain)) {
                return;
            }
            for (product_case c : {single(layout), multiple(layout)}) {
                c.mutated = c.a_in_regs ? WGD_OPERAND_B : WGD_OPERAND_A;
                for (int m = 1; m < (int)mutation::count; m++) {
                    c.control = (mutation)m;
                    const bool shiftable = c.swizzle[c.mutated] != WGD_SWZ_NONE;
                    const bool fits = (c.control != mutation::transpose || inst(c).trans) &&
                                      (c.control != mutation::shifted || shiftable);
                    if (fits) {
                        add(out, c);
                    }
                }
            }
        });
    });
    return out;
}

} // namespace wgv
