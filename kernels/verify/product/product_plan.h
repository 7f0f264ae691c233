// SPDX-License-Identifier: MIT
//
// From a GEMM case to the job that the kernel runs: where the tiles lie, their layouts, and the
// descriptors, all asked of libwgdesc. And the corruption of a job for a negative control.
#pragma once

#include "product_cases.h"
#include "product_job.h"
#include "verify/wgmma/window.h"

namespace wgv
{

// Shared memory from its first byte: a region for A, then B. Each tile starts at one of two places,
// so that starts vary. The first KiB stays free: a control may step back by a unit.
constexpr uint32_t A_REGION = 1024, B_REGION = A_REGION + 36 * 1024;
// What is left for B's tile.
constexpr uint32_t B_BYTES_MAX = SMEM_BYTES - B_REGION - 6 * 1024;

// The layout and the descriptors of one operand's tile at a start, or null when the tile is not
// legal. Answers are kept: the pointer stays valid. Not for A in registers.
const product_operand *operand_at(const product_case &c, wgd_operand o, uint32_t start);

// Where a case puts an operand when shared memory begins at `base`.
uint32_t start_of(const product_case &c, wgd_operand o, uint32_t base);

// Seed of the inputs: cases that multiply matrices of the same size and types share them.
uint64_t input_seed(const product_case &c, uint64_t seed);

// The whole job, with c.control applied. job.want is left 0.
product_job make_job(const product_case &c, uint64_t seed, uint32_t base);

// Bytes of shared memory the job's kernel needs.
uint32_t job_smem_bytes(const product_job &job, uint32_t base);

// How wgmma reads one block of an operand.
wgd_read read_of(const product_case &c, wgd_operand o);

// How the instruction that is issued reads it: a control may flip its transpose.
wgd_read issued_read(const product_case &c, wgd_operand o);

} // namespace wgv
