/* SPDX-License-Identifier: MIT
 *
 * What the GEMM kernels share on the host: checks, tensor maps, CUDA errors.
 */
#include <stdio.h>
#include <string.h>

#include <cudaTypedefs.h>

#include "gemm_kernels.h"

wgd_status gemm_cuda(cudaError_t e, const char *what, wgd_diag *diag)
{
    if (e == cudaSuccess) {
        return WGD_OK;
    }
    char got[96];
    snprintf(got, sizeof got, "%s: %s", cudaGetErrorName(e), cudaGetErrorString(e));
    const wgd_status s = e == cudaErrorMemoryAllocation ? GEMM_ERR_MEMORY : GEMM_ERR_IO;
    return wgd_fail(diag, s, "cuda", what, got, "cudaSuccess", "");
}

static wgd_status check_size(const char *field, int64_t v, wgd_diag *diag)
{
    if (v >= 1 && v <= INT32_MAX) {
        return WGD_OK;
    }
    return wgd_fail_num(diag, WGD_ERR_LIMIT, field, "a size of the problem is out of range", v,
                        "1..2147483647", "");
}

/* One matrix: `line` elements of `bytes` each, `pitch` elements from line to line. */
static wgd_status check_matrix(const char *field, const void *address, int64_t line, int64_t pitch,
                               int bytes, wgd_diag *diag)
{
    char want[64];
    if (pitch < line) {
        snprintf(want, sizeof want, "at least %lld elements", (long long)line);
        return wgd_fail_num(diag, WGD_ERR_VALUE, field, "the pitch is shorter than a line", pitch,
                            want, "");
    }
    if (pitch * bytes % 16 != 0) {
        snprintf(want, sizeof want, "a multiple of %d elements (16 bytes)", 16 / bytes);
        return wgd_fail_num(diag, WGD_ERR_ALIGN, field,
                            "the copy engine needs lines that start at multiples of 16 bytes",
                            pitch, want, "pad the pitch; the sizes themselves may be ragged");
    }
    if ((uintptr_t)address % 16 != 0) {
        return wgd_fail_num(diag, WGD_ERR_ALIGN, field, "the address is not aligned",
                            (int64_t)((uintptr_t)address % 16), "0 modulo 16 bytes", "");
    }
    return WGD_OK;
}

wgd_status gemm_check(const gemm_problem *p, wgd_diag *diag)
{
    if (p->dtype != WGD_BF16 && p->dtype != WGD_E4M3) {
        return wgd_fail(diag, WGD_ERR_DTYPE, "dtype", "no kernel here for this type",
                        wgd_dtype_get(p->dtype)->name, "bf16 or e4m3", "");
    }
    if (p->dtype == WGD_E4M3 && (p->a_major != WGD_MAJOR_K || p->b_major != WGD_MAJOR_K)) {
        return wgd_fail(diag, WGD_ERR_MAJOR, "major", NULL, "mn", "k", NULL);
    }
    const int bytes = p->dtype == WGD_BF16 ? 2 : 1;
    wgd_status s = check_size("m", p->m, diag);
    s = s ? s : check_size("n", p->n, diag);
    s = s ? s : check_size("k", p->k, diag);
    s = s ? s
          : check_matrix("a", p->a, p->a_major == WGD_MAJOR_K ? p->k : p->m, p->lda, bytes, diag);
    s = s ? s
          : check_matrix("b", p->b, p->b_major == WGD_MAJOR_K ? p->k : p->n, p->ldb, bytes, diag);
    return s ? s : check_matrix("c", p->c, p->n, p->ldc, 2, diag);
}

wgd_status gemm_prepare(const gemm_kernel *k, const gemm_problem *p, const gemm_tuning *tuning,
                        gemm_launch *launch, wgd_diag *diag)
{
    const wgd_status s = gemm_check(p, diag);
    if (s != WGD_OK) {
        return s;
    }
    memset(launch, 0, sizeof *launch);
    launch->kernel = k;
    launch->problem = *p;
    launch->tuning = *tuning;
    return k->prepare(k, launch, diag);
}

void gemm_release(gemm_launch *launch)
{
    gemm_cublas_release(launch);
}

/* The driver's function, fetched at run time: the program links no libcuda and so also starts (and
 * says so) where there is no driver. */
static PFN_cuTensorMapEncodeTiled_v12000 encode_function(void)
{
    void *f = NULL;
    cudaDriverEntryPointQueryResult found;
    const cudaError_t e = cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &f, 12000,
                                                           cudaEnableDefault, &found);
    return e == cudaSuccess && found == cudaDriverEntryPointSuccess
               ? (PFN_cuTensorMapEncodeTiled_v12000)f
               : NULL;
}

wgd_status gemm_tensor_map(CUtensorMap *map, wgd_dtype dtype, const void *address, int64_t inner,
                           int64_t outer, int64_t pitch, int box_inner, int box_outer,
                           wgd_diag *diag)
{
    static const PFN_cuTensorMapEncodeTiled_v12000 encode = encode_function();
    if (encode == NULL) {
        return wgd_fail(diag, GEMM_ERR_IO, "cuda", "the driver has no cuTensorMapEncodeTiled", NULL,
                        "a driver for CUDA 12 or later", "");
    }
    const int bytes = dtype == WGD_BF16 ? 2 : 1;
    const cuuint64_t dims[2] = {(cuuint64_t)inner, (cuuint64_t)outer};
    const cuuint64_t strides[1] = {(cuuint64_t)(pitch * bytes)};
    const cuuint32_t box[2] = {(cuuint32_t)box_inner, (cuuint32_t)box_outer};
    const cuuint32_t steps[2] = {1, 1};
    const CUresult r = encode(
        map, dtype == WGD_BF16 ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 : CU_TENSOR_MAP_DATA_TYPE_UINT8,
        2, (void *)address, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
        CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (r == CUDA_SUCCESS) {
        return WGD_OK;
    }
    return wgd_fail_num(diag, GEMM_ERR_IO, "cuda", "cuTensorMapEncodeTiled refused the tensor map",
                        (int64_t)r, "CUDA_SUCCESS (0)", "");
}
