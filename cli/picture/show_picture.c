/* SPDX-License-Identifier: MIT
 *
 * From values to a picture: cells, borders, arrows, legend.
 */
#include "show_picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/never.h"

/* One row for each show_cell: its name in messages and the legend. */
static const struct {
    const char *name;
    const char *shade; /* the legend's title when shades stand for it */
} cells[] = {
    [SHOW_OFFSET] = {"offset", "shade: offset mod 8"},
    [SHOW_BYTE] = {"byte", ""},
    [SHOW_BANK] = {"bank", "shade: 16-byte bank group, (address / 16) mod 8"},
    [SHOW_ATOM] = {"atom", "shade: swizzle atom mod 8, in the order of memory"},
    [SHOW_CORE] = {"core", "shades tell core matrices (8 rows of 16 bytes) apart"},
    [SHOW_BLOCK] = {"block", "shades tell instruction blocks apart"},
    [SHOW_COORD] = {"coord", ""},
    [SHOW_NOTHING] = {"none", ""},
};

const char *show_cell_text(show_cell what, show_unit unit)
{
    static const char *const texts[] = {[SHOW_OFFSET] = "offset in chunks",
                                        [SHOW_BYTE] = "byte address",
                                        [SHOW_BANK] = "banks",
                                        [SHOW_ATOM] = "atom, in the order of memory",
                                        [SHOW_CORE] = "core matrix",
                                        [SHOW_BLOCK] = "instruction block",
                                        [SHOW_COORD] = "MN,K",
                                        [SHOW_NOTHING] = ""};
    const bool element = unit == SHOW_ELEMENT;
    return element && what == SHOW_OFFSET ? "offset in elements"
           : element && what == SHOW_BANK ? "bank"
                                          : texts[what];
}

show_look show_look_default(const show_grid *g)
{
    const show_look look = {.line = {SHOW_OFFSET},
                            .n_lines = 1,
                            .shade = g->byte ? SHOW_BANK : SHOW_OFFSET,
                            .arrows = true,
                            .blocks = true,
                            .axes = true,
                            .legend = true};
    return look;
}

static int64_t floor_mod(int64_t v, int64_t m)
{
    return (v % m + m) % m;
}

static int64_t floor_div(int64_t v, int64_t m)
{
    return (v - floor_mod(v, m)) / m;
}

typedef struct place {
    int row, col;
    size_t at;
} place;

static int64_t atom_number(const show_grid *g, place p)
{
    return floor_div(g->byte[p.at] - g->start, g->atom_bytes);
}

static void put_pair(wgd_text *t, int64_t a, char between, int64_t b)
{
    wgd_put_i64(t, a);
    wgd_put_char(t, between);
    wgd_put_i64(t, b);
}

static void put_bank(wgd_text *t, const show_grid *g, place p)
{
    const int64_t bank = floor_mod(floor_div(g->byte[p.at], 4), 32);
    if (g->unit == SHOW_CHUNK) {
        put_pair(t, bank, '-', bank + 3);
    } else {
        wgd_put_i64(t, bank);
    }
}

static void put_line(wgd_text *t, const show_grid *g, show_cell what, place p)
{
    switch (what) {
    case SHOW_OFFSET:
        wgd_put_i64(t, g->offset[p.at]);
        break;
    case SHOW_BYTE:
        wgd_put_str(t, g->byte[p.at] < 0 ? "-0x" : "0x");
        wgd_put_hex(t, (uint64_t)llabs(g->byte[p.at]), 1);
        break;
    case SHOW_BANK:
        wgd_put_char(t, 'b');
        put_bank(t, g, p);
        break;
    case SHOW_ATOM:
        wgd_put_char(t, 'a');
        wgd_put_i64(t, atom_number(g, p));
        break;
    case SHOW_CORE:
        wgd_put_char(t, 'c');
        put_pair(t, p.row / g->core_rows, '.', p.col / g->core_cols);
        break;
    case SHOW_BLOCK:
        wgd_put_char(t, 'i');
        put_pair(t, p.row / g->block_rows, '.', p.col / g->block_cols);
        break;
    default: /* SHOW_COORD */
        put_pair(t, (int64_t)p.row * g->row_step, ',', (int64_t)p.col * g->col_step);
    }
}

