/* SPDX-License-Identifier: MIT
 *
 * Tensor memory of sm_100: 128 lanes x 512 columns of 32-bit cells, addressed lane << 16 | column.
 * Where an accumulator, an A operand, sparse metadata or scale factors lie in it (PTX ISA, "Tensor
 * Memory", "Data Path Layout Organization"; CUTLASS's fragments). Documented, not measured.
 */
#ifndef WGD_TMEM_H
#define WGD_TMEM_H

#include <stdbool.h>

#include "wgd_frag.h"
#include "wgd_layout.h"

WGD_API_BEGIN

enum { WGD_TMEM_LANES = 128, WGD_TMEM_COLUMNS = 512, WGD_TMEM_ALLOC_MIN = 32 };

/* What lies there: symbol, name as CUTLASS calls it, what it is. */
#define WGD_TMEM_WHATS(X)                                                                          \
    X(C, "C", "accumulator")                                                                       \
    X(C_WS, "C_ws", "accumulator of the .ws form")                                                 \
    X(A, "A", "operand A")                                                                         \
    X(E, "E", "metadata of a sparse A")                                                            \
    X(E_WS, "E_ws", "metadata of a sparse A of the .ws form")                                      \
    X(SFA, "SFA", "scale factors of A")                                                            \
    X(SFB, "SFB", "scale factors of B")

typedef enum wgd_tmem_what {
#define WGD_X(sym, name, text) WGD_TMEM_##sym,
    WGD_TMEM_WHATS(WGD_X)
#undef WGD_X
} wgd_tmem_what;
enum { WGD_TMEM_WHAT_COUNT = 7 };

const char *wgd_tmem_what_name(wgd_tmem_what w);
const char *wgd_tmem_what_text(wgd_tmem_what w);

/* How a fragment that does not fill the lanes is placed: symbol, CUTLASS's name. INTERLEAVED puts a
 * second 64-row tile into the 16 of each 32 lanes that the first leaves free; DUPLICATED repeats 64
 * rows of A in the other 64 lanes; 4x1 and 2x2 are the copies of scale factors over the warps. */
#define WGD_TMEM_ALLOCS(X)                                                                         \
    X(DEFAULT, "default")                                                                          \
    X(INTERLEAVED, "Interleaved")                                                                  \
    X(NON_INTERLEAVED, "NonInterleaved")                                                           \
    X(DUPLICATED, "Duplicated")                                                                    \
    X(SF_4X1, "4x1")                                                                               \
    X(SF_2X2, "2x2")

typedef enum wgd_tmem_alloc {
#define WGD_X(sym, name) WGD_TMEM_##sym,
    WGD_TMEM_ALLOCS(WGD_X)
#undef WGD_X
} wgd_tmem_alloc;
enum { WGD_TMEM_ALLOC_COUNT = 6 };

const char *wgd_tmem_alloc_name(wgd_tmem_alloc a);

/* A fragment to be placed. What is 0 and needed is filled in where the rest gives it. */
typedef struct wgd_tmem_spec {
    wgd_tmem_what what;
    wgd_tmem_alloc alloc;
    int cta_group; /* 1 or 2; of metadata it makes no difference, and 0 is 1 */
    int type;      /* wgd_frag_type of the elements; of metadata, those of A */
    int m, n;      /* rows and columns of one instruction's part in this CTA: of C, M x N; of A
                      and metadata, n is K (0: the instruction's); of scale factors m is M or N */
    int vec, nsf;  /* scale factors: elements of K that share one, factors of a row; 0, 0 for 32, 1
                      (ue8m0) or 16, 4 (ue4m3) */
    int tiles[2];  /* instructions along rows and columns; 0 for 1 */
    bool paired;   /* scale factors: the tiles' mode as (in one cell, cells), as a copy has it */
} wgd_tmem_spec;

/* Which coordinate a mode runs along. */
typedef enum wgd_tmem_axis {
    WGD_TMEM_ROW,
    WGD_TMEM_COL,
    WGD_TMEM_COPY, /* the same elements again */
    WGD_TMEM_TILE_ROW,
    WGD_TMEM_TILE_COL
} wgd_tmem_axis;

enum { WGD_TMEM_MODES = 12 };
typedef struct wgd_tmem_mode {
    wgd_tmem_axis axis;
    int shape, stride; /* stride in values: see shift */
    int group, inner;  /* of the nesting: list of mode 0, and list in that list (0: none) */
} wgd_tmem_mode;

typedef struct wgd_tmem {
    wgd_tmem_spec spec; /* complete */
    int shift;          /* a cell is 1 << shift values wide: log2(32 / bits of a value) */
    int rows, cols;     /* of one instruction, in elements */
    int copies;         /* places of each element */
    int columns;        /* that it takes */
    int lanes;          /* that hold something */
    int n;
    wgd_tmem_mode mode[WGD_TMEM_MODES];
    wgd_layout layout; /* ((row, col), tile row, tile col) -> lane << (16 + shift) | column << shift
                          | index, as CUTLASS has it */
} wgd_tmem;

/* Refusals name what, cta_group, dtype, m, n, vec, nsf, alloc or tiles. ERR_VALUE, ERR_DTYPE;
 * ERR_FIT when it takes more than 512 columns. */
wgd_status wgd_tmem_make(const wgd_tmem_spec *spec, wgd_tmem *out, wgd_diag *diag);
/* The columns to allocate: a power of two from 32 to 512. */
int wgd_tmem_alloc_columns(int columns);

typedef struct wgd_tmem_place {
    int lane, column;
    int bit, bits; /* of the 32-bit cell; bits 0: less than one, two elements share it */
} wgd_tmem_place;

/* Where element (row, col) of all tiles lies: 0 <= row < rows * tiles[0], 0 <= col < cols *
 * tiles[1], 0 <= copy < copies. The caller has checked. */
wgd_tmem_place wgd_tmem_find(const wgd_tmem *t, int row, int col, int copy);
/* The other way: is there an element at value `index` (0 <= index < 1 << shift) of a cell, and
 * which? False for a cell or value that is not used. Of elements that share a value (those of a
 * scale vector) the first. */
bool wgd_tmem_at(const wgd_tmem *t, int lane, int column, int index, int *row, int *col);

/* ---- several at once ------------------------------------------------------------------------ */

typedef struct wgd_tmem_slot {
    int column;  /* the first; -1: choose one */
    int columns; /* taken */
} wgd_tmem_slot;

/* Places every slot whose column is not given, the first free columns that are wide enough, in the
 * order of the array, and refuses overlap and what does not fit (ERR_FIT; diag->pos is the slot's
 * index). *total is the number of columns to allocate. At most 64 slots. */
wgd_status wgd_tmem_pack(wgd_tmem_slot *slots, int n, int *total, wgd_diag *diag);

WGD_API_END
#endif
