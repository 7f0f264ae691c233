/* SPDX-License-Identifier: MIT
 *
 * Timing for the benchmarks: repeat a batch of work, take the median rate. BENCH_RUN(label, n,
 * work) prints how often a second `work`, which does n things, does one.
 */
#ifndef WGD_BENCH_H
#define WGD_BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BENCH_ROUNDS = 15 };

static inline double bench_now(void)
{
    struct timespec t;
    if (timespec_get(&t, TIME_UTC) != TIME_UTC) {
        abort();
    }
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline int bench_less(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median, over the rounds, of how many things a second work(arg) does; it returns how many. */
static inline double bench_rate(long (*work)(void *), void *arg)
{
    double rate[BENCH_ROUNDS];
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        const double from = bench_now();
        const long n = work(arg);
        rate[i] = (double)n / (bench_now() - from);
    }
    qsort(rate, BENCH_ROUNDS, sizeof rate[0], bench_less);
    return rate[BENCH_ROUNDS / 2];
}

static inline double bench_report(const char *label, long (*work)(void *), void *arg)
{
    const double rate = bench_rate(work, arg);
    printf("%-52s %12.0f a second %10.1f ns each\n", label, rate, 1e9 / rate);
    return rate;
}

#endif
