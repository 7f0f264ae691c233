// SPDX-License-Identifier: MIT
//
// The HGEMM with mma.sync: what the host hands to it, and the sizes that fix its shared memory.
#pragma once

#include <cstdint>

#include "wgd_status.h"

namespace wgv
{

// D = A * B: A is m x k row-major, B k x n column-major (n rows of k), D m x n row-major; f16,
// summed in f32.
struct hgemm_job {
    const uint16_t *a, *b;
    uint16_t *d;
    int m, n, k;
};

// A block of 8 warps computes 256 x 128, each warp 64 x 64; a stage holds 32 of K, so that a row of
// A or B in shared memory has 64 bytes.
constexpr int HGEMM_BM = 256, HGEMM_BN = 128, HGEMM_BK = 32, HGEMM_WARP = 64;
constexpr int HGEMM_WARPS = 8, HGEMM_THREADS = 32 * HGEMM_WARPS, HGEMM_STAGES = 4;
constexpr int HGEMM_STAGE_BYTES = (HGEMM_BM + HGEMM_BN) * HGEMM_BK * 2;
// The result passes through the same shared memory, rows of 256 bytes.
constexpr int HGEMM_SMEM_BYTES = HGEMM_STAGES * HGEMM_STAGE_BYTES;
static_assert(HGEMM_BM * HGEMM_BN * 2 <= HGEMM_SMEM_BYTES, "the result fits where the stages were");

enum class hgemm_form { plain, permuted };
constexpr const char *hgemm_form_name(hgemm_form form)
{
    return form == hgemm_form::plain ? "plain" : "permuted";
}

struct hgemm_size {
    int m, n, k;
};

// Where 16-byte chunk `chunk` of row `row` lies, in halves. Permuted: the chunks of a row turn by
// one for every row of banks (128 bytes) that the rows before it fill, so that the eight rows that
// ldmatrix reads in one phase lie in different banks.
WGD_HD constexpr int hgemm_stage_half(bool permuted, int row, int chunk)
{
    const int at = permuted ? (chunk + row % 8 / 2) % 4 : chunk;
    return row * HGEMM_BK + at * 8;
}

// The same for the result: 16 chunks to a row, a row fills two rows of banks.
WGD_HD constexpr int hgemm_result_half(bool permuted, int row, int col)
{
    const int at = permuted ? (col + row % 8 * 8) % HGEMM_BN : col;
    return row * HGEMM_BN + at;
}

// For cudaLaunchKernel: (hgemm_job). `wide`: rows of A and B and of D are whole 16-byte chunks.
const void *hgemm_kernel_at(hgemm_form form, bool wide);

} // namespace wgv
