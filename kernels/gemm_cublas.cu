/* SPDX-License-Identifier: MIT
 *
 * The vendor's library as one more kernel to compare with. cuBLASLt is opened at run time: nothing
 * here needs it to be installed. It is column-major, so it is asked for C^T = B^T * A^T.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "gemm_kernels.h"

#if defined(__has_include) && __has_include(<cublasLt.h>)
#include <cublasLt.h>

/* The functions that are used, each declared by the header's own prototype. */
#define CUBLAS_FUNCTIONS(X)                                                                        \
    X(GetVersion)                                                                                  \
    X(Create)                                                                                      \
    X(Matmul)                                                                                      \
    X(MatmulAlgoGetHeuristic)                                                                      \
    X(MatmulDescCreate)                                                                            \
    X(MatmulDescDestroy)                                                                           \
    X(MatmulDescSetAttribute)                                                                      \
    X(MatrixLayoutCreate)                                                                          \
    X(MatrixLayoutDestroy)                                                                         \
    X(MatmulPreferenceCreate)                                                                      \
    X(MatmulPreferenceDestroy)                                                                     \
    X(MatmulPreferenceSetAttribute)

namespace
{

struct functions {
#define X(name) decltype(&cublasLt##name) name;
    CUBLAS_FUNCTIONS(X)
#undef X
    cublasLtHandle_t handle;
    void *workspace;
};
functions lt;

constexpr size_t WORKSPACE_BYTES = 64u << 20;

/* A problem made ready. */
struct state {
    cublasLtMatmulDesc_t op;
    cublasLtMatrixLayout_t first, second, out;
    cublasLtMatmulAlgo_t algo;
};

wgd_status check(cublasStatus_t s, const char *what, wgd_diag *diag)
{
    return s == CUBLAS_STATUS_SUCCESS ? WGD_OK
                                      : wgd_fail_num(diag, GEMM_ERR_IO, "cublas", what, (int64_t)s,
                                                     "CUBLAS_STATUS_SUCCESS (0)", "");
}

/* Column-major rows x cols with `pitch` from column to column. */
wgd_status layout(cublasLtMatrixLayout_t *out, cudaDataType_t type, bool swap, int64_t rows,
                  int64_t cols, int64_t pitch, wgd_diag *diag)
{
    return check(lt.MatrixLayoutCreate(out, type, (uint64_t)(swap ? cols : rows),
                                       (uint64_t)(swap ? rows : cols), pitch),
                 "a matrix layout was refused", diag);
}

/* The library's own choice number `rank`, best first by its heuristics. */
wgd_status pick(state *s, int rank, wgd_diag *diag)
{
    enum { MOST = 32 };
    cublasLtMatmulHeuristicResult_t found[MOST];
    cublasLtMatmulPreference_t wish;
    size_t bytes = WORKSPACE_BYTES;
    int count = 0;
    lt.MatmulPreferenceCreate(&wish);
    lt.MatmulPreferenceSetAttribute(wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
                                    sizeof bytes);
    const cublasStatus_t e = lt.MatmulAlgoGetHeuristic(
        lt.handle, s->op, s->first, s->second, s->out, s->out, wish, rank + 1, found, &count);
    lt.MatmulPreferenceDestroy(wish);
    if (e != CUBLAS_STATUS_SUCCESS || rank >= count) {
        return wgd_fail_num(diag, GEMM_ERR_IO, "cublas", "the library offers no algorithm", count,
                            "more than the rank asked for", "");
    }
    s->algo = found[rank].algo;
    return WGD_OK;
}

wgd_status describe(state *s, const gemm_problem *p, wgd_diag *diag)
{
    const cudaDataType_t type = p->dtype == WGD_BF16 ? CUDA_R_16BF : CUDA_R_8F_E4M3;
    const bool ak = p->a_major == WGD_MAJOR_K, bk = p->b_major == WGD_MAJOR_K;
    const cublasOperation_t first = bk ? CUBLAS_OP_T : CUBLAS_OP_N;
    const cublasOperation_t second = ak ? CUBLAS_OP_N : CUBLAS_OP_T;
    const int8_t fast = 1; /* 8-bit types: accumulate in the tensor cores, as version 3 does */
    wgd_status r = check(lt.MatmulDescCreate(&s->op, CUBLAS_COMPUTE_32F, CUDA_R_32F),
                         "no matmul descriptor", diag);
    if (r != WGD_OK) {
        return r;
    }
    lt.MatmulDescSetAttribute(s->op, CUBLASLT_MATMUL_DESC_TRANSA, &first, sizeof first);
    lt.MatmulDescSetAttribute(s->op, CUBLASLT_MATMUL_DESC_TRANSB, &second, sizeof second);
    if (p->dtype == WGD_E4M3) {
        lt.MatmulDescSetAttribute(s->op, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast);
    }
    r = layout(&s->first, type, bk, p->n, p->k, p->ldb, diag);
    r = r ? r : layout(&s->second, type, !ak, p->k, p->m, p->lda, diag);
    return r ? r : layout(&s->out, CUDA_R_16BF, false, p->n, p->m, p->ldc, diag);
}

} // namespace

