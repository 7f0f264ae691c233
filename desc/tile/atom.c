/* SPDX-License-Identifier: MIT
 *
 * The swizzle atoms: 8 rows (128B_32B: 4) of one swizzle row each, the smallest piece that tile_to_shape repeats.
 */
#include "wgd_tile.h"

wgd_status wgd_atom(int bits, wgd_major major, wgd_swizzle_mode mode, wgd_composed *out,
                    wgd_diag *diag)
{
    if (bits != 1 && bits != 4 && bits != 8 && bits != 16 && bits != 32) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "bits", NULL, bits, "1, 4, 8, 16 or 32",
                            "the width of an element that wgmma or tcgen05 reads");
    }
    const int64_t w = (int64_t)wgd_swizzle_row_bytes(mode) * 8 / bits;
    out->kind = WGD_SMEM_PTR;
    out->sw = wgd_swizzle_mode_get(mode)->sw;
    out->offset = 0;
    out->elem_bits = bits;
    const int64_t lines = (int64_t)wgd_swizzle_lines(mode);
    if (major == WGD_MAJOR_K) {
        wgd_layout_set_2d(&out->layout, lines, w, w, 1);
    } else {
        wgd_layout_set_2d(&out->layout, w, lines, 1, w);
    }
    return WGD_OK;
}
