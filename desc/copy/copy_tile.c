/* SPDX-License-Identifier: MIT
 *
 * Where the elements of a tile lie, fast: an offset for each row, one for each column, a swizzle.
 */
#include "copy_parts.h"

#include "wgd_place.h"

static wgd_status check_side(int64_t n, wgd_diag *diag)
{
    return n <= WGD_COPY_SIDE
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_LIMIT, "layout", "a side of the tile is too long", n,
                              "1 to 1024 elements", "");
}

/* The one type of each width that a place may be asked for: only the width matters to it. */
static wgd_status type_of_bits(int bits, wgd_dtype *out, wgd_diag *diag)
{
    *out = bits == 8 ? WGD_E4M3 : bits == 16 ? WGD_F16 : WGD_TF32;
    return bits == 8 || bits == 16 || bits == 32
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_VALUE, "bits", "not a width that is copied", bits,
                              "8, 16 or 32", "");
}

static int64_t byte_at(const wgd_copy_tile *t, int row, int col)
{
    const int64_t at = t->before + t->row_off[row] + t->col_off[col];
    return t->after + wgd_swizzle_apply(t->sw, at);
}

/* Element by element: a swizzle may move one behind the last of those before it. */
static wgd_status check_window(const wgd_copy_tile *t, wgd_diag *diag)
{
    int64_t last = 0;
    for (int row = 0; row < t->rows; row++) {
        for (int col = 0; col < t->cols; col++) {
            const int64_t at = byte_at(t, row, col);
            last = at > last ? at : last;
        }
    }
    const int64_t end = last + t->bits / 8;
    return end <= WGD_SMEM_WINDOW
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_RANGE, "layout", "the tile ends beyond shared memory",
                              end, "at most 262144 bytes", "");
}

/* Offsets fit 32 bits: a place has them below 2^32 bytes, and those beyond the window are refused. */
static bool fill(wgd_copy_tile *t)
{
    const int es = t->bits / 8;
    for (int i = 0; i < t->rows + t->cols; i++) {
        const bool col = i >= t->rows;
        const int64_t off = es * (col ? wgd_layout_at2(&t->layout.layout, 0, i - t->rows)
                                      : wgd_layout_at2(&t->layout.layout, i, 0));
        if (off < -WGD_SMEM_WINDOW || off > WGD_SMEM_WINDOW) {
            return false;
        }
        *(col ? &t->col_off[i - t->rows] : &t->row_off[i]) = (int32_t)off;
    }
    return true;
}

wgd_status wgd_copy_tile_make(const wgd_composed *layout, int bits, int64_t start,
                              wgd_copy_tile *out, wgd_diag *diag)
{
    wgd_dtype dtype;
    wgd_place p;
    wgd_status s = type_of_bits(bits, &dtype, diag);
    if (s == WGD_OK) {
        s = wgd_place_make(layout, dtype, start, &p, diag);
    }
    if (s == WGD_OK) {
        s = check_side(p.mn, diag);
    }
    if (s == WGD_OK) {
        s = check_side(p.k, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    if (start % COPY_ROW != 0) {
        return wgd_fail_num(diag, WGD_ERR_ALIGN, "start", NULL, start, "a multiple of 16 bytes",
                            "");
    }
    out->layout = *layout;
    out->start = start;
    out->rows = (int)p.mn;
    out->cols = (int)p.k;
    out->bits = bits;
    out->before = p.before / 8;
    out->after = p.after / 8;
    out->sw = p.sw;
    out->sw.m = (int8_t)(p.sw.b > 0 ? p.sw.m - 3 : 0);
    if (!fill(out)) {
        return wgd_fail(diag, WGD_ERR_RANGE, "layout", "the tile is larger than shared memory",
                        NULL, "at most 262144 bytes", "");
    }
    const int es = bits / 8;
    const bool along = out->cols > 1 && out->col_off[1] == es;
    out->down = !along && out->rows > 1 && out->row_off[1] == es;
    return check_window(out, diag);
}

/* (line, (w, panels)):(w, (1, lines * w)), or with its modes the other way round. */
static void panels_layout(int64_t lines, int64_t along, int64_t w, bool down, wgd_layout *out)
{
    const wgd_layout line = wgd_layout_1d(lines, w);
    const wgd_layout run =
        along == w ? wgd_layout_1d(w, 1) : wgd_layout_2d(w, along / w, 1, lines * w);
    wgd_layout_clear(out);
    (void)wgd_layout_append(out, down ? &run : &line); /* three leaves always fit */
    (void)wgd_layout_append(out, down ? &line : &run);
}

wgd_status wgd_copy_tile_mode(int64_t rows, int64_t cols, int bits, bool down,
                              wgd_swizzle_mode mode, int64_t start, wgd_copy_tile *out,
                              wgd_diag *diag)
{
    wgd_dtype dtype;
    wgd_composed c;
    const int64_t along = down ? rows : cols, lines = down ? cols : rows;
    wgd_status s = type_of_bits(bits, &dtype, diag);
    if (s == WGD_OK && (rows < 1 || rows > WGD_COPY_SIDE || cols < 1 || cols > WGD_COPY_SIDE)) {
        s = wgd_fail_num(diag, WGD_ERR_LIMIT, "shape", "a side of the tile is too long",
                         rows < 1 || rows > WGD_COPY_SIDE ? rows : cols, "1 to 1024 elements", "");
    }
    if (s != WGD_OK) {
        return s;
    }
    const int64_t w = mode != WGD_SWZ_NONE      ? wgd_swizzle_row_bytes(mode) * 8 / bits
                      : along > WGD_TMA_BOX_MAX ? WGD_TMA_BOX_MAX
                                                : along;
    if (along % w != 0) {
        return wgd_fail_num(diag, WGD_ERR_TILE, "shape",
                            "the contiguous side of the tile is no whole number of swizzle rows",
                            along,
                            mode == WGD_SWZ_NONE  ? "a multiple of 256 elements"
                            : mode == WGD_SWZ_32B ? "a multiple of 32 bytes"
                            : mode == WGD_SWZ_64B ? "a multiple of 64 bytes"
                                                  : "a multiple of 128 bytes",
                            "a narrower swizzle, or another tile");
    }
    panels_layout(lines, along, w, down, &c.layout);
    c.kind = mode == WGD_SWZ_NONE ? WGD_PLAIN : WGD_SMEM_PTR;
    c.sw = wgd_swizzle_mode_get(mode)->sw;
    c.offset = 0;
    c.elem_bits = mode == WGD_SWZ_NONE ? 0 : bits;
    s = wgd_copy_tile_make(&c, bits, start, out, diag);
    if (s == WGD_OK) {
        out->down = down; /* also where the contiguous side has one element */
    }
    return s;
}

uint32_t wgd_copy_byte(const wgd_copy_tile *t, int row, int col)
{
    return (uint32_t)byte_at(t, row, col);
}

bool wgd_copy_tile_swizzle(const wgd_copy_tile *t, wgd_swizzle_mode *out)
{
    return wgd_swizzle_mode_of(t->sw, out);
}
