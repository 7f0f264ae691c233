/* SPDX-License-Identifier: MIT
 *
 * Internal: the canonical divide of a block whose swizzle mode is known already.
 */
#ifndef WGD_DESC_CANONICAL_H
#define WGD_DESC_CANONICAL_H

#include "wgd_tile.h"

/* As wgd_canonical_desc; `block` is in 128-bit units. */
wgd_status wgd_canonical_of(wgd_swizzle_mode mode, const wgd_layout *block, wgd_major major,
                            int bits, wgd_arch arch, wgd_layout *canonical, wgd_desc *desc,
                            wgd_diag *diag);

#endif
