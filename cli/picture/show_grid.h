/* SPDX-License-Identifier: MIT
 *
 * The numbers behind a picture of shared memory: for each cell (an element, or a chunk of 16 bytes)
 * its offset and byte address, and where atoms, core matrices and instruction blocks end. Made from
 * a layout, a tile, the map of a descriptor or an atom; drawn by show_picture.h.
 */
#ifndef CLI_SHOW_GRID_H
#define CLI_SHOW_GRID_H

#include "wgdesc.h"

typedef enum show_unit { SHOW_ELEMENT, SHOW_CHUNK } show_unit;

/* From one pattern of a block to the next, as a descriptor field says it. */
typedef struct show_step {
    bool drawn;    /* the hardware reads the field, and the step stays in the block */
    int64_t bytes; /* what the field says */
    int mn, k;     /* elements it steps over; one of the two is 0 */
} show_step;

typedef struct show_grid {
    show_unit unit;
    int rows, cols;         /* cells */
    int row_step, col_step; /* elements that a cell covers along MN (mode 0) and K (mode 1) */
    int elem_bits;          /* 0 when unknown (a layout without a type) */
    int64_t *offset;        /* rows * cols, in elements or chunks */
    int64_t *byte;          /* rows * cols: shared-memory address of the first byte, or NULL */
    /* Cells, 0 where there is no such thing. */
    int atom_rows, atom_cols;
    int core_rows, core_cols; /* core matrix: 8 rows of 16 bytes */
    int block_rows, block_cols;
    int64_t start;      /* byte address of the whole */
    int64_t atom_bytes; /* 0 without atoms */
    bool two_modes;     /* rows are MN and columns K; else modes 0 and 1 of a layout */
    show_step lbo, sbo; /* within a block */
} show_grid;

/* All four fill *g, which is empty, to be released by show_grid_free also after a failure. `start` and the
 * addresses are bytes. ERR_LIMIT beyond DRAW_CELLS_MAX cells, ERR_MEMORY. */
wgd_status show_grid_tile(show_grid *g, const wgd_tile *t, show_unit unit, wgd_diag *diag);
wgd_status show_grid_map(show_grid *g, uint64_t word, wgd_read rd, show_unit unit, wgd_diag *diag);
/* bits: of an element, 0 when not known: then the layout's own tag counts, and without one there
 * are no addresses. A layout of rank 1 is one row; of rank 3 and more, modes 1.. are the columns.
 */
wgd_status show_grid_layout(show_grid *g, const wgd_composed *c, int bits, int64_t start,
                            show_unit unit, wgd_diag *diag);
wgd_status show_grid_atom(show_grid *g, int bits, wgd_major major, wgd_swizzle_mode mode,
                          int64_t start, show_unit unit, wgd_diag *diag);
/* What a grid of a layout does not know: the atoms of a mode, and the blocks in elements. */
void show_grid_patterns(show_grid *g, wgd_major major, wgd_swizzle_mode mode, int block_mn,
                        int block_k);
void show_grid_free(show_grid *g);

/* The steps of LBO and SBO in elements for this read (PTX ISA, "Strides"). */
void show_steps(wgd_desc d, wgd_read rd, show_step *lbo, show_step *sbo);

#endif
