/* SPDX-License-Identifier: MIT
 *
 * Correctness before speed: every contestant on ragged and on the timed shapes, twice: on small
 * integers, where the result must equal the reference bit for bit, and on normal numbers within the
 * rounding of bf16. The reference is itself compared with f64 sums on the CPU.
 */
#include <math.h>

#include <cstdio>

#include "bench_run.h"

namespace
{

/* Sizes that no tile divides, that are smaller than a tile, or that end just past one. */
const gemm_shape RAGGED[] = {{1, 1, 1},          {1, 8, 8},         {64, 64, 64},
                             {65, 63, 17},       {127, 129, 65},    {128, 256, 64},
                             {129, 257, 193},    {300, 520, 200},   {513, 1031, 777},
                             {1000, 1000, 1000}, {2049, 260, 1032}, {260, 2049, 96}};

/* Pads lines by 16 elements: NaN in the operands, guarded in the result. */
constexpr int GUARD = 16;

struct job {
    const bench_options &o;
    const gemm_form &form;
    std::vector<const gemm_kernel *> kernels;
    std::vector<bench_kernel> specs;
    int wrong;
};

void launch_once(const gemm_kernel &k, const gemm_tuning &tuning, const gemm_problem &p)
{
    const gemm_launch launch = gemm_prepare(k, p, tuning);
    k.run(launch, 0);
    wgv::cuda_check(cudaDeviceSynchronize(), k.name);
}

void describe(const bench_kernel &spec, const gemm_difference &d, const gemm_problem &p)
{
    printf("  WRONG %s: %llu elements", spec.text.c_str(), d.wrong);
    if (d.wrong > 0) {
        printf(", first C[%llu][%llu] = %g, want %g", d.first / (unsigned long long)p.n,
               d.first % (unsigned long long)p.n, (double)d.got, (double)d.want);
    }
    printf("; %llu elements outside C written\n", d.guard_written);
}

/* How far a right result may be from the reference. Rounding to bf16 is 2^-9 of the value, to f16 2^-11; the
 * order of the sums matters in f32 ulps. The tensor cores add products of 8-bit types with about 14
 * bits. An f16 sum is rounded at each of K / 16 steps, by 2^-11 of what it is then: at most some sqrt(K). */
struct tolerance {
    float absolute, relative;
};

tolerance tolerance_of(const gemm_problem &p)
{
    const float spread = sqrtf((float)p.k);
    const float sums = p.dtype == WGD_E4M3  ? 0x1p-5f
                       : p.dtype == WGD_F16 ? 0x1p-11f * spread
                                            : 0x1p-14f;
    return {spread * sums, p.dtype == WGD_TF32 ? 0x1p-20f : 0x1p-8f};
}

void check_fill(job &j, const gemm_shape &shape, gemm_fill fill)
{
    gemm_matrices x(j.form, shape, GUARD, fill, j.o.seed);
    const gemm_problem &p = x.problem();
    const wgv::device_array<float> ref((size_t)(p.m * p.n));
    gemm_reference(p, ref.get());
    const double cpu = gemm_sample_cpu(p, ref.get(), 24, j.o.seed);
    const tolerance t = tolerance_of(p);
    const bool exact = fill == GEMM_FILL_INTEGERS;
    if (!(cpu <= (exact ? 0 : (double)t.absolute))) {
        printf("  WRONG reference: off by %g from f64 sums on the CPU\n", cpu);
        j.wrong++;
    }
    for (size_t i = 0; i < j.kernels.size(); i++) {
        x.poison();
        launch_once(*j.kernels[i], j.specs[i].tuning, p);
        const gemm_difference d = gemm_compare(p, ref.get(), exact, t.absolute, t.relative);
        if (d.wrong > 0 || d.guard_written > 0) {
            describe(j.specs[i], d, p);
            j.wrong++;
        }
    }
}

void check_shape(job &j, const gemm_shape &shape)
{
    const int before = j.wrong;
    check_fill(j, shape, GEMM_FILL_INTEGERS);
    check_fill(j, shape, GEMM_FILL_NORMAL);
    printf("check %-10s %lldx%lldx%lld: %zu kernels %s\n", j.form.name, (long long)shape.m,
           (long long)shape.n, (long long)shape.k, j.kernels.size(),
           j.wrong == before ? "right" : "WRONG");
    fflush(stdout);
}

} // namespace

int bench_check(const bench_options &o)
{
    int wrong = 0;
    const gemm_form *seen = NULL;
    for (const bench_case &c : o.cases) {
        job j = {o, *c.form, {}, {}, 0};
        j.kernels = bench_contestants(c, false, &j.specs);
        if (seen != c.form) { /* cases come grouped by form */
            for (const gemm_shape &ragged : RAGGED) {
                check_shape(j, ragged);
            }
        }
        seen = c.form;
        check_shape(j, c.shape);
        wrong += j.wrong;
    }
    return wrong;
}
