/* SPDX-License-Identifier: MIT
 *
 * Matrices for checks and timing, the slow and plain reference product, and the comparison.
 */
#ifndef WGD_GEMM_DATA_H
#define WGD_GEMM_DATA_H

#include "gemm.h"

/* What is put into A and B. Normal: N(0, 1), what timing and the tolerance check use. Integers:
 * small enough that every sum is exact in f32, so that results are compared bit for bit. */
enum gemm_fill { GEMM_FILL_NORMAL, GEMM_FILL_INTEGERS };

struct gemm_shape {
    wgd_dtype dtype;
    wgd_major a_major, b_major;
    int64_t m, n, k;
};

/* The matrices of one problem. `guard` extra elements lengthen each line and one line follows the
 * last: NaN in A and B, which poisons a result that reads them; in C they must stay as they are. */
struct gemm_matrices {
    gemm_problem problem;
    size_t a_bytes, b_bytes, c_bytes;
};

/* Allocates and fills. Pitches are the least multiple of 16 bytes, plus the guard (a multiple of 16
 * bytes too). */
wgd_status gemm_matrices_make(const gemm_shape *shape, int guard, gemm_fill fill, uint64_t seed,
                              gemm_matrices *out, wgd_diag *diag);
void gemm_matrices_free(gemm_matrices *x);
/* Sets every byte of C, guard included, to 0xff: NaN. */
wgd_status gemm_poison(const gemm_matrices *x, wgd_diag *diag);

/* ref[m * N + n] in f32, by a kernel that shares nothing with the others. */
wgd_status gemm_reference(const gemm_problem *p, float *ref, wgd_diag *diag);
/* What a comparison found. */
struct gemm_difference {
    unsigned long long wrong;         /* elements out of tolerance, NaN included */
    unsigned long long first;         /* m * N + n of the first of them */
    unsigned long long guard_written; /* elements of C's guard that changed */
    double error;                     /* |out - ref| / |ref|, Frobenius */
    float got, want;                  /* at `first` */
};

/* An element is right when |out - ref| <= absolute + relative * |ref|; with exact, when it is ref
 * rounded to bf16, bit for bit. */
wgd_status gemm_compare(const gemm_matrices *x, const float *ref, bool exact, float absolute,
                        float relative, gemm_difference *out, wgd_diag *diag);

/* Greatest |ref - product in f64 on the CPU| over `samples` elements, corners first. */
wgd_status gemm_sample_cpu(const gemm_problem *p, const float *ref, int samples, uint64_t seed,
                           double *worst, wgd_diag *diag);

#endif
