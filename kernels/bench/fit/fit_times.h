/* SPDX-License-Identifier: MIT
 *
 * The times of products that kernels/bench/gemm_ways.py left in docs/evidence, by product.
 */
#ifndef WGV_FIT_TIMES_H
#define WGV_FIT_TIMES_H

#include "wgd_problem.h"

enum { FIT_PRODUCTS_MAX = 4096, FIT_WAYS_MAX = 64 /* of a product */ };

typedef struct fit_way {
    char name[40]; /* "128x144-c1x2-t/m4/w120" */
    wgd_problem_tile tile;
    wgd_problem_way way;
    double log_ratio,
        log_us; /* of its microseconds: to cuBLAS's beside it, and themselves; the means */
    int times;  /* 0: nobody timed it */
} fit_way;

typedef struct fit_product {
    int64_t size[3];
    fit_way way[FIT_WAYS_MAX];
    int ways;
} fit_product;

/* Reads the lists of bf16 times of the files. What has no tile any more, or was dealt otherwise than by the rule
 * (/p2 to /p4), is left out. A file that cannot be read ends the program. */
int fit_read_times(char *const paths[], int count, const fit_product **products);

/* Adds to product i, counted from 0, a way that nobody timed, with a time to cuBLAS's that is assumed. Nothing is added to one that has FIT_WAYS_MAX. */
void fit_assume(int i, const wgd_problem_tile *t, const wgd_problem_way *w, double log_ratio);

/* Says what is wrong with what, and ends the program with status 2. */
_Noreturn void fit_fail(const char *what, const char *of);

#endif
