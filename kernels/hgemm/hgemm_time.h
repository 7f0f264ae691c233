// SPDX-License-Identifier: MIT
//
// The HGEMM on random matrices: timed beside cuBLAS, or launched once.
#pragma once

#include <string>
#include <vector>

#include "hgemm_job.h"

namespace wgv
{

// Prints TFLOP/s of both forms and of cuBLAS, a line for each size; cuBLAS is opened at the path,
// or where the loader finds it when that is empty.
void time_hgemm(const std::vector<hgemm_size> &sizes, const std::string &cublas_path);

// One launch, for a profiler.
void launch_hgemm_once(hgemm_form form, hgemm_size size);

} // namespace wgv
