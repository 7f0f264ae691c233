/* SPDX-License-Identifier: MIT
 *
 * The limits of cuTensorMapEncodeTiled (CUDA driver API, "Tensor Map Object Management"), and the
 * names of its enumerators.
 */
#include <stddef.h>

#include "wgd_text.h"
#include "wgd_tma.h"

typedef struct copied_type {
    wgd_tma_type type;
    const char *name;
    int bytes;
} copied_type;

static const copied_type *find_type(wgd_tma_type t)
{
    static const copied_type types[] = {
#define WGD_X(sym, val, bytes) {WGD_TMA_##sym, "CU_TENSOR_MAP_DATA_TYPE_" #sym, bytes},
        WGD_TMA_TYPES(WGD_X)
#undef WGD_X
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (types[i].type == t) {
            return &types[i];
        }
    }
    return NULL;
}

const char *wgd_tma_type_name(wgd_tma_type t)
{
    const copied_type *c = find_type(t);
    return c ? c->name : NULL;
}

int wgd_tma_type_bytes(wgd_tma_type t)
{
    const copied_type *c = find_type(t);
    return c ? c->bytes : 0;
}

wgd_tma_type wgd_tma_type_of(wgd_dtype t)
{
    static const wgd_tma_type type_of[] = {
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text) WGD_TMA_##tma,
        WGD_DTYPES(WGD_X)
#undef WGD_X
    };
    return type_of[t];
}

int wgd_tma_swizzle_value(wgd_swizzle_mode m)
{
    return wgd_swizzle_mode_get(m)->tma_value;
}

const char *wgd_tma_swizzle_name(wgd_swizzle_mode m)
{
    return wgd_swizzle_mode_get(m)->tma_name;
}

/* Refuses parameter[i] (dimension i), got and wanted as numbers or text. */
static wgd_status fail_dim(wgd_diag *diag, wgd_status s, const char *field, int i, uint64_t got,
                           const char *what, const char *want)
{
    char text[160], number[32];
    wgd_text t = wgd_text_into(text, sizeof text), n = wgd_text_into(number, sizeof number);
    wgd_put_str(&t, what);
    wgd_put_str(&t, " (dimension ");
    wgd_put_i64(&t, i);
    wgd_put_char(&t, ')');
    wgd_text_end(&t);
    wgd_put_u64(&n, got);
    wgd_text_end(&n);
    return wgd_fail(diag, s, field, text, number, want, "");
}

static wgd_status check_dims(const wgd_tma_params *p, wgd_diag *diag)
{
    for (int i = 0; i < p->rank; i++) {
        if (p->dim[i] < 1 || p->dim[i] > WGD_TMA_DIM_MAX) {
            return fail_dim(diag, WGD_ERR_LIMIT, "dim", i, p->dim[i],
                            "the tensor's extent is outside what a tensor map holds",
                            "1 to 4294967296 elements");
        }
    }
    for (int i = 1; i < p->rank; i++) {
        const uint64_t stride = p->stride[i - 1];
        if (stride % WGD_TMA_ALIGNMENT != 0) {
            return fail_dim(diag, WGD_ERR_ALIGN, "stride", i, stride,
                            "the stride in bytes is not a multiple of 16", "a multiple of 16");
        }
        if (stride == 0 || stride >= WGD_TMA_STRIDE_MAX) {
            return fail_dim(diag, WGD_ERR_LIMIT, "stride", i, stride,
                            "the stride in bytes is outside what a tensor map holds",
                            "16 to 1099511627760");
        }
    }
    return WGD_OK;
}

static wgd_status check_box(const wgd_tma_params *p, wgd_diag *diag)
{
    for (int i = 0; i < p->rank; i++) {
        if (p->box[i] < 1 || p->box[i] > WGD_TMA_BOX_MAX) {
            return fail_dim(diag, WGD_ERR_LIMIT, "box", i, p->box[i],
                            "the box is outside what a copy brings", "1 to 256 elements");
        }
        if (p->element_stride[i] < 1 || p->element_stride[i] > WGD_TMA_ELEMENT_STRIDE_MAX) {
            return fail_dim(diag, WGD_ERR_LIMIT, "element_stride", i, p->element_stride[i],
                            "the element stride is outside what a tensor map holds", "1 to 8");
        }
    }
    const uint64_t inner = (uint64_t)p->box[0] * (uint64_t)wgd_tma_type_bytes(p->type);
    if (inner % WGD_TMA_ALIGNMENT != 0) {
        return fail_dim(diag, WGD_ERR_ALIGN, "box", 0, inner,
                        "the inner box in bytes is not a multiple of 16", "a multiple of 16");
    }
    const uint64_t span = (uint64_t)wgd_swizzle_row_bytes(p->swizzle);
    if (p->swizzle != WGD_SWZ_NONE && inner > span) {
        char want[32];
        wgd_text t = wgd_text_into(want, sizeof want);
        wgd_put_str(&t, "at most ");
        wgd_put_u64(&t, span);
        wgd_text_end(&t);
        return fail_dim(diag, WGD_ERR_LIMIT, "box", 0, inner,
                        "the inner box in bytes is wider than the swizzle span", want);
    }
    return WGD_OK;
}

wgd_status wgd_tma_check(const wgd_tma_params *p, wgd_diag *diag)
{
    if (wgd_tma_type_bytes(p->type) == 0) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "type", "not a data type of operands", p->type,
                            "UINT8, FLOAT16, BFLOAT16, FLOAT32 or TFLOAT32", "");
    }
    if (p->rank < 1 || p->rank > WGD_TMA_RANK_MAX) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "rank", "no such rank of a tensor map", p->rank,
                            "1 to 5", "");
    }
    if ((unsigned)p->swizzle >= WGD_SWIZZLE_MODE_COUNT) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "swizzle", NULL, p->swizzle,
                            "none, 32B, 64B, 128B or 128B_32B", "");
    }
    if (p->address % WGD_TMA_ALIGNMENT != 0) {
        return fail_dim(diag, WGD_ERR_ALIGN, "address", 0, p->address,
                        "the global address is not aligned", "a multiple of 16");
    }
    const wgd_status s = check_dims(p, diag);
    return s == WGD_OK ? check_box(p, diag) : s;
}
