/* SPDX-License-Identifier: MIT
 *
 * See matrices.h. Everything here is written to be obviously right, not fast.
 */
#include "matrices.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <math.h>

#include <type_traits>
#include <vector>

#include "common/random.h"

using wgv::cuda_check;
using wgv::splitmix64;

namespace
{

__device__ float draw(gemm_fill fill, int range, uint64_t key)
{
    const uint64_t r = splitmix64(key);
    if (fill == GEMM_FILL_INTEGERS) {
        return (float)((int)(r % (uint64_t)(2 * range + 1)) - range);
    }
    const float u = (float)((r >> 40) + 1) * 0x1p-24f; /* (0, 1] */
    const float v = (float)(uint32_t)r * 0x1p-32f;
    return sqrtf(-2.0f * logf(u)) * cosf(6.2831853f * v);
}

template <class T> __device__ T narrow(float v);
template <> __device__ __nv_bfloat16 narrow(float v)
{
    return __float2bfloat16(v);
}
template <> __device__ __nv_fp8_e4m3 narrow(float v)
{
    return __nv_fp8_e4m3(v);
}
template <> __device__ __half narrow(float v)
{
    return __float2half(v);
}
/* A tf32: the tensor cores read no more of an f32. A NaN stays one. */
template <> __device__ float narrow(float v)
{
    return __uint_as_float(__float_as_uint(v) & 0xffffe000u);
}

/* Calls f with a value of the C++ type that stands for elements of `t`. */
template <class F> auto with_type(wgd_dtype t, F &&f)
{
    switch (t) {
    case WGD_BF16:
        return f(__nv_bfloat16());
    case WGD_F16:
        return f(__half());
    case WGD_TF32:
        return f(float());
    default:
        return f(__nv_fp8_e4m3());
    }
}

template <class T>
__global__ void fill_lines(T *to, int64_t lines, int64_t length, int64_t pitch, gemm_fill fill,
                           int range, uint64_t seed)
{
    const int64_t total = (lines + 1) * pitch;
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < total; i += step) {
        const bool inside = i / pitch < lines && i % pitch < length;
        to[i] = narrow<T>(inside ? draw(fill, range, seed + (uint64_t)i) : NAN);
    }
}

/* An operand seen as (line of M or N, k). */
template <class T> struct view {
    const T *data;
    int64_t step_mn, step_k;

    __host__ __device__ float at(int64_t mn, int64_t k) const
    {
        return (float)data[mn * step_mn + k * step_k];
    }
};

template <class T> view<T> view_of(const void *data, wgd_major major, int64_t pitch)
{
    view<T> v;
    v.data = (const T *)data;
    v.step_mn = major == WGD_MAJOR_K ? pitch : 1;
    v.step_k = major == WGD_MAJOR_K ? 1 : pitch;
    return v;
}

constexpr int TILE = 32;

