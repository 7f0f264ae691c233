// SPDX-License-Identifier: MIT
//
// All kernels of one row of the instruction table. Compiled once per row, with the calls that
// gen_calls wrote for it:  -DWGV_ROW=1 -DWGV_CALLS='"calls_1.cuh"'
#include "verify/product/product_kernel.cuh"
#include "verify/map/map.cuh"
#include "row.h"

namespace wgv
{
namespace
{

// Each row has its own set of calls, hence in here.
template <int N, bool A_IN_REGS, bool SPARSE> struct wgmma;
#include WGV_CALLS

// Variants that change immediates other than the transposes are built for these N only: negation
// and the sparsity selector do not depend on N.
template <product_variant V, int N>
constexpr bool variant_has_n = V == VARIANT_PLAIN || N == 8 || N == 64 || N == 256;

template <product_variant V, int TRANS_A, int TRANS_B>
using variant_imm = wgmma_imm<(V == VARIANT_NEGATE_A || V == VARIANT_NEGATE_BOTH) ? -1 : 1,
                              (V == VARIANT_NEGATE_B || V == VARIANT_NEGATE_BOTH) ? -1 : 1, TRANS_A,
                              TRANS_B, V == VARIANT_SELECT_1>;

template <bool A_IN_REGS, bool SPARSE, class IMM, product_variant V>
__device__ void step(uint32_t n, uint32_t *d, const wgmma_a &a, uint64_t b, int scale_d,
                     uint32_t meta, uint32_t keep)
{
    switch (n) {
#define WGV_CASE(N)                                                                                \
    case N:                                                                                        \
        if constexpr (variant_has_n<V, N>) {                                                       \
            wgmma<N, A_IN_REGS, SPARSE>::template apply<IMM>(d, a, b, scale_d, meta, keep);        \
        }                                                                                          \
        break;
        ROW_N(WGV_CASE)
#undef WGV_CASE
    }
}

template <int TRANS_A, int TRANS_B, bool A_IN_REGS, bool SPARSE, product_variant V>
__global__ void __launch_bounds__(128)
    product_kernel(const product_job *jobs, uint32_t n_jobs, const uint32_t *want,
                   uint32_t *scratch, product_result *results)
{
    using imm = variant_imm<V, TRANS_A, TRANS_B>;
    uint32_t *d =
        scratch + (size_t)blockIdx.x * (64 * WGD_N_MAX) + wgv_frag_d_at(row_acc, threadIdx.x, 0);
    for (uint32_t index = blockIdx.x; index < n_jobs; index += gridDim.x) {
        const product_job &job = jobs[index];
        product_result *out = &results[index];
        smem_fill(ptx_smem_address(smem), job.window_end, POISON);
        __syncthreads();
        if (!A_IN_REGS) {
            write_tile(job, job.a.tile, WGV_A, row_a, row_acc);
        }
        write_tile(job, job.b.tile, WGV_B, row_b, row_acc);
        ptx_fence_async_proxy();
        __syncthreads();
        for (uint32_t i = 0; i < job.blocks_m; i++) {
            for (uint32_t j = 0; j < job.blocks_n; j++) {
                start_fragment(job, row_acc, i, j, d);
                for (uint32_t k = 0; k < job.steps; k++) {
                    const uint32_t ia = i * job.steps + k, jb = j * job.steps + k;
                    wgmma_a a = {};
                    if constexpr (A_IN_REGS) {
                        for (uint32_t q = 0; q < 4; q++) {
                            a.reg[q] = a_register(job, row_a, row_acc, i, k, q);
                        }
                    } else {
                        a.desc = job.a.word[ia];
                    }
                    const uint64_t b = job.b.word[jb];
                    const uint32_t meta = SPARSE ? metadata(job, row_a, i, k, imm::sp_sel) : 0;
                    step<A_IN_REGS, SPARSE, imm, V>(job.n, d, a, b, job.scale_d || k, meta,
                                                    KEEP_ALL);
                    if (threadIdx.x == 0) {
                        out->echo[0][ia] = a.desc;
                        out->echo[1][jb] = b;
                        const bool same = device_word(job.b, j, k) == b &&
                                          (A_IN_REGS || device_word(job.a, i, k) == a.desc);
                        out->device_words_wrong += job.check_device_words && !same;
                    }
                }
                compare_fragment(job, row_acc, i, j, d, want, out);
            }
        }
        if (threadIdx.x == 0) {
            out->window_start = ptx_smem_address(smem);
        }
        __syncthreads(); // before the next job's stores
    }
}

// Types are mapped once, through a row that has them on both sides and exact 32-bit accumulators.
constexpr bool row_maps = row_a == row_b && row_acc != WGD_ACC_F16;

// One descriptor, one pass: multiplies, compares, and counts what is wrong.
template <bool SPARSE, wgd_operand OP, int TRANS>
__device__ uint32_t map_one(const map_job &job, wgd_read rd, uint64_t word, uint32_t pass,
                            uint32_t thread, uint32_t *d, uint32_t &compared)
{
    const wgd_desc desc = wgd_desc_decode(word);
    wgmma_a a = {};
    if constexpr (OP == WGD_OPERAND_A) {
        using imm = wgmma_imm<1, 1, TRANS, 0, 0>;
        a.desc = word;
        wgmma<row_k, false, SPARSE>::template apply<imm>(d, a, identity_word(job.window_to, row_k),
                                                         0, 0x44444444u, KEEP_OUTPUT);
        if (job.dump) {
            dump_a(job, rd, pass, thread, d);
        }
        return with_mode_known(
            desc, [&](wgd_desc known) { return compare_a(known, rd, pass, thread, d, compared); });
    }
    using imm = wgmma_imm<1, 1, 0, TRANS, 0>;
    const uint32_t columns = columns_at_once(rd);
    const uint32_t meta = SPARSE ? selector_metadata(row_a, columns, thread) : 0;
    const uint32_t keep = needed_by_b(columns, thread);
    uint32_t wrong = 0;
    for (uint32_t from = 0; from < (uint32_t)wgd_read_k(rd); from += columns) {
        for (uint32_t q = 0; q < 4; q++) {
            a.reg[q] = selector_register(row_a, SPARSE, columns, from, thread, q);
        }
        step<true, SPARSE, imm, VARIANT_PLAIN>(job.n, d, a, word, 0, meta, keep);
        if (job.dump) {
            dump_b(job, rd, pass, from, thread, d);
        }
        wrong += with_mode_known(desc, [&](wgd_desc known) {
            return compare_b(known, rd, pass, from, thread, d, compared);
        });
    }
    return wrong;
}

template <bool SPARSE, wgd_operand OP, int TRANS>
__global__ void __launch_bounds__(128 * MAP_WARPGROUPS) map_kernel(const map_job job)
{
    wgd_read rd = {};
    rd.dtype = row_a;
    rd.operand = OP;
    rd.major = TRANS ? WGD_MAJOR_MN : WGD_MAJOR_K;
    rd.mn = OP == WGD_OPERAND_A ? WGD_INST_M : (int)job.n;
    rd.sparse = SPARSE;
    const uint32_t thread = threadIdx.x % 128;
    const uint32_t group = blockIdx.x * MAP_WARPGROUPS + threadIdx.x / 128;
    uint32_t *d =
        job.scratch + (size_t)group * (64 * WGD_N_MAX) + wgv_frag_d_at(row_acc, thread, 0);
    unsigned long long all_wrong = 0, all_compared = 0;
    for (uint32_t pass = 0; pass < wgv_code_passes(row_a); pass++) {
        write_window(job, rd, pass);
        for (uint64_t i = group; i < job.count; i += gridDim.x * MAP_WARPGROUPS) {
            const uint64_t index = job.first + i;
            const uint64_t word =
                job.words ? job.words[index]
                          : wgv_random_word(job.seed, index, rd, job.window_from, job.window_to);
            uint32_t compared = 0;
            const uint32_t wrong =
                map_one<SPARSE, OP, TRANS>(job, rd, word, pass, thread, d, compared);
            if (wrong) {
                atomicMin(&job.result->first_bad, (unsigned long long)index);
            }
            all_wrong += wrong;
            all_compared += compared;
        }
    }
    atomicAdd(&job.result->wrong_elements, all_wrong);
    atomicAdd(&job.result->compared, all_compared);
}

// Fills the table of entry points; a variant that the row has not stays null. The immediates that
// are not transposes are tried with both operands K-major and with both MN-major.
template <bool A_IN_REGS, bool SPARSE, product_variant V> void add_product(row_kernels &t)
{
    auto &slot = t.product[SPARSE][A_IN_REGS][V];
    slot[0][0] = (const void *)product_kernel<0, 0, A_IN_REGS, SPARSE, V>;
    if constexpr (row_trans && V == VARIANT_PLAIN) {
        slot[0][1] = (const void *)product_kernel<0, 1, A_IN_REGS, SPARSE, V>;
    }
    if constexpr (row_trans && V == VARIANT_PLAIN && !A_IN_REGS) {
        slot[1][0] = (const void *)product_kernel<1, 0, A_IN_REGS, SPARSE, V>;
    }
    if constexpr (row_trans && !A_IN_REGS) {
        slot[1][1] = (const void *)product_kernel<1, 1, A_IN_REGS, SPARSE, V>;
    }
}

template <bool SPARSE, product_variant V> void add_product_both(row_kernels &t)
{
    add_product<false, SPARSE, V>(t);
    add_product<true, SPARSE, V>(t);
}

template <bool SPARSE> void add_map(row_kernels &t)
{
    auto &slot = t.map[SPARSE];
    slot[WGD_OPERAND_A][0] = (const void *)map_kernel<SPARSE, WGD_OPERAND_A, 0>;
    slot[WGD_OPERAND_B][0] = (const void *)map_kernel<SPARSE, WGD_OPERAND_B, 0>;
    if constexpr (row_trans) {
        slot[WGD_OPERAND_A][1] = (const void *)map_kernel<SPARSE, WGD_OPERAND_A, 1>;
        slot[WGD_OPERAND_B][1] = (const void *)map_kernel<SPARSE, WGD_OPERAND_B, 1>;
    }
}

template <bool SPARSE> void add_form(row_kernels &t)
{
    if constexpr (row_maps) {
        add_map<SPARSE>(t);
    }
    add_product_both<SPARSE, VARIANT_PLAIN>(t);
    if constexpr (row_scale) {
        add_product_both<SPARSE, VARIANT_NEGATE_A>(t);
        add_product_both<SPARSE, VARIANT_NEGATE_B>(t);
        add_product_both<SPARSE, VARIANT_NEGATE_BOTH>(t);
    }
    if constexpr (SPARSE && row_selector) {
        add_product_both<SPARSE, VARIANT_SELECT_1>(t);
    }
}

} // namespace

#define WGV_NAME_OF(row) row_kernels_##row
#define WGV_NAME(row)    WGV_NAME_OF(row)

row_kernels WGV_NAME(WGV_ROW)()
{
    row_kernels t = {};
    add_form<false>(t);
    if constexpr (row_sparse) {
        add_form<true>(t);
    }
    return t;
}

} // namespace wgv
