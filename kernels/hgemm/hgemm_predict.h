// SPDX-License-Identifier: MIT
//
// What libwgdesc predicts for the HGEMM's accesses to shared memory.
#pragma once

#include <string>

#include "hgemm_job.h"

namespace wgv
{

// A line of JSON: every kind of access with its number, wavefronts and conflicts.
std::string predict_hgemm(hgemm_form form, hgemm_size size);

} // namespace wgv