static int shade_of(const show_grid *g, show_cell what, place p)
{
    switch (what) {
    case SHOW_OFFSET:
        return (int)floor_mod(g->offset[p.at], DRAW_SHADES);
    case SHOW_BANK:
        return (int)floor_mod(floor_div(g->byte[p.at], 16), DRAW_SHADES);
    case SHOW_ATOM:
        return (int)floor_mod(atom_number(g, p), DRAW_SHADES);
    case SHOW_CORE:
        /* Neighbours in a column and in a row differ also where a row holds 8 of them. */
        return (p.row / g->core_rows * (g->cols / g->core_cols | 1) + p.col / g->core_cols) %
               DRAW_SHADES;
    case SHOW_BLOCK:
        return (p.row / g->block_rows + p.col / g->block_cols * 3) % DRAW_SHADES;
    default:
        return DRAW_PLAIN;
    }
}

static bool has(const show_grid *g, show_cell what)
{
    switch (what) {
    case SHOW_BYTE:
    case SHOW_BANK:
        return g->byte != NULL;
    case SHOW_ATOM:
        return g->atom_bytes != 0;
    case SHOW_CORE:
        return g->core_rows;
    case SHOW_BLOCK:
        return g->block_rows;
    default:
        return true;
    }
}

static wgd_status check(const show_grid *g, const char *field, show_cell what, wgd_diag *diag)
{
    if (has(g, what)) {
        return WGD_OK;
    }
    const bool addresses = what == SHOW_BYTE || what == SHOW_BANK;
    return wgd_fail(diag, WGD_ERR_VALUE, field,
                    addresses ? "a plain layout has no addresses"
                              : "this kind of picture has no such thing",
                    cells[what].name, addresses ? "an element type" : "offset, byte, bank or coord",
                    addresses ? "add --dtype, or a tag such as smem_ptr[16b]"
                              : "draw a tile or a descriptor instead");
}

static void put_legend(draw_pic *p, const show_look *look)
{
    if (!look->legend || look->shade == SHOW_NOTHING) {
        return;
    }
    p->shade_title = cells[look->shade].shade;
    if (look->shade == SHOW_OFFSET || look->shade == SHOW_ATOM) {
        draw_number_shades(p, cells[look->shade].shade);
    }
    for (int i = 0; i < DRAW_SHADES && look->shade == SHOW_BANK; i++) {
        wgd_text t = wgd_text_into(p->shade_text[i], DRAW_TEXT);
        wgd_put_str(&t, "banks ");
        put_pair(&t, i * 4, '-', i * 4 + 3);
        wgd_text_end(&t);
    }
}

static void put_axes(draw_pic *p, const show_grid *g)
{
    p->corner = g->two_modes ? "MN \\ K" : "";
    draw_number_axes(p, g->row_step, g->col_step);
}

/* The slice in cells: rows [row0, row1), columns [col0, col1). */
typedef struct window {
    int row0, row1, col0, col1;
} window;

static window window_of(const show_grid *g, const show_look *look)
{
    const wgd_slice *s = &look->slice;
    if (wgd_slice_whole(s)) {
        return (window){0, g->rows, 0, g->cols};
    }
    return (window){(int)(s->mn[0] / g->row_step), (int)(s->mn[1] / g->row_step),
                    (int)(s->k[0] / g->col_step), (int)(s->k[1] / g->col_step)};
}

/* Cells are whole chunks, and a slice is whole cells. */
static wgd_status check_slice(const show_grid *g, const show_look *look, wgd_diag *diag)
{
    const wgd_slice *s = &look->slice;
    const bool whole = s->mn[0] % g->row_step == 0 && s->mn[1] % g->row_step == 0 &&
                       s->k[0] % g->col_step == 0 && s->k[1] % g->col_step == 0;
    return whole ? WGD_OK
                 : wgd_fail(diag, WGD_ERR_VALUE, "slice", "the slice cuts chunks of 16 bytes", NULL,
                            "a slice of whole cells", "draw elements: --unit element");
}

static bool inside(window w, int row, int col)
{
    return row >= w.row0 && row < w.row1 && col >= w.col0 && col < w.col1;
}

