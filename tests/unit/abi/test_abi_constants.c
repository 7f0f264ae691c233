/* SPDX-License-Identifier: MIT
 *
 * The constants of the public headers, which a program that was compiled with them has in it: where one changes, it and
 * the library disagree, so the library's soname has to change, too (tests/build/abi.t holds the list complete).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wgd_banks.h"
#include "wgd_best.h"
#include "wgd_copy.h"
#include "wgd_cost.h"
#include "wgd_desc.h"
#include "wgd_fetch.h"
#include "wgd_frag.h"
#include "wgd_idesc.h"
#include "wgd_inst.h"
#include "wgd_layout.h"
#include "wgd_layout_op.h"
#include "wgd_linear.h"
#include "wgd_place.h"
#include "wgd_plan.h"
#include "wgd_problem.h"
#include "wgd_scan.h"
#include "wgd_sf.h"
#include "wgd_solve.h"
#include "wgd_stages.h"
#include "wgd_swizzle_mode.h"
#include "wgd_tma.h"
#include "wgd_tmem.h"
#include "wgd_tmem_ldst.h"
#include "wgd_triton.h"
#include "wgd_umma.h"

static const struct {
    const char *name;
    int64_t is, was; /* by the headers, and in the interface of this soname */
} constants[] = {
#define CONSTANT(name, was) #name, name, was
    {CONSTANT(WGD_BANKS, 32)},
    {CONSTANT(WGD_WARP, 32)},
    {CONSTANT(WGD_BANK_PHASES, 4)},
    {CONSTANT(WGD_ACCESS_COUNT, 12)},
    {CONSTANT(WGD_FORMULA_OPS, 256)},
    {CONSTANT(WGD_ORDER_COUNT, 6)},
    {CONSTANT(WGD_BANK_CANDIDATES, 64)},
    {CONSTANT(WGD_BANK_USES, 8)},
    {CONSTANT(WGD_BEST_WEIGHT_MAX, 1000000)},
    {CONSTANT(WGD_BEST_FAMILY_COUNT, 6)},
    {CONSTANT(WGD_COPY_SIDE, 1024)},
    {CONSTANT(WGD_COPY_VALUES, 1024)},
    {CONSTANT(WGD_COPY_THREADS, 1024)},
    {CONSTANT(WGD_COST_BYTES_PER_CYCLE, 128)},
    {CONSTANT(WGD_TCGEN05_VERSION, 1)},
    {CONSTANT(WGD_FAULT_RESERVED, 1)},
    {CONSTANT(WGD_FAULT_ALIGNMENT, 2)},
    {CONSTANT(WGD_FAULT_BASE_OFFSET, 4)},
    {CONSTANT(WGD_FAULT_PHASE, 8)},
    {CONSTANT(WGD_FAULT_ZERO_STRIDES, 16)},
    {CONSTANT(WGD_FAULT_VERSION, 32)},
    {CONSTANT(WGD_FAULT_LAYOUT_TYPE, 64)},
    {CONSTANT(WGD_WGMMA_WORD_BITS, 64)},
    {CONSTANT(WGD_TCGEN05_WORD_BITS, 64)},
    {CONSTANT(WGD_FETCH_CHUNKS_MAX, 1024)},
    {CONSTANT(WGD_READS_START, 1)},
    {CONSTANT(WGD_READS_LBO, 2)},
    {CONSTANT(WGD_READS_SBO, 4)},
    {CONSTANT(WGD_READS_BASE_OFFSET, 8)},
    {CONSTANT(WGD_READS_LAYOUT_TYPE, 16)},
    {CONSTANT(WGD_READS_LBO_MODE, 32)},
    {CONSTANT(WGD_FRAG_TYPE_NONE, -1)},
    {CONSTANT(WGD_FRAG_MODES, 20)},
    {CONSTANT(WGD_FRAG_CHAIN_K, 32)},
    {CONSTANT(WGD_IDESC_FIELD_COUNT, 17)},
    {CONSTANT(WGD_IDESC_RESERVED, 1)},
    {CONSTANT(WGD_IDESC_TYPE, 2)},
    {CONSTANT(WGD_IDESC_SHAPE, 4)},
    {CONSTANT(WGD_INST_M, 64)},
    {CONSTANT(WGD_N_MAX, 256)},
    {CONSTANT(WGD_K_BYTES, 32)},
    {CONSTANT(WGD_K_BYTES_WIDE, 64)},
    {CONSTANT(WGD_K_BYTES_96, 48)},
    {CONSTANT(WGD_MAX_LEAVES, 64)},
    {CONSTANT(WGD_MAX_NODES, 128)},
    {CONSTANT(WGD_MAX_DEPTH, 16)},
    {CONSTANT(WGD_LEAF, 255)},
    {CONSTANT(WGD_MAX_TILER, 16)},
    {CONSTANT(WGD_MAX_TILER_NODES, 32)},
    {CONSTANT(WGD_TILE_LAYOUT, 255)},
    {CONSTANT(WGD_TILE_SIZE, 254)},
    {CONSTANT(WGD_TILE_KEEP, 253)},
    {CONSTANT(WGD_LAYOUT_OP_ARGS, 4)},
    {CONSTANT(WGD_LINEAR_BITS, 62)},
    {CONSTANT(WGD_BLOCK_MN_MAX, 256)},
    {CONSTANT(WGD_BLOCK_K_MAX, 256)},
    {CONSTANT(WGD_BLOCKS_MAX, 4096)},
    {CONSTANT(WGD_SMEM_BLOCK_MAX, 232448)},
    {CONSTANT(WGD_REGISTER_FILE, 65536)},
    {CONSTANT(WGD_REGISTER_MAX, 255)},
    {CONSTANT(WGD_WARPGROUP, 128)},
    {CONSTANT(WGD_WARPGROUPS_MAX, 7)},
    {CONSTANT(WGD_PRODUCER_REGISTERS, 24)},
    {CONSTANT(WGD_PLAN_OTHER_REGISTERS, 16)},
    {CONSTANT(WGD_PLAN_BARRIER_BYTES, 8)},
    {CONSTANT(WGD_PLAN_EPILOGUE_WARPS, 4)},
    {CONSTANT(WGD_PLAN_UMMA_THREADS, 192)},
    {CONSTANT(WGD_PROBLEM_CANDIDATES, 61)},
    {CONSTANT(WGD_PROBLEM_SMS, 132)},
    {CONSTANT(WGD_PROBLEM_SMS_MAX, 1024)},
    {CONSTANT(WGD_PROBLEM_TILES_MAX, 1073741824)},
    {CONSTANT(WGD_PROBLEM_CLUSTER_MAX, 16)},
    {CONSTANT(WGD_PROBLEM_SPLIT_MAX, 32)},
    {CONSTANT(WGD_PROBLEM_LONG_WALK, 16000)},
    {CONSTANT(WGD_PROBLEM_L2_BYTES_PER_CYCLE, 64)},
    {CONSTANT(WGD_SCAN_MESSAGE_MAX, 256)},
    {CONSTANT(WGD_SCAN_WORK_MIN, 1048576)},
    {CONSTANT(WGD_SF_ROWS, 128)},
    {CONSTANT(WGD_SF_COLS, 4)},
    {CONSTANT(WGD_SF_BLOCK, 512)},
    {CONSTANT(WGD_WANT_ANY, -1)},
    {CONSTANT(WGD_WANT_K, 0)},
    {CONSTANT(WGD_WANT_MN, 1)},
    {CONSTANT(WGD_SOLUTIONS_MAX, 38)},
    {CONSTANT(WGD_CHANGES_MAX, 12)},
    {CONSTANT(WGD_STAGES_MAX, 1024)},
    {CONSTANT(WGD_SWIZZLE_LINE_BITS, 7)},
    {CONSTANT(WGD_SWIZZLE_CODES, 4)},
    {CONSTANT(WGD_SWIZZLE_TCGEN05_CODES, 8)},
    {CONSTANT(WGD_TMA_RANK_MAX, 5)},
    {CONSTANT(WGD_TMA_BOX_MAX, 256)},
    {CONSTANT(WGD_TMA_ELEMENT_STRIDE_MAX, 8)},
    {CONSTANT(WGD_TMA_ALIGNMENT, 16)},
    {CONSTANT(WGD_TMA_SMEM_ALIGNMENT, 128)},
    {CONSTANT(WGD_TMEM_LANES, 128)},
    {CONSTANT(WGD_TMEM_COLUMNS, 512)},
    {CONSTANT(WGD_TMEM_ALLOC_MIN, 32)},
    {CONSTANT(WGD_TMEM_WHAT_COUNT, 7)},
    {CONSTANT(WGD_TMEM_ALLOC_COUNT, 6)},
    {CONSTANT(WGD_TMEM_MODES, 12)},
    {CONSTANT(WGD_LDST_SHAPE_COUNT, 5)},
    {CONSTANT(WGD_CP_SHAPE_COUNT, 6)},
    {CONSTANT(WGD_TRITON_RANK, 5)},
    {CONSTANT(WGD_TRITON_BASES, 32)},
    {CONSTANT(WGD_TRITON_INS, 4)},
    {CONSTANT(WGD_TRITON_WRAPS, 4)},
    {CONSTANT(WGD_TRITON_KIND_COUNT, 10)},
    {CONSTANT(WGD_TRITON_FIELD_COUNT, 36)},
    {CONSTANT(WGD_UMMA_KIND_COUNT, 7)},
    {CONSTANT(WGD_UMMA_NOTE_COUNT, 8)},
#undef CONSTANT
};

static void test_constants(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        if (constants[i].is != constants[i].was) {
            fail_msg("%s is %lld and was %lld", constants[i].name, (long long)constants[i].is,
                     (long long)constants[i].was);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_constants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
