/* SPDX-License-Identifier: MIT
 *
 * The cost of a wgmma: the numbers that were measured first, and what is refused. Every row of the
 * measurement is held against the law by tests/docs/cost.t.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "wgdesc.h"

static int cycles(int n, bool a_in_registers, bool sparse)
{
    const wgd_cost_query q = {WGD_F16, WGD_F16, WGD_ACC_F32, n, a_in_registers, sparse};
    wgd_cost c;
    assert_int_equal(wgd_cost_of(&q, &c, NULL), WGD_OK);
    assert_int_equal(c.cycles, c.bound == WGD_COST_SHARED ? c.shared_cycles : c.tensor_cycles);
    return c.cycles;
}

static void the_measured_numbers(void **state)
{
    (void)state;
    static const int n[] = {8, 16, 24, 32, 48, 64, 128, 256};
    static const int want[2][2][8] = {
        {{18, 20, 22, 24, 28, 32, 64, 128}, {20, 24, 28, 32, 40, 48, 80, 144}},
        {{13, 13, 13, 16, 24, 32, 64, 128}, {16, 18, 18, 18, 24, 32, 64, 128}}};
    for (int regs = 0; regs < 2; regs++) {
        for (int sparse = 0; sparse < 2; sparse++) {
            for (int i = 0; i < 8; i++) {
                assert_int_equal(cycles(n[i], regs, sparse), want[regs][sparse][i]);
            }
        }
    }
}

static void bytes_and_what_binds(void **state)
{
    (void)state;
    wgd_cost_query q = {WGD_F16, WGD_F16, WGD_ACC_F32, 64, false, false};
    wgd_cost c;
    assert_int_equal(wgd_cost_of(&q, &c, NULL), WGD_OK);
    assert_int_equal(c.shared_bytes, 64 * 32 + 64 * 32);
    assert_string_equal(wgd_cost_bound_name(c.bound), "tensor");
    q.n = 56;
    assert_int_equal(wgd_cost_of(&q, &c, NULL), WGD_OK);
    assert_string_equal(wgd_cost_bound_name(c.bound), "shared");
    q.a_in_registers = true;
    assert_int_equal(wgd_cost_of(&q, &c, NULL), WGD_OK);
    assert_int_equal(c.shared_bytes, 56 * 32);
    assert_string_equal(wgd_cost_bound_name(c.bound), "tensor");
}

static void refusals(void **state)
{
    (void)state;
    wgd_cost c;
    wgd_diag d;
    const wgd_cost_query types = {WGD_F16, WGD_TF32, WGD_ACC_F32, 64, false, false};
    assert_int_equal(wgd_cost_of(&types, &c, &d), WGD_ERR_INST);
    assert_string_equal(d.field, "dtype");
    const wgd_cost_query sparse = {WGD_B1, WGD_B1, WGD_ACC_S32, 64, false, true};
    assert_int_equal(wgd_cost_of(&sparse, &c, &d), WGD_ERR_INST);
    assert_string_equal(d.field, "sparse");
    const wgd_cost_query n = {WGD_S8, WGD_S8, WGD_ACC_S32, 40, false, false};
    assert_int_equal(wgd_cost_of(&n, &c, &d), WGD_ERR_N);
    assert_int_equal(wgd_cost_of(&n, &c, NULL), WGD_ERR_N);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_measured_numbers),
                                       cmocka_unit_test(bytes_and_what_binds),
                                       cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
