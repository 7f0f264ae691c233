// SPDX-License-Identifier: MIT
#pragma once

#include "hgemm_job.h"

namespace wgv
{

// Queues the product; any m, n, k >= 1.
void run_hgemm(hgemm_form form, const hgemm_job &job);

} // namespace wgv
