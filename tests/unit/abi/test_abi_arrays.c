/* SPDX-License-Identifier: MIT
 *
 * The arrays in the public structures, whose places a program that was compiled with the headers has in it: where one
 * becomes longer or shorter, it and the library disagree, so the library's soname has to change, too (tests/build/abi.t
 * holds the list complete).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wgd_banks.h"
#include "wgd_best.h"
#include "wgd_copy.h"
#include "wgd_diff.h"
#include "wgd_frag.h"
#include "wgd_layout.h"
#include "wgd_layout_op.h"
#include "wgd_linear.h"
#include "wgd_place.h"
#include "wgd_plan.h"
#include "wgd_problem.h"
#include "wgd_scan.h"
#include "wgd_sf.h"
#include "wgd_slice.h"
#include "wgd_solve.h"
#include "wgd_status.h"
#include "wgd_tile.h"
#include "wgd_tma.h"
#include "wgd_tmem.h"
#include "wgd_triton.h"

static const struct {
    const char *name;
    size_t is, was; /* elements: by the headers, and in the interface of this soname */
} arrays[] = {
#define ARRAY(type, member, was)                                                                   \
#type "." #member, sizeof((type *)0)->member / sizeof((type *)0)->member[0], was
    {ARRAY(wgd_bank_lanes, addr, 32)},
    {ARRAY(wgd_bank_result, phase, 4)},
    {ARRAY(wgd_bank_result, bank, 32)},
    {ARRAY(wgd_formula, op, 256)},
    {ARRAY(wgd_bank_candidate, total, 8)},
    {ARRAY(wgd_bank_advice, candidate, 64)},
    {ARRAY(wgd_best_query, use, 8)},
    {ARRAY(wgd_best_query, weight, 8)},
    {ARRAY(wgd_best_candidate, wavefronts, 8)},
    {ARRAY(wgd_best, bound, 8)},
    {ARRAY(wgd_best, family, 6)},
    {ARRAY(wgd_copy_tile, row_off, 1024)},
    {ARRAY(wgd_copy_tile, col_off, 1024)},
    {ARRAY(wgd_copy, value, 1024)},
    {ARRAY(wgd_copy, thread_at, 1024)},
    {ARRAY(wgd_copy, value_at, 1024)},
    {ARRAY(wgd_copy_form, basis, 10)},
    {ARRAY(wgd_copy_form, low, 1024)},
    {ARRAY(wgd_copy_form, high, 1024)},
    {ARRAY(wgd_diff, field, 8)},
    {ARRAY(wgd_frag_modes, shape, 20)},
    {ARRAY(wgd_frag_modes, stride, 20)},
    {ARRAY(wgd_frag_chain, from, 32)},
    {ARRAY(wgd_frag_chain, column, 32)},
    {ARRAY(wgd_tuple, node, 128)},
    {ARRAY(wgd_tuple, leaf, 64)},
    {ARRAY(wgd_layout, stride, 64)},
    {ARRAY(wgd_tiler, node, 32)},
    {ARRAY(wgd_layout_op, arg, 4)},
    {ARRAY(wgd_linear, basis, 62)},
    {ARRAY(wgd_alias, mn, 2)},
    {ARRAY(wgd_alias, k, 2)},
    {ARRAY(wgd_block, mn_off, 256)},
    {ARRAY(wgd_block, k_off, 256)},
    {ARRAY(wgd_plan_query, problem, 3)},
    {ARRAY(wgd_plan_query, operand, 2)},
    {ARRAY(wgd_plan_candidate, order, 2)},
    {ARRAY(wgd_plan_candidate, reason, 224)},
    {ARRAY(wgd_plan_operand, candidate, 5)},
    {ARRAY(wgd_plan_umma, acc_column, 2)},
    {ARRAY(wgd_plan_umma, factors, 2)},
    {ARRAY(wgd_plan, operand, 2)},
    {ARRAY(wgd_problem_device, clusters, 17)},
    {ARRAY(wgd_problem_candidate, reason, 128)},
    {ARRAY(wgd_problem, size, 3)},
    {ARRAY(wgd_problem, candidate, 61)},
    {ARRAY(wgd_scan_wgmma, trans, 2)},
    {ARRAY(wgd_scan_wgmma, negate, 2)},
    {ARRAY(wgd_scan_wgmma, op, 2)},
    {ARRAY(wgd_scan_finding, message, 256)},
    {ARRAY(wgd_sf, blocks, 2)},
    {ARRAY(wgd_sf_stage, mma, 3)},
    {ARRAY(wgd_sf_stage, blocks, 2)},
    {ARRAY(wgd_slice, mn, 2)},
    {ARRAY(wgd_slice, k, 2)},
    {ARRAY(wgd_solve_query, block, 2)},
    {ARRAY(wgd_refusal, text, 256)},
    {ARRAY(wgd_solve, solution, 38)},
    {ARRAY(wgd_change, block, 2)},
    {ARRAY(wgd_change, text, 128)},
    {ARRAY(wgd_diag, what, 160)},
    {ARRAY(wgd_diag, got, 96)},
    {ARRAY(wgd_diag, want, 640)},
    {ARRAY(wgd_diag, hint, 256)},
    {ARRAY(wgd_tile_query, order, 2)},
    {ARRAY(wgd_tile_query, block, 2)},
    {ARRAY(wgd_tma_params, dim, 5)},
    {ARRAY(wgd_tma_params, stride, 4)},
    {ARRAY(wgd_tma_params, box, 5)},
    {ARRAY(wgd_tma_params, element_stride, 5)},
    {ARRAY(wgd_tma, extent, 5)},
    {ARRAY(wgd_tma, grid, 5)},
    {ARRAY(wgd_tma_box, at, 5)},
    {ARRAY(wgd_tmem_spec, tiles, 2)},
    {ARRAY(wgd_tmem, mode, 12)},
    {ARRAY(wgd_triton_value, v, 5)},
    {ARRAY(wgd_triton_bases, v, 32)},
    {ARRAY(wgd_triton_attr, field, 36)},
    {ARRAY(wgd_triton_attr, in, 4)},
    {ARRAY(wgd_triton_attr, wrap, 4)},
    {ARRAY(wgd_triton_type, shape, 5)},
    {ARRAY(wgd_triton_type, elem, 16)},
    {ARRAY(wgd_triton_layout, shape, 5)},
    {ARRAY(wgd_triton_layout, in, 4)},
#undef ARRAY
};

static void test_arrays(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        if (arrays[i].is != arrays[i].was) {
            fail_msg("%s has %zu elements and had %zu", arrays[i].name, arrays[i].is,
                     arrays[i].was);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_arrays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
