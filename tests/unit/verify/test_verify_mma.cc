// SPDX-License-Identifier: MIT
//
// The products that prove the fragments on the GPU, checked here without one: what was printed is
// the product of what was printed, the coded inputs name every element, and every number is exact
// in the types that hold it.
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>

#include <algorithm>
#include <cstdlib>
#include <cstring>

extern "C" {
#include <cmocka.h>
}

#include "mma/mma_ops.h"
#include "common/random.h"
#include "mma/mma_problems.h"

namespace
{

using namespace wgv;

std::vector<wgd_frag_op> all_ops()
{
    wgd_frag_op ops[WGV_MMA_OPS_MAX];
    const int n = wgv_mma_ops(ops);
    return std::vector<wgd_frag_op>(ops, ops + n);
}

bool right(const wgd_frag_op &op, const mma_problem &p)
{
    for (int m = 0; m < op.m; m++) {
        for (int n = 0; n < op.n; n++) {
            int sum = p.c[static_cast<size_t>(m * op.n + n)];
            for (int k = 0; k < op.k; k++) {
                sum +=
                    p.a[static_cast<size_t>(m * op.k + k)] * p.b[static_cast<size_t>(n * op.k + k)];
            }
            if (sum != p.d[static_cast<size_t>(m * op.n + n)]) {
                return false;
            }
        }
    }
    return true;
}

void the_list_of_instructions(void **)
{
    const std::vector<wgd_frag_op> ops = all_ops();
    assert_int_equal(ops.size(), 57);
    int quad_pairs = 0;
    for (const wgd_frag_op &op : ops) {
        quad_pairs += op.k == 4 && op.a == WGD_FRAG_F16;
    }
    assert_int_equal(quad_pairs, 8); // four pairs of layouts, two accumulators
}

// What others printed is the product of the inputs that they printed.
void printed_products(void **)
{
    int found = 0;
    for (const wgd_frag_op &op : all_ops()) {
        for (const mma_problem &p : printed_problems(op)) {
            assert_true(right(op, p));
            found++;
        }
    }
    assert_int_equal(found, 8 * 2 + 2 + 2);
}

// The D of the coded products spells the index of every element of A, then of B.
void coded_products(void **)
{
    for (const wgd_frag_op &op : all_ops()) {
        const std::vector<mma_problem> all = coded_problems(op);
        size_t at = 0;
        for (const bool of_a : {true, false}) {
            const int count = (of_a ? op.m : op.n) * op.k, block = of_a ? op.n : op.m;
            std::vector<int> spelled(static_cast<size_t>(count), 0);
            for (int bit = 0; (count - 1) >> bit; bit++) {
                for (int first = 0; first < op.k; first += block, at++) {
                    const mma_problem &p = all.at(at);
                    assert_true(right(op, p));
                    for (int m = 0; m < op.m; m++) {
                        for (int n = 0; n < op.n; n++) {
                            const int k = first + (of_a ? n : m), row = of_a ? m : n;
                            if (k < op.k) {
                                spelled[static_cast<size_t>(row * op.k + k)] |=
                                    p.d[static_cast<size_t>(m * op.n + n)] << bit;
                            }
                        }
                    }
                }
            }
            for (int i = 0; i < count; i++) {
                assert_int_equal(spelled[static_cast<size_t>(i)], i);
            }
        }
        assert_int_equal(at + 1, all.size());
        assert_true(right(op, all.back())); // C coded
    }
}

void random_products(void **)
{
    for (const wgd_frag_op &op : all_ops()) {
        const std::vector<mma_problem> once = random_problems(op, 7, 20);
        const std::vector<mma_problem> again = random_problems(op, 7, 20);
        for (size_t i = 0; i < once.size(); i++) {
            assert_true(once[i].a == again[i].a && once[i].b == again[i].b);
            assert_true(right(op, once[i]));
            const int most =
                std::abs(*std::max_element(once[i].d.begin(), once[i].d.end(),
                                           [](int x, int y) { return std::abs(x) < std::abs(y); }));
            // f16 holds integers up to 2048; sums of 8-bit floats keep about 14 bits
            assert_in_range(most, 0, op.d == WGD_FRAG_F16 ? 2048 : 1 << 22);
            assert_true(op.a != WGD_FRAG_E4M3 || most < 1 << 13);
        }
    }
}

void numbers_as_bits(void **)
{
    const struct {
        wgd_frag_type type;
        int v;
        uint64_t bits;
    } cases[] = {{WGD_FRAG_F16, 1, 0x3c00},
                 {WGD_FRAG_F16, -2048, 0xe800},
                 {WGD_FRAG_BF16, -3, 0xc040},
                 {WGD_FRAG_TF32, 8, 0x41000000},
                 {WGD_FRAG_E4M3, 1, 0x38},
                 {WGD_FRAG_E5M2, -4, 0xc4},
                 {WGD_FRAG_S8, -128, 0x80},
                 {WGD_FRAG_U8, 255, 0xff},
                 {WGD_FRAG_S4, -8, 8},
                 {WGD_FRAG_B1, 1, 1},
                 {WGD_FRAG_F32, -512, 0xc4000000},
                 {WGD_FRAG_S32, -1, 0xffffffff},
                 {WGD_FRAG_F64, 3, 0x4008000000000000}};
    for (const auto &c : cases) {
        assert_true(mma_bits(c.type, c.v) == c.bits);
    }
}

} // namespace

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_of_instructions), cmocka_unit_test(printed_products),
        cmocka_unit_test(coded_products),           cmocka_unit_test(random_products),
        cmocka_unit_test(numbers_as_bits),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
