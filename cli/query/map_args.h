/* SPDX-License-Identifier: MIT
 *
 * What 'map' is asked about: the block that a word describes, or a whole tile.
 */
#ifndef CLI_MAP_ARGS_H
#define CLI_MAP_ARGS_H

#include "answer/answer.h"
#include "request/request.h"

typedef struct map_ask {
    bool has_word; /* the block that `word` describes; else all of the tile */
    bool has_tile;
    uint64_t word; /* without one that of block (0, 0) of the tile */
    wgd_desc d;
    wgd_read rd;
    wgd_tile tile;
    int64_t mn, k; /* extents of what is mapped */
    /* Of a word with a tile: whether it is a word of that tile, of which block, and where the tile then
     * begins. */
    bool is_block;
    int block[2];
    int64_t start;
} map_ask;

/* The same without a look at the word: whether there is one and a tile, the tile, the read. */
wgd_status map_read_from_args(const request *rq, map_ask *out, wgd_diag *diag);
wgd_status map_from_args(const request *rq, map_ask *out, wgd_diag *diag);

/* The byte that element (r, k) is read from. */
uint32_t map_byte(const map_ask *m, int64_t r, int64_t k);

/* Elements that one byte of a tile is part of. */
enum { MAP_SHARING_MAX = 8 };
typedef struct map_element {
    int64_t mn, k;
} map_element;
/* Those that byte `byte` of a tile is part of, row by row. */
int map_reverse(const map_ask *m, uint32_t byte, map_element out[MAP_SHARING_MAX]);

#endif
