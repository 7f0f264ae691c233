/* SPDX-License-Identifier: MIT
 *
 * How a tile lies in shared memory, and how that is written.
 */
#include "arrangement.h"

#include "wgd_text.h"

enum { EXTENT_MAX = 65536 };

static wgd_status check_bits(int elem_bits, wgd_diag *diag)
{
    return elem_bits == 8 || elem_bits == 16 || elem_bits == 32 || elem_bits == 64
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_VALUE, "bits", "not a width of whole elements",
                              elem_bits, "8, 16, 32 or 64", NULL);
}

static wgd_status check_base(int64_t base, bool absolute, wgd_diag *diag)
{
    const int64_t unit = absolute ? 1024 : WGD_BANK_CHUNK;
    return base >= 0 && base < WGD_SMEM_WINDOW && base % unit == 0
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_ALIGN, "start", NULL, base,
                              absolute ? "a multiple of 1024 below 262144: the swizzle acts on "
                                         "absolute addresses"
                                       : "a multiple of 16 below 262144",
                              NULL);
}

wgd_status wgd_arrange_rows(int64_t rows, int64_t row_elems, int elem_bits, int64_t base,
                            wgd_arrangement *out, wgd_diag *diag)
{
    wgd_status s = check_bits(elem_bits, diag);
    if (s == WGD_OK) {
        s = check_base(base, false, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    const bool rows_fit = rows > 0 && rows <= EXTENT_MAX;
    const bool row_fits = row_elems > 0 && row_elems <= EXTENT_MAX;
    if (!rows_fit || !row_fits || row_elems * elem_bits % 32 != 0) {
        return wgd_fail_num(
            diag, WGD_ERR_VALUE, "shape", "not a tile of rows", rows_fit ? row_elems : rows,
            "1 to 65536 rows, each a multiple of 4 bytes", "ROWSxELEMENTS, as in 64x64");
    }
    out->kind = WGD_ARRANGE_PLAIN;
    out->rows = (int)rows;
    out->row_bytes = (int)row_elems * elem_bits / 8;
    out->pad_bytes = 0;
    out->sw.b = 0;
    out->sw.m = 4;
    out->sw.s = 3;
    out->layout = NULL;
    out->elem_bits = elem_bits;
    out->along_first = false;
    out->base = base;
    return WGD_OK;
}

static wgd_status mode_extent(const wgd_layout *l, int i, int *out, wgd_diag *diag)
{
    int64_t size;
    if (wgd_layout_mode_size(l, i, &size) != WGD_OK) {
        size = INT64_MAX;
    }
    if (size > EXTENT_MAX) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "layout", "a mode is too large", size,
                            "at most 65536 elements", NULL);
    }
    *out = (int)size;
    return WGD_OK;
}

wgd_status wgd_arrange_layout(const wgd_composed *layout, int elem_bits, int64_t base,
                              wgd_arrangement *out, wgd_diag *diag)
{
    int rows = 1, cols = 1;
    if (wgd_layout_rank(&layout->layout) != 2) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "layout", "not a layout of a matrix",
                            wgd_layout_rank(&layout->layout), "two modes: (rows, columns)", NULL);
    }
    wgd_status s = mode_extent(&layout->layout, 0, &rows, diag);
    if (s != WGD_OK) {
        return s;
    }
    s = mode_extent(&layout->layout, 1, &cols, diag);
    if (s != WGD_OK) {
        return s;
    }
    s = wgd_arrange_rows(rows, EXTENT_MAX, elem_bits, base, out, diag);
    if (s == WGD_OK && layout->kind == WGD_SMEM_PTR) {
        s = layout->elem_bits == elem_bits
                ? check_base(base, true, diag)
                : wgd_fail_num(diag, WGD_ERR_VALUE, "bits", "the layout names another width",
                               elem_bits, "the N of smem_ptr[Nb]", NULL);
    }
    if (s != WGD_OK) {
        return s;
    }
    out->kind = WGD_ARRANGE_LAYOUT;
    out->layout = layout;
    /* Beside the first element; where there is nothing beside it, it itself. */
    int64_t origin = 0, right = 0, down = 0;
    s = wgd_composed_at(layout, 0, &origin, diag);
    if (s == WGD_OK) {
        s = wgd_composed_at(layout, cols > 1 ? rows : 0, &right, diag);
    }
    if (s == WGD_OK) {
        s = wgd_composed_at(layout, rows > 1 ? 1 : 0, &down, diag);
    }
    const bool along_second = right - origin == 1;
    out->along_first = !along_second && down - origin == 1;
    out->rows = out->along_first ? cols : rows;
    out->row_bytes = (out->along_first ? rows : cols) * elem_bits / 8;
    return s;
}

