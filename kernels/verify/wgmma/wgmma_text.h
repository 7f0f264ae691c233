/* SPDX-License-Identifier: MIT
 *
 * A wgmma instruction as PTX text, for the generators of calls. This is the one place that says
 * what a wgmma call looks like (PTX ISA, "wgmma.mma_async" and "wgmma.mma_async.sp").
 */
#ifndef WGV_WGMMA_TEXT_H
#define WGV_WGMMA_TEXT_H

#include "wgd_inst.h"

typedef struct wgmma_call {
    const wgd_inst *inst;
    int n;
    bool a_in_regs, sparse;
} wgmma_call;

/* How the operands are written, in PTX. `acc` is a printf format for accumulator register r: "d%d".
 * Texts that a form does not take may be NULL. */
typedef struct wgmma_words {
    const char *acc, *a, *b, *meta, *selector, *scale_d, *scale_a, *scale_b, *trans_a, *trans_b;
} wgmma_words;

/* 32-bit accumulator registers of a thread: 64 * N values over 128 threads. */
int wgmma_acc_regs(const wgmma_call *c);
/* Prints the instruction as lines of a C string literal, ";\n" at its end. */
void wgmma_print(const wgmma_call *c, const wgmma_words *w);

#endif
