/* SPDX-License-Identifier: MIT
 *
 * The element types that wgmma multiplies (PTX ISA, "wgmma.mma_async": .atype/.btype).
 */
#ifndef WGD_DTYPE_H
#define WGD_DTYPE_H

#include <stdbool.h>

#include "wgd_status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The one table of element types: symbol, value, name, bits, may be MN-major in shared memory,
 * what it is. K of one dense instruction is always 32 bytes: 256 / bits elements. */
#define WGD_DTYPES(X)                                                                              \
    X(F16, 0, "f16", 16, 1, "IEEE half")                                                           \
    X(BF16, 1, "bf16", 16, 1, "bfloat16")                                                          \
    X(TF32, 2, "tf32", 32, 0, "TensorFloat-32, stored in 32 bits")                                 \
    X(E4M3, 3, "e4m3", 8, 0, "8-bit float, 4 exponent bits")                                       \
    X(E5M2, 4, "e5m2", 8, 0, "8-bit float, 5 exponent bits")                                       \
    X(S8, 5, "s8", 8, 0, "signed 8-bit integer")                                                   \
    X(U8, 6, "u8", 8, 0, "unsigned 8-bit integer")                                                 \
    X(B1, 7, "b1", 1, 0, "single bits, multiplied by AND and popcount")

typedef enum wgd_dtype {
#define WGD_X(sym, val, name, bits, mn_major, text) WGD_##sym = val,
    WGD_DTYPES(WGD_X)
#undef WGD_X
} wgd_dtype;
enum { WGD_DTYPE_COUNT = 8 };

typedef struct wgd_dtype_info {
    wgd_dtype dtype;
    const char *name;
    int bits;      /* of one element in shared memory */
    bool mn_major; /* legal MN-major in shared memory (16-bit types only) */
    const char *text;
} wgd_dtype_info;

/* The row of a type; never NULL for the enumerators above. */
const wgd_dtype_info *wgd_dtype_get(wgd_dtype t);
/* Finds a type by its name; ERR_DTYPE with a suggestion in the hint. */
wgd_status wgd_dtype_parse(const char *name, wgd_dtype *out, wgd_diag *diag);
/* K of one dense instruction, in elements: 256 / bits. */
int wgd_dtype_k(wgd_dtype t);

/* Bits per element as a function that kernels may call. */
WGD_HD static inline int wgd_dtype_bits(wgd_dtype t)
{
    switch (t) {
#define WGD_X(sym, val, name, bits, mn_major, text)                                                \
    case WGD_##sym:                                                                                \
        return bits;
        WGD_DTYPES(WGD_X)
#undef WGD_X
    default:
        return 0;
    }
}

#ifdef __cplusplus
}
#endif
#endif
