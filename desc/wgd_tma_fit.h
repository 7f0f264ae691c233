/* SPDX-License-Identifier: MIT
 *
 * A layout in shared memory held against the boxes of the copy engine: is there a sequence of copies
 * that writes exactly this layout? Which boxes and which swizzle; where there are none, the first
 * element that a box would put elsewhere, and what could be written instead.
 *
 * A box is dense, its lines behind one another, begins at a multiple of 128 bytes and is swizzled by
 * the absolute address (wgd_tma.h); of swizzled boxes those are looked at
 * whose lines are whole rows of the swizzle. All boxes
 * of an answer have one size, so that one tensor map serves them.
 */
#ifndef WGD_TMA_FIT_H
#define WGD_TMA_FIT_H

#include "wgd_place.h"
#include "wgd_tma.h"

WGD_API_BEGIN

/* Why no boxes write a layout: symbol, name, what is said. */
#define WGD_TMA_MISFITS(X)                                                                         \
    X(NONE, "none", "")                                                                            \
    X(ALIAS, "alias", "two of its elements share a byte, and boxes share none")                    \
    X(RUN, "run", "its elements do not follow one another for 16 bytes, and a box's do")           \
    X(PATTERN, "pattern", "its swizzle is none of the copy engine's")                              \
    X(WIDTH, "width", "its lines are no whole rows of its swizzle, which is not documented")       \
    X(ROWS, "rows", "its lines do not lie where a box has them")                                   \
    X(ALIGN, "align", "a box of it would not begin at a multiple of 128 bytes")

typedef enum wgd_tma_misfit {
#define WGD_X(sym, name, text) WGD_TMA_MISFIT_##sym,
    WGD_TMA_MISFITS(WGD_X)
#undef WGD_X
} wgd_tma_misfit;
const char *wgd_tma_misfit_name(wgd_tma_misfit m);
const char *wgd_tma_misfit_text(wgd_tma_misfit m);

typedef struct wgd_tma_fit {
    bool fits;
    wgd_place place;
    /* Where it fits: the tensor map, of rank 2, and the boxes. Of map.query.tile the type, the operand,
     * the extents, the start and, found here, the major and the swizzle; of map.tile the layout and
     * its bytes. Where it does not fit: major and swizzle of the nearest box. */
    wgd_tma map;
    wgd_tma_misfit why; /* NONE where it fits */
    /* The first element, along lines, that the nearest box puts elsewhere: where it lies and where the
     * box would put it, in bytes. The latter is -1 for ALIAS, where it is one that shares its byte with
     * an earlier one, for ALIGN, where it is the first of a box, and for WIDTH. */
    int64_t mn, k;
    int64_t byte, box_byte;
} wgd_tma_fit;

/* Holds `layout`, (MN, K) in elements, against boxes. Of q: type, operand, start and architecture
 * of the tile, and everything about the tensor and the boxes but one_box. WGD_OK whether it fits or not; refuses what
 * wgd_place_make and wgd_tma_check refuse, layouts beyond the 2^18 bytes of shared memory (layout),
 * and a tensor or a box-lines that wgd_tma_describe refuses. */
wgd_status wgd_tma_fit_layout(const wgd_composed *layout, const wgd_tma_query *q, wgd_tma_fit *out,
                              wgd_diag *diag);

/* Box i of a layout that fits, 0 <= i < map.boxes, as wgd_tma_box_at. */
wgd_tma_box wgd_tma_fit_box(const wgd_tma_fit *f, int i);
/* The absolute byte address where the boxes of a layout that fits put element (mn, k), from the rule of
 * the copy engine alone. */
uint32_t wgd_tma_fit_write_byte(const wgd_tma_fit *f, int64_t mn, int64_t k);
/* Compares that with the layout for every element; `read` is the layout's byte. */
wgd_tma_proof wgd_tma_fit_prove(const wgd_tma_fit *f);

/* For a layout that does not fit: the next start from which it does, at a multiple of the pattern's
 * alignment; false where another start does not help. */
bool wgd_tma_fit_start(const wgd_tma_fit *f, int64_t *start);
/* For a layout that does not fit: a tile of the same extents that a wgmma descriptor reads and the
 * fewest boxes write, its start a multiple of the alignment; false where there is none. */
bool wgd_tma_fit_store(const wgd_tma_fit *f, wgd_tma *out);

WGD_API_END

#endif
