/* SPDX-License-Identifier: MIT
 *
 * The values behind a picture: offset, byte, bank, atom and block of each cell.
 */
#include "show_grid.h"

#include "error/cli_status.h"
#include "draw/draw.h"
#include "io/mem.h"

void show_grid_free(show_grid *g)
{
    cli_free(g->offset);
    cli_free(g->byte);
    g->offset = g->byte = NULL;
}

/* Extents in elements become cells: a chunk joins the elements of 16 bytes along the contiguous
 * mode. */
static wgd_status make_cells(show_grid *g, int64_t mn, int64_t k, bool addresses, wgd_diag *diag)
{
    const int64_t rows = mn / g->row_step, cols = k / g->col_step;
    if (rows * cols > DRAW_CELLS_MAX) { /* the size of a layout or a tile, which fits */
        return wgd_fail(diag, WGD_ERR_LIMIT, "shape", "the picture has too many cells", NULL,
                        "at most 65536 cells",
                        "draw chunks (--unit chunk), or a smaller piece of it");
    }
    g->rows = (int)rows;
    g->cols = (int)cols;
    const size_t size = (size_t)(rows * cols) * sizeof *g->offset;
    g->offset = cli_alloc(size);
    g->byte = addresses ? cli_alloc(size) : NULL;
    if (!g->offset || (addresses && !g->byte)) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    return WGD_OK;
}

static void set_unit(show_grid *g, show_unit unit, int bits, wgd_major major)
{
    const int per_chunk = unit == SHOW_CHUNK ? 128 / bits : 1;
    g->unit = unit;
    g->elem_bits = bits;
    g->row_step = major == WGD_MAJOR_MN ? per_chunk : 1;
    g->col_step = major == WGD_MAJOR_K ? per_chunk : 1;
}

/* Elements of an 8 x 16-byte core matrix and of a swizzle atom, then in cells. */
static void set_patterns(show_grid *g, wgd_major major, wgd_swizzle_mode mode)
{
    const int chunk = 128 / g->elem_bits, row = wgd_swizzle_row_bytes(mode) * 8 / g->elem_bits;
    const bool k = major == WGD_MAJOR_K;
    g->core_rows = (k ? 8 : chunk) / g->row_step;
    g->core_cols = (k ? chunk : 8) / g->col_step;
    const int lines = (int)wgd_swizzle_lines(mode);
    g->atom_rows = (k ? lines : row) / g->row_step;
    g->atom_cols = (k ? row : lines) / g->col_step;
    g->atom_bytes = lines * wgd_swizzle_row_bytes(mode);
    g->two_modes = true;
}

void show_grid_patterns(show_grid *g, wgd_major major, wgd_swizzle_mode mode, int block_mn,
                        int block_k)
{
    set_patterns(g, major, mode);
    g->block_rows = block_mn / g->row_step;
    g->block_cols = block_k / g->col_step;
}

/* Which step each field makes, from the fetch rule (wgd_fetch.h). */
void show_steps(wgd_desc d, wgd_read rd, show_step *lbo, show_step *sbo)
{
    const wgd_swizzle_mode mode = d.swizzle;
    const unsigned reads = wgd_fetch_reads(mode, rd);
    const int row = wgd_swizzle_row_bytes(mode) * 8 / wgd_dtype_bits(rd.dtype);
    const bool k_major = rd.major == WGD_MAJOR_K;
    const int lines = (int)wgd_swizzle_lines(mode);
    const show_step along_mn = {.mn = k_major ? lines : row};
    const show_step along_k = {.k = k_major ? row : lines};
    const bool sbo_is_mn = k_major || mode == WGD_SWZ_NONE;
    *sbo = sbo_is_mn ? along_mn : along_k;
    *lbo = sbo_is_mn ? along_k : along_mn;
    sbo->drawn = (reads & WGD_READS_SBO) != 0;
    lbo->drawn = (reads & WGD_READS_LBO) != 0 && !d.lbo_absolute;
    sbo->bytes = d.sbo * 16;
    lbo->bytes = d.lbo * 16;
}

/* The address of element (mn, k) of the tile, taken from the tile's layout (not from the fetch
 * rule: tests compare the two). The start is aligned to the pattern, so adding it to the swizzled
 * offset is the same as swizzling the address. */
static void fill_tile(show_grid *g, const wgd_tile *t)
{
    const wgd_composed *c = g->unit == SHOW_CHUNK ? &t->smem_u128 : &t->smem;
    const int unit_bits = g->unit == SHOW_CHUNK ? 128 : g->elem_bits;
    const int64_t cells = (int64_t)g->rows * g->cols;
    for (int64_t i = 0; i < cells; i++) {
        /* Mode 0 runs fastest in a layout's linear order, columns in the grid's. */
        const int64_t at = i % g->rows * g->cols + i / g->rows;
        (void)wgd_composed_at(c, i, &g->offset[at], NULL); /* none is below zero */
        g->byte[at] = g->start + g->offset[at] * unit_bits / 8;
    }
}

wgd_status show_grid_tile(show_grid *g, const wgd_tile *t, show_unit unit, wgd_diag *diag)
{
    set_unit(g, unit, wgd_dtype_bits(t->query.dtype), t->query.major);
    g->start = t->query.start;
    wgd_status s = make_cells(g, t->query.mn, t->query.k, true, diag);
    if (s == WGD_OK) {
        fill_tile(g, t);
    }
    show_grid_patterns(g, t->query.major, t->query.swizzle, t->block_mn, t->block_k);
    show_steps(t->desc, wgd_tile_read(t), &g->lbo, &g->sbo);
    return s;
}

