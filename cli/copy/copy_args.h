/* SPDX-License-Identifier: MIT
 *
 * What "wgdesc copy" and "wgdesc emit --epilogue" are asked: who holds what, the tile in shared memory,
 * the instruction; and what the library answers.
 */
#ifndef CLI_COPY_ARGS_H
#define CLI_COPY_ARGS_H

#include "emit/epilogue.h"
#include "query/frag_args.h"

/* One instruction that was tried. */
typedef struct copy_try {
    bool named; /* it moves the way that is wanted: accumulators out, operands in */
    bool can;
    int steps;
    wgd_bank_total total;
    char why[160]; /* it cannot */
} copy_try;

typedef struct copy_ask {
    wgd_frag frag;
    wgd_frag_type to;
    wgd_copy_tile tile;
    wgd_copy copy;
    wgd_bank_total total;
    bool can; /* else why says what the named instruction meets, and nothing below is known */
    wgd_copy_insn insn;
    wgd_diag why;
    bool all; /* no instruction was named: each was tried, and copy is the best */
    copy_try tried[WGD_COPY_INSN_COUNT];
    bool has_form, has_store, has_chain;
    wgd_copy_form form;
    wgd_copy_store store;
    wgd_diag no_store; /* why there are no boxes */
    wgd_frag_chain chain;
    wgd_copy_proof proof;
} copy_ask;

/* The fragment of 'copy': OP or --tv. */
wgd_status copy_ask_frag(const request *rq, answer *a, copy_ask *ask, wgd_diag *diag);
/* The accumulators of a plan's block. */
wgd_status copy_ask_plan(const wgd_plan *p, copy_ask *ask, wgd_diag *diag);
/* The rest, by --to, --layout or --d-major and the swizzle, --access, --as-a. */
wgd_status copy_ask_rest(const request *rq, answer *a, option_id swizzle, copy_ask *ask,
                         wgd_diag *diag);
/* The same as code is written from. */
epilogue copy_epilogue(const copy_ask *ask);

#endif
