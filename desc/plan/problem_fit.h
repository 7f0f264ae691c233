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
    X(launch, 36, 7)                 /* of the kernel */                                           \
    X(block_milli, 7547, 3627)       /* of each block of the first round */                        \
    X(tile, 1839, 2324)              /* of a tile, its first loads and epilogue */                 \
    X(output_milli, 77, 37)          /* ... for each element of C in it */                         \
    X(cluster, 1, 1)                 /* ... for a cluster */                                       \
    X(cut, 24, 269)                  /* ... for ordinary stores: no multiple of 64 columns */      \
    X(turn, 68, 100)                 /* ... for a turned one: warps wait for one another */        \
    X(again_milli, 565, 329)         /* the part of it that a further round does not hide */       \
    X(again_alone_milli, 632, 798)   /* ... of one warpgroup with many columns */                  \
    X(again_memory_milli, 534, 539)  /* ... of either, where device memory binds */                \
    X(in_step_milli, 60, 1)          /* of products: what a cluster waits in few rounds */         \
    X(l2_bytes, 131, 157)            /* that L2 gives two SMs */                                   \
    X(l2_bytes_all, 5764, 3329)      /* ... and all */                                             \
    X(meet_milli, 46, 85)            /* of a line, for each further tile that meets it */          \
    X(l2_bytes_askew, 51, 58)        /* ... to two, of lines that start off its sectors */         \
    X(memory_bytes, 3072, 2080)      /* of device memory, to all SMs */                            \
    X(memory_bytes_two, 62, 43)      /* ... to two, which with few blocks is less */               \
    X(again_read_milli, 6, 21)       /* of an operand that several tiles read, again */            \
    X(last_milli, 380, 842)          /* of the time of the last round's stores */                  \
    X(latency_memory, 2949, 2865)    /* of what comes from device memory */                        \
    X(latency_l2, 57, 43)            /* ... from L2 */                                             \
    X(others_milli, 42, 74)          /* of the time of what does not bind */                       \
    X(others_memory_milli, 58, 114)  /* ... where device memory binds */                           \
    X(parts_cluster, 7, 10)          /* of adding parts up in a cluster */                         \
    X(parts_cluster_milli, 330, 329) /* ... for each element of the tile */                        \
    X(parts_memory, 2015, 547)       /* ... in memory */                                           \
    X(parts_memory_milli, 349, 545)  /* ... for each element of the tile */

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
