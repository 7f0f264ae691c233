/* SPDX-License-Identifier: MIT
 *
 * Pictures of grids: one model, several back ends. A picture is rows x cols cells with up to
 * DRAW_LINES lines of text, a shade and an outline each; labels along both axes; rules where
 * something ends (an atom, a block); labelled arrows between cells; a legend; and lines of text
 * above. Whatever is drawn (a tile, a map, a register fragment, banks) is first put into this
 * model, and every back end draws the model alone.
 *
 * All text is ASCII. Capacities are fixed; a text that does not fit is cut by the caller's printf
 * family, never overrun. Cells are allocated by draw_pic_init and released by draw_pic_free.
 */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "io/buf.h"
#include "wgd_status.h"

enum {
    DRAW_LINES = 4,        /* lines of text in a cell */
    DRAW_TEXT = 24,        /* bytes of one line, NUL included */
    DRAW_LABEL = 12,       /* bytes of an axis label */
    DRAW_SHADES = 8,       /* shades 0..7; DRAW_PLAIN is white */
    DRAW_HEADS = 8,        /* lines above the picture */
    DRAW_ARROWS = 2,       /* arrows: one down and one across */
    DRAW_CELLS_MAX = 65536 /* rows * cols */
};
#define DRAW_PLAIN (-1)

typedef struct draw_cell {
    int8_t shade; /* 0..DRAW_SHADES-1 or DRAW_PLAIN */
    bool mark;    /* outlined: something starts here */
    bool dim;     /* stands back: not part of what is pointed at */
    char line[DRAW_LINES][DRAW_TEXT];
} draw_cell;

/* How strongly the line before a row or column is drawn. */
typedef enum draw_rule { DRAW_RULE_THIN, DRAW_RULE_ATOM, DRAW_RULE_BLOCK } draw_rule;

typedef struct draw_arrow {
    const char *name;           /* "LBO", "SBO": also the class in SVG; static */
    char label[32];             /* "SBO 1024 B" */
    int row0, col0, row1, col1; /* cells; one of the two coordinates is the same */
} draw_arrow;

typedef struct draw_pic {
    int rows, cols, lines; /* lines of text per cell, 1..DRAW_LINES */
    draw_cell *cell;       /* rows * cols, row by row; the labels and rules lie behind them */
    char (*row_label)[DRAW_LABEL], (*col_label)[DRAW_LABEL]; /* rows, cols of them */
    uint8_t *row_rule, *col_rule; /* rows + 1, cols + 1 draw_rule values */
    const char *corner;   /* what the rows and the columns are: "MN \ K"; static; "" for none */
    buf head[DRAW_HEADS]; /* lines above; the first is the title */
    int n_heads;
    draw_arrow arrow[DRAW_ARROWS];
    int n_arrows;
    const char *shade_title;                 /* what the shades stand for; NULL without a legend */
    char shade_text[DRAW_SHADES][DRAW_TEXT]; /* "" where a shade has no entry */
} draw_pic;

/* Allocates the cells, all plain and empty, thin rules inside and block rules around; ERR_LIMIT
 * beyond DRAW_CELLS_MAX, ERR_MEMORY. */
wgd_status draw_pic_init(draw_pic *p, int rows, int cols, wgd_diag *diag);
void draw_pic_free(draw_pic *p);
draw_cell *draw_at(const draw_pic *p, int row, int col);
/* The next line above the picture, to be filled by the caller. Past DRAW_HEADS, the last one. */
buf *draw_head(draw_pic *p);
/* Was there no memory for one of them? */
bool draw_failed(const draw_pic *p);
static inline bool draw_is_vertical(const draw_arrow *a)
{
    return a->col0 == a->col1;
}
/* Adds an arrow and marks the two cells it connects. */
void draw_connect(draw_pic *p, const draw_arrow *a);
/* Raises the rules before every `step`-th row (column) to at least `rule`; step 0 does nothing. */
void draw_rule_rows(draw_pic *p, int step, draw_rule rule);
void draw_rule_cols(draw_pic *p, int step, draw_rule rule);
/* Numbers the axes: row r is labelled r * row_step, column c is c * col_step. */
void draw_number_axes(draw_pic *p, int row_step, int col_step);
/* A letter and a number, as "T12", as a line of a cell. */
void draw_name(char text[DRAW_TEXT], char letter, int number);
/* A legend in which shade i stands for the number i. */
void draw_number_shades(draw_pic *p, const char *title);
static inline int draw_max(int a, int b)
{
    return a > b ? a : b;
}
/* Length of the longest line of text in a cell, of the longest label. */
int draw_text_width(const draw_pic *p);
int draw_label_width(char (*label)[DRAW_LABEL], int n);

/* How a picture is put to the terminal. */
typedef struct draw_style {
    bool color; /* ANSI colours */
    bool ascii; /* no box-drawing characters */
} draw_style;

/* A back end: writes the whole picture. */
typedef wgd_status draw_put(buf *out, const draw_pic *p, const draw_style *style, wgd_diag *diag);

draw_put draw_put_terminal;
/* The lines above the picture alone, and an empty one below them. */
void draw_put_heads(buf *out, const draw_pic *p);
draw_put draw_put_svg;
draw_put draw_put_latex;
draw_put draw_put_latex_fragment;

/* The tints of the shades, 0xRRGGBB: Okabe-Ito colours lightened so that black text keeps a
 * contrast of 7:1 and any two stay apart for readers with protanopia, deuteranopia or
 * tritanopia (tests/pictures/show_formats.t). */
extern const uint32_t draw_tint[DRAW_SHADES];

#endif
