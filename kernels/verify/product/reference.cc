// SPDX-License-Identifier: MIT
#include "reference.h"

#include "verify/wgmma/inputs.h"
#include "product_plan.h"

namespace wgv
{
namespace
{

// Element (r, k) as stored; b1 a bit at a time.
int16_t stored(const wgd_inst &in, uint64_t seed, wgv_matrix which, int r, int k)
{
    const wgd_dtype t = which == WGV_A ? in.a : in.b;
    if (t == WGD_B1) {
        const int32_t byte = wgv_input(seed, which, t, in.acc, (uint32_t)r, (uint32_t)k / 8);
        return (int16_t)(byte >> (k % 8) & 1);
    }
    return (int16_t)wgv_input(seed, which, t, in.acc, (uint32_t)r, (uint32_t)k);
}

// Sums of 16-bit products; the compiler turns it into multiply-add instructions.
int32_t dot(const int16_t *x, const int16_t *y, int k)
{
    int32_t sum = 0;
    for (int i = 0; i < k; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}

} // namespace

product_size size_of(const product_case &c)
{
    const wgd_read b = read_of(c, WGD_OPERAND_B);
    return {WGD_INST_M * c.blocks_m, c.n * c.blocks_n, c.steps * wgd_read_k(b)};
}

std::vector<int16_t> logical_a(const product_case &c, uint64_t seed)
{
    const wgd_inst &in = *wgd_inst_at(c.row);
    const product_size s = size_of(c);
    std::vector<int16_t> a((size_t)s.m * (size_t)s.k);
    const int stored_k = c.sparse ? s.k / 2 : s.k;
    const int per_group = (int)wgv_group_stored(in.a);
    for (int m = 0; m < s.m; m++) {
        int16_t *row = &a[(size_t)m * (size_t)s.k];
        for (int k = 0; k < stored_k; k++) {
            const uint32_t nibble = wgv_pick(seed, in.a, (uint32_t)m, (uint32_t)(k / per_group));
            const uint32_t at = c.sparse ? wgv_logical_k(in.a, (uint32_t)k, nibble) : (uint32_t)k;
            row[at] = stored(in, seed, WGV_A, m, k);
        }
    }
    return a;
}

std::vector<int16_t> logical_b(const product_case &c, uint64_t seed)
{
    const wgd_inst &in = *wgd_inst_at(c.row);
    const product_size s = size_of(c);
    std::vector<int16_t> b((size_t)s.n * (size_t)s.k);
    for (int n = 0; n < s.n; n++) {
        for (int k = 0; k < s.k; k++) {
            b[(size_t)n * (size_t)s.k + (size_t)k] = stored(in, seed, WGV_B, n, k);
        }
    }
    return b;
}

std::vector<uint32_t> reference(const product_case &c, uint64_t seed)
{
    const wgd_inst &in = *wgd_inst_at(c.row);
    const product_size s = size_of(c);
    const std::vector<int16_t> a = logical_a(c, seed), b = logical_b(c, seed);
    const int sign = c.variant == VARIANT_NEGATE_A || c.variant == VARIANT_NEGATE_B ? -1 : 1;
    std::vector<uint32_t> d((size_t)s.m * (size_t)s.n);
    for (int m = 0; m < s.m; m++) {
        for (int n = 0; n < s.n; n++) {
            const int32_t product =
                dot(&a[(size_t)m * (size_t)s.k], &b[(size_t)n * (size_t)s.k], s.k);
            const int32_t add = c.scale_d ? wgv_input_c(seed, (uint32_t)m, (uint32_t)n) : 0;
            d[(size_t)m * (size_t)s.n + (size_t)n] = wgv_acc_bits(in.acc, sign * product + add);
        }
    }
    return d;
}

} // namespace wgv
