/* SPDX-License-Identifier: MIT
 *
 * What the host hands to a timed loop, and what it gets back.
 */
#ifndef WGV_COST_JOB_H
#define WGV_COST_JOB_H

#include <stdint.h>

enum {
    COST_STEPS = 8,          /* wgmma of one round of the loop, one commit group */
    COST_ACCUMULATORS = 128, /* registers of all chains of a thread at most */
    COST_BLOCKS = 40,        /* measurements of one launch, each on an SM of its own */
    COST_WARPGROUPS = 4,     /* at most */
    COST_TIMES = 2           /* runs of different length; the difference has no prologue */
};

/* The descriptors of one measurement; odd steps take the second of each. */
typedef struct cost_words {
    uint64_t a[2], b[2];
} cost_words;

/* The clock of the SM at the beginning and the end, of each run and warpgroup. */
typedef struct cost_times {
    long long from[COST_TIMES][COST_WARPGROUPS], to[COST_TIMES][COST_WARPGROUPS];
    uint32_t loads[4]; /* of each traffic warp, over all its time: */
    uint32_t load_cycles[4];
} cost_times;

typedef struct cost_job {
    cost_words words[COST_BLOCKS];
    uint8_t random[COST_BLOCKS]; /* operands are random, or zeros */
    uint32_t warpgroups;         /* that multiply; further threads of a block load */
    uint32_t period;             /* cycles from one load of a traffic warp to the next */
    uint32_t rounds;             /* of the shorter run; the longer has twice as many */
    uint32_t data_to;            /* bytes of shared memory that are filled */
    uint32_t *sink;              /* null */
    cost_times *times;           /* of each block */
} cost_job;

#endif
