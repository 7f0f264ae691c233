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
    X(launch, 138, 234)               /* of the kernel */                                          \
    X(block_milli, 13183, 7449)       /* of each block of the first round */                       \
    X(tile, 881, 1068)                /* of a tile, its first loads and epilogue */                \
    X(output_milli, 109, 90)          /* ... for each element of C in it */                        \
    X(cluster, 80, 253)               /* ... for a cluster */                                      \
    X(cut, 843, 156)                  /* ... for ordinary stores: no multiple of 64 columns */     \
    X(again_milli, 718, 459)          /* the part of it that a further round does not hide */      \
    X(again_alone_milli, 1000, 777)   /* ... of one warpgroup with many columns */                 \
    X(again_memory_milli, 220, 292)   /* ... of either, where device memory binds */               \
    X(in_step_milli, 70, 30)          /* of products: what a cluster waits in few rounds */        \
    X(l2_bytes, 94, 60)               /* that L2 gives one SM */                                   \
    X(l2_bytes_all, 4125, 3588)       /* ... and all */                                            \
    X(meet_milli, 86, 60)             /* of a line, for each further tile that meets it */         \
    X(l2_bytes_askew, 40, 26)         /* ... of lines that start off its sectors, to one SM */     \
    X(l2_bytes_askew_all, 3761, 2063) /* ... and to all */                                         \
    X(memory_bytes, 2956, 2080)       /* of device memory, to all SMs */                           \
    X(memory_bytes_each, 24, 21)      /* ... to one, which with few blocks is less */              \
    X(again_read_milli, 104, 4)       /* of an operand that several tiles read, again */           \
    X(last_milli, 26, 544)            /* of the time of the last round's stores */                 \
    X(latency_memory, 1517, 2861)     /* of what comes from device memory */                       \
    X(latency_l2, 31, 9)              /* ... from L2 */                                            \
    X(others_milli, 25, 65)           /* of the time of what does not bind */                      \
    X(others_memory_milli, 44, 80)    /* ... where device memory binds */                          \
    X(parts_cluster, 446, 115)        /* of adding parts up in a cluster */                        \
    X(parts_cluster_milli, 290, 374)  /* ... for each element of the tile */                       \
    X(parts_memory, 4648, 1216)       /* ... in memory */                                          \
    X(parts_memory_milli, 93, 477)    /* ... for each element of the tile */

#define WGD_X(name, ...) int64_t name;
typedef struct wgd_problem_fit {
    WGD_PROBLEM_FIT(WGD_X)
} wgd_problem_fit;
#undef WGD_X
const wgd_problem_fit *wgd_problem_fit_of(wgd_gpu gpu);

/* A stage of the tile where the tensor cores bind: as fitted, in this cluster or in another; by its outputs for a tile
 * that is in no row. */
int64_t wgd_problem_step_of(const wgd_problem_tile *t, wgd_gpu gpu);

#endif
