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
    COST_STAMP_ROUNDS = 16,  /* rounds from one time stamp to the next: a power of two */
    COST_STAMPS = 64,        /* of a warpgroup at most */
    COST_SOURCE_BYTES = 65536
};

/* The forms of an instruction, as bits; 0 is dense, A in shared memory, both operands K-major. */
enum { COST_A_IN_REGS = 1, COST_SPARSE = 2, COST_TRANS_A = 4, COST_TRANS_B = 8, COST_FORMS = 16 };

/* The descriptors of one measurement; odd steps take the second of each. */
typedef struct cost_words {
    uint64_t a[2], b[2];
} cost_words;

/* The clock of the SM behind every COST_STAMP_ROUNDS rounds of each warpgroup, the first behind its
 * first round: how far each has come, not only when it ended. */
typedef struct cost_times {
    long long at[COST_WARPGROUPS][COST_STAMPS];
    uint32_t loaded[4]; /* by each traffic warp over all its time, in units of 512 bytes */
    uint32_t load_cycles[4];
} cost_times;

/* What further warps do beside the multiplying. */
typedef enum cost_traffic {
    COST_NO_TRAFFIC,
    COST_LOADS, /* ld.shared of 512 bytes a warp */
    COST_COPIES /* cp.async.bulk from global memory, which the L2 holds */
} cost_traffic;

typedef struct cost_job {
    cost_words words[COST_BLOCKS];
    uint8_t random[COST_BLOCKS]; /* operands are random, or zeros */
    uint32_t form;               /* of the instruction, one of COST_FORMS that the row has */
    uint32_t rounds;             /* of the loop */
    uint32_t stamped;            /* is the time kept? Not when it warms up */
    uint32_t warpgroups;         /* that multiply */
    uint32_t traffic;            /* cost_traffic of further warps */
    uint32_t period;             /* cycles from one load or copy of such a warp to the next */
    uint32_t copy_shift;         /* a copy has 1 << copy_shift bytes */
    uint32_t data_to;            /* bytes of shared memory that are filled */
    const void *source;          /* of the copies: COST_SOURCE_BYTES of zeros */
    uint32_t *sink;              /* null */
    cost_times *times;           /* of each block */
} cost_job;

#endif
