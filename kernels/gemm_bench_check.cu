/* SPDX-License-Identifier: MIT
 *
 * Correctness before speed: every contestant on ragged and on the timed shapes, twice: on small
 * integers, where the result must equal the reference bit for bit, and on normal numbers within the
 * rounding of bf16. The reference is itself compared with f64 sums on the CPU.
 */
#include <math.h>

#include "gemm_bench.h"

namespace
{

/* Sizes that no tile divides, that are smaller than a tile, or that end just past one. */
const int64_t RAGGED[][3] = {{1, 1, 1},          {1, 8, 8},         {64, 64, 64},
                             {65, 63, 17},       {127, 129, 65},    {128, 256, 64},
                             {129, 257, 193},    {300, 520, 200},   {513, 1031, 777},
                             {1000, 1000, 1000}, {2049, 260, 1032}, {260, 2049, 96}};

/* Pads lines by 16 elements: NaN in the operands, guarded in the result. */
constexpr int GUARD = 16;

struct job {
    const bench_options &o;
    std::vector<const gemm_kernel *> kernels;
    std::vector<bench_kernel> specs;
    int wrong;
};

wgd_status launch_once(const gemm_kernel *k, const gemm_tuning &tuning, const gemm_problem *p,
                       wgd_diag *diag)
{
    gemm_launch launch;
    wgd_status s = gemm_prepare(k, p, &tuning, &launch, diag);
    if (s == WGD_OK) {
        s = k->run(&launch, 0, diag);
        s = s ? s : gemm_cuda(cudaDeviceSynchronize(), k->name, diag);
        gemm_release(&launch);
    }
    return s;
}

void describe(const bench_kernel &spec, const gemm_difference &d, const gemm_problem *p)
{
    printf("  WRONG %s: %llu elements", spec.text.c_str(), d.wrong);
    if (d.wrong > 0) {
        printf(", first C[%llu][%llu] = %g, want %g", d.first / (unsigned long long)p->n,
               d.first % (unsigned long long)p->n, (double)d.got, (double)d.want);
    }
    printf("; %llu elements outside C written\n", d.guard_written);
}

/* How far a right result may be from the reference. Rounding to bf16 is 2^-9 of the value; the
 * order of the sums matters in f32 ulps. The tensor cores add products of 8-bit types with about 14
 * bits. */
void tolerance(const gemm_problem *p, float *absolute, float *relative)
{
    const float spread = sqrtf((float)p->k);
    *relative = 0x1p-8f;
    *absolute = spread * (p->dtype == WGD_BF16 ? 0x1p-14f : 0x1p-5f);
}

wgd_status check_fill(job *j, const gemm_shape *shape, gemm_fill fill, wgd_diag *diag)
{
    gemm_matrices x;
    wgd_status s = gemm_matrices_make(shape, GUARD, fill, j->o.seed, &x, diag);
    if (s != WGD_OK) {
        return s;
    }
    const gemm_problem *p = &x.problem;
    float *ref = NULL;
    double cpu = 0;
    s = gemm_cuda(cudaMalloc(&ref, (size_t)(p->m * p->n) * sizeof *ref), "reference", diag);
    s = s ? s : gemm_reference(p, ref, diag);
    s = s ? s : gemm_sample_cpu(p, ref, 24, j->o.seed, &cpu, diag);
    float absolute, relative;
    tolerance(p, &absolute, &relative);
    const bool exact = fill == GEMM_FILL_INTEGERS;
    if (s == WGD_OK && !(cpu <= (exact ? 0 : (double)absolute))) {
        printf("  WRONG reference: off by %g from f64 sums on the CPU\n", cpu);
        j->wrong++;
    }
    for (size_t i = 0; s == WGD_OK && i < j->kernels.size(); i++) {
        gemm_difference d;
        s = gemm_poison(&x, diag);
        s = s ? s : launch_once(j->kernels[i], j->specs[i].tuning, p, diag);
        s = s ? s : gemm_compare(&x, ref, exact, absolute, relative, &d, diag);
        if (s == WGD_OK && (d.wrong > 0 || d.guard_written > 0)) {
            describe(j->specs[i], d, p);
            j->wrong++;
        }
    }
    cudaFree(ref);
    gemm_matrices_free(&x);
    return s;
}

wgd_status check_shape(job *j, const bench_form *form, const gemm_shape *shape, wgd_diag *diag)
{
    const int before = j->wrong;
    wgd_status s = check_fill(j, shape, GEMM_FILL_INTEGERS, diag);
    s = s ? s : check_fill(j, shape, GEMM_FILL_NORMAL, diag);
    if (s == WGD_OK) {
        printf("check %-10s %lldx%lldx%lld: %zu kernels %s\n", form->name, (long long)shape->m,
               (long long)shape->n, (long long)shape->k, j->kernels.size(),
               j->wrong == before ? "right" : "WRONG");
        fflush(stdout);
    }
    return s;
}

} // namespace

wgd_status bench_check(const bench_options &o, int *wrong, wgd_diag *diag)
{
    *wrong = 0;
    const bench_form *seen = NULL;
    for (const bench_case &c : o.cases) {
        job j = {o, {}, {}, 0};
        j.kernels = bench_contestants(o, c.form, false, &j.specs);
        wgd_status s = WGD_OK;
        /* Cases come grouped by form. */
        for (size_t i = 0; seen != c.form && s == WGD_OK && i < sizeof RAGGED / sizeof *RAGGED;
             i++) {
            gemm_shape ragged = c.shape;
            ragged.m = RAGGED[i][0];
            ragged.n = RAGGED[i][1];
            ragged.k = RAGGED[i][2];
            s = check_shape(&j, c.form, &ragged, diag);
        }
        seen = c.form;
        s = s ? s : check_shape(&j, c.form, &c.shape, diag);
        *wrong += j.wrong;
        if (s != WGD_OK) {
            return s;
        }
    }
    return WGD_OK;
}
