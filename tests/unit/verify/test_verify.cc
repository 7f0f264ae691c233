// SPDX-License-Identifier: MIT
//
// The parts of wgdesc-verify that need no GPU: numbers, inputs, fragments, the reference, the plan
// of a case, the codes and random descriptors of map recovery.
#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>

extern "C" {
#include <cmocka.h>
}

#include "verify/map/map_cases.h"
#include "verify/product/product_cases.h"
#include "verify/wgmma/fragments.h"
#include "verify/wgmma/inputs.h"
#include "verify/map/map_codes.h"
#include "verify/map/map_random.h"
#include "verify/product/product_plan.h"
#include "verify/product/reference.h"

using namespace wgv;

namespace
{

// A binary float of any width by its definition, independent of numbers.h.
double decode_float(uint32_t bits, int exp_bits, int man_bits)
{
    const int e = (int)(bits >> man_bits & ((1u << exp_bits) - 1));
    const uint32_t m = bits & ((1u << man_bits) - 1);
    const int bias = (1 << (exp_bits - 1)) - 1;
    const double sign = bits >> (exp_bits + man_bits) & 1 ? -1 : 1;
    const double f = e == 0 ? std::ldexp(m, 1 - bias - man_bits)
                            : std::ldexp(m + (1u << man_bits), e - bias - man_bits);
    return sign * f;
}

double decode(wgd_dtype t, uint32_t bits)
{
    switch (t) {
    case WGD_F16:
        return decode_float(bits, 5, 10);
    case WGD_BF16:
        return decode_float(bits, 8, 7);
    case WGD_TF32:
        return decode_float(bits, 8, 23);
    case WGD_E4M3:
        return decode_float(bits, 4, 3);
    case WGD_E5M2:
        return decode_float(bits, 5, 2);
    case WGD_S8:
        return (int8_t)bits;
    default:
        return bits;
    }
}

double decode_acc(wgd_acc acc, uint32_t bits)
{
    return acc == WGD_ACC_F16   ? decode_float(bits, 5, 10)
           : acc == WGD_ACC_F32 ? decode_float(bits, 8, 23)
                                : (int32_t)bits;
}

void small_integers_are_exact(void **)
{
    for (int i = 0; i < wgd_inst_count(); i++) {
        const wgd_inst &in = *wgd_inst_at(i);
        const bool integer = in.acc == WGD_ACC_S32;
        const int limit = integer ? 127 : wgv_input_limit(in.a, in.acc);
        for (int v = in.a == WGD_U8 || in.a == WGD_B1 ? 0 : -limit; v <= limit; v++) {
            assert_true(decode(in.a, wgv_element_bits(in.a, v)) == v);
        }
        const int most = in.acc == WGD_ACC_F16 ? 2048 : 1 << 20;
        for (int v = -most; v <= most; v++) {
            assert_true(decode_acc(in.acc, wgv_acc_bits(in.acc, v)) == v);
        }
    }
    assert_true(decode(WGD_TF32, wgv_element_bits(WGD_TF32, -8)) == -8);
    assert_int_equal(wgv_element_bits(WGD_S8, -1), 0xff);
}

// The sums that f16 accumulators must hold exactly stay below 2048, those of the 8-bit floats below
// 2^13.
void sums_stay_exact(void **)
{
    for (const product_case &c : all_product_cases()) {
        const wgd_inst &in = *wgd_inst_at(c.row);
        if (in.acc == WGD_ACC_S32) {
            continue;
        }
        const product_size s = size_of(c);
        const int products = c.sparse ? s.k / 2 : s.k;
        const int limit = wgv_input_limit(in.a, in.acc);
        const int bound = products * limit * limit + 512;
        assert_true(bound <= (in.acc == WGD_ACC_F16       ? 2048
                              : wgd_dtype_bits(in.a) == 8 ? 8192
                                                          : 1 << 20));
    }
}

// Every place in the fragments is held once.
void fragments_cover(void **)
{
    std::set<std::pair<uint32_t, uint32_t>> a, d, meta16, meta8;
    for (uint32_t t = 0; t < 128; t++) {
        for (uint32_t q = 0; q < 4; q++) {
            assert_true(a.insert({wgv_frag_row(t, q % 2), wgv_frag_a_byte(t, q)}).second);
        }
        for (uint32_t r = 0; r < 128; r++) {
            assert_true(d.insert({wgv_frag_row(t, r / 2 % 2), wgv_frag_d_col(t, r)}).second);
        }
        for (uint32_t i = 0; i < 8; i++) {
            assert_true(
                meta8.insert({wgv_meta_row(WGD_S8, t, i), wgv_meta_group(WGD_S8, t, i)}).second);
            if (wgv_meta_counts(WGD_F16, t, 1)) {
                assert_true(
                    meta16.insert({wgv_meta_row(WGD_F16, t, i), wgv_meta_group(WGD_F16, t, i)})
                        .second);
            }
        }
    }
    assert_int_equal(a.size(), 64 * 8); // 32 bytes of K, four at a time
    assert_int_equal(d.size(), 64 * 256);
    assert_int_equal(meta16.size(), 64 * 8); // groups of four of 32
    assert_int_equal(meta8.size(), 64 * 16); // groups of four of 64
    assert_true(wgv_frag_d_col(0, 127) == 249 && wgv_frag_row(127, 1) == 63);
}

// A as wgmma multiplies it, from stored bits and metadata, by the words of the PTX ISA.
double naive_a(const product_case &c, uint64_t seed, uint32_t m, uint32_t k)
{
    const wgd_inst &in = *wgd_inst_at(c.row);
    const auto stored = [&](uint32_t at) {
        return decode(in.a, wgv_element_bits(in.a, wgv_input(seed, WGV_A, in.a, in.acc, m, at)));
    };
    if (in.a == WGD_B1) {
        return (wgv_input(seed, WGV_A, in.a, in.acc, m, k / 8) >> (k % 8)) & 1;
    }
    if (!c.sparse) {
        return stored(k);
    }
    if (in.a == WGD_TF32) { // one of two: 0b0100 the first, 0b1110 the second
        const uint32_t nibble = wgv_pick(seed, in.a, m, k / 2);
        assert_true(nibble == 0x4 || nibble == 0xe);
        return (nibble == 0xe) == (k % 2 == 1) ? stored(k / 2) : 0;
    }
    const uint32_t nibble = wgv_pick(seed, in.a, m, k / 4); // two of four, two bits each
    assert_true((nibble & 3) < nibble >> 2);
    return k % 4 == (nibble & 3)  ? stored(k / 4 * 2)
           : k % 4 == nibble >> 2 ? stored(k / 4 * 2 + 1)
                                  : 0;
}

double naive_b(const product_case &c, uint64_t seed, uint32_t n, uint32_t k)
{
    const wgd_inst &in = *wgd_inst_at(c.row);
    if (in.b == WGD_B1) {
        return (wgv_input(seed, WGV_B, in.b, in.acc, n, k / 8) >> (k % 8)) & 1;
    }
    return decode(in.b, wgv_element_bits(in.b, wgv_input(seed, WGV_B, in.b, in.acc, n, k)));
}

// The reference against sums of decoded bits, element by element.
void reference_is_the_product(void **)
{
    const std::vector<product_case> all = all_product_cases();
    std::set<std::pair<int, bool>> forms;
    for (size_t i = 0; i < all.size(); i += 53) {
        const product_case &c = all[i];
        const product_size s = size_of(c);
        if ((int64_t)s.m * s.n * s.k > 70000) {
            continue;
        }
        forms.insert({c.row, c.sparse});
        const wgd_inst &in = *wgd_inst_at(c.row);
        const uint64_t seed = input_seed(c, 11);
        const std::vector<uint32_t> d = reference(c, seed);
        const double negate_a =
            c.variant == VARIANT_NEGATE_A || c.variant == VARIANT_NEGATE_BOTH ? -1 : 1;
        const double negate_b =
            c.variant == VARIANT_NEGATE_B || c.variant == VARIANT_NEGATE_BOTH ? -1 : 1;
        for (int m = 0; m < s.m; m++) {
            for (int n = 0; n < s.n; n++) {
                double sum = c.scale_d ? wgv_input_c(seed, (uint32_t)m, (uint32_t)n) : 0;
                for (int k = 0; k < s.k; k++) {
                    sum += negate_a * naive_a(c, seed, (uint32_t)m, (uint32_t)k) * negate_b *
                           naive_b(c, seed, (uint32_t)n, (uint32_t)k);
                }
                assert_true(decode_acc(in.acc, d[(size_t)(m * s.n + n)]) == sum);
            }
        }
    }
    assert_true(forms.size() >= 28); // nearly every row, dense and sparse, had its turn
}

void check_operand(const product_case &c, const product_operand &o, wgd_operand which)
{
    const wgd_read rd = read_of(c, which);
    const uint32_t per_unit = rd.dtype == WGD_B1 ? 8 : 1;
    const int blocks = which == WGD_OPERAND_A ? c.blocks_m : c.blocks_n;
    std::set<uint32_t> used;
    for (int b = 0; b < blocks; b++) {
        for (int k = 0; k < c.steps; k++) {
            const wgd_desc desc = wgd_desc_decode(o.word[b * c.steps + k]);
            for (uint32_t r = 0; r < (uint32_t)rd.mn; r++) {
                for (uint32_t e = 0; e < (uint32_t)wgd_read_k(rd); e += per_unit) {
                    const uint32_t lies =
                        wgv_tile_address(&o.tile, (uint32_t)b * o.block_rows + r,
                                         (uint32_t)k * o.block_cols + e / per_unit);
                    assert_int_equal(lies, wgd_fetch_byte(desc, rd, r, e));
                    assert_true(used.insert(lies).second); // no two elements share a place
                }
            }
        }
    }
    assert_int_equal(used.size(), o.tile.rows * o.tile.cols);
}

// What the kernel writes through the layout, the fetch rule reads through the descriptors, for all
// blocks of a tile, phased and sparse ones included.
void packing_agrees_with_the_fetch_rule(void **)
{
    const std::vector<product_case> all = all_product_cases();
    std::set<std::pair<int, bool>> forms;
    for (size_t i = 0; i < all.size(); i += 211) {
        const product_case &c = all[i];
        const product_job job = make_job(c, 1, 1024);
        forms.insert({c.row, c.sparse});
        check_operand(c, job.b, WGD_OPERAND_B);
        if (!c.a_in_regs) {
            check_operand(c, job.a, WGD_OPERAND_A);
        }
    }
    assert_int_equal(forms.size(), 33);
}

void cases_are_named_once_and_cover(void **)
{
    std::set<std::string> names;
    std::set<std::vector<int>> layouts;
    for (const product_case &c : all_product_cases()) {
        assert_true(names.insert(name_of(c)).second);
        layouts.insert({c.row, c.sparse, c.n, c.a_in_regs, c.major[0], c.swizzle[0], c.major[1],
                        c.swizzle[1]});
    }
    for (const product_case &c : all_control_cases()) {
        assert_true(names.insert(name_of(c)).second);
    }
    for (const map_case &c : all_map_cases()) {
        assert_true(names.insert(name_of(c)).second);
    }
    // f32.f16.f16, dense, every N: A in registers or 8 layouts, B K-major in 4; B N-major where the
    // atom and N divide each other: none always; 32B 16 | N or N = 8; 64B; 128B
    size_t f16 = 0;
    for (const auto &l : layouts) {
        f16 += l[0] == 1 && !l[1];
    }
    const size_t n_major = 32 + (16 + 1) + (8 + 2) + (4 + 3);
    assert_int_equal(f16, 9 * (4 * 32 + n_major));
}

// A control differs from the sound case in the words of one operand, or in how its tile is written.
void controls_corrupt(void **)
{
    const std::vector<product_case> all = all_control_cases();
    for (size_t i = 0; i < all.size(); i += 7) {
        const product_case &c = all[i];
        product_case sound = c;
        sound.control = mutation::none;
        const product_job bad = make_job(c, 1, 1024), good = make_job(sound, 1, 1024);
        const bool a = c.mutated == WGD_OPERAND_A;
        const product_operand &x = a ? bad.a : bad.b, &y = a ? good.a : good.b;
        const bool kept = memcmp(x.word, y.word, sizeof x.word[0] * (size_t)c.steps) == 0;
        const bool equal_strides = y.first.lbo == y.first.sbo;
        if (c.control == mutation::transpose || (c.control == mutation::swapped && equal_strides)) {
            assert_true(kept);
        } else {
            assert_false(kept);
        }
        assert_memory_equal(a ? bad.b.word : bad.a.word, a ? good.b.word : good.a.word,
                            sizeof x.word);
    }
}

void codes_spell_addresses(void **)
{
    for (int i = 0; i < WGD_WGMMA_DTYPE_COUNT; i++) {
        const wgd_dtype t = (wgd_dtype)i;
        for (uint32_t unit = 0; unit < WGD_SMEM_WINDOW / wgv_unit_bytes(t) && t != WGD_B1; unit++) {
            uint32_t back = 0;
            for (uint32_t p = 0; p < wgv_code_passes(t); p++) {
                const uint32_t code = wgv_code(t, p, unit);
                const uint32_t acc = wgv_code_result(t, code, 0);
                // what wgmma makes of the stored bits, by the definition of the types
                const wgd_acc kind = t == WGD_S8 || t == WGD_U8 ? WGD_ACC_S32 : WGD_ACC_F32;
                assert_true(decode(t, code) == decode_acc(kind, acc));
                const int32_t digit = wgv_code_decode(t, acc);
                assert_true(digit >= 0);
                back |= (uint32_t)digit << (p * wgv_code_digit_bits(t));
            }
            assert_int_equal(back, unit);
        }
    }
    assert_int_equal(wgv_code_decode(WGD_F16, 0), -1);
    assert_int_equal(wgv_code_decode(WGD_F16, wgv_code_result(WGD_F16, 0x3c00, 0) + 1), -1);
}

void random_words_stay_inside(void **)
{
    const uint32_t from = 17408, to = 233472;
    for (const map_case &c : all_map_cases()) {
        unsigned modes = 0, offsets = 0;
        uint64_t seen = 0;
        for (uint64_t i = 0; i < 200 && !c.canonical; i++) {
            const uint64_t w = wgv_random_word(5, i, c.read, from, to);
            const wgd_desc d = wgd_desc_decode(w);
            assert_true(w == wgv_random_word(5, i, c.read, from, to));
            assert_true(stays_inside(w, c.read, from, to));
            modes |= 1u << d.swizzle;
            offsets |= 1u << d.base_offset;
            seen |= w;
        }
        if (!c.canonical) {
            assert_int_equal(modes, 15);
            assert_int_equal(offsets, 255);
            assert_true((seen & ~WGD_DESC_MASK) == ~WGD_DESC_MASK); // ignored bits are tried too
        }
    }
}

} // namespace

int main()
{
    const CMUnitTest tests[] = {
        cmocka_unit_test(small_integers_are_exact),
        cmocka_unit_test(sums_stay_exact),
        cmocka_unit_test(fragments_cover),
        cmocka_unit_test(reference_is_the_product),
        cmocka_unit_test(packing_agrees_with_the_fetch_rule),
        cmocka_unit_test(cases_are_named_once_and_cover),
        cmocka_unit_test(controls_corrupt),
        cmocka_unit_test(codes_spell_addresses),
        cmocka_unit_test(random_words_stay_inside),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