/* Everything outside the slice steps back. */
static void dim_outside(draw_pic *p, window w)
{
    for (int r = 0; r < p->rows; r++) {
        for (int c = 0; c < p->cols; c++) {
            draw_cell *cell = draw_at(p, r, c);
            if (inside(w, r, c)) {
                continue;
            }
            cell->dim = true;
            cell->shade = DRAW_PLAIN;
            memset(cell->line, 0, sizeof cell->line);
        }
    }
}

/* The lines between blocks, and around the slice where there are none. */
static void rule_blocks(draw_pic *p, const show_grid *g, window w)
{
    const int down = g->block_rows ? g->block_rows : w.row1 - w.row0;
    const int right = g->block_cols ? g->block_cols : w.col1 - w.col0;
    for (int r = w.row0; r <= w.row1; r += down) {
        p->row_rule[r] = DRAW_RULE_BLOCK;
    }
    for (int c = w.col0; c <= w.col1; c += right) {
        p->col_rule[c] = DRAW_RULE_BLOCK;
    }
}

static void put_arrow(draw_pic *p, const show_grid *g, const show_look *look, const char *name,
                      const show_step *step)
{
    const window w = window_of(g, look);
    const int row = w.row0 + look->block_mn * g->block_rows;
    const int col = w.col0 + look->block_k * g->block_cols;
    const int down = step->mn / g->row_step, right = step->k / g->col_step;
    /* It is read where the block goes on behind the step. */
    if (!step->drawn || NEVER(!inside(w, row + down, col + right))) {
        return;
    }
    draw_arrow a = {
        .name = name, .row0 = row, .col0 = col, .row1 = row + down, .col1 = col + right};
    wgd_text t = wgd_text_into(a.label, sizeof a.label);
    wgd_put_str(&t, name);
    wgd_put_char(&t, ' ');
    wgd_put_i64(&t, step->bytes);
    wgd_put_str(&t, " B");
    wgd_text_end(&t);
    draw_connect(p, &a);
}

static wgd_status check_look(const show_grid *g, const show_look *look, wgd_diag *diag)
{
    wgd_status s = check_slice(g, look, diag);
    if (s == WGD_OK) {
        s = check(g, "shade", look->shade, diag);
    }
    for (int i = 0; i < look->n_lines && s == WGD_OK; i++) {
        s = check(g, "cells", look->line[i], diag);
    }
    return s;
}

wgd_status show_picture(draw_pic *p, const show_grid *g, const show_look *look, wgd_diag *diag)
{
    wgd_status s = check_look(g, look, diag);
    if (s == WGD_OK) {
        s = draw_pic_init(p, g->rows, g->cols, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    p->lines = look->n_lines;
    for (int r = 0; r < p->rows; r++) {
        for (int c = 0; c < p->cols; c++) {
            const place at = {r, c, (size_t)r * (size_t)p->cols + (size_t)c};
            draw_cell *cell = draw_at(p, r, c);
            cell->shade = (int8_t)shade_of(g, look->shade, at);
            for (int i = 0; i < look->n_lines; i++) {
                wgd_text t = wgd_text_into(cell->line[i], DRAW_TEXT);
                put_line(&t, g, look->line[i], at);
                wgd_text_end(&t);
            }
        }
    }
    draw_rule_rows(p, g->atom_rows, DRAW_RULE_ATOM);
    draw_rule_cols(p, g->atom_cols, DRAW_RULE_ATOM);
    if (look->blocks && wgd_slice_whole(&look->slice)) {
        draw_rule_rows(p, g->block_rows, DRAW_RULE_BLOCK);
        draw_rule_cols(p, g->block_cols, DRAW_RULE_BLOCK);
    } else if (look->blocks) {
        rule_blocks(p, g, window_of(g, look));
    }
    dim_outside(p, window_of(g, look));
    if (look->axes) {
        put_axes(p, g);
    }
    if (look->arrows && g->block_rows) {
        put_arrow(p, g, look, "LBO", &g->lbo);
        put_arrow(p, g, look, "SBO", &g->sbo);
    }
    put_legend(p, look);
    return WGD_OK;
}