wgd_status show_grid_map(show_grid *g, uint64_t word, wgd_read rd, show_unit unit, wgd_diag *diag)
{
    const wgd_desc d = wgd_desc_unpack(word, rd.arch);
    set_unit(g, unit, wgd_dtype_bits(rd.dtype), rd.major);
    g->start = d.start * 16;
    wgd_status s = make_cells(g, rd.mn, wgd_read_k(rd), true, diag);
    const int unit_bits = unit == SHOW_CHUNK ? 128 : g->elem_bits;
    for (int r = 0; r < g->rows && s == WGD_OK; r++) {
        for (int c = 0; c < g->cols; c++) {
            const int at = r * g->cols + c;
            const int k = c * g->col_step;
            g->byte[at] = wgd_fetch_byte(d, rd, (uint32_t)(r * g->row_step), (uint32_t)k);
            g->offset[at] = (g->byte[at] - g->start) * 8 / unit_bits;
            /* Below a byte, the address alone does not tell single bits apart. */
            g->offset[at] += unit_bits < 8 ? k % (8 / unit_bits) : 0;
        }
    }
    set_patterns(g, rd.major, d.swizzle);
    g->block_rows = g->rows;
    g->block_cols = g->cols;
    show_steps(d, rd, &g->lbo, &g->sbo);
    return s;
}

/* Chunks exist when the layout can be recast to 128 bits, which needs the width of an element. */
static wgd_status to_unit(show_grid *g, wgd_composed *c, show_unit unit, wgd_diag *diag)
{
    if (unit == SHOW_ELEMENT) {
        return WGD_OK;
    }
    if (g->elem_bits == 0) {
        return wgd_fail(diag, WGD_ERR_VALUE, "unit", "a chunk needs the width of an element",
                        "chunk", "a type", "add --dtype, or a tag such as smem_ptr[16b]");
    }
    return wgd_recast_composed(c, g->elem_bits, 128, c, diag);
}

/* Rows and columns of a layout: mode 0, and everything behind it. */
static void extents(const wgd_layout *l, int64_t *rows, int64_t *cols)
{
    (void)wgd_layout_size(l, cols); /* they fit: the parser has seen to it */
    *rows = 1;
    if (wgd_layout_rank(l) > 1) {
        (void)wgd_layout_mode_size(l, 0, rows);
        *cols /= *rows;
    }
}

/* Far beyond shared memory, and small enough that bits and sums of addresses stay in 64 bits. */
#define ADDRESS_MAX (INT64_C(1) << 48)

static wgd_status check_address(int64_t v, const char *field, wgd_diag *diag)
{
    return v <= ADDRESS_MAX && v >= -ADDRESS_MAX
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_RANGE, field, "no shared-memory address is that far", v,
                              "at most 2^48 from 0", "leave --dtype out to draw offsets alone");
}

/* The address of element (or chunk) i. A tagged swizzle works on the absolute address, so the start
 * is added first. */
static wgd_status address(const show_grid *g, const wgd_composed *c, int64_t i, int unit_bits,
                          int64_t *out, wgd_diag *diag)
{
    const bool tagged = c->kind == WGD_SMEM_PTR;
    if (tagged) {
        *out = wgd_layout_at(&c->layout, i);
    } else {
        (void)wgd_composed_at(c, i, out, NULL); /* it has been asked before */
    }
    const wgd_status s = check_address(*out, "layout", diag);
    if (s != WGD_OK) {
        return s;
    }
    *out = g->start + *out * unit_bits / 8;
    *out = tagged ? wgd_swizzle_apply(c->sw, *out) : *out;
    return WGD_OK;
}

wgd_status show_grid_layout(show_grid *g, const wgd_composed *layout, int bits, int64_t start,
                            show_unit unit, wgd_diag *diag)
{
    *g = (show_grid){.unit = unit, .start = start, .row_step = 1, .col_step = 1};
    wgd_composed c = *layout;
    g->elem_bits = bits ? bits : c.elem_bits;
    if (c.kind == WGD_SMEM_PTR && g->elem_bits != c.elem_bits) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "dtype",
                            "the type is not as wide as the layout's smem_ptr tag", g->elem_bits,
                            "the width of the tag", "leave --dtype out: the tag says it");
    }
    wgd_status s = check_address(start, "start", diag);
    if (s == WGD_OK) {
        s = to_unit(g, &c, unit, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    int64_t rows, cols;
    extents(&c.layout, &rows, &cols);
    s = make_cells(g, rows, cols, g->elem_bits != 0, diag);
    const int unit_bits = unit == SHOW_CHUNK ? 128 : g->elem_bits;
    for (int64_t i = 0; s == WGD_OK && i < rows * cols; i++) {
        const int64_t at = i % rows * cols + i / rows;
        s = wgd_composed_at(&c, i, &g->offset[at], diag);
        if (s == WGD_OK && g->byte) {
            s = address(g, &c, i, unit_bits, &g->byte[at], diag);
        }
    }
    /* Which mode the chunks run along shows in the shape. */
    if (s == WGD_OK) {
        int64_t rows0, cols0;
        extents(&layout->layout, &rows0, &cols0);
        g->row_step = (int)(rows0 / rows);
        g->col_step = (int)(cols0 / cols);
    }
    return s;
}

wgd_status show_grid_atom(show_grid *g, int bits, wgd_major major, wgd_swizzle_mode mode,
                          int64_t start, show_unit unit, wgd_diag *diag)
{
    wgd_composed atom;
    (void)wgd_atom(bits, major, mode, &atom, NULL); /* each mode has one of each width */
    const wgd_status s = show_grid_layout(g, &atom, bits, start, unit, diag);
    if (s == WGD_OK) {
        set_patterns(g, major, mode);
    }
    return s;
}