void wgd_arrangement_extent(const wgd_arrangement *a, int *rows, int *cols)
{
    const int inner = a->row_bytes * 8 / a->elem_bits;
    *rows = a->along_first ? inner : a->rows;
    *cols = a->along_first ? a->rows : inner;
}

/* Rows after which the banks repeat: rows of less than 128 bytes share a row of banks. */
static int rows_in_banks(const wgd_arrangement *a)
{
    return a->row_bytes < WGD_BANK_ROW ? WGD_BANK_ROW / a->row_bytes : 1;
}

int64_t wgd_arrangement_row_byte(const wgd_arrangement *a, int64_t o, int64_t at)
{
    if (a->kind == WGD_ARRANGE_PERMUTED) {
        const int64_t chunk = at / WGD_BANK_CHUNK + o % 8 / rows_in_banks(a);
        return a->base + o * a->row_bytes +
               chunk % (a->row_bytes / WGD_BANK_CHUNK) * WGD_BANK_CHUNK + at % WGD_BANK_CHUNK;
    }
    const int64_t off = o * (a->row_bytes + a->pad_bytes) + at;
    return a->base + (a->kind == WGD_ARRANGE_SWIZZLED ? wgd_swizzle_apply(a->sw, off) : off);
}

wgd_status wgd_arrangement_at(const wgd_arrangement *a, int row, int col, int64_t *out,
                              wgd_diag *diag)
{
    const int es = a->elem_bits / 8;
    if (a->kind != WGD_ARRANGE_LAYOUT) {
        *out = a->along_first ? wgd_arrangement_row_byte(a, col, (int64_t)row * es)
                              : wgd_arrangement_row_byte(a, row, (int64_t)col * es);
        return WGD_OK;
    }
    int rows, cols;
    int64_t off = 0;
    wgd_arrangement_extent(a, &rows, &cols);
    const wgd_status s = wgd_composed_at(a->layout, row + (int64_t)rows * col, &off, diag);
    if (s != WGD_OK) {
        return s;
    }
    *out = a->base + (off > WGD_SMEM_WINDOW || off < 0 ? WGD_SMEM_WINDOW : off * es);
    return WGD_OK;
}

/* ---- text ----------------------------------------------------------------------------------- */

static bool composed_of(const wgd_arrangement *a, wgd_composed *out)
{
    int rows, cols;
    wgd_arrangement_extent(a, &rows, &cols);
    const int64_t pitch = (a->row_bytes + a->pad_bytes) * 8 / a->elem_bits;
    if (a->kind == WGD_ARRANGE_LAYOUT) {
        *out = *a->layout;
        return true;
    }
    const wgd_layout l =
        a->along_first ? wgd_layout_2d(rows, cols, 1, pitch) : wgd_layout_2d(rows, cols, pitch, 1);
    *out = wgd_composed_plain(&l);
    if (a->kind == WGD_ARRANGE_SWIZZLED) {
        out->kind = WGD_SWIZZLED;
        out->sw = a->sw;
        out->sw.m = (int8_t)(a->sw.m - wgd_log2(a->elem_bits / 8));
    }
    return a->kind != WGD_ARRANGE_PERMUTED;
}

bool wgd_put_arrangement_cute(wgd_text *t, const wgd_arrangement *a)
{
    wgd_composed c;
    if (!composed_of(a, &c)) {
        return false;
    }
    wgd_put_composed(t, &c, WGD_FMT_PLAIN);
    return true;
}

void wgd_put_arrangement(wgd_text *t, const wgd_arrangement *a)
{
    switch (a->kind) {
    case WGD_ARRANGE_PLAIN:
        wgd_put_str(t, "plain");
        break;
    case WGD_ARRANGE_SWIZZLED:
        wgd_put_str(t, "Sw<");
        wgd_put_i64(t, a->sw.b);
        wgd_put_char(t, ',');
        wgd_put_i64(t, a->sw.m - wgd_log2(a->elem_bits / 8));
        wgd_put_char(t, ',');
        wgd_put_i64(t, a->sw.s);
        wgd_put_char(t, '>');
        break;
    case WGD_ARRANGE_PERMUTED:
        wgd_put_str(t, "permuted");
        break;
    case WGD_ARRANGE_PADDED:
        wgd_put_str(t, "padded by ");
        wgd_put_i64(t, a->pad_bytes);
        wgd_put_str(t, " bytes");
        break;
    default:
        wgd_put_arrangement_cute(t, a);
        break;
    }
}
