// SPDX-License-Identifier: MIT
#include "hgemm_cublas.h"

#include <dlfcn.h>

#include <initializer_list>

namespace wgv
{
namespace
{

// The parts of cublas_v2.h that are used: its calls return 0 for success.
using create_fn = int (*)(void **);
using destroy_fn = int (*)(void *);
using multiply_fn = int (*)(void *, int, int, int, int, int, const void *, const void *, int, int,
                            const void *, int, int, const void *, void *, int, int, int, int);
constexpr int OP_N = 0, OP_T = 1, REAL_16F = 2, COMPUTE_32F = 68, ALGO_DEFAULT = -1;

} // namespace

cublas::cublas(const char *path)
{
    for (const char *name : {path, "libcublas.so.13", "libcublas.so.12", "libcublas.so"}) {
        if (name && !library_) {
            library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        }
    }
    if (!library_) {
        reason_ = "cuBLAS cannot be opened (give its path with --cublas PATH)";
        return;
    }
    const auto create = reinterpret_cast<create_fn>(dlsym(library_, "cublasCreate_v2"));
    destroy_ = dlsym(library_, "cublasDestroy_v2");
    void *const multiply = dlsym(library_, "cublasGemmEx");
    if (!create || !destroy_ || !multiply || create(&handle_) != 0) {
        reason_ = "cuBLAS does not start";
        return;
    }
    multiply_ = multiply;
}

cublas::~cublas()
{
    if (handle_) {
        reinterpret_cast<destroy_fn>(destroy_)(handle_);
    }
    if (library_) {
        dlclose(library_);
    }
}

// cuBLAS is column-major: D^T (n x m) = B^T * A^T, and B and A lie as columns of k.
bool cublas::multiply(const hgemm_job &job)
{
    const float one = 1, zero = 0;
    return reinterpret_cast<multiply_fn>(multiply_)(
               handle_, OP_T, OP_N, job.n, job.m, job.k, &one, job.b, REAL_16F, job.k, job.a,
               REAL_16F, job.k, &zero, job.d, REAL_16F, job.n, COMPUTE_32F, ALGO_DEFAULT) == 0;
}

} // namespace wgv
