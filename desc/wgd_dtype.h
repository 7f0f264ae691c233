/* SPDX-License-Identifier: MIT
 *
 * The element types that wgmma (PTX ISA, "wgmma.mma_async": .atype/.btype) and tcgen05.mma (".kind")
 * multiply.
 */
#ifndef WGD_DTYPE_H
#define WGD_DTYPE_H

#include <stdbool.h>

#include "wgd_arch.h"

WGD_API_BEGIN

/* Which way elements of a type may run in shared memory, for a family of instructions. */
typedef enum wgd_majors {
    WGD_MAJORS_NONE,  /* the family does not multiply the type */
    WGD_MAJORS_K,     /* K-major only */
    WGD_MAJORS_BOTH,  /* K-major and MN-major */
    WGD_MAJORS_ATOM32 /* MN-major too, but only through the 128B swizzle with 32-byte atoms */
} wgd_majors;

/* The one table of element types: symbol, name (PTX's), CuTe's name, bits in shared memory, may be
 * MN-major for wgmma, majors for tcgen05 (PTX ISA, "tcgen05: Canonical layouts": MN-major is for 8
 * and 16 bits, and for tf32 with 32-byte atoms; not for fp4 and fp6), is an integer (accumulates in
 * s32, and wgmma's N is a multiple of 16 beyond 32), has a sparse form, element type of the tensor
 * map that brings it, what it is. K of one dense instruction is always 32 bytes: 256 / bits
 * elements. Those that wgmma multiplies come first. */
#define WGD_WGMMA_DTYPES(X)                                                                        \
    X(F16, "f16", "half_t", 16, 1, BOTH, 0, 1, FLOAT16, "IEEE half")                               \
    X(BF16, "bf16", "bfloat16_t", 16, 1, BOTH, 0, 1, BFLOAT16, "bfloat16")                         \
    X(TF32, "tf32", "tfloat32_t", 32, 0, ATOM32, 0, 1, TFLOAT32,                                   \
      "TensorFloat-32, stored in 32 bits")                                                         \
    X(E4M3, "e4m3", "float_e4m3_t", 8, 0, BOTH, 0, 1, UINT8, "8-bit float, 4 exponent bits")       \
    X(E5M2, "e5m2", "float_e5m2_t", 8, 0, BOTH, 0, 1, UINT8, "8-bit float, 5 exponent bits")       \
    X(S8, "s8", "int8_t", 8, 0, BOTH, 1, 1, UINT8, "signed 8-bit integer")                         \
    X(U8, "u8", "uint8_t", 8, 0, BOTH, 1, 1, UINT8, "unsigned 8-bit integer")                      \
    X(B1, "b1", "uint1b_t", 1, 0, NONE, 1, 0, UINT8, "single bits, multiplied by AND and popcount")
/* The 4- and 6-bit floats: padded to a byte each (kinds f8f6f4 and mxf8f6f4), or two in a byte (kinds
 * mxf4 and mxf4nvf4). */
#define WGD_TCGEN05_DTYPES(X)                                                                      \
    X(E2M1_UNPACKED8, "e2m1_unpacked8", "float_e2m1_unpacksmem_t", 8, 0, K, 0, 1, UINT8,           \
      "4-bit float in a byte, 2 exponent bits")                                                    \
    X(E2M3_UNPACKED8, "e2m3_unpacked8", "float_e2m3_unpacksmem_t", 8, 0, K, 0, 1, UINT8,           \
      "6-bit float in a byte, 2 exponent bits")                                                    \
    X(E3M2_UNPACKED8, "e3m2_unpacked8", "float_e3m2_unpacksmem_t", 8, 0, K, 0, 1, UINT8,           \
      "6-bit float in a byte, 3 exponent bits")                                                    \
    X(E2M1_PACKED4, "e2m1_packed4", "float_e2m1_t", 4, 0, K, 0, 1, UINT8,                          \
      "4-bit floats, two in a byte")
