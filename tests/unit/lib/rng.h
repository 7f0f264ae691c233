/* SPDX-License-Identifier: MIT
 *
 * Random numbers for property tests (xorshift64*). The seed is fixed, so that a run repeats; set
 * WGD_SEED to try another. It is printed with every failure and at the start.
 */
#ifndef WGD_TEST_RNG_H
#define WGD_TEST_RNG_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct rng {
    uint64_t state, seed;
} rng;

static inline rng rng_start(void)
{
    const char *env = getenv("WGD_SEED");
    rng r;
    r.seed = env && *env ? strtoull(env, NULL, 0) : UINT64_C(20240229);
    r.state = r.seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    printf("# seed %llu (WGD_SEED)\n", (unsigned long long)r.seed);
    return r;
}

static inline uint64_t rng_next(rng *r)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return r->state * UINT64_C(2685821657736338717);
}

/* 0 .. n-1 */
static inline int rng_below(rng *r, int n)
{
    return (int)((rng_next(r) >> 32) % (uint64_t)n);
}

/* The sanitizers get one in so many of the random cases, and of a long enumeration, a plain build gets all. SWEEP_ONE_IN
 * is a prime: counted through the whole enumeration, it meets each value of each loop inside. */
#ifdef __SANITIZE_ADDRESS__
enum { RUNS_ONE_IN = 10, SWEEP_ONE_IN = 7 };
#else
enum { RUNS_ONE_IN = 1, SWEEP_ONE_IN = 1 };
#endif

/* How many random cases: WGD_RUNS, else `dflt` or the sanitizers' part of it. */
static inline int rng_runs(int dflt)
{
    const char *env = getenv("WGD_RUNS");
    return env && *env ? atoi(env) : dflt / RUNS_ONE_IN;
}

#endif
