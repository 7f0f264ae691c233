/* SPDX-License-Identifier: MIT
 *
 * Matrices for checks and timing, the slow and plain reference product, and the comparison.
 */
#ifndef WGV_MATRICES_H
#define WGV_MATRICES_H

#include "common/device.h"
#include "gemm/gemm.h"

/* What is put into A and B. Normal: N(0, 1), what timing and the tolerance check use. Integers:
 * small enough that every sum is exact in f32, so that results are compared bit for bit. */
enum gemm_fill { GEMM_FILL_NORMAL, GEMM_FILL_INTEGERS };

/* A type and an order of the operands, by name: bf16, bf16-k-mn, bf16-mn-k, bf16-mn-mn, e4m3, f16-acc16, tf32. */
struct gemm_form {
    const char *name;
    wgd_dtype dtype;
    wgd_major a_major, b_major;
};

struct gemm_shape {
    int64_t m, n, k;
};

/* The matrices of one problem, A and B filled, C poisoned. `guard` extra elements lengthen each
 * line and one line follows the last: NaN in A and B, which poisons a result that reads them; in C
 * they must stay as they are. Pitches are the least multiple of 16 bytes, plus the guard (a
 * multiple of 16 bytes too). */
class gemm_matrices
{
  public:
    gemm_matrices(const gemm_form &form, const gemm_shape &shape, int guard, gemm_fill fill,
                  uint64_t seed);
    const gemm_problem &problem() const
    {
        return problem_;
    }
    size_t bytes() const
    {
        return a_.size() + b_.size() + c_.size();
    }
    /* Sets every byte of C, guard included, to 0xff: NaN. */
    void poison()
    {
        c_.fill_bytes(0xff);
    }

  private:
    gemm_problem problem_;
    wgv::device_array<unsigned char> a_, b_, c_;
};

/* ref[m * N + n] in f32, by a kernel that shares nothing with the others. */
void gemm_reference(const gemm_problem &p, float *ref);

/* What a comparison found. */
struct gemm_difference {
    unsigned long long wrong;         /* elements out of tolerance, NaN included */
    unsigned long long first;         /* m * N + n of the first of them */
    unsigned long long guard_written; /* elements of C's guard that changed */
    double error;                     /* |out - ref| / |ref|, Frobenius */
    float got, want;                  /* at `first` */
};

/* An element is right when |out - ref| <= absolute + relative * |ref|; with exact, when it is ref
 * rounded to C's type, bit for bit. */
gemm_difference gemm_compare(const gemm_problem &p, const float *ref, bool exact, float absolute,
                             float relative);

/* Greatest |ref - product in f64 on the CPU| over `samples` elements, corners first. */
double gemm_sample_cpu(const gemm_problem &p, const float *ref, int samples, uint64_t seed);

#endif
