// SPDX-License-Identifier: MIT
//
// A hundred tiles in the arrangements that libwgdesc finds best for their accesses, one launch of the
// bank probe for accesses of each.
#pragma once

namespace wgv
{

// Prints what libwgdesc predicts for each launch, as JSON Lines.
void list_swizzles();
// Launches each, in the same order.
void run_swizzles();

} // namespace wgv
