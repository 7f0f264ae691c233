/* SPDX-License-Identifier: MIT
 *
 * What the GEMM kernels share on the host: checks of the problem, tensor maps.
 */
#include "gemm.h"

#include <cudaTypedefs.h>

#include <cstdint>

#include "common/device.h"
#include "common/failure.h"

using wgv::EXIT_ERROR;
using wgv::EXIT_USAGE;
using wgv::failure;

static void check_size(const char *field, int64_t v)
{
    if (v < 1 || v > INT32_MAX) {
        throw failure(EXIT_USAGE, "a size of the problem is out of range", field, std::to_string(v),
                      "1..2147483647");
    }
}

/* One matrix: `line` elements of `bytes` each, `pitch` elements from line to line. */
static void check_matrix(const char *field, const void *address, int64_t line, int64_t pitch,
                         int bytes)
{
    if (pitch < line) {
        throw failure(EXIT_USAGE, "the pitch is shorter than a line", field, std::to_string(pitch),
                      "at least " + std::to_string(line) + " elements");
    }
    if (pitch * bytes % 16 != 0) {
        throw failure(EXIT_USAGE, "the copy engine needs lines that start at multiples of 16 bytes",
                      field, std::to_string(pitch),
                      "a multiple of " + std::to_string(16 / bytes) + " elements (16 bytes)",
                      "pad the pitch; the sizes themselves may be ragged");
    }
    if ((uintptr_t)address % 16 != 0) {
        throw failure(EXIT_USAGE, "the address is not aligned", field,
                      std::to_string((uintptr_t)address % 16), "0 modulo 16 bytes");
    }
}

/* The one table of types. */
static const gemm_type types[] = {
    {WGD_BF16, WGD_BF16, true},
    {WGD_E4M3, WGD_BF16, false},
    {WGD_F16, WGD_F16, false},
    {WGD_TF32, WGD_TF32, false},
};

const gemm_type *gemm_type_find(wgd_dtype dtype)
{
    for (const gemm_type &t : types) {
        if (t.dtype == dtype) {
            return &t;
        }
    }
    return NULL;
}

wgd_dtype gemm_out_type(wgd_dtype operands)
{
    return gemm_type_find(operands)->out;
}

int gemm_out_bytes(wgd_dtype operands)
{
    return wgd_dtype_bits(gemm_out_type(operands)) / 8;
}

void gemm_check(const gemm_problem &p)
{
    const bool ak = p.a_major == WGD_MAJOR_K, bk = p.b_major == WGD_MAJOR_K;
    const gemm_type *const type = gemm_type_find(p.dtype);
    if (type == NULL) {
        throw failure(EXIT_USAGE, "no kernel here for this type", "dtype",
                      wgd_dtype_get(p.dtype)->name, "bf16, e4m3, f16 or tf32");
    }
    if (!type->both_majors && (!ak || !bk)) {
        throw failure(EXIT_USAGE, "no kernel here reads this data type in this major", "major",
                      "mn", "k", "only bf16 has MN-major kernels; store the operand K-major");
    }
    const int bytes = wgd_dtype_bits(p.dtype) / 8;
    check_size("m", p.m);
    check_size("n", p.n);
    check_size("k", p.k);
    check_matrix("a", p.a, ak ? p.k : p.m, p.lda, bytes);
    check_matrix("b", p.b, bk ? p.k : p.n, p.ldb, bytes);
    check_matrix("c", p.c, p.n, p.ldc, gemm_out_bytes(p.dtype));
}

gemm_launch gemm_prepare(const gemm_kernel &k, const gemm_problem &p, const gemm_tuning &tuning)
{
    gemm_check(p);
    gemm_launch launch = {};
    launch.kernel = &k;
    launch.problem = p;
    launch.tuning = tuning;
    k.prepare(k, launch);
    return launch;
}

/* f32 as they are: the tensor cores leave out the low bits of tf32. */
static CUtensorMapDataType element_of(wgd_dtype dtype)
{
    switch (dtype) {
    case WGD_BF16:
        return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    case WGD_F16:
        return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    case WGD_TF32:
        return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    default:
        return CU_TENSOR_MAP_DATA_TYPE_UINT8;
    }
}

CUtensorMap gemm_tensor_map(wgd_dtype dtype, const void *address, int64_t inner, int64_t outer,
                            int64_t pitch, int box_inner, int box_outer,
                            CUtensorMapL2promotion promotion)
{
    static const PFN_cuTensorMapEncodeTiled_v12000 encode =
        (PFN_cuTensorMapEncodeTiled_v12000)wgv::driver_function("cuTensorMapEncodeTiled");
    if (encode == NULL) {
        throw failure(EXIT_ERROR, "the driver has no cuTensorMapEncodeTiled", "", "", "",
                      "it takes a driver for CUDA 12 or later");
    }
    const int bytes = wgd_dtype_bits(dtype) / 8;
    const cuuint64_t dims[2] = {(cuuint64_t)inner, (cuuint64_t)outer};
    const cuuint64_t strides[1] = {(cuuint64_t)(pitch * bytes)};
    const cuuint32_t box[2] = {(cuuint32_t)box_inner, (cuuint32_t)box_outer};
    const cuuint32_t steps[2] = {1, 1};
    CUtensorMap map;
    const CUresult r = encode(&map, element_of(dtype), 2, (void *)address, dims, strides, box,
                              steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                              promotion, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (r != CUDA_SUCCESS) {
        throw failure(EXIT_ERROR, "cuTensorMapEncodeTiled refused the tensor map", "cuda",
                      std::to_string((int)r), "CUDA_SUCCESS (0)");
    }
    return map;
}
