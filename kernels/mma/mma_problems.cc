// SPDX-License-Identifier: MIT
#include "mma_problems.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "mma_printed.h"
#include "common/numbers.h"
#include "common/random.h"

namespace wgv
{

uint64_t mma_bits(wgd_frag_type t, int v)
{
    switch (t) {
    case WGD_FRAG_F64: {
        const double x = v;
        uint64_t u;
        memcpy(&u, &x, sizeof u);
        return u;
    }
    case WGD_FRAG_F32:
        return wgv_float_bits(v, 8, 23);
    case WGD_FRAG_S32:
        return static_cast<uint32_t>(v);
    case WGD_FRAG_S4:
    case WGD_FRAG_U4:
        return static_cast<uint32_t>(v) & 15u;
    case WGD_FRAG_B1:
        return static_cast<uint32_t>(v) & 1u;
    default:
        return wgv_element_bits(static_cast<wgd_dtype>(t), v);
    }
}

namespace
{

// A random input that keeps every sum exact: f16 accumulators hold integers up to 2048, those of
// the 8-bit floats about 14 bits of a sum.
int random_input(number_stream &s, int t, int acc)
{
    const int limit = acc == WGD_FRAG_F16 ? 2 : t == WGD_FRAG_E4M3 || t == WGD_FRAG_E5M2 ? 4 : 8;
    switch (t) {
    case WGD_FRAG_S8:
        return s.in(-128, 127);
    case WGD_FRAG_U8:
        return s.in(0, 255);
    case WGD_FRAG_S4:
        return s.in(-8, 7);
    case WGD_FRAG_U4:
        return s.in(0, 15);
    case WGD_FRAG_B1:
        return s.in(0, 1);
    default:
        return s.in(-limit, limit);
    }
}

// ---- problems -----------------------------------------------------------------------------------

mma_problem blank(const wgd_frag_op &op)
{
    mma_problem p;
    p.a.resize(static_cast<size_t>(op.m * op.k));
    p.b.resize(static_cast<size_t>(op.n * op.k));
    p.c.resize(static_cast<size_t>(op.m * op.n));
    return p;
}

void multiply(const wgd_frag_op &op, mma_problem &p)
{
    p.d = p.c;
    for (int m = 0; m < op.m; m++) {
        for (int n = 0; n < op.n; n++) {
            p.d[static_cast<size_t>(m * op.n + n)] += std::inner_product(
                p.a.begin() + m * op.k, p.a.begin() + (m + 1) * op.k, p.b.begin() + n * op.k, 0);
        }
    }
}

int bits_needed(size_t count)
{
    int n = 0;
    while (((count - 1) >> n) != 0) {
        n++;
    }
    return n;
}

// Bit `bit` of the index of every element of `coded` (0 and 1 are numbers of every type), times an
// identity that moves a block of K to the columns, or to the rows, of D.
void index_problems(const wgd_frag_op &op, bool code_a, std::vector<mma_problem> &out)
{
    const int block = code_a ? op.n : op.m;
    const int count = (code_a ? op.m : op.n) * op.k;
    for (int bit = 0; bit < bits_needed(static_cast<size_t>(count)); bit++) {
        for (int first = 0; first < op.k; first += block) {
            mma_problem p = blank(op);
            std::vector<int> &coded = code_a ? p.a : p.b, &identity = code_a ? p.b : p.a;
            for (int i = 0; i < count; i++) {
                coded[static_cast<size_t>(i)] = i >> bit & 1;
            }
            for (int i = 0; i < block && first + i < op.k; i++) {
                identity[static_cast<size_t>(i * op.k + first + i)] = 1;
            }
            multiply(op, p);
            out.push_back(p);
        }
    }
}

} // namespace

std::vector<mma_problem> coded_problems(const wgd_frag_op &op)
{
    std::vector<mma_problem> out;
    index_problems(op, true, out);
    index_problems(op, false, out);
    mma_problem p = blank(op);
    std::iota(p.c.begin(), p.c.end(), 1);
    multiply(op, p);
    out.push_back(p);
    return out;
}

std::vector<mma_problem> random_problems(const wgd_frag_op &op, uint64_t seed, int count)
{
    std::vector<mma_problem> out;
    number_stream r(seed);
    for (int i = 0; i < count; i++) {
        mma_problem p = blank(op);
        std::generate(p.a.begin(), p.a.end(), [&] { return random_input(r, op.a, op.d); });
        std::generate(p.b.begin(), p.b.end(), [&] { return random_input(r, op.b, op.d); });
        std::generate(p.c.begin(), p.c.end(), [&] { return r.in(-512, 512); });
        multiply(op, p);
        out.push_back(p);
    }
    return out;
}

namespace
{

// From the printed physical orders; result is what was printed.
mma_problem printed_problem(const wgd_frag_op &op, const int16_t *a, bool a_row, const int16_t *b,
                            bool b_col, const int16_t *result)
{
    mma_problem p = blank(op);
    for (int k = 0; k < op.k; k++) {
        for (int m = 0; m < op.m; m++) {
            p.a[static_cast<size_t>(m * op.k + k)] = a[a_row ? m * op.k + k : k * op.m + m];
        }
        for (int n = 0; n < op.n; n++) {
            p.b[static_cast<size_t>(n * op.k + k)] = b[b_col ? n * op.k + k : k * op.n + n];
        }
    }
    p.d.assign(result, result + op.m * op.n);
    return p;
}

} // namespace

std::vector<mma_problem> printed_problems(const wgd_frag_op &op)
{
    if (op.a != WGD_FRAG_F16) {
        return {};
    }
    switch (op.k) {
    case 4:
        return {printed_problem(op, printed_k4_a, true, printed_k4_b, true, printed_k4_row_col),
                printed_problem(op, printed_k4_a, false, printed_k4_b, false, printed_k4_col_row)};
    case 8:
        return {printed_problem(op, printed_k8_a, true, printed_k8_b, true, printed_k8_c)};
    default:
        return {printed_problem(op, printed_k16_a, true, printed_k16_b, true, printed_k16_c)};
    }
}

} // namespace wgv
