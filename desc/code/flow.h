/* SPDX-License-Identifier: MIT
 *
 * Internal: the control flow of a function: blocks, their order, who dominates whom, and which
 * blocks run again when a loop comes round.
 */
#ifndef SCAN_FLOW_H
#define SCAN_FLOW_H

#include "ir.h"

typedef struct scan_block {
    uint32_t first, end;   /* instructions */
    uint32_t succ, n_succ; /* at scan_flow.succ[succ] */
    uint32_t pred, n_pred; /* those that are reached, at scan_flow.pred[pred] */
    uint32_t order;        /* place in the reverse post-order; UINT32_MAX: not reached */
    uint32_t idom;         /* block, of the first itself; UINT32_MAX: not reached */
    uint32_t loop;         /* for the target of a back edge: row of scan_flow.body + 1 */
} scan_block;

typedef struct scan_flow {
    scan_block *block;
    uint32_t n_block;
    uint32_t *succ;
    size_t n_succ, cap_succ;
    uint32_t *pred;
    uint32_t *rpo; /* the reached blocks */
    uint32_t n_rpo;
    uint32_t *block_of; /* of each instruction */
    /* A bit for each block: rows of `words` 64-bit words. */
    uint64_t *body;
    uint32_t n_loop;
    size_t words;
} scan_flow;

/* Of a function with instructions. False when the arena is full. */
bool scan_flow_build(const scan_func *f, scan_arena *a, scan_flow *out);
/* Do all paths to b go through a? Both are reached. */
bool scan_dominates(const scan_flow *fl, uint32_t a, uint32_t b);
/* Is b in a set of blocks? */
static inline bool scan_has(const uint64_t *set, uint32_t b)
{
    return (set[b / 64] >> (b % 64) & 1) != 0;
}
/* Does the edge from -> to go back? */
static inline bool scan_goes_back(const scan_flow *fl, uint32_t from, uint32_t to)
{
    return fl->block[from].order >= fl->block[to].order;
}
/* Is b run again when the loop of which `head` is the first block comes round? There is such a loop. */
static inline bool scan_in_loop(const scan_flow *fl, uint32_t head, uint32_t b)
{
    return scan_has(fl->body + (fl->block[head].loop - 1) * fl->words, b);
}

#endif
