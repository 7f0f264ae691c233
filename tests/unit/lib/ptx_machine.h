/* SPDX-License-Identifier: MIT
 *
 * What the instructions of a random program do, one by one: an interpreter by the PTX ISA's words.
 */
#ifndef PTX_MACHINE_H
#define PTX_MACHINE_H

#include "random_ptx.h"

typedef struct machine {
    uint64_t r[R], rd[RD];
    bool p[P];
    uint64_t param[2], smem, tid;
    uint64_t counter[4];
} machine;

/* The result of an instruction that writes a register. */
uint64_t machine_result(const machine *m, const op *o);

/* Of one that writes a predicate. */
bool machine_predicate(const machine *m, const op *o);

#endif