wgd_status gemm_cublas_open(const char *path, char *text, size_t cap, wgd_diag *diag)
{
    const char *names[] = {path, "libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so"};
    void *library = NULL;
    for (int i = path != NULL ? 0 : 1; i < (path != NULL ? 1 : 4) && library == NULL; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    }
    if (library == NULL) {
        return wgd_fail(diag, GEMM_ERR_IO, "cublas", "cuBLASLt cannot be opened", dlerror(),
                        "libcublasLt.so", "give its path with --cublas PATH, or use --no-cublas");
    }
#define X(name)                                                                                    \
    lt.name = (decltype(lt.name))dlsym(library, "cublasLt" #name);                                 \
    if (lt.name == NULL) {                                                                         \
        return wgd_fail(diag, GEMM_ERR_IO, "cublas", "a function is missing", "cublasLt" #name,    \
                        "cuBLASLt", "");                                                           \
    }
    CUBLAS_FUNCTIONS(X)
#undef X
    const size_t v = lt.GetVersion(); /* 13.1.0 is 130100 */
    snprintf(text, cap, "cuBLASLt %zu.%zu.%zu", v / 10000, v / 100 % 100, v % 100);
    const wgd_status s = gemm_cuda(cudaMalloc(&lt.workspace, WORKSPACE_BYTES), "workspace", diag);
    return s ? s : check(lt.Create(&lt.handle), "cublasLtCreate failed", diag);
}

wgd_status gemm_cublas_prepare(const gemm_kernel *self, gemm_launch *launch, wgd_diag *diag)
{
    (void)self;
    state *s = (state *)calloc(1, sizeof *s);
    if (s == NULL) {
        return wgd_fail(diag, GEMM_ERR_MEMORY, "cublas", "out of memory", NULL, NULL,
                        "free memory, or ask for less at once");
    }
    launch->library = s;
    wgd_status r = describe(s, &launch->problem, diag);
    r = r ? r : pick(s, launch->tuning.rank, diag);
    if (r != WGD_OK) {
        gemm_cublas_release(launch);
    }
    return r;
}

wgd_status gemm_cublas_run(const gemm_launch *launch, cudaStream_t stream, wgd_diag *diag)
{
    const gemm_problem *p = &launch->problem;
    const state *s = (const state *)launch->library;
    const float one = 1.0f, zero = 0.0f;
    return check(lt.Matmul(lt.handle, s->op, &one, p->b, s->first, p->a, s->second, &zero, p->c,
                           s->out, p->c, s->out, &s->algo, lt.workspace, WORKSPACE_BYTES, stream),
                 "cublasLtMatmul failed", diag);
}

void gemm_cublas_release(gemm_launch *launch)
{
    state *s = (state *)launch->library;
    if (s == NULL) {
        return;
    }
    lt.MatmulDescDestroy(s->op);
    for (cublasLtMatrixLayout_t x : {s->first, s->second, s->out}) {
        if (x != NULL) {
            lt.MatrixLayoutDestroy(x);
        }
    }
    free(s);
    launch->library = NULL;
}

#else

wgd_status gemm_cublas_open(const char *path, char *text, size_t cap, wgd_diag *diag)
{
    (void)path, (void)text, (void)cap;
    return wgd_fail(diag, GEMM_ERR_IO, "cublas", "built without cublasLt.h", NULL, NULL,
                    "install cuBLAS's headers and build again, or use --no-cublas");
}

wgd_status gemm_cublas_prepare(const gemm_kernel *self, gemm_launch *launch, wgd_diag *diag)
{
    (void)self, (void)launch;
    return gemm_cublas_open(NULL, NULL, 0, diag);
}

wgd_status gemm_cublas_run(const gemm_launch *launch, cudaStream_t stream, wgd_diag *diag)
{
    (void)launch, (void)stream;
    return gemm_cublas_open(NULL, NULL, 0, diag);
}

void gemm_cublas_release(gemm_launch *launch)
{
    (void)launch;
}

#endif
