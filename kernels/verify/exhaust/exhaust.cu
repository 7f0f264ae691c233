// SPDX-License-Identifier: MIT
//
// The exhaustive kernels of one row of the instruction table. Compiled once per row, with the calls
// that gen_picks wrote for it:  -DWGV_ROW=1 -DEXHAUST_PICKS='"picks_1.cuh"'
#include <vector>

#include "exhaust.cuh"

namespace wgv
{
namespace
{

template <int WIDTH, bool A_IN_REGS, bool SPARSE, int TRANS> struct pick;
#include EXHAUST_PICKS

// As many warpgroups as the registers allow: they share one window and hide each other's latency.
[[maybe_unused]] constexpr int threads_for(int width)
{
    return width <= 32 ? 1024 : width <= 64 ? 768 : width <= 128 ? 512 : 384;
}

// All N that want so many threads are one kernel: one for each takes five times as long to compile.
template <int WIDTH, bool SPARSE, int TRANS>
__global__ void __launch_bounds__(threads_for(WIDTH)) columns_kernel(const exhaust_job job)
{
    using call = pick<WIDTH, true, SPARSE, TRANS>;
    const uint32_t n = (uint32_t)job.part.read.mn;
    const uint32_t thread = threadIdx.x % 128, lane = thread % 32;
    uint32_t a[4];
    for (uint32_t q = 0; q < 4; q++) {
        a[q] = picker<row_type, SPARSE>(wgv_frag_row(thread, q % 2), wgv_frag_a_byte(thread, q));
    }
    const uint32_t meta = SPARSE ? picker_metadata<row_type>(thread) : 0;
    const part_rule rule[2] = {rule_of<row_type>(TRANS ? lane % 4 * 2 : lane / 4),
                               rule_of<row_type>(TRANS ? lane % 4 * 2 + 1 : 0)};
    prepare_window(job, row_type, WGD_OPERAND_B);
    uint64_t all_wrong = 0;
    uint32_t d[WIDTH / 2] = {};
    const uint64_t words = for_each_word(job, [&](uint64_t word) {
        call::go(n, d, a, 0, word & ~job.clear, meta);
        const uint32_t wrong = compare_columns<row_type, WIDTH, call::LEAST, SPARSE, TRANS>(
            d, n, terms_of(word), thread, rule);
        if (wrong) {
            all_wrong += wrong;
            job.result->bad_word = word;
        }
    });
    constexpr uint32_t COPIES = SPARSE ? 2 : 4;
    const uint32_t copy = thread / 32 / (4 / COPIES);
    const uint32_t share = copy < n / 8 ? (n / 8 - copy + COPIES - 1) / COPIES * 4 : 0;
    add_up(job, words, words * share, all_wrong);
}

template <bool SPARSE, int TRANS>
__global__ void __launch_bounds__(1024) rows_kernel(const exhaust_job job)
{
    const uint32_t thread = threadIdx.x % 128, lane = thread % 32;
    const part_rule rule[2] = {rule_of<row_type>(TRANS ? lane / 4 : lane % 4 * 2),
                               rule_of<row_type>(TRANS ? 0 : lane % 4 * 2 + 1)};
    prepare_window(job, row_type, WGD_OPERAND_A);
    const uint64_t known = identity_word(job.fill_to, 16);
    uint64_t all_wrong = 0;
    uint32_t d[8] = {}, none[4] = {};
    const uint64_t words = for_each_word(job, [&](uint64_t word) {
        pick<16, false, SPARSE, TRANS>::go(16, d, none, word & ~job.clear, known, 0x44444444u);
        const uint32_t wrong = compare_rows<row_type, TRANS>(d, terms_of(word), thread, rule);
        if (wrong) {
            all_wrong += wrong;
            job.result->bad_word = word;
        }
    });
    add_up(job, words, words * 8, all_wrong);
}

using entries = std::vector<exhaust_kernel_entry>;

template <bool SPARSE, int TRANS> void add_form(entries &out)
{
    out.push_back({row_type, WGD_OPERAND_A, 64, SPARSE, TRANS != 0, 1024,
                   (const void *)rows_kernel<SPARSE, TRANS>});
#define X(N, WIDTH)                                                                                \
    out.push_back({row_type, WGD_OPERAND_B, N, SPARSE, TRANS != 0, threads_for(WIDTH),             \
                   (const void *)columns_kernel<WIDTH, SPARSE, TRANS>});
    PICK_N(X)
#undef X
}

template <bool MAPS> void add_row(entries &out)
{
    if constexpr (MAPS) {
        add_form<false, 0>(out);
        if constexpr (row_sparse) {
            add_form<true, 0>(out);
        }
        if constexpr (row_trans) {
            add_form<false, 1>(out);
            add_form<true, 1>(out);
        }
    }
}

} // namespace

#define EXHAUST_NAME_OF(row) exhaust_row_##row
#define EXHAUST_NAME(row)    EXHAUST_NAME_OF(row)

void EXHAUST_NAME(WGV_ROW)(std::vector<exhaust_kernel_entry> &out)
{
    add_row<row_maps>(out);
}

} // namespace wgv
