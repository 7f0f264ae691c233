/* SPDX-License-Identifier: MIT
 *
 * What a 'show' request draws: a layout, a descriptor, an atom or, without any of these, a tile.
 */
#ifndef CLI_SHOW_SOURCE_H
#define CLI_SHOW_SOURCE_H

#include "answer/answer.h"
#include "request/request.h"
#include "draw/draw.h"
#include "show_grid.h"

typedef enum show_kind { SHOW_TILE, SHOW_MAP, SHOW_LAYOUT, SHOW_ATOM_OF } show_kind;

typedef struct show_source {
    show_kind kind;
    show_unit unit;
    int64_t start;
    int bits;            /* of an element; 0 when not known */
    wgd_tile tile;       /* SHOW_TILE */
    uint64_t word;       /* SHOW_MAP; of SHOW_TILE the word of the block the arrows are drawn in */
    wgd_read read;       /* SHOW_MAP, SHOW_TILE */
    wgd_composed layout; /* SHOW_LAYOUT, SHOW_ATOM_OF; of SHOW_TILE its layout in elements */
    wgd_dtype dtype;
    wgd_major major;
    wgd_swizzle_mode swizzle;
    wgd_slice slice;  /* SHOW_TILE, SHOW_LAYOUT: the part that is pointed at; else whole */
    bool solved;      /* SHOW_TILE with a slice: it has a descriptor */
    wgd_solve found;  /* which */
    char unsaid[256]; /* else why not */
} show_source;

const char *show_kind_name(show_kind k); /* "tile", "map", "layout", "atom" */
/* Reads the request. Errors in the text of a layout set the answer's fault text. */
wgd_status show_source_read(const request *rq, answer *a, show_source *s, wgd_diag *diag);
wgd_status show_source_grid(const show_source *s, show_grid *g, wgd_diag *diag);
/* The word of block (i, j) of a tile, or of its slice. The caller has checked the indices. */
uint64_t show_source_word(const show_source *s, int i, int j);
/* The lines above the picture; the first says what it is. */
void show_source_heads(const show_source *s, const show_grid *g, draw_pic *p);

#endif
