/* SPDX-License-Identifier: MIT
 *
 * From the numbers of a show_grid to a picture: what the cells say, what the shades mean, rules,
 * arrows and axis labels.
 */
#ifndef CLI_SHOW_PICTURE_H
#define CLI_SHOW_PICTURE_H

#include "draw/draw.h"
#include "show_grid.h"

/* What a cell can say, one line each, and what its shade can stand for. */
typedef enum show_cell {
    SHOW_OFFSET, /* in elements or chunks from the start */
    SHOW_BYTE,   /* shared-memory address, hexadecimal */
    SHOW_BANK,   /* the 4-byte bank; of a chunk, its four banks */
    SHOW_ATOM,   /* swizzle atom, numbered in the order of memory */
    SHOW_CORE,   /* core matrix: row.column */
    SHOW_BLOCK,  /* instruction block: along MN.along K */
    SHOW_COORD,  /* (row, k) of the first element */
    SHOW_NOTHING
} show_cell;

typedef struct show_look {
    show_cell line[DRAW_LINES];
    int n_lines;
    show_cell shade; /* SHOW_OFFSET .. SHOW_BLOCK or SHOW_NOTHING */
    bool arrows, blocks, axes, legend;
    int block_mn, block_k; /* the block the arrows are drawn in, counted in the slice */
    wgd_slice slice;       /* elements that stand out; the others are drawn empty. Whole: all */
} show_look;

/* What the line says, for the key of a picture: "offset in chunks". */
const char *show_cell_text(show_cell what, show_unit unit);
/* The look without options: the offset, shades by bank where there are addresses. */
show_look show_look_default(const show_grid *g);
/* ERR_VALUE when the look asks for what the grid does not have. */
wgd_status show_picture(draw_pic *p, const show_grid *g, const show_look *look, wgd_diag *diag);

#endif
