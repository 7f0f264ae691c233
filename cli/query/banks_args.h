/* SPDX-License-Identifier: MIT
 *
 * What "wgdesc banks" is asked: where the addresses come from, and which accesses are made.
 */
#ifndef CLI_BANKS_ARGS_H
#define CLI_BANKS_ARGS_H

#include "answer/answer.h"
#include "request/request.h"

typedef enum banks_source {
    BANKS_LAYOUT,
    BANKS_SHAPE,
    BANKS_FORMULA,
    BANKS_ADDRESSES
} banks_source;

typedef struct banks_ask {
    banks_source source;
    int bits;
    int64_t start;
    int n_uses;
    wgd_bank_use use[WGD_BANK_USES];
    wgd_composed layout;  /* BANKS_LAYOUT */
    wgd_arrangement tile; /* BANKS_LAYOUT, BANKS_SHAPE; points at layout */
    wgd_formula formula;  /* BANKS_FORMULA */
    int warps, steps;     /* BANKS_FORMULA; warps of BANKS_ADDRESSES too */
    int64_t warp_stride;  /* BANKS_ADDRESSES: bytes from warp to warp */
    wgd_bank_lanes lanes; /* BANKS_ADDRESSES: of warp 0 */
    wgd_frag tv;          /* of the order tv */
} banks_ask;

/* Accesses, "ldmatrix.x4:mma.a,st.b128", up to WGD_BANK_USES; an order needs a tile. Where wgmma is
 * not NULL, "wgmma" and "tma" may stand among them, and set it. */
wgd_status banks_parse_uses(const char *text, int bits, bool tile, wgd_bank_use *use, int *n,
                            bool *wgmma, wgd_diag *diag);

/* --tv for the uses in the order tv, over the tile: *tv, which outlives the uses. */
wgd_status banks_read_tv(const request *rq, answer *a, const wgd_arrangement *tile,
                         wgd_bank_use *use, int n, wgd_frag *tv, wgd_diag *diag);
/* The bits of an element, 8, 16, 32 or 64: 16 without --bits; another number is ERR_VALUE. */
wgd_status banks_read_bits(const request *rq, int *bits, wgd_diag *diag);
/* --weights of the uses of *q, 1 each without it. */
wgd_status banks_read_weights(const request *rq, wgd_best_query *q, wgd_diag *diag);
/* The same accesses as a question for the best arrangement; for tiles whose rows are contiguous. */
wgd_status banks_best_query(const request *rq, const banks_ask *ask, wgd_best_query *q,
                            wgd_diag *diag);

/* Reads the request; on failure a->fault_text is set where diag->pos points into a text. */
wgd_status banks_read(const request *rq, banks_ask *ask, answer *a, wgd_diag *diag);

/* Accesses of one warp that a use makes, and the lanes of each. */
wgd_status banks_count(const banks_ask *ask, const wgd_bank_use *use, int *out, wgd_diag *diag);
wgd_status banks_lanes(const banks_ask *ask, const wgd_bank_use *use, int step, wgd_bank_lanes *out,
                       wgd_diag *diag);
/* Is it a tile, for which other arrangements can be tried? */
bool banks_has_tile(const banks_ask *ask);

#endif
