/* SPDX-License-Identifier: MIT
 *
 * Internal: the constants of the rule that chooses a tile for a product, one row each, with a column for each GPU
 * that products were timed on: fitted to docs/evidence/gemm-ways.json and gemm-ways-h100.json, as docs/gemm-notes.md
 * tells. Cycles are of 1500 MHz, about the clock under load.
 */
#ifndef WGD_PROBLEM_FIT_INTERNAL_H
#define WGD_PROBLEM_FIT_INTERNAL_H

#include "wgd_problem.h"

/* Name, H200, H100: cycles, bytes in a cycle, and where the name says so thousandths of what the comment names. */
#define WGD_PROBLEM_FIT(X)                                                                         \
    X(launch, 12, 17)                /* of the kernel */                                           \
    X(block_milli, 5861, 7935)       /* of each block of the first round */                        \
    X(tile, 1459, 1406)              /* of a tile, its first loads and epilogue */                 \
    X(output_milli, 59, 94)          /* ... for each element of C in it */                         \
    X(cluster, 1, 1)                 /* ... for a cluster */                                       \
    X(cut, 220, 153)                 /* ... for ordinary stores: no multiple of 64 columns */      \
    X(turn, 136, 72)                 /* ... for a turned one: warps wait for one another */        \
    X(again_milli, 474, 393)         /* the part of it that a further round does not hide */       \
    X(again_alone_milli, 6610, 1499) /* ... of one warpgroup with many columns */                  \
    X(again_four_milli, 2460, 1499)  /* ... of four blocks in a row */                             \
    X(again_memory_milli, 620, 254)  /* ... of all, where device memory binds */                   \
    X(in_step_milli, 40, 60)         /* of products: what a cluster waits in few rounds */         \
    X(l2_bytes, 136, 117)            /* that L2 gives two SMs */                                   \
    X(l2_bytes_all, 4376, 4668)      /* ... and all */                                             \
    X(meet_milli, 47, 36)            /* of a line, for each further tile that meets it */          \
    X(meet_band_milli, 143, 71)      /* ... where clusters are numbered so that they share it */   \
    X(l2_bytes_askew, 61, 61)        /* ... to two, of lines that start off its sectors */         \
    X(l2_bytes_apart, 89, 88)        /* ... that start on a sector, but not on a line */           \
    X(walk_milli, 1, 9)              /* of the time, for 1000 stages that nothing keeps in step */ \
    X(claimed_milli, 880, 770)       /* of the stage of a tile of 64 rows, where it is claimed */  \
    X(memory_bytes, 3443, 2288)      /* of device memory, to all SMs */                            \
    X(memory_bytes_two, 68, 52)      /* ... to two, which with few blocks is less */               \
    X(again_read_milli, 7, 8)        /* of an operand that several tiles read, again */            \
    X(last_milli, 261, 164)          /* of the time of the last round's stores */                  \
    X(latency_memory, 3259, 1047)    /* of what comes from device memory */                        \
    X(latency_l2, 3, 13)             /* ... from L2 */                                             \
    X(others_milli, 94, 167)         /* of the time of what does not bind */                       \
    X(others_memory_milli, 70, 145)  /* ... where device memory binds */                           \
    X(parts_cluster, 1, 1)           /* of adding parts up in a cluster */                         \
    X(parts_cluster_milli, 374, 416) /* ... for each element of the tile */                        \
    X(parts_memory, 1532, 216)       /* ... in memory */                                           \
    X(parts_memory_milli, 347, 668)  /* ... for each element of the tile */

#define WGD_X(name, ...) int64_t name;
typedef struct wgd_problem_fit {
    WGD_PROBLEM_FIT(WGD_X)
} wgd_problem_fit;
#undef WGD_X
const wgd_problem_fit *wgd_problem_fit_of(wgd_gpu gpu);

/* A stage of the tile where the tensor cores bind: as fitted, in this cluster or in another; by its outputs for a tile
 * that is in no row. UNTIMED: it is in the table, but on this GPU nobody timed it, so that the rule does not take it. */
enum { WGD_PROBLEM_UNTIMED = 0 };
int64_t wgd_problem_step_of(const wgd_problem_tile *t, wgd_gpu gpu);

#endif