#define WGD_DTYPES(X) WGD_WGMMA_DTYPES(X) WGD_TCGEN05_DTYPES(X)

/* What else people call these types: symbol, name. PTX and MLIR, CUDA's headers, PyTorch, NumPy, JAX,
 * Triton and the CuTe DSL; CuTe's own name is a column above. Letters count the same in both cases, and
 * what stands before the last '.' or ':' (torch. cutlass::) does not count. */
#define WGD_DTYPE_ALIASES(X)                                                                       \
    X(F16, "half")                                                                                 \
    X(F16, "fp16")                                                                                 \
    X(F16, "float16")                                                                              \
    X(F16, "float16_t")                                                                            \
    X(F16, "__half")                                                                               \
    X(BF16, "bfloat16")                                                                            \
    X(BF16, "__nv_bfloat16")                                                                       \
    X(BF16, "nv_bfloat16")                                                                         \
    X(TF32, "tfloat32")                                                                            \
    X(TF32, "tf32_t")                                                                              \
    X(TF32, "tensorfloat32")                                                                       \
    X(E4M3, "e4m3fn")                                                                              \
    X(E4M3, "fp8_e4m3")                                                                            \
    X(E4M3, "fp8_e4m3fn")                                                                          \
    X(E4M3, "fp8e4m3")                                                                             \
    X(E4M3, "float8_e4m3")                                                                         \
    X(E4M3, "float8_e4m3fn")                                                                       \
    X(E4M3, "float8e4m3fn")                                                                        \
    X(E4M3, "f8e4m3fn")                                                                            \
    X(E4M3, "f8e4m3")                                                                              \
    X(E4M3, "float8e4nv")                                                                          \
    X(E4M3, "fp8e4nv")                                                                             \
    X(E4M3, "__nv_fp8_e4m3")                                                                       \
    X(E4M3, "nv_fp8_e4m3")                                                                         \
    X(E5M2, "fp8_e5m2")                                                                            \
    X(E5M2, "fp8e5m2")                                                                             \
    X(E5M2, "float8_e5m2")                                                                         \
    X(E5M2, "float8e5m2")                                                                          \
    X(E5M2, "f8e5m2")                                                                              \
    X(E5M2, "float8e5")                                                                            \
    X(E5M2, "fp8e5")                                                                               \
    X(E5M2, "__nv_fp8_e5m2")                                                                       \
    X(E5M2, "nv_fp8_e5m2")                                                                         \
    X(S8, "int8")                                                                                  \
    X(S8, "i8")                                                                                    \
    X(S8, "si8")                                                                                   \
    X(U8, "uint8")                                                                                 \
    X(U8, "ui8")                                                                                   \
    X(B1, "uint1")                                                                                 \
    X(B1, "bin1")

/* The same for the types that tcgen05 alone has; names of fp4 say how it is packed or are unclear. */
#define WGD_TCGEN05_DTYPE_ALIASES(X)                                                               \
    X(E2M3_UNPACKED8, "e2m3")                                                                      \
    X(E2M3_UNPACKED8, "fp6_e2m3")                                                                  \
    X(E2M3_UNPACKED8, "float6_e2m3fn")                                                             \
    X(E3M2_UNPACKED8, "e3m2")                                                                      \
    X(E3M2_UNPACKED8, "fp6_e3m2")                                                                  \
    X(E3M2_UNPACKED8, "float6_e3m2fn")                                                             \
    X(E2M1_PACKED4, "float4_e2m1fn_x2")                                                            \
    X(E2M1_PACKED4, "fp4x2_e2m1")                                                                  \
    X(E2M1_PACKED4, "nvfp4")

