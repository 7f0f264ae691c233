// SPDX-License-Identifier: MIT
//
// Accesses to shared memory in many patterns, one launch of the bank probe for each.
#pragma once

namespace wgv
{

// Prints what libwgdesc predicts for each, as JSON Lines.
void list_probes();
// Launches each, in the same order.
void run_probes();

} // namespace wgv
