/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3: a block claims its place (claims.h).
 */
#ifndef WGV_GEMM_V3_CLAIM_CUH
#define WGV_GEMM_V3_CLAIM_CUH

#include "claims.h"
#include "common/ptx.cuh"

PTX_INLINE uint32_t ptx_smid()
{
    uint32_t r;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(r));
    return r;
}

/* Places of group g that are left; below 0 where it was asked for more than it has. */
PTX_INLINE int gemm_v3_left(unsigned long long places, unsigned long long asked, int g)
{
    return gemm_v3_of_group(places, g) - gemm_v3_of_group(asked, g);
}

/* A place: one of the multiprocessor's group, else of the group that has most left. By one thread of a block, which lets
 * the next launch start only then: so that launch finds `asked` as the last to claim has left it. */
PTX_INLINE int gemm_v3_claim(gemm_v3_claims *c)
{
    const unsigned long long places = c->places;
    int g = c->group[ptx_smid()];
    unsigned long long asked = atomicAdd(&c->asked, 1ull << (8 * g));
    while (gemm_v3_left(places, asked, g) <= 0) {
#pragma unroll 1
        for (int other = 0; other < GEMM_V3_GROUPS; other++) {
            g = gemm_v3_left(places, asked, other) > gemm_v3_left(places, asked, g) ? other : g;
        }
        asked = atomicAdd(&c->asked, 1ull << (8 * g));
    }
    int left = -1; /* without this one */
    int place = gemm_v3_of_group(asked, g);
#pragma unroll 1
    for (int other = 0; other < GEMM_V3_GROUPS; other++) {
        const int its = gemm_v3_left(places, asked, other);
        left += its > 0 ? its : 0;
        place += other < g ? gemm_v3_of_group(places, other) : 0;
    }
    if (left == 0) {
        atomicExch(&c->asked, 0ull);
        __threadfence();
    }
    return place;
}

#endif