/* One f32 fused multiply-add after the other, in the order of k. */
template <class T>
__global__ void multiply(view<T> a, view<T> b, int64_t m, int64_t n, int64_t k, float *ref)
{
    __shared__ float sa[TILE][TILE + 1], sb[TILE][TILE + 1];
    const int64_t m0 = (int64_t)blockIdx.y * TILE, n0 = (int64_t)blockIdx.x * TILE;
    float sum[4] = {};
    for (int64_t k0 = 0; k0 < k; k0 += TILE) {
        for (int y = threadIdx.y; y < TILE; y += 8) {
            const int64_t kk = k0 + threadIdx.x;
            sa[y][threadIdx.x] = m0 + y < m && kk < k ? a.at(m0 + y, kk) : 0.0f;
            sb[y][threadIdx.x] = n0 + y < n && kk < k ? b.at(n0 + y, kk) : 0.0f;
        }
        __syncthreads();
        for (int kk = 0; kk < TILE; kk++) {
            for (int i = 0; i < 4; i++) {
                sum[i] = fmaf(sa[threadIdx.y + 8 * i][kk], sb[threadIdx.x][kk], sum[i]);
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) {
        const int64_t y = m0 + threadIdx.y + 8 * i, x = n0 + threadIdx.x;
        if (y < m && x < n) {
            ref[y * n + x] = sum[i];
        }
    }
}

constexpr uint32_t UNWRITTEN = 0xffffffffu; /* what poison() leaves */

struct tally {
    unsigned long long wrong, first, guard_written;
    double squares_off, squares;
};

/* Bits of an element of C, all of them set where nothing was written. */
__device__ uint32_t bits_of(__nv_bfloat16 v)
{
    return __bfloat16_as_ushort(v);
}
__device__ uint32_t bits_of(__half v)
{
    return __half_as_ushort(v);
}
__device__ uint32_t bits_of(float v)
{
    return __float_as_uint(v);
}
template <class T> __device__ T rounded(float v)
{
    return narrow<T>(v);
}
template <> __device__ float rounded(float v)
{
    return v;
}

template <class T>
__global__ void compare(const T *c, int64_t ldc, int64_t m, int64_t n, const float *ref, bool exact,
                        float absolute, float relative, tally *out)
{
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    double off = 0, all = 0;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < (m + 1) * ldc; i += step) {
        const int64_t y = i / ldc, x = i % ldc;
        if (y == m || x >= n) {
            if (bits_of(c[i]) != UNWRITTEN >> (32 - 8 * sizeof(T))) {
                atomicAdd(&out->guard_written, 1ull);
            }
            continue;
        }
        const float want = ref[y * n + x];
        const float got = (float)c[i];
        const bool right = exact ? bits_of(c[i]) == bits_of(rounded<T>(want))
                                 : fabsf(got - want) <= absolute + relative * fabsf(want);
        if (!right) {
            atomicAdd(&out->wrong, 1ull);
            atomicMin(&out->first, (unsigned long long)(y * n + x));
        }
        off += (double)(got - want) * (got - want);
        all += (double)want * want;
    }
    atomicAdd(&out->squares_off, off);
    atomicAdd(&out->squares, all);
}

void finish(const char *what)
{
    cuda_check(cudaGetLastError(), what);
    cuda_check(cudaDeviceSynchronize(), what);
}

/* Fills the lines of one operand, and what guards them. */
template <class T>
void fill_operand(unsigned char *to, int64_t lines, int64_t length, int64_t pitch, gemm_fill fill,
                  uint64_t seed)
{
    /* 8-bit products are added with fewer bits, f16 sums have few: keep them small. */
    const int range =
        std::is_same<T, __nv_bfloat16>::value || std::is_same<T, float>::value ? 3 : 1;
    fill_lines<<<1024, 256>>>((T *)to, lines, length, pitch, fill, range, seed);
    finish("filling an operand");
}

template <class T>
void fill_operands(const gemm_problem &p, unsigned char *a, unsigned char *b, gemm_fill fill,
                   uint64_t seed)
{
    const bool ak = p.a_major == WGD_MAJOR_K, bk = p.b_major == WGD_MAJOR_K;
    fill_operand<T>(a, ak ? p.m : p.k, ak ? p.k : p.m, p.lda, fill, splitmix64(seed));
    fill_operand<T>(b, bk ? p.n : p.k, bk ? p.k : p.n, p.ldb, fill, splitmix64(seed + 1));
}

int64_t pitch_of(int64_t length, int bytes, int guard)
{
    const int64_t unit = 16 / bytes;
    return (length + unit - 1) / unit * unit + guard;
}

/* Copies the K elements of one line of an operand to the host. */
template <class T>
std::vector<T> fetch_line(const void *data, wgd_major major, int64_t pitch, int64_t mn, int64_t k)
{
    std::vector<T> line((size_t)k);
    const T *from = (const T *)data + (major == WGD_MAJOR_K ? mn * pitch : mn);
    const size_t step = (size_t)(major == WGD_MAJOR_K ? 1 : pitch) * sizeof(T);
    cuda_check(cudaMemcpy2D(line.data(), sizeof(T), from, step, sizeof(T), (size_t)k,
                            cudaMemcpyDeviceToHost),
               "fetching a line");
    return line;
}

template <class T> double product_cpu(const gemm_problem &p, int64_t m, int64_t n)
{
    const std::vector<T> a = fetch_line<T>(p.a, p.a_major, p.lda, m, p.k);
    const std::vector<T> b = fetch_line<T>(p.b, p.b_major, p.ldb, n, p.k);
    double sum = 0;
    for (size_t i = 0; i < a.size(); i++) {
        sum += (double)(float)a[i] * (double)(float)b[i];
    }
    return sum;
}

/* The problem, its matrices not yet there. */
gemm_problem problem_of(const gemm_form &form, const gemm_shape &shape, int guard)
{
    gemm_problem p = {};
    p.dtype = form.dtype;
    p.a_major = form.a_major;
    p.b_major = form.b_major;
    p.m = shape.m;
    p.n = shape.n;
    p.k = shape.k;
    const int bytes = wgd_dtype_bits(p.dtype) / 8;
    p.lda = pitch_of(p.a_major == WGD_MAJOR_K ? p.k : p.m, bytes, guard);
    p.ldb = pitch_of(p.b_major == WGD_MAJOR_K ? p.k : p.n, bytes, guard);
    p.ldc = pitch_of(p.n, gemm_out_bytes(p.dtype), guard);
    return p;
}

/* Bytes of an operand with `mn` rows of K, and with its guard. */
size_t operand_bytes(const gemm_problem &p, wgd_major major, int64_t mn, int64_t pitch)
{
    const int64_t lines = major == WGD_MAJOR_K ? mn : p.k;
    return (size_t)((lines + 1) * pitch) * (size_t)wgd_dtype_bits(p.dtype) / 8;
}

} // namespace

