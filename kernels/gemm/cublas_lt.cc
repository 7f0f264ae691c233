/* SPDX-License-Identifier: MIT
 *
 * The vendor's library as one more kernel to compare with. cuBLASLt is opened at run time: nothing
 * here needs it to be installed. It is column-major, so it is asked for C^T = B^T * A^T.
 */
#include <dlfcn.h>

#include "common/device.h"
#include "kernel_table.h"

using wgv::EXIT_ERROR;
using wgv::failure;

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

void check(cublasStatus_t s, const char *what)
{
    if (s != CUBLAS_STATUS_SUCCESS) {
        throw failure(EXIT_ERROR, what, "cublas", std::to_string((int)s),
                      "CUBLAS_STATUS_SUCCESS (0)");
    }
}

/* A problem made ready. */
struct state {
    cublasLtMatmulDesc_t op = NULL;
    cublasLtMatrixLayout_t first = NULL, second = NULL, out = NULL;
    cublasLtMatmulAlgo_t algo;

    state() = default;
    state(const state &) = delete;
    state &operator=(const state &) = delete;
    ~state()
    {
        if (op != NULL) {
            lt.MatmulDescDestroy(op);
        }
        for (cublasLtMatrixLayout_t x : {first, second, out}) {
            if (x != NULL) {
                lt.MatrixLayoutDestroy(x);
            }
        }
    }
};

/* Column-major rows x cols with `pitch` from column to column. */
void layout(cublasLtMatrixLayout_t *out, cudaDataType_t type, bool swap, int64_t rows, int64_t cols,
            int64_t pitch)
{
    check(lt.MatrixLayoutCreate(out, type, (uint64_t)(swap ? cols : rows),
                                (uint64_t)(swap ? rows : cols), pitch),
          "a matrix layout was refused");
}

/* The library's own choice number `rank`, best first by its heuristics. */
void pick(state &s, int rank)
{
    enum { MOST = 32 };
    cublasLtMatmulHeuristicResult_t found[MOST];
    cublasLtMatmulPreference_t wish;
    size_t bytes = WORKSPACE_BYTES;
    int count = 0;
    lt.MatmulPreferenceCreate(&wish);
    lt.MatmulPreferenceSetAttribute(wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
                                    sizeof bytes);
    const cublasStatus_t e = lt.MatmulAlgoGetHeuristic(lt.handle, s.op, s.first, s.second, s.out,
                                                       s.out, wish, rank + 1, found, &count);
    lt.MatmulPreferenceDestroy(wish);
    if (e != CUBLAS_STATUS_SUCCESS || rank >= count) {
        throw failure(EXIT_ERROR, "the library offers no algorithm", "cublas",
                      std::to_string(count), "more than the rank asked for");
    }
    s.algo = found[rank].algo;
}

/* A type in the library's words. */
struct library_types {
    wgd_dtype dtype;
    cudaDataType_t operands, out;
    cublasComputeType_t sums;
    cudaDataType_t scale; /* of alpha and beta */
};

const library_types &types_of(wgd_dtype dtype)
{
    static const library_types all[] = {
        {WGD_BF16, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_32F},
        {WGD_E4M3, CUDA_R_8F_E4M3, CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_32F},
        {WGD_F16, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, CUDA_R_16F},
        {WGD_TF32, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F},
    };
    size_t i = 0;
    while (all[i].dtype != dtype) {
        i++;
    }
    return all[i];
}

void describe(state &s, const gemm_problem &p)
{
    const library_types &t = types_of(p.dtype);
    const bool ak = p.a_major == WGD_MAJOR_K, bk = p.b_major == WGD_MAJOR_K;
    const cublasOperation_t first = bk ? CUBLAS_OP_T : CUBLAS_OP_N;
    const cublasOperation_t second = ak ? CUBLAS_OP_N : CUBLAS_OP_T;
    const int8_t fast = 1; /* 8-bit types: accumulate in the tensor cores, as version 3 does */
    check(lt.MatmulDescCreate(&s.op, t.sums, t.scale), "no matmul descriptor");
    lt.MatmulDescSetAttribute(s.op, CUBLASLT_MATMUL_DESC_TRANSA, &first, sizeof first);
    lt.MatmulDescSetAttribute(s.op, CUBLASLT_MATMUL_DESC_TRANSB, &second, sizeof second);
    if (p.dtype == WGD_E4M3) {
        lt.MatmulDescSetAttribute(s.op, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast);
    }
    layout(&s.first, t.operands, bk, p.n, p.k, p.ldb);
    layout(&s.second, t.operands, !ak, p.k, p.m, p.lda);
    layout(&s.out, t.out, false, p.n, p.m, p.ldc);
}

void *open_library(const std::string &path)
{
    if (!path.empty()) {
        return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    for (const char *name : {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so"}) {
        if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
            return library;
        }
    }
    return NULL;
}

} // namespace

std::string gemm_cublas_open(const std::string &path)
{
    void *library = open_library(path);
    if (library == NULL) {
        const char *why = dlerror();
        throw failure(EXIT_ERROR, "cuBLASLt cannot be opened", "cublas", why ? why : "",
                      "libcublasLt.so", "give its path with --cublas PATH, or use --no-cublas");
    }
#define X(name)                                                                                    \
    lt.name = (decltype(lt.name))dlsym(library, "cublasLt" #name);                                 \
    if (lt.name == NULL) {                                                                         \
        throw failure(EXIT_ERROR, "a function is missing", "cublas", "cublasLt" #name,             \
                      "cuBLASLt");                                                                 \
    }
    CUBLAS_FUNCTIONS(X)
#undef X
    wgv::cuda_check(cudaMalloc(&lt.workspace, WORKSPACE_BYTES), "workspace");
    check(lt.Create(&lt.handle), "cublasLtCreate failed");
    const size_t v = lt.GetVersion(); /* 13.1.0 is 130100 */
    return "cuBLASLt " + std::to_string(v / 10000) + "." + std::to_string(v / 100 % 100) + "." +
           std::to_string(v % 100);
}

void gemm_cublas_prepare(const gemm_kernel &, gemm_launch &launch)
{
    const std::shared_ptr<state> s = std::make_shared<state>();
    describe(*s, launch.problem);
    pick(*s, launch.tuning.rank);
    launch.library = s;
}

void gemm_cublas_run(const gemm_launch &launch, cudaStream_t stream)
{
    const gemm_problem &p = launch.problem;
    const state &s = *static_cast<const state *>(launch.library.get());
    const float one = 1.0f;
    const uint16_t half_one = 0x3c00;
    const uint32_t zero = 0; /* of either type */
    const void *const alpha = p.dtype == WGD_F16 ? (const void *)&half_one : &one;
    check(lt.Matmul(lt.handle, s.op, alpha, p.b, s.first, p.a, s.second, &zero, p.c, s.out, p.c,
                    s.out, &s.algo, lt.workspace, WORKSPACE_BYTES, stream),
          "cublasLtMatmul failed");
}

#else

std::string gemm_cublas_open(const std::string &)
{
    throw failure(EXIT_ERROR, "built without cublasLt.h", "", "", "",
                  "install cuBLAS's headers and build again, or use --no-cublas");
}

void gemm_cublas_prepare(const gemm_kernel &, gemm_launch &)
{
    gemm_cublas_open("");
}

void gemm_cublas_run(const gemm_launch &, cudaStream_t)
{
    gemm_cublas_open("");
}

#endif
