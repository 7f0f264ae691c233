// SPDX-License-Identifier: MIT
//
// The HGEMM as a function: which kernel, how many blocks.
#pragma once

#include "hgemm_job.h"

namespace wgv
{

// Queues the product; any m, n, k >= 1.
void run_hgemm(hgemm_form form, const hgemm_job &job);

} // namespace wgv