gemm_matrices::gemm_matrices(const gemm_form &form, const gemm_shape &shape, int guard,
                             gemm_fill fill, uint64_t seed)
    : problem_(problem_of(form, shape, guard)),
      a_(operand_bytes(problem_, form.a_major, shape.m, problem_.lda)),
      b_(operand_bytes(problem_, form.b_major, shape.n, problem_.ldb)),
      c_((size_t)((shape.m + 1) * problem_.ldc) * (size_t)gemm_out_bytes(form.dtype))
{
    problem_.a = a_.get();
    problem_.b = b_.get();
    problem_.c = c_.get();
    with_type(problem_.dtype, [&](auto t) {
        fill_operands<decltype(t)>(problem_, a_.get(), b_.get(), fill, seed);
    });
    poison();
}

void gemm_reference(const gemm_problem &p, float *ref)
{
    const dim3 grid((unsigned)gemm_ceil_div(p.n, TILE), (unsigned)gemm_ceil_div(p.m, TILE));
    const dim3 block(TILE, 8);
    with_type(p.dtype, [&](auto t) {
        using T = decltype(t);
        multiply<<<grid, block>>>(view_of<T>(p.a, p.a_major, p.lda),
                                  view_of<T>(p.b, p.b_major, p.ldb), p.m, p.n, p.k, ref);
    });
    finish("the reference product");
}

template <class T> static T fetch(const T *from)
{
    T x;
    cuda_check(cudaMemcpy(&x, from, sizeof x, cudaMemcpyDeviceToHost), "fetching a number");
    return x;
}

/* No kernel here has a C of 8 bits. */
static void compare_as(const __nv_fp8_e4m3 *, const gemm_problem &, const float *, bool, float,
                       float, tally *)
{
}

template <class T>
static void compare_as(const T *c, const gemm_problem &p, const float *ref, bool exact,
                       float absolute, float relative, tally *out)
{
    compare<<<1024, 256>>>(c, p.ldc, p.m, p.n, ref, exact, absolute, relative, out);
}

gemm_difference gemm_compare(const gemm_problem &p, const float *ref, bool exact, float absolute,
                             float relative)
{
    const wgv::device_array<tally> counted(std::vector<tally>(1, {0, ~0ull, 0, 0, 0}));
    with_type(gemm_out_type(p.dtype), [&](auto type) {
        compare_as((const decltype(type) *)p.c, p, ref, exact, absolute, relative, counted.get());
    });
    finish("comparing");
    const tally t = counted.read()[0];
    gemm_difference out = {};
    out.wrong = t.wrong;
    out.first = t.first;
    out.guard_written = t.guard_written;
    out.error = t.squares > 0 ? sqrt(t.squares_off / t.squares) : 0;
    if (t.wrong > 0) {
        const int64_t m = (int64_t)(t.first / (uint64_t)p.n);
        const int64_t n = (int64_t)(t.first % (uint64_t)p.n);
        out.got = with_type(gemm_out_type(p.dtype), [&](auto type) {
            return (float)fetch((const decltype(type) *)p.c + m * p.ldc + n);
        });
        out.want = fetch(ref + t.first);
    }
    return out;
}

double gemm_sample_cpu(const gemm_problem &p, const float *ref, int samples, uint64_t seed)
{
    double worst = 0;
    for (int i = 0; i < samples; i++) {
        const uint64_t r = splitmix64(seed + (uint64_t)i);
        const int64_t m = i < 4 ? (i % 2) * (p.m - 1) : (int64_t)(r % (uint64_t)p.m);
        const int64_t n = i < 4 ? (i / 2) * (p.n - 1) : (int64_t)((r >> 32) % (uint64_t)p.n);
        const double want =
            with_type(p.dtype, [&](auto t) { return product_cpu<decltype(t)>(p, m, n); });
        const double off = fabs((double)fetch(ref + m * p.n + n) - want);
        worst = !(off <= worst) ? off : worst;
    }
    return worst;
}
