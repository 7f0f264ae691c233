/* SPDX-License-Identifier: MIT
 *
 * What there is to show of a tile's descriptors, whether they were computed ('desc') or found
 * ('solve'); desc_print and stages_print show it.
 */
#ifndef CLI_DESC_VIEW_H
#define CLI_DESC_VIEW_H

#include "answer/answer.h"
#include "slice/slice_print.h"
#include "request/request.h"

/* Layouts that are not known are NULL. */
typedef struct desc_view {
    const char *cmd;
    wgd_tile_query query; /* with the major and the swizzle of the answer */
    bool has_order;
    wgd_desc desc; /* of block (0, 0) */
    bool lbo_used, sbo_used;
    int block_mn, block_k;
    int blocks_mn, blocks_k;
    int64_t bytes;
    int alignment;
    const wgd_composed *smem, *smem_u128;
    const wgd_layout *block_u128, *canonical, *iterator;
    int64_t (*offset)(const void *tile, int i, int j); /* bytes from block (0, 0) */
    uint64_t (*word)(const void *tile, int i, int j);  /* the descriptor of a block */
    const void *tile;
    const wgd_stages *stages; /* NULL unless asked for */
    const slice_view *slice;  /* of a slice alone; then offsets and words are its blocks' */
} desc_view;

desc_view desc_view_of(const wgd_tile *t);
uint64_t desc_view_word(const desc_view *v, int i, int j);
wgd_ring desc_view_ring(const desc_view *v);
/* Plans v->stages into *st where --stages is given. */
wgd_status desc_view_stages(const request *rq, desc_view *v, wgd_stages *st, wgd_diag *diag);

#endif
