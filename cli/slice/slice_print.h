/* SPDX-License-Identifier: MIT
 *
 * A slice of a tile: where it lies, and the way from it to the next.
 */
#ifndef CLI_SLICE_PRINT_H
#define CLI_SLICE_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

typedef struct slice_view {
    wgd_slice at;
    bool is_layout; /* its elements are a layout, with an offset */
    wgd_composed layout;
    int64_t start, offset; /* byte address, and bytes behind the tile's start, before the swizzle */
    int alignment;         /* of the swizzle pattern, in bytes */
    wgd_slice_steps mn, k; /* the slices of its size beside it */
} slice_view;

/* Of a query with a slice that was solved. */
slice_view slice_view_of(const wgd_solve_query *q, const wgd_solve *s, const wgd_solution *sol);

/* "64:128,0:64" */
void slice_put_range(buf *out, const wgd_slice *s);
/* The ranges alone, as they are given: [[64,128],[0,64]]. */
void slice_json_ranges(buf *out, const char *key, const wgd_slice *s);
/* Lines as the rest of a descriptor's text. */
void slice_print_text(buf *out, const slice_view *v);
/* What stands in the member "slice". */
void slice_json_members(buf *out, const slice_view *v);

/* After a slice was refused with `st`: why it has no descriptor, and which slice or smaller instruction
 * would read it. Returns st; other refusals stay as they are; `s` is
 * what the solver said where that is ERR_NO_DESC. */
wgd_status slice_refuse(const wgd_solve_query *q, const wgd_solve *s, wgd_status st,
                        const char *field, wgd_diag *diag);

#endif
