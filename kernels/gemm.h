/* SPDX-License-Identifier: MIT
 *
 * C = A * B on a Hopper GPU: bf16 or e4m3 operands, f32 accumulation, bf16 result. The kernels of
 * gemm_v1.cu, gemm_v2.cu and gemm_v3*.cu, and the vendor's library, behind one interface.
 */
#ifndef WGD_GEMM_H
#define WGD_GEMM_H

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdint.h>

#include "gemm_raster.h"
#include "wgd_dtype.h"
#include "wgd_inst.h"
#include "wgd_status.h"

/* What can go wrong around a kernel, beside the library's errors: values that wgd_status.h leaves
 * free. CUDA and files; memory. */
#define GEMM_ERR_USAGE  ((wgd_status)18)
#define GEMM_ERR_IO     ((wgd_status)20)
#define GEMM_ERR_MEMORY ((wgd_status)21)

/* One problem. Pitches count elements from line to line:
 *   A  K-major a[m * lda + k], MN-major a[k * lda + m]
 *   B  K-major b[n * ldb + k], MN-major b[k * ldb + n]
 *   C  c[m * ldc + n] */
struct gemm_problem {
    wgd_dtype dtype; /* WGD_BF16 or WGD_E4M3 */
    wgd_major a_major, b_major;
    int64_t m, n, k;
    const void *a, *b; /* device memory */
    void *c;           /* bf16 */
    int64_t lda, ldb, ldc;
};

/* Refuses what no kernel here takes: sizes below 1 or beyond 2^31 - 1, pitches shorter than a line,
 * addresses and pitches that are not multiples of 16 bytes (the copy engine's rule; PTX ISA,
 * "Tensors"), 8-bit operands that are not K-major. */
wgd_status gemm_check(const gemm_problem *p, wgd_diag *diag);

/* What a launch may choose: the first three for version 3, rank for the vendor's library. */
struct gemm_tuning {
    int group;     /* rows of cluster tiles in a band; 0: about a square */
    int snake;     /* walk K backwards in every other tile */
    int dependent; /* programmatic dependent launch: set up while the kernel before it drains */
    int rank;      /* which of the library's own choices, 0 the first */
};

struct gemm_kernel;
struct gemm_v3_instance;

/* A problem made ready: launching it again costs nothing but the launch. */
struct gemm_launch {
    const gemm_kernel *kernel;
    gemm_problem problem;
    gemm_tuning tuning;
    gemm_raster raster;
    CUtensorMap map_a, map_b, map_c;
    const gemm_v3_instance *instance; /* version 3: the one in use */
    unsigned blocks;
    void *library; /* state of the vendor's library */
};

/* A kernel: which problems it takes, how a launch is made ready and run. run() does not wait. */
struct gemm_kernel {
    const char *name;
    const char *text;
    wgd_dtype dtype;
    wgd_major a_major, b_major;
    wgd_status (*prepare)(const gemm_kernel *self, gemm_launch *launch, wgd_diag *diag);
    wgd_status (*run)(const gemm_launch *launch, cudaStream_t stream, wgd_diag *diag);
    const void *config; /* the kernel's own parameters, or NULL */
};

int gemm_kernel_count(void);
const gemm_kernel *gemm_kernel_at(int i);
/* The kernel of this name that takes these types and majors, or NULL. */
const gemm_kernel *gemm_kernel_find(const char *name, wgd_dtype dtype, wgd_major a_major,
                                    wgd_major b_major);

/* Checks the problem, then fills *launch. tuning is copied. */
wgd_status gemm_prepare(const gemm_kernel *k, const gemm_problem *p, const gemm_tuning *tuning,
                        gemm_launch *launch, wgd_diag *diag);

/* Frees what prepare took; the launch is then empty. */
void gemm_release(gemm_launch *launch);

/* Opens cuBLASLt, at `path` or (NULL) where the loader finds it, so that the kernels named "cublas"
 * work; writes its name and version into text. */
wgd_status gemm_cublas_open(const char *path, char *text, size_t cap, wgd_diag *diag);

/* WGD_OK, or a CUDA error as a status: memory, or I/O with the error's name and text. */
wgd_status gemm_cuda(cudaError_t e, const char *what, wgd_diag *diag);

/* A 2-D tensor map with the 128B swizzle: `inner` x `outer` elements of `dtype` with `pitch`
 * elements from line to line, brought in boxes of box_inner x box_outer. */
wgd_status gemm_tensor_map(CUtensorMap *map, wgd_dtype dtype, const void *address, int64_t inner,
                           int64_t outer, int64_t pitch, int box_inner, int box_outer,
                           wgd_diag *diag);

/* Whole pieces of b that cover a. */
static inline int gemm_ceil_div(int64_t a, int64_t b)
{
    return (int)((a + b - 1) / b);
}

#endif
