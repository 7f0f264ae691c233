// SPDX-License-Identifier: MIT
//
// From a GEMM case to the job that the kernel runs: where the tiles lie, their layouts, and the
// descriptors, all asked of libwgdesc. And the corruption of a job for a negative control.
#pragma once

#include "cases.h"
#include "gemm_job.h"

namespace wgv
{

// Shared memory from its first byte: a region for A, then B. Each tile starts at one of two places,
// so that starts vary. The first KiB stays free: a control may step back by a unit.
constexpr uint32_t A_REGION = 1024, B_REGION = A_REGION + 36 * 1024;
// What a block of compute capability 9.0 may use (227 KiB), and what is left for B's tile.
constexpr uint32_t SMEM_BYTES = 232448;
constexpr uint32_t B_BYTES_MAX = SMEM_BYTES - B_REGION - 6 * 1024;

// The layout and the descriptors of one operand's tile at a start, or null when the tile is not
// legal. Answers are kept: the pointer stays valid. Not for A in registers.
const gemm_operand *operand_at(const gemm_case &c, wgd_operand o, uint32_t start);

// Where a case puts an operand when shared memory begins at `base`.
uint32_t start_of(const gemm_case &c, wgd_operand o, uint32_t base);

// Seed of the inputs: cases that multiply matrices of the same size and types share them.
uint64_t input_seed(const gemm_case &c, uint64_t seed);

// The whole job, with c.control applied. job.want is left 0.
gemm_job make_job(const gemm_case &c, uint64_t seed, uint32_t base);

// Bytes of shared memory the job's kernel needs.
uint32_t job_smem_bytes(const gemm_job &job, uint32_t base);

// How wgmma reads one block of an operand.
wgd_read read_of(const gemm_case &c, wgd_operand o);

// How the instruction that is issued reads it: a control may flip its transpose.
wgd_read issued_read(const gemm_case &c, wgd_operand o);

// Does the block that this descriptor reads lie inside [from, to)?
bool stays_inside(uint64_t word, wgd_read rd, uint32_t from, uint32_t to);

// Do two descriptors read the same byte for every element?
bool same_map(uint64_t x, uint64_t y, wgd_read rd);

} // namespace wgv
