/* SPDX-License-Identifier: MIT
 *
 * solve: what is said beside the answer: two readings of a swizzle, the other tiles of a pasted layout,
 * elements that share bytes.
 */
#ifndef CLI_SOLVE_ASIDE_H
#define CLI_SOLVE_ASIDE_H

#include "answer/answer.h"
#include "query/place_args.h"
#include "request/request.h"

/* What the layout says beside the tile, and the other reading of its swizzle. */
typedef struct aside {
    pasted_layout pasted;
    bool readings;               /* both were tried, and the answer tells */
    bool bytes;                  /* the answer is that of the second */
    wgd_composed element_layout; /* the first reading */
    wgd_composed byte_layout;    /* the second */
    bool element_solved, byte_solved;
    uint64_t element_word, byte_word;       /* where solved */
    char element_text[256], byte_text[256]; /* else why not */
} solve_aside;

/* Solves, in the reading that has a descriptor, elements first; *q is the query of that reading. */
wgd_status solve_both_readings(wgd_solve_query *q, wgd_solve *s, solve_aside *x, wgd_diag *diag);
void solve_put_readings(buf *out, const solve_aside *x);
void solve_json_readings(buf *out, const solve_aside *x);

/* The other tiles or stages of a layout of rank 3 and more, each solved; nothing where there is one. */
void solve_put_copies(buf *out, const wgd_solve_query *q, const pasted_layout *p);
void solve_json_copies(buf *out, const wgd_solve_query *q, const pasted_layout *p);

/* Two elements that lie in the same bytes. */
void solve_put_alias(buf *out, const wgd_place *p);
void solve_json_alias(buf *out, const wgd_place *p);
/* --written: every element needs bytes of its own. */
wgd_status solve_check_written(const request *rq, const wgd_solve_query *q, wgd_diag *diag);

#endif
