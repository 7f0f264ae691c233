/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3: blocks that walk K in step. What they read together L2 brings once only while they are near one
 * another, and nothing else keeps them so: after thousands of steps some are tiles ahead (at 16384 cubed device memory
 * sent 2.5 times as much; docs/gemm-notes.md). So a producer says every few steps that it begins some, and
 * waits until the others have begun those before.
 */
#ifndef WGV_GEMM_V3_PACE_CUH
#define WGV_GEMM_V3_PACE_CUH

#include "claims.h"
#include "gemm/copy_ptx.cuh"

/* Steps between two looks: of 2, 4, 8, 16 and 32 the first two were fastest. Looks before a block gives up, 80 us and more
 * in all: of blocks that cannot all run some would wait for ever. */
enum { GEMM_V3_PACE_STEPS = 4, GEMM_V3_PACE_LOOKS = 100 };

/* Of one producer. */
struct gemm_v3_pace {
    gemm_v3_counters *all;
    uint32_t wanted = 0; /* how often blocks have begun, before this one goes on; modulo 2^32 */
    int steps = 0;       /* to the next look */
    bool waits = true;   /* until it was in vain */

    /* Before each step of a round in which every block has a tile. */
    PTX_INLINE void step()
    {
        if (steps-- > 0) {
            return;
        }
        steps = GEMM_V3_PACE_STEPS - 1;
        ptx_count(&all->begun);
#pragma unroll 1
        for (int i = 0; waits && (int32_t)(ptx_load_relaxed(&all->begun) - wanted) < 0; i++) {
            waits = i < GEMM_V3_PACE_LOOKS;
            __nanosleep(100);
        }
        wanted += gridDim.x;
    }
    /* Behind the last: the counters are again as the next launch wants them, when no block looks any more. */
    PTX_INLINE void end()
    {
        if (atomicAdd(&all->through, 1u) == gridDim.x - 1) {
            atomicExch(&all->begun, 0u);
            atomicExch(&all->through, 0u);
            __threadfence();
        }
    }
};

#endif
