/* SPDX-License-Identifier: MIT
 *
 * Blocks that lie across swizzle rows.
 */
#include "cross.h"

enum { ROW_BYTES = 128 };

/* Where the row of K that holds byte `byte` of it begins for MN block i, from the tile's start. */
static int64_t row_offset(const wgd_tile *t, int i, int64_t byte)
{
    return 16 * wgd_layout_at(&t->iterator, byte / ROW_BYTES * t->blocks_mn + i);
}

int64_t wgd_tile_cross_offset(const wgd_tile *t, int i, int j)
{
    const int64_t byte = (int64_t)j * t->k_bytes;
    return row_offset(t, i, byte) + byte % ROW_BYTES;
}

static wgd_desc cross_fields(const wgd_tile *t, int i, int j)
{
    wgd_desc d = t->desc;
    const int64_t last = (int64_t)(j + 1) * t->k_bytes - 1;
    d.start = (uint16_t)((t->query.start + wgd_tile_cross_offset(t, i, j)) / 16);
    d.lbo = (uint16_t)((t->query.start + row_offset(t, i, last)) / 16);
    d.lbo_absolute = true;
    return d;
}

uint64_t wgd_tile_cross_desc(const wgd_tile *t, int i, int j)
{
    return wgd_desc_pack(cross_fields(t, i, j), t->query.arch);
}

wgd_status wgd_tile_cross(wgd_tile *t, wgd_diag *diag)
{
    if (wgd_swizzle_row_bytes(t->query.swizzle) != ROW_BYTES) {
        return wgd_fail(diag, WGD_ERR_VALUE, "swizzle",
                        "blocks of 96 elements go on in the next 128 bytes of K",
                        wgd_swizzle_name(t->query.swizzle), "128B", "");
    }
    t->desc = cross_fields(t, 0, 0);
    return WGD_OK;
}
