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

/* The sum of the bytes of a word. */
PTX_INLINE int gemm_v3_sum_of_bytes(unsigned long long word)
{
    return (int)__dp4a((uint32_t)(word >> 32), 0x01010101u,
                       __dp4a((uint32_t)word, 0x01010101u, 0u));
}

/* Places of group g that are left; below 0 where it was asked for more than it has. */
PTX_INLINE int gemm_v3_left(unsigned long long places, unsigned long long asked, int g)
{
    return gemm_v3_of_group(places, g) - gemm_v3_of_group(asked, g);
}

/* A place, and what had been asked for before it. */
struct gemm_v3_claimed {
    int place;
    unsigned long long before;
};

/* Claims a place: one of the multiprocessor's group, else of the group that has most left. By one thread of a block. */
PTX_INLINE gemm_v3_claimed gemm_v3_claim(const gemm_v3_claims &c)
{
    const unsigned long long places = c.places;
    int g = c.group[ptx_smid()];
    unsigned long long asked = atomicAdd(&c.counters->asked, 1ull << (8 * g));
    while (gemm_v3_left(places, asked, g) <= 0) {
#pragma unroll 1
        for (int other = 0; other < GEMM_V3_GROUPS; other++) {
            g = gemm_v3_left(places, asked, other) > gemm_v3_left(places, asked, g) ? other : g;
        }
        asked = atomicAdd(&c.counters->asked, 1ull << (8 * g));
    }
    const unsigned long long groups_before = places & ((1ull << (8 * g)) - 1);
    return {gemm_v3_sum_of_bytes(groups_before) + gemm_v3_of_group(asked, g), asked};
}

/* Behind a claim: the last of a launch clears the word. Only then does a block let the next launch start, so that one finds it
 * so. */
PTX_INLINE void gemm_v3_end_claim(const gemm_v3_claims &c, unsigned long long before)
{
    const uint32_t low = __vsubus4((uint32_t)c.places, (uint32_t)before);
    const uint32_t high = __vsubus4((uint32_t)(c.places >> 32), (uint32_t)(before >> 32));
    if (gemm_v3_sum_of_bytes((unsigned long long)high << 32 | low) == 1) { /* its own */
        atomicExch(&c.counters->asked, 0ull);
        __threadfence();
    }
}

#endif