/* Names of no single type: name, and the question that they leave open, as a hint's symbol. */
#define WGD_DTYPE_UNCLEAR(X)                                                                       \
    X("fp8", WHICH_FP8)                                                                            \
    X("float8", WHICH_FP8)                                                                         \
    X("f8", WHICH_FP8)                                                                             \
    X("__nv_fp8", WHICH_FP8)                                                                       \
    X("float", FLOAT_IS_TF32)                                                                      \
    X("float32", FLOAT_IS_TF32)                                                                    \
    X("fp32", FLOAT_IS_TF32)                                                                       \
    X("f32", FLOAT_IS_TF32)                                                                        \
    X("mxfp8", WHICH_FP8)                                                                          \
    X("e2m1", WHICH_FP4)                                                                           \
    X("fp4", WHICH_FP4)                                                                            \
    X("float4", WHICH_FP4)                                                                         \
    X("fp4_e2m1", WHICH_FP4)                                                                       \
    X("float4_e2m1fn", WHICH_FP4)                                                                  \
    X("mxfp4", WHICH_FP4)                                                                          \
    X("fp6", WHICH_FP6)                                                                            \
    X("float6", WHICH_FP6)                                                                         \
    X("mxfp6", WHICH_FP6)                                                                          \
    X("ue8m0", SCALE_TYPE)                                                                         \
    X("ue4m3", SCALE_TYPE)                                                                         \
    X("float8_e8m0fnu", SCALE_TYPE)

typedef enum wgd_dtype {
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text) WGD_##sym,
    WGD_DTYPES(WGD_X)
#undef WGD_X
        WGD_DTYPE_COUNT
} wgd_dtype;
/* How many wgmma multiplies: types 0 to this less one. */
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text) +1
enum { WGD_WGMMA_DTYPE_COUNT = 0 WGD_WGMMA_DTYPES(WGD_X) };
#undef WGD_X

typedef struct wgd_dtype_info {
    wgd_dtype dtype;
    const char *name;
    const char *cute_name; /* in cutlass:: where it is no type of the language */
    int bits;              /* of one element in shared memory */
    bool mn_major;         /* wgmma: legal MN-major in shared memory (16-bit types only) */
    wgd_majors tcgen05;    /* the same for tcgen05 */
    bool integer;          /* accumulates in s32 */
    bool sparse;           /* has a sparse form (.sp) */
    const char *text;
} wgd_dtype_info;

/* Which way the elements may run for the instructions of an architecture. */
wgd_majors wgd_dtype_majors(wgd_dtype t, wgd_arch arch);
/* The row of a type; never NULL for the enumerators above. */
const wgd_dtype_info *wgd_dtype_get(wgd_dtype t);
/* Finds a type by its name, CuTe's, or an alias; ERR_DTYPE with a suggestion in the hint, or with the
 * question that the name leaves open. */
wgd_status wgd_dtype_parse(const char *name, wgd_dtype *out, wgd_diag *diag);
/* The i-th other name of a type, CuTe's first; NULL behind the last. */
const char *wgd_dtype_alias(wgd_dtype t, int i);
/* The question that a name leaves open, like "fp8"; WGD_HINT_NONE for any other. */
wgd_hint wgd_dtype_question(const char *name);
/* K of one dense instruction, in elements: 256 / bits. */
int wgd_dtype_k(wgd_dtype t);

/* Bits per element as a function that kernels may call. */
WGD_HD static inline int wgd_dtype_bits(wgd_dtype t)
{
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)                \
    t == WGD_##sym ? (bits):
    /* 1 for what is no type, since callers divide by it. */
    return WGD_DTYPES(WGD_X) 1;
#undef WGD_X
}

/* Is it an integer type? The same: a bit for each type. */
WGD_HD static inline bool wgd_dtype_integer(wgd_dtype t)
{
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)                \
    | (unsigned)(integer) << WGD_##sym
    return (unsigned)t < WGD_DTYPE_COUNT && ((0u WGD_DTYPES(WGD_X)) >> t & 1u) != 0;
#undef WGD_X
}

WGD_API_END

#endif
